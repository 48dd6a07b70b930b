/* Collective operations of up to 64 processors, by all algorithms on all
 * systems: each schedule is valid, and a wrong row in it is found. */
#include "judge/built.h"
#include "test.h"

int main(void)
{
	struct random chance = {.seed = 5};

	for (uint64_t n = 1; n <= 64; n++)
		for (int system = 0; system < BUILT_SYSTEMS; system++)
			built_check(n, system, &chance);
	CHECK(built_schedules > 5000 && built_wrong * 2 > built_schedules);
	return test_done();
}
