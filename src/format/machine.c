/*
 * The figures of a machine, read and written.  All figures with units are
 * converted into the unit of L: "6us,2000ns,4us" is L = 6, o = 2, g = 4 in us.
 */
#include "format/machine.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "number/number.h"

/* The most bits of a number in a header. */
enum { TEXT_BITS = 1 << 16 };

/* The figures of a header; the last is the bytes. */
enum { TEXT_FIGURES = MACHINE_FIGURES + 1 };

/* Whether *text begins with that name, by the comparison `differ`; then moves
 * *text past it, and past "ec" as in usec. */
static int accept_unit(const char **text, const char *name,
	int (*differ)(const char *x, const char *y, size_t size))
{
	size_t size = strlen(name);

	if (differ(*text, name, size) != 0)
		return 0;
	*text += size;
	if (strncasecmp(*text, "ec", 2) == 0)
		*text += 2;
	return 1;
}

/* ms and s need small letters: 1MS would be a million siemens. */
enum time_unit machine_scan_unit(const char **text)
{
	if (accept_unit(text, "\302\265s", strncmp) ||
		accept_unit(text, "\316\274s", strncmp))
		return UNIT_US;
	for (size_t i = UNIT_NS; machine_units[i]; i++)
		if (accept_unit(text, machine_units[i],
			    i <= UNIT_US ? strncasecmp : strncmp))
			return (enum time_unit)i;
	return UNIT_NONE;
}

enum time_unit machine_scan_byte_unit(mpq_t value, const char **text)
{
	enum time_unit unit;

	if (strncmp(*text, "B/s", 3) == 0 && mpq_sgn(value) > 0) {
		*text += 3;
		mpq_inv(value, value);
		return UNIT_S;
	}
	unit = machine_scan_unit(text);
	if (unit != UNIT_NONE && strncmp(*text, "/B", 2) == 0)
		*text += 2;
	return unit;
}

/* A time, with or without a unit. */
struct figure {
	mpq_t value;
	enum time_unit unit;
};

static void figures_init(struct figure figure[TEXT_FIGURES])
{
	for (size_t i = 0; i < TEXT_FIGURES; i++)
		mpq_init(figure[i].value);
}

static void figures_clear(struct figure figure[TEXT_FIGURES])
{
	for (size_t i = 0; i < TEXT_FIGURES; i++)
		mpq_clear(figure[i].value);
}

enum status machine_scan_figure(
	mpq_t value, const char **text, uint64_t max_bits, struct err *err)
{
	if (**text == '-' && number_begins(*text + 1))
		return err_usage(
			err, "must be at least 0, not ", ERR_TEXT, *text);
	return number_scan(value, text, max_bits, err);
}

static enum status scan_figure(struct figure *figure, const char **text,
	int is_byte, uint64_t max_bits, struct err *err)
{
	if (machine_scan_figure(figure->value, text, max_bits, err) !=
		STATUS_OK)
		return err->code;
	figure->unit = is_byte ? machine_scan_byte_unit(figure->value, text)
			       : machine_scan_unit(text);
	return STATUS_OK;
}

enum status machine_check_units(const int has_unit[MACHINE_FIGURES],
	size_t count, const char *text, struct err *err)
{
	static const char *const names[MACHINE_FIGURES] = {"L", "o", "g", "G"};

	for (size_t i = 1; i < count; i++)
		if (!has_unit[i] != !has_unit[0])
			return err_usage(err, ERR_TEXT, text,
				" has a unit for ", names[has_unit[0] ? 0 : i],
				", but none for ", names[has_unit[0] ? i : 0]);
	return STATUS_OK;
}

/* Converts all figures into the unit of the first, if that has one. */
static void make_alike(struct figure *figure, size_t count)
{
	mpq_t factor;

	mpq_init(factor);
	for (size_t i = 1; i < count && figure->unit != UNIT_NONE; i++) {
		machine_unit_ratio(factor, figure[i].unit, figure->unit);
		mpq_mul(figure[i].value, figure[i].value, factor);
	}
	mpq_clear(factor);
}

static void set_machine(
	struct machine *machine, const struct figure *figure, int has_byte)
{
	machine_clear(machine);
	machine_init(machine);
	machine->unit = figure->unit;
	machine->has_byte = has_byte;
	for (int i = 0; i < MACHINE_FIGURES - !has_byte; i++)
		mpq_set(machine_figure(machine, (enum machine_figure)i),
			figure[i].value);
}

static enum status check_figures(
	struct figure *figure, size_t count, const char *text, struct err *err)
{
	int has_unit[MACHINE_FIGURES] = {0};

	for (size_t i = 0; i < count; i++)
		has_unit[i] = figure[i].unit != UNIT_NONE;
	if (machine_check_units(has_unit, count, text, err) != STATUS_OK)
		return err->code;
	make_alike(figure, count);
	if (mpq_sgn(figure[1].value) == 0 && mpq_sgn(figure[2].value) == 0)
		return err_usage(
			err, ERR_TEXT, text, " has neither overhead nor gap");
	return STATUS_OK;
}

/* Reports what stands at `at`, after the number of that figure: neither a unit
 * nor the next figure. */
static enum status refuse_figure(const char *text, const char *figure,
	const char *at, int has_byte, struct err *err)
{
	/* Longer than a message shows, so that the message shortens it. */
	char shown[ERR_PART_MAX + 5];

	if (strncmp(at, "B/s", 3) == 0 || !number_is_letter(*at))
		return err_usage(err, ERR_TEXT, text,
			has_byte ? " is not L,o,g,G" : " is not L,o,g");
	snprintf(
		shown, sizeof shown, "%.*s", (int)strcspn(figure, ","), figure);
	return err_usage(err, ERR_TEXT, shown,
		" has none of the units ns, us, ms, s",
		has_byte ? " and, for G, GB/s" : NULL);
}

enum status machine_parse(struct machine *machine, const char *text,
	int has_byte, uint64_t max_bits, struct err *err)
{
	struct figure figure[TEXT_FIGURES];
	size_t count = has_byte ? MACHINE_FIGURES : MACHINE_FIGURES - 1;
	const char *at = text;
	enum status status = STATUS_OK;

	figures_init(figure);
	for (size_t i = 0; i < count && status == STATUS_OK; i++) {
		const char *start = at;

		status = scan_figure(
			&figure[i], &at, i == MACHINE_BYTE, max_bits, err);
		if (status == STATUS_OK && *at != (i + 1 < count ? ',' : '\0'))
			status = refuse_figure(text, start, at, has_byte, err);
		at++;
	}
	if (status == STATUS_OK)
		status = check_figures(figure, count, text, err);
	if (status == STATUS_OK)
		set_machine(machine, figure, has_byte);
	figures_clear(figure);
	return status;
}

/* -- the header line */

/* Appends the text `before`, the number and the unit to *text. */
static void append_figure(
	char **text, const char *before, const mpq_t value, const char *unit)
{
	char *number = number_text(value), *so_far = *text;

	*text = mem_join(so_far ? so_far : "", before, number, unit, NULL);
	mem_free(so_far);
	mem_free(number);
}

char *machine_figures_text(const struct machine *machine, const mpq_t size,
	const mpz_t bytes, const char *const before[MACHINE_FIGURES + 1])
{
	const struct machine_point *point = machine_at(machine, size);
	const char *unit = machine_units[machine->unit];
	char *text = NULL;
	mpq_t value;

	mpq_init(value);
	machine_latency(value, machine, size);
	if (mpq_sgn(value) >= 0) {
		append_figure(&text, before[MACHINE_LATENCY], value, unit);
		append_figure(
			&text, before[MACHINE_OVERHEAD], point->overhead, unit);
		append_figure(&text, before[MACHINE_GAP], point->gap, unit);
	}
	if (text && machine->has_byte) {
		append_figure(&text, before[MACHINE_BYTE], point->byte, unit);
		mpq_set_z(value, bytes);
		append_figure(&text, before[MACHINE_FIGURES], value, "");
	}
	mpq_clear(value);
	return text;
}

static const char rdma[] = " rdma";

/* Appends the figures for larger messages, up to the largest. */
static void append_points(char **text, const struct machine *machine,
	const mpq_t size, const mpq_t most)
{
	const struct machine_point *end = machine->point + machine->points;
	const char *unit = machine_units[machine->unit];
	mpq_t from;

	mpq_init(from);
	for (const struct machine_point *point = machine_at(machine, size) + 1;
		point < end && mpq_cmp_z(most, point->bytes) >= 0; point++) {
		mpq_set_z(from, point->bytes);
		append_figure(text, " from=", from, "");
		append_figure(text, " o=", point->overhead, unit);
		append_figure(text, " g=", point->gap, unit);
		append_figure(text, " G=", point->byte, unit);
	}
	mpq_clear(from);
}

char *machine_text(const struct machine *machine, const mpq_t size,
	const mpz_t bytes, const mpq_t most)
{
	static const char *const before[TEXT_FIGURES] = {
		"L=", " o=", " g=", " G=", " bytes="};
	struct machine same;
	char *text, *figures;

	machine_set_size(&same, machine, size);
	figures = machine_figures_text(&same, size, bytes, before);
	if (most)
		append_points(&figures, machine, size, most);
	text = mem_join(figures, machine->rdma ? rdma : "", NULL);
	mem_free(figures);
	machine_clear(&same);
	return text;
}

static enum status not_machine(const char *text, struct err *err)
{
	return err_input(
		err, ERR_TEXT, text, " is not a machine, L=6us o=2us g=4us");
}

/* Scans a figure of that name and moves *text past it and the blanks after it;
 * 0 if the figure is not there or malformed. */
static int scan_named(
	struct figure *figure, const char *name, const char **text)
{
	const char *at = *text;
	struct err ignored;

	if (strncmp(at, name, strlen(name)) != 0)
		return 0;
	at += strlen(name);
	if (scan_figure(figure, &at, 0, TEXT_BITS, &ignored) != STATUS_OK ||
		(*at && *at != ' ' && *at != '\t'))
		return 0;
	*text = lines_skip(at);
	return 1;
}

/* Scans L, o, g and, if they are there, G and bytes; *count: how many of L to G
 * there are. */
static enum status scan_text(struct figure *figure, size_t *count, mpz_t bytes,
	const char **at, const char *text, struct err *err)
{
	static const char *const names[] = {"L=", "o=", "g=", "G=", "bytes="};

	*at = text;
	for (*count = 0; *count < TEXT_FIGURES; ++*count)
		if (!scan_named(&figure[*count], names[*count], at))
			break;
	if (*count < 3)
		return not_machine(text, err);
	if (*count == TEXT_FIGURES) {
		const struct figure *all = &figure[MACHINE_FIGURES];

		if (!number_is_whole(all->value) || mpq_sgn(all->value) == 0 ||
			all->unit != UNIT_NONE)
			return not_machine(text, err);
		mpz_set(bytes, mpq_numref(all->value));
		--*count;
	}
	return STATUS_OK;
}

/* Scans the figures from a size on, "from=4096 o=3us g=4us G=1us", in the
 * machine's unit; sizes must ascend. */
static enum status scan_point(struct machine *machine, struct figure *figure,
	const char **at, const char *text, struct err *err)
{
	static const char *const names[] = {"from=", "o=", "g=", "G="};
	struct machine_point *point;
	int is_well = 1;

	for (size_t i = 0; i < MACHINE_FIGURES && is_well; i++)
		is_well = scan_named(&figure[i], names[i], at) &&
			  figure[i].unit == (i > 0 ? machine->unit : UNIT_NONE);
	is_well = is_well && number_is_whole(figure[0].value) &&
		  mpz_cmp(mpq_numref(figure[0].value),
			  machine->point[machine->points - 1].bytes) > 0 &&
		  mpq_sgn(figure[1].value) + mpq_sgn(figure[2].value) > 0;
	if (!is_well)
		return not_machine(text, err);
	point = machine_add(machine);
	mpz_set(point->bytes, mpq_numref(figure[0].value));
	mpq_set(point->overhead, figure[1].value);
	mpq_set(point->gap, figure[2].value);
	mpq_set(point->byte, figure[3].value);
	return STATUS_OK;
}

enum status machine_text_parse(
	struct machine *machine, mpz_t bytes, const char *text, struct err *err)
{
	struct figure figure[TEXT_FIGURES];
	const char *at = text;
	size_t count;
	enum status status;

	figures_init(figure);
	mpz_set_ui(bytes, 0);
	status = scan_text(figure, &count, bytes, &at, text, err);
	if (status == STATUS_OK &&
		check_figures(figure, count, text, err) != STATUS_OK)
		status = err->code = STATUS_INPUT;
	if (status == STATUS_OK)
		set_machine(machine, figure, count == MACHINE_FIGURES);
	while (status == STATUS_OK && mpz_sgn(bytes) > 0 &&
		strncmp(at, "from=", 5) == 0)
		status = scan_point(machine, figure, &at, text, err);
	if (status == STATUS_OK) {
		machine->rdma = strcmp(at, rdma + 1) == 0;
		if (*at && !machine->rdma)
			status = not_machine(text, err);
	}
	figures_clear(figure);
	return status;
}
