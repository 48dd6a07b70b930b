/*
 * model/segments: the best number of segments, against all of them one by one,
 * for random machines, a sample of tests/grid/grid_segments.c; no segmentation
 * is below its bound, one is at it.
 */
#include "judge/segments.h"
#include "test.h"

enum { PROBLEMS = 12 };

int main(int argc, char **argv)
{
	struct random chance = {.seed = 11};

	test_choose(argc, argv);
	for (unsigned i = 0; i < PROBLEMS; i++) {
		uint32_t bytes =
			1 + random_below(&chance, i % 4 == 0 ? 100 : 20);
		uint32_t processors = 1 + random_below(&chance, 20);

		RUN(segments_check(&chance, processors, bytes));
	}
	return test_done();
}
