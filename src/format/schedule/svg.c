/*
 * Draws a space-time diagram: a lane for each processor, time to the right, and
 * an arrow from the start of each send to the end of its receive, in the colour
 * of the row's tag.  If there is one message, each head has the time at which
 * the message arrives; if rows have labels, each arrow has its label.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>

#include "base/bits.h"
#include "base/mem.h"
#include "format/schedule/lanes.h"
#include "format/svg.h"

enum {
	UNIT_ONE = 48,	   /* pixels for a send, with one message */
	UNIT_SEVERAL = 72, /* and where rows have labels */
	UNITS_MANY = 128,
	PLOT_LEAST = 360, /* widths of the time axis, in pixels */
	PLOT_USUAL = 1040,
	PLOT_MOST = 16000,
	LABEL_HIGH = 13, /* the space that a label keeps from others */
	LABEL_LETTER = 9,
	LABEL_PARTS = 16, /* an arrow's label is at a multiple of 1/16 of it */
	MEANING_MOST = 80,
	ARROWS_MANY = 300,
	LABELS = 512 /* how many earlier labels a new one avoids */
};

struct picture {
	struct lanes_frame frame;
	struct arrow *arrow;		  /* one for each row */
	struct arrow_point label[LABELS]; /* where the last labels are */
	size_t labels, left_out;
	char meaning[MEANING_MOST]; /* what a label means */
};

/*
 * The width of the time axis, in proportion to the time, within limits.  Where
 * rows have labels it is wide enough for these to be side by side in as many
 * sends' times as there are or, if less, as two for each row of an average
 * processor and UNITS_MANY more: so long waits do not make it wider.
 */
static uint64_t plot_width(const struct event_list *whole, uint64_t span)
{
	int has_labels = events_have_labels(whole);
	uint64_t units = span / schedule_send(&whole->header) + 1;
	uint64_t busy =
		2 * whole->count / whole->header.processors + UNITS_MANY;
	uint64_t unit = has_labels ? UNIT_SEVERAL : UNIT_ONE;
	uint64_t width = within_u64(
		within_u64(units, 1, PLOT_MOST) * unit, PLOT_LEAST, PLOT_USUAL);

	if (!has_labels)
		return width;
	return within_u64(within_u64(least_u64(units, busy), 1, PLOT_MOST) *
				  (lanes_label_size(whole) * SVG_LETTER + 6),
		width, PLOT_MOST);
}

/* The pixels from one lane to the next: the more lanes, the fewer. */
static uint64_t lane_height(uint64_t lanes)
{
	return lanes <= 6 ? 40 : lanes <= 24 ? 24 : 18;
}

static void write_arrow(
	struct out *out, const struct picture *picture, size_t i)
{
	const struct event_list *whole = picture->frame.whole;
	uint64_t tag = event_tag(whole, &whole->row[i]) - 1;
	uint64_t round = tag / SVG_COLOURS;

	out_print(out, "<path class=\"c%" PRIu64, tag % SVG_COLOURS);
	if (round % SVG_DASHES > 0)
		out_print(out, " d%" PRIu64, round % SVG_DASHES);
	out_text(out, "\" d=\"");
	arrow_write(out, &picture->arrow[i]);
	out_text(out, "\">");
	lanes_write_title(out, whole, &whole->row[i]);
	out_text(out, "</path>\n");
}

static int is_near(uint64_t x, uint64_t y, uint64_t distance)
{
	return (x > y ? x - y : y - x) < distance;
}

static int is_free(
	const struct picture *picture, struct arrow_point at, uint64_t wide)
{
	size_t count = picture->labels < LABELS ? picture->labels : LABELS;

	for (size_t i = 0; i < count; i++)
		if (is_near(picture->label[i].x, at.x, wide) &&
			is_near(picture->label[i].y, at.y, LABEL_HIGH))
			return 0;
	return 1;
}

/* *at = where the label of arrow i is: three quarters along, or else at the
 * first place that is clear of other labels; returns 0 if there is none. */
static int find_label_place(
	struct arrow_point *at, struct picture *picture, size_t i)
{
	static const uint64_t parts[] = {
		12, 10, 8, 6, 4, 14, 13, 11, 9, 7, 5, 3, 2};
	uint64_t wide = lanes_label_size(picture->frame.whole) * LABEL_LETTER;

	for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
		*at = arrow_at(&picture->arrow[i], parts[k], LABEL_PARTS);
		if (!is_free(picture, *at, wide))
			continue;
		picture->label[picture->labels++ % LABELS] = *at;
		return 1;
	}
	picture->left_out++;
	return 0;
}

/* Writes the label of arrow i or, if rows have none, the time at its head. */
static void write_label(struct out *out, struct picture *picture, size_t i)
{
	const struct lanes_frame *frame = &picture->frame;
	const struct event_row *row = &frame->whole->row[i];
	char text[SCHEDULE_TIME_MAX], class[] = "t0";
	struct arrow_point at;

	if (!events_have_labels(frame->whole)) {
		svg_text(out, class, "start", lanes_x(frame, row->received) + 3,
			lanes_y(frame, row->to) - 4, text,
			events_time(text, frame->whole, row->received));
		return;
	}
	if (!find_label_place(&at, picture, i))
		return;
	class[1] =
		(char)('0' + (event_tag(frame->whole, row) - 1) % SVG_COLOURS);
	svg_text(out, class, "middle", at.x, at.y + 4, text,
		event_label(text, frame->whole, row));
}

static const char *label_example(enum operation operation)
{
	if (operation == OPERATION_ALLTOALL)
		return "; 4/2=1: those whose distance to go, over 4, is 1 mod "
		       "2";
	return schedule_run_column(operation) ? "; 4+2: two, from 4 on" : "";
}

static void set_meaning(struct picture *picture, const struct event_list *whole)
{
	char *text = picture->meaning;

	if (whole->count > 0 && !events_have_labels(whole))
		text_add(text, MEANING_MOST,
			"at each head: the time when it arrives");
	else if (whole->count > 0)
		text_add(text, MEANING_MOST, "on an arrow: the %s%s",
			events_label_name(whole),
			label_example(whole->header.operation));
}

/* Writes what a label means, and whether some are left out or hard to read. */
static void write_meaning(struct out *out, const struct picture *picture)
{
	const struct lanes_frame *frame = &picture->frame;

	lanes_write_legend(out, frame, 0, picture->meaning);
	if (picture->left_out > 0)
		lanes_write_legend(out, frame, 1,
			"not all have room; the format grid shows more "
			"messages");
	else if (frame->whole->count > ARROWS_MANY)
		lanes_write_legend(out, frame, 1,
			"many arrows: the format grid shows each message by "
			"itself");
}

static void write_labels(struct out *out, struct picture *picture)
{
	const struct event_list *whole = picture->frame.whole;

	for (size_t i = 0; i < whole->count && !ferror(out->file); i++)
		write_label(out, picture, i);
	if (whole->count > 0)
		write_meaning(out, picture);
}

static enum status write_picture(
	struct event_list *whole, struct out *out, struct err *err)
{
	uint64_t colours = schedule_run_column(whole->header.operation)
				   ? SVG_COLOURS
				   : whole->header.messages;
	struct picture picture = {.labels = 0};
	struct lanes_frame *frame = &picture.frame;

	(void)err;
	lanes_frame_init(frame, whole, plot_width(whole, lanes_span(whole)),
		lane_height(whole->header.processors));
	picture.arrow = arrows_new(frame);
	set_meaning(&picture, whole);
	svg_begin(out, lanes_width(frame, picture.meaning),
		lanes_height(frame) + SVG_LINE + SVG_LINE, whole->caption,
		colours < SVG_COLOURS ? (unsigned)colours : SVG_COLOURS);
	lanes_write_grid(out, frame);
	lanes_write_axis(out, frame);
	lanes_write_lines(out, frame);
	lanes_write_numbers(out, frame);
	for (size_t i = 0; i < whole->count && !ferror(out->file); i++)
		write_arrow(out, &picture, i);
	write_labels(out, &picture);
	svg_end(out);
	mem_free(picture.arrow);
	return STATUS_OK;
}

static const struct events_format events_svg = {
	EVENTS_LANES, NULL, events_read, write_picture};

enum status schedule_write_svg(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	return events_write(schedule, out, style,
		schedule->header.model == MODEL_LOCALITY ? &events_accesses
							 : &events_svg,
		err);
}
