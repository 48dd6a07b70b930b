/*
 * Even n: sendrecv's schedule, which then consists of calls.
 *
 * Odd n: rounds 1 .. m are periodic (steady.c).  After them comes the shorter
 * of two endings.  Either the periodic rounds go on until everybody but those
 * who miss it knows the last message, and then what is missing is repaired; or
 * the source is silent after round m (ending.c), and the others repair while
 * the last messages spread.  If neither ending attains the lower bound, and n
 * and m are small, the whole schedule is searched for (beam_search.c).
 *
 * Both endings are made when the search begins.  The rounds after m are stored;
 * those up to m are made once more when they are pulled.
 *   Example: n = 5, m = 3: the lower bound is 5 rounds.
 */
#include "model/telephone/telephone.h"

#include "base/mem.h"
#include "model/rounds/rounds.h"
#include "model/telephone/odd.h"
#include "number/number.h"

struct telephone_odd {
	struct rounds rounds;
	struct telephone_steady head;
	uint32_t periodic;	     /* rounds made by the head: m or 0 */
	struct rounds_record record; /* all later rounds */
};

/* The search for a whole schedule of bound rounds. */
struct odd_search {
	struct search search;
	struct telephone_odd *odd; /* the best so far; NULL once opened */
	uint64_t bound;
	struct telephone_beam *beam;
};

static void odd_step(struct rounds *rounds)
{
	struct telephone_odd *odd = (struct telephone_odd *)rounds;

	rounds->senders = odd->head.n;
	if (rounds->round <= odd->periodic) {
		telephone_steady_step(&odd->head);
		rounds->send = odd->head.send;
		rounds->base = odd->head.base;
		return;
	}
	rounds->send = rounds_record_get(
		&odd->record, (size_t)rounds->round - odd->periodic - 1);
	rounds->base = 0;
}

static void odd_clear(struct rounds *rounds)
{
	struct telephone_odd *odd = (struct telephone_odd *)rounds;

	telephone_steady_clear(&odd->head);
	rounds_record_clear(&odd->record);
}

static const struct rounds_ops ops = {odd_step, odd_clear};

/* Makes the first ending: periodic rounds m+1 .. m-1+ages, then repairs. */
static void go_on(struct telephone_odd *odd)
{
	struct telephone_steady *head = &odd->head;
	struct knowledge start;

	knowledge_copy(&start, &head->knowledge);
	for (unsigned i = 1; i < head->ages; i++) {
		struct rounds_send *send = rounds_record_add(&odd->record);

		telephone_steady_step(head);
		for (uint32_t p = 0; p < head->n; p++)
			send[p] = head->send[p];
	}
	telephone_repair(&odd->record, &head->knowledge, UINT64_MAX);
	knowledge_clear(&head->knowledge);
	head->knowledge = start;
}

/* The most messages up to base that any processor misses. */
static uint32_t most_missing(const struct knowledge *knowledge)
{
	uint32_t most = 0;

	for (uint32_t p = 1; p < knowledge->n; p++)
		if (knowledge_missing(knowledge, p) > most)
			most = knowledge_missing(knowledge, p);
	return most;
}

/* Makes the other ending, and keeps it if it is shorter. */
static void try_ending(struct telephone_odd *odd)
{
	struct rounds_record record = {.n = odd->head.n};
	struct knowledge knowledge;

	knowledge_copy(&knowledge, &odd->head.knowledge);
	telephone_ending(&record, &knowledge, odd->head.ages);
	knowledge_advance(&knowledge, knowledge.m);
	if (record.count + most_missing(&knowledge) < odd->record.count &&
		telephone_repair(&record, &knowledge, odd->record.count - 1)) {
		rounds_record_clear(&odd->record);
		odd->record = record;
	} else {
		rounds_record_clear(&record);
	}
	knowledge_clear(&knowledge);
}

/* Whether the best so far attains the bound. */
static int is_optimal(const struct odd_search *search)
{
	const struct telephone_odd *odd = search->odd;

	return odd->periodic + odd->record.count <= search->bound;
}

static void odd_advance(struct search *search, uint64_t work)
{
	struct odd_search *own = (struct odd_search *)search;
	uint64_t done = 0;

	while (search->state == SEARCH_RUNNING && done < work)
		search->state = telephone_beam_step(
			own->beam, &own->odd->record, &done);
	if (search->state == SEARCH_FOUND)
		own->odd->periodic = 0;
}

static enum status odd_open(
	struct schedule **schedule, struct search *search, struct err *err)
{
	struct telephone_odd *odd = ((struct odd_search *)search)->odd;

	(void)err;
	((struct odd_search *)search)->odd = NULL;
	telephone_steady_rewind(&odd->head);
	*schedule = &odd->rounds.schedule;
	(*schedule)->header.finish = odd->periodic + odd->record.count;
	if (!odd->head.table.phase)
		(*schedule)->warning =
			"no table for so many processors was found, "
			"the schedule may be longer than others";
	return STATUS_OK;
}

static void odd_search_clear(struct search *search)
{
	struct odd_search *odd = (struct odd_search *)search;

	if (odd->odd)
		schedule_close(&odd->odd->rounds.schedule);
	telephone_beam_close(odd->beam);
}

static const struct search_ops search_ops = {
	odd_advance, odd_open, odd_search_clear};

/* Makes the periodic rounds with the better ending, and begins the search for a
 * shorter schedule if that is above the bound. */
static struct search *begin_search(struct telephone_odd *odd)
{
	struct odd_search *search = mem_array(1, sizeof *search);

	search->search.ops = &search_ops;
	search->odd = odd;
	search->bound = odd->rounds.schedule.header.finish;
	odd->record.n = odd->head.n;
	odd->periodic = odd->head.m;
	telephone_steady_skip(&odd->head);
	go_on(odd);
	if (!is_optimal(search))
		try_ending(odd);
	if (is_optimal(search)) {
		search->search.state = SEARCH_FOUND;
		return &search->search;
	}
	search->beam = telephone_beam_begin(
		odd->head.n, odd->head.m, (uint32_t)search->bound);
	if (!search->beam)
		search->search.state = SEARCH_EXHAUSTED;
	return &search->search;
}

/* Errors: STATUS_LIMIT.  Memory for each processor: what it knows, three times;
 * its sends after round m except in repairs, twice; its share of the table. */
static enum status check_odd_size(
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t messages;

	if (mpz_sizeinbase(problem->n, 2) > 31 ||
		mpz_sizeinbase(problem->m, 2) > 31)
		return err_limit(err,
			"a telephone schedule for an odd number of processors "
			"is for fewer than 2^31 processors and messages");
	mpz_init(messages);
	mpz_mul_ui(messages, problem->m, 8);
	status = rounds_check_memory(problem,
		256 + 2 * sizeof(struct rounds_send) *
				(number_ceil_log2(problem->n) + 8),
		messages, err);
	mpz_clear(messages);
	return status;
}

static enum status odd_begin(
	struct search **search, const struct problem *problem, struct err *err)
{
	struct telephone_odd *odd;
	enum status status = check_odd_size(problem, err);
	mpz_t bound;

	if (status != STATUS_OK)
		return status;
	odd = mem_array(1, sizeof *odd);
	mpz_init(bound);
	telephone_lower_bound(bound, problem);
	odd->rounds.ops = &ops;
	status = rounds_init(&odd->rounds, MODEL_TELEPHONE, "telephone",
		problem, bound, err);
	if (status == STATUS_OK) {
		telephone_steady_init(&odd->head,
			(uint32_t)mpz_get_ui(problem->n),
			(uint32_t)mpz_get_ui(problem->m));
		*search = begin_search(odd);
	} else {
		mem_free(odd);
	}
	mpz_clear(bound);
	return status;
}

enum status telephone_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule *schedule;
	enum status status;

	(void)options;
	*search = NULL;
	if (mpz_odd_p(problem->n) && mpz_cmp_ui(problem->n, 1) > 0)
		return odd_begin(search, problem, err);
	status = sendrecv_open_as(
		&schedule, MODEL_TELEPHONE, "telephone", problem, err);
	if (status == STATUS_OK)
		*search = search_settled(schedule);
	return status;
}
