/*
 * Writes a self-contained page: a picture, with arrows or, if rows have labels,
 * as a grid, and the transmissions.  A script steps through time and highlights
 * a processor or a message.  To keep the page small, each transmission is a
 * short line of text, of which the script makes a table; and in the grid as
 * written all cells of a colour and kind are one element, which the script
 * replaces by one for each transmission.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "format/schedule/lanes.h"
#include "format/svg.h"

/*
 * The lines of page.css and page.js, up to NULL.  The page is readable without
 * scripts, except for the table.  The script needs:
 *   #rows    a line "time from to label end" for each transmission
 *   #table   with an empty body, for these
 *   #now     the line that moves with time.  Its attributes: data-finish, the
 *            finish; data-unit, the ticks of a unit; data-left and data-width,
 *            the extent of the time axis in pixels; data-name, the unit's name,
 *            if it has one; and in a grid data-send, the time of a send;
 *            data-top, the upper edge of the first lane's cells; data-lane,
 *            from one lane to the next; data-lower, from a lane's receives to
 *            its sends; data-foot, from the top of a cell to its label's base
 *            line
 *   #marks   an arrow for each line, in the same order; in a grid anything,
 *            with the labels in the element after it: the script puts cells in
 *            place of both
 *   #axis, #lanes   which stay in sight when the picture is scrolled
 * and html_controls.  It sets the classes of rows and marks.
 */
extern const char *const page_css[], *const page_js[];

/* The controls, hidden until the script shows them. */
static const char html_controls[] =
	"<div id=\"controls\" hidden>\n"
	"<button id=\"play\" type=\"button\">Play</button>\n"
	"<label>Time <input id=\"time\" type=\"range\" min=\"0\"></label>\n"
	"<output id=\"at\" for=\"time\" aria-live=\"polite\"></output>\n"
	"<label>Processor <select id=\"processor\">"
	"<option value=\"\">all</option></select></label>\n"
	"<label><span id=\"what\">Message</span> <select id=\"message\">"
	"<option value=\"\">all</option></select></label>\n"
	"</div>\n";

enum {
	ARROW_CELL = 40, /* width of a send where there are arrows, in pixels */
	STRIP_GAP = 4,	 /* from the strip of processors' numbers to time 0 */
	WIDTH_MOST = 16000
};

struct page {
	struct lanes_frame frame;
	int is_grid;
	struct out *out;
};

static uint64_t page_width(const struct event_list *whole, int is_grid)
{
	uint64_t sends = lanes_span(whole) / schedule_send(&whole->header) + 1;
	uint64_t cell = is_grid ? lanes_cell(whole) : ARROW_CELL;

	return sends > WIDTH_MOST / cell
		       ? (uint64_t)WIDTH_MOST
		       : most_u64(sends * cell, LANES_WIDTH_LEAST);
}

static void write_page_arrows(struct page *page)
{
	const struct event_list *whole = page->frame.whole;
	struct arrow *arrow = arrows_new(&page->frame);

	for (size_t i = 0; i < whole->count && !ferror(page->out->file); i++) {
		out_print(page->out, "<path class=\"c%" PRIu64 "\" d=\"",
			(event_tag(whole, &whole->row[i]) - 1) % SVG_COLOURS);
		arrow_write(page->out, &arrow[i]);
		out_text(page->out, "\"/>\n");
	}
	mem_free(arrow);
}

/* If the row's cell has room for its label, writes the label's letters or, if
 * are_places, the place of each; whether it has.  is_first: no label of the
 * lane has been written. */
static int write_letters(struct page *page, const struct event_row *row,
	int are_places, int is_first)
{
	const struct lanes_frame *frame = &page->frame;
	char text[SCHEDULE_TIME_MAX];
	size_t size = event_label(text, frame->whole, row);
	uint64_t x = cells_label_x(frame, row, size, 0);

	if (x == 0)
		return 0;
	if (!are_places) {
		out_bytes(page->out, text, size);
		return 1;
	}
	x -= (size - 1) * SVG_LETTER_MOST / 2;
	for (size_t i = 0; i < size; i++)
		out_print(page->out, "%s%" PRIu64,
			is_first && i == 0 ? "" : " ", x + i * SVG_LETTER_MOST);
	return 1;
}

/* Writes the labels of a lane as one text element, with a place for each
 * letter. */
static void write_lane_labels(struct page *page, uint64_t p)
{
	const struct event_list *whole = page->frame.whole;

	if (whole->first[p] == whole->first[p + 1])
		return;
	out_print(page->out, "<text y=\"%" PRIu64 "\" x=\"",
		cells_label_y(&page->frame, p, 0));
	for (int are_places = 1; are_places >= 0; are_places--) {
		int labels = 0;

		for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++)
			if (!whole->event[i].is_send)
				labels +=
					write_letters(page, whole->event[i].row,
						are_places, labels == 0);
		if (are_places && labels == 0)
			out_char(page->out, '0');
		out_text(page->out, are_places ? "\">" : "</text>\n");
	}
}

static void write_page_cells(struct page *page)
{
	struct out *out = page->out;

	cells_write(out, &page->frame, 0);
	out_text(out, "</g>\n<g class=\"in\" text-anchor=\"middle\" "
		      "pointer-events=\"none\" aria-hidden=\"true\">\n");
	for (uint64_t p = 0; p < page->frame.whole->header.processors; p++)
		write_lane_labels(page, p);
}

/* Writes the attributes of #now. */
static void write_measures(struct page *page)
{
	const struct lanes_frame *frame = &page->frame;
	const struct schedule_header *header = &frame->whole->header;
	char finish[SCHEDULE_TIME_MAX], send[SCHEDULE_TIME_MAX];

	events_time(finish, frame->whole, frame->scale.span);
	events_time(send, frame->whole, schedule_send(header));
	out_print(page->out,
		" data-left=\"%" PRIu64 "\" data-width=\"%" PRIu64
		"\" data-unit=\"%" PRIu64 "\" data-finish=\"%s\"",
		frame->left, frame->scale.width, header->unit, finish);
	if (header->time_unit)
		out_print(page->out, " data-name=\" %s\"", header->time_unit);
	if (page->is_grid)
		out_print(page->out,
			" data-send=\"%s\" data-top=\"%" PRIu64
			"\" data-lower=\"%" PRIu64 "\" data-lane=\"%" PRIu64
			"\" data-foot=\"%" PRIu64 "\"",
			send, cells_top(frame, 0, 0),
			cells_top(frame, 0, 1) - cells_top(frame, 0, 0),
			frame->lane,
			cells_label_y(frame, 0, 0) - cells_top(frame, 0, 0));
}

static void begin_strip(
	struct out *out, const char *name, uint64_t width, uint64_t height)
{
	out_print(out, "</g>\n<g id=\"%s\">\n", name);
	svg_rect(out, "page", 0, 0, width, height);
	out_text(out, "/>\n");
}

/* Writes the processors' numbers and the axis, each on a strip that covers what
 * is scrolled below it. */
static void write_strips(struct page *page)
{
	const struct lanes_frame *frame = &page->frame;
	struct out *out = page->out;

	begin_strip(out, "lanes", frame->left - STRIP_GAP, lanes_height(frame));
	lanes_write_numbers(out, frame);
	begin_strip(out, "axis", lanes_width(frame, ""),
		frame->top - LANES_LANE / 2 - 1);
	lanes_write_axis(out, frame);
	out_text(out, "</g>\n");
}

static void write_page_picture(struct page *page)
{
	const struct lanes_frame *frame = &page->frame;
	struct out *out = page->out;

	svg_begin(out, lanes_width(frame, ""), lanes_height(frame),
		frame->whole->caption, page->is_grid ? 0 : SVG_COLOURS);
	if (page->is_grid)
		cells_write_style(out, frame->whole);
	lanes_write_grid(out, frame);
	if (!page->is_grid)
		lanes_write_lines(out, frame);
	out_text(out, "<g id=\"marks\">\n");
	if (page->is_grid)
		write_page_cells(page);
	else
		write_page_arrows(page);
	out_text(out, "</g>\n<g>\n<path id=\"now\"");
	write_measures(page);
	out_print(out, " d=\"M0 %" PRIu64 "V%" PRIu64 "\"/>\n",
		frame->top - LANES_LANE / 2, frame->bottom + SVG_MARGIN);
	write_strips(page);
	svg_end(out);
}

/* Writes an empty table, and the lines that the script puts into it. */
static void write_page_rows(struct page *page)
{
	const struct event_list *whole = page->frame.whole;
	const char *name = whole->header.time_unit;
	struct out *out = page->out;

	out_print(out,
		"<table id=\"table\" hidden>\n"
		"<caption>Transmissions</caption>\n<thead><tr>"
		"<th scope=\"col\">time%s%s</th><th scope=\"col\">from</th>"
		"<th scope=\"col\">to</th><th scope=\"col\">%s</th>"
		"<th scope=\"col\">received%s%s</th></tr></thead>\n"
		"<tbody></tbody>\n</table>\n"
		"<script type=\"text/plain\" id=\"rows\">\n",
		name ? ", " : "", name ? name : "", events_label_name(whole),
		name ? ", " : "", name ? name : "");
	for (size_t i = 0; i < whole->count && !ferror(out->file); i++) {
		const struct event_row *row = &whole->row[i];
		char label[SCHEDULE_TIME_MAX], sent[SCHEDULE_TIME_MAX],
			received[SCHEDULE_TIME_MAX];

		events_time(sent, whole, row->sent);
		events_time(received, whole, row->received);
		event_label(label, whole, row);
		out_print(out, "%s %" PRIu64 " %" PRIu64 " %s %s\n", sent,
			row->from, row->to, label, received);
	}
	out_text(out, "</script>\n");
}

static void write_lines(struct out *out, const char *const *line)
{
	for (; *line; line++)
		out_text(out, *line);
}

static void write_page(struct page *page)
{
	const char *caption = page->frame.whole->caption;
	struct out *out = page->out;

	out_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		      "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
		      "content=\"width=device-width\">\n<title>");
	svg_escaped(out, caption);
	out_text(out, "</title>\n<style>\n");
	write_lines(out, page_css);
	out_text(out, "</style>\n</head>\n<body>\n<h1>");
	svg_escaped(out, caption);
	out_text(out, "</h1>\n");
	out_text(out, html_controls);
	out_text(out, "<figure>\n");
	write_page_picture(page);
	out_print(out,
		"</figure>\n<p class=\"legend\">%s. Click on a transmission "
		"or a processor to see it alone.</p>\n",
		page->is_grid ? cells_meaning(page->frame.whole)
			      : "an arrow goes from the start of a send to the "
				"end of its receive");
	write_page_rows(page);
	out_text(out, "<script>\n");
	write_lines(out, page_js);
	out_text(out, "</script>\n</body>\n</html>\n");
}

static enum status write_html(
	struct event_list *whole, struct out *out, struct err *err)
{
	struct page page = {
		.is_grid = events_have_labels(whole),
		.out = out,
	};

	(void)err;
	lanes_frame_init(&page.frame, whole, page_width(whole, page.is_grid),
		LANES_LANE);
	write_page(&page);
	return STATUS_OK;
}

const struct events_format events_html = {
	EVENTS_ONE_PORT | EVENTS_LANES | EVENTS_BY_RANK, NULL, events_read,
	write_html};
