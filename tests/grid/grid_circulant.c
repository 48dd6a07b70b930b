/*
 * The circulant graph in full: the conditions for every n up to 5000 and
 * samples up to 10^1000; every schedule up to 200 processors and 40 messages.
 *   grid_circulant [MOST]: instead of 5000.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "judge/circulant.h"
#include "test.h"

enum { MOST = 5000, SAMPLES = 40 };

static void test_conditions(unsigned long most)
{
	for (unsigned long n = 1; n <= most; n++)
		CHECK_FOR(judge_circulant_parts(n) == n, "%lu", n);
}

static void test_schedules(void)
{
	for (unsigned long n = 1; n <= 200; n++)
		for (unsigned long m = 1; m <= 40; m++)
			CHECK_FOR(
				judge_circulant_schedule(MODEL_SENDRECV, n, m),
				"%lu %lu", n, m);
}

/* Numbers of random length, random processors. */
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

int main(int argc, char **argv)
{
	mem_init(NULL);
	test_conditions(argc > 1 ? strtoul(argv[1], NULL, 10) : MOST);
	test_samples();
	test_schedules();
	return test_done();
}
