/*
 * The generalised Fibonacci function: which method for which arguments.
 * Costs are estimates in nanoseconds or so; only speed depends on them.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "number/limit.h"
#include "number/number.h"
#include "fibonacci/methods.h"

enum {
	WORD_BITS = 62,	      /* of values that the ring can hold */
	RING_MAX = 1 << 14,   /* the longest ring */
	WINDOW_MAX = 1 << 24, /* the longest window */
	SEARCH_MAX = 1 << 20, /* the longest of which many are kept */
	MEMORY = 8,	      /* windows of so many times max_bits */
	WORK = 1024	      /* nanoseconds for each of max_bits */
};

static uint64_t saturated(const mpz_t value)
{
	return number_fits_u64(value) ? number_get_u64(value) : UINT64_MAX;
}

static uint64_t product(uint64_t x, uint64_t y)
{
	return y > 0 && x > UINT64_MAX / y ? UINT64_MAX : x * y;
}

/* index = floor(b t). */
static void grid_index(mpz_t index, const mpq_t lambda, const mpq_t t)
{
	mpz_mul(index, mpq_numref(t), mpq_denref(lambda));
	mpz_fdiv_q(index, index, mpq_denref(t));
}

/* A bound on the bits of G(index) that takes no time: F(t) <= 2^t, and
 * Theorem 7(1). */
static uint64_t rough_bits(const mpz_t a, const mpz_t b, const mpz_t index)
{
	mpz_t x;
	uint64_t whole, hops, base;

	mpz_init(x);
	mpz_fdiv_q(x, index, b);
	whole = saturated(x);
	mpz_fdiv_q(x, index, a);
	hops = saturated(x);
	mpz_cdiv_q(x, a, b);
	mpz_add_ui(x, x, 1);
	base = product(hops, number_ceil_log2(x));
	mpz_clear(x);
	if (base < whole)
		whole = base;
	return whole < UINT64_MAX ? whole + 1 : whole;
}

static uint64_t root(uint64_t x)
{
	uint64_t r = 1;

	while (r * r < x && r < UINT32_MAX)
		r *= 2;
	return r;
}

/* The time of the closed form: each term by itself, or in blocks, each term
 * then being lambda + 1 factors away from the next. */
static uint64_t sum_cost(
	const mpz_t a, const mpz_t b, uint64_t terms, uint64_t limbs)
{
	uint64_t single = 100 + product(limbs, 70 + limbs / 4), block;
	mpz_t factors;

	mpz_init(factors);
	mpz_cdiv_q(factors, a, b);
	mpz_add_ui(factors, factors, 1);
	block = product(saturated(factors), 40 + 8 * root(limbs));
	mpz_clear(factors);
	return product(terms, block < single ? block : single);
}

/* The time of doubling windows. */
static uint64_t residue_cost(uint64_t a, uint64_t limbs)
{
	uint64_t size = product(a, limbs), bits = 1;

	while (bits < 64 && size >> bits > 0)
		bits++;
	return product(size, 12 * bits);
}

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

enum method { METHOD_WORD, METHOD_WINDOWS, METHOD_SUM };

/* The method for G(index), and the time that it takes. */
static enum method choose(uint64_t *cost, const mpz_t a, const mpz_t b,
	const mpz_t index, uint64_t max_bits)
{
	uint64_t bits = rough_bits(a, b, index), width = saturated(a);
	uint64_t limbs = bits / GMP_NUMB_BITS + 1, terms, windows;
	mpz_t hops;

	*cost = 0;
	if (bits <= WORD_BITS && width <= RING_MAX / 64)
		return METHOD_WORD;
	mpz_init(hops);
	mpz_fdiv_q(hops, index, a);
	terms = saturated(hops);
	mpz_clear(hops);
	*cost = sum_cost(a, b, terms, limbs);
	windows = residue_cost(width, limbs);
	if (terms <= 4 || width > WINDOW_MAX || windows >= *cost ||
		product(width, bits) / MEMORY > max_bits)
		return METHOD_SUM;
	*cost = windows;
	return METHOD_WINDOWS;
}

void fibonacci_evaluate(mpz_t value, const mpz_t a, const mpz_t b,
	const mpz_t index, uint64_t max_bits)
{
	uint64_t cost, word;

	if (evaluate_small(value, a, index))
		return;
	switch (choose(&cost, a, b, index, max_bits)) {
	case METHOD_WORD:
		fibonacci_ring(&word, mpz_get_ui(a), mpz_get_ui(b),
			number_get_u64(index), UINT64_MAX);
		number_set_u64(value, word);
		break;
	case METHOD_WINDOWS:
		fibonacci_power(value, mpz_get_ui(a), mpz_get_ui(b), index);
		break;
	case METHOD_SUM:
		fibonacci_sum(value, a, b, index);
		break;
	}
}

int fibonacci_leading_is_best(
	const mpz_t a, const mpz_t b, const mpz_t index, uint64_t bits)
{
	uint64_t width = saturated(a), terms;
	uint64_t limbs = rough_bits(a, b, index) / GMP_NUMB_BITS + 1;
	uint64_t cost = residue_cost(width, bits / GMP_NUMB_BITS + 1), sum;
	mpz_t hops;

	mpz_init(hops);
	mpz_fdiv_q(hops, index, a);
	terms = saturated(hops);
	mpz_clear(hops);
	sum = sum_cost(a, b, terms, limbs);
	cost = product(cost, mpz_sizeinbase(index, 2));
	return cost < sum && cost < residue_cost(width, limbs);
}

/* Refuses F(t) if it could have more than max_bits bits. */
static enum status check_size(const mpq_t lambda, const mpq_t t,
	const mpz_t index, uint64_t max_bits, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t bits;

	/* F(t) <= 2^t */
	if (mpz_cmp_ui(index, UINT32_MAX) < 0 && mpz_get_ui(index) < max_bits)
		return STATUS_OK;
	if (rough_bits(mpq_numref(lambda), mpq_denref(lambda), index) <=
		max_bits)
		return STATUS_OK;
	mpz_init(bits);
	fibonacci_bits(bits, lambda, t);
	status = limit_check_bits("F(t)", bits, max_bits, err);
	mpz_clear(bits);
	return status;
}

/* Refuses what would take hours: WORK nanoseconds for each of max_bits. */
static enum status check_work(
	const char *what, uint64_t cost, uint64_t max_bits, struct err *err)
{
	if (cost / WORK <= max_bits)
		return STATUS_OK;
	return err_set(err, STATUS_LIMIT, what,
		" takes more work at this latency than --max-bits allows",
		NULL);
}

enum status fibonacci_reach(mpz_t reach, const mpq_t lambda, const mpq_t t,
	uint64_t max_bits, struct err *err)
{
	uint64_t cost = 0;
	enum status status;
	mpz_t index;

	mpz_init(index);
	grid_index(index, lambda, t);
	status = check_size(lambda, t, index, max_bits, err);
	if (status == STATUS_OK && mpz_cmp_ui(mpq_numref(lambda), 2) > 0)
		choose(&cost, mpq_numref(lambda), mpq_denref(lambda), index,
			max_bits);
	if (status == STATUS_OK)
		status = check_work("F(t)", cost, max_bits, err);
	if (status == STATUS_OK)
		fibonacci_evaluate(reach, mpq_numref(lambda),
			mpq_denref(lambda), index, max_bits);
	mpz_clear(index);
	return status;
}

/*
 * A whole number of latencies in which n processors are reached: ceil(log2 n),
 * as F(t) >= 2 F(t - lambda), or, where that is less, 2 ceil(log n/log c), as
 * F(2 lambda k) >= c^k with c = ceil(lambda) + 1.
 * Bar-Noy & Kipnis 1994, Theorem 7(1).
 */
static uint64_t latencies_enough(const mpz_t a, const mpz_t b, const mpz_t n)
{
	uint64_t doublings = number_ceil_log2(n), log_c, hops;
	mpz_t c;

	mpz_init(c);
	mpz_cdiv_q(c, a, b);
	mpz_add_ui(c, c, 1);
	log_c = mpz_sizeinbase(c, 2) - 1;
	mpz_clear(c);
	hops = 2 * (doublings / log_c + (doublings % log_c > 0));
	return hops < doublings ? hops : doublings;
}

/* lambda <= f(n) <= lambda + n - 2 for n >= 2, as the source can reach all by
 * itself; the other bound on f(n) is less where n is large. */
static void enclose_time(mpz_t low, mpz_t high, const mpz_t a, const mpz_t b,
	const mpz_t n, uint64_t hops)
{
	mpz_sub_ui(low, n, 2);
	mpz_mul(low, low, b);
	mpz_add(low, low, a);
	number_set_u64(high, hops);
	mpz_mul(high, high, a);
	if (mpz_cmp(low, high) < 0)
		mpz_swap(low, high);
	mpz_set(low, a);
}

/* The least index with G(index) >= n >= 2, by exact values. */
static enum status bisect(mpz_t index, const mpz_t a, const mpz_t b,
	const mpz_t n, uint64_t max_bits, struct err *err)
{
	uint64_t hops = latencies_enough(a, b, n);
	uint64_t limbs = mpz_sizeinbase(n, 2) / GMP_NUMB_BITS + 1, cost;
	mpz_t low, middle, value;
	enum status status;

	mpz_inits(low, middle, value, NULL);
	enclose_time(low, index, a, b, n, hops);
	mpz_sub(middle, index, low);
	cost = product(sum_cost(a, b, hops, limbs), mpz_sizeinbase(middle, 2));
	status = check_work("f(n)", cost, max_bits, err);
	while (status == STATUS_OK && mpz_cmp(low, index) < 0) {
		mpz_add(middle, low, index);
		mpz_fdiv_q_2exp(middle, middle, 1);
		fibonacci_evaluate(value, a, b, middle, max_bits);
		if (mpz_cmp(value, n) >= 0)
			mpz_swap(index, middle);
		else
			mpz_add_ui(low, middle, 1);
	}
	mpz_clears(low, middle, value, NULL);
	return status;
}

/* Whether windows find f(n) sooner than some exact values do. */
static int windows_are_best(const mpz_t a, const mpz_t b, const mpz_t n)
{
	uint64_t width = saturated(a), bits = mpz_sizeinbase(n, 2), hops;
	uint64_t kept = bits < 2048 ? bits / GMP_NUMB_BITS + 3 : 4;
	mpz_t lambda;

	mpz_init(lambda);
	mpz_fdiv_q(lambda, a, b);
	hops = 2 * bits / mpz_sizeinbase(lambda, 2) + 1;
	mpz_clear(lambda);
	return width <= SEARCH_MAX &&
	       4 * residue_cost(width, kept) <
		       sum_cost(a, b, hops, bits / GMP_NUMB_BITS + 1);
}

enum status fibonacci_time(mpq_t t, const mpq_t lambda, const mpz_t n,
	uint64_t max_bits, struct err *err)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	enum status status;
	uint64_t value;
	mpz_t index;

	mpz_init(index);
	number_set_u64(index, mpz_sizeinbase(a, 2));
	mpz_add_ui(index, index, mpz_sizeinbase(n, 2));
	status = limit_check_bits("the time", index, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	if (mpz_cmp_ui(n, 1) <= 0)
		mpz_set_ui(index, 0);
	else if (mpz_cmp_ui(a, 1) == 0)
		number_set_u64(index, number_ceil_log2(n));
	else if (mpz_cmp_ui(a, RING_MAX) <= 0 &&
		 mpz_sizeinbase(n, 2) <= WORD_BITS)
		number_set_u64(index,
			fibonacci_ring(&value, mpz_get_ui(a), mpz_get_ui(b),
				UINT64_MAX, number_get_u64(n)));
	else if (windows_are_best(a, b, n))
		fibonacci_search(index, a, b, n, max_bits);
	else
		status = bisect(index, a, b, n, max_bits, err);
	if (status == STATUS_OK) {
		mpz_swap(mpq_numref(t), index);
		mpz_set(mpq_denref(t), b);
		mpq_canonicalize(t);
	}
done:
	mpz_clear(index);
	return status;
}
