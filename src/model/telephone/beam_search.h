/* Odd n, few processors and messages: a search for a whole schedule. */
#ifndef FIBCAST_MODEL_TELEPHONE_BEAM_SEARCH_H
#define FIBCAST_MODEL_TELEPHONE_BEAM_SEARCH_H

#include <stdint.h>

#include "model/rounds/record.h"

/*
 * Records a schedule of so many rounds, and returns 1; 0, with nothing
 * recorded, if n, m are too large to search, or none is found.  n is odd.
 * Up to a second or so.
 */
int telephone_beam(
	struct rounds_record *record, uint32_t n, uint32_t m, uint32_t rounds);

#endif
