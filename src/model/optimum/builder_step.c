/*
 * One tick: senders and receivers are assigned to each other, by what a sender
 * has and a receiver lacks; of several such items the best one counts.
 *
 * The weights rank, in this order: receivers that have no time to lose; how
 * much a receiver lacks; items that let it send in the last window of the flow
 * if it otherwise could not; then what it will have to send at all, its stock,
 * and how urgent an item is.  Stock is the sum of its items' shares, at most 1.
 *
 * Example: processor 0, the source, has items 1, 2 and 3, processor 1 has item
 * 1, and processor 2 has none:
 *	receiver	from 0		from 1
 *	1		2 or 3
 *	2		1, 2 or 3	1
 * A send weighs more than any property of its item, so 2 gets item 1 from 1,
 * which leaves the source for 1: two sends, not one.  The other weights decide
 * whether 1 gets item 2 or 3.
 */
#include "model/optimum/builder.h"

#include "base/bits.h"

/*
 * Weights, in units of 2^-UNIT_BITS: a send; one to a receiver without time to
 * lose; each message that the receiver lacks; an item that it needs; a fresh
 * message, from the source; a full stock.  Urgency is at most 1, and falls by
 * half with every 8/RATE units of slack.
 */
enum {
	UNIT_BITS = 20,
	SEND = 20000,
	PRESSED = 100000,
	LACKING = 1000,
	NEEDED = 3000,
	FRESH = 3000,
	STOCK = 100,
	RATE = 16
};

/* So many spreading items are many. */
enum { CROWD = BUILDER_ITEMS / 2 };

/* Whether p can send now.  It does not put off a receive if it may be sent
 * something else now that would come too soon then. */
static int is_sender(const struct fractional_state *state, int p)
{
	const struct fractional_costs *costs = &state->costs;
	int is_soon = costs->arrival < costs->overhead + costs->receive;

	if (state->processor[p].sends_from > state->tick ||
		fractional_idle_from(state, p, state->tick) > state->tick)
		return 0;
	return !state->taken || !is_soon || p == 0 ||
	       fractional_receiver(state, p) != p ||
	       fractional_late(state, p) < 0;
}

static void list_ends(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;

	builder->receivers = builder->senders = 0;
	for (int p = fractional_receiver(state, 1); p < state->n;
		p = fractional_receiver(state, p + 1))
		builder->receiver[builder->receivers++] = p;
	for (int p = 0; p < state->n; p++)
		if (is_sender(state, p))
			builder->sender[builder->senders++] = p;
}

/* -- weights */

static int count_stock(const struct builder *builder, int p)
{
	int stock = 0;

	for (uint64_t has = builder->has[p]; has != 0; has &= has - 1)
		stock += builder->item[bits_lowest(has)].share;
	return stock < BUILDER_SHARE ? stock : BUILDER_SHARE;
}

/* What item a adds to p's stock. */
static int64_t stock_gain(const struct builder *builder, int stock, int a)
{
	int share = builder->item[a].share, room = BUILDER_SHARE - stock;
	int is_last = builder->state.tick + builder->state.latency >
		      builder->state.last;

	return is_last ? 0 : (int64_t)STOCK * (share < room ? share : room);
}

static int64_t urgency(const struct builder *builder, int a)
{
	int at = builder->item[a].slack * RATE / 4;

	return builder
		->urgency[at < BUILDER_URGENCIES ? at : BUILDER_URGENCIES - 1];
}

static int64_t receiver_weight(const struct builder *builder, int p)
{
	const struct fractional_state *state = &builder->state;
	int lacks = state->processor[p].lacks;
	int64_t weight = SEND + (int64_t)LACKING * (lacks + 1);

	if (fractional_is_late(state, p, state->tick + 1))
		weight += PRESSED;
	return weight;
}

/* Sets the values of all items for p, without noise. */
static void set_values(struct builder *builder, int p, int64_t *value)
{
	int64_t base = receiver_weight(builder, p);
	int stock = count_stock(builder, p);

	for (int a = 0; a < builder->items; a++) {
		int helps =
			builder->needs[p] && (builder->useless >> a & 1) == 0;
		int64_t whole = base + (helps ? NEEDED : 0);

		value[a] = (whole << UNIT_BITS) + urgency(builder, a) +
			   stock_gain(builder, stock, a) *
				   ((1 << UNIT_BITS) / BUILDER_SHARE);
	}
}

/* The items that p can send now: of the fresh ones only the next. */
static uint64_t find_sendable(const struct builder *builder, int p)
{
	const struct fractional_state *state = &builder->state;
	uint64_t set = 0;

	for (uint64_t has = builder->has[p]; has != 0; has &= has - 1) {
		int a = (int)bits_lowest(has);

		if (a <= builder->old &&
			fractional_since(state, p, builder->item[a].message) <=
				state->tick)
			set |= (uint64_t)1 << a;
	}
	return set;
}

/* The best item of the set, with some noise: the weight and, in *best, which.
 * The source sends fresh messages first or, if many others are not with all,
 * last: where processors cannot send and receive at once, these are spread half
 * as fast as it sends them. */
static int64_t weigh(struct builder *builder, const int64_t *value,
	uint64_t set, int from, int *best)
{
	int is_crowded = builder->old >= CROWD;
	int64_t most = 0;

	for (; set != 0; set &= set - 1, builder->work++) {
		int a = (int)bits_lowest(set);
		int64_t weight = value[a] + (random_bits(&builder->random) >>
						    (32 - builder->noise));

		if (from == 0 && (a < builder->old) != is_crowded)
			weight -= (int64_t)FRESH << UNIT_BITS;
		if (weight > most) {
			most = weight;
			*best = a;
		}
	}
	return most;
}

/* The rows are senders, of which there often are fewer. */
static void set_table(struct builder *builder)
{
	struct assignment *assignment = &builder->assignment;
	int64_t value[BUILDER_ITEMS];

	assignment->rows = builder->senders;
	assignment->columns = builder->receivers;
	for (int c = 0; c < builder->receivers; c++) {
		int p = builder->receiver[c];

		set_values(builder, p, value);
		for (int row = 0; row < builder->senders; row++) {
			int at = row * assignment->columns + c;

			assignment->weight[at] = weigh(builder, value,
				builder->sendable[row] & ~builder->has[p],
				builder->sender[row], &builder->choice[at]);
		}
	}
}

/* Whether, in one of `waits' draws, a receiver waits that has the time: it is
 * moved behind the others.  It then receives a part of a unit later from now
 * on. */
static int let_wait(struct builder *builder, uint32_t waits)
{
	struct random *random = &builder->random;
	int *receiver = builder->receiver, last = builder->receivers - 1;
	int at, p;

	if (waits == 0 || random_below(random, waits) > 0)
		return 0;
	at = (int)random_below(random, (uint32_t)builder->receivers);
	p = receiver[at];
	if (fractional_is_late(&builder->state, p, builder->state.tick + 1))
		return 0;
	receiver[at] = receiver[last];
	receiver[last] = p;
	return 1;
}

/* -- the tick */

int builder_is_late(const struct builder *builder)
{
	const struct fractional_state *state = &builder->state;

	for (int p = 1; p < state->n; p++)
		if (fractional_is_late(state, p, state->tick))
			return 1;
	return 0;
}

int builder_prepare(struct builder *builder)
{
	builder->work += (uint64_t)builder->state.n * 8;
	list_ends(builder);
	if (builder->receivers == 0 || builder->senders == 0)
		return 1;
	if (!builder_list(builder))
		return 0;
	builder_look(builder);
	builder_flow_set(builder);
	for (int c = 0; c < builder->senders; c++)
		builder->sendable[c] =
			find_sendable(builder, builder->sender[c]);
	return 1;
}

void builder_draw(
	struct builder *builder, struct builder_draw *draw, uint32_t waits)
{
	const struct assignment *assignment = &builder->assignment;
	int waiting;

	draw->sends = 0;
	if (builder->receivers == 0 || builder->senders == 0)
		return;
	waiting = let_wait(builder, waits);
	builder->receivers -= waiting;
	set_table(builder);
	assignment_solve(&builder->assignment);
	for (int c = 0; c < builder->receivers; c++) {
		int row = assignment->row[c], item;

		if (row < 0)
			continue;
		item = builder->choice[row * assignment->columns + c];
		draw->send[draw->sends++] = (struct builder_send){
			.send = {.from = builder->sender[row],
				.to = builder->receiver[c],
				.message = builder->item[item].message},
			.tick = builder->state.tick};
	}
	builder->work +=
		assignment->work +
		(uint64_t)assignment->rows * (uint64_t)assignment->columns;
	builder->receivers += waiting;
}

/* -- to and fro */

void builder_send(struct builder *builder, const struct builder_send *send)
{
	builder->state.tick = send->tick;
	builder->send[builder->sends] = *send;
	fractional_state_send(
		&builder->state, &builder->send[builder->sends++].send);
}

void builder_carry_out(struct builder *builder, const struct builder_draw *draw)
{
	for (int i = 0; i < draw->sends; i++)
		builder_send(builder, &draw->send[i]);
}

void builder_take_back(struct builder *builder, size_t sends)
{
	while (builder->sends > sends)
		fractional_state_undo(
			&builder->state, &builder->send[--builder->sends].send);
}

void builder_go_to_tick(struct builder *builder, int tick)
{
	builder->state.tick = tick;
	builder->state.oldest = 0;
	fractional_state_pass(&builder->state);
}

static void pass_by(int *next, int tick, int now)
{
	if (tick > now && tick < *next)
		*next = tick;
}

/* The ends of p's receives, when it is free and when it has the message. */
static void pass_receives(
	const struct fractional_state *state, int p, int *next)
{
	const struct fractional_costs *costs = &state->costs;
	const int *taken = state->taken + fractional_cell(state, p, 0);
	int end = costs->latency - costs->arrival;

	for (int k = fractional_receives(state, p);
		k > 0 && taken[k - 1] + end > state->tick; k--) {
		pass_by(next, taken[k - 1] + costs->copy, state->tick);
		pass_by(next, taken[k - 1] + end, state->tick);
	}
}

void builder_pass_tick(struct builder *builder)
{
	struct fractional_state *state = &builder->state;
	int next = state->last + 1;

	for (int p = 0; p < state->n; p++) {
		pass_by(&next, state->processor[p].sends_from, state->tick);
		pass_by(&next, state->processor[p].receives_from, state->tick);
	}
	for (size_t i = builder->sends;
		i-- > 0 &&
		builder->send[i].tick + state->latency > state->tick;)
		pass_by(&next, builder->send[i].tick + state->latency,
			state->tick);
	for (int p = 1; p < state->n && state->taken; p++)
		pass_receives(state, p, &next);
	state->tick = next;
	fractional_state_pass(state);
}
