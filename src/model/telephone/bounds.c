/*
 * Lower bounds in the telephone model.  L = ceil(log2 n).
 *
 * The last message: m - 1 + L (BKS, Theorem 1, stated for even n; its proof
 * holds for all).
 *
 * Useful sends, odd n (BKS, Theorem 2): m (n-1) of them are needed.  Round
 * i <= L has at most 2^(i-1); a later one at most n-2 if the source talks,
 * since its partner gives it nothing and somebody is idle; at most n-1 if not;
 * the source talks in at least m rounds.  So m + ceil(a / (n-1)) rounds, a =
 * m + (n-2) L - 2^L + 1.
 *
 * Sharpened, n = 2^(L-1) + 1: round L has at most n-2 useful sends, not
 * 2^(L-1) = n-1, because if the source is silent only n-2 others know
 * anything, and if not see above.  This is a + 1 in place of a.
 *
 * Sharpened, other odd n: again a + 1 where the first rounds cannot all be
 * full, that is, have as many useful sends as above.  Example, n = 7: full
 * rounds 1 and 2 leave two processors with x_1, one with x_2.  In round 3 one
 * of the two swaps with the one, the other and the source tell two who know
 * nothing; one is left who does not.  A full round 4 has two swaps, where both
 * learn something, a partner of the source and one who is idle.  But those who
 * know {x_1, x_2}, two, have nothing for each other, nor for {x_1}, twice; only
 * x_3's owner is of use to any of them.
 *
 * In general let 2s = 2^L + 1 - n, and let all rounds be full.
 *   Rounds 1 to L - 1: all who know something tell somebody who knows nothing.
 * Then h >= 2^(L-2) know x_1 alone, which the source sent first; n_j >=
 * 2^(L-1-j) know x_j alone, its j-th, the source not counted.  (Where x_i is
 * x_j, both stand for the two, which only makes it harder.)
 *   Round L: all who know something are of use.  S pairs swap, the others tell
 * 2^(L-1) - 2S who know nothing; 2(S - s) + 1 are left.
 *   Round L + 1: who knows nothing is in no swap.  So S = s, the source talks,
 * its partner and the one who is idle are o, who was left, and some y, and all
 * others swap.  Who swaps knows something that the other does not.  Let f of
 * the s swaps in round L have been without x_1: then 2 (h - s + f) know x_1
 * alone, and 2^L - 1 - 2h - 2s something else without it.  The former swap with
 * the latter, but for y: 4h + 2f <= 2^L.  So f = 0, h = 2^(L-2), y knows x_1
 * alone, and all who do not know x_1 are taken.  Left to each other are the 2s
 * who know x_1 and one x_j: in each swap two j, so of the s swaps in round L at
 * most s/2 were of the same x_j.  This is impossible for s = 1; and for s =
 * 2^(L-2) - 1, as then all who did not know x_1 have swapped, 2^(L-3) of them
 * with x_2.
 *   Round L + 2: let s_j of the swaps in round L have been of x_j.  At least
 * 4 (2^(L-3) - s_2) know x_1 and x_2 alone.  Besides o and y, so many do not
 * know x_2: 2^L - 2 - 4s, less the former, who know x_1 and one x_j; and 2s -
 * 4 s_2 who know x_1 and two others.  The former swap with these, but for two
 * at most: one is idle and one talks to the source; or one of o and y is, or
 * does, and the other swaps with one of them.  For if o still knows nothing, it
 * is in no swap; if not, y knows x_1 alone, and swaps with o or nobody.  So 2s
 * <= 4 s_2: s_2 = s/2, and all who do not know x_2 are taken.  Left to each
 * other are the 2s who know x_1, x_2 and one x_j: s_j <= s/4 for j >= 3.  This
 * is impossible for odd s; for s = 2; and for s = 2^(L-2) - 2: all but one who
 * did not know x_1 have swapped, but one with x_2 and one with x_3 have not.
 *   So a + 1 for n = 2^k - 1, 2^k + 3, m >= 2, as there is a round L + 1; and
 * for n = 4k + 3, 2^k - 3, 2^k + 5, m >= 3, as there is a round L + 2.
 *
 * By trying all, tests/grid/grid_telephone_least.c: a + 1 for n = 25, m >= 4,
 * where rounds 1 to 8 cannot all be full; and for a few n and m, given below,
 * one round more.
 */
#include "model/telephone/telephone.h"

#include "number/number.h"
#include "model/rounds/rounds.h"

/* m + ceil((m + (n-2) L - 2^L + 1 + more) / (n-1)), n >= 3; more: 0 or 1. */
static void count_useful(mpz_t bound, const struct problem *problem, int more)
{
	uint64_t log = number_ceil_log2(problem->n);
	mpz_t a, less;

	mpz_inits(a, less, NULL);
	number_set_u64(less, log);
	mpz_sub_ui(a, problem->n, 2);
	mpz_mul(a, a, less);
	mpz_add(a, a, problem->m);
	mpz_add_ui(a, a, more ? 2 : 1);
	mpz_set_ui(less, 0);
	mpz_setbit(less, (mp_bitcnt_t)log);
	mpz_sub(a, a, less);
	mpz_sub_ui(less, problem->n, 1);
	mpz_cdiv_q(a, a, less);
	mpz_add(bound, problem->m, a);
	mpz_clears(a, less, NULL);
}

/* Whether Theorem 2 applies: n odd, n >= 3. */
static int is_odd(const mpz_t n)
{
	return mpz_odd_p(n) && mpz_cmp_ui(n, 1) > 0;
}

/* The least m from which on the sharpened bound, a + 1 in place of a, is known
 * to hold; 0 if it is not known for any m.  n odd. */
static unsigned long find_fewest(const mpz_t n)
{
	mp_bitcnt_t log = (mp_bitcnt_t)number_ceil_log2(n);
	unsigned long fewest = 0;
	mpz_t s, rest; /* rest = 2^(L-2) - s */

	mpz_inits(s, rest, NULL);
	mpz_setbit(s, log);
	mpz_add_ui(s, s, 1);
	mpz_sub(s, s, n);
	mpz_fdiv_q_2exp(s, s, 1);
	mpz_setbit(rest, log);
	mpz_fdiv_q_2exp(rest, rest, 2);
	mpz_sub(rest, rest, s);
	if (mpz_sgn(rest) == 0)
		fewest = 1;
	else if (mpz_cmp_ui(s, 1) == 0 || mpz_cmp_ui(rest, 1) == 0)
		fewest = 2;
	else if (mpz_odd_p(s) || mpz_cmp_ui(s, 2) == 0 ||
		 mpz_cmp_ui(rest, 2) == 0)
		fewest = 3;
	else if (mpz_cmp_ui(n, 25) == 0)
		fewest = 4;
	mpz_clears(s, rest, NULL);
	return fewest;
}

static int is_sharper(const struct problem *problem)
{
	unsigned long fewest = find_fewest(problem->n);

	return fewest > 0 && mpz_cmp_ui(problem->m, fewest) >= 0;
}

/* The optimum for the n and m where it is known to be one more than the other
 * bounds; else 0. */
static unsigned long least_rounds(const struct problem *problem)
{
	static const struct {
		unsigned char n, m, rounds;
	} least[] = {{7, 3, 6}, {11, 8, 12}, {13, 6, 10}, {15, 3, 7},
		{15, 4, 8}, {31, 3, 8}, {31, 4, 9}, {31, 5, 10}};

	for (size_t i = 0; i < sizeof least / sizeof *least; i++)
		if (mpz_cmp_ui(problem->n, least[i].n) == 0 &&
			mpz_cmp_ui(problem->m, least[i].m) == 0)
			return least[i].rounds;
	return 0;
}

void telephone_lower_bound(mpz_t bound, const struct problem *problem)
{
	mpz_t useful;

	rounds_last_bound(bound, problem);
	if (problem_is_trivial(problem) || !is_odd(problem->n))
		return;
	mpz_init(useful);
	count_useful(useful, problem, is_sharper(problem));
	if (mpz_cmp(useful, bound) > 0)
		mpz_set(bound, useful);
	if (least_rounds(problem) > 0)
		mpz_set_ui(bound, least_rounds(problem));
	mpz_clear(useful);
}

static void add_useful(struct bound_list *list, const struct problem *problem)
{
	if (least_rounds(problem) > 0)
		mpz_set_ui(mpq_numref(bound_list_add(list, "all-schedules",
				   HOLDS_YES, "exhaustive-search")
					      ->value),
			least_rounds(problem));
	if (is_sharper(problem))
		count_useful(mpq_numref(bound_list_add(list,
				     "useful-sends-sharpened", HOLDS_YES,
				     "Bar-Noy-Kipnis-Schieber-Theorem-2-"
				     "sharpened")
						->value),
			problem, 1);
	count_useful(mpq_numref(bound_list_add(list, "useful-sends", HOLDS_YES,
			     "Bar-Noy-Kipnis-Schieber-Theorem-2")
					->value),
		problem, 0);
}

void telephone_bound_list(
	struct bound_list *list, const struct problem *problem)
{
	mpz_t strongest, last;

	mpz_inits(strongest, last, NULL);
	telephone_lower_bound(strongest, problem);
	rounds_last_bound(last, problem);
	if (mpz_cmp(strongest, last) == 0)
		rounds_list_last(
			list, problem, "Bar-Noy-Kipnis-Schieber-Theorem-1");
	if (is_odd(problem->n))
		add_useful(list, problem);
	if (mpz_cmp(strongest, last) != 0)
		rounds_list_last(
			list, problem, "Bar-Noy-Kipnis-Schieber-Theorem-1");
	mpz_clears(strongest, last, NULL);
}

int telephone_rounds(mpz_t rounds, const struct problem *problem)
{
	if (is_odd(problem->n) && mpz_sgn(problem->m) > 0)
		return 0;
	rounds_last_bound(rounds, problem);
	return 1;
}
