/* Splits what each read(2) returns into lines at once, so that a slow writer is
 * answered line by line. */
#include "cli/input/input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/lines.h"

enum { STREAM_FIRST = 1 << 16 };

void stream_init(struct stream *stream, int file)
{
	*stream = (struct stream){.file = file, .capacity = STREAM_FIRST};
	/* One byte more, for the NUL after an unterminated last line. */
	stream->buffer = mem_resize(NULL, stream->capacity + 1, 1);
	stream->at = stream->end = stream->buffer;
}

void stream_clear(struct stream *stream)
{
	mem_free(stream->buffer);
	*stream = (struct stream){0};
}

static char *stream_line_end(const struct stream *stream)
{
	return memchr(stream->at, '\n', (size_t)(stream->end - stream->at));
}

int stream_is_ready(const struct stream *stream)
{
	return stream->has_ended || stream_line_end(stream) != NULL;
}

enum status stream_blame(const struct stream *stream, struct err *err)
{
	char place[NUMBER_U64_MAX + 6] = "line ";
	const struct err old = *err;

	place[5 + number_u64(place + 5, stream->line)] = '\0';
	return err_set(err,
		old.code == STATUS_LIMIT ? STATUS_LIMIT : STATUS_INPUT, place,
		": ", old.msg, NULL);
}

/* Moves the unread rest to the front of the buffer; doubles a full buffer. */
static void make_stream_room(struct stream *stream)
{
	size_t rest = (size_t)(stream->end - stream->at);

	memmove(stream->buffer, stream->at, rest);
	if (rest == stream->capacity) {
		stream->capacity *= 2;
		stream->buffer =
			mem_resize(stream->buffer, stream->capacity + 1, 1);
	}
	stream->at = stream->buffer;
	stream->end = stream->buffer + rest;
}

/* Reads more, at least a byte unless the input has ended. */
static enum status stream_read(struct stream *stream, struct err *err)
{
	ssize_t size;

	make_stream_room(stream);
	do
		size = read(stream->file, stream->end,
			stream->capacity -
				(size_t)(stream->end - stream->buffer));
	while (size < 0 && errno == EINTR);
	if (size < 0)
		return err_input(err, "cannot read: ", strerror(errno));
	stream->end += size;
	stream->has_ended = size == 0;
	return STATUS_OK;
}

static int is_stream_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Makes the line from stream->at to end a string, without blanks around it, nor
 * a byte order mark before the first. */
static enum status take_line(
	struct stream *stream, const char **text, char *end, struct err *err)
{
	char *at = stream->at;

	if (stream->line++ == 0 && end - at >= 3 &&
		memcmp(at, LINES_MARK, 3) == 0)
		at += 3;
	if (memchr(at, '\0', (size_t)(end - at))) {
		err_input(err, "there is a NUL byte");
		return stream_blame(stream, err);
	}
	while (end > at && is_stream_blank(end[-1]))
		end--;
	while (at < end && is_stream_blank(*at))
		at++;
	*end = '\0';
	*text = at;
	return STATUS_OK;
}

enum status stream_next(
	struct stream *stream, const char **text, struct err *err)
{
	char *end;
	enum status status = STATUS_OK;

	*text = NULL;
	while (!(end = stream_line_end(stream)) && !stream->has_ended) {
		if (stream->end - stream->at > STREAM_LINE_MAX) {
			stream->line++;
			err_input(err, "the line is too long");
			return stream_blame(stream, err);
		}
		status = stream_read(stream, err);
		if (status != STATUS_OK)
			return status;
	}
	if (!end && stream->at == stream->end)
		return STATUS_OK;
	if (!end)
		end = stream->end;
	status = take_line(stream, text, end, err);
	stream->at = end < stream->end ? end + 1 : end;
	return status;
}
