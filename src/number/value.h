/*
 * Values: exact rationals as long as every step to them is exact, else real
 * numbers known within an interval; intervals; logarithms.
 */
#ifndef FIBCAST_NUMBER_VALUE_H
#define FIBCAST_NUMBER_VALUE_H

#include <stdint.h>

#include <gmp.h>

/*
 * Logarithms to the base 2 of many digits, by the arithmetic-geometric mean.
 */

/* AGM(2^power, 4), of which every logarithm makes use: the one of most bits so
 * far is kept, and serves all that need no more. */
struct agm_constant {
	unsigned long bits; /* 0: none yet */
	unsigned long power;
	mpf_t mean;
};

void agm_constant_init(struct agm_constant *constant);
void agm_constant_clear(struct agm_constant *constant);

/*
 * lo / 2^bits <= log2(x / 2^e) <= hi / 2^bits, e = floor(log2 x), x >= 1:
 * hi = lo + 3.  constant: what is kept from call to call, or NULL.
 * Two means, or one where the constant is known, of O(M(bits) log bits).
 */
void agm_log2(mpz_t lo, mpz_t hi, const mpz_t x, unsigned long bits,
	struct agm_constant *constant);

/*
 * Real numbers of any magnitude with a certificate: an interval whose ends are
 * integers times one power of two.
 *
 *   lo · 2^exponent <= x <= hi · 2^exponent
 *
 * Each operation rounds outward, to ends of about `bits` bits, so that the
 * work depends on the precision wanted and not on the size of the number.  A
 * result may be the same object as an operand.
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

/* Whether the exponents that further operations add up stay below 2^62. */
int interval_in_range(const struct interval *x);

/* 1 or -1 if all of x is, 0 if x contains 0. */
int interval_sign(const struct interval *x);

/* 1 if all of x is above all of y, -1 if below, else 0. */
int interval_cmp(const struct interval *x, const struct interval *y);

/* z = x + y, x · y; x / y for an y without 0. */
void interval_add(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);
void interval_mul(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);
void interval_div(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);

/* y = the square root of x, for x without negative numbers. */
void interval_sqrt(
	struct interval *y, const struct interval *x, unsigned long bits);

/* y = log2 x for x > 0, to within 2^-bits where x is; y = 2^x, 0 if it is out
 * of range.  constant: what is kept from call to call, or NULL.  O(M(bits) log
 * bits). */
void interval_log2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant);
int interval_exp2(struct interval *y, const struct interval *x,
	unsigned long bits, struct agm_constant *constant);

/* x = ln 2, in units of 2^-bits.  O(bits) divisions of x by a word, for many
 * bits M(bits) log^2(bits). */
void interval_ln_2(struct interval *x, unsigned long bits);

/* Gives both the same exponent, keeping the bits that their sum needs. */
void interval_align(struct interval *x, struct interval *y, unsigned long bits);

/* The integers floor(lo), floor(hi), if they are not longer than max_bits;
 * else 0. */
int interval_floor(
	mpz_t lo, mpz_t hi, const struct interval *x, uint64_t max_bits);

/* x in fixed point, lo / 2^bits <= x <= hi / 2^bits, if the ends are not longer
 * than max_bits; else 0. */
int interval_fix(mpz_t lo, mpz_t hi, const struct interval *x,
	unsigned long bits, uint64_t max_bits);

/*
 * A value that is an exact rational as long as every step to it is exact, and
 * else a real number known within an interval.
 */
struct value {
	int exact, is_log;
	mpq_t q;	   /* if exact; or, if is_log, x = log2 q */
	struct interval x; /* if not exact */
};

/* How values are computed. */
struct value_precision {
	unsigned long bits;    /* of intervals */
	unsigned long planned; /* bits that work is counted for, if more */
	uint64_t max_bits;     /* of exact numbers */
	int last;	       /* bits will not grow any more */
	struct agm_constant *constant; /* kept for logarithms, or NULL */
	uint64_t *work; /* what is left for long numbers; NULL: no bound */
};

enum value_result {
	VALUE_OK,
	VALUE_UNDEFINED, /* there is no such value */
	VALUE_UNCERTAIN, /* more bits would tell */
	VALUE_TOO_LONG	 /* past max_bits, or past any exponent */
};

/*
 * Work on long numbers is bounded before it starts: a product of b bits takes
 * b log2(b) units, of which a machine of 2020 does some 4 in a nanosecond;
 * numbers below VALUE_SHORT bits are free.  value_may_work takes weight · bits
 * · log2(bits) from what is left; 0, with *why set, if that is not enough, and
 * nothing is left then.
 */
enum {
	VALUE_SHORT = 4096,
	VALUE_WORK_PRODUCT = 1,
	VALUE_WORK_GCD = 32,
	VALUE_WORK_LOG = 100
};
int value_may_work(const struct value_precision *precision, uint64_t bits,
	uint64_t weight, const char **why);

/* The same for intervals of precision's bits, or those planned. */
int value_may_work_real(const struct value_precision *precision,
	uint64_t weight, const char **why);

/* The same for x + y, which is work for long fractions alone. */
int value_may_add(const struct value *x, const struct value *y,
	const struct value_precision *precision, const char **why);

/* The work that bits of numbers take, UINT64_MAX if it is not below that. */
uint64_t value_work(uint64_t bits, uint64_t weight);

/* The bits of x, of both parts of a fraction, of both ends of an interval. */
uint64_t value_bits(const struct value *x);

/* y = 0. */
void value_init(struct value *y);
void value_clear(struct value *y);
void value_set(struct value *y, const struct value *x);
void value_set_z(struct value *y, const mpz_t z);
void value_set_ui(struct value *y, unsigned long n);

/* y = x, exact or not, as an interval. */
void value_interval(struct interval *y, const struct value *x,
	const struct value_precision *precision);

/* 1 if x is certainly above y, -1 if below, else 0. */
int value_cmp(const struct value *x, const struct value *y,
	const struct value_precision *precision);

/* z = x + y, the greater of both.  z may be x or y. */
void value_add(struct value *z, const struct value *x, const struct value *y,
	const struct value_precision *precision);
void value_max(struct value *z, const struct value *x, const struct value *y,
	const struct value_precision *precision);

/* y = x · n. */
void value_scale(struct value *y, const struct value *x, const mpz_t n,
	const struct value_precision *precision);

/*
 * Operations of two and of one value.  *why is set, unless the result is
 * VALUE_OK, to what is wrong: "division by 0".  The result may be an operand.
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
 * x in decimal: a fraction or integer if it is exact and decimals < 0;
 * with that many decimals after the point; or, if x is real and decimals < 0,
 * VALUE_DIGITS significant digits, "123.456789012" or "1.23456789012e34".
 * NULL if the interval does not tell the digits.  With precision->last one
 * that is within 2^-32 of a last digit of the middle between two numbers of so
 * many digits is rounded as if it were there, half to even.
 * Free it with mem_free.
 */
enum { VALUE_DIGITS = 12 };
char *value_text(const struct value *x, int64_t decimals,
	const struct value_precision *precision);

/* The double nearest to x, if it is settled; of two, the lesser one. */
double value_double(const struct value *x);

/* Whether value_text and value_double have an answer. */
int value_is_settled(const struct value *x, int64_t decimals,
	const struct value_precision *precision);

/*
 * log n / log c for integers n and c: what it is, or which integers a multiple
 * of it lies between.
 */

/*
 * Whether n = g^i and c = g^j for some integers g, i, j, n >= 1 and c >= 2;
 * if so ratio = i/j = log n / log c.
 */
int log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c);

/*
 * value = floor, ceil of p · log n / log c, for integers n >= 1, c >= 2 and any
 * rational p, exactly: a quotient that is rational is found by log_ratio, any
 * other is told from every integer at some precision.
 */
void log_ratio_floor(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);
void log_ratio_ceil(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);

#endif
