/*
 * The best windows for an operation: all-gathers that send what they have, and
 * messages that carry sums of operands.
 *   On a machine whose processors count, sends as soon as possible meet
 * receives, and what is put off makes others wait.  So windows of operands for
 * the latency k are also tried with sends max(u_2, e/k) apart, u_2 being the
 * least time between two messages that a processor receives and forwards:
 * slots, which mostly fit (model/machine/plan.c).
 *   Example: L = 1, o = 1/2, g = 7/10, 5 processors: sends at 0, 1 and 2 end at
 * 4.  As soon as possible they are at 0, 7/10 and 27/10, and end at 47/10.
 */
#include "model/symmetric/symmetric.h"

/* WIDTH: ways kept in a search for windows; LATENCIES: the most whole latencies
 * for which a census is planned, and ALL: the most bits of n, times that many,
 * for which it is planned for all of them. */
enum { WIDTH = 256, LATENCIES = 64, ALL = 1 << 14 };

/* The windows of operands for one latency. */
static enum status find_census(
	struct symmetric_search *search, const mpz_t latency)
{
	const struct problem *problem = search->problem;
	enum status status = symmetric_census(&search->base, problem->n,
		latency, problem->ports, problem->max_bits, search->err);

	if (status != STATUS_OK)
		return status;
	return symmetric_judge(search);
}

/* relay = the least time between two messages that a processor receives and
 * forwards, in the cost's ticks: max(g+b, o+copy), as send is max(g+b, o). */
static void set_relay(mpz_t relay, const struct symmetric_message *message)
{
	mpz_add(relay, message->overhead, message->copy);
	if (mpz_cmp(relay, message->send) < 0)
		mpz_set(relay, message->send);
}

/* The windows for one latency, with sends in slots. */
static enum status find_in_slots(
	struct symmetric_search *search, const mpz_t latency)
{
	struct symmetric_cost slots, *cost = search->cost;
	enum status status;
	const struct symmetric_message *message;
	mpz_t pace, part;

	symmetric_cost_init(&slots, cost->lambda, cost->blocks, cost->view);
	/* So that e/k is whole. */
	mpz_mul(slots.unit, slots.unit, latency);
	mpz_init(pace);
	mpz_init_set_ui(part, 1);
	message = symmetric_cost_of(&slots, part);
	mpz_divexact(part, message->end, latency);
	set_relay(pace, message);
	if (mpz_cmp(pace, part) < 0)
		mpz_swap(pace, part);
	search->cost = &slots;
	search->pace = pace;
	status = find_census(search, latency);
	search->cost = cost;
	search->pace = NULL;
	symmetric_cost_clear(&slots);
	mpz_clears(pace, part, NULL);
	return status;
}

/* The best windows of operands for all whole latencies up to `most` or, if
 * those are too many, for the last two of them. */
static enum status find_each(struct symmetric_search *search, mpz_t most,
	enum status (*find)(
		struct symmetric_search *search, const mpz_t latency))
{
	enum status status = STATUS_OK;
	mpz_t latency;

	if (mpz_sgn(most) <= 0)
		mpz_set_ui(most, 1);
	mpz_init(latency);
	mpz_set(latency, most);
	if (mpz_cmp_ui(most, LATENCIES) <= 0 &&
		mpz_sizeinbase(search->problem->n, 2) * mpz_get_ui(most) <= ALL)
		mpz_set_ui(latency, 1);
	else if (mpz_cmp_ui(most, 1) > 0)
		mpz_sub_ui(latency, latency, 1);
	for (; mpz_cmp(latency, most) <= 0 && status == STATUS_OK;
		mpz_add_ui(latency, latency, 1))
		status = find(search, latency);
	mpz_clear(latency);
	return status;
}

/* The best windows of operands, sent as soon as possible: for the latency, if
 * it is whole and there is no machine, and otherwise for the whole ones up to
 * the next. */
static enum status find_soon(struct symmetric_search *search)
{
	const struct symmetric_message *message;
	enum status status;
	mpz_t most;

	mpz_init_set_ui(most, 1);
	message = symmetric_cost_of(&search->ports, most);
	mpz_cdiv_q(most, message->end, message->send);
	status = search->cost->blocks || !problem_is_whole(search->problem)
			 ? find_each(search, most, find_census)
			 : find_census(search, most);
	mpz_clear(most);
	return status;
}

/* The best windows of operands in slots, for the whole latencies up to e/u_2,
 * rounded up. */
static enum status find_slots(struct symmetric_search *search)
{
	const struct symmetric_message *message;
	enum status status;
	mpz_t most, relay;

	mpz_init(relay);
	mpz_init_set_ui(most, 1);
	message = symmetric_cost_of(search->cost, most);
	set_relay(relay, message);
	mpz_cdiv_q(most, message->end, relay);
	status = find_each(search, most, find_in_slots);
	mpz_clears(most, relay, NULL);
	return status;
}

/* An all-reduce has the rounds of the windows twice. */
static enum status find_windows(struct symmetric_search *search,
	struct symmetric_cost *cost, size_t width)
{
	uint64_t max_bits = search->problem->max_bits;

	if (search->operation == OPERATION_ALLREDUCE)
		max_bits /= 2;
	if (symmetric_window(&search->base, search->problem->n, cost, width,
		    max_bits, search->err) != STATUS_OK)
		return search->err->code;
	return schedule_is_by_block(search->operation)
		       ? symmetric_judge(search)
		       : symmetric_judge_operands(search, 0);
}

/* For operations whose lists run backwards: windows that are fast backwards,
 * and those that are fast forwards. */
static enum status find_mirrored(struct symmetric_search *search, size_t width)
{
	struct symmetric_cost mirror;
	enum status status;

	symmetric_cost_init(&mirror, search->cost->lambda, search->cost->blocks,
		SYMMETRIC_MIRROR);
	status = find_windows(search, &mirror, width);
	symmetric_cost_clear(&mirror);
	return status == STATUS_OK ? find_windows(search, search->cost, 0)
				   : status;
}

/* Ways kept in a search for windows. */
static size_t width_of(const struct symmetric_search *search)
{
	return mpz_size(search->problem->n) <= 1 ? WIDTH : 0;
}

enum status symmetric_best_operands(struct symmetric_search *search)
{
	enum status status = find_soon(search);

	/* Whoever has all blocks has heard of all processors. */
	if (status == STATUS_OK && search->operation == OPERATION_BARRIER)
		status = find_windows(search, search->cost, width_of(search));
	if (status == STATUS_OK && search->cost->blocks)
		status = find_slots(search);
	return status;
}

enum status symmetric_best_window(struct symmetric_search *search)
{
	size_t width = width_of(search);
	enum status status = STATUS_OK;

	if (!schedule_is_by_block(search->operation))
		return symmetric_best_operands(search);
	if (search->operation != OPERATION_ALLGATHER)
		status = find_mirrored(search, width);
	return status == STATUS_OK ? find_windows(search, search->cost, width)
				   : status;
}
