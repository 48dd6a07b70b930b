/*
 * One tick: receivers and senders are assigned to each other, by what a sender
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

/* The receivers and senders of a tick. */
struct tick {
	int receivers, senders;
};

static int is_hopeless(const struct builder *builder)
{
	const struct fractional_state *state = &builder->state;

	for (int p = 1; p < state->n; p++)
		if (fractional_is_late(state, p, state->tick))
			return 1;
	return fractional_is_hopeless(state);
}

static void list_ends(struct builder *builder, struct tick *tick)
{
	const struct fractional_state *state = &builder->state;

	*tick = (struct tick){0, 0};
	for (int p = fractional_receiver(state, 1); p < state->n;
		p = fractional_receiver(state, p + 1))
		builder->receiver[tick->receivers++] = p;
	for (int p = 0; p < state->n; p++)
		if (state->processor[p].sends_from <= state->tick)
			builder->sender[tick->senders++] = p;
}

/* Now and then lets a receiver wait that has time for it: it then receives a
 * part of a unit later from now on, as its sender may. */
static void let_wait(struct builder *builder, struct tick *tick)
{
	struct random *random = &builder->random;
	uint32_t at;

	if (builder->waits == 0 || random_below(random, builder->waits) > 0)
		return;
	at = random_below(random, (uint32_t)tick->receivers);
	if (!fractional_is_late(&builder->state, builder->receiver[at],
		    builder->state.tick + 1))
		builder->receiver[at] = builder->receiver[--tick->receivers];
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
 * The source sends fresh messages first. */
static int64_t weigh(struct builder *builder, const int64_t *value,
	uint64_t set, int from, int *best)
{
	int64_t most = 0;

	for (; set != 0; set &= set - 1) {
		int a = (int)bits_lowest(set);
		int64_t weight = value[a] + (random_bits(&builder->random) >>
						    (32 - builder->noise));

		if (from == 0 && a < builder->old)
			weight -= (int64_t)FRESH << UNIT_BITS;
		if (weight > most) {
			most = weight;
			*best = a;
		}
	}
	return most;
}

static void set_table(struct builder *builder, const struct tick *tick)
{
	struct assignment *assignment = &builder->assignment;
	int64_t value[BUILDER_ITEMS];

	assignment->rows = tick->receivers;
	assignment->columns = tick->receivers < tick->senders ? tick->senders
							      : tick->receivers;
	for (int row = 0; row < tick->receivers; row++) {
		int p = builder->receiver[row];

		set_values(builder, p, value);
		for (int c = 0; c < assignment->columns; c++) {
			int at = row * assignment->columns + c;
			uint64_t set = c < tick->senders
					       ? builder->sendable[c] &
							 ~builder->has[p]
					       : 0;

			assignment->weight[at] = weigh(builder, value, set,
				c < tick->senders ? builder->sender[c] : 0,
				&builder->choice[at]);
		}
	}
}

/* -- the tick */

static void send_assigned(struct builder *builder, const struct tick *tick)
{
	const struct assignment *assignment = &builder->assignment;

	for (int row = 0; row < tick->receivers; row++) {
		int c = assignment->column[row];
		int at = row * assignment->columns + c;
		struct builder_send *send = &builder->send[builder->sends];

		if (assignment->weight[at] == 0)
			continue;
		*send = (struct builder_send){
			.send = {.from = builder->sender[c],
				.to = builder->receiver[row],
				.message = builder->item[builder->choice[at]]
						   .message},
			.tick = builder->state.tick};
		fractional_state_send(&builder->state, &send->send);
		builder->sends++;
	}
}

int builder_fill(struct builder *builder)
{
	struct tick tick;
	uint64_t rows, columns;

	builder->work += (uint64_t)builder->state.n * 8;
	if (is_hopeless(builder))
		return 0;
	list_ends(builder, &tick);
	if (tick.receivers > 0)
		let_wait(builder, &tick);
	if (tick.receivers == 0 || tick.senders == 0)
		return 1;
	if (!builder_look(builder))
		return 0;
	builder_flow_set(builder);
	for (int c = 0; c < tick.senders; c++)
		builder->sendable[c] =
			find_sendable(builder, builder->sender[c]);
	set_table(builder, &tick);
	assignment_solve(&builder->assignment);
	send_assigned(builder, &tick);
	rows = (uint64_t)tick.receivers;
	columns = (uint64_t)builder->assignment.columns;
	builder->work += rows * columns * (rows + (uint64_t)builder->items);
	return 1;
}
