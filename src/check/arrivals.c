/* Rows on their way, by the times at which they arrive; see checker.h. */
#include "check/checker.h"

#include "base/mem.h"

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

/* Places not in use are a list that begins with number unused - 1. */
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
