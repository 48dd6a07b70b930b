/* Odd n: the rounds after the source's last message. */
#ifndef FIBCAST_MODEL_TELEPHONE_ENDING_H
#define FIBCAST_MODEL_TELEPHONE_ENDING_H

#include <stdint.h>

#include "model/rounds/knowledge.h"
#include "model/rounds/record.h"

/*
 * Records ages rounds in which the source is silent, so that all others can
 * talk.  Whoever knows the oldest message gives it to somebody who does not,
 * and gets a younger one or one that it misses.
 * variant: which of equally good calls are made.
 */
void telephone_ending(struct rounds_record *record, struct knowledge *knowledge,
	unsigned ages, uint32_t variant);

#endif
