/*
 * Continuous broadcast at latency 2: for every P from 2 to 5000 the delay is
 * 2 + B(P-1,2), or a step more where that delay is refuted; every schedule
 * passes check/check and, up to P = 1000, the second judge.  A plan is found
 * for every number of processors up to 10^6, and for some up to 2^31.  Takes
 * some minutes.
 */
#include "base/mem.h"
#include "check/check.h"
#include "judge/continuous.h"
#include "model/continuous/tree.h"
#include "test.h"

enum { CHECKED = 5000, JUDGED = 1000, PLANNED = 1000000 };

static struct err err;

static uint32_t least_delay(unsigned long nodes)
{
	return (uint32_t)(2 + judge_continuous_two_steps(nodes) +
			  judge_continuous_is_refuted(nodes));
}

/* No message may wait, so a schedule of least delay is also a postal schedule.
 */
static void check_case(unsigned long P)
{
	uint64_t delay = least_delay(P - 1);
	unsigned long m = 3 * (unsigned long)delay;
	struct schedule *schedule;
	struct check check;

	if (!CHECK(judge_continuous_open(&schedule, CONTINUOUS_LEAST, P, m, 2,
			   &err) == STATUS_OK))
		return;
	schedule->header.model = MODEL_POSTAL;
	CHECK_FOR(check_schedule(&check, schedule, (uint64_t)1 << 34, &err) ==
				  STATUS_OK &&
			  check.violations == 0 &&
			  check.finish == m - 2 + delay &&
			  check.finish == schedule->header.finish,
		"P = %lu", P);
	schedule_close(schedule);
	if (P <= JUDGED) {
		struct verdict verdict =
			judge_continuous_case(CONTINUOUS_LEAST, P, m, 2);

		CHECK_FOR(verdict.valid && verdict.waits == 0 &&
				  (uint64_t)verdict.delay == delay,
			"P = %lu: %d", P, verdict.delay);
	}
}

static void check_plan(uint32_t nodes)
{
	struct two_plan plan;
	uint32_t B = least_delay(nodes) - 2;

	CHECK_FOR(continuous_two_plan(&plan, nodes, B), "%lu nodes",
		(unsigned long)nodes);
}

int main(void)
{
	uint32_t nodes = 9;

	mem_init(NULL);
	for (unsigned long P = 2; P <= CHECKED; P++)
		check_case(P);
	for (; nodes < PLANNED; nodes++)
		check_plan(nodes);
	for (; nodes < UINT32_MAX / 2; nodes += nodes / 10007)
		check_plan(nodes);
	return test_done();
}
