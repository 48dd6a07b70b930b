/*
 * Everything sent before now is known, and so is what a processor has in a slot
 * before what is sent now arrives.  How many sends of use can there be in each
 * window, if a cell sends an item that it has, each item as often as it is
 * wanting, and a window has at most n - 1 sends?  Windows are filled one after
 * the other, by shortest augmenting paths; one without any further path keeps
 * its amount, whatever is rearranged later.  On a path, an item that is used up
 * is given up by one of its cells, which takes another item, or is replaced by
 * a free cell of its window.
 *
 * If the last window, in which what is sent now can first be sent on, is not
 * full, its cells that the search still reaches need something: any item would
 * help of which one more copy could be sent, if others are rearranged.
 *
 * Example: p has items 1 and 2, r has 1, and each is wanting once.  If p has
 * taken 1, nothing is left for r; the path from r leads to item 1, which p
 * gives up, and on to item 2, which p takes: two sends of use.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/bits.h"

/* How a cell was reached, if not as a free cell of another one's window. */
enum { FIRST = -1, BY_ITEM = -2 };

/* -- the cells */

/* The window of a tick from now on. */
static int window_of(const struct fractional_state *state, int tick, int last)
{
	int begin = state->tick + state->latency - (last - 1) * state->unit;

	return tick < begin ? 0 : 1 + (tick - begin) / state->unit;
}

/* p's first slot: when it can send and has an item. */
static int first_slot(const struct builder *builder, int p)
{
	const struct fractional_state *state = &builder->state;
	int first = FRACTIONAL_NEVER, from = state->processor[p].sends_from;

	for (uint64_t has = builder->has[p]; has != 0; has &= has - 1) {
		int a = (int)bits_lowest(has);
		int since =
			fractional_since(state, p, builder->item[a].message);

		first = since < first ? since : first;
	}
	first = first < from ? from : first;
	return first < state->tick ? state->tick : first;
}

/* The items that p has by that tick, of the fresh ones so many. */
static uint64_t find_held(
	const struct builder *builder, int p, int tick, int fresh)
{
	uint64_t held = 0;

	for (uint64_t has = builder->has[p]; has != 0; has &= has - 1) {
		int a = (int)bits_lowest(has);

		if (a < builder->old + fresh &&
			fractional_since(&builder->state, p,
				builder->item[a].message) <= tick)
			held |= (uint64_t)1 << a;
	}
	return held;
}

/* Sets what p has at its slots: fresh messages one by one, as it sends them. */
static void set_cells(struct builder *builder, int p, int last)
{
	const struct fractional_state *state = &builder->state;
	struct builder_flow *flow = &builder->flow;
	int tick = first_slot(builder, p), window;

	for (int fresh = 1; tick < FRACTIONAL_NEVER; fresh++) {
		tick = fractional_idle_from(state, p, tick);
		window = window_of(state, tick, last);
		if (window >= flow->windows)
			break;
		flow->held[window * state->n + p] =
			find_held(builder, p, tick, fresh);
		tick += state->unit;
	}
}

/* -- the flow */

static void take_item(const struct builder *builder, struct builder_flow *flow,
	int cell, int a)
{
	int place = flow->used[a]++;

	flow->taken[cell] = a;
	bits_remove(flow->idle, (uint64_t)cell);
	flow->place[cell] = place;
	flow->list[a * builder->state.n + place] = cell;
	if (flow->used[a] == builder->item[a].wanting)
		flow->open &= ~((uint64_t)1 << a);
}

/* Takes the cell's item from it, and returns it. */
static int leave_item(
	const struct builder *builder, struct builder_flow *flow, int cell)
{
	int a = flow->taken[cell], place = flow->place[cell];
	int *list = flow->list + (ptrdiff_t)a * builder->state.n;
	int moved = list[--flow->used[a]];

	list[place] = moved;
	flow->place[moved] = place;
	flow->taken[cell] = -1;
	bits_add(flow->idle, (uint64_t)cell);
	return a;
}

static void see_cell(struct builder_flow *flow, int cell, int from)
{
	flow->cell_seen[cell] = 1;
	flow->cell_from[cell] = from;
	flow->queue[flow->queued++] = cell;
}

/* Visits the window's cells that send nothing. */
static void see_window(struct builder *builder, int window, int from)
{
	struct builder_flow *flow = &builder->flow;
	uint64_t n = (uint64_t)builder->state.n;
	uint64_t end = ((uint64_t)window + 1) * n;

	flow->window_seen[window] = 1;
	builder->work += n / 2;
	for (uint64_t cell = bits_next(flow->idle, end - n, end); cell < end;
		cell = bits_next(flow->idle, cell + 1, end))
		see_cell(flow, (int)cell, from);
}

/* Visits the cells of an item that is used up: they, or others of their
 * windows, may do without it. */
static void see_item(struct builder *builder, int a)
{
	struct builder_flow *flow = &builder->flow;
	int n = builder->state.n;

	builder->work += (uint64_t)flow->used[a];
	for (int k = 0; k < flow->used[a]; k++) {
		int cell = flow->list[a * n + k];

		if (flow->cell_seen[cell])
			continue;
		see_cell(flow, cell, BY_ITEM);
		if (!flow->window_seen[cell / n])
			see_window(builder, cell / n, cell);
	}
}

/* Searches from the window for an item that is not used up; -1 if there is
 * none. */
static int find_item(struct builder *builder, int window)
{
	struct builder_flow *flow = &builder->flow;
	size_t cells = (size_t)flow->windows * (size_t)builder->state.n;

	flow->seen = 0;
	memset(flow->cell_seen, 0, cells);
	memset(flow->window_seen, 0, (size_t)flow->windows);
	builder->work += cells / 16;
	flow->queued = 0;
	see_window(builder, window, FIRST);
	for (int i = 0; i < flow->queued; i++) {
		int cell = flow->queue[i];
		uint64_t held;

		while ((held = flow->held[cell] & ~flow->seen) != 0) {
			int a = (int)bits_lowest(held);

			flow->seen |= (uint64_t)1 << a;
			flow->item_from[a] = cell;
			if (flow->open >> a & 1)
				return a;
			see_item(builder, a);
		}
	}
	return -1;
}

/* Changes the flow along the path that ends in the item. */
static void augment(
	const struct builder *builder, struct builder_flow *flow, int a)
{
	for (;;) {
		int cell = flow->item_from[a], from = flow->cell_from[cell];
		int left = -1;

		if (from != FIRST)
			left = leave_item(
				builder, flow, from == BY_ITEM ? cell : from);
		take_item(builder, flow, cell, a);
		if (from == FIRST)
			return;
		a = left;
	}
}

/* Fills a window: first with what is open, then by paths. */
static void fill_window(struct builder *builder, int window)
{
	struct builder_flow *flow = &builder->flow;
	int n = builder->state.n, got = 0, a;

	for (int cell = window * n; cell < (window + 1) * n; cell++) {
		uint64_t open = flow->held[cell] & flow->open;

		if (open != 0 && got < n - 1) {
			take_item(builder, flow, cell, (int)bits_lowest(open));
			got++;
		} else if (flow->held[cell] != 0) {
			bits_add(flow->idle, (uint64_t)cell);
		}
	}
	builder->work += (uint64_t)n;
	while (got < n - 1 && flow->open != 0 &&
		(a = find_item(builder, window)) >= 0) {
		augment(builder, flow, a);
		got++;
	}
	flow->got[window] = got;
}

/* What the cells of a window that send nothing have. */
static uint64_t list_free(const struct builder *builder, int window)
{
	const struct builder_flow *flow = &builder->flow;
	int n = builder->state.n;
	uint64_t set = 0;

	for (int cell = window * n; cell < (window + 1) * n; cell++)
		if (flow->taken[cell] < 0)
			set |= flow->held[cell];
	return set;
}

/* Adds to *helpful the items that a cell of the window can give up for one that
 * is helpful, or that a free cell there can be replaced by. */
static void add_helpful(
	const struct builder *builder, int window, uint64_t *helpful)
{
	const struct builder_flow *flow = &builder->flow;
	int n = builder->state.n;
	int is_free = (list_free(builder, window) & *helpful) != 0;

	for (int cell = window * n; cell < (window + 1) * n; cell++)
		if (flow->taken[cell] >= 0 &&
			(is_free || flow->held[cell] & *helpful))
			*helpful |= (uint64_t)1 << flow->taken[cell];
}

/* The items of which one more copy could be sent. */
static uint64_t find_helpful(struct builder *builder)
{
	const struct builder_flow *flow = &builder->flow;
	uint64_t helpful = flow->open, before;

	do {
		before = helpful;
		for (int window = 0; window < flow->windows; window++)
			add_helpful(builder, window, &helpful);
		builder->work +=
			(uint64_t)flow->windows * (uint64_t)builder->state.n;
	} while (helpful != before);
	return helpful;
}

/* Who needs an item for the last window, if that is not full. */
static void list_needs(struct builder *builder, int last)
{
	struct builder_flow *flow = &builder->flow;
	int n = builder->state.n;

	if (flow->got[last] == n - 1 || find_item(builder, last) >= 0)
		return;
	for (int p = 0; p < n; p++)
		builder->needs[p] = flow->cell_seen[last * n + p] ||
				    flow->held[last * n + p] == 0;
	builder->useless = ~find_helpful(builder);
}

/* Whether what is sent now arrives too late to be sent on. */
static int is_last_wave(const struct builder *builder)
{
	const struct fractional_state *state = &builder->state;

	return state->tick + state->latency > state->last;
}

int builder_flow_find(struct builder *builder)
{
	struct fractional_state *state = &builder->state;
	struct builder_flow *flow = &builder->flow;
	size_t cells = (size_t)flow->windows * (size_t)state->n;
	int last = flow->windows - 1, sum = 0;

	if (is_last_wave(builder))
		return 0;
	memset(flow->held, 0, cells * sizeof *flow->held);
	memset(flow->taken, 0xff, cells * sizeof *flow->taken);
	memset(flow->used, 0, sizeof flow->used);
	memset(flow->idle, 0, (size_t)bits_words(cells) * sizeof *flow->idle);
	flow->open = UINT64_MAX >> (BUILDER_ITEMS - builder->items);
	for (int p = 0; p < state->n; p++)
		set_cells(builder, p, last);
	for (int window = 0; window <= last; window++) {
		fill_window(builder, window);
		sum += flow->got[window];
	}
	return sum;
}

void builder_flow_set(struct builder *builder)
{
	memset(builder->needs, 0, (size_t)builder->state.n);
	builder_flow_find(builder);
	if (!is_last_wave(builder))
		list_needs(builder, builder->flow.windows - 1);
}
