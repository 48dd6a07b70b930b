/*
 * time: the least time to inform n processors, f_lambda(n), or B(P,L) in the
 * LogP paper's steps; the least time of a census; the best time known of the
 * other collective operations, and in rounds.
 */
#include "cli/command/command.h"

#include "cli/grid/grid.h"
#include "model/nodes/nodes.h"
#include "model/postal/bounds.h"
#include "model/symmetric/symmetric.h"

struct time_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
	struct late_args late;
	int all, operation, schedule;
};

/* The most processors for which a schedule on nodes is built. */
enum { NODES_BUILT = 1 << 16 };

static const struct option options[] = {
	PROCESSORS_OPTION(struct time_args, OPTION_INTEGERS),
	LATENCY_OPTIONS(struct time_args, OPTION_RATIONALS, 2),
	RDMA_OPTION(struct time_args),
	MODEL_OPTION(struct time_args, broadcast_models, -1),
	PORTS_OPTION(struct time_args, OPTION_INTEGERS),
	NODE_OPTIONS(struct time_args, OPTION_INTEGERS),
	OPTION(struct time_args, all, "all", OPTION_FLAG, NULL,
		"print the value and the papers' bounds on it"),
	OPTION(struct time_args, messages, "messages", OPTION_INTEGERS, "M",
		"for a sum: number of operands", .letters = "mk", .further = 1,
		.least = 1, .streams = 1, .best = SWEEP_BEST),
	OPTION(struct time_args, operation, "op", OPTION_CHOICE, "OPERATION",
		"what to do", .choices = schedule_operations),
	OPTION(struct time_args, schedule, "schedule", OPTION_FLAG, NULL,
		"for a sum: print the schedule", .further = 1),
	BLOCK_OPTION(struct time_args, OPTION_RATIONALS),
	LATE_OPTIONS(struct time_args),
	PICTURE_OPTIONS(struct time_args),
	OUTPUT_OPTIONS(struct time_args, FORMAT_TABLE | FORMAT_PLOT),
	OPTION_END,
};

static enum status answer_all_times(struct problem_grid *ask, struct err *err)
{
	struct bound_list list = {0};
	enum status status = postal_time_list(&list, &ask->problem, err);

	if (status == STATUS_OK)
		bound_table_print(
			&ask->grid, &list, &ask->latency, latency_show);
	bound_list_clear(&list);
	return status;
}

/* -- one answer, in the time that the user reads */

/* Finds the least time of a census; on a machine the best that is known. */
static enum status find_census(
	mpq_t t, struct problem_grid *ask, struct err *err)
{
	const struct algorithm_options counted = {
		.operation = OPERATION_CENSUS, .name = "census"};
	struct on_machine machine;
	enum status status;

	if (!ask->latency.machine.given) {
		status = symmetric_time(t, &ask->problem, &counted, err);
		latency_show(t, &ask->latency, t);
		return status;
	}
	on_machine_init(&machine, &ask->latency, &ask->problem,
		OPERATION_CENSUS, ALGORITHM_WORK);
	status = on_machine_choose(&machine, NULL, err);
	mpq_set(t, machine.choice.time);
	on_machine_clear(&machine);
	return status;
}

/* Finds the bound on nodes; sets *state, for a warning, unless a schedule that
 * attains it is built. */
static enum status find_on_nodes(
	mpq_t t, struct problem_grid *ask, struct err *err)
{
	enum status status = nodes_bound(t, &ask->problem, err);
	struct schedule *schedule = NULL;
	mpq_t finish;

	mpq_init(finish);
	if (status == STATUS_OK &&
		mpz_cmp_ui(ask->problem.n, NODES_BUILT) <= 0) {
		status = nodes_open(&schedule, &ask->problem,
			&(struct algorithm_options){0}, err);
		if (status == STATUS_OK)
			schedule_finish_time(finish, &schedule->header);
		else if (status == STATUS_LIMIT)
			status = STATUS_OK;
		schedule_close(schedule);
	}
	if (status == STATUS_OK && !mpq_equal(finish, t))
		*(int *)ask->state = 1;
	latency_show(t, &ask->latency, t);
	mpq_clear(finish);
	return status;
}

static enum status find_row_time(
	mpq_t t, struct problem_grid *ask, struct err *err)
{
	enum status status;

	if (ask->problem.nodes)
		return find_on_nodes(t, ask, err);
	if (ask->operation == OPERATION_CENSUS)
		return find_census(t, ask, err);
	status = postal_least_time(t, &ask->problem, err);
	latency_show(t, &ask->latency, t);
	return status;
}

static enum status find_late(mpq_t t, struct problem_grid *ask, struct err *err)
{
	const struct time_args *args = ask->args;
	struct schedule *schedule;
	enum status status = late_open(
		&schedule, t, &args->late, &ask->latency, &ask->problem, err);

	if (status == STATUS_OK)
		schedule_close(schedule);
	return status;
}

/* Finds the best time known of a collective operation, or in rounds. */
static enum status find_collective(
	mpq_t t, struct problem_grid *ask, struct err *err)
{
	enum status status = collective_time(t, &ask->latency, &ask->problem,
		ask->model, ask->operation, err);

	latency_show(t, &ask->latency, t);
	return status;
}

/* -- the command */

/* Errors: STATUS_USAGE for an option that the models in rounds do not have. */
static enum status check_time_rounds(const struct latency_args *given,
	const struct time_args *args, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{"--all", args->all, 0},
		{"--late", args->late.late.range != NULL, 0},
		{"--due", args->late.due.range != NULL, 0},
		{"--ports", latency_ports(given) > 1, 0},
	};

	if (given->model <= MODEL_LOGP)
		return STATUS_OK;
	return option_check_uses(
		rows, "in the model ", broadcast_models[given->model], err);
}

/* Sets the model; refuses options that do not go with it or the operation. */
static enum status check_time_operation(struct latency_args *given,
	const struct time_args *args, struct err *err)
{
	enum status status = STATUS_OK;

	if (args->all && schedule_run_column((enum operation)args->operation))
		return err_usage(err, "--all: not used with --op ",
			schedule_operations[args->operation]);
	if (args->all && late_is_given(&args->late))
		return err_usage(err, "--all: not used with --late and --due");
	if (args->all)
		status = latency_check_nodes(given, "--all", err);
	else if (args->operation > OPERATION_REDUCE)
		status = latency_check_node_operation(
			given, args->operation, err);
	else if (late_is_given(&args->late))
		status = latency_check_nodes(given, "--late and --due", err);
	if (status != STATUS_OK)
		return status;
	if (args->all || late_is_given(&args->late))
		status = latency_check_ports(
			given, args->all ? "--all" : "--late and --due", err);
	else if (args->operation > OPERATION_REDUCE &&
		 given->model <= MODEL_LOGP)
		status = latency_check_port_operation(
			given, args->operation, err);
	if (status != STATUS_OK)
		return status;
	if (operation_set_model(given, args->operation, err) != STATUS_OK)
		return err->code;
	if (check_time_rounds(given, args, err) != STATUS_OK)
		return err->code;
	if (!latency_is_given(given) && given->model <= MODEL_LOGP)
		return err_usage(err, "--latency or --logp is missing");
	return STATUS_OK;
}

/* Errors: STATUS_USAGE for an option that only a sum has, or for -m best. */
static enum status check_time_sum(const struct time_args *args, struct err *err)
{
	if (args->operation == OPERATION_SUM)
		return args->messages.is_best
			       ? err_usage(err, "--messages: 'best' is not "
						"used with --op sum")
			       : STATUS_OK;
	if (args->messages.range)
		return err_usage(err,
			"--messages: 'time' is for one message: see 'bound', "
			"'compare' and 'optimum'");
	if (args->schedule)
		return err_usage(
			err, "--schedule: only with --op sum: see 'schedule'");
	return STATUS_OK;
}

static enum status run_time_sum(
	const struct time_args *args, FILE *out, struct err *err)
{
	const struct sum_args sum = {.processors = &args->processors,
		.operands = &args->messages,
		.latency = &args->latency,
		.output = &args->output};

	if (args->all || late_is_given(&args->late))
		return err_usage(err, args->all ? "--all" : "--late and --due",
			": not used with --op sum");
	return args->schedule ? sum_write(&sum, 1, out, err)
			      : sum_print(&sum, out, err);
}

static enum status run_time(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"time", NULL};
	const struct time_args *args = data;
	struct latency_args given = args->latency;
	int is_below = 0;
	struct problem_grid ask = {
		.operation = args->operation,
		.state = &is_below,
		.processors = &args->processors,
		.output = &args->output,
		.columns = args->all ? bound_table_columns : columns,
		.below_one = !args->all,
		.answer = args->all ? answer_all_times : NULL,
		.find = find_row_time,
		.args = args,
	};
	enum status status = check_time_sum(args, err);

	if (status == STATUS_OK && args->operation == OPERATION_SUM)
		return run_time_sum(args, out, err);
	if (status != STATUS_OK ||
		check_time_operation(&given, args, err) != STATUS_OK ||
		late_check(&args->late, args->operation, &args->processors,
			&args->latency, err) != STATUS_OK)
		return err->code;
	ask.model = (enum model)given.model;
	if (ask.model > MODEL_LOGP ||
		schedule_is_collective((enum operation)args->operation))
		ask.find = find_collective;
	if (late_is_given(&args->late)) {
		ask.find = find_late;
		ask.below_one = 0;
	}
	if (picture_has_all(&args->processors))
		ask.grid.picture.steps = PLOT_BEFORE;
	status = problem_grid_print(&ask, &given, out, err);
	if (status == STATUS_OK && is_below)
		fputs("fibcast: time: warning: a lower bound on nodes, for "
		      "which no schedule was built\n",
			stderr);
	return status;
}

const struct command cmd_time = {
	.name = "time",
	.group = "numbers",
	.summary = "the least time to inform n processors",
	.example = "fibcast time -n 14 -l 5/2",
	.shows = "15/2",
	.also = "fibcast time -n 1000 --logp 6,2,4",
	.options = options,
	.size = sizeof(struct time_args),
	.run = run_time,
};
