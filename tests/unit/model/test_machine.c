/*
 * model/machine: the times of all algorithms are those of their schedules, for
 * random machines.
 */
#include "judge/segments.h"
#include "test.h"

enum { PROBLEMS = 60 };

int main(int argc, char **argv)
{
	struct random chance = {.seed = 5};

	test_choose(argc, argv);
	for (unsigned i = 0; i < PROBLEMS; i++) {
		uint32_t processors = 1 + random_below(&chance, 24);
		uint32_t messages = 1 + random_below(&chance, 12);

		RUN(segments_check_choices(&chance, processors, messages));
	}
	return test_done();
}
