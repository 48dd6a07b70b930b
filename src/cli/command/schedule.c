/*
 * schedule: who sends what to whom and when, by one of the algorithms.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "number/number.h"

static const char *const delays[] = {"least", NULL};

static const struct option options[] = {
	OPTION(struct schedule_args, algorithm, NULL, OPTION_CHOICE,
		"ALGORITHM", "best, or one of", .choices = &algorithms[0].name,
		.stride = sizeof *algorithms,
		.advice = "'best' is the best that fibcast knows",
		.required = 1),
	PROCESSORS_OPTION(struct schedule_args, OPTION_INTEGER),
	SEGMENTS_OPTION(struct schedule_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct schedule_args, OPTION_RATIONAL, 0),
	RDMA_OPTION(struct schedule_args),
	PORTS_OPTION(struct schedule_args, OPTION_INTEGER),
	NODE_OPTIONS(struct schedule_args, OPTION_INTEGER),
	OPTION(struct schedule_args, model, "model", OPTION_CHOICE, "MODEL",
		"model that the header names", .further = 1,
		.choices = broadcast_models, .start = -1),
	DEGREE_OPTIONS(struct schedule_args),
	OPTION(struct schedule_args, delay, "delay", OPTION_CHOICE, "DELAY",
		"delay of continuous", .further = 1, .choices = delays,
		.start = -1),
	OPTION(struct schedule_args, cost, "cost", OPTION_TEXT, "FUNCTION",
		"cost l(k) for root: clog, k ...", .further = 1),
	LIMIT_OPTION(struct schedule_args,
		"stop a search after SECONDS, with its best so far"),
	OPERATION_OPTION(struct schedule_args, -1),
	BLOCK_OPTION(struct schedule_args, OPTION_INTEGER),
	LATE_OPTIONS(struct schedule_args),
	SCHEDULE_OPTIONS(struct schedule_args, FORMAT_SCHEDULE),
	OPTION_END,
};

/* What is asked, of one problem. */
struct schedule_job {
	const struct schedule_args *args;
	const struct algorithm *algorithm;
	enum operation operation;
	struct latency *latency;
	const struct machine_choice *chosen; /* on the machine, or NULL */
	/* On several ports, width messages go side by side, and are one message
	 * of the problem.  width: 0 on one port. */
	struct problem problem;
	uint64_t messages, width;
	mpz_t degree; /* 0: none, or the best */
	uint64_t rows;
	/* Why a shorter schedule may exist, and what stopped the search; or
	 * NULL. */
	const char *warning, *stopped;
};

/* Writes and closes the schedule; then prints the warning. */
static enum status print_schedule(const struct schedule_job *job,
	struct schedule *schedule, FILE *out, struct err *err)
{
	enum status status = schedule_output_close(
		schedule, job->rows, out, &job->args->output, err);

	if (status == STATUS_OK && job->warning)
		fprintf(stderr, "fibcast: schedule: warning: %s%s%s\n",
			job->stopped ? job->stopped : "",
			job->stopped ? ": " : "", job->warning);
	return status;
}

/* Runs the search, opens the best schedule found within the limit, and closes
 * the search. */
static enum status open_best(struct schedule **schedule,
	struct schedule_job *job, struct search *search, struct err *err)
{
	enum status status;

	job->stopped = search_run(search, &job->args->limit, SEARCH_FOR_EVER);
	status = search_open(schedule, search, err);
	if (status == STATUS_OK)
		job->warning = job->stopped ? "there may be a shorter schedule"
					    : (*schedule)->warning;
	else if (job->stopped)
		err_prefix(err, job->stopped);
	search_close(search);
	return status;
}

static enum status open_schedule(
	struct schedule **schedule, struct schedule_job *job, struct err *err)
{
	const struct schedule_args *args = job->args;
	struct algorithm_options given = {
		.degree = mpz_sgn(job->degree) > 0 ? job->degree : NULL,
		.is_least_delay = args->delay >= 0,
		.work = job->algorithm->is_choice ? search_work(&args->limit, 0)
						  : 0,
		.operation = (int)job->operation,
		.blocks = latency_blocks(job->latency)};
	struct cost *cost = NULL;
	struct search *search;
	struct radices radices;
	enum status status = problem_radices(&radices, args->radix, err);

	if (radices.count > 0)
		given.radices = &radices;
	if (status == STATUS_OK)
		status = cost_option(&cost, "--cost", args->cost,
			job->problem.max_bits, err);
	given.cost = cost;
	if (status == STATUS_OK)
		status = algorithm_begin(&search, job->algorithm,
			schedule_args_model(args), &job->problem, &given, err);
	if (status == STATUS_OK)
		status = open_best(schedule, job, search, err);
	cost_free(cost);
	radices_clear(&radices);
	return status;
}

static enum status write_algorithm(
	struct schedule_job *job, FILE *out, struct err *err)
{
	int has_blocks = latency_blocks(job->latency) != NULL;
	struct schedule *schedule;
	enum status status = open_schedule(&schedule, job, err);
	char *machine = NULL;

	if (status != STATUS_OK)
		return status;
	status = latency_check_block(
		job->latency, schedule->header.operation, job->problem.n, err);
	if (status != STATUS_OK) {
		schedule_close(schedule);
		return status;
	}
	if (has_blocks)
		machine = latency_name_machine(schedule, job->latency);
	if (job->args->operation == OPERATION_REDUCE)
		status = schedule_reversed(
			&schedule, schedule, job->problem.max_bits, err);
	if (status == STATUS_OK && job->width > 0)
		schedule = schedule_abreast(schedule, job->messages, job->width,
			latency_ports(&job->args->latency));
	if (status == STATUS_OK && !has_blocks)
		status = latency_scale(&schedule, job->latency, err);
	if (status == STATUS_OK)
		status = print_schedule(job, schedule, out, err);
	mem_free(machine);
	return status;
}

static enum status write_on_machine(
	struct schedule_job *job, FILE *out, struct err *err)
{
	struct on_machine machine;
	struct schedule *schedule;
	enum status status = STATUS_OK;

	on_machine_init(&machine, job->latency, &job->problem, job->operation,
		search_work(&job->args->limit, ALGORITHM_WORK));
	machine.problem.degree =
		problem_machine_degree(job->degree, job->args->degree);
	if (!job->chosen)
		status = on_machine_choose(&machine, job->algorithm, err);
	if (status == STATUS_OK)
		status = machine_open(&schedule,
			job->chosen ? job->chosen : &machine.choice,
			&machine.problem, &machine.header, err);
	if (status == STATUS_OK)
		status = print_schedule(job, schedule, out, err);
	on_machine_clear(&machine);
	return status;
}

/* Writes the schedule of --late or --due. */
static enum status write_late(
	struct schedule_job *job, FILE *out, struct err *err)
{
	struct schedule *schedule;
	enum status status;
	mpq_t time;

	mpq_init(time);
	status = late_open(&schedule, time, &job->args->late, job->latency,
		&job->problem, err);
	mpq_clear(time);
	return status == STATUS_OK ? print_schedule(job, schedule, out, err)
				   : status;
}

/* On several ports, broadcasts several messages side by side, each on one port
 * if the algorithm does not use more. */
static enum status share_ports(struct schedule_job *job, struct err *err)
{
	struct problem *problem = &job->problem;

	if (problem->ports == 1 || job->operation > OPERATION_REDUCE)
		return STATUS_OK;
	if (!number_read_u64(&job->messages, problem->m, 63))
		return err_limit(
			err, "a schedule's numbers must be below 2^63");
	job->width = problem_share(problem, problem);
	if (!(job->algorithm->uses & USES_PORTS))
		problem->ports = 1;
	return STATUS_OK;
}

/* Sets the problem, its rows and the degree, unless they are refused. */
static enum status set_schedule_problem(
	struct schedule_job *job, struct err *err)
{
	const struct schedule_args *args = job->args;
	struct latency *latency = job->latency;
	struct problem *problem = &job->problem;
	enum status status;
	mpz_t rows;

	problem_read(problem, &args->processors, &args->messages,
		sweep_value(latency->sweep), &args->output);
	/* A machine whose g is above L + 2o: its latency counts as 1. */
	if (mpq_cmp_ui(problem->lambda, 1, 1) < 0)
		mpq_set_ui(problem->lambda, 1, 1);
	problem->ports = latency_ports(&args->latency);
	status = latency_nodes(problem, latency, err);
	mpz_init(rows);
	algorithm_rows(rows, job->algorithm, problem,
		&(struct algorithm_options){.operation = (int)job->operation});
	if (status == STATUS_OK)
		status = share_ports(job, err);
	if (status == STATUS_OK && (!latency->machine.given || problem->nodes))
		status = problem_check_latency(problem, job->algorithm,
			schedule_args_model(args), err);
	if (status == STATUS_OK)
		status = output_check_rows(
			"the schedule", rows, args->output.max_rows, err);
	if (status == STATUS_OK)
		job->rows = number_get_u64(rows);
	mpz_clear(rows);
	if (status == STATUS_OK)
		status = problem_degree(job->degree, problem, job->algorithm,
			args->degree, err);
	return status;
}

static enum status answer_schedule(
	struct schedule_job *job, FILE *out, struct err *err)
{
	enum status status;

	mpz_init(job->degree);
	status = set_schedule_problem(job, err);
	if (status == STATUS_OK && late_is_given(&job->args->late))
		status = write_late(job, out, err);
	else if (status == STATUS_OK && job->latency->machine.given &&
		 !latency_blocks(job->latency) && !job->problem.nodes)
		status = write_on_machine(job, out, err);
	else if (status == STATUS_OK)
		status = write_algorithm(job, out, err);
	problem_clear(&job->problem);
	mpz_clear(job->degree);
	return status;
}

/* Settles the latency and answers; chosen: the best on the machine, if it is
 * known, else NULL. */
static enum status settle_schedule(const struct schedule_args *args,
	const struct machine_choice *chosen, FILE *out, struct err *err)
{
	struct latency_args given = args->latency;
	struct latency latency;
	struct schedule_job job = {.args = args,
		.algorithm = &algorithms[args->algorithm],
		.operation = schedule_args_operation(args),
		.latency = &latency,
		.chosen = chosen};
	enum status status;

	given.model = (int)schedule_args_model(args);
	given.operation = (int)job.operation;
	status = latency_init(&latency, &given, !given.node.range, err);
	if (status == STATUS_OK)
		status = latency_settle(
			&latency, &args->processors, &args->messages, err);
	if (status == STATUS_OK)
		status = answer_schedule(&job, out, err);
	latency_clear(&latency);
	return status;
}

/* Answers -m best: the best segmentation, with its best algorithm. */
static enum status run_segments(
	const struct schedule_args *args, FILE *out, struct err *err)
{
	struct schedule_args chosen = *args;
	struct segments segments;
	enum status status;
	mpq_t count;

	segments_init(&segments);
	mpq_init(count);
	status = segments_option_find(&segments, &args->latency,
		&args->processors, schedule_args_operation(args), &args->limit,
		(uint64_t)args->output.max_bits, err);
	if (status == STATUS_OK) {
		mpq_set_z(count, segments.count);
		chosen.messages = (struct sweep){0};
		sweep_set(&chosen.messages, count);
		status = settle_schedule(&chosen, &segments.best, out, err);
		sweep_clear(&chosen.messages);
	}
	if (status == STATUS_OK)
		segments_warn(&segments, "schedule");
	mpq_clear(count);
	segments_clear(&segments);
	return status;
}

/* The row of the algorithm that is meant: where the latency is a fraction and
 * no model is given but postal, one may stand in for that named. */
static int meant_algorithm(const struct schedule_args *args)
{
	const char *name = algorithms[args->algorithm].fractional;
	const struct sweep *latency = &args->latency.latency;

	if (!name || args->model > MODEL_POSTAL || args->delay >= 0 ||
		!latency->range || number_is_whole(sweep_value(latency)))
		return args->algorithm;
	return (int)(algorithm_find(name) - algorithms);
}

static enum status run_schedule(const void *data, FILE *out, struct err *err)
{
	struct schedule_args args = *(const struct schedule_args *)data;
	enum status status;

	args.algorithm = meant_algorithm(&args);
	status = schedule_args_check(&args, err);
	if (status != STATUS_OK)
		return status;
	return args.messages.is_best ? run_segments(&args, out, err)
				     : settle_schedule(&args, NULL, out, err);
}

const struct command cmd_schedule = {
	.name = "schedule",
	.group = "schedules",
	.summary = "who sends what to whom and when",
	.example = "fibcast schedule bcast -n 14 -l 5/2",
	.also = "fibcast schedule pipeline -n 14 -m 5 -l 5/2 -f chart",
	.options = options,
	.explain = schedule_args_explain,
	.uses = schedule_args_use,
	.size = sizeof(struct schedule_args),
	.run = run_schedule,
};
