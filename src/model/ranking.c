/*
 * Ranks the algorithms for a problem.  compare, `schedule best' and optimum all
 * use this ranking, so they agree.  Times that take little effort are found
 * first, and times that took long are remembered.
 */
#include "model/ranking.h"

#include "base/mem.h"
#include "number/number.h"
#include "model/bounds.h"
#include "model/cyclic/cyclic.h"
#include "model/postal/postal.h"
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

/* What a time is found for, and with how much work. */
struct effort_given {
	enum operation operation;
	uint64_t work;
	mpq_srcptr known; /* to beat, or NULL */
	const struct block_cost *blocks;
};

/* Finds the candidate's time or, if that takes too much work, an upper bound on
 * the time. */
static enum status find_time(struct candidate *candidate, int64_t *reach,
	const struct problem *problem, const struct effort_given *given,
	struct err *err)
{
	const struct algorithm_options usual = {
		.operation = (int)given->operation,
		.reach = reach,
		.known = given->known,
		.blocks = given->blocks};
	const struct algorithm *algorithm = candidate->algorithm;
	enum status status;

	if (algorithm->uses & USES_DEGREE)
		return trees_best_degree(
			candidate->degree, candidate->time, problem, err);
	if (algorithm->uses & USES_RADIX &&
		trees_best_radix(candidate->degree, candidate->time, problem,
			err) == STATUS_OK)
		return STATUS_OK;
	status = algorithm_time(
		candidate->time, algorithm, problem, &usual, given->work, err);
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
	const struct effort_given *given, struct err *err)
{
	struct algorithm_key key = {{0}, {0}};
	int64_t reach = INT64_MAX;
	uint64_t work = given->work;
	struct ranking_memory *memory;
	enum status status;

	if (!candidate->algorithm->key ||
		!candidate->algorithm->key(&key, problem)) {
		spend(ranking, candidate->algorithm, problem, work);
		return find_time(candidate, &reach, problem, given, err);
	}
	memory = get_memory(ranking, problem);
	for (size_t i = 0; i < memory->count; i++) {
		const struct remembered *entry = &memory->entry[i];

		if (entry->algorithm != candidate->algorithm ||
			entry->work != work || !is_same(entry, &key))
			continue;
		candidate->is_most = entry->is_most;
		set_usual(candidate->time, problem);
		mpq_add(candidate->time, candidate->time, entry->rest);
		return STATUS_OK;
	}
	status = find_time(candidate, &reach, problem, given, err);
	spend(ranking, candidate->algorithm, problem, work);
	if (status == STATUS_OK)
		remember(memory, candidate, &key, reach, problem, work);
	return status;
}

static enum status add_algorithm(struct ranking *ranking,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct effort_given *given, struct err *err)
{
	struct candidate *last = &ranking->candidate[ranking->count++];
	enum status status;

	last->algorithm = algorithm;
	last->is_most = 0;
	mpz_set_ui(last->degree, 0);
	status = recall_time(ranking, last, problem, given, err);
	last->is_known = status == STATUS_OK;
	sink(ranking);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Runs a search for a better schedule than the first candidate's.  If it finds
 * one, the search becomes the first candidate. */
static enum status add_search(struct ranking *ranking,
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

static int is_attained(const struct ranking *ranking, const mpq_t bound)
{
	return ranking->count > 0 && ranking->candidate[0].is_known &&
	       mpq_cmp(ranking->candidate[0].time, bound) <= 0;
}

/* A best time above FAR_PERCENT % of the bound is far from it, and worth
 * MORE_WORK times the work. */
enum { FAR_PERCENT = 103, MORE_WORK = 11 };

/* What finding a time takes, in the order in which times are found. */
enum effort {
	EFFORT_FORMULA,
	EFFORT_PLAN,
	EFFORT_SCHEDULE,
	EFFORT_NEIGHBOURS,
	EFFORT_SEARCH
};

static enum effort effort_of(const struct algorithm *row)
{
	if (row->is_search)
		return row->is_choice ? EFFORT_NEIGHBOURS : EFFORT_SEARCH;
	if (row->send_work > 0)
		return EFFORT_SCHEDULE;
	return row->processor_work > 0 ? EFFORT_PLAN : EFFORT_FORMULA;
}

/* What the algorithms are ranked for. */
struct contest {
	const struct problem *problem;
	enum model model;
	enum operation operation;
	mpq_srcptr bound;
	int only_best; /* a time that attains the bound ends the search */
	unsigned flags;
	int is_patient; /* the work is the user's limit, to be used up */
};

static int takes_part(
	const struct algorithm *row, const struct contest *contest)
{
	unsigned flags = contest->flags;

	return row->name && (!row->is_choice || row->is_search) &&
	       !(flags & RANKING_ALONE &&
		       effort_of(row) == EFFORT_NEIGHBOURS) &&
	       (flags & RANKING_LIBRARY || !row->is_library) &&
	       !(flags & RANKING_UNBUILT && row->send_work > 0) &&
	       !(flags & RANKING_UNSEARCHED &&
		       effort_of(row) == EFFORT_SEARCH) &&
	       algorithm_has_on(row, contest->problem, contest->operation) &&
	       algorithm_applies(row, contest->problem, contest->model);
}

/* Whether the row's lower bound shows that it is no faster than the first
 * candidate. */
static int is_beaten(const struct ranking *ranking, const struct algorithm *row,
	const struct problem *problem)
{
	struct err err;
	int beaten;
	mpq_t least;

	if (!row->least || ranking->count == 0 ||
		!ranking->candidate[0].is_known)
		return 0;
	mpq_init(least);
	beaten = row->least(least, problem, &err) == STATUS_OK &&
		 mpq_cmp(least, ranking->candidate[0].time) >= 0;
	mpq_clear(least);
	return beaten;
}

/* Adds a row with its time.  If only the best is sought, the row is told the
 * time of the first candidate, to beat. */
static enum status add_of_contest(struct ranking *ranking,
	const struct algorithm *row, const struct contest *contest,
	uint64_t work, struct err *err)
{
	const struct candidate *first = ranking->candidate;
	int has_known =
		contest->only_best && ranking->count > 0 && first->is_known;
	const struct effort_given given = {contest->operation, work,
		has_known ? first->time : NULL, ranking->blocks};

	return add_algorithm(ranking, row, contest->problem, &given, err);
}

/* Whether the best time found, if any, is far above the bound. */
static int is_far(const struct ranking *ranking, const mpq_t bound)
{
	const struct candidate *first = ranking->candidate;
	int is_above;
	mpq_t most;

	mpq_init(most);
	mpq_set_ui(most, FAR_PERCENT, 100);
	mpq_mul(most, most, bound);
	is_above = ranking->count == 0 || !first->is_known ||
		   mpq_cmp(first->time, most) > 0;
	mpq_clear(most);
	return is_above;
}

/* The work allowed when all times are far above the bound. */
static uint64_t more_work(const struct contest *contest, uint64_t work)
{
	if (contest->is_patient)
		return work;
	return work > UINT64_MAX / MORE_WORK ? UINT64_MAX : MORE_WORK * work;
}

/* Adds a row to the ranking.  Omits a row that is beaten if only the best is
 * sought, and a search if the bound is attained. */
static enum status rank_row(struct ranking *ranking,
	const struct algorithm *row, const struct contest *contest,
	uint64_t work, struct err *err)
{
	if (contest->only_best && is_beaten(ranking, row, contest->problem))
		return STATUS_OK;
	if (row->is_search && is_attained(ranking, contest->bound))
		return STATUS_OK;
	if (!row->is_search)
		return add_of_contest(ranking, row, contest, work, err);
	return add_search(ranking, row, contest->problem, contest->model,
		is_far(ranking, contest->bound) ? more_work(contest, work)
						: work,
		contest->is_patient, err);
}

/* Whether the candidate's exact time was not found. */
static int is_refused(const struct candidate *candidate)
{
	return !candidate->is_known || candidate->is_most;
}

/* Of the candidates of this effort whose exact time was not found, and takes
 * work above *above and up to `most', moves the one that takes least to the end
 * and sets *above to its work.  Returns 0 if there is none. */
static int take_refused(struct ranking *ranking, enum effort effort,
	const struct problem *problem, uint64_t *above, uint64_t most)
{
	struct candidate *candidate = ranking->candidate, next;
	size_t best = ranking->count;

	for (size_t i = 0; i < ranking->count; i++) {
		uint64_t work = algorithm_work(candidate[i].algorithm, problem);

		if (effort_of(candidate[i].algorithm) != effort ||
			!is_refused(&candidate[i]) || work <= *above ||
			work > most)
			continue;
		best = i;
		most = work;
	}
	if (best == ranking->count)
		return 0;
	*above = most;
	next = candidate[best];
	for (; best + 1 < ranking->count; best++)
		candidate[best] = candidate[best + 1];
	candidate[best] = next;
	return 1;
}

/* Looks again, with more work, for the times of this effort that were not
 * found, until the best time is near the bound. */
static enum status rank_again(struct ranking *ranking, enum effort effort,
	const struct contest *contest, uint64_t work, struct err *err)
{
	uint64_t most = more_work(contest, work);
	enum status status = STATUS_OK;

	while (status == STATUS_OK && is_far(ranking, contest->bound) &&
		take_refused(ranking, effort, contest->problem, &work, most))
		status = add_of_contest(ranking,
			ranking->candidate[--ranking->count].algorithm, contest,
			most, err);
	return status;
}

static enum status rank_effort(struct ranking *ranking, enum effort effort,
	const struct contest *contest, uint64_t work, struct err *err)
{
	enum status status = STATUS_OK;

	for (const struct algorithm *row = algorithms;
		row < algorithms_end && status == STATUS_OK; row++) {
		if (contest->only_best && is_attained(ranking, contest->bound))
			return STATUS_OK;
		if (effort_of(row) == effort && takes_part(row, contest))
			status = rank_row(ranking, row, contest, work, err);
	}
	return status;
}

/* Adds all rows that take part.  While the best time is far above the bound,
 * plans get more work before neighbours are tried, and schedules get more at
 * the end. */
static enum status rank_all(struct ranking *ranking,
	const struct contest *contest, uint64_t work, struct err *err)
{
	int is_alone = (contest->flags & RANKING_ALONE) != 0;
	enum status status = STATUS_OK;

	ranking->count = 0;
	drop_found(ranking);
	for (int effort = 0; effort <= EFFORT_SEARCH && status == STATUS_OK;
		effort++) {
		if (effort == EFFORT_NEIGHBOURS && !is_alone)
			status = rank_again(
				ranking, EFFORT_PLAN, contest, work, err);
		if (status == STATUS_OK)
			status = rank_effort(ranking, (enum effort)effort,
				contest, work, err);
	}
	if (status == STATUS_OK && !is_alone)
		status = rank_again(
			ranking, EFFORT_SCHEDULE, contest, work, err);
	return status;
}

enum status ranking_find_bounded(struct ranking *ranking,
	const struct problem *problem, enum model model,
	enum operation operation, const mpq_t bound, unsigned flags,
	uint64_t work, struct err *err)
{
	const struct contest contest = {
		problem, model, operation, bound, 1, flags, 0};

	return rank_all(ranking, &contest, work, err);
}

enum status ranking_find_one(struct ranking *ranking,
	const struct algorithm *algorithm, const struct problem *problem,
	enum operation operation, uint64_t work, struct err *err)
{
	ranking->count = 0;
	drop_found(ranking);
	if (!algorithm_applies(algorithm, problem, MODEL_POSTAL))
		return STATUS_OK;
	return add_algorithm(ranking, algorithm, problem,
		&(struct effort_given){operation, work, NULL, ranking->blocks},
		err);
}

/* bound = the strongest lower bound that is known for the operation. */
static enum status find_bound(mpq_t bound, const struct ranking *ranking,
	const struct problem *problem, enum model model,
	enum operation operation, struct err *err)
{
	const struct algorithm_options options = {
		.operation = (int)operation, .blocks = ranking->blocks};

	return operation_bound(bound, model, problem, &options, err);
}

enum status ranking_find(struct ranking *ranking, const struct problem *problem,
	enum model model, enum operation operation, int only_best,
	unsigned flags, uint64_t work, struct err *err)
{
	enum status status;
	mpq_t bound;
	const struct contest contest = {problem, model, operation, bound,
		only_best, flags, work > ALGORITHM_WORK};

	mpq_init(bound);
	status = find_bound(bound, ranking, problem, model, operation, err);
	if (status == STATUS_OK)
		status = rank_all(ranking, &contest, work, err);
	mpq_clear(bound);
	return status;
}

enum status ranking_open_first(struct schedule **schedule,
	struct ranking *ranking, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	const struct candidate *candidate = &ranking->candidate[0];
	struct algorithm_options given = {
		.operation = options->operation, .blocks = options->blocks};

	*schedule = ranking->found;
	ranking->found = NULL;
	if (*schedule)
		return STATUS_OK;
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
	ranking.blocks = options->blocks;
	status = ranking_find(&ranking, problem, (enum model)options->model,
		(enum operation)options->operation, 1, 0,
		options->work > 0 ? options->work : ALGORITHM_WORK, err);
	if (status == STATUS_OK)
		status = ranking_open_first(
			schedule, &ranking, problem, options, err);
	ranking_clear(&ranking);
	return status;
}

/* All algorithms for an operation have the same number of transmissions, so the
 * first one tells it. */
void ranking_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options)
{
	const struct algorithm *row = algorithms;

	while (row->is_choice ||
		!algorithm_has(row, (enum operation)options->operation))
		row++;
	algorithm_rows(rows, row, problem, options);
}
