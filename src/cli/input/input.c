/* Opens files and standard input, and names the file in errors. */
#include "cli/input/input.h"

#include <errno.h>
#include <string.h>

#include "format/schedule/schedule.h"
#include "number/number.h"

enum status input_file(FILE **file, const char *name, struct err *err)
{
	*file = stdin;
	if (!name || strcmp(name, "-") == 0)
		return STATUS_OK;
	*file = fopen(name, "rb");
	if (*file)
		return STATUS_OK;
	if (errno == ENOMEM)
		return err_limit(err, "out of memory");
	return input_blame(
		err_input(err, strerror(errno)), *name ? name : "''", err);
}

/* Whether a message names a line, as "line 7: ..." does. */
static int begins_with_line(const char *msg)
{
	size_t digits;

	if (strncmp(msg, "line ", 5) != 0)
		return 0;
	digits = strspn(msg + 5, "0123456789");
	return digits > 0 && msg[5 + digits] == ':';
}

void input_name(char place[INPUT_NAME], const char *name)
{
	struct err quoted;

	*place = '\0';
	if (!name || strcmp(name, "-") == 0)
		return;
	err_input(&quoted, ERR_TEXT, name);
	strncat(place, quoted.msg + 1, strlen(quoted.msg) - 2);
}

enum status input_blame(enum status status, const char *name, struct err *err)
{
	char place[INPUT_NAME];
	struct err old;
	int has_line;

	input_name(place, name);
	if (status != STATUS_INPUT || !*place)
		return status;
	old = *err;
	has_line = begins_with_line(old.msg);
	return err_input(err, place, has_line ? ":" : ": ",
		has_line ? old.msg + 5 : old.msg);
}

enum status input_whole(mpz_t value, const char *text, int64_t least,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t number;

	mpq_init(number);
	status = number_parse(number, text, max_bits, err);
	if (status == STATUS_OK && !number_is_whole(number))
		status = err_usage(
			err, ERR_TEXT, text, " is not a whole number");
	if (status == STATUS_OK &&
		mpq_cmp_ui(number, (unsigned long)least, 1) < 0)
		status = slip_below(text, least, err);
	if (status == STATUS_OK)
		mpz_set(value, mpq_numref(number));
	mpq_clear(number);
	return status;
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
	return input_blame(status, name, err);
}

void input_close(FILE *file)
{
	if (file != stdin)
		fclose(file);
}
