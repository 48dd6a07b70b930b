/*
 * tree: an optimal broadcast tree, node by node.
 */
#include "cli/option/command.h"
#include "cli/output/output.h"
#include "cli/problem/latency.h"
#include "format/tree/boxes.h"
#include "format/tree/tree.h"
#include "model/postal/postal.h"
#include "model/postal/tree.h"

enum shape { SHAPE_MIN_DEPTH, SHAPE_BCAST };

struct tree_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors;
	int shape, ascii;
};

static const struct tree_args defaults = {.output = OUTPUT_DEFAULTS};

static const char *const shapes[] = {"min-depth", "bcast", NULL};

/* write: NULL for the formats of tables. */
static const struct tree_format {
	const char *name;
	enum status (*write)(const struct tree *tree, struct tree_times *times,
		FILE *file, struct err *err);
} formats[] = {
	{"text", NULL},
	{"tsv", NULL},
	{"csv", NULL},
	{"json", NULL},
	{"outline", tree_write_outline},
	{"dot", tree_write_dot},
	{"svg", tree_write_svg},
	{NULL, NULL},
};

static const struct option options[] = {
	PROCESSORS_OPTION(struct tree_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct tree_args, OPTION_RATIONAL, 1),
	MODEL_OPTION(struct tree_args, latency_models),
	{
		.name = "shape",
		.kind = OPTION_CHOICE,
		.field = offsetof(struct tree_args, shape),
		.arg = "SHAPE",
		.choices = shapes,
		.help = "of least depth, or Algorithm BCAST's",
	},
	{
		.name = "ascii",
		.further = 1,
		.kind = OPTION_FLAG,
		.field = offsetof(struct tree_args, ascii),
		.help = "draw the outline without Unicode",
	},
	OUTPUT_OPTIONS_OF(struct tree_args, &formats[0].name, sizeof *formats),
	OPTION_END,
};

/* Only tables have a header. */
static enum status check_tree_options(
	const struct tree_args *args, struct err *err)
{
	const struct tree_format *format = &formats[args->output.format];
	const struct option_use rows[] = {
		{"--no-header", args->output.no_header, !format->write},
		{"--ascii", args->ascii, format->write == tree_write_outline},
	};

	return option_check_uses(rows, sizeof rows / sizeof *rows,
		"by the format ", format->name, err);
}

/* Algorithm BCAST's tree, from its schedule. */
static enum status build_bcast(
	struct tree *tree, uint64_t max_bits, struct err *err)
{
	struct problem problem;
	struct schedule *schedule;
	enum status status;

	problem_init(&problem);
	mpz_set_ui(problem.n, tree->size);
	mpq_set(problem.lambda, tree->lambda);
	problem.max_bits = max_bits;
	status = postal_bcast_open(
		&schedule, &problem, &(struct algorithm_options){0}, err);
	if (status == STATUS_OK) {
		status = postal_tree_of_schedule(tree, schedule, err);
		schedule_close(schedule);
	}
	problem_clear(&problem);
	return status;
}

static enum status build_tree(
	struct tree *tree, const struct tree_args *args, struct err *err)
{
	uint64_t max_bits = (uint64_t)args->output.max_bits;

	if (args->shape == SHAPE_MIN_DEPTH)
		return postal_tree_least_depth(tree, max_bits, err);
	return build_bcast(tree, max_bits, err);
}

static void show(mpq_t shown, const void *latency, const mpq_t elapsed)
{
	latency_show(shown, latency, elapsed);
}

static enum status print_tree(const struct tree *tree,
	const struct tree_args *args, const struct latency *latency, FILE *out,
	struct err *err)
{
	enum status status = STATUS_OK;
	const struct tree_format *format = &formats[args->output.format];
	struct tree_times times;
	enum table_format rows;
	struct table table;

	tree_times_init(&times);
	times.show = show;
	times.context = latency;
	times.decimals = args->output.decimals;
	if (table_format_find(&rows, format->name)) {
		table_init(&table, out, rows, !args->output.no_header,
			args->output.decimals);
		tree_write_rows(tree, &times, &table);
		table_finish(&table);
	} else if (args->ascii) {
		status = tree_write_ascii(tree, &times, out, err);
	} else {
		status = format->write(tree, &times, out, err);
	}
	tree_times_clear(&times);
	return status;
}

static enum status run_tree(const void *data, FILE *out, struct err *err)
{
	const struct tree_args *args = data;
	const __mpz_struct *n = mpq_numref(sweep_value(&args->processors));
	struct latency latency;
	struct tree tree = {0};
	enum status status = check_tree_options(args, err);

	if (status != STATUS_OK)
		return status;
	status = latency_single(&latency, &args->latency, NULL, NULL, err);
	if (status == STATUS_OK)
		status = output_check_rows(
			"the tree", n, args->output.max_rows, err);
	if (status == STATUS_OK &&
		formats[args->output.format].write == tree_write_svg)
		status = tree_boxes_check(n, err);
	if (status == STATUS_OK) {
		status = tree_init(&tree, sweep_value(latency.sweep), n,
			(uint64_t)args->output.max_bits, err);
		if (status == STATUS_OK)
			status = build_tree(&tree, args, err);
		if (status == STATUS_OK)
			status = print_tree(&tree, args, &latency, out, err);
		tree_clear(&tree);
	}
	latency_clear(&latency);
	return status;
}

const struct command cmd_tree = {
	.name = "tree",
	.summary = "an optimal broadcast tree of least depth (restricted)",
	.example = "fibcast tree -n 14 -l 5/2 --shape bcast -f outline",
	.also = "fibcast tree -n 14 -l 5/2 -f svg > tree.svg",
	.options = options,
	.size = sizeof(struct tree_args),
	.defaults = &defaults,
	.run = run_tree,
};
