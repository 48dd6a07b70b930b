/*
 * Most of a matching's time goes into looking sets up, so they are as narrow as
 * the items allow.
 */
#include "model/cyclic/sets.h"

#include "base/mem.h"

enum { NARROW = 8 };

void cyclic_sets_init(struct cyclic_sets *sets, uint32_t count, uint32_t items)
{
	*sets = (struct cyclic_sets){NULL, NULL};
	if (items <= NARROW)
		sets->narrow = mem_array(count, sizeof *sets->narrow);
	else
		sets->wide = mem_array(count, sizeof *sets->wide);
}

void cyclic_sets_clear(struct cyclic_sets *sets)
{
	mem_free(sets->narrow);
	mem_free(sets->wide);
	*sets = (struct cyclic_sets){NULL, NULL};
}
