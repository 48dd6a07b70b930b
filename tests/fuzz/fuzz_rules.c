/*
 * Any file as Open MPI's rules, text or JSON: it is refused, in one line, or
 * each of its rules is for a collective, some processors and some sizes or
 * none, and stands in a line of the file; and the rules written back, text and
 * JSON, are read as the same.
 */
#include "base/mem.h"
#include "format/formats.h"
#include "fuzz.h"

/* Whether it stands in a file of so many lines. */
static void check_entry(const struct openmpi_entry *entry, uint64_t lines)
{
	unsigned collectives = 0;

	while (openmpi_collectives[collectives])
		collectives++;
	MUST(entry->collective < collectives);
	MUST(memchr(entry->name, '\0', sizeof entry->name) != NULL);
	MUST(entry->line >= 1 && entry->line <= lines);
}

static void write_entry(
	FILE *out, const struct openmpi_entry *entry, int is_json)
{
	struct openmpi_rules rules;
	uint64_t next = entry->most_bytes + 1;

	openmpi_begin(&rules, out, is_json, entry->collective, 1);
	openmpi_communicator(&rules, entry->least_n, entry->most_n + 1, 1);
	openmpi_rule(&rules, entry->least_bytes, next, entry->id,
		entry->segment, NULL);
	openmpi_end(&rules);
}

/* Numbers that a file can have. */
static int is_writable(const struct openmpi_entry *entry)
{
	return *entry->name == '\0' && entry->least_n <= INT64_MAX &&
	       entry->least_bytes <= INT64_MAX && entry->segment <= INT64_MAX &&
	       (entry->most_n < INT64_MAX || entry->most_n == UINT64_MAX) &&
	       (entry->most_bytes < INT64_MAX ||
		       entry->most_bytes == UINT64_MAX);
}

static void read_back(const struct openmpi_entry *entry, int is_json)
{
	struct openmpi_file again;
	struct err err;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size), *in;

	MUST(out);
	write_entry(out, entry, is_json);
	fclose(out);
	in = fuzz_file(text, size);
	MUST(openmpi_read(&again, in, &err) == STATUS_OK);
	MUST(again.count == 1);
	MUST(again.entry->collective == entry->collective &&
		again.entry->id == entry->id &&
		again.entry->least_n == entry->least_n &&
		again.entry->least_bytes == entry->least_bytes &&
		again.entry->segment == entry->segment);
	MUST(!is_json || again.entry->most_bytes == entry->most_bytes);
	openmpi_file_clear(&again);
	fclose(in);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	struct openmpi_file rules;
	FILE *file = fuzz_file(data, size);
	enum status status = openmpi_read(&rules, file, &err);
	uint64_t lines = 1;

	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	for (size_t i = 0; status == STATUS_OK && i < rules.count; i++) {
		check_entry(&rules.entry[i], lines);
		if (i < 4 && is_writable(&rules.entry[i])) {
			read_back(&rules.entry[i], 0);
			read_back(&rules.entry[i], 1);
		}
	}
	openmpi_file_clear(&rules);
	fclose(file);
	return 0;
}
