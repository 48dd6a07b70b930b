/* Scanners for the schedule format: its numbers, all below 2^63, its cells, and
 * its header. */
#ifndef FIBCAST_FORMAT_SCHEDULE_SCAN_H
#define FIBCAST_FORMAT_SCHEDULE_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "number/number.h"
#include "core/schedule.h"
#include "format/lines.h"

static inline int is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline char *skip_blanks(char *text)
{
	while (is_blank(*text))
		text++;
	return text;
}

/* Whether a cell ends before this character. */
static inline int is_cell_end(char c)
{
	return is_blank(c) || c == '\n' || c == '\r';
}

/* A time, numerator/denominator in lowest terms. */
struct scan_time {
	uint64_t numerator, denominator;
};

/* Reads the number at *text and moves *text past its digits; returns 0 if there
 * are none, or if the number is 2^63 or more. */
int scan_digits(uint64_t *number, char **text);

/* Whether the cell at text, or the line, begins with that word alone. */
int scan_is_word(const char *text, const char *word);

/* Reads one of the words, up to NULL, and moves *text past it; returns 0 if the
 * cell at *text is none of them. */
int scan_words(unsigned *index, char **text, const char *const *words);

/*
 * Reads the cell at *text, a whole number, and moves *text past it.
 * Errors: STATUS_INPUT if the cell is none, or if it is 2^63 or more.
 */
enum status scan_number(uint64_t *number, char **text,
	const struct lines *lines, struct err *err) WARN_UNUSED;

/* The same for a time: "8", "7.5" or "15/2". */
enum status scan_time(struct scan_time *time, char **text,
	const struct lines *lines, struct err *err) WARN_UNUSED;

/* STATUS_INPUT: the cell at text, and what is wrong with it. */
enum status scan_error(const char *text, const char *what,
	const struct lines *lines, struct err *err);

/*
 * Makes the header's unit a multiple of the denominator; converts all times of
 * the header, and *last, the latest tick of the rows, to the new unit.
 * Errors: STATUS_INPUT if a time would reach 2^63; nothing has changed then.
 */
enum status scan_refine(struct schedule_header *header, uint64_t *last,
	uint64_t denominator, const struct lines *lines,
	struct err *err) WARN_UNUSED;

/* *tick = the time in the header's unit, which must be a multiple of the time's
 * denominator.  Errors: STATUS_INPUT if it would reach 2^63. */
enum status scan_tick(uint64_t *tick, const struct scan_time *time,
	const struct schedule_header *header, const struct lines *lines,
	struct err *err) WARN_UNUSED;

/* The texts that a header points to; NULL for those it does not have. */
struct scan_texts {
	char *algorithm, *cost, *machine, *inside, *notes;
	size_t notes_size;
};

void scan_texts_clear(struct scan_texts *texts);

/* The parts of all rows that carry several; see parts.c. */
struct scan_parts;

struct scan_parts *scan_parts_new(void);
void scan_parts_free(struct scan_parts *parts);

/* The parts that a header's member parts points to. */
const struct schedule_parts *scan_parts_all(const struct scan_parts *parts);

/* On a machine, all blocks of a row together take at most 2^63 / SCAN_EXTRA
 * ticks. */
enum { SCAN_EXTRA = 4 };

/*
 * Reads the cell at *text, which says what the row carries, and moves *text
 * past it.  The row's sender and receiver must already be set.
 * Errors: STATUS_INPUT, naming the cell.
 */
enum status scan_carried(struct transmission *row, struct scan_parts *parts,
	const struct schedule_header *header, char **text,
	const struct lines *lines, struct err *err) WARN_UNUSED;

/*
 * Reads the header, up to the line that names the columns.  texts must be
 * zeroed; the caller clears it even after an error.
 * Errors: STATUS_INPUT, naming the line; STATUS_LIMIT if reading fails.
 */
enum status scan_header(struct schedule_header *header,
	struct scan_texts *texts, struct lines *lines,
	struct err *err) WARN_UNUSED;

/*
 * Short numbers are read eight digits at once: within one word, neighbouring
 * digits are added up as tens, then as hundreds, then as ten thousands.  Eight
 * bytes must be readable at the number.
 */

/* The eight bytes at text, the first one lowest: compilers make it one load on
 * little-endian machines. */
static inline uint64_t digits_load(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;

	return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 |
	       (uint64_t)byte[2] << 16 | (uint64_t)byte[3] << 24 |
	       (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 |
	       (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

/*
 * Reads the 1 to 8 digits at text, which the character `end` must follow;
 * returns the place after that, or NULL.  *size is a guess at how many digits
 * there are: a right one lets the CPU go on before it has counted them; a
 * wrong one is corrected.
 */
WRAPS static inline char *digits_scan(
	uint64_t *number, char *text, char end, size_t *size)
{
	const uint64_t most = UINT64_C(0x7676767676767676),
		       high = UINT64_C(0x8080808080808080);
	uint64_t digits = digits_load(text) ^ UINT64_C(0x3030303030303030);
	uint64_t word = digits << (0 - 8 * *size) % 64;

	if (__builtin_expect(
		    ((word | (word + most)) & high) != 0 || text[*size] != end,
		    0)) {
		/* The high bit of the first byte that is no digit is the lowest
		 * bit set; a carry changes only bytes above it. */
		uint64_t other = (digits | (digits + most)) & high;
		size_t found = other ? bits_lowest(other) / 8 : 8;

		if (found == 0 || text[found] != end)
			return NULL;
		*size = found;
		word = digits << (0 - 8 * found) % 64;
	}
	word = word * 2561 >> 8 & UINT64_C(0x00FF00FF00FF00FF);
	word = word * 6553601 >> 16 & UINT64_C(0x0000FFFF0000FFFF);
	*number = word * UINT64_C(42949672960001) >> 32;
	return text + *size + 1;
}

#endif
