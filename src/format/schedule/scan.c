/*
 * Times are read exactly, as fractions: "2.5" is 5/2.  A denominator that does
 * not divide the unit makes the unit finer, and the times read so far are
 * converted: with 5/2 and 1/3 the unit is 6 ticks, and the times are 15 and 2.
 * Every product is compared with 2^63 before it is formed.
 */
#include "format/schedule/scan.h"

#include <assert.h>
#include <string.h>

enum status scan_error(const char *text, const char *what,
	const struct lines *lines, struct err *err)
{
	char word[LINES_WORD];

	lines_text(word, text);
	if (lines->field)
		return lines_error(
			lines, err, lines->field, ": ", ERR_TEXT, word, what);
	return lines_error(lines, err, ERR_TEXT, word, what);
}

int scan_is_word(const char *text, const char *word)
{
	size_t size = strlen(word);

	return strncmp(text, word, size) == 0 && is_cell_end(text[size]);
}

int scan_words(unsigned *index, char **text, const char *const *words)
{
	for (*index = 0; words[*index]; ++*index)
		if (scan_is_word(*text, words[*index])) {
			*text += strlen(words[*index]);
			return 1;
		}
	return 0;
}

/* Appends the digits at *text to *number and moves *text past them; returns 0
 * if the number reaches 2^63. */
static int append_digits(uint64_t *number, char **text)
{
	uint64_t value = *number;
	char *at = *text;

	for (; number_is_digit(*at); at++) {
		uint64_t digit = (uint64_t)(*at - '0');

		if (value > (INT64_MAX - digit) / 10)
			return 0;
		value = 10 * value + digit;
	}
	*text = at;
	*number = value;
	return 1;
}

int scan_digits(uint64_t *number, char **text)
{
	*number = 0;
	return number_is_digit(**text) && append_digits(number, text);
}

enum status scan_number(uint64_t *number, char **text,
	const struct lines *lines, struct err *err)
{
	char *start = *text;

	if (!number_is_digit(*start))
		return scan_error(start, " is not a whole number", lines, err);
	if (!scan_digits(number, text))
		return scan_error(start, " is not below 2^63", lines, err);
	if (!is_cell_end(**text))
		return scan_error(start, " is not a whole number", lines, err);
	return STATUS_OK;
}

/* Reads the digits after the point; returns 0 if the numerator or the
 * denominator reaches 2^63. */
static int scan_decimals(struct scan_time *time, char **text)
{
	char *start = *text;

	if (!append_digits(&time->numerator, text))
		return 0;
	for (; start < *text; start++) {
		if (time->denominator > INT64_MAX / 10)
			return 0;
		time->denominator *= 10;
	}
	return 1;
}

enum status scan_time(struct scan_time *time, char **text,
	const struct lines *lines, struct err *err)
{
	char *start = *text;
	uint64_t common;
	int fits;

	*time = (struct scan_time){0, 1};
	if (!number_is_digit(*start))
		return scan_error(start, " is not a time", lines, err);
	fits = append_digits(&time->numerator, text);
	if (fits && (*text)[0] == '.' && number_is_digit((*text)[1])) {
		++*text;
		fits = scan_decimals(time, text);
	} else if (fits && (*text)[0] == '/' && number_is_digit((*text)[1])) {
		++*text;
		time->denominator = 0;
		fits = append_digits(&time->denominator, text);
	}
	if (!fits)
		return scan_error(
			start, " has numbers not below 2^63", lines, err);
	if (!is_cell_end(**text))
		return scan_error(start, " is not a time", lines, err);
	if (time->denominator == 0)
		return scan_error(start, " has the denominator 0", lines, err);
	common = number_gcd_u64(time->numerator, time->denominator);
	time->numerator /= common;
	time->denominator /= common;
	return STATUS_OK;
}

static enum status too_fine(const struct lines *lines, struct err *err)
{
	return lines_error(lines, err,
		"this time and those before it have no common unit in which "
		"they are below 2^63");
}

enum status scan_refine(struct schedule_header *header, uint64_t *last,
	uint64_t denominator, const struct lines *lines, struct err *err)
{
	uint64_t factor =
		denominator / number_gcd_u64(header->unit, denominator);

	assert(factor > 0);
	if (*last > INT64_MAX / factor || !schedule_refine(header, factor))
		return too_fine(lines, err);
	*last *= factor;
	return STATUS_OK;
}

enum status scan_tick(uint64_t *tick, const struct scan_time *time,
	const struct schedule_header *header, const struct lines *lines,
	struct err *err)
{
	uint64_t scale = header->unit / time->denominator;

	if (time->numerator > INT64_MAX / scale)
		return too_fine(lines, err);
	*tick = time->numerator * scale;
	return STATUS_OK;
}
