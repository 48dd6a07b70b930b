/*
 * JSON values.  A double is printed with 15, 16 or 17 digits, the fewest that
 * read back as the same number.
 */
#include "format/out.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "number/number.h"

/* 2^53 - 1. */
static const char most[] = "9007199254740991";

/* "-1.2345678901234567e-308" and a NUL. */
enum { DOUBLE_TEXT = 25 };

/* Whether the text is an integer of absolute value below 2^53. */
static int is_json_integer(const char *text, size_t size)
{
	size_t digits = size - (*text == '-');

	for (size_t i = size - digits; i < size; i++)
		if (!number_is_digit(text[i]))
			return 0;
	if (digits != sizeof most - 1)
		return digits < sizeof most - 1;
	return memcmp(text + size - digits, most, digits) <= 0;
}

void json_name(struct out *out, char before, const char *name)
{
	out_print(out, "%c\"%s\":", before, name);
}

void json_string(struct out *out, const char *text)
{
	out_char(out, '"');
	while (*text) {
		size_t size = utf8_size(text);

		if (*text == '"' || *text == '\\')
			out_char(out, '\\');
		if (size > 0)
			out_bytes(out, text, size);
		else
			out_char(out, '?');
		text += size > 0 ? size : 1;
	}
	out_char(out, '"');
}

void json_text(struct out *out, char before, const char *name, const char *text)
{
	json_name(out, before, name);
	if (text)
		json_string(out, text);
	else
		out_text(out, "null");
}

void json_number(struct out *out, const char *text, size_t size)
{
	const char *quote = is_json_integer(text, size) ? "" : "\"";

	out_text(out, quote);
	out_bytes(out, text, size);
	out_text(out, quote);
}

void json_approx(struct out *out, const char *name, const double *value)
{
	char text[DOUBLE_TEXT] = "null";
	int digits = DBL_DIG;

	if (value)
		do
			snprintf(text, sizeof text, "%.*g", digits, *value);
		while (strtod(text, NULL) != *value &&
			++digits <= DBL_DECIMAL_DIG);
	out_print(out, ",\"%s_approx\":%s", name, text);
}
