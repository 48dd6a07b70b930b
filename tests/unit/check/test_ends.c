/* check/ends: rows that state one end, by hand: what belongs together in which
 * order, what is reported in which words, how many rows are held. */
#include "check/checker.h"

#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "test.h"

static struct err err;

/* Rows as they are written here: a time, its unit, what is sent, the line. */
struct row {
	uint64_t tick, unit, from, to, message, first, size;
	uint32_t radix, digit;
	enum access access;
	enum schedule_kind kind;
	uint64_t line;
};

/* A schedule of such rows, pulled one by one; then at most an error. */
struct by_hand {
	struct schedule schedule;
	const struct row *row;
	size_t at, count;
	struct transmission now;
	int fails, is_closed;
};

static enum status by_hand_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *at)
{
	struct by_hand *by_hand = (struct by_hand *)schedule;
	const struct row *row;

	*count = 0;
	if (by_hand->at == by_hand->count && by_hand->fails)
		return err_set(at, STATUS_INPUT, "no more", NULL);
	if (by_hand->at == by_hand->count)
		return STATUS_OK;
	row = &by_hand->row[by_hand->at];
	schedule->header.unit = row->unit;
	by_hand->now = (struct transmission){.tick = row->tick,
		.from = row->from,
		.to = row->to,
		.message = row->message,
		.first = row->first,
		.size = row->size,
		.radix = row->radix,
		.digit = row->digit,
		.access = row->access,
		.kind = row->kind,
		.line = row->line};
	by_hand->at++;
	*rows = &by_hand->now;
	*count = 1;
	return STATUS_OK;
}

static void by_hand_clear(struct schedule *schedule)
{
	((struct by_hand *)schedule)->is_closed = 1;
}

static const struct schedule_ops by_hand_ops = {by_hand_next, by_hand_clear};

static struct by_hand by_hand(
	const struct row *row, size_t count, enum operation operation)
{
	struct by_hand made = {.row = row, .count = count};

	made.schedule.header = (struct schedule_header){.model = MODEL_SENDRECV,
		.operation = operation,
		.processors = 9,
		.messages = 9,
		.unit = 1,
		.has_kind = 1};
	made.schedule.ops = &by_hand_ops;
	return made;
}

/* Puts what is left of the rows into text, "3/2: 0 1 2 4+5 1, ", with access
 * last: their time, sender, receiver, message, run; a blank line for each time
 * that schedule_next is called. */
static void list_rows(char text[1000], struct schedule *ends)
{
	const struct transmission *row;
	size_t count;

	*text = '\0';
	do {
		CHECK(schedule_next(ends, &row, &count, &err) == STATUS_OK);
		CHECK(!ends->header.has_kind);
		for (size_t i = 0; i < count; i++) {
			char time[SCHEDULE_TIME_MAX];

			CHECK(row[i].kind == KIND_BOTH);
			schedule_time_text(
				time, row[i].tick, ends->header.unit);
			sprintf(text + strlen(text),
				"%s: %d %d %d %d+%d %d line %d, ", time,
				(int)row[i].from, (int)row[i].to,
				(int)row[i].message, (int)row[i].first,
				(int)row[i].size, (int)row[i].access,
				(int)row[i].line);
		}
		strcat(text, "|");
	} while (count > 0);
}

/* Checks what becomes of the rows, and what is reported, in lines. */
static void check_rows_of(enum operation operation, const struct row *row,
	size_t count, const char *kept, const char *reported)
{
	struct by_hand rows = by_hand(row, count, operation);
	struct check check = {0};
	struct schedule *ends = ends_open(&check, &rows.schedule, 1 << 20);
	char text[20000];

	CHECK(!ends->header.has_kind);
	CHECK(ends->header.processors == 9);
	list_rows(text, ends);
	CHECK_FOR(strcmp(text, kept) == 0, "%s, not %s", text, kept);
	*text = '\0';
	for (size_t i = 0; i < check.listed; i++)
		sprintf(text + strlen(text), "%d: %s: %s\n",
			(int)check.violation[i].line, check.violation[i].rule,
			check.violation[i].reason.msg);
	CHECK_FOR(strcmp(text, reported) == 0, "%s", text);
	CHECK(check.violations == check.listed);
	schedule_close(ends);
	CHECK(!rows.is_closed);
}

#define CHECK_ROWS(operation, rows, kept, reported)                            \
	check_rows_of(OPERATION_##operation, rows,                             \
		sizeof(rows) / sizeof *(rows), kept, reported)

/* Two ends become one row, of the send's line, whichever is first; sorted, and
 * time by time. */
static void test_joined(void)
{
	static const struct row rows[] = {
		{0, 1, 1, 2, 1, 0, 0, 0, 0, ACCESS_NONE, KIND_RECEIVE, 1},
		{0, 1, 1, 2, 1, 0, 0, 0, 0, ACCESS_NONE, KIND_SEND, 2},
		{0, 1, 0, 2, 1, 0, 0, 0, 0, ACCESS_NONE, KIND_BOTH, 3},
		{4, 1, 0, 1, 1, 0, 0, 0, 0, ACCESS_NONE, KIND_SEND, 4},
		{4, 1, 0, 1, 1, 0, 0, 0, 0, ACCESS_NONE, KIND_RECEIVE, 5},
	};

	CHECK_ROWS(BROADCAST, rows,
		"0: 0 2 1 0+0 0 line 3, 0: 1 2 1 0+0 0 line 2, |"
		"4: 0 1 1 0+0 0 line 4, ||",
		"");
	check_rows_of(OPERATION_BROADCAST, NULL, 0, "|", "");
}

/* Rows that differ in one thing alone, of the higher value first, their
 * receives the other way round: two of each are joined, and sorted. */
static void test_order(void)
{
	static const struct {
		struct row less, more;
		const char *kept;
	} pairs[] = {
		{{.from = 1}, {.from = 2},
			"0: 1 0 0 0+0 0 line 3, 0: 2 0 0 0+0 0 line 1, ||"},
		{{.to = 1}, {.to = 2},
			"0: 0 1 0 0+0 0 line 3, 0: 0 2 0 0+0 0 line 1, ||"},
		{{.message = 1}, {.message = 2},
			"0: 0 0 1 0+0 0 line 3, 0: 0 0 2 0+0 0 line 1, ||"},
		{{.first = 1}, {.first = 2},
			"0: 0 0 0 1+0 0 line 3, 0: 0 0 0 2+0 0 line 1, ||"},
		{{.size = 1}, {.size = 2},
			"0: 0 0 0 0+1 0 line 3, 0: 0 0 0 0+2 0 line 1, ||"},
		{{.radix = 3}, {.radix = 4},
			"0: 0 0 0 0+0 0 line 3, 0: 0 0 0 0+0 0 line 1, ||"},
		{{.radix = 3, .digit = 1}, {.radix = 3, .digit = 2},
			"0: 0 0 0 0+0 0 line 3, 0: 0 0 0 0+0 0 line 1, ||"},
		{{.radix = 3, .digit = 2}, {.radix = 4, .digit = 1},
			"0: 0 0 0 0+0 0 line 3, 0: 0 0 0 0+0 0 line 1, ||"},
		{{.access = ACCESS_WRITE}, {.access = ACCESS_READ},
			"0: 0 0 0 0+0 1 line 3, 0: 0 0 0 0+0 2 line 1, ||"},
		/* What comes first counts most. */
		{{.from = 1, .to = 5}, {.from = 2, .to = 3},
			"0: 1 5 0 0+0 0 line 3, 0: 2 3 0 0+0 0 line 1, ||"},
		{{.to = 1, .message = 5}, {.to = 2, .message = 3},
			"0: 0 1 5 0+0 0 line 3, 0: 0 2 3 0+0 0 line 1, ||"},
		{{.message = 1, .first = 5}, {.message = 2, .first = 3},
			"0: 0 0 1 5+0 0 line 3, 0: 0 0 2 3+0 0 line 1, ||"},
		{{.first = 1, .size = 5}, {.first = 2, .size = 3},
			"0: 0 0 0 1+5 0 line 3, 0: 0 0 0 2+3 0 line 1, ||"},
		{{.size = 1, .access = ACCESS_READ},
			{.size = 2, .access = ACCESS_WRITE},
			"0: 0 0 0 0+1 2 line 3, 0: 0 0 0 0+2 1 line 1, ||"},
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct row rows[] = {pairs[i].more, pairs[i].less,
			pairs[i].less, pairs[i].more};

		for (size_t j = 0; j < 4; j++) {
			rows[j].unit = 1;
			rows[j].kind = j % 2 == 0 ? KIND_SEND : KIND_RECEIVE;
			rows[j].line = j + 1;
		}
		CHECK_ROWS(BROADCAST, rows, pairs[i].kept, "");
	}
}

/* A send and a receive that differ in one thing are both without the other. */
static void test_apart(void)
{
	static const struct {
		struct row other;
		const char *reported;
	} cases[] = {
		{{.from = 1, .to = 1, .message = 1, .first = 1, .size = 1},
			"processor 1 receives message 1 from 1"},
		{{.to = 2, .message = 1, .first = 1, .size = 1},
			"processor 2 receives message 1 from 0"},
		{{.to = 1, .message = 2, .first = 1, .size = 1},
			"processor 1 receives message 2 from 0"},
		{{.to = 1, .message = 1, .first = 2, .size = 1},
			"processor 1 receives message 1 from 0"},
		{{.to = 1, .message = 1, .first = 1, .size = 2},
			"processor 1 receives message 1 from 0"},
		{{.to = 1, .message = 1, .first = 1, .size = 1, .radix = 3},
			"processor 1 receives message 1 from 0"},
		{{.to = 1, .message = 1, .first = 1, .size = 1, .digit = 1},
			"processor 1 receives message 1 from 0"},
		{{.to = 1,
			 .message = 1,
			 .first = 1,
			 .size = 1,
			 .access = ACCESS_READ},
			"processor 1 receives message 1 from 0"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct row rows[] = {{.unit = 1,
					     .to = 1,
					     .message = 1,
					     .first = 1,
					     .size = 1,
					     .kind = KIND_SEND,
					     .line = 7},
			cases[i].other};
		char reported[300];

		rows[1].unit = 1;
		rows[1].kind = KIND_RECEIVE;
		rows[1].line = 8;
		sprintf(reported,
			"7: ends: processor 0 sends message 1 to 1 at 0, but "
			"nobody receives it\n"
			"8: ends: %s, sent at 0, but nobody sends it\n",
			cases[i].reported);
		CHECK_ROWS(
			BROADCAST, rows, "0: 0 1 1 1+1 0 line 7, ||", reported);
	}
}

/* Among ends that are alike, rows that state both need none, and the last ones
 * of either kind are without the other; what is only received is no row. */
static void test_alike(void)
{
	static const struct row sends[] = {
		{.tick = 3, .unit = 2, .to = 1, .kind = KIND_SEND, .line = 5},
		{.tick = 3,
			.unit = 2,
			.to = 1,
			.kind = KIND_RECEIVE,
			.line = 6},
		{.tick = 3, .unit = 2, .to = 1, .kind = KIND_BOTH, .line = 7},
		{.tick = 3, .unit = 2, .to = 1, .kind = KIND_SEND, .line = 3},
		{.tick = 3, .unit = 2, .to = 1, .kind = KIND_SEND, .line = 4},
	};
	static const struct row receives[] = {
		{.tick = 1,
			.unit = 1,
			.to = 1,
			.kind = KIND_RECEIVE,
			.line = 2},
		{.tick = 3,
			.unit = 1,
			.to = 1,
			.kind = KIND_RECEIVE,
			.line = 6},
		{.tick = 3,
			.unit = 1,
			.to = 1,
			.kind = KIND_RECEIVE,
			.line = 4},
		{.tick = 3,
			.unit = 1,
			.to = 1,
			.kind = KIND_RECEIVE,
			.line = 5},
		{.tick = 3, .unit = 1, .to = 1, .kind = KIND_BOTH, .line = 7},
		{.tick = 3, .unit = 1, .to = 1, .kind = KIND_SEND, .line = 8},
		{.tick = 9,
			.unit = 1,
			.to = 1,
			.kind = KIND_RECEIVE,
			.line = 9},
	};

	CHECK_ROWS(BROADCAST, sends,
		"3/2: 0 1 0 0+0 0 line 7, 3/2: 0 1 0 0+0 0 line 3, "
		"3/2: 0 1 0 0+0 0 line 4, 3/2: 0 1 0 0+0 0 line 5, ||",
		"4: ends: processor 0 sends message 0 to 1 at 3/2, but nobody "
		"receives it\n"
		"5: ends: processor 0 sends message 0 to 1 at 3/2, but nobody "
		"receives it\n");
	CHECK_ROWS(BROADCAST, receives,
		"3: 0 1 0 0+0 0 line 7, 3: 0 1 0 0+0 0 line 8, ||",
		"2: ends: processor 1 receives message 0 from 0, sent at 1, "
		"but nobody sends it\n"
		"5: ends: processor 1 receives message 0 from 0, sent at 3, "
		"but nobody sends it\n"
		"6: ends: processor 1 receives message 0 from 0, sent at 3, "
		"but nobody sends it\n"
		"9: ends: processor 1 receives message 0 from 0, sent at 9, "
		"but nobody sends it\n");
}

/* What is sent is called what its column is. */
static void test_runs(void)
{
	static const struct row send[] = {{.unit = 1,
		.to = 1,
		.message = 1,
		.first = 8,
		.size = 3,
		.kind = KIND_SEND}};
	static const struct row receive[] = {{.unit = 1,
		.to = 1,
		.message = 1,
		.first = 8,
		.size = 3,
		.kind = KIND_RECEIVE}};

	CHECK_ROWS(ALLGATHER, send, "0: 0 1 1 8+3 0 line 0, ||",
		"0: ends: processor 0 sends blocks 8+3 to 1 at 0, but nobody "
		"receives it\n");
	CHECK_ROWS(CENSUS, receive, "|",
		"0: ends: processor 1 receives operands 8+3 from 0, sent at 0, "
		"but nobody sends it\n");
}

/* A unit that becomes finer among the rows of one time: they are of one time
 * still, and of the new unit; and at the next time. */
static void test_finer(void)
{
	static const struct row rows[] = {
		{.tick = 3, .unit = 1, .to = 1, .kind = KIND_SEND, .line = 1},
		{.tick = 3, .unit = 1, .to = 2, .kind = KIND_SEND, .line = 2},
		{.tick = 6,
			.unit = 2,
			.to = 1,
			.kind = KIND_RECEIVE,
			.line = 3},
		{.tick = 36,
			.unit = 12,
			.to = 2,
			.kind = KIND_RECEIVE,
			.line = 4},
		{.tick = 37, .unit = 12, .to = 3, .kind = KIND_SEND, .line = 5},
		{.tick = 74,
			.unit = 24,
			.to = 3,
			.kind = KIND_RECEIVE,
			.line = 6},
		{.tick = 365,
			.unit = 120,
			.to = 3,
			.kind = KIND_RECEIVE,
			.line = 7},
	};

	/* The row that makes the unit finer may be the next time's. */
	CHECK_ROWS(BROADCAST, rows,
		"3: 0 1 0 0+0 0 line 1, 3: 0 2 0 0+0 0 line 2, |"
		"37/12: 0 3 0 0+0 0 line 5, ||",
		"7: ends: processor 3 receives message 0 from 0, sent at "
		"73/24, but nobody sends it\n");
}

/* Whether that many rows of one time may be held in so many bytes. */
static int fit_rows(size_t count, size_t bytes)
{
	struct row *row = mem_array(count, sizeof *row);
	struct by_hand rows = by_hand(row, count, OPERATION_BROADCAST);
	struct check check = {0};
	struct schedule *ends = ends_open(&check, &rows.schedule, bytes);
	const struct transmission *next;
	enum status status;
	size_t found;

	for (size_t i = 0; i < count; i++)
		row[i].unit = 1;
	status = schedule_next(ends, &next, &found, &err);
	if (status == STATUS_OK)
		CHECK(found == count);
	else
		CHECK(status == STATUS_LIMIT &&
			strcmp(err.msg,
				"so many rows of one time take more memory "
				"than " ERR_NAME "max_bits allows") == 0);
	schedule_close(ends);
	mem_free(row);
	return status == STATUS_OK;
}

static void test_memory(void)
{
	size_t each = sizeof(struct transmission);

	for (size_t count = 1; count < 300; count++) {
		CHECK_FOR(fit_rows(count, count * each), "%zu", count);
		CHECK_FOR(!fit_rows(count, count * each - 1), "%zu", count);
	}
	CHECK(!fit_rows(1, 0));
	CHECK(fit_rows(300, SIZE_MAX));
}

/* What fails while rows are pulled fails here. */
static void test_error(void)
{
	static const struct row send[] = {
		{.unit = 1, .to = 1, .kind = KIND_SEND}};
	struct by_hand rows = by_hand(send, 1, OPERATION_BROADCAST);
	struct check check = {0};
	struct schedule *ends = ends_open(&check, &rows.schedule, 1000);
	const struct transmission *next;
	size_t found;

	rows.fails = 1;
	CHECK(schedule_next(ends, &next, &found, &err) == STATUS_INPUT);
	CHECK(strcmp(err.msg, "no more") == 0);
	schedule_close(ends);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_joined());
	RUN(test_order());
	RUN(test_apart());
	RUN(test_alike());
	RUN(test_runs());
	RUN(test_finer());
	RUN(test_memory());
	RUN(test_error());
	return test_done();
}
