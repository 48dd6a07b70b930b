/*
 * locality: the running time T(p) of Algorithm ROOT, where distance costs.
 *
 * Real values are computed with more and more bits until all digits to be
 * printed are certain.  Since a cost may be undefined for some sizes, all
 * answers are computed once before any is printed.
 */
#include "cli/grid/grid.h"
#include "model/locality/locality.h"

struct locality_args {
	struct output output;
	struct sweep processors;
	const char *cost, *bandwidth;
	int levels, all;
};

static const struct option options[] = {
	PROCESSORS_OPTION(struct locality_args, OPTION_INTEGERS),
	OPTION(struct locality_args, cost, "cost", OPTION_TEXT, "FUNCTION",
		"cost l(k) of an access: clog, or several: log,k",
		.required = 1, .advice = "a function of k, such as clog"),
	OPTION(struct locality_args, bandwidth, "bandwidth", OPTION_TEXT,
		"FUNCTION", "g(k) of the D-BSP: a level costs max{l, g}"),
	OPTION(struct locality_args, levels, "levels", OPTION_FLAG, NULL,
		"print where the time goes, level by level"),
	OPTION(struct locality_args, all, "all", OPTION_FLAG, NULL,
		"print bounds and other algorithms, too"),
	PICTURE_OPTIONS(struct locality_args),
	OUTPUT_OPTIONS(struct locality_args, FORMAT_TABLE | FORMAT_PLOT),
	OPTION_END,
};

/* What is to be printed for one p. */
struct answer {
	struct value time;
	struct locality_list facts;
	struct locality_levels levels;
};

static void answer_init(struct answer *answer)
{
	*answer = (struct answer){.facts = {0}};
	value_init(&answer->time);
}

static void answer_clear(struct answer *answer)
{
	value_clear(&answer->time);
	locality_list_clear(&answer->facts);
	locality_levels_clear(&answer->levels);
}

/* Computes the answer with the present precision, in place of another one. */
static enum status try_answer(struct answer *answer,
	const struct locality_args *args, struct locality *locality,
	const mpz_t p, struct err *err)
{
	answer_clear(answer);
	answer_init(answer);
	if (args->all)
		return locality_facts(&answer->facts, locality, p, err);
	if (args->levels)
		return locality_levels(&answer->levels, locality, p, err);
	return locality_time(&answer->time, locality, p, err);
}

/* Sets *again if some of the answer's digits are not certain. */
static enum status settle(int *again, const struct answer *answer,
	int64_t decimals, struct value_precision *precision, struct err *err)
{
	enum status status =
		cost_settle(again, &answer->time, decimals, precision, err);

	for (size_t i = 0; i < answer->facts.count && status == STATUS_OK; i++)
		status = cost_settle(again, &answer->facts.fact[i].value,
			decimals, precision, err);
	for (size_t i = 0; i < answer->levels.count && status == STATUS_OK;
		i++) {
		const struct locality_level *level = &answer->levels.level[i];

		status = cost_settle(
			again, &level->cost, decimals, precision, err);
		if (status == STATUS_OK)
			status = cost_settle(
				again, &level->total, decimals, precision, err);
	}
	return status;
}

/* Finds the answer for p, in place of another one. */
static enum status find_locality(struct answer *answer,
	const struct locality_args *args, struct locality *locality,
	const mpz_t p, struct err *err)
{
	int64_t decimals = args->output.decimals;
	struct value_precision precision;
	enum status status;
	int again;

	for (;;) {
		again = 0;
		status = try_answer(answer, args, locality, p, err);
		if (status == STATUS_OK)
			status = settle(&again, answer, decimals,
				&locality->precision, err);
		if (status != STATUS_OK || !again)
			return status;
		precision = locality->precision;
		cost_refine(&precision, decimals);
		locality_set_precision(locality, &precision);
	}
}

/* Checks that every p has an answer, and that the table is not too long; keeps
 * the last answer. */
static enum status find_all(struct answer *last,
	const struct locality_args *args, struct locality *locality,
	struct err *err)
{
	struct sweep_cursor cursor;
	enum status status;
	int more = 1;
	mpz_t rows;

	mpz_init(rows);
	status = output_check_rows("the table", args->processors.count,
		args->output.max_rows, err);
	sweep_cursor_init(&cursor, &args->processors);
	while (status == STATUS_OK && more) {
		status = find_locality(
			last, args, locality, mpq_numref(cursor.value), err);
		/* Without --levels and --all every p has one row. */
		mpz_add_ui(rows, rows, last->levels.count);
		mpz_add_ui(rows, rows, last->facts.count);
		if (status == STATUS_OK)
			status = output_check_rows(
				"the table", rows, args->output.max_rows, err);
		more = sweep_cursor_next(&cursor);
	}
	sweep_cursor_clear(&cursor);
	mpz_clear(rows);
	return status;
}

/* Refuses work that would take too long, before it starts: the work for p, or,
 * if p is NULL, for all values of -n. */
static enum status rehearse_locality(const struct locality_args *args,
	struct locality *locality, mpz_srcptr p, struct err *err)
{
	struct value_precision precision = locality->precision;
	struct cost_rehearsal rehearsal = {0};
	enum status status = STATUS_OK;

	while (cost_rehearse(&rehearsal, &precision, status)) {
		struct answer answer;

		locality_set_precision(locality, &precision);
		answer_init(&answer);
		status = p ? find_locality(&answer, args, locality, p, err)
			   : find_all(&answer, args, locality, err);
		answer_clear(&answer);
		precision = locality->precision;
	}
	locality_set_precision(locality, &precision);
	return status;
}

/* -- printing */

/* Starts a row with the cells before the answer. */
static struct table *locality_row(
	struct grid *grid, const struct locality_args *args)
{
	if (grid->first)
		table_text(&grid->table, args->cost);
	return grid_row(grid);
}

static void print_facts(struct grid *grid, const struct locality_args *args,
	const struct locality_list *list,
	const struct value_precision *precision)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct locality_fact *fact = &list->fact[i];
		struct table *table = locality_row(grid, args);

		table_text(table, fact->name);
		if (fact->absent)
			table_unknown(table);
		else if (fact->is_count)
			table_amount(table, mpq_numref(fact->value.q));
		else
			cost_cell(table, &fact->value, precision);
		if (fact->absent)
			table_absent(table);
		else
			table_flag(table, fact->value.exact);
		table_text(table, fact->source);
		table_end(table);
	}
}

static void print_levels(struct grid *grid,
	const struct locality_levels *levels,
	const struct value_precision *precision)
{
	for (size_t i = 0; i < levels->count; i++) {
		const struct locality_level *level = &levels->level[i];
		struct table *table = grid_row(grid);

		table_u64(table, level->level);
		table_integer(table, level->size);
		table_integer(table, level->groups);
		cost_cell(table, &level->cost, precision);
		cost_cell(table, &level->total, precision);
		table_exact(table, level->cost.exact && level->total.exact);
		table_end(table);
	}
}

static void print_answer(struct grid *grid, const struct locality_args *args,
	const struct answer *answer, const struct value_precision *precision)
{
	struct table *table;

	if (args->all) {
		print_facts(grid, args, &answer->facts, precision);
	} else if (args->levels) {
		print_levels(grid, &answer->levels, precision);
	} else {
		table = locality_row(grid, args);
		cost_cell(table, &answer->time, precision);
		table_exact(table, answer->time.exact);
		table_end(table);
	}
}

/* Prints the rows of one cost; last: the answer for the last p, which has been
 * found already. */
static enum status print_locality(const struct locality_args *args,
	struct grid *grid, struct locality *locality, const struct answer *last,
	struct err *err)
{
	enum status status = STATUS_OK;
	uint64_t work = locality->work;

	if (mpz_cmp_ui(args->processors.count, 1) == 0 &&
		grid_next(grid, &status, err)) {
		print_answer(grid, args, last, &locality->precision);
		grid_next(grid, &status, err); /* the end, for a picture */
		return status;
	}
	if (!args->processors.stream)
		locality->precision.work = NULL; /* find_all had enough */

	while (grid_next(grid, &status, err)) {
		mpz_srcptr p = mpq_numref(grid->axis[0].cursor.value);
		struct answer answer;

		answer_init(&answer);
		if (args->processors.stream) {
			locality->work = work;
			status = rehearse_locality(args, locality, p, err);
		}
		if (status == STATUS_OK)
			status = find_locality(&answer, args, locality, p, err);
		if (status == STATUS_OK)
			print_answer(grid, args, &answer, &locality->precision);
		answer_clear(&answer);
	}
	return status;
}

/* Opens the table, with a column for the cost if there are several. */
static enum status open_locality(struct grid *grid,
	const struct locality_args *args, size_t costs, FILE *out,
	struct err *err)
{
	static const char *const time[] = {"locality", NULL};
	static const char *const levels[] = {
		"level", "size", "groups", "cost", "total", NULL};
	static const char *const facts[] = {
		"quantity", "value", "exact", "source", NULL};

	grid_axis(grid, "n", &args->processors, 1);
	if (costs > 1)
		grid->first = grid->picture.lines = "cost";
	if (args->all) {
		grid->picture.lines = "quantity";
		grid->picture.up = "value";
	}
	grid->picture.about = costs > 1 ? NULL : ", cost ";
	grid->picture.value = args->cost;
	return grid_open(grid, out, &args->output,
		args->all      ? facts
		: args->levels ? levels
			       : time,
		err);
}

/* Finds and prints the rows of one cost. */
static enum status print_cost(struct grid *grid,
	const struct locality_args *args, const struct cost *latency,
	const struct cost *bandwidth, struct err *err)
{
	struct answer last;
	struct locality locality;
	enum status status = STATUS_OK;

	answer_init(&last);
	locality_init(
		&locality, latency, bandwidth, (uint64_t)args->output.max_bits);
	cost_first_bits(&locality.precision, args->output.decimals);
	if (!args->processors.stream)
		status = rehearse_locality(args, &locality, NULL, err);
	if (status == STATUS_OK && !args->processors.stream)
		status = find_all(&last, args, &locality, err);
	if (status == STATUS_OK)
		status = print_locality(args, grid, &locality, &last, err);
	locality_clear(&locality);
	answer_clear(&last);
	return status;
}

static enum status print_costs(const struct locality_args *args,
	const struct cost_list *costs, const struct cost *bandwidth, FILE *out,
	struct err *err)
{
	struct grid grid = {.further = costs->count - 1};
	enum status status = open_locality(&grid, args, costs->count, out, err);

	for (size_t i = 0; i < costs->count && status == STATUS_OK; i++) {
		struct locality_args one = *args;

		one.cost = costs->item[i].text;
		status = print_cost(
			&grid, &one, costs->item[i].cost, bandwidth, err);
		if (status == STATUS_OK && grid.further > 0) {
			grid_rewind(&grid);
			grid.further--;
		}
	}
	grid_close(&grid, status);
	return status;
}

static enum status check_locality(const struct locality_args *args,
	const struct cost_list *costs, struct err *err)
{
	int is_drawn = picture_is_drawn(&args->output);

	if (args->all && args->levels)
		return err_usage(
			err, "--all and --levels: only one can be given");
	if (args->levels && is_drawn)
		return err_usage(err, "--levels: not drawn");
	if (costs->count > 1 && args->levels)
		return err_usage(err, "--levels: only with one --cost");
	if (costs->count > 1 && args->all && is_drawn)
		return err_usage(err, "--all: a picture shows only one --cost");
	if (costs->count > 1 && args->processors.stream)
		return err_usage(
			err, "--processors: '-' is read once, for one --cost");
	return STATUS_OK;
}

static enum status run_locality(const void *data, FILE *out, struct err *err)
{
	const struct locality_args *args = data;
	uint64_t max_bits = (uint64_t)args->output.max_bits;
	struct cost *bandwidth = NULL;
	struct cost_list costs = {0};
	enum status status =
		cost_list_option(&costs, "--cost", args->cost, max_bits, err);

	if (status == STATUS_OK)
		status = check_locality(args, &costs, err);
	if (status == STATUS_OK)
		status = cost_option(&bandwidth, "--bandwidth", args->bandwidth,
			max_bits, err);
	if (status == STATUS_OK)
		status = print_costs(args, &costs, bandwidth, out, err);
	cost_list_free(&costs);
	cost_free(bandwidth);
	return status;
}

const struct command cmd_locality = {
	.name = "locality",
	.group = "models",
	.summary = "the time of a broadcast where distance costs",
	.example = "fibcast locality -n 65536 --cost clog",
	.shows = "80",
	.also = "fibcast locality -n 2^10 --cost 'sqrt(k)' --levels",
	.options = options,
	.size = sizeof(struct locality_args),
	.run = run_locality,
};
