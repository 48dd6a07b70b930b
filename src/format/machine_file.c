/*
 * Reads files of machines, line by line.  A line is netgauge's if it has "o_s="
 * or consists of eleven numbers, as in the file ng.out:
 *
 *   size n PRTT PRTT PRTT L o_s o_r g G lsqu
 *
 * If a file has such lines, those of other forms are ignored, except reports of
 * a change of protocol.  In ng.out a line without g and G that follows one with
 * them shows such a change, as netgauge then starts a new fit.
 *   In a file without netgauge's lines each line is "key = value", where a
 * colon or blanks may replace the sign; the first line that is not is the
 * error.
 *
 * A range is the sizes between two changes of protocol.  Each line of netgauge
 * has g and G fitted to all sizes of its range so far, so the last line of a
 * range has the range's g and G.
 */
#include "format/machine.h"

#include <string.h>

#include "base/mem.h"
#include "format/lines.h"
#include "number/number.h"

/* Keys: L, o, g, G, then these; from INSIDE on, the figures inside a node. */
enum { PROCESSORS = MACHINE_FIGURES, NODE, INSIDE };
enum { KEYS = INSIDE + MACHINE_FIGURES, VALUES = 6 };

static const char *const keys[KEYS] = {"L", "o", "g", "G", "P", "node",
	"inside.L", "inside.o", "inside.g", "inside.G"};

enum { LATENCY, SIZE, SENDER, RECEIVER, GAP, BYTE };

static const char *const values[VALUES] = {
	"L=", "s=", "o_s=", "o_r=", "g=", "G="};

/* The columns of these values in ng.out, and the number of its columns. */
static const size_t places[VALUES] = {5, 0, 6, 7, 8, 9};
enum { PLACES = 11 };

/* One of netgauge's figures, possibly missing. */
struct measure {
	int is_known;
	mpq_t value;
};

struct machine_file {
	struct machine *machine;
	struct lines lines;
	uint64_t max_bits;
	struct err *err;
	/* "key = value" */
	int seen[KEYS];
	enum time_unit unit[KEYS];
	mpq_t value[KEYS];
	int has_failed; /* a line is not "key = value": the error is failed */
	struct err failed;
	/* netgauge */
	size_t measured, first; /* how many points; the range's first one */
	int has_range;		/* gap and byte are set for this range */
	mpq_t gap, byte;
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

static const char *skip(const char *text)
{
	return text + strspn(text, " \t");
}

static enum status file_error(
	struct machine_file *file, const char *text, const char *what)
{
	return lines_error(&file->lines, file->err, ERR_TEXT, text, what);
}

/* -- key = value */

/* Reads the value, at `at` in the line, of a key. */
static enum status scan_key_value(
	struct machine_file *file, size_t key, const char *line, const char *at)
{
	struct err err;
	enum status status = machine_scan_figure(
		file->value[key], &at, file->max_bits, &err);

	if (status != STATUS_OK)
		return lines_error(&file->lines, file->err, err.msg);
	if (*at == ',' && number_is_digit(at[1]))
		return file_error(
			file, line, " has a decimal comma: write a point");
	at = skip(at);
	file->unit[key] =
		key % INSIDE == MACHINE_BYTE
			? machine_scan_byte_unit(file->value[key], &at)
			: machine_scan_unit(&at);
	if (*skip(at) != '\0' && *skip(at) != '#')
		return file_error(file, line, " is not key = value");
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

static enum status read_pair(struct machine_file *file, const char *line)
{
	const char *at = skip(line);
	size_t size = strcspn(at, " \t=:"), key = 0;
	const char *rest = skip(at + size);
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
		return file_error(file, keys[key], " stands there twice");
	file->seen[key] = 1;
	if (scan_key_value(file, key, line, skip(rest + has_sign)) != STATUS_OK)
		return file->err->code;
	return check_count(file, key, line);
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

/* -- netgauge */

/* Reads one value; nan and other words mean that it is unknown. */
static void scan_measure(struct measure *measure, const char *text,
	const struct machine_file *file)
{
	struct err err;

	measure->is_known = number_begins(text) &&
			    number_scan(measure->value, &text, file->max_bits,
				    &err) == STATUS_OK;
}

/* Reads a line "L=0.761047 s=2049 ...", which must have all values in order. */
/* Reads a line "L=0.761047 s=2049 ...", which must have all values in order. */
static enum status scan_measures(struct machine_file *file,
	struct measure measure[VALUES], const char *line)
{
	const char *at = skip(line);

	for (size_t i = 0; i < VALUES; i++) {
		const char *end = at + strlen(values[i]);

		if (strncmp(at, values[i], strlen(values[i])) != 0)
			return lines_error(&file->lines, file->err, ERR_TEXT,
				values[i], " is missing where it should stand");
		scan_measure(&measure[i], end, file);
		at = skip(end + strcspn(end, " \t"));
	}
	return STATUS_OK;
}

/* Whether the line is one of ng.out. */
static int is_row(const char *line)
{
	const char *at = skip(line);
	size_t words = 0;

	if (!number_is_digit(*at))
		return 0;
	for (; *at && *at != '#'; words++)
		at = skip(at + strcspn(at, " \t"));
	return words == PLACES;
}

static void scan_row(struct machine_file *file, struct measure measure[VALUES],
	const char *line)
{
	for (size_t i = 0; i < VALUES; i++) {
		const char *at = skip(line);

		for (size_t place = places[i]; place > 0; place--)
			at = skip(at + strcspn(at, " \t"));
		scan_measure(&measure[i], at, file);
	}
}

/* Whether a message of one byte takes no time at all. */
static int is_instant(const struct machine *machine)
{
	int result;
	mpq_t end;

	mpq_init(end);
	mpq_set_ui(end, 1, 1);
	machine_end(end, machine, end);
	result = mpq_sgn(end) == 0;
	mpq_clear(end);
	return result;
}

/* Ends the range and gives all its points the g and G of the range. */
static enum status close_range(struct machine_file *file)
{
	struct machine *machine = file->machine;

	if (file->measured == file->first)
		return STATUS_OK;
	if (!file->has_range)
		return lines_error(&file->lines, file->err,
			"g and G are missing for the sizes before");
	for (size_t i = file->first; i < machine->points; i++) {
		struct machine_point *point = &machine->point[i];

		mpq_set(point->gap, file->gap);
		mpq_set(point->byte, file->byte);
		if (mpq_sgn(point->gap) == 0 &&
			(mpq_sgn(point->overhead) == 0 || is_instant(machine)))
			return lines_error(&file->lines, file->err,
				"overhead and gap are missing for some sizes");
	}
	file->first = machine->points;
	file->has_range = 0;
	return STATUS_OK;
}

/* Adds a point of that size, with the overhead of the one before it. */
static struct machine_point *add_point(
	struct machine_file *file, const mpz_t bytes)
{
	struct machine *machine = file->machine;
	struct machine_point *point;

	if (file->measured == 0) {
		machine_clear(machine);
		machine_init(machine);
		machine->unit = UNIT_US;
		machine->has_byte = 1;
		point = machine->point;
	} else {
		point = machine_add(machine);
		mpq_set(point->overhead,
			machine->point[machine->points - 2].overhead);
	}
	file->measured = machine->points;
	mpz_set(point->bytes, bytes);
	return point;
}

/* The point of that size, which is at least the last point's: a new point, or
 * the last one.  If the last point is measured again after a change of
 * protocol, it begins the new range, which keeps the g and G of the old one
 * until it has its own. */
static struct machine_point *point_for(
	struct machine_file *file, const mpz_t bytes)
{
	struct machine_point *last;

	if (file->measured == 0)
		return add_point(file, bytes);
	last = &file->machine->point[file->measured - 1];
	if (mpz_cmp(bytes, last->bytes) > 0)
		return add_point(file, bytes);
	if (file->first == file->measured) {
		file->first--;
		file->has_range = 1;
	}
	return last;
}

/* Sets the overhead, the mean of both measured ones.  The measured L includes
 * both overheads of the first size; machine->latency does not. */
static void set_overhead(struct machine *machine, struct machine_point *point,
	const struct measure measure[VALUES])
{
	mpq_t both;

	mpq_init(both);
	mpq_add(both, measure[SENDER].value, measure[RECEIVER].value);
	if (point == machine->point) {
		mpq_add(machine->latency, machine->latency, point->overhead);
		mpq_add(machine->latency, machine->latency, point->overhead);
		mpq_sub(machine->latency, machine->latency, both);
	}
	mpq_div_2exp(point->overhead, both, 1);
	mpq_clear(both);
}

static enum status add_measures(struct machine_file *file,
	struct measure measure[VALUES], const char *line)
{
	struct machine *machine = file->machine;
	const __mpz_struct *size = mpq_numref(measure[SIZE].value);
	struct machine_point *point;
	int is_first = file->measured == 0;

	if (!measure[SIZE].is_known || !number_is_whole(measure[SIZE].value) ||
		mpz_sgn(size) == 0)
		return file_error(file, line, " has no size");
	if (!is_first &&
		mpz_cmp(size, machine->point[machine->points - 1].bytes) < 0)
		return file_error(
			file, line, " has a smaller size than the line before");
	if (is_first && !measure[LATENCY].is_known)
		return file_error(file, line, " has no L");
	point = point_for(file, size);
	if (is_first)
		mpq_set(machine->latency, measure[LATENCY].value);
	if (measure[SENDER].is_known && measure[RECEIVER].is_known)
		set_overhead(machine, point, measure);
	if (measure[GAP].is_known && measure[BYTE].is_known) {
		file->has_range = 1;
		mpq_set(file->gap, measure[GAP].value);
		mpq_set(file->byte, measure[BYTE].value);
	}
	return STATUS_OK;
}

static enum status read_measures(struct machine_file *file, const char *line)
{
	struct measure measure[VALUES];
	int row = is_row(line);
	enum status status = STATUS_OK;

	for (size_t i = 0; i < VALUES; i++)
		mpq_init(measure[i].value);
	if (row)
		scan_row(file, measure, line);
	else
		status = scan_measures(file, measure, line);
	if (row && file->has_range &&
		!(measure[GAP].is_known && measure[BYTE].is_known))
		status = close_range(file);
	if (status == STATUS_OK)
		status = add_measures(file, measure, line);
	for (size_t i = 0; i < VALUES; i++)
		mpq_clear(measure[i].value);
	return status;
}

/* "we detected a protocol change at N bytes:" begins a range at N + 1. */
static enum status read_change(struct machine_file *file, const char *at)
{
	enum status status = close_range(file);
	struct err err;
	mpq_t bytes;

	if (status != STATUS_OK || file->measured == 0)
		return status;
	mpq_init(bytes);
	if (number_scan(bytes, &at, file->max_bits, &err) != STATUS_OK ||
		!number_is_whole(bytes)) {
		status = lines_error(&file->lines, file->err,
			"a change of protocol at no number of bytes");
	} else {
		mpz_add_ui(mpq_numref(bytes), mpq_numref(bytes), 1);
		if (mpz_cmp(mpq_numref(bytes),
			    file->machine->point[file->machine->points - 1]
				    .bytes) > 0)
			add_point(file, mpq_numref(bytes));
	}
	mpq_clear(bytes);
	return status;
}

static enum status read_line(struct machine_file *file, const char *line)
{
	static const char change[] = "protocol change at ";
	const char *at = strstr(line, change);
	struct err err;
	struct err *first = file->err;
	enum status status;

	if (strstr(line, "o_s=") || is_row(line))
		return read_measures(file, line);
	if (at)
		return read_change(file, at + strlen(change));
	if (file->measured > 0 || file->has_failed)
		return STATUS_OK;
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
	/* If no size is measured after the last change of protocol, g and G
	 * stay as they were. */
	if (file->first > 0 && file->machine->points == file->first + 1)
		file->has_range = 1;
	if (file->measured > 0)
		return close_range(file);
	if (file->has_failed) {
		*file->err = file->failed;
		return file->err->code;
	}
	return set_pairs(file);
}

enum status machine_read(
	struct machine *machine, FILE *in, uint64_t max_bits, struct err *err)
{
	struct machine_file file = {
		.machine = machine, .max_bits = max_bits, .err = err};
	enum status status;

	for (size_t i = 0; i < KEYS; i++)
		mpq_init(file.value[i]);
	mpq_inits(file.gap, file.byte, NULL);
	lines_init(&file.lines, in);
	status = read_lines(&file);
	if (status == STATUS_OK)
		status = finish_file(&file);
	lines_clear(&file.lines);
	for (size_t i = 0; i < KEYS; i++)
		mpq_clear(file.value[i]);
	mpq_clears(file.gap, file.byte, NULL);
	return status;
}
