/*
 * revolve: the revolving hierarchy, which computes a global function at every
 * step and treats all processes alike.
 */
#include "cli/command/command.h"
#include "cli/option/option.h"
#include "base/mem.h"
#include "number/number.h"
#include "format/table.h"

enum what {
	WHAT_MESSAGES,
	WHAT_POSITIONS,
	WHAT_DISTANCES,
	WHAT_PROPERTIES,
	WHAT_RANK,
	WHAT_SIMULATE
};

static const char *const whats[] = {"messages", "positions", "distances",
	"properties", "rank", "simulate", NULL};
static const char *const schemes[] = {
	"next", "snext", "snext2", "bcnext", NULL};
static const char *const numberings[] = {"label", "position", NULL};
static const char *const apps[] = {"minimum", "fixpoint", NULL};

static const struct option options[] = {
	OPTION(struct revolve_args, what, NULL, OPTION_CHOICE, "WHAT",
		"what to print", .choices = whats, .required = 1),
	OPTION(struct revolve_args, process, NULL, OPTION_INTEGER, "R",
		"process, for rank"),
	OPTION(struct revolve_args, scheme, "scheme", OPTION_CHOICE, "SCHEME",
		"permutation of the hierarchy", .choices = schemes,
		.required = 1),
	OPTION(struct revolve_args, processors, "processors", OPTION_INTEGER,
		"N", "number of processes", .letters = "nP", .least = 1,
		.required = 1),
	OPTION(struct revolve_args, time, "time", OPTION_INTEGERS, "T",
		"steps, for messages and rank (default: 0)", .letters = "t"),
	OPTION(struct revolve_args, arity, "arity", OPTION_COUNT, "K",
		"children of a node, for next (default: 2)", .least = 2,
		.most = UINT32_MAX, .start = -1),
	OPTION(struct revolve_args, fill, "virtual", OPTION_FLAG, NULL,
		"take any N, filled up with virtual processes"),
	OPTION(struct revolve_args, numbering, "numbering", OPTION_CHOICE,
		"NUMBERING", "number by label, or position at time 0",
		.choices = numberings, .start = -1),
	OPTION(struct revolve_args, app, "app", OPTION_CHOICE, "APP",
		"application, for simulate", .further = 1, .choices = apps,
		.start = -1),
	OPTION(struct revolve_args, seed, "seed", OPTION_COUNT, "S",
		"seed of the values, for simulate (default: 0)", .further = 1,
		.most = INT64_MAX, .start = -1),
	OPTION(struct revolve_args, values, "values", OPTION_INTEGERS, "VALUES",
		"values, one a process, for simulate", .further = 1),
	OPTION(struct revolve_args, summary, "summary", OPTION_FLAG, NULL,
		"print only what simulate took, as a table", .further = 1),
	OUTPUT_FORMATS(struct revolve_args, FORMAT_TABLE | FORMAT_PICTURE),
	OUTPUT_LIMITS(struct revolve_args),
	OPTION_END,
};

/* What has steps, and what is run: --virtual is used by both. */
enum { STEPS = 1 << WHAT_MESSAGES | 1 << WHAT_RANK, RUN = 1 << WHAT_SIMULATE };

/* Every option that was given is one that WHAT uses. */
static enum status check_used(const struct revolve_args *args, struct err *err)
{
	int what = 1 << args->what;
	const struct option_use rows[] = {
		{"R", args->process.range != NULL, what & 1 << WHAT_RANK},
		{"--time", args->time.range != NULL, what & STEPS},
		{"--numbering", args->numbering >= 0, what & STEPS},
		{"--virtual", args->fill, what & (STEPS | RUN)},
		{"--app", args->app >= 0, what & RUN},
		{"--seed", args->seed >= 0, what & RUN},
		{"--values", args->values.range != NULL, what & RUN},
		{"--summary", args->summary, what & RUN},
	};

	return option_check_uses(rows, sizeof rows / sizeof *rows,
		"by revolve ", whats[args->what], err);
}

static enum status check_missing(
	const struct revolve_args *args, struct err *err)
{
	if (args->what == WHAT_RANK && !args->process.range)
		return err_usage(err, "R is missing: 0 to n-1");
	return STATUS_OK;
}

static enum status check_together(
	const struct revolve_args *args, struct err *err)
{
	if (args->arity >= 0 && args->scheme != REVOLVE_NEXT)
		return err_usage(err, "--arity: not used by --scheme ",
			schemes[args->scheme]);
	if (args->numbering == REVOLVE_BY_POSITION && args->fill)
		return err_usage(err, "--numbering: 'position' cannot number "
				      "virtual processes");
	if (!args->output.format->rows && args->what != WHAT_MESSAGES)
		return err_usage(err, "--format: only messages are drawn, not ",
			whats[args->what]);
	if (output_check_format(&args->output, err) != STATUS_OK)
		return err->code;
	if (args->seed >= 0 && args->values.range)
		return err_usage(err, "--seed: not used with --values");
	return STATUS_OK;
}

/* 0 <= R < n, by position from the least one on. */
static enum status check_process(const struct revolve_args *args,
	const struct revolve *revolve, struct err *err)
{
	mpz_t least, most;
	enum status status = STATUS_OK;
	const __mpz_struct *process;

	if (args->what != WHAT_RANK)
		return STATUS_OK;
	process = mpq_numref(sweep_value(&args->process));
	mpz_init(most);
	mpz_init_set_ui(least, args->numbering == REVOLVE_BY_POSITION
				       ? revolve_first(revolve)
				       : 0);
	mpz_add(most, least, revolve->processes);
	mpz_sub_ui(most, most, 1);
	if (mpz_cmp(process, least) < 0 || mpz_cmp(process, most) > 0)
		status = err_usage(err, "R: ", ERR_TEXT, ERR_OWN,
			number_integer_text(process),
			" is not a process: they are ", ERR_OWN,
			number_integer_text(least), " to ", ERR_OWN,
			number_size_text(most));
	mpz_clears(least, most, NULL);
	return status;
}

static enum status print_revolve(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	switch ((enum what)args->what) {
	case WHAT_MESSAGES:
		if (!args->output.format->rows)
			return revolve_draw_messages(args, revolve, out, err);
		return revolve_print_messages(args, revolve, out, err);
	case WHAT_POSITIONS:
		return revolve_print_positions(args, revolve, out, err);
	case WHAT_DISTANCES:
		return revolve_print_distances(args, revolve, out, err);
	case WHAT_PROPERTIES:
		return revolve_print_properties(args, revolve, out, err);
	case WHAT_RANK:
		return revolve_print_rank(args, revolve, out, err);
	case WHAT_SIMULATE:
		break;
	}
	return revolve_print_simulate(args, revolve, out, err);
}

static enum status answer_revolve(
	const struct revolve_args *args, FILE *out, struct err *err)
{
	struct revolve revolve = {0};
	enum status status;

	status = revolve_init(&revolve, (enum revolve_scheme)args->scheme,
		args->arity < 0 ? 2 : (unsigned long)args->arity,
		mpq_numref(sweep_value(&args->processors)), args->fill, err);
	if (status != STATUS_OK)
		err_prefix(err, "--processors");
	if (status == STATUS_USAGE && 1 << args->what & (STEPS | RUN))
		strncat(err->msg, "; --virtual takes any",
			sizeof err->msg - strlen(err->msg) - 1);
	if (status == STATUS_OK)
		status = check_process(args, &revolve, err);
	if (status == STATUS_OK)
		status = print_revolve(args, &revolve, out, err);
	revolve_clear(&revolve);
	return status;
}

static enum status run_revolve(const void *data, FILE *out, struct err *err)
{
	struct revolve_args args = *(const struct revolve_args *)data;
	int is_timed = args.time.range != NULL;
	enum status status = check_used(&args, err);
	mpq_t start;

	if (status == STATUS_OK)
		status = check_missing(&args, err);
	if (status == STATUS_OK)
		status = check_together(&args, err);
	if (status != STATUS_OK)
		return status;
	mpq_init(start);
	if (!is_timed)
		sweep_set(&args.time, start);
	status = answer_revolve(&args, out, err);
	if (!is_timed)
		sweep_clear(&args.time);
	mpq_clear(start);
	return status;
}

const struct command cmd_revolve = {
	.name = "revolve",
	.group = "models",
	.summary = "who sends to whom when all processes take turns",
	.example = "fibcast revolve rank 5 --scheme bcnext -n 2^60 -t 12345",
	.shows = "receive 12132011300868050",
	.also = "fibcast revolve properties --scheme next -n 31",
	.options = options,
	.size = sizeof(struct revolve_args),
	.run = run_revolve,
};
