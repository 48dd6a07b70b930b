/* The queue rule of check/check against a judge that plays every schedule step
 * by step under every order in which an adversary could break ties. */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "judge/queue.h"
#include "test.h"

enum { MEMORY = 1 << 20 };

static struct err err;

static uint64_t below(uint64_t limit)
{
	return (uint64_t)rand() % limit;
}

/* Rows at times that rise slowly; the senders mostly have what they send. */
static void draw(struct play *play)
{
	struct outcome outcome;
	uint64_t tick = 0;

	play->n = 1 + below(SIDE);
	play->m = 1 + below(2);
	play->latency = 1 + below(3);
	play->count = 0;
	for (int tries = 0; tries < 60 && play->count < ROWS; tries++) {
		struct transmission row = {.from = below(play->n),
			.to = below(play->n),
			.message = 1 + below(play->m)};

		judge_queue_simulate(&outcome, play);
		if (below(5) == 0 && tick < STEPS / 2)
			tick++;
		row.tick = tick;
		if (below(20) > 0 &&
			(row.from == row.to ||
				outcome.held[row.from][row.message] > tick ||
				outcome.held[row.to][row.message] < STEPS))
			continue;
		play->rank[play->count] = (int)play->count;
		play->row[play->count++] = row;
	}
}

/* Judges the play, begun later. */
static int verdict_of(const struct play *play, enum model model, uint64_t later,
	struct check *check)
{
	const struct schedule_header header = {.model = model,
		.processors = play->n,
		.messages = play->m,
		.unit = 1,
		.latency = play->latency};
	struct transmissions list = {NULL, 0, 0};
	struct schedule *schedule;

	for (size_t i = 0; i < play->count; i++) {
		transmissions_add(&list, &play->row[i]);
		list.row[i].tick += later;
	}
	schedule = schedule_stored(&header, &list);
	CHECK(check_schedule(check, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	return check->violations == 0;
}

static int verdict(const struct play *play, struct check *check)
{
	return verdict_of(play, MODEL_LOGP, 0, check);
}

/* A time is 2, 4 or 8 bytes wide, and some plays begin so many steps before
 * that changes: it makes no difference.  Nor does the rule of queues where no
 * message waits. */
static void check_same(
	const struct play *play, const struct check *same, uint64_t before)
{
	static const uint64_t later[] = {
		UINT16_MAX, UINT32_MAX, (UINT64_C(1) << 62) + STEPS};
	struct check check;

	for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
		uint64_t by = later[i] - before;

		verdict_of(play, MODEL_LOGP, by, &check);
		CHECK(check.violations == same->violations);
		CHECK(check.finish ==
			(same->finish > 0 ? same->finish + by : 0));
	}
	if (verdict_of(play, MODEL_POSTAL, 0, &check)) {
		CHECK(same->violations == 0);
		CHECK(check.finish == same->finish);
	}
}

static void test_random(void)
{
	int valid = 0, waiting = 0;

	srand(4);
	for (int i = 0; i < 30000; i++) {
		struct play play;
		struct check check;
		uint64_t finish = 0;
		int expected;

		draw(&play);
		expected = judge_queue_is_always_valid(&play, 0, &finish);
		CHECK_FOR(verdict(&play, &check) == expected, "play %d", i);
		check_same(&play, &check, (uint64_t)i % STEPS);
		if (!expected)
			continue;
		CHECK_FOR(check.finish == finish, "play %d", i);
		valid++;
		waiting +=
			play.count > 0 &&
			finish > play.row[play.count - 1].tick + play.latency;
	}
	CHECK(valid > 1000 && waiting > 50);
}

/* Two messages at once for one processor: it may not need either before both
 * have come, whichever the adversary lets go first. */
static void test_tie(void)
{
	struct play play = {.n = 4,
		.m = 2,
		.latency = 2,
		.row = {{.tick = 0, .from = 0, .to = 1, .message = 1},
			{.tick = 1, .from = 0, .to = 2, .message = 2},
			{.tick = 3, .from = 1, .to = 3, .message = 1},
			{.tick = 3, .from = 2, .to = 3, .message = 2},
			{.tick = 5, .from = 3, .to = 2, .message = 1},
			{.tick = 6, .from = 3, .to = 1, .message = 2}},
		.count = 6};
	struct check check;

	CHECK(!verdict(&play, &check));
	CHECK(check.violations == 1);
	CHECK(strcmp(check.violation[0].reason.msg,
		      "processor 3 sends message 1 at 5, but has it only at "
		      "6") == 0);
	play.row[4].tick = 6;
	play.row[5].tick = 7;
	CHECK(verdict(&play, &check));
	CHECK(check.finish == 9);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_random());
	RUN(test_tie());
	return test_done();
}
