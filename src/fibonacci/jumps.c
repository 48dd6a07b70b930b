/*
 * Every send is followed by one of its sender, b indices later, and by one of
 * its receiver, a indices later, where lambda = a/b; so the indices at which
 * sends begin come in order from two pointers into those that are known:
 *
 * 	sends(i) = ports sends(i - a) + sends(i - b),   sends(0) = ports
 *
 * and F rises by sends(i) at index i + a.  Invariant: jump has all indices up
 * to the last one, in order; late and early are the first whose index + a, or +
 * b, is past it.
 */
#include "fibonacci/fibonacci.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

enum {
	JUMPS_MAX = 1 << 14,
	JUMPS_BITS = 62,   /* of n and of an index: no sum wraps */
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

/* The next index at which sends begin, and how many. */
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

/* Whether the next jump could make F too large, or there are many. */
static int is_full(const struct fibonacci_jumps *jumps)
{
	return jumps->count == JUMPS_MAX ||
	       jumps->jump[jumps->count - 1].reach >= jumps->full;
}

/* Goes on until sends begin at that index or later, or F is reach or more;
 * returns 0 if that takes too many jumps, or could make F too large. */
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

/* F once the sends before that index have arrived; the jumps are known up to
 * there. */
static uint64_t reach_of_sends(
	const struct fibonacci_jumps *jumps, uint64_t index)
{
	size_t i = ascending_find(jumps->jump, sizeof *jumps->jump,
		offsetof(struct fibonacci_jump, index), jumps->count, index);

	return i == 0 ? 1 : jumps->jump[i - 1].reach;
}

/* The jumps of that latency; 0 if its numerator is too long. */
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

/* t = index/b. */
static void set_time(mpq_t t, uint64_t index, uint64_t b)
{
	uint64_t common = number_gcd_u64(b, index);

	number_set_u64(mpq_numref(t), index / common);
	number_set_u64(mpq_denref(t), b / common);
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
	set_time(t, jumps->jump[i].index + jumps->a, jumps->b);
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
