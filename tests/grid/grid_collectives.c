/* Collective operations of up to 64 processors, as all algorithms build them on
 * all systems: what is built is valid, and a wrong row is found in each. */
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
