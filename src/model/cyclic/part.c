/*
 * One processor's part: its lanes, and its events in the tail.  Everything is
 * built first; then a span of time costs no more than its own rows, however
 * many messages come before it.
 */
#include "model/cyclic/cyclic.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include <gmp.h>

#include "base/mem.h"
#include "core/part.h"
#include "model/cyclic/build.h"
#include "model/periodic/periodic.h"
#include "number/number.h"

/*
 * -- Lanes.  One processor's sends, or its receives, in the block-cyclic part
 * of a schedule.  A lane is an edge of the groups as seen from one of its ends.
 */

/*
 * Item i, for i mod period = item, is sent in unit start + i, which belongs to
 * this lane: no two lanes share a unit.  The other end is member (i + shift)
 * mod size of those from base on.
 */
struct cyclic_lane {
	uint64_t start;
	uint32_t item, base, size, shift;
};

struct cyclic_lanes {
	struct cyclic_lane *lane; /* by start */
	uint32_t *turn; /* lane + 1 for each unit mod period; 0: none */
	uint32_t count, period;
	uint32_t started; /* lanes begun so far */
	uint64_t phase, q;
	int is_send;
	mpq_t later;	 /* from a send's start to the event's */
	mpz_t items;	 /* number sent by the groups: 0 .. items-1 */
	mpz_t unit, end; /* units still to come: unit .. end-1 */
	mpz_t item;	 /* scratch */
};

/*
 * A lane has an event in every period from its first item to its last.  While
 * any lane is active, units are looked at one by one; when none is, the walk
 * jumps to the next lane's first unit.
 */

/* Sets *group to a processor's group alone; returns 0 for the source and the
 * pure receiver. */
static int find_group(struct periodic_block *group,
	const struct periodic_groups *groups, uint32_t processor)
{
	for (uint32_t x = 0; x < groups->from[PERIODIC_CLASSES]; x++) {
		const struct periodic_block *block = &groups->block[x];
		uint32_t g;

		if (processor <= block->edge)
			continue;
		g = (processor - block->edge - 1) / block->size;
		if (g < block->count) {
			*group = (struct periodic_block){block->start,
				block->edge + g * block->size, block->size, 1};
			return 1;
		}
	}
	return 0;
}

/* shift: of the edge; item i of the lane is item i - items of the edge. */
static void add_lane(struct cyclic_lanes *lanes, uint64_t tick, uint32_t item,
	uint32_t base, uint32_t size, uint32_t shift)
{
	uint64_t back = mpz_fdiv_ui(lanes->items, size);

	lanes->phase = tick % lanes->q;
	lanes->lane[lanes->count++] = (struct cyclic_lane){tick / lanes->q,
		item, base, size, (uint32_t)((shift + size - back) % size)};
}

/* Which items mod period a member gets: i - items + shift = place. */
static uint32_t item_of(
	const struct cyclic_lanes *lanes, uint32_t place, uint32_t shift)
{
	uint64_t period = lanes->period;
	uint64_t item = mpz_fdiv_ui(lanes->items, lanes->period);

	assert(period > 0);
	return (uint32_t)((item + place + period - shift) % period);
}

static void add_sends(struct cyclic_lanes *lanes,
	const struct periodic_groups *groups,
	const struct periodic_block *group, uint32_t processor)
{
	lanes->period = group->size;
	lanes->lane = mem_array(group->size, sizeof *lanes->lane);
	for (uint32_t c = 0; c < group->size; c++) {
		const struct periodic_edge *edge =
			&groups->edge[group->edge + c];

		if (edge->size > 0)
			add_lane(lanes, group->start + c * groups->q,
				item_of(lanes, processor - group->edge - 1, 0),
				edge->base, edge->size, edge->shift);
	}
}

/* The receives over edge i of a block. */
static void add_receives(struct cyclic_lanes *lanes,
	const struct periodic_groups *groups,
	const struct periodic_block *senders, uint32_t i, uint32_t processor)
{
	const struct periodic_edge *edge = &groups->edge[senders->edge + i];
	uint32_t c = i % senders->size;

	add_lane(lanes, senders->start + c * groups->q,
		item_of(lanes, processor - edge->base, edge->shift),
		senders->edge + 1 + i - c, senders->size, 0);
}

static void add_all_receives(struct cyclic_lanes *lanes,
	const struct periodic_groups *groups, uint32_t processor)
{
	const struct periodic_edge *from_source = &groups->edge[groups->edges];

	if (processor - from_source->base < from_source->size)
		add_lane(lanes, 0,
			item_of(lanes, processor - from_source->base,
				from_source->shift),
			0, 1, 0);
	for (uint32_t x = 0; x < groups->from[PERIODIC_CLASSES]; x++) {
		const struct periodic_block *senders = &groups->block[x];
		const struct periodic_edge *edge = &groups->edge[senders->edge];

		for (uint32_t i = 0; i < senders->size * senders->count; i++)
			if (processor - edge[i].base < edge[i].size)
				add_receives(
					lanes, groups, senders, i, processor);
	}
}

static int compare_lanes(const void *x, const void *y)
{
	const struct cyclic_lane *a = x, *b = y;

	return (a->start > b->start) - (a->start < b->start);
}

static void set_turns(struct cyclic_lanes *lanes)
{
	lanes->turn = mem_array(lanes->period, sizeof *lanes->turn);
	if (lanes->count == 0)
		return;
	qsort(lanes->lane, lanes->count, sizeof *lanes->lane, compare_lanes);
	for (uint32_t x = 0; x < lanes->count; x++) {
		uint64_t unit = lanes->lane[x].start + lanes->lane[x].item;

		lanes->turn[unit % lanes->period] = x + 1;
	}
}

/*
 * The lanes of a processor: of its sends, or of its receives.
 * items: how many go by the groups; item i takes the way of item i - items.
 * latency: the schedule's, at most that of the groups.   O(n).
 */
static void lanes_init(struct cyclic_lanes *lanes,
	const struct periodic_groups *groups, uint32_t processor, int is_send,
	const mpz_t items, const mpq_t latency)
{
	struct periodic_block group = {0, 0, 1, 1};
	int has_group = find_group(&group, groups, processor);

	*lanes = (struct cyclic_lanes){
		.q = groups->q, .period = 1, .is_send = is_send};
	mpq_init(lanes->later);
	mpz_init_set(lanes->items, items);
	mpz_inits(lanes->unit, lanes->end, lanes->item, NULL);
	if (is_send && processor == 0) {
		const struct periodic_edge *edge = &groups->edge[groups->edges];

		lanes->lane = mem_array(1, sizeof *lanes->lane);
		add_lane(lanes, 0, 0, edge->base, edge->size, edge->shift);
	} else if (is_send && has_group) {
		add_sends(lanes, groups, &group, processor);
	} else if (!is_send && processor > 0) {
		lanes->period = has_group ? group.size : 1;
		lanes->lane = mem_array(lanes->period, sizeof *lanes->lane);
		add_all_receives(lanes, groups, processor);
		mpq_set_ui(lanes->later, 1, 1);
		mpq_sub(lanes->later, latency, lanes->later);
	}
	set_turns(lanes);
}

static void lanes_clear(struct cyclic_lanes *lanes)
{
	mem_free(lanes->lane);
	mem_free(lanes->turn);
	mpq_clear(lanes->later);
	mpz_clears(lanes->items, lanes->unit, lanes->end, lanes->item, NULL);
}

/* Sets unit to the first unit that starts at or after time, or, with is_after,
 * strictly after it; at least 0. */
static void find_unit(mpz_t unit, const struct cyclic_lanes *lanes,
	const mpq_t time, int is_after)
{
	mpq_t rest, phase;

	mpq_inits(rest, phase, NULL);
	mpz_set_ui(mpq_numref(phase), (unsigned long)lanes->phase);
	mpz_set_ui(mpq_denref(phase), (unsigned long)lanes->q);
	mpq_canonicalize(phase);
	mpq_sub(rest, time, lanes->later);
	mpq_sub(rest, rest, phase);
	if (is_after) {
		number_floor(unit, rest);
		mpz_add_ui(unit, unit, 1);
	} else {
		number_ceil(unit, rest);
	}
	if (mpz_sgn(unit) < 0)
		mpz_set_ui(unit, 0);
	mpq_clears(rest, phase, NULL);
}

/* How many items a lane has in the units before this one. */
static void count_items(mpz_t count, const struct cyclic_lanes *lanes,
	const struct cyclic_lane *lane, const mpz_t unit)
{
	mpz_t start;

	mpz_init(start);
	number_set_u64(start, lane->start);
	mpz_sub(count, unit, start);
	if (mpz_cmp(count, lanes->items) > 0)
		mpz_set(count, lanes->items);
	mpz_sub_ui(count, count, lane->item);
	if (mpz_sgn(count) < 0)
		mpz_set_ui(count, 0);
	mpz_cdiv_q_ui(count, count, lanes->period);
	mpz_clear(start);
}

/* Lowers end to just after the last unit with an event. */
static void limit_end(struct cyclic_lanes *lanes)
{
	mpz_t end;

	mpz_init(end);
	if (lanes->count > 0) {
		number_set_u64(end, lanes->lane[lanes->count - 1].start);
		mpz_add(end, end, lanes->items);
	}
	if (mpz_cmp(lanes->end, end) > 0)
		mpz_set(lanes->end, end);
	mpz_clear(end);
}

/* Restricts the lanes to events that start in the span; adds their number to
 * rows. O(lanes). */
static void lanes_enter(
	struct cyclic_lanes *lanes, const struct part_span *span, mpz_t rows)
{
	mpz_t count;

	find_unit(lanes->unit, lanes, span->from, 0);
	if (span->to) {
		find_unit(lanes->end, lanes, span->to, 1);
	} else {
		number_set_u64(lanes->end, UINT64_MAX);
		mpz_add(lanes->end, lanes->end, lanes->items);
	}
	limit_end(lanes);
	if (mpz_cmp(lanes->end, lanes->unit) < 0)
		mpz_set(lanes->end, lanes->unit);
	mpz_init(count);
	for (uint32_t x = 0; x < lanes->count; x++) {
		count_items(count, lanes, &lanes->lane[x], lanes->end);
		mpz_add(rows, rows, count);
		count_items(count, lanes, &lanes->lane[x], lanes->unit);
		mpz_sub(rows, rows, count);
	}
	mpz_clear(count);
}

/* If no lane is active, skips to the unit at which the next one begins. */
static void skip_units(struct cyclic_lanes *lanes)
{
	mpz_t start;

	mpz_init(start);
	while (lanes->started < lanes->count) {
		number_set_u64(start, lanes->lane[lanes->started].start);
		if (mpz_cmp(start, lanes->unit) <= 0) {
			lanes->started++;
			continue;
		}
		if (lanes->started > 0) {
			number_set_u64(lanes->item,
				lanes->lane[lanes->started - 1].start);
			mpz_add(lanes->item, lanes->item, lanes->items);
			if (mpz_cmp(lanes->item, lanes->unit) > 0)
				break;
		}
		mpz_set(lanes->unit, start);
	}
	mpz_clear(start);
}

static void set_event(const struct cyclic_lanes *lanes,
	const struct cyclic_lane *lane, struct part_event *event)
{
	mpz_ptr ticks = mpq_numref(event->start);
	uint64_t place = mpz_fdiv_ui(lanes->item, lane->size);

	place = (place + lane->shift) % lane->size;
	event->is_send = lanes->is_send;
	number_set_u64(event->peer, lane->base + place);
	mpz_add_ui(event->message, lanes->item, 1);
	mpz_mul_ui(ticks, lanes->unit, (unsigned long)lanes->q);
	mpz_add_ui(ticks, ticks, (unsigned long)lanes->phase);
	mpz_set_ui(mpq_denref(event->start), (unsigned long)lanes->q);
	mpq_canonicalize(event->start);
	mpq_add(event->start, event->start, lanes->later);
}

/* The next event; returns 0 after the last. */
static int lanes_next(struct cyclic_lanes *lanes, struct part_event *event)
{
	int is_found = 0;

	while (!is_found) {
		const struct cyclic_lane *lane;
		uint32_t x;

		skip_units(lanes);
		if (mpz_cmp(lanes->unit, lanes->end) >= 0)
			return 0;
		x = lanes->turn[mpz_fdiv_ui(lanes->unit, lanes->period)];
		if (x > 0) {
			lane = &lanes->lane[x - 1];
			number_set_u64(lanes->item, lane->start);
			mpz_sub(lanes->item, lanes->unit, lanes->item);
			is_found = mpz_sgn(lanes->item) >= 0 &&
				   mpz_cmp(lanes->item, lanes->items) < 0;
			if (is_found)
				set_event(lanes, lane, event);
		}
		mpz_add_ui(lanes->unit, lanes->unit, 1);
	}
	return 1;
}

/* -- The part.  Where events come from; of simultaneous events the first
 * source's come first.
 */
enum { RECEIVES, TAIL_RECEIVES, SENDS, TAIL_SENDS, SOURCES };

/* An event of the tail; messages are counted from the tail's first. */
struct tail_event {
	uint64_t tick;
	uint32_t peer, item;
};

struct tail_events {
	struct tail_event *event;
	size_t count, room, next, end;
};

/* One source's next event. */
struct upcoming {
	struct part_event event;
	int is_there;
};

struct cyclic_part {
	struct part part;
	uint64_t q;
	mpz_t before;		      /* messages before the tail's */
	struct cyclic_lanes lanes[2]; /* receives, sends */
	struct tail_events tail[2];   /* likewise */
	struct upcoming upcoming[SOURCES];
};

/* An event starts when its send does; a receive, later than that by `later`. */
static void set_tail_event(struct cyclic_part *part, struct part_event *event,
	int is_send, size_t i)
{
	const struct tail_event *row = &part->tail[is_send].event[i];
	mpq_t before;

	mpq_init(before);
	mpq_set_z(before, part->before);
	event->is_send = is_send;
	number_set_u64(event->peer, row->peer);
	mpz_add_ui(event->message, part->before, row->item + 1);
	number_set_u64(mpq_numref(event->start), row->tick);
	mpz_set_ui(mpq_denref(event->start), (unsigned long)part->q);
	mpq_canonicalize(event->start);
	mpq_add(event->start, event->start, before);
	mpq_add(event->start, event->start, part->lanes[is_send].later);
	mpq_clear(before);
}

static void pull(struct cyclic_part *part, int source)
{
	int is_send = source >= SENDS;
	struct tail_events *tail = &part->tail[is_send];
	struct upcoming *upcoming = &part->upcoming[source];

	if (source == RECEIVES || source == SENDS) {
		upcoming->is_there =
			lanes_next(&part->lanes[is_send], &upcoming->event);
		return;
	}
	upcoming->is_there = tail->next < tail->end;
	if (upcoming->is_there)
		set_tail_event(part, &upcoming->event, is_send, tail->next++);
}

static int cyclic_part_next(struct part *base, struct part_event *event)
{
	struct cyclic_part *part = (struct cyclic_part *)base;
	struct upcoming *first = NULL;

	for (int source = 0; source < SOURCES; source++) {
		struct upcoming *upcoming = &part->upcoming[source];

		if (upcoming->is_there &&
			(!first || mpq_cmp(upcoming->event.start,
					   first->event.start) < 0))
			first = upcoming;
	}
	if (!first)
		return 0;
	event->is_send = first->event.is_send;
	mpz_set(event->peer, first->event.peer);
	mpz_set(event->message, first->event.message);
	mpq_set(event->start, first->event.start);
	pull(part, (int)(first - part->upcoming));
	return 1;
}

static void cyclic_part_close(struct part *base)
{
	struct cyclic_part *part = (struct cyclic_part *)base;

	for (int is_send = 0; is_send < 2; is_send++) {
		if (part->q > 0)
			lanes_clear(&part->lanes[is_send]);
		mem_free(part->tail[is_send].event);
	}
	for (int source = 0; source < SOURCES; source++)
		part_event_clear(&part->upcoming[source].event);
	mpz_clears(part->part.rows, part->before, NULL);
	mem_free(part);
}

static const struct part_ops cyclic_part_ops = {
	cyclic_part_next, cyclic_part_close};

static void list_event(
	struct tail_events *events, uint64_t tick, uint32_t peer, uint32_t item)
{
	events->event = mem_grow(events->event, &events->room, events->count,
		sizeof *events->event);
	events->event[events->count++] = (struct tail_event){tick, peer, item};
}

static void list_tail(struct cyclic_part *part,
	const struct periodic_tail *tail, uint32_t processor)
{
	size_t i = 0;

	for (size_t x = 0; x < tail->ticks; x++)
		for (; i < tail->tick[x].end; i++) {
			const struct periodic_link *send = &tail->send[i];

			if (send->from == processor)
				list_event(&part->tail[1], tail->tick[x].tick,
					send->to, tail->item[i]);
			if (send->to == processor)
				list_event(&part->tail[0], tail->tick[x].tick,
					send->from, tail->item[i]);
		}
}

/* Restricts the tail's events to the span. */
static void enter_tail(struct cyclic_part *part, const struct part_span *span)
{
	struct part_event *event = &part->upcoming[0].event;

	for (int is_send = 0; is_send < 2; is_send++) {
		struct tail_events *tail = &part->tail[is_send];

		for (size_t i = 0; i < tail->count; i++) {
			set_tail_event(part, event, is_send, i);
			tail->next += mpq_cmp(event->start, span->from) < 0;
			tail->end += !span->to ||
				     mpq_cmp(event->start, span->to) <= 0;
		}
		if (tail->end > tail->next)
			mpz_add_ui(part->part.rows, part->part.rows,
				tail->end - tail->next);
	}
}

static void fill_part(struct cyclic_part *part, const struct cyclic *cyclic,
	const struct problem *problem, uint32_t processor,
	const struct part_span *span)
{
	part->q = cyclic->groups.q;
	mpz_sub_ui(part->before, problem->m, cyclic->tail.items);
	list_tail(part, &cyclic->tail, processor);
	for (int is_send = 0; is_send < 2; is_send++) {
		lanes_init(&part->lanes[is_send], &cyclic->groups, processor,
			is_send, part->before, problem->lambda);
		lanes_enter(&part->lanes[is_send], span, part->part.rows);
	}
	enter_tail(part, span);
	for (int source = 0; source < SOURCES; source++)
		pull(part, source);
}

enum status cyclic_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	int is_alone = mpz_cmp_ui(problem->n, 1) == 0;
	enum status status = STATUS_OK;
	struct cyclic_part *own;
	struct cyclic cyclic;

	(void)options;
	*part = NULL;
	if (!is_alone)
		status = cyclic_find(&cyclic, problem, 0, err);
	if (status != STATUS_OK)
		return status;
	own = mem_array(1, sizeof *own);
	own->part.ops = &cyclic_part_ops;
	mpz_inits(own->part.rows, own->before, NULL);
	for (int source = 0; source < SOURCES; source++)
		part_event_init(&own->upcoming[source].event);
	if (!is_alone) {
		fill_part(own, &cyclic, problem, (uint32_t)mpz_get_ui(rank),
			span);
		cyclic_clear(&cyclic);
	}
	*part = &own->part;
	return STATUS_OK;
}
