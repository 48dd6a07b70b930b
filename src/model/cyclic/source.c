/*
 * What the source sends when.  As long as the number of senders grows, a
 * processor that receives something receives its first item, just before its
 * first free send, and all that it receives later comes too late to be sent on.
 * So every processor sends one item only, and how often an item has been sent
 * by the end depends on when the source sends it: d ticks after a send of the
 * source, F(d) sends of the item have been made because of it, where F grows as
 * a broadcast does.  Each item has to reach all others, and almost all sends
 * are needed.  So the numbers F(last), F(last - 1), ..., one for each send of
 * the source, are divided among the items evenly: the largest number that is
 * left goes to the item whose sum is smallest.  With this plan the tail's
 * matching hardly ever fails where counting permits it.
 *
 * Example: latency 9, 4096 others, 5 items, 48 ticks.  The numbers are 3662,
 * 3021, 2490, 2050, 1686, 1386, 1140, 939 .. 1, and sum to 20 810, of which 5 ·
 * 4096 = 20 480 are needed; divided evenly, each item gets 4162.  An item whose
 * numbers do not sum to 4096 would be late for somebody.
 *
 * At a latency that is not whole, each class of the tree receives at ticks of
 * its own, q apart, and must get all items by the last of them; F(d) counts the
 * sends to the class that receives at tick d.  The sends are divided as is best
 * for the class with the fewest sends to spare; the other classes, which grow
 * alike, have more room for an uneven division.
 *   Example: latency 5/4, 9999 others, 2 items, 63 ticks.  The classes have 22,
 * 894, 1467 and 1882 sends to spare.  The first class, of 2500, receives until
 * tick 60; the numbers are 2290, 1211, 661, 376, 220 .., and after an even
 * division the sums of the two items differ by fewer than 22.
 *
 * Few processors do better without such a plan.
 */
#include "model/cyclic/tail.h"

#include "base/bits.h"
#include "base/mem.h"

/* The fewest processors and the most ticks for which there is a plan. */
enum { PROCESSORS = 16, TICKS = 1 << 16 };

/* reach[d] = F(d), at most the number of processors. */
static uint64_t *find_reach(const struct periodic_groups *groups, uint64_t last)
{
	uint64_t *reach = mem_array((size_t)last + 1, sizeof *reach);

	for (uint64_t d = 0; d <= last; d++) {
		uint32_t k = groups->class_at[d % groups->q];
		uint64_t hop = groups->p;

		reach[d] = d == 0;
		if (k == groups->classes)
			continue;
		if (k + 1 == groups->classes)
			hop += groups->wait;
		if (d >= hop)
			reach[d] += reach[d - hop];
		if (d >= groups->q)
			reach[d] += reach[d - groups->q];
		reach[d] = least_u64(reach[d], groups->processors);
	}
	return reach;
}

/* How many sends more than needed there are by tick last to the class that
 * receives at that tick and whole units before it. */
static int64_t find_spare(const struct periodic_groups *groups,
	const uint64_t *reach, uint32_t items, uint64_t last)
{
	uint64_t phase = last % groups->q;
	uint32_t k = groups->class_at[phase];
	uint64_t senders = periodic_members(groups, k);
	uint32_t next = k + 1 < groups->classes ? k + 1 : 0;
	int64_t spare =
		-(int64_t)((uint64_t)items * periodic_members(groups, next));

	for (uint64_t t = phase; t <= last; t += groups->q)
		spare += (int64_t)least_u64(reach[t], senders);
	return spare;
}

/* The last tick, up to last, at which the class with the fewest sends to spare
 * receives. */
static uint64_t find_class_last(const struct periodic_groups *groups,
	const uint64_t *reach, uint32_t items, uint64_t last)
{
	uint64_t best = last;
	int64_t least = INT64_MAX;

	for (uint64_t back = 0; back < groups->q && back <= last; back++) {
		uint64_t phase = (last - back) % groups->q;
		int64_t spare = find_spare(groups, reach, items, last - back);

		if (groups->class_at[phase] < groups->classes &&
			spare < least) {
			least = spare;
			best = last - back;
		}
	}
	return best;
}

/* Divides the source's sends, one a unit until tick last, among the items. */
static void share_sends(uint8_t *plan, const struct periodic_groups *groups,
	uint32_t items, const uint64_t *reach, uint64_t last)
{
	uint64_t given[PERIODIC_ITEMS] = {0};

	for (uint64_t u = 0; u * groups->q <= last; u++) {
		uint32_t item = 0;

		for (uint32_t i = 1; i < items; i++)
			if (given[i] < given[item])
				item = i;
		if (u < items)
			item = (uint32_t)u;
		plan[u] = (uint8_t)item;
		given[item] += reach[last - u * groups->q];
	}
}

uint8_t *cyclic_source_plan(uint64_t *units,
	const struct periodic_groups *groups, uint32_t items, uint64_t last)
{
	uint64_t *reach;
	uint8_t *plan;

	*units = 0;
	if (groups->processors < PROCESSORS || last > TICKS)
		return NULL;
	reach = find_reach(groups, last);
	if (groups->q > 1)
		last = find_class_last(groups, reach, items, last);
	*units = last / groups->q + 1;
	plan = mem_array((size_t)*units, sizeof *plan);
	share_sends(plan, groups, items, reach, last);
	mem_free(reach);
	return plan;
}
