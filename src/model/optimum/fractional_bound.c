/*
 * Four reasons for which a schedule in the making is hopeless, by what is left
 * to do.  T is the finish, last + latency.
 *
 * A receiver: receives begin a unit apart, so one that lacks x messages needs
 * x - 1 units after its next.
 *
 * The source: the messages that nobody was sent yet begin a unit apart, the
 * last of them f(n) before T.  If that leaves it less than a unit, it sends no
 * other message before them.
 *
 * A message: one that has it from t on, and is free, reaches at most F(T - t)
 * processors with it, itself among them, as no broadcast is faster than BCAST;
 * so all that have it, or are being sent it, must reach n.
 *
 * The sends: as in the counting bound (model/postal/counting.c), those that
 * begin within a unit have different senders, which have something to send, and
 * different receivers, which lack something and are free.  Who has nothing that
 * others lack is told as soon as BCAST would tell so many; messages that are
 * complete by then are not looked for.
 */
#include "model/optimum/fractional.h"

/* The later one. */
static int later(int x, int y)
{
	return x > y ? x : y;
}

static int receiver_is_late(const struct fractional_state *state)
{
	for (int p = 1; p < state->n; p++) {
		const struct fractional_processor *to = &state->processor[p];

		if (to->lacks > 0 &&
			later(state->tick, to->receives_from) +
					(to->lacks - 1) * state->unit >
				state->last)
			return 1;
	}
	return 0;
}

/* The first tick at which the source may send what others have; NEVER if it is
 * late. */
static int find_source_free(const struct fractional_state *state)
{
	int next = later(state->tick, state->processor[0].sends_from);
	int left = state->m - state->fresh;
	int slack = state->last + state->latency - state->broadcast - next -
		    (left - 1) * state->unit;

	if (left == 0)
		return next;
	if (slack < 0)
		return FRACTIONAL_NEVER;
	return slack < state->unit ? next + left * state->unit : next;
}

static int message_is_late(
	const struct fractional_state *state, int i, int source_free)
{
	int finish = state->last + state->latency, sum = 0;

	for (int p = 0; p < state->n; p++) {
		int from = fractional_since(state, p, i);

		if (from == FRACTIONAL_NEVER)
			continue;
		from = later(from,
			p == 0 ? source_free : state->processor[p].sends_from);
		from = later(from, state->tick);
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

/* Ticks from which processors are of use as senders. */
struct senders {
	int from[FRACTIONAL_PROCESSORS];
	int count;
};

/* Adds the others, as BCAST informs them, earliest first; ready: when the
 * senders can next send. */
static void inform_others(const struct fractional_state *state,
	struct senders *senders, struct senders *ready, int others)
{
	for (; others > 0; others--) {
		int first = 0, arrival;

		for (int i = 1; i < ready->count; i++)
			if (ready->from[i] < ready->from[first])
				first = i;
		arrival = ready->from[first] + state->latency;
		if (arrival > state->last)
			return;
		ready->from[first] += state->unit;
		ready->from[ready->count++] = arrival;
		senders->from[senders->count++] = arrival;
	}
}

static void find_senders(
	const struct fractional_state *state, struct senders *senders)
{
	struct senders ready;
	int others = 0;

	senders->count = 0;
	for (int p = 0; p < state->n; p++) {
		int from = find_useful(state, p);

		if (from < FRACTIONAL_NEVER)
			senders->from[senders->count++] =
				later(later(state->tick, from),
					state->processor[p].sends_from);
		else
			others += state->processor[p].lacks > 0;
	}
	ready = *senders;
	if (ready.count > 0)
		inform_others(state, senders, &ready, others);
}

/* The most sends that begin in the unit that ends with tick u. */
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

int fractional_is_hopeless(const struct fractional_state *state)
{
	int source_free;

	if (state->lacks == 0)
		return 0;
	if (state->tick > state->last || receiver_is_late(state))
		return 1;
	source_free = find_source_free(state);
	if (source_free == FRACTIONAL_NEVER)
		return 1;
	for (int i = state->oldest; i < state->fresh; i++)
		if (fractional_is_spreading(state, i) &&
			message_is_late(state, i, source_free))
			return 1;
	return sends_are_few(state);
}
