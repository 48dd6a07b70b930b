/* format/schedule/reader: rows that look like fibcast's own are read by a
 * shorter path.  A blank in front of a row keeps it off that path and must
 * change nothing: neither what is read nor what is refused, nor the message. */
#include "format/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "test.h"

enum { ROW_BYTES = 120, MISTAKES = 4 };

/* The rows of a file up to its end or its first mistake. */
struct contents {
	enum status status;
	struct err err;
	size_t count, most; /* rows; room for them */
	struct transmission *row;
};

static void read_text(struct contents *contents, const char *text)
{
	FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;

	contents->count = 0;
	contents->status = schedule_reader_open(&schedule, in, &contents->err);
	CHECK(contents->status == STATUS_OK);
	do {
		contents->status =
			schedule_next(schedule, &row, &count, &contents->err);
		if (!CHECK(count <= 256 &&
			    count <= contents->most - contents->count))
			break;
		for (size_t i = 0; i < count; i++)
			contents->row[contents->count++] = row[i];
	} while (contents->status == STATUS_OK && count > 0);
	schedule_close(schedule);
	fclose(in);
}

static int is_same_row(
	const struct transmission *a, const struct transmission *b)
{
	return a->tick == b->tick && a->from == b->from && a->to == b->to &&
	       a->message == b->message && a->line == b->line;
}

static int is_same(const struct contents *a, const struct contents *b)
{
	if (a->status != b->status || a->count != b->count)
		return 0;
	for (size_t i = 0; i < a->count; i++)
		if (!is_same_row(&a->row[i], &b->row[i]))
			return 0;
	return a->status == STATUS_OK || strcmp(a->err.msg, b->err.msg) == 0;
}

/* The same text with a blank in front of each line. */
static void put_blanks(char *to, const char *from)
{
	for (int begins = 1; *from != '\0'; from++) {
		if (begins)
			*to++ = ' ';
		*to++ = *from;
		begins = *from == '\n';
	}
	*to = '\0';
}

/* Whether both paths read the rows alike; plain gets what the shorter one
 * reads. */
static int is_read_alike(struct contents *plain, struct contents *blank,
	const char *head, const char *rows)
{
	size_t size = strlen(head) + strlen(rows) + 1;
	char *text = mem_array(2 * size, 1);

	strcpy(text, head);
	strcat(text, rows);
	read_text(plain, text);
	put_blanks(text + strlen(head), rows);
	read_text(blank, text);
	mem_free(text);
	return is_same(plain, blank);
}

/* A random number up to most, of any length. */
static uint64_t draw(uint64_t most)
{
	uint64_t number = (uint64_t)rand() << 32 ^ (uint64_t)rand();

	return (number >> rand() % 62) % (most + 1);
}

/* Puts a random number from low to high or, sometimes, if it may be wrong,
 * something else. */
static char *put_number(char *at, uint64_t low, uint64_t high, int may_be_wrong)
{
	static const char *const odd[] = {"", "0", "2", "4", "7", "11", "12",
		"1x", "x", "-1", "+1", ":", "/", "01", "00000001", "000000001",
		" 1", "1 ", "12345678", "123456789", "9223372036854775808"};
	uint64_t count = sizeof odd / sizeof *odd;

	if (may_be_wrong && rand() % 8 == 0)
		return at + sprintf(at, "%s", odd[(size_t)rand() % count]);
	low += draw(high - low);
	return at + sprintf(at, "%llu", (unsigned long long)low);
}

static char *put_row(char *at, const char *time, uint64_t processors,
	uint64_t messages, int may_be_wrong)
{
	static const char *const times[] = {
		"", "0", "13", "123456789", "%", "05", "5.0", "5/1", "19/3"};
	static const char *const ends[] = {
		"\r\n", " \n", "\tx\n", "x\n", "\t1\n", "\r", "\n\n", "\n#\n"};
	int is_wrong = may_be_wrong && rand() % 16 == 0;

	at += sprintf(at, "%s\t", is_wrong ? times[rand() % 9] : time);
	at = put_number(at, 0, processors - 1, may_be_wrong);
	*at++ = may_be_wrong && rand() % 16 == 0 ? ' ' : '\t';
	at = put_number(at, 0, processors - 1, may_be_wrong);
	*at++ = may_be_wrong && rand() % 16 == 0 ? 'x' : '\t';
	at = put_number(at, 1, messages, may_be_wrong);
	is_wrong = may_be_wrong && rand() % 8 == 0;
	return at + sprintf(at, "%s", is_wrong ? ends[rand() % 8] : "\n");
}

static const struct {
	uint64_t processors, messages;
} sizes[] = {{4, 1}, {12, 1}, {1, 1}, {12, 2}, {9, 11}, {1000, 100},
	{10000000, 12345678}, {INT64_MAX, INT64_MAX}};

static void put_head(char *head, uint64_t processors, uint64_t messages)
{
	sprintf(head,
		"# fibcast schedule 1\n# model telephone\n# processors %llu\n"
		"# messages %llu\ntime\tfrom\tto\tmessage\n",
		(unsigned long long)processors, (unsigned long long)messages);
}

/* Rows of one time, of which the last few may have a mistake.  What either path
 * has read before, even into the same place, must not matter. */
static void test_mistakes(struct contents *plain, struct contents *blank)
{
	static const char *const times[] = {
		"5", "1", "12", "1234567", "12345678"};
	char head[200], *rows = mem_array(plain->most, ROW_BYTES);
	int valid_count = 0, wrong_count = 0;

	for (int i = 0; i < 8000; i++) {
		const char *time = times[rand() % 5];
		int count = rand() % 8 == 0 ? 250 + rand() % 20 : rand() % 9;
		char *at = rows;

		put_head(head, sizes[i % 8].processors, sizes[i % 8].messages);
		for (int j = 0; j < count; j++)
			at = put_row(at, time, sizes[i % 8].processors,
				sizes[i % 8].messages, j >= count - MISTAKES);
		*at = '\0';
		CHECK_FOR(is_read_alike(plain, blank, head, rows),
			"%s, but behind blanks %s:\n%s%s",
			plain->status == STATUS_OK ? "read" : plain->err.msg,
			blank->status == STATUS_OK ? "read" : blank->err.msg,
			head, rows);
		valid_count += plain->status == STATUS_OK;
		wrong_count += plain->status != STATUS_OK;
	}
	CHECK_FOR(valid_count > 2000 && wrong_count > 2000, "%d, %d",
		valid_count, wrong_count);
	mem_free(rows);
}

/* More rows of one time than the buffer holds, so that it ends at any place in
 * a row. */
static void test_many(struct contents *plain, struct contents *blank)
{
	char head[200], *rows = mem_array(plain->most, ROW_BYTES);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *at = rows;

		put_head(head, sizes[i].processors, sizes[i].messages);
		for (size_t j = 0; j < plain->most; j++)
			at = put_row(at, "12", sizes[i].processors,
				sizes[i].messages, 0);
		CHECK(is_read_alike(plain, blank, head, rows));
		CHECK(plain->status == STATUS_OK &&
			plain->count == plain->most);
	}
	mem_free(rows);
}

int main(int argc, char **argv)
{
	enum { MOST = 50000 };
	struct contents plain = {.most = MOST}, blank = {.most = MOST};

	test_choose(argc, argv);
	mem_init(NULL);
	srand(7);
	plain.row = mem_array(MOST, sizeof *plain.row);
	blank.row = mem_array(MOST, sizeof *blank.row);
	RUN(test_mistakes(&plain, &blank));
	RUN(test_many(&plain, &blank));
	mem_free(plain.row);
	mem_free(blank.row);
	return test_done();
}
