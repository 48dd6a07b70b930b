/*
 * core/ilp, model/program/size, format/program/lp: the number of variables and
 * rows by formula, by boxes and in the text; schedules of known algorithms
 * satisfy every row, and changed ones do not; in small programs all assignments
 * are tried, and those that satisfy all rows are exactly the valid schedules.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "check/check.h"
#include "format/program/program.h"
#include "model/program/size.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)
#define BYTES ((uint64_t)1 << 30)

static struct err err;

/* The three parameters of either program. */
struct instance {
	mpz_t P, k, L;
	struct program_size size;
	struct program_broadcast broadcast;
	struct program_continuous continuous;
};

static void instance_clear(struct instance *at)
{
	mpz_clears(at->P, at->k, at->L, NULL);
	program_size_clear(&at->size);
}

static void instance_init(struct instance *at, unsigned long P, unsigned long k,
	unsigned long L, int is_continuous)
{
	mpz_init_set_ui(at->P, P);
	mpz_init_set_ui(at->k, k);
	mpz_init_set_ui(at->L, L);
	program_size_init(&at->size);
	if (is_continuous) {
		CHECK(program_continuous_size(&at->size,
			      test_problem_logp(at->P, at->k, at->L, BITS),
			      &err) == STATUS_OK);
		program_continuous_init(&at->continuous,
			test_problem_logp(at->P, at->k, at->L, BITS),
			&at->size);
	} else {
		CHECK(program_broadcast_size(&at->size,
			      test_problem_logp(at->P, at->k, at->L, BITS),
			      &err) == STATUS_OK);
		program_broadcast_init(&at->broadcast,
			test_problem_logp(at->P, at->k, at->L, BITS),
			&at->size);
	}
}

/* The variables that remain of the paper's ranges: s(i,1,t) for t <= T_max - L,
 * s(i,p,t) where p can have an item, r(i,p,t), X(t). */
static uint64_t count_by_definition(const struct instance *at)
{
	uint64_t P = mpz_get_ui(at->P), k = mpz_get_ui(at->k);
	uint64_t L = mpz_get_ui(at->L), count = 0;
	uint64_t low = mpz_get_ui(at->size.low) + 1;   /* in steps, */
	uint64_t high = mpz_get_ui(at->size.high) + 1; /* as t is */

	for (uint64_t t = 1; t <= high; t++) {
		for (uint64_t p = 1; p <= P; p++) {
			if (t + L <= high && (p == 1 || t > L))
				count += k;
			if (p > 1 && t > L)
				count += k;
		}
		count += t + L > low;
	}
	return count;
}

static uint64_t count_rows(const struct ilp *program)
{
	struct ilp_cursor cursor = {.program = program};
	struct ilp_row row;
	uint64_t count = 0;

	while (ilp_next(&row, &cursor))
		count++;
	return count;
}

static void check_counts(const struct instance *at, const struct ilp *program)
{
	CHECK_FOR(number_get_u64(at->size.variables) == program->variables &&
			  number_get_u64(at->size.rows) == program->rows &&
			  program->rows == count_rows(program),
		"P=%lu k=%lu L=%lu", mpz_get_ui(at->P), mpz_get_ui(at->k),
		mpz_get_ui(at->L));
}

/* Reads the text up to "Binary" word by word: a variable that has not appeared
 * before has the next number.  Words with a colon are names of rows. */
static void check_text(const struct ilp *program, char *text)
{
	uint64_t next = 0, rows = 0, number;
	size_t longest = 0;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (strlen(line) > longest)
			longest = strlen(line);
		if (strcmp(line, "Binary") == 0)
			break;
		if (*line == '\\')
			continue;
		for (char *at = line + strspn(line, " "); *at;
			at += strspn(at, " ")) {
			size_t size = strcspn(at, " ");

			rows += at[size - 1] == ':';
			if (strchr("srx", *at) && at[1] == '_') {
				CHECK(lp_find(&number, program, at, size));
				CHECK(number <= next);
				next += number == next;
			}
			at += size;
		}
	}
	CHECK(next == program->variables);
	CHECK(rows == program->rows + 1);
	CHECK(longest < 100);
}

static void check_lp(const struct ilp *program)
{
	static const char *const head[] = {"a comment", NULL};
	struct ilp_variable variable;
	char name[LP_NAME_MAX], *text;
	uint64_t number;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	lp_write(program, head, out);
	fclose(out);
	CHECK(strncmp(text, "\\ a comment\nMinimize\n", 21) == 0);
	CHECK(strcmp(text + size - 5, "\nEnd\n") == 0);
	check_text(program, text);
	free(text);
	for (uint64_t i = 0; i < program->variables; i++) {
		ilp_variable(&variable, program, i);
		CHECK(ilp_find(&number, program, &variable) && number == i);
		lp_variable_name(name, &variable);
		CHECK(lp_find(&number, program, name, strlen(name)) &&
			number == i);
		CHECK(!lp_find(&number, program, name, strlen(name) - 2));
	}
}

static void test_counts(void)
{
	struct instance at;

	for (unsigned long P = 1; P <= 7; P++)
		for (unsigned long k = 1; k <= 4; k++)
			for (unsigned long L = 1; L <= 4; L++) {
				instance_init(&at, P, k, L, 0);
				check_counts(&at, &at.broadcast.program);
				if (P > 1)
					CHECK(at.broadcast.program.variables ==
						count_by_definition(&at));
				check_lp(&at.broadcast.program);
				instance_clear(&at);
				if (P == 1)
					continue;
				instance_init(&at, P, k, L, 1);
				check_counts(&at, &at.continuous.program);
				check_lp(&at.continuous.program);
				instance_clear(&at);
			}
}

/* Sizes of programs far too long to be written. */
static void test_huge(void)
{
	struct program_size size;
	mpz_t P, k, L;

	mpz_inits(P, k, L, NULL);
	program_size_init(&size);
	test_mpz(P, "1000000000000000000000000000001");
	test_mpz(k, "10000000000");
	mpz_set_ui(L, 3);
	CHECK(program_broadcast_size(&size, test_problem_logp(P, k, L, BITS),
		      &err) == STATUS_OK);
	CHECK(mpz_sizeinbase(size.variables, 10) > 50);
	CHECK(program_continuous_size(&size, test_problem_logp(P, k, L, BITS),
		      &err) == STATUS_OK);
	mpz_ui_pow_ui(L, 10, 1000);
	CHECK(program_broadcast_size(&size, test_problem_logp(P, k, L, BITS),
		      &err) == STATUS_OK);
	CHECK(mpz_sizeinbase(size.rows, 10) > 1000);
	program_size_clear(&size);
	mpz_clears(P, k, L, NULL);
}

static void give(struct ilp_assignment *assignment, enum ilp_kind kind,
	uint64_t item, uint64_t processor, uint64_t time)
{
	const struct ilp_variable variable = {kind, {item, processor, time}};
	uint64_t number;

	if (CHECK(ilp_find(&number, assignment->program, &variable)))
		assignment->value[number] = PROGRAM_ONE;
}

/* Sets the program's values for a schedule; returns its last step. */
static uint64_t assign(struct ilp_assignment *assignment,
	const struct program_broadcast *program, struct schedule *schedule)
{
	const struct transmission *row;
	uint64_t last = 0;
	size_t count;

	do {
		CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
		for (size_t i = 0; i < count; i++) {
			last = row[i].tick + 1;
			give(assignment, ILP_SEND, row[i].message,
				row[i].from + 1, last);
			give(assignment, ILP_RECEIVE, row[i].message,
				row[i].to + 1, last + program->latency);
		}
	} while (count > 0);
	for (uint64_t t = program->sure + 1; t <= last; t++)
		give(assignment, ILP_STEP, 0, 0, t);
	return last + program->latency;
}

/* If any one value is changed, some row fails, except for the X after the last
 * one, which may be 1, too. */
static void check_changes(struct ilp_assignment *assignment)
{
	struct ilp_row row;
	uint64_t first_x = 0;

	while (assignment->value[first_x] == PROGRAM_ONE)
		first_x++;
	for (uint64_t i = 0; i < assignment->program->variables; i++) {
		unsigned char *value = &assignment->value[i];
		unsigned char old = *value;
		struct ilp_variable variable;

		ilp_variable(&variable, assignment->program, i);
		*value = old == PROGRAM_ONE ? PROGRAM_ZERO : PROGRAM_ONE;
		CHECK_FOR(ilp_violated(&row, assignment) ==
				  !(variable.kind == ILP_STEP && i == first_x),
			"variable %d", (int)i);
		*value = old;
	}
}

static int satisfies(unsigned long P, unsigned long k, unsigned long L,
	const struct algorithm *algorithm)
{
	struct ilp_assignment assignment;
	struct problem problem;
	struct schedule *schedule;
	struct ilp_row row;
	struct instance at;
	uint64_t end;
	int fits;

	instance_init(&at, P, k, L, 0);
	problem_init(&problem);
	mpz_set(problem.n, at.P);
	mpz_set(problem.m, at.k);
	mpq_set_z(problem.lambda, at.L);
	CHECK(algorithm_open(&schedule, algorithm, algorithm->model, &problem,
		      test_degree(1), &err) == STATUS_OK);
	fits = number_get_u64(at.size.high) >= schedule->header.finish;
	ilp_assignment_init(&assignment, &at.broadcast.program);
	if (fits) {
		end = assign(&assignment, &at.broadcast, schedule);
		CHECK(end == schedule->header.finish + 1);
		CHECK_FOR(!ilp_violated(&row, &assignment), "P=%lu k=%lu L=%lu",
			P, k, L);
		CHECK(ilp_value(&assignment) + mpz_get_ui(at.size.low) + 1 ==
			end);
		check_changes(&assignment);
	}
	ilp_assignment_clear(&assignment);
	schedule_close(schedule);
	problem_clear(&problem);
	instance_clear(&at);
	return fits;
}

static void test_schedules(void)
{
	int fitting = 0;

	for (unsigned long P = 2; P <= 6; P++)
		for (unsigned long L = 1; L <= 3; L++) {
			CHECK(satisfies(P, 1, L, algorithm_find("bcast")));
			for (unsigned long k = 2; k <= 4; k++) {
				fitting += satisfies(
					P, k, L, algorithm_find("repeat"));
				fitting += satisfies(
					P, k, L, algorithm_find("pipeline"));
				fitting += satisfies(
					P, k, L, algorithm_find("pack"));
			}
		}
	CHECK(fitting >= 30);
}

/* The schedule is valid and ends when its assignment says. */
static void check_valid(struct schedule *schedule, uint64_t finish)
{
	struct check check;

	CHECK(schedule->header.finish == finish);
	CHECK(check_schedule(&check, schedule, BYTES, &err) == STATUS_OK);
	CHECK(check.violations == 0 && check.finish == finish);
	schedule_close(schedule);
}

/* Sets the values to the bits of a number; returns whether every row holds. */
static int try_values(struct ilp_assignment *assignment, uint64_t digits)
{
	struct ilp_row row;

	for (uint64_t i = 0; i < assignment->program->variables; i++)
		assignment->value[i] =
			digits >> i & 1 ? PROGRAM_ONE : PROGRAM_ZERO;
	return !ilp_violated(&row, assignment);
}

/* Tries all assignments; returns the least objective. */
static void test_all_values(unsigned long P, unsigned long k, unsigned long L)
{
	struct ilp_assignment assignment;
	uint64_t least = UINT64_MAX, value, finish;
	struct instance at;

	instance_init(&at, P, k, L, 0);
	ilp_assignment_init(&assignment, &at.broadcast.program);
	CHECK(at.broadcast.program.variables <= 16);
	for (uint64_t i = 0; i >> at.broadcast.program.variables == 0; i++) {
		if (!try_values(&assignment, i))
			continue;
		value = ilp_value(&assignment);
		if (value >= least)
			continue;
		least = value;
		finish = value + mpz_get_ui(at.size.low);
		check_valid(program_broadcast_schedule(&assignment), finish);
	}
	CHECK_FOR(least == 0, "P=%lu k=%lu L=%lu", P, k, L);
	ilp_assignment_clear(&assignment);
	instance_clear(&at);
}

/* Whether there is a periodic schedule; all of them are valid. */
static int is_feasible(unsigned long P, unsigned long q, unsigned long L)
{
	struct ilp_assignment assignment;
	struct instance at;
	const uint64_t items = 20;
	int found = 0;

	instance_init(&at, P, q, L, 1);
	ilp_assignment_init(&assignment, &at.continuous.program);
	CHECK(at.continuous.program.variables <= 16);
	for (uint64_t i = 0; i >> at.continuous.program.variables == 0; i++) {
		if (!try_values(&assignment, i))
			continue;
		found = 1;
		CHECK(ilp_value(&assignment) == 1);
		check_valid(program_continuous_schedule(&assignment, items),
			items - 1 + mpz_get_ui(at.size.high));
	}
	ilp_assignment_clear(&assignment);
	instance_clear(&at);
	return found;
}

static void test_small(void)
{
	for (unsigned long k = 1; k <= 4; k++)
		test_all_values(1, k, 3);
	for (unsigned long L = 1; L <= 4; L++) {
		test_all_values(2, 1, L);
		test_all_values(2, 2, L);
		CHECK(is_feasible(2, 1, L));
		CHECK(is_feasible(2, 3, L));
		CHECK(is_feasible(3, 1, L));
		CHECK(is_feasible(3, 2, L));
	}
	test_all_values(3, 1, 1);
	CHECK(is_feasible(4, 1, 1));
	CHECK(!is_feasible(4, 1, 2));
}

static void test_names(void)
{
	static const char *const names[] = {"", "s", "s_", "s_1", "s_1_1",
		"s_1_1_", "s_1_1_1_", "s_1_1_1_1", "s_01_1_1", "s_1_1_01",
		"s_+1_1_1", "s_0_1_1", "s_1_0_1", "s_1_1_0", "s_4_1_1",
		"s_1_6_1", "s_1_2_2", "s_1_1_9", "r_1_1_3", "r_1_2_2",
		"r_1_2_11", "x_6", "x_11", "x_7_1", "x", "X_7", "S_1_1_1",
		"t_1", "s_18446744073709551617_1_1", "s-1-1-1", "s_1_1_1 "};
	static const char *const good[] = {"s_1_1_1", "s_3_1_7", "s_3_5_3",
		"r_1_2_3", "r_3_5_10", "x_7", "x_10"};
	struct instance at;
	uint64_t number;

	instance_init(&at, 5, 3, 2, 0);
	CHECK(mpz_cmp_ui(at.size.low, 7) == 0);
	CHECK(mpz_cmp_ui(at.size.high, 9) == 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		CHECK_FOR(!lp_find(&number, &at.broadcast.program, names[i],
				  strlen(names[i])),
			"%s", names[i]);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		CHECK_FOR(lp_find(&number, &at.broadcast.program, good[i],
				  strlen(good[i])),
			"%s", good[i]);
	instance_clear(&at);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_counts());
	RUN(test_huge());
	RUN(test_schedules());
	RUN(test_small());
	RUN(test_names());
	return test_done();
}
