/*
 * The order of attempts: a turn is a number of attempts of a builder at one
 * finish.  The first turn is T_lb's; then come, for the upper end, T_lb + 1,
 * T_lb + 2, .., below what is known, and T_lb again; a schedule found lowers
 * the upper end.  T_lb's builder is kept from turn to turn, others start afresh
 * with other random integers.  In between, if there are more than k* items,
 * come trials for a schedule that goes on in the same way for any number of
 * them: at first only after a while unless there are many items, later with as
 * much work as the builders.
 *
 * With a fractional L an exhaustive search (fractional.h) takes their place. On
 * nodes nothing is searched: the bound is attained by what is known, or not.
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

enum {
	TURN_ATTEMPTS = 4,
	WORD_BITS = 31,
	PROCESSORS_MAX = 1024,
	CELLS_MAX = 1 << 18,
	ITEMS = 1 << 10, /* take as long as a cell */
	FEW = 128,
	VAIN = 16 /* the part of a look that is left where it is in vain */
};

/* The builders' work before the first trial, unless there are many sends of
 * few processors. */
static const uint64_t alone = UINT64_C(1) << 24, many = UINT64_C(1) << 14;

/* That of the trials where nothing is built. */
static const uint64_t trials_most = UINT64_C(1) << 39;

/* Whether the search, and the schedule it finds, take no more than max_bits. */
static int optimum_fits(const struct optimum *optimum)
{
	uint64_t bytes = optimum->problem.max_bits / 8, size;
	uint64_t sends = (uint64_t)optimum->k * (optimum->P - 1);

	if (bytes > SIZE_MAX / 4)
		bytes = SIZE_MAX / 4;
	if (sends > bytes / sizeof(struct transmission))
		return 0;
	size = 2 * optimum_builder_size(optimum->P, optimum->k, optimum->L,
			   optimum->high - optimum->L);
	return size + 4 * sends * sizeof(struct transmission) <= bytes;
}

/*
 * Whether a step takes the builders less than a second: the flow of the next L
 * steps has a cell for each processor in each, with a set of items, of which
 * some three a step are under way.
 */
static int is_stepped(const struct optimum *optimum)
{
	uint64_t last = optimum->high - optimum->L;
	uint64_t steps = optimum->L < last ? optimum->L : last;
	uint64_t items = 3 * steps < optimum->k ? 3 * steps : optimum->k;

	return steps * optimum->P * (1 + items / ITEMS) <= CELLS_MAX;
}

/* Whether the problem is whole and small enough to be searched; sets its words.
 */
static int is_small(struct optimum *optimum)
{
	const struct problem *problem = &optimum->problem;

	if (!problem_is_whole(problem) ||
		mpz_cmp_ui(problem->n, PROCESSORS_MAX) > 0 ||
		mpz_sizeinbase(problem->m, 2) > WORD_BITS ||
		mpz_sizeinbase(mpq_numref(optimum->upper), 2) >= WORD_BITS)
		return 0;
	optimum->P = (uint32_t)mpz_get_ui(problem->n);
	optimum->k = (uint32_t)mpz_get_ui(problem->m);
	optimum->L = (uint32_t)mpz_get_ui(mpq_numref(problem->lambda));
	optimum->low = (uint32_t)mpz_get_ui(mpq_numref(optimum->lower)) + 1;
	optimum->high = (uint32_t)mpz_get_ui(mpq_numref(optimum->upper)) + 1;
	return is_stepped(optimum) && optimum_fits(optimum);
}

/* Whether there may be a schedule of the other kind. */
static int may_be_steady(struct optimum *optimum)
{
	const struct problem *problem = &optimum->problem;
	uint64_t P, k, L;

	return problem_is_whole(problem) &&
	       number_read_u64(&P, problem->n, 62) &&
	       number_read_u64(&k, problem->m, 61) &&
	       number_read_u64(&L, mpq_numref(problem->lambda), 62) &&
	       mpz_sizeinbase(mpq_numref(optimum->upper), 2) < 62 &&
	       steady_init(&optimum->steady, P, L, k, problem->max_bits / 8);
}

/* Decides what is searched, and in which order. */
static void choose_search(struct optimum *optimum)
{
	if (!problem_is_whole(&optimum->problem))
		optimum->fractional = fractional_new(
			&optimum->problem, optimum->lower, optimum->upper);
	optimum->is_built = is_small(optimum);
	optimum->is_steady = may_be_steady(optimum);
	if (optimum->fractional || optimum->is_built || optimum->is_steady)
		optimum->search.state = SEARCH_RUNNING;
	optimum->aim = optimum->low;
	if (optimum->is_built &&
		(optimum->P > FEW ||
			(uint64_t)optimum->k * (optimum->P - 1) < many))
		optimum->next_trial = alone;
}

static const struct search_ops ops;

/* Unless told otherwise: about a second. */
static const uint64_t known_work = 3 * ALGORITHM_WORK;

/* Options of what is known: no queueing. */
static const struct algorithm_options queue_free = {.is_queue_free = 1};

/*
 * What is known: the best of all others in the postal model, as upper.
 * continuous, which is of the LogP model alone, is never better than
 * all of these.
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

static void drop(struct optimum_builder **build)
{
	if (*build)
		optimum_builder_clear(*build);
	mem_free(*build);
	*build = NULL;
}

void optimum_clear(struct optimum *optimum)
{
	drop(&optimum->build);
	drop(&optimum->other);
	schedule_close(optimum->found);
	mem_free(optimum->send);
	mem_free(optimum->end);
	fractional_free(optimum->fractional);
	steady_clear(&optimum->steady);
	problem_clear(&optimum->problem);
	mpq_clears(optimum->lower, optimum->upper, NULL);
}

/* The builder whose turn it is. */
static struct optimum_builder *get_build(struct optimum *optimum)
{
	struct optimum_builder **build = optimum->aim == optimum->low
						 ? &optimum->build
						 : &optimum->other;

	if (!*build) {
		*build = mem_array(1, sizeof **build);
		optimum_builder_init(*build, optimum->P, optimum->k, optimum->L,
			optimum->aim);
		(*build)->random.seed = optimum->turn;
	}
	return *build;
}

static void next_turn(struct optimum *optimum)
{
	optimum->turn++;
	drop(&optimum->other);
	if (++optimum->aim >= optimum->high)
		optimum->aim = optimum->low;
	optimum->attempt = get_build(optimum)->attempt;
}

/* Takes what the builder has built; its last steps may be empty. */
static void take_built(struct optimum *optimum, struct optimum_builder *build)
{
	uint32_t last = build->state.last;

	mem_free(optimum->send);
	mem_free(optimum->end);
	optimum->send = build->state.send;
	optimum->sends = build->state.sends;
	optimum->end = build->state.end;
	build->state.send = NULL;
	build->state.end = NULL;
	while (optimum->end[last] == optimum->end[last - 1])
		last--;
	optimum->high = last + optimum->L;
	mpq_set_ui(optimum->upper, optimum->high - 1, 1);
	if (optimum->high == optimum->low)
		optimum->search.state = SEARCH_FOUND;
	drop(optimum->aim == optimum->low ? &optimum->build : &optimum->other);
	if (optimum->search.state == SEARCH_RUNNING)
		next_turn(optimum);
}

/* Where nothing is built, trials come to an end. */
static void try_steady(struct optimum *optimum)
{
	uint64_t before = optimum->steady.work, work;
	int is_found = steady_try(&optimum->steady);

	work = optimum->steady.work - before;
	if (is_found) {
		mpq_set(optimum->upper, optimum->lower);
		optimum->search.state = SEARCH_FOUND;
	} else if (!optimum->is_built && optimum->steady.work >= trials_most) {
		optimum->search.state = SEARCH_EXHAUSTED;
	}
	optimum->work += work;
	optimum->next_trial = optimum->work + work;
}

/* Runs a step of the builder whose turn it is. */
static void build_on(struct optimum *optimum)
{
	struct optimum_builder *build = get_build(optimum);
	uint64_t before = build->work;
	int is_whole = optimum_builder_step(build);

	optimum->work += build->work - before;
	if (is_whole)
		take_built(optimum, build);
	else if (build->attempt - optimum->attempt >= TURN_ATTEMPTS)
		next_turn(optimum);
}

/* Raises the lower end, up to the optimum. */
static void raise_lower(struct optimum *optimum, uint64_t work)
{
	int is_known =
		fractional_advance(optimum->fractional, work, &optimum->work);

	fractional_lower(optimum->lower, optimum->fractional);
	if (!is_known)
		return;
	mpq_set(optimum->upper, optimum->lower);
	optimum->search.state = SEARCH_FOUND;
}

static void optimum_advance(struct search *search, uint64_t work)
{
	struct optimum *optimum = (struct optimum *)search;
	uint64_t before = optimum->work;

	if (optimum->fractional) {
		raise_lower(optimum, work);
		return;
	}
	while (search->state == SEARCH_RUNNING && optimum->work - before < work)
		if (optimum->is_steady &&
			(!optimum->is_built ||
				optimum->work >= optimum->next_trial))
			try_steady(optimum);
		else
			build_on(optimum);
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

/* The rows of the schedule that was built. */
static struct schedule *open_built(struct optimum *optimum)
{
	struct schedule_header header;
	struct transmissions list = {0};
	uint64_t step = 1;

	set_header(&header, optimum);
	for (size_t i = 0; i < optimum->sends; i++) {
		const struct optimum_send *send = &optimum->send[i];
		struct transmission row = {.from = send->from, .to = send->to};

		while (i >= optimum->end[step])
			step++;
		row.tick = step - 1;
		row.message = (uint64_t)send->item + 1;
		transmissions_add(&list, &row);
	}
	return schedule_stored(&header, &list);
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
	else if (optimum->steady.edge)
		*schedule = open_steady(optimum);
	else if (optimum->send)
		*schedule = open_built(optimum);
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

/* Whether an exhaustive search hardly ever finds anything at first look: of the
 * problems up to n = 40, m = 24, at nine latencies, it never did. */
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
	return is_large && !problem_is_whole(problem);
}

enum status optimum_better_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	uint64_t work = OPTIMUM_LOOK;
	struct optimum optimum;
	enum status status;

	if (options->work > 0 && options->work < work)
		work = options->work;
	*schedule = NULL;
	if (is_vain(problem))
		work /= VAIN;
	status = optimum_init(&optimum, problem, options, err);
	if (status == STATUS_OK) {
		search_advance(&optimum.search, work);
		status = search_open(schedule, &optimum.search, err);
	}
	if (status == STATUS_OK)
		(*schedule)->header.model = MODEL_POSTAL;
	optimum_clear(&optimum);
	return status;
}

static void optimum_close(struct search *search)
{
	optimum_clear((struct optimum *)search);
}

static const struct search_ops ops = {
	optimum_advance, optimum_open, optimum_close};
