/* Gray code and Hilbert's curve by bits; distances by trying all pairs. */
#include "model/locality/numbering.h"

#include "base/mem.h"

const char *const numbering_names[] = {"gray", "hilbert", NULL};

enum status numbering_check(
	enum numbering numbering, uint64_t n, struct err *err)
{
	int is_power = n > 0 && (n & (n - 1)) == 0;
	/* 4^k has its one bit in an even place. */
	int is_square = is_power && (n & UINT64_C(0x5555555555555555)) != 0;

	if (numbering == NUMBERING_GRAY && !is_power)
		return err_set(err, STATUS_USAGE,
			"a hypercube has 2^k nodes: 1, 2, 4, 8, ...", NULL);
	if (numbering == NUMBERING_HILBERT && !is_square)
		return err_set(err, STATUS_USAGE,
			"the curve's mesh has 4^k nodes: 1, 4, 16, 64, ...",
			NULL);
	return STATUS_OK;
}

uint64_t numbering_gray(uint64_t i)
{
	return i ^ (i >> 1);
}

/*
 * The curve of a square is four of half the side: the first mirrored at the
 * diagonal, two beyond it as they are, the last mirrored at the other diagonal.
 * From the smallest square on, one base-4 digit of i after the other says in
 * which of the four the point lies.
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

static uint32_t count_ones(uint32_t bits)
{
	uint32_t ones = 0;

	for (; bits > 0; bits &= bits - 1)
		ones++;
	return ones;
}

/* Differences of gray(i) and gray(i + d) are gray(i ^ (i + d)). */
static void gray_distances(uint32_t *distance, uint32_t n)
{
	for (uint32_t d = 0; d < n; d++) {
		distance[d] = 0;
		for (uint32_t i = 0; i + d < n; i++) {
			uint32_t carried = i ^ (i + d);
			uint32_t ones = count_ones(carried ^ (carried >> 1));

			if (ones > distance[d])
				distance[d] = ones;
		}
	}
}

struct place {
	int32_t x, y;
};

static uint32_t apart(struct place a, struct place b)
{
	int32_t x = a.x - b.x, y = a.y - b.y;

	return (uint32_t)((x < 0 ? -x : x) + (y < 0 ? -y : y));
}

static void hilbert_distances(uint32_t *distance, uint32_t n)
{
	struct place *place = mem_array(n, sizeof *place);
	uint64_t side = 1, x, y;

	while (side * side < n)
		side *= 2;
	for (uint32_t i = 0; i < n; i++) {
		numbering_hilbert(&x, &y, i, side);
		place[i] = (struct place){(int32_t)x, (int32_t)y};
	}
	for (uint32_t d = 0; d < n; d++) {
		distance[d] = 0;
		for (uint32_t i = 0; i + d < n; i++) {
			uint32_t far = apart(place[i], place[i + d]);

			if (far > distance[d])
				distance[d] = far;
		}
	}
	mem_free(place);
}

void numbering_distances(
	uint32_t *distance, enum numbering numbering, uint32_t n)
{
	if (numbering == NUMBERING_GRAY)
		gray_distances(distance, n);
	else
		hilbert_distances(distance, n);
}
