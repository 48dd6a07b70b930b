/* The lower bounds of the postal model: the strongest one, and all as a list.
 */
#include "model/postal/bounds.h"

#include "fibonacci/fibonacci.h"
#include "model/postal/counting.h"
#include "number/number.h"

/* The theorem is about whole latencies, and as printed holds only for m > k*.
 */
#define COUNTING "Subramonian-Venkatasubramanian-1993-Theorem-3.3-"

/* Whether the optimum for three processors applies. */
static int is_for_three(const struct problem *problem)
{
	return mpz_cmp_ui(problem->n, 3) == 0 && mpz_sgn(problem->m) > 0 &&
	       problem->ports == 1;
}

/*
 * The least time for one message where lambda < 1.  After a send at t its
 * sender can send at t + 1 and its receiver at t + lambda.  So as many sends
 * can begin by t as if the two were exchanged, that is, at latency 1/lambda in
 * units of lambda; but messages arrive 1 - lambda sooner.
 */
static enum status gap_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	const __mpq_struct *lambda = problem->lambda;
	enum status status;
	mpq_t inverse;

	mpq_set_ui(time, 0, 1);
	if (mpq_sgn(lambda) == 0 || problem_is_alone(problem))
		return STATUS_OK;
	mpq_init(inverse);
	mpq_inv(inverse, lambda);
	status = fibonacci_time(
		time, inverse, 1, problem->n, problem->max_bits, err);
	mpq_mul(time, time, lambda);
	mpq_add(time, time, lambda);
	mpz_sub(mpq_numref(time), mpq_numref(time), mpq_denref(time));
	mpq_clear(inverse);
	return status;
}

enum status postal_least_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return mpq_cmp_ui(problem->lambda, 1, 1) < 0
		       ? gap_time(time, problem, err)
		       : postal_first_time(time, problem->n, problem, err);
}

/* Lemma 8. */
static enum status gap_bound(
	mpq_t bound, const struct problem *problem, struct err *err)
{
	enum status status = gap_time(bound, problem, err);

	if (status != STATUS_OK || problem_is_trivial(problem)) {
		mpq_set_ui(bound, 0, 1);
		return status;
	}
	postal_add_last_message(bound, problem);
	return STATUS_OK;
}

/* bound = the optimum for three processors, which no bound exceeds, or else the
 * drift bound, which the counting bound may exceed. */
static enum status sharp_bound(
	mpq_t bound, const struct problem *problem, struct err *err)
{
	return is_for_three(problem)
		       ? postal_three_time(bound, problem, NULL, err)
		       : postal_drift_bound(bound, problem, err);
}

enum status postal_lower_bound(
	mpq_t bound, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t counted;

	if (mpq_cmp_ui(problem->lambda, 1, 1) < 0)
		return gap_bound(bound, problem, err);
	status = sharp_bound(bound, problem, err);
	if (status != STATUS_OK || is_for_three(problem))
		return status;
	mpq_init(counted);
	status = postal_counting_bound(counted, problem, err);
	if (status == STATUS_OK)
		number_raise(bound, counted);
	mpq_clear(counted);
	return status;
}

/* Appends the counting bound, after the sharp bound if that is stronger. */
static void add_counting(struct bound_list *list, const struct problem *problem,
	const mpq_t sharp, const mpq_t counted)
{
	const char *source = problem_is_whole(problem) && problem->ports == 1
				     ? COUNTING "corrected"
				     : COUNTING "generalized";
	struct bound *row;

	if (mpq_cmp(sharp, counted) > 0) {
		row = is_for_three(problem)
			      ? bound_list_add(list, "three-processors",
					HOLDS_YES, "src/model/postal/three.c")
			      : bound_list_add(list, "drift", HOLDS_YES,
					"src/model/postal/drift.c");
		mpq_set(row->value, sharp);
	}
	row = bound_list_add(list, "counting", HOLDS_YES, source);
	mpq_set(row->value, counted);
}

/* Appends a bound: `more', the time for one message, after all but the last
 * message have been sent. */
static void add_after_messages(struct bound_list *list,
	const struct problem *problem, const mpq_t more, const char *name,
	const char *source)
{
	struct bound *row = bound_list_add(list, name, HOLDS_YES, source);

	mpq_set(row->value, more);
	postal_add_last_message(row->value, problem);
}

enum status postal_bound_list(
	struct bound_list *list, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t more, counted;

	mpq_inits(more, counted, NULL);
	status = sharp_bound(more, problem, err);
	if (status == STATUS_OK)
		status = postal_counting_bound(counted, problem, err);
	if (status == STATUS_OK)
		add_counting(list, problem, more, counted);
	/* The other bounds do not cover one processor, where nothing is sent.
	 */
	if (status != STATUS_OK || problem_is_alone(problem))
		goto done;
	status = fibonacci_time(more, problem->lambda, problem->ports,
		problem->n, problem->max_bits, err);
	if (status != STATUS_OK)
		goto done;
	add_after_messages(list, problem, more, "last-message",
		"Bar-Noy-Kipnis-1994-Lemma-8");
	if (problem->ports > 1)
		goto done;
	postal_log_bound(more, problem->n, problem->lambda);
	add_after_messages(list, problem, more, "logarithmic",
		"Bar-Noy-Kipnis-1994-Corollary-9(1)");
	add_after_messages(list, problem, problem->lambda, "latency",
		"Bar-Noy-Kipnis-1994-Corollary-9(2)");
done:
	mpq_clears(more, counted, NULL);
	return status;
}
