/*
 * P <= 24, L <= 8, k <= 24: every optimum is T_lb, every schedule judged.
 * Prints the longest search.
 */
#include <time.h>

#include "optimum_judge.h"

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

				CHECK_FOR(judge_optimum(P, k, L, model,
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
	return test_done();
}
