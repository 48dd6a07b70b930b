/*
 * compare: every algorithm for a problem side by side, best first; with
 * sweeps, the best for each combination.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/grid.h"
#include "cli/problem.h"
#include "model/logp.h"
#include "model/postal_bounds.h"

enum { ENTRIES_MAX = 8, RATIO_DIGITS = 3 };

struct compare_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
};

static const struct compare_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	PROCESSORS_OPTION(struct compare_args, OPTION_INTEGERS),
	MESSAGES_OPTION(struct compare_args, OPTION_INTEGERS),
	LATENCY_OPTIONS(struct compare_args, OPTION_RATIONALS),
	MODEL_OPTION(struct compare_args),
	OUTPUT_OPTIONS(struct compare_args, row_formats),
	OPTION_END,
};

/* An algorithm and its time, as the user reads it. */
struct entry {
	const char *name;
	int is_known;
	mpq_t time;
};

struct comparison {
	size_t count;
	struct entry entry[ENTRIES_MAX];
	mpq_t bound;
};

static void comparison_init(struct comparison *comparison)
{
	comparison->count = 0;
	mpq_init(comparison->bound);
	for (size_t i = 0; i < ENTRIES_MAX; i++)
		mpq_init(comparison->entry[i].time);
}

static void comparison_clear(struct comparison *comparison)
{
	mpq_clear(comparison->bound);
	for (size_t i = 0; i < ENTRIES_MAX; i++)
		mpq_clear(comparison->entry[i].time);
}

/* DTREE is compared at its best degree. */
static enum status algorithm_time(mpq_t time, enum postal_algorithm algorithm,
	struct postal_problem *problem, struct err *err)
{
	if (algorithm == POSTAL_DTREE)
		return postal_best_degree(problem->degree, time, problem, err);
	return postal_time(time, algorithm, problem, err);
}

/* Puts an entry in its place: by time, unknown ones last, ties as they come. */
static void insert(struct comparison *comparison, const char *name,
	int is_known, const mpq_t time)
{
	size_t at = comparison->count++;
	struct entry *entry = comparison->entry;

	for (; at > 0; at--) {
		if (!is_known ||
			(entry[at - 1].is_known &&
				mpq_cmp(entry[at - 1].time, time) <= 0))
			break;
		entry[at].name = entry[at - 1].name;
		entry[at].is_known = entry[at - 1].is_known;
		mpq_swap(entry[at].time, entry[at - 1].time);
	}
	entry[at].name = name;
	entry[at].is_known = is_known;
	mpq_set(entry[at].time, time);
}

static enum status set_bound(struct comparison *comparison,
	const struct postal_problem *problem, const struct latency *latency,
	struct err *err)
{
	enum status status;

	if (latency->steps)
		return logp_lower_bound(mpq_numref(comparison->bound),
			problem->n, problem->m, mpq_numref(problem->lambda),
			problem->max_bits, err);
	status = postal_lower_bound(comparison->bound, problem->n, problem->m,
		problem->lambda, problem->max_bits, err);
	latency_show(comparison->bound, latency, comparison->bound);
	return status;
}

/* A single message is BCAST's; REPEAT, PACK and PIPELINE would be the same. */
static enum status compare(struct comparison *comparison,
	struct postal_problem *problem, const struct latency *latency,
	struct err *err)
{
	int one = mpz_cmp_ui(problem->m, 1) == 0;
	enum status status;
	mpq_t time;

	mpq_init(time);
	comparison->count = 0;
	status = set_bound(comparison, problem, latency, err);
	for (int i = one ? POSTAL_BCAST : POSTAL_REPEAT;
		i <= POSTAL_DTREE && status == STATUS_OK; i++) {
		status = algorithm_time(
			time, (enum postal_algorithm)i, problem, err);
		if (status == STATUS_OK)
			latency_show(time, latency, time);
		insert(comparison, postal_algorithms[i], status == STATUS_OK,
			time);
		if (i == POSTAL_DTREE && status == STATUS_LIMIT)
			status = STATUS_OK; /* no formula in reach */
	}
	mpq_clear(time);
	return status;
}

/* The cells algorithm, time and ratio. */
static void print_entry(
	struct rows *rows, const struct entry *entry, const mpq_t bound)
{
	mpq_t ratio;

	rows_word(rows, entry->name);
	if (!entry->is_known) {
		rows_absent(rows);
		rows_absent(rows);
		rows_end(rows);
		return;
	}
	mpq_init(ratio);
	mpq_set_ui(ratio, 1, 1);
	if (mpq_sgn(bound) > 0)
		mpq_div(ratio, entry->time, bound);
	rows_rational(rows, entry->time);
	rows_ratio(rows, ratio, RATIO_DIGITS);
	rows_end(rows);
	mpq_clear(ratio);
}

static void print_comparison(
	struct grid *grid, const struct comparison *comparison)
{
	struct entry bound = {.name = "bound", .is_known = 1};

	for (size_t i = 0; i < comparison->count; i++) {
		print_entry(grid_row(grid), &comparison->entry[i],
			comparison->bound);
		if (grid_is_swept(grid))
			return;
	}
	mpq_init(bound.time);
	mpq_set(bound.time, comparison->bound);
	print_entry(grid_row(grid), &bound, comparison->bound);
	mpq_clear(bound.time);
}

static enum status print(const struct compare_args *args, struct grid *grid,
	const struct latency *latency, struct err *err)
{
	struct comparison comparison;
	struct postal_problem problem;
	enum status status = STATUS_OK;

	comparison_init(&comparison);
	postal_problem_init(&problem);
	problem.max_bits = (uint64_t)args->output.max_bits;
	while (status == STATUS_OK && grid_next(grid)) {
		mpz_set(problem.n, mpq_numref(grid_value(grid, 0)));
		mpz_set(problem.m, mpq_numref(grid_value(grid, 1)));
		mpq_set(problem.lambda, grid_value(grid, 2));
		status = compare(&comparison, &problem, latency, err);
		if (status == STATUS_OK)
			print_comparison(grid, &comparison);
	}
	postal_problem_clear(&problem);
	comparison_clear(&comparison);
	return status;
}

static enum status run(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {
		"algorithm", "time", "ratio", NULL};
	const struct compare_args *args = data;
	struct latency latency;
	struct sweep one = {0};
	struct grid grid = {0};
	enum status status;

	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK) {
		grid_axis(&grid, "n", &args->processors, 1);
		grid_axis(&grid, "m", sweep_or_one(&one, &args->messages), 1);
		grid_axis(&grid, "l", latency.sweep, 0);
		status = grid_open(&grid, out, &args->output, columns, err);
		if (status == STATUS_OK)
			status = print(args, &grid, &latency, err);
		grid_close(&grid);
	}
	sweep_clear(&one);
	latency_clear(&latency);
	return status;
}

const struct command cmd_compare = {
	.name = "compare",
	.summary = "all algorithms side by side, best first",
	.example = "fibcast compare -n 1000 -m 10 -l 5/2",
	.options = options,
	.size = sizeof(struct compare_args),
	.defaults = &defaults,
	.run = run,
};
