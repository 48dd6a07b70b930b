/*
 * Optimal schedules for any number of items from one design: for all pairs of 3
 * to 64 processors and latencies from 3 to 14 what is found ends at the lower
 * bound for several numbers of items, and passes the check.  At latency 2,
 * where 'cyclic' attains it, too, such a design is not always found.
 */
#include "base/mem.h"
#include "judge/optimum.h"
#include "model/optimum/steady.h"
#include "test.h"

enum { PROCESSORS = 64, LATENCY = 14 };

/* About ten seconds. */
static const uint64_t WORK = UINT64_C(1) << 33, BITS = UINT64_C(1) << 32;

static void check_pair(unsigned long P, unsigned long L)
{
	struct steady steady;
	unsigned long items;

	if (!steady_init(&steady, P, L, 1000, BITS)) {
		CHECK_FOR(0, "P=%lu L=%lu", P, L);
		return;
	}
	items = steady.numbers.items;
	steady_clear(&steady);
	for (unsigned long k = items + 9; k <= items + 150; k += 70)
		CHECK_FOR(judge_steady_steps(P, k, L, WORK) ==
				  (long)judge_optimum_bound(P, k, L),
			"P=%lu L=%lu k=%lu", P, L, k);
}

int main(void)
{
	mem_init(NULL);
	for (unsigned long P = 3; P <= PROCESSORS; P++)
		for (unsigned long L = 3; L <= LATENCY; L++)
			check_pair(P, L);
	return test_done();
}
