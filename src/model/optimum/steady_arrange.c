/*
 * Everything is counted mod the size G of the group.  A part has position p if
 * processor i - p has it in item i.  A processor receives every item once if
 * all positions differ, and one item a step if all sums p + offset differ.  It
 * sends once a step if the steps p + offset, p + offset + 1, .. of the inner
 * nodes' sends all differ.  There are G of these steps, or one less, so the
 * inner nodes' runs of steps follow each other, which gives the inner nodes'
 * positions.  The leaves take the other positions, so that the sums differ: by
 * M. Hall's theorem if there is one inner node at most, else by random
 * exchanges.
 *   Example: G = 3, an inner node at offset 0 with three sends, and leaves at
 * offsets 2 and 4: positions 0, 2 and 1 have the sums 0, 1 and 2.
 */
#include "model/optimum/steady.h"

#include <string.h>

#include "base/mem.h"
#include "model/periodic/periodic.h"

/* Exchanges tried, for each part. */
enum { MOVES = 400 };

struct arranging {
	struct steady_part *part;
	uint32_t size, inners;
	uint32_t *position; /* of each part */
	uint32_t *often;    /* how often each sum occurs */
	uint8_t *taken;	    /* by inner nodes: positions, then steps of sends,
			       then sums */
	struct random *random;
};

static void arrange_one(struct arranging *group)
{
	uint32_t size = group->size;
	uint32_t *shift = mem_array(size, 5 * sizeof *shift);
	uint64_t *offset = mem_array(size, sizeof *offset);

	for (uint32_t x = 1; x < size; x++)
		offset[x - 1] = group->part[x].offset;
	periodic_arrange(shift, offset, size, shift + size);
	group->position[0] = 0;
	for (uint32_t x = 1; x < size; x++)
		group->position[x] = size - shift[x - 1];
	mem_free(offset);
	mem_free(shift);
}

static uint32_t get_sum(const struct arranging *group, uint32_t x)
{
	return (group->position[x] + group->part[x].offset) % group->size;
}

/* The step, not yet mod the size, of send i. */
static uint32_t get_time(
	const struct steady_part *part, uint32_t position, uint32_t i)
{
	return position + part->offset + i +
	       (i + part->moved >= part->sends ? part->gap : 0);
}

/* Takes the position for an inner node if its steps and sum are free; else 0.
 */
static int take_position(struct arranging *group, uint32_t x, uint32_t position)
{
	const struct steady_part *part = &group->part[x];
	uint8_t *sends = group->taken + group->size;
	uint8_t *sums = sends + group->size;
	uint32_t size = group->size, i = 0;

	if (group->taken[position] || sums[(position + part->offset) % size])
		return 0;
	while (i < part->sends && !sends[get_time(part, position, i) % size])
		sends[get_time(part, position, i++) % size] = 1;
	if (i < part->sends) {
		while (i-- > 0)
			sends[get_time(part, position, i) % size] = 0;
		return 0;
	}
	group->taken[position] = sums[(position + part->offset) % size] = 1;
	group->position[x] = position;
	return 1;
}

/* Places the inner nodes in a random order, each as soon after the one before
 * as its sends allow, and the leaves in any order.  Returns 0 if an inner node
 * finds no place. */
static int place_inner(struct arranging *group)
{
	uint32_t size = group->size, from = 0, next = group->inners;

	memset(group->taken, 0, 3 * (size_t)size);
	for (uint32_t x = 0; x < group->inners; x++) {
		uint32_t y = x + random_below(group->random, group->inners - x);
		struct steady_part part = group->part[y];
		uint32_t late = 0;

		group->part[y] = group->part[x];
		group->part[x] = part;
		from = (from + size - part.offset % size) % size;
		while (late < size &&
			!take_position(group, x, (from + late) % size))
			late++;
		if (late == size)
			return 0;
		from = (from + late + part.offset + part.sends) % size;
	}
	for (uint32_t p = 0; p < size; p++)
		if (!group->taken[p])
			group->position[next++] = p;
	return 1;
}

/* Exchanges two leaves' positions; returns by how much the faults, parts whose
 * sum has occurred before, increase. */
static int exchange_leaves(struct arranging *group, uint32_t x, uint32_t y)
{
	uint32_t position = group->position[x];
	int change = 0;

	change -= --group->often[get_sum(group, x)] > 0;
	change -= --group->often[get_sum(group, y)] > 0;
	group->position[x] = group->position[y];
	group->position[y] = position;
	change += group->often[get_sum(group, x)]++ > 0;
	change += group->often[get_sum(group, y)]++ > 0;
	return change;
}

static int arrange_several(struct arranging *group)
{
	uint32_t leaves = group->size - group->inners;
	int faults = 0;

	memset(group->often, 0, group->size * sizeof *group->often);
	for (uint32_t x = 0; x < group->size; x++)
		faults += group->often[get_sum(group, x)]++ > 0;
	for (uint64_t i = 0;
		i < (uint64_t)MOVES * group->size && faults > 0 && leaves > 1;
		i++) {
		uint32_t x =
			group->inners + random_below(group->random, leaves);
		uint32_t y =
			group->inners + random_below(group->random, leaves);
		int change;

		if (x == y || group->often[get_sum(group, x)] < 2)
			continue;
		change = exchange_leaves(group, x, y);
		if (change > 0 && random_below(group->random, 64) > 0)
			exchange_leaves(group, x, y);
		else
			faults += change;
	}
	return faults == 0;
}

int steady_arrange(struct steady_part *part, uint32_t count, uint32_t base,
	struct random *random)
{
	struct arranging group = {
		.part = part, .size = count, .random = random};
	int found;

	while (group.inners < count && part[group.inners].sends > 0)
		group.inners++;
	group.position = mem_array(count, 2 * sizeof *group.position);
	group.often = group.position + count;
	group.taken = mem_array(count, 3);
	found = place_inner(&group);
	if (found && group.inners <= 1)
		arrange_one(&group);
	else if (found)
		found = arrange_several(&group);
	for (uint32_t x = 0; x < count && found; x++)
		part[x].place = (struct periodic_edge){
			base, count, (count - group.position[x]) % count};
	mem_free(group.position);
	mem_free(group.taken);
	return found;
}

void steady_join(struct steady_edge *edge, const struct steady_part *part,
	const struct steady_numbers *numbers)
{
	uint32_t N = numbers->P - 1, sum = 0, edges = 0;
	uint32_t *order = mem_array(N, sizeof *order);
	uint32_t ends = numbers->steps + STEADY_LATE_MAX;
	uint32_t *next = mem_array(ends + (size_t)1, sizeof *next);

	for (uint32_t x = 0; x < N; x++)
		next[part[x].offset + 1]++;
	for (uint32_t e = 0; e <= ends; e++)
		sum = next[e] += sum;
	for (uint32_t x = 0; x < N; x++)
		order[next[part[x].offset]++] = x;
	/* next[e] is now where the parts at e + 1 begin: shift it back. */
	for (uint32_t e = ends; e-- > 1;)
		next[e] = next[e - 1];
	next[0] = 0;
	edge[edges++] = (struct steady_edge){
		{0, 1, 0}, part[order[next[0]++]].place, 0};
	for (uint32_t x = 0; x < N; x++)
		for (uint32_t i = 0; i < part[x].sends; i++) {
			uint32_t e = get_time(&part[x], numbers->L, i);

			edge[edges++] = (struct steady_edge){
				part[x].place, part[order[next[e]++]].place, e};
		}
	mem_free(order);
	mem_free(next);
}
