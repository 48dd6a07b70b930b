/*
 * The jumps of F, one after another.  lambda = a/b.  A processor that sends at
 * index i sends again at i + b, and its receiver first sends, on all its ports,
 * at i + a.  So the number of sends that begin at an index is
 *
 * 	sends(i) = ports sends(i - a) + sends(i - b),   sends(0) = ports
 *
 * and F rises by sends(i) at index i + a.  Two positions in the array of jumps,
 * late and early, give the indices with sends > 0 in order.  Invariant: the
 * array has all of these up to its last one, ascending; late is the first
 * position whose index + a is beyond the last one, early the first whose
 * index + b is.
 */
#include "fibonacci/fibonacci.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

enum {
	JUMPS_MAX = 1 << 14,
	JUMPS_BITS = 62,   /* of n and of an index, so that no sum overflows */
	JUMPS_LATENCY = 48 /* bits of a */
};

void fibonacci_jumps_clear(struct fibonacci_jumps *jumps)
{
	mem_free(jumps->jump);
	*jumps = (struct fibonacci_jumps){0};
}

static void add_jump(
	struct fibonacci_jumps *jumps, uint64_t index, uint64_t sends)
{
	uint64_t reach =
		jumps->count == 0 ? 1 : jumps->jump[jumps->count - 1].reach;

	jumps->jump = mem_grow(jumps->jump, &jumps->capacity, jumps->count,
		sizeof *jumps->jump);
	jumps->jump[jumps->count++] = (struct fibonacci_jump){
		.index = index, .sends = sends, .reach = reach + sends};
}

void fibonacci_jumps_start(struct fibonacci_jumps *jumps, uint64_t a,
	uint64_t b, unsigned long ports)
{
	fibonacci_jumps_clear(jumps);
	jumps->a = a;
	jumps->b = b;
	jumps->ports = ports;
	jumps->full = ((uint64_t)1 << JUMPS_BITS) / ports;
	add_jump(jumps, 0, ports);
}

/* Adds the next index at which sends begin. */
static void add_next_jump(struct fibonacci_jumps *jumps)
{
	const struct fibonacci_jump *late = &jumps->jump[jumps->late];
	const struct fibonacci_jump *early = &jumps->jump[jumps->early];
	uint64_t after = late->index + jumps->a,
		 again = early->index + jumps->b;
	uint64_t sends = 0;

	if (after <= again) {
		sends += jumps->ports * late->sends;
		jumps->late++;
	}
	if (again <= after) {
		sends += early->sends;
		jumps->early++;
	}
	add_jump(jumps, after < again ? after : again, sends);
}

/* Whether there are too many jumps, or the next could make F too large. */
static int is_full(const struct fibonacci_jumps *jumps)
{
	return jumps->count == JUMPS_MAX ||
	       jumps->jump[jumps->count - 1].reach >= jumps->full;
}

/* Adds jumps until one is at that index or later, or F is reach or more;
 * returns 0 if there would be too many, or F could become too large. */
static int extend(struct fibonacci_jumps *jumps, uint64_t index, uint64_t reach)
{
	for (;; add_next_jump(jumps)) {
		const struct fibonacci_jump *last =
			&jumps->jump[jumps->count - 1];

		if (last->index >= index || last->reach >= reach)
			return 1;
		if (is_full(jumps))
			return 0;
	}
}

/* F once the sends before that index have arrived; the jumps up to there have
 * been added. */
static uint64_t reach_of_sends(
	const struct fibonacci_jumps *jumps, uint64_t index)
{
	size_t i = ascending_find(jumps->jump, sizeof *jumps->jump,
		offsetof(struct fibonacci_jump, index), jumps->count, index);

	return i == 0 ? 1 : jumps->jump[i - 1].reach;
}

/* Discards the jumps of another latency; 0 if the numerator is too long. */
static int set_latency(
	struct fibonacci_jumps *jumps, const mpq_t lambda, unsigned long ports)
{
	uint64_t a, b;

	if (!number_read_u64(&a, mpq_numref(lambda), JUMPS_LATENCY))
		return 0;
	b = number_get_u64(mpq_denref(lambda));
	if (a != jumps->a || b != jumps->b || ports != jumps->ports)
		fibonacci_jumps_start(jumps, a, b, ports);
	return 1;
}

int fibonacci_jumps_time(struct fibonacci_jumps *jumps, mpq_t t,
	const mpq_t lambda, unsigned long ports, const mpz_t n)
{
	uint64_t reached;
	size_t i;

	if (!number_read_u64(&reached, n, JUMPS_BITS) ||
		!set_latency(jumps, lambda, ports))
		return 0;
	if (reached <= 1) {
		mpq_set_ui(t, 0, 1);
		return 1;
	}
	if (!extend(jumps, UINT64_MAX, reached))
		return 0;
	i = ascending_find(jumps->jump, sizeof *jumps->jump,
		offsetof(struct fibonacci_jump, reach), jumps->count, reached);
	number_set_ratio(t, jumps->jump[i].index + jumps->a, jumps->b);
	return 1;
}

int fibonacci_jumps_before(struct fibonacci_jumps *jumps, mpz_t reach,
	const mpq_t lambda, unsigned long ports, const mpq_t t)
{
	uint64_t index, unit;

	if (!set_latency(jumps, lambda, ports) ||
		!number_read_u64(&index, mpq_numref(t), JUMPS_BITS) ||
		!number_read_u64(&unit, mpq_denref(t), JUMPS_LATENCY) ||
		jumps->b % unit != 0)
		return 0;
	if (index > 0 && jumps->b / unit > ((uint64_t)1 << JUMPS_BITS) / index)
		return 0;
	index *= jumps->b / unit;
	if (!extend(jumps, index, UINT64_MAX))
		return 0;
	number_set_u64(reach, reach_of_sends(jumps, index));
	return 1;
}

uint64_t fibonacci_jumps_reach(
	struct fibonacci_jumps *jumps, uint64_t index, uint64_t most)
{
	if (index < jumps->a)
		return 1;
	index -= jumps->a - 1;
	if (!extend(jumps, index, most))
		return most;
	return least_u64(reach_of_sends(jumps, index), most);
}
