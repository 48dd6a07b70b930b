/*
 * Buffered text output, faster than stdio for short pieces and numbers; JSON
 * values.  Nothing here reports a failed write: the caller asks ferror once, at
 * the end.
 */
#ifndef FIBCAST_FORMAT_OUT_H
#define FIBCAST_FORMAT_OUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"

enum { OUT_SIZE = 1 << 15 };

struct out {
	FILE *file;
	char *text;  /* the buffer */
	size_t size; /* bytes of it that wait to be written */
	size_t room; /* its capacity: OUT_SIZE, more while output is held */
	size_t hold; /* it grows up to this size before it is written */
};

void out_init(struct out *out, FILE *file);

/* Holds output back while it is at most that many bytes, so that out_drop can
 * still discard it. */
void out_hold(struct out *out, size_t most);

/* Frees the buffer without writing what waits in it. */
void out_drop(struct out *out);

/* Writes what waits and frees the buffer. */
void out_finish(struct out *out);

/* Writes what waits to the file. */
void out_flush(struct out *out);

/* Makes room in the buffer for that many bytes, at most OUT_SIZE. */
void out_make_room(struct out *out, size_t size);

/* out_bytes where the buffer has no room. */
void out_long(struct out *out, const char *bytes, size_t size);

static inline void out_bytes(struct out *out, const char *bytes, size_t size)
{
	if (size > out->room - out->size) {
		out_long(out, bytes, size);
		return;
	}
	memcpy(out->text + out->size, bytes, size);
	out->size += size;
}

static inline void out_char(struct out *out, char c)
{
	if (out->size == out->room)
		out_make_room(out, 1);
	out->text[out->size++] = c;
}

void out_text(struct out *out, const char *text);
void out_u64(struct out *out, uint64_t value);

/* The same character count times. */
void out_fill(struct out *out, char c, size_t count);

/* The width of a terminal that does not tell it; sets the text's colour, any
 * number from 0 on, or TERMINAL_PLAIN. */
enum { TERMINAL_COLUMNS = 80, TERMINAL_COLOURS = 6, TERMINAL_PLAIN = -1 };
void out_colour(struct out *out, int colour);

/* Returns STATUS_LIMIT: a chart is wider than the terminal, in columns. */
enum status out_too_narrow(uint64_t needs, uint64_t has, struct err *err);

/* Returns STATUS_LIMIT with a message in printf's format. */
enum status out_too_large(struct err *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Appends to a string in an array of room bytes, as printf; what does not fit
 * is cut off. */
void text_add(char *text, size_t room, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A fast printf that knows only %s, %.*s, %c, %u, %zu and PRIu64. */
void out_print(struct out *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * JSON values.  Readers keep integers below 2^53 exactly; larger ones, and
 * numbers that are not integers, are written as strings, if wanted with the
 * nearest double as a second member.
 */

/* Exact integers are below 2^JSON_BITS. */
enum { JSON_BITS = 53 };
#define JSON_INTEGERS (UINT64_C(1) << JSON_BITS)

/* Writes the key of a member: `before`, which is a comma or an opening bracket,
 * the quoted name and a colon. */
void json_name(struct out *out, char before, const char *name);

/* Writes text as a string, with a question mark for each control character and
 * each byte that is not UTF-8. */
void json_string(struct out *out, const char *text);

/* Writes a member whose value is a string; null if text is NULL. */
void json_text(
	struct out *out, char before, const char *name, const char *text);

/* Writes a number, as a string if it is not an integer below 2^53. */
void json_number(struct out *out, const char *text, size_t size);

/* Writes the member NAME_approx, after a comma: the double in 15, 16 or 17
 * digits, the fewest that read back as the same; null if value is NULL. */
void json_approx(struct out *out, const char *name, const double *value);

#endif
