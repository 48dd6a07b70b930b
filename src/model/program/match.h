/* Senders and receivers that an integer program only counts, matched. */
#ifndef FIBCAST_MODEL_PROGRAM_MATCH_H
#define FIBCAST_MODEL_PROGRAM_MATCH_H

#include <stdint.h>

#include "core/ilp.h"
#include "core/schedule_stored.h"

/*
 * Adds row, with from and to set, for each r(item,p,receive) that is 1, from
 * the processors with s(item,p,send) in the order of their numbers; of these
 * there are enough.  Nobody is matched with itself where nobody receives an
 * item twice.
 */
void program_match(struct transmissions *list,
	const struct ilp_assignment *assignment, uint64_t processors,
	const struct ilp_variable *send, const struct ilp_variable *receive,
	struct transmission row);

/* The schedule of these rows, in the LogP model. */
struct schedule *program_matched(struct transmissions *list,
	uint64_t processors, uint64_t items, uint64_t latency);

#endif
