/* A short list of bounds. */
#include "core/bound.h"

#include <assert.h>

const char *const bound_holds[] = {"yes", "no", "unproved", NULL};

struct bound *bound_list_add(struct bound_list *list, const char *name,
	enum holds holds, const char *source)
{
	struct bound *bound;

	assert(list->count < BOUND_LIST_MAX);
	bound = &list->bound[list->count++];
	*bound = (struct bound){.name = name, .holds = holds, .source = source};
	mpq_init(bound->value);
	return bound;
}

void bound_list_clear(struct bound_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		mpq_clear(list->bound[i].value);
	list->count = 0;
}
