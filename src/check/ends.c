/*
 * Joins rows that state the two ends of one transmission.  All rows of one time
 * are held and sorted, so that alike rows are neighbours, sends before
 * receives; the first row of the next time waits.
 *   Example: a send of message 1 from 0 to 1 at 3 twice, and its receive once:
 * the first send and the receive become one row, and the second send, which is
 * reported, another one.
 */
#include "check/checker.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

struct ends {
	struct schedule schedule;
	struct schedule *from;
	struct check *check;
	const struct transmission *row; /* the rows that were pulled last */
	size_t at, count;		/* at: the first that is not held yet */
	struct transmission *held;	/* the rows of one time */
	size_t holds, capacity, most;
	int is_over; /* there are no more rows to be pulled */
};

/* By sender, receiver, message, blocks and access; 0: the rows are alike, and
 * may be the ends of one transmission. */
static int compare_ends(
	const struct transmission *a, const struct transmission *b)
{
	int order = number_compare_u64(a->from, b->from);

	order = number_compare_next(order, a->to, b->to);
	order = number_compare_next(order, a->message, b->message);
	order = number_compare_next(order, a->first, b->first);
	order = number_compare_next(order, a->size, b->size);
	order = number_compare_next(order, a->radix, b->radix);
	order = number_compare_next(order, a->digit, b->digit);
	return number_compare_next(order, a->access, b->access);
}

/* Alike rows by kind, then as they were read. */
static int compare_end_rows(const void *x, const void *y)
{
	const struct transmission *a = x, *b = y;
	int order = compare_ends(a, b);

	order = number_compare_next(order, a->kind, b->kind);
	return number_compare_next(order, a->line, b->line);
}

static enum status hold(
	struct ends *ends, const struct transmission *row, struct err *err)
{
	if (ends->holds == ends->most)
		return limit_too_many("rows of one time", err);
	if (ends->holds == ends->capacity) {
		size_t more = ends->capacity + ends->capacity / 2 + 64;

		if (more > ends->most)
			more = ends->most;
		ends->held = mem_resize(ends->held, more, sizeof *ends->held);
		ends->capacity = more;
	}
	ends->held[ends->holds++] = *row;
	return STATUS_OK;
}

/* Pulls more rows; if their unit is finer, rows held are converted to it. */
static enum status pull(struct ends *ends, struct err *err)
{
	uint64_t unit = ends->schedule.header.unit, factor;

	ends->at = 0;
	if (schedule_next(ends->from, &ends->row, &ends->count, err) !=
		STATUS_OK)
		return err->code;
	ends->is_over = ends->count == 0;
	ends->schedule.header = ends->from->header;
	ends->schedule.header.has_kind = 0;
	factor = ends->schedule.header.unit / unit;
	for (size_t i = 0; factor > 1 && i < ends->holds; i++)
		ends->held[i].tick *= factor;
	return STATUS_OK;
}

/* Holds all rows of the next time. */
static enum status hold_time(struct ends *ends, struct err *err)
{
	ends->holds = 0;
	while (!ends->is_over) {
		for (; ends->at < ends->count; ends->at++) {
			const struct transmission *row = &ends->row[ends->at];

			if (ends->holds > 0 && row->tick != ends->held->tick)
				return STATUS_OK;
			if (hold(ends, row, err) != STATUS_OK)
				return err->code;
		}
		if (pull(ends, err) != STATUS_OK)
			return err->code;
	}
	return STATUS_OK;
}

/* Reports an end without its other end. */
static void report_end(struct ends *ends, const struct transmission *row)
{
	const struct schedule_header *header = &ends->schedule.header;
	const char *run = schedule_run_column(header->operation);
	char time[SCHEDULE_TIME_MAX], sent[SCHEDULE_TIME_MAX];

	schedule_time_text(time, row->tick, header->unit);
	if (run)
		schedule_run_text(sent, header, row);
	else
		schedule_time_text(sent, row->message, 1);
	if (row->kind == KIND_SEND)
		check_report(ends->check, "ends", row->line,
			"processor # sends $ $ to # at $, but nobody receives "
			"it",
			row->from, run ? run : "message", sent, row->to, time);
	else
		check_report(ends->check, "ends", row->line,
			"processor # receives $ $ from #, sent at $, but "
			"nobody sends it",
			row->to, run ? run : "message", sent, row->from, time);
}

/*
 * Of the alike rows from index first on, keeps those that state both ends or a
 * send, and reports ends without the other: the i-th receive belongs to the
 * i-th send.  Returns the index after these rows.
 */
static size_t join_ends(struct ends *ends, size_t first, size_t *kept)
{
	const struct transmission *row = &ends->held[first];
	size_t end = first, kinds[3] = {0}, pairs;

	while (end < ends->holds && compare_ends(row, &ends->held[end]) == 0)
		kinds[ends->held[end++].kind]++;
	pairs = kinds[KIND_SEND] < kinds[KIND_RECEIVE] ? kinds[KIND_SEND]
						       : kinds[KIND_RECEIVE];
	for (size_t i = first + kinds[KIND_BOTH]; i < end; i++) {
		size_t among = i - first - kinds[KIND_BOTH];

		if (ends->held[i].kind == KIND_RECEIVE)
			among -= kinds[KIND_SEND];
		if (among >= pairs)
			report_end(ends, &ends->held[i]);
	}
	for (size_t i = first; i < end - kinds[KIND_RECEIVE]; i++) {
		ends->held[*kept] = ends->held[i];
		ends->held[(*kept)++].kind = KIND_BOTH;
	}
	return end;
}

/* Times that have only receives, which are dropped, are skipped. */
static enum status ends_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct ends *ends = (struct ends *)schedule;

	*count = 0;
	do {
		if (hold_time(ends, err) != STATUS_OK)
			return err->code;
		qsort(ends->held, ends->holds, sizeof *ends->held,
			compare_end_rows);
		for (size_t i = 0; i < ends->holds;)
			i = join_ends(ends, i, count);
	} while (*count == 0 && ends->holds > 0);
	*rows = ends->held;
	return STATUS_OK;
}

static void ends_clear(struct schedule *schedule)
{
	mem_free(((struct ends *)schedule)->held);
}

struct schedule *ends_open(
	struct check *check, struct schedule *schedule, uint64_t max_bytes)
{
	static const struct schedule_ops ops = {ends_next, ends_clear};
	struct ends *ends = mem_array(1, sizeof *ends);

	ends->schedule.header = schedule->header;
	ends->schedule.header.has_kind = 0;
	ends->schedule.ops = &ops;
	ends->from = schedule;
	ends->check = check;
	ends->most =
		(size_t)least_u64(max_bytes, SIZE_MAX) / sizeof *ends->held;
	/* qsort must not be given NULL, even for no rows. */
	ends->held = mem_array(1, sizeof *ends->held);
	ends->capacity = 1;
	return &ends->schedule;
}
