/*
 * Every model's ranking, in the times that the user reads, merged by insertion:
 * a ranking is nearly in order already.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "model/algorithm.h"
#include "model/bounds.h"
#include "model/optimum/optimum.h"
#include "number/number.h"
#include "cli/output/output.h"

/* Of work for each transmission of a problem whose optimum is searched for: at
 * least that much. */
enum { SEARCH_WORK = 4096 };

void comparison_init(struct comparison *comparison)
{
	size_t rows = (size_t)(algorithms_end - algorithms), models = 0;

	rows += 2; /* the optimum, the bound */
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

static void empty_comparison(struct comparison *comparison)
{
	while (comparison->count > 0)
		mem_free(comparison->entry[--comparison->count].options);
}

void comparison_clear(struct comparison *comparison)
{
	empty_comparison(comparison);
	ranking_clear(&comparison->ranking);
	for (size_t i = 0; i < comparison->capacity; i++)
		mpq_clears(comparison->entry[i].time,
			comparison->entry[i].bound, NULL);
	mem_free(comparison->entry);
}

/* By time, unknown ones last; ties stay as they came. */
static int is_entry_before(
	const struct compare_entry *x, const struct compare_entry *y)
{
	if (x->is_known != y->is_known)
		return x->is_known;
	return x->is_known && mpq_cmp(x->time, y->time) < 0;
}

static void swap_entries(struct compare_entry *x, struct compare_entry *y)
{
	struct compare_entry z = *x;

	*x = *y;
	*y = z;
}

/* Moves the last entry to its place. */
static void sink_entry(struct comparison *comparison)
{
	struct compare_entry *entry = comparison->entry;

	for (size_t at = comparison->count - 1; at > 0; at--) {
		if (!is_entry_before(&entry[at], &entry[at - 1]))
			break;
		swap_entries(&entry[at], &entry[at - 1]);
	}
}

/* Whether an algorithm is known to attain the model's bound. */
static int is_bound_attained(
	const struct comparison *comparison, enum model model)
{
	for (size_t i = 0; i < comparison->count; i++) {
		const struct compare_entry *entry = &comparison->entry[i];

		if (entry->model == model && entry->is_known &&
			mpq_equal(entry->time, entry->bound))
			return 1;
	}
	return 0;
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
	struct compare_entry *entry = &comparison->entry[comparison->count++];
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

static enum status add_candidate(struct comparison *comparison,
	const struct candidate *candidate, enum model model,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	struct latency view = view_of(latency, model);
	struct compare_entry *entry = &comparison->entry[comparison->count];
	enum status status = add_entry(comparison, candidate->algorithm->name,
		model, problem, latency, err);

	if (status != STATUS_OK)
		return status;
	entry->options =
		compare_entry_options(candidate, model, comparison->operation);
	entry->is_known = candidate->is_known;
	entry->is_most = candidate->is_most;
	if (entry->is_known)
		latency_show(entry->time, &view, candidate->time);
	sink_entry(comparison);
	return STATUS_OK;
}

/* Whether the optimum is to be searched for, in that model; up to three
 * processors it is known. */
static int is_searched(const struct comparison *comparison, enum model model,
	const struct problem *problem)
{
	int is_small;
	mpz_t z;

	if (!comparison->limit || mpz_cmp_ui(problem->n, 3) <= 0 ||
		comparison->operation != OPERATION_BROADCAST ||
		model > MODEL_LOGP ||
		(model == MODEL_LOGP && !problem_is_whole(problem)))
		return 0;
	mpz_init(z);
	problem_transmissions(z, problem);
	mpz_mul_ui(z, z, SEARCH_WORK);
	is_small = number_fits_u64(z) && number_get_u64(z) <= comparison->work;
	mpz_clear(z);
	return is_small;
}

/* The algorithms of a model. */
static enum status add_model(struct comparison *comparison, enum model model,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	const struct ranking *ranking = &comparison->ranking;
	unsigned flags =
		(comparison->all ? RANKING_LIBRARY : 0) |
		(is_searched(comparison, model, problem) ? RANKING_UNSEARCHED
							 : 0);
	enum status status = ranking_find(&comparison->ranking, problem, model,
		comparison->operation,
		comparison->only_best &&
			comparison->operation != OPERATION_REDUCE,
		flags, comparison->work, err);

	for (size_t i = 0; i < ranking->count && status == STATUS_OK; i++)
		if (comparison->operation != OPERATION_REDUCE ||
			!ranking->candidate[i].algorithm->may_wait)
			status = add_candidate(comparison,
				&ranking->candidate[i], model, problem, latency,
				err);
	return status;
}

/* What the search finds, unless the model's best attains the bound. */
static enum status add_optimum(struct comparison *comparison, enum model model,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	struct compare_entry *entry = &comparison->entry[comparison->count];
	const struct algorithm_options usual = {0};
	struct latency view = view_of(latency, model);
	struct optimum optimum;
	enum status status;

	if (!is_searched(comparison, model, problem) ||
		is_bound_attained(comparison, model))
		return STATUS_OK;
	status = optimum_init(&optimum, problem, &usual, err);
	if (status == STATUS_OK) {
		search_run(&optimum.search, comparison->limit, 0);
		status = add_entry(
			comparison, "optimum", model, problem, latency, err);
	}
	if (status == STATUS_OK) {
		entry->options = compare_entry_join("--schedule", "");
		latency_show(entry->time, &view, optimum.upper);
		sink_entry(comparison);
	}
	optimum_clear(&optimum);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

enum status comparison_make(struct comparison *comparison, unsigned models,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	enum status status = STATUS_OK;

	empty_comparison(comparison);
	for (int model = 0; broadcast_models[model]; model++)
		if (models >> model & 1 && status == STATUS_OK) {
			status = add_model(comparison, (enum model)model,
				problem, latency, err);
			if (status == STATUS_OK)
				status = add_optimum(comparison,
					(enum model)model, problem, latency,
					err);
		}
	for (int model = 0; broadcast_models[model]; model++)
		if (models >> model & 1 && status == STATUS_OK)
			status = add_entry(comparison, "bound",
				(enum model)model, problem, latency, err);
	return status;
}
