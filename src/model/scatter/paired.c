/*
 * Gathers where the time from one receive to the next depends on both messages:
 * on a machine that has other figures for larger messages, or on one whose
 * processor is busy for o > g but does not copy.
 *   A message of b blocks takes its receiver's port or processor for u(b),
 * beginning s(b) before the message's end; by then the message before must have
 * left.  So the receive of b blocks ends at least s(b) + u(c) - s(c) after that
 * of c blocks, and a tree whose bundle for k is b, and for k-b is c, takes
 *
 *   R(k) = max(R(k-b) + s(b) + u(c) - s(c), R(b) + e(b)),
 *
 * of which the least over b is taken.  Nobody knows k blocks before A(k), or is
 * free to receive more before Z(k):
 *
 *   A(k) = min over b < k of max(Z(k-b) + s(b), A(b) + e(b)),
 *   Z(k) = min over b < k of max(Z(k-b), A(b) + e(b) - s(b)) + u(b),
 *          or A(k) + e(c) - s(c) + u(c), c >= k, if that is less,
 *
 * A(1) = Z(1) = 0.  Proof: of the messages by which a processor comes to know k
 * blocks let the one that begins last carry b.  It begins when the others have
 * left, and its sender knew b blocks.  It brings at most b new blocks, so k-b
 * or more were known before; and the first processor to know k blocks has them
 * from none that knew k.
 *   In an all-to-all a message may carry blocks for others, too: s, e, u and e
 * - s + u of b blocks are then the least of those of b or more.
 *   If s = u for all sizes then R = A = Z = T.
 */
#include "model/scatter/scatter.h"

#include "base/mem.h"

/* The state while a table is filled.  For a bound, free: Z; hold: e - s + u;
 * rest: the least of that for b blocks or more. */
struct pairing {
	struct scatter_table *table;
	const struct scatter_costs *costs;
	mp_size_t limbs;
	mp_limb_t *free, *hold, *rest, *time, *other;
};

/* Sets time = max(time, other), and *least to it if that is less or is_first.
 */
static int take_least(struct pairing *pairing, mp_limb_t *least, int is_first)
{
	mp_size_t limbs = pairing->limbs;

	if (mpn_cmp(pairing->time, pairing->other, limbs) < 0)
		mpn_copyi(pairing->time, pairing->other, limbs);
	if (!is_first && mpn_cmp(pairing->time, least, limbs) >= 0)
		return 0;
	mpn_copyi(least, pairing->time, limbs);
	return 1;
}

static void add_ticks_of(
	struct pairing *pairing, mp_limb_t *sum, const mp_limb_t *ticks)
{
	mpn_add_n(sum, sum, ticks, pairing->limbs);
}

/* R(k) if the bundle is b. */
static void try_bundle(struct pairing *pairing, size_t k, size_t b)
{
	const struct scatter_costs *costs = pairing->costs;
	struct scatter_table *table = pairing->table;
	size_t before = table->bundle[k - b - 1];
	mp_size_t limbs = pairing->limbs;

	mpn_copyi(pairing->other, scatter_at(pairing->costs, table->time, b),
		limbs);
	add_ticks_of(pairing, pairing->other, scatter_end(costs, b));
	mpn_zero(pairing->time, limbs);
	if (before > 0) {
		mpn_add_n(pairing->time, scatter_cost_stay(costs, b),
			scatter_send(costs, before), limbs);
		if (mpn_sub_n(pairing->time, pairing->time,
			    scatter_cost_stay(costs, before), limbs))
			mpn_zero(pairing->time, limbs);
		add_ticks_of(pairing, pairing->time,
			scatter_at(pairing->costs, table->time, k - b));
	}
	if (take_least(pairing, scatter_at(pairing->costs, table->time, k),
		    b == 1))
		table->bundle[k - 1] = (uint32_t)b;
}

/* A(k) and Z(k) if the last message carries b. */
static void try_last(struct pairing *pairing, size_t k, size_t b)
{
	const struct scatter_costs *costs = pairing->costs;
	mp_limb_t *known = scatter_at(pairing->costs, pairing->table->time, b);
	mp_limb_t *freed = scatter_at(pairing->costs, pairing->free, k - b);
	mp_size_t limbs = pairing->limbs;

	mpn_add_n(pairing->time, freed, scatter_cost_stay(costs, b), limbs);
	mpn_add_n(pairing->other, known, scatter_end(costs, b), limbs);
	(void)take_least(pairing,
		scatter_at(pairing->costs, pairing->table->time, k), b == 1);
	mpn_add_n(pairing->time, freed, scatter_send(costs, b), limbs);
	mpn_add_n(pairing->other, known,
		scatter_at(pairing->costs, pairing->hold, b), limbs);
	(void)take_least(
		pairing, scatter_at(pairing->costs, pairing->free, k), b == 1);
}

static void begin_bound(struct pairing *pairing)
{
	const struct scatter_costs *costs = pairing->costs;
	size_t size = costs->n * costs->limbs;

	pairing->free = mem_array(size, sizeof *pairing->free);
	pairing->hold = mem_array(size, sizeof *pairing->hold);
	for (size_t b = 1; b <= costs->n; b++) {
		mp_limb_t *hold = scatter_at(pairing->costs, pairing->hold, b);

		mpn_add_n(hold, scatter_end(costs, b), scatter_send(costs, b),
			pairing->limbs);
		mpn_sub_n(hold, hold, scatter_cost_stay(costs, b),
			pairing->limbs);
	}
	pairing->rest = mem_array(size, sizeof *pairing->rest);
	mpn_copyi(pairing->rest, pairing->hold, (mp_size_t)size);
	(void)scatter_lower(costs, pairing->rest);
	if (!costs->is_mixed)
		return;
	(void)scatter_lower(costs, costs->send);
	(void)scatter_lower(costs, costs->end);
	(void)scatter_lower(costs, costs->stay);
	(void)scatter_lower(costs, pairing->hold);
}

/* Z(k) if one message carries k blocks or more. */
static void try_larger(struct pairing *pairing, size_t k)
{
	mpn_add_n(pairing->time,
		scatter_at(pairing->costs, pairing->table->time, k),
		scatter_at(pairing->costs, pairing->rest, k), pairing->limbs);
	mpn_zero(pairing->other, pairing->limbs);
	(void)take_least(
		pairing, scatter_at(pairing->costs, pairing->free, k), 0);
}

void scatter_fill_paired(struct scatter_table *table, int is_bound)
{
	const struct scatter_costs *costs = &table->costs;
	mp_limb_t *scratch = mem_array(2 * costs->limbs, sizeof *scratch);
	struct pairing pairing = {.table = table,
		.costs = costs,
		.limbs = (mp_size_t)costs->limbs,
		.time = scratch,
		.other = scratch + costs->limbs};

	if (is_bound)
		begin_bound(&pairing);
	for (size_t k = 2; k <= costs->n; k++) {
		for (size_t b = 1; b < k; b++)
			(is_bound ? try_last : try_bundle)(&pairing, k, b);
		if (is_bound)
			try_larger(&pairing, k);
	}
	mem_free(pairing.free);
	mem_free(pairing.hold);
	mem_free(pairing.rest);
	mem_free(scratch);
}
