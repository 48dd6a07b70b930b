/*
 * JSON values.  Readers keep integers below 2^53 exactly; larger ones, and
 * numbers that are not integers, are written as strings, with the nearest
 * double beside them if wanted.
 */
#ifndef FIBCAST_FORMAT_JSON_H
#define FIBCAST_FORMAT_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "format/out.h"

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
