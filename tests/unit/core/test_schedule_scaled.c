/* core/schedule_scaled: a sample of tests/grid/grid_machine. */
#include "judge/machine.h"
#include "test.h"

int main(int argc, char **argv)
{
	struct random chance = {.seed = 5};

	test_choose(argc, argv);
	for (int i = 0; i < 40; i++)
		RUN(machine_check_problem(&chance, 12, 4));
	return test_done();
}
