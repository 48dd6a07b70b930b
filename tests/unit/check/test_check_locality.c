/* ROOT's schedules pass check/check, which knows nothing of them; the algorithm
 * as it is printed does not, nor do schedules with one thing wrong. */
#include "model/locality/locality.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "check/check.h"
#include "format/schedule/schedule.h"
#include "test.h"

enum { MEMORY = 1 << 24, ROWS_MAX = 64 };

static struct err err;

/* The whole schedule: its order, its length, and what the checker says. */
static void check_root(const char *text, unsigned long n)
{
	struct schedule *schedule;
	const struct transmission *row;
	struct transmission last = {0};
	struct cost *cost;
	struct check check;
	uint64_t rows = 0;
	size_t count;
	const struct problem *problem = test_problem_words(n, 1, 1, 1 << 20);
	struct algorithm_options options = {0};
	mpz_t expected;

	mpz_init(expected);
	locality_root_rows(expected, problem, test_degree(1));
	CHECK(cost_parse(&cost, text, 1 << 20, &err) == STATUS_OK);
	options.cost = cost;
	for (int pass = 0; pass < 2; pass++) {
		if (!CHECK(locality_root_open(&schedule, problem, &options,
				   &err) == STATUS_OK))
			break;
		if (pass == 1) {
			CHECK(check_schedule(&check, schedule, MEMORY, &err) ==
				STATUS_OK);
			CHECK_FOR(check.violations == 0, "%s, %lu: %s", text, n,
				check.violation[0].reason.msg);
			CHECK(mpz_cmp_ui(expected,
				      (unsigned long)check.transmissions) == 0);
		}
		while (pass == 0 &&
			schedule_next(schedule, &row, &count, &err) ==
				STATUS_OK &&
			count > 0)
			for (size_t i = 0; i < count; i++, last = row[i - 1])
				CHECK_FOR(rows++ == 0 ||
						  row[i].tick > last.tick ||
						  (row[i].tick == last.tick &&
							  row[i].from >
								  last.from),
					"order, %s, %lu", text, n);
		schedule_close(schedule);
	}
	cost_free(cost);
	mpz_clear(expected);
}

static void test_root(void)
{
	static const char *const costs[] = {
		"clog", "csqrt", "k", "1", "1+1/k", "max(20-k,k/7)"};

	for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
		for (unsigned long n = 1; n <= 300; n++)
			check_root(costs[i], n);
		check_root(costs[i], 1000);
		check_root(costs[i], 4097);
		check_root(costs[i], 65536);
	}
}

/* -- schedules by hand */

struct list {
	struct schedule schedule;
	struct transmission row[ROWS_MAX];
	size_t count;
	int handed_out;
};

static enum status list_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *unused)
{
	struct list *list = (struct list *)schedule;

	(void)unused;
	*rows = list->row;
	*count = list->handed_out ? 0 : list->count;
	list->handed_out = 1;
	return STATUS_OK;
}

static const struct schedule_ops list_ops = {list_next, NULL};

/* A schedule from a text: "read 0 1 2 at 3" a row, by words. */
static void list_init(struct list *list, uint64_t n, const char *cost)
{
	*list = (struct list){.schedule = {.header = {.model = MODEL_LOCALITY,
						   .processors = n,
						   .messages = 1,
						   .unit = 1,
						   .cost = cost},
				      .ops = &list_ops}};
}

static void add(struct list *list, uint64_t tick, enum access access,
	uint64_t from, uint64_t to, uint64_t size)
{
	list->row[list->count++] = (struct transmission){.tick = tick,
		.from = from,
		.to = to,
		.message = 1,
		.size = size,
		.access = access,
		.line = list->count + 1};
}

static void expect(struct list *list, uint64_t violations, const char *first)
{
	struct check check;

	list->handed_out = 0;
	CHECK(check_schedule(&check, &list->schedule, MEMORY, &err) ==
		STATUS_OK);
	CHECK_FOR(check.violations == violations, "%d", (int)check.violations);
	if (violations > 0)
		CHECK_FOR(strcmp(check.violation[0].reason.msg, first) == 0,
			"%s", check.violation[0].reason.msg);
}

/* To the letter, a group's first processor never reads its cell. */
static void test_printed_at_4(void)
{
	struct list list;

	list_init(&list, 4, "clog");
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	add(&list, 1, ACCESS_WRITE, 0, 2, 4);
	add(&list, 3, ACCESS_READ, 2, 3, 2);
	expect(&list, 1, "processor 2 never learns the item");
}

/* To the letter, s = 3 groups of 5 are of 3, 3 and -1 processors. */
static void test_printed_at_5(void)
{
	struct list list;

	list_init(&list, 5, "clog");
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	add(&list, 1, ACCESS_WRITE, 0, 2, 3);
	add(&list, 3, ACCESS_WRITE, 0, 3, 5);
	add(&list, 3, ACCESS_WRITE, 1, 6, 5);
	add(&list, 6, ACCESS_READ, 3, 4, 2);
	expect(&list, 3, "there is no processor 6");
	list.row[3].from = 5;
	list.row[3].to = 1;
	expect(&list, 3, "there is no processor 5");
}

/* To the letter, P3 writes at 9 what it has not read. */
static void test_printed_at_9(void)
{
	struct list list;

	list_init(&list, 9, "clog");
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	add(&list, 1, ACCESS_WRITE, 0, 2, 3);
	add(&list, 3, ACCESS_WRITE, 0, 3, 9);
	add(&list, 3, ACCESS_WRITE, 2, 6, 9);
	expect(&list, 8,
		"processor 2 writes the item at 3, but does not know it");
}

/* ROOT at 5, as it should be, and with one thing wrong. */
static void root_at_5(struct list *list)
{
	list_init(list, 5, "clog");
	add(list, 0, ACCESS_READ, 0, 1, 2);
	add(list, 1, ACCESS_WRITE, 0, 2, 3);
	add(list, 3, ACCESS_READ, 2, 2, 1);
	add(list, 4, ACCESS_WRITE, 0, 3, 5);
	add(list, 7, ACCESS_READ, 3, 3, 1);
	add(list, 8, ACCESS_READ, 3, 4, 2);
	list->schedule.header.has_finish = 1;
	list->schedule.header.finish = 9;
}

static void test_one_thing_wrong(void)
{
	struct list list;

	root_at_5(&list);
	expect(&list, 0, NULL);
	list.schedule.header.finish = 8;
	expect(&list, 1, "the finish is claimed to be 8, but is 9");
	root_at_5(&list);
	list.row[4].tick = 6;
	expect(&list, 2, "cell 3 is read at 6, but holds the item only at 7");
	root_at_5(&list);
	list.row[3].tick = 2;
	expect(&list, 3, "the access at 2 is earlier than the one before it");
	root_at_5(&list);
	list.row[2].tick = list.row[3].tick = 2;
	expect(&list, 3, "cell 2 is read at 2, but holds the item only at 3");
	root_at_5(&list);
	list.row[3].size = 3;
	expect(&list, 3, "no group of size 3 has both processors 0 and 3");
	root_at_5(&list);
	list.row[3].size = 6;
	expect(&list, 3, "no group has the size 6");
	root_at_5(&list);
	list.row[5].from = 1;
	list.row[5].size = 4;
	expect(&list, 2, "cell 1 is read at 8, but does not hold the item");
	root_at_5(&list);
	list.row[5].message = 7;
	expect(&list, 3, "there is no message 7");
	root_at_5(&list);
	list.row[5].access = ACCESS_NONE;
	expect(&list, 3, "neither a read nor a write");
}

/* One cell, or one processor, at a time. */
static void test_exclusive(void)
{
	struct list list;

	list_init(&list, 3, "k");
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	add(&list, 1, ACCESS_READ, 0, 2, 3);
	expect(&list, 1,
		"cell 0 takes part in two accesses at once: one lasts until 2, "
		"one starts at 1");
	list.row[1].tick = 2;
	expect(&list, 0, NULL);
	list_init(&list, 3, "k");
	add(&list, 0, ACCESS_WRITE, 0, 1, 2);
	add(&list, 0, ACCESS_WRITE, 0, 2, 3);
	add(&list, 3, ACCESS_READ, 1, 1, 1);
	add(&list, 3, ACCESS_READ, 2, 2, 1);
	expect(&list, 1,
		"processor 0 takes part in two accesses at once: one lasts "
		"until 2, one starts at 0");
}

/* Costs finer than the times' own unit. */
static void test_fine_costs(void)
{
	struct list list;

	list_init(&list, 2, "k+1/3");
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	expect(&list, 0, NULL);
	list.schedule.header.has_finish = 1;
	list.schedule.header.finish = 2;
	expect(&list, 1, "the finish is claimed to be 2, but is 7/3");
	list_init(&list, 3, "2+1/k");
	list.schedule.header.unit = 2;
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	add(&list, 5, ACCESS_READ, 0, 2, 3);
	expect(&list, 0, NULL);
}

/* Prices of 3/2, 4/3, 6/5 and 5/4: the unit gets finer four times, and what
 * has been noted keeps its time. */
static void test_finer_and_finer(void)
{
	static const char *const reasons[] = {
		"processor 0 takes part in two accesses at once: one lasts "
		"until 3/2, one starts at 0",
		"cell 1 is read at 0, but holds the item only at 3/2",
		"cell 1 takes part in two accesses at once: one lasts until "
		"3/2, one starts at 0",
		"processor 1 writes the item at 0, but knows it only at 6/5",
		"processor 1 takes part in two accesses at once: one lasts "
		"until 6/5, one starts at 0",
		"processor 2 never learns the item",
		"processor 3 never learns the item",
		"processor 4 never learns the item",
		"the finish is claimed to be 1, but is 3/2"};
	struct check check;
	struct list list;

	list_init(&list, 5, "1+1/k");
	add(&list, 0, ACCESS_WRITE, 0, 1, 2);
	add(&list, 0, ACCESS_WRITE, 0, 2, 3);
	add(&list, 0, ACCESS_READ, 1, 1, 5);
	add(&list, 0, ACCESS_WRITE, 1, 3, 4);
	list.schedule.header.has_finish = 1;
	list.schedule.header.finish = 1;
	expect(&list, sizeof reasons / sizeof *reasons, reasons[0]);
	list.handed_out = 0;
	CHECK(check_schedule(&check, &list.schedule, MEMORY, &err) ==
		STATUS_OK);
	for (size_t i = 0; i < check.listed; i++)
		CHECK_FOR(strcmp(check.violation[i].reason.msg, reasons[i]) ==
					  0 &&
				  (check.violation[i].line == 0) == (i > 4),
			"%s", check.violation[i].reason.msg);
}

/* A price that was found before the unit got finer is not used after. */
static void test_prices_again(void)
{
	struct list list;

	list_init(&list, 64, "1+1/k");
	add(&list, 0, ACCESS_WRITE, 0, 1, 64);
	add(&list, 2, ACCESS_WRITE, 0, 1, 3);
	add(&list, 4, ACCESS_WRITE, 0, 1, 64);
	list.schedule.header.has_finish = 1;
	list.schedule.header.unit = 64;
	list.schedule.header.finish = 64 * 5 + 1;
	for (size_t i = 0; i < list.count; i++)
		list.row[i].tick *= 64;
	expect(&list, 63, "processor 1 never learns the item");
}

/* A file's unit that gets finer after a price's did: both in quarters. */
static void test_common_unit(void)
{
	static char text[] =
		"# fibcast schedule 1\n# model locality\n# processors 3\n"
		"# cost k/2\ntime from to message size access\n"
		"0 0 1 1 3 write\n7/4 1 1 1 1 read\n";
	FILE *file = fmemopen(text, sizeof text - 1, "r");
	struct schedule *schedule;
	struct check check;

	CHECK(schedule_reader_open(&schedule, file, &err) == STATUS_OK);
	CHECK(check_schedule(&check, schedule, MEMORY, &err) == STATUS_OK);
	CHECK(check.unit == 4 && check.finish == 11 && check.violations == 1);
	schedule_close(schedule);
	fclose(file);
}

/* From a processor to one of a lower number. */
static void test_downwards(void)
{
	struct list list;

	list_init(&list, 3, "1");
	add(&list, 0, ACCESS_WRITE, 0, 2, 3);
	add(&list, 1, ACCESS_READ, 2, 2, 1);
	add(&list, 2, ACCESS_WRITE, 2, 1, 2);
	add(&list, 3, ACCESS_READ, 1, 1, 1);
	expect(&list, 0, NULL);
}

static void expect_error(
	struct list *list, enum status status, const char *message)
{
	struct check check;

	list->handed_out = 0;
	CHECK(check_schedule(&check, &list->schedule, MEMORY, &err) == status);
	CHECK_FOR(strcmp(err.msg, message) == 0, "%s", err.msg);
}

/* Whether two rows, at that tick and the next, have times that are kept. */
static int is_kept(
	uint64_t unit, const char *cost, uint64_t tick, uint64_t next)
{
	struct check check;
	struct list list;

	list_init(&list, 2, cost);
	list.schedule.header.unit = unit;
	add(&list, tick, ACCESS_READ, 0, 0, 1);
	add(&list, next, ACCESS_READ, 0, 1, 2);
	if (check_schedule(&check, &list.schedule, MEMORY, &err) == STATUS_OK)
		return 1;
	CHECK(err.code == STATUS_LIMIT);
	CHECK(strcmp(err.msg, "times and costs have no common unit in which "
			      "they are below 2^63") == 0);
	return 0;
}

/* The latest times and the largest costs, and the next ones. */
static void test_limits(void)
{
	const uint64_t half = UINT64_C(1) << 62;

	CHECK(is_kept(1, "2^63-1", 0, 0));
	CHECK(!is_kept(1, "2^63-1", 0, 1));
	CHECK(!is_kept(1, "2^63", 0, 0));
	CHECK(is_kept(2, "2^62-1", 0, 0));
	CHECK(!is_kept(2, "2^62", 0, 0));
	CHECK(is_kept(1, "(2^63-1)/(2^63-2)", 0, 0));
	CHECK(!is_kept(1, "(2^63+1)/2^63", 0, 0));
	CHECK(!is_kept(1, "2^62+1/2", 0, 0));
	/* The first ends at half - 1 or half, and then the unit gets finer. */
	CHECK(is_kept(1, "1+1/k", half - 3, half - 2));
	CHECK(!is_kept(1, "1+1/k", half - 3, half - 1));
	CHECK(!is_kept(1, "1+1/k", half - 2, half - 2));
}

/* An access that lasts to the last tick but one of a unit, before one that
 * makes it finer: by 7, as (2^63-1)/7 is whole. */
static void test_last_tick(void)
{
	struct check check;
	struct list list;

	list_init(&list, 3, "(k-2)*(2^63-1)/7+(3-k)*8/7");
	add(&list, 0, ACCESS_WRITE, 0, 2, 3);
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	CHECK(check_schedule(&check, &list.schedule, MEMORY, &err) ==
		STATUS_OK);
	CHECK(check.unit == 7 && check.finish == INT64_MAX);
	list_init(&list, 3, "(k-2)*((2^63-1)/7+1)+(3-k)*8/7");
	add(&list, 0, ACCESS_WRITE, 0, 2, 3);
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	CHECK(check_schedule(&check, &list.schedule, MEMORY, &err) ==
		STATUS_LIMIT);
	/* Three times the tick passes 2^64 and would seem to be 2. */
	list_init(&list, 2, "k*2/3");
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	add(&list, 2, ACCESS_READ, 0, 1, 2);
	add(&list, UINT64_C(6148914691236517206), ACCESS_READ, 0, 1, 2);
	CHECK(check_schedule(&check, &list.schedule, MEMORY, &err) ==
		STATUS_LIMIT);
}

static void test_errors(void)
{
	struct list list;

	list_init(&list, 2, "sqrt");
	add(&list, 0, ACCESS_READ, 0, 1, 2);
	expect_error(&list, STATUS_INPUT,
		"the cost is not exact at k = 2, so no time can be checked");
	list.schedule.header.cost = "1/(k-2)";
	expect_error(&list, STATUS_INPUT, "no value at k = 2: division by 0");
	list.schedule.header.cost = "1+";
	expect_error(&list, STATUS_INPUT, "cost: '1+' ends too early");
	list.schedule.header.cost = "2^64";
	expect_error(&list, STATUS_LIMIT,
		"times and costs have no common unit in which they are below "
		"2^63");
	list.schedule.header.messages = 2;
	expect_error(&list, STATUS_INPUT, "model locality has one message");
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_root());
	RUN(test_printed_at_4());
	RUN(test_printed_at_5());
	RUN(test_printed_at_9());
	RUN(test_one_thing_wrong());
	RUN(test_exclusive());
	RUN(test_fine_costs());
	RUN(test_finer_and_finer());
	RUN(test_prices_again());
	RUN(test_limits());
	RUN(test_downwards());
	RUN(test_common_unit());
	RUN(test_last_tick());
	RUN(test_errors());
	return test_done();
}
