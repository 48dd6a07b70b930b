/*
 * Leading digits of F(t) from the largest terms of its closed form,
 *   G(N) = sum of T_j = k^j C(m_j + j, j),  0 <= j <= N/a,
 * k being the ports and m_j = floor((N - j a)/b).  One of the largest terms is
 * computed as a product of min(m, j) ratios.  The others follow from their
 * neighbours, T_(j+1)/T_j = p/q, with m = m_j, c = m_j - m_(j+1),
 *   p = k m (m-1) .. (m-c+1),  q = (j+1) (m+j) (m+j-1) .. (m+j-c+2).
 * The sum ends on either side where the remaining terms are too small to
 * matter.
 *
 * The remaining terms.  c is s = floor(a/b) or s + 1.  Let rho_c(m, j) = p/q
 * for any c.  From c to c + 1 it is multiplied by (m-c)/(m+j-c+1), so it
 * shrinks as c grows; and it grows with m and shrinks as j grows, because each
 * (m-i)/(m+j-i), (m-c+1)/(j+1) does.  As m_j shrinks when j grows,
 *   - above j all ratios are at most r = rho_s(m_j, j): if r < 1, all terms
 *     above it are at most T_j r/(1-r) together;
 *   - below j all are at least r = rho_(s+1)(m_(j-1), j-1): if r > 1, all terms
 *     below it are at most T_j / (r-1) together.
 *
 * Rounding.  In mpf numbers of that many bits, a sum, product or quotient has a
 * relative error below 2^-bits.  All operands are positive, so after k
 * operations a result is off by a factor between (1 - 2^-bits)^k and its
 * inverse, and LOST bits are enough for 2^(LOST-2) operations.
 */
#include "fibonacci/methods.h"

#include <limits.h>

#include "base/bits.h"
#include "number/number.h"

enum {
	LOST = 44,	/* bits lost to rounding at most */
	OPERATION = 10, /* nanoseconds for an operation, */
	LIMB_SHARE = 2, /* and for each limb of its operand */
	PLACE = 100,	/* nanoseconds for an m_j, */
	PLACE_LIMB = 4, /* and for each limb of the index */
	DOWN = -1,
	UP = 1
};

/* A term T_j, the sum so far, and working memory.  j and m_j are a bit shorter
 * than a limb. */
struct terms {
	mpz_srcptr a, b, index;
	unsigned long ports;
	uint64_t last; /* the last j */
	uint64_t step; /* floor(a/b) */
	unsigned long bits;
	mpf_t p, q, term, sum, ratio;
	mpz_t rest;
};

static void terms_init(struct terms *terms, unsigned long bits)
{
	terms->bits = bits;
	mpf_init2(terms->p, bits);
	mpf_init2(terms->q, bits);
	mpf_init2(terms->term, bits);
	mpf_init2(terms->sum, bits);
	mpf_init2(terms->ratio, bits);
	mpz_init(terms->rest);
}

static void terms_clear(struct terms *terms)
{
	mpf_clears(terms->p, terms->q, terms->term, terms->sum, terms->ratio,
		NULL);
	mpz_clear(terms->rest);
}

/* m_j. */
static uint64_t waits(struct terms *terms, uint64_t j)
{
	number_set_u64(terms->rest, j);
	mpz_mul(terms->rest, terms->rest, terms->a);
	mpz_sub(terms->rest, terms->index, terms->rest);
	mpz_fdiv_q(terms->rest, terms->rest, terms->b);
	return number_get_u64(terms->rest);
}

/* value *= top (top - 1) .. (bottom + 1), in products of as many factors as fit
 * a word; top <= m + j fits one. */
static void falling(mpf_t value, uint64_t top, uint64_t bottom)
{
	unsigned long word = 1;

	for (; top > bottom; top--) {
		if (word > ULONG_MAX / top) {
			mpf_mul_ui(value, value, word);
			word = 1;
		}
		word *= (unsigned long)top;
	}
	mpf_mul_ui(value, value, word);
}

/* p/q = T_j = ports^j C(m + j, j). */
static void binomial(struct terms *terms, uint64_t m, uint64_t j)
{
	uint64_t fewer = m < j ? m : j;

	mpf_set_ui(terms->p, terms->ports);
	mpf_pow_ui(terms->p, terms->p, (unsigned long)j);
	mpf_set_ui(terms->q, 1);
	falling(terms->p, m + j, m + j - fewer);
	falling(terms->q, fewer, 0);
}

/* p/q = rho_c(m, j), 1 <= c <= m, without the factors common to both. */
static void hop(struct terms *terms, uint64_t m, uint64_t j, uint64_t c)
{
	uint64_t fewer = c < j + 1 ? c : j + 1;

	mpf_set_ui(terms->p, terms->ports);
	mpf_set_ui(terms->q, (unsigned long)j + 1);
	falling(terms->p, m - c + fewer, m - c);
	falling(terms->q, m + j, m + j - fewer + 1);
}

/* term = T_to from term = T_from, its neighbour. */
static void move_largest(struct terms *terms, uint64_t from, uint64_t to)
{
	uint64_t low = from < to ? from : to;
	uint64_t m = waits(terms, low), c = m - waits(terms, low + 1);

	hop(terms, m, low, c);
	if (from > to)
		mpf_swap(terms->p, terms->q);
	mpf_div(terms->p, terms->p, terms->q);
	mpf_mul(terms->term, terms->term, terms->p);
}

/* A j whose term is nearly the largest; only speed depends on how nearly. */
static uint64_t find_largest(struct terms *terms)
{
	uint64_t low = 0, high = terms->last;

	while (low < high) {
		uint64_t j = low + (high - low) / 2, m = waits(terms, j);

		hop(terms, m, j, m - waits(terms, j + 1));
		if (mpf_cmp(terms->p, terms->q) > 0)
			low = j + 1;
		else
			high = j;
	}
	return low;
}

/*
 * Whether all terms beyond T_j together are less than the sum's last bit.  To
 * be safe, 2^-32 is added to the ratio r, far more than its error, and the
 * bound on the terms' sum is doubled.
 */
static int is_last(struct terms *terms, uint64_t j, int way)
{
	uint64_t from = way == UP ? j : j - 1, m;
	uint64_t c = terms->step + (way == DOWN);

	mpf_mul_2exp(terms->ratio, terms->term, terms->bits - LOST);
	if (mpf_cmp(terms->ratio, terms->sum) > 0)
		return 0;
	m = waits(terms, from);
	if (m < c)
		return 0; /* few terms remain, and rho_c needs c <= m */
	hop(terms, m, from, c);
	if (way == DOWN)
		mpf_swap(terms->p, terms->q);
	mpf_div(terms->ratio, terms->p, terms->q);
	mpf_set_ui(terms->p, 1);
	mpf_div_2exp(terms->p, terms->p, 32);
	mpf_add(terms->ratio, terms->ratio, terms->p);
	mpf_ui_sub(terms->ratio, 1, terms->ratio);
	if (mpf_sgn(terms->ratio) <= 0)
		return 0;
	mpf_div(terms->ratio, terms->term, terms->ratio);
	mpf_mul_2exp(terms->ratio, terms->ratio, terms->bits - LOST + 1);
	return mpf_cmp(terms->ratio, terms->sum) <= 0;
}

/* Adds the terms beyond term = T_j in one direction. */
static void add_terms(struct terms *terms, uint64_t j, int way)
{
	uint64_t end = way == UP ? terms->last : 0;

	while (j != end) {
		uint64_t next = way == UP ? j + 1 : j - 1;

		if (j % 16 == 0 && is_last(terms, j, way))
			return;
		move_largest(terms, j, next);
		mpf_add(terms->sum, terms->sum, terms->term);
		j = next;
	}
}

/* mantissa = floor(value / 2^exponent), with about that many bits. */
static void cut(struct leading *x, const mpf_t value, unsigned long bits)
{
	signed long exponent;
	mpf_t scaled;

	mpf_get_d_2exp(&exponent, value);
	mpz_set_ui(x->exponent, 0);
	mpf_init2(scaled, bits + LOST);
	mpf_set(scaled, value);
	if (exponent > (signed long)bits) {
		mpz_set_ui(x->exponent, (unsigned long)exponent - bits);
		mpf_div_2exp(scaled, scaled, (unsigned long)exponent - bits);
	}
	mpz_set_f(x->mantissa, scaled);
	mpf_clear(scaled);
}

/* The relative error of the sum, from rounding and from the terms left out on
 * either side, is less than 2^-(terms->bits - LOST - 2). */
static void enclose(
	struct leading *low, struct leading *high, const struct terms *terms)
{
	unsigned long bits = terms->bits - LOST;
	mpz_t error;

	cut(low, terms->sum, bits);
	mpz_set(high->exponent, low->exponent);
	mpz_init_set(error, low->mantissa);
	mpz_fdiv_q_2exp(error, error, bits - 3);
	mpz_add_ui(error, error, 2);
	mpz_add(high->mantissa, low->mantissa, error);
	mpz_sub(low->mantissa, low->mantissa, error);
	if (mpz_sgn(low->mantissa) <= 0)
		mpz_set_ui(low->mantissa, 1); /* as G is >= 1 */
	mpz_clear(error);
}

/* *last = the last j, *step = floor(a/b), *most = m_0; 0 if they are too long
 * for words. */
static int largest_fits(const mpz_t a, const mpz_t b, const mpz_t index,
	uint64_t *last, uint64_t *step, uint64_t *most)
{
	mpz_t x;
	int result;

	mpz_init(x);
	mpz_fdiv_q(x, index, b);
	result = mpz_sizeinbase(x, 2) < GMP_NUMB_BITS - 1;
	*most = result ? number_get_u64(x) : 0;
	mpz_fdiv_q(x, index, a);
	*last = result ? number_get_u64(x) : 0;
	mpz_fdiv_q(x, a, b);
	result = result && number_fits_u64(x);
	*step = result ? number_get_u64(x) : 0;
	mpz_clear(x);
	return result;
}

/* The terms that matter lie within about sqrt(j)/2 of the largest one, times
 * the square root of the bits. */
uint64_t fibonacci_largest_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t bits)
{
	uint64_t last, step, most, terms, factors, limbs = bits / 64 + 3, cost;
	uint64_t steps;

	if (!largest_fits(a, b, index, &last, &step, &most) ||
		last > UINT32_MAX || bits > UINT32_MAX)
		return UINT64_MAX;
	terms = effort_root(last / 4) * effort_root(bits);
	terms = terms < last ? terms + 16 : last + 1;
	steps = terms + 64;
	factors = step + 2 < last ? step + 2 : last + 1;
	/* The factors of the first term and of the ratios, a division for each
	 * term, and the m_j. */
	cost = effort_product(OPERATION + LIMB_SHARE * limbs,
		effort_sum(
			least_u64(most, last), effort_product(steps, factors)));
	cost = effort_sum(
		cost, effort_product(terms, 300 + limbs * limbs * 20));
	cost = effort_sum(
		cost, effort_product(2 * steps,
			      PLACE + PLACE_LIMB * (uint64_t)mpz_size(index)));
	return cost < UINT64_C(1) << (LOST - 2) ? cost : UINT64_MAX;
}

void fibonacci_largest(struct leading *low, struct leading *high, const mpz_t a,
	const mpz_t b, unsigned long ports, const mpz_t index, uint64_t bits)
{
	struct terms terms = {.a = a, .b = b, .ports = ports, .index = index};
	uint64_t most, j;
	mpf_t start;

	largest_fits(a, b, index, &terms.last, &terms.step, &most);
	terms_init(&terms, (unsigned long)bits + LOST);
	mpf_init2(start, terms.bits);
	j = find_largest(&terms);
	binomial(&terms, waits(&terms, j), j);
	mpf_div(start, terms.p, terms.q);
	mpf_set(terms.sum, start);
	mpf_set(terms.term, start);
	add_terms(&terms, j, UP);
	mpf_swap(terms.term, start);
	add_terms(&terms, j, DOWN);
	enclose(low, high, &terms);
	mpf_clear(start);
	terms_clear(&terms);
}
