/*
 * Draws each cell as a thick horizontal line, "M100 87h14".  All cells of one
 * colour and kind are in one element, which states both for them.
 */
#include "format/schedule/lanes.h"

#include "format/svg.h"

const char *cells_meaning(const struct event_list *whole)
{
	if (whole->header.operation == OPERATION_ALLTOALL)
		return "upper cells: received (4/2=1: blocks whose distance to "
		       "go, over 4, is 1 mod 2); lower cells: sent";
	return schedule_run_column(whole->header.operation)
		       ? "upper cells: received (4+2: two blocks, from 4 on); "
			 "lower cells: sent"
		       : "upper cells: received, with the message's number; "
			 "lower cells: sent";
}

enum {
	BETWEEN = 1,	 /* pixels between receives and sends */
	SEND_LETTER = 6, /* the width of a letter on a send */
	SEND_FOOT = 3	 /* from a send's middle to its label's base line */
};

uint64_t cells_top(const struct lanes_frame *frame, uint64_t p, int is_send)
{
	return lanes_y(frame, p) - LANES_LANE / 2 +
	       (is_send ? LANES_RECEIVE + BETWEEN : 0);
}

uint64_t cells_label_y(const struct lanes_frame *frame, uint64_t p, int is_send)
{
	return cells_top(frame, p, is_send) +
	       (is_send ? LANES_SEND / 2 + SEND_FOOT
			: LANES_RECEIVE / 2 + SVG_FOOT);
}

/* Where the cell of a row's send, or receive, begins and ends, in pixels. */
static uint64_t cell_begin(const struct lanes_frame *frame,
	const struct event_row *row, int is_send)
{
	return lanes_x(
		frame, is_send ? row->sent : event_arrival(frame->whole, row));
}

static uint64_t cell_end(const struct lanes_frame *frame,
	const struct event_row *row, int is_send)
{
	return lanes_x(
		frame, is_send ? row->sent + event_send(frame->whole, row)
			       : row->received);
}

uint64_t cells_label_x(const struct lanes_frame *frame,
	const struct event_row *row, size_t letters, int is_send)
{
	uint64_t begin = cell_begin(frame, row, is_send),
		 end = cell_end(frame, row, is_send);
	uint64_t letter = is_send ? SEND_LETTER : SVG_LETTER_MOST;

	return end - begin < letters * letter ? 0 : (begin + end) / 2;
}

/* A bit for each colour, of the SVG_AREAS there are, that some row has. */
static uint64_t cells_areas(const struct event_list *whole)
{
	uint64_t set = 0;

	for (size_t i = 0; i < whole->count; i++)
		set |= UINT64_C(1)
		       << (event_tag(whole, &whole->row[i]) - 1) % SVG_AREAS;
	return set;
}

/* The height of a cell is the width of its line. */
void cells_write_style(struct out *out, const struct event_list *whole)
{
	uint64_t set = cells_areas(whole);

	svg_area_style(out, set);
	out_text(out, "<style>\n");
	svg_area_strokes(out, set);
	/* Rules with `hover` are separate, as some readers drop them. */
	out_text(out, ".up,.up path{stroke-width:15;stroke-opacity:.9}\n"
		      ".low,.low path{stroke-width:11;stroke-opacity:.38}\n"
		      ".up:hover{stroke-width:15}.low:hover{stroke-width:11}\n"
		      ".up path:hover{stroke-width:15;stroke-opacity:1}\n"
		      ".low path:hover{stroke-width:11;stroke-opacity:1}\n"
		      ".in text{stroke:none;font-weight:600}\n"
		      ".in .sent{font-size:9px;font-weight:400}\n"
		      "</style>\n");
}

/* Writes the path of a cell, "M100 87.5h14". */
static void write_cell_line(struct out *out, const struct lanes_frame *frame,
	const struct event_row *row, int is_send)
{
	uint64_t begin = cell_begin(frame, row, is_send);
	uint64_t end = cell_end(frame, row, is_send);
	uint64_t high = is_send ? LANES_SEND : LANES_RECEIVE;
	uint64_t p = is_send ? row->from : row->to;

	out_char(out, 'M');
	out_u64(out, begin);
	svg_to(out, ' ', 10 * cells_top(frame, p, is_send) + 5 * high);
	out_char(out, 'h');
	out_u64(out, end > begin + 1 ? end - begin - 1 : 1);
}

static void begin_cells(
	struct out *out, size_t colour, int is_send, int has_titles)
{
	svg_area(out, has_titles ? "<g class=\"k" : "<path class=\"k", colour);
	out_text(out, is_send ? " low\"" : " up\"");
	out_text(out, has_titles ? ">\n" : " d=\"");
}

/* Writes the cells of one colour and kind, if there are any. */
static void write_cells(struct out *out, const struct lanes_frame *frame,
	size_t colour, int is_send, int has_titles)
{
	const struct event_list *whole = frame->whole;
	int has_begun = 0;

	for (size_t i = 0; i < whole->count && !ferror(out->file); i++) {
		const struct event_row *row = &whole->row[i];

		if ((event_tag(whole, row) - 1) % SVG_AREAS != colour)
			continue;
		if (!has_begun)
			begin_cells(out, colour, is_send, has_titles);
		has_begun = 1;
		if (has_titles)
			out_text(out, "<path d=\"");
		write_cell_line(out, frame, row, is_send);
		if (!has_titles)
			continue;
		out_text(out, "\">");
		lanes_write_title(out, whole, row);
		out_text(out, "</path>\n");
	}
	if (has_begun)
		out_text(out, has_titles ? "</g>\n" : "\"/>\n");
}

void cells_write(
	struct out *out, const struct lanes_frame *frame, int has_titles)
{
	uint64_t set = cells_areas(frame->whole);

	for (size_t colour = 0; colour < SVG_AREAS; colour++)
		for (int is_send = 0; set >> colour & 1 && is_send < 2;
			is_send++)
			write_cells(out, frame, colour, is_send, has_titles);
}
