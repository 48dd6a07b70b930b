/*
 * A value that is an exact rational as long as every step to it is exact, and
 * else a real number known within an interval.
 */
#ifndef FIBCAST_NUMBER_VALUE_H
#define FIBCAST_NUMBER_VALUE_H

#include <stdint.h>

#include <gmp.h>

#include "number/interval.h"

struct value {
	int exact, is_log;
	mpq_t q;	   /* if exact; or, if is_log, x = log2 q */
	struct interval x; /* if not exact */
};

/* How values are computed. */
struct value_precision {
	unsigned long bits;	       /* of intervals */
	uint64_t max_bits;	       /* of exact numbers */
	int last;		       /* bits will not grow any more */
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

#endif
