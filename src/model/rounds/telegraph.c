/*
 * Telegraph: the lower bound, and the schedule of telephone rounds in halves.
 *
 * Lower bound.  m (n-1) useful sends are needed; their senders know something,
 * so round i has at most min(2^(i-1), floor(n/2)).  With p = floor(log2 n) the
 * sum over p rounds is 2^p - 1 <= m (n-1), and with the rounds after it
 *   p + ceil((m (n-1) - 2^p + 1) / floor(n/2))
 * rounds are needed.  For even n this is 2m + p - floor((m-1+2^p) / (n/2)), for
 * odd n 2m - 1 + p: the optimum that BKS quote in Section 1.  (In our copy of
 * the text, made by a machine, 2^p of even n reads 2^ceil(log2 n); that would
 * be 2 rounds for n = 6, m = 1.)
 *
 * Halves.  A round of send/receive falls into two: first all but the senders of
 * the oldest message, then those.  In both each processor talks to at most one
 * other, also where r, who listens to the source in the first, stands in for
 * the dummy of odd n in the second.  Nobody has the oldest message in rounds 1
 * to L = ceil(log2 n), so they have one half only: of m - 1 + L rounds, that
 * makes 2m - 2 + L.  For odd n it is the lower bound, because L = p + 1; for
 * even n if m <= n - 2^p, or m <= n/2 where n = 2^p.
 *
 * Other even n: telegraph_search.c has found a schedule at the bound for every
 * n <= 80, m <= 64 and n <= 40, m <= 200 (tests/grid/grid_telephone.c).  For
 * n = 4, 6, 8 and 10 there is one for every m: tests/grid/grid_telegraph.c goes
 * through the states that full rounds lead to.  By hand, n = 4: whenever an
 * even number of messages has been begun, one processor, a, misses the last, y,
 * and b, c nothing; three rounds make that b: 0 to b x, c to a y; 0 to c y', b
 * to a x; 0 to a y', b to c x. The first three do without y: 0 to a x; 0 to b
 * y', a to c x; 0 to c y', a to b x.  One round, c to a y, ends that; or, after
 * one more message, two do.
 */
#include "model/rounds/rounds.h"

#include "base/mem.h"
#include "number/number.h"

void telegraph_lower_bound(mpz_t bound, const struct problem *problem)
{
	mp_bitcnt_t p = mpz_sizeinbase(problem->n, 2) - 1;
	mpz_t half;

	if (problem_is_trivial(problem)) {
		mpz_set_ui(bound, 0);
		return;
	}
	mpz_init(half);
	mpz_setbit(half, p);
	mpz_sub_ui(bound, problem->n, 1);
	mpz_mul(bound, bound, problem->m);
	mpz_sub(bound, bound, half);
	mpz_add_ui(bound, bound, 1);
	mpz_fdiv_q_2exp(half, problem->n, 1);
	mpz_cdiv_q(bound, bound, half);
	number_set_u64(half, p);
	mpz_add(bound, bound, half);
	mpz_clear(half);
}

void telegraph_bound_list(
	struct bound_list *list, const struct problem *problem)
{
	int is_printed = mpz_odd_p(problem->n) && !problem_is_alone(problem);
	struct bound *row = bound_list_add(list, "useful-sends", HOLDS_YES,
		is_printed ? "Bar-Noy-Kipnis-Schieber-Section-1"
			   : "Bar-Noy-Kipnis-Schieber-Section-1-corrected");

	telegraph_lower_bound(mpq_numref(row->value), problem);
	rounds_list_last(list, problem, "Bar-Noy-Kipnis-Schieber-Theorem-1");
}

/* rounds = the rounds of the schedule that halves telephone rounds. */
static void count_split_rounds(mpz_t rounds, const struct problem *problem)
{
	rounds_last_bound(rounds, problem);
	if (problem_is_trivial(problem))
		return;
	mpz_add(rounds, rounds, problem->m);
	mpz_sub_ui(rounds, rounds, 1);
}

int telegraph_rounds(mpz_t rounds, const struct problem *problem)
{
	mpz_t bound;
	int known;

	mpz_init(bound);
	telegraph_lower_bound(bound, problem);
	count_split_rounds(rounds, problem);
	known = mpz_cmp(rounds, bound) == 0;
	mpz_clear(bound);
	return known;
}

enum status telegraph_most(
	mpq_t time, const struct problem *problem, struct err *err)
{
	(void)err;
	mpq_set_ui(time, 0, 1);
	count_split_rounds(mpq_numref(time), problem);
	return STATUS_OK;
}

void telegraph_work(mpz_t work, const struct problem *problem)
{
	mpz_mul_2exp(work, problem->n, 1);
	mpz_mul(work, work, problem->m);
	mpz_mul(work, work, problem->m);
	if (!telegraph_is_small(problem))
		mpz_setbit(work, 64); /* it is never found */
}

/* halved: the sends of one half, all others being nobody's. */
struct split {
	struct rounds rounds;
	struct telephone_even even;
	struct rounds_send *half;
	uint64_t whole; /* the round of send/receive */
	int is_second;
};

/* Copies the sends of the oldest message, or all others, to half. */
static void choose_half(struct split *split)
{
	for (uint32_t p = 0; p < split->rounds.senders; p++) {
		split->half[p] = split->even.send[p];
		if ((split->half[p].value == 0) != split->is_second)
			split->half[p].to = ROUNDS_NOBODY;
	}
}

static void split_step(struct rounds *rounds)
{
	struct split *split = (struct split *)rounds;
	uint32_t n = (uint32_t)rounds->schedule.header.processors;

	if (split->whole > split->even.oldest && !split->is_second) {
		split->is_second = 1;
	} else {
		split->is_second = 0;
		split->whole++;
		sendrecv_step(&split->even, n);
	}
	rounds->senders = split->even.senders < n ? split->even.senders : n;
	choose_half(split);
	rounds->send = split->half;
	rounds->base = (int64_t)(split->whole - split->even.oldest);
}

static void split_clear(struct rounds *rounds)
{
	struct split *split = (struct split *)rounds;

	telephone_even_clear(&split->even);
	mem_free(split->half);
}

static const struct rounds_ops split_ops = {split_step, split_clear};

static enum status open_split(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	struct split *split = mem_array(1, sizeof *split);
	uint32_t processors;
	enum status status;
	mpz_t rounds, none;

	mpz_inits(rounds, none, NULL);
	count_split_rounds(rounds, problem);
	split->rounds.ops = &split_ops;
	status = rounds_init(&split->rounds, MODEL_TELEGRAPH, "telegraph",
		problem, rounds, err);
	if (status == STATUS_OK)
		status = rounds_check_memory(problem,
			TELEPHONE_EVEN_SIZE + sizeof *split->half, none, err);
	mpz_clears(rounds, none, NULL);
	if (status != STATUS_OK) {
		mem_free(split);
		return status;
	}
	processors = (uint32_t)mpz_get_ui(problem->n);
	if (processors > 1)
		sendrecv_init(&split->even, processors);
	split->half = mem_array(processors, sizeof *split->half);
	*schedule = &split->rounds.schedule;
	return STATUS_OK;
}

/* The schedule found by the search. */
struct found {
	struct rounds rounds;
	struct rounds_record record;
};

static void found_step(struct rounds *rounds)
{
	rounds->senders = (uint32_t)rounds->schedule.header.processors;
	rounds->send = rounds_record_get(
		&((struct found *)rounds)->record, (size_t)rounds->round - 1);
}

static void found_clear(struct rounds *rounds)
{
	rounds_record_clear(&((struct found *)rounds)->record);
}

static const struct rounds_ops found_ops = {found_step, found_clear};

/* The search; until it has succeeded, rounds in halves are what it opens. */
struct split_or_found {
	struct search search;
	struct problem problem;
	struct found *found; /* NULL once opened */
	struct telegraph_search *rounds;
};

static void telegraph_advance(struct search *search, uint64_t work)
{
	struct split_or_found *both = (struct split_or_found *)search;
	uint64_t done = 0;

	while (search->state == SEARCH_RUNNING && done < work)
		search->state = telegraph_search_step(both->rounds, &done);
}

static enum status telegraph_open_best(
	struct schedule **schedule, struct search *search, struct err *err)
{
	struct split_or_found *both = (struct split_or_found *)search;
	enum status status;

	if (search->state == SEARCH_FOUND) {
		*schedule = &both->found->rounds.schedule;
		both->found = NULL;
		return STATUS_OK;
	}
	status = open_split(schedule, &both->problem, err);
	if (status == STATUS_OK)
		(*schedule)->warning =
			"no optimal schedule was found, this one is longer";
	return status;
}

static void telegraph_clear(struct search *search)
{
	struct split_or_found *both = (struct split_or_found *)search;

	if (both->found)
		schedule_close(&both->found->rounds.schedule);
	telegraph_search_close(both->rounds);
	problem_clear(&both->problem);
}

static const struct search_ops search_ops = {
	telegraph_advance, telegraph_open_best, telegraph_clear};

static enum status begin_search(struct search **search,
	const struct problem *problem, const mpz_t bound, struct err *err)
{
	struct found *found = mem_array(1, sizeof *found);
	struct split_or_found *both;
	enum status status = rounds_init(&found->rounds, MODEL_TELEGRAPH,
		"telegraph", problem, bound, err);

	found->rounds.ops = &found_ops;
	if (status == STATUS_OK)
		status = rounds_check_memory(problem,
			sizeof(struct rounds_send) *
				found->rounds.schedule.header.finish,
			problem->m, err);
	if (status != STATUS_OK) {
		mem_free(found);
		return status;
	}
	both = mem_array(1, sizeof *both);
	both->search.ops = &search_ops;
	problem_init(&both->problem);
	problem_set(&both->problem, problem);
	both->found = found;
	both->rounds = telegraph_search_begin(&found->record,
		(uint32_t)mpz_get_ui(problem->n),
		(uint32_t)mpz_get_ui(problem->m), (uint32_t)mpz_get_ui(bound));
	*search = &both->search;
	return STATUS_OK;
}

static enum status begin_split(struct search **search,
	const struct problem *problem, const char *warning, struct err *err)
{
	struct schedule *schedule;
	enum status status = open_split(&schedule, problem, err);

	if (status != STATUS_OK)
		return status;
	schedule->warning = warning;
	*search = search_settled(schedule);
	return STATUS_OK;
}

enum status telegraph_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum status status;
	mpz_t bound;

	(void)options;
	*search = NULL;
	mpz_init(bound);
	if (telegraph_rounds(bound, problem)) {
		status = begin_split(search, problem, NULL, err);
	} else if (telegraph_is_small(problem)) {
		telegraph_lower_bound(bound, problem);
		status = begin_search(search, problem, bound, err);
	} else {
		status = begin_split(search, problem,
			"so many processors and messages are not searched "
			"for the optimum, the schedule is longer",
			err);
	}
	mpz_clear(bound);
	return status;
}
