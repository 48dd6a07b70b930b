/*
 * Broadcasts on several ports: judged by the definition, and as long as the
 * recurrence says, or as one port's share of the messages.
 */
#include "judge/ports.h"
#include "test.h"

static struct err err;

static const struct {
	unsigned long a, b;
} latencies[] = {{1, 1}, {2, 1}, {5, 2}, {7, 3}, {9, 1}};

/* One message, on all ports. */
static void check_one(
	const struct problem *problem, unsigned long a, unsigned long b)
{
	unsigned long n = mpz_get_ui(problem->n);
	struct schedule *schedule;

	CHECK(judge_ports_open(&schedule, algorithm_find("bcast"), problem,
		      &err) == STATUS_OK);
	CHECK_FOR(schedule->header.finish ==
			  judge_ports_time(a, b, problem->ports, n),
		"n=%lu l=%lu/%lu k=%lu", n, a, b, problem->ports);
	CHECK_FOR(judge_ports_is_valid(schedule), "n=%lu l=%lu/%lu k=%lu", n, a,
		b, problem->ports);
}

/* Several, of every algorithm that has them. */
static void check_several(
	const struct problem *problem, unsigned long a, unsigned long b)
{
	for (const struct algorithm *row = algorithms; row->name; row++) {
		struct schedule *schedule;

		if (!algorithm_has_ports(row) || row->is_choice ||
			!algorithm_has(row, OPERATION_BROADCAST))
			continue;
		CHECK(judge_ports_open(&schedule, row, problem, &err) ==
			STATUS_OK);
		if (!schedule)
			continue;
		CHECK_FOR(schedule->header.messages == mpz_get_ui(problem->m) &&
				  judge_ports_is_valid(schedule),
			"%s n=%lu m=%lu l=%lu/%lu k=%lu", row->name,
			mpz_get_ui(problem->n), mpz_get_ui(problem->m), a, b,
			problem->ports);
	}
}

static void test_broadcasts(void)
{
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = UINT64_C(1) << 28;
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long n = 1; n <= 26; n += n > 9 ? 4 : 1)
			for (problem.ports = 1; problem.ports <= 5;
				problem.ports++) {
				unsigned long a = latencies[i].a,
					      b = latencies[i].b;

				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, 1);
				mpq_set_ui(problem.lambda, a, b);
				check_one(&problem, a, b);
				mpz_set_ui(problem.m, 1 + (n + i) % 9);
				check_several(&problem, a, b);
			}
	problem_clear(&problem);
}

/* m messages on k ports: so many at a time, on so many ports each, and how
 * often. */
static void test_shares(void)
{
	static const struct {
		unsigned long m, ports, width, rounds, each;
	} shares[] = {
		{1, 1, 1, 1, 1},
		{9, 1, 1, 9, 1},
		{1, 4, 1, 1, 4},
		{2, 5, 2, 1, 2},
		{5, 5, 5, 1, 1},
		{6, 5, 5, 2, 1},
		{0, 3, 1, 0, 3},
	};
	struct problem problem, share;

	problem_init(&problem);
	problem_init(&share);
	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
		mpz_set_ui(problem.m, shares[i].m);
		problem.ports = shares[i].ports;
		CHECK(problem_share(&share, &problem) == shares[i].width);
		CHECK(mpz_cmp_ui(share.m, shares[i].rounds) == 0);
		CHECK(share.ports == shares[i].each);
	}
	problem_clear(&problem);
	problem_clear(&share);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_shares());
	RUN(test_broadcasts());
	return test_done();
}
