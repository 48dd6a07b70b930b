/*
 * Writes schedules in every format, and reads them from files.
 *
 * Words of this folder:
 *   row      one transmission
 *   event    one end of a row: its send or its receive
 *   run      consecutive blocks or operands that a row carries, "3+2"
 *   label    what a picture writes on a row: its message or its run
 *   tag      a number that rows of the same colour share
 *   caption  a one-line summary of the schedule
 *   lane     a processor's line in a picture
 *   rank     a processor, in formats that write each processor separately
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_SCHEDULE_H
#define FIBCAST_FORMAT_SCHEDULE_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "core/schedule.h"

/* How to write a schedule; all zeros is the default.  Each format ignores the
 * members it does not use. */
struct schedule_look {
	int no_header;	    /* write rows only */
	int has_decimals;   /* round times (text, pictures) to... */
	size_t decimals;    /* ...this many digits after the point */
	int ascii;	    /* draw charts without Unicode */
	int colour;	    /* draw charts in a terminal's colours */
	uint64_t columns;   /* the terminal's width; 0: 80 */
	uint64_t max_lanes; /* the most processors to draw; 0: no limit */
	uint64_t max_bits;  /* of memory for the rows; 0: no limit */
};

/*
 * A format's writer: pulls the whole schedule and writes it to out.
 * Errors: those of pulling the schedule, and the format's own.  A failed write
 * is no error: it only ends the output early, and the caller must ask ferror.
 */
typedef enum status schedule_write(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err);

schedule_write schedule_write_tsv, schedule_write_text, schedule_write_csv,
	schedule_write_json, schedule_write_svg;

/*
 * A schedule held in memory, for formats that need its final unit, its finish,
 * or its events processor by processor.
 */

/* A transmission: its send starts at sent, its receive ends at received, in
 * ticks.  The other members are those of struct transmission. */
struct event_row {
	uint64_t sent, received;
	uint64_t taken;
	uint64_t from, to, message;
	uint64_t first, size;
	uint32_t radix, digit;
	enum access access;
};

/* One end of a transmission. */
struct event {
	const struct event_row *row;
	/* The row by which this processor first received the same message, if
	 * that was an earlier event; else NULL. */
	const struct event_row *held;
	int is_send;
};

enum { EVENTS_CAPTION_MAX = 448 };

struct event_list {
	struct schedule_header header; /* in the final unit */
	struct event_row *row;	       /* in the order of the schedule */
	size_t count, capacity;
	uint64_t finish; /* the end of the last receive */
	/* The events of processor p, in time order, are event[first[p]] to
	 * event[first[p + 1] - 1].  Both are NULL before events_by_rank. */
	size_t *first;
	struct event *event;
	int64_t decimals; /* of the times shown; -1: exact */
	uint64_t max_bytes;
	const struct schedule_look *look;
	/* A summary in plain ASCII; empty until events_write sets it. */
	char caption[EVENTS_CAPTION_MAX];
};

/* Reads the rows of a schedule of any model, without the times at which they
 * are received.
 * Errors: those of pulling; STATUS_LIMIT past max_bits, as for events_read. */
enum status events_pull(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err) WARN_UNUSED;

/*
 * Pulls the schedule to its end.  Rows that state only a receive are left out,
 * since every message sent arrives.  A receive ends `latency` after the start
 * of its send, or one unit after it in models without latency; in logp it also
 * waits for the receives of messages sent earlier.
 * style: max_bits limits the memory for the rows and for events_by_rank.
 * Errors: those of pulling; STATUS_USAGE for the model locality, whose accesses
 * take as long as their cost says; STATUS_LIMIT past max_bits, or if a receive
 * ends at 2^63 or later.
 */
enum status events_read(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err) WARN_UNUSED;

/* STATUS_LIMIT: a time reaches 2^63. */
enum status events_too_long(struct err *err);

/* Sorts the events by processor; a receive comes before the sends that start
 * when it ends.  Errors: STATUS_LIMIT, as for events_read.
 * O(k log k) for the k events of a processor. */
enum status events_by_rank(
	struct event_list *whole, struct err *err) WARN_UNUSED;

/* All events in time order, receives before sends; free it with mem_free.
 * Requires events_by_rank. */
struct event *events_by_time(const struct event_list *whole);

/* Checks that in a broadcast every processor but 0 sends only messages it has
 * received.  Requires events_by_rank.
 * Errors: STATUS_INPUT, naming the first send that violates this. */
enum status events_check_senders(
	const struct event_list *whole, struct err *err) WARN_UNUSED;

/* A format's requirements on the schedules it writes: a set of these. */
enum {
	EVENTS_ONE_PORT = 1,
	EVENTS_NO_NODES = 2,
	EVENTS_LANES = 4,    /* at most max_lanes processors */
	EVENTS_BY_RANK = 8,  /* events_by_rank */
	EVENTS_HELD = 16,    /* events_by_rank and events_check_senders */
	EVENTS_ONE_SIZE = 32 /* one set of machine figures for all sizes */
};

struct out;

/* A format that needs the schedule in memory. */
struct events_format {
	unsigned asks;
	/* Refuses schedules the format cannot express; NULL: none. */
	enum status (*check)(const struct schedule_header *header,
		const struct schedule_look *look, struct err *err);
	enum status (*read)(struct event_list *whole, struct schedule *schedule,
		const struct schedule_look *look, struct err *err);
	enum status (*write)(
		struct event_list *whole, struct out *out, struct err *err);
};

extern const struct events_format events_dot, events_chart, events_grid,
	events_html, events_goal, events_ti, events_trace, events_msccl;

/* Reads a schedule and writes it in the format.
 * Errors: STATUS_USAGE if the schedule does not meet the format's requirements;
 * those of the format's check, read and write, and of the functions that its
 * requirements name. */
enum status events_write(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, const struct events_format *format,
	struct err *err) WARN_UNUSED;

void events_clear(struct event_list *whole);

/* Write a time as schedule_time_shown and schedule_time_words do, with the
 * schedule's unit and decimals; the length. */
size_t events_time(char out[SCHEDULE_TIME_MAX], const struct event_list *whole,
	uint64_t tick);
size_t events_time_words(char out[SCHEDULE_TIME_MAX],
	const struct event_list *whole, uint64_t tick);

/* Whether rows need a label: there are several messages, or rows carry runs. */
int events_have_labels(const struct event_list *whole);

/* Writes the row's label and a NUL; its length. */
size_t event_label(char out[SCHEDULE_TIME_MAX], const struct event_list *whole,
	const struct event_row *row);

/* What a label names: "message", "blocks" or "operands". */
const char *events_label_name(const struct event_list *whole);

/* How many ticks the row keeps its sender busy, and its receiver as drawn. */
uint64_t event_send(
	const struct event_list *whole, const struct event_row *row);

/* Where pictures begin the receive: event_send before its end, but not before
 * the row is sent. */
uint64_t event_arrival(
	const struct event_list *whole, const struct event_row *row);

/* The row's tag, from 1 on: its message or, where rows carry runs, 1 + floor of
 * sent / (the time of a send). */
uint64_t event_tag(const struct event_list *whole, const struct event_row *row);

/* The bytes of a message, or of a block: the machine's, divided by the messages
 * and rounded up; 1 if it states none.  events_octets: the same as a word, or 1
 * if there are 2^63 or more. */
void events_segment(mpz_t segment, const struct event_list *whole);
uint64_t events_octets(const struct event_list *whole);

/* How many blocks the row carries, and how many any row carries at most; 1 in
 * operations without blocks. */
uint64_t event_blocks(
	const struct event_list *whole, const struct event_row *row);
uint64_t events_most_blocks(const struct event_list *whole);

/* The row as a transmission. */
struct transmission event_transmission(const struct event_row *row);

/*
 * Reading: a file in the schedule format is one more producer of schedules.
 *
 * Times may have any denominator.  The first unit is the coarsest in which all
 * times of the header are whole; a row whose time is no multiple of it makes it
 * finer, as core/schedule.h describes.
 */

/*
 * Reads the header from `in` and opens the schedule of the rows that follow.
 * `in` must stay open as long as the schedule, and is not closed with it.
 * Errors, here and in schedule_next: STATUS_INPUT, "line 7: ...", for whatever
 * breaks the format, fibcast-schedule(5); STATUS_LIMIT if reading fails.
 */
enum status schedule_reader_open(
	struct schedule **schedule, FILE *in, struct err *err) WARN_UNUSED;

/*
 * The dump that a message-passing library's schedule code prints, read as a
 * schedule of the model sendrecv whose rows state one end each.  A line says
 * what one rank does in one round:
 *   rank round send-to block recv-from block
 * Blanks separate the columns, "-" stands for none, lines come in any order,
 * and "#" begins a comment.  Rank 0 is the source, and blocks count from 0.  So
 *   0 0 1 0 - -
 *   1 0 - - 0 0
 * is one transmission of message 1 at time 0, stated by both its ends.  In
 * operations whose rows carry several blocks or operands, "block" is what the
 * schedule format has in that column, or the number of a single one.
 */

/*
 * Reads the file to its end; `in` is not needed afterwards.  The first round in
 * the file is time 0.
 * Errors: STATUS_INPUT, "line 7: ...", for what breaks the format, a second
 * line of a rank for the same round, a send to or receive from a rank without
 * lines, a block number not below the number of sends and receives, and a gap
 * among the rounds or the ranks; STATUS_LIMIT for more rows than fit into
 * max_bits of memory.
 * O(k log k) for k lines.
 */
enum status schedule_ranks_open(struct schedule **schedule, FILE *in,
	enum operation operation, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Runs a program in MSCCL's XML, an allgather, reduce-scatter, allreduce or
 * alltoall, in rounds, and opens what it sends as a schedule of the model
 * sendrecv.
 */

/*
 * Reads the file to its end; `in` is not needed afterwards.  rows: an empty
 * file, open for reading and writing as long as the schedule, and not closed
 * with it.
 * Errors: STATUS_INPUT, "line 7: ...", for what breaks the format, for a chunk
 * that is used before it holds anything, and for steps that wait for ever;
 * STATUS_LIMIT past max_bits of memory, or if reading or writing fails.
 */
enum status schedule_msccl_open(struct schedule **schedule, FILE *in,
	FILE *rows, uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
