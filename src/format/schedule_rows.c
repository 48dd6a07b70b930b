/*
 * Neighbouring rows share most of their digits.  A number is kept as text but
 * for its last four digits, which come from a table, and with what stands
 * before it: the time with `from`, a separator with `to`.  As long as a number
 * stays within its ten thousand, a row is two short copies of fixed size, two
 * look-ups, and the message, which is text, too.
 */
#include "format/schedule_rows.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"

enum {
	BUFFER_SIZE = 1 << 16,
	PART_MAX = 72,	   /* a time, a separator and a number */
	ROW_MAX = 4 * 128, /* more than any row, with its fixed-size copies */
	LAST = 10000	   /* the range of the last digits */
};

/* Text that begins every number of [base, base + LAST), base > 0. */
struct part {
	uint64_t base;
	size_t size;
	char text[PART_MAX];
};

struct rows {
	FILE *out;
	char separator;
	uint64_t tick, unit, message;
	size_t time_size, message_size;
	char time[PART_MAX], after[PART_MAX]; /* the message's, to line's end */
	struct part from, to;
	char (*last)[4]; /* the last four digits, once they are needed */
	char *buffer, *at;
};

static void make_last(struct rows *rows)
{
	rows->last = mem_array(LAST, sizeof *rows->last);
	for (unsigned i = 0; i < LAST; i++) {
		rows->last[i][0] = (char)('0' + i / 1000);
		rows->last[i][1] = (char)('0' + i / 100 % 10);
		rows->last[i][2] = (char)('0' + i / 10 % 10);
		rows->last[i][3] = (char)('0' + i % 10);
	}
}

/* Makes the part of value, which is LAST or more, after size bytes that begin
 * it already. */
static void make_part(
	struct rows *rows, struct part *part, size_t size, uint64_t value)
{
	if (!rows->last)
		make_last(rows);
	part->base = value - value % LAST;
	part->size = size + number_u64(part->text + size, value / LAST);
}

static char *put_parted(const struct rows *rows, char *at,
	const struct part *part, uint64_t value)
{
	assert(rows->last);
	memcpy(at, part->text, part->size);
	at += part->size;
	memcpy(at, rows->last[value - part->base], 4);
	return at + 4;
}

/* Puts the time and from. */
static char *put_from(struct rows *rows, char *at, uint64_t from)
{
	struct part *part = &rows->from;

	if (from < LAST) {
		memcpy(at, rows->time, rows->time_size);
		at += rows->time_size;
		return at + number_u64(at, from);
	}
	if (from - part->base >= LAST) {
		memcpy(part->text, rows->time, rows->time_size);
		make_part(rows, part, rows->time_size, from);
	}
	return put_parted(rows, at, part, from);
}

static char *put_to(struct rows *rows, char *at, uint64_t to)
{
	struct part *part = &rows->to;

	if (to < LAST) {
		*at++ = rows->separator;
		return at + number_u64(at, to);
	}
	if (to - part->base >= LAST) {
		part->text[0] = rows->separator;
		make_part(rows, part, 1, to);
	}
	return put_parted(rows, at, part, to);
}

static void set_time(struct rows *rows, uint64_t tick)
{
	rows->tick = tick;
	rows->time_size = schedule_time_text(rows->time, tick, rows->unit);
	rows->time[rows->time_size++] = rows->separator;
	rows->from.base = UINT64_MAX - LAST;
}

static void set_message(struct rows *rows, uint64_t message)
{
	rows->message = message;
	rows->after[0] = rows->separator;
	rows->message_size = 1 + number_u64(rows->after + 1, message);
	rows->after[rows->message_size++] = '\n';
}

/* Puts a row of any kind, and keeps its parts for those that follow. */
static char *put_row(
	struct rows *rows, char *at, const struct transmission *row)
{
	if (row->tick != rows->tick)
		set_time(rows, row->tick);
	if (row->message != rows->message)
		set_message(rows, row->message);
	at = put_from(rows, at, row->from);
	at = put_to(rows, at, row->to);
	memcpy(at, rows->after, rows->message_size);
	return at + rows->message_size;
}

/*
 * Puts the rows from *row on that share all parts with the last one, which has
 * no access, as long as at is before limit; *row is then the first that was not
 * put.
 */
static char *put_alike(const struct rows *rows, char *at, const char *limit,
	const struct transmission **row, const struct transmission *end)
{
	const struct transmission *r = *row;
	const uint64_t from_base = rows->from.base, to_base = rows->to.base;
	const size_t from_size = rows->from.size, to_size = rows->to.size;
	char from[16], to[16];
	const char(*last)[4] = (const char(*)[4])rows->last;
	uint64_t tick = rows->tick, message = rows->message;
	size_t message_size = rows->message_size;
	char after[8];

	if (!last || rows->from.size > 16 || rows->to.size > 16 ||
		message_size > 8)
		return at;
	memcpy(from, rows->from.text, 16);
	memcpy(to, rows->to.text, 16);
	memcpy(after, rows->after, 8);
	for (; r < end && at < limit; r++) {
		uint64_t f = r->from - from_base, t = r->to - to_base;

		if (((r->tick ^ tick) | (r->message ^ message)) != 0 ||
			f >= LAST || t >= LAST)
			break;
		memcpy(at, from, 16);
		memcpy(at + from_size, last[f], 4);
		at += from_size + 4;
		memcpy(at, to, 16);
		memcpy(at + to_size, last[t], 4);
		at += to_size + 4;
		memcpy(at, after, 8);
		at += message_size;
	}
	*row = r;
	return at;
}

/* Puts locality's columns in place of the line's end. */
static char *put_access(
	struct rows *rows, char *at, const struct transmission *row)
{
	const char *access = row->access == ACCESS_WRITE ? "write\n" : "read\n";

	at[-1] = rows->separator;
	at += number_u64(at, row->size);
	*at++ = rows->separator;
	memcpy(at, access, strlen(access));
	return at + strlen(access);
}

static void put_rows(
	struct rows *rows, const struct transmission *row, size_t count)
{
	const struct transmission *end = row + count;
	char *at = rows->at, *limit = rows->buffer + BUFFER_SIZE;

	while (row < end) {
		at = put_row(rows, at, row);
		if (row++->access != ACCESS_NONE)
			at = put_access(rows, at, row - 1);
		else
			at = put_alike(rows, at, limit, &row, end);
		if (at >= limit) {
			fwrite(rows->buffer, 1, BUFFER_SIZE, rows->out);
			memcpy(rows->buffer, limit, (size_t)(at - limit));
			at = rows->buffer + (at - limit);
		}
	}
	rows->at = at;
}

enum status schedule_write_rows(
	struct schedule *schedule, FILE *out, char separator, struct err *err)
{
	struct rows rows = {.out = out, .separator = separator};
	const struct transmission *row;
	enum status status;
	size_t count;

	rows.at = rows.buffer = mem_array(BUFFER_SIZE + ROW_MAX, 1);
	rows.from.base = rows.to.base = UINT64_MAX - LAST;
	while ((status = schedule_next(schedule, &row, &count, err)) ==
			STATUS_OK &&
		count > 0 && !ferror(out)) {
		if (rows.unit != schedule->header.unit) {
			rows.unit = schedule->header.unit;
			set_time(&rows, row->tick);
		}
		put_rows(&rows, row, count);
	}
	fwrite(rows.buffer, 1, (size_t)(rows.at - rows.buffer), out);
	mem_free(rows.buffer);
	mem_free(rows.last);
	return status;
}
