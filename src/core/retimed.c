/*
 * Row by row: a send starts when its sender and its receiver are free and the
 * sender has the message.  All messages take the same latency, so two receives
 * are a unit apart if the starts of their sends are.
 */
#include "core/retimed.h"

#include "base/bits.h"
#include "base/mem.h"

void retimed_init(struct retimed *retimed, uint64_t n, uint64_t messages,
	uint64_t unit, uint64_t latency)
{
	*retimed = (struct retimed){messages, unit, latency,
		mem_array((size_t)n, sizeof *retimed->sends_from),
		mem_array((size_t)n, sizeof *retimed->gets_from),
		mem_array((size_t)(n * messages), sizeof *retimed->held_from)};
}

void retimed_clear(struct retimed *retimed)
{
	mem_free(retimed->sends_from);
	mem_free(retimed->gets_from);
	mem_free(retimed->held_from);
}

int retimed_send(struct retimed *retimed, struct transmission *row)
{
	uint64_t *held = retimed->held_from + row->message - 1;
	uint64_t *to = &held[row->to * retimed->messages];

	if (row->to == 0 || *to > 0)
		return 0;
	row->tick = most_u64(most_u64(retimed->sends_from[row->from],
				     retimed->gets_from[row->to]),
		held[row->from * retimed->messages]);
	retimed->sends_from[row->from] = retimed->gets_from[row->to] =
		row->tick + retimed->unit;
	*to = row->tick + retimed->latency;
	return 1;
}
