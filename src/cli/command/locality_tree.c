/*
 * locality-tree: whether a labelled broadcast tree is legal, and what it costs.
 */
#include "cli/input/input.h"
#include "cli/option/option.h"
#include "cli/output/output.h"
#include "cli/problem/problem.h"
#include "check/check.h"
#include "cli/command/command.h"
#include "format/tree/tree.h"
#include "format/table.h"

struct tree_args {
	struct output output;
	const char *file, *cost;
};

static const struct tree_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	OPTION(struct tree_args, file, NULL, OPTION_TEXT, "FILE",
		"table node parent processor cell (default: standard input)"),
	OPTION(struct tree_args, cost, "cost", OPTION_TEXT, "FUNCTION",
		"cost l(k) of the distance k: clog, k ...", .required = 1),
	OUTPUT_OPTIONS(
		struct tree_args, FORMAT_TABLE | FORMAT_GRAPH | FORMAT_PICTURE),
	OPTION_END,
};

static void print_measure(const struct label_measure *measure,
	const struct value_precision *precision, const struct output *output,
	FILE *out)
{
	static const char *const columns[] = {
		"size", "cost", "height", "leaves", NULL};
	struct table table;

	output_table(&table, output, columns, NULL, out);
	table_u64(&table, measure->size);
	cost_cell(&table, &measure->cost, precision);
	table_u64(&table, measure->height);
	table_u64(&table, measure->leaves);
	table_exact(&table, measure->cost.exact);
	table_end(&table);
	table_finish(&table);
}

static enum status judge(struct label_tree *tree, const struct cost *cost,
	const struct tree_args *args, FILE *out, struct err *err)
{
	const struct output *output = &args->output;
	uint64_t work = (uint64_t)output->max_bits;
	struct value_precision precision = {
		.bits = 128, .max_bits = work, .work = &work};
	char place[INPUT_NAME];
	struct label_measure found;
	struct check check;
	enum status status;

	label_tree_check(tree, &check);
	if (check.violations > 0) {
		input_name(place, args->file);
		return violations_print(&check, place, out);
	}
	cost_first_bits(&precision, output->decimals);
	if (!output->format->rows)
		return locality_tree_draw(tree, cost, output->decimals,
			output->format->kind == FORMAT_GRAPH, &precision, out,
			err);
	value_init(&found.cost);
	status = locality_tree_costs(&found.cost, 1, &found, tree, cost,
		output->decimals, &precision, err);
	if (status == STATUS_OK)
		print_measure(&found, &precision, output, out);
	value_clear(&found.cost);
	return status;
}

static enum status run_locality_tree(
	const void *data, FILE *out, struct err *err)
{
	const struct tree_args *args = data;
	struct label_tree tree = {0};
	struct cost *cost;
	FILE *file;
	enum status status;

	if (output_check_format(&args->output, err) != STATUS_OK)
		return err->code;
	status = cost_option(&cost, "--cost", args->cost,
		(uint64_t)args->output.max_bits, err);
	if (status == STATUS_OK)
		status = input_file(&file, args->file, err);
	if (status == STATUS_OK) {
		status = label_tree_read(
			&tree, file, (uint64_t)args->output.max_rows, err);
		input_close(file);
		if (status != STATUS_OK)
			input_blame(err, args->file);
	}
	if (status == STATUS_OK)
		status = judge(&tree, cost, args, out, err);
	label_tree_clear(&tree);
	cost_free(cost);
	return status;
}

const struct command cmd_locality_tree = {
	.name = "locality-tree",
	.group = "models",
	.summary = "whether a labelled tree is legal, and its cost",
	.example = "fibcast locality-tree --cost k -H "
		   "<<<$'node parent processor cell\\n0 - 1 0'",
	.shows = "1  0  0  1",
	.also = "fibcast locality-tree tree.tsv --cost 'log(k)'",
	.options = options,
	.size = sizeof(struct tree_args),
	.defaults = &defaults,
	.run = run_locality_tree,
};
