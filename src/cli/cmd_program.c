/*
 * program: the LogP paper's integer programs, for solvers, and the schedules
 * that the solvers find.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/program_head.h"
#include "cli/style.h"
#include "cli/sweep.h"
#include "format/lp.h"
#include "format/schedule.h"
#include "format/solution.h"
#include "model/logp.h"

struct program_args {
	struct output output;
	struct style style;
	struct sweep processors, messages, latency, period;
	int continuous;
	const char *solution;
};

/* No format: not given. */
static const struct program_args defaults = {
	.output = {.format = -1,
		.decimals = -1,
		.max_bits = OUTPUT_MAX_BITS,
		.max_rows = OUTPUT_MAX_ROWS},
};

static const struct option options[] = {
	PROCESSORS_OPTION(struct program_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct program_args, OPTION_INTEGER),
	{"latency", "lL", OPTION_INTEGER,
		offsetof(struct program_args, latency), "LATENCY", NULL,
		"from a send's step to its receive's, >= 1", 1, 0, 1},
	{"continuous", NULL, OPTION_FLAG,
		offsetof(struct program_args, continuous), NULL, NULL,
		"continuous broadcast of least delay", 0, 0, 0},
	{"period", NULL, OPTION_INTEGER, offsetof(struct program_args, period),
		"Q", NULL, "of its schedule, in items (B(n-1,l))", 1, 0, 0},
	{"solution", NULL, OPTION_TEXT, offsetof(struct program_args, solution),
		"FILE", NULL, "print the schedule that a solver found", 0, 0,
		0},
	STYLE_OPTIONS(struct program_args),
	OUTPUT_OPTIONS(struct program_args, schedule_format_names),
	OPTION_END,
};

/* One of the two programs; items: of k, or the period. */
struct job {
	struct program_size size;
	mpz_t items;
	union {
		struct program_broadcast broadcast;
		struct program_continuous continuous;
	} as;
	const struct program *program;
};

/* How the schedule is written. */
static struct output schedule_output(const struct program_args *args)
{
	struct output output = args->output;

	if (output.format < 0)
		output.format = 0;
	return output;
}

static enum status check_options(
	const struct program_args *args, struct err *err)
{
	const struct output output = schedule_output(args);
	const struct {
		int given, wanted;
		const char *name, *without;
	} rows[] = {
		{args->output.format >= 0, !!args->solution, "--format",
			"--solution"},
		{args->output.no_header, !!args->solution, "--no-header",
			"--solution"},
		{args->output.decimals >= 0, !!args->solution, "--decimals",
			"--solution"},
		{args->style.ascii, !!args->solution, "--ascii", "--solution"},
		{args->style.max_lanes > 0, !!args->solution, "--max-lanes",
			"--solution"},
		{!!args->period.range, args->continuous, "--period",
			"--continuous"},
		{args->continuous && args->messages.range, !!args->solution,
			"--messages",
			"--solution: continuous broadcast never "
			"ends"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].given && !rows[i].wanted)
			return err_set(err, STATUS_USAGE, rows[i].name,
				": not used without ", rows[i].without, NULL);
	return args->solution ? style_check(&output, &args->style, err)
			      : STATUS_OK;
}

static const __mpz_struct *integer(const struct sweep *sweep)
{
	return mpq_numref(sweep_value(sweep));
}

/* Not more rows and variables together than --max-rows; with a solution, not
 * more of its schedule's rows, nor of memory for both. */
static enum status check_size(const struct program_args *args,
	const struct program_size *size, struct err *err)
{
	enum { ROW_BYTES = 96 };
	enum status status;
	mpz_t count, most;
	char *text;

	mpz_inits(count, most, NULL);
	mpz_add(count, size->rows, size->variables);
	status = output_check_rows(
		"the program", count, args->output.max_rows, err);
	mpz_sub_ui(count, integer(&args->processors), 1);
	if (args->messages.range)
		mpz_mul(count, count, integer(&args->messages));
	if (status == STATUS_OK && args->solution)
		status = output_check_rows(
			"the schedule", count, args->output.max_rows, err);
	mpz_mul_ui(count, count, ROW_BYTES);
	mpz_add(count, count, size->variables);
	number_set_u64(most, (uint64_t)args->output.max_bits / 8);
	if (status == STATUS_OK && args->solution && mpz_cmp(count, most) > 0) {
		text = number_integer_text(count);
		status = err_set(err, STATUS_LIMIT,
			"reading a solution of so many variables needs ", text,
			" bytes of memory, more than --max-bits allows", NULL);
		mem_free(text);
	}
	mpz_clears(count, most, NULL);
	return status;
}

static enum status set_broadcast(
	struct job *job, const struct program_args *args, struct err *err)
{
	const __mpz_struct *P = integer(&args->processors);
	const __mpz_struct *L = integer(&args->latency);
	enum status status;

	mpz_set_ui(job->items, 1);
	if (args->messages.range)
		mpz_set(job->items, integer(&args->messages));
	status = program_broadcast_size(&job->size, P, job->items, L,
		(uint64_t)args->output.max_bits, err);
	if (status == STATUS_OK)
		status = check_size(args, &job->size, err);
	if (status == STATUS_OK)
		program_broadcast_init(
			&job->as.broadcast, P, job->items, L, &job->size);
	job->program = &job->as.broadcast.program;
	return status;
}

/* As given, or B(P-1,L). */
static enum status set_period(
	mpz_t period, const struct program_args *args, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t others;

	mpz_init(others);
	mpz_sub_ui(others, integer(&args->processors), 1);
	if (args->period.range)
		mpz_set(period, integer(&args->period));
	else
		status = logp_time(period, others, integer(&args->latency),
			(uint64_t)args->output.max_bits, err);
	mpz_clear(others);
	return status;
}

static enum status set_continuous(
	struct job *job, const struct program_args *args, struct err *err)
{
	const __mpz_struct *P = integer(&args->processors);
	const __mpz_struct *L = integer(&args->latency);
	uint64_t max_bits = (uint64_t)args->output.max_bits;
	enum status status;

	if (mpz_cmp_ui(P, 1) == 0)
		return err_set(err, STATUS_USAGE,
			"--processors: continuous broadcast needs 2", NULL);
	status = set_period(job->items, args, err);
	if (status == STATUS_OK)
		status = program_continuous_size(
			&job->size, P, job->items, L, max_bits, err);
	if (status == STATUS_OK)
		status = check_size(args, &job->size, err);
	if (status == STATUS_OK)
		program_continuous_init(
			&job->as.continuous, P, job->items, L, &job->size);
	job->program = &job->as.continuous.program;
	return status;
}

static void write_program(
	const struct job *job, const struct program_args *args, FILE *out)
{
	struct program_head head;

	if (args->continuous)
		program_head_continuous(&head, &job->as.continuous);
	else
		program_head_broadcast(&head, &job->as.broadcast);
	lp_write(job->program, head.line, out);
	gmp_fprintf(stderr,
		"fibcast: program: %" PRIu64 " variables, %" PRIu64
		" constraints, %s %Zd, %s %Zd\n",
		job->program->variables, job->program->rows,
		args->continuous ? "period" : "T_lb",
		args->continuous ? job->items : job->size.low,
		args->continuous ? "delay" : "T_max", job->size.high);
}

static enum status write_schedule(const struct program_assignment *assignment,
	const struct program_args *args, FILE *out, struct err *err)
{
	struct schedule *schedule;
	const struct output output = schedule_output(args);
	uint64_t items = 1;
	enum status status;

	if (args->messages.range)
		items = number_get_u64(integer(&args->messages));
	schedule = args->continuous
			   ? program_continuous_schedule(assignment, items)
			   : program_broadcast_schedule(assignment);
	status = style_write(schedule, out, &output, &args->style, err);
	schedule_close(schedule);
	return status;
}

static enum status read_solution(const struct job *job,
	const struct program_args *args, FILE *out, struct err *err)
{
	struct program_assignment assignment;
	int is_optimal;
	FILE *file;
	enum status status = input_file(&file, args->solution, err);

	if (status != STATUS_OK)
		return status;
	program_assignment_init(&assignment, job->program);
	status = solution_read(&assignment, &is_optimal, file, err);
	if (status == STATUS_OK)
		status = write_schedule(&assignment, args, out, err);
	if (status == STATUS_OK && !is_optimal && !args->continuous)
		fputs("fibcast: program: warning: the solver does not say that "
		      "this is the least time\n",
			stderr);
	program_assignment_clear(&assignment);
	input_close(file);
	return status;
}

static enum status run(const void *data, FILE *out, struct err *err)
{
	const struct program_args *args = data;
	struct job job = {.program = NULL};
	enum status status = check_options(args, err);

	if (status != STATUS_OK)
		return status;
	program_size_init(&job.size);
	mpz_init(job.items);
	status = args->continuous ? set_continuous(&job, args, err)
				  : set_broadcast(&job, args, err);
	if (status == STATUS_OK && args->solution)
		status = read_solution(&job, args, out, err);
	else if (status == STATUS_OK)
		write_program(&job, args, out);
	mpz_clear(job.items);
	program_size_clear(&job.size);
	return status;
}

const struct command cmd_program = {
	.name = "program",
	.summary = "the LogP paper's integer programs, for solvers",
	.example = "fibcast program -n 5 -m 3 -l 2 2>&1 >p.lp",
	.shows = "fibcast: program: 101 variables, 133 constraints, T_lb 8, "
		 "T_max 9",
	.options = options,
	.size = sizeof(struct program_args),
	.defaults = &defaults,
	.run = run,
};
