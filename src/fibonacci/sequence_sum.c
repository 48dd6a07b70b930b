/*
 * The sum of the first rows, S(i) = G(0) + ... + G(i-1), in two ways:
 *   - ports G(x-a) = G(x) - G(x-b), so the sum telescopes:
 *       ports S(i) = (G(i+a-b) + ... + G(i+a-1)) - b,
 *     b being the sum of G(a-b) .. G(a-1).
 *   - G(j) is the sum over k of ports^k C(floor((j-ka)/b) + k, k).  In the sum
 *     over j < i, with i-1-ka = Qb + R, each floor q < Q occurs b times and Q
 *     occurs R+1 times, and
 *       C(k,k) + ... + C(Q-1+k,k) = C(Q+k,k+1) = C(Q+k,k) Q/(k+1).
 * Example: lambda = 5/2, G = 1 1 1 1 1 2 2 3 3 ..: S(4) = 4 = G(7) + G(8) - 2.
 */
#include "fibonacci/methods.h"

void sequence_sum_closed(
	mpz_t sum, const mpq_t lambda, unsigned long ports, const mpz_t i)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	mpz_t rest, total, q, r, term, weight;

	mpz_inits(rest, total, q, r, term, NULL);
	mpz_init_set_ui(weight, 1);
	mpz_sub_ui(rest, i, 1);
	for (unsigned long k = 0; mpz_sgn(rest) >= 0; k++) {
		mpz_fdiv_qr(q, r, rest, b);
		mpz_add_ui(term, q, k);
		mpz_bin_ui(term, term, k);
		mpz_mul(term, term, weight);
		mpz_mul_ui(weight, weight, ports);
		mpz_add_ui(r, r, 1);
		mpz_addmul(total, term, r);
		mpz_mul(term, term, q);
		mpz_divexact_ui(term, term, k + 1);
		mpz_addmul(total, term, b);
		mpz_sub(rest, rest, a);
	}
	mpz_swap(sum, total);
	mpz_clears(rest, total, q, r, term, weight, NULL);
}

/* j = i + a - b, the index of the first of the b values. */
static void first_value(mpz_t j, const mpq_t lambda, const mpz_t i)
{
	mpz_add(j, i, mpq_numref(lambda));
	mpz_sub(j, j, mpq_denref(lambda));
}

void sequence_sum_values(mpz_t sum, const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	mpz_t total, value, j, end;

	mpz_inits(total, value, j, end, NULL);
	first_value(j, lambda, i);
	mpz_add(end, j, b);
	mpz_neg(total, b);
	for (; mpz_cmp(j, end) < 0; mpz_add_ui(j, j, 1)) {
		fibonacci_evaluate(value, a, b, ports, j, max_bits);
		mpz_add(total, total, value);
	}
	mpz_divexact_ui(sum, total, ports);
	mpz_clears(total, value, j, end, NULL);
}

void sequence_sum_residues(
	mpz_t sum, const mpq_t lambda, unsigned long ports, const mpz_t i)
{
	size_t a = mpz_get_ui(mpq_numref(lambda));
	size_t b = mpz_get_ui(mpq_denref(lambda));
	mpz_t j, total;

	mpz_inits(j, total, NULL);
	first_value(j, lambda, i);
	fibonacci_power_sum(total, a, b, ports, j, b);
	mpz_sub_ui(total, total, b);
	mpz_divexact_ui(sum, total, ports);
	mpz_clears(j, total, NULL);
}

enum method { METHOD_CLOSED, METHOD_VALUES, METHOD_RESIDUES };

/* The method for S(i), and its estimated time in *cost. */
static enum method choose_sum(uint64_t *cost, const mpq_t lambda,
	unsigned long ports, const mpz_t i, uint64_t max_bits)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	enum method method = METHOD_CLOSED;
	uint64_t limbs = effort_bits(a, b, ports, i) / GMP_NUMB_BITS + 1, other;
	mpz_t x;

	mpz_init(x);
	mpz_fdiv_q(x, i, a);
	*cost = effort_product(effort_word(x), effort_binomial(limbs));
	first_value(x, lambda, i);
	other = effort_product(
		fibonacci_cost(a, b, ports, x, max_bits), effort_word(b));
	if (other < *cost) {
		method = METHOD_VALUES;
		*cost = other;
	}
	other = fibonacci_power_cost(a, b, ports, x, max_bits);
	if (other < *cost && mpz_cmp(i, b) >= 0) {
		method = METHOD_RESIDUES;
		*cost = other;
	}
	mpz_clear(x);
	return method;
}

uint64_t sequence_sum_cost(const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits)
{
	uint64_t cost;

	choose_sum(&cost, lambda, ports, i, max_bits);
	return cost;
}

void sequence_sum(mpz_t sum, const mpq_t lambda, unsigned long ports,
	const mpz_t i, uint64_t max_bits)
{
	uint64_t cost;

	switch (choose_sum(&cost, lambda, ports, i, max_bits)) {
	case METHOD_CLOSED:
		sequence_sum_closed(sum, lambda, ports, i);
		break;
	case METHOD_VALUES:
		sequence_sum_values(sum, lambda, ports, i, max_bits);
		break;
	case METHOD_RESIDUES:
		sequence_sum_residues(sum, lambda, ports, i);
		break;
	}
}
