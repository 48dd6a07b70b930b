/*
 * The table of algorithms: its rows are consistent, and every row's schedules
 * on a small grid are valid in every model that the row names.
 */
#include "model/algorithm.h"

#include <string.h>

#include "number/cost.h"
#include "number/number.h"
#include "check/check.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 24;

static struct err err;

static void check_row(const struct algorithm *row)
{
	CHECK(row->open || row->begin);
	CHECK(row->models >> row->model & 1);
	CHECK((row->applies || row->needs_nodes) == !!row->condition);
	CHECK(!row->time || !row->rounds);
	CHECK(algorithm_find(row->name) == row);
}

static void test_rows(void)
{
	for (const struct algorithm *row = algorithms; row->name; row++)
		check_row(row);
	CHECK(!algorithm_find("none"));
}

/* The schedule is valid, of the model, as long as algorithm_time says, and has
 * at least the rows that algorithm_rows says: more in rounds, where a receiver
 * may have the message already. */
static void check_schedule_of(const struct algorithm *row, enum model model,
	const struct problem *problem, const struct algorithm_options *options)
{
	struct schedule *schedule;
	struct check check = {0};
	mpz_t rows;
	mpq_t time;

	if (!CHECK(algorithm_open(&schedule, row, model, problem, options,
			   &err) == STATUS_OK))
		return;
	mpz_init(rows);
	mpq_init(time);
	CHECK(schedule->header.model == model);
	CHECK(row->is_choice ||
		strcmp(schedule->header.algorithm, row->name) == 0);
	CHECK(check_schedule(&check, schedule, 1 << 24, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0, "%s n=%lu m=%lu: %s", row->name,
		mpz_get_ui(problem->n), mpz_get_ui(problem->m),
		check.violation[0].reason.msg);
	algorithm_rows(rows, row, problem, options);
	CHECK(mpz_cmp_ui(rows, (unsigned long)check.transmissions) <= 0);
	CHECK(algorithm_time(time, row, problem, options, UINT64_MAX, &err) ==
		STATUS_OK);
	mpz_set_ui(rows, (unsigned long)check.unit);
	mpz_mul(mpq_numref(time), mpq_numref(time), rows);
	mpq_canonicalize(time);
	CHECK(mpq_cmp_ui(time, (unsigned long)check.finish, 1) == 0);
	schedule_close(schedule);
	mpz_clear(rows);
	mpq_clear(time);
}

static void check_problem(const struct algorithm *row,
	const struct problem *problem, const struct cost *cost)
{
	struct algorithm_options options = {.cost = cost};

	for (int i = 0; schedule_operations[i]; i++)
		for (int model = 0; schedule_models[model]; model++) {
			options.operation = i;
			options.model = model;
			if (i != OPERATION_REDUCE &&
				!(schedule_run_column((enum operation)i) &&
					mpz_cmp_ui(problem->m, 1) > 0) &&
				!(row->is_choice && i != OPERATION_BROADCAST) &&
				algorithm_has(row, (enum operation)i) &&
				algorithm_applies(
					row, problem, (enum model)model))
				check_schedule_of(row, (enum model)model,
					problem, &options);
		}
}

static void test_schedules(void)
{
	static const char *const lambdas[] = {"1", "2", "3", "5/2", "1"};
	struct problem problem;
	struct cost *cost;

	problem_init(&problem);
	problem.max_bits = BITS;
	CHECK(cost_parse(&cost, "clog", BITS, &err) == STATUS_OK);
	for (const struct algorithm *row = algorithms; row < algorithms_end;
		row++)
		for (unsigned long n = 1; n <= 20; n++)
			for (unsigned long m = 1; m <= 9; m += 4) {
				if (!row->name ||
					(row->is_choice && row->is_search) ||
					(!(row->uses & USES_MESSAGES) && m > 1))
					continue;
				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, m);
				test_mpq(problem.lambda, lambdas[(n + m) % 5]);
				check_problem(row, &problem, cost);
			}
	cost_free(cost);
	problem_clear(&problem);
}

/* In which models a row applies to a problem. */
static void test_applies(void)
{
	const struct algorithm *sendrecv = algorithm_find("sendrecv");
	const struct algorithm *bcast = algorithm_find("bcast");
	const struct problem *problem = test_problem_words(9, 3, 2, BITS);

	CHECK(algorithm_applies(sendrecv, problem, MODEL_SENDRECV));
	CHECK(!algorithm_applies(sendrecv, problem, MODEL_POSTAL));
	CHECK(!algorithm_applies(sendrecv, problem, MODEL_TELEPHONE));
	CHECK(!algorithm_applies(bcast, problem, MODEL_POSTAL));
	problem = test_problem_words(9, 3, 1, BITS);
	CHECK(algorithm_applies(sendrecv, problem, MODEL_POSTAL));
	CHECK(algorithm_applies(sendrecv, problem, MODEL_LOGP));
	problem = test_problem_words(9, 1, 4, BITS);
	CHECK(algorithm_applies(bcast, problem, MODEL_LOGP));
}

/* Without a formula, a schedule that takes more than the given work is not
 * built. */
static void test_time(void)
{
	const struct algorithm_options options = {0};
	const struct algorithm *row = algorithm_find("continuous");
	const struct problem *problem = test_problem_words(9, 3, 2, BITS);
	mpq_t time;

	mpq_init(time);
	CHECK(algorithm_time(time, row, problem, &options, 899999, &err) ==
		STATUS_LIMIT);
	CHECK(algorithm_time(time, row, problem, &options, 900000, &err) ==
		STATUS_OK);
	CHECK(mpq_cmp_ui(time, 10, 1) == 0);
	mpq_clear(time);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_rows());
	RUN(test_schedules());
	RUN(test_applies());
	RUN(test_time());
	return test_done();
}
