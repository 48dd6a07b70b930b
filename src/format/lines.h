/*
 * A file by lines, ended by LF, CRLF or CR, the last one perhaps by nothing.
 *
 * Lines lie whole in one buffer: from `at` up to `limit` there are only whole
 * lines, each with its end, so that a scanner stops there by itself and needs
 * no other bound.
 */
#ifndef FIBCAST_FORMAT_LINES_H
#define FIBCAST_FORMAT_LINES_H

#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "number/number.h"

/* The longest line, its end included: as long as the buffer. */
enum { LINES_MAX = 1 << 18 };

/* What may be read past limit. */
enum { LINES_BEHIND = 16 };

/* What some editors put in front of UTF-8: the byte-order mark. */
#define LINES_MARK "\357\273\277"

struct lines {
	FILE *in;
	char *buffer;
	char *at, *limit; /* the next line; the end of the last whole one */
	char *end;	  /* of what has been read */
	int begun, ended; /* something was read; there is no more */
	uint64_t line;	  /* the number of the line at `at`, from 1 */
};

void lines_init(struct lines *lines, FILE *in);
void lines_clear(struct lines *lines);

/*
 * Makes `at` the beginning of a whole line, if there is one left; else `at` is
 * limit.  Moves what is in the buffer.  A byte-order mark in front of the first
 * line is no part of it.
 * Errors: STATUS_INPUT for a line of more than LINES_MAX bytes, STATUS_LIMIT if
 * reading fails.
 */
enum status lines_fill(struct lines *lines, struct err *err) WARN_UNUSED;

/* The end of the line at text: its LF or CR. */
const char *lines_end(const char *text);

/* Goes on to the next line, given a place at or before this one's end. */
static inline void lines_next(struct lines *lines, char *text)
{
	while (*text != '\n' && *text != '\r')
		text++;
	/* Within [at, limit) no CR is last but one whose LF is there, too. */
	text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
	lines->at = text;
	lines->line++;
}

/* Sets err to STATUS_INPUT: "line 7: " and the texts. */
#define lines_error(lines, err, ...)                                           \
	err_input(err, "line ", ERR_OWN, number_u64_text((lines)->line), ": ", \
		__VA_ARGS__)

/* Copies the word at text, up to a blank or the line's end, for a message; a
 * long one is cut. */
enum { LINES_WORD = ERR_PART_MAX + 8 };
const char *lines_text(char word[LINES_WORD], const char *text);

#endif
