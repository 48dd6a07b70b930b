/*
 * locality-tree: whether a labelled broadcast tree is legal, and what it costs.
 */
#include <string.h>

#include "cli/input/input.h"
#include "cli/option/option.h"
#include "cli/output/output.h"
#include "cli/problem/problem.h"
#include "check/check.h"
#include "cli/command/command.h"
#include "format/tree/tree.h"
#include "format/table.h"
#include "base/mem.h"

struct tree_args {
	struct output output;
	const char *file, *cost;
};

static const struct option options[] = {
	OPTION(struct tree_args, file, NULL, OPTION_TEXT, "FILE",
		"table node parent processor cell (default: standard input)"),
	OPTION(struct tree_args, cost, "cost", OPTION_TEXT, "FUNCTION",
		"cost l(k) of the distance k: clog, k ...", .required = 1),
	OUTPUT_OPTIONS(
		struct tree_args, FORMAT_TABLE | FORMAT_GRAPH | FORMAT_PICTURE),
	OPTION_END,
};

/* -- every node's cost to as many digits as are shown, then the picture. */

enum { TITLE = 200, COST_SHOWN = 60 };

/* What is asked of a tree, as locality_tree_costs has it. */
struct tree_question {
	struct value *cost;
	size_t count;
	struct label_measure *measure;
	const struct label_tree *tree;
	const struct cost *function;
	int64_t decimals;
};

static enum status try_tree(int *again, const struct tree_question *ask,
	struct value_precision *precision, struct err *err)
{
	enum status status =
		ask->measure ? label_tree_measure(ask->measure, ask->tree,
				       ask->function, precision, err)
			     : label_tree_costs(ask->cost, ask->tree,
				       ask->function, precision, err);

	*again = 0;
	if (status != STATUS_OK)
		err_prefix(err, "--cost");
	for (size_t i = 0; i < ask->count && status == STATUS_OK; i++)
		status = cost_settle(
			again, &ask->cost[i], ask->decimals, precision, err);
	return status;
}

/* With more and more bits. */
static enum status settle_tree(const struct tree_question *ask,
	struct value_precision *precision, struct err *err)
{
	enum status status;
	int again;

	while ((status = try_tree(&again, ask, precision, err)) == STATUS_OK &&
		again)
		cost_refine(precision, ask->decimals);
	return status;
}

/*
 * The labelled tree's costs: sets cost[0..count), which are initialised, or
 * with a measure its one, so that all digits to be shown are certain.  What
 * takes too long is refused before the work starts.
 * Errors: those of label_tree_measure and cost_settle.
 */
static enum status locality_tree_costs(struct value *cost, size_t count,
	struct label_measure *measure, const struct label_tree *tree,
	const struct cost *function, int64_t decimals,
	struct value_precision *precision, struct err *err)
{
	const struct tree_question ask = {
		cost, count, measure, tree, function, decimals};
	struct cost_rehearsal rehearsal = {0};
	enum status status = STATUS_OK;

	while (cost_rehearse(&rehearsal, precision, status))
		status = settle_tree(&ask, precision, err);
	return status == STATUS_OK ? settle_tree(&ask, precision, err) : status;
}

/* "labelled broadcast tree, cost k: each copy's label and what it costs" */
static void set_label_title(char title[TITLE], const struct cost *cost)
{
	char *text = cost_copy_text(cost);

	if (strlen(text) > COST_SHOWN)
		strcpy(text + COST_SHOWN - 3, "...");
	snprintf(title, TITLE,
		"labelled broadcast tree, cost %s: labels (processor, cell), "
		"and the costs of paths",
		text);
	mem_free(text);
}

static enum status draw_costs(const struct label_tree *tree,
	const struct value *value, const struct cost *cost, int64_t decimals,
	int is_dot, const struct value_precision *precision, FILE *out,
	struct err *err)
{
	char **text = mem_array(tree->count, sizeof *text);
	char title[TITLE];
	enum status status = STATUS_OK;

	for (size_t i = 0; i < tree->count; i++)
		text[i] = value_text(&value[i], decimals, precision);
	set_label_title(title, cost);
	if (is_dot)
		label_tree_write_dot(tree, text, out);
	else
		status = label_tree_write_svg(
			tree, text, title, precision->max_bits, out, err);
	for (size_t i = 0; i < tree->count; i++)
		mem_free(text[i]);
	mem_free(text);
	return status;
}

/* Draws a legal tree, or writes it for Graphviz.  Errors: those of cost_value,
 * and STATUS_LIMIT for a picture that is too large. */
static enum status locality_tree_draw(const struct label_tree *tree,
	const struct cost *cost, int64_t decimals, int is_dot,
	struct value_precision *precision, FILE *out, struct err *err)
{
	struct value *value;
	enum status status = STATUS_OK;
	mpz_t n;

	mpz_init_set_ui(n, tree->count);
	if (!is_dot)
		status = tree_boxes_check(n, err);
	mpz_clear(n);
	if (status != STATUS_OK)
		return status;
	value = mem_array(tree->count, sizeof *value);
	for (size_t i = 0; i < tree->count; i++)
		value_init(&value[i]);
	status = locality_tree_costs(
		value, tree->count, NULL, tree, cost, decimals, precision, err);
	if (status == STATUS_OK)
		status = draw_costs(tree, value, cost, decimals, is_dot,
			precision, out, err);
	for (size_t i = 0; i < tree->count; i++)
		value_clear(&value[i]);
	mem_free(value);
	return status;
}

/* -- the command */

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
	.run = run_locality_tree,
};
