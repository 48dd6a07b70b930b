/*
 * optimum: the exact least time of several messages, elapsed or in the LogP
 * model's steps, or a schedule that attains it.
 */
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/input/input.h"
#include "cli/option/option.h"
#include "cli/output/output.h"
#include "cli/problem/problem.h"
#include "format/table.h"
#include "format/schedule/schedule.h"
#include "model/algorithm.h"
#include "model/optimum/optimum.h"

/* Seconds unless said otherwise. */
enum { SECONDS = 60 };

struct optimum_args {
	struct output output;
	struct sweep processors, messages, limit;
	struct latency_args latency;
	int schedule;
};

static const struct optimum_args defaults = {
	.output = OUTPUT_DEFAULTS,
	.latency.model = -1,
};

static const struct option options[] = {
	PROCESSORS_OPTION(struct optimum_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct optimum_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct optimum_args, OPTION_RATIONAL, 1),
	MODEL_OPTION(struct optimum_args, latency_models),
	{
		.name = "schedule",
		.kind = OPTION_FLAG,
		.field = offsetof(struct optimum_args, schedule),
		.help = "print a schedule that attains the time",
	},
	LIMIT_OPTION(struct optimum_args, "search no longer (default: 60)"),
	SCHEDULE_OPTIONS(struct optimum_args),
	OPTION_END,
};

static enum status check_optimum_options(
	const struct optimum_args *args, struct err *err)
{
	const char *name = args->output.format->name;
	const struct option_use rows[] = {
		{"--max-lanes", args->output.max_lanes > 0, 0},
		{"--ascii", args->output.ascii, 0},
	};

	if (args->schedule)
		return schedule_output_check(&args->output, err);
	if (option_check_uses(rows, sizeof rows / sizeof *rows,
		    "without --schedule", "", err) != STATUS_OK)
		return err->code;
	if (!format_find(name, FORMAT_TABLE))
		return err_set(err, STATUS_USAGE, "--format: ", name,
			" is only for --schedule", NULL);
	return STATUS_OK;
}

/* "13..27/2": between what it is known to be; decimals -1: as fractions. */
static char *interval_text(const struct optimum *optimum,
	const struct latency *latency, int64_t decimals)
{
	char *text;
	mpq_t lower, upper;

	mpq_inits(lower, upper, NULL);
	latency_show_bound(lower, latency, optimum->lower);
	latency_show_bound(upper, latency, optimum->upper);
	text = number_interval_text(lower, upper, decimals);
	mpq_clears(lower, upper, NULL);
	return text;
}

static void print_optimum(const struct optimum *optimum,
	const struct latency *latency, const struct output *output, FILE *out)
{
	const struct format *format =
		format_find(output->format->name, FORMAT_TABLE);
	struct table table;
	mpq_t shown;
	char *text;

	mpq_init(shown);
	table_init(&table, out, format->rows, 0, output->decimals);
	table_column(&table, latency_column(latency, "optimum"));
	if (mpq_equal(optimum->lower, optimum->upper)) {
		latency_show_bound(shown, latency, optimum->lower);
		table_rational(&table, shown);
	} else {
		text = interval_text(optimum, latency, output->decimals);
		table_text(&table, text);
		table_twin(&table, NULL);
		mem_free(text);
	}
	table_end(&table);
	table_finish(&table);
	mpq_clear(shown);
}

static enum status print_schedule(struct optimum *optimum,
	const struct latency *latency, const struct optimum_args *args,
	uint64_t rows, FILE *out, struct err *err)
{
	struct schedule *schedule;
	enum status status = search_open(&schedule, &optimum->search, err);

	if (status != STATUS_OK)
		return status;
	if (args->latency.model >= 0)
		schedule->header.model = (enum model)args->latency.model;
	status = latency_scale(&schedule, latency, err);
	if (status != STATUS_OK)
		return status;
	schedule = progress_watch(schedule, rows);
	status = schedule_output_write(schedule, out, &args->output, err);
	schedule_close(schedule);
	return status;
}

/* Whether what was printed is the optimum; if not, why, and what is known. */
static enum status check_settled(const struct optimum *optimum,
	const char *stopped, const struct latency *latency, struct err *err)
{
	enum status status;
	char *text;

	if (optimum->search.state == SEARCH_FOUND)
		return STATUS_OK;
	if (!stopped)
		stopped = "too large to be searched";
	text = interval_text(optimum, latency, -1);
	status = err_set(err, STATUS_LIMIT, stopped, ": the optimum is in ",
		ERR_TEXT, text, NULL);
	mem_free(text);
	return status;
}

static enum status answer_optimum(struct optimum *optimum,
	const struct latency *latency, const struct optimum_args *args,
	FILE *out, struct err *err)
{
	const char *stopped = NULL;
	enum status status = STATUS_OK;
	mpz_t rows;

	mpz_init(rows);
	if (args->schedule) {
		problem_transmissions(rows, &optimum->problem);
		status = output_check_rows(
			"the schedule", rows, args->output.max_rows, err);
	}
	if (status == STATUS_OK) {
		search_advance(&optimum->search, OPTIMUM_LOOK);
		stopped = search_run(&optimum->search, &args->limit, SECONDS);
		if (!args->schedule)
			print_optimum(optimum, latency, &args->output, out);
		else
			status = print_schedule(optimum, latency, args,
				number_get_u64(rows), out, err);
	}
	if (status == STATUS_OK)
		status = check_settled(optimum, stopped, latency, err);
	mpz_clear(rows);
	return status;
}

/* What cannot be searched is what the algorithms find in the time that the
 * search would have had; with less than a second that is what `compare` finds.
 */
static enum status open_optimum(struct optimum *optimum,
	const struct problem *problem, const struct sweep *limit,
	struct err *err)
{
	uint64_t work = search_work(limit, (uint64_t)SECONDS * 1000000000);
	struct algorithm_options given = {
		.work = work < 1000000000 ? ALGORITHM_WORK : 0};
	enum status status = optimum_init(optimum, problem, &given, err);

	if (status != STATUS_OK || given.work > 0 ||
		optimum->search.state != SEARCH_EXHAUSTED)
		return status;
	given.work = work;
	optimum_clear(optimum);
	return optimum_init(optimum, problem, &given, err);
}

static enum status solve_optimum(const struct optimum_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	struct problem problem;
	struct optimum optimum;
	enum status status;

	problem_read(&problem, &args->processors, &args->messages,
		sweep_value(latency->sweep), &args->output);
	status = open_optimum(&optimum, &problem, &args->limit, err);
	if (status == STATUS_OK)
		status = answer_optimum(&optimum, latency, args, out, err);
	optimum_clear(&optimum);
	problem_clear(&problem);
	return status;
}

static enum status run_optimum(const void *data, FILE *out, struct err *err)
{
	const struct optimum_args *args = data;
	struct latency latency;
	enum status status = check_optimum_options(args, err);

	if (status != STATUS_OK)
		return status;
	status = latency_single(&latency, &args->latency, &args->processors,
		&args->messages, err);
	if (status == STATUS_OK)
		status = solve_optimum(args, &latency, out, err);
	if (status == STATUS_OK)
		latency_warn(&latency);
	latency_clear(&latency);
	return status;
}

const struct command cmd_optimum = {
	.name = "optimum",
	.group = "schedules",
	.summary = "the least time for m messages, and a schedule",
	.example = "fibcast optimum -n 12 -m 8 -l 3",
	.shows = "16",
	.also = "fibcast optimum -n 5 -m 4 -l 2 --schedule",
	.options = options,
	.size = sizeof(struct optimum_args),
	.defaults = &defaults,
	.run = run_optimum,
};
