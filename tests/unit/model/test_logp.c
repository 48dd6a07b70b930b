/*
 * model/logp/logp: T_lb against the counting sum, d(P) against the universal
 * tree itself, how often the statements as printed fail, and single values.
 */
#include "fibonacci/fibonacci.h"
#include "model/logp/logp.h"
#include "model/postal/postal.h"

#include <string.h>

#include "base/mem.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

enum { STEPS = 700 };

static enum status logp_is_nice(int *nice, const mpz_t P, const mpz_t L,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t lambda, t;
	mpz_t reach;

	mpz_init(reach);
	mpq_inits(lambda, t, NULL);
	mpq_set_z(lambda, L);
	status = fibonacci_time(t, lambda, 1, P, max_bits, err);
	if (status == STATUS_OK)
		status = fibonacci_reach(reach, lambda, 1, t, max_bits, err);
	*nice = status == STATUS_OK && mpz_cmp(reach, P) == 0;
	mpz_clear(reach);
	mpq_clears(lambda, t, NULL);
	return status;
}

/* d(P), from the depth formula of the postal model. */
static enum status logp_depth(unsigned long *depth, const mpz_t P,
	const mpz_t L, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t lambda, t;
	mpz_t d;

	mpz_init(d);
	mpq_inits(lambda, t, NULL);
	mpq_set_z(lambda, L);
	status = fibonacci_time(t, lambda, 1, P, max_bits, err);
	if (status == STATUS_OK)
		postal_tree_depth(d, NULL, lambda, 1, P, t);
	*depth = mpz_get_ui(d);
	mpq_clears(lambda, t, NULL);
	mpz_clear(d);
	return status;
}

static struct err err;

/* f[i], i >= 0, by Definition 3.3, capped far above every P. */
static void fill(unsigned long f[STEPS], unsigned long L)
{
	for (unsigned long i = 0; i < STEPS; i++) {
		f[i] = i == 0 ? 0 : i <= L ? 1 : f[i - 1] + f[i - L];
		if (f[i] > 1000000)
			f[i] = 1000000;
	}
}

/* The least T by which there are enough sends, as elapsed time. */
static unsigned long count_slowly(const unsigned long f[STEPS], unsigned long P,
	unsigned long k, unsigned long L)
{
	unsigned long sum = 0, s = 0;

	while (sum < k * (P - 1)) {
		s++;
		sum += f[s] < P - 1 ? f[s] : P - 1;
	}
	return s - 1 + L;
}

static void lower_bound(mpz_t time, const mpz_t P, const mpz_t k, const mpz_t L)
{
	mpq_t bound;

	mpq_init(bound);
	CHECK(postal_counting_bound(bound, test_problem_logp(P, k, L, BITS),
		      &err) == STATUS_OK);
	mpz_set(time, mpq_numref(bound));
	mpq_clear(bound);
}

struct totals {
	unsigned long below, at, above;		       /* cases k < k*, = , > */
	unsigned long below_fail, at_fail, above_fail; /* printed too large */
};

/* For one P and L and all k: the bounds, and whether the printed one holds. */
static void check_bounds(const unsigned long f[STEPS], unsigned long P,
	unsigned long L, struct totals *totals)
{
	struct postal_start start;
	mpz_t zP, zk, zL, time;

	mpz_inits(zk, time, NULL);
	mpz_init_set_ui(zP, P);
	mpz_init_set_ui(zL, L);
	postal_start_init(&start);
	CHECK(postal_start_set(&start, test_problem_logp(zP, zk, zL, BITS),
		      &err) == STATUS_OK);
	CHECK(mpz_cmp_ui(start.count, L) <= 0);
	for (unsigned long k = 1; k <= 14; k++) {
		unsigned long slow = count_slowly(f, P, k, L);
		int side = mpz_cmp_ui(start.count, k), fails;

		mpz_set_ui(zk, k);
		lower_bound(time, zP, zk, zL);
		CHECK_FOR(mpz_cmp_ui(time, slow) == 0, "P %lu L %lu k %lu", P,
			L, k);
		logp_printed_bound(
			time, &start, test_problem_logp(zP, zk, zL, BITS));
		fails = mpz_cmp_ui(time, slow) > 0;
		CHECK(side >= 0 || mpz_cmp_ui(time, slow) == 0);
		*(side > 0     ? &totals->below
			: side ? &totals->above
			       : &totals->at) += 1;
		*(side > 0     ? &totals->below_fail
			: side ? &totals->above_fail
			       : &totals->at_fail) += (unsigned)fails;
		CHECK(logp_upper_bound(time,
			      test_problem_logp(zP, zk, zL, BITS),
			      &err) == STATUS_OK);
		CHECK(mpz_cmp_ui(time, slow) >= 0 &&
			mpz_cmp_ui(time, 2 * L + k + P - 3) <= 0);
	}
	postal_start_clear(&start);
	mpz_clears(zP, zk, zL, time, NULL);
}

static void test_bounds(void)
{
	struct totals totals = {0};
	unsigned long f[STEPS];

	for (unsigned long L = 1; L <= 8; L++) {
		fill(f, L);
		for (unsigned long P = 2; P <= 100; P++)
			check_bounds(f, P, L, &totals);
	}
	CHECK_FOR(totals.below == 1311 && totals.below_fail == 929, "%lu/%lu",
		totals.below_fail, totals.below);
	CHECK_FOR(totals.at == 778 && totals.at_fail == 110, "%lu/%lu",
		totals.at_fail, totals.at);
	CHECK_FOR(totals.above == 8999 && totals.above_fail == 0, "%lu/%lu",
		totals.above_fail, totals.above);
}

/*
 * Nodes of the universal tree by label and depth, by Definition 3.5: a node
 * labelled l has a child for every label from l+L on.
 */
enum { LABELS = 60 };

static void universal(unsigned long node[LABELS][LABELS], unsigned long L)
{
	memset(node, 0, LABELS * sizeof *node);
	node[1][0] = 1;
	for (unsigned long l = 1; l < LABELS; l++)
		for (unsigned long d = 0; d + 1 < LABELS; d++)
			for (unsigned long c = l + L;
				c < LABELS && node[l][d] && node[l][d] < 100000;
				c++)
				node[c][d + 1] += node[l][d];
}

/* The least depth of a subtree of P nodes with labels up to T, the least T for
 * which there are P nodes. */
static unsigned long depth_slowly(
	unsigned long node[LABELS][LABELS], unsigned long P)
{
	unsigned long total = 0, T = 0, d;

	while (total < P) {
		T++;
		for (d = 0; d < LABELS; d++)
			total += node[T][d];
	}
	for (total = 0, d = 0;; d++) {
		for (unsigned long l = 1; l <= T; l++)
			total += node[l][d];
		if (total >= P)
			return d;
	}
}

static void test_depth(void)
{
	static unsigned long node[LABELS][LABELS];
	unsigned long depth;
	mpz_t P, L;

	mpz_inits(P, L, NULL);
	for (unsigned long j = 1; j <= 7; j++) {
		universal(node, j);
		mpz_set_ui(L, j);
		for (unsigned long i = 1; i <= 200; i++) {
			mpz_set_ui(P, i);
			CHECK(logp_depth(&depth, P, L, BITS, &err) ==
				STATUS_OK);
			CHECK_FOR(depth == depth_slowly(node, i), "%lu %lu", i,
				j);
		}
	}
	mpz_clears(P, L, NULL);
}

/* Lemma 3.1 as printed: min { d : (d+1)L + 1 > B }. */
static void test_lemma_3_1(void)
{
	unsigned long wrong = 0, depth, printed;
	mpz_t P, L, B;
	int nice;

	mpz_inits(P, L, B, NULL);
	for (unsigned long j = 1; j <= 10; j++)
		for (unsigned long i = 2; i <= 500; i++) {
			mpz_set_ui(P, i);
			mpz_set_ui(L, j);
			CHECK(logp_time(B, P, L, BITS, &err) == STATUS_OK);
			CHECK(logp_depth(&depth, P, L, BITS, &err) ==
				STATUS_OK);
			CHECK(logp_is_nice(&nice, P, L, BITS, &err) ==
				STATUS_OK);
			printed = mpz_get_ui(B) / j;
			wrong += depth != printed;
			CHECK(!nice || depth == printed);
			CHECK(depth <= printed);
		}
	CHECK_FOR(wrong == 3107, "%lu", wrong);
	mpz_clears(P, L, B, NULL);
}

static const struct {
	const char *P;
	unsigned long L, B, d;
} tree[] = {
	{"1", 3, 1, 0},
	{"4", 2, 5, 1},
	{"7", 2, 6, 2},
	{"8", 2, 6, 2},
	{"100", 3, 15, 3},
	{"382", 1, 10, 5},
	{"1000", 4, 25, 4},
	{"1000000000000000000000000000000", 2, 146, 0},
	{"1000000", 10, 83, 0},
};

static void test_tree(void)
{
	unsigned long depth;
	mpz_t P, L, B;

	mpz_inits(P, L, B, NULL);
	for (size_t i = 0; i < sizeof tree / sizeof *tree; i++) {
		test_mpz(P, tree[i].P);
		mpz_set_ui(L, tree[i].L);
		CHECK(logp_time(B, P, L, BITS, &err) == STATUS_OK);
		CHECK_FOR(mpz_cmp_ui(B, tree[i].B - 1) == 0, "%s", tree[i].P);
		CHECK(logp_depth(&depth, P, L, BITS, &err) == STATUS_OK);
		CHECK_FOR(!tree[i].d || depth == tree[i].d, "%s", tree[i].P);
	}
	mpz_clears(P, L, B, NULL);
}

static const struct {
	unsigned long P, L, k;
	const char *values; /* rows in order, n: false, u: unproved */
} list[] = {
	{8, 2, 1, "5 6n 1 5 9u 10"},
	{5, 5, 1, "8 10n 2 8 13 13"},
	{100, 4, 20, "37 37 3 36 42u 125"},
	{1, 2, 3, "0"},
	{2, 3, 4, "6 6 0 6 6 9"},
};

static void check_list(
	unsigned long P, unsigned long L, unsigned long k, const char *expected)
{
	struct bound_list bounds = {0};
	char line[200] = "";
	mpz_t zP, zk, zL;

	mpz_init_set_ui(zP, P);
	mpz_init_set_ui(zk, k);
	mpz_init_set_ui(zL, L);
	CHECK(logp_bound_list(&bounds, test_problem_logp(zP, zk, zL, BITS),
		      &err) == STATUS_OK);
	for (size_t i = 0; i < bounds.count; i++) {
		size_t size = strlen(line);

		snprintf(line + size, sizeof line - size, "%s%lu%.1s",
			i ? " " : "",
			mpz_get_ui(mpq_numref(bounds.bound[i].value)),
			bounds.bound[i].holds == HOLDS_YES
				? ""
				: bound_holds[bounds.bound[i].holds]);
	}
	CHECK_FOR(
		strcmp(line, expected) == 0, "%lu %lu %lu: %s", P, L, k, line);
	bound_list_clear(&bounds);
	mpz_clears(zP, zk, zL, NULL);
}

static void test_list(void)
{
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		check_list(list[i].P, list[i].L, list[i].k, list[i].values);
}

/* T_lb - 1 for (10,3,5) and (100,4,20); huge numbers; nothing to send. */
static void test_spots(void)
{
	mpz_t P, k, L, time;

	mpz_init_set_ui(P, 10);
	mpz_init_set_ui(k, 5);
	mpz_init_set_ui(L, 3);
	mpz_init(time);
	lower_bound(time, P, k, L);
	CHECK(mpz_cmp_ui(time, 12) == 0);
	mpz_set_ui(P, 1);
	lower_bound(time, P, k, L);
	CHECK(mpz_sgn(time) == 0);
	CHECK(logp_upper_bound(time, test_problem_logp(P, k, L, BITS), &err) ==
		STATUS_OK);
	CHECK(mpz_sgn(time) == 0);
	/* The k-th item alone gives a lower bound; T_lb grows by 1 with k. */
	mpz_ui_pow_ui(P, 10, 100);
	mpz_ui_pow_ui(k, 10, 200);
	mpz_set_ui(L, 7);
	lower_bound(time, P, k, L);
	mpz_add_ui(k, k, 1);
	mpz_swap(P, time);
	mpz_ui_pow_ui(time, 10, 100);
	lower_bound(L, time, k, L);
	mpz_sub(L, L, P);
	CHECK(mpz_cmp_ui(L, 1) == 0);
	mpz_clears(P, k, L, time, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_bounds());
	RUN(test_depth());
	RUN(test_lemma_3_1());
	RUN(test_tree());
	RUN(test_list());
	RUN(test_spots());
	return test_done();
}
