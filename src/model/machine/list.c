/*
 * The tries for one number of messages: plans at fractions, and an algorithm's
 * schedules for a few latencies carried out as soon as possible.  Each is
 * listed with a lower bound and with the work that it takes.
 */
#include "model/machine/ways.h"

#include "base/mem.h"
#include "number/number.h"

/* The latencies for which schedules are carried out as soon as possible: near
 * e/u, near e/u_2, and the latter rounded down to a whole one. */
enum { SOON_SEND, SOON_RELAY, SOON_WHOLE, SOON_LATENCIES };

/* Nanoseconds: of a row that is carried out; of finding a plan, as a multiple
 * of what the algorithm's table says, which is for whole latencies, at the
 * least, and besides for long latencies; of greedy, at the least and for each
 * row. */
enum {
	ROW_WORK = 600,
	PLAN_FACTOR = 3,
	PLAN_WORK = 100000,
	LONG_LATENCY = 12,
	LONG_WORK = 500000,
	GREEDY_WORK = 500000,
	GREEDY_ROW = 1000
};

/* How many processors more a schedule may be made for: where that one keeps its
 * processors to their phases, or fewer messages wait, it is better without
 * them. */
enum { SPARE = 2 };

/* How far above its bound the first schedule that is carried out as soon as
 * possible is expected. */
enum { SOON_EXCESS = MACHINE_RATIO / 16 };

/* Where tries are listed, and for what; next is filled from try to try. */
struct list {
	struct machine_tries *tries;
	const struct machine_choice *best;
	const struct machine_problem *problem;
	mpq_srcptr bound; /* of the problem */
	uint64_t rows;
	struct machine_choice next;
};

static uint64_t work_of(const struct list *list)
{
	const struct machine_choice *next = &list->next;
	struct problem problem;
	uint64_t work;

	if (next->algorithm->is_search)
		return machine_build_work(list->problem->work);
	if (next->algorithm->send_work > 0)
		return GREEDY_WORK + list->rows * (GREEDY_ROW + ROW_WORK);
	machine_set_problem(&problem, list->problem, next);
	work = algorithm_work(next->algorithm, &problem);
	problem_clear(&problem);
	if (work > UINT64_MAX / 16)
		return UINT64_MAX;
	if (mpq_cmp_ui(next->lambda, LONG_LATENCY, 1) > 0)
		work += LONG_WORK;
	return PLAN_FACTOR * work + PLAN_WORK + list->rows * ROW_WORK;
}

/* Lists next, whose time is a lower bound, if that is better than the best. */
static void add_try(struct list *list, unsigned soon)
{
	struct machine_tries *tries = list->tries;
	struct machine_try *one;

	if (!machine_is_better(list->best, &list->next))
		return;
	if (mpq_sgn(tries->unit) == 0)
		mpq_set(tries->unit, list->next.time);
	tries->item = mem_grow(tries->item, &tries->capacity, tries->count,
		sizeof *tries->item);
	one = &tries->item[tries->count++];
	*one = (struct machine_try){.soon = soon,
		.excess = list->next.way == WAY_SOON ? SOON_EXCESS : 0,
		.least = machine_score(list->next.time, tries->unit),
		.work = work_of(list)};
	machine_choice_init(&one->choice);
	machine_choice_set(&one->choice, &list->next);
	mpz_init_set(one->m, list->problem->m);
}

static enum status list_plan(struct list *list,
	const struct algorithm *algorithm, const mpq_t lambda, struct err *err)
{
	enum status status;
	mpq_t bound;

	list->next.algorithm = algorithm;
	mpq_set(list->next.lambda, lambda);
	machine_plan_send(&list->next, list->problem->message);
	if (!machine_plan_fits(&list->next, list->problem->message))
		return STATUS_OK;
	mpq_init(bound);
	status = machine_plan_least(&list->next, bound, list->problem, err);
	if (status == STATUS_OK)
		add_try(list, 0);
	mpq_clear(bound);
	return status;
}

/* Lists a plan at each of the fractions. */
static enum status list_fractions(
	struct list *list, const struct algorithm *algorithm, struct err *err)
{
	mpq_t fraction[MACHINE_FRACTIONS];
	enum status status = STATUS_OK;
	size_t count;

	for (size_t i = 0; i < MACHINE_FRACTIONS; i++)
		mpq_init(fraction[i]);
	count = machine_fractions(fraction, list->problem->message);
	for (size_t i = 0; i < count && status == STATUS_OK; i++)
		status = list_plan(list, algorithm, fraction[i], err);
	for (size_t i = 0; i < MACHINE_FRACTIONS; i++)
		mpq_clear(fraction[i]);
	return status;
}

/* Whether the algorithm has a schedule for the next latency. */
static int algorithm_is_postal(
	const struct list *list, const struct algorithm *algorithm)
{
	struct problem problem;
	int is;

	machine_set_problem(&problem, list->problem, &list->next);
	is = algorithm_applies(algorithm, &problem, MODEL_POSTAL);
	problem_clear(&problem);
	return is;
}

static void set_soon_latency(mpq_t lambda, unsigned soon,
	const struct algorithm *algorithm,
	const struct machine_message *message)
{
	machine_ratio(lambda, message,
		soon == SOON_SEND ? machine_message_send
				  : machine_message_relay);
	if (!machine_is_formula(algorithm) || soon == SOON_WHOLE)
		machine_round_ratio(lambda);
	if (soon == SOON_WHOLE)
		number_floor(mpq_numref(lambda), lambda);
	if (soon == SOON_WHOLE)
		mpz_set_ui(mpq_denref(lambda), 1);
}

/* Lists the schedules carried out as soon as possible, one for each different
 * latency.  The trees of libraries and what is built for the machine do not
 * depend on the latency, and greedy gains nothing from whole ones. */
static void list_soon(struct list *list, const struct algorithm *algorithm)
{
	int is_one = algorithm->is_library || algorithm->is_search;
	unsigned latencies = is_one			? SOON_RELAY
			     : algorithm->send_work > 0 ? SOON_WHOLE
							: SOON_LATENCIES;
	mpq_t lambda[SOON_LATENCIES];

	list->next.algorithm = algorithm;
	list->next.way = WAY_SOON;
	mpq_set(list->next.time, list->bound);
	for (unsigned i = 0; i < latencies; i++) {
		int is_new = 1;

		mpq_init(lambda[i]);
		set_soon_latency(
			lambda[i], i, algorithm, list->problem->message);
		for (unsigned j = 0; j < i; j++)
			is_new &= !mpq_equal(lambda[i], lambda[j]);
		mpq_set(list->next.lambda, lambda[i]);
		if (is_new && algorithm_is_postal(list, algorithm))
			add_try(list, i);
	}
	for (unsigned i = 0; i < latencies; i++)
		mpq_clear(lambda[i]);
}

/* Whether schedules for more processors are listed: if no formula gives the
 * algorithm's times, and not where many algorithms compete, those of libraries
 * among them. */
static int has_spare(const struct algorithm *algorithm,
	const struct machine_problem *problem)
{
	return !machine_is_formula(algorithm) && !algorithm->is_library &&
	       !algorithm->is_search && !machine_is_sooner(problem->message);
}

/* Lists both for list->next's number of spare processors. */
static enum status list_both(
	struct list *list, const struct algorithm *algorithm, struct err *err)
{
	enum status status = STATUS_OK;

	if (algorithm->time && !algorithm->is_library)
		status = list_fractions(list, algorithm, err);
	if (status == STATUS_OK)
		list_soon(list, algorithm);
	return status;
}

enum status machine_list(struct machine_tries *tries,
	const struct machine_choice *best, const mpq_t bound,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err)
{
	struct list list = {.tries = tries,
		.best = best,
		.problem = problem,
		.bound = bound,
		.rows = machine_rows(problem)};
	unsigned most = has_spare(algorithm, problem) ? SPARE : 0;
	enum status status = STATUS_OK;

	if (machine_is_single(problem) || list.rows == 0 ||
		list.rows > MACHINE_ROWS)
		return STATUS_OK;
	if (algorithm->is_search && !best->algorithm && !problem->known)
		return STATUS_OK;
	machine_choice_init(&list.next);
	if (problem->degree)
		mpz_set(list.next.degree, problem->degree);
	for (; list.next.spare <= most && status == STATUS_OK;
		list.next.spare++)
		status = list_both(&list, algorithm, err);
	machine_choice_clear(&list.next);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}
