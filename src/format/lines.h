/*
 * Reads a file line by line.  A line ends with LF, CRLF or CR; the last one may
 * have no end.
 *
 * The buffer holds whole lines from `at` to `limit`, each with its line end, so
 * a scanner that stops at a line end needs no other bound.
 */
#ifndef FIBCAST_FORMAT_LINES_H
#define FIBCAST_FORMAT_LINES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "number/number.h"

/* The longest line with its end, in bytes; also the size of the buffer. */
enum { LINES_MAX = 1 << 18 };

/* How many bytes past limit a scanner may read. */
enum { LINES_BEHIND = 16 };

/* The byte-order mark that some editors put in front of UTF-8. */
#define LINES_MARK "\357\273\277"

struct lines {
	FILE *in;
	char *buffer;
	char *at;	   /* the next line */
	char *limit;	   /* the end of the last whole line */
	char *end;	   /* the end of what has been read */
	int begun, ended;  /* reading has begun; the file has ended */
	uint64_t line;	   /* the number of the line at `at`, from 1 */
	const char *field; /* what scan_error says the text is of; or NULL */
};

void lines_init(struct lines *lines, FILE *in);
void lines_clear(struct lines *lines);

/*
 * Reads on if the buffer has no whole line left: then at < limit, or the file
 * has ended and at == limit.  May move the buffer's contents.  Skips a
 * byte-order mark in front of the first line.
 * Errors: STATUS_INPUT for a line of more than LINES_MAX bytes and if reading
 * fails.
 */
enum status lines_fill(struct lines *lines, struct err *err) WARN_UNUSED;

/* The end of the line at text: its LF or CR. */
const char *lines_end(const char *text);

/* Passes over blanks and tabs. */
static inline const char *lines_skip(const char *text)
{
	return text + strspn(text, " \t");
}

/* Goes on to the next line; text: any place in this line up to its end. */
static inline void lines_next(struct lines *lines, char *text)
{
	while (*text != '\n' && *text != '\r')
		text++;
	/* A CR before limit is followed by its LF there, if it has one. */
	text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
	lines->at = text;
	lines->line++;
}

/* Sets err to STATUS_INPUT: "line 7: " and the texts. */
#define lines_error(lines, err, ...)                                           \
	err_input(err, "line ", ERR_OWN, number_u64_text((lines)->line), ": ", \
		__VA_ARGS__)

/* Copies the word at text, which ends at a blank or a line end, for a message;
 * a long word is cut off. */
enum { LINES_WORD = ERR_PART_MAX + 8 };
const char *lines_text(char word[LINES_WORD], const char *text);

#endif
