/*
 * P <= 24, L <= 8, k <= 24, and those up to P = 64 in which no receive may be
 * lost: every optimum is T_lb, and every schedule is judged.  Prints the
 * longest search.
 */
#include <time.h>

#include "judge/optimum.h"
#include "test.h"

static const unsigned long tight[][2] = {{28, 2}, {45, 2}, {30, 3}, {61, 4},
	{47, 5}, {62, 5}, {39, 6}, {27, 7}, {34, 7}, {57, 8}};

static void check_tight(void)
{
	static const unsigned long items[] = {
		9, 16, 24, 30, 32, 48, 60, 64, 100, 300};

	for (size_t i = 0; i < sizeof tight / sizeof *tight; i++)
		for (size_t j = 0; j < sizeof items / sizeof *items; j++)
			CHECK_FOR(judge_optimum_solve(tight[i][0], items[j],
					  tight[i][1], MODEL_POSTAL,
					  (uint64_t)1 << 36) >= 0,
				"%lu %lu %lu", tight[i][0], tight[i][1],
				items[j]);
}

int main(void)
{
	clock_t most = 0;
	unsigned long worst[3] = {0};

	for (unsigned long P = 1; P <= 24; P++)
		for (unsigned long L = 1; L <= 8; L++)
			for (unsigned long k = 1; k <= 24; k++) {
				clock_t spent = clock();
				enum model model =
					k % 2 ? MODEL_LOGP : MODEL_POSTAL;

				CHECK_FOR(judge_optimum_solve(P, k, L, model,
						  JUDGE_WORK) >= 0,
					"%lu %lu %lu", P, k, L);
				spent = clock() - spent;
				if (spent < most)
					continue;
				most = spent;
				worst[0] = P;
				worst[1] = L;
				worst[2] = k;
			}
	printf("optimum: at most %.3f s, P=%lu L=%lu k=%lu\n",
		(double)most / CLOCKS_PER_SEC, worst[0], worst[1], worst[2]);
	check_tight();
	return test_done();
}
