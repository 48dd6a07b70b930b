/*
 * Output through a buffer that is written when it is full.  Only while output
 * is held back (out_hold) does the buffer grow instead.
 */
#include "format/out.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>

#include "base/mem.h"
#include "number/number.h"

void out_init(struct out *out, FILE *file)
{
	*out = (struct out){.file = file, .room = OUT_SIZE};
	out->text = mem_resize(NULL, OUT_SIZE, 1);
}

void out_hold(struct out *out, size_t most)
{
	out->hold = most;
}

void out_drop(struct out *out)
{
	mem_free(out->text);
	out->text = NULL;
}

void out_make_room(struct out *out, size_t size)
{
	while (out->room - out->size < size && out->room <= out->hold / 2)
		out->text = mem_resize(out->text, out->room *= 2, 1);
	if (out->room - out->size < size)
		out_flush(out);
}

void out_flush(struct out *out)
{
	fwrite(out->text, 1, out->size, out->file);
	out->size = 0;
}

void out_finish(struct out *out)
{
	if (!out->text)
		return;
	out_flush(out);
	out_drop(out);
}

void out_long(struct out *out, const char *bytes, size_t size)
{
	out_make_room(out, size);
	if (size > out->room - out->size)
		fwrite(bytes, 1, size, out->file);
	else
		out_bytes(out, bytes, size);
}

void out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

void out_fill(struct out *out, char c, size_t count)
{
	for (; count > 0; count--)
		out_char(out, c);
}

void out_colour(struct out *out, int colour)
{
	if (colour == TERMINAL_PLAIN)
		out_text(out, "\033[m");
	else
		out_print(out, "\033[3%um",
			1 + (unsigned)colour % TERMINAL_COLOURS);
}

enum status out_too_large(struct err *err, const char *format, ...)
{
	char text[ERR_MSG_MAX];
	va_list values;

	va_start(values, format);
	vsnprintf(text, sizeof text, format, values);
	va_end(values);
	return err_limit(err, text);
}

void text_add(char *text, size_t room, const char *format, ...)
{
	size_t size = strlen(text);
	va_list values;

	va_start(values, format);
	vsnprintf(text + size, room - size, format, values);
	va_end(values);
}

enum status out_too_narrow(uint64_t needs, uint64_t has, struct err *err)
{
	return out_too_large(err,
		"the chart needs %" PRIu64
		" columns, the terminal has %" PRIu64,
		needs, has);
}

/* Writes one value, for the conversion after a % at `at`; returns the place of
 * the conversion's last character. */
static const char *print_value(struct out *out, const char *at, va_list *values)
{
	int size;

	switch (*at) {
	case 'c':
		out_char(out, (char)va_arg(*values, int));
		return at;
	case 's':
		out_text(out, va_arg(*values, const char *));
		return at;
	case '.':
		size = va_arg(*values, int);
		out_bytes(out, va_arg(*values, const char *), (size_t)size);
		return at + 2;
	case 'u':
		out_u64(out, va_arg(*values, unsigned));
		return at;
	case 'z':
		out_u64(out, va_arg(*values, size_t));
		return at + 1;
	}
	assert(strncmp(at, PRIu64, sizeof PRIu64 - 1) == 0);
	out_u64(out, va_arg(*values, uint64_t));
	return at + sizeof PRIu64 - 2;
}

void out_print(struct out *out, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	for (; *format; format++) {
		size_t size = strcspn(format, "%");

		out_bytes(out, format, size);
		format += size;
		if (!*format)
			break;
		format = print_value(out, format + 1, &values);
	}
	va_end(values);
}

void out_u64(struct out *out, uint64_t value)
{
	out_make_room(out, NUMBER_U64_MAX);
	out->size += number_u64(out->text + out->size, value);
}
