/*
 * One value of the generalised Fibonacci function: the choice of a method.
 * Costs are estimates in nanoseconds or so; only speed and refusals depend on
 * them.
 */
#include "fibonacci/methods.h"

#include "number/number.h"

enum { PRINTING = 16 /* half as many copies of a result */ };

/* Whether G is a power (lambda = 1) or a Fibonacci number (lambda = 2). */
static int has_power(const mpz_t a, unsigned long ports)
{
	return mpz_cmp_ui(a, ports == 1 ? 2 : 1) <= 0;
}

static int evaluate_small(
	mpz_t value, const mpz_t a, unsigned long ports, const mpz_t index)
{
	unsigned long i = mpz_get_ui(index);

	if (!has_power(a, ports) || mpz_cmp_ui(index, ~0UL) >= 0)
		return 0;
	if (mpz_cmp_ui(a, 2) == 0) {
		mpz_fib_ui(value, i + 1);
	} else if (ports == 1) {
		mpz_set_ui(value, 0);
		mpz_setbit(value, i);
	} else {
		mpz_ui_pow_ui(value, ports + 1, i);
	}
	return 1;
}

/* The bits of memory that squaring residues of a coefficients takes, for a
 * result of that many bits, and printing it. */
static uint64_t residue_memory(uint64_t a, uint64_t bits)
{
	return effort_product(bits, effort_product(a, SQUARING)) / 2 +
	       effort_product(bits, PRINTING) / 2;
}

static uint64_t residues_cost(uint64_t a, uint64_t bits, uint64_t max_bits)
{
	if (a > RESIDUE_MAX ||
		residue_memory(a, bits) > effort_memory(max_bits))
		return UINT64_MAX;
	return effort_residues(a, bits / GMP_NUMB_BITS + 1);
}

uint64_t fibonacci_power_cost(const mpz_t a, const mpz_t b, unsigned long ports,
	const mpz_t index, uint64_t max_bits)
{
	return residues_cost(
		effort_word(a), effort_bits(a, b, ports, index), max_bits);
}

enum method { METHOD_WORD, METHOD_RESIDUES, METHOD_SUM };

/* The method for G(index), and its estimated time in *cost. */
static enum method choose_method(uint64_t *cost, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index, uint64_t max_bits)
{
	uint64_t bits = effort_bits(a, b, ports, index), width = effort_word(a);
	uint64_t limbs = bits / GMP_NUMB_BITS + 1, terms, residues;
	mpz_t hops;

	*cost = 0;
	if (bits <= RING_BITS && width <= RING_MAX / 64)
		return METHOD_WORD;
	mpz_init(hops);
	mpz_fdiv_q(hops, index, a);
	terms = effort_word(hops);
	mpz_clear(hops);
	*cost = effort_terms(a, b, terms, limbs);
	residues = residues_cost(width, bits, max_bits);
	if (terms <= 4 || residues >= *cost)
		return METHOD_SUM;
	*cost = residues;
	return METHOD_RESIDUES;
}

void fibonacci_evaluate(mpz_t value, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index, uint64_t max_bits)
{
	uint64_t cost, word;

	if (evaluate_small(value, a, ports, index))
		return;
	switch (choose_method(&cost, a, b, ports, index, max_bits)) {
	case METHOD_WORD:
		fibonacci_ring(&word, mpz_get_ui(a), mpz_get_ui(b), ports,
			number_get_u64(index), UINT64_MAX);
		number_set_u64(value, word);
		break;
	case METHOD_RESIDUES:
		fibonacci_power(
			value, mpz_get_ui(a), mpz_get_ui(b), ports, index);
		break;
	case METHOD_SUM:
		fibonacci_sum(value, a, b, ports, index);
		break;
	}
}

uint64_t fibonacci_cost(const mpz_t a, const mpz_t b, unsigned long ports,
	const mpz_t index, uint64_t max_bits)
{
	uint64_t cost;

	choose_method(&cost, a, b, ports, index, max_bits);
	return cost;
}

enum status fibonacci_check_cost(const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index, uint64_t max_bits,
	struct err *err)
{
	uint64_t bits = effort_bits(a, b, ports, index), cost, memory;
	enum status status = STATUS_OK;
	enum method best = choose_method(&cost, a, b, ports, index, UINT64_MAX);
	mpz_t bytes;

	if (has_power(a, ports) || best == METHOD_SUM)
		memory = effort_product(bits, PRINTING) / 2;
	else
		memory = residue_memory(effort_word(a), bits);
	if (memory > effort_memory(max_bits))
		choose_method(&cost, a, b, ports, index, max_bits);
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
