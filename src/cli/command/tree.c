/*
 * tree: an optimal broadcast tree, node by node.
 */
#include "cli/command/command.h"

#include "model/scatter/scatter.h"
#include "number/number.h"

enum shape { SHAPE_MIN_DEPTH, SHAPE_BCAST };

struct tree_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
	struct late_args late;
	int shape, operation;
};

enum { TREE_BROADCAST, TREE_REDUCE, TREE_SCATTER, TREE_GATHER, TREE_SUM };

static const char *const operations[] = {
	"broadcast", "reduce", "scatter", "gather", "sum", NULL};

static const char *const shapes[] = {"min-depth", "bcast", NULL};

static const struct option options[] = {
	PROCESSORS_OPTION(struct tree_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct tree_args, OPTION_RATIONAL, 1),
	PORTS_OPTION(struct tree_args, OPTION_INTEGER),
	NODE_OPTIONS(struct tree_args, OPTION_INTEGER),
	MODEL_OPTION(struct tree_args, latency_models, MODEL_POSTAL),
	OPTION(struct tree_args, shape, "shape", OPTION_CHOICE, "SHAPE",
		"shape of the tree", .choices = shapes, .start = -1),
	OPTION(struct tree_args, operation, "op", OPTION_CHOICE, "OPERATION",
		"what to do", .further = 1, .choices = operations),
	OPTION(struct tree_args, messages, "messages", OPTION_INTEGER, "M",
		"for a sum: number of operands", .letters = "mk", .further = 1,
		.least = 1, .streams = 1),
	OPTION(struct tree_args, output.ascii, "ascii", OPTION_FLAG, NULL,
		"draw the outline without Unicode", .further = 1),
	BLOCK_OPTION(struct tree_args, OPTION_INTEGER),
	LATE_OPTIONS(struct tree_args),
	OUTPUT_OPTIONS(struct tree_args,
		FORMAT_TABLE | FORMAT_OUTLINE | FORMAT_GRAPH | FORMAT_PICTURE),
	OPTION_END,
};

/* Builds the tree of a schedule, on nodes of processors or of Algorithm BCAST;
 * a tree's node has its processor's number. */
static enum status build_of_schedule(struct tree *tree,
	const struct tree_args *args, const struct problem *problem,
	struct err *err)
{
	const char *name = args->shape == SHAPE_BCAST ? "bcast" : "nodes";
	struct schedule *schedule;
	enum status status = algorithm_open(&schedule, algorithm_find(name),
		MODEL_POSTAL, problem, &(struct algorithm_options){0}, err);

	if (status != STATUS_OK)
		return status;
	status = tree_of_schedule(tree, schedule, err);
	schedule_close(schedule);
	return status;
}

/* How times are shown. */
struct tree_clock {
	const struct latency *latency;
	mpq_srcptr end; /* of a reduction, which runs backwards; or NULL */
	int of_blocks;	/* times are the user's already */
};

static void show(mpq_t shown, const void *context, const mpq_t elapsed)
{
	const struct tree_clock *clock = context;

	if (clock->of_blocks) {
		mpq_set(shown, elapsed);
	} else if (clock->end) {
		mpq_sub(shown, clock->end, elapsed);
		latency_show(shown, clock->latency, shown);
	} else {
		latency_show(shown, clock->latency, elapsed);
	}
}

static enum status print_tree(const struct tree *tree,
	const struct tree_args *args, const struct tree_clock *clock, FILE *out,
	struct err *err)
{
	const struct latency *latency = clock->latency;
	struct tree_times times;

	tree_times_init(&times);
	times.show = show;
	times.context = clock;
	times.column = latency_column(latency, "time");
	times.is_backwards =
		clock->end != NULL || args->operation == TREE_GATHER;
	if (!args->output.format->rows)
		times.unit = latency_unit_name(latency);
	return output_tree(tree, &times, &args->output, out, err);
}

/* Errors: STATUS_LIMIT for a picture that is too large, or whose labels take
 * too much memory: each node has a time, about as long as the latency and n
 * together. */
static enum status check_picture(const struct tree_args *args,
	const struct problem *problem, struct err *err)
{
	uint64_t digits =
		(mpz_sizeinbase(mpq_numref(problem->lambda), 2) +
			mpz_sizeinbase(mpq_denref(problem->lambda), 2) +
			mpz_sizeinbase(problem->n, 2)) *
		3 / 10;

	if (args->output.format->kind != FORMAT_PICTURE)
		return STATUS_OK;
	if (tree_boxes_check(problem->n, err) != STATUS_OK)
		return err->code;
	return limit_check_each("labelling so many nodes", problem->n, digits,
		problem->max_bits / 8, err);
}

static enum status check_late_tree(
	const struct tree_args *args, struct err *err)
{
	int is_reduction = args->operation == TREE_REDUCE;

	if (is_reduction && !args->late.late.range)
		return err_usage(err,
			"--op: reduce needs --late: without it the "
			"tree is that of a broadcast, read backwards");
	if (!late_is_given(&args->late))
		return STATUS_OK;
	if (latency_check_nodes(&args->latency, "--late and --due", err) !=
			STATUS_OK ||
		latency_check_ports(&args->latency, "--late and --due", err) !=
			STATUS_OK)
		return err->code;
	if (args->shape >= 0)
		return err_usage(err, "--shape: not used with --late or --due");
	return late_check(&args->late,
		is_reduction			    ? OPERATION_REDUCE
		: args->operation == TREE_BROADCAST ? OPERATION_BROADCAST
						    : OPERATION_SUM,
		&args->processors, &args->latency, err);
}

/* Writes the tree of --late or --due; a node has its processor's number. */
static enum status write_late_tree(const struct tree_args *args,
	struct latency *latency, struct problem *problem, FILE *out,
	struct err *err)
{
	struct tree_clock clock = {.latency = latency};
	struct tree tree = {0};
	enum status status;
	mpq_t time;

	mpq_init(time);
	status = late_tree(&tree, time, &args->late, latency, problem, err);
	if (args->late.late.range)
		clock.end = time;
	if (status == STATUS_OK)
		status = print_tree(&tree, args, &clock, out, err);
	if (tree.node)
		tree_clear(&tree);
	mpq_clear(time);
	return status;
}

/* Writes the tree of the optimal scatter or gather, with the times of its
 * schedule. */
static enum status write_blocks_tree(const struct tree_args *args,
	struct latency *latency, struct problem *problem, FILE *out,
	struct err *err)
{
	const struct block_cost *blocks = latency_blocks(latency);
	struct schedule *schedule;
	struct tree tree = {0};
	enum status status = scatter_open(&schedule, problem,
		&(struct algorithm_options){
			.operation = (int)latency->operation, .blocks = blocks},
		err);

	if (status != STATUS_OK)
		return status;
	status = tree_init(
		&tree, problem->lambda, problem->n, problem->max_bits, err);
	if (blocks)
		mpq_set_ui(tree.lambda, 0, 1);
	if (status == STATUS_OK)
		status = tree_of_schedule(&tree, schedule, err);
	if (status == STATUS_OK)
		status = print_tree(&tree, args,
			&(struct tree_clock){
				.latency = latency, .of_blocks = 1},
			out, err);
	tree_clear(&tree);
	schedule_close(schedule);
	return status;
}

/* Writes the optimal tree of the shape given. */
static enum status write_optimal_tree(const struct tree_args *args,
	struct latency *latency, struct problem *problem, FILE *out,
	struct err *err)
{
	struct tree tree = {0};
	enum status status = tree_init(
		&tree, problem->lambda, problem->n, problem->max_bits, err);

	tree.ports = (uint32_t)problem->ports;
	if (status == STATUS_OK)
		status = latency_nodes(problem, latency, err);
	if (status == STATUS_OK)
		status = problem->nodes || args->shape == SHAPE_BCAST
				 ? build_of_schedule(&tree, args, problem, err)
				 : postal_tree_least_depth(
					   &tree, problem->max_bits, err);
	if (status == STATUS_OK)
		status = print_tree(&tree, args,
			&(struct tree_clock){.latency = latency}, out, err);
	tree_clear(&tree);
	return status;
}

static int is_broadcast_tree(const struct tree_args *args)
{
	return args->operation == TREE_BROADCAST ||
	       args->operation == TREE_REDUCE;
}

/* Refuses options that do not go with the shape or the operation. */
static enum status check_tree_options(
	const struct tree_args *args, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{"--shape", args->shape >= 0, 0},
		{latency_node_option(&args->latency),
			args->latency.node.range != NULL, 0},
		{"--ports", latency_ports(&args->latency) > 1, 0},
	};
	enum status status = output_check_format(&args->output, err);

	if (status == STATUS_OK && !is_broadcast_tree(args))
		status = option_check_uses(
			rows, "with --op ", operations[args->operation], err);
	else if (status == STATUS_OK && args->shape == SHAPE_MIN_DEPTH)
		status = latency_check_nodes(
			&args->latency, "--shape min-depth", err);
	if (status != STATUS_OK)
		return status;
	if (args->operation == TREE_SUM)
		return late_check(&args->late, OPERATION_SUM, &args->processors,
			&args->latency, err);
	if (args->messages.range)
		return err_usage(err, "--messages: only with --op sum");
	return check_late_tree(args, err);
}

/* Errors: STATUS_USAGE for a latency that a scatter or gather does not have. */
static enum status check_scatter_latency(const struct tree_args *args,
	const struct latency *latency, struct err *err)
{
	if (is_broadcast_tree(args))
		return STATUS_OK;
	if (latency->steps)
		return err_usage(err, "--model: logp is not used with --op ",
			operations[args->operation]);
	return latency_check_block(latency, latency->operation,
		mpq_numref(sweep_value(&args->processors)), err);
}

static enum status answer_tree(const struct tree_args *args,
	struct latency *latency, FILE *out, struct err *err)
{
	struct problem problem;
	enum status status;

	problem_read(&problem, &args->processors, NULL,
		sweep_value(latency->sweep), &args->output);
	problem.ports = latency_ports(&args->latency);
	status = output_check_rows(
		"the tree", problem.n, args->output.max_rows, err);
	if (status == STATUS_OK)
		status = check_scatter_latency(args, latency, err);
	if (status == STATUS_OK)
		status = check_picture(args, &problem, err);
	if (status == STATUS_OK)
		status = (!is_broadcast_tree(args)     ? write_blocks_tree
			  : late_is_given(&args->late) ? write_late_tree
						       : write_optimal_tree)(
			args, latency, &problem, out, err);
	problem_clear(&problem);
	return status;
}

static enum status run_tree(const void *data, FILE *out, struct err *err)
{
	const struct tree_args *args = data;
	struct latency_args given = args->latency;
	int is_broadcast = is_broadcast_tree(args);
	struct latency latency;
	enum status status = check_tree_options(args, err);

	if (status != STATUS_OK)
		return status;
	if (args->operation == TREE_SUM)
		return sum_write(
			&(struct sum_args){.processors = &args->processors,
				.operands = &args->messages,
				.latency = &args->latency,
				.output = &args->output},
			0, out, err);
	given.operation = is_broadcast			   ? OPERATION_BROADCAST
			  : args->operation == TREE_GATHER ? OPERATION_GATHER
							   : OPERATION_SCATTER;
	status = latency_single(&latency, &given,
		is_broadcast ? NULL : &args->processors, NULL, err);
	if (status == STATUS_OK)
		status = answer_tree(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_tree = {
	.name = "tree",
	.group = "schedules",
	.summary = "an optimal broadcast tree",
	.example = "fibcast tree -n 14 -l 5/2 --shape bcast -f outline",
	.also = "fibcast tree -n 14 -l 5/2 -f svg > tree.svg",
	.options = options,
	.size = sizeof(struct tree_args),
	.run = run_tree,
};
