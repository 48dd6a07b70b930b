/*
 * Three processors.  With L = ceil(lambda) the optimum is
 *
 *   T = m + lambda + min(m, j) - 1                             if L = 2j,
 *   T = 2m + lambda - 1                        if L = 2j + 1 and m <= j,
 *   T = m + lambda + j - 1 + min(1, phi ceil((m - j) / 3j))
 *                              if L = 2j + 1 and m > j, phi = lambda - 2j,
 *
 * j = 0 only for lambda = 1, where the last term is 1.  The first two, and T
 * for lambda = 1, are the counting bound (counting.c): a tick earlier there are
 * 2m - 1 sends at most.  Proof that the third cannot be beaten, for j >= 1:
 *
 * Drop all useless sends; 2m are left, all begun by D = T - lambda.  Let D =
 * m + j - 1 + e, 0 <= e < 1 (a schedule that ends earlier is one that ends by
 * then), and let window k be the times in (k - 1 + e, k + e], k = 0 .. m+j-1.
 * A send in window k has the position t - k, at most e.  In a window each
 * processor begins at most one send and each receiver one receive.  Nobody but
 * the source can send before lambda = 2j + phi: not in windows < 2j, and not in
 * window 2j if e < phi.
 *
 * (1) So there are at most 2j + 2 (m-j) = 2m sends, one less if e < phi: e >=
 * phi, and the source sends in every window < 2j, both receive in every later
 * one.
 * (2) In a window >= 2j at least one of the two receives is relayed, not from
 * the source.  What is relayed by window k was sent by the source by window k -
 * 2j.  Counting both, k - 2j + 1 <= relays by window k <= different messages
 * sent by window k - 2j <= k - 2j + 1, for every k: all are equal.  So the
 * source sends in every window, in the windows i < m - j different messages,
 * and that of window i is relayed in window i + 2j and no other is ever. (3) In
 * window k >= 2j the source sends to the one that relays, as the other gets
 * what is relayed: to the one to which it sent in window k - 2j.  The last 2j
 * of its sends are two of each of the j messages that are not relayed, one to
 * each.  So of any 2j windows in a row it sends to each in j, and in any j + 1
 * in a row to both.
 * (4) Let p(k) be the position of the source's send in window k.  As it sends
 * in every window, p(0) >= 0 and p never falls; and neither does the position
 * of what a receiver receives, from window 2j on.  What is relayed in window k
 * has a position >= p(k - 2j) + phi.  Let the source send to different
 * receivers in windows k and k + 1, i + 2j <= k < i + 3j, which is so for some
 * k by (3).  The one to which it sends in k + 1 got what was relayed in k; so
 * p(i + 3j) >= p(k + 1) >= p(k - 2j) + phi >= p(i) + phi. (5) So p(3jx) >= x
 * phi; the last relay, of window m - j - 1, has a position >= p(m - j - 1) +
 * phi, which is at least phi ceil((m - j) / 3j), and at most e.
 *
 * Example: lambda = 9/4, j = 1, phi = 1/4.  Every three messages the source
 * falls behind by another 1/4: m = 10 takes 10 + 9/4 + 0 + 3/4 = 13, where the
 * counting bound is 25/2.
 */
#include "model/postal/three.h"

#include "model/postal/drift.h"
#include "number/number.h"

/* half = floor(L/2); whether L = ceil(lambda) is odd. */
static int split_latency(mpz_t half, const struct problem *problem)
{
	int is_odd;

	number_ceil(half, problem->lambda);
	is_odd = mpz_odd_p(half);
	mpz_fdiv_q_2exp(half, half, 1);
	return is_odd;
}

/* late = min(1, phi ceil((m - j) / 3j)), m > j; 1 for j = 0. */
static void set_late(mpq_t late, const struct problem *problem, const mpz_t j)
{
	mpz_t waves, thrice;
	mpq_t phi;

	mpq_set_ui(late, 1, 1);
	if (mpz_sgn(j) == 0)
		return;
	mpz_inits(waves, thrice, NULL);
	mpq_init(phi);
	mpz_mul_ui(thrice, j, 3);
	mpz_sub(waves, problem->m, j);
	mpz_cdiv_q(waves, waves, thrice);
	mpq_set_z(phi, j);
	mpq_mul_2exp(phi, phi, 1);
	mpq_sub(phi, problem->lambda, phi);
	postal_late(late, phi, waves);
	mpq_clear(phi);
	mpz_clears(waves, thrice, NULL);
}

int postal_three_drifts(const struct problem *problem)
{
	int drifts = 0;
	mpz_t half;
	mpq_t late;

	mpz_init(half);
	mpq_init(late);
	if (split_latency(half, problem) && mpz_cmp(problem->m, half) > 0) {
		set_late(late, problem, half);
		drifts = mpz_cmp(mpq_numref(late), mpq_denref(late)) < 0;
	}
	mpz_clear(half);
	mpq_clear(late);
	return drifts;
}

enum status postal_three_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *unused, struct err *err)
{
	mpz_t half;
	mpq_t late;
	int is_odd;

	(void)unused;
	(void)err;
	mpz_init(half);
	mpq_init(late);
	is_odd = split_latency(half, problem);
	mpq_set_z(time, problem->m);
	mpq_add(time, time, problem->lambda);
	mpz_submul_ui(mpq_numref(time), mpq_denref(time), 1);
	if (is_odd && mpz_cmp(problem->m, half) > 0) {
		set_late(late, problem, half);
		mpq_add(time, time, late);
	}
	mpq_set_z(late, mpz_cmp(problem->m, half) < 0 ? problem->m : half);
	mpq_add(time, time, late);
	mpz_clear(half);
	mpq_clear(late);
	return STATUS_OK;
}
