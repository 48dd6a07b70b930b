/*
 * One step: receivers and senders are assigned to each other.
 *
 * Example: processor 0, the source, has items 1, 2 and 3, processor 1 has item
 * 1, and processor 2 has none.  Each cell is what a sender has and a receiver
 * lacks; the best item of it counts:
 * 	receiver	from 0		from 1
 * 	1		2 or 3
 * 	2		1, 2 or 3	1
 * A send weighs more than any property of its item, so 2 gets item 1 from 1,
 * which leaves the source for 1: two sends, not one.  The other weights decide
 * whether 1 gets item 2 or 3.
 *
 * The weights rank, in this order: processors that must receive in every step
 * from now on; how much a processor lacks; items that let a processor send L
 * steps later that otherwise could not; then what processors will have to send
 * at all, and how urgent items are.  A necessary condition cuts off dead ends
 * early: the flow of the next L steps.
 *
 * All weights are integers in units of 2^-20.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/bits.h"

enum { UNIT_BITS = 20, SHARE_BITS = 10, URGENCIES = 192 };

/* Weights of a send, of a receiver without a step to lose. */
#define SEND INT64_C(20000)
#define PRESSED INT64_C(100000)

/* 2^20 · 2^(-y/8), at least 1, by repeated product; y = slack · rate / 4. */
static int64_t urgency(int64_t slack, uint32_t rate)
{
	int64_t y = slack * rate / 4, value = (int64_t)1 << UNIT_BITS;

	if (y >= URGENCIES)
		return 1;
	for (; y > 0 && value > 1; y--)
		value = value * 235 / 256;
	return value > 1 ? value : 1;
}

/* Whether the greatest flow of the steps whose holdings are known, and the
 * capacity of later steps, suffice for what is still to be sent. */
static int has_capacity(const struct optimum_builder *build)
{
	const struct optimum_state *state = &build->state;
	const struct capacities *caps = &state->caps;
	uint64_t room = 0, want = (uint64_t)state->k * (state->P - 1);
	uint32_t d = 0;

	for (; d < build->look.steps && d < state->L; d++)
		room += build->flow.got[d];
	room += caps->sum[caps->last] - caps->sum[state->step + d - 1];
	return room >= want - state->sends;
}

/* Finds who needs an item for steps t+L, t+L+1, .., and which items do not
 * help. */
static void look_ahead(struct optimum_builder *build)
{
	const struct lookahead *look = &build->look;
	struct optimum_flow *flow = &build->flow;
	uint32_t P = look->P;

	memset(build->need, 0, (size_t)P * (OPTIMUM_AHEAD + 1));
	for (uint32_t x = 0; x <= build->weights.ahead; x++) {
		uint32_t d = build->state.L + x;

		if (d >= look->steps || !optimum_flow_reach(flow, d))
			continue;
		memcpy(build->need + (size_t)x * P,
			flow->cell_seen + (size_t)d * P, P);
		memcpy(build->useless + x * look->words, flow->seen,
			look->words * sizeof *flow->seen);
	}
}

/* The stock that processors have to send L steps later: the sum of their items'
 * shares, as far as it matters. */
static void count_stock(struct optimum_builder *build)
{
	const uint32_t full = (uint32_t)1 << SHARE_BITS;
	const struct lookahead *look = &build->look;

	for (uint32_t p = 0; p < look->P; p++) {
		const uint64_t *has = look->has + (size_t)p * look->words;

		build->stock[p] = 0;
		for (uint32_t a = 0; a < look->sent && build->stock[p] < full;
			a++)
			if (bits_has(has, a))
				build->stock[p] += look->item[a].share;
	}
}

/* What item a adds to a stock of that size. */
static int64_t stock_gain(
	const struct optimum_builder *build, uint32_t a, uint32_t stock)
{
	const uint32_t full = (uint32_t)1 << SHARE_BITS;
	uint32_t share = build->look.item[a].share;

	if (stock >= full || build->look.steps <= build->state.L)
		return 0;
	if (share > full - stock)
		share = full - stock;
	return (int64_t)(build->weights.stock * share)
	       << (UNIT_BITS - SHARE_BITS);
}

/* What item a contributes to the steps from t+L on if p gets it. */
static int64_t flow_gain(
	const struct optimum_builder *build, uint32_t a, uint32_t p)
{
	const struct lookahead *look = &build->look;
	const struct optimum_weights *weights = &build->weights;
	int64_t gain = 0;

	for (uint32_t x = 0; x <= weights->ahead; x++) {
		const uint64_t *useless = build->useless + x * look->words;
		int helps = !bits_has(useless, a);

		if (!build->need[(size_t)x * look->P + p])
			continue;
		if (x == 0)
			gain += helps ? weights->flow : 0;
		else if (helps)
			gain += weights->bonus;
		else
			gain -= weights->malus;
	}
	return gain * ((int64_t)1 << UNIT_BITS);
}

static int64_t receiver_weight(const struct optimum_builder *build, uint32_t p)
{
	const struct optimum_state *state = &build->state;
	int64_t lacks = state->lacks[p];
	int64_t weight = SEND + 1 + build->weights.miss * (lacks + 1);

	if (lacks == (int64_t)(state->last - state->step) + 1)
		weight += PRESSED;
	return weight * ((int64_t)1 << UNIT_BITS);
}

static void set_values(struct optimum_builder *build, uint32_t p)
{
	const struct lookahead *look = &build->look;
	const struct optimum_item *item = look->item;
	int64_t base = receiver_weight(build, p);

	for (uint32_t a = 0; a < look->items; a++)
		build->value[a] = base +
				  urgency(item[a].slack, build->weights.rate) +
				  stock_gain(build, a, build->stock[p]) +
				  flow_gain(build, a, p);
}

/* In the last L steps all holdings are known and the flow is a plan of who
 * sends what, though not to whom; OPTIMUM_NEVER: none. */
static uint32_t planned_item(
	const struct optimum_builder *build, uint32_t sender)
{
	const struct optimum_state *state = &build->state;

	if (state->last - state->step >= state->L)
		return OPTIMUM_NEVER;
	return build->flow.taken[sender];
}

/* The best item that sender can give to receiver, with some noise. */
static void choose_item(
	struct optimum_builder *build, uint32_t receiver, uint32_t sender)
{
	const struct lookahead *look = &build->look;
	const uint64_t *held = optimum_held(look, 0, sender);
	const uint64_t *has = look->has + (size_t)receiver * look->words;
	uint32_t shift = 32 - build->weights.noise, best = 0;
	size_t place = (size_t)(receiver - 1) * look->P + sender;
	uint32_t planned = planned_item(build, sender);
	int64_t plan = (int64_t)build->weights.plan << UNIT_BITS;
	int64_t weight = 0;

	for (size_t w = 0; w < look->words; w++)
		for (uint64_t bits = held[w] & ~has[w]; bits != 0;
			bits &= bits - 1) {
			uint32_t a = (uint32_t)(64 * w) + bits_lowest(bits);
			int64_t value = build->value[a];

			value += random_bits(&build->random) >> shift;
			if (a == planned)
				value += plan;
			if (value > weight) {
				weight = value;
				best = a;
			}
		}
	build->assign.weight[place] = weight;
	build->item[place] = look->item[best].item;
}

static void set_weights(struct optimum_builder *build)
{
	for (uint32_t p = 1; p < build->look.P; p++) {
		set_values(build, p);
		for (uint32_t sender = 0; sender < build->look.P; sender++)
			choose_item(build, p, sender);
	}
}

/* Whether p receives in the assignment. */
static int is_served(const struct optimum_builder *build, uint32_t p)
{
	size_t row = (size_t)(p - 1) * build->look.P;

	return build->assign.weight[row + build->assign.column[p - 1]] > 0;
}

static void send_all_fill(struct optimum_builder *build)
{
	for (uint32_t p = 1; p < build->look.P; p++) {
		struct optimum_send send = {
			.from = build->assign.column[p - 1], .to = p};

		if (!is_served(build, p))
			continue;
		send.item = build->item[(size_t)(p - 1) * build->look.P +
					send.from];
		optimum_state_send(&build->state, &send);
	}
}

int optimum_step(struct optimum_builder *build)
{
	const struct optimum_state *state = &build->state;
	uint32_t reach = state->last - state->step;
	uint32_t ahead = build->weights.ahead;

	if (state->L < reach && ahead < reach - state->L)
		reach = state->L + ahead;
	if (!lookahead_set(&build->look, state, reach + 1))
		return 0;
	optimum_flow_set(&build->flow, &build->look);
	if (!has_capacity(build))
		return 0;
	look_ahead(build);
	count_stock(build);
	set_weights(build);
	optimum_matching_solve(&build->assign);
	send_all_fill(build);
	return 1;
}
