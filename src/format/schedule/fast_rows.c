/*
 * Neighbouring rows share most of their digits.  All but the last four digits
 * of a number are kept as text, together with what comes before it: the time
 * with `from`, a separator with `to`; the last four come from a table.  The
 * beginnings of several `to` and the texts of several messages are kept, each
 * in a place that follows from its number.  While all that a row needs is
 * there, it takes three short copies of fixed size and two look-ups.  Rows that
 * differ in their last digits only are copied from those before, twice as many
 * each time, and then get their digits: a few long copies cost less than many
 * short ones.
 */
#include "format/schedule/fields.h"

#include <string.h>

#include "base/mem.h"
#include "base/bits.h"
#include "number/number.h"
#include "format/schedule/schedule.h"

enum {
	BUFFER_SIZE = 1 << 18,
	PART_MAX = 72,	   /* a time, a separator and a number */
	ROW_MAX = 4 * 128, /* more than any row, with its fixed-size copies */
	LAST = 10000,	   /* the range of the last digits */
	KEPT = 256,	   /* the texts of a kind that are kept */
	ALIKE_MAX = 64	   /* rows copied at once */
};

/* Text that begins every number of [base, base + LAST). */
struct part {
	uint64_t base;
	size_t size;
	char text[PART_MAX];
};

/* A text that depends on key alone; UINT64_MAX: none yet. */
struct kept {
	uint64_t key;
	unsigned char size;
	char text[23];
};

/* The last four digits of a number, and the zeros that lead them, 3 at most. */
struct last {
	char (*text)[4];
	unsigned char *zeros;
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
	struct kept to[KEPT];	   /* key: to / LAST */
	struct kept message[KEPT]; /* key: message; its text to line's end */
	struct last last;
	char *buffer, *at;
};

static void row_writer_init(struct row_writer *writer)
{
	writer->at = writer->buffer = mem_array(BUFFER_SIZE + ROW_MAX, 1);
	writer->from.base = UINT64_MAX - LAST;
	for (size_t i = 0; i < KEPT; i++)
		writer->to[i].key = writer->message[i].key = UINT64_MAX;
	/* One more, for copies that begin within the last. */
	writer->last.text = mem_array(LAST + 1, sizeof *writer->last.text);
	writer->last.zeros = mem_array(LAST, 1);
	for (unsigned i = 0; i < LAST; i++) {
		writer->last.zeros[i] =
			(unsigned char)((i < 1000) + (i < 100) + (i < 10));
		writer->last.text[i][0] = (char)('0' + i / 1000);
		writer->last.text[i][1] = (char)('0' + i / 100 % 10);
		writer->last.text[i][2] = (char)('0' + i / 10 % 10);
		writer->last.text[i][3] = (char)('0' + i % 10);
	}
}

/* Puts the last digits of a number: all four, or if it has no others only those
 * that it has.  Four bytes are written. */
static inline char *put_last(
	struct last last, char *at, uint64_t value, int is_all)
{
	size_t skip = is_all ? 0 : last.zeros[value];

	memcpy(at, (const char *)last.text + 4 * value + skip, 4);
	return at + 4 - skip;
}

static void set_time(struct row_writer *writer, uint64_t tick)
{
	writer->tick = tick;
	writer->time_size =
		schedule_time_text(writer->time, tick, writer->unit);
	writer->time[writer->time_size++] = writer->separator;
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
		if (part->base > 0)
			part->size += number_u64(
				part->text + part->size, from / LAST);
	}
	memcpy(at, part->text, part->size);
	return put_last(writer->last, at + part->size, from - part->base,
		part->base > 0);
}

/* What to / LAST begins with. */
static const struct kept *keep_to(struct row_writer *writer, uint64_t key)
{
	struct kept *kept = &writer->to[key % KEPT];

	if (kept->key == key)
		return kept;
	kept->key = key;
	kept->size = 1;
	kept->text[0] = writer->separator;
	if (key > 0)
		kept->size += (unsigned char)number_u64(kept->text + 1, key);
	return kept;
}

static const struct kept *keep_message(
	struct row_writer *writer, uint64_t message)
{
	struct kept *kept = &writer->message[message % KEPT];

	if (kept->key == message)
		return kept;
	kept->key = message;
	kept->text[0] = writer->separator;
	kept->size = (unsigned char)(1 + number_u64(kept->text + 1, message));
	kept->text[kept->size++] = '\n';
	return kept;
}

/* At most 1 + 15 bytes: to / LAST is below 2^63 / LAST. */
static inline char *put_kept_to(char *at, const struct kept *kept)
{
	memcpy(at, kept->text, 16);
	return at + kept->size;
}

static inline char *put_kept_message(char *at, const struct kept *kept)
{
	memcpy(at, kept->text, sizeof kept->text);
	return at + kept->size;
}

/* Puts a row of any kind, and keeps its parts for those that follow. */
static char *put_row(
	struct row_writer *writer, char *at, const struct transmission *row)
{
	const struct kept *to = keep_to(writer, row->to / LAST);

	if (row->tick != writer->tick)
		set_time(writer, row->tick);
	at = put_from(writer, at, row->from);
	at = put_last(
		writer->last, put_kept_to(at, to), row->to % LAST, to->key > 0);
	return put_kept_message(at, keep_message(writer, row->message));
}

/* The first of some rows, in order of time, of another tick, or end. */
static const struct transmission *find_tick_end(const struct transmission *row,
	const struct transmission *end, uint64_t tick)
{
	if (row < end && end[-1].tick == tick)
		return end;
	while (row < end && row->tick == tick)
		row++;
	return row;
}

/* What rows share that differ in their last digits only. */
struct alike {
	uint64_t from_base, to_base, message;
	size_t from_place, to_place, size; /* of the digits, of the row */
};

/* Gives their digits to the rows up to end that are alike, at being the first
 * of as many copies; the first that is not. */
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

/*
 * Puts the rows from *row on that share all parts with the last one, which has
 * no access and only long numbers, as long as at is before limit; *row is then
 * the first that was not put.
 */
static char *put_alike(const struct row_writer *writer, char *at,
	const char *limit, const struct transmission **row,
	const struct transmission *end)
{
	const struct transmission *r = *row, *before = r - 1;
	const struct kept *to = &writer->to[before->to / LAST % KEPT];
	struct alike alike = {.from_base = writer->from.base,
		.to_base = to->key * LAST,
		.message = before->message,
		.from_place = writer->from.size,
		.to_place = writer->from.size + 4 + to->size};
	size_t room, copies = 1;

	alike.size = alike.to_place + 4 +
		     writer->message[before->message % KEPT].size;
	if (alike.from_base == 0 || alike.to_base == 0 || at >= limit)
		return at;
	room = (size_t)(limit - at) / alike.size + 1;
	if (room < (size_t)(end - r))
		end = r + room;
	end = find_tick_end(r, end, writer->tick);
	while (r < end) {
		const struct transmission *same;

		if (copies > (size_t)(end - r))
			copies = (size_t)(end - r);
		memcpy(at, at - copies * alike.size, copies * alike.size);
		same = put_digits(&alike, writer->last, at, r, r + copies);
		at += (size_t)(same - r) * alike.size;
		if (same < r + copies)
			end = same;
		r = same;
		if (copies < ALIKE_MAX)
			copies *= 2;
	}
	*row = r;
	return at;
}

/*
 * Puts the rows from *row on that begin as the last one, which has no access,
 * and of which all parts are kept, as long as at is before limit; *row is then
 * the first that was not put.
 */
WRAPS static char *put_near(const struct row_writer *writer, char *at,
	const char *limit, const struct transmission **row,
	const struct transmission *end)
{
	const struct transmission *r = *row;
	const uint64_t base = writer->from.base, tick = writer->tick;
	const size_t size = writer->from.size;
	const struct last last = writer->last;
	const struct kept *to = &writer->to[0], *message = &writer->message[0];
	uint64_t to_base = UINT64_MAX - LAST;
	char from[16], separator = writer->separator;

	if (size > sizeof from)
		return at;
	memcpy(from, writer->from.text, sizeof from);
	for (; r < end && at < limit; r++) {
		uint64_t f = r->from - base;

		if (r->tick != tick || f >= LAST)
			break;
		if (r->to - to_base >= LAST) {
			to = &writer->to[r->to / LAST % KEPT];
			if (to->key != r->to / LAST)
				break;
			to_base = to->key * LAST;
		}
		if (message->key != r->message) {
			message = &writer->message[r->message % KEPT];
			if (message->key != r->message)
				break;
		}
		memcpy(at, from, sizeof from);
		at = put_last(last, at + size, f, base > 0);
		if (to_base == 0) {
			*at = separator;
			at = put_last(last, at + 1, r->to, 0);
		} else {
			at = put_kept_to(at, to);
			at = put_last(last, at, r->to - to_base, 1);
		}
		at = put_kept_message(at, message);
	}
	*row = r;
	return at;
}

/* Writes what is there, and the parts, which csv quotes. */
static char *write_parts(
	const struct row_writer *writer, char *at, const char *parts)
{
	int is_quoted = writer->separator == ',' && strchr(parts, ',');

	fwrite(writer->buffer, 1, (size_t)(at - writer->buffer), writer->out);
	fprintf(writer->out, is_quoted ? "\"%s\"" : "%s", parts);
	return writer->buffer;
}

/* Puts what rows of few schedules have after the message, in place of the
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

static void put_rows(
	struct row_writer *writer, const struct transmission *row, size_t count)
{
	const struct transmission *end = row + count;
	char *at = writer->at, *limit = writer->buffer + BUFFER_SIZE;

	while (row < end) {
		const struct transmission *next = row + 1;

		at = put_row(writer, at, row);
		if (writer->columns > COLUMN_MESSAGE + 1) {
			at = put_more(writer, at, row);
		} else {
			at = put_alike(writer, at, limit, &next, end);
			if (next == row + 1)
				at = put_near(writer, at, limit, &next, end);
		}
		row = next;
		if (at >= limit) {
			fwrite(writer->buffer, 1, BUFFER_SIZE, writer->out);
			memcpy(writer->buffer, limit, (size_t)(at - limit));
			at = writer->buffer + (at - limit);
		}
	}
	writer->at = at;
}

/* Pulls the schedule and writes its rows to out, separated by tabs or commas.
 */
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
	mem_free(writer.last.zeros);
	return status;
}

/*
 * -- the schedule format itself: header lines, the column line, and a line for
 * each transmission, separated by tabs; and the same rows as CSV, whose only
 * header is the column line.
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
