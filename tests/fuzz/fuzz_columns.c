/*
 * Any bytes as standard input that up to three options read together, the first
 * byte says how many: every row has a value of each, in its domain, and stands
 * on a line of its own; what is none is refused in one line, with the name of
 * the first option.
 */
#define _GNU_SOURCE /* memfd_create */
#include <sys/mman.h>
#include <unistd.h>

#include "cli/input/input.h"
#include "fuzz.h"

enum { COLUMNS = 3 };

static const struct sweep_domain domains[COLUMNS] = {
	{.whole = 1,
		.least = 1,
		.allowed = 1,
		.streams = 1,
		.option = "processors",
		.letters = "nP"},
	{.least = 1,
		.allowed = 1,
		.streams = 1,
		.option = "latency",
		.letters = "lL"},
	{.allowed = 1, .streams = 1, .option = "time", .letters = "t"}};

static void set_input(const uint8_t *data, size_t size)
{
	static int file = -1;

	if (file < 0) {
		file = memfd_create("input", 0);
		MUST(file >= 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO);
	}
	MUST(ftruncate(file, 0) == 0);
	MUST(pwrite(file, data, size, 0) == (ssize_t)size);
	MUST(lseek(file, 0, SEEK_SET) == 0);
}

static size_t count_lines(const uint8_t *data, size_t size)
{
	size_t lines = size > 0 && data[size - 1] != '\n';

	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	return lines;
}

static void check_value(
	const struct sweep *sweep, const struct sweep_domain *domain)
{
	const __mpq_struct *value = sweep->range->first;

	MUST(mpq_cmp_si(value, domain->least, 1) >= 0);
	MUST(!domain->whole || mpz_cmp_ui(mpq_denref(value), 1) == 0);
}

/* Reads to the end, or to what is wrong; how many rows. */
static size_t read_rows(const struct sweep sweep[COLUMNS], size_t columns)
{
	struct err err = {.code = STATUS_OK};
	enum status status;
	size_t rows = 0;
	int more;

	for (;; rows++) {
		status = sweep_read(&sweep[0], &more, &err);
		if (status != STATUS_OK || !more)
			break;
		for (size_t i = 0; i < columns; i++)
			check_value(&sweep[i], &domains[i]);
	}
	if (status != STATUS_OK) {
		fuzz_check_error(status, &err);
		MUST(strstr(err.msg, "--") || strstr(err.msg, "line "));
	}
	return rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sweep sweep[COLUMNS] = {{.range = NULL}};
	size_t columns;
	struct err err;

	if (size == 0)
		return 0;
	columns = 1 + *data++ % COLUMNS;
	set_input(data, --size);
	for (size_t i = 0; i < columns; i++) {
		MUST(sweep_parse(&sweep[i], "-", &domains[i], FUZZ_BITS,
			     &err) == STATUS_OK);
		MUST(i == 0 || sweep_join(&sweep[i], &sweep[0]));
	}
	MUST(read_rows(sweep, columns) <= count_lines(data, size));
	for (size_t i = 0; i < columns; i++)
		sweep_clear(&sweep[i]);
	return 0;
}
