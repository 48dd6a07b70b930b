/*
 * model/telephone/telephone: bounds against sums and exact optima, schedules
 * against two judges.  The whole grids are in tests/grid.
 */
#include "model/telephone/telephone.h"

#include <string.h>

#include "base/mem.h"
#include "model/telephone/odd.h"
#include "number/random.h"
#include "judge/rounds.h"
#include "test.h"

#define BITS ((uint64_t)1 << 33)

static struct err err;

/* The least number of rounds, odd n, by exhaustive search. */
static const unsigned char optima[][14] = {
	{3, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18},
	{5, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16},
	{7, 3, 4, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16},
	{9, 4, 5, 6, 7, 8, 9, 10, 11},
	{11, 4, 5, 6, 7},
};

/* No bound is above an optimum, no schedule below it; n = 3 to 7 are met. */
static void test_optima(void)
{
	for (size_t i = 0; i < sizeof optima / sizeof *optima; i++)
		for (unsigned long m = 1; m < 14 && optima[i][m] > 0; m++) {
			unsigned long n = optima[i][0], best = optima[i][m];
			unsigned long bound = judge_telephone_bound(n, m);
			long above = judge_rounds_case(MODEL_TELEPHONE, n, m);

			CHECK_FOR(bound <= best, "%lu %lu", n, m);
			CHECK_FOR(above >= 0 &&
					  bound + (unsigned long)above >= best,
				"%lu %lu", n, m);
			CHECK_FOR(n > 7 || bound == best, "%lu %lu", n, m);
		}
}

static int is_power(unsigned long n)
{
	return (n & (n - 1)) == 0;
}

/* Whether the first rounds are known to lose a send; odd n. */
static int is_lossy(unsigned long n, unsigned long m)
{
	return is_power(n - 1) || (n == 25 && m >= 4) ||
	       (m >= 2 && (is_power(n + 1) || is_power(n - 3))) ||
	       (m >= 3 && (n % 4 == 3 || is_power(n + 3) || is_power(n - 5)));
}

/* One more where no schedule of so many rounds exists. */
static unsigned long count_more(unsigned long n, unsigned long m)
{
	static const unsigned long cases[][2] = {{7, 3}, {11, 8}, {13, 6},
		{15, 3}, {15, 4}, {31, 3}, {31, 4}, {31, 5}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (cases[i][0] == n && cases[i][1] == m)
			return 1;
	return 0;
}

/* Theorem 2 by its sum: the least r with enough useful sends, as many rounds
 * with the source as there must be. */
static unsigned long count_useful(unsigned long n, unsigned long m)
{
	unsigned long log = 0, r = m;

	while (((unsigned long)1 << log) < n)
		log++;
	for (;; r++) {
		long sends =
			(long)((unsigned long)1 << log) - 1 - is_lossy(n, m);

		sends += ((long)m - (long)log) * (long)(n - 2);
		sends += (long)(r - m) * (long)(n - 1);
		if (sends >= (long)(m * (n - 1)))
			return r > m - 1 + log ? r : m - 1 + log;
	}
}

static void test_bounds(void)
{
	static const unsigned long values[][3] = {{14, 5, 8}, {6, 1, 3},
		{16, 10, 13}, {130, 40, 47}, {7, 3, 6}, {101, 1000, 1016},
		{3, 1, 2}, {1, 1, 0}, {1, 5, 0}, {2, 1, 1}, {2, 9, 9}};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		CHECK_FOR(judge_telephone_bound(values[i][0], values[i][1]) ==
				  values[i][2],
			"%lu %lu", values[i][0], values[i][1]);
	for (unsigned long n = 3; n < 140; n += 2)
		for (unsigned long m = 1; m < 100; m++)
			CHECK_FOR(judge_telephone_bound(n, m) ==
					  count_useful(n, m) + count_more(n, m),
				"%lu %lu", n, m);
}

static void test_any_size(void)
{
	mpz_t n, m, bound, value;

	mpz_inits(n, m, bound, value, NULL);
	mpz_ui_pow_ui(n, 10, 300);
	mpz_ui_pow_ui(m, 10, 200);
	telephone_lower_bound(bound, test_problem(n, m, NULL, UINT64_MAX));
	mpz_add_ui(value, m, 996); /* 10^300 < 2^997 */
	CHECK(mpz_cmp(bound, value) == 0);
	CHECK(telephone_rounds(value, test_problem(n, m, NULL, UINT64_MAX)) &&
		mpz_cmp(bound, value) == 0);
	mpz_add_ui(n, n, 1);
	telephone_lower_bound(bound, test_problem(n, m, NULL, UINT64_MAX));
	CHECK(mpz_cmp(bound, value) == 0);
	CHECK(!telephone_rounds(value, test_problem(n, m, NULL, UINT64_MAX)));
	mpz_set_ui(n, 1);
	CHECK(telephone_rounds(value, test_problem(n, m, NULL, UINT64_MAX)) &&
		mpz_sgn(value) == 0);
	mpz_set_ui(m, 0);
	mpz_set_ui(n, 7);
	telephone_lower_bound(bound, test_problem(n, m, NULL, UINT64_MAX));
	CHECK(mpz_sgn(bound) == 0);
	mpz_clears(n, m, bound, value, NULL);
}

static struct bound_list list_of(unsigned long n, unsigned long m)
{
	struct bound_list list = {0};
	mpz_t zn, zm;

	mpz_init_set_ui(zn, n);
	mpz_init_set_ui(zm, m);
	telephone_bound_list(&list, test_problem(zn, zm, NULL, UINT64_MAX));
	mpz_clears(zn, zm, NULL);
	return list;
}

static void test_lists(void)
{
	struct bound_list list = list_of(14, 5);

	CHECK(list.count == 1 && mpq_cmp_ui(list.bound[0].value, 8, 1) == 0);
	bound_list_clear(&list);
	list = list_of(7, 4);
	CHECK(list.count == 3);
	CHECK(!strcmp(list.bound[0].name, "useful-sends-sharpened"));
	CHECK(mpq_cmp_ui(list.bound[0].value, 7, 1) == 0);
	CHECK(mpq_cmp_ui(list.bound[1].value, 6, 1) == 0);
	CHECK(mpq_cmp_ui(list.bound[2].value, 6, 1) == 0);
	bound_list_clear(&list);
	list = list_of(3, 1);
	CHECK(!strcmp(list.bound[0].name, "last-message"));
	bound_list_clear(&list);
	list = list_of(1, 3);
	CHECK(list.count == 1 && list.bound[0].holds == HOLDS_YES &&
		mpq_sgn(list.bound[0].value) == 0);
	bound_list_clear(&list);
}

static int count_redundant(unsigned long n, unsigned long m)
{
	struct schedule *schedule;
	struct judged_rounds judged = {0};
	mpz_t zn, zm;

	mpz_init_set_ui(zn, n);
	mpz_init_set_ui(zm, m);
	if (search_open_begun(&schedule, telephone_begin,
		    test_problem(zn, zm, NULL, BITS), test_degree(1),
		    &err) == STATUS_OK) {
		judged = judge_rounds_play(schedule);
		schedule_close(schedule);
	}
	mpz_clears(zn, zm, NULL);
	CHECK(judged.valid);
	return judged.redundant;
}

/* Those of M_m to Y and Z are all. */
static void test_redundant(void)
{
	static const unsigned long values[][2] = {
		{2, 0}, {4, 0}, {64, 0}, {6, 1}, {12, 2}, {14, 1}, {22, 4}};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		for (unsigned long m = 1; m < 20; m += 6)
			CHECK_FOR(count_redundant(values[i][0], m) ==
					  (int)values[i][1],
				"%lu %lu", values[i][0], m);
}

static void test_schedules(void)
{
	judge_rounds_grid(MODEL_TELEPHONE, 1, 1, 1, 5, 1, 0);
	judge_rounds_grid(MODEL_TELEPHONE, 2, 66, 2, 40, 3, 0);
	judge_rounds_grid(MODEL_TELEPHONE, 128, 130, 2, 40, 13, 0);
	judge_rounds_grid(MODEL_TELEPHONE, 3, 45, 2, 60, 7, 1);
	judge_rounds_grid(MODEL_TELEPHONE, 155, 155, 2, 400, 80, 1);
	for (unsigned long n = 3; n <= 65; n = 2 * n - 1)
		judge_rounds_grid(MODEL_TELEPHONE, n, n, 1, 70, 4, 0);
	CHECK(judge_rounds_case(MODEL_TELEPHONE, 7, 2) == 0);
	CHECK(judge_rounds_case(MODEL_TELEPHONE, 11, 7) == 0);
	CHECK(judge_rounds_case(MODEL_TELEPHONE, 13, 4) == 0);
	CHECK(judge_rounds_case(MODEL_TELEPHONE, 13, 5) == 0);
	CHECK(judge_rounds_case(MODEL_TELEPHONE, 15, 2) == 0);
	CHECK(judge_rounds_case(MODEL_TELEPHONE, 513, 700) == 0);
	CHECK(judge_rounds_case(MODEL_TELEPHONE, 1001, 1000) == 0);
}

/* Gives out the rounds of a head, then what is recorded. */
struct replay {
	struct rounds rounds;
	struct telephone_steady *head;
	struct rounds_record *record;
};

static void replay_step(struct rounds *rounds)
{
	struct replay *replay = (struct replay *)rounds;
	struct telephone_steady *head = replay->head;

	rounds->senders = head->n;
	rounds->base = 0;
	if (rounds->round >= head->m + head->ages) {
		rounds->send = rounds_record_get(replay->record,
			(size_t)(rounds->round - head->m - head->ages));
		return;
	}
	telephone_steady_step(head);
	rounds->send = head->send;
	rounds->base = head->base;
}

static void replay_clear(struct rounds *rounds)
{
	(void)rounds;
}

/* The rounds without a table, n odd. */
static void check_without_table(uint32_t n, uint32_t m)
{
	static const struct rounds_ops ops = {replay_step, replay_clear};
	struct telephone_steady head;
	struct rounds_record record = {.n = n};
	struct replay *replay = mem_array(1, sizeof *replay);
	mpz_t zn, zm, finish;

	telephone_steady_init(&head, n, m);
	telephone_table_clear(&head.table);
	telephone_steady_rewind(&head);
	for (uint32_t t = 1; t < m + head.ages; t++)
		telephone_steady_step(&head);
	CHECK(telephone_repair(&record, &head.knowledge, UINT64_MAX));
	mpz_init_set_ui(zn, n);
	mpz_init_set_ui(zm, m);
	mpz_init_set_ui(finish, m + head.ages - 1 + record.count);
	telephone_steady_rewind(&head);
	replay->rounds.ops = &ops;
	replay->head = &head;
	replay->record = &record;
	CHECK(rounds_init(&replay->rounds, MODEL_TELEPHONE, "replay",
		      test_problem(zn, zm, NULL, UINT64_MAX), finish,
		      &err) == STATUS_OK);
	CHECK_FOR(judge_rounds_play(&replay->rounds.schedule).valid, "%lu %lu",
		(unsigned long)n, (unsigned long)m);
	schedule_close(&replay->rounds.schedule);
	telephone_steady_clear(&head);
	rounds_record_clear(&record);
	mpz_clears(zn, zm, finish, NULL);
}

static void test_without_table(void)
{
	for (uint32_t n = 3; n < 40; n += 2)
		for (uint32_t m = 1; m < 40; m += 6)
			check_without_table(n, m);
	check_without_table(1001, 100);
}

static enum status open_text(const char *n, const char *m, uint64_t bits)
{
	struct schedule *schedule;
	enum status status;
	mpz_t zn, zm;

	mpz_inits(zn, zm, NULL);
	test_mpz(zn, n);
	test_mpz(zm, m);
	status = search_open_begun(&schedule, telephone_begin,
		test_problem(zn, zm, NULL, bits), test_degree(1), &err);
	if (status == STATUS_OK)
		schedule_close(schedule);
	else
		CHECK(schedule == NULL && err.msg[0] != '\0');
	mpz_clears(zn, zm, NULL);
	return status;
}

static void test_limits(void)
{
	CHECK(open_text("1000", "1000000000000000000", BITS) == STATUS_OK);
	CHECK(open_text("1000", "10000000000000000000", BITS) == STATUS_LIMIT);
	CHECK(open_text("4294967296", "1", UINT64_MAX) == STATUS_LIMIT);
	CHECK(open_text("1000000000000", "1", UINT64_MAX) == STATUS_LIMIT);
	CHECK(open_text("1000000000", "1", BITS) == STATUS_LIMIT);
	CHECK(open_text("10000", "2", 1000) == STATUS_LIMIT);
	CHECK(open_text("3", "1000000000", BITS) == STATUS_LIMIT);
	CHECK(open_text("3", "10000000000", UINT64_MAX) == STATUS_LIMIT);
	CHECK(open_text("2147483649", "1", UINT64_MAX) == STATUS_LIMIT);
}

/* -- who knows what, by a table of all */

enum { KNOWERS = 5, KNOWN = 150 };

/* The first message up to the last that one knows, not the other;
 * 0: none. */
static uint32_t first_by_table(
	char (*knows)[KNOWN + 1], int from, int to, uint32_t last)
{
	for (uint32_t i = 1; i <= last; i++)
		if (knows[from][i] && !knows[to][i])
			return i;
	return 0;
}

static void check_knowledge(
	const struct knowledge *knowledge, char (*knows)[KNOWN + 1])
{
	for (int p = 0; p < KNOWERS; p++) {
		uint32_t misses = 0, base = knowledge->base;

		for (uint32_t i = 1; i <= KNOWN; i++)
			if (i <= base)
				misses += !knows[p][i];
			else if (i <= base + 64)
				CHECK(knowledge_has(knowledge, (uint32_t)p,
					      i) == knows[p][i]);
		CHECK(knowledge_missing(knowledge, (uint32_t)p) == misses);
		for (int q = 0; q < KNOWERS; q++) {
			CHECK(knowledge_first_missing(
				      knowledge, (uint32_t)p, (uint32_t)q) ==
				first_by_table(knows, p, q, base));
			CHECK(knowledge_first(
				      knowledge, (uint32_t)p, (uint32_t)q) ==
				first_by_table(knows, p, q,
					base + 64 < KNOWN ? base + 64 : KNOWN));
		}
	}
}

/* Messages are learned in any order, but none more than 64 past base. */
static void test_knowledge(void)
{
	struct random chance = {.seed = 5};
	char knows[KNOWERS][KNOWN + 1] = {{0}};
	struct knowledge knowledge, copy;

	knowledge_init(&knowledge, KNOWERS, KNOWN);
	memset(knows[0], 1, sizeof knows[0]);
	for (int step = 0; step < 3000; step++) {
		uint32_t p = 1 + random_below(&chance, KNOWERS - 1);
		uint32_t i = 1 + random_below(&chance, KNOWN);

		if (i <= knowledge.base + 64 && !knows[p][i]) {
			knowledge_learn(&knowledge, p, i);
			knows[p][i] = 1;
		}
		if (step % 10 == 0)
			knowledge_advance(&knowledge, knowledge.base + 1);
		if (step % 7 == 0)
			check_knowledge(&knowledge, knows);
	}
	CHECK(knowledge.base == KNOWN);
	knowledge_copy(&copy, &knowledge);
	check_knowledge(&copy, knows);
	knowledge_clear(&copy);
	knowledge_clear(&knowledge);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_optima());
	RUN(test_bounds());
	RUN(test_any_size());
	RUN(test_lists());
	RUN(test_redundant());
	RUN(test_schedules());
	RUN(test_without_table());
	RUN(test_limits());
	RUN(test_knowledge());
	return test_done();
}
