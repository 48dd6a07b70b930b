/*
 * Rounds that are kept, for schedules that must be known before they can be
 * given out: 8 bytes a processor and round.
 */
#ifndef FIBCAST_MODEL_ROUNDS_RECORD_H
#define FIBCAST_MODEL_ROUNDS_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "model/rounds/rounds.h"

/* value is the message itself, 0 for none. */
struct rounds_record {
	uint32_t n;
	size_t count, capacity;
	struct rounds_send *send; /* round after round */
};

/* Appends a round in which nobody sends; its sends, until the next call. */
struct rounds_send *rounds_record_add(struct rounds_record *record);

/* The sends of the round, counted from 0. */
const struct rounds_send *rounds_record_get(
	const struct rounds_record *record, size_t round);

void rounds_record_clear(struct rounds_record *record);

#endif
