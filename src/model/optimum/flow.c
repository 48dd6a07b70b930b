/*
 * Steps are filled one after the other, each by shortest augmenting paths; a
 * step without any further path keeps its amount, whatever is rearranged later.
 * On a path, a used-up item is given up by one of its cells, which takes
 * another item, or is replaced by a free cell of its step.
 *
 * Example: p holds items 1 and 2, r holds 1, and each item is wanted by one
 * processor.  If p has taken 1, nothing is left for r; the path from r leads to
 * item 1, which p gives up, and on to item 2, which p takes: two useful sends.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

#define NONE UINT32_MAX
/* How a cell was reached, if not as the replacement of another of its step. */
#define START (UINT32_MAX - 1)
#define BY_ITEM (UINT32_MAX - 2)

uint64_t optimum_flow_size(
	uint32_t P, uint32_t k, uint32_t last, uint32_t steps)
{
	uint64_t cells = (uint64_t)optimum_least(steps, last) * P;

	return sizeof(uint32_t) * (4 * cells + (uint64_t)k * (P + 2)) + cells +
	       5 * (uint64_t)optimum_least(steps, last) + k / 8 +
	       sizeof(uint64_t);
}

void optimum_flow_init(struct optimum_flow *flow,
	const struct optimum_state *state, uint32_t steps)
{
	size_t P = state->P, k = state->k,
	       count = optimum_least(steps, state->last);
	size_t cells = count * P;

	flow->got = mem_array(count, sizeof *flow->got);
	flow->taken = mem_array(cells, sizeof *flow->taken);
	flow->place = mem_array(cells, sizeof *flow->place);
	flow->cell = mem_array(k * P, sizeof *flow->cell);
	flow->used = mem_array(k, sizeof *flow->used);
	flow->seen = mem_array(k / 64 + 1, sizeof *flow->seen);
	flow->cell_seen = mem_array(cells, sizeof *flow->cell_seen);
	flow->step_seen = mem_array(count, sizeof *flow->step_seen);
	flow->item_from = mem_array(k, sizeof *flow->item_from);
	flow->cell_from = mem_array(cells, sizeof *flow->cell_from);
	flow->queue = mem_array(cells, sizeof *flow->queue);
}

void optimum_flow_clear(struct optimum_flow *flow)
{
	mem_free(flow->got);
	mem_free(flow->taken);
	mem_free(flow->place);
	mem_free(flow->cell);
	mem_free(flow->used);
	mem_free(flow->seen);
	mem_free(flow->cell_seen);
	mem_free(flow->step_seen);
	mem_free(flow->item_from);
	mem_free(flow->cell_from);
	mem_free(flow->queue);
}

static void take_flow(struct optimum_flow *flow, uint32_t cell, uint32_t item)
{
	uint32_t place = flow->used[item]++;

	flow->taken[cell] = item;
	flow->place[cell] = place;
	flow->cell[(size_t)item * flow->look->P + place] = cell;
}

/* Takes the cell's item from it, and returns it. */
static uint32_t leave(struct optimum_flow *flow, uint32_t cell)
{
	uint32_t item = flow->taken[cell], place = flow->place[cell];
	uint32_t *cells = flow->cell + (size_t)item * flow->look->P;
	uint32_t moved = cells[--flow->used[item]];

	cells[place] = moved;
	flow->place[moved] = place;
	flow->taken[cell] = NONE;
	return item;
}

static void see(struct optimum_flow *flow, uint32_t cell, uint32_t from)
{
	flow->cell_seen[cell] = 1;
	flow->cell_from[cell] = from;
	flow->queue[flow->queued++] = cell;
}

static void see_free(struct optimum_flow *flow, uint32_t d, uint32_t from)
{
	uint32_t P = flow->look->P;

	flow->step_seen[d] = 1;
	flow->work += P;
	for (uint32_t cell = d * P; cell < (d + 1) * P; cell++)
		if (flow->taken[cell] == NONE && !flow->cell_seen[cell])
			see(flow, cell, from);
}

/* Visits the cells of a used-up item: they, or others of their steps, may do
 * without it. */
static void see_cells(struct optimum_flow *flow, uint32_t item)
{
	uint32_t P = flow->look->P;
	const uint32_t *cells = flow->cell + (size_t)item * P;

	flow->work += flow->used[item];
	for (uint32_t j = 0; j < flow->used[item]; j++) {
		if (flow->cell_seen[cells[j]])
			continue;
		see(flow, cells[j], BY_ITEM);
		if (!flow->step_seen[cells[j] / P])
			see_free(flow, cells[j] / P, cells[j]);
	}
}

/* The first item, new to the search, to which the cell leads; or NONE. */
static uint32_t next_item(struct optimum_flow *flow, uint32_t cell)
{
	const struct lookahead *look = flow->look;
	const uint64_t *held = look->held + (size_t)cell * look->words;

	for (size_t w = 0; w < look->words; w++) {
		uint64_t bits = held[w] & ~flow->seen[w];

		if (bits != 0) {
			flow->seen[w] |= bits & (0 - bits);
			return (uint32_t)(64 * w) + bits_lowest(bits);
		}
	}
	return NONE;
}

/* Searches from step d for an item that is not used up; or NONE. */
static uint32_t search(struct optimum_flow *flow, uint32_t d)
{
	const struct lookahead *look = flow->look;

	memset(flow->seen, 0, look->words * sizeof *flow->seen);
	memset(flow->cell_seen, 0, (size_t)look->steps * look->P);
	memset(flow->step_seen, 0, look->steps);
	flow->queued = 0;
	flow->work += (size_t)look->steps * look->P / 16;
	see_free(flow, d, START);
	for (uint32_t i = 0; i < flow->queued; i++) {
		uint32_t cell = flow->queue[i], item;

		while ((item = next_item(flow, cell)) != NONE) {
			flow->item_from[item] = cell;
			if (flow->used[item] < look->item[item].wanting)
				return item;
			see_cells(flow, item);
		}
	}
	return NONE;
}

/* Changes the flow along the path that ends in item. */
static void augment_flow(struct optimum_flow *flow, uint32_t item)
{
	for (;;) {
		uint32_t cell = flow->item_from[item];
		uint32_t from = flow->cell_from[cell], left = NONE;

		if (from != START)
			left = leave(flow, from == BY_ITEM ? cell : from);
		take_flow(flow, cell, item);
		if (from == START)
			return;
		item = left;
	}
}

void optimum_flow_set(struct optimum_flow *flow, const struct lookahead *look)
{
	size_t cells = (size_t)look->steps * look->P;

	flow->look = look;
	memset(flow->taken, 0xff, cells * sizeof *flow->taken);
	memset(flow->used, 0, look->items * sizeof *flow->used);
	for (uint32_t d = 0; d < look->steps; d++) {
		uint32_t item = 0;

		flow->got[d] = 0;
		while (flow->got[d] < look->P - 1 &&
			(item = search(flow, d)) != NONE) {
			augment_flow(flow, item);
			flow->got[d]++;
		}
	}
}

int optimum_flow_reach(struct optimum_flow *flow, uint32_t d)
{
	if (flow->got[d] >= flow->look->P - 1)
		return 0;
	return search(flow, d) == NONE;
}
