/* A list of bounds that grows as they are added. */
#include "core/bound.h"

#include "base/mem.h"

const char *const bound_holds[] = {"yes", "no", "unproved", NULL};

struct bound *bound_list_add(struct bound_list *list, const char *name,
	enum holds holds, const char *source)
{
	struct bound *bound;

	if (list->count == list->capacity) {
		list->capacity = list->capacity ? 2 * list->capacity : 8;
		list->bound = mem_resize(
			list->bound, list->capacity, sizeof *list->bound);
	}
	bound = &list->bound[list->count++];
	*bound = (struct bound){.name = name, .holds = holds, .source = source};
	mpq_init(bound->value);
	return bound;
}

void bound_list_clear(struct bound_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		mpq_clear(list->bound[i].value);
	mem_free(list->bound);
	*list = (struct bound_list){0};
}
