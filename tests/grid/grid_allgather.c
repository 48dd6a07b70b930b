/*
 * All-gather where ports alone count: the best list of rounds is within 5 % of
 * T(n), the least time in which one processor can have all blocks, for blocks
 * of 64 bytes and more; within 9 % for less, where messages of all sizes take
 * nearly the same and their latency is no whole number of sends.  On a machine
 * none of the lists is earlier than the time that `best` has.
 */
#include "core/machine.h"
#include "model/algorithm.h"
#include "model/ranking.h"
#include "model/scatter/scatter.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

static struct err err;

static const char *const machines[][MACHINE_FIGURES] = {
	{"0.6128", "0.5", "0.5", "0.00033"}, {"6", "2", "4", "1/100"},
	{"10", "1", "1", "1/50"}};

enum { MACHINES = sizeof machines / sizeof *machines };

struct asked {
	struct machine machine;
	struct block_cost blocks;
	struct problem problem;
};

static void init_asked(struct asked *asked, size_t machine, unsigned long n,
	unsigned long bytes)
{
	machine_init(&asked->machine);
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		CHECK(number_parse(machine_figure(&asked->machine,
					   (enum machine_figure)i),
			      machines[machine][i], 1000, &err) == STATUS_OK);
	asked->blocks = (struct block_cost){.machine = &asked->machine};
	mpq_init(asked->blocks.block);
	mpq_set_ui(asked->blocks.block, bytes, 1);
	problem_init(&asked->problem);
	asked->problem.max_bits = BITS;
	mpz_set_ui(asked->problem.n, n);
}

static void clear_asked(struct asked *asked)
{
	problem_clear(&asked->problem);
	mpq_clear(asked->blocks.block);
	machine_clear(&asked->machine);
}

/* best = the least time of all kinds of lists. */
static void find_best(
	mpq_t best, const struct asked *asked, enum symmetric_view view)
{
	static const char *const kinds[] = {
		"window", "radix", "ring", "direct"};
	struct symmetric_cost cost;
	struct symmetric_timing timing;
	struct symmetric_list list;
	mpq_t time;

	mpq_init(time);
	symmetric_cost_init(&cost, asked->problem.lambda, &asked->blocks, view);
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		const struct algorithm_options options = {
			.operation = OPERATION_ALLGATHER,
			.name = kinds[k],
			.blocks = &asked->blocks};

		symmetric_list_init(&list);
		symmetric_timing_init(&timing);
		CHECK(symmetric_find(&list, &timing, &cost, &asked->problem,
			      &options, &err) == STATUS_OK);
		CHECK(symmetric_list_time(time, &list, &cost, BITS, &err) ==
			STATUS_OK);
		if (k == 0 || mpq_cmp(time, best) < 0)
			mpq_set(best, time);
		symmetric_timing_clear(&timing);
		symmetric_list_clear(&list);
	}
	symmetric_cost_clear(&cost);
	mpq_clear(time);
}

static double check_ports(size_t machine, unsigned long n, unsigned long bytes)
{
	struct algorithm_options options = {.operation = OPERATION_ALLGATHER};
	struct asked asked;
	mpq_t best, least;
	double ratio;

	mpq_inits(best, least, NULL);
	init_asked(&asked, machine, n, bytes);
	options.blocks = &asked.blocks;
	find_best(best, &asked, SYMMETRIC_PORTS);
	CHECK(scatter_time(least, &asked.problem, &options, &err) == STATUS_OK);
	CHECK(mpq_cmp(best, least) >= 0);
	mpq_div(best, best, least);
	ratio = mpq_get_d(best);
	/* Few bytes: nearly the postal model, of latencies that are not whole.
	 */
	mpq_set_ui(least, bytes < 64 ? 109 : 105, 100);
	mpq_canonicalize(least);
	CHECK_FOR(mpq_cmp(best, least) <= 0,
		"machine %zu, n = %lu, B = %lu: %.4f", machine, n, bytes,
		ratio);
	clear_asked(&asked);
	mpq_clears(best, least, NULL);
	return ratio;
}

/* The least of the rows' times on the machine, where processors count, too. */
static void check_chosen(size_t machine, unsigned long n, unsigned long bytes)
{
	struct ranking ranking;
	struct asked asked;
	mpq_t best;

	mpq_init(best);
	init_asked(&asked, machine, n, bytes);
	find_best(best, &asked, SYMMETRIC_MACHINE);
	ranking_init(&ranking);
	ranking.blocks = &asked.blocks;
	CHECK(ranking_find(&ranking, &asked.problem, MODEL_POSTAL,
		      OPERATION_ALLGATHER, 0, 0, ALGORITHM_WORK,
		      &err) == STATUS_OK);
	CHECK_FOR(ranking.candidate[0].is_known &&
			  mpq_cmp(ranking.candidate[0].time, best) <= 0,
		"machine %zu, n = %lu, B = %lu", machine, n, bytes);
	ranking_clear(&ranking);
	clear_asked(&asked);
	mpq_clear(best);
}

static unsigned long next(unsigned long n)
{
	return n < 24 ? n + 1 : n + n / 8;
}

static void test_ports(void)
{
	double worst = 1, sum = 0, count = 0;

	for (size_t machine = 0; machine < MACHINES; machine++)
		for (unsigned long n = 4; n <= 1000; n = next(n))
			for (unsigned long B = 1; B <= 1 << 18; B *= 8) {
				double ratio = check_ports(machine, n, B);

				worst = ratio > worst ? ratio : worst;
				sum += ratio;
				count++;
			}
	printf("mean %.4f, worst %.4f of %.0f\n", sum / count, worst, count);
}

/* What best prints is never later than any row. */
static void test_best(void)
{
	for (size_t machine = 0; machine < MACHINES; machine++)
		for (unsigned long n = 4; n <= 1000; n = next(next(n)))
			for (unsigned long B = 1; B <= 1 << 18; B *= 64)
				check_chosen(machine, n, B);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_ports());
	RUN(test_best());
	return test_done();
}
