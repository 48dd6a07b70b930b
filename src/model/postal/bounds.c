/*
 * Lower bounds on broadcasting m messages.
 *
 * Counting.  Each of the n-1 receivers takes m messages, so an algorithm that
 * ends at T makes m(n-1) useful sends, all begun by T-lambda.  Those begun in
 * (u-1, u] are at most
 *   - F(u): their senders are distinct, and know something at time u; taking
 *     all messages for one, no algorithm informs more (Theorem 6);
 *   - n-1: their receives all last through u+lambda-1 and a bit more, so no
 *     two are at one processor.
 * The windows for u = T-lambda, T-lambda-1, ... >= 0 cover all sends.  Start
 * times need not be integers, nor lambda.
 *
 * Closed form.  F telescopes: F(v+lambda) = 1 + the sum of F(v-j), j = 0, 1,
 * ... <= v.  Let v be the last time at which F < n-1, among T-lambda, T-lambda
 * - 1, ...; it lies in [f(n-1)-1, f(n-1)), and the sum is
 *   (T-lambda-v) (n-1) + F(v+lambda) - 1.
 * Moving v up within that range costs less than the unit that one more
 * multiple of n-1 in F(v+lambda)-1 saves.  So take the greatest multiple k*,
 * and the least v that has it: T = max(f(n-1)-1+lambda, f(k*(n-1)+1)) + m-k*.
 * For m <= k* nothing is full: T = f(m(n-1)+1).
 *
 * It is at least Lemma 8's: before m-1+f(n) the first m-1 windows hold at
 * most n-1 each, the others, telescoped, F(f(n)-epsilon)-1 < n-1.
 */
#include "model/postal/bounds.h"

#include "fibonacci/fibonacci.h"

/* That theorem is about whole L, and stands as printed for m > k* alone. */
#define COUNTING "Subramonian-Venkatasubramanian-1993-Theorem-3.3-"

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

/* F(f(n-1) - 1/b + lambda) - 1 = count (n-1) + rest. */
enum status postal_start_set(struct postal_start *start, const mpz_t n,
	const mpq_t lambda, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t less, reach;
	mpq_t t;

	mpz_inits(less, reach, NULL);
	mpq_init(t);
	mpz_sub_ui(less, n, 1);
	status = fibonacci_time(start->full, lambda, less, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	mpq_set_si(t, -1, 1);
	mpz_set(mpq_denref(t), mpq_denref(lambda));
	mpq_add(t, t, lambda);
	mpq_add(t, t, start->full);
	status = fibonacci_reach(reach, lambda, t, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	mpz_sub_ui(reach, reach, 1);
	mpz_fdiv_qr(start->count, start->rest, reach, less);
done:
	mpz_clears(less, reach, NULL);
	mpq_clear(t);
	return status;
}

/* t = t + m - less. */
static void add_messages(mpq_t t, const mpz_t m, const mpz_t less)
{
	mpz_addmul(mpq_numref(t), mpq_denref(t), m);
	mpz_submul(mpq_numref(t), mpq_denref(t), less);
}

/* The bound from k = the lesser of m and k*, and the time when all are busy. */
static enum status count_sends(mpq_t bound, const struct postal_start *start,
	const mpz_t n, const mpz_t m, const mpq_t lambda, uint64_t max_bits,
	struct err *err)
{
	int is_short = mpz_cmp(m, start->count) <= 0;
	enum status status;
	mpz_t nodes;
	mpq_t full;

	mpz_init(nodes);
	mpq_init(full);
	mpz_sub_ui(nodes, n, 1);
	mpz_mul(nodes, nodes, is_short ? m : start->count);
	mpz_add_ui(nodes, nodes, 1);
	mpq_add(full, start->full, lambda);
	mpz_sub(mpq_numref(full), mpq_numref(full), mpq_denref(full));
	status = fibonacci_time(bound, lambda, nodes, max_bits, err);
	if (status == STATUS_OK && !is_short) {
		if (mpq_cmp(bound, full) < 0)
			mpq_set(bound, full);
		add_messages(bound, m, start->count);
	}
	mpz_clear(nodes);
	mpq_clear(full);
	return status;
}

/* No time is needed. */
static int is_trivial(const mpz_t n, const mpz_t m)
{
	return mpz_cmp_ui(n, 1) == 0 || mpz_sgn(m) == 0;
}

enum status postal_counting_bound(mpq_t bound, const mpz_t n, const mpz_t m,
	const mpq_t lambda, uint64_t max_bits, struct err *err)
{
	struct postal_start start;
	enum status status;

	if (is_trivial(n, m)) {
		mpq_set_ui(bound, 0, 1);
		return STATUS_OK;
	}
	postal_start_init(&start);
	status = postal_start_set(&start, n, lambda, max_bits, err);
	if (status == STATUS_OK)
		status =
			count_sends(bound, &start, n, m, lambda, max_bits, err);
	postal_start_clear(&start);
	return status;
}

/*
 * The row that says m - 1 + more.  For n = 1 the printed bound is false unless
 * it is 0, because nothing is to be sent.
 */
static void add_after_messages(struct bound_list *list, const mpz_t n,
	const mpz_t m, const mpq_t more, const char *name, const char *source)
{
	struct bound *row = bound_list_add(list, name, HOLDS_YES, source);

	mpz_sub_ui(mpq_numref(row->value), m, 1);
	mpq_add(row->value, row->value, more);
	if (mpz_cmp_ui(n, 1) == 0 && mpq_sgn(row->value) > 0)
		row->holds = HOLDS_NO;
}

enum status postal_bound_list(struct bound_list *list, const mpz_t n,
	const mpz_t m, const mpq_t lambda, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t more;

	mpq_init(more);
	status = postal_counting_bound(
		bound_list_add(list, "counting", HOLDS_YES,
			mpz_cmp_ui(mpq_denref(lambda), 1) == 0
				? COUNTING "corrected"
				: COUNTING "generalized")
			->value,
		n, m, lambda, max_bits, err);
	if (status == STATUS_OK)
		status = fibonacci_time(more, lambda, n, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	add_after_messages(list, n, m, more, "last-message",
		"Bar-Noy-Kipnis-1994-Lemma-8");
	postal_log_bound(more, n, lambda);
	add_after_messages(list, n, m, more, "logarithmic",
		"Bar-Noy-Kipnis-1994-Corollary-9(1)");
	add_after_messages(list, n, m, lambda, "latency",
		"Bar-Noy-Kipnis-1994-Corollary-9(2)");
done:
	mpq_clear(more);
	return status;
}
