/*
 * The accesses of a schedule of the model locality, drawn: a lane a processor,
 * time to the right; an arrow an access, which takes as long as its group is
 * large.  Algorithm ROOT's groups are boxes behind the arrows of their
 * accesses. A processor knows the item when it has read it: its time stands at
 * the arrow's head.
 *
 * Costs are rationals.  Where the denominator of one does not divide the unit,
 * all times so far are multiplied by what is missing; 2^63 bounds how often.
 */
#include "format/schedule/lanes.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "number/cost.h"
#include "number/number.h"
#include "format/svg.h"

#define LIMIT (UINT64_C(1) << 63)

/* The longest numbers in a cost, and what may be spent on all of them. */
enum { ACCESS_COST_BITS = 1 << 16 };
static const uint64_t ACCESS_WORK = UINT64_C(1) << 33;

/* Makes the unit finer by a factor. */
static enum status refine_unit(
	struct event_list *whole, uint64_t factor, struct err *err)
{
	uint64_t largest = whole->header.unit;

	for (size_t i = 0; i < whole->count; i++) {
		const struct event_row *row = &whole->row[i];

		largest = row->sent > largest ? row->sent : largest;
		largest = row->received > largest ? row->received : largest;
	}
	if (largest > (LIMIT - 1) / factor)
		return events_too_long(err);
	for (size_t i = 0; i < whole->count; i++) {
		whole->row[i].sent *= factor;
		whole->row[i].received *= factor;
	}
	whole->header.unit *= factor;
	return STATUS_OK;
}

static enum status set_access_end(struct event_list *whole,
	struct event_row *row, const mpq_t cost, struct err *err)
{
	uint64_t most, numerator, denominator, factor, unit;

	if (!number_read_u64(&numerator, mpq_numref(cost), 63) ||
		!number_read_u64(&denominator, mpq_denref(cost), 63))
		return events_too_long(err);
	factor = denominator / number_gcd_u64(whole->header.unit, denominator);
	if (factor > 1 && refine_unit(whole, factor, err) != STATUS_OK)
		return err->code;
	unit = whole->header.unit / denominator;
	most = LIMIT - 1 - row->sent;
	if (numerator > most / unit)
		return events_too_long(err);
	row->received = row->sent + numerator * unit;
	return STATUS_OK;
}

/* value = what an access in a group of that size costs, exactly. */
static enum status find_access_cost(struct value *value,
	const struct cost *cost, uint64_t size,
	const struct value_precision *precision, struct err *err)
{
	enum status status;
	mpz_t k;

	mpz_init(k);
	number_set_u64(k, size);
	status = cost_value(value, cost, k, precision, err);
	mpz_clear(k);
	if (status != STATUS_OK || value->exact)
		return status;
	return err_input(err, "the cost is not exact at k = ", ERR_OWN,
		number_u64_text(size), ", so no time can be drawn");
}

static enum status end_accesses(
	struct event_list *whole, const struct cost *cost, struct err *err)
{
	uint64_t work = ACCESS_WORK, size = 0;
	const struct value_precision precision = {
		.bits = 128, .max_bits = ACCESS_COST_BITS, .work = &work};
	enum status status = STATUS_OK;
	struct value value;

	value_init(&value);
	for (size_t i = 0; i < whole->count && status == STATUS_OK; i++) {
		struct event_row *row = &whole->row[i];

		if (row->size != size)
			status = find_access_cost(
				&value, cost, row->size, &precision, err);
		size = row->size;
		if (status == STATUS_OK)
			status = set_access_end(whole, row, value.q, err);
	}
	value_clear(&value);
	return status;
}

/*
 * Pulls a schedule of that model to its end, as events_read those of others: an
 * access in a group of `size` takes the cost of that size.
 * Errors: those of events_pull and cost_value; STATUS_INPUT for a cost that is
 * not exact; STATUS_LIMIT if no unit keeps the times below 2^63.
 */
static enum status read_accesses(struct event_list *whole,
	struct schedule *schedule, const struct schedule_look *style,
	struct err *err)
{
	struct cost *cost;
	enum status status = events_pull(whole, schedule, style, err);

	if (status == STATUS_OK)
		status = cost_parse(
			&cost, whole->header.cost, ACCESS_COST_BITS, err);
	if (status != STATUS_OK)
		return status;
	status = end_accesses(whole, cost, err);
	cost_free(cost);
	for (size_t i = 0; i < whole->count; i++)
		if (whole->row[i].received > whole->finish)
			whole->finish = whole->row[i].received;
	return status;
}

/*
 * *first = the first processor of the access's group among those of Algorithm
 * ROOT, which splits n processors, again and again, into groups of ceil(sqrt
 * n); 0 if none of them has that size and both processors.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Section 3.
 */
static int find_group(uint64_t *first, const struct event_list *whole,
	const struct event_row *row)
{
	uint64_t n = whole->header.processors;
	uint64_t from = row->from, to = row->to, s = 0;

	*first = 0;
	while (n > row->size) {
		for (s = 1; s < n / s || s * s < n;)
			s++;
		if (s == n || from / s != to / s)
			return 0;
		*first += from / s * s;
		n = n - from / s * s < s ? n - from / s * s : s;
		from %= s;
		to %= s;
	}
	return n == row->size;
}

enum {
	LANE = 26,
	AROUND = 9, /* from a box to the lanes inside */
	UNIT = 14,  /* pixels a unit of time */
	WIDTH_LEAST = 400,
	WIDTH_MOST = 12000,
};

/* Writes are blue, reads red. */
enum { COLOUR_WRITE, COLOUR_READ, COLOURS };

/* A group's box, unless it is that of the row before. */
static void write_group(struct out *out, const struct lanes_frame *frame,
	const struct event_row *row, const struct event_row *before)
{
	uint64_t first, first_before, left = lanes_x(frame, row->sent);

	if (row->size < 2 || !find_group(&first, frame->whole, row))
		return;
	if (before && before->sent == row->sent && before->size == row->size &&
		find_group(&first_before, frame->whole, before) &&
		first_before == first)
		return;
	svg_rect(out, "group", left, lanes_y(frame, first) - AROUND,
		lanes_x(frame, row->received) - left,
		(row->size - 1) * LANE + AROUND + AROUND);
	out_text(out, " rx=\"6\"><title>group of ");
	out_u64(out, row->size);
	out_print(out,
		", processors %" PRIu64 " to %" PRIu64 "</title></rect>\n",
		first, first + row->size - 1);
}

/* Has the schedule those groups?  Others' groups are not known. */
static int has_groups(const struct event_list *whole)
{
	const char *algorithm = whole->header.algorithm;

	return algorithm && strcmp(algorithm, "root") == 0;
}

static void write_access(struct out *out, const struct lanes_frame *frame,
	const struct event_row *row)
{
	int is_read = row->access == ACCESS_READ;

	out_text(out, is_read ? "<path class=\"c1\" d=\""
			      : "<path class=\"c0\" d=\"");
	svg_point(
		out, 'M', lanes_x(frame, row->sent), lanes_y(frame, row->from));
	svg_point(out, 'L', lanes_x(frame, row->received),
		lanes_y(frame, row->to));
	out_text(out, "\"><title>");
	out_print(out,
		"processor %" PRIu64 "%s%" PRIu64 " in a group of %" PRIu64,
		is_read ? row->to : row->from,
		is_read ? " reads cell " : " writes to cell ",
		is_read ? row->from : row->to, row->size);
	lanes_write_time(out, ", from ", frame->whole, row->sent);
	lanes_write_time(out, " to ", frame->whole, row->received);
	out_text(out, "</title></path>\n");
}

/* known[p] = when processor p first ends a read, UINT64_MAX if never. */
static uint64_t *find_known(const struct event_list *whole)
{
	uint64_t n = whole->header.processors;
	uint64_t *known = mem_array((size_t)n, sizeof *known);

	for (uint64_t p = 0; p < n; p++)
		known[p] = UINT64_MAX;
	for (size_t i = 0; i < whole->count; i++) {
		const struct event_row *row = &whole->row[i];

		if (row->access == ACCESS_READ &&
			row->received < known[row->to])
			known[row->to] = row->received;
	}
	return known;
}

/* At each processor's head when it first knows; the first one always did. */
static void write_known(struct out *out, const struct lanes_frame *frame)
{
	const struct schedule_header *header = &frame->whole->header;
	uint64_t *known = find_known(frame->whole);
	char text[SCHEDULE_TIME_MAX];

	for (uint64_t p = 1; p < header->processors; p++)
		if (known[p] < UINT64_MAX)
			svg_text(out, "", "start", lanes_x(frame, known[p]) + 4,
				lanes_y(frame, p) - 3, text,
				events_time(text, frame->whole, known[p]));
	mem_free(known);
}

static void write_access_meaning(
	struct out *out, const struct lanes_frame *frame, int has_boxes)
{
	static const char
		arrows[] = "blue: writes, red: reads; boxes: groups",
		times[] = "at each head: when the processor has the message";
	const size_t boxes = sizeof "; boxes: groups" - 1;
	uint64_t y = lanes_height(frame) + 4;

	svg_text(out, "dim", "start", SVG_MARGIN, y, arrows,
		sizeof arrows - 1 - (has_boxes ? 0 : boxes));
	svg_text(out, "dim", "start", SVG_MARGIN, y + SVG_LINE, times,
		sizeof times - 1);
}

/* The width of all time, in pixels. */
static uint64_t accesses_width(const struct event_list *whole)
{
	uint64_t units = lanes_span(whole) / whole->header.unit + 1;

	if (units > WIDTH_MOST / UNIT)
		return WIDTH_MOST;
	return units * UNIT < WIDTH_LEAST ? WIDTH_LEAST : units * UNIT;
}

static enum status write_accesses(
	struct event_list *whole, struct out *out, struct err *err)
{
	int has_boxes = has_groups(whole);
	struct lanes_frame frame;

	(void)err;
	lanes_frame_init(&frame, whole, accesses_width(whole), LANE);
	svg_begin(out, lanes_width(&frame, ""),
		lanes_height(&frame) + SVG_LINE + SVG_LINE, whole->caption,
		COLOURS);
	out_text(out, "<style>.group{fill:#8c959f;fill-opacity:.15;"
		      "stroke:#8c959f}</style>\n");
	lanes_write_grid(out, &frame);
	lanes_write_axis(out, &frame);
	for (size_t i = 0; has_boxes && i < whole->count; i++)
		write_group(out, &frame, &whole->row[i],
			i > 0 ? &whole->row[i - 1] : NULL);
	lanes_write_lines(out, &frame);
	lanes_write_numbers(out, &frame);
	for (size_t i = 0; i < whole->count && !ferror(out->file); i++)
		write_access(out, &frame, &whole->row[i]);
	write_known(out, &frame);
	write_access_meaning(out, &frame, has_boxes);
	svg_end(out);
	return STATUS_OK;
}

const struct events_format events_accesses = {
	EVENTS_LANES, NULL, read_accesses, write_accesses};
