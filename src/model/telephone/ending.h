/* Odd n: the rounds after the source's last message. */
#ifndef FIBCAST_MODEL_TELEPHONE_ENDING_H
#define FIBCAST_MODEL_TELEPHONE_ENDING_H

#include <stdint.h>

#include "model/rounds/rounds.h"

/*
 * Records as many rounds as ages, in which the source is silent, so that all
 * others can talk.  Whoever knows the oldest message gives it to somebody who
 * does not, and gets a younger one or one that it misses.
 * variant: seed for the choice between equally good calls.
 */
void telephone_ending(struct rounds_record *record, struct knowledge *knowledge,
	unsigned ages, uint32_t variant);

#endif
