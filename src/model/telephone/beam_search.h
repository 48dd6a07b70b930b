/* Odd n, few processors and messages: a search for a whole schedule. */
#ifndef FIBCAST_MODEL_TELEPHONE_BEAM_SEARCH_H
#define FIBCAST_MODEL_TELEPHONE_BEAM_SEARCH_H

#include <stdint.h>

#include "core/search.h"
#include "model/rounds/rounds.h"

struct telephone_beam;

/*
 * Begins the search for a schedule of that many rounds; NULL if n or m is too
 * large to search.  n >= 3, odd; m, rounds >= 1.
 */
struct telephone_beam *telephone_beam_begin(
	uint32_t n, uint32_t m, uint32_t rounds);

/*
 * Goes one round on and adds the work to *work; the whole search takes up to a
 * second or so.  Once a schedule is found, it is recorded.
 */
enum search_state telephone_beam_step(struct telephone_beam *beam,
	struct rounds_record *record, uint64_t *work);

/* Closing NULL does nothing. */
void telephone_beam_close(struct telephone_beam *beam);

#endif
