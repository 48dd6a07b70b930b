/*
 * binary: level l consists of processors 2^l - 1 .. 2^(l+1) - 2, so its width w
 * is 2^l.  The x-th of it, from 0, sends to the x-th and the (x+w)-th of the
 * next level, whose numbers are greater by w and 2w.  So x has l bits: the
 * highest one is 1 if the processor is its parent's second child, the next one
 * if its parent is a second child, and so on.  The time is DTREE's of degree 2.
 *   Example: processor 5 is on level 2, x = 2, binary 10: it is the second
 * child of 1, which is a first child.
 */
#include "model/trees/shape.h"

static uint64_t binary_first(const struct trees_tree *tree, uint64_t parent)
{
	(void)tree;
	return parent + trees_power_below(parent + 1);
}

static uint64_t binary_next(
	const struct trees_tree *tree, uint64_t parent, uint64_t child)
{
	uint64_t width = trees_power_below(parent + 1);

	return child - parent == width ? child + width : tree->n;
}

/* h is the last level.  The last processor to get a message is the last one of
 * level h-1, whose x has only ones, or the one of level h whose x has most. */
static void binary_time(
	mpq_t time, const struct problem *problem, const mpz_t degree)
{
	mp_bitcnt_t h = mpz_sizeinbase(problem->n, 2) - 1, most;
	mpz_t last, units, levels;

	(void)degree;
	mpz_inits(last, units, levels, NULL);
	mpz_set_ui(levels, h - 1);
	trees_set_later(time, levels, levels, problem);
	mpz_set(last, problem->n);
	mpz_clrbit(last, h);
	most = mpz_sgn(last) > 0 ? mpz_sizeinbase(last, 2) - 1 : 0;
	if (mpz_sgn(last) > 0 && trees_most_ones(last, most) > most)
		most = trees_most_ones(last, most);
	mpz_set_ui(units, most);
	mpz_set_ui(levels, h);
	trees_set_later(time, units, levels, problem);
	mpz_set_ui(units, mpz_cmp_ui(problem->n, 2) > 0 ? 2 : 1);
	trees_add_messages(time, units, problem);
	mpz_clears(last, units, levels, NULL);
}

static void binary_place(
	struct trees_place *place, const struct problem *problem)
{
	struct postal_part *part = &place->part;
	mpz_t x, k;

	mpz_init(x);
	mpz_init(k);
	mpz_add_ui(x, place->rank, 1);
	place->level = (unsigned long)mpz_sizeinbase(x, 2) - 1;
	mpz_clrbit(x, place->level);
	if (place->level > 0) {
		mpz_setbit(k,
			place->level - 1 +
				(mp_bitcnt_t)mpz_tstbit(x, place->level - 1));
		mpz_sub(part->parent, place->rank, k);
	}
	for (unsigned long i = 0; i < 2; i++) {
		mpz_set_ui(k, i);
		trees_level_child(k, part, k);
		if (mpz_cmp(k, problem->n) < 0)
			mpz_set_ui(part->children, i + 1);
	}
	mpz_set_ui(part->period, mpz_cmp_ui(problem->n, 2) > 0 ? 2 : 1);
	mpz_set_ui(place->latencies, place->level);
	mpz_set_ui(place->sends, (unsigned long)mpz_popcount(x));
	mpz_clear(x);
	mpz_clear(k);
}

const struct trees_shape trees_binary = {"binary", 0, 0, NULL, binary_time,
	binary_first, binary_next, binary_place, trees_level_child};
