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
			fractional_state_send(state, &choice->send);
			return 1;
		}
	}
	return choice->option++ == options &&
	       !fractional_is_late(state, to, state->tick + 1);
}

int fractional_receiver(const struct fractional_state *state, int p)
{
	while (p < state->n && !is_receiver(state, p))
		p++;
	return p;
}
