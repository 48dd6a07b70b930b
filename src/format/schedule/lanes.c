/*
 * Scales, lanes and their axis.  The axis always shows the finish; the times of
 * other ticks are left out where they would touch it.
 */
#include "format/schedule/lanes.h"

#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "format/svg.h"

void scale_init(struct scale *scale, uint64_t span, uint64_t width)
{
	*scale = (struct scale){.span = span, .width = width};
	while (span >> scale->shift >= UINT64_C(1) << 40)
		scale->shift++;
}

uint64_t scale_place(const struct scale *scale, uint64_t tick)
{
	return (tick >> scale->shift) * scale->width /
	       (scale->span >> scale->shift);
}

uint64_t scale_step(const struct scale *scale, uint64_t unit, uint64_t most)
{
	static const unsigned factors[] = {2, 5, 10};
	uint64_t ten = unit, step = unit;

	for (unsigned i = 0; scale->span / step > most; i++) {
		if (ten > UINT64_MAX / 10)
			return UINT64_MAX;
		step = ten * factors[i % 3];
		if (i % 3 == 2)
			ten = step;
	}
	return step;
}

uint64_t lanes_span(const struct event_list *whole)
{
	return whole->finish > 0 ? whole->finish
				 : schedule_send(&whole->header);
}

enum {
	AXIS = 16,	 /* from the times on top to the lines below them */
	LANE_ABOVE = 20, /* above the first lane, for labels at arrow heads */
	LABEL = 24,	 /* the least gap between times on the axis */
	NAME = 60	 /* for the axis's name and the margin */
};

/* How many digits the number has. */
static uint64_t count_digits(uint64_t number)
{
	char text[SCHEDULE_TIME_MAX];

	return schedule_time_text(text, number, 1);
}

void lanes_frame_init(struct lanes_frame *frame, const struct event_list *whole,
	uint64_t width, uint64_t lane)
{
	uint64_t n = whole->header.processors;

	frame->whole = whole;
	scale_init(&frame->scale, lanes_span(whole), width);
	frame->left = SVG_MARGINS + count_digits(n - 1) * SVG_LETTER;
	frame->lane = lane;
	frame->top = SVG_TOP + AXIS + LANE_ABOVE;
	frame->bottom = frame->top + (n - 1) * lane;
}

uint64_t lanes_x(const struct lanes_frame *frame, uint64_t tick)
{
	return frame->left + scale_place(&frame->scale, tick);
}

uint64_t lanes_y(const struct lanes_frame *frame, uint64_t p)
{
	return frame->top + p * frame->lane;
}

uint64_t lanes_height(const struct lanes_frame *frame)
{
	return frame->bottom + SVG_MARGINS;
}

static void write_axis_line(
	struct out *out, const struct lanes_frame *frame, uint64_t tick)
{
	svg_point(out, 'M', lanes_x(frame, tick), frame->top - LANE_ABOVE + 4);
	out_char(out, 'V');
	out_u64(out, frame->bottom + SVG_MARGIN / 2);
}

/* Writes a time on the axis: whole units, or the finish as it is shown. */
static size_t axis_time(char text[SCHEDULE_TIME_MAX],
	const struct lanes_frame *frame, uint64_t tick)
{
	return tick == frame->scale.span ? events_time(text, frame->whole, tick)
					 : schedule_time_text(text, tick,
						   frame->whole->header.unit);
}

/* Half the width of a time on the axis, plus a margin. */
static uint64_t label_half(const struct lanes_frame *frame, uint64_t tick)
{
	char text[SCHEDULE_TIME_MAX];

	return axis_time(text, frame, tick) * SVG_LETTER_MOST / 2 + 3;
}

uint64_t lanes_width(const struct lanes_frame *frame, const char *line)
{
	uint64_t span = frame->scale.span;

	return most_u64(lanes_x(frame, span) + label_half(frame, span) + NAME,
		strlen(line) * SVG_LETTER_MOST + SVG_MARGINS);
}

/* Writes a time on the axis; the place where it ends. */
static uint64_t write_axis_label(
	struct out *out, const struct lanes_frame *frame, uint64_t tick)
{
	char text[SCHEDULE_TIME_MAX];
	size_t size = axis_time(text, frame, tick);

	svg_text(out, "dim", "middle", lanes_x(frame, tick), SVG_TOP + AXIS - 4,
		text, size);
	return lanes_x(frame, tick) + label_half(frame, tick);
}

/* Writes a band behind every other node. */
static void write_bands(struct out *out, const struct lanes_frame *frame)
{
	uint64_t n = frame->whole->header.processors;
	uint64_t node = frame->whole->header.node, half = frame->lane / 2;

	if (node == 0 || node == n)
		return;
	out_text(out,
		"<path style=\"fill:#888;fill-opacity:.12;stroke:none\" d=\"");
	for (uint64_t p = 0; p < n; p += 2 * node) {
		svg_point(out, 'M', frame->left, lanes_y(frame, p) - half);
		out_char(out, 'H');
		out_u64(out, lanes_x(frame, frame->scale.span));
		out_char(out, 'V');
		out_u64(out, lanes_y(frame, p + node - 1) + half);
		out_char(out, 'H');
		out_u64(out, frame->left);
		out_char(out, 'z');
	}
	out_text(out, "\"/>\n");
}

/* The ticks from one time on the axis to the next. */
static uint64_t axis_step(const struct lanes_frame *frame)
{
	uint64_t unit = frame->whole->header.unit, span = frame->scale.span;
	uint64_t room = LABEL + count_digits(span / unit) * SVG_LETTER;
	uint64_t most = frame->scale.width / room;

	return scale_step(&frame->scale, unit, most > 0 ? most : 1);
}

void lanes_write_grid(struct out *out, const struct lanes_frame *frame)
{
	uint64_t span = frame->scale.span, step = axis_step(frame);

	write_bands(out, frame);
	out_text(out, "<path class=\"grid\" d=\"");
	for (uint64_t i = 0; i <= span / step; i++)
		write_axis_line(out, frame, i * step);
	if (span % step != 0)
		write_axis_line(out, frame, span);
	out_text(out, "\"/>\n");
}

void lanes_write_axis(struct out *out, const struct lanes_frame *frame)
{
	uint64_t span = frame->scale.span, step = axis_step(frame);
	uint64_t end = lanes_x(frame, span) - label_half(frame, span), right;
	const char *name = frame->whole->header.time_unit;

	name = name ? name : "time";
	for (uint64_t i = 0; i <= span / step; i++)
		if (i * step < span &&
			lanes_x(frame, i * step) +
					label_half(frame, i * step) <=
				end)
			write_axis_label(out, frame, i * step);
	right = write_axis_label(out, frame, span);
	svg_text(out, "", "start", right + 4, SVG_TOP + AXIS - 4, name,
		strlen(name));
}

void lanes_write_lines(struct out *out, const struct lanes_frame *frame)
{
	out_text(out, "<path class=\"line\" d=\"");
	for (uint64_t p = 0; p < frame->whole->header.processors; p++) {
		svg_point(out, 'M', frame->left, lanes_y(frame, p));
		out_char(out, 'H');
		out_u64(out, lanes_x(frame, frame->scale.span));
	}
	out_text(out, "\"/>\n");
}

void lanes_write_numbers(struct out *out, const struct lanes_frame *frame)
{
	for (uint64_t p = 0; p < frame->whole->header.processors; p++) {
		char text[SCHEDULE_TIME_MAX];
		size_t size = schedule_time_text(text, p, 1);

		svg_text(out, "", "end", frame->left - SVG_MARGIN / 2,
			lanes_y(frame, p) + 4, text, size);
	}
}

void lanes_write_legend(struct out *out, const struct lanes_frame *frame,
	uint64_t line, const char *text)
{
	svg_text(out, "dim", "start", SVG_MARGIN,
		lanes_height(frame) + line * SVG_LINE + SVG_FOOT, text,
		strlen(text));
}

void lanes_write_title(struct out *out, const struct event_list *whole,
	const struct event_row *row)
{
	char label[SCHEDULE_TIME_MAX];
	char sent[SCHEDULE_TIME_MAX], received[SCHEDULE_TIME_MAX];

	event_label(label, whole, row);
	events_time_words(sent, whole, row->sent);
	events_time_words(received, whole, row->received);
	out_print(out,
		"<title>%s %s from %" PRIu64 " to %" PRIu64
		", sent at %s, received at %s</title>",
		events_label_name(whole), label, row->from, row->to, sent,
		received);
}

uint64_t lanes_label_size(const struct event_list *whole)
{
	uint64_t n = whole->header.processors;

	if (whole->header.operation == OPERATION_ALLTOALL) /* "4/2=1" */
		return 2 * count_digits(n - 1) + count_digits(n) + 2;
	return schedule_run_column(whole->header.operation)
		       ? count_digits(n - 1) + 1 + count_digits(n)
		       : count_digits(whole->header.messages);
}

uint64_t lanes_cell(const struct event_list *whole)
{
	return lanes_label_size(whole) * SVG_LETTER_MOST + 6;
}
