/*
 * Every algorithm, with parameters drawn at random: its schedule passes
 * check/check and takes the time that its formula says, where there is one.  A
 * new algorithm is drawn, too.
 *   grid_algorithms [CASES [SEED]]: so many cases of each algorithm.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"
#include "model/algorithm.h"
#include "check/check.h"
#include "test.h"

enum { CASES = 400, ROWS_MAX = 200000, NUMERATORS = 40, DENOMINATORS = 7 };

static const uint64_t MEMORY = UINT64_C(1) << 28;

static struct err err;
static long drawn, refused;

static uint64_t below(uint64_t limit)
{
	return (uint64_t)rand() % limit;
}

/* Small ones mostly, and each size of the large ones as often as another. */
static void draw_number(mpz_t number, unsigned digits)
{
	uint64_t limit = 4;

	for (unsigned i = (unsigned)below(digits + 1); i > 0; i--)
		limit *= 4;
	number_set_u64(number, 1 + below(limit));
}

static void draw_problem(
	struct problem *problem, mpz_t degree, enum algorithm which)
{
	unsigned uses = algorithm_uses(which);
	uint64_t denominator = 1 + below(DENOMINATORS);

	draw_number(problem->n, 6);
	if (uses & USES_MESSAGES)
		draw_number(problem->m, 5);
	if (uses & USES_DEGREE)
		draw_number(degree, 3);
	if (which == ALGORITHM_CONTINUOUS || below(3) == 0)
		denominator = 1;
	number_set_u64(mpq_denref(problem->lambda), denominator);
	number_set_u64(
		mpq_numref(problem->lambda), denominator + below(NUMERATORS));
	mpq_canonicalize(problem->lambda);
}

static void describe(
	const struct problem *problem, const mpz_t degree, enum algorithm which)
{
	gmp_printf("    for %s -n %Zd -m %Zd -l %Qd --degree %Zd\n",
		algorithm_names[which], problem->n, problem->m, problem->lambda,
		degree);
}

/* Whether the finish found is that of the formula, if there is one. */
static int is_time(const mpq_t time, const struct check *check)
{
	mpq_t finish;
	int same;

	mpq_init(finish);
	number_set_u64(mpq_numref(finish), check->finish);
	number_set_u64(mpq_denref(finish), check->unit);
	mpq_canonicalize(finish);
	same = mpq_equal(time, finish);
	mpq_clear(finish);
	return same;
}

static int is_too_long(const struct problem *problem, enum algorithm which)
{
	int result;
	mpz_t rows;

	mpz_init(rows);
	algorithm_rows(rows, which, problem);
	result = mpz_cmp_ui(rows, ROWS_MAX) > 0;
	mpz_clear(rows);
	return result;
}

/* Whether the schedule is what it should be, or is refused; time: NULL if it
 * has no formula. */
static int is_right(const struct problem *problem, enum algorithm which,
	const struct algorithm_options *options, const mpq_t *time)
{
	struct schedule *schedule;
	const char *warning;
	struct check check;
	enum status status = algorithm_open(
		&schedule, &warning, which, problem, options, &err);
	int right;

	drawn++;
	refused += status == STATUS_LIMIT;
	if (status != STATUS_OK)
		return status == STATUS_LIMIT;
	right = check_schedule(&check, schedule, MEMORY, &err) == STATUS_OK &&
		check.violations == 0;
	schedule_close(schedule);
	return right && (!time || is_time(*time, &check));
}

static int is_right_in_time(const struct problem *problem, enum algorithm which,
	const struct algorithm_options *options)
{
	int is_known = 0, right = 1;
	mpq_t time;

	mpq_init(time);
	if (!(algorithm_uses(which) & USES_COST) && !options->is_least_delay &&
		algorithm_time(time, &is_known, which, problem, options,
			&err) != STATUS_OK)
		right = 0;
	right = right && is_right(problem, which, options,
				 is_known ? (const mpq_t *)&time : NULL);
	mpq_clear(time);
	return right;
}

static void draw_case(enum algorithm which)
{
	static const char *const costs[] = {
		"clog", "csqrt", "k", "1", "k/3+1/7", "max(3,clog^2)"};
	struct algorithm_options options = {.model = algorithm_model(which),
		.is_least_delay =
			algorithm_uses(which) & USES_DELAY && below(2) == 0};
	struct problem problem;
	struct cost *cost = NULL;
	mpz_t degree;

	problem_init(&problem);
	mpz_init_set_ui(degree, 1);
	options.degree = degree;
	do
		draw_problem(&problem, degree, which);
	while (is_too_long(&problem, which));
	if (algorithm_uses(which) & USES_COST) {
		CHECK(cost_parse(&cost, costs[below(6)], 1 << 20, &err) ==
			STATUS_OK);
		options.cost = cost;
	}
	if (!CHECK(is_right_in_time(&problem, which, &options)))
		describe(&problem, degree, which);
	options.degree = NULL; /* the best */
	if (algorithm_uses(which) & USES_DEGREE &&
		!CHECK(is_right_in_time(&problem, which, &options)))
		describe(&problem, degree, which);
	cost_free(cost);
	problem_clear(&problem);
	mpz_clear(degree);
}

int main(int argc, char **argv)
{
	long cases = argc > 1 ? strtol(argv[1], NULL, 10) : CASES;

	mem_init(NULL);
	srand(argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1);
	for (int which = 0; which < ALGORITHMS; which++)
		for (long i = 0; i < cases; i++)
			draw_case((enum algorithm)which);
	printf("%ld drawn, %ld refused\n", drawn, refused);
	return test_done();
}
