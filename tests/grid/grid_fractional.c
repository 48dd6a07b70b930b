/*
 * 3 <= n <= 8, 2 <= m <= 8, ten latencies a/b with b <= 4: every optimum is
 * found, with a schedule that is judged.  As many as fibcast-papers(7) says are
 * above the counting bound, by at most 2/3, and BY_DRIFT of these equal the
 * drift bound.  Prints the longest search.
 */
#include <time.h>

#include "judge/optimum.h"
#include "model/postal/counting.h"
#include "model/postal/bounds.h"
#include "test.h"

/* key = 9 n + m */
enum { OPTIMA_ABOVE = 66, BY_DRIFT = 35, KEYS = 9, FIRST = 27, END = 81 };

/* above = the optimum less the counting bound, or -1 if anything is wrong;
 * late = the optimum less the drift bound. */
static void solve(mpq_t above, mpq_t late, const struct problem *problem)
{
	const struct algorithm_options usual = {0};
	struct optimum optimum;
	struct err err;
	mpq_t bound;

	mpq_init(bound);
	mpq_set_si(above, -1, 1);
	if (optimum_init(&optimum, problem, &usual, &err) == STATUS_OK &&
		postal_counting_bound(bound, problem, &err) == STATUS_OK &&
		postal_drift_bound(late, problem, &err) == STATUS_OK) {
		if (search_advance(&optimum.search, (uint64_t)1 << 37) ==
				SEARCH_FOUND &&
			judge_optimum_ends(&optimum))
			mpq_sub(above, optimum.lower, bound);
		mpq_sub(late, optimum.lower, late);
	}
	optimum_clear(&optimum);
	mpq_clear(bound);
}

int main(void)
{
	static const char *const latencies[] = {"3/2", "5/2", "7/2", "4/3",
		"5/3", "7/3", "8/3", "5/4", "7/4", "9/4"};
	int count = 0, by_drift = 0;
	clock_t most = 0;
	char worst[64] = "";
	mpz_t n, m;
	mpq_t lambda, above, late;

	mpz_inits(n, m, NULL);
	mpq_inits(lambda, above, late, NULL);
	for (unsigned i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long key = FIRST; key < END; key++) {
			clock_t spent = clock();

			if (key % KEYS < 2)
				continue;
			mpz_set_ui(n, key / KEYS);
			mpz_set_ui(m, key % KEYS);
			test_mpq(lambda, latencies[i]);
			solve(above, late,
				test_problem(n, m, lambda, (uint64_t)1 << 33));
			CHECK_FOR(mpq_sgn(above) >= 0 && mpq_sgn(late) >= 0 &&
					  mpq_cmp_ui(above, 2, 3) <= 0,
				"%lu %lu %s", key / KEYS, key % KEYS,
				latencies[i]);
			count += mpq_sgn(above) > 0;
			by_drift += mpq_sgn(above) > 0 && mpq_sgn(late) == 0;
			spent = clock() - spent;
			if (spent < most)
				continue;
			most = spent;
			snprintf(worst, sizeof worst, "n=%lu m=%lu l=%s",
				key / KEYS, key % KEYS, latencies[i]);
		}
	CHECK_FOR(count == OPTIMA_ABOVE, "%d", count);
	CHECK_FOR(by_drift == BY_DRIFT, "%d", by_drift);
	printf("fractional optimum: at most %.3f s, %s\n",
		(double)most / CLOCKS_PER_SEC, worst);
	mpz_clears(n, m, NULL);
	mpq_clears(lambda, above, late, NULL);
	return test_done();
}
