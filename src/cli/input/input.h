/*
 * What a command reads: files, standard input line by line, and the numbers of
 * its options, one or a sweep of them.
 */
#ifndef FIBCAST_CLI_INPUT_INPUT_H
#define FIBCAST_CLI_INPUT_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"
#include "core/schedule.h"

/*
 * -- What a command reads: a file, or standard input.
 */

/* Opens the file of that name; NULL or "-" is standard input.
 * Errors: STATUS_INPUT, with the file's name. */
enum status input_file(
	FILE **file, const char *name, struct err *err) WARN_UNUSED;

/* The name as a terminal can show it, cut if it is long; empty for standard
 * input, NULL or "-". */
enum { INPUT_NAME = ERR_PART_MAX + 8 };
void input_name(char place[INPUT_NAME], const char *name);

/* Puts the name of the file before the message of a STATUS_INPUT about it, as
 * "FILE:7: ..." where that names a line; standard input has no name. */
void input_blame(struct err *err, const char *name);

/*
 * Opens the schedule in the file of that name; NULL or "-" is standard input.
 * Close the schedule, then call input_close with *file.
 * Errors: STATUS_INPUT if the file cannot be read, or is no schedule.
 */
enum status input_open(struct schedule **schedule, FILE **file,
	const char *name, struct err *err) WARN_UNUSED;
void input_close(FILE *file);

/*
 * -- Numbers as people write them elsewhere: with a sign, a unit, thousands set
 * off by commas, a decimal comma.  Each gets a message that says how it is
 * written here.
 */

/*
 * Looks for such a slip.  least: the least value allowed; whole: only integers
 * are allowed; list: lists are, too, so that only odd ones are reported; bytes:
 * sizes in bytes are. Errors: STATUS_USAGE; STATUS_OK means only that it is
 * none of these slips.
 */
enum status slip_check(const char *text, int64_t least, int whole, int list,
	int bytes, struct err *err) WARN_UNUSED;

/* "must be at least 1, not '0'"; returns STATUS_USAGE. */
enum status slip_below(const char *text, int64_t least, struct err *err);

/*
 * -- Standard input line by line, as it arrives: the source of a number
 * option's values if it is given as "-".  Memory: that of the longest line.
 */

/* The longest line, in bytes. */
enum { STREAM_LINE_MAX = 1 << 20 };

struct stream {
	int file;
	char *buffer;
	size_t capacity;
	char *at, *end; /* what has been read and not yet taken */
	int has_ended;
	uint64_t line; /* the number of the last line taken, from 1 */
};

void stream_init(struct stream *stream, int file);
void stream_clear(struct stream *stream);

/* Whether the next line has arrived, so that stream_next need not wait. */
int stream_is_ready(const struct stream *stream);

/*
 * Sets *text to the next line, without its end, which is LF or CRLF, and
 * without blanks around it; NULL after the last.  The text is valid until the
 * next call. Errors: STATUS_INPUT if reading fails, a line has a NUL or is too
 * long; the message begins with the line's number.
 */
enum status stream_next(
	struct stream *stream, const char **text, struct err *err) WARN_UNUSED;

/* Prefixes the message of err with "line 7: ", and makes it an input error
 * unless it is about a limit. */
enum status stream_blame(const struct stream *stream, struct err *err);

/*
 * -- A number option's values: one, or a sweep of them.
 *   sweep = range { "," range }
 *   range = number | number ".." number [ "+" number | "x" number ] "-" stands
 * for the numbers on standard input, one a line.  They are read one by one: the
 * last one read is the sweep's only value.
 */

struct sweep_stream;

struct sweep_range {
	mpq_t first, last, step; /* last: one of the values, */
	mpq_t end;		 /* which need not be what was written */
	int multiply;
	mpz_t count;
};

struct sweep {
	struct sweep_range *range; /* NULL: not given */
	size_t ranges, capacity;
	int is_sweep; /* more than one plain number was written */
	mpz_t count;  /* of all values; of those on standard input 0 */
	int is_best;  /* "best": left to the command; its value is 1 */
	struct sweep_stream *stream; /* where they come from, or NULL */
};

/* Whether "best" is a value, or refused with the way to do without it. */
enum { SWEEP_BEST = 1, SWEEP_NO_BEST };

/* The options of how many processors and messages there are; kind: one value
 * or a sweep. */
#define PROCESSORS_OPTION(args, type)                                          \
	OPTION(args, processors, "processors", type, "N",                      \
		"number of processors, the source included", .letters = "nP",  \
		.least = 1, .required = 1, .streams = 1)

#define MESSAGES_OPTION(args, type)                                            \
	OPTION(args, messages, "messages", type, "M",                          \
		"number of messages (default: 1)", .letters = "mk",            \
		.least = 1, .streams = 1, .best = SWEEP_NO_BEST)

/* The same where they can be the best number of segments. */
#define SEGMENTS_OPTION(args, type)                                            \
	OPTION(args, messages, "messages", type, "M",                          \
		"number of messages (default: 1), or best", .letters = "mk",   \
		.least = 1, .streams = 1, .best = SWEEP_BEST)

/* The units in which the times of an option are written: that of the first is
 * the unit of all its values. */
struct sweep_units {
	enum time_unit unit;
	int with, without; /* some number has one, or none */
	int is_byte;	   /* they are times of a byte, or bytes a second */
};

/* What values an option takes. */
struct sweep_domain {
	int whole;		   /* integers only */
	long least;		   /* and nothing below */
	int allowed;		   /* a sweep, not just one number */
	int streams;		   /* and "-", standard input */
	int best;		   /* and "best": SWEEP_BEST */
	int bytes;		   /* and sizes with a B, "64KiB" */
	struct sweep_units *units; /* of times; NULL: plain numbers */
	const char *option;  /* whose values they are, for messages about it */
	const char *letters; /* its short names, or NULL */
};

/*
 * Reads text into sweep, which is zeroed or was given before; all values are
 * checked against the domain.
 * Errors: STATUS_USAGE; STATUS_LIMIT past max_bits, for all values together.
 */
enum status sweep_parse(struct sweep *sweep, const char *text,
	const struct sweep_domain *domain, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* Reads a single value of the domain. */
typedef enum status sweep_value_parse(mpq_t value, const char *text,
	const struct sweep_domain *domain, uint64_t max_bits, struct err *err);

/* Standard input as the source of a range's values; its users are counted:
 * NULL is none. */
struct sweep_stream *sweep_stream_open(const struct sweep_domain *domain,
	struct sweep_range *range, uint64_t max_bits, sweep_value_parse *parse);
void sweep_stream_close(struct sweep_stream *stream);

/* The values of sweep, which is "-", too, become another column of the lines
 * that reader reads; 0 if there are too many. */
int sweep_join(struct sweep *sweep, const struct sweep *reader) WARN_UNUSED;

/*
 * Reads the next value of a sweep that is standard input, and of all that have
 * joined it, and sets *more if there is one; their cursors must then be reset.
 * Empty lines and those that begin with # are passed over.  Several columns
 * have blanks or commas between, and are in the order of their options unless
 * the first line names them, which may have others, too.
 * Errors: STATUS_INPUT, naming the line, also for an input without any;
 * STATUS_LIMIT past max_bits.
 */
enum status sweep_read(
	const struct sweep *sweep, int *more, struct err *err) WARN_UNUSED;

/* Whether sweep_read need not wait for it. */
int sweep_is_ready(const struct sweep *sweep);

/* Refuses fractions on standard input from now on. */
void sweep_ask_whole(const struct sweep *sweep);

/* copy, which is not given yet, = that many times the values of sweep. */
void sweep_scaled(
	struct sweep *copy, const struct sweep *sweep, const mpq_t factor);

/* The sweep that is one number. */
void sweep_set(struct sweep *sweep, const mpq_t value);

/* For an option that is 1 unless given: given itself, or one, set to 1. */
const struct sweep *sweep_or_one(struct sweep *one, const struct sweep *given);

void sweep_clear(struct sweep *sweep);

/* The single value, the least or the greatest of all. */
const __mpq_struct *sweep_value(const struct sweep *sweep);
const __mpq_struct *sweep_least(const struct sweep *sweep);
const __mpq_struct *sweep_greatest(const struct sweep *sweep);

/* Whether all values are whole; of standard input, only those of now. */
int sweep_is_whole(const struct sweep *sweep);

/*
 * -- A walk over the values of a sweep, in the order they were written.
 */

struct sweep_cursor {
	const struct sweep *sweep;
	size_t range;
	mpz_t left; /* of this range, after value */
	mpq_t value;
};

void sweep_cursor_init(struct sweep_cursor *cursor, const struct sweep *sweep);
void sweep_cursor_first(struct sweep_cursor *cursor);
/* Moves on; 0 after the last value. */
int sweep_cursor_next(struct sweep_cursor *cursor);
void sweep_cursor_clear(struct sweep_cursor *cursor);

#endif
