/*
 * Any file as a program in MSCCL's XML: it is refused, in one line, or carried
 * out; its schedule is then read back from what tsv writes, with the same
 * verdict.
 */
#include <unistd.h>

#include "read_back.h"

/* The rows of the schedule that is open. */
static FILE *rows;

/* Opens the program; NULL if it is none. */
static struct schedule *open_program(const uint8_t *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	struct schedule *schedule = NULL;
	FILE *file = fuzz_file(data, size);
	enum status status;

	if (!rows)
		rows = tmpfile();
	MUST(rows);
	rewind(rows);
	MUST(ftruncate(fileno(rows), 0) == 0);
	status = schedule_msccl_open(
		&schedule, file, rows, 8 * (uint64_t)READ_BACK_MEMORY, &err);
	MUST((status == STATUS_OK) == (schedule != NULL));
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	fclose(file);
	return schedule;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct check check;

	(void)!fuzz_read_back(&check, open_program, data, size);
	return 0;
}
