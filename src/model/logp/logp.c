/*
 * One item and k items in the LogP model, by way of the postal model.
 */
#include "model/logp/logp.h"

#include "fibonacci/fibonacci.h"
#include "model/postal/bounds.h"
#include "model/postal/tree.h"

enum status logp_time(mpz_t steps, const mpz_t P, const mpz_t L,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t lambda, t;

	mpq_inits(lambda, t, NULL);
	mpq_set_z(lambda, L);
	status = fibonacci_time(t, lambda, P, max_bits, err);
	if (status == STATUS_OK)
		mpz_add_ui(steps, mpq_numref(t), 1);
	mpq_clears(lambda, t, NULL);
	return status;
}

void logp_start_init(struct logp_start *start)
{
	mpz_inits(start->r, start->k, start->rest, NULL);
}

void logp_start_clear(struct logp_start *start)
{
	mpz_clears(start->r, start->k, start->rest, NULL);
}

enum status logp_start_set(struct logp_start *start,
	const struct problem *problem, struct err *err)
{
	struct postal_start postal;
	enum status status;

	postal_start_init(&postal);
	status = postal_start_set(&postal, problem, err);
	if (status == STATUS_OK) {
		mpz_set(start->r, mpq_numref(postal.full));
		mpz_swap(start->k, postal.count);
		mpz_swap(start->rest, postal.rest);
	}
	postal_start_clear(&postal);
	return status;
}

enum status logp_lower_bound(
	mpz_t steps, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t t;

	mpq_init(t);
	status = postal_counting_bound(t, problem, err);
	if (status == STATUS_OK)
		mpz_add_ui(steps, mpq_numref(t), !problem_is_trivial(problem));
	mpq_clear(t);
	return status;
}

/* B(P-1,L) = r + 1. */
void logp_printed_bound(mpz_t steps, const struct logp_start *start,
	const struct problem *problem)
{
	mpz_add(steps, start->r, mpq_numref(problem->lambda));
	mpz_add(steps, steps, problem->m);
	mpz_sub(steps, steps, start->k);
}

enum status logp_upper_bound(
	mpz_t steps, const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t less, more;

	if (problem_is_trivial(problem)) {
		mpz_set_ui(steps, 0);
		return STATUS_OK;
	}
	mpz_inits(less, more, NULL);
	mpz_sub_ui(less, problem->n, 1);
	mpz_add_ui(more, mpq_numref(problem->lambda), 1);
	status = logp_time(more, less, more, problem->max_bits, err);
	if (status == STATUS_OK) {
		mpz_add(more, more, mpq_numref(problem->lambda));
		mpz_add(more, more, problem->m);
		mpz_sub_ui(steps, more, 1);
	}
	mpz_clears(less, more, NULL);
	return status;
}

enum status logp_variation_claim(
	mpz_t steps, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t time;
	mpz_t less;

	mpz_init(less);
	mpq_init(time);
	mpz_sub_ui(less, problem->n, 1);
	status = fibonacci_time(
		time, problem->lambda, less, problem->max_bits, err);
	if (status == STATUS_OK) {
		postal_tree_depth(steps, NULL, problem->lambda, less, time);
		mpz_sub_ui(less, mpq_numref(problem->lambda), 1);
		mpz_mul(steps, steps, less);
	}
	mpq_clear(time);
	mpz_clear(less);
	return status;
}
