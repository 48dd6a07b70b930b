/*
 * Ranks the algorithms for a problem.  compare, `schedule best' and optimum all
 * use this ranking, so they agree.  Times that take little effort are found
 * first.
 */
#include "model/ranking.h"

#include "number/number.h"
#include "model/bounds.h"

static int is_attained(const struct ranking *ranking, const mpq_t bound)
{
	return ranking->count > 0 && ranking->candidate[0].is_known &&
	       mpq_cmp(ranking->candidate[0].time, bound) <= 0;
}

/* A best time above FAR_PERCENT % of the bound is far from it, and worth
 * MORE_WORK times the work. */
enum { FAR_PERCENT = 103, MORE_WORK = 21 };

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
	const struct algorithm_options options = {
		.operation = (int)contest->operation,
		.known = has_known ? first->time : NULL,
		.blocks = ranking->blocks};

	return ranking_add(ranking, row, contest->problem, &options, work, err);
}

/* Whether the best time found, if any, is far above the bound. */
static int is_far(const struct ranking *ranking, const mpq_t bound)
{
	const struct candidate *first = ranking->candidate;

	return ranking->count == 0 || !first->is_known ||
	       number_exceeds(first->time, bound, FAR_PERCENT, 100);
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
	return ranking_add_search(ranking, row, contest->problem,
		contest->model,
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

	ranking_empty(ranking);
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
	const struct algorithm_options options = {
		.operation = (int)operation, .blocks = ranking->blocks};

	ranking_empty(ranking);
	if (!algorithm_applies(algorithm, problem, MODEL_POSTAL))
		return STATUS_OK;
	return ranking_add(ranking, algorithm, problem, &options, work, err);
}

enum status ranking_find(struct ranking *ranking, const struct problem *problem,
	enum model model, enum operation operation, int only_best,
	unsigned flags, uint64_t work, struct err *err)
{
	const struct algorithm_options options = {
		.operation = (int)operation, .blocks = ranking->blocks};
	enum status status;
	mpq_t bound;
	const struct contest contest = {problem, model, operation, bound,
		only_best, flags, work > ALGORITHM_WORK};

	mpq_init(bound);
	status = operation_bound(bound, model, problem, &options, err);
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
