/*
 * A schedule that is replayed, as replay.c and replay_latest.c see it.
 */
#ifndef FIBCAST_CHECK_REPLAY_ROWS_H
#define FIBCAST_CHECK_REPLAY_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* next: the sender's next row; meets: the first row whose message the receiver
 * gets after this send, in the schedule, and sends on; then: the next such row
 * of the same receiver.  SIZE_MAX: none. */
struct row {
	uint64_t tick, to, message;
	size_t next, meets, then;
	int is_terminal;
};

struct replay {
	uint64_t processors, messages, latency;
	struct row *row;
	size_t rows, capacity;
	size_t *first;	      /* of each processor: its first row */
	unsigned char *sends; /* [p·m + i - 1]: whether p sends message i */
};

/*
 * The memory, on any machine, of a row with its place among the messages under
 * way, whose array grows; and of a processor and each of its messages, in a run
 * or, before that, in the checker.
 */
enum { ROW_BYTES = 136, PROCESSOR_BYTES = 80, MESSAGE_BYTES = 13 };

/* The place of p and message i in arrays for each processor and message. */
static inline size_t replay_place(
	const struct replay *replay, uint64_t p, uint64_t i)
{
	return (size_t)(p * replay->messages + i - 1);
}

#endif
