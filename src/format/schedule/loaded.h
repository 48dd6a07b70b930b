/*
 * A schedule held in memory, for the formats that need its final unit, its
 * finish, or its events processor by processor.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_LOADED_H
#define FIBCAST_FORMAT_SCHEDULE_LOADED_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/* A transmission: the start of its send, the end of its receive, in ticks. */
struct event_row {
	uint64_t sent, received;
	uint64_t taken; /* as in struct transmission */
	uint64_t from, to, message;
	uint64_t first, size; /* as in struct transmission */
	enum access access;
};

/* One end of a transmission. */
struct event {
	const struct event_row *row;
	/* The first receive of the same message by this processor, if it is
	 * earlier. */
	const struct event_row *held;
	int is_send;
};

struct event_list {
	struct schedule_header header; /* in the final unit */
	struct event_row *row;	       /* in the order of the schedule */
	size_t count, capacity;
	uint64_t finish; /* the end of the last receive */
	/* Those of processor p, in time order, are event[first[p]] up to
	 * event[first[p + 1]]; NULL before events_by_rank. */
	size_t *first;
	struct event *event;
	uint64_t max_bytes;
};

/* The rows of a schedule of any model; when they end is not known yet.
 * Errors: those of pulling; STATUS_LIMIT past max_bits, as of events_read. */
enum status events_pull(struct event_list *whole, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * Pulls the schedule to its end; rows that state only a receive are left out,
 * as every message sent arrives.  A receive ends `latency` after the start of
 * its send, a unit where the model has no latency; in logp it also waits for
 * the receives of messages sent earlier.
 * max_bits: of memory, with what events_by_rank takes; 0: any.
 * Errors: those of pulling; STATUS_USAGE for the model locality, whose accesses
 * take other times; STATUS_LIMIT past max_bits, or if a receive ends at 2^63 or
 * later.
 */
enum status events_read(struct event_list *whole, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Sorts the events by processor; a receive comes before the sends that start
 * when it ends.  O(k log k) for the k events of a processor. */
enum status events_by_rank(
	struct event_list *whole, struct err *err) WARN_UNUSED;

/* Errors: STATUS_INPUT, naming the send, if a processor but 0 sends what it has
 * not received.  After events_by_rank. */
enum status events_check_senders(
	const struct event_list *whole, struct err *err) WARN_UNUSED;

/* Writes a schedule that is to be carried out, processor by processor: reads
 * it, splits it and checks it first.  Errors: those of all three. */
enum status events_write_by_rank(struct schedule *schedule, FILE *out,
	uint64_t max_bits,
	void (*write)(const struct event_list *whole, FILE *out),
	struct err *err) WARN_UNUSED;

void events_clear(struct event_list *whole);

/* Whether what is sent differs from row to row, so that it is to be named. */
int events_have_labels(const struct event_list *whole);

/* The number of the row's message, or its blocks or operands as FIRST+COUNT,
 * and a NUL; its length. */
size_t event_label(char out[SCHEDULE_TIME_MAX], const struct event_list *whole,
	const struct event_row *row);

/* The name of that: message, blocks or operands. */
const char *events_label_name(const struct event_list *whole);

/* From 1; equal for rows of one message or, where rows carry blocks or
 * operands, of one unit of time. */
uint64_t event_tag(const struct event_list *whole, const struct event_row *row);

/* The blocks that the row carries, a byte each; 1 without blocks. */
uint64_t event_bytes(
	const struct event_list *whole, const struct event_row *row);

/* What the schedule is and when it finishes, in one line of plain ASCII. */
enum { EVENTS_CAPTION_MAX = 320 };
void events_caption(
	char caption[EVENTS_CAPTION_MAX], const struct event_list *whole);

#endif
