/*
 * Continuous broadcast for all P <= 40, L <= 6 and all m up to 3 P: the
 * schedule of every method is played by the queue rule.  Prints where there is
 * no schedule of least delay.  Takes some minutes.
 */
#include "judge/continuous.h"
#include "test.h"
#include "model/logp/logp.h"

static struct err err;

/* B(P,L) + more; B(P,L), in steps, is one more than the time. */
static int steps(unsigned long P, unsigned long L, int more)
{
	mpz_t zP, zL, B;
	int steps;

	mpz_init_set_ui(zP, P);
	mpz_init_set_ui(zL, L);
	mpz_init(B);
	CHECK(logp_time(B, zP, zL, (uint64_t)1 << 30, &err) == STATUS_OK);
	steps = (int)mpz_get_ui(B) + 1 + more;
	mpz_clears(zP, zL, B, NULL);
	return steps;
}

static int promise(enum continuous_method way, unsigned long P, unsigned long L)
{
	if (way == CONTINUOUS_LEAST && L == 2)
		return steps(P - 1, L, 2) + judge_continuous_is_refuted(P - 1);
	if (way == CONTINUOUS_LEAST || way == CONTINUOUS_EXACT)
		return steps(P - 1, L, (int)L);
	return steps(P - 1, L + 1,
		(int)L + (way == CONTINUOUS_LATE) -
			(way == CONTINUOUS_QUEUE_FREE && P > 2));
}

/* Whether the method has a schedule; if so, checks all m. */
static int check_way(
	enum continuous_method way, unsigned long P, unsigned long L)
{
	struct schedule *schedule;
	int most = promise(way, P, L);

	if (judge_continuous_open(&schedule, way, P, 1, L, &err) != STATUS_OK)
		return 0;
	schedule_close(schedule);
	for (unsigned long m = 1; m <= 3 * P; m++) {
		struct verdict verdict;

		/* This search is long, and does not depend on m. */
		if (way == CONTINUOUS_LEAST && m % 10 != 7)
			continue;
		verdict = judge_continuous_case(way, P, m, L);
		CHECK_FOR(verdict.valid && verdict.delay <= most &&
				  verdict.waits <=
					  (way != CONTINUOUS_LEAST &&
						  way != CONTINUOUS_EXACT &&
						  way != CONTINUOUS_QUEUE_FREE),
			"way %d P=%lu L=%lu m=%lu: %d", way, P, L, m,
			verdict.delay);
	}
	return 1;
}

int main(void)
{
	int missing[CONTINUOUS_LATE + 1] = {0};

	mem_init(NULL);
	for (unsigned long L = 1; L <= 6; L++)
		for (unsigned long P = 2; P <= 40; P++)
			for (int i = 0; i <= CONTINUOUS_LATE; i++) {
				enum continuous_method way =
					(enum continuous_method)i;

				if (check_way(way, P, L))
					continue;
				missing[i]++;
				if (way == CONTINUOUS_LEAST)
					printf("no least delay: P=%lu L=%lu\n",
						P, L);
			}
	printf("of 234 pairs exact is not found for %d, queue-free for %d, "
	       "least delay for %d\n",
		missing[CONTINUOUS_EXACT], missing[CONTINUOUS_QUEUE_FREE],
		missing[CONTINUOUS_LEAST]);
	CHECK(missing[CONTINUOUS_FIRST] == 0);
	CHECK(missing[CONTINUOUS_HALL_ROOT] == 0);
	CHECK(missing[CONTINUOUS_LATE] == 0);
	return test_done();
}
