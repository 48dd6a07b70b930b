/*
 * f(n) by bisection, for latencies whose residues are too long.  F(t) jumps
 * only where t = i + j lambda, i >= 0, j >= 1.  So in a unit of time it jumps
 * at most once for each j <= t/lambda, at the fractional part of j lambda.  The
 * first bisection finds the unit, the second one the jump in it; the number of
 * steps does not depend on how fine the grid is.
 *
 * Example: lambda = 5/2, n = 14.  Just before 7 F is less than 14, and just
 * before 8 it is 14: the time is in [7, 8), where F can jump at 7 (j = 2) and
 * 15/2 (j = 1, 3).
 *
 * A value F is first enclosed by its largest terms, where that is faster, and
 * computed exactly only if n lies between the bounds.
 */
#include "fibonacci/methods.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

enum {
	LEADING_BITS = 128, /* of a bound */
	EXACT_VALUES = 3,   /* expected in a bisection with bounds */
	JUMP = 500,	    /* nanoseconds for a jump, */
	JUMP_LIMB = 4	    /* and for each of its limbs */
};

struct bisection {
	mpz_srcptr a, b, n;
	unsigned long ports;
	uint64_t max_bits;
	int by_bounds;
};

uint64_t fibonacci_latencies(
	const mpz_t a, const mpz_t b, unsigned long ports, const mpz_t n)
{
	uint64_t doublings = number_ceil_log2(n), log_c, hops;
	mpz_t c;

	mpz_init(c);
	mpz_cdiv_q(c, a, b);
	mpz_mul_ui(c, c, ports);
	mpz_add_ui(c, c, 1);
	log_c = mpz_sizeinbase(c, 2) - 1;
	mpz_clear(c);
	hops = 2 * (doublings / log_c + (doublings % log_c > 0));
	log_c = effort_log(ports + 1) - 1;
	doublings = doublings / log_c + (doublings % log_c > 0);
	return hops < doublings ? hops : doublings;
}

/* -1 if high < n, 1 if low >= n, 0 if the bounds do not tell. */
static int compare_bounds(
	const struct leading *low, const struct leading *high, const mpz_t n)
{
	mpz_t part;
	int result = 0;

	if (mpz_cmp_ui(low->exponent, mpz_sizeinbase(n, 2)) >= 0)
		return 1;
	mpz_init(part);
	mpz_cdiv_q_2exp(part, n, mpz_get_ui(low->exponent));
	if (mpz_cmp(low->mantissa, part) >= 0)
		result = 1;
	else if (mpz_cmp(high->mantissa, part) < 0)
		result = -1;
	mpz_clear(part);
	return result;
}

/* Whether G(index) >= n. */
static int bisection_reaches(
	const struct bisection *bisection, const mpz_t index)
{
	struct leading low, high;
	mpz_t value;
	int order = 0;

	if (bisection->by_bounds) {
		leading_init(&low);
		leading_init(&high);
		fibonacci_largest(&low, &high, bisection->a, bisection->b,
			bisection->ports, index, LEADING_BITS);
		order = compare_bounds(&low, &high, bisection->n);
		leading_clear(&high);
		leading_clear(&low);
	}
	if (order != 0)
		return order > 0;
	mpz_init(value);
	fibonacci_evaluate(value, bisection->a, bisection->b, bisection->ports,
		index, bisection->max_bits);
	order = mpz_cmp(value, bisection->n);
	mpz_clear(value);
	return order >= 0;
}

/* low = high = the least k in low .. high with G(k b + b - 1) >= n, the unit in
 * which n is reached; it is reached in unit high. */
static void find_unit(const struct bisection *bisection, mpz_t low, mpz_t high)
{
	mpz_t middle, index;

	mpz_inits(middle, index, NULL);
	while (mpz_cmp(low, high) < 0) {
		mpz_add(middle, low, high);
		mpz_fdiv_q_2exp(middle, middle, 1);
		mpz_add_ui(index, middle, 1);
		mpz_mul(index, index, bisection->b);
		mpz_sub_ui(index, index, 1);
		if (bisection_reaches(bisection, index))
			mpz_swap(high, middle);
		else
			mpz_add_ui(low, middle, 1);
	}
	mpz_clears(middle, index, NULL);
}

/* The grid indices at which F can jump, ascending. */
struct jumps {
	mpz_t *index;
	size_t count;
};

static int compare_indices(const void *x, const void *y)
{
	const __mpz_struct *first = x, *second = y;

	return mpz_cmp(first, second);
}

/* The jumps in the unit that begins at index first: first + (j a mod b) for
 * each j >= 1 with j a < first + b. */
static void jumps_init(
	struct jumps *jumps, const mpz_t a, const mpz_t b, const mpz_t first)
{
	mpz_t hops;

	mpz_init(hops);
	mpz_add(hops, first, b);
	mpz_sub_ui(hops, hops, 1);
	mpz_fdiv_q(hops, hops, a);
	jumps->count = mpz_get_ui(hops);
	jumps->index = mem_array(jumps->count, sizeof *jumps->index);
	mpz_set_ui(hops, 0);
	for (size_t i = 0; i < jumps->count; i++) {
		mpz_add(hops, hops, a);
		mpz_fdiv_r(hops, hops, b);
		mpz_init(jumps->index[i]);
		mpz_add(jumps->index[i], first, hops);
	}
	mpz_clear(hops);
	qsort(jumps->index, jumps->count, sizeof *jumps->index,
		compare_indices);
}

static void jumps_clear(struct jumps *jumps)
{
	for (size_t i = 0; i < jumps->count; i++)
		mpz_clear(jumps->index[i]);
	mem_free(jumps->index);
}

/* index = the least jump at which n is reached in the unit that begins at index
 * first; at the last jump it is. */
static void find_jump(
	mpz_t index, const struct bisection *bisection, const mpz_t first)
{
	struct jumps jumps;
	size_t low = 0, high;

	jumps_init(&jumps, bisection->a, bisection->b, first);
	high = jumps.count - 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (bisection_reaches(bisection, jumps.index[middle]))
			high = middle;
		else
			low = middle + 1;
	}
	mpz_set(index, jumps.index[high]);
	jumps_clear(&jumps);
}

/* low and high, in whole units, around f(n), n >= 2.  lambda <= f(n), and
 * f(n) <= lambda + n - 2, as the source can send to all by itself; for large n
 * the given number of latencies is less. */
static void enclose_unit(
	mpz_t low, mpz_t high, const struct bisection *bisection, uint64_t hops)
{
	mpz_t star;

	mpz_init(star);
	number_set_u64(high, hops);
	mpz_mul(high, high, bisection->a);
	mpz_fdiv_q(high, high, bisection->b);
	mpz_fdiv_q(low, bisection->a, bisection->b);
	mpz_add(star, bisection->n, low);
	if (mpz_cmp(star, high) < 0)
		mpz_swap(high, star);
	mpz_clear(star);
}

/* The time to list and sort the jumps in a unit; UINT64_MAX if they take too
 * much memory. */
static uint64_t jumps_cost(const struct bisection *bisection, uint64_t hops)
{
	uint64_t limbs = mpz_size(bisection->b) + 4;
	uint64_t memory = effort_memory(bisection->max_bits) / GMP_NUMB_BITS;

	return hops > memory / limbs
		       ? UINT64_MAX
		       : effort_product(hops, JUMP + JUMP_LIMB * limbs);
}

/* The time of all steps and of the jumps.  A step takes an exact value or, if
 * that is faster, bounds, of which a few do not decide. */
static uint64_t bisection_cost(
	struct bisection *bisection, const mpz_t units, uint64_t hops)
{
	uint64_t limbs = mpz_sizeinbase(bisection->n, 2) / GMP_NUMB_BITS + 1;
	uint64_t steps = mpz_sizeinbase(units, 2), exact, bounds, cost;
	mpz_t last;

	mpz_init(last);
	number_set_u64(last, hops);
	steps += mpz_sizeinbase(last, 2);
	mpz_mul(last, last, bisection->a);
	exact = effort_terms(bisection->a, bisection->b, hops, limbs);
	bounds = fibonacci_largest_cost(
		bisection->a, bisection->b, last, LEADING_BITS);
	mpz_clear(last);
	bisection->by_bounds = bounds < exact / 2;
	if (bisection->by_bounds)
		cost = effort_sum(effort_product(steps, bounds),
			effort_product(EXACT_VALUES, exact) / 2);
	else
		cost = effort_product(steps, exact);
	return effort_sum(cost, jumps_cost(bisection, hops));
}

uint64_t fibonacci_bisect(mpz_t index, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t n, uint64_t max_bits,
	uint64_t max_cost)
{
	struct bisection bisection = {
		.a = a, .b = b, .ports = ports, .n = n, .max_bits = max_bits};
	uint64_t hops = fibonacci_latencies(a, b, ports, n), cost;
	mpz_t low, high;

	mpz_inits(low, high, NULL);
	enclose_unit(low, high, &bisection, hops);
	mpz_sub(index, high, low);
	cost = bisection_cost(&bisection, index, hops);
	if (cost <= max_cost) {
		find_unit(&bisection, low, high);
		mpz_mul(low, high, b);
		find_jump(index, &bisection, low);
	}
	mpz_clears(low, high, NULL);
	return cost;
}
