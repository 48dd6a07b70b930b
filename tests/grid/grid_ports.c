/*
 * Schedules on 1 to 4 ports for up to 64 processors are valid by check/check. A
 * broadcast, a reduction, a census, a barrier or a scan of one message takes
 * the time of F's recurrence, computed value by value; with several messages
 * every algorithm that has them does not end before the lower bound. grid_ports
 * [N]: up to N processors.
 */
#include <stdlib.h>

#include "check/check.h"
#include "judge/ports.h"
#include "model/algorithm.h"
#include "model/bounds.h"
#include "number/number.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 30;

static struct err err;

static const struct {
	unsigned long a, b;
} latencies[] = {
	{1, 1}, {2, 1}, {3, 1}, {8, 1}, {3, 2}, {5, 2}, {7, 3}, {9, 4}};

/* finish = the schedule's, which check must find valid.  Closes the schedule.
 */
static void judge(mpq_t finish, struct schedule *schedule, const char *name,
	const struct problem *problem)
{
	struct check check;

	CHECK(check_schedule(&check, schedule, BITS, &err) == STATUS_OK);
	schedule_close(schedule);
	CHECK_FOR(check.violations == 0, "%s n=%lu m=%lu l=%lu/%lu k=%lu", name,
		mpz_get_ui(problem->n), mpz_get_ui(problem->m),
		mpz_get_ui(mpq_numref(problem->lambda)),
		mpz_get_ui(mpq_denref(problem->lambda)), problem->ports);
	number_set_ratio(finish, check.finish, check.unit);
}

/* time = f_k(n), the least time; or, if is_up, the most that a census takes:
 * that of the next whole latency, less the difference of the latencies. */
static void set_expected(mpq_t time, const struct problem *problem, int is_up)
{
	unsigned long a = mpz_get_ui(mpq_numref(problem->lambda));
	unsigned long b = mpz_get_ui(mpq_denref(problem->lambda));
	unsigned long n = mpz_get_ui(problem->n), up = (a + b - 1) / b;
	uint64_t f = is_up ? judge_ports_time(up, 1, problem->ports, n) * b
			   : judge_ports_time(a, b, problem->ports, n);

	if (is_up && n > 1)
		f -= up * b - a;
	number_set_ratio(time, f, b);
}

static void check_one_message(const struct problem *problem)
{
	static const struct {
		const char *name;
		enum operation operation;
	} cases[] = {{"bcast", OPERATION_BROADCAST},
		{"bcast", OPERATION_REDUCE}, {"census", OPERATION_CENSUS},
		{"window", OPERATION_BARRIER}, {"window", OPERATION_SCAN},
		{"window", OPERATION_EXSCAN}};
	mpq_t finish, expected;

	mpq_inits(finish, expected, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct algorithm_options given = {
			.operation = (int)cases[i].operation,
			.name = cases[i].name};
		struct schedule *schedule;

		CHECK(algorithm_open(&schedule, algorithm_find(cases[i].name),
			      MODEL_POSTAL, problem, &given,
			      &err) == STATUS_OK);
		if (given.operation == OPERATION_REDUCE)
			CHECK(schedule_reversed(&schedule, schedule, BITS,
				      &err) == STATUS_OK);
		judge(finish, schedule, cases[i].name, problem);
		set_expected(expected, problem,
			cases[i].operation > OPERATION_REDUCE);
		CHECK_FOR(mpq_cmp(finish, expected) <= 0, "%s %d n=%lu k=%lu",
			cases[i].name, given.operation, mpz_get_ui(problem->n),
			problem->ports);
		set_expected(expected, problem, 0);
		CHECK_FOR(mpq_cmp(finish, expected) >= 0, "%s %d n=%lu k=%lu",
			cases[i].name, given.operation, mpz_get_ui(problem->n),
			problem->ports);
	}
	mpq_clears(finish, expected, NULL);
}

static void check_several(const struct problem *problem)
{
	mpq_t finish, bound;

	mpq_inits(finish, bound, NULL);
	CHECK(model_bound(bound, MODEL_POSTAL, problem, &err) == STATUS_OK);
	for (const struct algorithm *row = algorithms; row->name; row++) {
		struct schedule *schedule;

		if (!algorithm_has_ports(row) || row->is_choice ||
			!algorithm_has(row, OPERATION_BROADCAST))
			continue;
		CHECK(judge_ports_open(&schedule, row, problem, &err) ==
			STATUS_OK);
		if (!schedule)
			continue;
		judge(finish, schedule, row->name, problem);
		CHECK_FOR(mpq_cmp(finish, bound) >= 0, "%s n=%lu m=%lu k=%lu",
			row->name, mpz_get_ui(problem->n),
			mpz_get_ui(problem->m), problem->ports);
	}
	mpq_clears(finish, bound, NULL);
}

int main(int argc, char **argv)
{
	unsigned long most = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = BITS;
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long n = 1; n <= most; n++)
			for (unsigned long k = 1; k <= 4; k++) {
				problem.ports = k;
				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, 1);
				mpq_set_ui(problem.lambda, latencies[i].a,
					latencies[i].b);
				check_one_message(&problem);
				mpz_set_ui(problem.m, 1 + (n + i + k) % 9);
				check_several(&problem);
			}
	problem_clear(&problem);
	return test_done();
}
