/*
 * optimum: the exact least time of k items in the LogP model, elapsed or in its
 * steps, or a schedule that attains it.
 */
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/command.h"
#include "cli/latency.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/schedule_output.h"
#include "cli/search.h"
#include "cli/sweep.h"
#include "format/table.h"
#include "format/schedule/formats.h"
#include "model/optimum/optimum.h"

/* Work of the first look, whatever the limit; seconds unless said otherwise. */
enum { LOOK = 1 << 27, SECONDS = 60 };

struct optimum_args {
	struct output output;
	struct schedule_options style;
	struct sweep processors, messages, latency, limit;
	int schedule, model;
};

static const struct optimum_args defaults = {
	.output = OUTPUT_DEFAULTS,
	.model = -1,
};

static const struct option options[] = {
	PROCESSORS_OPTION(struct optimum_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct optimum_args, OPTION_INTEGER),
	{
		.name = "latency",
		.letters = "lL",
		.kind = OPTION_INTEGER,
		.field = offsetof(struct optimum_args, latency),
		.arg = "LATENCY",
		.help = "start of a send to end of its receive, >= 1",
		.least = 1,
		.required = 1,
	},
	{
		.name = "model",
		.kind = OPTION_CHOICE,
		.field = offsetof(struct optimum_args, model),
		.arg = "MODEL",
		.choices = latency_models,
		.help = "elapsed time, or the LogP paper's steps",
	},
	{
		.name = "schedule",
		.kind = OPTION_FLAG,
		.field = offsetof(struct optimum_args, schedule),
		.help = "print a schedule that attains it",
	},
	LIMIT_OPTION(struct optimum_args, "search no longer (60)"),
	SCHEDULE_OPTIONS(struct optimum_args),
	SCHEDULE_OUTPUT_OPTIONS(struct optimum_args),
	OPTION_END,
};

static enum status check_options(
	const struct optimum_args *args, struct err *err)
{
	const char *name = schedule_formats[args->output.format].name;
	enum table_format format;
	const struct option_use rows[] = {
		{"--max-lanes", args->style.max_lanes > 0, 0},
		{"--ascii", args->style.ascii, 0},
	};
	const char *unused = option_unused(rows, sizeof rows / sizeof *rows);

	if (args->schedule)
		return schedule_options_check(&args->output, &args->style, err);
	if (unused)
		return err_set(err, STATUS_USAGE, unused,
			": not used without --schedule", NULL);
	if (!table_format_find(&format, name))
		return err_set(err, STATUS_USAGE, "--format: ", name,
			" is only for --schedule", NULL);
	return STATUS_OK;
}

/* shown = an end of the interval as the user reads it. */
static void show_end(
	mpz_t shown, const mpz_t elapsed, const struct optimum_args *args)
{
	struct latency view = {.steps = args->model == MODEL_LOGP};
	mpq_t time;

	mpq_inits(time, view.unit, NULL);
	mpq_set_ui(view.unit, 1, 1);
	mpq_set_z(time, elapsed);
	latency_show_bound(time, &view, time);
	mpz_set(shown, mpq_numref(time));
	mpq_clears(time, view.unit, NULL);
}

static char *end_text(const mpz_t elapsed, const struct optimum_args *args)
{
	char *text;
	mpz_t shown;

	mpz_init(shown);
	show_end(shown, elapsed, args);
	text = number_integer_text(shown);
	mpz_clear(shown);
	return text;
}

/* The least time as far as it is known, "13" or "13..15". */
static char *interval_text(
	const struct optimum *optimum, const struct optimum_args *args)
{
	char *lower = end_text(optimum->lower, args), *upper;
	size_t size = strlen(lower);

	if (mpz_cmp(optimum->lower, optimum->upper) == 0)
		return lower;
	upper = end_text(optimum->upper, args);
	lower = mem_resize(lower, size + strlen(upper) + 3, 1);
	memcpy(lower + size, "..", 2);
	strcpy(lower + size + 2, upper);
	mem_free(upper);
	return lower;
}

static void print_optimum(const struct optimum *optimum,
	const struct optimum_args *args, FILE *out)
{
	enum table_format format = TABLE_TEXT;
	char *text = interval_text(optimum, args);
	struct table table;
	mpz_t shown;

	mpz_init(shown);
	table_format_find(&format, schedule_formats[args->output.format].name);
	table_init(&table, out, format, 0, args->output.decimals);
	table_column(&table, "optimum");
	show_end(shown, optimum->lower, args);
	if (mpz_cmp(optimum->lower, optimum->upper) == 0)
		table_integer(&table, shown);
	else
		table_text(&table, text);
	table_end(&table);
	table_finish(&table);
	mpz_clear(shown);
	mem_free(text);
}

static enum status print_schedule(struct optimum *optimum,
	const struct optimum_args *args, uint64_t rows, FILE *out,
	struct err *err)
{
	struct schedule *schedule;
	enum status status = search_open(&schedule, &optimum->search, err);

	if (status != STATUS_OK)
		return status;
	if (args->model >= 0)
		schedule->header.model = (enum model)args->model;
	schedule = progress_watch(schedule, rows);
	status = schedule_options_write(
		schedule, out, &args->output, &args->style, err);
	schedule_close(schedule);
	return status;
}

/* Whether what was printed is the optimum; if not, why, and what is known. */
static enum status check_settled(const struct optimum *optimum,
	const char *stopped, const struct optimum_args *args, struct err *err)
{
	enum status status;
	char *text;

	if (optimum->search.state == SEARCH_FOUND)
		return STATUS_OK;
	text = interval_text(optimum, args);
	status = err_set(err, STATUS_LIMIT,
		stopped ? stopped : "too large to be searched",
		": the optimum is in ", ERR_TEXT, text, NULL);
	mem_free(text);
	return status;
}

static enum status answer(struct optimum *optimum,
	const struct optimum_args *args, FILE *out, struct err *err)
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
		search_advance(&optimum->search, LOOK);
		stopped = search_run(&optimum->search, &args->limit, SECONDS);
		if (!args->schedule)
			print_optimum(optimum, args, out);
		else
			status = print_schedule(
				optimum, args, number_get_u64(rows), out, err);
	}
	if (status == STATUS_OK)
		status = check_settled(optimum, stopped, args, err);
	mpz_clear(rows);
	return status;
}

static enum status run_optimum(const void *data, FILE *out, struct err *err)
{
	const struct optimum_args *args = data;
	struct problem problem;
	struct optimum optimum;
	enum status status = check_options(args, err);

	if (status != STATUS_OK)
		return status;
	problem_read(&problem, &args->processors, &args->messages,
		sweep_value(&args->latency), &args->output);
	status = optimum_init(&optimum, &problem, err);
	if (status == STATUS_OK)
		status = answer(&optimum, args, out, err);
	optimum_clear(&optimum);
	problem_clear(&problem);
	return status;
}

const struct command cmd_optimum = {
	.name = "optimum",
	.summary = "the least time for m messages, at a whole latency",
	.example = "fibcast optimum -n 12 -m 8 -l 3",
	.shows = "16",
	.options = options,
	.size = sizeof(struct optimum_args),
	.defaults = &defaults,
	.run = run_optimum,
};
