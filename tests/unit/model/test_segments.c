/*
 * model/segments: the best number of segments, against all of them one by one,
 * for random machines, a sample of tests/grid/grid_segments.c; no segmentation
 * is below its bound, one is at it; what is found has the time that is said.
 */
#include "judge/segments.h"
#include "test.h"

enum { PROBLEMS = 12, SEEDS = 3 };

/* The first draws a problem in which a plan for more segments takes as long as
 * what is best; the last a machine that is slower for B/m bytes than for as
 * many rounded up. */
static const uint64_t seeds[SEEDS] = {11, 1, 36};

int main(int argc, char **argv)
{
	struct random chance = {0};

	test_choose(argc, argv);
	for (unsigned i = 0; i < SEEDS * PROBLEMS; i++) {
		uint32_t processors, bytes;

		if (i % PROBLEMS == 0)
			chance = (struct random){.seed = seeds[i / PROBLEMS]};
		processors = 1 + random_below(&chance, 20);
		bytes = 1 + random_below(&chance, i % 4 == 0 ? 100 : 20);
		RUN(segments_check(&chance, processors, bytes));
	}
	return test_done();
}
