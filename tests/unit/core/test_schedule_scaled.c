/* core/schedule_scaled: a sample of tests/grid/grid_machine. */
#include "judge/machine.h"
#include "test.h"

int main(void)
{
	struct random chance = {.seed = 5};

	for (int i = 0; i < 40; i++)
		machine_check_problem(&chance, 12, 4);
	return test_done();
}
