/*
 * program: the LogP paper's integer programs, for solvers, and the schedules
 * that the solvers find.
 */
#include "cli/command/command.h"

#include <inttypes.h>

#include "base/mem.h"
#include "format/program/program.h"
#include "number/number.h"

static const struct option options[] = {
	PROCESSORS_OPTION(struct program_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct program_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct program_args, OPTION_INTEGER, 1),
	OPTION(struct program_args, continuous, "continuous", OPTION_FLAG, NULL,
		"ask for continuous broadcast of least delay"),
	OPTION(struct program_args, period, "period", OPTION_INTEGER, "Q",
		"period of that broadcast, in items (default: B(n-1,l) - l)",
		.least = 1),
	OPTION(struct program_args, solution, "solution", OPTION_TEXT, "FILE",
		"print the schedule that a solver found"),
	SCHEDULE_OPTIONS(
		struct program_args, FORMAT_SCHEDULE | FORMAT_OPTIONAL),
	OPTION_END,
};

/* The output for the schedule of --solution. */
static struct output schedule_output(const struct program_args *args)
{
	struct output output = args->output;

	if (!output.format)
		output.format = format_choice(FORMAT_SCHEDULE, 0);
	return output;
}

/* Whether a machine's figures depend on the size of the messages. */
static int has_machine_bytes(const struct latency_args *args)
{
	return args->loggp.machine.given ||
	       (args->machine.given && args->machine.has_byte);
}

static enum status check_program_options(
	const struct program_args *args, struct err *err)
{
	const struct output output = schedule_output(args);
	int solves = args->solution != NULL;
	const struct option_use rows[OPTION_USES] = {
		{"--format", args->output.format != NULL, solves},
		{"--no-header", args->output.no_header, solves},
		{"--decimals", args->output.decimals >= 0, solves},
		{"--ascii", args->output.ascii, solves},
		{"--max-lanes", args->output.max_lanes > 0, solves},
	};

	if (option_check_uses(rows, "without --solution", "", err) != STATUS_OK)
		return err->code;
	if (args->period.range && !args->continuous)
		return err_usage(
			err, "--period: not used without --continuous");
	if (args->continuous && has_machine_bytes(&args->latency))
		return err_usage(err,
			args->latency.loggp.machine.given ? "--loggp"
							  : "--machine",
			": G is not used with --continuous, which never ends: "
			"give --logp for one item");
	if (args->continuous && args->messages.range && !solves)
		return err_usage(err,
			"--messages: not used without --solution: "
			"continuous broadcast never ends");
	return args->solution ? schedule_output_check(&output, err) : STATUS_OK;
}

/* A time in the paper's steps; 0 if nothing is sent. */
static uint64_t count_paper_steps(const mpz_t time)
{
	uint64_t steps;
	mpz_t step;

	mpz_init(step);
	if (mpz_sgn(time) > 0)
		latency_step(step, time);
	steps = number_get_u64(step);
	mpz_clear(step);
	return steps;
}

static void write_program(const struct program_job *job,
	const struct program_args *args, const struct latency *latency,
	FILE *out)
{
	struct program_head head;
	char *given = latency_text(latency);

	if (args->continuous)
		program_head_continuous(&head, &job->as.continuous, given);
	else
		program_head_broadcast(&head, &job->as.broadcast, given);
	mem_free(given);
	lp_write(job->program, head.line, out);
	fprintf(stderr,
		"fibcast: program: %" PRIu64 " variables, %" PRIu64
		" constraints, %s %" PRIu64 ", %s %" PRIu64 "\n",
		job->program->variables, job->program->rows,
		args->continuous ? "period" : "T_lb",
		args->continuous ? number_get_u64(job->problem.m)
				 : count_paper_steps(job->size.low),
		args->continuous ? "delay" : "T_max",
		count_paper_steps(job->size.high));
}

static enum status write_schedule(const struct ilp_assignment *assignment,
	const struct program_args *args, const struct latency *latency,
	FILE *out, struct err *err)
{
	struct schedule *schedule;
	const struct output output = schedule_output(args);
	uint64_t items = 1;
	enum status status;

	if (args->messages.range)
		items = number_get_u64(
			mpq_numref(sweep_value(&args->messages)));
	schedule = args->continuous
			   ? program_continuous_schedule(assignment, items)
			   : program_broadcast_schedule(assignment);
	status = latency_scale(&schedule, latency, err);
	if (status != STATUS_OK)
		return status;
	status = schedule_output_write(schedule, out, &output, err);
	schedule_close(schedule);
	return status;
}

static enum status read_solution(const struct program_job *job,
	const struct program_args *args, const struct latency *latency,
	FILE *out, struct err *err)
{
	struct ilp_assignment assignment;
	int is_optimal;
	FILE *file;
	enum status status = input_file(&file, args->solution, err);

	if (status != STATUS_OK)
		return status;
	ilp_assignment_init(&assignment, job->program);
	status = input_blame(solution_read(&assignment, &is_optimal, file, err),
		args->solution, err);
	if (status == STATUS_OK)
		status = write_schedule(&assignment, args, latency, out, err);
	if (status == STATUS_OK && !is_optimal && !args->continuous &&
		ilp_value(&assignment) > 0)
		fputs("fibcast: program: warning: the solver does not say that "
		      "this is the least time\n",
			stderr);
	ilp_assignment_clear(&assignment);
	input_close(file);
	return status;
}

/* Refuses several messages on a machine that may not allow a schedule that
 * solves the program. */
static enum status check_forwarding(const struct latency *latency,
	const struct program_args *args, struct err *err)
{
	struct machine_message message;
	int is_allowed;

	if (!latency->machine.given ||
		(!args->continuous && !problem_has_messages(&args->messages)))
		return STATUS_OK;
	machine_message_init(&message);
	latency_message(&message, latency);
	is_allowed = machine_allows_postal(&message);
	machine_message_clear(&message);
	return is_allowed
		       ? STATUS_OK
		       : err_usage(err, latency->option,
				 ": a processor that forwards what it receives "
				 "is busy for longer than a send takes: the "
				 "program would not be the machine's");
}

/* Sets the latency, which must be a whole number. */
static enum status settle_program_latency(struct latency *latency,
	const struct program_args *args, struct err *err)
{
	enum status status = latency_init(latency, &args->latency, 0, err);
	struct sweep many = {0};
	mpq_t two;

	if (status != STATUS_OK)
		return status;
	/* Continuous broadcast has no end of messages; two stand for them. */
	mpq_init(two);
	mpq_set_ui(two, 2, 1);
	sweep_set(&many, two);
	status = latency_settle(latency, &args->processors,
		args->continuous ? &many : &args->messages, err);
	sweep_clear(&many);
	mpq_clear(two);
	if (status == STATUS_OK)
		status = latency_check_whole(latency, err);
	return status == STATUS_OK ? check_forwarding(latency, args, err)
				   : status;
}

static enum status run_job(const struct program_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	struct program_job job;
	enum status status =
		program_job_init(&job, args, sweep_value(latency->sweep), err);

	if (status == STATUS_OK && args->solution)
		status = read_solution(&job, args, latency, out, err);
	else if (status == STATUS_OK)
		write_program(&job, args, latency, out);
	program_job_clear(&job);
	return status;
}

static enum status run_program(const void *data, FILE *out, struct err *err)
{
	const struct program_args *args = data;
	struct latency latency;
	enum status status = check_program_options(args, err);

	if (status != STATUS_OK)
		return status;
	status = settle_program_latency(&latency, args, err);
	if (status == STATUS_OK)
		status = run_job(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_program = {
	.name = "program",
	.group = "schedules",
	.summary = "an integer program for the least time",
	.example = "fibcast program -n 5 -m 3 -l 2 > p.lp",
	.also = "fibcast program -n 5 -l 2 --continuous > p.lp",
	.options = options,
	.size = sizeof(struct program_args),
	.run = run_program,
};
