/*
 * A self-contained page: the picture (arrows for one message, a grid for
 * several) and the table of transmissions; a script steps through time and
 * highlights a processor or a message.
 */
#include "format/schedule/formats.h"

#include <string.h>

#include "format/schedule/html_page.h"
#include "format/schedule/lanes.h"
#include "format/schedule/lanes_svg.h"
#include "format/svg.h"

enum {
	ARROW_CELL = 40, /* width of a send, in pixels */
	WIDTH_MOST = 16000
};

struct page {
	struct lanes_frame frame;
	uint64_t send; /* ticks in a send */
	int is_grid;
	struct out out;
};

static uint64_t page_width(const struct event_list *whole, int is_grid)
{
	uint64_t sends = lanes_span(whole) / schedule_send(&whole->header) + 1;
	uint64_t cell = is_grid ? lanes_cell(whole) : ARROW_CELL;

	if (sends > WIDTH_MOST / cell)
		return WIDTH_MOST;
	return sends * cell < LANES_WIDTH_LEAST ? LANES_WIDTH_LEAST
						: sends * cell;
}

static void write_many(struct page *page, const char *before, uint64_t value,
	const char *after)
{
	out_text(&page->out, before);
	out_u64(&page->out, value);
	out_text(&page->out, after);
}

/* A box that starts at a tick and lasts as long as a send. */
static void write_box(
	struct page *page, uint64_t tick, uint64_t y, uint64_t high)
{
	uint64_t begin = lanes_x(&page->frame, tick),
		 end = lanes_x(&page->frame, tick + page->send);
	uint64_t wide = end > begin + 1 ? end - begin - 1 : 1;

	svg_point(&page->out, 'M', begin, y);
	write_many(page, "h", wide, "");
	write_many(page, "v", high, "");
	write_many(page, "h-", wide, "z");
}

static void write_mark(struct page *page, const struct event_row *row)
{
	const struct lanes_frame *frame = &page->frame;
	uint64_t tag = event_tag(frame->whole, row) - 1;

	if (page->is_grid)
		svg_series(&page->out, "<path class=\"m", tag % SVG_SERIES);
	else
		write_many(page, "<path class=\"c", tag % SVG_COLOURS, "");
	out_text(&page->out, "\" d=\"");
	if (page->is_grid) {
		write_box(page, row->received - page->send,
			lanes_y(frame, row->to) - LANES_LANE / 2,
			LANES_RECEIVE);
		write_box(page, row->sent,
			lanes_y(frame, row->from) - LANES_LANE / 2 +
				LANES_RECEIVE + 1,
			LANES_SEND);
	} else {
		svg_point(&page->out, 'M', lanes_x(frame, row->sent),
			lanes_y(frame, row->from));
		svg_point(&page->out, 'L', lanes_x(frame, row->received),
			lanes_y(frame, row->to));
	}
	out_text(&page->out, "\"/>\n");
}

/* The number in a cell, if it fits. */
static void write_mark_label(struct page *page, const struct event_row *row)
{
	const struct lanes_frame *frame = &page->frame;
	uint64_t end = lanes_x(frame, row->received),
		 begin = lanes_x(frame, row->received - page->send);
	char text[SCHEDULE_TIME_MAX];
	size_t size = event_label(text, frame->whole, row);

	if (end - begin >= size * LANES_LETTER)
		svg_text(&page->out, "", "middle", (begin + end) / 2,
			lanes_y(frame, row->to) - LANES_LANE / 2 +
				LANES_RECEIVE / 2 + LANES_LABEL_MIDDLE,
			text, size);
}

static void write_page_picture(struct page *page, const char *caption)
{
	const struct lanes_frame *frame = &page->frame;
	const struct event_list *whole = frame->whole;
	struct out *out = &page->out;

	svg_begin(out, lanes_width(frame), lanes_height(frame), caption,
		page->is_grid ? 0 : SVG_COLOURS);
	if (page->is_grid)
		svg_series_style(out);
	lanes_write_axis(out, frame);
	if (!page->is_grid)
		lanes_write_lines(out, frame);
	out_text(out, "<g id=\"lanes\">\n");
	lanes_write_numbers(out, frame);
	out_text(out, "</g>\n<g id=\"marks\">\n");
	for (size_t i = 0; i < whole->count && !ferror(out->file); i++)
		write_mark(page, &whole->row[i]);
	out_text(out, "</g>\n<g class=\"in\" pointer-events=\"none\">\n");
	for (size_t i = 0; page->is_grid && i < whole->count; i++)
		write_mark_label(page, &whole->row[i]);
	out_text(out, "</g>\n<path id=\"now\"");
	write_many(page, " data-left=\"", frame->left, "\"");
	write_many(page, " data-width=\"", frame->scale.width, "\"");
	write_many(page, " data-unit=\"", whole->header.unit, "\"");
	lanes_write_time(
		out, " data-finish=\"", frame->scale.span, whole->header.unit);
	write_many(page, "\" d=\"M0 ", frame->top - LANES_LANE / 2, "V");
	out_u64(out, frame->bottom + SVG_MARGIN);
	out_text(out, "\"/>\n");
	svg_end(out);
}

/* HTML lets the end tags of cells and rows be omitted. */
static void write_page_table(struct page *page)
{
	const struct event_list *whole = page->frame.whole;
	uint64_t unit = whole->header.unit;
	struct out *out = &page->out;

	out_text(out, "<table>\n<caption>Transmissions</caption>\n<thead><tr>"
		      "<th scope=\"col\">time</th><th scope=\"col\">from</th>"
		      "<th scope=\"col\">to</th><th scope=\"col\">");
	out_text(out, events_label_name(whole));
	out_text(out, "</th><th scope=\"col\">received</th></tr></thead>\n"
		      "<tbody>\n");
	for (size_t i = 0; i < whole->count && !ferror(out->file); i++) {
		const struct event_row *row = &whole->row[i];
		char label[SCHEDULE_TIME_MAX];

		lanes_write_time(out, "<tr><td>", row->sent, unit);
		lanes_write_time(out, "<td>", row->from, 1);
		lanes_write_time(out, "<td>", row->to, 1);
		out_text(out, "<td>");
		out_bytes(out, label, event_label(label, whole, row));
		lanes_write_time(out, "<td>", row->received, unit);
		out_char(out, '\n');
	}
	out_text(out, "</tbody>\n</table>\n");
}

static void write_page(struct page *page, FILE *file)
{
	char caption[EVENTS_CAPTION_MAX];
	struct out *out = &page->out;

	events_caption(caption, page->frame.whole);
	out_init(out, file);
	out_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		      "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
		      "content=\"width=device-width\">\n<title>");
	svg_escaped(out, caption);
	out_text(out, "</title>\n<style>\n");
	out_text(out, html_style);
	out_text(out, "</style>\n</head>\n<body>\n<h1>");
	svg_escaped(out, caption);
	out_text(out, "</h1>\n");
	out_text(out, html_controls);
	out_text(out, "<figure>\n");
	write_page_picture(page, caption);
	out_text(out, "</figure>\n");
	write_page_table(page);
	out_text(out, "<script>\n");
	out_text(out, html_script);
	out_text(out, "</script>\n</body>\n</html>\n");
	out_finish(out);
}

enum status schedule_write_html(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct event_list whole;
	enum status status = lanes_read(&whole, schedule, style, err);

	if (status == STATUS_OK) {
		struct page page = {
			.send = schedule_send(&whole.header),
			.is_grid = events_have_labels(&whole),
		};

		lanes_frame_init(&page.frame, &whole,
			page_width(&whole, page.is_grid), LANES_LANE);
		write_page(&page, out);
	}
	events_clear(&whole);
	return status;
}
