/*
 * Reads netgauge's lines: those with "o_s=", or those of eleven numbers in the
 * file ng.out:
 *
 *   size n PRTT PRTT PRTT L o_s o_r g G lsqu
 *
 * In ng.out a line without g and G that follows one with them shows a change of
 * protocol, as netgauge then starts a new fit.
 *
 * A range is the sizes between two changes of protocol.  Each line has g and G
 * fitted to all sizes of its range so far, so the last line of a range has the
 * range's g and G.
 */
#include "format/machine.h"

#include <string.h>

#include "number/number.h"

enum { VALUES = 6 };

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

/* Reads one value; nan and other words mean that it is unknown. */
static void scan_measure(struct measure *measure, const char *text,
	const struct netgauge *netgauge)
{
	struct err err;

	measure->is_known = number_begins(text) &&
			    number_scan(measure->value, &text,
				    netgauge->max_bits, &err) == STATUS_OK;
}

/* Reads a line "L=0.761047 s=2049 ...", which must have all values in order. */
static enum status scan_measures(struct netgauge *netgauge,
	struct measure measure[VALUES], const char *line)
{
	const char *at = lines_skip(line);

	for (size_t i = 0; i < VALUES; i++) {
		const char *end = at + strlen(values[i]);

		if (strncmp(at, values[i], strlen(values[i])) != 0)
			return lines_error(netgauge->lines, netgauge->err,
				ERR_TEXT, values[i],
				" is missing where it should stand");
		scan_measure(&measure[i], end, netgauge);
		at = lines_skip(end + strcspn(end, " \t"));
	}
	return STATUS_OK;
}

/* Whether the line is one of ng.out. */
static int is_row(const char *line)
{
	const char *at = lines_skip(line);
	size_t words = 0;

	if (!number_is_digit(*at))
		return 0;
	for (; *at && *at != '#'; words++)
		at = lines_skip(at + strcspn(at, " \t"));
	return words == PLACES;
}

static void scan_row(struct netgauge *netgauge, struct measure measure[VALUES],
	const char *line)
{
	for (size_t i = 0; i < VALUES; i++) {
		const char *at = lines_skip(line);

		for (size_t place = places[i]; place > 0; place--)
			at = lines_skip(at + strcspn(at, " \t"));
		scan_measure(&measure[i], at, netgauge);
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
static enum status close_range(struct netgauge *netgauge)
{
	struct machine *machine = netgauge->machine;

	if (netgauge->measured == netgauge->first)
		return STATUS_OK;
	if (!netgauge->has_range)
		return lines_error(netgauge->lines, netgauge->err,
			"g and G are missing for the sizes before");
	for (size_t i = netgauge->first; i < machine->points; i++) {
		struct machine_point *point = &machine->point[i];

		mpq_set(point->gap, netgauge->gap);
		mpq_set(point->byte, netgauge->byte);
		if (mpq_sgn(point->gap) == 0 &&
			(mpq_sgn(point->overhead) == 0 || is_instant(machine)))
			return lines_error(netgauge->lines, netgauge->err,
				"overhead and gap are missing for some sizes");
	}
	netgauge->first = machine->points;
	netgauge->has_range = 0;
	return STATUS_OK;
}

/* Adds a point of that size, with the overhead of the one before it. */
static struct machine_point *add_point(
	struct netgauge *netgauge, const mpz_t bytes)
{
	struct machine *machine = netgauge->machine;
	struct machine_point *point;

	if (netgauge->measured == 0) {
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
	netgauge->measured = machine->points;
	mpz_set(point->bytes, bytes);
	return point;
}

/* The point of that size, which is at least the last point's: a new point, or
 * the last one.  If the last point is measured again after a change of
 * protocol, it begins the new range, which keeps the g and G of the old one
 * until it has its own. */
static struct machine_point *point_for(
	struct netgauge *netgauge, const mpz_t bytes)
{
	struct machine_point *last;

	if (netgauge->measured == 0)
		return add_point(netgauge, bytes);
	last = &netgauge->machine->point[netgauge->measured - 1];
	if (mpz_cmp(bytes, last->bytes) > 0)
		return add_point(netgauge, bytes);
	if (netgauge->first == netgauge->measured) {
		netgauge->first--;
		netgauge->has_range = 1;
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

static enum status add_measures(struct netgauge *netgauge,
	struct measure measure[VALUES], const char *line)
{
	struct machine *machine = netgauge->machine;
	const __mpz_struct *size = mpq_numref(measure[SIZE].value);
	struct machine_point *point;
	int is_first = netgauge->measured == 0;
	const char *wrong = NULL;

	if (!measure[SIZE].is_known || !number_is_whole(measure[SIZE].value) ||
		mpz_sgn(size) == 0)
		wrong = " has no size";
	else if (!is_first &&
		 mpz_cmp(size, machine->point[machine->points - 1].bytes) < 0)
		wrong = " has a smaller size than the line before";
	else if (is_first && !measure[LATENCY].is_known)
		wrong = " has no L";
	if (wrong)
		return lines_error(
			netgauge->lines, netgauge->err, ERR_TEXT, line, wrong);
	point = point_for(netgauge, size);
	if (is_first)
		mpq_set(machine->latency, measure[LATENCY].value);
	if (measure[SENDER].is_known && measure[RECEIVER].is_known)
		set_overhead(machine, point, measure);
	if (measure[GAP].is_known && measure[BYTE].is_known) {
		netgauge->has_range = 1;
		mpq_set(netgauge->gap, measure[GAP].value);
		mpq_set(netgauge->byte, measure[BYTE].value);
	}
	return STATUS_OK;
}

static enum status read_measures(struct netgauge *netgauge, const char *line)
{
	struct measure measure[VALUES];
	int row = is_row(line);
	enum status status = STATUS_OK;

	for (size_t i = 0; i < VALUES; i++)
		mpq_init(measure[i].value);
	if (row)
		scan_row(netgauge, measure, line);
	else
		status = scan_measures(netgauge, measure, line);
	if (row && netgauge->has_range &&
		!(measure[GAP].is_known && measure[BYTE].is_known))
		status = close_range(netgauge);
	if (status == STATUS_OK)
		status = add_measures(netgauge, measure, line);
	for (size_t i = 0; i < VALUES; i++)
		mpq_clear(measure[i].value);
	return status;
}

/* "we detected a protocol change at N bytes:" begins a range at N + 1. */
static enum status read_change(struct netgauge *netgauge, const char *at)
{
	const struct machine *machine = netgauge->machine;
	enum status status = close_range(netgauge);
	struct err err;
	mpq_t bytes;

	if (status != STATUS_OK || netgauge->measured == 0)
		return status;
	mpq_init(bytes);
	if (number_scan(bytes, &at, netgauge->max_bits, &err) != STATUS_OK ||
		!number_is_whole(bytes)) {
		status = lines_error(netgauge->lines, netgauge->err,
			"a change of protocol at no number of bytes");
	} else {
		mpz_add_ui(mpq_numref(bytes), mpq_numref(bytes), 1);
		if (mpz_cmp(mpq_numref(bytes),
			    machine->point[machine->points - 1].bytes) > 0)
			add_point(netgauge, mpq_numref(bytes));
	}
	mpq_clear(bytes);
	return status;
}

enum status netgauge_read(
	int *is_taken, struct netgauge *netgauge, const char *line)
{
	static const char change[] = "protocol change at ";
	const char *at = strstr(line, change);
	int has_figures = strstr(line, "o_s=") || is_row(line);

	*is_taken = has_figures || at;
	if (has_figures)
		return read_measures(netgauge, line);
	return at ? read_change(netgauge, at + strlen(change)) : STATUS_OK;
}

enum status netgauge_finish(struct netgauge *netgauge)
{
	/* If no size is measured after the last change of protocol, g and G
	 * stay as they were. */
	if (netgauge->first > 0 &&
		netgauge->machine->points == netgauge->first + 1)
		netgauge->has_range = 1;
	return close_range(netgauge);
}
