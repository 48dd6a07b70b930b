/*
 * Error messages, joined by hand because the library uses no stdio.
 */
#include "base/err.h"

#include <stdarg.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

const char ERR_TEXT[] = "'", ERR_OWN[] = "*";

size_t err_append(
	char msg[ERR_MSG_MAX], size_t len, const char *text, size_t size)
{
	size_t room = ERR_MSG_MAX - 1 - len;

	if (size > room)
		size = room;
	memcpy(msg + len, text, size);
	return len + size;
}

/* Appends a user's text in quotes: at most ERR_PART_MAX bytes of it, without
 * cutting a character in two. */
static size_t append_quoted(char *msg, size_t len, const char *text)
{
	const char *end = text + strnlen(text, ERR_PART_MAX + 1);
	const char *at = text;

	len = err_append(msg, len, "'", 1);
	while (at < end) {
		size_t size = utf8_size(at), step = size > 0 ? size : 1;

		if ((size_t)(at - text) + step > ERR_PART_MAX)
			return err_append(msg, len, "...'", 4);
		len = err_append(msg, len, size > 0 ? at : "?", step);
		at += step;
	}
	return err_append(msg, len, "'", 1);
}

enum status err_set(struct err *err, enum status code, ...)
{
	va_list texts;
	const char *text;
	size_t len = 0;

	va_start(texts, code);
	while ((text = va_arg(texts, const char *)) != NULL) {
		int is_quoted = text == ERR_TEXT;
		char *own = NULL;

		if (is_quoted)
			text = va_arg(texts, const char *);
		if (text == ERR_OWN)
			text = own = va_arg(texts, char *);
		len = is_quoted ? append_quoted(err->msg, len, text)
				: err_append(err->msg, len, text, strlen(text));
		mem_free(own);
	}
	va_end(texts);
	err->msg[len] = '\0';
	err->code = code;
	return code;
}

void err_prefix(struct err *err, const char *prefix)
{
	struct err old = *err;

	err_set(err, old.code, prefix, ": ", old.msg, NULL);
}
