/* A binary heap in an array: no item is less than its parent, that of item i is
 * item (i - 1)/2. */
#include "core/merge.h"

#include "base/mem.h"

static int is_item_before(
	const struct merge_item *a, const struct merge_item *b)
{
	if (a->tick != b->tick)
		return a->tick < b->tick;
	if (a->from != b->from)
		return a->from < b->from;
	return a->message < b->message;
}

void merge_clear(struct merge *merge)
{
	mem_free(merge->item);
	*merge = (struct merge){0};
}

void merge_push(struct merge *merge, const struct merge_item *item)
{
	struct merge_item added = *item;
	size_t at = merge->count++;

	if (at == merge->capacity)
		merge->item = mem_grow(
			merge->item, &merge->capacity, at, sizeof *merge->item);
	while (at > 0 && is_item_before(&added, &merge->item[(at - 1) / 2])) {
		merge->item[at] = merge->item[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	merge->item[at] = added;
}

void merge_sink(struct merge *merge)
{
	struct merge_item sunk = merge->item[0];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < merge->count) {
		if (child + 1 < merge->count &&
			is_item_before(
				&merge->item[child + 1], &merge->item[child]))
			child++;
		if (!is_item_before(&merge->item[child], &sunk))
			break;
		merge->item[at] = merge->item[child];
		at = child;
	}
	merge->item[at] = sunk;
}

void merge_pop(struct merge *merge)
{
	merge->item[0] = merge->item[--merge->count];
	if (merge->count > 0)
		merge_sink(merge);
}
