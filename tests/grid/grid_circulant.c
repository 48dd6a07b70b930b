/*
 * The circulant graph: its conditions for every n up to 5000 and samples up to
 * 10^1000; every schedule up to 200 processors and 40 messages; operations by
 * block, judged by their definition, up to 300 processors.
 *   grid_circulant [MOST]: every n up to MOST instead of 5000.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "judge/blocks.h"
#include "judge/circulant.h"
#include "judge/rows.h"
#include "model/circulant/circulant.h"
#include "model/symmetric/symmetric.h"
#include "test.h"

enum { MOST = 5000, SAMPLES = 40, BLOCKS_MOST = 300 };

static void test_conditions(unsigned long most)
{
	for (unsigned long n = 1; n <= most; n++)
		CHECK_FOR(judge_circulant_parts(n, 0) == n, "%lu", n);
}

static void test_schedules(void)
{
	for (unsigned long n = 1; n <= 200; n++)
		for (unsigned long m = 1; m <= 40; m++)
			CHECK_FOR(
				judge_circulant_schedule(MODEL_SENDRECV, n, m),
				"%lu %lu", n, m);
}

/* Random processors of numbers n of random length. */
static void test_samples(void)
{
	struct circulant graph;
	gmp_randstate_t random;
	struct err err;
	mpz_t n, r;

	mpz_inits(n, r, NULL);
	gmp_randinit_default(random);
	for (int i = 0; i < SAMPLES; i++) {
		mpz_urandomb(n, random, 3400 / (1 + (unsigned)i % 20));
		mpz_add_ui(n, n, 1);
		CHECK(circulant_init(&graph, n, CIRCULANT_BITS, &err) ==
			STATUS_OK);
		mpz_urandomm(r, random, n);
		if (!CHECK(judge_circulant_part(&graph, r, 0, graph.q / 8 + 1)))
			gmp_printf("    for %Zd of %Zd\n", r, n);
		circulant_clear(&graph);
	}
	gmp_randclear(random);
	mpz_clears(n, r, NULL);
}

static void test_blocks_of(int operation, unsigned long n)
{
	const struct algorithm_options options = {
		.operation = operation, .name = "circulant"};
	struct transmissions list = {NULL, 0, 0};
	struct schedule *schedule;
	uint64_t redundant;
	struct err err;

	CHECK(circulant_open(&schedule,
		      test_problem_words(n, 1, 1, CIRCULANT_BITS), &options,
		      &err) == STATUS_OK);
	CHECK_FOR(judge_rows_read(&list, schedule) &&
			  judge_blocks(&schedule->header, list.row, list.count,
				  &redundant) &&
			  redundant == 0,
		"%s %lu", schedule_operations[operation], n);
	transmissions_clear(&list);
	schedule_close(schedule);
}

static void test_blocks(void)
{
	for (int operation = OPERATION_ALLGATHER;
		operation <= OPERATION_ALLREDUCE; operation++)
		for (unsigned long n = 1; n <= BLOCKS_MOST; n++)
			test_blocks_of(operation, n);
}

int main(int argc, char **argv)
{
	mem_init(NULL);
	test_conditions(argc > 1 ? strtoul(argv[1], NULL, 10) : MOST);
	test_samples();
	test_schedules();
	test_blocks();
	return test_done();
}
