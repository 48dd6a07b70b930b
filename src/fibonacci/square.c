/*
 * Squares of polynomials with few long coefficients: halved by Karatsuba's
 * identity, which needs squares only, and in the end by values at small
 * integers (Toom & Cook).  Neither needs padding between the coefficients.
 * Invariant: no slot carries into the next, as the sum of all coefficients
 * fits one.
 */
#include "fibonacci/square.h"

#include <string.h>

#include "base/mem.h"

enum {
	VALUES_TERMS = 10, /* by values up to that many terms, */
	VALUES_LIMBS = 12  /* if they are that long a term of theirs */
};

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

/* value / divisor, which is whole; a power of two takes a shift. */
static void divide_exact(mp_limb_t *value, mp_size_t size, mp_limb_t divisor)
{
	unsigned bits = 0;

	while (divisor >> bits > 1)
		bits++;
	if (divisor != (mp_limb_t)1 << bits)
		mpn_divexact_1(value, value, size, divisor);
	else if (bits > 0)
		mpn_rshift(value, value, size, bits);
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
	divide_exact(odd, size, j);
	mpn_sub(even, even, size, constant, (mp_size_t)(2 * n));
	divide_exact(even, size, j * j);
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
			divide_exact(at, size, gap);
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
 *   (l + h X)^2 = l^2 + ((l + h)^2 - l^2 - h^2) X + h^2 X^2.
 * No slot carries into the next, as the sum of all terms fits n limbs.
 * space: 6n limbs a term, and 6n.
 */
void square_terms(mp_limb_t *out, const mp_limb_t *in, size_t terms, size_t n,
	mp_limb_t *space)
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

size_t square_space(size_t terms, size_t n)
{
	return 6 * n * (terms + 6);
}
