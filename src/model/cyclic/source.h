/* Which of a tail's items the source sends when. */
#ifndef FIBCAST_MODEL_CYCLIC_SOURCE_H
#define FIBCAST_MODEL_CYCLIC_SOURCE_H

#include <stdint.h>

#include "model/periodic/periodic.h"

/*
 * The items of the units 0 .. units-1, all of them first, for mem_free; NULL
 * and 0 units if it is not planned.  All sends should begin by tick last.
 * O(last + units · items).
 */
uint8_t *cyclic_source_plan(uint64_t *units,
	const struct periodic_groups *groups, uint32_t items, uint64_t last);

#endif
