/*
 * Child s, for s = 0 .. N-1 but the idle slot z, has the offset p + s and a
 * shift c; the c, and the s + p - c, must be all different and not 0 mod N.
 * With d = s - z, from 1 to N - 1, these work: for odd N,
 * 	z = -p,		c = 2d,	so that s + p - c = -d;
 * for even N
 * 	z = -p - N/2,	c = 2d for d < N/2, 2d + 1 from there on,
 * so that s + p - c is N/2 - d or N/2 - d - 1: all but 0 once each.
 */
#include "model/cyclic/plan.h"

#include "base/mem.h"

static uint64_t idle_slot(uint64_t p, uint32_t nodes)
{
	uint64_t less = p + (nodes % 2 == 0 ? nodes / 2 : 0);

	return (nodes - less % nodes) % nodes;
}

/* All members have the same lag, the mean over the slots, where those after the
 * idle one count as a unit late: the sum of the offsets, rounded up to a
 * multiple of N, divided by N. */
int64_t cyclic_star_lag(uint64_t p, uint32_t nodes)
{
	int64_t N = nodes, later = N - 1 - (int64_t)idle_slot(p, nodes);
	int64_t sum = (N - 1) * (N - 2) / 2 + later - (int64_t)p;

	return (int64_t)p + sum / N - 1;
}

uint64_t cyclic_star_last(uint64_t p, uint32_t nodes)
{
	uint64_t end = (uint64_t)nodes - 1;

	if (nodes == 1)
		return 0;
	return p + (idle_slot(p, nodes) == end ? end - 1 : end);
}

/* What the root has sent by tick t, and the children's slots, idle or not. */
static uint64_t count_star_slots(uint64_t p, uint64_t nodes, uint64_t t)
{
	uint64_t units = t < p ? 0 : t - p + 1;
	uint64_t few = units < nodes ? units : nodes;

	return t + 1 + few * (few + 1) / 2 + nodes * (units - few);
}

int64_t cyclic_star_least_last(uint64_t p, uint32_t nodes, uint64_t m)
{
	uint64_t low = m - 1, high = m + nodes + p;

	if (p >> 31 > 0)
		return (int64_t)low;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (count_star_slots(p, nodes, middle) >= nodes * m)
			high = middle;
		else
			low = middle + 1;
	}
	return (int64_t)low;
}

void cyclic_star_init(
	struct periodic_groups *groups, uint64_t p, uint32_t nodes)
{
	uint32_t idle = (uint32_t)idle_slot(p, nodes);

	*groups = (struct periodic_groups){.p = p,
		.q = 1,
		.classes = 1,
		.processors = nodes + 1,
		.edges = nodes,
		.last = cyclic_star_last(p, nodes),
		.lag = cyclic_star_lag(p, nodes)};
	groups->edge = mem_array(nodes + (size_t)1, sizeof *groups->edge);
	groups->block = mem_array(1, sizeof *groups->block);
	groups->block[0] = (struct periodic_block){p, 0, nodes, 1};
	for (uint32_t k = 1; k <= PERIODIC_CLASSES; k++)
		groups->from[k] = 1;
	groups->edge[nodes] = (struct periodic_edge){1, nodes, 0};
	for (uint32_t d = 1; d < nodes; d++) {
		uint64_t s = ((uint64_t)idle + d) % nodes;
		uint64_t c = 2 * (uint64_t)d;

		if (nodes % 2 == 0 && d >= nodes / 2)
			c++;
		groups->edge[s] =
			(struct periodic_edge){1, nodes, (uint32_t)(c % nodes)};
	}
}
