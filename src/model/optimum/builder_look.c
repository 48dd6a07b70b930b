/*
 * What can be said of items before a tick is filled.
 *
 * Slack: how much later all that can send an item might begin to, so that it
 * still could reach everybody in time, as no broadcast is faster than BCAST.  A
 * fresh message must wait for those before it.
 *
 * Share: if from now on all that have an item send nothing else, its copies
 * wanting a latency from now divided by its holders then; at most 1.  That is
 * what it is worth, in sends, to have it then.
 *
 * Example: unit 2, latency 3, n = 8, 12 ticks left.  One processor has an item,
 * and can send it from now on.  It can wait 3 ticks, as F(9/2) = 9, but not 4,
 * as F(8/2) = 7: the slack is 6 quarters.  By 3 ticks from now 2 may have it,
 * and then 6 copies are wanting, for one or two holders: the share is 1.
 */
#include "model/optimum/builder.h"

/* The most units of slack that matter: more are no less urgent. */
enum { SLACK = 12, QUARTERS = 4 };

/* Lists when its holders can send message i; returns how many there are. */
static int list_holders(struct builder *builder, int i)
{
	const struct fractional_state *state = &builder->state;
	int count = 0;

	for (int p = 0; p < state->n; p++) {
		int from = fractional_can_send_from(state, p, i);

		if (from < FRACTIONAL_NEVER)
			builder->holder[count++] = from;
	}
	return count;
}

/* How many processors the holders can bring the item to by that tick, if they
 * begin to send it `delay' ticks late; themselves included. */
static int count_reached(
	const struct builder *builder, int holders, int delay, int tick)
{
	int sum = 0;

	for (int k = 0; k < holders; k++) {
		int time = tick - builder->holder[k] - delay;

		sum += time > 0 ? builder->state.reach[time] : 1;
	}
	return sum;
}

/* By bisection: 0 is possible, else the state would be hopeless. */
static int find_slack(struct builder *builder, int holders)
{
	const struct fractional_state *state = &builder->state;
	int finish = state->last + state->latency;
	int slack = 0, most = SLACK * state->unit;

	while (slack < most) {
		int middle = (slack + most + 1) / 2;

		if (count_reached(builder, holders, middle, finish) >= state->n)
			slack = middle;
		else
			most = middle - 1;
		builder->work += (uint64_t)holders;
	}
	return slack * QUARTERS / state->unit;
}

static int find_share(const struct builder *builder, int holders)
{
	const struct fractional_state *state = &builder->state;
	int then = state->tick + state->latency, count = 0;
	int wanting = state->n - count_reached(builder, holders, 0, then);

	for (int k = 0; k < holders; k++)
		count += builder->holder[k] <= then;
	if (wanting <= 0)
		return 0;
	return wanting >= count ? BUILDER_SHARE
				: wanting * BUILDER_SHARE / count;
}

/* The slack of fresh messages: that of the last one. */
static int fresh_slack(const struct fractional_state *state)
{
	int slack = state->last + state->latency - fractional_fresh_end(state);

	return slack * QUARTERS / state->unit;
}

static void list_item(struct builder *builder, int message)
{
	builder->item[builder->items++] =
		(struct builder_item){.message = message,
			.wanting = builder->state.n - 1 -
				   builder->state.copies[message],
			.share = BUILDER_SHARE};
}

/* Lists the spreading messages and, of the fresh ones, as many as the source
 * can send by the last window. */
static int list_items(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;
	int most = builder->flow.windows;

	builder->items = 0;
	for (int i = state->oldest; i < state->fresh; i++) {
		if (!fractional_is_spreading(state, i))
			continue;
		if (builder->items == BUILDER_ITEMS)
			return 0;
		list_item(builder, i);
	}
	builder->old = builder->items;
	for (int i = state->fresh; i < state->m && i < state->fresh + most &&
				   builder->items < BUILDER_ITEMS;
		i++)
		list_item(builder, i);
	return builder->old < BUILDER_ITEMS || state->fresh == state->m;
}

static void list_has(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;

	for (int p = 0; p < state->n; p++) {
		builder->has[p] = 0;
		for (int a = 0; a < builder->items; a++)
			if (fractional_since(
				    state, p, builder->item[a].message) <
				FRACTIONAL_NEVER)
				builder->has[p] |= (uint64_t)1 << a;
	}
}

int builder_list(struct builder *builder)
{
	if (!list_items(builder))
		return 0;
	list_has(builder);
	builder->work +=
		(uint64_t)builder->state.n * (uint64_t)builder->items / 2;
	return 1;
}

void builder_look(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;

	for (int a = 0; a < builder->items; a++) {
		struct builder_item *item = &builder->item[a];

		if (a < builder->old) {
			int holders = list_holders(builder, item->message);

			item->slack = find_slack(builder, holders);
			item->share = find_share(builder, holders);
		} else {
			item->slack = fresh_slack(state);
		}
	}
	builder->work += (uint64_t)state->n * (uint64_t)builder->items / 2;
}
