/*
 * One item and k items in the LogP model, by way of the postal model.
 */
#include "model/logp.h"

#include "core/fibonacci.h"
#include "model/postal_bounds.h"

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

enum status logp_is_nice(int *nice, const mpz_t P, const mpz_t L,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t lambda, t;
	mpz_t reach;

	mpz_init(reach);
	mpq_inits(lambda, t, NULL);
	mpq_set_z(lambda, L);
	status = fibonacci_time(t, lambda, P, max_bits, err);
	if (status == STATUS_OK)
		status = fibonacci_reach(reach, lambda, t, max_bits, err);
	*nice = status == STATUS_OK && mpz_cmp(reach, P) == 0;
	mpz_clear(reach);
	mpq_clears(lambda, t, NULL);
	return status;
}

/* Depths are counted while x = steps-1-jL >= 0: the deepest reach P. */
static unsigned long least_depth(
	const mpz_t P, const mpz_t L, const mpz_t steps)
{
	unsigned long j = 0;
	mpz_t x, nodes, level;

	mpz_inits(x, nodes, level, NULL);
	mpz_sub_ui(x, steps, 1);
	mpz_set_ui(nodes, 1);
	while (mpz_cmp(nodes, P) < 0) {
		j++;
		mpz_sub(x, x, L);
		mpz_add_ui(level, x, j);
		mpz_bin_ui(level, level, j);
		mpz_add(nodes, nodes, level);
	}
	mpz_clears(x, nodes, level, NULL);
	return j;
}

enum status logp_depth(unsigned long *depth, const mpz_t P, const mpz_t L,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t steps;

	mpz_init(steps);
	status = logp_time(steps, P, L, max_bits, err);
	if (status == STATUS_OK)
		*depth = least_depth(P, L, steps);
	mpz_clear(steps);
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

enum status logp_start_set(struct logp_start *start, const mpz_t P,
	const mpz_t L, uint64_t max_bits, struct err *err)
{
	struct postal_start postal;
	enum status status;
	mpq_t lambda;

	mpq_init(lambda);
	mpq_set_z(lambda, L);
	postal_start_init(&postal);
	status = postal_start_set(&postal, P, lambda, max_bits, err);
	if (status == STATUS_OK) {
		mpz_set(start->r, mpq_numref(postal.full));
		mpz_swap(start->k, postal.count);
		mpz_swap(start->rest, postal.rest);
	}
	postal_start_clear(&postal);
	mpq_clear(lambda);
	return status;
}

static int is_trivial(const mpz_t P, const mpz_t k)
{
	return mpz_cmp_ui(P, 1) == 0 || mpz_sgn(k) == 0;
}

enum status logp_lower_bound(mpz_t steps, const mpz_t P, const mpz_t k,
	const mpz_t L, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t lambda, t;

	if (is_trivial(P, k)) {
		mpz_set_ui(steps, 0);
		return STATUS_OK;
	}
	mpq_inits(lambda, t, NULL);
	mpq_set_z(lambda, L);
	status = postal_counting_bound(t, P, k, lambda, max_bits, err);
	if (status == STATUS_OK)
		mpz_add_ui(steps, mpq_numref(t), 1);
	mpq_clears(lambda, t, NULL);
	return status;
}

/* B(P-1,L) = r + 1. */
void logp_printed_bound(mpz_t steps, const struct logp_start *start,
	const mpz_t k, const mpz_t L)
{
	mpz_add(steps, start->r, L);
	mpz_add(steps, steps, k);
	mpz_sub(steps, steps, start->k);
}

enum status logp_upper_bound(mpz_t steps, const mpz_t P, const mpz_t k,
	const mpz_t L, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t less, more;

	if (is_trivial(P, k)) {
		mpz_set_ui(steps, 0);
		return STATUS_OK;
	}
	mpz_inits(less, more, NULL);
	mpz_sub_ui(less, P, 1);
	mpz_add_ui(more, L, 1);
	status = logp_time(more, less, more, max_bits, err);
	if (status == STATUS_OK) {
		mpz_add(more, more, L);
		mpz_add(more, more, k);
		mpz_sub_ui(steps, more, 1);
	}
	mpz_clears(less, more, NULL);
	return status;
}
