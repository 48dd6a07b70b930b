/* Odd n, few processors and messages: a search for a whole schedule. */
#ifndef FIBCAST_MODEL_TELEPHONE_BEAM_SEARCH_H
#define FIBCAST_MODEL_TELEPHONE_BEAM_SEARCH_H

#include <stdint.h>

#include "core/search.h"
#include "model/rounds/record.h"

struct telephone_beam;

/*
 * Begins the search for a schedule of so many rounds; NULL if n, m are too
 * large to search.  n is odd, n >= 3; m, rounds >= 1.
 */
struct telephone_beam *telephone_beam_begin(
	uint32_t n, uint32_t m, uint32_t rounds);

/*
 * Goes one round on, and adds what that takes to *work; all of it takes up to a
 * second or so.  Once it is found, the schedule is recorded.
 */
enum search_state telephone_beam_step(struct telephone_beam *beam,
	struct rounds_record *record, uint64_t *work);

/* NULL is nothing to close. */
void telephone_beam_close(struct telephone_beam *beam);

#endif
