/*
 * Values, which are exact rationals or real numbers known within an interval;
 * intervals; logarithms to the base 2.
 */
#ifndef FIBCAST_NUMBER_VALUE_H
#define FIBCAST_NUMBER_VALUE_H

#include <stdint.h>

#include <gmp.h>

/*
 * Logarithms to the base 2 by the arithmetic-geometric mean, fast for many
 * digits.
 */

/* AGM(2^power, 4), which every logarithm needs.  The most precise one so far is
 * kept for all logarithms that need no more bits. */
struct agm_constant {
	unsigned long bits; /* 0: none yet */
	unsigned long power;
	mpf_t mean;
};

void agm_constant_init(struct agm_constant *constant);
void agm_constant_clear(struct agm_constant *constant);

/*
 * lo / 2^bits <= log2(x / 2^e) <= hi / 2^bits with e = floor(log2 x), x >= 1;
 * hi = lo + 3.  constant: kept from call to call, or NULL.
 * Two means, or one if the constant is known, of O(M(bits) log bits) each.
 */
void agm_log2(mpz_t lo, mpz_t hi, const mpz_t x, unsigned long bits,
	struct agm_constant *constant);

/*
 * Real numbers of any magnitude with a certificate: an interval whose ends are
 * integers times one power of two.
 *
 *   lo · 2^exponent <= x <= hi · 2^exponent
 *
 * Each operation rounds outward, to ends of about `bits` bits, so that its work
 * depends on the precision and not on the size of the number.  A result may be
 * the same object as an operand.
 */

struct interval {
	mpz_t lo, hi;
	int64_t exponent;
};

/* x = 0. */
void interval_init(struct interval *x);
void interval_clear(struct interval *x);
void interval_set(struct interval *x, const struct interval *y);
void interval_set_q(struct interval *x, const mpq_t q, unsigned long bits);
void interval_neg(struct interval *x);

/* Whether |exponent| <= 2^60, so that further operations cannot overflow it. */
int interval_in_range(const struct interval *x);

/* 1 or -1 if all of x is, 0 if x contains 0. */
int interval_sign(const struct interval *x);

/* 1 if all of x is above all of y, -1 if below, else 0. */
int interval_cmp(const struct interval *x, const struct interval *y);

/* z = x + y, x · y, and x / y for a y that does not contain 0. */
void interval_add(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);
void interval_mul(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);
void interval_div(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);

/* y = the square root of x, which contains no negative numbers. */
void interval_sqrt(
	struct interval *y, const struct interval *x, unsigned long bits);

/* y = log2 x for x > 0, to within 2^-bits if x is a single number; y = 2^x,
 * which returns 0 if the result is out of range.  constant: kept from call to
 * call, or NULL.  O(M(bits) log bits). */
void interval_log2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant);
int interval_exp2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant);

/* x = ln 2, with exponent -bits.  O(bits) divisions of x by a word, or for many
 * bits O(M(bits) log^2 bits). */
void interval_ln_2(struct interval *x, unsigned long bits);

/* Gives both the same exponent, keeping the bits that their sum needs. */
void interval_align(struct interval *x, struct interval *y, unsigned long bits);

/* lo, hi = the floors of the ends of x; returns 0 if they are longer than
 * max_bits. */
int interval_floor(
	mpz_t lo, mpz_t hi, const struct interval *x, uint64_t max_bits);

/* x in fixed point, lo / 2^bits <= x <= hi / 2^bits; returns 0 if the ends are
 * longer than max_bits. */
int interval_fix(mpz_t lo, mpz_t hi, const struct interval *x,
	unsigned long bits, uint64_t max_bits);

/*
 * A value: an exact rational as long as every operation that led to it was
 * exact, else a real number known within an interval.
 */
struct value {
	int exact, is_log;
	mpq_t q;	   /* if exact; or, if is_log, x = log2 q */
	struct interval x; /* if not exact */
};

/* How values are computed. */
struct value_precision {
	unsigned long bits;    /* of intervals */
	unsigned long planned; /* work is counted for so many bits, if more */
	uint64_t max_bits;     /* of exact numbers */
	int last;	       /* there will be no run with more bits */
	struct agm_constant *constant; /* kept for logarithms, or NULL */
	uint64_t *work; /* what is left for long numbers; NULL: no bound */
};

enum value_result {
	VALUE_OK,
	VALUE_UNDEFINED, /* there is no such value */
	VALUE_UNCERTAIN, /* not decided with these bits */
	VALUE_TOO_LONG	 /* past max_bits, the exponents, or the work left */
};

/*
 * Work on long numbers is bounded before it starts.  A product of b bits takes
 * b log2(b) units, of which a machine of 2020 does some 4 in a nanosecond;
 * numbers of up to VALUE_SHORT bits are free.  value_may_work subtracts weight
 * · bits · log2(bits) from the work left; if that is too little it leaves 0,
 * sets *why and returns 0.
 */
enum {
	VALUE_SHORT = 4096,
	VALUE_WORK_PRODUCT = 1,
	VALUE_WORK_GCD = 32,
	VALUE_WORK_LOG = 100
};
int value_may_work(const struct value_precision *precision, uint64_t bits,
	uint64_t weight, const char **why);

/* The same for intervals of precision's bits, or of the planned bits. */
int value_may_work_real(const struct value_precision *precision,
	uint64_t weight, const char **why);

/* The same for x + y, which takes work only for fractions. */
int value_may_add(const struct value *x, const struct value *y,
	const struct value_precision *precision, const char **why);

/* The work on numbers of that many bits, at most UINT64_MAX. */
uint64_t value_work(uint64_t bits, uint64_t weight);

/* The bits of both parts of a fraction, or of both ends of an interval. */
uint64_t value_bits(const struct value *x);

/* y = 0. */
void value_init(struct value *y);
void value_clear(struct value *y);
void value_set(struct value *y, const struct value *x);
void value_set_z(struct value *y, const mpz_t z);
void value_set_ui(struct value *y, unsigned long n);

/* y = x as an interval. */
void value_interval(struct interval *y, const struct value *x,
	const struct value_precision *precision);

/* 1 if x is certainly above y, -1 if below, else 0. */
int value_cmp(const struct value *x, const struct value *y,
	const struct value_precision *precision);

/* z = x + y; z = the greater of both.  z may be x or y. */
void value_add(struct value *z, const struct value *x, const struct value *y,
	const struct value_precision *precision);
void value_max(struct value *z, const struct value *x, const struct value *y,
	const struct value_precision *precision);

/* y = x · n. */
void value_scale(struct value *y, const struct value *x, const mpz_t n,
	const struct value_precision *precision);

/*
 * Operations on two values and on one.  Unless VALUE_OK is returned, *why is
 * set to what is wrong: "division by 0".  z or y may be an operand.
 */
typedef enum value_result value_binary(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why);
typedef enum value_result value_unary(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why);

value_binary value_sum, value_difference, value_product, value_quotient,
	value_power, value_least, value_greatest;
value_unary value_negative, value_floor, value_ceil, value_log, value_loglog,
	value_sqrt, value_clog, value_csqrt;

/*
 * x in decimal, with that many digits after the point.  If decimals < 0: a
 * fraction or integer if x is exact, else, for x > 0, VALUE_DIGITS significant
 * digits, "123.456789012" or "1.23456789012e34".
 * NULL if the interval does not decide the digits.  With precision->last an
 * interval that contains the middle between two numbers of so many digits, and
 * is shorter than 2^-32 of their distance, is rounded as that middle, half to
 * even.
 * Free it with mem_free.
 */
enum { VALUE_DIGITS = 12 };
char *value_text(const struct value *x, int64_t decimals,
	const struct value_precision *precision);

/* The double nearest to the lower end of x: if x is settled, the nearest to x
 * or, if x may be the middle between two doubles, one of the two. */
double value_double(const struct value *x);

/* Whether the interval of x decides value_text and value_double. */
int value_is_settled(const struct value *x, int64_t decimals,
	const struct value_precision *precision);

/*
 * log n / log c for integers n and c: its value if that is rational, and the
 * floor and the ceiling of a multiple of it.
 */

/*
 * Whether n = g^i and c = g^j for some integers g, i, j, n >= 1 and c >= 2;
 * if so ratio = i/j = log n / log c.
 */
int log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c);

/*
 * value = floor, ceil of p · log n / log c, exactly, for integers n >= 1, c >=
 * 2 and any rational p.  If the quotient is rational, log_ratio finds it; else
 * some precision tells it from every integer.
 */
void log_ratio_floor(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);
void log_ratio_ceil(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);

#endif
