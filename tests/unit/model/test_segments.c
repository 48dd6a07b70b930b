/*
 * model/segments: for random machines, the best number of segments is compared
 * with all numbers one by one, and the bound is the least of their bounds; the
 * schedule takes the time found.  A sample of tests/grid/grid_segments.c.
 */
#include "judge/segments.h"
#include "test.h"

enum { PROBLEMS = 12, SEEDS = 3 };

/* The first seed draws a problem in which a plan for more segments takes as
 * long as the best; the last seed a machine that is slower for B/m bytes than
 * for B/m rounded up. */
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
