/*
 * compare, `schedule best` and optimum all ask here about a problem, so they
 * agree.
 */
#include "model/ranking.h"

#include <string.h>

#include "base/mem.h"
#include "model/bounds.h"
#include "model/postal/postal.h"
#include "model/trees/trees.h"

/* Problems are remembered by their algorithm's key, as long as n and what may
 * be spent on them are the same. */
enum { MEMORY_MAX = 1 << 12 };

struct remembered {
	const struct algorithm *algorithm;
	uint64_t key[ALGORITHM_KEY];
	int is_most;
	mpq_t rest; /* of the time, less m and the latency */
};

struct ranking_memory {
	mpz_t n;
	uint64_t work, max_bits;
	struct remembered entry[MEMORY_MAX];
	size_t count;
};

static void forget_all(struct ranking_memory *memory)
{
	while (memory->count > 0)
		mpq_clear(memory->entry[--memory->count].rest);
}

/* The memory for that n. */
static struct ranking_memory *get_memory(
	struct ranking *ranking, const struct problem *problem, uint64_t work)
{
	struct ranking_memory *memory = ranking->memory;

	if (!memory) {
		memory = ranking->memory = mem_array(1, sizeof *memory);
		mpz_init(memory->n);
	}
	if (mpz_cmp(memory->n, problem->n) != 0 || memory->work != work ||
		memory->max_bits != problem->max_bits)
		forget_all(memory);
	mpz_set(memory->n, problem->n);
	memory->work = work;
	memory->max_bits = problem->max_bits;
	return memory;
}

void ranking_init(struct ranking *ranking)
{
	size_t rows = 0;

	while (algorithms[rows].name)
		rows++;
	*ranking = (struct ranking){.capacity = rows};
	ranking->candidate = mem_array(rows, sizeof *ranking->candidate);
	for (size_t i = 0; i < rows; i++) {
		mpq_init(ranking->candidate[i].time);
		mpz_init(ranking->candidate[i].degree);
	}
}

void ranking_clear(struct ranking *ranking)
{
	for (size_t i = 0; i < ranking->capacity; i++) {
		mpq_clear(ranking->candidate[i].time);
		mpz_clear(ranking->candidate[i].degree);
	}
	mem_free(ranking->candidate);
	if (ranking->memory) {
		forget_all(ranking->memory);
		mpz_clear(ranking->memory->n);
	}
	mem_free(ranking->memory);
}

static int is_candidate_before(
	const struct candidate *x, const struct candidate *y)
{
	if (x->is_known != y->is_known)
		return x->is_known;
	return x->is_known && mpq_cmp(x->time, y->time) < 0;
}

/* Moves the last candidate to its place. */
static void sink(struct ranking *ranking)
{
	struct candidate *candidate = ranking->candidate;

	for (size_t at = ranking->count - 1; at > 0; at--) {
		struct candidate last = candidate[at];

		if (!is_candidate_before(&last, &candidate[at - 1]))
			break;
		candidate[at] = candidate[at - 1];
		candidate[at - 1] = last;
	}
}

/* The time, or an upper bound on it, if known. */
static enum status find_time(struct candidate *candidate,
	const struct problem *problem, enum operation operation, uint64_t work,
	struct err *err)
{
	const struct algorithm_options usual = {.operation = (int)operation};
	const struct algorithm *algorithm = candidate->algorithm;
	enum status status;

	if (algorithm->uses & USES_DEGREE)
		return postal_best_degree(
			candidate->degree, candidate->time, problem, err);
	if (algorithm->uses & USES_RADIX &&
		trees_best_radix(candidate->degree, candidate->time, problem,
			err) == STATUS_OK)
		return STATUS_OK;
	status = algorithm_time(
		candidate->time, algorithm, problem, &usual, work, err);
	candidate->is_most = status == STATUS_LIMIT && algorithm->most;
	if (candidate->is_most)
		status = algorithm->most(candidate->time, problem, err);
	return status;
}

/* rest = m + the latency. */
static void set_usual(mpq_t rest, const struct problem *problem)
{
	mpq_set_z(rest, problem->m);
	mpq_add(rest, rest, problem->lambda);
}

static void remember(struct ranking_memory *memory,
	const struct candidate *candidate, const uint64_t key[ALGORITHM_KEY],
	const struct problem *problem)
{
	struct remembered *entry;

	if (memory->count == MEMORY_MAX)
		forget_all(memory);
	entry = &memory->entry[memory->count++];
	entry->algorithm = candidate->algorithm;
	memcpy(entry->key, key, sizeof entry->key);
	entry->is_most = candidate->is_most;
	mpq_init(entry->rest);
	set_usual(entry->rest, problem);
	mpq_sub(entry->rest, candidate->time, entry->rest);
}

/* As find_time, but from memory if possible. */
static enum status recall_time(struct ranking *ranking,
	struct candidate *candidate, const struct problem *problem,
	enum operation operation, uint64_t work, struct err *err)
{
	uint64_t key[ALGORITHM_KEY] = {0};
	struct ranking_memory *memory;
	enum status status;

	if (!candidate->algorithm->key ||
		!candidate->algorithm->key(key, problem))
		return find_time(candidate, problem, operation, work, err);
	memory = get_memory(ranking, problem, work);
	for (size_t i = 0; i < memory->count; i++) {
		const struct remembered *entry = &memory->entry[i];

		if (entry->algorithm != candidate->algorithm ||
			memcmp(entry->key, key, sizeof key) != 0)
			continue;
		candidate->is_most = entry->is_most;
		set_usual(candidate->time, problem);
		mpq_add(candidate->time, candidate->time, entry->rest);
		return STATUS_OK;
	}
	status = find_time(candidate, problem, operation, work, err);
	if (status == STATUS_OK)
		remember(memory, candidate, key, problem);
	return status;
}

static enum status add_algorithm(struct ranking *ranking,
	const struct algorithm *algorithm, const struct problem *problem,
	enum operation operation, uint64_t work, struct err *err)
{
	struct candidate *last = &ranking->candidate[ranking->count++];
	enum status status;

	last->algorithm = algorithm;
	last->is_most = 0;
	mpz_set_ui(last->degree, 0);
	status = recall_time(ranking, last, problem, operation, work, err);
	last->is_known = status == STATUS_OK;
	sink(ranking);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

static int is_attained(const struct ranking *ranking, const mpq_t bound)
{
	return ranking->count > 0 && ranking->candidate[0].is_known &&
	       mpq_cmp(ranking->candidate[0].time, bound) <= 0;
}

/* Those with formulas come first, then those that are built for their time. */
static int is_next(const struct algorithm *row, int builds)
{
	return !row->is_choice &&
	       builds == (row->processor_work > 0 || row->send_work > 0);
}

enum status ranking_find(struct ranking *ranking, const struct problem *problem,
	enum model model, enum operation operation, int only_best,
	unsigned flags, uint64_t work, struct err *err)
{
	enum status status;
	mpq_t bound;

	ranking->count = 0;
	mpq_init(bound);
	status = model_bound(bound, model, problem, err);
	for (int builds = 0; builds < 2; builds++)
		for (const struct algorithm *row = algorithms;
			row->name && status == STATUS_OK; row++) {
			if (only_best && is_attained(ranking, bound))
				break;
			if (is_next(row, builds) &&
				(flags & RANKING_LIBRARY || !row->is_library) &&
				!(flags & RANKING_UNBUILT &&
					row->send_work > 0) &&
				algorithm_has(row, operation) &&
				algorithm_applies(row, problem, model))
				status = add_algorithm(ranking, row, problem,
					operation, work, err);
		}
	mpq_clear(bound);
	return status;
}

static enum status open_candidate(struct schedule **schedule,
	const struct candidate *candidate, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct algorithm_options given = {.operation = options->operation};

	if (mpz_sgn(candidate->degree) > 0)
		given.degree = candidate->degree;
	return algorithm_open(schedule, candidate->algorithm,
		(enum model)options->model, problem, &given, err);
}

enum status ranking_open_best(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct ranking ranking;
	enum status status;

	*schedule = NULL;
	ranking_init(&ranking);
	status = ranking_find(&ranking, problem, (enum model)options->model,
		(enum operation)options->operation, 1, 0, ALGORITHM_WORK, err);
	if (status == STATUS_OK)
		status = open_candidate(
			schedule, &ranking.candidate[0], problem, options, err);
	ranking_clear(&ranking);
	return status;
}

/* All that are for an operation have as many. */
void ranking_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options)
{
	const struct algorithm *row = algorithms;

	while (row->is_choice ||
		!algorithm_has(row, (enum operation)options->operation))
		row++;
	algorithm_rows(rows, row, problem, options);
}
