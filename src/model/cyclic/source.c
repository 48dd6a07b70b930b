/*
 * As long as the number of those who send grows, whoever receives something
 * receives it for the first time, just before its first free send; and what it
 * receives later comes too late to be sent on.  So everybody sends one item
 * only, and how often an item is sent by the end is settled by when the source
 * sends it: F(d) times by d ticks after each of these sends, where F grows as a
 * broadcast does.  Each item has to reach all others, and almost all sends are
 * needed.  So the numbers F(last), F(last - 1), ..., one for each send of the
 * source, are divided among the items evenly: the greatest that is left to the
 * item that lacks most.  With that, the tail's matching hardly ever fails,
 * where it is possible by counting.
 *
 * Example: latency 9, 4096 others, 5 items, 48 ticks.  The numbers are 3662,
 * 3021, 2490, 2050, 1686, 1386, 1140, 939 .. 1, and sum to 20 810, of which
 * 5 · 4096 = 20 480 are needed; divided evenly each item gets 4162.  An item
 * whose numbers do not sum to 4096 would be late for some.
 *
 * Few processors are better served without.  At a latency that is not whole, a
 * class of the tree that is full before its children's makes the sends fewer
 * than F says: there it is done for long latencies only.
 */
#include "model/cyclic/source.h"

#include "base/mem.h"

/* The fewest processors; the least latency, if it is not whole; the most ticks.
 */
enum { PROCESSORS = 16, LATENCY = 4, TICKS = 1 << 16 };

int cyclic_source_is_planned(const struct cyclic_groups *groups)
{
	return groups->processors >= PROCESSORS &&
	       (groups->q == 1 || groups->p >= LATENCY * groups->q);
}

/* reach[d] = F(d), at most the number of processors. */
static uint64_t *find_reach(const struct cyclic_groups *groups, uint64_t last)
{
	uint64_t *reach = mem_array(2 * ((size_t)last + 1), sizeof *reach);
	uint64_t *sum = reach + last + 1; /* of F(d), F(d - q), .. */

	for (uint64_t d = 0; d <= last; d++) {
		reach[d] = 1;
		if (d >= groups->p)
			reach[d] += sum[d - groups->p];
		if (reach[d] > groups->processors)
			reach[d] = groups->processors;
		sum[d] = reach[d] + (d >= groups->q ? sum[d - groups->q] : 0);
	}
	return reach;
}

/* The tick of the last send if none is lost, for fewer items than the groups
 * can send in the time: at whole latencies, F(u) can send at tick u. */
static uint64_t find_last(const struct cyclic_groups *groups,
	const uint64_t *reach, uint32_t items, uint64_t last)
{
	uint64_t others = groups->processors - (uint64_t)1;
	uint64_t left = items * others;

	for (uint64_t u = 0; u < last && groups->q == 1; u++) {
		uint64_t sends = reach[u] < others ? reach[u] : others;

		if (sends >= left)
			return u;
		left -= sends;
	}
	return last;
}

/* Shares the source's sends out, one a unit, until tick last. */
static void share_sends(uint8_t *plan, const struct cyclic_groups *groups,
	uint32_t items, const uint64_t *reach, uint64_t last)
{
	int64_t lacks[CYCLIC_TAIL_ITEMS] = {0};

	for (uint32_t i = 0; i < items; i++)
		lacks[i] = (int64_t)groups->processors - 1;
	for (uint64_t u = 0; u * groups->q <= last; u++) {
		uint32_t item = 0;

		for (uint32_t i = 1; i < items; i++)
			if (lacks[i] > lacks[item])
				item = i;
		if (u < items)
			item = (uint32_t)u;
		plan[u] = (uint8_t)item;
		lacks[item] -= (int64_t)reach[last - u * groups->q];
	}
}

uint8_t *cyclic_source_plan(uint64_t *units, const struct cyclic_groups *groups,
	uint32_t items, uint64_t last)
{
	uint64_t *reach;
	uint8_t *plan;

	*units = 0;
	if (!cyclic_source_is_planned(groups) || last > TICKS)
		return NULL;
	reach = find_reach(groups, last);
	last = find_last(groups, reach, items, last);
	*units = last / groups->q + 1;
	plan = mem_array((size_t)*units, sizeof *plan);
	share_sends(plan, groups, items, reach, last);
	mem_free(reach);
	return plan;
}
