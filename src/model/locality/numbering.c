/* The Gray code and the Hilbert curve by bits, and the largest distances, each
 * found digit by digit. */
#include "model/locality/locality.h"

#include "base/mem.h"
#include "number/number.h"

const char *const numbering_names[] = {"gray", "hilbert", NULL};

enum status numbering_check(
	enum numbering numbering, uint64_t n, struct err *err)
{
	int is_power = n > 0 && (n & (n - 1)) == 0;
	/* 4^k has its one bit in an even place. */
	int is_square = is_power && (n & UINT64_C(0x5555555555555555)) != 0;

	if (numbering == NUMBERING_GRAY && !is_power)
		return err_usage(err, ERR_TEXT, ERR_OWN, number_u64_text(n),
			" is not 2^k, as a hypercube needs: 1, 2, 4, 8, ...");
	if (numbering == NUMBERING_HILBERT && !is_square)
		return err_usage(err, ERR_TEXT, ERR_OWN, number_u64_text(n),
			" is not 4^k, as the mesh of the curve needs: 1, 4, "
			"16, 64, ...");
	return STATUS_OK;
}

uint64_t numbering_gray(uint64_t i)
{
	return i ^ (i >> 1);
}

/*
 * The curve of a square consists of four curves of half the side: the first is
 * mirrored in the diagonal, the next two are unchanged, and the last is
 * mirrored in the other diagonal.  From the smallest square on, each base-4
 * digit of i says in which of the four the point lies.
 */
void numbering_hilbert(uint64_t *x, uint64_t *y, uint64_t i, uint64_t side)
{
	uint64_t u = 0, v = 0;

	for (uint64_t half = 1; half < side; half *= 2, i /= 4) {
		uint64_t across = u;

		if (i % 4 == 0) {
			u = v;
			v = across;
		} else if (i % 4 == 3) {
			u = 2 * half - 1 - v;
			v = half - 1 - across;
		} else {
			u += i % 4 == 2 ? half : 0;
			v += half;
		}
	}
	*x = u;
	*y = v;
}

/* Less than any distance, even after a few distances are added. */
enum { NONE = -(1 << 24) };

static void raise_to(int32_t *most, int32_t value)
{
	if (value > *most)
		*most = value;
}

/*
 * The largest distance of gray(i) and gray(i + d).  They differ in the bits of
 * gray(x), x = i ^ (i + d), of which as many are 1 as x has changes from one
 * bit to the next.  A bit of x is the exclusive or of the bit of d and the
 * carry.  Where these two are equal the carry stays as it is; otherwise the
 * next carry depends on the bit of i.  most[c]: the most changes so far with
 * carry c.
 */
static uint32_t gray_distance(uint32_t d, uint32_t n)
{
	int32_t most[2] = {0, NONE};

	for (; n > 1; n /= 2, d /= 2) {
		int32_t next[2] = {NONE, NONE};

		for (uint32_t from = 0; from < 2; from++)
			for (uint32_t to = 0; to < 2; to++) {
				uint32_t bit = (d & 1) ^ from;
				uint32_t above = (d >> 1 & 1) ^ to;

				if (bit == 1 || from == to)
					raise_to(&next[to],
						most[from] + (bit != above));
			}
		most[0] = next[0];
		most[1] = next[1];
	}
	return (uint32_t)most[0]; /* no carry past i + d < n */
}

/*
 * A distance |dx| + |dy| is the greatest of p·(dx, dy) over the four vectors
 * p = (+-1, +-1).  A point of the curve of side 2h is an offset, given by its
 * highest base-4 digit, plus a point of the curve of side h, possibly mirrored
 * in a diagonal; so its product with p is a constant plus the product of the
 * latter point with some p'.  Hence most[e][carry][p][q] = max of p·point(j) -
 * q·point(i) over all i + e = j + 4^l carry with i, e, j below 4^l follows from
 * the same for side h: O(n) in all.
 */
struct pairs {
	int32_t most[2][4][4];
};

/* p·(x, y); bit 0 of p says whether x is negated, bit 1 whether y is. */
static int32_t signed_sum(unsigned p, int32_t x, int32_t y)
{
	return (p & 1 ? -x : x) + (p & 2 ? -y : y);
}

/* p times a digit's point, offset and mirrored, is a constant plus the returned
 * p' times the point itself. */
static unsigned mirror(
	int32_t *constant, unsigned p, unsigned digit, int32_t half)
{
	unsigned swapped = (p & 1) << 1 | p >> 1;

	switch (digit) {
	case 0:
		*constant = 0;
		return swapped;
	case 1:
		*constant = signed_sum(p, 0, half);
		return p;
	case 2:
		*constant = signed_sum(p, half, half);
		return p;
	default:
		*constant = signed_sum(p, 2 * half - 1, half - 1);
		return swapped ^ 3;
	}
}

/* Extends the pairs of a difference, low, to the difference with the digit top
 * before it. */
static void extend(struct pairs *pairs, const struct pairs *low, unsigned top,
	unsigned p, unsigned q, int32_t half)
{
	int32_t first, second;

	pairs->most[0][p][q] = pairs->most[1][p][q] = NONE;
	for (unsigned digit = 0; digit < 4; digit++)
		for (unsigned carry = 0; carry < 2; carry++) {
			unsigned sum = digit + top + carry;
			unsigned to = mirror(&first, p, sum % 4, half);
			unsigned from = mirror(&second, q, digit, half);

			raise_to(&pairs->most[sum / 4][p][q],
				low->most[carry][to][from] + first - second);
		}
}

static void hilbert_distances(uint32_t *distance, uint32_t n)
{
	struct pairs *pairs = mem_array(n, sizeof *pairs), low;
	int32_t half = 1;

	for (unsigned p = 0; p < 16; p++)
		pairs[0].most[1][p / 4][p % 4] = NONE;
	for (uint32_t size = 1; size < n; size *= 4, half *= 2)
		for (uint32_t e = 0; e < size; e++) {
			low = pairs[e];
			for (unsigned k = 0; k < 4 * 16; k++)
				extend(&pairs[e + k / 16 * size], &low, k / 16,
					k / 4 % 4, k % 4, half);
		}
	for (uint32_t d = 0; d < n; d++) {
		int32_t most = 0;

		for (unsigned p = 0; p < 4; p++)
			raise_to(&most, pairs[d].most[0][p][p]);
		distance[d] = (uint32_t)most;
	}
	mem_free(pairs);
}

void numbering_distances(
	uint32_t *distance, enum numbering numbering, uint32_t n)
{
	if (numbering == NUMBERING_HILBERT)
		hilbert_distances(distance, n);
	else
		for (uint32_t d = 0; d < n; d++)
			distance[d] = gray_distance(d, n);
}
