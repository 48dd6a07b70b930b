/*
 * Reading by lines, a buffer at a time: the incomplete line at the buffer's end
 * is moved to its beginning before more is read.
 */
#include "format/lines.h"

#include <stdarg.h>
#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"

void lines_init(struct lines *lines, FILE *in)
{
	*lines = (struct lines){.in = in, .line = 1};
	/* LINES_BEHIND also has room for a missing last line end. */
	lines->buffer = mem_array(LINES_MAX + LINES_BEHIND, 1);
	lines->at = lines->limit = lines->end = lines->buffer;
}

void lines_clear(struct lines *lines)
{
	mem_free(lines->buffer);
	*lines = (struct lines){0};
}

/* Sets limit to the end of the last whole line.  A CR in the last byte does not
 * end a line yet, as its LF may be still to come. */
static void set_limit(struct lines *lines)
{
	char *limit = lines->end;

	if (lines->ended && limit > lines->at && limit[-1] != '\n' &&
		limit[-1] != '\r')
		*limit++ = '\n';
	lines->end = limit;
	*limit = '\0';
	if (!lines->ended && limit > lines->at && limit[-1] == '\r')
		limit--;
	while (limit > lines->at && limit[-1] != '\n' && limit[-1] != '\r')
		limit--;
	lines->limit = limit;
}

enum status lines_fill(struct lines *lines, struct err *err)
{
	size_t rest = (size_t)(lines->end - lines->at), size;

	if (lines->at < lines->limit)
		return STATUS_OK;
	memmove(lines->buffer, lines->at, rest);
	lines->at = lines->buffer;
	lines->end = lines->buffer + rest;
	while (!lines->ended && lines->end < lines->buffer + LINES_MAX) {
		size = fread(lines->end, 1,
			(size_t)(lines->buffer + LINES_MAX - lines->end),
			lines->in);
		lines->end += size;
		lines->ended = feof(lines->in) != 0;
		if (ferror(lines->in))
			return err_input(err, "cannot read: ", strerror(errno));
	}
	if (!lines->begun && lines->end - lines->at >= 3 &&
		memcmp(lines->at, LINES_MARK, 3) == 0)
		lines->at += 3;
	lines->begun = 1;
	set_limit(lines);
	if (lines->limit == lines->at && lines->end > lines->at)
		return lines_error(lines, err, "the line is too long");
	return STATUS_OK;
}

const char *lines_end(const char *text)
{
	while (*text != '\n' && *text != '\r')
		text++;
	return text;
}

const char *lines_text(char word[LINES_WORD], const char *text)
{
	size_t size = 0;

	for (; size < LINES_WORD - 1 && *text != '\n' && *text != '\r' &&
		*text != ' ' && *text != '\t';
		text++)
		word[size++] = *text ? *text : '?';
	word[size] = '\0';
	return word;
}
