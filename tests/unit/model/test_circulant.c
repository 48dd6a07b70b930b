/*
 * The circulant graph: the conditions on sends and receives for every small n
 * and samples of huge ones; schedules through both judges; blocks and rows as
 * an independent program found them, by their hashes.
 */
#include "judge/circulant.h"

#include <string.h>

#include "number/number.h"
#include "test.h"

static struct err err;

/* FNV-1a over whole numbers. */
static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);

static uint64_t mix(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * UINT64_C(0x100000001b3);
}

static void test_conditions(void)
{
	for (unsigned long n = 1; n <= 260; n++)
		CHECK_FOR(judge_circulant_parts(n, 0) == n, "%lu, %lu", n,
			judge_circulant_parts(n, 0));
	CHECK(judge_circulant_parts(1000, 0) == 1000);
	CHECK(judge_circulant_parts(2049, 0) == 2049);
}

/* All for which there are such skips. */
static void test_rounded_skips(void)
{
	struct circulant graph;
	mpz_t n, skip;

	for (unsigned long p = 1; p <= CIRCULANT_ROUNDED; p++)
		for (unsigned j = 1; j <= CIRCULANT_ROUNDINGS; j++)
			CHECK_FOR(judge_circulant_parts(p, j) == p, "%lu %u", p,
				j);
	mpz_init_set_ui(n, 30);
	mpz_init(skip);
	CHECK(circulant_init(&graph, n, CIRCULANT_BITS, &err) == STATUS_OK);
	CHECK(!circulant_round_skips(&graph, 1));
	CHECK(circulant_round_skips(&graph, 2));
	circulant_skip(skip, &graph, 4);
	CHECK(mpz_cmp_ui(skip, 16) == 0);
	circulant_skip(skip, &graph, 5);
	CHECK(mpz_cmp_ui(skip, 30) == 0);
	CHECK(!circulant_round_skips(&graph, 3));
	circulant_clear(&graph);
	/* Two words, of which the lower is as small. */
	mpz_set_ui(n, 1);
	mpz_mul_2exp(n, n, GMP_NUMB_BITS);
	mpz_add_ui(n, n, 30);
	CHECK(circulant_init(&graph, n, CIRCULANT_BITS, &err) == STATUS_OK);
	CHECK(!circulant_round_skips(&graph, 2));
	circulant_clear(&graph);
	mpz_clears(n, skip, NULL);
}

/* base^power + more processors, some of them. */
static void check_samples(
	unsigned long base, unsigned long power, unsigned long more)
{
	struct circulant graph;
	gmp_randstate_t random;
	mpz_t n, r;

	mpz_inits(n, r, NULL);
	gmp_randinit_default(random);
	mpz_ui_pow_ui(n, base, power);
	mpz_add_ui(n, n, more);
	CHECK(circulant_init(&graph, n, CIRCULANT_BITS, &err) == STATUS_OK);
	for (size_t i = 0; i < 6; i++) {
		mpz_urandomm(r, random, n);
		if (i < 2)
			mpz_set_ui(r, i);
		if (i == 2)
			mpz_sub_ui(r, n, 1);
		CHECK_FOR(judge_circulant_part(&graph, r, i, graph.q / 4 + 1),
			"%lu^%lu + %lu: %lu", base, power, more,
			(unsigned long)i);
	}
	circulant_clear(&graph);
	gmp_randclear(random);
	mpz_clears(n, r, NULL);
}

static void test_samples(void)
{
	/* About where sums of skips begin to need one limb more. */
	for (unsigned long power = 30; power <= 33; power++)
		for (unsigned long more = 0; more < 3; more++)
			check_samples(2, power, more);
	for (unsigned long power = 61; power <= 66; power++)
		for (unsigned long more = 0; more < 3; more++)
			check_samples(2, power, more);
	check_samples(10, 30, 0);
	check_samples(3, 200, 0);
	check_samples(10, 300, 1);
}

static uint64_t hash_of(const int32_t *block, size_t count)
{
	uint64_t hash = hash_start;

	for (size_t k = 0; k < count; k++)
		hash = mix(hash, (uint64_t)block[k]);
	return hash;
}

/* n, r, and what the receives and sends hash to. */
static void test_huge(void)
{
	static const struct {
		const char *n, *r;
		uint64_t receives, sends;
	} parts[] = {
		{"1000000000000000000000000000000",
			"123456789012345678901234567890",
			UINT64_C(0x9e28166d90167233),
			UINT64_C(0xfc220790312962d9)},
		{"18446744073709551615", "9223372036854788153",
			UINT64_C(0x6e8b03989210dca7),
			UINT64_C(0xebc9de0232695df8)},
		{"4611686018427387847", "2305843009213694051",
			UINT64_C(0x78fabe3c782dd164),
			UINT64_C(0x7655a0801c534495)},
		{"18446744073709551616", "18446744073709551615",
			UINT64_C(0x7ce5c9a489ab2665),
			UINT64_C(0xf4512dacdee5e5e5)},
	};
	struct circulant graph;
	int32_t block[128];
	mpz_t n, r;

	mpz_inits(n, r, NULL);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		test_mpz(n, parts[i].n);
		test_mpz(r, parts[i].r);
		CHECK(circulant_init(&graph, n, CIRCULANT_BITS, &err) ==
			STATUS_OK);
		circulant_receives(block, graph.q, &graph, r);
		CHECK(hash_of(block, graph.q) == parts[i].receives);
		circulant_sends(block, &graph, r);
		CHECK(hash_of(block, graph.q) == parts[i].sends);
		circulant_clear(&graph);
	}
	mpz_clears(n, r, NULL);
}

/* 10^1000 processors, number 10^1000/7; then one more, number 3·10^999 + 5. */
static void test_thousand_digits(void)
{
	static const uint64_t hashes[2][2] = {
		{UINT64_C(0xebe29736dd5aeb30), UINT64_C(0x62552f3133d2c831)},
		{UINT64_C(0x2ac5880412fc4cb2), UINT64_C(0xb2dc2202823ed448)}};
	static int32_t block[4000];
	struct circulant graph;
	mpz_t n, r;

	mpz_inits(n, r, NULL);
	mpz_ui_pow_ui(n, 10, 1000);
	mpz_tdiv_q_ui(r, n, 7);
	for (size_t i = 0; i < 2; i++) {
		CHECK(circulant_init(&graph, n, CIRCULANT_BITS, &err) ==
			STATUS_OK);
		circulant_receives(block, graph.q, &graph, r);
		CHECK(hash_of(block, graph.q) == hashes[i][0]);
		circulant_sends(block, &graph, r);
		CHECK(hash_of(block, graph.q) == hashes[i][1]);
		circulant_clear(&graph);
		mpz_ui_pow_ui(r, 10, 999);
		mpz_mul_ui(r, r, 3);
		mpz_add_ui(r, r, 5);
		mpz_add_ui(n, n, 1);
	}
	mpz_clears(n, r, NULL);
}

/* n, m, rows, and what all rows' numbers hash to. */
static void test_rows(void)
{
	static const struct {
		unsigned long n, m;
		size_t rows;
		uint64_t hash;
	} cases[] = {
		{2, 1, 1, UINT64_C(0x4d22117f9dcb327f)},
		{3, 2, 4, UINT64_C(0x8f040f4634a9a18e)},
		{5, 3, 12, UINT64_C(0x02c18735213befe2)},
		{8, 8, 56, UINT64_C(0x4e1524ec16011abb)},
		{13, 4, 48, UINT64_C(0x7378a79dc6a10b4f)},
		{33, 5, 160, UINT64_C(0x7a12feff838bd9b0)},
		{33, 3, 96, UINT64_C(0x962c9461b893dca4)},
		{100, 1, 99, UINT64_C(0x5874d063454d1723)},
		{100, 20, 1980, UINT64_C(0xa36325964a60e652)},
		{129, 64, 8192, UINT64_C(0xffb56d558ea8c8e9)},
		{257, 9, 2304, UINT64_C(0x47191b1bbbd0472d)},
		{1000, 7, 6993, UINT64_C(0x07f46e315cc051a6)},
		{1023, 40, 40880, UINT64_C(0x81dbfdfb04e5d413)},
	};
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = CIRCULANT_BITS;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint64_t hash = hash_start;
		size_t rows = 0, count;
		const struct transmission *row;
		struct schedule *schedule;

		problem_set_words(&problem, cases[i].n, cases[i].m, 1);
		CHECK(circulant_open(&schedule, &problem, test_degree(1),
			      &err) == STATUS_OK);
		while (schedule_next(schedule, &row, &count, &err) ==
				STATUS_OK &&
			count > 0)
			for (rows += count; count > 0; count--, row++) {
				hash = mix(mix(hash, row->tick), row->from);
				hash = mix(mix(hash, row->to), row->message);
			}
		schedule_close(schedule);
		CHECK_FOR(rows == cases[i].rows && hash == cases[i].hash,
			"%lu %lu", cases[i].n, cases[i].m);
	}
	problem_clear(&problem);
}

static void test_schedules(void)
{
	static const enum model models[] = {
		MODEL_SENDRECV, MODEL_POSTAL, MODEL_LOGP};

	for (unsigned long n = 1; n <= 48; n++)
		for (unsigned long m = 1; m <= 15; m++)
			CHECK_FOR(
				judge_circulant_schedule(MODEL_SENDRECV, n, m),
				"%lu %lu", n, m);
	for (size_t i = 0; i < 3; i++) {
		CHECK(judge_circulant_schedule(models[i], 129, 40));
		CHECK(judge_circulant_schedule(models[i], 1000, 3));
		CHECK(judge_circulant_schedule(models[i], 1, 3));
	}
}

static void test_limits(void)
{
	struct circulant graph;
	struct schedule *schedule;
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, 1000000, 1, 1);
	problem.max_bits = 8 * 19999999;
	CHECK(circulant_open(&schedule, &problem, test_degree(1), &err) ==
		STATUS_LIMIT);
	CHECK(!strcmp(err.msg, "the schedule needs 20000000 bytes of memory, "
			       "more than " ERR_NAME "max_bits allows"));
	problem.max_bits = CIRCULANT_BITS;
	problem_set_words(&problem, 1000000, UINT64_MAX / 2, 1);
	CHECK(circulant_open(&schedule, &problem, test_degree(1), &err) ==
		STATUS_LIMIT);
	CHECK(!strcmp(err.msg, "a schedule's times must be below 2^63"));
	problem_set_words(&problem, 1000000, UINT64_MAX / 2 + 1, 1);
	CHECK(circulant_open(&schedule, &problem, test_degree(1), &err) ==
		STATUS_LIMIT);
	mpz_ui_pow_ui(problem.n, 2, 100000);
	CHECK(circulant_init(&graph, problem.n, CIRCULANT_BITS, &err) ==
		STATUS_LIMIT);
	circulant_clear(&graph);
	problem_clear(&problem);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_conditions());
	RUN(test_rounded_skips());
	RUN(test_samples());
	RUN(test_huge());
	RUN(test_thousand_digits());
	RUN(test_rows());
	RUN(test_schedules());
	RUN(test_limits());
	return test_done();
}
