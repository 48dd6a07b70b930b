/*
 * Writes rows as text, fast, as neighbouring rows share most of their digits.
 *
 * A number of more than four digits is written in two pieces: the last four
 * digits come from a table, the leading ones from a cache, together with the
 * text in front of them.  There is one such cached text for `from`, which
 * begins with the time, and many for `to`; the texts of messages are cached
 * whole.  The last two caches are direct-mapped: a number has one place.  A
 * number of at most four digits comes from a second table, with the separator
 * in front of it.  So row "7 12345678 12345670 9" is
 *   "7\t1234" "5678" "\t1234" "5670" "\t9\n".
 *   A row whose pieces are all cached takes a few copies of fixed size and two
 * look-ups: put_near.  Rows with the same cached pieces and only long numbers
 * differ in the last four digits alone: put_alike copies the text of the rows
 * before, twice as many each time, and then overwrites the digits, since a few
 * long copies cost less than many short ones.
 */
#include "format/schedule/fields.h"

#include <string.h>

#include "base/mem.h"
#include "base/bits.h"
#include "number/number.h"
#include "format/schedule/schedule.h"

enum {
	BUFFER_SIZE = 1 << 18,
	PART_MAX = 72,	   /* for a time, a separator and a number */
	ROW_MAX = 4 * 128, /* more than any row, with its fixed-size copies */
	ROWS = 256,	   /* put before the buffer's end is checked again */
	LAST = 10000,	   /* numbers of at most four digits are below it */
	MESSAGES = 256,	   /* places for the texts of messages */
	PLACES = 1024,	   /* places for the leading digits of `to` */
	ALIKE_MAX = 64,	   /* the most rows copied at once */
	NEAR_MAX = 16	   /* the longest text that put_near copies */
};

/* The text in front of the last digits of every number of [base, base + LAST).
 */
struct part {
	uint64_t base;
	size_t size;
	char text[PART_MAX];
};

/* A cached text, which depends on key alone; an empty place has a key that is
 * near no number. */
struct kept {
	uint64_t key;
	unsigned char size;
	char text[23];
};

/* A separator and a number below LAST without leading zeros. */
struct whole {
	char text[7];
	unsigned char size;
};

/* The tables for four last digits, and for numbers that have no others. */
struct last {
	char (*text)[4];
	struct whole *whole;
};

struct row_writer {
	FILE *out;
	char separator;
	const struct schedule_header *header;
	const struct schedule_column *column[SCHEDULE_COLUMNS];
	size_t columns;
	uint64_t tick, unit;
	size_t time_size;
	char time[PART_MAX];
	struct part from;
	struct kept to[PLACES];	       /* key: to - to % LAST */
	struct kept message[MESSAGES]; /* key: message; with the line's end */
	struct last last;
	char *buffer, *at;
};

static void row_writer_init(struct row_writer *writer)
{
	writer->at = writer->buffer =
		mem_array(BUFFER_SIZE + ROWS * ROW_MAX, 1);
	writer->from.base = UINT64_MAX - LAST;
	for (size_t i = 0; i < PLACES; i++)
		writer->to[i].key = UINT64_MAX - LAST;
	for (size_t i = 0; i < MESSAGES; i++)
		writer->message[i].key = UINT64_MAX;
	writer->last.text = mem_array(LAST, sizeof *writer->last.text);
	writer->last.whole = mem_array(LAST, sizeof *writer->last.whole);
	for (unsigned i = 0; i < LAST; i++) {
		struct whole *whole = &writer->last.whole[i];
		char *text = writer->last.text[i];
		size_t zeros = i < 10 ? 3 : i < 100 ? 2 : i < 1000;

		text[0] = (char)('0' + i / 1000);
		text[1] = (char)('0' + i / 100 % 10);
		text[2] = (char)('0' + i / 10 % 10);
		text[3] = (char)('0' + i % 10);
		whole->text[0] = writer->separator;
		memcpy(whole->text + 1, text + zeros, 4);
		whole->size = (unsigned char)(5 - zeros);
	}
}

/* Puts the last four digits of a number or, if it has no others, a separator
 * and the number. */
static inline char *put_last(
	struct last last, char *at, uint64_t value, int has_others)
{
	if (has_others) {
		memcpy(at, last.text[value], 4);
		return at + 4;
	}
	memcpy(at, &last.whole[value], sizeof *last.whole);
	return at + last.whole[value].size;
}

static void set_time(struct row_writer *writer, uint64_t tick)
{
	writer->tick = tick;
	writer->time_size =
		schedule_time_text(writer->time, tick, writer->unit);
	writer->from.base = UINT64_MAX - LAST;
}

/* Puts the time and from. */
WRAPS static char *put_from(struct row_writer *writer, char *at, uint64_t from)
{
	struct part *part = &writer->from;

	if (from - part->base >= LAST) {
		part->base = from - from % LAST;
		part->size = writer->time_size;
		memcpy(part->text, writer->time, writer->time_size);
		if (part->base > 0) {
			part->text[part->size++] = writer->separator;
			part->size += number_u64(
				part->text + part->size, from / LAST);
		}
	}
	memcpy(at, part->text, part->size);
	return put_last(writer->last, at + part->size, from - part->base,
		part->base > 0);
}

/* The place for the leading digits of `to`.  1024 consecutive numbers share
 * one: few of them are split by a multiple of LAST, so that the place would
 * have to change its key. */
static inline size_t kept_place(uint64_t to)
{
	return to >> 10 & (PLACES - 1);
}

/* The separator and the leading digits of `to`, which are none if it has at
 * most four digits. */
WRAPS static const struct kept *keep_to(struct row_writer *writer, uint64_t to)
{
	struct kept *kept = &writer->to[kept_place(to)];

	if (to - kept->key < LAST)
		return kept;
	kept->key = to - to % LAST;
	kept->size = 0;
	kept->text[0] = writer->separator;
	if (kept->key > 0)
		kept->size = (unsigned char)(1 + number_u64(kept->text + 1,
							 to / LAST));
	return kept;
}

/* The separator, the message and the line's end.  A text that is too long for
 * put_near gets no key, so that only put_row uses it. */
static const struct kept *keep_message(
	struct row_writer *writer, uint64_t message)
{
	struct kept *kept = &writer->message[message % MESSAGES];

	if (kept->key == message)
		return kept;
	kept->text[0] = writer->separator;
	kept->size = (unsigned char)(1 + number_u64(kept->text + 1, message));
	kept->text[kept->size++] = '\n';
	kept->key = kept->size <= NEAR_MAX ? message : UINT64_MAX;
	return kept;
}

/* Puts a text of at most NEAR_MAX bytes.  Those of `to` are no longer: 2^63 /
 * LAST has 15 digits. */
static inline char *put_kept(char *at, const struct kept *kept)
{
	memcpy(at, kept->text, NEAR_MAX);
	return at + kept->size;
}

/* Puts a row with no columns after the message, and caches its pieces. */
static char *put_row(
	struct row_writer *writer, char *at, const struct transmission *row)
{
	const struct kept *to = keep_to(writer, row->to);
	const struct kept *message = keep_message(writer, row->message);

	at = put_kept(put_from(writer, at, row->from), to);
	at = put_last(writer->last, at, row->to - to->key, to->key > 0);
	memcpy(at, message->text, sizeof message->text);
	return at + message->size;
}

/* What rows have in common that differ in their last digits only; where in
 * their text these digits are, and the size of the text. */
struct alike {
	uint64_t from_base, to_base, message;
	size_t from_place, to_place, size;
};

/* Overwrites the digits in copies of a row, from `at` on, with those of the
 * rows up to end, as long as these are alike; the first row that is not. */
WRAPS static inline const struct transmission *put_digits(
	const struct alike *alike, struct last last, char *at,
	const struct transmission *row, const struct transmission *end)
{
	for (; row < end; row++) {
		uint64_t f = row->from - alike->from_base;
		uint64_t t = row->to - alike->to_base;

		if (row->message != alike->message || f >= LAST || t >= LAST)
			break;
		memcpy(at + alike->from_place, last.text[f], 4);
		memcpy(at + alike->to_place, last.text[t], 4);
		at += alike->size;
	}
	return row;
}

/* Puts the rows from row on that share all cached pieces with the row before,
 * if that has only long numbers; the first row that was not put.  Not inlined,
 * as its loop needs the registers; aligned, as it is up to a fifth slower at
 * other addresses. */
__attribute__((noinline, aligned(64))) static const struct transmission *
put_alike(const struct row_writer *writer, char **text,
	const struct transmission *row, const struct transmission *end)
{
	const struct transmission *before = row - 1;
	const struct kept *to = &writer->to[kept_place(before->to)];
	struct alike alike = {.from_base = writer->from.base,
		.to_base = to->key,
		.message = before->message,
		.from_place = writer->from.size,
		.to_place = writer->from.size + 4 + to->size};
	size_t copies = 1;
	char *at = *text;

	alike.size = alike.to_place + 4 +
		     writer->message[before->message % MESSAGES].size;
	if (alike.from_base == 0 || alike.to_base == 0)
		return row;
	while (row < end) {
		const struct transmission *same;

		if (copies > (size_t)(end - row))
			copies = (size_t)(end - row);
		memcpy(at, at - copies * alike.size, copies * alike.size);
		same = put_digits(&alike, writer->last, at, row, row + copies);
		at += (size_t)(same - row) * alike.size;
		if (same < row + copies)
			end = same;
		row = same;
		if (copies < ALIKE_MAX)
			copies *= 2;
	}
	*text = at;
	return row;
}

/* Puts the rows from row on that share time and leading digits of `from` with
 * the row before, and whose other pieces are cached; the first row that was not
 * put.  Not inlined, for the same reason. */
__attribute__((noinline)) WRAPS static const struct transmission *put_near(
	const struct row_writer *writer, char **text,
	const struct transmission *row, const struct transmission *end)
{
	const uint64_t base = writer->from.base;
	const size_t size = writer->from.size;
	const struct last last = writer->last;
	const struct kept *to = &writer->to[0], *message = &writer->message[0];
	uint64_t to_base = UINT64_MAX - LAST;
	char from[NEAR_MAX], *at = *text;

	if (size > sizeof from)
		return row;
	memcpy(from, writer->from.text, sizeof from);
	for (; row < end; row++) {
		uint64_t f = row->from - base;

		if (f >= LAST)
			break;
		if (row->to - to_base >= LAST) {
			to = &writer->to[kept_place(row->to)];
			to_base = to->key;
			if (row->to - to_base >= LAST)
				break;
		}
		if (message->key != row->message) {
			message = &writer->message[row->message % MESSAGES];
			if (message->key != row->message)
				break;
		}
		memcpy(at, from, sizeof from);
		at = put_last(last, at + size, f, base > 0);
		if (to_base > 0)
			at = put_kept(at, to);
		at = put_last(last, at, row->to - to_base, to_base > 0);
		at = put_kept(at, message);
	}
	*text = at;
	return row;
}

/* Writes the buffer up to at, and then the parts, which csv must quote if they
 * have commas; where the buffer goes on. */
static char *write_parts(
	const struct row_writer *writer, char *at, const char *parts)
{
	int is_quoted = writer->separator == ',' && strchr(parts, ',');

	fwrite(writer->buffer, 1, (size_t)(at - writer->buffer), writer->out);
	fprintf(writer->out, is_quoted ? "\"%s\"" : "%s", parts);
	return writer->buffer;
}

/* Puts the columns after the message, which few schedules have, in place of the
 * line's end. */
static char *put_more(
	struct row_writer *writer, char *at, const struct transmission *row)
{
	for (size_t i = COLUMN_MESSAGE + 1; i < writer->columns; i++) {
		char *parts = column_parts_text(
			writer->column[i], writer->header, row);

		at[-1] = writer->separator;
		if (parts)
			at = write_parts(writer, at, parts);
		else
			at += column_text(
				at, writer->column[i], writer->header, row);
		mem_free(parts);
		*at++ = '\n';
	}
	return at;
}

/* Puts at most ROWS rows, all of one tick. */
static char *put_tick(struct row_writer *writer, char *at,
	const struct transmission *row, const struct transmission *end)
{
	if (row->tick != writer->tick)
		set_time(writer, row->tick);
	while (row < end) {
		const struct transmission *next = row + 1;

		at = put_row(writer, at, row);
		if (writer->columns > COLUMN_MESSAGE + 1) {
			at = put_more(writer, at, row);
		} else {
			next = put_alike(writer, &at, next, end);
			if (next == row + 1)
				next = put_near(writer, &at, next, end);
		}
		row = next;
	}
	return at;
}

/* Where the rows of the first row's tick end. */
static const struct transmission *find_tick_end(
	const struct transmission *row, const struct transmission *end)
{
	uint64_t tick = row->tick;

	if (end[-1].tick == tick)
		return end;
	while (row->tick == tick)
		row++;
	return row;
}

static void put_rows(
	struct row_writer *writer, const struct transmission *row, size_t count)
{
	const char *limit = writer->buffer + BUFFER_SIZE;
	const struct transmission *end = row + count;

	while (row < end) {
		const struct transmission *next =
			find_tick_end(row, end - row > ROWS ? row + ROWS : end);
		char *at = put_tick(writer, writer->at, row, next);

		if (at >= limit) {
			fwrite(writer->buffer, 1, BUFFER_SIZE, writer->out);
			memcpy(writer->buffer, limit, (size_t)(at - limit));
			at = writer->buffer + (at - limit);
		}
		writer->at = at;
		row = next;
	}
}

/* Pulls the schedule and writes its rows to out. */
static enum status schedule_write_rows(
	struct schedule *schedule, FILE *out, char separator, struct err *err)
{
	struct row_writer writer = {.out = out,
		.separator = separator,
		.header = &schedule->header};
	const struct transmission *row;
	enum status status;
	size_t count;

	writer.columns = schedule_columns_of(writer.column, writer.header);
	row_writer_init(&writer);
	while ((status = schedule_next(schedule, &row, &count, err)) ==
			STATUS_OK &&
		count > 0 && !ferror(out)) {
		if (writer.unit != schedule->header.unit) {
			writer.unit = schedule->header.unit;
			set_time(&writer, row->tick);
		}
		put_rows(&writer, row, count);
	}
	fwrite(writer.buffer, 1, (size_t)(writer.at - writer.buffer), out);
	mem_free(writer.buffer);
	mem_free(writer.last.text);
	mem_free(writer.last.whole);
	return status;
}

/*
 * -- the schedule format itself: header lines, the line of column names, and a
 * line for each transmission, separated by tabs; and CSV, which has the same
 * rows and no header but the column names.
 */

static void write_columns(
	const struct schedule_header *header, FILE *out, char separator)
{
	const struct schedule_column *column[SCHEDULE_COLUMNS];
	size_t columns = schedule_columns_of(column, header);

	for (size_t i = 0; i < columns; i++)
		fprintf(out, "%s%c", column_name(column[i], header),
			i + 1 < columns ? separator : '\n');
}

enum status schedule_write_tsv(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	if (!style->no_header) {
		schedule_write_header(&schedule->header, out);
		write_columns(&schedule->header, out, '\t');
	}
	return schedule_write_rows(schedule, out, '\t', err);
}

enum status schedule_write_csv(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	if (!style->no_header)
		write_columns(&schedule->header, out, ',');
	return schedule_write_rows(schedule, out, ',', err);
}
