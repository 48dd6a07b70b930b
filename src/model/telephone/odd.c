/*
 * Odd n: rounds 1 .. m are periodic (telephone_steady).  Those after them are
 * the best of some: the periodic ones go on until everybody knows the last
 * message, then what is missing is repaired; or the source is silent from
 * round m on (telephone_ending), which repairs while the last messages spread.
 * If neither is at the lower bound, a small case is searched as a whole.
 *
 * Everything is found when the schedule is opened.  Rounds after m are
 * kept; those up to m are made again when they are pulled.
 */
#include "model/telephone/odd.h"

#include "base/mem.h"
#include "number/number.h"
#include "model/rounds/record.h"
#include "model/telephone/bounds.h"
#include "model/telephone/beam_search.h"
#include "model/telephone/repair.h"
#include "model/telephone/ending.h"
#include "model/telephone/steady.h"

struct telephone_odd {
	struct rounds rounds;
	struct telephone_steady head;
	uint32_t periodic;	     /* rounds that the head makes: m or 0 */
	struct rounds_record record; /* the rounds after those */
};

enum { VARIANTS = 24 };
/* Processors times rounds in all variants of the tail. */
static const uint64_t variants_work = 4000000;

static void step(struct rounds *rounds)
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

static void clear(struct rounds *rounds)
{
	struct telephone_odd *odd = (struct telephone_odd *)rounds;

	telephone_steady_clear(&odd->head);
	rounds_record_clear(&odd->record);
}

static const struct rounds_ops ops = {step, clear};

/* The periodic rounds m+1 .. m-1+ages, and repairs. */
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

/* The most messages that one processor misses; all have spread. */
static uint32_t most_missing(const struct knowledge *knowledge)
{
	uint32_t most = 0;

	for (uint32_t p = 1; p < knowledge->n; p++)
		if (knowledge_missing(knowledge, p) > most)
			most = knowledge_missing(knowledge, p);
	return most;
}

/* Another way after round m, kept if it is shorter. */
static void try_tail(struct telephone_odd *odd, uint32_t variant)
{
	struct rounds_record record = {.n = odd->head.n};
	struct knowledge knowledge;

	knowledge_copy(&knowledge, &odd->head.knowledge);
	telephone_ending(&record, &knowledge, odd->head.ages, variant);
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

/* All that processors miss after round m. */
static uint64_t sum_missing(const struct knowledge *knowledge)
{
	uint64_t all = knowledge_all(knowledge), sum = 0;

	for (uint32_t p = 1; p < knowledge->n; p++) {
		uint64_t lacks = all & ~knowledge_window(knowledge, p);

		sum += knowledge_missing(knowledge, p);
		for (; lacks != 0; lacks &= lacks - 1)
			sum++;
	}
	return sum;
}

/* Tries tails until one gets to the bound, rounds after m. */
static void try_tails(struct telephone_odd *odd, uint64_t bound)
{
	const struct telephone_steady *head = &odd->head;
	uint64_t work = (uint64_t)head->n * head->ages, variants = VARIANTS;

	if (odd->record.count <= bound ||
		sum_missing(&head->knowledge) > bound * (head->n - 1))
		return;
	if (variants_work / work < variants)
		variants = variants_work / work + 1;
	for (uint32_t i = 0; i < variants && odd->record.count > bound; i++)
		try_tail(odd, i);
}

static void build(struct telephone_odd *odd, uint64_t bound)
{
	struct telephone_steady *head = &odd->head;

	odd->periodic = head->m;
	telephone_steady_skip(head);
	go_on(odd);
	try_tails(odd, bound - head->m);
	if (head->m + odd->record.count > bound &&
		telephone_beam(&odd->record, head->n, head->m, (uint32_t)bound))
		odd->periodic = 0;
	telephone_steady_rewind(head);
}

/* What is to be held for a processor: what it knows, three times; its sends in
 * the rounds after m but for repairs, twice; its part in the table. */
static enum status check_size(const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t messages;

	if (mpz_sizeinbase(problem->n, 2) > 31 ||
		mpz_sizeinbase(problem->m, 2) > 31)
		return err_set(err, STATUS_LIMIT,
			"a telephone schedule for an odd number of processors "
			"is for less than 2^31 processors and messages",
			NULL);
	mpz_init(messages);
	mpz_mul_ui(messages, problem->m, 8);
	status = rounds_check_memory(problem,
		256 + 2 * sizeof(struct rounds_send) *
				(number_ceil_log2(problem->n) + 8),
		messages, err);
	mpz_clear(messages);
	return status;
}

enum status telephone_odd_open(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	struct telephone_odd *odd;
	mpz_t bound;

	if (check_size(problem, err) != STATUS_OK)
		return err->code;
	odd = mem_array(1, sizeof *odd);
	mpz_init(bound);
	telephone_lower_bound(bound, problem);
	odd->rounds.ops = &ops;
	if (rounds_init(&odd->rounds, MODEL_TELEPHONE, "telephone", problem,
		    bound, err) == STATUS_OK) {
		telephone_steady_init(&odd->head,
			(uint32_t)mpz_get_ui(problem->n),
			(uint32_t)mpz_get_ui(problem->m));
		odd->record.n = odd->head.n;
		build(odd, odd->rounds.schedule.header.finish);
		odd->rounds.schedule.header.finish =
			odd->periodic + odd->record.count;
		*schedule = &odd->rounds.schedule;
		if (!odd->head.table.phase)
			odd->rounds.schedule.warning =
				"no table for so many processors was found, "
				"the schedule may be longer than others";
	} else {
		mem_free(odd);
	}
	mpz_clear(bound);
	return *schedule ? STATUS_OK : err->code;
}
