/* core/schedule_stored: rows put in at random come out once each, in order. */
#include "core/schedule.h"

#include "test.h"

enum { ROWS = 1000, SIDE = 10 };

static struct err err;

/* Row i of all (tick, from, message) in order. */
static struct transmission row_of(uint64_t i)
{
	struct transmission row = {.tick = i / (SIDE * SIDE),
		.from = i / SIDE % SIDE,
		.to = i,
		.message = i % SIDE};

	return row;
}

static void test_order(void)
{
	static const struct schedule_header header = {
		.model = MODEL_LOGP, .processors = ROWS, .unit = 1};
	struct transmissions list = {NULL, 0, 0};
	struct schedule *schedule;
	const struct transmission *row;
	uint64_t seen = 0;
	size_t count;

	for (uint64_t i = 0; i < ROWS; i++) {
		struct transmission new = row_of(i * 617 % ROWS);

		transmissions_add(&list, &new);
	}
	schedule = schedule_stored(&header, &list);
	CHECK(list.row == NULL && list.count == 0);
	CHECK(schedule->header.processors == ROWS);
	do {
		CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
		for (size_t i = 0; i < count; i++, seen++)
			CHECK_FOR(row[i].to == seen, "row %zu", i);
	} while (count > 0);
	CHECK(seen == ROWS);
	schedule_close(schedule);
}

static void test_empty(void)
{
	static const struct schedule_header header = {.processors = 1};
	struct transmissions list = {NULL, 0, 0};
	struct schedule *schedule = schedule_stored(&header, &list);
	const struct transmission *row;
	size_t count;

	CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
	CHECK(count == 0);
	schedule_close(schedule);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_order());
	RUN(test_empty());
	return test_done();
}
