/*
 * A grid for many messages: a row for each processor, time to the right.  The
 * upper part of a row shows what the processor receives, from the start to the
 * end of the receive, with the message's number and colour; the thinner lower
 * part shows what it sends.  With many messages, arrows would cover each other.
 */
#include "format/schedule/formats.h"

#include <string.h>

#include "number/number.h"
#include "format/schedule/lanes.h"
#include "format/schedule/lanes_svg.h"
#include "format/svg.h"

enum {
	CELL_LEAST = 4, /* least width of a send, in pixels */
	CELL_EMPTY = 6, /* the same, without a number */
	WIDTH_MOST = 20000,
	MEANING = 16
};

struct grid {
	struct lanes_frame frame;
	uint64_t send; /* ticks in a send */
	struct out out;
};

/* The width of all time, in pixels, with room for each number unless too wide.
 */
static enum status grid_width(
	uint64_t *width, const struct event_list *whole, struct err *err)
{
	uint64_t span = lanes_span(whole);
	uint64_t sends = span / schedule_send(&whole->header) + 1;
	uint64_t cell = lanes_cell(whole);
	char text[NUMBER_U64_MAX + 1];

	if (sends > WIDTH_MOST / CELL_LEAST) {
		text[number_u64(text, sends)] = '\0';
		return err_set(err, STATUS_LIMIT, "the grid would have ", text,
			" columns, more than 5000", NULL);
	}
	if (sends * cell > WIDTH_MOST)
		cell = WIDTH_MOST / sends;
	*width = sends * cell < LANES_WIDTH_LEAST ? LANES_WIDTH_LEAST
						  : sends * cell;
	return STATUS_OK;
}

static void write_attribute(struct grid *grid, const char *before, uint64_t x)
{
	out_text(&grid->out, before);
	out_u64(&grid->out, x);
}

/* A cell of processor p from one tick to another. */
static void write_grid_cell(struct grid *grid, const struct event_row *row,
	uint64_t p, uint64_t tick, int is_send)
{
	const struct lanes_frame *frame = &grid->frame;
	uint64_t begin = lanes_x(frame, tick),
		 end = lanes_x(frame, tick + grid->send);
	uint64_t y = lanes_y(frame, p) - LANES_LANE / 2;
	char text[SCHEDULE_TIME_MAX];
	size_t size = event_label(text, frame->whole, row);

	svg_series(&grid->out, "<rect class=\"m",
		(event_tag(frame->whole, row) - 1) % SVG_SERIES);
	out_text(&grid->out, is_send ? " r2" : " r0");
	write_attribute(grid, "\" x=\"", begin);
	write_attribute(grid, "\" y=\"", is_send ? y + LANES_RECEIVE + 1 : y);
	write_attribute(
		grid, "\" width=\"", end > begin + 1 ? end - begin - 1 : 1);
	write_attribute(
		grid, "\" height=\"", is_send ? LANES_SEND : LANES_RECEIVE);
	out_text(&grid->out, "\">");
	lanes_write_title(&grid->out, frame->whole, row);
	out_text(&grid->out, "</rect>\n");
	if (!is_send && end - begin >= size * LANES_LETTER)
		svg_text(&grid->out, "in", "middle", (begin + end) / 2,
			y + LANES_RECEIVE / 2 + LANES_LABEL_MIDDLE, text, size);
}

static void write_grid(struct grid *grid, FILE *file)
{
	static const char meaning[] =
		"above what a processor receives, labelled, "
		"below what it sends";
	const struct lanes_frame *frame = &grid->frame;
	const struct event_list *whole = frame->whole;
	char caption[EVENTS_CAPTION_MAX];

	events_caption(caption, whole);
	out_init(&grid->out, file);
	svg_begin(&grid->out, lanes_width(frame), lanes_height(frame) + MEANING,
		caption, 0);
	svg_series_style(&grid->out);
	lanes_write_axis(&grid->out, frame);
	lanes_write_numbers(&grid->out, frame);
	for (size_t i = 0; i < whole->count && !ferror(file); i++) {
		const struct event_row *row = &whole->row[i];

		write_grid_cell(grid, row, row->from, row->sent, 1);
		write_grid_cell(
			grid, row, row->to, row->received - grid->send, 0);
	}
	svg_text(&grid->out, "dim", "start", SVG_MARGIN,
		lanes_height(frame) + LANES_LABEL_MIDDLE, meaning,
		strlen(meaning));
	svg_end(&grid->out);
	out_finish(&grid->out);
}

enum status schedule_write_grid(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct event_list whole;
	uint64_t width = 0;
	enum status status = lanes_read(&whole, schedule, style, err);

	if (status == STATUS_OK)
		status = grid_width(&width, &whole, err);
	if (status == STATUS_OK) {
		struct grid grid = {.send = schedule_send(&whole.header)};

		lanes_frame_init(&grid.frame, &whole, width, LANES_LANE);
		write_grid(&grid, out);
	}
	events_clear(&whole);
	return status;
}
