/*
 * Error messages are built by hand: the library uses no stdio.
 */
#include "base/err.h"

#include <stdarg.h>
#include <string.h>

const char ERR_TEXT[] = "";

static size_t append(char *msg, size_t len, const char *text, size_t size)
{
	size_t room = ERR_MSG_MAX - 1 - len;

	if (size > room)
		size = room;
	memcpy(msg + len, text, size);
	return len + size;
}

/* A user's text between quotes: at most ERR_PART_MAX bytes of it. */
static size_t append_quoted(char *msg, size_t len, const char *text)
{
	char part[ERR_PART_MAX];
	size_t size = strnlen(text, ERR_PART_MAX + 1);
	int cut = size > ERR_PART_MAX;

	if (cut)
		size = ERR_PART_MAX;
	/* Do not cut a UTF-8 sequence in two. */
	while (cut && size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80)
		size--;
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)text[i];

		part[i] = c < ' ' || c == 127 ? '?' : text[i];
	}
	len = append(msg, len, "'", 1);
	len = append(msg, len, part, size);
	return append(msg, len, cut ? "...'" : "'", cut ? 4 : 1);
}

enum status err_set(struct err *err, enum status code, ...)
{
	va_list texts;
	const char *text;
	size_t len = 0;

	va_start(texts, code);
	while ((text = va_arg(texts, const char *)) != NULL) {
		if (text == ERR_TEXT)
			len = append_quoted(
				err->msg, len, va_arg(texts, const char *));
		else
			len = append(err->msg, len, text, strlen(text));
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
