/*
 * The closed form of the generalised Fibonacci function:
 *   F(t) = sum of C(floor(t - j lambda) + j, j) for j = 0 .. floor(t/lambda),
 * the processors reached over j hops and floor(t - j lambda) waits at most.
 */
#include "core/fibonacci_methods.h"

void fibonacci_sum(mpz_t value, const mpz_t a, const mpz_t b, const mpz_t index)
{
	mpz_t rest, term, total;
	unsigned long j = 0;

	mpz_init_set(rest, index);
	mpz_inits(term, total, NULL);
	for (; mpz_sgn(rest) >= 0; mpz_sub(rest, rest, a), j++) {
		mpz_fdiv_q(term, rest, b);
		mpz_add_ui(term, term, j);
		mpz_bin_ui(term, term, j);
		mpz_add(total, total, term);
	}
	mpz_swap(value, total);
	mpz_clears(rest, term, total, NULL);
}
