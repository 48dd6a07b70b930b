/* Collective operations of few processors, as all algorithms build them. */
#include "base/mem.h"
#include "judge/built.h"
#include "test.h"

static void test_built(void)
{
	struct random chance = {.seed = 31};

	for (uint64_t n = 1; n <= 17; n++)
		for (int system = 0; system < BUILT_SYSTEMS; system++)
			built_check(n, system, &chance);
	CHECK(built_schedules > 1500 && built_wrong * 2 > built_schedules);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_built());
	return test_done();
}
