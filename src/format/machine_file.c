/*
 * Reads files of machines, line by line.  If a file has lines of netgauge
 * (machine_netgauge.c), those of other forms are ignored, except reports of a
 * change of protocol.
 *   In a file without netgauge's lines each line is "key = value", where a
 * colon or blanks may replace the sign; the first line that is not is the
 * error.
 */
#include "format/machine.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"

/* Keys: L, o, g, G, then these; from INSIDE on, the figures inside a node. */
enum { PROCESSORS = MACHINE_FIGURES, NODE, INSIDE };
enum { KEYS = INSIDE + MACHINE_FIGURES };

static const char *const keys[KEYS] = {"L", "o", "g", "G", "P", "node",
	"inside.L", "inside.o", "inside.g", "inside.G"};

struct machine_file {
	struct machine *machine;
	struct lines lines;
	uint64_t max_bits;
	struct err *err;
	struct netgauge netgauge;
	int seen[KEYS];
	uint64_t inside_line; /* the first with a figure inside a node */
	enum time_unit unit[KEYS];
	mpq_t value[KEYS];
	int has_failed; /* a line is not "key = value": the error is failed */
	struct err failed;
};

/* The current line as a string, with ? for NUL; free it with mem_free. */
static char *copy_line(const struct lines *lines)
{
	size_t size = (size_t)(lines_end(lines->at) - lines->at);
	char *text = mem_text(lines->at, size);

	for (size_t i = 0; i < size; i++)
		if (text[i] == '\0')
			text[i] = '?';
	return text;
}

static enum status file_error(
	struct machine_file *file, const char *text, const char *what)
{
	return lines_error(&file->lines, file->err, ERR_TEXT, text, what);
}

/* Reads the value, at `at` in the line, of a key. */
static enum status scan_key_value(
	struct machine_file *file, size_t key, const char *line, const char *at)
{
	struct err err;
	enum status status;

	if (*at == '\0' || *at == '#')
		return file_error(file, line, " has no value");
	status = machine_scan_figure(
		file->value[key], &at, file->max_bits, &err);
	if (status != STATUS_OK)
		return lines_error(&file->lines, file->err, err.msg);
	if (*at == ',' && number_is_digit(at[1]))
		return file_error(
			file, line, " has a decimal comma: write a point");
	at = lines_skip(at);
	file->unit[key] =
		key % INSIDE == MACHINE_BYTE
			? machine_scan_byte_unit(file->value[key], &at)
			: machine_scan_unit(&at);
	if (*lines_skip(at) != '\0' && *lines_skip(at) != '#')
		return file_error(file, line,
			key % INSIDE == MACHINE_BYTE
				? " is not a line such as G = 1ns or G = 5GB/s"
				: " is not a line such as L = 6us");
	return STATUS_OK;
}

/* The values of P and node must be positive integers without a unit. */
static enum status check_count(
	struct machine_file *file, size_t key, const char *line)
{
	if (key != PROCESSORS && key != NODE)
		return STATUS_OK;
	if (key == NODE && mpz_sizeinbase(mpq_numref(file->value[key]), 2) > 31)
		return file_error(file, line, " is too large a node");
	if (file->unit[key] != UNIT_NONE ||
		!number_is_whole(file->value[key]) ||
		mpq_sgn(file->value[key]) == 0)
		return file_error(file, line, " is not a number of processors");
	return STATUS_OK;
}

/* Either all figures of a machine have units or none has, and not both o and g
 * are 0.  Looks at those that the file has given so far. */
static enum status check_others(
	struct machine_file *file, size_t key, const char *line)
{
	size_t first = key < INSIDE ? 0 : INSIDE;
	size_t o = first + MACHINE_OVERHEAD, g = first + MACHINE_GAP;

	if (key == PROCESSORS || key == NODE)
		return STATUS_OK;
	for (size_t other = first; other < first + MACHINE_FIGURES; other++)
		if (file->seen[other] && !file->unit[other] != !file->unit[key])
			return lines_error(&file->lines, file->err, ERR_TEXT,
				line,
				file->unit[key] ? " has a unit, but "
						: " has no unit, but ",
				keys[other],
				file->unit[key] ? " has none" : " has one");
	if ((key == o || key == g) && file->seen[o] && file->seen[g] &&
		mpq_sgn(file->value[o]) == 0 && mpq_sgn(file->value[g]) == 0)
		return file_error(
			file, line, " leaves neither overhead nor gap");
	return STATUS_OK;
}

static enum status read_pair(struct machine_file *file, const char *line)
{
	const char *at = lines_skip(line);
	size_t size = strcspn(at, " \t=:"), key = 0;
	const char *rest = lines_skip(at + size);
	int has_sign = *rest == '=' || *rest == ':';
	char word[LINES_WORD];

	if (*at == '\0' || *at == '#')
		return STATUS_OK;
	while (key < KEYS && (strlen(keys[key]) != size ||
				     strncmp(keys[key], at, size) != 0))
		key++;
	if (*rest == '\0' || (key == KEYS && !has_sign))
		return file_error(file, line, " is not key = value");
	if (key == KEYS) {
		/* No line is longer than LINES_MAX. */
		snprintf(word, sizeof word, "%.*s", (int)size, at);
		return file_error(file, word,
			" is not one of the keys L, o, g, G, P, "
			"inside.L, ..., node");
	}
	if (file->seen[key])
		return file_error(file, keys[key], " is given twice");
	file->seen[key] = 1;
	if (key >= INSIDE && file->inside_line == 0)
		file->inside_line = file->lines.line;
	if (scan_key_value(file, key, line, lines_skip(rest + has_sign)) !=
			STATUS_OK ||
		check_count(file, key, line) != STATUS_OK)
		return file->err->code;
	return check_others(file, key, line);
}

/* *text = "L,o,g", or "L,o,g,G" if G is given, of the keys from first on, in
 * the form of --loggp; free it with mem_free. */
static enum status join_figures(
	char **text, const struct machine_file *file, size_t first)
{
	*text = NULL;
	for (size_t key = first; key < first + MACHINE_FIGURES; key++) {
		const char *unit = machine_units[file->unit[key]];
		char *before = *text, *number;

		if (!file->seen[key] && key < first + MACHINE_BYTE)
			return err_input(
				file->err, "the machine has no ", keys[key]);
		if (!file->seen[key])
			break;
		number = number_text(file->value[key]);
		*text = mem_join(before ? before : "", before ? "," : "",
			number, unit, NULL);
		mem_free(before);
		mem_free(number);
	}
	return STATUS_OK;
}

static enum status set_keyed_figures(
	struct machine *machine, const struct machine_file *file, size_t first)
{
	struct err err;
	char *text;
	enum status status = join_figures(&text, file, first);

	if (status == STATUS_OK &&
		machine_parse(machine, text, file->seen[first + MACHINE_BYTE],
			file->max_bits, &err) != STATUS_OK)
		status = err_input(file->err, err.msg);
	if (status == STATUS_OK && first == INSIDE) {
		file->machine->inside = text;
		file->machine->inside_line = file->inside_line;
		text = NULL;
	}
	mem_free(text);
	return status;
}

static enum status set_pairs(struct machine_file *file)
{
	struct machine inside = {0};
	enum status status = set_keyed_figures(file->machine, file, 0);
	int has_inside = 0;

	for (size_t key = INSIDE; key < KEYS; key++)
		has_inside = has_inside || file->seen[key];
	if (status == STATUS_OK && has_inside && !file->seen[NODE])
		status = err_input(file->err, "the machine has no node");
	if (status == STATUS_OK && file->seen[NODE]) {
		status = set_keyed_figures(&inside, file, INSIDE);
		file->machine->node =
			number_get_u64(mpq_numref(file->value[NODE]));
	}
	if (status == STATUS_OK)
		mpz_set(file->machine->processors,
			mpq_numref(file->value[PROCESSORS]));
	machine_clear(&inside);
	return status;
}

static enum status read_line(struct machine_file *file, const char *line)
{
	struct err err;
	struct err *first = file->err;
	int is_taken;
	enum status status = netgauge_read(&is_taken, &file->netgauge, line);

	if (is_taken || file->netgauge.measured > 0 || file->has_failed)
		return status;
	file->err = &err;
	status = read_pair(file, line);
	file->err = first;
	if (status != STATUS_OK) {
		file->has_failed = 1;
		file->failed = err;
	}
	return STATUS_OK;
}

static enum status read_lines(struct machine_file *file)
{
	struct lines *lines = &file->lines;
	enum status status = lines_fill(lines, file->err);

	while (status == STATUS_OK && lines->at < lines->limit) {
		char *line = copy_line(lines);

		status = read_line(file, line);
		mem_free(line);
		if (status != STATUS_OK)
			return status;
		lines_next(lines, lines->at);
		status = lines_fill(lines, file->err);
	}
	return status;
}

static enum status finish_file(struct machine_file *file)
{
	if (file->netgauge.measured > 0)
		return netgauge_finish(&file->netgauge);
	if (file->has_failed) {
		*file->err = file->failed;
		return file->err->code;
	}
	return set_pairs(file);
}

enum status machine_read(
	struct machine *machine, FILE *in, uint64_t max_bits, struct err *err)
{
	struct machine_file file = {.machine = machine,
		.max_bits = max_bits,
		.err = err,
		.netgauge = {.machine = machine,
			.lines = &file.lines,
			.max_bits = max_bits,
			.err = err}};
	enum status status;

	for (size_t i = 0; i < KEYS; i++)
		mpq_init(file.value[i]);
	mpq_inits(file.netgauge.gap, file.netgauge.byte, NULL);
	lines_init(&file.lines, in);
	status = read_lines(&file);
	if (status == STATUS_OK)
		status = finish_file(&file);
	lines_clear(&file.lines);
	for (size_t i = 0; i < KEYS; i++)
		mpq_clear(file.value[i]);
	mpq_clears(file.netgauge.gap, file.netgauge.byte, NULL);
	return status;
}
