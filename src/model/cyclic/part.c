/*
 * One processor's part: its lanes, and its events in the tail.  Everything is
 * built first; then a span of time costs no more than its own rows, however
 * many messages come before it.
 *   A lane is an edge of the groups as seen from one of its ends: the
 * processor's sends, or its receives, over that edge.  They are of the items i
 * with i mod period = item; item i is sent i units after item 0 would be, and
 * the other end is processor base + (i + shift) mod size.  A lane is a beat
 * (core/part.h), and so is each event of the tail.
 */
#include "model/cyclic/cyclic.h"

#include <stdint.h>

#include <gmp.h>

#include "base/mem.h"
#include "core/part.h"
#include "model/cyclic/build.h"
#include "model/periodic/periodic.h"
#include "number/number.h"

struct cyclic_lane {
	uint32_t item, base, size, shift;
};

/* An event of the tail; messages are counted from the tail's first. */
struct tail_event {
	uint32_t peer, item;
};

struct cyclic_part {
	struct part_beats beats; /* which: a lane or, after those, an event */
	uint64_t q;
	struct cyclic_lane *lane;
	size_t lanes, lane_room;
	struct tail_event *event;
	size_t events, event_room;
	mpz_t before; /* how many messages go by the groups, not the tail */
	mpq_t later;  /* from a send's start to that of its receive */
};

/* Sets *group to a block of the processor's group alone; returns 0 for the
 * source and the pure receiver. */
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

/* Adds a beat whose first event is a send, or the receive of one, the given
 * number of units after the tick. */
static struct part_beat *add_beat(
	struct cyclic_part *part, int is_send, uint64_t tick, const mpz_t units)
{
	struct part_beat *beat = part_beats_add(&part->beats, is_send);
	mpz_ptr ticks = mpq_numref(beat->first);

	number_set_u64(ticks, tick);
	mpz_addmul_ui(ticks, units, (unsigned long)part->q);
	mpz_set_ui(mpq_denref(beat->first), (unsigned long)part->q);
	mpq_canonicalize(beat->first);
	if (!is_send)
		mpq_add(beat->first, beat->first, part->later);
	return beat;
}

/* Adds a lane of every period-th item from `item' on; tick: when item 0 is
 * sent.  The edge's item 0 is the first item after the groups' `before'
 * items. */
static void add_lane(struct cyclic_part *part, int is_send, uint64_t tick,
	uint32_t item, uint32_t period, const struct periodic_edge *edge)
{
	uint64_t size = edge->size,
		 back = mpz_fdiv_ui(part->before, (unsigned long)size);
	struct part_beat *beat;
	mpz_t first;

	mpz_init_set_ui(first, item);
	beat = add_beat(part, is_send, tick, first);
	mpz_sub(beat->count, part->before, first);
	mpz_clear(first);
	mpz_cdiv_q_ui(beat->count, beat->count, period); /* item < period */
	mpq_set_ui(beat->period, period, 1);
	beat->which = part->lanes;
	part->lane = mem_grow(
		part->lane, &part->lane_room, part->lanes, sizeof *part->lane);
	part->lane[part->lanes++] = (struct cyclic_lane){item, edge->base,
		edge->size, (uint32_t)((edge->shift + size - back) % size)};
}

/* Which items a member gets, mod period: those with place = i - before +
 * shift. */
static uint32_t item_of(const struct cyclic_part *part, uint64_t period,
	uint32_t place, uint32_t shift)
{
	uint64_t item = mpz_fdiv_ui(part->before, (unsigned long)period);

	return (uint32_t)((item + place + period - shift) % period);
}

static void add_sends(struct cyclic_part *part,
	const struct periodic_groups *groups,
	const struct periodic_block *group, uint32_t processor)
{
	uint32_t item =
		item_of(part, group->size, processor - group->edge - 1, 0);

	for (uint32_t c = 0; c < group->size; c++) {
		const struct periodic_edge *edge =
			&groups->edge[group->edge + c];

		if (edge->size > 0)
			add_lane(part, 1, group->start + c * groups->q, item,
				group->size, edge);
	}
}

/* Adds a lane of the processor's receives over edge i of a block, of every
 * period-th item. */
static void add_receives(struct cyclic_part *part,
	const struct periodic_groups *groups,
	const struct periodic_block *senders, uint32_t i, uint32_t period,
	uint32_t processor)
{
	const struct periodic_edge *edge = &groups->edge[senders->edge + i];
	uint32_t c = i % senders->size;
	const struct periodic_edge back = {
		senders->edge + 1 + i - c, senders->size, 0};

	add_lane(part, 0, senders->start + c * groups->q,
		item_of(part, period, processor - edge->base, edge->shift),
		period, &back);
}

static void add_all_receives(struct cyclic_part *part,
	const struct periodic_groups *groups, uint32_t period,
	uint32_t processor)
{
	const struct periodic_edge *source = &groups->edge[groups->edges];
	static const struct periodic_edge back = {0, 1, 0};

	if (processor - source->base < source->size)
		add_lane(part, 0, 0,
			item_of(part, period, processor - source->base,
				source->shift),
			period, &back);
	for (uint32_t x = 0; x < groups->from[PERIODIC_CLASSES]; x++) {
		const struct periodic_block *senders = &groups->block[x];
		const struct periodic_edge *edge = &groups->edge[senders->edge];

		for (uint32_t i = 0; i < senders->size * senders->count; i++)
			if (processor - edge[i].base < edge[i].size)
				add_receives(part, groups, senders, i, period,
					processor);
	}
}

static void add_lanes(struct cyclic_part *part,
	const struct periodic_groups *groups, uint32_t processor)
{
	struct periodic_block group = {0, 0, 1, 1};
	int has_group = find_group(&group, groups, processor);

	if (processor == 0) {
		add_lane(part, 1, 0, 0, 1, &groups->edge[groups->edges]);
		return;
	}
	if (has_group)
		add_sends(part, groups, &group, processor);
	add_all_receives(part, groups, group.size, processor);
}

/* -- the tail */

static void add_event(struct cyclic_part *part, int is_send, uint64_t tick,
	uint32_t peer, uint32_t item)
{
	struct part_beat *beat = add_beat(part, is_send, tick, part->before);

	mpz_set_ui(beat->count, 1);
	beat->which = part->lanes + part->events;
	part->event = mem_grow(part->event, &part->event_room, part->events,
		sizeof *part->event);
	part->event[part->events++] = (struct tail_event){peer, item};
}

static void add_tail(struct cyclic_part *part, const struct periodic_tail *tail,
	uint32_t processor)
{
	size_t i = 0;

	for (size_t x = 0; x < tail->ticks; x++)
		for (; i < tail->tick[x].end; i++) {
			const struct periodic_link *send = &tail->send[i];

			if (send->from == processor)
				add_event(part, 1, tail->tick[x].tick, send->to,
					tail->item[i]);
			if (send->to == processor)
				add_event(part, 0, tail->tick[x].tick,
					send->from, tail->item[i]);
		}
}

/* -- the part */

static void describe_cyclic(struct part_event *event, struct part_beats *beats,
	const struct part_beat *beat)
{
	const struct cyclic_part *part = (const struct cyclic_part *)beats;

	if (beat->which >= part->lanes) {
		const struct tail_event *row =
			&part->event[beat->which - part->lanes];

		number_set_u64(event->peer, row->peer);
		mpz_add_ui(event->message, part->before, row->item + 1);
	} else {
		const struct cyclic_lane *lane = &part->lane[beat->which];

		mpz_mul(event->message, beat->at, mpq_numref(beat->period));
		mpz_add_ui(event->message, event->message, lane->item);
		number_set_u64(event->peer,
			lane->base + (mpz_fdiv_ui(event->message, lane->size) +
					     lane->shift) %
					     lane->size);
		mpz_add_ui(event->message, event->message, 1);
	}
}

static void clear_cyclic_part(struct part_beats *beats)
{
	struct cyclic_part *part = (struct cyclic_part *)beats;

	mem_free(part->lane);
	mem_free(part->event);
	mpz_clear(part->before);
	mpq_clear(part->later);
}

static struct cyclic_part *new_part(const struct problem *problem)
{
	struct cyclic_part *part = mem_array(1, sizeof *part);

	part_beats_init(&part->beats);
	part->beats.describe = describe_cyclic;
	part->beats.clear = clear_cyclic_part;
	mpz_init_set(part->before, problem->m);
	mpq_init(part->later);
	mpq_set_ui(part->later, 1, 1);
	mpq_sub(part->later, problem->lambda, part->later);
	return part;
}

enum status cyclic_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	uint32_t processor = (uint32_t)mpz_get_ui(rank);
	struct cyclic_part *own;
	struct cyclic cyclic;

	(void)options;
	*part = NULL;
	own = new_part(problem);
	if (mpz_cmp_ui(problem->n, 1) != 0) {
		enum status status = cyclic_find(&cyclic, problem, 0, err);

		if (status != STATUS_OK) {
			part_close(&own->beats.part);
			return status;
		}
		own->q = cyclic.groups.q;
		mpz_sub_ui(own->before, own->before, cyclic.tail.items);
		add_lanes(own, &cyclic.groups, processor);
		add_tail(own, &cyclic.tail, processor);
		cyclic_clear(&cyclic);
	}
	*part = part_beats_begin(&own->beats, span);
	return STATUS_OK;
}
