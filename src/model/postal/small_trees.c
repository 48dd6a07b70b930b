/*
 * Tree k at moment e: its root's send if e is the first; else the sends of the
 * tree that stays, a unit earlier in that tree's time, then those of the tree
 * given away, a latency earlier, moved by the ranks that stay.
 */
#include "model/postal/open.h"

#include "base/mem.h"

/* Sizes at which the lists stay in the first caches. */
enum { TREE_MAX = 8192, TREES_MAX = 256, HOPS_MAX = 1 << 15 };

/* The trees that are listed, and the number of all their sends. */
static size_t count_trees(const struct postal_steps *steps, size_t *hops)
{
	size_t k = 0;

	*hops = 0;
	while (k < steps->count && k < TREES_MAX &&
		steps->step[k].reach <= TREE_MAX &&
		*hops + steps->step[k].reach - 1 <= HOPS_MAX)
		*hops += (size_t)steps->step[k++].reach - 1;
	return k;
}

/* Appends tree k's sends at moment e, 1 <= e <= k, moved by base. */
static struct postal_hop *copy_slice(const struct postal_flat *flat, size_t k,
	size_t e, uint16_t base, struct postal_hop *out)
{
	const struct postal_hop *hop, *end;

	for (postal_flat_slice(flat, k, e, &hop, &end); hop < end; hop++)
		*out++ = (struct postal_hop){(uint16_t)(hop->from + base),
			(uint16_t)(hop->to + base)};
	return out;
}

static struct postal_hop *list_moment(const struct postal_flat *flat,
	const struct postal_step *step, size_t k, size_t e,
	struct postal_hop *out)
{
	uint16_t kept = (uint16_t)step[step[k].stay].reach;

	if (e == 1) {
		*out = (struct postal_hop){0, kept};
		return out + 1;
	}
	if (step[e].stay_exact)
		out = copy_slice(flat, step[k].stay, step[e].stay, 0, out);
	if (step[e].descend_exact)
		out = copy_slice(
			flat, step[k].descend, step[e].descend, kept, out);
	return out;
}

void postal_flat_init(
	struct postal_flat *flat, const struct postal_steps *steps)
{
	size_t hops;
	struct postal_hop *out;
	uint32_t *start;

	flat->trees = count_trees(steps, &hops);
	flat->hop = out = mem_array(hops, sizeof *flat->hop);
	flat->start = start = mem_array(
		flat->trees * (flat->trees + 1) / 2 + 1, sizeof *flat->start);
	for (size_t k = 1; k < flat->trees; k++)
		for (size_t e = 1; e <= k; e++) {
			out = list_moment(flat, steps->step, k, e, out);
			*++start = (uint32_t)(out - flat->hop);
		}
}

void postal_flat_clear(struct postal_flat *flat)
{
	mem_free(flat->hop);
	mem_free(flat->start);
	*flat = (struct postal_flat){0};
}
