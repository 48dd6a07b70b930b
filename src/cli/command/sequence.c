/*
 * sequence: the values of F_lambda one after another, with their sums.
 */
#include "base/bits.h"
#include "cli/grid/grid.h"
#include "fibonacci/fibonacci.h"
#include "format/tree/tree.h"
#include "model/postal/postal.h"

struct sequence_args {
	struct output output;
	struct latency_args latency;
	struct sweep index;
};

static const struct option options[] = {
	LATENCY_OPTIONS(struct sequence_args, OPTION_RATIONALS, 1),
	OPTION(struct sequence_args, index, "index", OPTION_INTEGERS, "A..B",
		"rows, numbered from 1", .letters = "i", .usual = "1..10",
		.least = 1),
	MODEL_OPTION(struct sequence_args, latency_models, MODEL_POSTAL),
	PORTS_OPTION(struct sequence_args, OPTION_INTEGER),
	PICTURE_OPTIONS(struct sequence_args),
	OUTPUT_OPTIONS(struct sequence_args,
		FORMAT_TABLE | FORMAT_PLOT | FORMAT_GRAPH | FORMAT_PICTURE),
	OPTION_END,
};

/* Whether each row of the range follows from the one before. */
static int is_gapless(const struct sweep_range *range)
{
	return !range->multiply && mpq_cmp_ui(range->step, 1, 1) <= 0;
}

/*
 * -- The universal tree, in which every node that knows the message sends it on
 * without a pause.  Up to a time it is the optimal tree of as many nodes as it
 * has by then.
 */

/* A number of nodes with more bits is too large for any tree. */
enum { BITS_ENOUGH = 1 << 20 };

/* time = (row - 1)/b, where lambda = a/b. */
static void row_time(mpq_t time, const mpz_t row, const mpq_t lambda)
{
	mpz_sub_ui(mpq_numref(time), row, 1);
	mpz_set(mpq_denref(time), mpq_denref(lambda));
	mpq_canonicalize(time);
}

static enum status check_tree_rows(const struct sweep *rows,
	const struct latency *latency, struct err *err)
{
	if (latency->sweep->is_sweep || latency->sweep->stream)
		return err_usage(
			err, "--format: a tree takes one latency, not several");
	if (rows->stream || rows->ranges > 1 || !is_gapless(rows->range))
		return err_usage(
			err, "--format: a tree takes rows without gaps");
	return STATUS_OK;
}

/* n = the nodes up to the row. */
static enum status count_nodes(mpz_t n, const mpz_t row,
	const struct sequence_args *args, const mpq_t lambda, struct err *err)
{
	uint64_t max_bits = (uint64_t)args->output.max_bits;
	enum status status;
	mpq_t time;

	mpq_init(time);
	row_time(time, row, lambda);
	status = fibonacci_reach(n, lambda, latency_ports(&args->latency), time,
		least_u64(max_bits, BITS_ENOUGH), err);
	mpq_clear(time);
	if (status == STATUS_LIMIT)
		return err_limit(err, "the tree would have too many nodes: "
				      "choose an earlier row");
	return status;
}

static void show(mpq_t shown, const void *latency, const mpq_t elapsed)
{
	latency_show(shown, latency, elapsed);
}

/* Whether the tree is written for Graphviz, instead of as a picture. */
static int is_dot(const struct sequence_args *args)
{
	return args->output.format->kind == FORMAT_GRAPH;
}

/* first: the nodes before the first row. */
static enum status write_tree(const struct tree *tree, uint64_t first,
	const struct sequence_args *args, const struct latency *latency,
	FILE *out, struct err *err)
{
	const struct sweep_range *range = args->index.range;
	struct tree_times times;
	enum status status = STATUS_OK;
	mpq_t from, until;

	mpq_inits(from, until, NULL);
	row_time(from, mpq_numref(range->first), tree->lambda);
	row_time(until, mpq_numref(range->last), tree->lambda);
	tree_times_init(&times);
	times.unit = latency_unit_name(latency);
	times.show = show;
	times.context = latency;
	times.decimals = args->output.decimals;
	if (is_dot(args))
		tree_write_dot(tree, &times, out);
	else
		status = tree_write_universal_svg(
			tree, &times, first, from, until, out, err);
	tree_times_clear(&times);
	mpq_clears(from, until, NULL);
	return status;
}

/*
 * Writes the tree up to the last row; nodes before the first one are faint in
 * the picture.
 * Errors: STATUS_USAGE for several latencies, or rows with gaps; STATUS_LIMIT
 * for too many nodes.
 */
static enum status sequence_write_tree(const struct sequence_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	const struct sweep_range *range = args->index.range;
	uint64_t max_bits = (uint64_t)args->output.max_bits;
	mpq_srcptr lambda = sweep_value(latency->sweep);
	struct tree tree = {0};
	mpz_t n, first;
	enum status status;

	mpz_inits(n, first, NULL);
	status = count_nodes(n, mpq_numref(range->last), args, lambda, err);
	if (status == STATUS_OK)
		status = is_dot(args) ? output_check_rows("the tree", n,
						args->output.max_rows, err)
				      : tree_boxes_check(n, err);
	mpz_sub_ui(first, mpq_numref(range->first), 1);
	if (status == STATUS_OK && mpz_sgn(first) > 0)
		status = count_nodes(first, first, args, lambda, err);
	if (status == STATUS_OK) {
		status = tree_init(&tree, lambda, n, max_bits, err);
		tree.ports = (uint32_t)latency_ports(&args->latency);
		if (status == STATUS_OK)
			status = postal_tree_least_depth(&tree, max_bits, err);
		if (status == STATUS_OK)
			status = write_tree(&tree, mpz_get_ui(first), args,
				latency, out, err);
		tree_clear(&tree);
	}
	mpz_clears(n, first, NULL);
	return status;
}

/* -- the table */

/* Prints the rows first .. last of one combination. */
static enum status print_rows(struct problem_grid *ask, const mpz_t first,
	const mpz_t last, struct err *err)
{
	struct sequence sequence;
	int more = 1;
	enum status status;
	mpq_t shown;

	mpq_init(shown);
	status = sequence_init(&sequence, ask->problem.lambda,
		ask->problem.ports, first, last, ask->problem.max_bits, err);
	while (status == STATUS_OK && !ferror(ask->grid.table.out.file)) {
		struct table *table;

		status = sequence_next(&sequence, &more, err);
		if (status != STATUS_OK || !more)
			break;
		latency_show(shown, &ask->latency, sequence.time);
		table = grid_row(&ask->grid);
		table_integer(table, sequence.index);
		table_rational(table, shown);
		table_amount(table, sequence.reach);
		table_amount(table, sequence.sum);
		table_end(table);
	}
	sequence_clear(&sequence);
	mpq_clear(shown);
	return status;
}

/* Prints the rows of a range: each by itself if there are gaps. */
static enum status print_range(
	struct problem_grid *ask, struct sweep_range *range, struct err *err)
{
	const struct sweep one = {.range = range, .ranges = 1};
	struct sweep_cursor cursor;
	enum status status;

	if (is_gapless(range))
		return print_rows(ask, mpq_numref(range->first),
			mpq_numref(range->last), err);
	sweep_cursor_init(&cursor, &one);
	do
		status = print_rows(ask, mpq_numref(cursor.value),
			mpq_numref(cursor.value), err);
	while (status == STATUS_OK && sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	return status;
}

/* Refuses numbers that are too long.  With gaps each row is computed by itself,
 * and the last one takes the longest. */
static enum status check_sequence_latency(
	const struct sequence_args *args, const mpq_t lambda, struct err *err)
{
	const struct sweep *index = &args->index;
	enum status status = STATUS_OK;

	for (size_t i = 0; i < index->ranges && status == STATUS_OK; i++) {
		const struct sweep_range *range = &index->range[i];

		status = sequence_check(lambda, latency_ports(&args->latency),
			mpq_numref(
				is_gapless(range) ? range->first : range->last),
			mpq_numref(range->last),
			(uint64_t)args->output.max_bits, err);
	}
	return status;
}

/* Counts the rows of all combinations, or for one line of standard input. */
static enum status check_sequence_rows(const struct sequence_args *args,
	const struct grid *grid, struct err *err)
{
	mpz_t count;
	enum status status;

	mpz_init_set(count, args->index.count);
	grid_multiply(count, grid);
	status = output_check_rows(
		"the table", count, args->output.max_rows, err);
	mpz_clear(count);
	return status;
}

/* Refuses the table if a row has no answer; latencies on standard input, and of
 * machines, are checked one by one when they are known. */
static enum status check_sequence(struct problem_grid *ask, struct err *err)
{
	const struct sequence_args *args = ask->args;
	const struct sweep *latencies = ask->latency.sweep;
	struct sweep_cursor cursor;
	enum status status = check_sequence_rows(args, &ask->grid, err);

	if (status != STATUS_OK || latencies->stream ||
		ask->latency.machine.given)
		return status;
	sweep_cursor_init(&cursor, latencies);
	do
		status = check_sequence_latency(args, cursor.value, err);
	while (status == STATUS_OK && sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	return status;
}

static enum status answer_sequence(struct problem_grid *ask, struct err *err)
{
	const struct sequence_args *args = ask->args;
	const struct sweep *index = &args->index;
	enum status status = STATUS_OK;

	if (ask->latency.sweep->stream || ask->latency.machine.given)
		status = check_sequence_latency(args, ask->problem.lambda, err);
	for (size_t i = 0; i < index->ranges && status == STATUS_OK; i++)
		status = print_range(ask, &index->range[i], err);
	return status;
}

static enum status print_sequence_table(
	const struct sequence_args *args, FILE *out, struct err *err)
{
	static const char *const columns[] = {
		"i", "time", "reach", "sum", NULL};
	struct problem_grid ask = {
		.output = &args->output,
		.columns = columns,
		.check = check_sequence,
		.answer = answer_sequence,
		.args = args,
		.grid.picture.across = "time",
		.grid.picture.up = "reach",
		.grid.picture.up_too = "sum",
		.grid.picture.steps = picture_has_all(&args->index)
					      ? PLOT_AFTER
					      : PLOT_STRAIGHT,
	};

	return problem_grid_print(&ask, &args->latency, out, err);
}

static enum status draw_sequence(
	const struct sequence_args *args, FILE *out, struct err *err)
{
	struct latency latency;
	enum status status = latency_init(&latency, &args->latency, 0, err);

	if (status == STATUS_OK)
		status = latency_settle(&latency, NULL, NULL, err);
	if (status == STATUS_OK)
		status = check_tree_rows(&args->index, &latency, err);
	if (status == STATUS_OK)
		status = sequence_write_tree(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

static enum status run_sequence(const void *data, FILE *out, struct err *err)
{
	const struct sequence_args *args = data;

	if (args->output.format->rows)
		return print_sequence_table(args, out, err);
	if (output_check_format(&args->output, err) != STATUS_OK)
		return err->code;
	return draw_sequence(args, out, err);
}

const struct command cmd_sequence = {
	.name = "sequence",
	.group = "numbers",
	.summary = "the values of reach row by row, with their sums",
	.example = "fibcast sequence -l 2 -i 1..8",
	.also = "fibcast sequence -l 5/2 -i 1..20 -f csv",
	.options = options,
	.size = sizeof(struct sequence_args),
	.run = run_sequence,
};
