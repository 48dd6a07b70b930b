/*
 * bound: a time that no algorithm for broadcasting m messages can beat.  A
 * reduction is a broadcast reversed, so it has the same bounds.  A census is no
 * faster, as all processors then know what processor 0 had; nor are operations
 * by block, in which something gets from one processor to all, or from all to
 * one.
 */
#include "cli/grid/grid.h"
#include "model/bounds.h"

struct bound_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
	int all, operation;
};

static const struct option options[] = {
	PROCESSORS_OPTION(struct bound_args, OPTION_INTEGERS),
	SEGMENTS_OPTION(struct bound_args, OPTION_INTEGERS),
	LATENCY_OPTIONS(struct bound_args, OPTION_RATIONALS, 0),
	RDMA_OPTION(struct bound_args),
	PORTS_OPTION(struct bound_args, OPTION_INTEGERS),
	NODE_OPTIONS(struct bound_args, OPTION_INTEGERS),
	MODEL_OPTION(struct bound_args, broadcast_models, -1),
	OPTION(struct bound_args, all, "all", OPTION_FLAG, NULL,
		"print every known bound, and whether it holds"),
	OPERATION_OPTION(struct bound_args, OPERATION_BROADCAST),
	BLOCK_OPTION(struct bound_args, OPTION_RATIONALS),
	PICTURE_OPTIONS(struct bound_args),
	OUTPUT_OPTIONS(struct bound_args, FORMAT_TABLE | FORMAT_PLOT),
	OPTION_END,
};

static enum status answer_all_bounds(struct problem_grid *ask, struct err *err)
{
	struct bound_list list = {0};
	enum status status =
		model_bound_list(&list, ask->model, &ask->problem, err);

	if (status == STATUS_OK && ask->latency.machine.given)
		status = on_machine_bound_list(&list, &ask->latency,
			&ask->problem, (enum operation)ask->operation, err);
	if (status == STATUS_OK)
		bound_table_print(
			&ask->grid, &list, &ask->latency, latency_show_bound);
	bound_list_clear(&list);
	return status;
}

static enum status find_bound(
	mpq_t bound, struct problem_grid *ask, struct err *err)
{
	const struct algorithm_options given = {.operation = ask->operation,
		.blocks = latency_blocks(&ask->latency)};
	int is_machine = ask->latency.machine.given && !ask->problem.nodes;
	enum status status;

	if (is_machine &&
		!schedule_is_collective((enum operation)ask->operation))
		return on_machine_bound(bound, &ask->latency, &ask->problem,
			(enum operation)ask->operation, err);
	status = operation_bound(bound, ask->model, &ask->problem, &given, err);
	if (!is_machine)
		latency_show_bound(bound, &ask->latency, bound);
	return status;
}

/* The bound for -m best: below the time of every segmentation. */
static enum status find_segments_bound(
	mpq_t bound, struct problem_grid *ask, struct err *err)
{
	/* The size of a message is that of all bytes: m is 1. */
	return segments_bound(bound,
		&(struct segments_problem){.machine = &ask->latency.machine,
			.n = ask->problem.n,
			.bytes = mpq_numref(ask->latency.size),
			.operation = (enum operation)ask->operation,
			.max_bits = ask->problem.max_bits},
		err);
}

/* Nodes and several ports belong to the postal model. */
static enum status check_bound_ports(
	const struct bound_args *args, int model, struct err *err)
{
	if (latency_check_node_operation(
		    &args->latency, args->operation, err) != STATUS_OK)
		return err->code;
	if ((args->all || args->messages.is_best) &&
		latency_check_nodes(&args->latency,
			args->all ? "--all" : "-m best", err) != STATUS_OK)
		return err->code;
	if (model > MODEL_LOGP)
		return latency_check_ports(
			&args->latency, "a model in rounds", err);
	return latency_check_port_operation(
		&args->latency, args->operation, err);
}

static enum status check_segments(
	const struct bound_args *args, struct err *err)
{
	if (!args->messages.is_best)
		return STATUS_OK;
	if (args->all)
		return err_usage(
			err, "--messages: 'best' is not used with --all");
	if (args->latency.model > MODEL_LOGP)
		return err_usage(err,
			"--messages: 'best' is not used with --model ",
			broadcast_models[args->latency.model]);
	return segments_option_check(
		&args->latency, (enum operation)args->operation, err);
}

static enum status run_bound(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"bound", NULL};
	const struct bound_args *args = data;
	struct latency_args given = args->latency;
	struct problem_grid ask = {
		.operation = args->operation,
		.processors = &args->processors,
		.messages = &args->messages,
		.output = &args->output,
		.below_one = !args->all,
		.columns = args->all ? bound_table_columns : columns,
		.answer = args->all ? answer_all_bounds : NULL,
		.find = args->messages.is_best ? find_segments_bound
					       : find_bound,
	};

	if (operation_set_model(&given, args->operation, err) != STATUS_OK ||
		check_bound_ports(args, given.model, err) != STATUS_OK ||
		check_segments(args, err) != STATUS_OK)
		return err->code;
	if (args->all &&
		schedule_is_collective((enum operation)args->operation) &&
		latency_is_given(&given))
		return err_usage(err, "--all: not used with --op ",
			schedule_operations[args->operation]);
	ask.model = (enum model)given.model;
	if (picture_has_all(&args->processors))
		ask.grid.picture.steps = PLOT_BEFORE;
	return problem_grid_print(&ask, &given, out, err);
}

const struct command cmd_bound = {
	.name = "bound",
	.group = "numbers",
	.summary = "a time that no algorithm for m messages can beat",
	.example = "fibcast bound -n 14 -m 3 -l 5/2",
	.shows = "10",
	.also = "fibcast bound --model telephone -n 14 -m 5 --all",
	.options = options,
	.size = sizeof(struct bound_args),
	.run = run_bound,
};
