/*
 * At a whole latency the search draws schedules that end at the lower bound
 * (steady.h); at a fractional one, schedules that end before the best one known
 * are built (builder.h), and in turn all are tried that end at the lower bound
 * (fractional.h).  On nodes there is no search: a known schedule attains the
 * bound, or none is known to.
 */
#include "model/optimum/optimum.h"

#include "base/mem.h"
#include "core/schedule.h"
#include "model/bounds.h"
#include "model/optimum/builder.h"
#include "model/optimum/fractional.h"
#include "model/postal/bounds.h"
#include "model/ranking.h"
#include "number/number.h"

/* If the exhaustive search is in vain, the builder gets FAVOUR times its work,
 * else as much. */
enum { FAVOUR = 15 };

/* Up to so many sends a look has all its work, up to twice as many a quarter,
 * and beyond that a quarter if the best time known is above the bound by more
 * than 1/NEAR.  Of 140 problems with 2000 to 16384 processors times messages,
 * drawn from n = 63 .. 1000, m <= 64 and nine latencies, a quarter found better
 * schedules for two, by 1.4 %, and all of it for one more; what was known there
 * was more than 2 % above the bound. */
enum { LOOK_SENDS = 1000, NEAR = 100 };

/* The most work of a search at a whole latency. */
static const uint64_t trials_most = UINT64_C(1) << 39;

/* Begins the search at a whole latency; 0 if the problem is too large. */
static int may_be_steady(struct optimum *optimum)
{
	const struct problem *problem = &optimum->problem;
	uint64_t P, k, L;

	return number_read_u64(&P, problem->n, 62) &&
	       number_read_u64(&k, problem->m, 61) &&
	       number_read_u64(&L, mpq_numref(problem->lambda), 62) &&
	       mpz_sizeinbase(mpq_numref(optimum->upper), 2) < 62 &&
	       steady_init(&optimum->steady, P, L, k, problem->max_bits / 8);
}

/* Whether the exhaustive search is not expected to find anything in a look: at
 * a fractional latency and beyond these sizes it never did in any problem up to
 * n = 40, m = 24, at nine latencies. */
static int is_vain(const struct problem *problem)
{
	enum { PROCESSORS = 6, SENDS = 96 };
	mpz_t sends;
	int is_large;

	mpz_init(sends);
	problem_transmissions(sends, problem);
	is_large = mpz_cmp_ui(problem->n, PROCESSORS) > 0 &&
		   mpz_cmp_ui(sends, SENDS) > 0;
	mpz_clear(sends);
	return is_large;
}

/* Begins both searches at a fractional latency; 0 if the problem is too large.
 */
static int may_be_built(struct optimum *optimum)
{
	const struct problem *problem = &optimum->problem;

	optimum->fractional =
		fractional_new(problem, optimum->lower, optimum->upper);
	optimum->builder = builder_new(problem, optimum->upper);
	optimum->favour = is_vain(problem) ? FAVOUR : 1;
	return optimum->fractional || optimum->builder;
}

/* Begins the search that the latency asks for, if the problem is small enough.
 */
static void choose_search(struct optimum *optimum)
{
	if (problem_is_whole(&optimum->problem) ? may_be_steady(optimum)
						: may_be_built(optimum))
		optimum->search.state = SEARCH_RUNNING;
}

static const struct search_ops ops;

/* The default work for building the algorithms' schedules: about a second. */
static const uint64_t known_work = 3 * ALGORITHM_WORK;

/* No message may wait at its receiver. */
static const struct algorithm_options queue_free = {.is_queue_free = 1};

/*
 * Sets upper to the time of the best algorithm in the postal model.
 * continuous, which exists in the LogP model alone, is never better than all of
 * these.
 */
static enum status find_known(
	struct optimum *optimum, uint64_t work, struct err *err)
{
	const struct candidate *first;
	struct ranking ranking;
	enum status status;

	ranking_init(&ranking);
	first = &ranking.candidate[0];
	status = ranking_find_bounded(&ranking, &optimum->problem, MODEL_POSTAL,
		OPERATION_BROADCAST, optimum->lower, RANKING_UNSEARCHED, work,
		err);
	if (status == STATUS_OK && !first->is_known)
		status = err_limit(err, "no algorithm's time could be found");
	if (status == STATUS_OK) {
		optimum->known = first->algorithm;
		optimum->found = ranking.found;
		ranking.found = NULL;
		mpq_set(optimum->upper, first->time);
	}
	ranking_clear(&ranking);
	return status;
}

enum status optimum_init(struct optimum *optimum, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	uint64_t work = options->work > 0 ? options->work : known_work;
	enum status status;

	*optimum = (struct optimum){.search = {&ops, SEARCH_EXHAUSTED}};
	mpq_inits(optimum->lower, optimum->upper, NULL);
	problem_init(&optimum->problem);
	problem_set(&optimum->problem, problem);
	status = model_bound(optimum->lower, MODEL_POSTAL, problem, err);
	if (status == STATUS_OK && options->known)
		mpq_set(optimum->upper, options->known);
	else if (status == STATUS_OK)
		status = find_known(optimum, work, err);
	if (status != STATUS_OK)
		return status;
	if (mpq_cmp(optimum->lower, optimum->upper) >= 0)
		optimum->search.state = SEARCH_FOUND;
	else if (!problem->nodes)
		choose_search(optimum);
	return STATUS_OK;
}

void optimum_clear(struct optimum *optimum)
{
	schedule_close(optimum->found);
	fractional_free(optimum->fractional);
	builder_free(optimum->builder);
	steady_clear(&optimum->steady);
	problem_clear(&optimum->problem);
	mpq_clears(optimum->lower, optimum->upper, NULL);
}

static void try_steady(struct optimum *optimum)
{
	int is_found = steady_try(&optimum->steady);

	optimum->work = optimum->steady.work;
	if (is_found) {
		mpq_set(optimum->upper, optimum->lower);
		optimum->search.state = SEARCH_FOUND;
	} else if (optimum->work >= trials_most) {
		optimum->search.state = SEARCH_EXHAUSTED;
	}
}

/* A step of the exhaustive search: lower rises until it is the optimum. */
static void raise_lower(struct optimum *optimum)
{
	int is_known =
		fractional_advance(optimum->fractional, 1, &optimum->searched);

	fractional_lower(optimum->lower, optimum->fractional);
	if (is_known)
		mpq_set(optimum->upper, optimum->lower);
}

/* A step of the builder: upper falls. */
static void lower_upper(struct optimum *optimum)
{
	int is_better = builder_advance(optimum->builder);

	optimum->built = BUILDER_STEP * optimum->builder->work;
	if (!is_better)
		return;
	builder_upper(optimum->upper, optimum->builder);
	if (optimum->fractional)
		fractional_beat(optimum->fractional, optimum->upper);
}

/* A step of the search whose turn it is. */
static void step_fractional(struct optimum *optimum)
{
	int is_turn = optimum->built <= optimum->favour * optimum->searched;

	if (!optimum->fractional || (optimum->builder && is_turn))
		lower_upper(optimum);
	else
		raise_lower(optimum);
	optimum->work = optimum->searched + optimum->built;
	if (mpq_cmp(optimum->lower, optimum->upper) >= 0)
		optimum->search.state = SEARCH_FOUND;
	else if (!optimum->fractional && optimum->work >= trials_most)
		optimum->search.state = SEARCH_EXHAUSTED;
}

static void optimum_advance(struct search *search, uint64_t work)
{
	struct optimum *optimum = (struct optimum *)search;
	uint64_t before = optimum->work;
	int is_whole = problem_is_whole(&optimum->problem);

	while (search->state == SEARCH_RUNNING && optimum->work - before < work)
		(is_whole ? try_steady : step_fractional)(optimum);
}

enum status optimum_least_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return postal_lower_bound(time, problem, err);
}

static void set_header(
	struct schedule_header *header, const struct optimum *optimum)
{
	const struct problem *problem = &optimum->problem;

	*header = (struct schedule_header){.model = MODEL_LOGP,
		.processors = number_get_u64(problem->n),
		.messages = number_get_u64(problem->m),
		.unit = 1,
		.latency = number_get_u64(mpq_numref(problem->lambda)),
		.has_finish = 1,
		.finish = number_get_u64(mpq_numref(optimum->upper))};
}

static struct schedule *open_steady(struct optimum *optimum)
{
	struct schedule_header header;

	set_header(&header, optimum);
	return steady_open(&header, &optimum->steady);
}

static enum status optimum_open(
	struct schedule **schedule, struct search *search, struct err *err)
{
	struct optimum *optimum = (struct optimum *)search;
	enum model model =
		problem_is_whole(&optimum->problem) ? MODEL_LOGP : MODEL_POSTAL;
	enum status status = STATUS_OK;

	*schedule = NULL;
	if (optimum->fractional)
		*schedule = fractional_open(optimum->fractional);
	if (!*schedule && optimum->builder)
		*schedule = builder_open(optimum->builder);
	if (optimum->steady.tail.send)
		*schedule = open_steady(optimum);
	if (!*schedule && optimum->found) {
		*schedule = optimum->found;
		(*schedule)->header.model = model;
		optimum->found = NULL;
	}
	if (!*schedule && !optimum->known)
		return err_set(
			err, STATUS_LIMIT, "no better schedule is known", NULL);
	if (!*schedule)
		status = algorithm_open(schedule, optimum->known, model,
			&optimum->problem, &queue_free, err);
	if (status == STATUS_OK)
		(*schedule)->header.algorithm = "optimum";
	return status;
}

/* The work of a look at a fractional latency, as LOOK_SENDS says. */
static uint64_t fractional_work(const struct optimum *optimum)
{
	uint64_t work = OPTIMUM_LOOK;
	mpz_t sends;

	mpz_init(sends);
	problem_transmissions(sends, &optimum->problem);
	if (mpz_cmp_ui(sends, 2ul * LOOK_SENDS) > 0 &&
		!number_exceeds(optimum->upper, optimum->lower, NEAR + 1, NEAR))
		work = 0;
	else if (mpz_cmp_ui(sends, LOOK_SENDS) > 0)
		work /= 4;
	mpz_clear(sends);
	return work;
}

/* The work of a look: the usual, FAR times as much if options allow more, which
 * the ranking does only while all times are far; or that of options. */
static uint64_t look_work(
	const struct optimum *optimum, const struct algorithm_options *options)
{
	enum { FAR = 2 };
	uint64_t work = problem_is_whole(&optimum->problem)
				? OPTIMUM_LOOK
				: fractional_work(optimum);

	if (options->work > ALGORITHM_WORK)
		work *= FAR;
	return options->work > 0 &&
			       (options->is_patient || options->work < work)
		       ? options->work
		       : work;
}

enum status optimum_better_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct optimum optimum;
	enum status status;

	*schedule = NULL;
	status = optimum_init(&optimum, problem, options, err);
	if (status == STATUS_OK) {
		search_advance(&optimum.search, look_work(&optimum, options));
		status = search_open(schedule, &optimum.search, err);
	}
	if (status == STATUS_OK)
		(*schedule)->header.model = MODEL_POSTAL;
	optimum_clear(&optimum);
	return status;
}

static const struct search_ops ops = {optimum_advance, optimum_open, NULL};
