/*
 * Four bounds, any of which may show that a state is hopeless.  T is the
 * finish, last + latency.
 *
 * The source: it sends the fresh messages at least a unit apart, the last of
 * them f(n) before T or earlier.
 *
 * A message: a processor that has it and is free from t on can bring it to at
 * most F(T - t) processors, itself among them, as no broadcast is faster than
 * BCAST.  For all that have it or are being sent it, this must add up to n.
 *
 * The sends: as in the counting bound (model/postal/counting.c), the sends that
 * begin within a unit have different senders, which have something to send, and
 * different receivers, which lack something and are free.  A processor that has
 * nothing of use but lacks something is counted as a sender from now on: it may
 * be sent something at once.
 *   Example: with four sends lacking, two senders, and two ticks to last at
 * unit 1, both ticks must have two receivers that are free.
 *
 * The processors, on a machine where sends and receives take their time: what
 * is left of it until T, once all that a processor lacks is received, must
 * suffice for its part of the sends.
 *
 * That each receiver has time for what it lacks, a unit apart, is checked where
 * it is given nothing (fractional_choice.c).
 */
#include "model/optimum/fractional.h"

/* The later one. */
static int later(int x, int y)
{
	return x > y ? x : y;
}

/* Whether the source cannot send the fresh messages in time. */
static int source_is_late(const struct fractional_state *state)
{
	return state->fresh < state->m &&
	       fractional_fresh_end(state) > state->last + state->latency;
}

/* Whether a message cannot reach everybody in time. */
static int message_is_late(const struct fractional_state *state, int i)
{
	int finish = state->last + state->latency, sum = 0;

	for (int p = 0; p < state->n; p++) {
		int from = fractional_can_send_from(state, p, i);

		if (from == FRACTIONAL_NEVER)
			continue;
		sum += from < finish ? state->reach[finish - from] : 1;
	}
	return sum < state->n;
}

/* The tick from which p has something that others lack. */
static int find_useful(const struct fractional_state *state, int p)
{
	int from = FRACTIONAL_NEVER;

	if (p == 0 && state->fresh < state->m)
		return 0;
	for (int i = state->oldest; i < state->fresh; i++)
		if (fractional_is_spreading(state, i) &&
			fractional_since(state, p, i) < from)
			from = fractional_since(state, p, i);
	return from;
}

/* The ticks from which the processors that are of use as senders are so. */
struct senders {
	int from[FRACTIONAL_PROCESSORS];
	int count;
};

static void find_senders(
	const struct fractional_state *state, struct senders *senders)
{
	senders->count = 0;
	for (int p = 0; p < state->n; p++) {
		int from = find_useful(state, p);

		if (from < FRACTIONAL_NEVER)
			senders->from[senders->count++] =
				later(later(state->tick, from),
					state->processor[p].sends_from);
		else if (state->processor[p].lacks > 0)
			senders->from[senders->count++] = state->tick;
	}
}

/* The most sends that can begin in the unit that ends with tick u. */
static int count_sends_until(const struct fractional_state *state,
	const struct senders *senders, int u)
{
	int from = 0, to = 0;

	for (int i = 0; i < senders->count; i++)
		from += senders->from[i] <= u;
	for (int p = 1; p < state->n; p++)
		to += state->processor[p].lacks > 0 &&
		      state->processor[p].receives_from <= u;
	return from < to ? from : to;
}

/* Whether fewer sends can begin by last than are lacking. */
static int sends_are_few(const struct fractional_state *state)
{
	struct senders senders;
	int sends = 0;

	find_senders(state, &senders);
	for (int u = state->last; u >= state->tick; u -= state->unit) {
		sends += count_sends_until(state, &senders, u);
		if (sends >= state->lacks)
			return 0;
	}
	return 1;
}

/* When p can begin a send of use, at the earliest; one that has nothing may be
 * sent something at once. */
static int find_first(const struct fractional_state *state, int p)
{
	const struct fractional_processor *processor = &state->processor[p];
	int from = find_useful(state, p);

	if (from == FRACTIONAL_NEVER && processor->lacks > 0)
		from = state->tick + state->latency;
	return later(later(state->tick, from), processor->sends_from);
}

/* How long receives that have not been sent may take a processor before that
 * tick. */
static int taken_before(const struct fractional_state *state, int tick)
{
	const struct fractional_costs *costs = &state->costs;
	int time = tick - state->tick - costs->arrival;

	return time <= 0 ? 0 : costs->copy * ((time - 1) / costs->receive + 1);
}

/* The most sends of p, whose processor has to do its receives, too. */
static int most_sends(const struct fractional_state *state, int p)
{
	const struct fractional_costs *costs = &state->costs;
	int from = find_first(state, p), most, time;

	if (from > state->last)
		return 0;
	most = (state->last - from) / state->unit + 1;
	time = state->last + state->latency - from -
	       fractional_taken_after(state, p, from) -
	       state->processor[p].lacks * costs->copy +
	       taken_before(state, from);
	if (time < 0)
		return 0;
	if (costs->overhead == 0 || time / costs->overhead >= most)
		return most;
	return time / costs->overhead;
}

/* Whether processors have too little time for all sends and receives. */
static int time_is_short(const struct fractional_state *state)
{
	int sends = 0;

	if (!state->taken)
		return 0;
	for (int p = 0; p < state->n && sends < state->lacks; p++)
		sends += most_sends(state, p);
	return sends < state->lacks;
}

int fractional_is_hopeless(const struct fractional_state *state)
{
	if (state->lacks == 0)
		return 0;
	if (state->tick > state->last || source_is_late(state))
		return 1;
	for (int i = state->oldest; i < state->fresh; i++)
		if (fractional_is_spreading(state, i) &&
			message_is_late(state, i))
			return 1;
	return sends_are_few(state) || time_is_short(state);
}
