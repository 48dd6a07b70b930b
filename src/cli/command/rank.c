/*
 * rank: the part of one processor in a schedule, found without the other parts.
 */
#include "cli/command/command.h"

#include <string.h>

#include "number/number.h"

struct rank_args {
	struct output output;
	struct latency_args latency;
	struct sweep rank, processors, messages, time;
	const char *degree, *radix;
	int algorithm, operation, all;
};

static int has_parts(size_t i)
{
	return algorithms[i].rank != NULL;
}

static const struct option options[] = {
	OPTION(struct rank_args, rank, NULL, OPTION_INTEGER, "R",
		"processor, 0 to n-1", .required = 2),
	PROCESSORS_OPTION(struct rank_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct rank_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct rank_args, OPTION_RATIONAL, 0),
	RDMA_OPTION(struct rank_args),
	NODE_OPTIONS(struct rank_args, OPTION_INTEGER),
	OPTION(struct rank_args, algorithm, "algorithm", OPTION_CHOICE,
		"ALGORITHM", "algorithm of the schedule (default: bcast)",
		.choices = &algorithms[0].name, .stride = sizeof *algorithms,
		.offers = has_parts, .start = -1),
	PORTS_OPTION(struct rank_args, OPTION_INTEGER),
	DEGREE_OPTIONS(struct rank_args),
	OPTION(struct rank_args, time, "time", OPTION_RATIONALS, "A..B",
		"print only what starts from A to B", .letters = "t"),
	OPTION(struct rank_args, all, "all", OPTION_FLAG, NULL,
		"print the parts of all processors", .further = 1),
	OPERATION_OPTION(struct rank_args, -1),
	BLOCK_OPTION(struct rank_args, OPTION_INTEGER),
	OUTPUT_OPTIONS(struct rank_args, FORMAT_TABLE),
	OPTION_END,
};

/* The algorithm given, or else the first one that has parts for the operation,
 * with the nodes and the latency given, and is not a library's. */
static const struct algorithm *algorithm_of(const struct rank_args *args)
{
	const struct algorithm *algorithm = algorithms;

	if (args->algorithm >= 0)
		return &algorithms[args->algorithm];
	if (args->latency.node.range && args->operation <= OPERATION_REDUCE)
		return algorithm_find("nodes");
	while (args->operation >= 0 && algorithm[1].name &&
		(algorithm->is_library || !algorithm->rank ||
			(args->latency.node.range &&
				args->operation > OPERATION_REDUCE &&
				!(algorithm->uses & USES_LEVELS)) ||
			(!(algorithm->uses & USES_LATENCY) &&
				latency_is_given(&args->latency)) ||
			!algorithm_has(
				algorithm, (enum operation)args->operation)))
		algorithm++;
	return algorithm;
}

/* What is asked, of one problem. */
struct rank_job {
	const struct rank_args *args;
	const struct algorithm *algorithm;
	enum operation operation;
	int is_in_rounds;
	struct latency *latency;
	/* Of several messages on a machine; or NULL. */
	const struct on_machine *plan;
	struct problem problem;
	mpz_t degree;
	struct radices radices;
	struct algorithm_options given; /* both, where they are given */
};

/* Whether the schedule is in rounds: without a latency, if the algorithm can do
 * without one. */
static int is_in_rounds(const struct rank_job *job)
{
	const struct algorithm *algorithm = job->algorithm;

	return !latency_is_given(&job->args->latency) &&
	       (!(algorithm->uses & USES_LATENCY) ||
		       (schedule_is_collective(job->operation) &&
			       algorithm->models >> MODEL_SENDRECV & 1));
}

/* The operation of the schedule's header: an allreduce by census carries what a
 * census does. */
static enum operation header_operation(const struct rank_job *job)
{
	return strcmp(job->algorithm->name, "census") == 0 ? OPERATION_CENSUS
							   : job->operation;
}

static enum status check_rank_options(
	const struct rank_job *job, struct err *err)
{
	const struct rank_args *args = job->args;
	const struct algorithm *algorithm = job->algorithm;
	unsigned uses = algorithm->uses;
	int is_collective = schedule_is_collective(job->operation);
	const struct option_use rows[OPTION_USES] = {
		{"--messages", problem_has_messages(&args->messages),
			uses & USES_MESSAGES &&
				!schedule_run_column(job->operation)},
		{"--degree", args->degree != NULL,
			!!(uses & (USES_DEGREE | USES_RADIX))},
		{"--radix", args->radix != NULL, !!(uses & USES_RADICES)},
		{"--ports", latency_ports(&args->latency) > 1,
			!!(uses & USES_PORTS)},
		{latency_node_option(&args->latency),
			args->latency.node.range != NULL,
			!!(uses & (is_collective ? USES_LEVELS : USES_NODES))},
		{"--all", args->all && args->latency.node.range, is_collective},
	};

	if (args->all == (args->rank.range != NULL))
		return err_usage(err,
			args->all ? "R: not used with --all"
				  : "R is missing: 0 to n-1, or --all for all");
	if (args->messages.range &&
		operation_check_messages((int)job->operation,
			mpq_numref(sweep_value(&args->messages)),
			err) != STATUS_OK)
		return err->code;
	if (!algorithm->rank)
		return err_usage(err, "--algorithm: ", algorithm->name,
			": no processor finds its part alone: "
			"'fibcast schedule' prints them all");
	if (operation_check_algorithm(algorithm, job->operation, 1,
		    args->latency.node.range != NULL, err) != STATUS_OK)
		return err->code;
	if (rows[0].given && args->algorithm < 0 && !rows[0].used)
		return err_usage(err, "--messages: not used by ",
			algorithm->name,
			": choose another --algorithm, such as dtree");
	if (option_check_uses(rows, "by ", algorithm->name, err) != STATUS_OK)
		return err->code;
	return latency_check_port_operation(
		&args->latency, (int)job->operation, err);
}

static enum status check_rank(const mpz_t rank, const mpz_t n, struct err *err)
{
	return mpz_cmp(rank, n) < 0
		       ? STATUS_OK
		       : err_usage(err, "R: ", ERR_TEXT, ERR_OWN,
				 number_integer_text(rank),
				 " is not a processor: they are 0 to n-1");
}

/* Reads the span of time given, in units of one send; sets nothing without. */
static enum status read_span(mpq_t from, mpq_t to, const struct sweep *time,
	const struct latency *latency, struct err *err)
{
	const struct sweep_range *range = time->range;

	if (!range)
		return STATUS_OK;
	if (time->ranges > 1 || range->multiply ||
		(mpq_sgn(range->step) != 0 &&
			mpq_cmp_ui(range->step, 1, 1) != 0))
		return err_usage(err,
			"--time: a span is A..B, without a step or a "
			"list");
	latency_read(from, latency, range->first);
	latency_read(to, latency, range->end);
	return STATUS_OK;
}

/* Opens the part of the processor in the plan, or in the postal schedule. */
static enum status open_part(struct part **part, const struct rank_job *job,
	const mpz_t rank, struct err *err)
{
	const struct sweep *time = &job->args->time;
	mpq_srcptr unit = job->latency->unit;
	struct part_span span;
	enum status status;
	mpq_t from, to;

	mpq_inits(from, to, NULL);
	span.from = from;
	span.to = time->range ? to : NULL;
	status = read_span(from, to, time, job->latency, err);
	if (status == STATUS_OK && job->plan) {
		mpq_mul(from, from, unit);
		mpq_mul(to, to, unit);
		status = machine_part(part, &job->plan->choice,
			&job->plan->problem, rank, &span, err);
	} else if (status == STATUS_OK) {
		status = algorithm_part(part, job->algorithm, &job->problem,
			&job->given, rank, &span, err);
	}
	mpq_clears(from, to, NULL);
	return status;
}

/* The ranks asked for: R alone, or with --all 0 to n-1. */
static void set_ranks(mpz_t first, mpz_t last, const struct rank_job *job)
{
	if (!job->args->all) {
		mpz_set(first, mpq_numref(sweep_value(&job->args->rank)));
		mpz_set(last, first);
		return;
	}
	mpz_set_ui(first, 0);
	mpz_sub_ui(last, job->problem.n, 1);
}

/* Opens every part, and prints its rows; without a table counts them. */
static enum status walk_parts(
	const struct rank_job *job, struct rank_table *table, struct err *err)
{
	int64_t max_rows = job->args->output.max_rows;
	const char *what = job->args->all ? "the parts of the processors"
					  : "the part of the processor";
	enum status status = STATUS_OK;
	mpz_t rank, last, rows;

	mpz_inits(rank, last, rows, NULL);
	set_ranks(rank, last, job);
	if (job->args->all)
		status = output_check_rows(what, job->problem.n, max_rows, err);
	for (; status == STATUS_OK && mpz_cmp(rank, last) <= 0 &&
		!(table && ferror(table->table.out.file));
		mpz_add_ui(rank, rank, 1)) {
		struct part *part = NULL;

		status = open_part(&part, job, rank, err);
		if (status == STATUS_OK && table) {
			rank_table_print(table, part, rank);
		} else if (status == STATUS_OK) {
			mpz_add(rows, rows, part->rows);
			status = output_check_rows(what, rows, max_rows, err);
		}
		part_close(part);
	}
	mpz_clears(rank, last, rows, NULL);
	return status;
}

/* Prints the parts asked for, if there are not too many rows. */
static enum status write_rank_parts(
	const struct rank_job *job, FILE *out, struct err *err)
{
	const struct rank_args *args = job->args;
	struct rank_table rows = {.has_rank = args->all,
		.has_message = args->messages.range || args->operation >= 0,
		.run = schedule_run_column(header_operation(job)),
		.is_in_rounds = args->all && job->is_in_rounds,
		.is_alone = mpz_cmp_ui(job->problem.n, 1) == 0,
		.shown = job->plan ? NULL : job->latency,
		.processors = job->problem.n,
		.messages = job->problem.m};
	enum status status = walk_parts(job, NULL, err);

	if (status != STATUS_OK)
		return status;
	rank_table_open(&rows, &args->output, job->latency, out);
	status = walk_parts(job, &rows, err);
	table_finish(&rows.table);
	return status;
}

/* Whether the machine's own rules hold, not only its latency: without blocks
 * and nodes, for several messages or an operation other than broadcast. */
static int is_planned(const struct rank_job *job)
{
	return job->latency->machine.given && !latency_blocks(job->latency) &&
	       !job->args->latency.node.range &&
	       (mpz_cmp_ui(job->problem.m, 1) > 0 ||
		       job->operation > OPERATION_BROADCAST);
}

/* Finds the algorithm's schedule on the machine.  Errors: those of
 * on_machine_choose; STATUS_USAGE if it is carried out as soon as possible, as
 * its parts are then not found one by one. */
static enum status find_plan(
	struct on_machine *plan, const struct rank_job *job, struct err *err)
{
	enum status status;

	plan->problem.degree =
		problem_machine_degree(job->degree, job->args->degree);
	status = on_machine_choose(plan, job->algorithm, err);
	if (status != STATUS_OK || plan->choice.way == WAY_PLANNED)
		return status;
	return err_usage(err, job->latency->option, ": ", job->algorithm->name,
		" is carried out as soon as possible there, which is found for "
		"all processors together: 'fibcast schedule' prints them");
}

static enum status write_planned(
	struct rank_job *job, FILE *out, struct err *err)
{
	struct on_machine plan;
	enum status status;

	on_machine_init(&plan, job->latency, &job->problem, job->operation,
		ALGORITHM_WORK);
	status = find_plan(&plan, job, err);
	job->plan = &plan;
	if (status == STATUS_OK)
		status = write_rank_parts(job, out, err);
	job->plan = NULL;
	on_machine_clear(&plan);
	return status;
}

/* Reads the degree and the radices. */
static enum status read_parameters(struct rank_job *job, struct err *err)
{
	enum status status =
		problem_radices(&job->radices, job->args->radix, err);

	if (status == STATUS_OK)
		status = problem_degree(job->degree, &job->problem,
			job->algorithm, job->args->degree, err);
	job->given = (struct algorithm_options){
		.operation = (int)job->operation,
		.blocks = latency_blocks(job->latency),
		.degree = mpz_sgn(job->degree) > 0 ? job->degree : NULL,
		.radices = job->radices.count > 0 ? &job->radices : NULL};
	return status;
}

static enum status answer_rank(struct rank_job *job, FILE *out, struct err *err)
{
	const struct rank_args *args = job->args;
	enum status status;
	int is_plan;

	problem_read(&job->problem, &args->processors, &args->messages,
		sweep_value(job->latency->sweep), &args->output);
	job->problem.ports = latency_ports(&args->latency);
	mpz_init(job->degree);
	is_plan = is_planned(job);
	status = latency_nodes(&job->problem, job->latency, err);
	if (status == STATUS_OK && !args->all)
		status = check_rank(mpq_numref(sweep_value(&args->rank)),
			job->problem.n, err);
	if (status == STATUS_OK && !is_plan && !job->is_in_rounds)
		status = problem_check_latency(
			&job->problem, job->algorithm, MODEL_POSTAL, err);
	if (status == STATUS_OK)
		status = read_parameters(job, err);
	if (status == STATUS_OK)
		status = is_plan ? write_planned(job, out, err)
				 : write_rank_parts(job, out, err);
	radices_clear(&job->radices);
	mpz_clear(job->degree);
	problem_clear(&job->problem);
	return status;
}

static enum status run_rank(const void *data, FILE *out, struct err *err)
{
	const struct rank_args *args = data;
	struct latency_args given = args->latency;
	struct latency latency;
	struct rank_job job = {.args = args,
		.algorithm = algorithm_of(args),
		.latency = &latency};
	enum status status;

	job.operation = args->operation >= 0
				? (enum operation)args->operation
				: algorithm_operation(job.algorithm);
	status = check_rank_options(&job, err);
	if (status != STATUS_OK)
		return status;
	job.is_in_rounds = is_in_rounds(&job);
	if (job.is_in_rounds)
		given.model = MODEL_SENDRECV;
	given.operation = (int)job.operation;
	status = latency_single(
		&latency, &given, &args->processors, &args->messages, err);
	if (status == STATUS_OK)
		status = latency_check_block(&latency, header_operation(&job),
			mpq_numref(sweep_value(&args->processors)), err);
	if (status == STATUS_OK)
		status = answer_rank(&job, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_rank = {
	.name = "rank",
	.group = "schedules",
	.summary = "the part of one processor in a schedule",
	.example = "fibcast rank 9 -n 14 -l 5/2",
	.also = "fibcast rank 17 -n 10^100 -l 5/2 -f json",
	.options = options,
	.size = sizeof(struct rank_args),
	.run = run_rank,
};
