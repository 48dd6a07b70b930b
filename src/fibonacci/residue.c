/*
 * Products of residues.  Coefficients are slots of limbs of one size, so that
 * whole polynomials are added by one mpn call.  Polynomials of many
 * coefficients are multiplied as single numbers, their values at a power of two
 * (Kronecker).
 */
#include "fibonacci/methods.h"

#include <string.h>

#include "base/mem.h"

enum {
	KRONECKER_TERMS = 20, /* the least to multiply as one number */
	SHORT = 1 << 10	      /* limbs that are cheap to reserve four times */
};

/* The bits that a slot needs beyond those of the sum of the coefficients:
 * half those of ports (ceil(a/b) + 2), as the sum of the square exceeds the
 * square of the sum by a factor of at most G(2a-1), and those of ports + 1 for
 * the product by x. */
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

/* The bits of the sum of count slots of n limbs; sum: n limbs of room. */
static size_t sum_bits(
	mp_limb_t *sum, const mp_limb_t *coef, size_t count, size_t n)
{
	mp_size_t size = (mp_size_t)n;

	memcpy(sum, coef, n * sizeof *sum);
	for (size_t k = 1; k < count; k++)
		mpn_add_n(sum, sum, coef + k * n, size);
	while (size > 0 && sum[size - 1] == 0)
		size--;
	return size > 0 ? mpn_sizeinbase(sum, size, 2) : 0;
}

/* Room for that many limbs, with undefined contents.  Residues grow while they
 * are squared, so short ones get more than they need. */
static mp_limb_t *reserve(struct residue_space *space, size_t limbs)
{
	if (limbs <= space->room)
		return space->limb;
	mem_free(space->limb);
	space->room = limbs < SHORT ? 4 * limbs : limbs;
	space->limb = mem_resize(NULL, space->room, sizeof *space->limb);
	return space->limb;
}

/* Copies count slots of from limbs each to slots of to limbs each, cut off or
 * padded with zeros. */
static void respace(mp_limb_t *copy, size_t to, const mp_limb_t *coef,
	size_t from, size_t count)
{
	size_t size = from < to ? from : to;

	for (size_t k = 0; k < count; k++, copy += to, coef += from) {
		memcpy(copy, coef, size * sizeof *copy);
		memset(copy + size, 0, (to - size) * sizeof *copy);
	}
}

/* Copies coefficients in slots of n limbs to w, in slots of the size that the
 * invariant demands; sum: n limbs of room. */
static void take(
	struct residue *w, const mp_limb_t *coef, size_t n, mp_limb_t *sum)
{
	w->limbs = limbs_for(w, sum_bits(sum, coef, w->a, n));
	w->coef = reserve(&w->kept, w->a * w->limbs);
	respace(w->coef, w->limbs, coef, n, w->a);
}

/* Resizes the slots as the invariant demands. */
static void residue_fit(struct residue *w)
{
	size_t n = w->limbs;
	mp_limb_t *copy = reserve(&w->work, (w->a + 1) * n);

	if (limbs_for(w, sum_bits(copy, w->coef, w->a, n)) == n)
		return;
	memcpy(copy, w->coef, w->a * n * sizeof *copy);
	take(w, copy, n, copy + w->a * n);
}

void residue_init(struct residue *w, size_t a, size_t b, unsigned long ports,
	uint64_t index)
{
	uint64_t *ring = mem_array(a, sizeof *ring), top;
	size_t low = 0, fed = a == b ? 0 : a - b; /* slots of x^0, x^(a-b) */

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
	w->coef = reserve(&w->kept, a * w->limbs);
	memset(w->coef, 0, a * w->limbs * sizeof *w->coef);
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
	w->kept = w->work = (struct residue_space){0};
	w->coef = reserve(&w->kept, w->a * w->limbs);
	memcpy(w->coef, from->coef, w->a * w->limbs * sizeof *w->coef);
	mpz_init_set(w->exponent, from->exponent);
}

void residue_clear(struct residue *w)
{
	mem_free(w->kept.limb);
	mem_free(w->work.limb);
	mpz_clear(w->exponent);
}

/* to += ports from, without a carry out of the size limbs. */
static void add_times(mp_limb_t *to, const mp_limb_t *from, mp_size_t size,
	unsigned long ports)
{
	if (ports == 1)
		mpn_add_n(to, to, from, size);
	else
		mpn_addmul_1(to, from, size, ports);
}

/* Reduces a polynomial of 2a - 1 slots of n limbs to its remainder in the lower
 * a slots: from the top on, c x^d becomes c x^(d-b) + ports c x^(d-a). */
static void reduce(
	mp_limb_t *coef, size_t a, size_t b, unsigned long ports, size_t n)
{
	size_t top = 2 * a - 1;

	/* b slots at a time: the topmost b do not add to one another. */
	while (top > a) {
		size_t count = top - a < b ? top - a : b;
		mp_limb_t *from = coef + (top - count) * n;
		mp_size_t size = (mp_size_t)(count * n);

		mpn_add_n(from - b * n, from - b * n, from, size);
		add_times(from - a * n, from, size, ports);
		top -= count;
	}
}

/* w's coefficients = the remainder of a product of 2a - 1 slots of n limbs,
 * which is overwritten and has n limbs of room behind it. */
static void take_product(struct residue *w, mp_limb_t *product, size_t n)
{
	reduce(product, w->a, w->b, w->ports, n);
	take(w, product, n, product + (2 * w->a - 1) * n);
}

void residue_square(struct residue *w)
{
	size_t a = w->a, n = w->limbs;
	size_t room = a >= KRONECKER_TERMS ? 2 * a * n : square_space(a, n);
	mp_limb_t *product = reserve(&w->work, 4 * a * n + room);
	mp_limb_t *space = product + 4 * a * n;

	if (a >= KRONECKER_TERMS) {
		respace(space, 2 * n, w->coef, n, a);
		mpn_sqr(product, space, (mp_size_t)(2 * a * n));
	} else {
		square_terms(product, w->coef, a, n, space);
	}
	mpz_mul_2exp(w->exponent, w->exponent, 1);
	take_product(w, product, 2 * n);
}

void residue_mul(struct residue *w, const struct residue *y)
{
	size_t a = w->a, n = w->limbs > y->limbs ? w->limbs : y->limbs;
	mp_limb_t *product = reserve(&w->work, 8 * a * n);
	mp_limb_t *left = product + 4 * a * n, *right = left + 2 * a * n;

	respace(left, 2 * n, w->coef, w->limbs, a);
	respace(right, 2 * n, y->coef, y->limbs, a);
	mpn_mul_n(product, left, right, (mp_size_t)(2 * a * n));
	mpz_add(w->exponent, w->exponent, y->exponent);
	take_product(w, product, 2 * n);
}

void residue_shift(struct residue *w)
{
	size_t n = w->limbs, last = w->a - 1;
	mp_limb_t *top = reserve(&w->work, n);
	mp_limb_t *fed = w->coef + (w->a - w->b) * n;

	memcpy(top, w->coef + last * n, n * sizeof *top);
	memmove(w->coef + n, w->coef, last * n * sizeof *top);
	memset(w->coef, 0, n * sizeof *top);
	add_times(w->coef, top, (mp_size_t)n, w->ports);
	mpn_add_n(fed, fed, top, (mp_size_t)n);
	residue_fit(w);
}

void residue_round(
	struct residue *w, uint64_t bits, enum residue_rounding rounding)
{
	size_t n = w->limbs, cut;
	size_t size = sum_bits(reserve(&w->work, n), w->coef, w->a, n);
	mpz_t coef, view;

	if (size <= bits)
		return;
	cut = size - (size_t)bits;
	mpz_init(coef);
	for (size_t k = 0; k < w->a; k++) {
		residue_coefficient(view, w, k);
		if (rounding == RESIDUE_UP)
			mpz_cdiv_q_2exp(coef, view, cut);
		else
			mpz_fdiv_q_2exp(coef, view, cut);
		memset(w->coef + k * n, 0, n * sizeof *w->coef);
		memcpy(w->coef + k * n, mpz_limbs_read(coef),
			mpz_size(coef) * sizeof *w->coef);
	}
	mpz_add_ui(w->exponent, w->exponent, cut);
	mpz_clear(coef);
	residue_fit(w);
}
