/*
 * compare: every algorithm for a problem side by side, best first; with
 * sweeps, the best for each combination.
 */
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/latency.h"
#include "model/algorithm.h"
#include "model/bounds.h"
#include "model/ranking.h"
#include "model/segments.h"
#include "cli/command.h"
#include "cli/command/compare_openmpi.h"
#include "cli/operation.h"
#include "cli/problem_grid.h"

enum { RATIO_DIGITS = 3 };

struct compare_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages, limit;
	unsigned models; /* a bit for each; 0: the postal model */
	int all, operation;
};

static const struct compare_args defaults = {.output = OUTPUT_DEFAULTS};

/* After those of tables: Open MPI's rules. */
enum { FORMAT_OPENMPI_TEXT = TABLE_MAP + 1, FORMAT_OPENMPI };

static const char *const compare_formats[] = {"text", "tsv", "csv", "json",
	"plot", "chart", "map", "openmpi-text", "openmpi", NULL};

static const struct option options[] = {
	PROCESSORS_OPTION(struct compare_args, OPTION_INTEGERS),
	{
		.name = "messages",
		.letters = "mk",
		.kind = OPTION_INTEGERS,
		.field = offsetof(struct compare_args, messages),
		.arg = "M",
		.help = "how many to broadcast (1); best: of --bytes",
		.least = 1,
		.streams = 1,
		.best = 1,
	},
	LATENCY_OPTIONS(struct compare_args, OPTION_RATIONALS, 0),
	{
		.name = "model",
		.kind = OPTION_CHOICES,
		.field = offsetof(struct compare_args, models),
		.arg = "MODELS",
		.choices = broadcast_models,
		.help = "one, or some joined by commas",
	},
	{
		.name = "all",
		.kind = OPTION_FLAG,
		.field = offsetof(struct compare_args, all),
		.help = "and the trees that libraries use",
	},
	{
		.name = "limit",
		.kind = OPTION_RATIONAL,
		.field = offsetof(struct compare_args, limit),
		.arg = "SECONDS",
		.help = "build what takes about that long (1/5)",
	},
	OPERATION_OPTION(struct compare_args),
	PICTURE_OPTIONS(struct compare_args),
	OUTPUT_OPTIONS(struct compare_args, compare_formats),
	OPTION_END,
};

/* An algorithm and its time, or a model's bound, as the user reads it. */
struct entry {
	enum model model;
	const char *name;
	char *options;	       /* what reproduces it, or NULL */
	int is_known, is_most; /* the time is between it and the bound */
	mpq_t time, bound;
};

struct comparison {
	int all; /* with the trees that libraries use */
	size_t count, capacity;
	struct entry *entry;
	struct ranking ranking; /* of one model */
	uint64_t work;		/* that its schedules may take */
	int only_best;		/* is printed */
	enum operation operation;
};

/* Room for all algorithms and the bound, in every model. */
static void comparison_init(struct comparison *comparison)
{
	size_t rows = 1, models = 0;

	while (algorithms[rows - 1].name)
		rows++;
	while (broadcast_models[models])
		models++;
	comparison->count = 0;
	comparison->capacity = models * rows;
	comparison->entry =
		mem_array(comparison->capacity, sizeof *comparison->entry);
	for (size_t i = 0; i < comparison->capacity; i++)
		mpq_inits(comparison->entry[i].time, comparison->entry[i].bound,
			NULL);
	ranking_init(&comparison->ranking);
}

static void comparison_empty(struct comparison *comparison)
{
	while (comparison->count > 0)
		mem_free(comparison->entry[--comparison->count].options);
}

static void comparison_clear(struct comparison *comparison)
{
	comparison_empty(comparison);
	ranking_clear(&comparison->ranking);
	for (size_t i = 0; i < comparison->capacity; i++)
		mpq_clears(comparison->entry[i].time,
			comparison->entry[i].bound, NULL);
	mem_free(comparison->entry);
}

/* By time, unknown ones last; ties stay as they came. */
static int is_entry_before(const struct entry *x, const struct entry *y)
{
	if (x->is_known != y->is_known)
		return x->is_known;
	return x->is_known && mpq_cmp(x->time, y->time) < 0;
}

static void swap(struct entry *x, struct entry *y)
{
	struct entry z = *x;

	*x = *y;
	*y = z;
}

/* Moves the last entry to its place. */
static void sink(struct comparison *comparison)
{
	struct entry *entry = comparison->entry;

	for (size_t at = comparison->count - 1; at > 0; at--) {
		if (!is_entry_before(&entry[at], &entry[at - 1]))
			break;
		swap(&entry[at], &entry[at - 1]);
	}
}

/* Only the LogP model counts steps. */
static struct latency view_of(const struct latency *latency, enum model model)
{
	struct latency view = *latency;

	view.steps = model == MODEL_LOGP;
	return view;
}

/* An entry for the model, with its bound. */
static enum status add_entry(struct comparison *comparison, const char *name,
	enum model model, const struct problem *problem,
	const struct latency *latency, struct err *err)
{
	struct entry *entry = &comparison->entry[comparison->count++];
	struct latency view = view_of(latency, model);
	enum status status;

	entry->model = model;
	entry->name = name;
	entry->options = NULL;
	entry->is_known = 1;
	entry->is_most = 0;
	status = model_bound(entry->bound, model, problem, err);
	latency_show_bound(entry->bound, &view, entry->bound);
	mpq_set(entry->time, entry->bound);
	return status;
}

static char *join_option(const char *option, const char *value)
{
	size_t size = strlen(option);
	char *text = mem_array(size + strlen(value) + 1, 1);

	memcpy(text, option, size);
	strcpy(text + size, value);
	return text;
}

/* What `schedule` needs besides the problem for that schedule, or NULL. */
static char *options_text(const struct candidate *candidate, enum model model)
{
	const struct algorithm *algorithm = candidate->algorithm;
	char *degree, *text;

	if (!candidate->is_known)
		return NULL;
	if (mpz_sgn(candidate->degree) > 0) {
		degree = number_integer_text(candidate->degree);
		text = join_option("--degree=", degree);
		mem_free(degree);
		return text;
	}
	if (!(algorithm->uses & USES_LATENCY) && algorithm->model != model)
		return join_option("--model=", broadcast_models[model]);
	return NULL;
}

static enum status add_candidate(struct comparison *comparison,
	const struct candidate *candidate, enum model model,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	struct latency view = view_of(latency, model);
	struct entry *entry = &comparison->entry[comparison->count];
	enum status status = add_entry(comparison, candidate->algorithm->name,
		model, problem, latency, err);

	if (status != STATUS_OK)
		return status;
	entry->options = options_text(candidate, model);
	entry->is_known = candidate->is_known;
	entry->is_most = candidate->is_most;
	if (entry->is_known)
		latency_show(entry->time, &view, candidate->time);
	sink(comparison);
	return STATUS_OK;
}

/* The algorithms of a model. */
static enum status add_model(struct comparison *comparison, enum model model,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	const struct ranking *ranking = &comparison->ranking;
	enum status status = ranking_find(&comparison->ranking, problem, model,
		comparison->operation,
		comparison->only_best &&
			comparison->operation != OPERATION_REDUCE,
		comparison->all ? RANKING_LIBRARY : 0, comparison->work, err);

	for (size_t i = 0; i < ranking->count && status == STATUS_OK; i++)
		if (comparison->operation != OPERATION_REDUCE ||
			!ranking->candidate[i].algorithm->may_wait)
			status = add_candidate(comparison,
				&ranking->candidate[i], model, problem, latency,
				err);
	return status;
}

static enum status compare(struct comparison *comparison, unsigned models,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	enum status status = STATUS_OK;

	comparison_empty(comparison);
	for (int model = 0; broadcast_models[model]; model++)
		if (models >> model & 1 && status == STATUS_OK)
			status = add_model(comparison, (enum model)model,
				problem, latency, err);
	for (int model = 0; broadcast_models[model]; model++)
		if (models >> model & 1 && status == STATUS_OK)
			status = add_entry(comparison, "bound",
				(enum model)model, problem, latency, err);
	return status;
}

/* The cells algorithm and options. */
static void print_entry_name(struct table *table, const struct entry *entry)
{
	table_text(table, entry->name);
	if (entry->options)
		table_text(table, entry->options);
	else
		table_absent(table);
}

/* The cells time and ratio; where the bound is 0 the ratio is 1. */
static void print_entry_time(struct table *table, const struct entry *entry)
{
	mpq_t ratio;

	if (!entry->is_known) {
		table_unknown(table);
		table_unknown(table);
		return;
	}
	mpq_init(ratio);
	mpq_set_ui(ratio, 1, 1);
	if (mpq_sgn(entry->bound) > 0)
		mpq_div(ratio, entry->time, entry->bound);
	if (entry->is_most && !mpq_equal(entry->time, entry->bound))
		table_interval(table, entry->bound, entry->time);
	else
		table_rational(table, entry->time);
	table_ratio(table, ratio, RATIO_DIGITS);
	mpq_clear(ratio);
}

/* Without a sweep all entries are printed. */
static enum status check_rows(const struct comparison *comparison,
	const struct grid *grid, int64_t max_rows, struct err *err)
{
	return grid_is_swept(grid)
		       ? STATUS_OK
		       : output_check_table(comparison->count, max_rows, err);
}

/* All entries, or, with sweeps, the best one. */
static void print_comparison(
	struct grid *grid, const struct comparison *comparison, int with_model)
{
	for (size_t i = 0; i < comparison->count; i++) {
		const struct entry *entry = &comparison->entry[i];

		if (with_model)
			table_text(
				&grid->table, broadcast_models[entry->model]);
		grid_row(grid);
		print_entry_name(&grid->table, entry);
		print_entry_time(&grid->table, entry);
		table_end(&grid->table);
		if (grid_is_swept(grid))
			break;
	}
}

static int is_single(unsigned models)
{
	return (models & (models - 1)) == 0;
}

/* A billion a second. */
static uint64_t work_of(const struct sweep *limit)
{
	uint64_t work = UINT64_MAX;
	mpq_t billions;
	mpz_t given;

	if (!limit->range)
		return ALGORITHM_WORK;
	mpz_init(given);
	mpq_init(billions);
	mpq_set_ui(billions, 1000000000, 1);
	mpq_mul(billions, billions, sweep_value(limit));
	number_floor(given, billions);
	if (number_fits_u64(given))
		work = number_get_u64(given);
	mpq_clear(billions);
	mpz_clear(given);
	return work;
}

static enum status print_compare(const struct compare_args *args,
	unsigned models, struct problem_grid *ask, struct err *err)
{
	struct comparison comparison;
	enum status status = STATUS_OK;

	comparison_init(&comparison);
	comparison.all = args->all;
	comparison.operation = (enum operation)args->operation;
	comparison.work = work_of(&args->limit);
	comparison.only_best = grid_is_swept(&ask->grid);
	while (problem_grid_next(ask, &status, err)) {
		status = compare(
			&comparison, models, &ask->problem, &ask->latency, err);
		if (status == STATUS_OK)
			status = check_rows(&comparison, &ask->grid,
				args->output.max_rows, err);
		if (status == STATUS_OK)
			print_comparison(
				&ask->grid, &comparison, !is_single(models));
	}
	comparison_clear(&comparison);
	return status;
}

/*
 * The latency for all the models: that of the LogP model, if it is among them,
 * as it asks for most; none, if all are in rounds; 1 unless given, if several
 * are compared.
 */
static void choose_latency(
	struct latency_args *latency, struct sweep *one, unsigned models)
{
	if (models >> MODEL_LOGP & 1)
		latency->model = MODEL_LOGP;
	else if (models >> MODEL_POSTAL & 1)
		latency->model = MODEL_POSTAL;
	else
		for (latency->model = MODEL_TELEPHONE;
			!(models >> latency->model & 1); latency->model++)
			;
	if (latency->model < MODEL_TELEPHONE && !is_single(models) &&
		!latency_is_given(latency))
		latency->latency = *sweep_or_one(one, &latency->latency);
}

static void print_segments_row(struct problem_grid *ask,
	const struct segments *segments, const mpz_t bytes)
{
	const struct candidate *best = &segments->best;
	struct entry entry = {.name = best->algorithm->name,
		.options = options_text(best, MODEL_POSTAL),
		.is_known = 1,
		.is_most = best->is_most};
	struct table *table = grid_row(&ask->grid);

	if (!ask->latency.bytes->is_sweep)
		table_integer(table, bytes);
	table_integer(table, segments->count);
	mpq_init(entry.time);
	mpq_init(entry.bound);
	mpq_set(entry.time, best->time);
	mpq_set(entry.bound, segments->bound);
	print_entry_name(table, &entry);
	print_entry_time(table, &entry);
	table_end(table);
	mpq_clears(entry.time, entry.bound, NULL);
	mem_free(entry.options);
}

static unsigned segments_flags(const struct compare_args *args)
{
	return (args->all ? RANKING_LIBRARY : 0) |
	       (args->limit.range ? 0 : RANKING_UNBUILT);
}

/* The best segmentation for every combination: -m best. */
static enum status print_segments(const struct compare_args *args,
	struct problem_grid *ask, struct err *err)
{
	unsigned flags = segments_flags(args);
	struct segments segments;
	enum status status = STATUS_OK;
	mpq_t lambda;

	mpq_init(lambda);
	segments_init(&segments);
	while (problem_grid_next(ask, &status, err)) {
		/* One message is all of the bytes. */
		mpz_t bytes;

		mpz_init_set(bytes, mpq_numref(ask->latency.size));
		status = segments_find(&segments, &ask->latency.machine,
			ask->problem.n, bytes, flags, work_of(&args->limit),
			ask->problem.max_bits, err);
		if (status == STATUS_OK)
			status = latency_at(lambda, &ask->latency, bytes,
				segments.count, 0, err);
		if (status == STATUS_OK)
			print_segments_row(ask, &segments, bytes);
		mpz_clear(bytes);
	}
	segments_clear(&segments);
	mpq_clear(lambda);
	return status;
}

static enum status check_segments(
	const struct compare_args *args, unsigned models, struct err *err)
{
	if (!args->latency.bytes.range)
		return err_set(err, STATUS_USAGE,
			"--messages: 'best' needs --bytes", NULL);
	if (args->operation != OPERATION_BROADCAST)
		return err_set(err, STATUS_USAGE,
			"--messages: 'best' is not used with --op", NULL);
	if (models != 1u << MODEL_POSTAL)
		return err_set(err, STATUS_USAGE,
			"--messages: 'best' is not used with --model", NULL);
	return STATUS_OK;
}

static enum status compare_segments(const struct compare_args *args,
	unsigned models, const struct latency_args *latency, FILE *out,
	struct err *err)
{
	static const char *const columns[] = {"bytes", "segments", "algorithm",
		"options", "time", "ratio", NULL};
	struct problem_grid ask = {
		.operation = args->operation,
		.processors = &args->processors,
		.output = &args->output,
		.columns = columns + args->latency.bytes.is_sweep,
		.grid.picture.up = "time",
		.grid.picture.winner = "algorithm",
		.grid.picture.ratio = "ratio",
	};
	const struct compare_openmpi rules = {
		.processors = &args->processors,
		.latency = latency,
		.output = &args->output,
		.flags = segments_flags(args),
		.work = work_of(&args->limit),
		.is_json = args->output.format == FORMAT_OPENMPI,
	};
	enum status status = check_segments(args, models, err);

	if (status != STATUS_OK)
		return status;
	if (args->output.format >= FORMAT_OPENMPI_TEXT)
		return compare_openmpi_write(&rules, out, err);
	status = problem_grid_open(&ask, latency, out, err);
	if (status == STATUS_OK)
		status = print_segments(args, &ask, err);
	problem_grid_close(&ask);
	return status;
}

/* Those that are given, or the one that is meant. */
static unsigned models_of(const struct compare_args *args)
{
	if (args->models)
		return args->models;
	return schedule_is_by_block((enum operation)args->operation)
		       ? 1u << MODEL_SENDRECV
		       : 1u << MODEL_POSTAL;
}

/* Whether the operation is one of all the models. */
static enum status check_compare_operation(
	const struct compare_args *args, unsigned models, struct err *err)
{
	enum status status = STATUS_OK;

	for (int model = 0; models >> model && status == STATUS_OK; model++)
		if (models >> model & 1)
			status = operation_check_model(
				args->operation, model, err);
	return status;
}

static enum status run_compare(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {
		"algorithm", "options", "time", "ratio", NULL};
	const struct compare_args *args = data;
	unsigned models = models_of(args);
	struct latency_args given = args->latency;
	struct sweep one = {0};
	struct problem_grid ask = {
		.operation = args->operation,
		.processors = &args->processors,
		.messages = &args->messages,
		.output = &args->output,
		.columns = columns,
		.grid.first = is_single(models) ? NULL : "model",
		.grid.picture.up = "time",
		.grid.picture.winner = "algorithm",
		.grid.picture.ratio = "ratio",
	};
	enum status status;

	if (check_compare_operation(args, models, err) != STATUS_OK)
		return err->code;
	if (!given.latency.range && latency_is_given(&given) &&
		!is_single(models))
		return err_set(err, STATUS_USAGE,
			given.logp.given    ? "--logp"
			: given.loggp.given ? "--loggp"
					    : "--machine",
			": not used with several models", NULL);
	choose_latency(&given, &one, models);
	if (args->messages.is_best) {
		status = compare_segments(args, models, &given, out, err);
	} else if (args->output.format >= FORMAT_OPENMPI_TEXT) {
		status = err_set(err, STATUS_USAGE,
			"--format: ", compare_formats[args->output.format],
			" is only for --messages best", NULL);
	} else {
		status = problem_grid_open(&ask, &given, out, err);
		if (status == STATUS_OK)
			status = print_compare(args, models, &ask, err);
		problem_grid_close(&ask);
	}
	sweep_clear(&one);
	return status;
}

const struct command cmd_compare = {
	.name = "compare",
	.summary = "the algorithms for a problem side by side, best first",
	.example = "fibcast compare -n 1000 -m 10 -l 5/2",
	.also = "fibcast compare -n 14 -m 5 --model telephone,telegraph",
	.options = options,
	.size = sizeof(struct compare_args),
	.defaults = &defaults,
	.run = run_compare,
};
