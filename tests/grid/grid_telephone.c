/*
 * The whole grids of the models in rounds, a minute or two: every schedule is
 * judged twice.  Prints how often odd n in the telephone model is one above the
 * bound.
 */
#include "judge/rounds.h"
#include "test.h"

static void check_odd(
	unsigned long first, unsigned long last, unsigned long most)
{
	int above =
		judge_rounds_grid(MODEL_TELEPHONE, first, last, 2, most, 1, 1);

	printf("telephone, odd n %lu to %lu, m to %lu: %d of %lu at bound + "
	       "1\n",
		first, last, most, above, ((last - first) / 2 + 1) * most);
}

/* n = 2^k + 1 is at the bound. */
static void check_powers(void)
{
	for (unsigned long n = 3; n <= 257; n = 2 * n - 1)
		judge_rounds_grid(MODEL_TELEPHONE, n, n, 1, 300, 1, 0);
}

int main(void)
{
	judge_rounds_grid(MODEL_TELEPHONE, 2, 130, 2, 40, 1, 0);
	judge_rounds_grid(MODEL_SENDRECV, 1, 129, 1, 40, 1, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 1, 80, 1, 64, 1, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 82, 130, 2, 64, 3, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 81, 999, 34, 64, 7, 0);
	check_powers();
	check_odd(3, 65, 200);
	check_odd(67, 129, 200);
	judge_rounds_grid(MODEL_TELEPHONE, 131, 1001, 30, 400, 133, 1);
	return test_done();
}
