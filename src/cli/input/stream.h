/*
 * Standard input line by line, as it arrives: the source of a number option's
 * values if it is given as "-".  Memory: that of the longest line.
 */
#ifndef FIBCAST_CLI_INPUT_STREAM_H
#define FIBCAST_CLI_INPUT_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

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

#endif
