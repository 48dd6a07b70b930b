/*
 * Optima for 1025 to 10^5 processors, 2 to 100 messages and latencies 2 to 20:
 * for how many problems of a sample T_lb is attained with a little searching,
 * and how far the others, which are listed, are above it.  Half of the numbers
 * of processors are at or next to a power of 2, or to a number that one message
 * just reaches by some time; the others are random.  Schedules of up to 10^6
 * sends are judged.  Takes ten seconds.
 */
#include "base/mem.h"
#include "judge/optimum.h"
#include "number/random.h"
#include "test.h"

enum {
	LEAST = 1025,
	MOST = 100000,
	DRAWN = 12,
	LATENCY = 20,
	ROWS = 1000000,
	FAR = 3,
	REACHED = 64
};

/* The sample, and how many attain T_lb; none is FAR above it. */
enum { CASES = 513, ATTAINED = 508 };

static struct {
	unsigned long cases, above[FAR + 1], judged;
} tally;

static void judge(struct optimum *optimum, unsigned long rows)
{
	if (rows > ROWS)
		return;
	tally.judged++;
	CHECK(judge_optimum_schedule(optimum, MODEL_POSTAL) ==
		(long)mpz_get_ui(mpq_numref(optimum->upper)));
}

static void try_case(unsigned long n, unsigned long m, unsigned long L)
{
	struct optimum optimum;
	/* As elapsed time, which is one less than T_lb's steps. */
	unsigned long bound = judge_optimum_bound(n, m, L) - 1, above = FAR;

	tally.cases++;
	if (CHECK(judge_optimum_init(&optimum, n, m, L, UINT64_C(1) << 33) ==
		    STATUS_OK)) {
		search_advance(&optimum.search, JUDGE_WORK / 4);
		CHECK_FOR(mpq_cmp_ui(optimum.lower, bound, 1) == 0 &&
				  mpq_cmp_ui(optimum.upper, bound, 1) >= 0,
			"n=%lu m=%lu L=%lu", n, m, L);
		above = mpz_get_ui(mpq_numref(optimum.upper)) - bound;
		if (above > 0)
			printf("-n %lu -m %lu -l %lu: T_lb + %lu\n", n, m, L,
				above);
		judge(&optimum, m * (n - 1));
	}
	tally.above[above < FAR ? above : FAR]++;
	optimum_clear(&optimum);
}

/* The least number above `least' that one message reaches at some time. */
static unsigned long reached(unsigned long L, unsigned long least)
{
	unsigned long f[REACHED * LATENCY] = {0}, s = 0;

	while (f[s] <= least) {
		s++;
		f[s] = s <= L ? 1 : f[s - 1] + f[s - L];
	}
	return f[s];
}

static unsigned long draw_messages(struct random *random)
{
	return 2 + random_below(random, 99 >> random_below(random, 6));
}

static void try_latency(unsigned long L)
{
	struct random random = {.seed = L};

	for (unsigned long least = 1100; least < MOST / 2; least *= 4)
		for (unsigned long more = 0; more < 3; more++)
			try_case(reached(L, least) + more - 1,
				draw_messages(&random), L);
	for (unsigned bit = 11; bit <= 16; bit++)
		try_case((1ul << bit) + random_below(&random, 3) - 1,
			draw_messages(&random), L);
	for (unsigned i = 0; i < DRAWN; i++)
		try_case(LEAST + random_below(&random,
					 (MOST - LEAST) >> 6 * i / DRAWN),
			draw_messages(&random), L);
}

int main(void)
{
	mem_init(NULL);
	for (unsigned long L = 2; L <= LATENCY; L++)
		try_latency(L);
	printf("%lu cases: at T_lb %lu, 1 above %lu, 2 above %lu, more %lu; "
	       "judged %lu\n",
		tally.cases, tally.above[0], tally.above[1], tally.above[2],
		tally.above[FAR], tally.judged);
	CHECK(tally.cases == CASES);
	CHECK(tally.above[0] >= ATTAINED && tally.above[FAR] == 0);
	return test_done();
}
