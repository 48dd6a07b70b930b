/*
 * compare: every algorithm for a problem side by side, best first; with sweeps,
 * the best in each model for each combination.
 */
#include "cli/command/command.h"

#include "cli/grid/grid.h"

struct compare_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages, limit;
	unsigned models; /* a bit for each; 0: the postal model */
	int all, operation;
	const char *rules;
};

static const struct option options[] = {
	OPTION(struct compare_args, processors, "processors", OPTION_INTEGERS,
		"N", "number of processors, the source included",
		.letters = "nP", .least = 1, .required = 2, .streams = 1),
	SEGMENTS_OPTION(struct compare_args, OPTION_INTEGERS),
	LATENCY_OPTIONS(struct compare_args, OPTION_RATIONALS, 0),
	RDMA_OPTION(struct compare_args),
	PORTS_OPTION(struct compare_args, OPTION_INTEGERS),
	NODE_OPTIONS(struct compare_args, OPTION_INTEGERS),
	OPTION(struct compare_args, models, "model", OPTION_CHOICES, "MODELS",
		"models, joined by commas", .choices = broadcast_models),
	OPTION(struct compare_args, all, "all", OPTION_FLAG, NULL,
		"compare the trees that libraries use, too"),
	LIMIT_OPTION(struct compare_args,
		"build for SECONDS (default: 1/5), then search"),
	OPERATION_OPTION(struct compare_args, OPERATION_BROADCAST),
	BLOCK_OPTION(struct compare_args, OPTION_RATIONALS),
	OPTION(struct compare_args, rules, "rules", OPTION_TEXT, "FILE",
		"time each rule of an Open MPI rules file", .further = 1),
	PICTURE_OPTIONS(struct compare_args),
	OUTPUT_OPTIONS(struct compare_args,
		FORMAT_TABLE | FORMAT_PLOT | FORMAT_MAP | FORMAT_RULES),
	OPTION_END,
};

/* Refuses too many rows without a sweep, when all entries are printed. */
static enum status check_rows(const struct comparison *comparison,
	const struct grid *grid, int64_t max_rows, struct err *err)
{
	return grid_is_swept(grid)
		       ? STATUS_OK
		       : output_check_table(comparison->count, max_rows, err);
}

/* Prints all entries; with sweeps only the best of each model, or, in a
 * picture, the best of all models. */
static void print_comparison(
	struct grid *grid, const struct comparison *comparison, int with_model)
{
	int is_picture = grid->table.writer == &rows_drawn;
	unsigned models = 0;

	for (size_t i = 0; i < comparison->count; i++) {
		const struct compare_entry *entry = &comparison->entry[i];

		if (grid_is_swept(grid) &&
			(is_picture ? models : models >> entry->model & 1) != 0)
			continue;
		models |= 1u << entry->model;
		if (with_model)
			table_text(
				&grid->table, broadcast_models[entry->model]);
		grid_row(grid);
		compare_entry_print(&grid->table, entry);
	}
}

static int is_single(unsigned models)
{
	return (models & (models - 1)) == 0;
}

/* Whether a machine gives the latency. */
static int has_machine(const struct latency_args *latency)
{
	return latency_is_given(latency) && !latency->latency.range;
}

/* The models given; without --model the one that the operation implies. */
static unsigned models_of(const struct compare_args *args)
{
	if (args->models)
		return args->models;
	return schedule_is_collective((enum operation)args->operation) &&
			       !latency_is_given(&args->latency)
		       ? 1u << MODEL_SENDRECV
		       : 1u << MODEL_POSTAL;
}

static enum status answer_compare(struct problem_grid *ask, struct err *err)
{
	const struct compare_args *args = ask->args;
	struct comparison *comparison = ask->state;
	unsigned models = models_of(args);
	enum status status;

	comparison->only_best = grid_is_swept(&ask->grid);
	if (comparison->limit)
		ask->problem.max_bits =
			search_memory((uint64_t)args->output.max_bits);
	status = comparison_make(
		comparison, models, &ask->problem, &ask->latency, err);
	if (status == STATUS_OK)
		status = check_rows(
			comparison, &ask->grid, args->output.max_rows, err);
	if (status == STATUS_OK)
		print_comparison(&ask->grid, comparison, !is_single(models));
	return status;
}

static enum status print_compare(struct problem_grid *ask,
	const struct latency_args *given, FILE *out, struct err *err)
{
	const struct compare_args *args = ask->args;
	struct comparison comparison;
	enum status status;

	comparison_init(&comparison);
	comparison.all = args->all;
	comparison.operation = (enum operation)args->operation;
	comparison.work = search_work(&args->limit, ALGORITHM_WORK);
	comparison.limit = args->limit.range ? &args->limit : NULL;
	ask->state = &comparison;
	status = problem_grid_print(ask, given, out, err);
	if (status == STATUS_OK && comparison.operation <= OPERATION_REDUCE)
		segments_advise(given, &args->messages);
	comparison_clear(&comparison);
	return status;
}

/*
 * Chooses the model whose rules the latency must keep: logp if it is among the
 * models, as it asks for most, else postal, else the first one in rounds, which
 * has no latency.  If several models are compared, a latency not given is 1.
 */
static void choose_latency(
	struct latency_args *latency, struct sweep *one, unsigned models)
{
	if (models >> MODEL_LOGP & 1)
		latency->model = MODEL_LOGP;
	else if (models >> MODEL_POSTAL & 1)
		latency->model = MODEL_POSTAL;
	else
		for (latency->model = MODEL_TELEPHONE;
			!(models >> latency->model & 1); latency->model++)
			;
	if (latency->model < MODEL_TELEPHONE && !is_single(models) &&
		!latency_is_given(latency))
		latency->latency = *sweep_or_one(one, &latency->latency);
}

static enum status check_segments(
	const struct compare_args *args, unsigned models, struct err *err)
{
	enum status status = segments_option_check(
		&args->latency, (enum operation)args->operation, err);

	if (status == STATUS_OK && models != 1u << MODEL_POSTAL)
		return err_usage(
			err, "--messages: 'best' is not used with --model");
	return status;
}

/* Whether Open MPI's rules are asked for, for an operation without segments. */
static int is_collective_rules(const struct compare_args *args)
{
	return args->output.format->kind == FORMAT_RULES &&
	       !args->messages.is_best &&
	       schedule_is_collective((enum operation)args->operation) &&
	       has_machine(&args->latency);
}

/* Answers -m best, as a table or as Open MPI's rules. */
static enum status compare_segments(const struct compare_args *args,
	unsigned models, const struct latency_args *latency, FILE *out,
	struct err *err)
{
	const struct format *format = args->output.format;
	const struct compare_segments what = {
		.operation = (enum operation)args->operation,
		.processors = &args->processors,
		.latency = latency,
		.output = &args->output,
		.flags = args->all ? RANKING_LIBRARY : 0,
		.work = search_work(&args->limit, ALGORITHM_WORK),
		.total = search_work(&args->limit, SEGMENTS_WORK),
	};

	if (!is_collective_rules(args) &&
		check_segments(args, models, err) != STATUS_OK)
		return err->code;
	return format->kind == FORMAT_RULES
		       ? compare_openmpi_write(&what,
				 !!(format->uses & FORMAT_DOCUMENT), out, err)
		       : compare_segments_write(&what, out, err);
}

/* Whether all the models have the operation. */
static enum status check_compare_operation(
	const struct compare_args *args, unsigned models, struct err *err)
{
	enum status status = STATUS_OK;

	for (int model = 0; models >> model && status == STATUS_OK; model++)
		if (models >> model & 1)
			status = operation_check_model(
				args->operation, model, err);
	return status;
}

/* Answers --rules. */
static enum status compare_given_rules(
	const struct compare_args *args, FILE *out, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{"--messages", args->messages.range || args->messages.is_best,
			0},
		{"--bytes", args->latency.bytes.range != NULL, 0},
		{"--block", args->latency.block.range != NULL, 0},
		{"--op", args->operation != OPERATION_BROADCAST, 0},
		{"--model", args->models != 0, 0},
		{"--all", args->all, 0},
		{"--limit", args->limit.range != NULL, 0},
		{"--latency", args->latency.latency.range != NULL, 0},
	};

	if (option_check_uses(rows, "with ", "--rules", err) != STATUS_OK)
		return err->code;
	return compare_rules_write(args->rules, &args->processors,
		&args->latency, &args->output, out, err);
}

/* Several ports belong to the postal model. */
static enum status check_compare_ports(
	const struct compare_args *args, unsigned models, struct err *err)
{
	if (args->models && models != 1u << MODEL_POSTAL)
		return latency_check_ports(
			&args->latency, "models other than postal", err);
	return latency_check_port_operation(
		&args->latency, args->operation, err);
}

/* Refuses options that do not go with the models or the operation. */
static enum status check_compare_options(
	const struct compare_args *args, unsigned models, struct err *err)
{
	const struct latency_args *given = &args->latency;

	if (!args->processors.range)
		return err_usage(err, "--processors is missing");
	if (check_compare_operation(args, models, err) != STATUS_OK ||
		(args->messages.is_best && latency_check_nodes(given, "-m best",
						   err) != STATUS_OK) ||
		latency_check_node_operation(given, args->operation, err) !=
			STATUS_OK ||
		check_compare_ports(args, models, err) != STATUS_OK)
		return err->code;
	if (has_machine(given) && !is_single(models))
		return err_usage(err,
			given->logp.machine.given    ? "--logp"
			: given->loggp.machine.given ? "--loggp"
						     : "--machine",
			": not used with several models");
	return STATUS_OK;
}

/* Whether there is a column for the way in which a machine carries out a
 * schedule. */
static int has_ways(const struct compare_args *args)
{
	return has_machine(&args->latency) && !args->latency.node.range &&
	       !schedule_is_collective((enum operation)args->operation);
}

static enum status run_compare(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {
		"algorithm", "options", "time", "ratio", NULL};
	static const char *const on_machine[] = {
		"algorithm", "options", "way", "time", "ratio", NULL};
	const struct compare_args *args = data;
	unsigned models = models_of(args);
	struct latency_args given = args->latency;
	struct sweep one = {0};
	struct problem_grid ask = {
		.operation = args->operation,
		.processors = &args->processors,
		.messages = &args->messages,
		.output = &args->output,
		.answer = answer_compare,
		.args = args,
		.below_one = 1,
		.columns = has_ways(args) ? on_machine : columns,
		.grid.first = is_single(models) ? NULL : "model",
		.grid.picture.up = "time",
		.grid.picture.winner = "algorithm",
		.grid.picture.ratio = "ratio",
	};
	enum status status;

	if (args->rules)
		return compare_given_rules(args, out, err);
	if (check_compare_options(args, models, err) != STATUS_OK)
		return err->code;
	given.operation = args->operation;
	choose_latency(&given, &one, models);
	if (args->messages.is_best || is_collective_rules(args))
		status = compare_segments(args, models, &given, out, err);
	else if (args->output.format->kind == FORMAT_RULES)
		status = err_usage(err, "--format: ", args->output.format->name,
			" of --op ", schedule_operations[args->operation],
			" needs --messages best");
	else
		status = print_compare(&ask, &given, out, err);
	sweep_clear(&one);
	return status;
}

const struct command cmd_compare = {
	.name = "compare",
	.group = "schedules",
	.summary = "the algorithms side by side, best first",
	.example = "fibcast compare -n 1000 -m 10 -l 5/2",
	.also = "fibcast compare -n 14 -m 5 --model telephone,telegraph",
	.options = options,
	.size = sizeof(struct compare_args),
	.run = run_compare,
};
