/*
 * What a command reads: files, lines of standard input, and the numbers that
 * options take, one or a sweep of them.
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
 * -- Files and standard input.
 */

/* Opens the file of that name; NULL or "-" is standard input.
 * Errors: STATUS_INPUT, with the file's name. */
enum status input_file(
	FILE **file, const char *name, struct err *err) WARN_UNUSED;

/* Writes the name of a file as a terminal can show it, shortened if it is long;
 * "" for standard input (NULL or "-"). */
enum { INPUT_NAME = ERR_PART_MAX + 8 };
void input_name(char place[INPUT_NAME], const char *name);

/* Returns the status; if that is STATUS_INPUT, puts the name of the file before
 * the message, turning "line 7: ..." into "FILE:7: ...", but not that of
 * standard input. */
enum status input_blame(enum status status, const char *name, struct err *err);

/*
 * Opens the schedule in the file of that name; NULL or "-" is standard input.
 * Close the schedule, then call input_close with *file.
 * Errors: STATUS_INPUT if the file cannot be read, or is no schedule.
 */
enum status input_open(struct schedule **schedule, FILE **file,
	const char *name, struct err *err) WARN_UNUSED;
void input_close(FILE *file);

/*
 * -- Slips: numbers as people write them elsewhere, with a sign, a unit, commas
 * between thousands, a decimal comma.  The message says how to write them here.
 */

/*
 * Refuses such a slip.  least: the least value allowed; whole: only integers
 * are allowed; list: so are lists, of which only odd ones are refused; bytes:
 * so are sizes in bytes.
 * Errors: STATUS_USAGE; STATUS_OK does not mean that the text is a number.
 */
enum status slip_check(const char *text, int64_t least, int whole, int list,
	int bytes, struct err *err) WARN_UNUSED;

/* "must be at least 1, not '0'"; returns STATUS_USAGE. */
enum status slip_below(const char *text, int64_t least, struct err *err);

/* Reads all of text as an integer of at least least, which is 0 or more.
 * Errors: STATUS_USAGE; STATUS_LIMIT past max_bits. */
enum status input_whole(mpz_t value, const char *text, int64_t least,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * -- Lines of standard input as they arrive: the values of an option given as
 * "-".  Memory is O(the longest line).
 */

/* The longest line, in bytes. */
enum { STREAM_LINE_MAX = 1 << 20 };

struct stream {
	int file;
	char *buffer;
	size_t capacity;
	char *at, *end; /* what has been read but not yet returned */
	int has_ended;
	uint64_t line; /* the number of the last line returned, from 1 */
};

void stream_init(struct stream *stream, int file);
void stream_clear(struct stream *stream);

/* Whether stream_next would return without waiting for input. */
int stream_is_ready(const struct stream *stream);

/*
 * Sets *text to the next line, without its end, LF or CRLF, and without blanks
 * around it; to NULL after the last.  The text is valid until the next call.
 * Errors: STATUS_INPUT if reading fails, or a line contains a NUL or is too
 * long, naming the line.
 */
enum status stream_next(
	struct stream *stream, const char **text, struct err *err) WARN_UNUSED;

/* Prefixes the message of err with "line 7: ", and makes it an input error
 * unless it is about a limit. */
enum status stream_blame(const struct stream *stream, struct err *err);

/*
 * -- The values of an option: one number, or a sweep of them.
 *   sweep = range { "," range }
 *   range = number [ ".." number [ "+" number | "x" number ] ]
 * "-" stands for the numbers on standard input, one a line.  They are read one
 * by one: the last one read is then the sweep's only value.
 */

struct sweep_stream;

struct sweep_range {
	mpq_t first, last, step; /* last: the greatest value */
	mpq_t end;		 /* the end as written, last or above it */
	int multiply;		 /* step is a factor */
	mpz_t count;
};

struct sweep {
	struct sweep_range *range; /* NULL: not given */
	size_t ranges, capacity;
	int is_sweep; /* a range, a list, or "-" */
	mpz_t count;  /* of all values; 0 for "-" */
	int is_best;  /* "best": the command chooses; the value is 1 */
	struct sweep_stream *stream; /* the source of "-"; or NULL */
};

/* "best" is a value, or refused with advice on what to do instead. */
enum { SWEEP_BEST = 1, SWEEP_NO_BEST };

/* The options for the numbers of processors and of messages; type: one value or
 * a sweep. */
#define PROCESSORS_OPTION(args, type)                                          \
	OPTION(args, processors, "processors", type, "N",                      \
		"number of processors, the source included", .letters = "nP",  \
		.least = 1, .required = 1, .streams = 1)

#define MESSAGES_OPTION(args, type)                                            \
	OPTION(args, messages, "messages", type, "M",                          \
		"number of messages (default: 1)", .letters = "mk",            \
		.least = 1, .streams = 1, .best = SWEEP_NO_BEST)

/* MESSAGES_OPTION where it can be "best", the best number of segments. */
#define SEGMENTS_OPTION(args, type)                                            \
	OPTION(args, messages, "messages", type, "M",                          \
		"number of messages (default: 1), or best", .letters = "mk",   \
		.least = 1, .streams = 1, .best = SWEEP_BEST)

/* The units of times, which are converted to that of the first one. */
struct sweep_units {
	enum time_unit unit; /* of the first time that has one */
	int with;	     /* some time has a unit */
	int without;	     /* some time has none */
	int is_byte;	     /* the times are of a byte, or bytes a second */
};

/* What values an option takes. */
struct sweep_domain {
	int whole;		   /* integers only */
	long least;		   /* the least value */
	int allowed;		   /* a sweep, not just one number */
	int streams;		   /* "-", standard input */
	int best;		   /* "best": SWEEP_BEST, or SWEEP_NO_BEST */
	int bytes;		   /* sizes with a B, "64KiB" */
	struct sweep_units *units; /* times with units; NULL: plain numbers */
	const char *option;	   /* its long name */
	const char *letters;	   /* its short names, or NULL */
};

/*
 * Reads text into sweep, which is zeroed or was given before, and checks all
 * values against the domain.
 * Errors: STATUS_USAGE; STATUS_LIMIT for a number past max_bits, or a range by
 * a factor whose values together would have about as many bits.
 */
enum status sweep_parse(struct sweep *sweep, const char *text,
	const struct sweep_domain *domain, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* Reads one value of the domain. */
typedef enum status sweep_value_parse(mpq_t value, const char *text,
	const struct sweep_domain *domain, uint64_t max_bits, struct err *err);

/* Standard input as the source of a range's values, its only column; parse is
 * what reads them.  Close it for each of its columns: the last one frees it. */
struct sweep_stream *sweep_stream_open(const struct sweep_domain *domain,
	struct sweep_range *range, uint64_t max_bits, sweep_value_parse *parse);
void sweep_stream_close(
	struct sweep_stream *stream, const struct sweep_range *range);

/* Makes sweep another column of the standard input that reader reads; both were
 * given as "-".  Returns 0 if there are too many columns. */
int sweep_join(struct sweep *sweep, const struct sweep *reader) WARN_UNUSED;

/*
 * Reads the next line of standard input: a value for the sweep, and for each
 * that has joined it.  *more: whether there was one; the caller must then reset
 * all their cursors.
 * Empty lines and those that begin with # are skipped.  Columns are separated
 * by blanks or commas, and stand in the order in which the sweeps joined,
 * unless the first line names them; it may then name others, which are ignored.
 * Errors: STATUS_INPUT, naming the line, also for an input without values;
 * STATUS_LIMIT past max_bits.
 */
enum status sweep_read(
	const struct sweep *sweep, int *more, struct err *err) WARN_UNUSED;

/* Whether sweep_read would return without waiting for input. */
int sweep_is_ready(const struct sweep *sweep);

/* From now on sweep_read refuses fractions for this sweep. */
void sweep_ask_whole(const struct sweep *sweep);

/* copy, which is not given yet, = the values of sweep times factor. */
void sweep_scaled(
	struct sweep *copy, const struct sweep *sweep, const mpq_t factor);

/* Makes sweep, which is zeroed or was given before, one number. */
void sweep_set(struct sweep *sweep, const mpq_t value);

/* The sweep of an option whose default is 1: given, or else one, set to 1. */
const struct sweep *sweep_or_one(struct sweep *one, const struct sweep *given);

void sweep_clear(struct sweep *sweep);

/* The only value, the least and the greatest of all. */
const __mpq_struct *sweep_value(const struct sweep *sweep);
const __mpq_struct *sweep_least(const struct sweep *sweep);
const __mpq_struct *sweep_greatest(const struct sweep *sweep);

/* Whether all values are whole; of "-" only the present one is looked at. */
int sweep_is_whole(const struct sweep *sweep);

/*
 * -- A walk over the values of a sweep, in the order in which they are written.
 */

struct sweep_cursor {
	const struct sweep *sweep;
	size_t range;
	mpz_t left; /* how many of this range follow value */
	mpq_t value;
};

void sweep_cursor_init(struct sweep_cursor *cursor, const struct sweep *sweep);
void sweep_cursor_first(struct sweep_cursor *cursor);
/* Moves to the next value; returns 0 after the last. */
int sweep_cursor_next(struct sweep_cursor *cursor);
void sweep_cursor_clear(struct sweep_cursor *cursor);

#endif
