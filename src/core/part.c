/*
 * Calls to the producer behind a part; its events are allocated by the caller,
 * once, and filled again and again.
 */
#include "core/part.h"

#include <stddef.h>

#include "base/mem.h"

void part_event_init(struct part_event *event)
{
	event->is_send = 0;
	mpz_inits(event->peer, event->message, event->first, event->count,
		event->radix, event->digit, NULL);
	mpq_inits(event->start, event->length, NULL);
	mpq_set_ui(event->length, 1, 1);
	event->carried = NULL;
}

void part_event_clear(struct part_event *event)
{
	mpz_clears(event->peer, event->message, event->first, event->count,
		event->radix, event->digit, NULL);
	mpq_clears(event->start, event->length, NULL);
	mem_free(event->carried);
}

int part_next(struct part *part, struct part_event *event)
{
	return part->ops->next(part, event);
}

void part_close(struct part *part)
{
	if (part)
		part->ops->close(part);
}
