/*
 * Makes an operation's list from a base, and keeps the one of least time.
 *   The list of an all-gather backwards is one of a reduce-scatter, and both,
 * one after the other, are one of an all-reduce.  If n is a power of two, an
 * all-reduce may also send whole vectors, each message being the sum of all
 * that its sender has.
 */
#include "model/symmetric/symmetric.h"

/* made = the operation's list for the base, which it may replace. */
static void make_list(struct symmetric_search *search)
{
	struct symmetric_list base = search->base;

	symmetric_list_empty(&search->made);
	if (search->operation == OPERATION_REDUCE_SCATTER ||
		search->operation == OPERATION_ALLREDUCE) {
		symmetric_list_reverse(&search->made, &search->base);
	} else {
		search->base = search->made;
		search->made = base;
	}
	if (search->operation == OPERATION_ALLREDUCE)
		symmetric_list_append(&search->made, &search->base);
}

/* Takes the list made and its timing, and swaps the costs. */
static void take_made(
	struct symmetric_search *search, struct symmetric_timing *timing)
{
	struct symmetric_list list = *search->best;
	struct symmetric_timing best = *search->timing;
	struct symmetric_cost cost = *search->best_cost;

	*search->best = search->made;
	search->made = list;
	*search->timing = *timing;
	search->timing->most = search->timing->pace = NULL;
	*timing = best;
	*search->best_cost = *search->cost;
	*search->cost = cost;
}

/* Takes the list made if it is over before the best one; empties the base. */
static enum status judge_made(struct symmetric_search *search)
{
	struct symmetric_timing timing;
	enum status status;
	mpz_t most;

	symmetric_list_empty(&search->base);
	symmetric_timing_init(&timing);
	mpz_init(most);
	mpz_mul(most, search->timing->finish, search->cost->unit);
	mpz_cdiv_q(most, most, search->best_cost->unit);
	if (search->best->runs > 0)
		timing.most = most;
	timing.pace = search->pace;
	status = symmetric_timing_find(&timing, &search->made, search->cost,
		search->problem->max_bits, search->err);
	if (status == STATUS_OK &&
		(!timing.most || mpz_cmp(timing.finish, most) < 0))
		take_made(search, &timing);
	symmetric_timing_clear(&timing);
	mpz_clear(most);
	return status;
}

enum status symmetric_judge(struct symmetric_search *search)
{
	make_list(search);
	return judge_made(search);
}

enum status symmetric_judge_operands(
	struct symmetric_search *search, int is_whole)
{
	for (size_t i = 0; i < search->base.runs; i++) {
		struct symmetric_run *run = &search->base.run[i];

		mpz_set(run->operands, run->blocks);
		mpz_set_ui(run->blocks, 1);
		run->is_whole = is_whole;
		if (is_whole)
			mpz_set(run->blocks, search->problem->n);
	}
	symmetric_list_empty(&search->made);
	symmetric_list_append(&search->made, &search->base);
	return judge_made(search);
}
