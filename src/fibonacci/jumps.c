/*
 * The definition of F, followed step by step as far as it has been needed.
 * Invariant: ring[i mod a] is G(i) for the last a indices i < next, and jump
 * has all i < next with G(i) > G(i - 1), and i = 0, in order.
 */
#include "fibonacci/jumps.h"

#include "base/ascending.h"
#include "base/mem.h"
#include "number/number.h"

enum {
	JUMPS_RING = 1 << 12,
	JUMPS_MAX = 1 << 14,
	JUMPS_BITS = 62 /* of n: no sum in the ring wraps */
};

void fibonacci_jumps_clear(struct fibonacci_jumps *jumps)
{
	mem_free(jumps->ring);
	mem_free(jumps->jump);
	*jumps = (struct fibonacci_jumps){0};
}

static void add_jump(
	struct fibonacci_jumps *jumps, uint64_t reach, uint64_t index)
{
	jumps->jump = mem_grow(jumps->jump, &jumps->capacity, jumps->count,
		sizeof *jumps->jump);
	jumps->jump[jumps->count++] =
		(struct fibonacci_jump){.reach = reach, .index = index};
}

static void start_jumps(struct fibonacci_jumps *jumps, uint64_t a, uint64_t b)
{
	fibonacci_jumps_clear(jumps);
	jumps->a = a;
	jumps->b = b;
	jumps->ring = mem_array((size_t)a, sizeof *jumps->ring);
	for (uint64_t i = 0; i < a; i++)
		jumps->ring[i] = 1;
	jumps->back = (size_t)(a - b);
	jumps->next = a;
	add_jump(jumps, 1, 0);
}

/* Goes on until F is n or more; returns 0 if that takes too many jumps. */
static int extend_jumps(struct fibonacci_jumps *jumps, uint64_t n)
{
	uint64_t reach = jumps->jump[jumps->count - 1].reach;

	for (; reach < n; jumps->next++) {
		uint64_t value =
			jumps->ring[jumps->at] + jumps->ring[jumps->back];

		if (jumps->count == JUMPS_MAX)
			return 0;
		jumps->ring[jumps->at] = value;
		if (value > reach)
			add_jump(jumps, value, jumps->next);
		reach = value;
		jumps->at = jumps->at + 1 == jumps->a ? 0 : jumps->at + 1;
		jumps->back = jumps->back + 1 == jumps->a ? 0 : jumps->back + 1;
	}
	return 1;
}

/* The first jump to n or more; there is one. */
static uint64_t find_jump(const struct fibonacci_jumps *jumps, uint64_t n)
{
	size_t i = ascending_find(jumps->jump, sizeof *jumps->jump,
		offsetof(struct fibonacci_jump, reach), jumps->count, n);

	return jumps->jump[i].index;
}

int fibonacci_jumps_time(struct fibonacci_jumps *jumps, mpq_t t,
	const mpq_t lambda, const mpz_t n)
{
	uint64_t a, b, index, common, reached;

	if (mpz_cmp_ui(mpq_numref(lambda), JUMPS_RING) > 0 ||
		!number_read_u64(&reached, n, JUMPS_BITS))
		return 0;
	a = number_get_u64(mpq_numref(lambda));
	b = number_get_u64(mpq_denref(lambda));
	if (a != jumps->a || b != jumps->b)
		start_jumps(jumps, a, b);
	if (!extend_jumps(jumps, reached))
		return 0;
	index = find_jump(jumps, reached);
	common = number_gcd_u64(b, index);
	number_set_u64(mpq_numref(t), index / common);
	number_set_u64(mpq_denref(t), b / common);
	return 1;
}
