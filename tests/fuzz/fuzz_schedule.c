/*
 * Any file as a schedule, of every model: it is read or refused, in one line;
 * checked; replayed; and written in every format.  What tsv and text write
 * reads back as the same schedule, with the same verdict.  What is valid and
 * has a latency that can vary is replayed, in its own time if nothing varies,
 * on a machine in that at most; never past the bound.
 */
#include "check/check.h"
#include "format/formats.h"
#include "format/schedule/schedule.h"
#include "number/number.h"
#include "fuzz.h"

/* Bytes, of a checker and of a writer that holds the schedule. */
enum { MEMORY = 1 << 18, LANES = 16 };

/* A file in memory. */
struct text {
	char *bytes;
	size_t size;
};

static const struct schedule_look styles[] = {
	{.max_lanes = LANES, .max_bits = 8 * (uint64_t)MEMORY},
	{.max_lanes = LANES,
		.max_bits = 8 * (uint64_t)MEMORY,
		.no_header = 1,
		.has_decimals = 1,
		.decimals = 3,
		.ascii = 1,
		.colour = 1,
		.columns = 7},
};

/* Checks what the file holds; the status of that. */
static enum status check_file(
	struct check *check, const void *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	struct schedule *schedule = NULL;
	FILE *file = fuzz_file(data, size);
	enum status status = schedule_reader_open(&schedule, file, &err);

	MUST((status == STATUS_OK) == (schedule != NULL));
	if (status == STATUS_OK)
		status = check_schedule(check, schedule, MEMORY, &err);
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	schedule_close(schedule);
	fclose(file);
	return status;
}

/* Writes the file's schedule in a format; free what it gives. */
static enum status write_file(struct text *text, const void *data, size_t size,
	const struct format *format, const struct schedule_look *style)
{
	struct err err = {.code = STATUS_OK};
	struct schedule *schedule = NULL;
	FILE *file = fuzz_file(data, size);
	FILE *out = open_memstream(&text->bytes, &text->size);
	enum status status;

	MUST(out);
	status = schedule_reader_open(&schedule, file, &err);
	if (status == STATUS_OK)
		status = format_write(format, schedule, out, style, &err);
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	schedule_close(schedule);
	MUST(!ferror(out));
	MUST(fclose(out) == 0);
	fclose(file);
	return status;
}

static void check_same(const struct check *a, const struct check *b)
{
	MUST(a->transmissions == b->transmissions);
	MUST(a->violations == b->violations);
	MUST(a->finish / a->unit == b->finish / b->unit);
	MUST(a->listed == b->listed);
	for (size_t i = 0; i < a->listed; i++)
		MUST(strcmp(a->violation[i].reason.msg,
			     b->violation[i].reason.msg) == 0);
}

/* What a format that can be read writes is the same schedule. */
static void check_again(const void *data, size_t size,
	const struct check *check, const char *name)
{
	const struct format *format = format_find(name, FORMAT_SCHEDULE);
	struct text once, twice;
	struct check again;

	if (write_file(&once, data, size, format, &styles[0]) == STATUS_OK) {
		MUST(check_file(&again, once.bytes, once.size) == STATUS_OK);
		check_same(check, &again);
		MUST(write_file(&twice, once.bytes, once.size, format,
			     &styles[0]) == STATUS_OK);
		MUST(once.size == twice.size);
		MUST(memcmp(once.bytes, twice.bytes, once.size) == 0);
		free(twice.bytes);
	}
	free(once.bytes);
}

/* In one format, with a style or the other. */
static void check_writer(const void *data, size_t size, size_t format)
{
	struct text text;

	(void)!write_file(&text, data, size,
		format_choice(FORMAT_SCHEDULE, format),
		&styles[(size + format) % 2]);
	free(text.bytes);
}

/* Whether a schedule of the model can be replayed if it is valid. */
static int can_vary(const struct schedule_header *header)
{
	if (header->operation == OPERATION_SUM || header->node > 0 ||
		header->ports > 1)
		return 0;
	return header->model == MODEL_POSTAL || header->model == MODEL_LOGP ||
	       header->model == MODEL_MACHINE;
}

/* Whether a replay with the schedule's own latencies ends when the schedule
 * does; on a machine, where messages may wait longer than they have to, or
 * earlier. */
static int is_finish(const struct replay *replay,
	const struct schedule_header *header, const struct check *check)
{
	uint64_t ticks = replay_finish(replay, LATENCIES_FIXED, 0, 0);
	mpq_t finish, other;
	int order;

	mpq_inits(finish, other, NULL);
	number_set_u64(mpq_numref(finish), ticks);
	number_set_u64(mpq_denref(finish), header->unit);
	number_set_u64(mpq_numref(other), check->finish);
	number_set_u64(mpq_denref(other), check->unit);
	mpq_canonicalize(finish);
	mpq_canonicalize(other);
	order = mpq_cmp(finish, other);
	mpq_clears(finish, other, NULL);
	return header->model == MODEL_MACHINE ? order <= 0 : order == 0;
}

/* Replays what the file holds. */
static void check_replay(
	const void *data, size_t size, const struct check *check)
{
	struct err err = {.code = STATUS_OK};
	struct schedule *schedule = NULL;
	struct replay *replay;
	FILE *file = fuzz_file(data, size);
	enum status status = schedule_reader_open(&schedule, file, &err);
	uint64_t latest;

	MUST(status == STATUS_OK);
	status = replay_open(&replay, schedule, MEMORY, &err);
	if (status != STATUS_OK) {
		fuzz_check_error(status, &err);
		MUST(check->violations > 0 || status == STATUS_LIMIT ||
			!can_vary(&schedule->header));
	} else {
		latest = replay_latest(replay);
		MUST(check->violations == 0);
		MUST(is_finish(replay, &schedule->header, check));
		for (int i = 0; i < LATENCIES; i++)
			MUST(replay_finish(replay, (enum latencies)i, size,
				     size % 3) <= latest);
		replay_close(replay);
	}
	schedule_close(schedule);
	fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t writers = 0;
	struct check check;

	while (format_choice(FORMAT_SCHEDULE, writers))
		writers++;
	/* What no checker reads, no writer reads much further. */
	if (check_file(&check, data, size) != STATUS_OK) {
		check_writer(data, size, size % writers);
		return 0;
	}
	check_replay(data, size, &check);
	check_again(data, size, &check, "tsv");
	check_again(data, size, &check, "text");
	for (size_t i = 0; i < writers; i++)
		check_writer(data, size, i);
	return 0;
}
