/*
 * What compare, `schedule best` and optimum say about a problem comes from
 * here, so that they agree.
 */
#include "model/ranking.h"

#include "base/mem.h"
#include "model/bounds.h"
#include "model/postal/postal.h"

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
}

static int is_candidate_before(
	const struct candidate *x, const struct candidate *y)
{
	if (x->is_known != y->is_known)
		return x->is_known;
	return x->is_known && mpq_cmp(x->time, y->time) < 0;
}

/* The last candidate finds its place. */
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

/* The time, or the most that it can be, if it is known. */
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
	status = algorithm_time(
		candidate->time, algorithm, problem, &usual, work, err);
	candidate->is_most = status == STATUS_LIMIT && algorithm->most;
	if (candidate->is_most)
		status = algorithm->most(candidate->time, problem, err);
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
	status = find_time(last, problem, operation, work, err);
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
	int with_library, uint64_t work, struct err *err)
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
				(with_library || !row->is_library) &&
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
