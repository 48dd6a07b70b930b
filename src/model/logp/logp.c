/*
 * One item and k items in the LogP model, by way of the postal model.
 */
#include "model/logp/logp.h"

#include "fibonacci/fibonacci.h"
#include "model/postal/postal.h"

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
