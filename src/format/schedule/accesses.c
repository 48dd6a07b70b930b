/*
 * Draws a schedule of the model locality: a lane for each processor, time to
 * the right, and an arrow for each access, which takes the cost of its group's
 * size.  Algorithm ROOT's groups are boxes behind the arrows of their accesses.
 * A processor knows the message when it has read it; that time is written where
 * its first read ends.
 *
 * Costs are rationals.  A cost whose denominator does not divide the unit makes
 * the unit finer, and all times so far are converted.  Times stay below 2^63,
 * so this happens at most 62 times.
 */
#include "format/schedule/lanes.h"

#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/cost.h"
#include "number/number.h"
#include "format/svg.h"

/* The longest numbers in a cost, and how much work all costs may take. */
enum { ACCESS_COST_BITS = 1 << 16 };
static const uint64_t ACCESS_WORK = UINT64_C(1) << 33;

/* Makes the unit finer by a factor. */
static enum status refine_unit(
	struct event_list *whole, uint64_t factor, struct err *err)
{
	uint64_t largest = whole->header.unit;

	for (size_t i = 0; i < whole->count; i++) {
		largest = most_u64(largest, whole->row[i].sent);
		largest = most_u64(largest, whole->row[i].received);
	}
	if (largest > INT64_MAX / factor)
		return events_too_long(err);
	for (size_t i = 0; i < whole->count; i++) {
		whole->row[i].sent *= factor;
		whole->row[i].received *= factor;
	}
	whole->header.unit *= factor;
	return STATUS_OK;
}

/* Sets when the access ends, and makes the unit finer if it must. */
static enum status set_access_end(struct event_list *whole,
	struct event_row *row, const mpq_t cost, struct err *err)
{
	uint64_t numerator, denominator, factor, unit;

	if (!number_read_u64(&numerator, mpq_numref(cost), 63) ||
		!number_read_u64(&denominator, mpq_denref(cost), 63))
		return events_too_long(err);
	factor = denominator / number_gcd_u64(whole->header.unit, denominator);
	if (factor > 1 && refine_unit(whole, factor, err) != STATUS_OK)
		return err->code;
	unit = whole->header.unit / denominator;
	if (numerator > (INT64_MAX - row->sent) / unit)
		return events_too_long(err);
	row->received = row->sent + numerator * unit;
	return STATUS_OK;
}

/* value = the exact cost of an access in a group of that size. */
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

/* Sets when all accesses end. */
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
 * Does for the model locality what events_read does for the others.
 * Errors: those of events_pull and cost_value; STATUS_INPUT for a cost that is
 * not exact; STATUS_LIMIT if the times have no common unit in which they are
 * below 2^63.
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
		whole->finish = most_u64(whole->finish, whole->row[i].received);
	return status;
}

/*
 * *first = the first processor of the access's group among those of Algorithm
 * ROOT, which splits its n processors into groups of ceil(sqrt n), and each
 * group again in the same way.  Returns 0 if no group of the access's size has
 * both of its processors.
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
	LANE = 26,  /* pixels from one lane to the next */
	AROUND = 9, /* from a box's edge to the lanes inside */
	UNIT = 14,  /* pixels for a unit of time */
	WIDTH_LEAST = 400,
	WIDTH_MOST = 12000,
	COLOURS = 2 /* writes are blue, reads red */
};

/* Writes the box of the row's group, unless the row before has the same. */
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
	out_print(out,
		" rx=\"6\"><title>group of %" PRIu64 ", processors %" PRIu64
		" to %" PRIu64 "</title></rect>\n",
		row->size, first, first + row->size - 1);
}

/* Whether the schedule is Algorithm ROOT's: no other's groups are known. */
static int has_groups(const struct event_list *whole)
{
	const char *algorithm = whole->header.algorithm;

	return algorithm && strcmp(algorithm, "root") == 0;
}

static void write_access(struct out *out, const struct lanes_frame *frame,
	const struct event_row *row)
{
	int is_read = row->access == ACCESS_READ;
	char sent[SCHEDULE_TIME_MAX], received[SCHEDULE_TIME_MAX];

	events_time_words(sent, frame->whole, row->sent);
	events_time_words(received, frame->whole, row->received);
	out_print(out, "<path class=\"c%u\" d=\"", is_read ? 1U : 0U);
	svg_point(
		out, 'M', lanes_x(frame, row->sent), lanes_y(frame, row->from));
	svg_point(out, 'L', lanes_x(frame, row->received),
		lanes_y(frame, row->to));
	out_print(out,
		"\"><title>processor %" PRIu64 "%s%" PRIu64
		" in a group of %" PRIu64 ", from %s to %s</title></path>\n",
		is_read ? row->to : row->from,
		is_read ? " reads cell " : " writes to cell ",
		is_read ? row->from : row->to, row->size, sent, received);
}

/* known[p] = when the first read of processor p ends; UINT64_MAX if it reads
 * nothing. */
static uint64_t *find_known(const struct event_list *whole)
{
	uint64_t n = whole->header.processors;
	uint64_t *known = mem_array((size_t)n, sizeof *known);

	for (uint64_t p = 0; p < n; p++)
		known[p] = UINT64_MAX;
	for (size_t i = 0; i < whole->count; i++) {
		const struct event_row *row = &whole->row[i];

		if (row->access == ACCESS_READ)
			known[row->to] =
				least_u64(known[row->to], row->received);
	}
	return known;
}

/* Writes for each processor when it first knows the message, at the head of
 * that read; processor 0 always knows it. */
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

/* The width of the time axis, in pixels. */
static uint64_t accesses_width(const struct event_list *whole)
{
	uint64_t units = lanes_span(whole) / whole->header.unit + 1;

	return units > WIDTH_MOST / UNIT ? (uint64_t)WIDTH_MOST
					 : most_u64(units * UNIT, WIDTH_LEAST);
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
	lanes_write_legend(out, &frame, 0,
		has_boxes ? "blue: writes, red: reads; boxes: groups"
			  : "blue: writes, red: reads");
	lanes_write_legend(out, &frame, 1,
		"at each head: when the processor has the message");
	svg_end(out);
	return STATUS_OK;
}

const struct events_format events_accesses = {
	EVENTS_LANES, NULL, read_accesses, write_accesses};
