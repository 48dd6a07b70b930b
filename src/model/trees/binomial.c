/*
 * binomial: the parent of p is p without its highest bit; the nearest children,
 * which have the largest subtrees, come first.
 *   If p has the k bits b_1 < .. < b_k, it gets message 1 at b_k + 1 +
 * k(lambda-1).  With q = floor(log2(n-1)), the last processor to get it is 2^q
 * - 1, with q ones; or, of those from 2^q to n-1, which all have b_k = q, one
 * with the most ones.
 *   Example: n = 6: 2^2 - 1 = 3 gets it at 2 + 2(lambda-1), and 5, binary 101,
 * at 3 + 2(lambda-1).
 */
#include "model/trees/shape.h"

static uint64_t binomial_first(const struct trees_tree *tree, uint64_t parent)
{
	(void)tree;
	return parent == 0 ? 1 : parent + 2 * trees_power_below(parent);
}

static uint64_t binomial_next(
	const struct trees_tree *tree, uint64_t parent, uint64_t child)
{
	(void)tree;
	return parent + 2 * (child - parent);
}

/* Besides x itself, it is enough to look at the numbers that agree with x above
 * one of its bits i < q, lack that bit, and have ones only below it. */
mp_bitcnt_t trees_most_ones(const mpz_t x, mp_bitcnt_t q)
{
	mp_bitcnt_t ones = mpz_popcount(x), most = ones, above = ones;

	for (mp_bitcnt_t i = 0; i < q; i++) {
		if (!mpz_tstbit(x, i))
			continue;
		above--;
		if (above + i > most)
			most = above + i;
	}
	return most;
}

static void binomial_time(
	mpq_t time, const struct problem *problem, const mpz_t degree)
{
	mpz_t units, ones;
	mp_bitcnt_t q, most;

	(void)degree;
	mpz_inits(units, ones, NULL);
	mpz_sub_ui(units, problem->n, 1);
	q = mpz_sizeinbase(units, 2) - 1;
	most = trees_most_ones(units, q);
	mpz_set_ui(units, 0);
	mpz_set_ui(ones, q);
	trees_set_later(time, units, ones, problem);
	mpz_set_ui(units, q + 1 - most);
	mpz_set_ui(ones, most);
	trees_set_later(time, units, ones, problem);
	mpz_set_ui(units, q + 1);
	trees_add_messages(time, units, problem);
	mpz_clears(units, ones, NULL);
}

static unsigned long bits(const mpz_t x)
{
	return mpz_sgn(x) > 0 ? (unsigned long)mpz_sizeinbase(x, 2) : 0;
}

static void binomial_place(
	struct trees_place *place, const struct problem *problem)
{
	struct postal_part *part = &place->part;
	unsigned long ones = (unsigned long)mpz_popcount(place->rank);
	mpz_t others;

	mpz_init(others);
	place->level = bits(place->rank);
	mpz_sub_ui(others, problem->n, 1);
	mpz_set_ui(part->period, bits(others));
	mpz_sub(others, others, place->rank);
	if (bits(others) > place->level)
		mpz_set_ui(part->children, bits(others) - place->level);
	mpz_set(part->parent, place->rank);
	if (place->level > 0)
		mpz_clrbit(part->parent, place->level - 1);
	mpz_set_ui(place->latencies, ones);
	mpz_set_ui(place->sends, place->level - ones);
	mpz_clear(others);
}

const struct trees_shape trees_binomial = {"binomial", 0, 0, NULL,
	binomial_time, binomial_first, binomial_next, binomial_place,
	trees_level_child};
