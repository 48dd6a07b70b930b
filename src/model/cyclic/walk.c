/*
 * At each tick the groups of one class send.  In unit u the member at place i
 * mod G sends item i to child c, i = u - c: so over the members in order, c
 * goes down from the turn, u mod G, to 0 and then from G - 1 on.
 */
#include "model/cyclic/walk.h"

#include <string.h>

#include "base/mem.h"

static uint32_t back_from(uint64_t back, uint32_t shift, uint32_t size)
{
	uint32_t rest = (uint32_t)(back % size);

	return shift >= rest ? shift - rest : shift + (size - rest);
}

void cyclic_walk_init(struct cyclic_walk *walk,
	const struct cyclic_groups *groups, uint64_t count, uint64_t back)
{
	uint32_t all = groups->from[CYCLIC_CLASSES];

	*walk = (struct cyclic_walk){
		.groups = groups, .count = count, .back = back};
	walk->at = mem_array(groups->edges + (size_t)1, sizeof *walk->at);
	walk->turn = mem_array(all + (size_t)1, sizeof *walk->turn);
	for (uint32_t e = 0; e <= groups->edges; e++)
		if (groups->edge[e].size > 1)
			walk->at[e] = back_from(back, groups->edge[e].shift,
				groups->edge[e].size);
	for (uint32_t g = 0; g < all; g++)
		walk->turn[g] = back_from(back, 0, groups->group[g].size);
	for (uint32_t k = 0; k < CYCLIC_CLASSES; k++)
		walk->started[k] = walk->ended[k] = groups->from[k];
	walk->tick = UINT64_MAX;
}

void cyclic_walk_clear(struct cyclic_walk *walk)
{
	mem_free(walk->at);
	mem_free(walk->turn);
	walk->at = walk->turn = NULL;
}

/* Whether a group has started and sent everything. */
static int is_ended(
	const struct cyclic_walk *walk, const struct cyclic_group *group)
{
	uint64_t unit = (walk->tick - group->start) / walk->groups->q;

	return unit >= walk->count && unit - walk->count >= group->size - 1;
}

static int source_sends(const struct cyclic_walk *walk)
{
	return walk->tick / walk->groups->q < walk->count;
}

/* If nobody sends now, the tick at which the next group starts; 0 if there is
 * none. */
static int skip(struct cyclic_walk *walk)
{
	const struct cyclic_groups *groups = walk->groups;
	uint64_t next = UINT64_MAX;

	for (uint32_t k = 0; k < groups->q; k++)
		if (walk->started[k] < groups->from[k + 1] &&
			groups->group[walk->started[k]].start < next)
			next = groups->group[walk->started[k]].start;
	if (next != UINT64_MAX && next > walk->tick)
		walk->tick = next;
	return next != UINT64_MAX;
}

int cyclic_walk_tick(struct cyclic_walk *walk)
{
	const struct cyclic_groups *groups = walk->groups;
	const struct cyclic_group *group = groups->group;
	uint32_t k;

	walk->tick++;
	if (walk->live == 0 && !source_sends(walk) &&
		(walk->count == 0 || !skip(walk)))
		return 0;
	k = groups->class_at[walk->tick % groups->q];
	for (; walk->started[k] < groups->from[k + 1] &&
		group[walk->started[k]].start <= walk->tick;
		walk->started[k]++)
		walk->live++;
	while (walk->ended[k] < walk->started[k] &&
		is_ended(walk, &group[walk->ended[k]]))
		walk->ended[k]++;
	walk->group = walk->ended[k];
	walk->place = 0;
	walk->is_source_next =
		walk->tick % groups->q == 0 && source_sends(walk);
	return 1;
}

static uint32_t step_edge(struct cyclic_walk *walk, uint32_t e)
{
	const struct cyclic_edge *edge = &walk->groups->edge[e];
	uint32_t at = walk->at[e];

	walk->at[e] = at + 1 < edge->size ? at + 1 : 0;
	return edge->base + at;
}

/* Rows of the present group, up to room; then moves on to the next group. */
static struct transmission *put_group(struct cyclic_walk *walk,
	struct transmission *row, const struct transmission *end)
{
	const struct cyclic_group *group = &walk->groups->group[walk->group];
	uint64_t unit = (walk->tick - group->start) / walk->groups->q;
	uint32_t turn = walk->turn[walk->group], place = walk->place;

	for (; place < group->size && row < end; place++) {
		uint32_t c = place <= turn ? turn - place
					   : turn + (group->size - place);

		if (c > unit || unit - c >= walk->count ||
			walk->groups->edge[group->edge + c].size == 0)
			continue;
		row->tick = walk->tick;
		row->from = (uint64_t)group->edge + 1 + place;
		row->to = step_edge(walk, group->edge + c);
		row->message = unit - c + 1;
		row++;
	}
	walk->place = place;
	if (place < group->size)
		return row;
	walk->turn[walk->group] = turn + 1 < group->size ? turn + 1 : 0;
	if (unit + 2 == walk->count + group->size)
		walk->live--;
	walk->group++;
	walk->place = 0;
	return row;
}

size_t cyclic_walk_rows(
	struct cyclic_walk *walk, struct transmission *row, size_t room)
{
	const struct cyclic_groups *groups = walk->groups;
	const struct transmission *end = row + room;
	struct transmission *to = row;
	uint32_t k = groups->class_at[walk->tick % groups->q];

	if (walk->is_source_next && room > 0) {
		to->tick = walk->tick;
		to->from = 0;
		to->to = step_edge(walk, groups->edges);
		to->message = walk->tick / groups->q + 1;
		walk->is_source_next = 0;
		to++;
	}
	while (to < end && walk->group < walk->started[k]) {
		if (walk->place == 0 &&
			is_ended(walk, &groups->group[walk->group]))
			walk->group++;
		else
			to = put_group(walk, to, end);
	}
	return (size_t)(to - row);
}
