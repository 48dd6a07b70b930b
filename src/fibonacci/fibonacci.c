/*
 * The generalised Fibonacci function and its inverse: limits, and the choice of
 * a method for f(n).  Costs are estimates in nanoseconds or so; only speed and
 * refusals depend on them.
 *
 * f(n): a ring of words where a and n are small; otherwise a search by residues
 * or a bisection, whichever is estimated to be faster.
 */
#include "fibonacci/fibonacci.h"

#include "number/number.h"
#include "fibonacci/methods.h"

enum {
	SEARCH_MAX = 1 << 20, /* the longest residue to search with */
	QUICK = 1 << 21	      /* a quick F has that many bits, times a */
};

/* index = floor(b t). */
static void grid_index(mpz_t index, const mpq_t lambda, const mpq_t t)
{
	if (mpz_cmp(mpq_denref(t), mpq_denref(lambda)) == 0) {
		mpz_set(index, mpq_numref(t));
		return;
	}
	mpz_mul(index, mpq_numref(t), mpq_denref(lambda));
	mpz_fdiv_q(index, index, mpq_denref(t));
}

/* Refuses F(t) if it could have more than max_bits bits. */
static enum status check_value_size(const mpq_t lambda, unsigned long ports,
	const mpq_t t, const mpz_t index, uint64_t max_bits, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t bits;

	/* F(t) <= (ports + 1)^t */
	if (mpz_cmp_ui(index, UINT32_MAX) < 0 &&
		mpz_get_ui(index) * effort_log(ports) < max_bits)
		return STATUS_OK;
	if (effort_bits(mpq_numref(lambda), mpq_denref(lambda), ports, index) <=
		max_bits)
		return STATUS_OK;
	mpz_init(bits);
	fibonacci_bits(bits, lambda, ports, t);
	status = limit_check_bits("F(t)", bits, max_bits, err);
	mpz_clear(bits);
	return status;
}

/* Whether G(index) is so short that fibonacci_check_cost need not look. */
static int is_quick(const mpz_t a, unsigned long ports, const mpz_t index)
{
	return mpz_cmp_ui(a, QUICK) < 0 && mpz_cmp_ui(index, QUICK) < 0 &&
	       (uint64_t)mpz_get_ui(a) * mpz_get_ui(index) <
		       QUICK / effort_log(ports);
}

enum status fibonacci_reach(mpz_t reach, const mpq_t lambda,
	unsigned long ports, const mpq_t t, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t index;

	mpz_init(index);
	grid_index(index, lambda, t);
	status = check_value_size(lambda, ports, t, index, max_bits, err);
	if (status == STATUS_OK && !is_quick(mpq_numref(lambda), ports, index))
		status = fibonacci_check_cost(mpq_numref(lambda),
			mpq_denref(lambda), ports, index, max_bits, err);
	if (status == STATUS_OK)
		fibonacci_evaluate(reach, mpq_numref(lambda),
			mpq_denref(lambda), ports, index, max_bits);
	mpz_clear(index);
	return status;
}

/* The time of fibonacci_search: lower and upper bounds of as many powers as the
 * index has bits, once on the way up and once down, and an exact value. */
static uint64_t search_cost(const mpz_t a, const mpz_t b, unsigned long ports,
	const mpz_t n, uint64_t max_bits)
{
	uint64_t width = effort_word(a), bits = mpz_sizeinbase(n, 2), powers;
	uint64_t kept = bits < 2048 ? bits / GMP_NUMB_BITS + 3 : 4;
	uint64_t exact;
	mpz_t last;

	if (width > SEARCH_MAX)
		return UINT64_MAX;
	mpz_init(last);
	number_set_u64(last, fibonacci_latencies(a, b, ports, n));
	mpz_mul(last, last, a);
	powers = mpz_sizeinbase(last, 2);
	exact = bits < 2048 ? 0
			    : fibonacci_cost(a, b, ports, last, max_bits) / 2;
	mpz_clear(last);
	if ((2 * powers + SQUARING) * width * kept >
		effort_memory(max_bits) / GMP_NUMB_BITS)
		return UINT64_MAX;
	return effort_sum(
		effort_product(10 * powers, effort_residues(width, kept)),
		exact);
}

/* The least index with G(index) >= n >= 2, by the faster method. */
static enum status find_index(mpz_t index, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t n, uint64_t max_bits, struct err *err)
{
	uint64_t residues = search_cost(a, b, ports, n, max_bits);
	uint64_t bisect = fibonacci_bisect(index, a, b, ports, n, max_bits, 0);
	uint64_t most = effort_most(max_bits, 0);

	if (residues < bisect && residues <= most)
		fibonacci_search(index, a, b, ports, n, max_bits);
	else if (bisect <= most)
		fibonacci_bisect(index, a, b, ports, n, max_bits, most);
	else
		return effort_check("f(n)", bisect, 0, max_bits, err);
	return STATUS_OK;
}

enum status fibonacci_time(mpq_t t, const mpq_t lambda, unsigned long ports,
	const mpz_t n, uint64_t max_bits, struct err *err)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	enum status status;
	uint64_t value;
	mpz_t index;

	mpz_init(index);
	mpz_set_ui(index, mpz_sizeinbase(a, 2));
	mpz_add_ui(index, index, mpz_sizeinbase(n, 2));
	status = limit_check_bits("the time", index, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	if (mpz_cmp_ui(n, 1) <= 0)
		mpz_set_ui(index, 0);
	else if (mpz_cmp_ui(a, 1) == 0 && ports == 1)
		number_set_u64(index, number_ceil_log2(n));
	else if (mpz_cmp_ui(a, RING_MAX) <= 0 &&
		 mpz_sizeinbase(n, 2) <= RING_BITS)
		number_set_u64(index,
			fibonacci_ring(&value, mpz_get_ui(a), mpz_get_ui(b),
				ports, UINT64_MAX, number_get_u64(n)));
	else
		status = find_index(index, a, b, ports, n, max_bits, err);
	if (status == STATUS_OK) {
		mpz_swap(mpq_numref(t), index);
		mpz_set(mpq_denref(t), b);
		mpq_canonicalize(t);
	}
done:
	mpz_clear(index);
	return status;
}
