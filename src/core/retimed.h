/*
 * The sends of a schedule made for another latency, or with some left out, each
 * as early as the order of sends and of receives at every processor allows.
 */
#ifndef FIBCAST_CORE_RETIMED_H
#define FIBCAST_CORE_RETIMED_H

#include <stdint.h>

#include "core/schedule.h"

/* From when on processors can send and be sent to, and have each message, in
 * ticks. */
struct retimed {
	uint64_t messages, unit, latency;
	uint64_t *sends_from, *gets_from;
	uint64_t
		*held_from; /* [processor * messages + message - 1]; 0: never */
};

/* Of n processors, with n messages words of memory. */
void retimed_init(struct retimed *retimed, uint64_t n, uint64_t messages,
	uint64_t unit, uint64_t latency);
void retimed_clear(struct retimed *retimed);

/*
 * Sends the next row: sets its tick, and returns 1; or 0 if its receiver has
 * been sent the message, so that it can be left out.  The rows come in the
 * order of a schedule, which sends nothing before it is there.
 */
int retimed_send(struct retimed *retimed, struct transmission *row);

#endif
