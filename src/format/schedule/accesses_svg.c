/*
 * A lane a processor, time to the right; an arrow an access, which takes as
 * long as its group is large.  Algorithm ROOT's groups are boxes behind the
 * arrows of their accesses.  A processor knows the item when it has read it:
 * its time stands at the arrow's head.
 */
#include "format/schedule/accesses_svg.h"

#include <string.h>

#include "base/mem.h"
#include "format/schedule/accesses.h"
#include "format/schedule/lanes.h"
#include "format/schedule/lanes_svg.h"
#include "format/svg.h"

enum {
	LANE = 26,
	AROUND = 9, /* from a box to the lanes inside */
	UNIT = 14,  /* pixels a unit of time */
	WIDTH_LEAST = 400,
	WIDTH_MOST = 12000,
	MEANING = 16
};

/* Writes are blue, reads red. */
enum { COLOUR_WRITE, COLOUR_READ, COLOURS };

/* A group's box, unless it is that of the row before. */
static void write_group(struct out *out, const struct lanes_frame *frame,
	const struct event_row *row, const struct event_row *before)
{
	uint64_t first, first_before, left = lanes_x(frame, row->sent);

	if (row->size < 2 || !accesses_group(&first, frame->whole, row))
		return;
	if (before && before->sent == row->sent && before->size == row->size &&
		accesses_group(&first_before, frame->whole, before) &&
		first_before == first)
		return;
	svg_rect(out, "group", left, lanes_y(frame, first) - AROUND,
		lanes_x(frame, row->received) - left,
		(row->size - 1) * LANE + AROUND + AROUND);
	out_text(out, " rx=\"6\"><title>group of ");
	out_u64(out, row->size);
	lanes_write_time(out, ", processors ", first, 1);
	lanes_write_time(out, " to ", first + row->size - 1, 1);
	out_text(out, "</title></rect>\n");
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
	uint64_t unit = frame->whole->header.unit;
	int is_read = row->access == ACCESS_READ;

	out_text(out, is_read ? "<path class=\"c1\" d=\""
			      : "<path class=\"c0\" d=\"");
	svg_point(
		out, 'M', lanes_x(frame, row->sent), lanes_y(frame, row->from));
	svg_point(out, 'L', lanes_x(frame, row->received),
		lanes_y(frame, row->to));
	out_text(out, "\"><title>");
	lanes_write_time(out, "processor ", is_read ? row->to : row->from, 1);
	lanes_write_time(out, is_read ? " reads cell " : " writes to cell ",
		is_read ? row->from : row->to, 1);
	lanes_write_time(out, " in a group of ", row->size, 1);
	lanes_write_time(out, ", from ", row->sent, unit);
	lanes_write_time(out, " to ", row->received, unit);
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
				schedule_time_text(
					text, known[p], header->unit));
	mem_free(known);
}

static void write_access_meaning(
	struct out *out, const struct lanes_frame *frame, int has_boxes)
{
	static const char arrows[] = "blue: writes, red: reads; boxes: groups",
			  times[] = "at each head: when the processor knows";
	const size_t boxes = sizeof "; boxes: groups" - 1;
	uint64_t y = lanes_height(frame) + 4;

	svg_text(out, "dim", "start", SVG_MARGIN, y, arrows,
		sizeof arrows - 1 - (has_boxes ? 0 : boxes));
	svg_text(out, "dim", "start", SVG_MARGIN, y + MEANING, times,
		sizeof times - 1);
}

static void write_accesses(
	const struct event_list *whole, uint64_t width, FILE *file)
{
	char caption[EVENTS_CAPTION_MAX];
	int has_boxes = has_groups(whole);
	struct lanes_frame frame;
	struct out out;

	lanes_frame_init(&frame, whole, width, LANE);
	events_caption(caption, whole);
	out_init(&out, file);
	svg_begin(&out, lanes_width(&frame),
		lanes_height(&frame) + MEANING + MEANING, caption, COLOURS);
	out_text(&out, "<style>.group{fill:#8c959f;fill-opacity:.15;"
		       "stroke:#8c959f}</style>\n");
	lanes_write_axis(&out, &frame);
	for (size_t i = 0; has_boxes && i < whole->count; i++)
		write_group(&out, &frame, &whole->row[i],
			i > 0 ? &whole->row[i - 1] : NULL);
	lanes_write_lines(&out, &frame);
	lanes_write_numbers(&out, &frame);
	for (size_t i = 0; i < whole->count && !ferror(file); i++)
		write_access(&out, &frame, &whole->row[i]);
	write_known(&out, &frame);
	write_access_meaning(&out, &frame, has_boxes);
	svg_end(&out);
	out_finish(&out);
}

/* The width of all time, in pixels. */
static uint64_t accesses_width(const struct event_list *whole)
{
	uint64_t units = lanes_span(whole) / whole->header.unit + 1;

	if (units > WIDTH_MOST / UNIT)
		return WIDTH_MOST;
	return units * UNIT < WIDTH_LEAST ? WIDTH_LEAST : units * UNIT;
}

enum status accesses_write_svg(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct event_list whole = {0};
	enum status status = lanes_check(schedule, style, err);

	if (status == STATUS_OK)
		status = accesses_read(&whole, schedule, style->max_bits, err);
	if (status == STATUS_OK)
		write_accesses(&whole, accesses_width(&whole), out);
	events_clear(&whole);
	return status;
}
