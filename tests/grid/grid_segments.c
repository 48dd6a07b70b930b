/*
 * The best number of segments against all other numbers, for messages of up to
 * 4096 bytes; sizes, processors and machines are random, the longest first.
 */
#include "judge/segments.h"
#include "test.h"

enum { BYTES = 4096, LONG = 3, SHORT = 40, PROCESSORS = 64 };

int main(void)
{
	struct random chance = {.seed = 3};

	for (unsigned i = 0; i < LONG; i++)
		segments_check(
			&chance, 2 + random_below(&chance, PROCESSORS), BYTES);
	for (unsigned i = 0; i < SHORT; i++)
		segments_check(&chance, 1 + random_below(&chance, PROCESSORS),
			1 + random_below(&chance, i % 10 == 0 ? 1000 : 200));
	return test_done();
}
