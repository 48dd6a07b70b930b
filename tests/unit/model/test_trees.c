/*
 * The trees of libraries: row for row against a simulation of processors that
 * know only who their parent is; times by formula against times found; shapes
 * at n = 8 against Open MPI's.
 */
#include "model/trees/trees.h"

#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "number/number.h"
#include "test.h"

enum { N = 140, M = 6, ROWS = N * M };

static const uint64_t BITS = UINT64_C(1) << 24;

static struct err err;

/* A tree, as the tests know it: the parent of p > 0, and, of two children of
 * one parent, whether the larger number comes first. */
struct known {
	const char *name;
	unsigned long (*parent)(unsigned long p, unsigned long radix);
	int has_radix;
};

static unsigned long flat_parent(unsigned long p, unsigned long radix)
{
	(void)p;
	(void)radix;
	return 0;
}

static unsigned long chain_parent(unsigned long p, unsigned long radix)
{
	(void)radix;
	return p - 1;
}

/* Its place in its level, of twice the width, modulo the width above. */
static unsigned long binary_parent(unsigned long p, unsigned long radix)
{
	unsigned long first = 0, width = 1;

	(void)radix;
	while (p >= first + 3 * width) {
		first += width;
		width *= 2;
	}
	return first + (p - first - width) % width;
}

static unsigned long binomial_parent(unsigned long p, unsigned long radix)
{
	unsigned long bit = 1;

	(void)radix;
	while (bit * 2 <= p)
		bit *= 2;
	return p - bit;
}

static unsigned long knomial_parent(unsigned long p, unsigned long radix)
{
	unsigned long step = 1;

	while (p / step % radix == 0)
		step *= radix;
	return p - p / step % radix * step;
}

static const struct known trees[] = {
	{"flat", flat_parent, 0},
	{"chain", chain_parent, 0},
	{"binary", binary_parent, 0},
	{"binomial", binomial_parent, 0},
	{"knomial", knomial_parent, 1},
};

enum { TREES = sizeof trees / sizeof *trees };

/* Of p's children, in order, into child; how many. */
static unsigned long list_children(unsigned long *child,
	const struct known *tree, unsigned long p, unsigned long n,
	unsigned long radix)
{
	unsigned long count = 0;

	for (unsigned long c = p + 1; c < n; c++)
		if (tree->parent(c, radix) == p)
			child[count++] = c;
	if (!tree->has_radix)
		return count;
	/* By the power of the radix, the largest first, then by number. */
	for (unsigned long i = 1; i < count; i++)
		for (unsigned long j = i; j > 0; j--) {
			unsigned long a = child[j - 1] - p, b = child[j] - p;
			unsigned long power = 1;

			while (power * radix <= b)
				power *= radix;
			if (a >= power)
				break;
			child[j - 1] = p + b;
			child[j] = p + a;
		}
	return count;
}

static int compare_rows(const void *x, const void *y)
{
	const struct transmission *a = x, *b = y;

	if (a->tick != b->tick)
		return a->tick < b->tick ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->message > b->message) - (a->message < b->message);
}

/* All rows, by the rule: in order, as soon as it has the message and is free.
 */
static size_t simulate(struct transmission *row, const struct known *tree,
	const struct schedule_header *header, unsigned long radix)
{
	static uint64_t has[N][M + 1];
	unsigned long child[N], n = (unsigned long)header->processors;
	size_t count = 0;

	for (unsigned long p = 0; p < n; p++) {
		unsigned long children =
			list_children(child, tree, p, n, radix);
		uint64_t now = 0;

		for (uint64_t i = 1; i <= header->messages; i++) {
			if (p == 0)
				has[p][i] = 0;
			now = now > has[p][i] ? now : has[p][i];
			for (unsigned long c = 0; c < children; c++) {
				row[count++] =
					(struct transmission){.tick = now,
						.from = p,
						.to = child[c],
						.message = i};
				has[child[c]][i] = now + header->latency;
				now += header->unit;
			}
		}
	}
	qsort(row, count, sizeof *row, compare_rows);
	return count;
}

static int is_same(struct schedule *schedule, const struct known *tree,
	unsigned long radix)
{
	static struct transmission row[ROWS];
	size_t rows = simulate(row, tree, &schedule->header, radix), at = 0;
	const struct transmission *given;
	size_t count = 1;
	int same = 1;

	while (same && count > 0) {
		if (schedule_next(schedule, &given, &count, &err) != STATUS_OK)
			return 0;
		for (size_t i = 0; same && i < count; i++, at++)
			same = at < rows && given[i].to == row[at].to &&
			       compare_rows(&given[i], &row[at]) == 0;
	}
	return same && at == rows;
}

/* Valid, and as long as the formula says. */
static int is_right(const struct known *tree, const struct problem *problem,
	struct algorithm_options *options)
{
	struct schedule *schedule;
	struct check check;
	int right = 0;
	mpq_t time, finish;

	mpq_inits(time, finish, NULL);
	options->name = tree->name;
	if (trees_open(&schedule, problem, options, &err) == STATUS_OK) {
		right = check_schedule(&check, schedule, 1 << 24, &err) ==
				STATUS_OK &&
			check.violations == 0 &&
			trees_time(time, problem, options, &err) == STATUS_OK;
		number_set_u64(mpq_numref(finish), check.finish);
		number_set_u64(mpq_denref(finish), check.unit);
		mpq_canonicalize(finish);
		right = right && mpq_equal(time, finish);
		schedule_close(schedule);
	}
	mpq_clears(time, finish, NULL);
	return right;
}

static void check_tree(const struct known *tree, const struct problem *problem,
	unsigned long radix)
{
	struct algorithm_options options = {0};
	struct schedule *schedule;
	mpz_t degree;

	mpz_init_set_ui(degree, radix);
	options.degree = degree;
	CHECK_FOR(is_right(tree, problem, &options), "%s %lu %lu %lu",
		tree->name, mpz_get_ui(problem->n), mpz_get_ui(problem->m),
		radix);
	if (CHECK(trees_open(&schedule, problem, &options, &err) ==
		    STATUS_OK)) {
		CHECK_FOR(is_same(schedule, tree, radix), "%s %lu %lu %lu",
			tree->name, mpz_get_ui(problem->n),
			mpz_get_ui(problem->m), radix);
		schedule_close(schedule);
	}
	mpz_clear(degree);
}

static void test_grid(void)
{
	static const char *const lambdas[] = {"1", "3/2", "5/2", "4", "31/3"};
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = BITS;
	for (size_t l = 0; l < sizeof lambdas / sizeof *lambdas; l++)
		for (unsigned long n = 1; n < N; n += n < 40 ? 1 : 9)
			for (unsigned long m = 1; m <= M; m += 2)
				for (size_t t = 0; t < TREES; t++) {
					problem_set_words(&problem, n, m, 1);
					test_mpq(problem.lambda, lambdas[l]);
					check_tree(&trees[t], &problem, 2);
					if (!trees[t].has_radix)
						continue;
					check_tree(&trees[t], &problem, 3);
					check_tree(&trees[t], &problem, 4);
					check_tree(&trees[t], &problem, 11);
				}
	problem_clear(&problem);
}

/* Who sends message 1 to whom, in the order of the senders, at n = 8. */
static void test_shapes(void)
{
	static const struct {
		size_t tree;
		const char *pairs; /* of digits */
	} shapes[] = {
		{0, "01020304050607"},
		{1, "01122334455667"},
		{2, "01021315242637"},
		{3, "01020413152637"},
		{4, "04010203454647"},
	};
	struct algorithm_options options = {0};
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, 8, 1, 1);
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		char all[20] = "";
		size_t used[8] = {0};
		char sent[8][15] = {""};
		struct schedule *schedule;
		const struct transmission *row;
		size_t count;

		options.name = trees[shapes[i].tree].name;
		CHECK(trees_open(&schedule, &problem, &options, &err) ==
			STATUS_OK);
		CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
		for (size_t r = 0; r < count; r++) {
			size_t from = (size_t)row[r].from;

			sent[from][used[from]++] = (char)('0' + row[r].from);
			sent[from][used[from]++] = (char)('0' + row[r].to);
		}
		for (size_t p = 0; p < 8; p++)
			strcat(all, sent[p]);
		CHECK_FOR(strcmp(all, shapes[i].pairs) == 0, "%s",
			trees[shapes[i].tree].name);
		schedule_close(schedule);
	}
	problem_clear(&problem);
}

/* 10^30 processors, 1000 messages, latency 5/2: from another program, which
 * goes through subtrees by their sizes. */
static void test_huge(void)
{
	static const struct {
		size_t tree;
		unsigned long radix;
		const char *time;
	} times[] = {
		{0, 0, "1999999999999999999999999999998003/2"},
		{1, 0, "5000000000000000000000000001993/2"},
		{2, 0, "4687/2"},
		{3, 0, "200297/2"},
		{4, 2, "200297/2"},
		{4, 4, "150074"},
		{4, 7, "212053"},
	};
	struct algorithm_options options = {0};
	struct problem problem;
	mpq_t time, expected;
	mpz_t degree;

	problem_init(&problem);
	mpz_init(degree);
	mpq_inits(time, expected, NULL);
	mpz_ui_pow_ui(problem.n, 10, 30);
	mpz_set_ui(problem.m, 1000);
	test_mpq(problem.lambda, "5/2");
	options.degree = degree;
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		mpz_set_ui(degree, times[i].radix);
		test_mpq(expected, times[i].time);
		options.name = trees[times[i].tree].name;
		CHECK(trees_time(time, &problem, &options, &err) == STATUS_OK);
		CHECK_FOR(mpq_equal(time, expected), "%s %lu",
			trees[times[i].tree].name, times[i].radix);
	}
	options.degree = NULL;
	options.name = "knomial";
	CHECK(trees_time(time, &problem, &options, &err) == STATUS_OK);
	test_mpq(expected, "150074");
	CHECK(mpq_equal(time, expected));
	mpz_clear(degree);
	mpq_clears(time, expected, NULL);
	problem_clear(&problem);
}

/* A radix past n is n; what does not fit is refused. */
static void test_limits(void)
{
	struct algorithm_options options = {0};
	struct schedule *schedule;
	struct problem problem;
	mpz_t degree;

	problem_init(&problem);
	mpz_init(degree);
	mpz_ui_pow_ui(degree, 10, 30);
	options.degree = degree;
	problem_set_words(&problem, 9, 2, 3);
	CHECK(is_right(&trees[4], &problem, &options));
	mpz_ui_pow_ui(problem.n, 2, 63);
	for (size_t i = 0; i < TREES; i++) {
		options.name = trees[i].name;
		CHECK(trees_open(&schedule, &problem, &options, &err) ==
			STATUS_LIMIT);
	}
	mpz_ui_pow_ui(problem.n, 2, 1 << 17);
	for (size_t i = 0; i < TREES; i++) {
		options.name = trees[i].name;
		CHECK(trees_open(&schedule, &problem, &options, &err) ==
			STATUS_LIMIT);
	}
	mpz_clear(degree);
	problem_clear(&problem);
}

/* The best radix is that of all that can be tried. */
static void check_best(const struct problem *problem)
{
	struct algorithm_options options = {.name = "knomial"};
	mpz_t best, degree, tried;
	mpq_t least, time, said;

	mpz_inits(best, degree, tried, NULL);
	mpq_inits(least, time, said, NULL);
	options.degree = degree;
	for (unsigned long k = 2; mpz_cmp_ui(problem->n, k) > 0; k++) {
		mpz_set_ui(degree, k);
		CHECK(trees_time(time, problem, &options, &err) == STATUS_OK);
		if (k > 2 && mpq_cmp(time, least) >= 0)
			continue;
		mpq_set(least, time);
		mpz_set(best, degree);
	}
	CHECK(trees_best_radix(tried, said, problem, &err) == STATUS_OK);
	CHECK_FOR(mpz_cmp(tried, best) == 0 &&
			  (mpz_sgn(best) == 0 || mpq_equal(said, least)),
		"n=%lu m=%lu: %lu, not %lu", mpz_get_ui(problem->n),
		mpz_get_ui(problem->m), mpz_get_ui(tried), mpz_get_ui(best));
	mpz_clears(best, degree, tried, NULL);
	mpq_clears(least, time, said, NULL);
}

static void test_best(void)
{
	static const char *const lambdas[] = {
		"1", "3/2", "5/2", "7", "40", "1000"};
	struct problem problem;
	mpz_t radix;
	mpq_t time;

	problem_init(&problem);
	for (unsigned long n = 1; n < 400; n += 1 + n / 16)
		for (unsigned long m = 1; m < 40; m = 3 * m + 1)
			for (size_t l = 0; l < 6; l++) {
				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, m);
				test_mpq(problem.lambda, lambdas[l]);
				check_best(&problem);
			}
	mpz_init(radix);
	mpq_init(time);
	mpz_ui_pow_ui(problem.n, 10, 1000);
	mpz_set_ui(problem.m, 1);
	test_mpq(problem.lambda, "20");
	CHECK(trees_best_radix(radix, time, &problem, &err) == STATUS_OK &&
		mpz_cmp_ui(radix, 2) > 0 && mpz_cmp_ui(radix, 40) < 0);
	mpz_ui_pow_ui(problem.n, 10, 30);
	test_mpq(problem.lambda, "1000000000000000");
	CHECK(trees_best_radix(radix, time, &problem, &err) == STATUS_LIMIT);
	problem_clear(&problem);
	mpz_clear(radix);
	mpq_clear(time);
}

/* When a processor's last send and receive started; what it has from when on,
 * from message 1; and of which parity it sends messages, a bit each. */
struct party {
	uint64_t sent, received, *held;
	unsigned parities;
};

/* Whether the row starts as soon as its message is there and both are free. */
static int is_prompt(const struct transmission *row, const struct party *from,
	const struct party *to)
{
	uint64_t start = row->from > 0 ? from->held[row->message] : 0;

	start = from->sent > start ? from->sent : start;
	start = to->received > start ? to->received : start;
	return row->tick == start;
}

/* Odd messages and even ones: who sends one on is a leaf for the other; and all
 * start as soon as they can. */
static void check_two_tree(unsigned long n, unsigned long m, const char *lambda)
{
	const struct algorithm_options options = {0};
	const struct transmission *row;
	struct party *party = calloc(n, sizeof *party);
	struct schedule *schedule;
	struct problem problem;
	uint64_t end = 0;
	size_t count;

	problem_init(&problem);
	problem.max_bits = 1 << 24;
	mpz_set_ui(problem.n, n);
	mpz_set_ui(problem.m, m);
	test_mpq(problem.lambda, lambda);
	for (unsigned long p = 0; p < n; p++)
		party[p].held = calloc(m + 1, sizeof *party[p].held);
	CHECK(trees_two_tree_open(&schedule, &problem, &options, &err) ==
		STATUS_OK);
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			struct party *from = &party[row[i].from];
			struct party *to = &party[row[i].to];
			uint64_t unit = schedule->header.unit;

			CHECK_FOR(is_prompt(&row[i], from, to),
				"n=%lu m=%lu lambda %s", n, m, lambda);
			from->parities |= 1u << row[i].message % 2;
			from->sent = to->received = row[i].tick + unit;
			end = row[i].tick + schedule->header.latency;
			to->held[row[i].message] = end;
		}
	CHECK(end == schedule->header.finish);
	for (unsigned long p = 1; p < n; p++)
		CHECK_FOR(party[p].parities < 3, "%lu of %lu, m=%lu", p, n, m);
	schedule_close(schedule);
	problem_clear(&problem);
	for (unsigned long p = 0; p < n; p++)
		free(party[p].held);
	free(party);
}

static void test_two_tree(void)
{
	static const char *const lambdas[] = {
		"1", "5/2", "4", "7/3", "101/100"};

	for (unsigned long n = 1; n < 70; n++)
		for (unsigned long m = 1; m < 8; m++)
			check_two_tree(n, m, lambdas[(n + m) % 5]);
	/* Of so many messages the middle is not timed one by one. */
	for (unsigned long n = 1; n < 200; n += n / 4 + 1)
		for (unsigned long m = 100; m < 102; m++)
			check_two_tree(n, m, lambdas[(n + m) % 5]);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_best());
	RUN(test_two_tree());
	RUN(test_grid());
	RUN(test_shapes());
	RUN(test_huge());
	RUN(test_limits());
	return test_done();
}
