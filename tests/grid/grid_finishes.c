/*
 * Compares the finishes of schedules with those in tests/grid/finishes.tsv:
 * simplified code may build other schedules, but no worse ones.  Prints for
 * each algorithm the processor time that its schedules take, how many end
 * earlier and later than before, and the mean ratio of the finishes, which may
 * rise by one in 10 000.  Schedules of up to ROWS rows are checked.  `optimum'
 * stands for what that command knows before its search. grid_finishes
 * [ALGORITHM...]       only these, listing every change grid_finishes write
 * FILE           writes the file again, for the same problems: `make finishes'
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "check/check.h"
#include "model/algorithm.h"
#include "model/optimum/optimum.h"
#include "number/random.h"
#include "test.h"

enum { ROWS = 5000, LINE = 256, FIELD = 64 };

static const uint64_t max_bits = UINT64_C(1) << 33;

/* The columns of the file, and the largest problems for algorithms that take
 * long: the most n·m for greedy and optimum, the most n for continuous. */
enum column { CYCLIC, GREEDY, CONTINUOUS, OPTIMUM, COLUMNS };
enum { GREEDY_WORK = 4000, CONTINUOUS_MOST = 20000, OPTIMUM_WORK = 2500 };

static const char *const names[COLUMNS] = {
	"cyclic", "greedy", "continuous", "optimum"};

/* How many problems are drawn, from how many processors and messages. */
static const struct {
	uint32_t problems, least, most, messages;
} parts[] = {{3600, 4, 300, 200}, {1200, 4, 64, 200}, {1100, 300, 20000, 200},
	{100, 20000, 500000, 100}};

static const char *const latencies[] = {"1", "2", "3", "4", "5", "7", "10",
	"14", "25", "11/10", "4/3", "3/2", "5/3", "5/2", "7/2", "19/7"};

enum {
	PARTS = sizeof parts / sizeof *parts,
	DRAWN_LATENCIES = sizeof latencies / sizeof *latencies
};

struct tally {
	int is_asked;
	long problems, earlier, later;
	double ratios, seconds;
};

static struct tally tally[COLUMNS];
static struct problem problem;
static const struct algorithm_options usual;
static int is_listed;

/* A number from least up to an end: 2 least, doubled again and again with
 * probability 3/4, but at most `most'. */
static uint32_t draw_number(
	struct random *random, uint32_t least, uint32_t most)
{
	uint32_t end = least;

	while (end <= most / 2 && random_below(random, 4) > 0)
		end *= 2;
	end = end > most / 2 ? most : 2 * end;
	return least + random_below(random, end - least + 1);
}

/* Whether a schedule that states its finish is valid; long ones are not
 * checked.
 */
static int is_right(struct schedule *schedule)
{
	struct check check;
	struct err err;

	if (mpz_get_d(problem.n) * mpz_get_d(problem.m) > ROWS)
		return 1;
	return check_schedule(&check, schedule, 1 << 30, &err) == STATUS_OK &&
	       check.violations == 0 && check.finish == schedule->header.finish;
}

/* finish = the algorithm's, or 0 if it has no schedule. */
static void find_by_algorithm(mpq_t finish, enum column column)
{
	const struct algorithm *algorithm = algorithm_find(names[column]);
	struct schedule *schedule;
	struct err err;

	mpq_set_ui(finish, 0, 1);
	if (algorithm->open(&schedule, &problem, &usual, &err) != STATUS_OK)
		return;
	mpq_set_ui(finish, (unsigned long)schedule->header.finish,
		(unsigned long)schedule->header.unit);
	mpq_canonicalize(finish);
	CHECK_FOR(is_right(schedule), "%s", names[column]);
	schedule_close(schedule);
}

static void find_optimum(mpq_t finish)
{
	struct optimum optimum;
	struct err err;

	mpq_set_ui(finish, 0, 1);
	if (optimum_init(&optimum, &problem, &usual, &err) == STATUS_OK)
		mpq_set(finish, optimum.upper);
	optimum_clear(&optimum);
}

static void find_finish(mpq_t finish, enum column column)
{
	clock_t start = clock();

	if (column == OPTIMUM)
		find_optimum(finish);
	else
		find_by_algorithm(finish, column);
	tally[column].seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* -- writing the file */

static int is_wanted(enum column column, unsigned number)
{
	unsigned long n = mpz_get_ui(problem.n), m = mpz_get_ui(problem.m);
	int is_whole = mpz_cmp_ui(mpq_denref(problem.lambda), 1) == 0;

	switch (column) {
	case GREEDY:
		return n * m <= GREEDY_WORK;
	case CONTINUOUS:
		return is_whole && n <= CONTINUOUS_MOST && number % 2 == 0;
	case OPTIMUM:
		return is_whole && n * m <= OPTIMUM_WORK;
	case CYCLIC:
	case COLUMNS:
		break;
	}
	return 1;
}

static void write_problem(FILE *file, unsigned number, const char *lambda)
{
	mpq_t finish;

	mpq_init(finish);
	gmp_fprintf(file, "%Zd\t%Zd\t%s", problem.n, problem.m, lambda);
	for (enum column column = CYCLIC; column < COLUMNS; column++) {
		if (is_wanted(column, number)) {
			find_finish(finish, column);
			gmp_fprintf(file, "\t%Qd", finish);
		} else {
			fputs("\t-", file);
		}
	}
	putc('\n', file);
	mpq_clear(finish);
}

static void write_finishes(FILE *file)
{
	struct random random = {1, 0};
	unsigned number = 0;

	fputs("n\tm\tlatency\tcyclic\tgreedy\tcontinuous\toptimum\n", file);
	for (unsigned part = 0; part < PARTS; part++)
		for (unsigned i = 0; i < parts[part].problems; i++) {
			uint32_t n = draw_number(
				&random, parts[part].least, parts[part].most);
			const char *lambda = latencies[random_below(
				&random, DRAWN_LATENCIES)];

			mpz_set_ui(problem.n, n);
			mpz_set_ui(problem.m,
				draw_number(&random, 1, parts[part].messages));
			test_mpq(problem.lambda, lambda);
			write_problem(file, number++, lambda);
		}
}

static void write_file(const char *name)
{
	FILE *file = fopen(name, "w");

	if (!CHECK(file != NULL))
		return;
	write_finishes(file);
	CHECK_FOR(fclose(file) == 0, "%s", name);
}

/* -- comparing with the file */

static void judge_field(const char *field, enum column column)
{
	mpq_t before, now;
	int order;

	if (strcmp(field, "-") == 0 || !tally[column].is_asked)
		return;
	mpq_inits(before, now, NULL);
	test_mpq(before, field);
	find_finish(now, column);
	order = mpq_cmp(now, before);
	if (is_listed && order != 0)
		gmp_printf("%s -n %Zd -m %Zd -l %Qd: %s -> %Qd\n",
			names[column], problem.n, problem.m, problem.lambda,
			field, now);
	CHECK_FOR((mpq_sgn(now) == 0) == (mpq_sgn(before) == 0), "%s",
		names[column]);
	tally[column].problems++;
	tally[column].earlier += order < 0;
	tally[column].later += order > 0;
	tally[column].ratios +=
		mpq_sgn(before) > 0 ? mpq_get_d(now) / mpq_get_d(before) : 1;
	mpq_clears(before, now, NULL);
}

static void judge_line(char *line)
{
	char n[FIELD], m[FIELD], lambda[FIELD], field[COLUMNS][FIELD];

	if (!CHECK(sscanf(line, "%63s %63s %63s %63s %63s %63s %63s", n, m,
			   lambda, field[CYCLIC], field[GREEDY],
			   field[CONTINUOUS], field[OPTIMUM]) == 3 + COLUMNS))
		return;
	test_mpz(problem.n, n);
	test_mpz(problem.m, m);
	test_mpq(problem.lambda, lambda);
	for (enum column column = CYCLIC; column < COLUMNS; column++)
		judge_field(field[column], column);
}

static void judge_file(const char *name)
{
	FILE *file = fopen(name, "r");
	char line[LINE];

	if (!CHECK(file != NULL))
		return;
	CHECK(fgets(line, sizeof line, file) != NULL);
	while (fgets(line, sizeof line, file))
		judge_line(line);
	fclose(file);
	for (enum column column = CYCLIC; column < COLUMNS; column++) {
		double mean =
			tally[column].ratios / (double)tally[column].problems;

		if (!tally[column].is_asked)
			continue;
		printf("%-10s %5ld problems, %.2f s: %ld earlier, %ld later, "
		       "mean ratio %.6f\n",
			names[column], tally[column].problems,
			tally[column].seconds, tally[column].earlier,
			tally[column].later, mean);
		CHECK_FOR(mean <= 1.0001, "%s", names[column]);
	}
}

int main(int argc, char **argv)
{
	mem_init(NULL);
	problem_init(&problem);
	problem.max_bits = max_bits;
	is_listed = argc > 1;
	for (enum column column = CYCLIC; column < COLUMNS; column++)
		for (int i = 0; i < argc; i++)
			tally[column].is_asked |=
				argc == 1 ||
				strcmp(argv[i], names[column]) == 0;
	if (argc == 3 && strcmp(argv[1], "write") == 0)
		write_file(argv[2]);
	else
		judge_file("tests/grid/finishes.tsv");
	problem_clear(&problem);
	return test_done();
}
