/* What rows carry, runs, blocks or digits: read, written and refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/schedule/schedule.h"
#include "test.h"

static struct err err;

/* A schedule of 12 processors with these cells in its last column, a row each.
 * Free it with mem_free. */
static char *file_of(const char *operation, const char *cells)
{
	char *text = mem_array(300 + 40 * strlen(cells), 1);
	char *end =
		text + sprintf(text,
			       "# fibcast schedule 1\n# model machine\n"
			       "# operation %s\n# processors 12\n"
			       "# messages 1\n"
			       "# machine L=6 o=2 g=4 G=1/2 bytes=10\n"
			       "time\tfrom\tto\tmessage\t%s\n",
			       operation,
			       strcmp(operation, "barrier") != 0 &&
					       strcmp(operation, "scan") != 0
				       ? "blocks"
				       : "operands");

	for (; *cells; cells += strcspn(cells, " "), cells += *cells == ' ')
		end += sprintf(end, "0\t0\t1\t1\t%.*s\n",
			(int)strcspn(cells, " "), cells);
	return text;
}

static struct schedule *open_cells(
	const char *operation, const char *cells, FILE **file, char **text)
{
	struct schedule *schedule = NULL;

	*text = file_of(operation, cells);
	*file = fmemopen(*text, strlen(*text), "r");
	CHECK_FOR(*file && schedule_reader_open(&schedule, *file, &err) ==
				   STATUS_OK,
		"%s", cells);
	return schedule;
}

/* Checks that the cells, read and written again, are the expected ones. */
static void check_written(
	const char *operation, const char *cells, const char *expected)
{
	const struct schedule_look look = {0};
	char *text, *wanted = file_of(operation, expected);
	char *found = NULL;
	size_t size;
	FILE *file, *out = open_memstream(&found, &size);
	struct schedule *schedule = open_cells(operation, cells, &file, &text);

	CHECK(schedule_write_tsv(schedule, out, &look, &err) == STATUS_OK);
	fclose(out);
	CHECK_FOR(strcmp(found, wanted) == 0, "%s: %s", cells, found);
	schedule_close(schedule);
	fclose(file);
	free(found);
	mem_free(text);
	mem_free(wanted);
}

static void test_written(void)
{
	check_written("scatter", "3+2 11+2 0+12", "3+2 11+2 0+12");
	check_written("gather", "1+1,3+2,7+1", "1+1,3+2,7+1");
	/* Runs are sorted, and joined where they touch, even across the last
	 * block. */
	check_written("allgather", "7+1,3+2,1+1", "1+1,3+2,7+1");
	check_written("allreduce", "5+1,3+2 0+1,11+1", "3+3 11+2");
	check_written("barrier", "0+2,4+1,9+3", "4+1,9+5");
	check_written("alltoall", "1/2=1 2/3=2 4/3=1 1/12=11",
		"1/2=1 2/3=2 4/3=1 1/12=11");
	check_written("alltoall", "3>4 5>1,5>0,0>7", "3>4 0>7,5>0,5>1");
}

/* How many blocks each cell has, and that equal cells share a place. */
static void test_sizes(void)
{
	static const uint64_t sizes[] = {5, 3, 3, 1, 6, 4, 1};
	const struct transmission *row;
	size_t count;
	char *text;
	FILE *file;
	struct schedule *schedule = open_cells("alltoall",
		"0>1,0>2,0>3,0>4,0>5 1>2,1>3,4>5 4>5,1>2,1>3 7>8 1/2=1 "
		"4/3=2 11/2=1",
		&file, &text);

	CHECK(schedule_next(schedule, &row, &count, &err) == STATUS_OK);
	CHECK(count == 7);
	for (size_t i = 0; i < count; i++)
		CHECK_FOR(row[i].size == sizes[i], "row %d: %d", (int)i,
			(int)row[i].size);
	CHECK(row[1].first == row[2].first && row[1].first != row[0].first);
	CHECK(schedule->header.parts->count == 5 + 3 + 1);
	/* Ten bytes at 1/2 each: 4 + 9/2 for the first block, 5 for each
	 * further one. */
	CHECK(schedule_row_send(&schedule->header, &row[3]) * 2 ==
		17 * schedule->header.unit);
	CHECK(schedule_row_send(&schedule->header, &row[4]) * 2 ==
		(17 + 50) * schedule->header.unit);
	CHECK(schedule_row_end(&schedule->header, &row[4]) * 2 ==
		(29 + 50) * schedule->header.unit);
	CHECK(schedule_row_copy(&schedule->header, &row[0]) * 2 ==
		(13 + 40) * schedule->header.unit);
	schedule_close(schedule);
	fclose(file);
	mem_free(text);
}

static void check_refused(
	const char *operation, const char *cell, const char *message)
{
	const struct transmission *row;
	char expected[ERR_MSG_MAX], *text;
	size_t count;
	FILE *file;
	struct schedule *schedule = open_cells(operation, cell, &file, &text);

	snprintf(expected, sizeof expected, "line 8: '%s'%s", cell, message);
	CHECK_REFUSED(schedule_next(schedule, &row, &count, &err), STATUS_INPUT,
		cell, err, expected);
	schedule_close(schedule);
	fclose(file);
	mem_free(text);
}

static void test_refused(void)
{
	static const char not_exchange[] =
		" in the column blocks is neither WEIGHT/RADIX=DIGIT nor "
		"ORIGIN>TARGET, whole numbers";
	static const char range[] =
		" is out of range: blocks are 0 to 11, and 1 to 12 of them";

	check_refused("scatter", "3+2,",
		" in the column blocks is not FIRST+COUNT, two whole numbers "
		"below 2^63");
	check_refused("scatter", "3+2,4+1",
		" in the column blocks names something twice");
	check_refused("scatter", "1+1,10+4",
		" in the column blocks names something twice");
	check_refused("scatter", "3+2,12+1", range);
	check_refused("scatter", "3+0", range);
	check_refused("scan", "3+2,6+1",
		" in the column operands is not one run, as a sum in order "
		"must be");
	check_refused("alltoall", "3+2", not_exchange);
	check_refused("alltoall", "1/2=", not_exchange);
	check_refused("alltoall", "1/2=1x", not_exchange);
	check_refused("alltoall", "1/2=1,2/2=1", not_exchange);
	check_refused("alltoall", "1>", not_exchange);
	check_refused("alltoall", "1>12", range);
	check_refused("alltoall", "1>2,3>4,1>2",
		" in the column blocks names something twice");
	check_refused("alltoall", "0/2=1",
		" in the column blocks is not a digit, 1 to RADIX - 1");
	check_refused("alltoall", "1/2=2",
		" in the column blocks is not a digit, 1 to RADIX - 1");
	check_refused("alltoall", "1/2=0",
		" in the column blocks is not a digit, 1 to RADIX - 1");
	check_refused("alltoall", "1/4294967296=1",
		" in the column blocks is not a digit, 1 to RADIX - 1");
	check_refused("alltoall", "6/4=2",
		" in the column blocks is the digit of no block");
}

/* Against the definition: how many distances have that digit. */
static void test_digits(void)
{
	for (uint64_t n = 1; n <= 20; n++)
		for (uint64_t w = 1; w <= 22; w++)
			for (uint64_t r = 2; r <= 22; r++)
				for (uint64_t d = 0; d < r; d++) {
					uint64_t count = 0;

					for (uint64_t j = 0; j < n; j++)
						count += j / w % r == d;
					CHECK(schedule_digit_blocks(
						      n, w, r, d) == count);
				}
	CHECK(schedule_digit_blocks(INT64_MAX, 1, 2, 1) == INT64_MAX / 2);
	CHECK(schedule_digit_blocks(INT64_MAX, INT64_MAX - 1, UINT32_MAX, 1) ==
		1);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_written());
	RUN(test_sizes());
	RUN(test_refused());
	RUN(test_digits());
	return test_done();
}
