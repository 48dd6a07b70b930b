/* check/check against a judge that compares every two rows, as the definition
 * of the model reads; and on schedules changed in one row. */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "model/trees/trees.h"
#include "test.h"

enum { ROWS_MAX = 400, MEMORY = 1 << 20 };

/* A schedule in memory, handed out in small pieces. */
struct list {
	struct schedule schedule;
	struct transmission row[ROWS_MAX];
	size_t count, at;
};

static struct err err;

static enum status list_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *unused)
{
	struct list *list = (struct list *)schedule;

	(void)unused;
	*rows = list->row + list->at;
	*count = list->count - list->at < 3 ? list->count - list->at : 3;
	list->at += *count;
	return STATUS_OK;
}

static const struct schedule_ops list_ops = {list_next, NULL};

static void list_read(struct list *list, const struct algorithm *algorithm,
	const struct problem *problem)
{
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;

	list->count = list->at = 0;
	CHECK(algorithm_open(&schedule, algorithm, algorithm->model, problem,
		      test_degree(1 + (unsigned long)rand() % 4),
		      &err) == STATUS_OK);
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0 && list->count + count < ROWS_MAX - 1) {
		memcpy(list->row + list->count, row, count * sizeof *row);
		list->count += count;
	}
	list->schedule.header = schedule->header;
	list->schedule.ops = &list_ops;
	schedule_close(schedule);
}

static int is_earlier(const void *a, const void *b)
{
	const struct transmission *x = a, *y = b;

	return (x->tick > y->tick) - (x->tick < y->tick);
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Whether processor p has the message in full at the tick. */
static int holds(
	const struct list *list, uint64_t p, uint64_t message, uint64_t tick)
{
	if (p == 0)
		return 1;
	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].to == p && list->row[i].message == message &&
			list->row[i].tick + list->schedule.header.latency <=
				tick)
			return 1;
	return 0;
}

static int judge_rows(const struct list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *r = &list->row[i], *s;

		if (r->from == r->to ||
			!holds(list, r->from, r->message, r->tick))
			return 0;
		for (size_t j = 0; j < i; j++) {
			s = &list->row[j];
			if ((r->from == s->from || r->to == s->to) &&
				distance(r->tick, s->tick) <
					list->schedule.header.unit)
				return 0;
		}
	}
	return 1;
}

/* The verdict by definition. */
static int judge(const struct list *list)
{
	const struct schedule_header *header = &list->schedule.header;
	uint64_t finish = 0;

	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].tick + header->latency > finish)
			finish = list->row[i].tick + header->latency;
	if (header->has_finish && finish != header->finish)
		return 0;
	for (uint64_t p = 0; p < header->processors; p++)
		for (uint64_t m = 1; m <= header->messages; m++)
			if (!holds(list, p, m, UINT64_MAX))
				return 0;
	return judge_rows(list);
}

static int verdict(struct list *list, struct check *check)
{
	list->at = 0;
	CHECK(check_schedule(check, &list->schedule, MEMORY, &err) ==
		STATUS_OK);
	CHECK(check->transmissions == list->count);
	return check->violations == 0;
}

enum change { DROP, DELAY, REDIRECT, RESEND, DUPLICATE, RENUMBER, CHANGES };

static void change_row(struct list *list, enum change change, size_t i)
{
	const struct schedule_header *header = &list->schedule.header;
	struct transmission *row = &list->row[i];
	uint64_t random = (uint64_t)rand();

	switch (change) {
	case DROP:
		*row = list->row[--list->count];
		break;
	case DUPLICATE:
		list->row[list->count] = *row;
		row = &list->row[list->count++];
		row->tick += random % 3 * header->latency;
		break;
	case DELAY:
		row->tick += 1 + random % (2 * header->unit);
		break;
	case REDIRECT:
		row->to = random % header->processors;
		break;
	case RESEND:
		row->from = random % header->processors;
		break;
	case RENUMBER:
	case CHANGES:
		row->message = 1 + random % header->messages;
		break;
	}
	qsort(list->row, list->count, sizeof *list->row, is_earlier);
}

static int valid_count, wrong_count;

/* Changes one row in each way, with and without the claimed finish. */
static void check_changes(const struct list *original)
{
	struct list list;
	struct check check;

	for (int change = DROP; change < CHANGES; change++)
		for (int i = 0; i < 12 && original->count > 0; i++) {
			int expected;

			list = *original;
			list.schedule.header.has_finish = i % 2;
			change_row(&list, (enum change)change,
				(size_t)rand() % list.count);
			expected = judge(&list);
			valid_count += expected;
			wrong_count += !expected;
			CHECK_FOR(verdict(&list, &check) == expected,
				"change %d of %s with n = %d, m = %d", change,
				list.schedule.header.algorithm,
				(int)list.schedule.header.processors,
				(int)list.schedule.header.messages);
		}
}

static void test_changes(void)
{
	static const char *const lambdas[] = {"1", "3/2", "5/2", "3", "10"};
	struct problem problem;
	struct list list;
	struct check check;

	srand(2);
	problem_init(&problem);
	problem.max_bits = 1 << 20;
	for (int i = 0; i < 300; i++) {
		const struct algorithm *algorithm = &algorithms[i % 5];

		mpz_set_ui(problem.n, 1 + (unsigned long)rand() % 30);
		mpz_set_ui(problem.m, 1 + (unsigned long)rand() % 10);
		test_mpq(problem.lambda, lambdas[rand() % 5]);
		list_read(&list, algorithm, &problem);
		CHECK(judge(&list) && verdict(&list, &check));
		check_changes(&list);
	}
	CHECK(valid_count > 500 && wrong_count > 5000);
	problem_clear(&problem);
}

/* 0 sends to 1 and 2; latency 2. */
static void list_make(struct list *list)
{
	*list = (struct list){.schedule = {.header = {.model = MODEL_POSTAL,
						   .processors = 3,
						   .messages = 1,
						   .unit = 2,
						   .latency = 4},
				      .ops = &list_ops},
		.row = {{.tick = 0, .to = 1, .message = 1, .line = 8},
			{.tick = 2, .to = 2, .message = 1, .line = 9}},
		.count = 2};
}

static void expect(struct list *list, uint64_t line, const char *reason)
{
	struct check check;

	CHECK(!verdict(list, &check));
	CHECK_FOR(strcmp(check.violation[0].reason.msg, reason) == 0, "%s",
		check.violation[0].reason.msg);
	CHECK(check.violation[0].line == line);
}

static void test_reasons(void)
{
	struct list list;
	struct check check;

	list_make(&list);
	CHECK(verdict(&list, &check));
	CHECK(check.finish == 6 && check.unit == 2);
	list.schedule.header.has_finish = 1;
	list.schedule.header.finish = 7;
	expect(&list, 0, "the finish is claimed to be 7/2, but is 3");
	list_make(&list);
	list.row[1].tick = 1;
	expect(&list, 9,
		"processor 0 does two sends at once, at times 0 and 1/2");
	list_make(&list);
	list.row[1].from = 1;
	expect(&list, 9,
		"processor 1 sends message 1 at 1, but has it only at 2");
	list.row[1].from = 2;
	list.row[1].to = 1;
	expect(&list, 9,
		"processor 2 sends message 1 at 1, but has not been sent it");
	list_make(&list);
	list.row[1].to = 0;
	expect(&list, 9, "processor 0 sends to itself");
	list_make(&list);
	list.row[1].to = 1;
	expect(&list, 0, "processor 2 never gets message 1");
	list_make(&list);
	list.row[1].to = 3;
	expect(&list, 9, "there is no processor 3");
	list_make(&list);
	list.row[1].from = 3;
	expect(&list, 9, "there is no processor 3");
	list_make(&list);
	list.row[1].message = 2;
	expect(&list, 9, "there is no message 2");
	list_make(&list);
	list.row[2] = list.row[0];
	list.count = 3;
	expect(&list, 8, "the send at 0 is earlier than the one before it");
	list_make(&list);
	list.row[1].tick = 3;
	CHECK(verdict(&list, &check));
	list.schedule.header.model = MODEL_LOGP;
	expect(&list, 9, "a send that does not start with a step");
}

/* A row that is no transmission, behind one of its time that is as it should
 * be: in a broadcast, and in a reduction. */
static void test_no_such(void)
{
	static const struct {
		enum operation operation;
		struct transmission row;
		const char *reason;
	} cases[] = {
		{OPERATION_BROADCAST, {.to = 4, .message = 1},
			"there is no processor 4"},
		{OPERATION_BROADCAST, {.to = 3, .message = 0},
			"there is no message 0"},
		{OPERATION_BROADCAST, {.to = 3, .message = 2},
			"there is no message 2"},
		{OPERATION_BROADCAST, {.from = 3, .to = 3, .message = 1},
			"processor 3 sends to itself"},
		{OPERATION_REDUCE, {.from = 3, .to = 4, .message = 1},
			"there is no processor 4"},
		{OPERATION_REDUCE, {.from = 4, .to = 3, .message = 1},
			"there is no processor 4"},
		{OPERATION_REDUCE, {.from = 3, .message = 0},
			"there is no message 0"},
		{OPERATION_REDUCE, {.from = 3, .message = 2},
			"there is no message 2"},
		{OPERATION_REDUCE, {.from = 3, .to = 3, .message = 1},
			"processor 3 sends to itself"},
	};
	struct list list;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int is_sum = cases[i].operation == OPERATION_REDUCE;

		list_make(&list);
		list.schedule.header.processors = 4;
		list.schedule.header.operation = cases[i].operation;
		list.row[0].from = is_sum ? 1 : 0;
		list.row[0].to = is_sum ? 2 : 1;
		list.row[1].tick = 4;
		list.row[1].from = is_sum ? 2 : 1;
		list.row[1].to = is_sum ? 0 : 2;
		list.row[2] = cases[i].row;
		list.row[2].tick = 4;
		list.row[2].line = 10;
		list.count = 3;
		expect(&list, 10, cases[i].reason);
	}
}

static void test_refused(void)
{
	struct list list;
	struct check check;

	list_make(&list);
	list.schedule.header.processors = UINT64_MAX / 2;
	CHECK(check_schedule(&check, &list.schedule, UINT64_MAX, &err) ==
		STATUS_LIMIT);
	list.schedule.header.processors = UINT64_C(1000000000000);
	CHECK(check_schedule(&check, &list.schedule, 1 << 30, &err) ==
		STATUS_LIMIT);
	CHECK(strcmp(err.msg, "checking so many processors and messages needs "
			      "16000000000000 bytes of memory, more than "
			      "" ERR_NAME "max_bits allows") == 0);
	list_make(&list);
	list.schedule.header.messages = UINT64_MAX / 2;
	CHECK(check_schedule(&check, &list.schedule, 1 << 30, &err) ==
		STATUS_LIMIT);
	list_make(&list);
	list.schedule.header.model = MODEL_LOCALITY;
	CHECK(check_schedule(&check, &list.schedule, 1 << 30, &err) ==
		STATUS_INPUT);
}

/* More different times than are kept in short form. */
static void test_many_times(void)
{
	const struct algorithm_options options = {.name = "chain"};
	struct problem problem;
	struct schedule *schedule;
	struct check check;

	problem_init(&problem);
	mpz_set_ui(problem.n, 70000);
	for (unsigned long m = 1; m <= 2; m++) {
		mpz_set_ui(problem.m, m);
		CHECK(trees_open(&schedule, &problem, &options, &err) ==
			STATUS_OK);
		CHECK(check_schedule(&check, schedule, MEMORY * 8, &err) ==
			STATUS_OK);
		CHECK(check.violations == 0);
		CHECK(check.finish == schedule->header.finish);
		schedule_close(schedule);
	}
	problem_clear(&problem);
}

/* A send that overlaps with the one before when a short form, of so many
 * times, is left. */
static void check_one_time_more(uint64_t times)
{
	const struct schedule_header header = {
		.processors = 2, .messages = 1, .unit = 2, .latency = 2};
	struct transmissions list = {NULL, 0, 0};
	struct transmission row = {.to = 1, .message = 1};
	struct schedule *schedule;
	struct check check;

	for (uint64_t i = 1; i <= times; i++, row.tick += 2)
		transmissions_add(&list, &row);
	row.tick--;
	transmissions_add(&list, &row);
	schedule = schedule_stored(&header, &list);
	CHECK(check_schedule(&check, schedule, MEMORY * 8, &err) == STATUS_OK);
	CHECK(check.violations == 2);
	CHECK(check.finish == row.tick + 2);
	schedule_close(schedule);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(check_one_time_more(UINT8_MAX));
	RUN(check_one_time_more(UINT16_MAX));
	RUN(test_reasons());
	RUN(test_no_such());
	RUN(test_refused());
	RUN(test_changes());
	RUN(test_many_times());
	return test_done();
}
