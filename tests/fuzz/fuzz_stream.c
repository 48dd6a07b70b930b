/*
 * Any bytes as lines that arrive in pieces: stream gives the lines that there
 * are, whatever the pieces, or refuses the first that has a NUL, with its
 * number; and waits for none that is there.  The first byte says how long a
 * piece is.
 */
#include <sys/socket.h>
#include <unistd.h>

#include "cli/input/input.h"
#include "format/lines.h"
#include "fuzz.h"

/* As many as a socket holds, with some to spare. */
enum { PIECES = 100 };

/* A descriptor from which each read gives a piece. */
static int open_pieces(const uint8_t *data, size_t size, size_t piece)
{
	int ends[2];

	MUST(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
	for (size_t at = 0; at < size; at += piece) {
		size_t length = size - at < piece ? size - at : piece;

		MUST(send(ends[1], data + at, length, 0) == (ssize_t)length);
	}
	close(ends[1]);
	return ends[0];
}

static int is_blank(uint8_t byte)
{
	return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Cuts blanks off the line, and the mark of UTF-8 off the first. */
static void trim(const uint8_t **line, size_t *size, uint64_t number)
{
	size_t mark =
		number == 1 && *size >= 3 && memcmp(*line, LINES_MARK, 3) == 0
			? 3
			: 0;

	*line += mark;
	*size -= mark;
	while (*size > 0 && is_blank((*line)[*size - 1]))
		--*size;
	for (; *size > 0 && is_blank(**line); ++*line)
		--*size;
}

/* The next of the lines in the data is what the stream gives; 0 if that is the
 * last of all. */
static int check_line(struct stream *stream, const uint8_t **data, size_t *size)
{
	const uint8_t *line = *data, *end = memchr(*data, '\n', *size);
	size_t length = end ? (size_t)(end - line) : *size;
	struct err err = {.code = STATUS_OK};
	const char *text;
	enum status status = stream_next(stream, &text, &err);

	if (*size == 0) {
		MUST(status == STATUS_OK && !text && stream_is_ready(stream));
		return 0;
	}
	*data += end ? length + 1 : length;
	*size -= end ? length + 1 : length;
	if (memchr(line, '\0', length)) {
		fuzz_check_error(status, &err);
		MUST(strstr(err.msg, "there is a NUL byte"));
		return 0;
	}
	MUST(status == STATUS_OK && text);
	trim(&line, &length, stream->line);
	MUST(strlen(text) == length && memcmp(text, line, length) == 0);
	return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct stream stream;
	size_t piece;
	int file;

	if (size == 0)
		return 0;
	piece = 1 + size / PIECES + *data++ % 64;
	file = open_pieces(data, --size, piece);
	stream_init(&stream, file);
	while (check_line(&stream, &data, &size))
		continue;
	stream_clear(&stream);
	close(file);
	return 0;
}
