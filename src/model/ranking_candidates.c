/*
 * The candidates of a ranking: finds their times, and keeps them in order.
 * Times that took long are remembered.
 */
#include "model/ranking.h"

#include "base/mem.h"
#include "model/cyclic/cyclic.h"
#include "model/trees/trees.h"

/* The most times that are remembered; all are forgotten when n or the memory
 * limit changes. */
enum { MEMORY_MAX = 1 << 12 };

struct remembered {
	const struct algorithm *algorithm;
	uint64_t work;
	/* The algorithm's key for the problem; 0 for words beyond reach. */
	uint64_t key[ALGORITHM_KEY];
	int64_t reach;
	int is_most;
	mpq_t rest; /* the time less m and the latency */
};

struct ranking_memory {
	mpz_t n;
	uint64_t max_bits;
	struct remembered entry[MEMORY_MAX];
	size_t count;
};

static void forget_all(struct ranking_memory *memory)
{
	while (memory->count > 0)
		mpq_clear(memory->entry[--memory->count].rest);
}

/* The memory for the problem's n and limit, emptied if these are new. */
static struct ranking_memory *get_memory(
	struct ranking *ranking, const struct problem *problem)
{
	struct ranking_memory *memory = ranking->memory;

	if (!memory) {
		memory = ranking->memory = mem_array(1, sizeof *memory);
		mpz_init(memory->n);
	}
	if (mpz_cmp(memory->n, problem->n) != 0 ||
		memory->max_bits != problem->max_bits)
		forget_all(memory);
	mpz_set(memory->n, problem->n);
	memory->max_bits = problem->max_bits;
	return memory;
}

void ranking_init(struct ranking *ranking)
{
	size_t rows = (size_t)(algorithms_end - algorithms);

	*ranking = (struct ranking){.capacity = rows};
	ranking->candidate = mem_array(rows, sizeof *ranking->candidate);
	for (size_t i = 0; i < rows; i++) {
		mpq_init(ranking->candidate[i].time);
		mpz_init(ranking->candidate[i].degree);
	}
}

static void drop_found(struct ranking *ranking)
{
	schedule_close(ranking->found);
	ranking->found = NULL;
}

void ranking_empty(struct ranking *ranking)
{
	ranking->count = 0;
	drop_found(ranking);
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
	drop_found(ranking);
}

static int is_candidate_before(
	const struct candidate *x, const struct candidate *y)
{
	if (x->is_known != y->is_known)
		return x->is_known;
	return x->is_known && mpq_cmp(x->time, y->time) < 0;
}

/* Moves the last candidate to its place by time. */
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

/* Finds the candidate's time or, if that takes too much work, an upper bound on
 * the time. */
static enum status find_time(struct candidate *candidate, int64_t *reach,
	const struct problem *problem, const struct algorithm_options *options,
	uint64_t work, struct err *err)
{
	struct algorithm_options given = *options;
	const struct algorithm *algorithm = candidate->algorithm;
	enum status status;

	given.reach = reach;
	if (algorithm->uses & USES_DEGREE)
		return trees_best_degree(
			candidate->degree, candidate->time, problem, err);
	if (algorithm->uses & USES_RADIX &&
		trees_best_radix(candidate->degree, candidate->time, problem,
			err) == STATUS_OK)
		return STATUS_OK;
	status = algorithm_time(
		candidate->time, algorithm, problem, &given, work, err);
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

static uint64_t word_within(
	const struct algorithm_key *key, size_t i, int64_t reach)
{
	return key->least[i] <= reach ? key->word[i] : 0;
}

static void remember(struct ranking_memory *memory,
	const struct candidate *candidate, const struct algorithm_key *key,
	int64_t reach, const struct problem *problem, uint64_t work)
{
	struct remembered *entry;

	if (memory->count == MEMORY_MAX)
		forget_all(memory);
	entry = &memory->entry[memory->count++];
	entry->algorithm = candidate->algorithm;
	entry->work = work;
	entry->is_most = candidate->is_most;
	mpq_init(entry->rest);
	set_usual(entry->rest, problem);
	mpq_sub(entry->rest, candidate->time, entry->rest);
	entry->reach = reach;
	for (size_t i = 0; i < ALGORITHM_KEY; i++)
		entry->key[i] = word_within(key, i, reach);
}

/* Whether a problem with this key has the remembered time, less m and the
 * latency. */
static int is_same(
	const struct remembered *entry, const struct algorithm_key *key)
{
	for (size_t i = 0; i < ALGORITHM_KEY; i++)
		if (entry->key[i] != word_within(key, i, entry->reach))
			return 0;
	return 1;
}

/* Sets the candidate's time if it is remembered; whether it is. */
static int recall(struct candidate *candidate,
	const struct ranking_memory *memory, const struct algorithm_key *key,
	const struct problem *problem, uint64_t work)
{
	for (size_t i = 0; i < memory->count; i++) {
		const struct remembered *entry = &memory->entry[i];

		if (entry->algorithm != candidate->algorithm ||
			entry->work != work || !is_same(entry, key))
			continue;
		candidate->is_most = entry->is_most;
		set_usual(candidate->time, problem);
		mpq_add(candidate->time, candidate->time, entry->rest);
		return 1;
	}
	return 0;
}

static int is_slow(const struct algorithm *row)
{
	return row->processor_work > 0 || row->send_work > 0;
}

/* Adds the estimated work of finding the time to the work spent, unless the
 * estimate exceeds the work allowed: then the time is not looked for. */
static void spend(struct ranking *ranking, const struct algorithm *algorithm,
	const struct problem *problem, uint64_t work)
{
	uint64_t estimate =
		is_slow(algorithm) ? algorithm_work(algorithm, problem) : 0;

	if (estimate <= work)
		ranking->spent += estimate;
}

/* Takes the candidate's time from memory or, if it is not there, finds it. */
static enum status recall_time(struct ranking *ranking,
	struct candidate *candidate, const struct problem *problem,
	const struct algorithm_options *options, uint64_t work, struct err *err)
{
	const struct algorithm *algorithm = candidate->algorithm;
	struct algorithm_key key = {{0}, {0}};
	int64_t reach = INT64_MAX;
	struct ranking_memory *memory = NULL;
	enum status status;

	if (algorithm->key && algorithm->key(&key, problem))
		memory = get_memory(ranking, problem);
	if (memory && recall(candidate, memory, &key, problem, work))
		return STATUS_OK;
	spend(ranking, algorithm, problem, work);
	status = find_time(candidate, &reach, problem, options, work, err);
	if (status == STATUS_OK && memory)
		remember(memory, candidate, &key, reach, problem, work);
	return status;
}

enum status ranking_add(struct ranking *ranking,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, uint64_t work, struct err *err)
{
	struct candidate *last = &ranking->candidate[ranking->count++];
	enum status status;

	last->algorithm = algorithm;
	last->is_most = 0;
	mpz_set_ui(last->degree, 0);
	status = recall_time(ranking, last, problem, options, work, err);
	last->is_known = status == STATUS_OK;
	sink(ranking);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

enum status ranking_add_search(struct ranking *ranking,
	const struct algorithm *row, const struct problem *problem,
	enum model model, uint64_t work, int is_patient, struct err *err)
{
	struct candidate *last = &ranking->candidate[ranking->count];
	const struct algorithm_options options = {
		.known = ranking->candidate[0].time,
		.work = work,
		.is_patient = is_patient};
	struct schedule *found;
	enum status status;

	if (ranking->count == 0 || !ranking->candidate[0].is_known || work == 0)
		return STATUS_OK;
	ranking->spent += work < ALGORITHM_WORK ? work / 4 : ALGORITHM_WORK / 4;
	status = algorithm_open(&found, row, model, problem, &options, err);
	if (status != STATUS_OK)
		return status == STATUS_LIMIT ? STATUS_OK : status;
	drop_found(ranking);
	ranking->found = found;
	last->algorithm = row;
	last->is_known = 1;
	last->is_most = 0;
	mpz_set_ui(last->degree, 0);
	schedule_finish_time(last->time, &ranking->found->header);
	ranking->count++;
	sink(ranking);
	return STATUS_OK;
}
