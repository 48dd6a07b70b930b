/*
 * A cell is a thick line, "M100 87h14".  Those of one colour and kind follow
 * each other, so that only the first says what they are.
 */
#include "format/schedule/lanes.h"

#include "format/svg.h"

const char cells_meaning[] =
	"above what a processor receives, labelled, below what it sends";
const char cells_meaning_runs[] =
	"above receives, labelled (4+2: two from 4 on), below sends";

enum { BETWEEN = 1 /* pixels between receives and sends */ };

uint64_t cells_top(const struct lanes_frame *frame, uint64_t p, int is_send)
{
	return lanes_y(frame, p) - LANES_LANE / 2 +
	       (is_send ? LANES_RECEIVE + BETWEEN : 0);
}

uint64_t cells_label_y(const struct lanes_frame *frame, uint64_t p)
{
	return cells_top(frame, p, 0) + LANES_RECEIVE / 2 + SVG_FOOT;
}

/* Where the receive of a row begins and ends, in pixels. */
static uint64_t receive_begin(
	const struct lanes_frame *frame, const struct event_row *row)
{
	return lanes_x(frame, event_arrival(frame->whole, row));
}

uint64_t cells_label_x(const struct lanes_frame *frame,
	const struct event_row *row, size_t letters)
{
	uint64_t begin = receive_begin(frame, row),
		 end = lanes_x(frame, row->received);

	return end - begin < letters * SVG_LETTER_MOST ? 0 : (begin + end) / 2;
}

/* A line's width is its cell's height. */
void cells_write_style(struct out *out)
{
	out_text(out, "<style>\n");
	svg_series_strokes(out);
	/* Some readers drop rules with `hover`: those have their own. */
	out_text(out, ".up,.up path{stroke-width:15;stroke-opacity:.9}\n"
		      ".low,.low path{stroke-width:7;stroke-opacity:.38}\n"
		      ".up:hover{stroke-width:15}.low:hover{stroke-width:7}\n"
		      ".up path:hover{stroke-width:15;stroke-opacity:1}\n"
		      ".low path:hover{stroke-width:7;stroke-opacity:1}\n"
		      ".in text{stroke:none;font-weight:600}\n"
		      "</style>\n");
}

/* "M100 87.5h14" */
static void write_cell_line(struct out *out, const struct lanes_frame *frame,
	const struct event_row *row, int is_send)
{
	uint64_t begin =
		is_send ? lanes_x(frame, row->sent) : receive_begin(frame, row);
	uint64_t end =
		is_send ? lanes_x(frame,
				  row->sent + event_send(frame->whole, row))
			: lanes_x(frame, row->received);
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
	svg_series(
		out, has_titles ? "<g class=\"k" : "<path class=\"k", colour);
	out_text(out, is_send ? " low\"" : " up\"");
	out_text(out, has_titles ? ">\n" : " d=\"");
}

/* All of one colour and kind, if there are any. */
static void write_cells(struct out *out, const struct lanes_frame *frame,
	size_t colour, int is_send, int has_titles)
{
	const struct event_list *whole = frame->whole;
	int has_begun = 0;

	for (size_t i = 0; i < whole->count && !ferror(out->file); i++) {
		const struct event_row *row = &whole->row[i];

		if ((event_tag(whole, row) - 1) % SVG_SERIES != colour)
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
	for (size_t colour = 0; colour < SVG_SERIES; colour++)
		for (int is_send = 0; is_send < 2; is_send++)
			write_cells(out, frame, colour, is_send, has_titles);
}
