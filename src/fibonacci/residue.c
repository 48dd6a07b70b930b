/*
 * Products of residues: slots of limbs, so that sums of whole polynomials are
 * one mpn call each.  Many coefficients are multiplied as one number, the
 * polynomial's value at a power of two (Kronecker).
 */
#include "fibonacci/methods.h"

#include <string.h>

#include "base/mem.h"

enum { KRONECKER_TERMS = 20 /* from that many coefficients on, as a number */ };

/* Bits of ports (ceil(a/b) + 2), halved: what a square's sum can exceed the
 * square of the sum by, G(2a-1) at most, and a factor of ports + 1 for the
 * product by x. */
static size_t slack_bits(const struct residue *w)
{
	size_t bits = 1;

	for (size_t rest = (w->a / w->b + 4) * w->ports; rest > 0; rest /= 2)
		bits++;
	return bits / 2 + (size_t)effort_log(w->ports);
}

static size_t limbs_for(const struct residue *w, size_t sum_bits)
{
	return (sum_bits + slack_bits(w) + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
}

mpz_srcptr residue_coefficient(mpz_t view, const struct residue *w, size_t k)
{
	mp_size_t size = (mp_size_t)w->limbs;

	return mpz_roinit_n(view, w->coef + k * w->limbs, size);
}

void residue_sum(mpz_t sum, const struct residue *w)
{
	size_t n = w->limbs;
	mp_limb_t *total = mpz_limbs_write(sum, (mp_size_t)n);

	memcpy(total, w->coef, n * sizeof *total);
	for (size_t k = 1; k < w->a; k++)
		mpn_add_n(total, total, w->coef + k * n, (mp_size_t)n);
	mpz_limbs_finish(sum, (mp_size_t)n);
}

static size_t sum_bits(const struct residue *w)
{
	mpz_t sum;
	size_t bits;

	mpz_init(sum);
	residue_sum(sum, w);
	bits = mpz_sizeinbase(sum, 2);
	mpz_clear(sum);
	return bits;
}

/* A copy of count slots of from limbs as slots of to limbs, cut or padded. */
static mp_limb_t *respaced(
	const mp_limb_t *coef, size_t count, size_t from, size_t to)
{
	mp_limb_t *copy = mem_array(count, to * sizeof *copy);
	size_t size = (from < to ? from : to) * sizeof *copy;

	for (size_t k = 0; k < count; k++)
		memcpy(copy + k * to, coef + k * from, size);
	return copy;
}

/* Gives the slots the size that the invariant asks for. */
static void residue_fit(struct residue *w)
{
	size_t limbs = limbs_for(w, sum_bits(w));
	mp_limb_t *fitted;

	if (limbs == w->limbs)
		return;
	fitted = respaced(w->coef, w->a, w->limbs, limbs);
	mem_free(w->coef);
	w->coef = fitted;
	w->limbs = limbs;
}

void residue_init(struct residue *w, size_t a, size_t b, unsigned long ports,
	uint64_t index)
{
	uint64_t *ring = mem_array(a, sizeof *ring), top;
	size_t low = 0, fed = a == b ? 0 : a - b; /* of x^0, of x^(a-b) */

	*w = (struct residue){.a = a, .b = b, .ports = ports};
	ring[0] = 1;
	/* The top coefficient becomes the lowest: the rest moves up. */
	for (uint64_t i = 0; i < index; i++) {
		low = low == 0 ? a - 1 : low - 1;
		fed = fed == 0 ? a - 1 : fed - 1;
		top = ring[low];
		ring[low] = ports * top;
		ring[fed] += top;
	}
	w->limbs = limbs_for(w, RESIDUE_WORD + 1);
	w->coef = mem_array(a * w->limbs, sizeof *w->coef);
	mpz_init(w->exponent);
	for (size_t k = 0; k < a; k++) {
		uint64_t word = ring[(low + k) % a];

		for (size_t i = 0; i < w->limbs && word > 0; i++) {
			w->coef[k * w->limbs + i] = (mp_limb_t)word;
			word = word >> (GMP_NUMB_BITS - 1) >> 1;
		}
	}
	mem_free(ring);
	residue_fit(w);
}

void residue_init_copy(struct residue *w, const struct residue *from)
{
	*w = *from;
	w->coef = respaced(from->coef, from->a, from->limbs, from->limbs);
	mpz_init_set(w->exponent, from->exponent);
}

void residue_clear(struct residue *w)
{
	mem_free(w->coef);
	mpz_clear(w->exponent);
}

/* to += ports from; nothing is carried out of size limbs. */
static void add_times(mp_limb_t *to, const mp_limb_t *from, mp_size_t size,
	unsigned long ports)
{
	if (ports == 1)
		mpn_add_n(to, to, from, size);
	else
		mpn_addmul_1(to, from, size, ports);
}

/* The remainder of 2a - 1 slots of n limbs, from the top: c x^d becomes
 * c x^(d-b) + ports c x^(d-a). */
static void reduce(
	mp_limb_t *coef, size_t a, size_t b, unsigned long ports, size_t n)
{
	size_t top = 2 * a - 1;

	/* b slots at a time, the topmost not depending on one another. */
	while (top > a) {
		size_t count = top - a < b ? top - a : b;
		mp_limb_t *from = coef + (top - count) * n;
		mp_size_t size = (mp_size_t)(count * n);

		mpn_add_n(from - b * n, from - b * n, from, size);
		add_times(from - a * n, from, size, ports);
		top -= count;
	}
}

/* w's coefficients = the remainder of 2a - 1 slots of twice its limbs. */
static void take_product(struct residue *w, mp_limb_t *product)
{
	w->limbs *= 2;
	reduce(product, w->a, w->b, w->ports, w->limbs);
	mem_free(w->coef);
	w->coef = product;
	residue_fit(w);
}

void residue_square(struct residue *w)
{
	size_t a = w->a, n = w->limbs;
	mp_limb_t *product = mem_array(4 * a * n, sizeof *product), *space;

	if (a >= KRONECKER_TERMS) {
		space = respaced(w->coef, a, n, 2 * n);
		mpn_sqr(product, space, (mp_size_t)(2 * a * n));
	} else {
		space = mem_array(square_space(a, n), sizeof *space);
		square_terms(product, w->coef, a, n, space);
	}
	mem_free(space);
	mpz_mul_2exp(w->exponent, w->exponent, 1);
	take_product(w, product);
}

void residue_mul(struct residue *w, const struct residue *y)
{
	size_t a = w->a, n = w->limbs > y->limbs ? w->limbs : y->limbs;
	mp_limb_t *product = mem_array(4 * a * n, sizeof *product);
	mp_limb_t *left = respaced(w->coef, a, w->limbs, 2 * n);
	mp_limb_t *right = respaced(y->coef, a, y->limbs, 2 * n);

	mpn_mul_n(product, left, right, (mp_size_t)(2 * a * n));
	mem_free(left);
	mem_free(right);
	mpz_add(w->exponent, w->exponent, y->exponent);
	w->limbs = n;
	take_product(w, product);
}

void residue_shift(struct residue *w)
{
	size_t n = w->limbs, last = w->a - 1;
	mp_limb_t *top = mem_array(n, sizeof *top);
	mp_limb_t *fed = w->coef + (w->a - w->b) * n;

	memcpy(top, w->coef + last * n, n * sizeof *top);
	memmove(w->coef + n, w->coef, last * n * sizeof *top);
	memset(w->coef, 0, n * sizeof *top);
	add_times(w->coef, top, (mp_size_t)n, w->ports);
	mpn_add_n(fed, fed, top, (mp_size_t)n);
	mem_free(top);
	residue_fit(w);
}

void residue_round(
	struct residue *w, uint64_t bits, enum residue_rounding rounding)
{
	size_t n = w->limbs, size = sum_bits(w), cut;
	mpz_t coef, view;

	if (size <= bits)
		return;
	cut = size - (size_t)bits;
	mpz_init(coef);
	for (size_t k = 0; k < w->a; k++) {
		if (rounding == RESIDUE_UP)
			mpz_cdiv_q_2exp(
				coef, residue_coefficient(view, w, k), cut);
		else
			mpz_fdiv_q_2exp(
				coef, residue_coefficient(view, w, k), cut);
		memset(w->coef + k * n, 0, n * sizeof *w->coef);
		memcpy(w->coef + k * n, mpz_limbs_read(coef),
			mpz_size(coef) * sizeof *w->coef);
	}
	mpz_add_ui(w->exponent, w->exponent, cut);
	mpz_clear(coef);
	residue_fit(w);
}
