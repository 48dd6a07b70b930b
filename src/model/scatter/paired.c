/*
 * Gathers where the time from one receive to the next depends on both: on a
 * machine with other figures for larger messages, or one whose processor is
 * taken for o > g, but does not copy.
 *   A message of b blocks takes its receiver, port or processor, for u(b), from
 * s(b) before its end on; before that the one before it is to have left.  So
 * from the end of c blocks' receive to that of b blocks there are s(b) + u(c) -
 * s(c), and a tree whose bundle for k is b, and for k-b is c, takes
 *
 *   R(k) = max(R(k-b) + s(b) + u(c) - s(c), R(b) + e(b)),
 *
 * of which the least is taken.  Nobody knows k blocks before A(k), nor is free
 * to receive more before Z(k):
 *
 *   A(k) = min over b < k of max(Z(k-b) + s(b), A(b) + e(b)),
 *   Z(k) = min over b < k of max(Z(k-b), A(b) + e(b) - s(b)) + u(b),
 *          or A(k) + e(c) - s(c) + u(c), c >= k, if that is less,
 *
 * A(1) = Z(1) = 0: let the message that begins last, of those by which k are
 * known, carry b; it begins when the others have left, and its sender knew b.
 * Of b or fewer blocks that are new k-b or more were known; and who knows k
 * first has it from nobody who knew k.
 *   In an all-to-all it may carry blocks for others, too: there s, e, u and
 * e - s + u of b blocks are the least of those of b or more.
 *   If s = u for all sizes that is T, and R = A = Z.
 */
#include "model/scatter/scatter.h"

#include "base/mem.h"

/* The work on one table; of a bound free: Z; hold: e - s + u; rest: the least
 * of that of b blocks or more. */
struct pairing {
	struct scatter_table *table;
	const struct scatter_costs *costs;
	mp_size_t limbs;
	mp_limb_t *free, *hold, *rest, *time, *other;
};

static mp_limb_t *ticks_at(
	const struct pairing *pairing, mp_limb_t *array, size_t k)
{
	return array + (k - 1) * (size_t)pairing->limbs;
}

/* Sets time = max(time, other), and least to it if that is less or k is new. */
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

/* R by that bundle. */
static void try_bundle(struct pairing *pairing, size_t k, size_t b)
{
	const struct scatter_costs *costs = pairing->costs;
	struct scatter_table *table = pairing->table;
	size_t before = table->bundle[k - b - 1];
	mp_size_t limbs = pairing->limbs;

	mpn_copyi(pairing->other, ticks_at(pairing, table->time, b), limbs);
	add_ticks_of(pairing, pairing->other, scatter_end(costs, b));
	mpn_zero(pairing->time, limbs);
	if (before > 0) {
		mpn_add_n(pairing->time, scatter_cost_stay(costs, b),
			scatter_send(costs, before), limbs);
		if (mpn_sub_n(pairing->time, pairing->time,
			    scatter_cost_stay(costs, before), limbs))
			mpn_zero(pairing->time, limbs);
		add_ticks_of(pairing, pairing->time,
			ticks_at(pairing, table->time, k - b));
	}
	if (take_least(pairing, ticks_at(pairing, table->time, k), b == 1))
		table->bundle[k - 1] = (uint32_t)b;
}

/* A and Z by that last message. */
static void try_last(struct pairing *pairing, size_t k, size_t b)
{
	const struct scatter_costs *costs = pairing->costs;
	mp_limb_t *known = ticks_at(pairing, pairing->table->time, b);
	mp_limb_t *freed = ticks_at(pairing, pairing->free, k - b);
	mp_size_t limbs = pairing->limbs;

	mpn_add_n(pairing->time, freed, scatter_cost_stay(costs, b), limbs);
	mpn_add_n(pairing->other, known, scatter_end(costs, b), limbs);
	(void)take_least(
		pairing, ticks_at(pairing, pairing->table->time, k), b == 1);
	mpn_add_n(pairing->time, freed, scatter_send(costs, b), limbs);
	mpn_add_n(pairing->other, known, ticks_at(pairing, pairing->hold, b),
		limbs);
	(void)take_least(pairing, ticks_at(pairing, pairing->free, k), b == 1);
}

/* Each of the costs becomes the least of those of as many blocks or more. */
static void lower_costs(const struct pairing *pairing, mp_limb_t *cost)
{
	for (size_t b = pairing->costs->n; b-- > 1;) {
		mp_limb_t *at = ticks_at(pairing, cost, b);

		if (mpn_cmp(at, at + pairing->limbs, pairing->limbs) > 0)
			mpn_copyi(at, at + pairing->limbs, pairing->limbs);
	}
}

static void begin_bound(struct pairing *pairing)
{
	const struct scatter_costs *costs = pairing->costs;
	size_t size = costs->n * costs->limbs;

	pairing->free = mem_array(size, sizeof *pairing->free);
	pairing->hold = mem_array(size, sizeof *pairing->hold);
	for (size_t b = 1; b <= costs->n; b++) {
		mp_limb_t *hold = ticks_at(pairing, pairing->hold, b);

		mpn_add_n(hold, scatter_end(costs, b), scatter_send(costs, b),
			pairing->limbs);
		mpn_sub_n(hold, hold, scatter_cost_stay(costs, b),
			pairing->limbs);
	}
	pairing->rest = mem_array(size, sizeof *pairing->rest);
	mpn_copyi(pairing->rest, pairing->hold, (mp_size_t)size);
	lower_costs(pairing, pairing->rest);
	if (!costs->is_mixed)
		return;
	lower_costs(pairing, costs->send);
	lower_costs(pairing, costs->end);
	lower_costs(pairing, costs->stay);
	lower_costs(pairing, pairing->hold);
}

/* Z by a message of k blocks or more. */
static void try_larger(struct pairing *pairing, size_t k)
{
	mpn_add_n(pairing->time, ticks_at(pairing, pairing->table->time, k),
		ticks_at(pairing, pairing->rest, k), pairing->limbs);
	mpn_zero(pairing->other, pairing->limbs);
	(void)take_least(pairing, ticks_at(pairing, pairing->free, k), 0);
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
