/* What the readers of solutions share: lines as words, values set. */
#ifndef FIBCAST_FORMAT_PROGRAM_SOLUTION_LINES_H
#define FIBCAST_FORMAT_PROGRAM_SOLUTION_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "core/ilp.h"
#include "format/lines.h"

enum { SOLUTION_WORDS = 5 };

struct solution_word {
	char *text;
	size_t size;
};

struct solution {
	struct lines lines;
	struct ilp_assignment *assignment;
	uint64_t given; /* how many values */
	int is_optimal;
	int is_open; /* there is a line at lines.at */
	/* Of that line; words: how many, those past the last slot, too. */
	size_t words;
	struct solution_word word[SOLUTION_WORDS];
};

/* Reads the rest of a file, from its first line on, which is there. */
typedef enum status solution_reader(struct solution *in, struct err *err);
solution_reader solution_read_raw, solution_read_listing, solution_read_cbc,
	solution_read_highs, solution_read_scip, solution_read_plain;

/* Goes to the next line that is not blank; in->words is 0 at the end.
 * Errors: those of lines_fill. */
enum status solution_next(struct solution *in, struct err *err) WARN_UNUSED;

/* The same where there must be a line. */
enum status solution_need(struct solution *in, struct err *err) WARN_UNUSED;

/* Whether the line begins with these words, single blanks between them; whether
 * it has this text in it. */
int solution_begins(const struct solution *in, const char *text);
int solution_has(const struct solution *in, const char *text);

/*
 * Gives a variable the value in a word of the line, or finds it by the word
 * that is its name, or both.
 * Errors: STATUS_INPUT if there is no such word or variable, or it has a value
 * already, or that is neither 0 nor 1.
 */
enum status solution_set(struct solution *in, uint64_t number, size_t value,
	struct err *err) WARN_UNUSED;
enum status solution_find(uint64_t *number, struct solution *in, size_t name,
	struct err *err) WARN_UNUSED;
enum status solution_set_name(struct solution *in, size_t name, size_t value,
	struct err *err) WARN_UNUSED;

/* Reads a word as a whole number. */
enum status solution_number(uint64_t *number, struct solution *in, size_t word,
	struct err *err) WARN_UNUSED;

/* The word must be the number of what the program has count of.
 * Errors: STATUS_INPUT, if it is another program's. */
enum status solution_same(struct solution *in, size_t word, uint64_t count,
	const char *what, struct err *err) WARN_UNUSED;

/* The error that the solver found nothing. */
enum status solution_none(const struct solution *in, struct err *err);

/* Errors: STATUS_INPUT unless every variable has a value. */
enum status solution_complete(
	const struct solution *in, struct err *err) WARN_UNUSED;

#endif
