/*
 * Any file as a dump by ranks: it is refused, in one line, or it is a schedule
 * that is read back from what tsv writes, with the same verdict.
 */
#include "read_back.h"

/* Opens the dump; NULL if it is none. */
static struct schedule *open_dump(const uint8_t *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	struct schedule *schedule = NULL;
	FILE *file = fuzz_file(data, size);
	enum operation operation =
		(enum operation)(size % (OPERATION_EXSCAN + 1));
	enum status status = schedule_ranks_open(&schedule, file, operation,
		8 * (uint64_t)READ_BACK_MEMORY, &err);

	MUST((status == STATUS_OK) == (schedule != NULL));
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	fclose(file);
	return schedule;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct check check;

	(void)!fuzz_read_back(&check, open_dump, data, size);
	return 0;
}
