/*
 * locality-tree: whether a labelled broadcast tree is legal, and what it costs.
 */
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "cli/problem/problem.h"
#include "format/table.h"
#include "format/tree/tree.h"

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

/* -- costs, to as many digits as are shown */

enum { TITLE = 200, COST_SHOWN = 60 };

/* The costs to find: cost[0..count), which are initialised: of every node; with
 * a measure, of the tree, where count is 1 and cost the measure's own. */
struct tree_question {
	struct value *cost;
	size_t count;
	struct label_measure *measure; /* or NULL */
	const struct label_tree *tree;
	const struct cost *function;
	int64_t decimals;
};

/* Computes the costs with the present precision; sets *again if some of their
 * digits are not certain. */
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

/* Computes the costs with more and more bits. */
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
 * Finds the costs; refuses what takes too long before the work starts.
 * Errors: those of label_tree_measure and cost_settle.
 */
static enum status find_tree_costs(const struct tree_question *ask,
	struct value_precision *precision, struct err *err)
{
	struct cost_rehearsal rehearsal = {0};
	enum status status = STATUS_OK;

	while (cost_rehearse(&rehearsal, precision, status))
		status = settle_tree(ask, precision, err);
	return status == STATUS_OK ? settle_tree(ask, precision, err) : status;
}

/* -- the picture */

/* "labelled broadcast tree, cost k: labels (processor, cell), and the costs of
 * paths" */
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

static enum status draw_costs(const struct tree_question *ask, int is_dot,
	const struct value_precision *precision, FILE *out, struct err *err)
{
	const struct label_tree *tree = ask->tree;
	char **text = mem_array(tree->count, sizeof *text);
	char title[TITLE];
	enum status status = STATUS_OK;

	for (size_t i = 0; i < tree->count; i++)
		text[i] = value_text(&ask->cost[i], ask->decimals, precision);
	set_label_title(title, ask->function);
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

/* Draws a legal tree, or writes it for Graphviz.  ask: without costs, which are
 * found here.
 * Errors: those of find_tree_costs; STATUS_LIMIT for a picture that is too
 * large. */
static enum status locality_tree_draw(struct tree_question *ask, int is_dot,
	struct value_precision *precision, FILE *out, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t n;

	mpz_init_set_ui(n, ask->tree->count);
	if (!is_dot)
		status = tree_boxes_check(n, err);
	mpz_clear(n);
	if (status != STATUS_OK)
		return status;
	ask->count = ask->tree->count;
	ask->cost = mem_array(ask->count, sizeof *ask->cost);
	for (size_t i = 0; i < ask->count; i++)
		value_init(&ask->cost[i]);
	status = find_tree_costs(ask, precision, err);
	if (status == STATUS_OK)
		status = draw_costs(ask, is_dot, precision, out, err);
	for (size_t i = 0; i < ask->count; i++)
		value_clear(&ask->cost[i]);
	mem_free(ask->cost);
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
	struct label_measure found;
	struct tree_question ask = {
		.tree = tree, .function = cost, .decimals = output->decimals};
	char place[INPUT_NAME];
	struct check check;
	enum status status;

	label_tree_check(tree, &check);
	if (check.violations > 0) {
		input_name(place, args->file);
		return violations_print(&check, place, out);
	}
	cost_first_bits(&precision, output->decimals);
	if (!output->format->rows)
		return locality_tree_draw(&ask,
			output->format->kind == FORMAT_GRAPH, &precision, out,
			err);
	value_init(&found.cost);
	ask.measure = &found;
	ask.cost = &found.cost;
	ask.count = 1;
	status = find_tree_costs(&ask, &precision, err);
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
		status = input_blame(status, args->file, err);
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
