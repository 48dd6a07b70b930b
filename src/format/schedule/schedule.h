/*
 * Schedules out, in the formats that there are, and in, from files.
 *
 * Words of this folder:
 *   row      one transmission
 *   event    one end of a row: its send or its receive
 *   run      the blocks or operands that a row carries, "3+2"
 *   label    what a picture writes on a row: its message or its run
 *   tag      a number that rows of one colour share
 *   caption  the whole schedule in one line
 *   lane     a processor's line in a picture
 *   rank     a processor whose part is written by itself
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_SCHEDULE_H
#define FIBCAST_FORMAT_SCHEDULE_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "core/schedule.h"

/* How to write a schedule; zero is the default. A format ignores what it does
 * not use. */
struct schedule_look {
	int no_header;	    /* rows only */
	int has_decimals;   /* times have digits after the point, so many: */
	size_t decimals;    /* (text, pictures) */
	int ascii;	    /* a chart is drawn without Unicode, */
	int colour;	    /* and in a terminal's colours */
	uint64_t columns;   /* of the terminal, 0: 80 */
	uint64_t max_lanes; /* the most processors that are drawn, 0: any */
	uint64_t max_bits;  /* of memory for a schedule held whole, 0: any */
};

/*
 * A format's writer: pulls the whole schedule and writes it to out.
 * Errors: those of pulling it, and the format's own.  A failed write only ends
 * it early: the caller finds out by ferror.
 */
typedef enum status schedule_write(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err);

schedule_write schedule_write_tsv, schedule_write_text, schedule_write_csv,
	schedule_write_json, schedule_write_svg;

/*
 * A schedule held in memory, for the formats that need its final unit, its
 * finish, or its events processor by processor.
 */

/* A transmission: the start of its send, the end of its receive, in ticks. */
struct event_row {
	uint64_t sent, received;
	uint64_t taken; /* as in struct transmission */
	uint64_t from, to, message;
	uint64_t first, size; /* as in struct transmission */
	uint32_t radix, digit;
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

enum { EVENTS_CAPTION_MAX = 448 };

struct event_list {
	struct schedule_header header; /* in the final unit */
	struct event_row *row;	       /* in the order of the schedule */
	size_t count, capacity;
	uint64_t finish; /* the end of the last receive */
	/* The events of processor p, in time order, are event[first[p]] up to
	 * event[first[p + 1]]; NULL before events_by_rank. */
	size_t *first;
	struct event *event;
	int64_t decimals; /* of the times that are shown, or -1 */
	uint64_t max_bytes;
	const struct schedule_look *look;
	/* What the schedule is and when it finishes, in plain ASCII; empty
	 * before events_write has read it. */
	char caption[EVENTS_CAPTION_MAX];
};

/* Reads the rows of a schedule of any model; when they end is not known yet.
 * Errors: those of pulling; STATUS_LIMIT past max_bits, as of events_read. */
enum status events_pull(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err) WARN_UNUSED;

/*
 * Pulls the schedule to its end; rows that state only a receive are left out,
 * as every message sent arrives.  A receive ends `latency` after the start of
 * its send, a unit where the model has no latency; in logp it also waits for
 * the receives of messages sent earlier.
 * style: max_bits of memory, with what events_by_rank takes; decimals.
 * Errors: those of pulling; STATUS_USAGE for the model locality, whose accesses
 * take other times; STATUS_LIMIT past max_bits, or if a receive ends at 2^63 or
 * later.
 */
enum status events_read(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err) WARN_UNUSED;

/* STATUS_LIMIT: a time reaches 2^63. */
enum status events_too_long(struct err *err);

/* Sorts the events by processor; a receive comes before the sends that start
 * when it ends.  O(k log k) for the k events of a processor. */
enum status events_by_rank(
	struct event_list *whole, struct err *err) WARN_UNUSED;

/* Errors: STATUS_INPUT, naming the send, if a processor but 0 sends what it has
 * not received.  After events_by_rank. */
enum status events_check_senders(
	const struct event_list *whole, struct err *err) WARN_UNUSED;

/* What is asked of a schedule before it is written: a set of these. */
enum {
	EVENTS_ONE_PORT = 1,
	EVENTS_NO_NODES = 2,
	EVENTS_LANES = 4,   /* no more processors than max_lanes */
	EVENTS_BY_RANK = 8, /* events_by_rank */
	EVENTS_HELD = 16,   /* the same, and events_check_senders */
	EVENTS_ONE_SIZE = 32
};

struct out;

/* A format of schedules that are held in memory. */
struct events_format {
	unsigned asks;
	/* Whether it can be asked of such a schedule at all; NULL: always. */
	enum status (*check)(const struct schedule_header *header,
		const struct schedule_look *look, struct err *err);
	enum status (*read)(struct event_list *whole, struct schedule *schedule,
		const struct schedule_look *look, struct err *err);
	enum status (*write)(
		struct event_list *whole, struct out *out, struct err *err);
};

extern const struct events_format events_dot, events_chart, events_grid,
	events_html, events_goal, events_ti, events_trace, events_msccl;

/* Reads a schedule and writes it in the format.  Errors: STATUS_USAGE for what
 * it cannot be asked; those of all that it asks, of events_read and of write.
 */
enum status events_write(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, const struct events_format *format,
	struct err *err) WARN_UNUSED;

void events_clear(struct event_list *whole);

/* Write a time as it is shown, as in core/schedule.h; their lengths. */
size_t events_time(char out[SCHEDULE_TIME_MAX], const struct event_list *whole,
	uint64_t tick);
size_t events_time_words(char out[SCHEDULE_TIME_MAX],
	const struct event_list *whole, uint64_t tick);

/* Whether what is sent differs from row to row, so that it is to be named. */
int events_have_labels(const struct event_list *whole);

/* Writes the row's label and a NUL; its length. */
size_t event_label(char out[SCHEDULE_TIME_MAX], const struct event_list *whole,
	const struct event_row *row);

/* What labels are: message, blocks or operands. */
const char *events_label_name(const struct event_list *whole);

/* How long its sender, or its receiver, is busy with the row: a send's time, by
 * the blocks that it carries. */
uint64_t event_send(
	const struct event_list *whole, const struct event_row *row);

/* When what is drawn of a receive begins: a send's time before its end, but not
 * before its own send. */
uint64_t event_arrival(
	const struct event_list *whole, const struct event_row *row);

/* The row's tag, from 1 on: its message or, where rows carry runs, the unit of
 * time in which it is sent. */
uint64_t event_tag(const struct event_list *whole, const struct event_row *row);

/* The bytes of a message, or of a block: the machine's, rounded up; 1 without
 * one.  The same in a word: 1 if they are 2^63 or more. */
void events_segment(mpz_t segment, const struct event_list *whole);
uint64_t events_octets(const struct event_list *whole);

/* The blocks that the row carries, and the most that one does; 1 without
 * blocks. */
uint64_t event_blocks(
	const struct event_list *whole, const struct event_row *row);
uint64_t events_most_blocks(const struct event_list *whole);

/* The row as the schedule has it. */
struct transmission event_transmission(const struct event_row *row);

/*
 * Schedules in: a file in the schedule format is one more producer.
 *
 * Times may have any denominator.  The unit of ticks begins as that of latency
 * and finish together; a time off that grid makes it finer, as
 * core/schedule.h describes, at the row where it is met.
 */

/*
 * Reads the header from `in` and opens what follows.  `in` must stay open as
 * long as the schedule, and is not closed with it.
 * Errors, there and in schedule_next: STATUS_INPUT, "line 7: ...", for whatever
 * is not in the format: fibcast-schedule(5); STATUS_LIMIT if reading fails.
 */
enum status schedule_reader_open(
	struct schedule **schedule, FILE *in, struct err *err) WARN_UNUSED;

/*
 * What a message-passing library's own schedule code prints, read as a schedule
 * of the model sendrecv whose rows state one end each:
 *   rank round send-to block recv-from block
 * separated by blanks, "-" for none, a line a rank and round in any order; "#"
 * begins a comment.  Rank 0 is the source, and blocks count from 0.  So
 *   0 0 1 0 - -
 *   1 0 - - 0 0
 * is one transmission of message 1 at time 0, stated by both its ends.  Where
 * the operation's rows carry several blocks or operands, these stand there as
 * in a schedule; one alone is its number.
 */

/*
 * Reads the file to its end; `in` is not needed afterwards.  Time 0 is the
 * first round that is named.
 * Errors: STATUS_INPUT, "line 7: ...", for what is not in the format, a rank
 * that has two lines of one round, a send to or a receive from a rank without
 * lines, a block that so few sends cannot reach; for a round or a rank without
 * lines between others that have some; STATUS_LIMIT for more rows than fit into
 * max_bits of memory.
 * O(k log k) for k lines.
 */
enum status schedule_ranks_open(struct schedule **schedule, FILE *in,
	enum operation operation, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * A program in MSCCL's XML of an allgather, reduce-scatter, allreduce or
 * alltoall, carried out in rounds, as a schedule of the model sendrecv.
 */

/*
 * Reads the file to its end; `in` is not needed afterwards.  rows: an empty
 * file, open for writing and reading as long as the schedule, and not closed
 * with it.
 * Errors: STATUS_INPUT, "line 7: ...", for what is not in the format, a chunk
 * that is used before it holds anything, steps that wait for ever; STATUS_LIMIT
 * if it takes more than max_bits of memory, or reading or writing fails.
 */
enum status schedule_msccl_open(struct schedule **schedule, FILE *in,
	FILE *rows, uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
