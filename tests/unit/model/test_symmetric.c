/*
 * Lists of rounds if only ports count: their times equal those in the tables of
 * the theory, to the digit, or are earlier where waits are searched for.  The
 * best radices, against a recurrence over all n up to 400; those of an
 * all-to-all, against numbers of messages that others have counted by hand; the
 * windows of censuses on several ports.
 */
#include "model/symmetric/symmetric.h"

#include <stdlib.h>

#include "base/mem.h"
#include "judge/lists.h"
#include "number/number.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 33;

static struct err err;

/* L, o, g, G: of a cluster's network in us, of two more machines, and of one
 * whose overhead is above its gap. */
static const char *const machines[][4] = {{".6128", ".5", ".5", ".00033"},
	{"6", "2", "4", "1/100"}, {"10", "1", "1", "1/50"},
	{"5", "17", "4", "4"}};

static void read_number(mpq_t value, const char *text)
{
	CHECK(number_parse(value, text, 1000, &err) == STATUS_OK);
}

/* The cost, by ports alone, of blocks of some bytes. */
struct priced {
	struct machine machine;
	struct block_cost blocks;
	struct symmetric_cost cost;
	struct problem problem;
	struct symmetric_list list;
	struct symmetric_timing timing;
};

static void init_priced(
	struct priced *priced, size_t machine, const char *n, const char *bytes)
{
	machine_init(&priced->machine);
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		read_number(machine_figure(
				    &priced->machine, (enum machine_figure)i),
			machines[machine][i]);
	priced->blocks = (struct block_cost){.machine = &priced->machine};
	mpq_init(priced->blocks.block);
	read_number(priced->blocks.block, bytes);
	problem_init(&priced->problem);
	priced->problem.max_bits = BITS;
	test_mpz(priced->problem.n, n);
	symmetric_cost_init(&priced->cost, priced->problem.lambda,
		&priced->blocks, SYMMETRIC_PORTS);
	symmetric_list_init(&priced->list);
	symmetric_timing_init(&priced->timing);
}

static void clear_priced(struct priced *priced)
{
	symmetric_timing_clear(&priced->timing);
	symmetric_list_clear(&priced->list);
	symmetric_cost_clear(&priced->cost);
	problem_clear(&priced->problem);
	mpq_clear(priced->blocks.block);
	machine_clear(&priced->machine);
}

/* The list's timing is found again with a limit above its finish; with a limit
 * that it does not meet, the finish reported is not below that limit. */
static void check_timing(struct priced *priced)
{
	for (unsigned more = 0; more <= 2; more++) {
		struct symmetric_timing timing;
		mpz_t most;

		mpz_init(most);
		mpz_add_ui(most, priced->timing.finish, more);
		mpz_sub_ui(most, most, 1);
		symmetric_timing_init(&timing);
		timing.most = most;
		CHECK(symmetric_timing_find(&timing, &priced->list,
			      &priced->cost, BITS, &err) == STATUS_OK);
		if (more < 2) {
			CHECK(mpz_cmp(timing.finish, most) >= 0);
		} else {
			CHECK(mpz_cmp(timing.finish, priced->timing.finish) ==
				0);
			CHECK(timing.count == priced->timing.count);
		}
		symmetric_timing_clear(&timing);
		mpz_clear(most);
	}
}

/* Finds the list of that algorithm. */
static void find_list(struct priced *priced, enum operation operation,
	const char *name, const struct radices *radices)
{
	const struct algorithm_options options = {.operation = (int)operation,
		.name = name,
		.radices = radices,
		.blocks = &priced->blocks};

	symmetric_list_empty(&priced->list);
	symmetric_timing_clear(&priced->timing);
	symmetric_timing_init(&priced->timing);
	CHECK(symmetric_find(&priced->list, &priced->timing, &priced->cost,
		      &priced->problem, &options, &err) == STATUS_OK);
	check_timing(priced);
}

static int takes(struct priced *priced, const char *expected)
{
	mpq_t time, wanted;
	int same;

	mpq_inits(time, wanted, NULL);
	read_number(wanted, expected);
	CHECK(lists_time(time, &priced->list, &priced->cost, BITS, &err) ==
		STATUS_OK);
	same = mpq_equal(time, wanted);
	if (!same)
		gmp_printf("    %Qd, not %Qd\n", time, wanted);
	mpq_clears(time, wanted, NULL);
	return same;
}

/* -- all-gather */

static const struct {
	size_t machine;
	const char *n, *bytes;
	const char *ring, *direct, *two, *radices, *window, *waiting;
} gathers[] = {
	{0, "8", "1", "11.2896", "4.6128", "4.83972", "4.22659", "4.11313",
		"3.72626"},
	{0, "8", "64", "11.43513", "4.75833", "4.98525", "4.37212", "4.25866",
		"3.83021"},
	{0, "8", "1024", "13.65273", "6.97593", "7.20285", "6.58972", "5.97659",
		"5.75213"},
	{0, "16", "1024", "29.25585", "13.67665", "11.51868", "10.29242",
		"9.17962", "9.17962"},
	{0, "16", "16384", "105.28785", "89.70865", "87.55068", "86.32442",
		"85.21162", "85.21162"},
	{0, "64", "1", "101.6064", "32.6128", "9.69561", "7.85622", "7.12963",
		"6.84665"},
	{0, "64", "64", "102.91617", "33.92257", "11.00538", "9.16599",
		"7.93973", "7.84985"},
	{0, "64", "1024", "122.87457", "53.88097", "30.96378", "29.12439",
		"26.89879", "26.89879"},
	{0, "64", "16384", "442.20897", "373.21537", "350.29818", "348.45879",
		"346.23319", "346.23319"},
	{0, "100", "64", "161.72541", "52.67101", "13.37817", "10.92565",
		"9.69939", "8.98312"},
	{0, "1000", "1", "1611.1872", "500.6128", "16.45437", "13.38872",
		"11.93554", "10.80853"},
	{0, "1000", "64", "1631.95641", "521.38201", "37.22358", "34.15793",
		"30.70607", "30.29939"},
	{0, "1000", "1024", "1948.43961", "837.86521", "353.70678", "350.64113",
		"346.18993", "346.18993"},
	{1, "8", "100", "76.93", "40.93", "36.97", "34.96", "32.95", "29.97"},
	{1, "64", "1", "630", "258", "60.57", "54.54", "50.52", "46.47"},
	{1, "64", "100", "692.37", "320.37", "122.94", "116.91", "108.9",
		"104.92"},
};

/* The list backwards takes as long. */
static int is_mirrored(struct priced *priced, const char *time)
{
	struct symmetric_list list = priced->list;
	int same;

	symmetric_list_init(&priced->list);
	symmetric_list_reverse(&priced->list, &list);
	same = mpz_cmp(priced->list.rounds, list.rounds) == 0 &&
	       takes(priced, time);
	symmetric_list_clear(&list);
	return same;
}

static void check_gather(size_t i)
{
	const char *const times[] = {gathers[i].ring, gathers[i].direct,
		gathers[i].two, gathers[i].radices, gathers[i].waiting,
		gathers[i].two};
	static const char *const kinds[] = {
		"ring", "direct", "bruck", "radix", "window", "circulant"};
	struct priced priced;

	init_priced(
		&priced, gathers[i].machine, gathers[i].n, gathers[i].bytes);
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		find_list(&priced, OPERATION_ALLGATHER, kinds[k], NULL);
		CHECK_FOR(takes(&priced, times[k]), "%s %s %s", kinds[k],
			gathers[i].n, gathers[i].bytes);
		CHECK_FOR(is_mirrored(&priced, times[k]), "%s %s %s", kinds[k],
			gathers[i].n, gathers[i].bytes);
		find_list(&priced, OPERATION_REDUCE_SCATTER, kinds[k], NULL);
		CHECK_FOR(takes(&priced, times[k]), "%s %s %s", kinds[k],
			gathers[i].n, gathers[i].bytes);
	}
	symmetric_list_empty(&priced.list);
	CHECK(symmetric_window(&priced.list, priced.problem.n, &priced.cost, 0,
		      UINT64_MAX, &err) == STATUS_OK);
	CHECK_FOR(takes(&priced, gathers[i].window), "%s %s", gathers[i].n,
		gathers[i].bytes);
	clear_priced(&priced);
}

static void test_gathers(void)
{
	for (size_t i = 0; i < sizeof gathers / sizeof *gathers; i++)
		check_gather(i);
}

/* Rounds (skip, blocks, after), up to a skip of 0. */
static void check_rounds(const struct symmetric_list *list,
	const unsigned (*rounds)[3], const char *name)
{
	size_t i = 0;

	for (; rounds[i][0] > 0; i++) {
		const struct symmetric_run *run = &list->run[i];

		if (!CHECK(i < list->runs))
			return;
		CHECK_FOR(mpz_cmp_ui(run->times, 1) == 0 &&
				  mpz_cmp_ui(run->skip, rounds[i][0]) == 0 &&
				  mpz_cmp_ui(run->blocks, rounds[i][1]) == 0 &&
				  mpz_cmp_ui(run->after, rounds[i][2]) == 0,
			"%s %zu", name, i);
	}
	CHECK_FOR(i == list->runs, "%s", name);
}

static void test_windows(void)
{
	static const unsigned one[][3] = {{1, 1, 0}, {2, 1, 0}, {3, 1, 0},
		{4, 2, 1}, {6, 2, 2}, {0, 0, 0}};
	static const unsigned thousand[][3] = {
		{1, 1, 0}, {2, 1, 0}, {3, 2, 1}, {5, 3, 2}, {0, 0, 0}};
	static const unsigned many[][3] = {{1, 1, 0}, {2, 1, 0}, {3, 1, 0},
		{4, 2, 1}, {6, 3, 2}, {9, 4, 3}, {13, 6, 4}, {19, 9, 5},
		{28, 13, 6}, {41, 23, 8}, {0, 0, 0}};
	static const unsigned long blocks[] = {
		1, 1, 1, 1, 2, 3, 4, 7, 10, 14, 19};
	static const struct {
		const char *n;
		size_t rounds;
	} lengths[] = {{"1000", 17}, {"1000000", 32}, {"1000000000000", 60}};
	struct priced priced;

	init_priced(&priced, 0, "8", "1");
	find_list(&priced, OPERATION_ALLGATHER, "window", NULL);
	check_rounds(&priced.list, one, "one byte");
	clear_priced(&priced);
	init_priced(&priced, 0, "8", "1024");
	find_list(&priced, OPERATION_ALLGATHER, "window", NULL);
	check_rounds(&priced.list, thousand, "1024 bytes");
	clear_priced(&priced);
	init_priced(&priced, 0, "64", "64");
	find_list(&priced, OPERATION_ALLGATHER, "window", NULL);
	check_rounds(&priced.list, many, "64 of 64 bytes");
	symmetric_list_empty(&priced.list);
	CHECK(symmetric_window(&priced.list, priced.problem.n, &priced.cost, 0,
		      UINT64_MAX, &err) == STATUS_OK);
	CHECK(priced.list.runs == 11);
	for (size_t i = 0; i < priced.list.runs && i < 11; i++)
		CHECK(mpz_cmp_ui(priced.list.run[i].blocks, blocks[i]) == 0);
	for (size_t i = 0; i < 3; i++) {
		test_mpz(priced.problem.n, lengths[i].n);
		symmetric_list_empty(&priced.list);
		CHECK(symmetric_window(&priced.list, priced.problem.n,
			      &priced.cost, 0, UINT64_MAX, &err) == STATUS_OK);
		CHECK_FOR(priced.list.runs == lengths[i].rounds, "%s",
			lengths[i].n);
	}
	clear_priced(&priced);
}

/* No list is over before the best window, whatever its rounds bring. */
static void test_all_lists(void)
{
	static const char *const bytes[] = {"1", "64", "1024"};
	struct priced priced;
	mpq_t time;

	mpq_init(time);
	for (size_t machine = 0; machine < 3; machine++)
		for (unsigned n = 2; n <= (machine < 2 ? 40 : 16); n++)
			for (size_t i = 0; i < 3; i++) {
				init_priced(&priced, machine, "1", bytes[i]);
				mpz_set_ui(priced.problem.n, n);
				find_list(&priced, OPERATION_ALLGATHER,
					"window", NULL);
				CHECK(lists_time(time, &priced.list,
					      &priced.cost, BITS,
					      &err) == STATUS_OK);
				CHECK_FOR(!lists_find_before(
						  time, &priced.cost, n, 0),
					"machine %zu, n = %u, %s bytes",
					machine, n, bytes[i]);
				clear_priced(&priced);
			}
	mpq_clear(time);
}

/* A shorter message would catch up with a longer one if only the senders' ports
 * were looked at. */
static void test_overtaking(void)
{
	static const unsigned rounds[][3] = {{1, 1, 0}, {2, 2, 1}, {4, 1, 1}};
	static const unsigned long starts[] = {0, 39, 60};
	struct symmetric_timing timing;
	struct priced priced;

	init_priced(&priced, 3, "5", "1");
	for (size_t i = 0; i < 3; i++) {
		struct symmetric_run *run = symmetric_list_add(&priced.list);

		mpz_set_ui(run->skip, rounds[i][0]);
		mpz_set_ui(run->blocks, rounds[i][1]);
		mpz_set_ui(run->after, rounds[i][2]);
	}
	symmetric_timing_init(&timing);
	CHECK(symmetric_timing_find(&timing, &priced.list, &priced.cost, BITS,
		      &err) == STATUS_OK);
	CHECK(timing.count == 3 && mpz_cmp_ui(timing.finish, 99) == 0);
	for (size_t i = 0; i < 3 && i < timing.count; i++)
		CHECK(mpz_cmp_ui(timing.item[i].start, starts[i]) == 0);
	symmetric_timing_clear(&timing);
	clear_priced(&priced);
}

/* -- radices */

enum { MOST = 400 };

/* C(1) = 0, C(k) = min over r of C(ceil(k/r)) + (r-2) a + l. */
static void fill_costs(mpq_t cost[MOST + 1], const mpq_t a, const mpq_t l)
{
	mpq_t other, sends;

	mpq_inits(other, sends, NULL);
	for (unsigned long k = 0; k <= MOST; k++)
		mpq_init(cost[k]);
	for (unsigned long k = 2; k <= MOST; k++)
		for (unsigned long r = 2; r <= k; r++) {
			mpq_set_ui(sends, r - 2, 1);
			mpq_mul(sends, sends, a);
			mpq_add(other, cost[(k + r - 1) / r], l);
			mpq_add(other, other, sends);
			if (r == 2 || mpq_cmp(other, cost[k]) < 0)
				mpq_set(cost[k], other);
		}
	mpq_clears(other, sends, NULL);
}

/* a = g - G, l = L + 2o - G. */
static void set_affine(mpq_t a, mpq_t l, struct machine *machine)
{
	mpq_srcptr byte = machine_figure(machine, MACHINE_BYTE);
	mpq_srcptr overhead = machine_figure(machine, MACHINE_OVERHEAD);

	mpq_sub(a, machine_figure(machine, MACHINE_GAP), byte);
	mpq_add(l, machine_figure(machine, MACHINE_LATENCY), overhead);
	mpq_add(l, l, overhead);
	mpq_sub(l, l, byte);
}

static void check_recurrence(size_t machine, const char *bytes)
{
	mpq_t cost[MOST + 1], a, l, time, rest;
	struct priced priced;

	mpq_inits(a, l, time, rest, NULL);
	init_priced(&priced, machine, "2", bytes);
	set_affine(a, l, &priced.machine);
	fill_costs(cost, a, l);
	for (unsigned long n = 2; n <= MOST; n++) {
		mpz_set_ui(priced.problem.n, n);
		find_list(&priced, OPERATION_ALLGATHER, "radix", NULL);
		CHECK(lists_time(time, &priced.list, &priced.cost, BITS,
			      &err) == STATUS_OK);
		mpq_set_ui(rest, n - 1, 1);
		mpq_mul(rest, rest, priced.blocks.block);
		mpq_mul(rest, rest,
			machine_figure(&priced.machine, MACHINE_BYTE));
		mpq_add(rest, rest, cost[n]);
		CHECK_FOR(
			mpq_equal(time, rest), "%zu %s %lu", machine, bytes, n);
	}
	for (size_t k = 0; k <= MOST; k++)
		mpq_clear(cost[k]);
	clear_priced(&priced);
	mpq_clears(a, l, time, rest, NULL);
}

/* The skips of the first round of each phase are the products of the radices.
 */
static void check_phases(const char *n, const unsigned long *radix)
{
	unsigned long weight = 1;
	struct priced priced;
	size_t i = 0;

	init_priced(&priced, 0, n, "1");
	find_list(&priced, OPERATION_ALLGATHER, "radix", NULL);
	for (; *radix > 0; weight *= *radix++) {
		while (i < priced.list.runs &&
			mpz_cmp_ui(priced.list.run[i].skip, weight) != 0)
			i++;
		CHECK_FOR(i < priced.list.runs, "%s %lu", n, weight);
	}
	clear_priced(&priced);
}

static void test_radices(void)
{
	static const unsigned long hundred[] = {4, 5, 5, 0};
	static const unsigned long million[] = {
		4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0};
	static const unsigned long billion[] = {
		4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0};

	for (size_t i = 0; i < 3; i++) {
		check_recurrence(i, "1");
		check_recurrence(i, "50");
	}
	check_phases("100", hundred);
	check_phases("1000000", million);
	check_phases("1000000000", billion);
}

/* -- all-to-all */

static void test_alltoalls(void)
{
	static const struct {
		const char *n, *bytes, *two, *direct, *best;
	} times[] = {
		{"64", "1", "9.73818", "32.6128", "7.88295"},
		{"64", "64", "13.72986", "33.92257", "10.87671"},
		{"64", "512", "42.11514", "43.23649", "28.1445"},
		{"64", "4096", "269.19738", "117.74785", "117.74785"},
		{"100", "512", "64.67865", "67.30717", "41.63246"},
		{"1024", "64", "124.2591", "533.88097", "75.10722"},
		{"1024", "512", "881.1999", "685.12129", "368.42178"},
		{"1024", "4096", "6936.7263", "1895.04385", "1895.04385"},
	};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		struct priced priced;

		init_priced(&priced, 0, times[i].n, times[i].bytes);
		find_list(&priced, OPERATION_ALLTOALL, "bruck", NULL);
		CHECK(takes(&priced, times[i].two));
		find_list(&priced, OPERATION_ALLTOALL, "direct", NULL);
		CHECK(takes(&priced, times[i].direct));
		find_list(&priced, OPERATION_ALLTOALL, "radix", NULL);
		CHECK_FOR(takes(&priced, times[i].best), "%s %s", times[i].n,
			times[i].bytes);
		clear_priced(&priced);
	}
}

/* For 1024 ranks and each radix, the messages and blocks that were counted by
 * hand. */
static void test_digits(void)
{
	static const unsigned long counted[][3] = {{2, 10, 512}, {4, 15, 256},
		{8, 21, 128}, {8, 1, 512}, {16, 30, 64}, {16, 3, 256}};
	struct priced priced;
	struct radix radix;
	const struct radices radices = {1, &radix};

	mpz_init(radix.value);
	init_priced(&priced, 0, "1024", "128");
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
		unsigned long found = 0;

		mpz_set_ui(radix.value, counted[i][0]);
		find_list(&priced, OPERATION_ALLTOALL, "radix", &radices);
		for (size_t r = 0; r < priced.list.runs; r++)
			if (mpz_cmp_ui(priced.list.run[r].blocks,
				    counted[i][2]) == 0)
				found += mpz_get_ui(priced.list.run[r].times);
		CHECK_FOR(found == counted[i][1], "radix %lu: %lu",
			counted[i][0], found);
	}
	clear_priced(&priced);
	mpz_clear(radix.value);
}

/* -- all-reduce: there and back, in blocks of an n-th of the bytes */

static int is_about(
	struct priced *priced, const char *name, const char *expected)
{
	char *text;
	mpq_t time;
	int same;

	mpq_init(time);
	find_list(priced, OPERATION_ALLGATHER, name, NULL);
	CHECK(lists_time(time, &priced->list, &priced->cost, BITS, &err) ==
		STATUS_OK);
	mpq_mul_2exp(time, time, 1);
	text = number_decimal_text(time, 3);
	same = strcmp(text, expected) == 0;
	if (!same)
		printf("    %s, not %s\n", text, expected);
	mem_free(text);
	mpq_clear(time);
	return same;
}

static void test_allreduces(void)
{
	static const struct {
		const char *n, *block, *ring, *two, *radices, *window;
	} times[] = {
		{"64", "4", "203.338", "19.516", "15.837", "13.757"},
		{"64", "64", "205.832", "22.011", "18.332", "15.700"},
		{"64", "16384", "884.418", "700.596", "696.918", "692.466"},
		{"64", "262144", "11103.119", "10919.297", "10915.618",
			"10911.167"},
		{"16", "256", "50.908", "15.434", "12.982", "11.644"},
		{"256", "16", "825.052", "28.492", "23.587", "19.257"},
	};
	struct priced priced;

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		init_priced(&priced, 0, times[i].n, times[i].block);
		CHECK(is_about(&priced, "ring", times[i].ring));
		CHECK(is_about(&priced, "rabenseifner", times[i].two));
		CHECK(is_about(&priced, "radix", times[i].radices));
		CHECK(is_about(&priced, "window", times[i].window));
		clear_priced(&priced);
	}
	init_priced(&priced, 0, "64", "1024");
	find_list(&priced, OPERATION_ALLREDUCE, "ring", NULL);
	CHECK(takes(&priced, "245.74914"));
	find_list(&priced, OPERATION_ALLREDUCE, "rabenseifner", NULL);
	CHECK(takes(&priced, "61.92756"));
	find_list(&priced, OPERATION_ALLREDUCE, "window", NULL);
	CHECK(takes(&priced, "53.79758"));
	find_list(&priced, OPERATION_ALLREDUCE, "recursive-doubling", NULL);
	CHECK(takes(&priced, "139.4361"));
	clear_priced(&priced);
	init_priced(&priced, 0, "64", "1/8");
	find_list(&priced, OPERATION_ALLREDUCE, "recursive-doubling", NULL);
	CHECK(takes(&priced, "9.69066"));
	clear_priced(&priced);
}

/* time = that of the list, by ports alone; text: the expected time, to three
 * digits. */
static void set_list_time(mpq_t time, const char *n, const char *bytes,
	enum operation operation, const char *name)
{
	struct priced priced;

	init_priced(&priced, 0, n, bytes);
	find_list(&priced, operation, name, NULL);
	CHECK(lists_time(time, &priced.list, &priced.cost, BITS, &err) ==
		STATUS_OK);
	clear_priced(&priced);
}

/* time = that of the census for the latency e/u rounded up; the best census
 * over all latencies is no later. */
static void set_census_time(mpq_t time, const char *n, const char *bytes)
{
	const struct symmetric_message *message;
	struct priced priced;
	mpz_t latency;
	mpq_t best;

	mpq_init(best);
	mpz_init_set_ui(latency, 1);
	init_priced(&priced, 0, n, bytes);
	message = symmetric_cost_of(&priced.cost, latency);
	mpz_cdiv_q(latency, message->end, message->send);
	CHECK(symmetric_census(&priced.list, priced.problem.n, latency, 1, BITS,
		      &err) == STATUS_OK &&
		lists_time(time, &priced.list, &priced.cost, BITS, &err) ==
			STATUS_OK);
	set_list_time(best, n, bytes, OPERATION_CENSUS, "census");
	CHECK(mpq_cmp(best, time) <= 0);
	clear_priced(&priced);
	mpz_clear(latency);
	mpq_clear(best);
}

static void check_about(const mpq_t time, const char *expected)
{
	char *text = number_decimal_text(time, 3);

	CHECK_FOR(strcmp(text, expected) == 0, "%s, not %s", text, expected);
	mem_free(text);
}

/* Whole vectors: a census of one operand, and doubling of n blocks; and the
 * hybrid of groups of two or four, the times of whose parts add up. */
static void test_whole_vectors(void)
{
	static const struct {
		const char *n, *bytes, *block, *census, *doubling;
	} times[] = {
		{"64", "8", "1/8", "7.141", "9.691"},
		{"64", "256", "4", "7.538", "10.182"},
		{"64", "4096", "64", "17.775", "17.785"},
		{"64", "65536", "1024", "200.252", "139.436"},
		{"64", "1048576", "16384", "3119.881", "2085.855"},
		{"64", "16777216", "262144", "49833.941", "33228.562"},
		{"16", "4096", "256", "12.221", "11.857"},
		{"256", "4096", "16", "23.329", "23.713"},
	};
	mpq_t time, part;

	mpq_inits(time, part, NULL);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		set_census_time(time, times[i].n, times[i].bytes);
		check_about(time, times[i].census);
		set_list_time(time, times[i].n, times[i].block,
			OPERATION_ALLREDUCE, "recursive-doubling");
		check_about(time, times[i].doubling);
	}
	set_list_time(part, "2", "2048", OPERATION_ALLREDUCE, "ring");
	set_census_time(time, "32", "2048");
	mpq_add(time, time, part);
	check_about(time, "13.918");
	set_list_time(part, "4", "1024", OPERATION_ALLGATHER, "window");
	mpq_mul_2exp(part, part, 1);
	set_census_time(time, "16", "1024");
	mpq_add(time, time, part);
	check_about(time, "14.227");
	mpq_clears(time, part, NULL);
}

/* -- censuses and scans */

static void find_census(struct symmetric_list *list, unsigned long ports,
	unsigned long latency, const char *n)
{
	mpz_t number, whole;

	mpz_inits(number, whole, NULL);
	test_mpz(number, n);
	mpz_set_ui(whole, latency);
	symmetric_list_empty(list);
	CHECK(symmetric_census(list, number, whole, ports, BITS, &err) ==
		STATUS_OK);
	mpz_clears(number, whole, NULL);
}

static void test_counts(void)
{
	static const struct {
		unsigned long ports, latency;
		const char *n;
		unsigned long census, scan;
	} counts[] = {
		{1, 2, "8", 32, 21},
		{1, 3, "14", 98, 66},
		{1, 3, "64", 704, 562},
		{1, 3, "1000", 18000, 15844},
		{2, 1, "9", 36, 24},
		{2, 1, "10", 50, 33},
		{2, 3, "64", 832, 625},
		{4, 3, "1000", 36000, 30396},
	};
	struct symmetric_list list;

	symmetric_list_init(&list);
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		unsigned long n = strtoul(counts[i].n, NULL, 10), scan = 0;

		find_census(
			&list, counts[i].ports, counts[i].latency, counts[i].n);
		CHECK(n * list.runs == counts[i].census);
		for (size_t r = 0; r < list.runs; r++)
			scan += n - mpz_get_ui(list.run[r].skip) -
				mpz_get_ui(list.run[r].distance);
		CHECK_FOR(scan == counts[i].scan, "%lu %lu %lu: %lu",
			counts[i].ports, counts[i].latency, n, scan);
	}
	symmetric_list_clear(&list);
}

static void test_messages(void)
{
	static const unsigned long one[][2] = {
		{1, 1}, {2, 1}, {3, 1}, {3, 1}, {4, 2}, {6, 3}, {9, 4}};
	static const unsigned long two[][2] = {{1, 1}, {2, 1}, {3, 1}, {4, 1},
		{5, 3}, {8, 3}, {11, 5}, {15, 4}};
	struct symmetric_list list;

	symmetric_list_init(&list);
	find_census(&list, 1, 3, "14");
	CHECK(list.runs == 7);
	for (size_t i = 0; i < 7 && i < list.runs; i++)
		CHECK(mpz_cmp_ui(list.run[i].skip, one[i][0]) == 0 &&
			mpz_cmp_ui(list.run[i].operands, one[i][1]) == 0);
	find_census(&list, 2, 2, "20");
	CHECK(list.runs == 8);
	for (size_t i = 0; i < 8 && i < list.runs; i++)
		CHECK(mpz_cmp_ui(list.run[i].skip, two[i][0]) == 0 &&
			mpz_cmp_ui(list.run[i].operands, two[i][1]) == 0);
	symmetric_list_clear(&list);
}

/* On one port the list takes f_L(n), even for n = 10^30. */
static void check_finish(
	const char *n, unsigned long latency, unsigned long finish)
{
	struct symmetric_cost cost;
	struct symmetric_list list;
	mpq_t lambda, time;

	mpq_inits(lambda, time, NULL);
	mpq_set_ui(lambda, latency, 1);
	symmetric_list_init(&list);
	symmetric_cost_init(&cost, lambda, NULL, SYMMETRIC_PORTS);
	find_census(&list, 1, latency, n);
	CHECK(lists_time(time, &list, &cost, BITS, &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp_ui(time, finish, 1) == 0, "%s %lu", n, latency);
	symmetric_cost_clear(&cost);
	symmetric_list_clear(&list);
	mpq_clears(lambda, time, NULL);
}

static void test_finishes(void)
{
	check_finish("8", 2, 5);
	check_finish("14", 3, 9);
	check_finish("64", 3, 13);
	check_finish("1000", 3, 20);
	check_finish("1000000000000000000000000000000", 1, 100);
	check_finish("1000000000000000000000000000000", 3, 183);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_gathers());
	RUN(test_windows());
	RUN(test_all_lists());
	RUN(test_overtaking());
	RUN(test_radices());
	RUN(test_alltoalls());
	RUN(test_digits());
	RUN(test_allreduces());
	RUN(test_whole_vectors());
	RUN(test_counts());
	RUN(test_messages());
	RUN(test_finishes());
	return test_done();
}
