/*
 * model/locality/numbering: consecutive numbers are neighbours; the largest
 * distances against those of all pairs.
 */
#include "model/locality/locality.h"

#include "base/mem.h"
#include "test.h"

enum { SIDE_MAX = 32, NODES_MAX = 2048 };

static uint64_t gap(uint64_t x, uint64_t y)
{
	return x > y ? x - y : y - x;
}

static uint32_t apart(
	enum numbering numbering, uint64_t i, uint64_t j, uint64_t side)
{
	uint64_t bits = numbering_gray(i) ^ numbering_gray(j), x, y, u, v;
	uint32_t ones = 0;

	if (numbering == NUMBERING_HILBERT) {
		numbering_hilbert(&x, &y, i, side);
		numbering_hilbert(&u, &v, j, side);
		return (uint32_t)(gap(x, u) + gap(y, v));
	}
	for (; bits > 0; bits &= bits - 1)
		ones++;
	return ones;
}

static void check_distances(enum numbering numbering, uint32_t n, uint64_t side)
{
	uint32_t *distance = mem_array(n, sizeof *distance);

	numbering_distances(distance, numbering, n);
	CHECK(distance[0] == 0);
	CHECK(n < 2 || distance[1] == 1);
	for (uint32_t d = 0; d < n; d++) {
		uint32_t most = 0;

		for (uint32_t i = 0; i + d < n; i++) {
			uint32_t found = apart(numbering, i, i + d, side);

			if (found > most)
				most = found;
		}
		CHECK(distance[d] == most);
	}
	mem_free(distance);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	for (uint32_t n = 1; n <= NODES_MAX; n *= 2)
		RUN(check_distances(NUMBERING_GRAY, n, 0));
	for (uint32_t side = 1; side <= SIDE_MAX; side *= 2)
		RUN(check_distances(NUMBERING_HILBERT, side * side, side));
	return test_done();
}
