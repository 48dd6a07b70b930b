/*
 * The words of JSON.  Readers keep integers below 2^53 exactly; what is more,
 * or no integer, is a string, and may have the nearest double beside it.
 */
#ifndef FIBCAST_FORMAT_JSON_H
#define FIBCAST_FORMAT_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "format/out.h"

/* Below 2^JSON_BITS. */
enum { JSON_BITS = 53 };
#define JSON_INTEGERS (UINT64_C(1) << JSON_BITS)

/* The name of what follows, after a comma or whatever else comes first. */
void json_name(struct out *out, char before, const char *name);

/* text as a string.  What is no UTF-8, or a control character, is a question
 * mark. */
void json_string(struct out *out, const char *text);

/* A number, as a string if it must be. */
void json_number(struct out *out, const char *text, size_t size);

/* A comma, the name with _approx, and the double, in the least digits that are
 * read as it; null for none. */
void json_approx(struct out *out, const char *name, const double *value);

#endif
