/*
 * Text on its way to a file: one large buffer, with numbers written by hand;
 * and JSON values in it.  The caller looks for failed writes with ferror, once,
 * at the end.
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
	size_t size; /* of what waits in text */
	char *text;  /* OUT_SIZE bytes, or more that are held back */
	size_t room, hold;
};

void out_init(struct out *out, FILE *file);

/* Holds back what is written from now on, as long as it is at most so many
 * bytes: out_drop can still take it back. */
void out_hold(struct out *out, size_t most);

/* Frees the buffer; what waits in it is not written. */
void out_drop(struct out *out);

/* Writes the rest to the file and frees the buffer. */
void out_finish(struct out *out);

/* Writes the buffer to the file. */
void out_flush(struct out *out);

/* Room in the buffer for that many bytes, at most OUT_SIZE. */
void out_make_room(struct out *out, size_t size);

/* Text that does not fit into the buffer. */
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

/* A terminal's width unless it is known, and the colours of texts: sets colour
 * i of them, or none. */
enum { TERMINAL_COLUMNS = 80, TERMINAL_COLOURS = 6, TERMINAL_PLAIN = -1 };
void out_colour(struct out *out, int colour);

/* STATUS_LIMIT: a chart needs that many columns, and the terminal has fewer. */
enum status out_too_narrow(uint64_t needs, uint64_t has, struct err *err);

/* STATUS_LIMIT, with a text of what is too large, as printf writes it. */
enum status out_too_large(struct err *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds to a text of room bytes, as printf does; what does not fit is left out.
 */
void text_add(char *text, size_t room, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* As printf, of %s, %.*s, %c, %u, %zu and %PRIu64 alone: as fast as the others.
 */
void out_print(struct out *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * JSON values.  Readers keep integers below 2^53 exactly; larger ones, and
 * numbers that are not integers, are written as strings, with the nearest
 * double beside them if wanted.
 */

/* Exact integers are below 2^JSON_BITS. */
enum { JSON_BITS = 53 };
#define JSON_INTEGERS (UINT64_C(1) << JSON_BITS)

/* Writes `before`, a comma or an opening bracket, then the name. */
void json_name(struct out *out, char before, const char *name);

/* Writes text as a string, with a question mark for what is not UTF-8 and for
 * control characters. */
void json_string(struct out *out, const char *text);

/* Writes a number, as a string if necessary. */
void json_number(struct out *out, const char *text, size_t size);

/* Writes a comma, the name with _approx, and the double in the fewest digits
 * that read back as the same; null if value is NULL. */
void json_approx(struct out *out, const char *name, const double *value);

#endif
