/*
 * Questions about a problem's numbers, which may be of any size.
 */
#include "core/problem.h"

#include "number/number.h"

void problem_init(struct problem *problem)
{
	mpz_init_set_ui(problem->n, 1);
	mpz_init_set_ui(problem->m, 1);
	mpq_init(problem->lambda);
	mpq_set_ui(problem->lambda, 1, 1);
	problem->max_bits = UINT64_MAX;
	problem->jumps = NULL;
}

void problem_clear(struct problem *problem)
{
	mpz_clears(problem->n, problem->m, NULL);
	mpq_clear(problem->lambda);
}

void problem_set_words(
	struct problem *problem, uint64_t n, uint64_t m, uint64_t lambda)
{
	number_set_u64(problem->n, n);
	number_set_u64(problem->m, m);
	mpq_set_ui(problem->lambda, 0, 1);
	number_set_u64(mpq_numref(problem->lambda), lambda);
}

void problem_set(struct problem *problem, const struct problem *other)
{
	mpz_set(problem->n, other->n);
	mpz_set(problem->m, other->m);
	mpq_set(problem->lambda, other->lambda);
	problem->max_bits = other->max_bits;
}

int problem_is_whole(const struct problem *problem)
{
	return mpz_cmp_ui(mpq_denref(problem->lambda), 1) == 0;
}

int problem_is_alone(const struct problem *problem)
{
	return mpz_cmp_ui(problem->n, 1) == 0;
}

int problem_is_trivial(const struct problem *problem)
{
	return problem_is_alone(problem) || mpz_sgn(problem->m) == 0;
}

void problem_transmissions(mpz_t count, const struct problem *problem)
{
	mpz_sub_ui(count, problem->n, 1);
	mpz_mul(count, count, problem->m);
}
