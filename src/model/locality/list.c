/*
 * A list of what is known of the running time.
 */
#include "model/locality/locality.h"

#include "base/mem.h"

struct locality_fact *locality_list_add(
	struct locality_list *list, const char *name, const char *source)
{
	struct locality_fact *fact;

	list->fact = mem_grow(
		list->fact, &list->capacity, list->count, sizeof *list->fact);
	fact = &list->fact[list->count++];
	*fact = (struct locality_fact){.name = name, .source = source};
	value_init(&fact->value);
	return fact;
}

void locality_list_clear(struct locality_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		value_clear(&list->fact[i].value);
	mem_free(list->fact);
	*list = (struct locality_list){0};
}
