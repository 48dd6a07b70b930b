/* A schedule that another format's file holds: what tsv writes of it is read
 * back as the same. */
#ifndef FIBCAST_FUZZ_READ_BACK_H
#define FIBCAST_FUZZ_READ_BACK_H

#include "check/check.h"
#include "format/schedule/schedule.h"
#include "fuzz.h"

enum { READ_BACK_MEMORY = 1 << 18 };

/* Opens what the input holds; NULL if it is refused. */
typedef struct schedule *fuzz_open(const uint8_t *data, size_t size);

/* Checks the schedule and closes it; whether it could be checked. */
static int judge(struct check *check, struct schedule *schedule)
{
	struct err err = {.code = STATUS_OK};
	enum status status =
		check_schedule(check, schedule, READ_BACK_MEMORY, &err);

	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	schedule_close(schedule);
	return status == STATUS_OK;
}

/* Whether the input holds a schedule; check is then what is said of it, or
 * zeroed if it could not be checked. */
static inline int fuzz_read_back(
	struct check *check, fuzz_open *open, const uint8_t *data, size_t size)
{
	static const struct schedule_look look = {0};
	struct schedule *schedule = open(data, size);
	struct check again;
	struct err err;
	char *text;
	size_t length;
	FILE *file;

	*check = (struct check){.transmissions = 0};
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
		MUST(judge(check, open(data, size)));
		MUST(check->transmissions == again.transmissions);
		MUST(check->violations == again.violations);
		MUST(check->finish == again.finish);
	}
	fclose(file);
	free(text);
	return 1;
}

#endif
