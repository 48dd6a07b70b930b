/*
 * revolve: the revolving hierarchy, which computes a global function at every
 * step and treats all processes alike.
 */
#include "cli/command/command.h"

#include <string.h>

#include "number/number.h"

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
const char *const revolve_schemes[] = {
	"next", "snext", "snext2", "bcnext", NULL};
static const char *const numberings[] = {"label", "position", NULL};
static const char *const apps[] = {"minimum", "fixpoint", NULL};

static const struct option options[] = {
	OPTION(struct revolve_args, what, NULL, OPTION_CHOICE, "WHAT",
		"what to print", .choices = whats, .required = 1),
	OPTION(struct revolve_args, process, NULL, OPTION_INTEGER, "R",
		"process, for rank"),
	OPTION(struct revolve_args, scheme, "scheme", OPTION_CHOICE, "SCHEME",
		"permutation of the hierarchy", .choices = revolve_schemes,
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

/* Answers about steps, and a simulation; both use --virtual. */
enum { STEPS = 1 << WHAT_MESSAGES | 1 << WHAT_RANK, RUN = 1 << WHAT_SIMULATE };

/* Errors: STATUS_USAGE for an option that WHAT does not use. */
static enum status check_used(const struct revolve_args *args, struct err *err)
{
	int what = 1 << args->what;
	const struct option_use rows[OPTION_USES] = {
		{"R", args->process.range != NULL, what & 1 << WHAT_RANK},
		{"--time", args->time.range != NULL, what & STEPS},
		{"--numbering", args->numbering >= 0, what & STEPS},
		{"--virtual", args->fill, what & (STEPS | RUN)},
		{"--app", args->app >= 0, what & RUN},
		{"--seed", args->seed >= 0, what & RUN},
		{"--values", args->values.range != NULL, what & RUN},
		{"--summary", args->summary, what & RUN},
	};

	return option_check_uses(rows, "by revolve ", whats[args->what], err);
}

static enum status check_together(
	const struct revolve_args *args, struct err *err)
{
	if (args->what == WHAT_RANK && !args->process.range)
		return err_usage(err, "R is missing: 0 to n-1");
	if (args->arity >= 0 && args->scheme != REVOLVE_NEXT)
		return err_usage(err, "--arity: not used by --scheme ",
			revolve_schemes[args->scheme]);
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

/* Errors: STATUS_USAGE unless R is a process: a label, 0 .. n-1, or one of n
 * positions, which begin at revolve_first. */
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

static enum status answer_revolve(
	const struct revolve_args *args, FILE *out, struct err *err)
{
	static revolve_print *const print[] = {
		[WHAT_MESSAGES] = revolve_print_messages,
		[WHAT_POSITIONS] = revolve_print_positions,
		[WHAT_DISTANCES] = revolve_print_distances,
		[WHAT_PROPERTIES] = revolve_print_properties,
		[WHAT_RANK] = revolve_print_rank,
		[WHAT_SIMULATE] = revolve_print_simulate};
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
		status = (args->output.format->rows ? print[args->what]
						    : revolve_draw_messages)(
			args, &revolve, out, err);
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
