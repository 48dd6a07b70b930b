/*
 * A lane has an event in every period from its first item to its last.  While
 * any lane is active, units are looked at one by one; when none is, the walk
 * jumps to the next lane's first unit.
 */
#include "model/cyclic/lanes.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

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

void cyclic_lanes_init(struct cyclic_lanes *lanes,
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

void cyclic_lanes_clear(struct cyclic_lanes *lanes)
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

void cyclic_lanes_enter(
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

int cyclic_lanes_next(struct cyclic_lanes *lanes, struct part_event *event)
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
