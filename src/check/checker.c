/*
 * What several checkers keep: the moments of each processor's last send and
 * receive, and the rows that are on their way; see checker.h.
 */
#include "check/checker.h"

#include <string.h>

#include "base/mem.h"

/* -- ports */

/* The moments are written at once, as new memory that is read before it is
 * written costs two page faults instead of one. */
void ports_init(struct ports *ports, uint64_t processors)
{
	size_t size = (size_t)processors * sizeof *ports->byte;

	*ports = (struct ports){.byte = mem_resize(NULL, size, 1)};
	memset(ports->byte, 0, size);
}

void ports_clear(struct ports *ports)
{
	mem_free(ports->byte);
	mem_free(ports->half);
	mem_free(ports->word);
	*ports = (struct ports){0};
}

/* Copies the moments to an array of wider ones if the new moment needs it. */
void ports_reach(struct ports *ports, uint64_t processors, uint32_t moment)
{
	struct ports wider = {0};

	if (ports->byte && moment > UINT8_MAX)
		wider.half = mem_array((size_t)processors, sizeof *wider.half);
	else if (ports->half && moment > UINT16_MAX)
		wider.word = mem_array((size_t)processors, sizeof *wider.word);
	else
		return;
	for (uint64_t p = 0; p < processors; p++)
		for (int end = 0; end < PORT_ENDS; end++)
			ports_set(&wider, p, (enum port_end)end,
				ports_get(ports, p, (enum port_end)end));
	ports_clear(ports);
	*ports = wider;
}

/* -- rows on their way */

void arrivals_clear(struct arrivals *arrivals)
{
	struct arriving arrival;

	while (arrivals_take(arrivals, &arrival, UINT64_MAX))
		mem_free(arrival.carried);
	merge_clear(&arrivals->queue);
	mem_free(arrivals->arrival);
	*arrivals = (struct arrivals){0};
}

void arrivals_rescale(struct arrivals *arrivals, uint64_t factor)
{
	for (size_t i = 0; i < arrivals->queue.count; i++) {
		struct merge_item *item = &arrivals->queue.item[i];

		item->tick *= factor;
		arrivals->arrival[item->message].row.tick *= factor;
	}
}

/* Unused places are a list: `unused` and `next` are 1 + a place, 0 its end. */
void arrivals_add(struct arrivals *arrivals, const struct transmission *row,
	uint64_t *carried, uint64_t tick)
{
	size_t place = arrivals->count;

	if (arrivals->unused > 0) {
		place = arrivals->unused - 1;
		arrivals->unused = arrivals->arrival[place].next;
	} else {
		arrivals->arrival =
			mem_grow(arrivals->arrival, &arrivals->capacity,
				arrivals->count++, sizeof *arrivals->arrival);
	}
	arrivals->arrival[place] = (struct arriving){*row, carried, 0};
	merge_push(&arrivals->queue, &(struct merge_item){.tick = tick,
					     .from = arrivals->stamps++,
					     .message = place});
}

int arrivals_take(
	struct arrivals *arrivals, struct arriving *taken, uint64_t tick)
{
	size_t place;

	if (arrivals->queue.count == 0 || arrivals->queue.item[0].tick > tick)
		return 0;
	place = (size_t)arrivals->queue.item[0].message;
	merge_pop(&arrivals->queue);
	*taken = arrivals->arrival[place];
	arrivals->arrival[place].next = arrivals->unused;
	arrivals->unused = place + 1;
	return 1;
}
