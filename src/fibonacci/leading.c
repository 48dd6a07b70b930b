/*
 * Leading digits of F(t) for huge t, and f(n) for huge n, without computing F.
 * A power of x has two residues: after each product one is rounded down and the
 * other up.  Coefficients are sums and products of non-negative numbers, so the
 * two enclose the true coefficients after any number of operations.
 */
#include "fibonacci/methods.h"

#include "base/mem.h"

void leading_init(struct leading *x)
{
	mpz_inits(x->mantissa, x->exponent, NULL);
}

void leading_clear(struct leading *x)
{
	mpz_clears(x->mantissa, x->exponent, NULL);
}

static void leading_of(struct leading *x, const struct residue *w)
{
	residue_sum(x->mantissa, w);
	mpz_set(x->exponent, w->exponent);
}

/* A lower and an upper bound on the residue of a power of x. */
struct enclosure {
	struct residue low, high;
};

static void enclosure_init(struct enclosure *e, size_t a, size_t b,
	unsigned long ports, uint64_t i)
{
	residue_init(&e->low, a, b, ports, i);
	residue_init_copy(&e->high, &e->low);
}

static void enclosure_copy(struct enclosure *e, const struct enclosure *from)
{
	residue_init_copy(&e->low, &from->low);
	residue_init_copy(&e->high, &from->high);
}

static void enclosure_clear(struct enclosure *e)
{
	residue_clear(&e->low);
	residue_clear(&e->high);
}

static void enclosure_round(struct enclosure *e, uint64_t bits)
{
	residue_round(&e->low, bits, RESIDUE_DOWN);
	residue_round(&e->high, bits, RESIDUE_UP);
}

static void enclosure_square(struct enclosure *e, uint64_t bits)
{
	residue_square(&e->low);
	residue_square(&e->high);
	enclosure_round(e, bits);
}

static void enclosure_mul(
	struct enclosure *e, const struct enclosure *y, uint64_t bits)
{
	residue_mul(&e->low, &y->low);
	residue_mul(&e->high, &y->high);
	enclosure_round(e, bits);
}

void fibonacci_leading(struct leading *low, struct leading *high, size_t a,
	size_t b, unsigned long ports, const mpz_t index, uint64_t bits)
{
	struct enclosure e;

	enclosure_init(&e, a, b, ports, 0);
	for (size_t i = mpz_sizeinbase(index, 2); i-- > 0;) {
		enclosure_square(&e, bits);
		if (mpz_tstbit(index, i)) {
			residue_shift(&e.low);
			residue_shift(&e.high);
		}
	}
	leading_of(low, &e.low);
	leading_of(high, &e.high);
	enclosure_clear(&e);
}

/* Whether the sum of w's coefficients is at least n. */
static int leading_reaches(const struct residue *w, const mpz_t n)
{
	size_t shift = mpz_sizeinbase(n, 2);
	mpz_t part, sum;
	int result;

	if (mpz_cmp_ui(w->exponent, shift) < 0)
		shift = mpz_get_ui(w->exponent);
	mpz_inits(part, sum, NULL);
	residue_sum(sum, w);
	mpz_cdiv_q_2exp(part, n, shift); /* 1 or more */
	result = mpz_cmp(sum, part) >= 0;
	mpz_clears(part, sum, NULL);
	return result;
}

/* A search for f(n).  Invariant: G(low) < n <= G(high).  power[i] encloses
 * x^(2^i). */
struct search {
	mpz_srcptr a, b, n;
	unsigned long ports;
	uint64_t max_bits, bits;
	mpz_t low, high;
	struct enclosure power[2 * GMP_NUMB_BITS];
	size_t powers;
};

/* Whether G(index) >= n, where e encloses x^index; low or high becomes index.
 * Only if the enclosure does not tell, G(index) is computed. */
static int decide(
	struct search *s, const struct enclosure *e, const mpz_t index)
{
	mpz_t value;
	int result = 1;

	if (mpz_cmp(index, s->low) <= 0)
		return 0;
	if (mpz_cmp(index, s->high) < 0 && !leading_reaches(&e->low, s->n)) {
		result = 0;
		if (leading_reaches(&e->high, s->n)) {
			mpz_init(value);
			fibonacci_evaluate(value, s->a, s->b, s->ports, index,
				s->max_bits);
			result = mpz_cmp(value, s->n) >= 0;
			mpz_clear(value);
		}
	}
	if (result && mpz_cmp(index, s->high) < 0)
		mpz_set(s->high, index);
	else if (!result)
		mpz_set(s->low, index);
	return result;
}

/* Encloses x, x^2, x^4, .. until n is reached. */
static void ascend(struct search *s)
{
	mpz_t index;
	size_t i = 0;

	mpz_init_set_ui(index, 1);
	enclosure_init(
		&s->power[0], mpz_get_ui(s->a), mpz_get_ui(s->b), s->ports, 1);
	while (!decide(s, &s->power[i], index)) {
		i++;
		enclosure_copy(&s->power[i], &s->power[i - 1]);
		enclosure_square(&s->power[i], s->bits);
		mpz_mul_2exp(index, index, 1);
	}
	s->powers = i + 1;
	mpz_clear(index);
}

/* Sets each bit of index, from the highest on, with which n is not reached: in
 * the end low is index, and high index + 1. */
static void descend(struct search *s)
{
	struct enclosure at, next;
	mpz_t index, sum;

	mpz_inits(index, sum, NULL);
	enclosure_init(&at, mpz_get_ui(s->a), mpz_get_ui(s->b), s->ports, 0);
	for (size_t i = s->powers - 1; i-- > 0;) {
		mpz_set(sum, index);
		mpz_setbit(sum, i);
		enclosure_copy(&next, &at);
		enclosure_mul(&next, &s->power[i], s->bits);
		if (decide(s, &next, sum)) {
			enclosure_clear(&next);
			continue;
		}
		enclosure_clear(&at);
		at = next;
		mpz_swap(index, sum);
	}
	enclosure_clear(&at);
	mpz_clears(index, sum, NULL);
}

void fibonacci_search(mpz_t index, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t n, uint64_t max_bits)
{
	struct search s = {
		.a = a, .b = b, .ports = ports, .n = n, .max_bits = max_bits};
	size_t size = mpz_sizeinbase(n, 2);

	mpz_inits(s.low, s.high, NULL);
	mpz_mul_ui(s.high, a, size); /* F(lambda ceil(log2 n)) >= n */
	s.bits = 160 + 2 * mpz_sizeinbase(s.high, 2);
	/* For a small n residues are not rounded at all. */
	if (s.bits > size / 4)
		s.bits = size + 2UL * GMP_NUMB_BITS;
	ascend(&s);
	descend(&s);
	while (s.powers-- > 0)
		enclosure_clear(&s.power[s.powers]);
	mpz_swap(index, s.high);
	mpz_clears(s.low, s.high, NULL);
}
