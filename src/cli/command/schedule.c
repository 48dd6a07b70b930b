/*
 * schedule: who sends what to whom and when, by one of the algorithms.
 */
#include "base/mem.h"
#include "number/number.h"
#include "model/algorithm.h"
#include "core/schedule_reversed.h"
#include "cli/command.h"
#include "cli/cost_option.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/schedule_output.h"
#include "format/schedule/formats.h"

struct schedule_args {
	struct output output;
	struct schedule_options style;
	struct latency_args latency;
	struct sweep processors, messages;
	const char *degree, *cost;
	int algorithm, model, delay, operation;
};

static const struct schedule_args defaults = {
	.output = OUTPUT_DEFAULTS,
	.model = -1,
	.delay = -1,
};

static const char *const delays[] = {"least", NULL};

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
	{"delay", NULL, OPTION_CHOICE, offsetof(struct schedule_args, delay),
		"DELAY", delays, "of continuous: the lower bound, or exit 3", 0,
		0, 0},
	{"cost", NULL, OPTION_TEXT, offsetof(struct schedule_args, cost),
		"FUNCTION", NULL, "of ROOT's groups of k: clog, csqrt, k ...",
		0, 0, 0},
	OPERATION_OPTION(struct schedule_args),
	SCHEDULE_OPTIONS(struct schedule_args),
	OUTPUT_OPTIONS(struct schedule_args, schedule_format_names),
	OPTION_END,
};

/* Every option given is one that the algorithm uses, and it has its cost. */
static enum status check_options(
	const struct schedule_args *args, struct err *err)
{
	enum algorithm algorithm = (enum algorithm)args->algorithm;
	const struct {
		const char *name;
		int given;
		unsigned use;
	} rows[] = {
		{"--messages", args->messages.range != NULL, USES_MESSAGES},
		{"--latency", args->latency.latency.range != NULL,
			USES_LATENCY | USES_LATENCY_ONE},
		{"--model", args->model >= 0, USES_LATENCY | USES_LATENCY_ONE},
		{"--degree", args->degree != NULL, USES_DEGREE},
		{"--delay", args->delay >= 0, USES_DELAY},
		{"--cost", args->cost != NULL, USES_COST},
		{"--op", args->operation == OPERATION_REDUCE,
			~(unsigned)USES_COST},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].given && !(algorithm_uses(algorithm) & rows[i].use))
			return err_set(err, STATUS_USAGE, rows[i].name,
				": not used by ", algorithm_names[algorithm],
				NULL);
	if (algorithm_model(algorithm) == MODEL_LOGP &&
		args->model == MODEL_POSTAL)
		return err_set(err, STATUS_USAGE,
			"--model: ", algorithm_names[algorithm],
			" is of the model logp", NULL);
	if (algorithm == ALGORITHM_ROOT && !args->cost)
		return err_set(err, STATUS_USAGE, "--cost is missing", NULL);
	return schedule_options_check(&args->output, &args->style, err);
}

/* The model that is given or, by the latency, meant; else the algorithm's. */
static enum model get_model(const struct schedule_args *args)
{
	enum algorithm algorithm = (enum algorithm)args->algorithm;

	if (args->model >= 0)
		return (enum model)args->model;
	if (args->latency.latency.range &&
		algorithm_uses(algorithm) & USES_LATENCY_ONE)
		return MODEL_POSTAL;
	return algorithm_model(algorithm);
}

/* Opens the schedule; warns if it may be longer than it could be. */
static enum status open_schedule(struct schedule **schedule,
	const struct schedule_args *args, const struct problem *problem,
	const mpz_t degree, struct err *err)
{
	struct algorithm_options given = {.degree = degree,
		.is_least_delay = args->delay >= 0,
		.model = get_model(args)};
	struct cost *cost = NULL;
	const char *warning;
	enum status status = cost_option(
		&cost, "--cost", args->cost, problem->max_bits, err);

	given.cost = cost;
	if (status == STATUS_OK)
		status = algorithm_open(schedule, &warning,
			(enum algorithm)args->algorithm, problem, &given, err);
	if (status == STATUS_OK && warning)
		fprintf(stderr, "fibcast: schedule: warning: %s\n", warning);
	cost_free(cost);
	return status;
}

static enum status write(const struct schedule_args *args,
	const struct problem *problem, const mpz_t degree, uint64_t rows,
	FILE *out, struct err *err)
{
	struct schedule *schedule;
	enum status status =
		open_schedule(&schedule, args, problem, degree, err);

	if (status != STATUS_OK)
		return status;
	if (args->model == MODEL_LOGP)
		schedule->header.model = MODEL_LOGP;
	if (args->operation == OPERATION_REDUCE)
		status = schedule_reversed(
			&schedule, schedule, problem->max_bits, err);
	if (status != STATUS_OK)
		return status;
	schedule = progress_watch(schedule, rows);
	status = schedule_options_write(
		schedule, out, &args->output, &args->style, err);
	schedule_close(schedule);
	return status;
}

/* Some algorithms are for the latency 1 alone. */
static enum status check_latency(
	const struct schedule_args *args, const mpq_t lambda, struct err *err)
{
	enum algorithm algorithm = (enum algorithm)args->algorithm;
	char *text;

	if (!(algorithm_uses(algorithm) & USES_LATENCY_ONE) ||
		mpq_cmp_ui(lambda, 1, 1) == 0)
		return STATUS_OK;
	text = number_text(lambda);
	err_set(err, STATUS_USAGE, "--latency: ", algorithm_names[algorithm],
		" is for the latency 1, not ", ERR_TEXT, text, NULL);
	mem_free(text);
	return STATUS_USAGE;
}

static enum status answer(const struct schedule_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	struct problem problem;
	enum status status;
	mpz_t rows, degree;

	mpz_inits(rows, degree, NULL);
	problem_read(&problem, &args->processors, &args->messages,
		sweep_value(latency->sweep), &args->output);
	algorithm_rows(rows, (enum algorithm)args->algorithm, &problem);
	status = output_check_rows(
		"the schedule", rows, args->output.max_rows, err);
	if (status == STATUS_OK)
		status = check_latency(args, problem.lambda, err);
	if (status == STATUS_OK && args->algorithm == ALGORITHM_DTREE)
		status = problem_degree(degree, &problem, args->degree, err);
	if (status == STATUS_OK)
		status = write(
			args, &problem, degree, number_get_u64(rows), out, err);
	problem_clear(&problem);
	mpz_clears(rows, degree, NULL);
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
	given.model = (int)get_model(args);
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
