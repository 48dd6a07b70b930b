/*
 * schedule: who sends what to whom and when, by one of the algorithms.
 */
#include "base/number.h"
#include "cli/algorithm.h"
#include "cli/command.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/style.h"
#include "format/schedule.h"

struct schedule_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages;
	const char *degree;
	int algorithm, model;
};

static const struct schedule_args defaults = {
	.output = OUTPUT_DEFAULTS,
	.model = -1,
};

static const struct option options[] = {
	{NULL, NULL, OPTION_CHOICE, offsetof(struct schedule_args, algorithm),
		"ALGORITHM", algorithm_names, "whose schedule", 0, 0, 1},
	PROCESSORS_OPTION(struct schedule_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct schedule_args, OPTION_INTEGER),
	{"latency", "lL", OPTION_RATIONAL,
		offsetof(struct schedule_args, latency.latency), "LATENCY",
		NULL, "start of a send to end of its receive, >= 1", 1, 0, 0},
	{"model", NULL, OPTION_CHOICE, offsetof(struct schedule_args, model),
		"MODEL", latency_models, "the model the header names", 0, 0, 0},
	{"degree", NULL, OPTION_TEXT, offsetof(struct schedule_args, degree),
		"D", NULL, "of DTREE's tree: a number, or best", 0, 0, 0},
	OUTPUT_OPTIONS(struct schedule_args, schedule_format_names),
	OPTION_END,
};

/* Options that the algorithm does not use. */
static enum status check_options(
	const struct schedule_args *args, struct err *err)
{
	enum algorithm algorithm = (enum algorithm)args->algorithm;
	int in_rounds = algorithm_model(algorithm) != MODEL_POSTAL;
	const char *unused = NULL;

	if (algorithm == ALGORITHM_BCAST && args->messages.range)
		unused = "--messages";
	if (algorithm != ALGORITHM_DTREE && args->degree)
		unused = "--degree";
	if (in_rounds && args->latency.latency.range)
		unused = "--latency";
	if (in_rounds && args->model >= 0)
		unused = "--model";
	if (!unused)
		return style_check(&args->output, err);
	return err_set(err, STATUS_USAGE, unused, ": not used by ",
		algorithm_names[algorithm], NULL);
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

/* How many rows there are, known to fit. */
static uint64_t transmissions(const struct postal_problem *problem)
{
	uint64_t rows;
	mpz_t count;

	mpz_init(count);
	postal_transmissions(count, problem);
	rows = number_get_u64(count);
	mpz_clear(count);
	return rows;
}

static enum status write(const struct schedule_args *args,
	const struct postal_problem *problem, FILE *out, struct err *err)
{
	struct schedule *schedule;
	const char *warning;
	enum status status;

	status = algorithm_open(&schedule, &warning,
		(enum algorithm)args->algorithm, problem, err);
	if (status != STATUS_OK)
		return status;
	if (warning)
		fprintf(stderr, "fibcast: schedule: warning: %s\n", warning);
	if (args->model == MODEL_LOGP)
		schedule->header.model = MODEL_LOGP;
	schedule = progress_watch(schedule, transmissions(problem));
	status = style_write(schedule, out, &args->output, err);
	schedule_close(schedule);
	return status;
}

static enum status answer(const struct schedule_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	struct postal_problem problem;
	enum status status;

	problem_init(&problem, &args->processors, &args->messages,
		sweep_value(latency->sweep), &args->output);
	status = check_rows(&problem, &args->output, err);
	if (status == STATUS_OK && args->algorithm == ALGORITHM_DTREE)
		status = problem_degree(&problem, args->degree, err);
	if (status == STATUS_OK)
		status = write(args, &problem, out, err);
	postal_problem_clear(&problem);
	return status;
}

static enum status run(const void *data, FILE *out, struct err *err)
{
	const struct schedule_args *args = data;
	struct latency_args given = args->latency;
	struct latency latency;
	enum status status = check_options(args, err);

	if (status != STATUS_OK)
		return status;
	given.model = args->model;
	if (args->model < 0)
		given.model =
			(int)algorithm_model((enum algorithm)args->algorithm);
	status = latency_init(&latency, &given, 0, err);
	if (status == STATUS_OK)
		status = answer(args, &latency, out, err);
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
