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
 * Sharpened, n = 7, m >= 2: again a + 1, because rounds 1 to 4 cannot have 1,
 * 2, 4 and 5 useful sends (6 if the source is silent).  Suppose that the first
 * three have.  Round 1 gives M_1 to a; round 2 has the calls 0 b and a c.  In
 * round 3 the senders 0, a, b, c have only three others to send to, so two of
 * a, b, c swap; then b knows an x that is not M_1, and b is one of the two.
 * After round 3 the partner d of the source knows one message, another
 * processor none, and the rest M_1, or M_1 and x.  Sets that contain one
 * another have at most one useful send in a call, so only d's call in round 4
 * may have two: at most 1 + 2 + 1 useful sends if the source talks, else
 * 2 + 1 + 1.
 */
#include "model/telephone/bounds.h"

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

/* Theorem 2 is about odd n >= 3. */
static int is_odd(const mpz_t n)
{
	return mpz_odd_p(n) && mpz_cmp_ui(n, 1) > 0;
}

/* Whether one useful send fewer is possible than Theorem 2 counts; n odd. */
static int is_sharper(const struct problem *problem)
{
	mpz_t less;
	int power;

	mpz_init(less);
	mpz_sub_ui(less, problem->n, 1);
	power = mpz_popcount(less) == 1;
	mpz_clear(less);
	return power || (mpz_cmp_ui(problem->n, 7) == 0 &&
				mpz_cmp_ui(problem->m, 2) >= 0);
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
	mpz_clear(useful);
}

static void add_useful(struct bound_list *list, const struct problem *problem)
{
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
