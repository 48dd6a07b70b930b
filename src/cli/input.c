/* Opening files and standard input, and naming what cannot be read. */
#include "cli/input.h"

#include <errno.h>
#include <string.h>

#include "format/schedule/reader.h"

enum status input_file(FILE **file, const char *name, struct err *err)
{
	*file = stdin;
	if (!name || strcmp(name, "-") == 0)
		return STATUS_OK;
	*file = fopen(name, "rb");
	if (*file)
		return STATUS_OK;
	if (errno == ENOMEM)
		return err_set(err, STATUS_LIMIT, "out of memory", NULL);
	return err_set(
		err, STATUS_INPUT, ERR_TEXT, name, ": ", strerror(errno), NULL);
}

enum status input_open(struct schedule **schedule, FILE **file,
	const char *name, struct err *err)
{
	enum status status = input_file(file, name, err);

	if (status != STATUS_OK)
		return status;
	status = schedule_reader_open(schedule, *file, err);
	if (status != STATUS_OK)
		input_close(*file);
	return status;
}

void input_close(FILE *file)
{
	if (file != stdin)
		fclose(file);
}
