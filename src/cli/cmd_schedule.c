/*
 * schedule: who sends what to whom and when, by one of the algorithms.
 */
#include "base/number.h"
#include "cli/command.h"
#include "cli/problem.h"
#include "cli/style.h"
#include "format/schedule.h"

struct schedule_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
	const char *degree;
	int algorithm;
};

static const struct schedule_args defaults = {.output = OUTPUT_DEFAULTS};

static const char *const models[] = {"postal", "logp", NULL};

static const struct option options[] = {
	{NULL, NULL, OPTION_CHOICE, offsetof(struct schedule_args, algorithm),
		"ALGORITHM", postal_algorithms, "whose schedule", 0, 0, 1},
	PROCESSORS_OPTION(struct schedule_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct schedule_args, OPTION_INTEGER),
	{"latency", "lL", OPTION_RATIONAL,
		offsetof(struct schedule_args, latency.latency), "LATENCY",
		NULL, "start of a send to end of its receive, >= 1", 1, 0, 1},
	{"model", NULL, OPTION_CHOICE,
		offsetof(struct schedule_args, latency.model), "MODEL", models,
		"the model the header names", 0, 0, 0},
	{"degree", NULL, OPTION_TEXT, offsetof(struct schedule_args, degree),
		"D", NULL, "of DTREE's tree: a number, or best", 0, 0, 0},
	OUTPUT_OPTIONS(struct schedule_args, schedule_format_names),
	OPTION_END,
};

/* Options that the algorithm does not use. */
static enum status check_options(
	const struct schedule_args *args, struct err *err)
{
	const char *unused = NULL;

	if (args->algorithm == POSTAL_BCAST && args->messages.range)
		unused = "--messages";
	if (args->algorithm != POSTAL_DTREE && args->degree)
		unused = "--degree";
	if (!unused)
		return style_check(&args->output, err);
	return err_set(err, STATUS_USAGE, unused, ": not used by ",
		postal_algorithms[args->algorithm], NULL);
}

static enum status check_rows(const struct postal_problem *problem,
	const struct output *output, struct err *err)
{
	mpz_t count;
	enum status status;

	mpz_init(count);
	postal_transmissions(count, problem);
	status =
		output_check_rows("the schedule", count, output->max_rows, err);
	mpz_clear(count);
	return status;
}

static enum status write(const struct schedule_args *args,
	const struct postal_problem *problem, FILE *out, struct err *err)
{
	struct schedule *schedule;
	enum status status;

	status = postal_open(&schedule, (enum postal_algorithm)args->algorithm,
		problem, err);
	if (status != STATUS_OK)
		return status;
	schedule->header.model = (enum model)args->latency.model;
	status = style_write(schedule, out, &args->output, err);
	schedule_close(schedule);
	return status;
}

static enum status run(const void *data, FILE *out, struct err *err)
{
	const struct schedule_args *args = data;
	struct latency latency;
	struct postal_problem problem;
	enum status status = check_options(args, err);

	if (status != STATUS_OK)
		return status;
	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK) {
		problem_init(&problem, &args->processors, &args->messages,
			sweep_value(latency.sweep), &args->output);
		status = check_rows(&problem, &args->output, err);
		if (status == STATUS_OK && args->algorithm == POSTAL_DTREE)
			status = problem_degree(&problem, args->degree, err);
		if (status == STATUS_OK)
			status = write(args, &problem, out, err);
		postal_problem_clear(&problem);
	}
	latency_clear(&latency);
	return status;
}

const struct command cmd_schedule = {
	.name = "schedule",
	.summary = "who sends what to whom and when",
	.example = "fibcast schedule bcast -n 14 -l 5/2",
	.options = options,
	.size = sizeof(struct schedule_args),
	.defaults = &defaults,
	.run = run,
};
