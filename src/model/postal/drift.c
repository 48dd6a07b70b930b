/*
 * A lower bound where the latency is not whole and no receive may be lost, that
 * is, where even at the whole latency below every window must have as many
 * sends as it can: processors that are always busy drift apart.
 *
 * Let lambda = L + phi, 0 < phi < 1, N = n - 1 >= 3, and F, f the functions at
 * latency L.  Drop all useless sends; m N are left.  Let D be the time at which
 * the last one begins, T = D + lambda; D = K' + e, K' whole, 0 <= e < 1; and
 * let window w be the times in (w - 1 + e, w + e], w = 0 .. K'.  In a window
 * each processor begins at most one send and each receiver one receive.  A send
 * at t in window w has position t - w, which is in (e - 1, e].  A message sent
 * in window w is sent on by its receiver in window w + L or later, and in that
 * window only at a position higher by phi or more.  So at most F(w) processors
 * can send in window w, and
 *
 *   c(w) = min(N, F(w)) sends are the most in window w.
 *
 * Let K be the least with c(0) + .. + c(K) >= m N; then K' >= K.  If K' > K,
 * then D >= K + 1.  If K' = K, assume c(0) + .. + c(K) = m N: then every window
 * has exactly c(w) sends.
 *
 * (1) A send of the source and the sends that pass its message on are a tree.
 * If its first send is in window u, the tree has at most h(j) = min(N, F(j))
 * sends by window u + j, as a processor gets each message once.  So by window w
 * all trees together have at most the sum of h(w - u), u = 0 .. w; but that is
 * c(0) + .. + c(w).  So the source sends in every window, and every tree is as
 * large as it can be at any time: while F(j) <= N, that is, for j <= J, each
 * processor that can send for it does so in every window; at j' = f(N), which
 * is J or J + 1, the tree is complete. (2) Let p(u) be the position of the
 * source's send in window u; p(0) >= 0, and p never falls, as the source sends
 * in every window.  Nor do the positions of another processor's sends for one
 * tree fall, as it sends for the tree in every window from L after the one in
 * which it received up to u + J, and perhaps in the next; and the first of them
 * is higher by phi than the one that it received.  So all sends of the tree of
 * u but the source's have a position >= p(u) + phi.  Where a processor that has
 * just received sends on in window u + L, its receiver in u + 2 L, and so on, c
 * times, c L <= J, the position is at least p(u) + c phi. (3) From window j' on
 * every receiver receives in every window, at positions that do not fall.  Let
 * d be the one to which the source sends in window v > j', v <= K - L.  In
 * window v - 1 the source sends to another: that one sends for the tree of v -
 * 1 in windows v - 1 + L .. v - 1 + J, and d sends for the tree of v in v + L,
 * so they are different processors if J > L.  So in window v - 1 d receives a
 * send of the tree of some u >= v - 1 - j', u >= 0:
 *
 *   p(v) >= p(v - 1 - j') + phi,   and so p(v) >= floor(v / (j' + 1)) phi.
 *
 * (4) J > L for all N >= 3, but for N = 3, L = 1, where J = 1: there a tree has
 * a send in each of the windows u, u + 1 and u + 2, to three receivers, and K =
 * m.  By window 1 each receiver has received once, and it receives once in each
 * of the m - 1 other windows.  So in window 1 the source sends to the one to
 * which the tree of 0 sends in window 2.  If in window v - 1 it sends to the
 * one to which the tree of v - 2 sends in window v, then in window v it sends
 * neither to that one nor to the one to which the tree of v - 1 sends in window
 * v: it sends to the one to which the tree of v - 1 sends in window v + 1.  So
 * it never sends to the same one twice in a row, and (3) holds there, too.
 * (5) So with C = floor(J / L) and u = K - C L, e >= p(u) + C phi.
 *
 * (6) The bound also holds where a message may wait at its receiver
 * (model/machine).  Let a send have a second time, lambda before its receiver
 * holds the message, which is not before the first time.  The second times of
 * one receiver's sends are a unit apart, and D is the last of all second times.
 * Up to window j' - 1 there are at most F(0) + F(1) + .. sends, and from window
 * j' on at most N second times a window.  So for m N of them by window K, as
 * many second times as sends must lie up to each window w >= j' - 1: c(0) + ..
 * + c(w).  So (1) holds, and both times of a send lie in one window from j' on;
 * before, they do where the receiver is to send on while its tree grows.  With
 * p'(u) for the second position of the source's send, p'(u) >= p(u) >= 0, (2)
 * holds with p' for p, and (3) says p'(v) >= p'(u) + phi for one u, v - 1 - j'
 * <= u < v, which gives as many rises, though p' may fall.
 *
 * Example: n = 4, lambda = 9/8.  Every three messages the source falls behind
 * by another 1/8: m = 10 takes 10 + 9/8 + (3 + 1)/8 = 93/8, which a schedule
 * attains; the counting bound is 90/8.
 */
#include "model/postal/bounds.h"

#include "fibonacci/fibonacci.h"
#include "model/postal/counting.h"
#include "number/number.h"

/* The quantities at latency L = floor(lambda), in windows. */
struct drift {
	mpz_t last;   /* K */
	mpz_t growth; /* J */
	mpz_t hops;   /* floor(J / L) */
	mpz_t rises;  /* p(u) >= phi rises, u = K - L hops */
};

/* rises = floor(u / (j' + 1)), j' = full. */
static void count_rises(struct drift *drift, const mpz_t L, const mpz_t full)
{
	mpz_t period;

	mpz_init(period);
	mpz_fdiv_q(drift->hops, drift->growth, L);
	mpz_set(drift->rises, drift->last);
	mpz_submul(drift->rises, L, drift->hops);
	mpz_add_ui(period, full, 1);
	mpz_fdiv_q(drift->rises, drift->rises, period);
	mpz_clear(period);
}

/* Sets the drift.  whole: the problem at latency L; all receivers are busy from
 * j' = start->full on. */
static enum status measure_drift(struct drift *drift,
	const struct postal_start *start, const struct problem *whole,
	struct err *err)
{
	enum status status;
	mpq_t time;

	mpq_init(time);
	status = fibonacci_time(time, whole->lambda, whole->ports, whole->n,
		whole->max_bits, err);
	mpz_sub_ui(drift->growth, mpq_numref(time), 1);
	mpz_add(drift->last, mpq_numref(start->full), whole->m);
	mpz_sub(drift->last, drift->last, start->count);
	mpz_sub_ui(drift->last, drift->last, 1);
	count_rises(drift, mpq_numref(whole->lambda), mpq_numref(start->full));
	mpq_clear(time);
	return status;
}

/*
 * *is_tight = whether at latency L no receive may be lost, and there are more
 * messages than the sends before all are busy suffice for; if so, sets the
 * drift.  whole: the problem at latency L.
 */
static enum status set_drift(struct drift *drift, int *is_tight,
	const struct problem *whole, struct err *err)
{
	struct postal_start start;
	enum status status;

	postal_start_init(&start);
	status = postal_start_set(&start, whole, err);
	*is_tight = status == STATUS_OK && mpz_sgn(start.rest) == 0 &&
		    mpz_cmp(whole->m, start.count) > 0;
	if (*is_tight)
		status = measure_drift(drift, &start, whole, err);
	postal_start_clear(&start);
	return status;
}

void postal_late(mpq_t late, const mpq_t phi, const mpz_t count)
{
	mpq_set_z(late, count);
	mpq_mul(late, late, phi);
	if (mpq_cmp_ui(late, 1, 1) > 0)
		mpq_set_ui(late, 1, 1);
}

/* bound = K + lambda + min(1, phi (rises + hops)). */
static void add_late(mpq_t bound, const struct drift *drift,
	const struct problem *problem, const struct problem *whole)
{
	mpz_t rises;
	mpq_t phi;

	mpz_init(rises);
	mpq_init(phi);
	mpz_add(rises, drift->rises, drift->hops);
	mpq_sub(phi, problem->lambda, whole->lambda);
	postal_late(bound, phi, rises);
	mpq_add(bound, bound, problem->lambda);
	mpz_addmul(mpq_numref(bound), mpq_denref(bound), drift->last);
	mpq_clear(phi);
	mpz_clear(rises);
}

enum status postal_drift_bound(
	mpq_t bound, const struct problem *problem, struct err *err)
{
	struct problem whole;
	struct drift drift;
	enum status status;
	int is_tight;

	mpq_set_ui(bound, 0, 1);
	if (problem_is_whole(problem) || problem->ports > 1 ||
		mpz_cmp_ui(problem->n, 4) < 0)
		return STATUS_OK;
	problem_init(&whole);
	problem_set(&whole, problem);
	number_floor(mpq_numref(whole.lambda), problem->lambda);
	mpz_set_ui(mpq_denref(whole.lambda), 1);
	mpz_inits(drift.last, drift.growth, drift.hops, drift.rises, NULL);
	status = set_drift(&drift, &is_tight, &whole, err);
	if (status == STATUS_OK && is_tight)
		add_late(bound, &drift, problem, &whole);
	mpz_clears(drift.last, drift.growth, drift.hops, drift.rises, NULL);
	problem_clear(&whole);
	return status;
}
