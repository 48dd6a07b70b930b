/*
 * Every bound of the paper on k-broadcast, each marked by whether it holds;
 * times come from the postal model.
 *
 * Theorem 3.3 as printed equals the counting bound if k > k*.  Otherwise it
 * holds if it does not exceed that bound, and is false if it exceeds the
 * optimum.  The optimum is known to be the counting bound
 *   - for k = 1, where both are f_L(P);
 *   - for P <= 24, L <= 8 (so k <= k* <= 8), by a schedule for each case.
 * The remaining cases are unproved.
 *
 * T_max requires that the root's group can get terminals whose labels have a
 * given sum modulo its size; one step more always suffices.  If the root is the
 * only internal node, its terminals' labels are consecutive, all sums occur,
 * and T_max is the 2L+k+P-2 steps of Lemma 4.1, which are attained; so are k+L
 * steps for P = 2.  Otherwise T_max is below Lemma 4.1, which therefore always
 * holds.
 */
#include "model/logp/logp.h"

#include "fibonacci/fibonacci.h"
#include "model/postal/counting.h"
#include "model/postal/postal.h"

enum { SOLVED_P = 24, SOLVED_L = 8 };

#define PAPER "Subramonian-Venkatasubramanian-1993-"

/* Whether the optimum is known to be the counting bound, given k <= k*. */
static int is_solved(const struct problem *problem)
{
	return mpz_cmp_ui(problem->m, 1) == 0 ||
	       (mpz_cmp_ui(problem->n, SOLVED_P) <= 0 &&
		       mpz_cmp_ui(mpq_numref(problem->lambda), SOLVED_L) <= 0);
}

/* Appends Theorem 3.3 as printed, and the k* in it. */
static enum status add_printed(struct bound_list *list, const mpz_t counted,
	const struct problem *problem, struct err *err)
{
	struct postal_start start;
	struct bound *row;
	enum status status;

	postal_start_init(&start);
	status = postal_start_set(&start, problem, err);
	if (status != STATUS_OK)
		goto done;
	row = bound_list_add(
		list, "counting-printed", HOLDS_YES, PAPER "Theorem-3.3");
	logp_printed_bound(mpq_numref(row->value), &start, problem);
	if (mpz_cmp(mpq_numref(row->value), counted) > 0)
		row->holds = is_solved(problem) ? HOLDS_NO : HOLDS_UNPROVED;
	row = bound_list_add(list, "k*", HOLDS_YES, PAPER "Theorem-3.3");
	mpz_set(mpq_numref(row->value), start.count);
	row->is_count = 1;
done:
	postal_start_clear(&start);
	return status;
}

/* Appends the least time for the last item, which is sent at k - 1 or later. */
static enum status add_last(
	struct bound_list *list, const struct problem *problem, struct err *err)
{
	struct bound *row = bound_list_add(
		list, "last-message", HOLDS_YES, "Bar-Noy-Kipnis-1994-Lemma-8");
	mpz_ptr time = mpq_numref(row->value);
	enum status status = logp_time(time, problem->n,
		mpq_numref(problem->lambda), problem->max_bits, err);

	mpz_add(time, time, problem->m);
	mpz_sub_ui(time, time, 1);
	return status;
}

/* Appends T_max and Lemma 4.1. */
static enum status add_upper(struct bound_list *list, const mpz_t counted,
	const struct problem *problem, struct err *err)
{
	struct bound *largest = bound_list_add(
		list, "tmax", HOLDS_UNPROVED, PAPER "Theorem-6.1");
	enum status status =
		logp_upper_bound(mpq_numref(largest->value), problem, err);
	struct bound *simple = bound_list_add(
		list, "tmax-simple", HOLDS_YES, PAPER "Lemma-4.1");
	mpz_ptr time = mpq_numref(simple->value);

	mpz_mul_2exp(time, mpq_numref(problem->lambda), 1);
	mpz_add(time, time, problem->m);
	mpz_add(time, time, problem->n);
	mpz_sub_ui(time, time, 3);
	if (mpz_cmp(mpq_numref(largest->value), time) == 0 ||
		mpz_cmp(mpq_numref(largest->value), counted) == 0)
		largest->holds = HOLDS_YES;
	return status;
}

enum status logp_bound_list(
	struct bound_list *list, const struct problem *problem, struct err *err)
{
	struct bound *row = bound_list_add(
		list, "counting", HOLDS_YES, PAPER "Theorem-3.3-corrected");
	enum status status;
	mpz_t counted;

	mpz_init(counted);
	status = postal_counting_bound(row->value, problem, err);
	mpz_set(counted, mpq_numref(row->value));
	if (problem_is_alone(problem) || status != STATUS_OK)
		goto done;
	status = add_printed(list, counted, problem, err);
	if (status != STATUS_OK)
		goto done;
	status = add_last(list, problem, err);
	if (status == STATUS_OK)
		status = add_upper(list, counted, problem, err);
done:
	mpz_clear(counted);
	return status;
}

enum status logp_time(mpz_t time, const mpz_t P, const mpz_t L,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t lambda, t;

	mpq_inits(lambda, t, NULL);
	mpq_set_z(lambda, L);
	status = fibonacci_time(t, lambda, 1, P, max_bits, err);
	if (status == STATUS_OK)
		mpz_swap(time, mpq_numref(t));
	mpq_clears(lambda, t, NULL);
	return status;
}

void logp_printed_bound(mpz_t time, const struct postal_start *start,
	const struct problem *problem)
{
	mpz_add(time, mpq_numref(start->full), mpq_numref(problem->lambda));
	mpz_add(time, time, problem->m);
	mpz_sub_ui(time, time, 1);
	mpz_sub(time, time, start->count);
}

enum status logp_upper_bound(
	mpz_t time, const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t less, more;

	if (problem_is_trivial(problem)) {
		mpz_set_ui(time, 0);
		return STATUS_OK;
	}
	mpz_inits(less, more, NULL);
	mpz_sub_ui(less, problem->n, 1);
	mpz_add_ui(more, mpq_numref(problem->lambda), 1);
	status = logp_time(time, less, more, problem->max_bits, err);
	if (status == STATUS_OK) {
		mpz_add(time, time, mpq_numref(problem->lambda));
		mpz_add(time, time, problem->m);
		mpz_sub_ui(time, time, 1);
	}
	mpz_clears(less, more, NULL);
	return status;
}
