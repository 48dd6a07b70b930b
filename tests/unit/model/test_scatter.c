/*
 * Scatter and gather: published and computed values; T against the recurrence,
 * with all bundles tried in rationals, on random machines, measured ones among
 * them; the same table in one limb and in several; and the schedules and parts
 * of all shapes.
 */
#include "model/scatter/scatter.h"

#include <stdlib.h>

#include "base/mem.h"
#include "core/machine.h"
#include "fibonacci/fibonacci.h"
#include "number/number.h"
#include "number/random.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 30;

static struct err err;

/* A machine, and blocks on it. */
struct on {
	struct machine machine;
	struct block_cost blocks;
	struct algorithm_options options;
	struct problem problem;
};

static void init_on(struct on *on, const char *const figure[4],
	const char *block, int operation)
{
	machine_init(&on->machine);
	on->machine.has_byte = 1;
	for (int i = 0; i < MACHINE_FIGURES; i++)
		test_mpq(machine_figure(&on->machine, (enum machine_figure)i),
			figure[i]);
	on->blocks = (struct block_cost){.machine = &on->machine};
	mpq_init(on->blocks.block);
	test_mpq(on->blocks.block, block);
	on->options = (struct algorithm_options){
		.operation = operation, .blocks = &on->blocks};
	problem_init(&on->problem);
	on->problem.max_bits = BITS;
}

static void clear_on(struct on *on)
{
	machine_clear(&on->machine);
	mpq_clear(on->blocks.block);
	problem_clear(&on->problem);
}

static int is_time(struct on *on, unsigned long n, const char *expected)
{
	mpq_t time, value;
	int same;

	mpq_inits(time, value, NULL);
	test_mpq(value, expected);
	mpz_set_ui(on->problem.n, n);
	same = scatter_time(time, &on->problem, &on->options, &err) ==
		       STATUS_OK &&
	       mpq_equal(time, value);
	mpq_clears(time, value, NULL);
	return same;
}

/* -- the tables of values */

static const char *const A[] = {"6128/10000", "1/2", "1/2", "33/100000"};
static const char *const B[] = {"6", "2", "4", "1/100"};
static const char *const NOT_AFFINE[] = {"5", "17", "4", "4"};

static void test_table_b(void)
{
	static const char *const times[] = {"1099/100", "799/50", "2097/100",
		"1149/50", "674/25", "2897/100", "2997/100", "679/20", "874/25",
		"924/25", "949/25", "974/25", "2147/50", "2197/50", "899/20"};
	static const unsigned bundles[] = {
		1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6};
	struct scatter_table table;
	struct on on;

	init_on(&on, B, "100", OPERATION_SCATTER);
	for (unsigned long n = 2; n <= 16; n++)
		CHECK_FOR(is_time(&on, n, times[n - 2]), "n=%lu", n);
	CHECK(scatter_table_init(&table, &on.problem, &on.options, 0, &err) ==
		STATUS_OK);
	for (unsigned k = 2; k <= 16; k++)
		CHECK_FOR(scatter_table_bundle(&table, k) == bundles[k - 2],
			"k=%u", k);
	scatter_table_clear(&table);
	clear_on(&on);
	init_on(&on, B, "1", OPERATION_SCATTER);
	CHECK(is_time(&on, 8, "2403/100"));
	clear_on(&on);
}

static void test_table_not_affine(void)
{
	static const char *const times[] = {"39", "56", "73", "82", "90", "99",
		"103", "107", "116", "120", "124", "124", "133", "137", "140",
		"141", "144", "149", "157", "158", "161", "164", "168"};
	struct on on;

	init_on(&on, NOT_AFFINE, "1", OPERATION_SCATTER);
	for (unsigned long n = 2; n <= 24; n++)
		CHECK_FOR(is_time(&on, n, times[n - 2]), "n=%lu", n);
	clear_on(&on);
}

static void test_table_a(void)
{
	static const char *const blocks[] = {"1", "64", "1024", "16384"};
	static const struct {
		unsigned long n;
		const char *time[4], *flat;
		unsigned bundle[4];
	} rows[] = {
		{8,
			{"372626/100000", "383021/100000", "575213/100000",
				"4095852/100000"},
			"697593/100000", {2, 2, 3, 3}},
		{16,
			{"472791/100000", "497739/100000", "917962/100000",
				"8471195/100000"},
			"1367665/100000", {5, 5, 6, 7}},
		{64,
			{"674012/100000", "770987/100000", "2667433/100000",
				"34523385/100000"},
			"5388097/100000", {20, 23, 30, 31}},
		{100,
			{"735358/100000", "889078/100000", "3906391/100000",
				"54037544/100000"},
			"8403421/100000", {31, 38, 48, 49}},
		{1000,
			{"1065778/100000", "2989746/100000", "34496613/100000",
				"540792245/100000"},
			"83786521/100000", {329, 476, 498, 499}},
	};
	struct scatter_table table;
	struct on on;
	mpq_t time, flat;

	mpq_inits(time, flat, NULL);
	for (int k = 0; k < 4; k++) {
		init_on(&on, A, blocks[k], OPERATION_SCATTER);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			CHECK_FOR(is_time(&on, rows[i].n, rows[i].time[k]),
				"n=%lu block=%s", rows[i].n, blocks[k]);
			CHECK(scatter_table_init(&table, &on.problem,
				      &on.options, 0, &err) == STATUS_OK);
			CHECK(scatter_table_bundle(&table, rows[i].n) ==
				rows[i].bundle[k]);
			scatter_table_clear(&table);
			test_mpq(flat, rows[i].flat);
			CHECK(scatter_flat_time(time, &on.problem, &on.options,
				      &err) == STATUS_OK &&
				(k != 2 || mpq_equal(time, flat)));
		}
		clear_on(&on);
	}
	mpq_clears(time, flat, NULL);
}

/* If bytes cost nothing a scatter takes as long as a broadcast: the LogP
 * paper's example takes 24. */
static void test_broadcast(void)
{
	static const char *const lambdas[] = {"1", "5/2", "4", "7/3"};
	static const char *const logp[] = {"6", "2", "4", "0"};
	struct algorithm_options options = {.operation = OPERATION_SCATTER};
	struct scatter_table table;
	struct problem problem;
	struct on on;
	mpq_t time, fast, known;

	mpq_inits(time, fast, known, NULL);
	problem_init(&problem);
	problem.max_bits = BITS;
	for (int i = 0; i < 4; i++) {
		test_mpq(problem.lambda, lambdas[i]);
		for (unsigned long n = 1; n <= 100; n++) {
			mpz_set_ui(problem.n, n);
			CHECK(fibonacci_time(known, problem.lambda, 1,
				      problem.n, BITS, &err) == STATUS_OK);
			CHECK(scatter_table_init(&table, &problem, &options, 0,
				      &err) == STATUS_OK);
			scatter_table_time(time, &table, n);
			scatter_table_clear(&table);
			CHECK(scatter_time(fast, &problem, &options, &err) ==
				STATUS_OK);
			CHECK_FOR(mpq_equal(time, known) &&
					  mpq_equal(fast, known),
				"n=%lu lambda=%s", n, lambdas[i]);
		}
	}
	test_mpz(problem.n, "1000000000000000000000000000000");
	CHECK(scatter_time(fast, &problem, &options, &err) == STATUS_OK);
	problem_clear(&problem);
	init_on(&on, logp, "1", OPERATION_SCATTER);
	CHECK(is_time(&on, 8, "24"));
	clear_on(&on);
	mpq_clears(time, fast, known, NULL);
}

/* -- the recurrence, bundle by bundle */

enum { MOST = 48 };

/* u and e of 1 .. n blocks, padded to the larger message that takes least; and
 * T. */
struct tried {
	mpq_t send[MOST + 1], end[MOST + 1], time[MOST + 1];
};

static void init_tried(struct tried *tried, const struct on *on, size_t n)
{
	mpz_t count;

	mpz_init(count);
	for (size_t b = 0; b <= n; b++)
		mpq_inits(tried->send[b], tried->end[b], tried->time[b], NULL);
	for (size_t b = n; b >= 1; b--) {
		mpz_set_ui(count, (unsigned long)b);
		scatter_cost(tried->send[b], tried->end[b], &on->problem,
			&on->options, count);
		if (b == n)
			continue;
		if (mpq_cmp(tried->send[b], tried->send[b + 1]) > 0)
			mpq_set(tried->send[b], tried->send[b + 1]);
		if (mpq_cmp(tried->end[b], tried->end[b + 1]) > 0)
			mpq_set(tried->end[b], tried->end[b + 1]);
	}
	mpz_clear(count);
}

static void clear_tried(struct tried *tried, size_t n)
{
	for (size_t b = 0; b <= n; b++)
		mpq_clears(tried->send[b], tried->end[b], tried->time[b], NULL);
}

static void set_least(struct tried *tried, size_t k)
{
	mpq_t kept, given;

	mpq_inits(kept, given, NULL);
	for (size_t b = 1; b < k; b++) {
		mpq_add(kept, tried->send[b], tried->time[k - b]);
		mpq_add(given, tried->end[b], tried->time[b]);
		if (b < k - 1 && mpq_cmp(kept, given) > 0)
			mpq_set(given, kept);
		if (b == 1 || mpq_cmp(given, tried->time[k]) < 0)
			mpq_set(tried->time[k], given);
	}
	mpq_clears(kept, given, NULL);
}

/* Checks the machine's table for all k; returns whether it was steady. */
static int check_recurrence(struct on *on, size_t n)
{
	struct scatter_table table;
	struct tried tried;
	int is_steady;
	mpq_t time;

	mpq_init(time);
	mpz_set_ui(on->problem.n, (unsigned long)n);
	init_tried(&tried, on, n);
	CHECK(scatter_table_init(&table, &on->problem, &on->options, 0, &err) ==
		STATUS_OK);
	for (size_t k = 2; k <= n; k++) {
		set_least(&tried, k);
		scatter_table_time(time, &table, k);
		CHECK_FOR(mpq_equal(time, tried.time[k]), "k=%zu", k);
	}
	is_steady = table.costs.is_steady;
	scatter_table_clear(&table);
	clear_tried(&tried, n);
	mpq_clear(time);
	return is_steady;
}

/* The same if receives are paired: how long b blocks take their receiver; when
 * k blocks are known, when their holder is free again, and when a tree has
 * them. */
struct paired {
	mpq_t stay, receive, end, known, freed, tree;
	size_t bundle;
};

static void set_larger(mpq_t time, const mpq_t other)
{
	if (mpq_cmp(time, other) < 0)
		mpq_set(time, other);
}

static void keep_least(mpq_t least, const mpq_t time, int is_first)
{
	if (is_first || mpq_cmp(time, least) < 0)
		mpq_set(least, time);
}

/* The last message brings b blocks, after k - b. */
static void set_paired(
	struct paired *at, size_t k, size_t b, const struct on *on)
{
	mpq_t time, sent;
	mpz_t count, before;

	mpq_inits(time, sent, NULL);
	mpz_init_set_ui(count, (unsigned long)b);
	mpz_init_set_ui(before, (unsigned long)at[k - b].bundle);
	mpq_add(sent, at[b].known, at[b].end);
	mpq_add(time, at[k - b].freed, at[b].stay);
	set_larger(time, sent);
	keep_least(at[k].known, time, b == 1);
	mpq_sub(sent, sent, at[b].stay);
	set_larger(sent, at[k - b].freed);
	mpq_add(sent, sent, at[b].receive);
	keep_least(at[k].freed, sent, b == 1);
	mpq_add(sent, at[b].tree, at[b].end);
	if (at[k - b].bundle > 0) {
		scatter_pair(time, &on->options, count, before);
		mpq_add(time, time, at[k - b].tree);
		set_larger(sent, time);
	}
	if (b == 1 || mpq_cmp(sent, at[k].tree) < 0)
		at[k].bundle = b;
	keep_least(at[k].tree, sent, b == 1);
	mpq_clears(time, sent, NULL);
	mpz_clears(count, before, NULL);
}

static void set_larger_message(struct paired *at, size_t k, size_t n)
{
	mpq_t time;

	mpq_init(time);
	for (size_t c = k; c <= n; c++) {
		mpq_sub(time, at[c].end, at[c].stay);
		mpq_add(time, time, at[c].receive);
		mpq_add(time, time, at[k].known);
		keep_least(at[k].freed, time, 0);
	}
	mpq_clear(time);
}

static void init_paired(struct paired *at, const struct on *on, size_t n)
{
	mpz_t count;

	mpz_init(count);
	for (size_t b = 1; b <= n; b++) {
		mpq_inits(at[b].stay, at[b].receive, at[b].end, at[b].known,
			at[b].freed, at[b].tree, NULL);
		at[b].bundle = 0;
		mpz_set_ui(count, (unsigned long)b);
		scatter_stay(at[b].stay, &on->blocks, count);
		block_cost_receive(at[b].receive, &on->blocks, count);
		block_cost_end(at[b].end, &on->blocks, NULL, count);
	}
	mpz_clear(count);
}

/* Checks the tables of a machine with figures for several sizes, for all k. */
static void check_paired(struct on *on, size_t n)
{
	struct scatter_table bound, table;
	struct paired at[MOST + 1];
	mpq_t time;

	mpq_init(time);
	mpz_set_ui(on->problem.n, (unsigned long)n);
	init_paired(at, on, n);
	CHECK(scatter_table_init(&bound, &on->problem, &on->options, 1, &err) ==
			STATUS_OK &&
		scatter_table_init(&table, &on->problem, &on->options, 0,
			&err) == STATUS_OK);
	for (size_t k = 2; k <= n; k++) {
		for (size_t b = 1; b < k; b++)
			set_paired(at, k, b, on);
		set_larger_message(at, k, n);
		scatter_table_time(time, &bound, k);
		CHECK_FOR(mpq_equal(time, at[k].known), "k=%zu", k);
		scatter_table_time(time, &table, k);
		CHECK_FOR(mpq_equal(time, at[k].tree) &&
				  mpq_cmp(at[k].known, time) <= 0,
			"k=%zu", k);
	}
	for (size_t b = 1; b <= n; b++)
		mpq_clears(at[b].stay, at[b].receive, at[b].end, at[b].known,
			at[b].freed, at[b].tree, NULL);
	scatter_table_clear(&bound);
	scatter_table_clear(&table);
	mpq_clear(time);
}

static unsigned long draw(struct random *random, unsigned long count)
{
	return random_below(random, (uint32_t)count);
}

/* A random figure between 0 and most, over some denominator. */
static void draw_figure(mpq_t figure, struct random *random, unsigned long most)
{
	unsigned long whole = draw(random, most + 1);
	unsigned long parts = 1 + draw(random, 7);

	mpq_set_ui(figure, whole, parts);
	mpq_canonicalize(figure);
}

static void draw_machine(struct on *on, struct random *random)
{
	size_t points = 1 + draw(random, 3);

	draw_figure(on->machine.latency, random, 30);
	for (size_t i = 0; i < points; i++) {
		struct machine_point *point =
			i == 0 ? on->machine.point : machine_add(&on->machine);

		if (i > 0)
			mpz_set_ui(point->bytes, mpz_get_ui(point[-1].bytes) +
							 1 + draw(random, 30));
		draw_figure(point->overhead, random, 20);
		draw_figure(point->gap, random, 20);
		mpq_set_ui(point->byte, draw(random, 8), 1 + draw(random, 2));
		mpq_canonicalize(point->byte);
		if (mpq_sgn(point->overhead) == 0 && mpq_sgn(point->gap) == 0)
			mpq_set_ui(point->gap, 1, 1);
	}
}

static void test_recurrence(void)
{
	static const char *const blocks[] = {"1", "2", "5/2", "7", "1/3"};
	static const char *const none[] = {"0", "0", "1", "0"};
	struct random random = {.seed = 7};
	int steady = 0, paired = 0, cases = 600;

	for (int i = 0; i < cases; i++) {
		struct on on;

		init_on(&on, none, blocks[i % 5],
			i % 3 == 0 ? OPERATION_GATHER : OPERATION_SCATTER);
		draw_machine(&on, &random);
		on.machine.rdma = i % 4 == 0;
		if (scatter_is_paired(&on.options)) {
			check_paired(&on, MOST);
			paired++;
		} else {
			steady += check_recurrence(&on, MOST);
		}
		clear_on(&on);
	}
	CHECK(paired > cases / 6 && steady > cases / 8 &&
		steady < cases * 3 / 4);
}

/* The same machine in a unit divided into ticks of 2^-100, which need more
 * limbs. */
static void test_limbs(void)
{
	struct scatter_table wide, narrow;
	struct on on;
	mpq_t x, y;

	mpq_inits(x, y, NULL);
	init_on(&on, NOT_AFFINE, "1", OPERATION_SCATTER);
	mpz_set_ui(on.problem.n, 500);
	CHECK(scatter_table_init(&narrow, &on.problem, &on.options, 0, &err) ==
		STATUS_OK);
	for (int i = 0; i < MACHINE_FIGURES; i++) {
		mpq_ptr figure =
			machine_figure(&on.machine, (enum machine_figure)i);

		mpz_mul_2exp(mpq_numref(figure), mpq_numref(figure), 100);
	}
	CHECK(scatter_table_init(&wide, &on.problem, &on.options, 0, &err) ==
		STATUS_OK);
	CHECK(narrow.costs.limbs < wide.costs.limbs);
	for (size_t k = 2; k <= 500; k++) {
		scatter_table_time(x, &narrow, k);
		scatter_table_time(y, &wide, k);
		mpz_mul_2exp(mpq_numref(x), mpq_numref(x), 100);
		CHECK(mpq_equal(x, y));
		CHECK(scatter_table_bundle(&narrow, k) ==
			scatter_table_bundle(&wide, k));
	}
	scatter_table_clear(&narrow);
	scatter_table_clear(&wide);
	clear_on(&on);
	mpq_clears(x, y, NULL);
}

/* What is too large for tables, or for trying all bundles, is refused. */
static void test_limits(void)
{
	struct scatter_table table;
	struct machine_point *point;
	struct on on;
	mpq_t time;

	mpq_init(time);
	init_on(&on, B, "1", OPERATION_SCATTER);
	test_mpz(on.problem.n, "100000000000");
	CHECK(scatter_time(time, &on.problem, &on.options, &err) ==
		STATUS_LIMIT);
	on.problem.max_bits = 1 << 20;
	mpz_set_ui(on.problem.n, 100000);
	CHECK(scatter_time(time, &on.problem, &on.options, &err) ==
		STATUS_LIMIT);
	on.problem.max_bits = BITS;
	CHECK(scatter_time(time, &on.problem, &on.options, &err) == STATUS_OK);
	point = machine_add(&on.machine); /* u rises there, and e does not */
	mpz_set_ui(point->bytes, 5);
	mpq_set_ui(point->gap, 20, 1);
	mpq_set_ui(point->byte, 1, 100);
	mpz_set_ui(on.problem.n, SCATTER_SQUARE + 1);
	CHECK(scatter_table_init(&table, &on.problem, &on.options, 0, &err) ==
		STATUS_LIMIT);
	scatter_table_clear(&table);
	clear_on(&on);
	mpq_clear(time);
}

/* If bytes cost nothing a part needs no table.  A processor that sends to all
 * others, because the latency is long, has a part that may not fit into the
 * memory: it is refused. */
static void test_long_part(void)
{
	struct part_span span;
	struct problem problem;
	struct algorithm_options options = {.operation = OPERATION_SCATTER};
	struct part *part;
	mpz_t rank;
	mpq_t from;

	mpz_init(rank);
	mpq_init(from);
	span = (struct part_span){from, NULL};
	problem_init(&problem);
	problem_set_words(&problem, 1000, 1, 1000000);
	problem.max_bits = 1 << 20;
	CHECK(scatter_part(&part, &problem, &options, rank, &span, &err) ==
		STATUS_LIMIT);
	mpz_set_ui(rank, 999);
	CHECK(scatter_part(&part, &problem, &options, rank, &span, &err) ==
		STATUS_OK);
	CHECK(mpz_cmp_ui(part->rows, 1) == 0);
	part_close(part);
	problem_clear(&problem);
	mpq_clear(from);
	mpz_clear(rank);
}

/* On a machine a gather's receivers are busy for max(o, g) + (s-1) G; with
 * o > g it takes longer than a scatter. */
static void test_gather(void)
{
	struct on on;

	init_on(&on, NOT_AFFINE, "3", OPERATION_SCATTER);
	CHECK(is_time(&on, 2, "47") && is_time(&on, 3, "64"));
	on.options.operation = OPERATION_GATHER;
	CHECK(is_time(&on, 2, "47") && is_time(&on, 3, "72"));
	clear_on(&on);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_table_b());
	RUN(test_table_not_affine());
	RUN(test_table_a());
	RUN(test_broadcast());
	RUN(test_recurrence());
	RUN(test_limbs());
	RUN(test_limits());
	RUN(test_long_part());
	RUN(test_gather());
	return test_done();
}
