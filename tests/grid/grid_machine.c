/* Every algorithm's schedule on random machines is valid by the machine model's
 * checker, and takes as long as compare says. */
#include "judge/machine.h"
#include "test.h"

int main(void)
{
	struct random chance = {.seed = 1};

	for (int i = 0; i < 1000; i++)
		machine_check_problem(&chance, 40, 12);
	return test_done();
}
