/*
 * A receiver's options: any message that it lacks, from any sender that can
 * send it now and could not before; and, last, nothing.
 *
 * Fresh messages are taken in the order of their numbers.  Options that differ
 * only in the names of processors and messages are all tried, as
 * fractional_failed.c finds the states that they lead to alike.
 *   Example: n = 3, nothing sent yet: receiver 1 may be given message 0 by the
 * source, or nothing.
 */
#include "model/optimum/fractional.h"

#include "base/mem.h"

/* Whether p lacks something and can receive in this tick. */
static int is_receiver(const struct fractional_state *state, int p)
{
	return state->processor[p].lacks > 0 &&
	       state->processor[p].receives_from <= state->tick;
}

/* Whether the send can begin now, and could not begin before. */
static int may_send(const struct fractional_state *state,
	const struct fractional_send *send)
{
	int sends_from = state->processor[send->from].sends_from;
	int since = fractional_since(state, send->from, send->message);

	if (send->from == send->to || sends_from > state->tick ||
		since > state->tick ||
		fractional_since(state, send->to, send->message) !=
			FRACTIONAL_NEVER)
		return 0;
	return sends_from == state->tick || since == state->tick ||
	       state->processor[send->to].receives_from == state->tick;
}

/* -- the choices */

/*
 * Option 0 is the next fresh message; then come the others, oldest first, each
 * from processors 1, 2, .. and the source.
 */
static void set_option(const struct fractional_state *state,
	struct fractional_choice *choice, int option)
{
	choice->send.from = option % state->n;
	choice->send.message =
		option == 0 ? state->fresh
			    : state->oldest + (option - 1) / state->n;
}

/* Whether the option is to be tried. */
static int is_useful(const struct fractional_state *state,
	const struct fractional_send *send)
{
	if (send->message == state->fresh)
		return state->fresh < state->m && may_send(state, send);
	return fractional_is_spreading(state, send->message) &&
	       may_send(state, send);
}

/* Whether p still has time for all that it lacks if it gets nothing now. */
static int may_wait(const struct fractional_state *state, int p)
{
	int rest = state->processor[p].lacks - 1;

	return state->tick + 1 + rest * state->unit <= state->last;
}

static void set_since(struct fractional_state *state, int p, int i, int since)
{
	state->since[(size_t)p * (size_t)state->m + (size_t)i] = since;
}

/* Carries out a send that may begin now. */
static void make_send(
	struct fractional_state *state, struct fractional_send *send)
{
	struct fractional_processor *from = &state->processor[send->from];
	struct fractional_processor *to = &state->processor[send->to];

	send->sends_from = from->sends_from;
	send->receives_from = to->receives_from;
	from->sends_from = state->tick + state->unit;
	to->receives_from = state->tick + state->unit;
	to->lacks--;
	state->lacks--;
	state->copies[send->message]++;
	set_since(state, send->to, send->message, state->tick + state->latency);
	state->fresh += send->message == state->fresh;
}

int fractional_choose(
	struct fractional_state *state, struct fractional_choice *choice)
{
	int options = 1 + (state->fresh - state->oldest) * state->n;
	int to = choice->send.to;

	for (; choice->option < options; choice->option++) {
		set_option(state, choice, choice->option);
		if (is_useful(state, &choice->send)) {
			choice->option++;
			choice->is_made = 1;
			make_send(state, &choice->send);
			return 1;
		}
	}
	return choice->option++ == options && may_wait(state, to);
}

int fractional_receiver(const struct fractional_state *state, int p)
{
	while (p < state->n && !is_receiver(state, p))
		p++;
	return p;
}

/* -- the state */

/* Sets reach[t] = min(n, F(t/b)), and broadcast, the first t with F(t/b) >= n.
 */
static void set_reach(struct fractional_state *state)
{
	int *reach = state->reach;

	for (int t = 0; t <= state->ticks; t++) {
		reach[t] = t < state->latency
				   ? 1
				   : reach[t - state->unit] +
					     reach[t - state->latency];
		if (reach[t] > state->n)
			reach[t] = state->n;
		state->broadcast += reach[t] < state->n;
	}
}

void fractional_state_init(struct fractional_state *state, int n, int m,
	int unit, int latency, int ticks)
{
	size_t cells = (size_t)n * (size_t)m;

	*state = (struct fractional_state){.n = n,
		.m = m,
		.unit = unit,
		.latency = latency,
		.lacks = (n - 1) * m,
		.ticks = ticks};
	state->processor = mem_array((size_t)n, sizeof *state->processor);
	state->since = mem_array(cells, sizeof *state->since);
	state->copies = mem_array((size_t)m, sizeof *state->copies);
	state->reach = mem_array((size_t)ticks + 1, sizeof *state->reach);
	for (int p = 0; p < n; p++)
		state->processor[p] =
			(struct fractional_processor){-1, -1, p == 0 ? 0 : m};
	for (size_t cell = (size_t)m; cell < cells; cell++)
		state->since[cell] = FRACTIONAL_NEVER;
	set_reach(state);
}

void fractional_state_clear(struct fractional_state *state)
{
	mem_free(state->processor);
	mem_free(state->since);
	mem_free(state->copies);
	mem_free(state->reach);
}

void fractional_state_undo(
	struct fractional_state *state, const struct fractional_send *send)
{
	struct fractional_processor *from = &state->processor[send->from];
	struct fractional_processor *to = &state->processor[send->to];

	from->sends_from = send->sends_from;
	to->receives_from = send->receives_from;
	to->lacks++;
	state->lacks++;
	set_since(state, send->to, send->message, FRACTIONAL_NEVER);
	if (--state->copies[send->message] == 0)
		state->fresh = send->message;
}
