/*
 * Squares of polynomials with few long coefficients: the polynomial is halved
 * by Karatsuba's identity, which needs only squares, and short ones are squared
 * by way of their values at small integers (Toom & Cook).  Neither needs
 * padding between the coefficients.
 * Invariant: no slot carries into the next, as the sum of all coefficients
 * fits one.
 */
#include "fibonacci/methods.h"

#include <stdint.h>
#include <string.h>

enum {
	/* Values serve for up to that many terms, so that the matrix has word
	 * entries, */
	VALUES_TERMS = GMP_NUMB_BITS >= 64 ? 11 : 7,
	VALUES_LIMBS = 12 /* and for slots of that many limbs times terms. */
};

/* The even and the odd part of the square at j = 1 .. count, without its
 * constant term; they come from its values at j and -j. */
struct points {
	size_t count, limbs; /* of each value */
	mp_limb_t *even, *odd;
};

/* value = |in(j)|, odd = |in(-j)|, both of n + 1 limbs. */
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

/* The even and the odd part of the square at j; constant: its value at 0. */
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
	mpn_sub(even, even, size, constant, (mp_size_t)(2 * n));
}

/* The interpolation matrix: coefficient i of the even part is the sum over j of
 * term[i][j - 1] times the value at j, divided by divisor; in the odd part each
 * entry is multiplied by j.  The signs in a row alternate. */
struct inverse {
	mp_limb_t divisor;
	int64_t term[VALUES_TERMS - 1][VALUES_TERMS - 1];
};

/* product = the coefficients of (x - 1) (x - 4) .. (x - c^2), the lowest first.
 */
static void multiply_roots(int64_t product[VALUES_TERMS], int64_t c)
{
	memset(product, 0, VALUES_TERMS * sizeof *product);
	product[0] = 1;
	for (int64_t k = 1; k <= c; k++)
		for (int64_t i = k; i >= 0; i--)
			product[i] = (i > 0 ? product[i - 1] : 0) -
				     k * k * product[i];
}

/*
 * For a polynomial P of degree c - 1, by Lagrange,
 *   (2c)!/2 P(x) = sum over j = 1 .. c of
 *	(-1)^(c-j) binomial(2c, c-j) j^2 P(j^2) prod over k != j of (x - k^2),
 * as prod over k != j of (j^2 - k^2) = (-1)^(c-j) (c-j)! (c+j)! / (2 j^2).
 * The value at j is j^2 P(j^2) in the even part, j P(j^2) in the odd one.
 */
static void invert(struct inverse *inverse, int64_t c)
{
	int64_t product[VALUES_TERMS], weight = 1;

	multiply_roots(product, c);
	inverse->divisor = 1;
	for (mp_limb_t k = 3; k <= 2 * (mp_limb_t)c; k++)
		inverse->divisor *= k;
	for (int64_t j = c; j >= 1; j--) {
		int64_t quotient = 0, sign = (c - j) % 2 ? -1 : 1;

		for (int64_t i = c - 1; i >= 0; i--) {
			quotient = product[i + 1] + j * j * quotient;
			inverse->term[i][j - 1] = sign * weight * quotient;
		}
		/* binomial(2c, c - j + 1) */
		weight = weight * (c + j) / (c - j + 1);
	}
}

/* sum = the row of the matrix times the values; a negative intermediate sum
 * wraps around, which does no harm. */
static void multiply_row(mp_limb_t *sum, const int64_t *row,
	const struct points *points, const mp_limb_t *value, int is_odd)
{
	mp_size_t limbs = (mp_size_t)points->limbs;
	size_t first = row[0] < 0; /* a positive entry */

	for (size_t i = 0; i < points->count; i++) {
		size_t j = i == 0 ? first : i - (i <= first);
		mp_limb_t term = (mp_limb_t)(row[j] < 0 ? -row[j] : row[j]) *
				 (is_odd ? j + 1 : 1);
		const mp_limb_t *at = value + j * points->limbs;

		if (i == 0)
			mpn_mul_1(sum, at, limbs, term);
		else if (row[j] > 0)
			mpn_addmul_1(sum, at, limbs, term);
		else
			mpn_submul_1(sum, at, limbs, term);
	}
}

/* The coefficients of the even or of the odd part from its values: every other
 * slot of out, of 2n limbs each.  The first coefficient is the value at 1 less
 * all others. */
static void interpolate(mp_limb_t *out, const struct inverse *inverse,
	const struct points *points, int is_odd, mp_limb_t *sum)
{
	mp_limb_t *value = is_odd ? points->odd : points->even;
	mp_size_t limbs = (mp_size_t)points->limbs;
	size_t size = points->limbs - 2;

	out += is_odd ? size : 2 * size;
	for (size_t i = 1; i < points->count; i++) {
		multiply_row(sum, inverse->term[i], points, value, is_odd);
		mpn_divexact_1(sum, sum, limbs, inverse->divisor);
		memcpy(out + 2 * i * size, sum, size * sizeof *out);
	}
	for (size_t i = 1; i < points->count; i++)
		mpn_sub(value, value, limbs, out + 2 * i * size,
			(mp_size_t)size);
	memcpy(out, value, size * sizeof *out);
}

/* out = in^2 from the squares of 2 terms - 1 values. */
static void square_by_values(mp_limb_t *out, const mp_limb_t *in, size_t terms,
	size_t n, mp_limb_t *space)
{
	size_t limbs = 2 * n + 2, count = terms - 1;
	struct points points = {.count = count, .limbs = limbs};
	struct inverse inverse;

	points.even = space + limbs;
	points.odd = points.even + count * limbs;
	mpn_sqr(out, in, (mp_size_t)n);
	for (size_t j = 1; j <= count; j++)
		square_at(&points, out, in, n, (mp_limb_t)j, space);
	invert(&inverse, (int64_t)count);
	interpolate(out, &inverse, &points, 1, space);
	interpolate(out, &inverse, &points, 0, space);
}

/*
 *   (l + h X)^2 = l^2 + ((l + h)^2 - l^2 - h^2) X + h^2 X^2.
 * Space: at each halving for low terms and the square of as many, and in the
 * end 2n + 2 limbs for each of 2 terms - 1 values.
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
		square_by_values(out, in, terms, n, space);
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
	return 5 * n * (terms + 4);
}
