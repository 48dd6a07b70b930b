/*
 * sequence: the values of F_lambda one after another, with their sums.
 */
#include "cli/command/command.h"
#include "cli/grid/grid.h"
#include "cli/input/input.h"
#include "cli/option/option.h"
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
	PORTS_OPTION(struct sequence_args),
	PICTURE_OPTIONS(struct sequence_args),
	OUTPUT_OPTIONS(struct sequence_args,
		FORMAT_TABLE | FORMAT_PLOT | FORMAT_GRAPH | FORMAT_PICTURE),
	OPTION_END,
};

/*
 * -- the universal tree up to a time is the optimal tree of as many nodes as
 * there are by then: every node that knows the message sends it on without a
 * pause.
 */

/* Numbers this long are too large for any tree. */
enum { BITS_ENOUGH = 1 << 20 };

/* time = (row - 1)/b, where lambda = a/b. */
static void row_time(mpq_t time, const mpz_t row, const mpq_t lambda)
{
	mpz_sub_ui(mpq_numref(time), row, 1);
	mpz_set(mpq_denref(time), mpq_denref(lambda));
	mpq_canonicalize(time);
}

static enum status check_rows(const struct sweep *rows,
	const struct latency *latency, struct err *err)
{
	const struct sweep_range *range = rows->range;

	if (latency->sweep->is_sweep || latency->sweep->stream)
		return err_usage(
			err, "--format: a tree takes one latency, not several");
	if (rows->stream || rows->ranges > 1 || range->multiply ||
		mpq_cmp_ui(range->step, 1, 1) > 0)
		return err_usage(
			err, "--format: a tree takes rows without gaps");
	return STATUS_OK;
}

/* n = the nodes up to the row. */
static enum status count_nodes(mpz_t n, const mpz_t row, const mpq_t lambda,
	unsigned long ports, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t time;

	mpq_init(time);
	row_time(time, row, lambda);
	status = fibonacci_reach(n, lambda, ports, time,
		max_bits < BITS_ENOUGH ? max_bits : BITS_ENOUGH, err);
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

static enum status write_tree(const struct tree *tree,
	const struct sweep_range *range, uint64_t first,
	const struct latency *latency, const struct output *output, int is_dot,
	FILE *out, struct err *err)
{
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
	times.decimals = output->decimals;
	if (is_dot)
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
 * the picture.  is_dot: for Graphviz, instead of a picture.
 * Errors: STATUS_USAGE for several latencies, or rows with gaps; STATUS_LIMIT
 * for more nodes than have room.
 */
static enum status sequence_write_tree(const struct sweep *rows,
	const struct latency *latency, unsigned long ports,
	const struct output *output, int is_dot, FILE *out, struct err *err)
{
	const __mpq_struct *lambda;
	const struct sweep_range *range = rows->range;
	uint64_t max_bits = (uint64_t)output->max_bits;
	struct tree tree = {0};
	mpz_t n, first;
	enum status status = check_rows(rows, latency, err);

	if (status != STATUS_OK)
		return status;
	lambda = sweep_value(latency->sweep);
	mpz_inits(n, first, NULL);
	status = count_nodes(
		n, mpq_numref(range->last), lambda, ports, max_bits, err);
	if (status == STATUS_OK)
		status = is_dot ? output_check_rows(
					  "the tree", n, output->max_rows, err)
				: tree_boxes_check(n, err);
	mpz_sub_ui(first, mpq_numref(range->first), 1);
	if (status == STATUS_OK && mpz_sgn(first) > 0)
		status =
			count_nodes(first, first, lambda, ports, max_bits, err);
	if (status == STATUS_OK) {
		status = tree_init(&tree, lambda, n, max_bits, err);
		tree.ports = (uint32_t)ports;
		if (status == STATUS_OK)
			status = postal_tree_least_depth(&tree, max_bits, err);
		if (status == STATUS_OK)
			status = write_tree(&tree, range, mpz_get_ui(first),
				latency, output, is_dot, out, err);
		tree_clear(&tree);
	}
	mpz_clears(n, first, NULL);
	return status;
}

/* -- the command */

/* The rows of one combination of the table, first .. last. */
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

/* Rows without gaps follow from one another; others are computed afresh. */
static enum status print_range(struct problem_grid *ask,
	const struct sweep_range *range, struct err *err)
{
	const __mpz_struct *last = mpq_numref(range->last);
	enum status status = STATUS_OK;
	mpz_t left;
	mpq_t at;

	if (!range->multiply && mpq_cmp_ui(range->step, 1, 1) <= 0)
		return print_rows(ask, mpq_numref(range->first), last, err);
	mpz_init_set(left, range->count);
	mpq_init(at);
	mpq_set(at, range->first);
	while (status == STATUS_OK && mpz_sgn(left) > 0) {
		status = print_rows(ask, mpq_numref(at), mpq_numref(at), err);
		if (range->multiply)
			mpq_mul(at, at, range->step);
		else
			mpq_add(at, at, range->step);
		mpz_sub_ui(left, left, 1);
	}
	mpq_clear(at);
	mpz_clear(left);
	return status;
}

/* Checks a range of rows.  With gaps each row is computed by itself, and the
 * last takes the longest. */
static enum status check_range(const mpq_t lambda, unsigned long ports,
	const struct sweep_range *range, uint64_t max_bits, struct err *err)
{
	int is_one = range->multiply || mpq_cmp_ui(range->step, 1, 1) > 0;

	return sequence_check(lambda, ports,
		mpq_numref(is_one ? range->last : range->first),
		mpq_numref(range->last), max_bits, err);
}

static enum status check_sequence_latency(
	const struct sequence_args *args, const mpq_t lambda, struct err *err)
{
	const struct sweep *index = &args->index;
	enum status status = STATUS_OK;

	for (size_t i = 0; i < index->ranges && status == STATUS_OK; i++)
		status = check_range(lambda, latency_ports(&args->latency),
			&index->range[i], (uint64_t)args->output.max_bits, err);
	return status;
}

/* The rows of all combinations, apart from those on standard input. */
static enum status check_sequence_rows(const struct sequence_args *args,
	const struct grid *grid, struct err *err)
{
	mpz_t count;
	enum status status;

	mpz_init_set(count, args->index.count);
	for (size_t i = 0; i < grid->axes; i++)
		if (!grid->axis[i].cursor.sweep->stream)
			mpz_mul(count, count,
				grid->axis[i].cursor.sweep->count);
	status = output_check_rows(
		"the table", count, args->output.max_rows, err);
	mpz_clear(count);
	return status;
}

/* All rows have an answer, or none is printed; of latencies on standard input,
 * and of machines, that is said of each. */
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
		status = sequence_write_tree(&args->index, &latency,
			latency_ports(&args->latency), &args->output,
			args->output.format->kind == FORMAT_GRAPH, out, err);
	latency_clear(&latency);
	return status;
}

static enum status run_sequence(const void *data, FILE *out, struct err *err)
{
	const struct sequence_args *args = data;
	enum status status;

	if (args->output.format->rows)
		return print_sequence_table(args, out, err);
	status = output_check_format(&args->output, err);
	return status == STATUS_OK ? draw_sequence(args, out, err) : status;
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
