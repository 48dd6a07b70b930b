/*
 * Logarithms to the base 2 by the arithmetic-geometric mean.  For k = 4/s, 0 <
 * k
 * <= 1/2,
 *
 *   pi s / (2 AGM(s, 4)) = ln s · (1 + eta),   0 <= eta <= k^2 / 2:
 *
 * the left side is K'(k) = (2/pi) ln(4/k) K(k) - 2 (a_1 b_1 k^2 + a_2 b_2 k^4 +
 * ...), where K = (pi/2)(1 + a_1 k^2 + a_2 k^4 + ...) with a_i <= 1/4, and b_i
 * < ln 2.  The first term exceeds ln(4/k) = ln s by less than ln s · (k^2 + k^4
 * +
 * ...)/4, and the second term is less than this excess, as ln(4/k) > 2 ln 2.
 *   The quotient of two such logarithms needs no pi: with G(s) = AGM(s, 4),
 *
 *   log2(u 2^p) = q · ln(u 2^p) / ln(2^q) = q · u 2^(p-q) G(2^q) / G(u 2^p)
 *
 * up to the factors 1 + eta, which p, q > w/2 + 2 bring below 2^-w.
 *   Numbers have w bits or some more and are rounded down.  AGM grows with both
 * arguments, and in proportion to both together; so arguments that are too
 * small by up to a factor 1 - d make the mean too small by up to the same
 * factor, and a step that rounds both by less than 2^(2-w) of themselves adds
 * as much.  A step replaces a/b by its square root or less; when a/b is below 1
 * + 2^(-w/2), the next two means are equal up to 2^(-w).  Until then log2(a/b)
 * is halved until it is 1, and after that the number of equal digits doubles:
 * fewer than 100 steps in all, whose errors add up to less than 2^(10-w).
 *   Source: Borwein & Borwein, Pi and the AGM, 1987, Sections 1.3 and 7.1.
 */
#include "number/value.h"

#include <assert.h>

enum {
	GUARD = 64,	/* w minus the bits asked for */
	SLACK = 256,	/* further bits of a kept constant, for later calls */
	STEPS_MAX = 100 /* of a mean */
};

void agm_constant_init(struct agm_constant *constant)
{
	mpf_init(constant->mean);
	constant->bits = 0;
	constant->power = 0;
}

void agm_constant_clear(struct agm_constant *constant)
{
	mpf_clear(constant->mean);
}

/* Whether |x - y| < 2^(-w/2) y; gap is scratch space. */
static int are_close(mpf_t gap, const mpf_t x, const mpf_t y, unsigned long w)
{
	mpf_sub(gap, x, y);
	mpf_abs(gap, gap);
	mpf_mul_2exp(gap, gap, w / 2);
	return mpf_cmp(gap, y) < 0;
}

static void arithmetic_mean(mpf_t z, const mpf_t x, const mpf_t y)
{
	mpf_add(z, x, y);
	mpf_div_2exp(z, z, 1);
}

/* mean = AGM(mean, 4) up to a factor within 2^(10-w) of 1. */
static void find_mean(mpf_t mean, unsigned long w)
{
	mpf_t other, next;
	int steps = 0;

	mpf_init2(other, w);
	mpf_init2(next, w);
	mpf_set_ui(other, 4);
	while (!are_close(next, mean, other, w)) {
		arithmetic_mean(next, mean, other);
		mpf_mul(other, other, mean);
		mpf_sqrt(other, other);
		mpf_swap(mean, next);
		steps++;
		assert(steps < STEPS_MAX);
	}
	arithmetic_mean(mean, mean, other);
	mpf_clears(other, next, NULL);
}

static unsigned long least_power(unsigned long w)
{
	return w / 2 + 3;
}

static void find_constant(struct agm_constant *constant, unsigned long w)
{
	if (constant->bits >= w)
		return;
	constant->bits = w;
	constant->power = least_power(w);
	mpf_set_prec(constant->mean, w);
	mpf_set_ui(constant->mean, 1);
	mpf_mul_2exp(constant->mean, constant->mean, constant->power);
	find_mean(constant->mean, w);
}

/* value = floor of (q · u 2^(p-q) G(2^q) / G(u 2^p) - p) 2^bits. */
static void divide_means(mpz_t value, const mpf_t u, const mpf_t mean,
	unsigned long p, unsigned long bits,
	const struct agm_constant *constant)
{
	mpz_t whole;
	mpf_t product;

	mpf_init2(product, bits + GUARD);
	mpf_mul(product, constant->mean, u);
	mpf_mul_ui(product, product, constant->power);
	mpf_div(product, product, mean);
	mpf_mul_2exp(product, product, p + bits);
	mpf_div_2exp(product, product, constant->power);
	mpz_set_f(value, product);
	mpz_init_set_ui(whole, p);
	mpz_mul_2exp(whole, whole, bits);
	mpz_sub(value, value, whole);
	mpf_clear(product);
	mpz_clear(whole);
}

/*
 * The relative errors of the quotient, of two means, two etas and of u, which
 * is rounded down like the products, make a factor within 2^(12-w) of 1
 * together; as the quotient is about p < 2^40, its error is less than 1/4 in
 * units of 2^-bits.  The floor loses less than a unit: lo = value - 1, hi =
 * value + 2.
 */
void agm_log2(mpz_t lo, mpz_t hi, const mpz_t x, unsigned long bits,
	struct agm_constant *constant)
{
	unsigned long w = bits + GUARD, p = least_power(w);
	struct agm_constant own;
	mpf_t u, mean;

	agm_constant_init(&own);
	mpf_init2(u, w);
	mpf_init2(mean, w);
	if (!constant || constant->bits < w)
		find_constant(
			constant ? constant : &own, constant ? w + SLACK : w);
	mpf_set_z(u, x);
	mpf_div_2exp(u, u, mpz_sizeinbase(x, 2) - 1); /* 1 <= u < 2 */
	mpf_mul_2exp(mean, u, p);
	find_mean(mean, w);
	divide_means(lo, u, mean, p, bits, constant ? constant : &own);
	mpz_add_ui(hi, lo, 2);
	mpz_sub_ui(lo, lo, 1);
	mpf_clears(u, mean, NULL);
	agm_constant_clear(&own);
}
