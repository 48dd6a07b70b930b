/*
 * Products of windows: slots of limbs, so that sums of whole polynomials are
 * one mpn call each.  Squares of few long coefficients by Karatsuba's identity
 * on the coefficients, which needs squares only; of many, or of very long
 * ones, as one square of the polynomial's value at a power of two (Kronecker).
 */
#include "core/fibonacci_window.h"

#include <string.h>

#include "base/mem.h"

#ifndef VT
#define VT 10
#define VL 12
#define KL 40000
#endif
enum {
	VALUES_TERMS = VT,
	VALUES_LIMBS = VL,
	KRONECKER_TERMS = 20, /* always from that many coefficients on */
	KRONECKER_LIMBS = KL  /* and from that many limbs of the value on */
};

/* Bits of ceil(a/b) + 2, halved: what a square's sum can exceed the square of
 * the sum by, G(2a-1) at most, and a factor of 2 for the product by x. */
static size_t slack_bits(const struct window *w)
{
	size_t bits = 1;

	for (size_t rest = w->a / w->b + 4; rest > 0; rest /= 2)
		bits++;
	return bits / 2 + 1;
}

static size_t limbs_for(const struct window *w, size_t sum_bits)
{
	return (sum_bits + slack_bits(w) + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
}

mpz_srcptr window_coefficient(mpz_t view, const struct window *w, size_t k)
{
	mp_size_t size = (mp_size_t)w->limbs;

	return mpz_roinit_n(view, w->coef + k * w->limbs, size);
}

void window_sum(mpz_t sum, const struct window *w)
{
	size_t n = w->limbs;
	mp_limb_t *total = mpz_limbs_write(sum, (mp_size_t)n);

	memcpy(total, w->coef, n * sizeof *total);
	for (size_t k = 1; k < w->a; k++)
		mpn_add_n(total, total, w->coef + k * n, (mp_size_t)n);
	mpz_limbs_finish(sum, (mp_size_t)n);
}

static size_t sum_bits(const struct window *w)
{
	mpz_t sum;
	size_t bits;

	mpz_init(sum);
	window_sum(sum, w);
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
static void window_fit(struct window *w)
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

void window_init(struct window *w, size_t a, size_t b, uint64_t index)
{
	uint64_t *ring = mem_array(a, sizeof *ring);
	size_t low = 0, fed = a == b ? 0 : a - b; /* of x^0, of x^(a-b) */

	*w = (struct window){.a = a, .b = b};
	ring[0] = 1;
	/* The top coefficient becomes the lowest: the rest moves up. */
	for (uint64_t i = 0; i < index; i++) {
		low = low == 0 ? a - 1 : low - 1;
		fed = fed == 0 ? a - 1 : fed - 1;
		ring[fed] += ring[low];
	}
	w->limbs = limbs_for(w, WINDOW_WORD + 1);
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
	window_fit(w);
}

void window_init_copy(struct window *w, const struct window *from)
{
	*w = *from;
	w->coef = respaced(from->coef, from->a, from->limbs, from->limbs);
	mpz_init_set(w->exponent, from->exponent);
}

void window_clear(struct window *w)
{
	mem_free(w->coef);
	mpz_clear(w->exponent);
}

/*
 * The values of a polynomial of few terms at j and -j, j = 1 .. terms - 1,
 * squared, and what becomes of them: divided differences, then coefficients,
 * of the square's even and odd part as polynomials in j^2.
 */
struct points {
	size_t count, limbs; /* of each value */
	mp_limb_t *even, *odd;
};

/* value = |sum of in_i (+-j)^i|, of n + 1 limbs. */
static void evaluate(mp_limb_t *value, mp_limb_t *odd, const mp_limb_t *in,
	size_t terms, size_t n, mp_limb_t j)
{
	mp_size_t size = (mp_size_t)n + 1;
	mp_limb_t power = 1;

	memset(value, 0, (n + 1) * sizeof *value);
	memset(odd, 0, (n + 1) * sizeof *odd);
	for (size_t i = 0; i < terms; i++, power *= j) {
		mp_limb_t *sum = i % 2 ? odd : value;

		sum[n] += mpn_addmul_1(sum, in + i * n, (mp_size_t)n, power);
	}
	/* odd = |value - odd|, value = value + odd */
	mpn_add_n(value, value, odd, size);
	mpn_lshift(odd, odd, size, 1);
	if (mpn_cmp(value, odd, size) >= 0)
		mpn_sub_n(odd, value, odd, size);
	else
		mpn_sub_n(odd, odd, value, size);
}

/* The even and odd part of the square at j; constant: its value at 0. */
static void square_at(struct points *points, const mp_limb_t *constant,
	const mp_limb_t *in, size_t n, mp_limb_t j, mp_limb_t *space)
{
	mp_size_t size = (mp_size_t)points->limbs;
	mp_limb_t *even = points->even + (j - 1) * points->limbs;
	mp_limb_t *odd = points->odd + (j - 1) * points->limbs;
	mp_limb_t *plus = space, *minus = space + n + 1;

	evaluate(plus, minus, in, points->count + 1, n, j);
	mpn_sqr(even, plus, (mp_size_t)n + 1);
	mpn_sqr(odd, minus, (mp_size_t)n + 1);
	/* (even + odd) / 2 and (even - odd) / 2, from their halves' sum */
	mpn_add_n(even, even, odd, size);
	mpn_rshift(even, even, size, 1);
	mpn_sub_n(odd, even, odd, size);
	mpn_divexact_1(odd, odd, size, j);
	mpn_sub(even, even, size, constant, (mp_size_t)(2 * n));
	mpn_divexact_1(even, even, size, j * j);
}

/* Values at 1, 4, 9, .. to coefficients.  Divided differences of a polynomial
 * with coefficients >= 0 are >= 0 at points >= 0; from there on what is
 * negative passes as its residue. */
static void interpolate(mp_limb_t *value, size_t count, size_t limbs)
{
	mp_size_t size = (mp_size_t)limbs;

	for (size_t level = 1; level < count; level++)
		for (size_t i = count - 1; i >= level; i--) {
			mp_limb_t *at = value + i * limbs;
			size_t gap = level * (2 * i + 2 - level);

			mpn_sub_n(at, at, at - limbs, size);
			mpn_divexact_1(at, at, size, gap);
		}
	for (size_t level = count - 1; level-- > 0;)
		for (size_t i = level; i + 1 < count; i++) {
			mp_limb_t *at = value + i * limbs;

			mpn_submul_1(at, at + limbs, size,
				(level + 1) * (level + 1));
		}
}

/* out = in^2 from the squares of 2 terms - 1 values (Toom & Cook). */
static void square_by_values(
	mp_limb_t *out, const mp_limb_t *in, size_t terms, size_t n)
{
	size_t limbs = 2 * n + 2, count = terms - 1;
	struct points points = {.count = count, .limbs = limbs};
	mp_limb_t *space = mem_array((2 * count + 1) * limbs, sizeof *space);

	points.even = space + limbs;
	points.odd = points.even + count * limbs;
	mpn_sqr(out, in, (mp_size_t)n);
	for (size_t j = 1; j <= count; j++)
		square_at(&points, out, in, n, (mp_limb_t)j, space);
	interpolate(points.even, count, limbs);
	interpolate(points.odd, count, limbs);
	for (size_t i = 0; i < count; i++) {
		memcpy(out + (2 * i + 1) * 2 * n, points.odd + i * limbs,
			2 * n * sizeof *out);
		memcpy(out + (2 * i + 2) * 2 * n, points.even + i * limbs,
			2 * n * sizeof *out);
	}
	mem_free(space);
}

/*
 * out = in^2, terms slots of n limbs to 2 terms - 1 slots of 2n limbs, by
 *   (l + h X)^2 = l^2 + ((l + h)^2 - l^2 - h^2) X + h^2 X^2.
 * No slot carries into the next, as the sum of all terms fits n limbs.
 * space: 6n limbs a term, and 6n.
 */
static void square_terms(mp_limb_t *out, const mp_limb_t *in, size_t terms,
	size_t n, mp_limb_t *space)
{
	size_t high = terms / 2, low = terms - high;
	mp_limb_t *sum = space, *middle = space + low * n;
	mp_size_t low_size = (mp_size_t)((2 * low - 1) * 2 * n);
	mp_size_t high_size = (mp_size_t)((2 * high - 1) * 2 * n);
	mp_limb_t *out_high = out + 4 * low * n;

	if (terms == 1) {
		mpn_sqr(out, in, (mp_size_t)n);
		return;
	}
	if (terms > 2 && terms <= VALUES_TERMS && n >= VALUES_LIMBS * terms) {
		square_by_values(out, in, terms, n);
		return;
	}
	memcpy(sum, in, low * n * sizeof *sum);
	mpn_add_n(sum, sum, in + low * n, (mp_size_t)(high * n));
	square_terms(middle, sum, low, n, middle + low_size);
	square_terms(out, in, low, n, middle + low_size);
	square_terms(out_high, in + low * n, high, n, middle + low_size);
	mpn_sub_n(middle, middle, out, low_size);
	mpn_sub_n(middle, middle, out_high, high_size);
	memset(out + low_size, 0, 2 * n * sizeof *out);
	mpn_add(out + 2 * low * n, out + 2 * low * n,
		(mp_size_t)((2 * terms - 1 - low) * 2 * n), middle, low_size);
}

/* The remainder of 2a - 1 slots of n limbs, from the top: c x^d becomes
 * c x^(d-b) + c x^(d-a). */
static void reduce(mp_limb_t *coef, size_t a, size_t b, size_t n)
{
	size_t top = 2 * a - 1;

	/* b slots at a time, the topmost not depending on one another. */
	while (top > a) {
		size_t count = top - a < b ? top - a : b;
		mp_limb_t *from = coef + (top - count) * n;
		mp_size_t size = (mp_size_t)(count * n);

		mpn_add_n(from - b * n, from - b * n, from, size);
		mpn_add_n(from - a * n, from - a * n, from, size);
		top -= count;
	}
}

/* w's coefficients = the remainder of 2a - 1 slots of twice its limbs. */
static void take_product(struct window *w, mp_limb_t *product)
{
	w->limbs *= 2;
	reduce(product, w->a, w->b, w->limbs);
	mem_free(w->coef);
	w->coef = product;
	window_fit(w);
}

void window_square(struct window *w)
{
	size_t a = w->a, n = w->limbs;
	mp_limb_t *product = mem_array(4 * a * n, sizeof *product), *space;

	if (a >= KRONECKER_TERMS || a * n >= KRONECKER_LIMBS) {
		space = respaced(w->coef, a, n, 2 * n);
		mpn_sqr(product, space, (mp_size_t)(2 * a * n));
	} else {
		space = mem_array(6 * n * (a + 6), sizeof *space);
		square_terms(product, w->coef, a, n, space);
	}
	mem_free(space);
	mpz_mul_2exp(w->exponent, w->exponent, 1);
	take_product(w, product);
}

void window_mul(struct window *w, const struct window *y)
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

void window_shift(struct window *w)
{
	size_t n = w->limbs, last = w->a - 1;
	mp_limb_t *top = mem_array(n, sizeof *top);
	mp_limb_t *fed = w->coef + (w->a - w->b) * n;

	memcpy(top, w->coef + last * n, n * sizeof *top);
	memmove(w->coef + n, w->coef, last * n * sizeof *top);
	memset(w->coef, 0, n * sizeof *top);
	mpn_add_n(w->coef, w->coef, top, (mp_size_t)n);
	if (w->a > w->b)
		mpn_add_n(fed, fed, top, (mp_size_t)n);
	else
		mpn_lshift(w->coef, w->coef, (mp_size_t)n, 1);
	mem_free(top);
	window_fit(w);
}

void window_round(
	struct window *w, uint64_t bits, enum window_rounding rounding)
{
	size_t n = w->limbs, size = sum_bits(w), cut;
	mpz_t coef, view;

	if (size <= bits)
		return;
	cut = size - (size_t)bits;
	mpz_init(coef);
	for (size_t k = 0; k < w->a; k++) {
		if (rounding == WINDOW_UP)
			mpz_cdiv_q_2exp(
				coef, window_coefficient(view, w, k), cut);
		else
			mpz_fdiv_q_2exp(
				coef, window_coefficient(view, w, k), cut);
		memset(w->coef + k * n, 0, n * sizeof *w->coef);
		memcpy(w->coef + k * n, mpz_limbs_read(coef),
			mpz_size(coef) * sizeof *w->coef);
	}
	mpz_add_ui(w->exponent, w->exponent, cut);
	mpz_clear(coef);
	window_fit(w);
}
