/* Computes T_lb from its sum, and lets check/check judge schedules in both
 * models. */
#include "judge/optimum.h"

#include "test.h"

unsigned long judge_optimum_bound(
	unsigned long P, unsigned long k, unsigned long L)
{
	unsigned long f[32768] = {0}, sum = 0, s = 0;

	while (sum < k * (P - 1)) {
		s++;
		f[s] = s <= L ? 1 : f[s - 1] + f[s - L];
		if (f[s] > P)
			f[s] = P;
		sum += f[s] < P - 1 ? f[s] : P - 1;
	}
	return P == 1 ? 0 : s + L;
}

long judge_optimum_schedule(struct optimum *optimum, enum model model)
{
	struct schedule *schedule;
	struct check check;
	struct err err;
	long finish = -1;

	if (search_open(&schedule, &optimum->search, &err) != STATUS_OK)
		return -1;
	if (schedule->header.model == MODEL_LOGP &&
		schedule->header.has_finish) {
		schedule->header.model = model;
		if (check_schedule(&check, schedule, (uint64_t)1 << 30, &err) ==
				STATUS_OK &&
			check.violations == 0 && check.unit == 1 &&
			check.finish == schedule->header.finish)
			finish = (long)check.finish;
	}
	schedule_close(schedule);
	return finish;
}

int judge_optimum_ends(struct optimum *optimum)
{
	struct schedule *schedule;
	struct check check;
	struct err err;
	mpq_t finish;
	int is_right = 0;

	if (search_open(&schedule, &optimum->search, &err) != STATUS_OK)
		return 0;
	mpq_init(finish);
	if (check_schedule(&check, schedule, (uint64_t)1 << 30, &err) ==
			STATUS_OK &&
		check.violations == 0) {
		mpq_set_ui(finish, (unsigned long)check.finish, 1);
		mpz_set_ui(mpq_denref(finish), (unsigned long)check.unit);
		mpq_canonicalize(finish);
		is_right = mpq_equal(finish, optimum->upper);
	}
	schedule_close(schedule);
	mpq_clear(finish);
	return is_right;
}

enum status judge_optimum_init(struct optimum *optimum, unsigned long P,
	unsigned long k, unsigned long L, uint64_t max_bits)
{
	const struct algorithm_options usual = {0};
	struct err err;

	return optimum_init(
		optimum, test_problem_words(P, k, L, max_bits), &usual, &err);
}

long judge_optimum_solve(unsigned long P, unsigned long k, unsigned long L,
	enum model model, uint64_t work)
{
	struct optimum optimum;
	long steps = -1;

	if (judge_optimum_init(&optimum, P, k, L, (uint64_t)1 << 33) ==
			STATUS_OK &&
		search_advance(&optimum.search, work) == SEARCH_FOUND &&
		mpq_equal(optimum.lower, optimum.upper) &&
		mpq_cmp_ui(optimum.lower,
			judge_optimum_bound(P, k, L) - (P > 1), 1) == 0) {
		steps = (long)mpz_get_ui(mpq_numref(optimum.lower)) + (P > 1);
		if (judge_optimum_schedule(&optimum, model) != steps - (P > 1))
			steps = -1;
	}
	optimum_clear(&optimum);
	return steps;
}

static long judge_steady_schedule(struct steady *steady, unsigned long P,
	unsigned long k, unsigned long L)
{
	struct schedule_header header = {.model = MODEL_LOGP,
		.processors = P,
		.messages = k,
		.unit = 1,
		.latency = L};
	struct schedule *schedule = steady_open(&header, steady);
	struct check check;
	struct err err;
	long steps = -1;

	if (check_schedule(&check, schedule, (uint64_t)1 << 32, &err) ==
			STATUS_OK &&
		check.violations == 0 && check.redundant == 0 &&
		check.finish == schedule->header.finish)
		steps = (long)check.finish + 1;
	schedule_close(schedule);
	return steps;
}

long judge_steady_steps(
	unsigned long P, unsigned long k, unsigned long L, uint64_t work)
{
	struct steady steady;
	int is_found = 0;
	long steps = 0;

	if (!steady_init(&steady, P, L, k, (uint64_t)1 << 32))
		return -1;
	while (!is_found && steady.work < work)
		is_found = steady_try(&steady);
	if (is_found)
		steps = judge_steady_schedule(&steady, P, k, L);
	steady_clear(&steady);
	return steps;
}
