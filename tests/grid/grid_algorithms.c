/*
 * Every algorithm that broadcasts, with random parameters: its schedule passes
 * check/check and takes the time of its formula, if it has one; so does the
 * reverse; and processors' parts match both.  New algorithms are included
 * automatically.  grid_collectives.c has the other operations, and algorithms
 * for nodes alone.
 *   grid_algorithms [CASES [SEED]]: the number of cases of each algorithm.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"
#include "number/cost.h"
#include "core/schedule.h"
#include "judge/part.h"
#include "model/algorithm.h"
#include "check/check.h"
#include "test.h"

enum {
	CASES = 150,
	ROWS_MAX = 200000,
	PART_ROWS_MAX = 2000,
	NUMERATORS = 40,
	DENOMINATORS = 7
};

static const uint64_t MEMORY = UINT64_C(1) << 28;

static struct err err;
static long drawn, refused;

static uint64_t below(uint64_t limit)
{
	return (uint64_t)rand() % limit;
}

/* Mostly small numbers; of the large ones, each number of digits is as likely
 * as any other. */
static void draw_number(mpz_t number, unsigned digits)
{
	uint64_t limit = 4;

	for (unsigned i = (unsigned)below(digits + 1); i > 0; i--)
		limit *= 4;
	number_set_u64(number, 1 + below(limit));
}

static void draw_problem(
	struct problem *problem, mpz_t degree, const struct algorithm *which)
{
	unsigned uses = which->uses;
	uint64_t denominator = 1 + below(DENOMINATORS);

	draw_number(problem->n, 6);
	if (uses & USES_MESSAGES)
		draw_number(problem->m, 5);
	if (uses & (USES_DEGREE | USES_RADIX))
		draw_number(degree, 3);
	if (!(which->models >> MODEL_POSTAL & 1) || below(3) == 0)
		denominator = 1;
	number_set_u64(mpq_denref(problem->lambda), denominator);
	number_set_u64(mpq_numref(problem->lambda),
		below(4) == 0 ? denominator : denominator + below(NUMERATORS));
	mpq_canonicalize(problem->lambda);
}

static void describe(const struct problem *problem, const mpz_t degree,
	const struct algorithm *which)
{
	gmp_printf("    for %s -n %Zd -m %Zd -l %Qd --degree %Zd\n",
		which->name, problem->n, problem->m, problem->lambda, degree);
}

/* Whether the schedule's finish is that of the formula, if there is one. */
static int is_time(const struct problem *problem, const struct algorithm *which,
	const struct algorithm_options *options, const struct check *check)
{
	mpq_t finish, time;
	int same;

	mpq_inits(finish, time, NULL);
	number_set_u64(mpq_numref(finish), check->finish);
	number_set_u64(mpq_denref(finish), check->unit);
	mpq_canonicalize(finish);
	same = algorithm_time(time, which, problem, options, 0, &err) !=
		       STATUS_OK ||
	       mpq_equal(time, finish);
	mpq_clears(finish, time, NULL);
	return same;
}

static int is_too_long(const struct problem *problem,
	const struct algorithm *which, const struct algorithm_options *options)
{
	int result;
	mpz_t rows;

	mpz_init(rows);
	algorithm_rows(rows, which, problem, options);
	result = mpz_cmp_ui(rows, ROWS_MAX) > 0;
	mpz_clear(rows);
	return result;
}

/* Whether the schedule is right in a model, or is refused. */
static int is_right(const struct problem *problem,
	const struct algorithm *which, enum model model,
	const struct algorithm_options *options)
{
	struct schedule *schedule;
	struct check check;
	enum status status =
		algorithm_open(&schedule, which, model, problem, options, &err);
	int right;

	drawn++;
	refused += status == STATUS_LIMIT;
	if (status != STATUS_OK)
		return status == STATUS_LIMIT;
	right = schedule->header.model == model &&
		check_schedule(&check, schedule, MEMORY, &err) == STATUS_OK &&
		check.violations == 0;
	schedule_close(schedule);
	return right && is_time(problem, which, options, &check);
}

/* The same for every model in which the algorithm applies. */
static int is_right_everywhere(const struct problem *problem,
	const struct algorithm *which, const struct algorithm_options *options)
{
	for (int model = 0; schedule_models[model]; model++)
		if (algorithm_applies(which, problem, (enum model)model) &&
			!is_right(problem, which, (enum model)model, options))
			return 0;
	return 1;
}

/* Whether the schedule's reverse is a reduction that takes no longer and has no
 * redundant row; yes if there is no schedule, or it is too long to reverse. */
static int is_right_reversed(const struct problem *problem,
	const struct algorithm *which, const struct algorithm_options *options)
{
	struct schedule *schedule;
	struct check check;
	uint64_t finish, rows;
	enum status status;

	if (which->may_wait || !algorithm_has(which, OPERATION_REDUCE) ||
		!algorithm_applies(which, problem, which->model) ||
		algorithm_open(&schedule, which, which->model, problem, options,
			&err) != STATUS_OK)
		return 1;
	finish = schedule->header.finish;
	rows = (schedule->header.processors - 1) * schedule->header.messages;
	status = schedule_reversed(&schedule, schedule, 8 * MEMORY, &err);
	if (status != STATUS_OK)
		return status == STATUS_LIMIT;
	status = check_schedule(&check, schedule, MEMORY, &err);
	finish = finish * check.unit / schedule->header.unit;
	schedule_close(schedule);
	return status == STATUS_OK && check.violations == 0 &&
	       check.transmissions == rows && check.finish <= finish;
}

/* Whether some processors' parts match the schedule and its reverse. */
static int are_parts_right(const struct problem *problem,
	const struct algorithm *which, const struct algorithm_options *options)
{
	struct algorithm_options given = *options;
	int is_right;
	mpz_t rows;

	mpz_init(rows);
	algorithm_rows(rows, which, problem, options);
	is_right = !which->rank || mpz_cmp_ui(rows, PART_ROWS_MAX) > 0;
	mpz_clear(rows);
	if (is_right)
		return 1;
	given.operation = (int)algorithm_operation(which);
	if (!judge_part(which, problem, &given, 1 + below(9)))
		return 0;
	given.operation = OPERATION_REDUCE;
	return !algorithm_has(which, OPERATION_REDUCE) ||
	       judge_part(which, problem, &given, 1 + below(9));
}

static int is_right_in_all(const struct problem *problem,
	const struct algorithm *which, const struct algorithm_options *options)
{
	return is_right_everywhere(problem, which, options) &&
	       is_right_reversed(problem, which, options) &&
	       are_parts_right(problem, which, options);
}

static void draw_case(const struct algorithm *which)
{
	static const char *const costs[] = {
		"clog", "csqrt", "k", "1", "k/3+1/7", "max(3,clog^2)"};
	struct algorithm_options options = {
		.is_least_delay = which->uses & USES_DELAY && below(2) == 0};
	struct problem problem;
	struct cost *cost = NULL;
	mpz_t degree;

	problem_init(&problem);
	mpz_init_set_ui(degree, 1);
	options.degree = degree;
	do
		draw_problem(&problem, degree, which);
	while (is_too_long(&problem, which, &options));
	if (which->uses & USES_COST) {
		CHECK(cost_parse(&cost, costs[below(6)], 1 << 20, &err) ==
			STATUS_OK);
		options.cost = cost;
	}
	if (!CHECK(is_right_in_all(&problem, which, &options)))
		describe(&problem, degree, which);
	options.degree = NULL; /* the best */
	if (which->uses & USES_DEGREE &&
		!CHECK(is_right_in_all(&problem, which, &options)))
		describe(&problem, degree, which);
	cost_free(cost);
	problem_clear(&problem);
	mpz_clear(degree);
}

/* Whether the algorithm broadcasts, and not only on nodes. */
static int is_to_broadcast(const struct algorithm *which)
{
	const struct problem *problem = test_problem_words(3, 1, 1, MEMORY);

	return algorithm_has(which, OPERATION_BROADCAST) &&
	       algorithm_applies(which, problem, which->model);
}

int main(int argc, char **argv)
{
	long cases = argc > 1 ? strtol(argv[1], NULL, 10) : CASES;

	mem_init(NULL);
	srand(argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1);
	for (const struct algorithm *row = algorithms; row->name; row++)
		for (long i = 0; i < cases && is_to_broadcast(row); i++)
			draw_case(row);
	printf("%ld drawn, %ld refused\n", drawn, refused);
	return test_done();
}
