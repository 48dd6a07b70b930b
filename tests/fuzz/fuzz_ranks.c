/*
 * Any file as a dump by ranks: it is refused, in one line, or it is a schedule
 * that is read back from what tsv writes, with the same verdict.
 */
#include "check/check.h"
#include "format/schedule/schedule.h"
#include "fuzz.h"

enum { MEMORY = 1 << 18 };

/* Checks the schedule and closes it; whether it could be checked. */
static int judge(struct check *check, struct schedule *schedule)
{
	struct err err = {.code = STATUS_OK};
	enum status status = check_schedule(check, schedule, MEMORY, &err);

	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	schedule_close(schedule);
	return status == STATUS_OK;
}

/* Opens the dump; NULL if it is none. */
static struct schedule *open_dump(const uint8_t *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	struct schedule *schedule = NULL;
	FILE *file = fuzz_file(data, size);
	enum operation operation =
		(enum operation)(size % (OPERATION_EXSCAN + 1));
	enum status status = schedule_ranks_open(
		&schedule, file, operation, 8 * (uint64_t)MEMORY, &err);

	MUST((status == STATUS_OK) == (schedule != NULL));
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	fclose(file);
	return schedule;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct schedule_look look = {0};
	struct schedule *schedule = open_dump(data, size);
	struct check check, again;
	struct err err;
	char *text;
	size_t length;
	FILE *file;

	if (!schedule)
		return 0;
	file = open_memstream(&text, &length);
	MUST(file);
	MUST(schedule_write_tsv(schedule, file, &look, &err) == STATUS_OK);
	fclose(file);
	schedule_close(schedule);
	file = fuzz_file(text, length);
	MUST(schedule_reader_open(&schedule, file, &err) == STATUS_OK);
	if (judge(&again, schedule)) {
		MUST(judge(&check, open_dump(data, size)));
		MUST(check.transmissions == again.transmissions);
		MUST(check.violations == again.violations);
		MUST(check.finish == again.finish);
	}
	fclose(file);
	free(text);
	return 0;
}
