/*
 * The list of an algorithm for an operation: the one of least time among those
 * that the algorithm's rule allows.
 *   The list of an all-gather backwards is one of a reduce-scatter, and both,
 * one after the other, are one of an all-reduce.  If n is a power of two, an
 * all-reduce may also send whole vectors, each message being the sum of all
 * that its sender has.
 *   On a machine whose processors count, sends as soon as possible meet
 * receives, and what is put off makes others wait.  So windows of operands for
 * the latency k are also tried with sends max(u_2, e/k) apart, u_2 being the
 * least time between two messages that a processor receives and forwards:
 * slots, which mostly fit (model/machine/plan.c).
 *   Example: L = 1, o = 1/2, g = 7/10, 5 processors: sends at 0, 1 and 2 end at
 * 4.  As soon as possible they are at 0, 7/10 and 27/10, and end at 47/10.
 */
#include "model/symmetric/symmetric.h"

#include <assert.h>
#include <string.h>

#include "number/number.h"

/* WIDTH: ways kept in a search for windows; DIGITS: the most processors for
 * which all radices of an all-to-all are compared; BITS: the longest n for
 * which balanced radices are compared by the times of their lists; LATENCIES:
 * the most whole latencies for which a census is planned, and ALL: the most
 * bits of n, times that many, for which it is planned for all of them. */
enum {
	WIDTH = 256,
	DIGITS = 1 << 16,
	BITS = 128,
	LATENCIES = 64,
	ALL = 1 << 14
};

/* What is asked, and the best list so far. */
struct search {
	const struct problem *problem;
	const struct algorithm_options *options;
	enum operation operation;
	struct symmetric_cost *cost, ports;
	mpz_srcptr pace; /* of the lists made, in the cost's ticks; or NULL */
	struct symmetric_list *best, base, made;
	struct symmetric_timing *timing;  /* of the best, if any */
	struct symmetric_cost *best_cost; /* whose ticks those are */
	struct err *err;
};

/* made = the operation's list for the base, which it may replace. */
static void make_list(struct search *search)
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
static void take_made(struct search *search, struct symmetric_timing *timing)
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
static enum status judge_made(struct search *search)
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

static enum status judge_base(struct search *search)
{
	make_list(search);
	return judge_made(search);
}

static void add_radices(
	struct search *search, const struct symmetric_radices *radices)
{
	if (search->operation == OPERATION_ALLTOALL)
		symmetric_alltoall(&search->base, search->problem->n, radices);
	else
		symmetric_gather_radices(
			&search->base, search->problem->n, radices);
}

/* Sets the base to the list of one radix, applied again and again. */
static void set_power(struct search *search, const mpz_t radix)
{
	struct symmetric_radices radices = {.count = SIZE_MAX};

	mpz_init_set(radices.least, radix);
	add_radices(search, &radices);
	mpz_clear(radices.least);
}

static void set_two(struct search *search)
{
	mpz_t two;

	mpz_init_set_ui(two, 2);
	set_power(search, two);
	mpz_clear(two);
}

static enum status find_two(struct search *search)
{
	set_two(search);
	return judge_base(search);
}

/* -- the best radices */

/* Fits the cost of c blocks to the costs of one and of two, as if every block
 * after the first cost the same. */
static void set_affine(
	struct symmetric_affine *affine, struct symmetric_cost *cost)
{
	const struct symmetric_message *message;
	mpz_t count;

	mpz_inits(affine->send, affine->end, affine->block, NULL);
	mpz_init_set_ui(count, 1);
	message = symmetric_cost_of(cost, count);
	mpz_mul_2exp(affine->send, message->send, 1);
	mpz_mul_2exp(affine->end, message->end, 1);
	mpz_neg(affine->block, message->end);
	mpz_set_ui(count, 2);
	message = symmetric_cost_of(cost, count);
	mpz_sub(affine->send, affine->send, message->send);
	mpz_sub(affine->end, affine->end, message->end);
	mpz_add(affine->block, affine->block, message->end);
	mpz_clear(count);
}

static void clear_affine(struct symmetric_affine *affine)
{
	mpz_clears(affine->send, affine->end, affine->block, NULL);
}

/* sum((r - 2) a + l). */
static void set_balanced_cost(mpz_t cost,
	const struct symmetric_radices *radices,
	const struct symmetric_affine *affine)
{
	mpz_sub_ui(cost, radices->least, 2);
	mpz_mul_ui(cost, cost, (unsigned long)radices->count);
	mpz_add_ui(cost, cost, (unsigned long)radices->more);
	mpz_mul(cost, cost, affine->send);
	mpz_addmul_ui(cost, affine->end, (unsigned long)radices->count);
}

/* For an n too long to time the lists of all lengths: the best length by the
 * formula. */
static enum status find_formula(struct search *search)
{
	size_t bits = (size_t)number_ceil_log2(search->problem->n), best = 1;
	struct symmetric_radices radices = {0};
	struct symmetric_affine affine;
	mpz_t cost, least;

	set_affine(&affine, &search->ports);
	mpz_inits(radices.least, cost, least, NULL);
	for (size_t count = 1; count <= bits; count++) {
		if (!symmetric_balance(&radices, search->problem->n, count))
			continue;
		set_balanced_cost(cost, &radices, &affine);
		if (count == 1 || mpz_cmp(cost, least) < 0) {
			mpz_set(least, cost);
			best = count;
		}
	}
	(void)symmetric_balance(&radices, search->problem->n, best);
	add_radices(search, &radices);
	mpz_clears(radices.least, cost, least, NULL);
	clear_affine(&affine);
	return judge_base(search);
}

/* Balanced radices of all lengths, the longest list first; lists that cannot be
 * timed are left out if there is any other. */
static enum status find_balanced(struct search *search)
{
	size_t bits = (size_t)number_ceil_log2(search->problem->n);
	struct symmetric_radices radices = {0};
	enum status status = STATUS_OK;

	mpz_init(radices.least);
	for (size_t count = bits; count > 0; count--) {
		if (!symmetric_balance(&radices, search->problem->n, count))
			continue;
		add_radices(search, &radices);
		status = judge_base(search);
	}
	mpz_clear(radices.least);
	return search->best->runs > 0 ? STATUS_OK : status;
}

/* The best of all radices for an all-to-all, as if only ports counted. */
static enum status find_digits(struct search *search)
{
	struct radix number[BITS];
	struct symmetric_radices radices = {.given = number};
	struct symmetric_affine affine;

	set_affine(&affine, &search->ports);
	radices.count = symmetric_alltoall_radices(
		number, mpz_get_ui(search->problem->n), &affine);
	add_radices(search, &radices);
	for (size_t i = 0; i < radices.count; i++)
		mpz_clear(number[i].value);
	clear_affine(&affine);
	return judge_base(search);
}

static enum status find_given(
	struct search *search, const struct radices *given)
{
	const struct symmetric_radices radices = {
		.count = given->count, .given = given->radix};

	add_radices(search, &radices);
	return judge_base(search);
}

static enum status find_radices(struct search *search)
{
	const struct problem *problem = search->problem;

	if (search->options->radices)
		return find_given(search, search->options->radices);
	if (mpz_sizeinbase(problem->n, 2) > BITS)
		return find_formula(search);
	if (search->operation == OPERATION_ALLTOALL &&
		mpz_cmp_ui(problem->n, DIGITS) <= 0 &&
		find_digits(search) != STATUS_OK)
		return search->err->code;
	return find_balanced(search);
}

/* -- windows */

/* The windows of operands for one latency. */
static enum status find_census(struct search *search, const mpz_t latency)
{
	const struct problem *problem = search->problem;
	enum status status = symmetric_census(&search->base, problem->n,
		latency, problem->ports, problem->max_bits, search->err);

	if (status != STATUS_OK)
		return status;
	return judge_base(search);
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
static enum status find_in_slots(struct search *search, const mpz_t latency)
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
static enum status find_each(struct search *search, mpz_t most,
	enum status (*find)(struct search *search, const mpz_t latency))
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
static enum status find_soon(struct search *search)
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
static enum status find_slots(struct search *search)
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

/* Times the base as a list of operands: each message is a sum for one block, or
 * for all blocks. */
static enum status judge_operands(struct search *search, int is_whole)
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

/* Radix 2, of operands for one block, or for all. */
static enum status find_doubling(struct search *search)
{
	int is_whole = search->operation == OPERATION_ALLREDUCE;

	assert(!is_whole || mpz_popcount(search->problem->n) == 1);
	set_two(search);
	return judge_operands(search, is_whole);
}

/* An all-reduce has the rounds of the windows twice. */
static enum status find_windows(
	struct search *search, struct symmetric_cost *cost, size_t width)
{
	uint64_t max_bits = search->problem->max_bits;

	if (search->operation == OPERATION_ALLREDUCE)
		max_bits /= 2;
	if (symmetric_window(&search->base, search->problem->n, cost, width,
		    max_bits, search->err) != STATUS_OK)
		return search->err->code;
	return schedule_is_by_block(search->operation)
		       ? judge_base(search)
		       : judge_operands(search, 0);
}

/* For operations whose lists run backwards: windows that are fast backwards,
 * and those that are fast forwards. */
static enum status find_mirrored(struct search *search, size_t width)
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
static size_t width_of(const struct search *search)
{
	return mpz_size(search->problem->n) <= 1 ? WIDTH : 0;
}

static enum status find_operands(struct search *search)
{
	enum status status = find_soon(search);

	/* Whoever has all blocks has heard of all processors. */
	if (status == STATUS_OK && search->operation == OPERATION_BARRIER)
		status = find_windows(search, search->cost, width_of(search));
	if (status == STATUS_OK && search->cost->blocks)
		status = find_slots(search);
	return status;
}

static enum status find_window(struct search *search)
{
	size_t width = width_of(search);
	enum status status = STATUS_OK;

	if (!schedule_is_by_block(search->operation))
		return find_operands(search);
	if (search->operation == OPERATION_ALLREDUCE &&
		mpz_popcount(search->problem->n) == 1)
		status = find_doubling(search);
	if (status == STATUS_OK && search->operation != OPERATION_ALLGATHER)
		status = find_mirrored(search, width);
	return status == STATUS_OK ? find_windows(search, search->cost, width)
				   : status;
}

/* -- by rule */

static enum status find_ring(struct search *search)
{
	symmetric_ring(&search->base, search->problem->n);
	return judge_base(search);
}

/* As direct, but each round waits for the one before. */
static enum status find_pairwise(struct search *search)
{
	set_power(search, search->problem->n);
	for (size_t i = 0; i < search->base.runs; i++)
		search->base.run[i].follows = 1;
	return judge_base(search);
}

static enum status find_circulant(struct search *search)
{
	symmetric_circulant(&search->base, search->problem->n);
	return judge_base(search);
}

static enum status find_direct(struct search *search)
{
	set_power(search, search->problem->n);
	return judge_base(search);
}

static enum status find_doubled(struct search *search)
{
	return search->operation == OPERATION_ALLGATHER ? find_two(search)
							: find_doubling(search);
}

static enum status find_list(struct search *search)
{
	static const struct {
		const char *name;
		enum status (*find)(struct search *search);
	} rules[] = {{"window", find_window}, {"census", find_operands},
		{"radix", find_radices}, {"circulant", find_circulant},
		{"ring", find_ring}, {"direct", find_direct},
		{"pairwise", find_pairwise}, {"dissemination", find_doubling},
		{"recursive-doubling", find_doubled}, {"bruck", find_two},
		{"rabenseifner", find_two}};
	size_t i = 0;

	while (strcmp(rules[i].name, search->options->name) != 0)
		i++;
	return rules[i].find(search);
}

enum status symmetric_find(struct symmetric_list *list,
	struct symmetric_timing *timing, struct symmetric_cost *cost,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct search search = {.problem = problem,
		.options = options,
		.operation = (enum operation)options->operation,
		.cost = cost,
		.best = list,
		.timing = timing,
		.best_cost = cost,
		.err = err};
	enum status status = STATUS_OK;

	if (problem_is_alone(problem))
		return STATUS_OK;
	symmetric_cost_init(
		&search.ports, cost->lambda, cost->blocks, SYMMETRIC_PORTS);
	symmetric_list_init(&search.base);
	symmetric_list_init(&search.made);
	status = find_list(&search);
	symmetric_list_clear(&search.base);
	symmetric_list_clear(&search.made);
	symmetric_cost_clear(&search.ports);
	return status;
}
