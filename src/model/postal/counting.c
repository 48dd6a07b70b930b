/*
 * Lower bounds on broadcasting m messages.
 *
 * Counting.  Each of the n-1 receivers takes m messages, so an algorithm that
 * ends at T makes m(n-1) useful sends, all begun by T-lambda.  Those begun in
 * (u-1, u] are at most
 *   - F(u): their senders are distinct and know some message at time u, and if
 *     all messages are regarded as one, no algorithm informs more processors
 *     by then (Theorem 6);
 *   - n-1: their receives are all under way just after u+lambda-1, so no two
 *     are at one processor.
 * The windows for u = T-lambda, T-lambda-1, ... >= 0 cover all sends.  Start
 * times need not be integers, nor lambda.
 *
 * Closed form.  F telescopes: F(v+lambda) = 1 + the sum of F(v-j), j = 0, 1,
 * ... <= v.  Let v be the last time at which F < n-1, among T-lambda, T-lambda
 * - 1, ...; it lies in [f(n-1)-1, f(n-1)), and the sum is
 *   (T-lambda-v) (n-1) + F(v+lambda) - 1.
 * Raising v within that range costs less than a unit, and one more multiple of
 * n-1 in F(v+lambda)-1 saves a unit.  So let k* (n-1) be the greatest multiple
 * that F(v+lambda)-1 reaches in that range, and v the least for which it does:
 * T = max(f(n-1)-1+lambda, f(k*(n-1)+1)) + m-k*.
 * For m <= k* no window is full: T = f(m(n-1)+1).
 *
 * With p ports at most p F(u) and p (n-1) sends begin in (u-1, u], and
 * F(v+lambda) is 1 plus p times the sum of F(v-j).  Each unit after v suffices
 * for p messages, so ceil((m-k*)/p) units are enough, and m less p times that
 * number takes the place of k* above.
 *
 * The bound is at least that of Lemma 8, K + f(n), K = ceil(m/p) - 1: for an
 * earlier end the last K windows hold at most p (n-1) sends each, the others
 * together, telescoped, F(f(n)-epsilon)-1 < n-1; but m >= p K + 1.
 */
#include "model/postal/counting.h"

#include "fibonacci/fibonacci.h"
#include "number/number.h"

void postal_start_init(struct postal_start *start)
{
	mpq_init(start->full);
	mpz_inits(start->count, start->rest, NULL);
}

void postal_start_clear(struct postal_start *start)
{
	mpq_clear(start->full);
	mpz_clears(start->count, start->rest, NULL);
}

enum status postal_first_time(
	mpq_t t, const mpz_t n, const struct problem *problem, struct err *err)
{
	if (problem->jumps && fibonacci_jumps_time(problem->jumps, t,
				      problem->lambda, problem->ports, n))
		return STATUS_OK;
	return fibonacci_time(
		t, problem->lambda, problem->ports, n, problem->max_bits, err);
}

/* reach = F(t - 1/b + lambda). */
static enum status reach_before(mpz_t reach, const mpq_t t,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t before;

	if (problem->jumps && fibonacci_jumps_before(problem->jumps, reach,
				      problem->lambda, problem->ports, t))
		return STATUS_OK;
	mpq_init(before);
	mpq_set_si(before, -1, 1);
	mpz_set(mpq_denref(before), mpq_denref(problem->lambda));
	mpq_add(before, before, problem->lambda);
	mpq_add(before, before, t);
	status = fibonacci_reach(reach, problem->lambda, problem->ports, before,
		problem->max_bits, err);
	mpq_clear(before);
	return status;
}

/* F(f(n-1) - 1/b + lambda) - 1 = count (n-1) + rest. */
enum status postal_start_set(struct postal_start *start,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t less, reach;

	mpz_inits(less, reach, NULL);
	mpz_sub_ui(less, problem->n, 1);
	status = postal_first_time(start->full, less, problem, err);
	if (status == STATUS_OK)
		status = reach_before(reach, start->full, problem, err);
	if (status == STATUS_OK) {
		mpz_sub_ui(reach, reach, 1);
		mpz_fdiv_qr(start->count, start->rest, reach, less);
	}
	mpz_clears(less, reach, NULL);
	return status;
}

/* units = ceil((m - k*)/ports), at least 0: those in which all ports are busy.
 */
static void count_full(mpz_t units, const struct postal_start *start,
	const struct problem *problem)
{
	mpz_sub(units, problem->m, start->count);
	if (mpz_sgn(units) < 0)
		mpz_set_ui(units, 0);
	mpz_cdiv_q_ui(units, units, problem->ports);
}

/* bound = the time for the messages that are not sent while all ports are busy,
 * plus the units in which all are busy. */
static enum status count_sends(mpq_t bound, const struct postal_start *start,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t units, less, nodes;
	mpq_t full;

	mpz_inits(units, less, nodes, NULL);
	mpq_init(full);
	count_full(units, start, problem);
	mpz_set(nodes, problem->m);
	mpz_submul_ui(nodes, units, problem->ports);
	mpz_sub_ui(less, problem->n, 1);
	mpz_mul(nodes, nodes, less);
	mpz_add_ui(nodes, nodes, 1);
	if (mpz_sgn(nodes) <= 0)
		mpz_set_ui(nodes, 1);
	mpq_add(full, start->full, problem->lambda);
	mpz_sub(mpq_numref(full), mpq_numref(full), mpq_denref(full));
	status = postal_first_time(bound, nodes, problem, err);
	if (status == STATUS_OK && mpz_sgn(units) > 0) {
		number_raise(bound, full);
		mpz_addmul(mpq_numref(bound), mpq_denref(bound), units);
	}
	mpz_clears(units, less, nodes, NULL);
	mpq_clear(full);
	return status;
}

void postal_add_last_message(mpq_t t, const struct problem *problem)
{
	mpz_t units;

	mpz_init(units);
	mpz_cdiv_q_ui(units, problem->m, problem->ports);
	mpz_sub_ui(units, units, 1);
	mpz_addmul(mpq_numref(t), mpq_denref(t), units);
	mpz_clear(units);
}

enum status postal_counting_bound(
	mpq_t bound, const struct problem *problem, struct err *err)
{
	struct postal_start start;
	enum status status;

	if (problem_is_trivial(problem)) {
		mpq_set_ui(bound, 0, 1);
		return STATUS_OK;
	}
	postal_start_init(&start);
	status = postal_start_set(&start, problem, err);
	if (status == STATUS_OK)
		status = count_sends(bound, &start, problem, err);
	postal_start_clear(&start);
	return status;
}
