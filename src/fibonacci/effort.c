/*
 * Cost estimates in saturating 64-bit arithmetic.  The factors were fitted to
 * times measured on one machine; a bad factor can make an answer slow, or
 * refuse it, but not make it wrong.
 */
#include "fibonacci/methods.h"

#include "base/bits.h"
#include "number/number.h"

/* The default of max_bits; it allows 2 seconds. */
#define USUAL_BITS (UINT64_C(1) << 33)

enum { PRINTING = 256 /* nanoseconds for each bit of an answer */ };

uint64_t effort_word(const mpz_t value)
{
	return number_fits_u64(value) ? number_get_u64(value) : UINT64_MAX;
}

uint64_t effort_sum(uint64_t x, uint64_t y)
{
	return x > UINT64_MAX - y ? UINT64_MAX : x + y;
}

uint64_t effort_product(uint64_t x, uint64_t y)
{
	return y > 0 && x > UINT64_MAX / y ? UINT64_MAX : x * y;
}

uint64_t effort_log(unsigned long ports)
{
	uint64_t log = 1;

	for (; ports > 1; ports /= 2)
		log++;
	return log;
}

uint64_t effort_bits(
	const mpz_t a, const mpz_t b, unsigned long ports, const mpz_t index)
{
	mpz_t x;
	uint64_t whole, hops, base;

	mpz_init(x);
	mpz_fdiv_q(x, index, b);
	whole = effort_product(effort_word(x), effort_log(ports));
	mpz_fdiv_q(x, index, a);
	hops = effort_word(x);
	mpz_cdiv_q(x, a, b);
	mpz_mul_ui(x, x, ports);
	mpz_add_ui(x, x, 1);
	base = effort_product(hops, number_ceil_log2(x));
	mpz_clear(x);
	return effort_sum(least_u64(base, whole), 1);
}

uint64_t effort_root(uint64_t x)
{
	uint64_t r = 1;

	while (r * r < x && r < UINT32_MAX)
		r *= 2;
	return r;
}

uint64_t effort_binomial(uint64_t limbs)
{
	return 100 + effort_product(limbs, 70 + limbs / 4);
}

uint64_t effort_terms(
	const mpz_t a, const mpz_t b, uint64_t terms, uint64_t limbs)
{
	uint64_t single = effort_binomial(limbs), block;
	mpz_t factors;

	mpz_init(factors);
	mpz_cdiv_q(factors, a, b);
	mpz_add_ui(factors, factors, 1);
	block = effort_product(
		effort_word(factors), 40 + 8 * effort_root(limbs));
	mpz_clear(factors);
	return effort_product(terms, least_u64(block, single));
}

uint64_t effort_residues(uint64_t a, uint64_t limbs)
{
	uint64_t size = effort_product(a, limbs), bits = 1;

	while (bits < 64 && size >> bits > 0)
		bits++;
	return effort_product(size, 12 * bits);
}

uint64_t effort_memory(uint64_t max_bits)
{
	return most_u64(max_bits, UINT64_C(1) << 28);
}

uint64_t effort_most(uint64_t max_bits, uint64_t bits)
{
	return effort_sum(most_u64(max_bits, USUAL_BITS) / 4,
		effort_product(bits, PRINTING));
}

enum status effort_check(const char *what, uint64_t cost, uint64_t bits,
	uint64_t max_bits, struct err *err)
{
	if (cost <= effort_most(max_bits, bits))
		return STATUS_OK;
	return err_limit(err, what,
		" takes more work at this latency than " ERR_NAME
		"max_bits allows");
}
