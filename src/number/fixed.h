/*
 * Real numbers with a certificate: an interval of fixed-point numbers that
 * contains the true value.  Integers only, so the same everywhere; each
 * operation rounds outward.
 *
 *   lo / 2^bits <= x <= hi / 2^bits
 *
 * The operands of one operation have the same bits.  A result may be the same
 * object as an operand.
 */
#ifndef FIBCAST_NUMBER_FIXED_H
#define FIBCAST_NUMBER_FIXED_H

#include <gmp.h>

struct real {
	mpz_t lo, hi;
	unsigned long bits;
};

/* x = 0, with that many bits after the point. */
void real_init(struct real *x, unsigned long bits);
void real_clear(struct real *x);

/* x = q; x = z. */
void real_set_q(struct real *x, const mpq_t q);
void real_set_z(struct real *x, const mpz_t z);

/* z = x + y, x - y, x · q; x / y for y > 0, that is y->lo > 0. */
void real_add(struct real *z, const struct real *x, const struct real *y);
void real_sub(struct real *z, const struct real *x, const struct real *y);
void real_mul_q(struct real *z, const struct real *x, const mpq_t q);
void real_div(struct real *z, const struct real *x, const struct real *y);

/* y = ln x for x > 0, that is x->lo > 0; a few units wider than x makes it.
 * O(sqrt(bits) M(bits)). */
void real_ln(struct real *y, const struct real *x);

/* exp(x) = y · 2^exponent with 1 <= y < 3, for x of width below 1/4.  O(bits
 * M(bits)). */
void real_exp(struct real *y, mpz_t exponent, const struct real *x);

/*
 * Whether n = g^i and c = g^j for some integers g, i, j, n >= 1 and c >= 2;
 * if so ratio = i/j = log n / log c.
 */
int real_log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c);

/*
 * value = floor, ceil of p · log n / log c, for integers n >= 1, c >= 2 and any
 * rational p, exactly: a quotient of logarithms that is rational is found by
 * real_log_ratio, any other is told from every integer at some precision.
 */
void real_log_floor(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);
void real_log_ceil(mpz_t value, const mpq_t p, const mpz_t n, const mpz_t c);

#endif
