/*
 * Draws a grid, for schedules with so many messages that arrows would cover
 * each other: a lane for each processor, time to the right.  The upper part of
 * a lane shows what the processor receives, with the message's number and
 * colour, the thinner lower part what it sends.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>

#include "base/bits.h"
#include "number/number.h"
#include "format/schedule/lanes.h"
#include "format/svg.h"

enum {
	CELL_LEAST = 4, /* the least width of a send, in pixels */
	WIDTH_MOST = 20000,
	TITLES = 1024 /* the most transmissions that get titles */
};

/* *width = that of the time axis, in pixels, with room for every label if the
 * picture is not too wide then. */
static enum status grid_width(
	uint64_t *width, const struct event_list *whole, struct err *err)
{
	uint64_t span = lanes_span(whole);
	uint64_t sends = span / schedule_send(&whole->header) + 1;
	uint64_t cell = lanes_cell(whole);

	if (sends > WIDTH_MOST / CELL_LEAST)
		return out_too_large(err,
			"the grid would have %" PRIu64
			" columns, more than 5000",
			sends);
	cell = least_u64(cell, WIDTH_MOST / sends);
	*width = most_u64(sends * cell, LANES_WIDTH_LEAST);
	return STATUS_OK;
}

static void write_grid_label(struct out *out, const struct lanes_frame *frame,
	const struct event_row *row, int is_send)
{
	char text[SCHEDULE_TIME_MAX];
	size_t size = event_label(text, frame->whole, row);
	uint64_t x = cells_label_x(frame, row, size, is_send);
	uint64_t p = is_send ? row->from : row->to;

	if (x > 0)
		svg_text(out, is_send ? "sent" : "", "start", x,
			cells_label_y(frame, p, is_send), text, size);
}

/* Writes the labels of receives and, if there are few rows, of sends. */
static void write_grid_labels(struct out *out, const struct lanes_frame *frame)
{
	const struct event_list *whole = frame->whole;

	out_text(out, "<g class=\"in\" text-anchor=\"middle\">\n");
	for (size_t i = 0; i < whole->count && !ferror(out->file); i++)
		for (int is_send = 0; is_send <= (whole->count <= TITLES);
			is_send++)
			write_grid_label(out, frame, &whole->row[i], is_send);
	out_text(out, "</g>\n");
}

static enum status write_grid(
	struct event_list *whole, struct out *out, struct err *err)
{
	struct lanes_frame frame;
	uint64_t width = 0;
	const char *meaning = cells_meaning(whole);

	if (grid_width(&width, whole, err) != STATUS_OK)
		return err->code;
	lanes_frame_init(&frame, whole, width, LANES_LANE);
	svg_begin(out, lanes_width(&frame, meaning),
		lanes_height(&frame) + SVG_LINE, whole->caption, 0);
	cells_write_style(out, whole);
	lanes_write_grid(out, &frame);
	lanes_write_axis(out, &frame);
	lanes_write_numbers(out, &frame);
	cells_write(out, &frame, whole->count <= TITLES);
	write_grid_labels(out, &frame);
	lanes_write_legend(out, &frame, 0, meaning);
	svg_end(out);
	return STATUS_OK;
}

const struct events_format events_grid = {
	EVENTS_ONE_PORT | EVENTS_LANES, NULL, events_read, write_grid};
