/*
 * The rows of a schedule: the walk's rows of the groups, merged by sender with
 * the tail's from the tail's first tick on.
 */
#include "model/periodic/periodic.h"

#include <assert.h>

#include "base/mem.h"

enum { ROWS = 256 };

void periodic_groups_clear(struct periodic_groups *groups)
{
	mem_free(groups->edge);
	mem_free(groups->block);
	*groups = (struct periodic_groups){0};
}

uint32_t periodic_members(const struct periodic_groups *groups, uint32_t k)
{
	uint32_t members = 0;

	for (uint32_t x = groups->from[k]; x < groups->from[k + 1]; x++)
		members += groups->block[x].size * groups->block[x].count;
	return members;
}

void periodic_tail_note(struct periodic_tail *tail, uint64_t t)
{
	tail->tick = mem_grow(
		tail->tick, &tail->room, tail->ticks, sizeof *tail->tick);
	tail->tick[tail->ticks++] = (struct periodic_tail_tick){t, tail->sends};
	tail->last = t;
}

void periodic_tail_clear(struct periodic_tail *tail)
{
	mem_free(tail->send);
	mem_free(tail->item);
	mem_free(tail->tick);
	*tail = (struct periodic_tail){0};
}

struct streamed {
	struct schedule schedule;
	struct periodic_groups groups;
	struct periodic_tail tail;
	struct periodic_walk walk;
	uint64_t scale;	    /* schedule ticks per tick of the groups */
	uint64_t before;    /* messages before the tail's */
	int has_walk;	    /* the walk has a current tick */
	size_t sent, ticks; /* the tail's next send, and its tick */
	/* Rows of the walk's tick that were made and not put yet: those from
	 * wait to waits - 1. */
	struct transmission waiting[ROWS];
	size_t wait, waits;
	struct transmission row[ROWS];
};

static uint64_t tail_tick(const struct streamed *streamed)
{
	const struct periodic_tail *tail = &streamed->tail;

	if (streamed->ticks == tail->ticks)
		return UINT64_MAX;
	return streamed->before * streamed->groups.q +
	       tail->tick[streamed->ticks].tick;
}

/* Puts rows of the walk, up to tick until, directly; no rows are waiting. */
static struct transmission *put_walk(struct streamed *streamed,
	struct transmission *row, const struct transmission *end,
	uint64_t until)
{
	while (row < end && streamed->has_walk && streamed->walk.tick < until) {
		size_t count = periodic_walk_rows(
			&streamed->walk, row, (size_t)(end - row));

		row += count;
		if (count == 0)
			streamed->has_walk =
				periodic_walk_tick(&streamed->walk);
	}
	return row;
}

/* The walk's next row, which is then waiting; NULL if there is none. */
static const struct transmission *peek(struct streamed *streamed)
{
	while (streamed->wait == streamed->waits && streamed->has_walk) {
		streamed->wait = 0;
		streamed->waits = periodic_walk_rows(
			&streamed->walk, streamed->waiting, ROWS);
		if (streamed->waits == 0)
			streamed->has_walk =
				periodic_walk_tick(&streamed->walk);
	}
	return streamed->wait < streamed->waits
		       ? &streamed->waiting[streamed->wait]
		       : NULL;
}

static void put_tail(struct streamed *streamed, struct transmission *row)
{
	const struct periodic_tail *tail = &streamed->tail;

	row->tick = tail_tick(streamed);
	row->from = tail->send[streamed->sent].from;
	row->to = tail->send[streamed->sent].to;
	row->message = streamed->before + tail->item[streamed->sent] + 1;
	if (++streamed->sent == tail->tick[streamed->ticks].end)
		streamed->ticks++;
}

/* Merges by sender the waiting rows with the tail's rows of the same tick,
 * until either run out.  The loop has no other branches, as which of the two
 * comes next is hard to predict. */
static struct transmission *put_both(struct streamed *streamed,
	struct transmission *row, const struct transmission *end)
{
	const struct periodic_tail *tail = &streamed->tail;
	const struct transmission *waiting = streamed->waiting;
	size_t wait = streamed->wait, sent = streamed->sent;
	size_t last = tail->tick[streamed->ticks].end;
	uint64_t tick = tail_tick(streamed);

	for (; row < end && wait < streamed->waits && sent < last; row++) {
		const struct transmission *next = &waiting[wait];
		const struct periodic_link *send = &tail->send[sent];
		uint64_t message = streamed->before + tail->item[sent] + 1;
		int is_walk = next->from < send->from;

		row->tick = tick;
		row->from = is_walk ? next->from : send->from;
		row->to = is_walk ? next->to : send->to;
		row->message = is_walk ? next->message : message;
		wait += is_walk != 0;
		sent += is_walk == 0;
	}
	streamed->wait = wait;
	streamed->sent = sent;
	streamed->ticks += sent == last;
	return row;
}

static struct transmission *put_waiting(struct streamed *streamed,
	struct transmission *row, const struct transmission *end)
{
	while (row < end && streamed->wait < streamed->waits)
		*row++ = streamed->waiting[streamed->wait++];
	return row;
}

/* Puts one or more of the next rows, if there are any. */
static struct transmission *put_next(struct streamed *streamed,
	struct transmission *row, const struct transmission *end)
{
	uint64_t tick = tail_tick(streamed);
	const struct transmission *next;

	if (streamed->wait == streamed->waits && streamed->has_walk &&
		streamed->walk.tick < tick)
		return put_walk(streamed, row, end, tick);
	next = peek(streamed);
	if (next && next->tick < tick)
		return put_waiting(streamed, row, end);
	if (next && next->tick == tick)
		return put_both(streamed, row, end);
	if (streamed->ticks < streamed->tail.ticks)
		put_tail(streamed, row++);
	return row;
}

static int is_stream_over(const struct streamed *streamed)
{
	return streamed->wait == streamed->waits && !streamed->has_walk &&
	       streamed->ticks == streamed->tail.ticks;
}

static enum status streamed_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct streamed *streamed = (struct streamed *)schedule;
	struct transmission *end = streamed->row;

	(void)err;
	while (end < streamed->row + ROWS && !is_stream_over(streamed))
		end = put_next(streamed, end, streamed->row + ROWS);
	if (streamed->scale > 1)
		for (struct transmission *row = streamed->row; row < end; row++)
			row->tick *= streamed->scale;
	*rows = streamed->row;
	*count = (size_t)(end - streamed->row);
	return STATUS_OK;
}

static void streamed_clear(struct schedule *schedule)
{
	struct streamed *streamed = (struct streamed *)schedule;

	periodic_walk_clear(&streamed->walk);
	periodic_groups_clear(&streamed->groups);
	periodic_tail_clear(&streamed->tail);
}

static const struct schedule_ops ops = {streamed_next, streamed_clear};

struct schedule *periodic_open(const struct schedule_header *header,
	const struct periodic_groups *groups, const struct periodic_tail *tail,
	uint64_t back)
{
	struct streamed *streamed = mem_array(1, sizeof *streamed);

	streamed->schedule.header = *header;
	streamed->schedule.ops = &ops;
	streamed->groups = *groups;
	streamed->tail = *tail;
	streamed->scale = header->unit / groups->q;
	assert(tail->items <= header->messages);
	streamed->before = header->messages - tail->items;
	periodic_walk_init(
		&streamed->walk, &streamed->groups, streamed->before, back);
	streamed->has_walk = periodic_walk_tick(&streamed->walk);
	return &streamed->schedule;
}
