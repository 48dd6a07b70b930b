/*
 * One value of the generalised Fibonacci function: which method for which
 * arguments.  Costs are estimates in nanoseconds or so; only speed and refusals
 * depend on them.
 */
#include "fibonacci/methods.h"

#include "number/number.h"

enum {
	RESIDUE_MAX = 1 << 24, /* the longest residue */
	PRINTING = 16	       /* half as many copies of a result */
};

/* G(index) if lambda is 1 or 2. */
static int evaluate_small(mpz_t value, const mpz_t a, const mpz_t index)
{
	unsigned long i = mpz_get_ui(index);

	if (mpz_cmp_ui(a, 2) > 0 || mpz_cmp_ui(index, ~0UL) >= 0)
		return 0;
	if (mpz_cmp_ui(a, 2) == 0) {
		mpz_fib_ui(value, i + 1);
	} else {
		mpz_set_ui(value, 0);
		mpz_setbit(value, i);
	}
	return 1;
}

/* Residues of a coefficients while they are squared, for a result of some
 * bits, and what printing that takes. */
static uint64_t residue_memory(uint64_t a, uint64_t bits)
{
	return effort_product(bits, effort_product(a, SQUARING)) / 2 +
	       effort_product(bits, PRINTING) / 2;
}

uint64_t fibonacci_power_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t max_bits)
{
	uint64_t bits = effort_bits(a, b, index), width = effort_word(a);

	if (width > RESIDUE_MAX ||
		residue_memory(width, bits) > effort_memory(max_bits))
		return UINT64_MAX;
	return effort_residues(width, bits / GMP_NUMB_BITS + 1);
}

enum method { METHOD_WORD, METHOD_RESIDUES, METHOD_SUM };

/* The method for G(index), and the time that it takes. */
static enum method choose_method(uint64_t *cost, const mpz_t a, const mpz_t b,
	const mpz_t index, uint64_t max_bits)
{
	uint64_t bits = effort_bits(a, b, index), width = effort_word(a);
	uint64_t limbs = bits / GMP_NUMB_BITS + 1, terms, residues;
	mpz_t hops;

	*cost = 0;
	if (bits <= RING_BITS && width <= RING_MAX / 64)
		return METHOD_WORD;
	mpz_init(hops);
	mpz_fdiv_q(hops, index, a);
	terms = effort_word(hops);
	mpz_clear(hops);
	*cost = effort_sum(a, b, terms, limbs);
	residues = fibonacci_power_cost(a, b, index, max_bits);
	if (terms <= 4 || residues >= *cost)
		return METHOD_SUM;
	*cost = residues;
	return METHOD_RESIDUES;
}

void fibonacci_evaluate(mpz_t value, const mpz_t a, const mpz_t b,
	const mpz_t index, uint64_t max_bits)
{
	uint64_t cost, word;

	if (evaluate_small(value, a, index))
		return;
	switch (choose_method(&cost, a, b, index, max_bits)) {
	case METHOD_WORD:
		fibonacci_ring(&word, mpz_get_ui(a), mpz_get_ui(b),
			number_get_u64(index), UINT64_MAX);
		number_set_u64(value, word);
		break;
	case METHOD_RESIDUES:
		fibonacci_power(value, mpz_get_ui(a), mpz_get_ui(b), index);
		break;
	case METHOD_SUM:
		fibonacci_sum(value, a, b, index);
		break;
	}
}

uint64_t fibonacci_cost(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t max_bits)
{
	uint64_t cost;

	choose_method(&cost, a, b, index, max_bits);
	return cost;
}

enum status fibonacci_check_cost(const mpz_t a, const mpz_t b,
	const mpz_t index, uint64_t max_bits, struct err *err)
{
	uint64_t bits = effort_bits(a, b, index), cost, memory;
	enum status status = STATUS_OK;
	enum method best = choose_method(&cost, a, b, index, UINT64_MAX);
	mpz_t bytes;

	if (mpz_cmp_ui(a, 2) <= 0 || best == METHOD_SUM)
		memory = effort_product(bits, PRINTING) / 2;
	else
		memory = residue_memory(effort_word(a), bits);
	if (memory > effort_memory(max_bits))
		choose_method(&cost, a, b, index, max_bits);
	if (effort_check("F(t)", cost, bits, max_bits, err) == STATUS_OK &&
		effort_product(bits, PRINTING) / 2 <= effort_memory(max_bits))
		return STATUS_OK;
	mpz_init(bytes);
	number_set_u64(bytes, memory / 8);
	status = limit_check_bytes(
		"F(t)", bytes, effort_memory(max_bits) / 8, err);
	mpz_clear(bytes);
	return status == STATUS_OK
		       ? effort_check("F(t)", cost, bits, max_bits, err)
		       : status;
}
