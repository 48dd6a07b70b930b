/*
 * Schedules of rows in memory.  Stored rows are sorted when the first is asked
 * for, as whoever wants only the header need not wait for that; lent rows are
 * given out as they are.
 */
#include "core/schedule.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

struct stored {
	struct schedule schedule;
	struct transmissions list;
	int is_given;		      /* all rows have been given out */
	void (*release)(void *owned); /* of schedule_own, or NULL */
	void *owned;
};

void transmissions_add(
	struct transmissions *list, const struct transmission *row)
{
	if (list->count == list->capacity)
		list->row = mem_grow(list->row, &list->capacity, list->count,
			sizeof *list->row);
	list->row[list->count++] = *row;
}

void transmissions_clear(struct transmissions *list)
{
	mem_free(list->row);
	*list = (struct transmissions){NULL, 0, 0};
}

/* Multiplies the ticks of the rows by factor, and checks that max_bits allow so
 * many rows more.  There are two copies while the array grows. */
static enum status make_room(struct transmissions *list, uint64_t factor,
	size_t more, uint64_t max_bits, struct err *err)
{
	for (size_t i = 0; i < list->count && factor > 1; i++) {
		list->row[i].tick *= factor;
		list->row[i].taken *= factor;
	}
	return limit_check_parts("keeping so many transmissions",
		(const struct limit_part[LIMIT_PARTS]){
			{sizeof *list->row, list->count + more, 2}},
		max_bits / 8, err);
}

enum status transmissions_pull(struct transmissions *list,
	struct schedule *schedule, uint64_t max_bits, struct err *err)
{
	const struct transmission *row;
	uint64_t unit = schedule->header.unit;
	size_t count;

	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		if (make_room(list, schedule->header.unit / unit, count,
			    max_bits, err) != STATUS_OK)
			return err->code;
		unit = schedule->header.unit;
		for (size_t i = 0; i < count; i++)
			transmissions_add(list, &row[i]);
	} while (count > 0);
	return STATUS_OK;
}

static int compare_stored_rows(const void *x, const void *y)
{
	const struct transmission *a = x, *b = y;
	int order = number_compare_u64(a->tick, b->tick);

	order = number_compare_next(order, a->from, b->from);
	order = number_compare_next(order, a->message, b->message);
	order = number_compare_next(order, a->to, b->to);
	return number_compare_next(order, a->kind, b->kind);
}

static enum status lent_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct stored *stored = (struct stored *)schedule;

	(void)err;
	*rows = stored->list.row;
	*count = stored->is_given ? 0 : stored->list.count;
	stored->is_given = 1;
	return STATUS_OK;
}

static enum status stored_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct stored *stored = (struct stored *)schedule;
	struct transmissions *list = &stored->list;

	if (!stored->is_given && list->count > 0)
		qsort(list->row, list->count, sizeof *list->row,
			compare_stored_rows);
	return lent_next(schedule, rows, count, err);
}

static void stored_clear(struct schedule *schedule)
{
	struct stored *stored = (struct stored *)schedule;

	transmissions_clear(&stored->list);
	if (stored->release)
		stored->release(stored->owned);
}

static struct stored *open_stored(const struct schedule_header *header,
	const struct transmissions *list, const struct schedule_ops *ops)
{
	struct stored *stored = mem_array(1, sizeof *stored);

	stored->schedule.header = *header;
	stored->schedule.ops = ops;
	stored->list = *list;
	return stored;
}

struct schedule *schedule_lent(
	const struct schedule_header *header, const struct transmissions *list)
{
	static const struct schedule_ops ops = {lent_next, NULL};

	return &open_stored(header, list, &ops)->schedule;
}

struct schedule *schedule_stored(
	const struct schedule_header *header, struct transmissions *list)
{
	static const struct schedule_ops ops = {stored_next, stored_clear};
	struct stored *stored = open_stored(header, list, &ops);

	*list = (struct transmissions){NULL, 0, 0};
	return &stored->schedule;
}

void schedule_own(
	struct schedule *stored, void (*release)(void *owned), void *owned)
{
	((struct stored *)stored)->release = release;
	((struct stored *)stored)->owned = owned;
}
