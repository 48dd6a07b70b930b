/*
 * A schedule held as a whole, for the formats that need its final unit, its
 * finish, or its events processor by processor.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_LOADED_H
#define FIBCAST_FORMAT_SCHEDULE_LOADED_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "core/schedule.h"

/* A transmission: the start of its send, the end of its receive, in ticks. */
struct whole_row {
	uint64_t sent, received;
	uint64_t from, to, message;
};

/* One end of a transmission. */
struct whole_event {
	const struct whole_row *row;
	/* When this processor received the same message first, if it has by
	 * then; the receive itself is not its own. */
	const struct whole_row *held;
	int is_send;
};

struct whole {
	struct schedule_header header; /* in the final unit */
	struct whole_row *row;	       /* in the order of the schedule */
	size_t count, room;
	uint64_t finish; /* the end of the last receive */
	/* Those of processor p, in time order, are event[first[p]] up to
	 * event[first[p + 1]]; NULL before whole_split. */
	size_t *first;
	struct whole_event *event;
	uint64_t max_bytes;
};

/*
 * Pulls the schedule to its end.  A receive ends `latency` after the start of
 * its send, a unit where the model has no latency; in logp it also waits for
 * the receives of messages sent earlier.
 * max_bits: of memory, with what whole_split takes; 0: any.
 * Errors: those of pulling; STATUS_USAGE for the model locality, whose accesses
 * take other times; STATUS_LIMIT past max_bits.
 */
enum status whole_read(struct whole *whole, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Sorts the events by processor; a receive comes before the sends that start
 * when it ends.  O(k log k) for the k events of a processor. */
enum status whole_split(struct whole *whole, struct err *err) WARN_UNUSED;

/* Errors: STATUS_INPUT, naming the send, if a processor but 0 sends what it has
 * not received.  After whole_split. */
enum status whole_check_senders(
	const struct whole *whole, struct err *err) WARN_UNUSED;

/* Reads, splits and checks a schedule that is to be carried out, processor by
 * processor.  Errors: those of all three. */
enum status whole_read_ranks(struct whole *whole, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

void whole_clear(struct whole *whole);

/* What the schedule is and when it finishes, in one line of plain ASCII. */
enum { WHOLE_CAPTION_MAX = 320 };
void whole_caption(char caption[WHOLE_CAPTION_MAX], const struct whole *whole);

#endif
