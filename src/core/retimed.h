/*
 * New times for the sends of a schedule that was made for another latency, or
 * of which some are left out: each as early as the order of sends and of
 * receives at every processor allows.
 */
#ifndef FIBCAST_CORE_RETIMED_H
#define FIBCAST_CORE_RETIMED_H

#include <stdint.h>

#include "core/schedule.h"

/* The ticks from which on each processor can start a send, be sent a message,
 * and have each message. */
struct retimed {
	uint64_t messages, unit, latency;
	uint64_t *sends_from, *gets_from;
	/* [processor * messages + message - 1]; 0: never, of processor 0
	 * always */
	uint64_t *held_from;
};

/* n: processors.  Memory: n (messages + 2) words. */
void retimed_init(struct retimed *retimed, uint64_t n, uint64_t messages,
	uint64_t unit, uint64_t latency);
void retimed_clear(struct retimed *retimed);

/*
 * Sends the next row: sets its tick and returns 1, or returns 0 if its receiver
 * has been sent the message before, so that the row can be left out.  Rows come
 * in the order of a valid schedule, so that a sender has what it sends.
 */
int retimed_send(struct retimed *retimed, struct transmission *row);

#endif
