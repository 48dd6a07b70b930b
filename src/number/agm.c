/*
 * For k = 4/s, 0 < k <= 1/2,
 *
 *   pi s / (2 AGM(s, 4)) = ln s · (1 + eta),   0 <= eta <= k^2 / 2:
 *
 * the left side is K'(k) = (2/pi) ln(4/k) K(k) - 2 (a_1 b_1 k^2 + a_2 b_2 k^4 +
 * ...), where K = (pi/2)(1 + a_1 k^2 + a_2 k^4 + ...) with a_i <= 1/4, and b_i
 * < ln 2; so it exceeds ln(4/k) = ln s by less than ln s · (k^2 + k^4 + ...)/4,
 * and what is subtracted is less than what is added, as ln(4/k) > 2 ln 2.
 *   Two logarithms of the same kind need no pi: with G(s) = AGM(s, 4),
 *
 *   log2(u 2^p) = q · ln(u 2^p) / ln(2^q) = q · u 2^(p-q) G(2^q) / G(u 2^p)
 *
 * up to the factors 1 + eta, which p, q > w/2 + 2 bring below 2^-w.
 *   Numbers have w bits and are rounded down.  AGM grows with both arguments,
 * and in proportion to both together; so arguments that are too small by a
 * factor 1 - d make the mean too small by no more, and a step in which each is
 * rounded by less than 2^(2-w) of itself adds that.  A step takes the square
 * root of a/b or less; when this is below 1 + 2^(-w/2), the next two means are
 * equal up to 2^(-w).  Before, log2(a/b) was halved until it was 1, and then
 * the digits doubled: fewer than 100 steps in all, whose errors add up to less
 * than 2^(10-w).
 * Borwein & Borwein, Pi and the AGM, 1987, Section 1.3 and 7.1.
 */
#include "number/value.h"

#include <assert.h>

#include "number/number.h"

enum {
	GUARD = 64,  /* w minus the bits asked for */
	SLACK = 256, /* of a constant that is kept: so much more may follow */
	STEPS_MAX = 100 /* of a mean */
};

static void number_init(struct agm_number *x)
{
	mpz_init(x->m);
	x->exponent = 0;
}

static void number_clear(struct agm_number *x)
{
	mpz_clear(x->m);
}

void agm_constant_init(struct agm_constant *constant)
{
	number_init(&constant->mean);
	constant->bits = 0;
	constant->power = 0;
}

void agm_constant_clear(struct agm_constant *constant)
{
	number_clear(&constant->mean);
}

/* x with w bits, shorter or longer. */
static void set_bits(struct agm_number *x, unsigned long w)
{
	uint64_t size = mpz_sizeinbase(x->m, 2);

	if (size > w) {
		mpz_fdiv_q_2exp(x->m, x->m, (mp_bitcnt_t)(size - w));
		x->exponent += (int64_t)(size - w);
	} else {
		mpz_mul_2exp(x->m, x->m, (mp_bitcnt_t)(w - size));
		x->exponent -= (int64_t)(w - size);
	}
}

/* z = x ± y, exactly. */
static void combine(struct agm_number *z, const struct agm_number *x,
	const struct agm_number *y,
	void (*operation)(mpz_ptr, mpz_srcptr, mpz_srcptr))
{
	mpz_t longer;

	mpz_init(longer);
	if (x->exponent >= y->exponent) {
		mpz_mul_2exp(
			longer, x->m, (mp_bitcnt_t)(x->exponent - y->exponent));
		operation(z->m, longer, y->m);
		z->exponent = y->exponent;
	} else {
		mpz_mul_2exp(
			longer, y->m, (mp_bitcnt_t)(y->exponent - x->exponent));
		operation(z->m, x->m, longer);
		z->exponent = x->exponent;
	}
	mpz_clear(longer);
}

/* z = (x + y) / 2. */
static void arithmetic_mean(struct agm_number *z, const struct agm_number *x,
	const struct agm_number *y, unsigned long w)
{
	combine(z, x, y, mpz_add);
	z->exponent--;
	set_bits(z, w);
}

/* y = sqrt(x y): of a product of 2w bits, or one more, the root has w. */
static void geometric_mean(
	struct agm_number *y, const struct agm_number *x, unsigned long w)
{
	mpz_mul(y->m, y->m, x->m);
	y->exponent += x->exponent;
	set_bits(y, 2 * w);
	if (y->exponent % 2 != 0) {
		mpz_mul_2exp(y->m, y->m, 1);
		y->exponent--;
	}
	mpz_sqrt(y->m, y->m);
	y->exponent /= 2;
	set_bits(y, w);
}

/* Whether |x - y| < 2^(-w/2) y; gap is for its use. */
static int are_close(struct agm_number *gap, const struct agm_number *x,
	const struct agm_number *y, unsigned long w)
{
	combine(gap, x, y, mpz_sub);
	return mpz_sgn(gap->m) == 0 ||
	       (int64_t)mpz_sizeinbase(gap->m, 2) + gap->exponent <
		       (int64_t)w / 2 + y->exponent;
}

/* mean = AGM(mean, 4), up to a factor within 2^(10-w) of 1. */
static void find_mean(struct agm_number *mean, unsigned long w)
{
	struct agm_number other, next;
	int steps = 0;

	number_init(&other);
	number_init(&next);
	mpz_set_ui(other.m, 4);
	set_bits(&other, w);
	while (!are_close(&next, mean, &other, w)) {
		arithmetic_mean(&next, mean, &other, w);
		geometric_mean(&other, mean, w);
		mpz_swap(mean->m, next.m);
		mean->exponent = next.exponent;
		steps++;
		assert(steps < STEPS_MAX);
	}
	arithmetic_mean(mean, mean, &other, w);
	number_clear(&other);
	number_clear(&next);
}

static int64_t least_power(unsigned long w)
{
	return (int64_t)w / 2 + 3;
}

static void find_constant(struct agm_constant *constant, unsigned long w)
{
	if (constant->bits >= w)
		return;
	constant->bits = w;
	constant->power = least_power(w);
	mpz_set_ui(constant->mean.m, 1);
	constant->mean.exponent = constant->power;
	set_bits(&constant->mean, w);
	find_mean(&constant->mean, w);
}

/* value = floor of (q · u 2^(p-q) G(2^q) / G(u 2^p) - p) 2^bits. */
static void divide_means(mpz_t value, const struct agm_number *u,
	const struct agm_number *mean, int64_t p, unsigned long bits,
	const struct agm_constant *constant)
{
	unsigned long w = bits + GUARD;
	struct agm_number product;
	mpz_t whole;
	int64_t shift;

	number_init(&product);
	mpz_init(whole);
	mpz_set(product.m, constant->mean.m);
	product.exponent = constant->mean.exponent;
	set_bits(&product, w);
	mpz_mul(product.m, product.m, u->m);
	number_set_u64(whole, (uint64_t)constant->power);
	mpz_mul(product.m, product.m, whole);
	shift = product.exponent + u->exponent + p - constant->power -
		mean->exponent + (int64_t)bits;
	if (shift >= 0)
		mpz_mul_2exp(product.m, product.m, (mp_bitcnt_t)shift);
	else
		mpz_fdiv_q_2exp(product.m, product.m, (mp_bitcnt_t)-shift);
	mpz_fdiv_q(value, product.m, mean->m);
	number_set_u64(whole, (uint64_t)p);
	mpz_mul_2exp(whole, whole, bits);
	mpz_sub(value, value, whole);
	number_clear(&product);
	mpz_clear(whole);
}

/*
 * The factors of the quotient, two means, two eta and that of u, which is
 * rounded down, are within 2^(12-w) of 1 together; p < 2^40 of them are less
 * than 1/4 in units of 2^-bits.  Two divisions lose less than 2 units, the
 * first of them next to nothing: lo = value - 1, hi = value + 2.
 */
void agm_log2(mpz_t lo, mpz_t hi, const mpz_t x, unsigned long bits,
	struct agm_constant *constant)
{
	unsigned long w = bits + GUARD;
	int64_t p = least_power(w);
	struct agm_constant own;
	struct agm_number u, mean;

	agm_constant_init(&own);
	number_init(&u);
	number_init(&mean);
	if (!constant || constant->bits < w)
		find_constant(
			constant ? constant : &own, constant ? w + SLACK : w);
	mpz_set(u.m, x);
	set_bits(&u, w);
	u.exponent = 1 - (int64_t)w; /* 1 <= u < 2 */
	mpz_set(mean.m, u.m);
	mean.exponent = u.exponent + p;
	find_mean(&mean, w);
	divide_means(lo, &u, &mean, p, bits, constant ? constant : &own);
	mpz_add_ui(hi, lo, 2);
	mpz_sub_ui(lo, lo, 1);
	number_clear(&u);
	number_clear(&mean);
	agm_constant_clear(&own);
}
