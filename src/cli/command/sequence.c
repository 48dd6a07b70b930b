/*
 * sequence: the values of F_lambda one after another, with their sums.
 */
#include "cli/command.h"
#include "cli/command/sequence_tree.h"
#include "cli/grid.h"
#include "cli/latency.h"
#include "fibonacci/sequence.h"

struct sequence_args {
	struct output output;
	struct latency_args latency;
	struct sweep index;
};

static const struct sequence_args defaults = {.output = OUTPUT_DEFAULTS};

/* Those of tables, in their order, and two that are of trees. */
enum { FORMAT_DOT = TABLE_CHART + 1, FORMAT_SVG };
static const char *const formats[] = {
	"text", "tsv", "csv", "json", "plot", "chart", "dot", "svg", NULL};

static const struct option options[] = {
	LATENCY_OPTIONS(struct sequence_args, OPTION_RATIONALS, 1),
	{
		.name = "index",
		.letters = "i",
		.kind = OPTION_INTEGERS,
		.field = offsetof(struct sequence_args, index),
		.arg = "A..B",
		.help = "the rows, from 1 on",
		.least = 1,
		.required = 1,
	},
	MODEL_OPTION(struct sequence_args, latency_models),
	PICTURE_OPTIONS(struct sequence_args),
	OUTPUT_OPTIONS(struct sequence_args, formats),
	OPTION_END,
};

/* The rows of one combination of the table, first .. last. */
static enum status print_rows(struct grid *grid, const mpz_t first,
	const mpz_t last, const struct latency *latency, uint64_t max_bits,
	struct err *err)
{
	struct sequence sequence;
	int more = 1;
	enum status status;
	mpq_t shown;

	mpq_init(shown);
	status = sequence_init(
		&sequence, grid_value(grid, 0), first, last, max_bits, err);
	while (status == STATUS_OK && !ferror(grid->table.out.file)) {
		struct table *table;

		status = sequence_next(&sequence, &more, err);
		if (status != STATUS_OK || !more)
			break;
		latency_show(shown, latency, sequence.time);
		table = grid_row(grid);
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
static enum status print_range(struct grid *grid,
	const struct sweep_range *range, const struct latency *latency,
	uint64_t max_bits, struct err *err)
{
	const __mpz_struct *last = mpq_numref(range->last);
	enum status status = STATUS_OK;
	mpz_t left;
	mpq_t at;

	if (!range->multiply && mpq_cmp_ui(range->step, 1, 1) <= 0)
		return print_rows(grid, mpq_numref(range->first), last, latency,
			max_bits, err);
	mpz_init_set(left, range->count);
	mpq_init(at);
	mpq_set(at, range->first);
	while (status == STATUS_OK && mpz_sgn(left) > 0) {
		status = print_rows(grid, mpq_numref(at), mpq_numref(at),
			latency, max_bits, err);
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
static enum status check_range(const mpq_t lambda,
	const struct sweep_range *range, uint64_t max_bits, struct err *err)
{
	int is_one = range->multiply || mpq_cmp_ui(range->step, 1, 1) > 0;

	return sequence_check(lambda,
		mpq_numref(is_one ? range->last : range->first),
		mpq_numref(range->last), max_bits, err);
}

static enum status check_sequence_latency(
	const struct sequence_args *args, const mpq_t lambda, struct err *err)
{
	const struct sweep *index = &args->index;
	enum status status = STATUS_OK;

	for (size_t i = 0; i < index->ranges && status == STATUS_OK; i++)
		status = check_range(lambda, &index->range[i],
			(uint64_t)args->output.max_bits, err);
	return status;
}

/* All rows have an answer, or none is printed; of latencies on standard input
 * that is said of each. */
static enum status check_sequence_size(const struct sequence_args *args,
	const struct sweep *latencies, struct err *err)
{
	struct sweep_cursor cursor;
	mpz_t count;
	enum status status;

	mpz_init_set(count, args->index.count);
	if (!latencies->stream)
		mpz_mul(count, count, latencies->count);
	status = output_check_rows(
		"the table", count, args->output.max_rows, err);
	mpz_clear(count);
	if (status != STATUS_OK || latencies->stream)
		return status;
	sweep_cursor_init(&cursor, latencies);
	do
		status = check_sequence_latency(args, cursor.value, err);
	while (status == STATUS_OK && sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	return status;
}

static enum status print_sequence(const struct sequence_args *args,
	struct grid *grid, const struct latency *latency, struct err *err)
{
	const struct sweep *index = &args->index;
	enum status status = STATUS_OK;

	while (grid_next(grid, &status, err)) {
		if (latency->sweep->stream)
			status = check_sequence_latency(
				args, grid_value(grid, 0), err);
		for (size_t i = 0; i < index->ranges && status == STATUS_OK;
			i++)
			status = print_range(grid, &index->range[i], latency,
				(uint64_t)args->output.max_bits, err);
	}
	return status;
}

static enum status print_sequence_table(const struct sequence_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	const char *columns[] = {
		"i", latency_column(latency, "time"), "reach", "sum", NULL};
	struct grid grid = {0};
	enum status status = check_sequence_size(args, latency->sweep, err);

	if (status != STATUS_OK)
		return status;
	grid_axis(&grid, "l", latency->sweep, 0);
	grid.picture.across = columns[1];
	grid.picture.up = "reach";
	grid.picture.up_too = "sum";
	grid.picture.unit = latency_unit(&args->latency);
	if (picture_has_all(&args->index))
		grid.picture.steps = PLOT_AFTER;
	status = grid_open(&grid, out, &args->output, columns, err);
	if (status == STATUS_OK)
		status = print_sequence(args, &grid, latency, err);
	grid_close(&grid);
	return status;
}

/* What only tables, or only plots, use. */
static enum status check_tree_options(
	const struct output *output, struct err *err)
{
	const struct option_use rows[] = {
		{"--no-header", output->no_header, 0},
		{"--log", output->log != 0, 0},
		{"--ascii", output->ascii, 0},
	};

	return option_check_uses(rows, sizeof rows / sizeof *rows,
		"by the format ", formats[output->format], err);
}

static enum status run_sequence(const void *data, FILE *out, struct err *err)
{
	const struct sequence_args *args = data;
	int format = args->output.format;
	struct latency latency;
	enum status status = STATUS_OK;

	if (format >= FORMAT_DOT)
		status = check_tree_options(&args->output, err);
	if (status != STATUS_OK)
		return status;
	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK && latency.machine.given)
		status = latency_settle(&latency, NULL, err);
	if (status == STATUS_OK && format >= FORMAT_DOT)
		status = sequence_write_tree(&args->index, &latency,
			&args->output, format == FORMAT_DOT, out, err);
	else if (status == STATUS_OK)
		status = print_sequence_table(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_sequence = {
	.name = "sequence",
	.summary = "F_lambda(t), or f_i of logp, row by row, with its sums",
	.example = "fibcast sequence -l 2 -i 1..8",
	.also = "fibcast sequence -l 5/2 -i 1..20 -f csv",
	.options = options,
	.size = sizeof(struct sequence_args),
	.defaults = &defaults,
	.run = run_sequence,
};
