/*
 * A plot as SVG: ticks and grid lines behind; each line is a path with its name
 * at its end, and has a point for each row, whose title is the row.
 */
#include "format/plot/plot.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "format/svg.h"

enum {
	WIDTH = 640,
	HEIGHT = 360, /* more if the names of lines need it */
	NAME = 16,    /* distance between names of lines */
	NAME_GAP = 20,
	TICK_GAP = 8, /* from an axis to its labels */
	BELOW = 64,   /* room for three lines of text below the plot */
	X_TICK = 64,  /* pixels for each tick */
	Y_TICK = 40,
	TENTHS = 10,
	POINTS_SHOWN = 100 /* a line's points; more show only on hover */
};

struct plot_drawing {
	struct plot *plot;
	const struct plot_look *look;
	struct axis axes[2];
	struct out out;
	uint64_t left, top, height;
	int64_t *name; /* the place of each line's name, from the top */
};

/* -- places, in tenths of a pixel */

static uint64_t tenths(double part, uint64_t pixels)
{
	return (uint64_t)elementary_floor(
		part * (double)(pixels * TENTHS) + 0.5);
}

static uint64_t plot_x(const struct plot_drawing *drawing, double part)
{
	return drawing->left * TENTHS + tenths(part, WIDTH);
}

static uint64_t plot_y(const struct plot_drawing *drawing, double part)
{
	return (drawing->top + drawing->height) * TENTHS -
	       tenths(part, drawing->height);
}

static uint64_t point_x(
	const struct plot_drawing *drawing, const struct plot_point *point)
{
	return plot_x(drawing, axis_place(&drawing->axes[0], point->x));
}

static uint64_t point_y(
	const struct plot_drawing *drawing, const struct plot_point *point)
{
	return plot_y(drawing, axis_place(&drawing->axes[1], point->y));
}

/* -- the parts */

static void write_plot_ticks(struct plot_drawing *drawing)
{
	const struct axis *x = &drawing->axes[0], *y = &drawing->axes[1];
	uint64_t bottom = drawing->top + drawing->height;
	struct out *out = &drawing->out;

	out_text(out, "<path class=\"grid\" d=\"");
	for (size_t i = 0; i < x->ticks; i++) {
		svg_to(out, 'M', plot_x(drawing, axis_tick_place(x, i)));
		svg_to(out, ' ', drawing->top * TENTHS);
		svg_to(out, 'V', bottom * TENTHS);
	}
	for (size_t i = 0; i < y->ticks; i++) {
		svg_to(out, 'M', drawing->left * TENTHS);
		svg_to(out, ' ', plot_y(drawing, axis_tick_place(y, i)));
		svg_to(out, 'H', (drawing->left + WIDTH) * TENTHS);
	}
	out_text(out, "\"/>\n<path class=\"line\" d=\"");
	svg_point(out, 'M', drawing->left, drawing->top);
	svg_to(out, 'V', bottom * TENTHS);
	svg_to(out, 'H', (drawing->left + WIDTH) * TENTHS);
	out_text(out, "\"/>\n");
}

static void write_plot_labels(struct plot_drawing *drawing)
{
	const struct axis *x = &drawing->axes[0], *y = &drawing->axes[1];
	const char *x_label = drawing->look->x_label,
		   *y_label = drawing->look->y_label;
	uint64_t bottom = drawing->top + drawing->height;

	for (size_t i = 0; i < x->ticks; i++)
		svg_text(&drawing->out, "dim", "middle",
			plot_x(drawing, axis_tick_place(x, i)) / TENTHS,
			bottom + SVG_LINE, x->tick[i].label, x->tick[i].size);
	for (size_t i = 0; i < y->ticks; i++)
		svg_text(&drawing->out, "dim", "end", drawing->left - TICK_GAP,
			plot_y(drawing, axis_tick_place(y, i)) / TENTHS +
				SVG_FOOT,
			y->tick[i].label, y->tick[i].size);
	svg_text(&drawing->out, "", "middle", drawing->left + WIDTH / 2,
		bottom + SVG_LINE + SVG_LINE + 4, x_label, strlen(x_label));
	svg_text(&drawing->out, "", "start", SVG_MARGIN,
		drawing->top - SVG_LINE, y_label, strlen(y_label));
}

/* Leads the path to a point, in the way of the plot's steps. */
static void write_step(struct plot_drawing *drawing,
	const struct plot_point *point, int is_first)
{
	struct out *out = &drawing->out;
	uint64_t x = point_x(drawing, point), y = point_y(drawing, point);

	switch (is_first ? PLOT_STRAIGHT : drawing->look->steps) {
	case PLOT_STRAIGHT:
		svg_to(out, is_first ? 'M' : 'L', x);
		svg_to(out, ' ', y);
		break;
	case PLOT_AFTER:
		svg_to(out, 'H', x);
		svg_to(out, 'V', y);
		break;
	case PLOT_BEFORE:
		svg_to(out, 'V', y);
		svg_to(out, 'H', x);
		break;
	}
}

static void write_plot_line(struct plot_drawing *drawing, size_t i)
{
	const struct plot_line *line = &drawing->plot->line[i];
	struct out *out = &drawing->out;

	svg_series(out, "<path class=\"s", i);
	out_text(out, "\" d=\"");
	for (size_t j = 0; j < line->count; j++)
		write_step(drawing, &line->point[j], j == 0);
	out_text(out, "\"/>\n");
}

static void write_plot_points(struct plot_drawing *drawing, size_t i)
{
	const struct plot_line *line = &drawing->plot->line[i];
	struct out *out = &drawing->out;
	int is_shown = line->count <= POINTS_SHOWN;

	svg_series(out, "<g class=\"f", i);
	out_text(out, is_shown ? "\">\n" : " hidden\">\n");
	for (size_t j = 0; j < line->count && !ferror(out->file); j++) {
		const struct plot_point *point = &line->point[j];

		out_print(out, "<circle r=\"%c\" cx=\"", is_shown ? '3' : '4');
		svg_tenths(out, point_x(drawing, point));
		out_text(out, "\" cy=\"");
		svg_tenths(out, point_y(drawing, point));
		out_text(out, "\"><title>");
		svg_escaped(out, point->title);
		out_text(out, "</title></circle>\n");
	}
	out_text(out, "</g>\n");
}

/* Writes the line's name right of the plot, with a thin line from the line's
 * end to it. */
static void write_plot_name(struct plot_drawing *drawing, size_t i)
{
	const struct plot_line *line = &drawing->plot->line[i];
	const struct plot_point *end = &line->point[line->count - 1];
	uint64_t right = drawing->left + WIDTH;
	uint64_t y = drawing->top + (uint64_t)drawing->name[i];
	char class[] = "n0";

	if (!*line->name)
		return;
	svg_series(&drawing->out, "<path class=\"thread s", i);
	out_text(&drawing->out, "\" d=\"");
	svg_to(&drawing->out, 'M', point_x(drawing, end));
	svg_to(&drawing->out, ' ', point_y(drawing, end));
	svg_point(&drawing->out, 'L', right + NAME_GAP - 4, y);
	out_text(&drawing->out, "\"/>\n");
	class[1] = (char)('0' + i % SVG_SERIES);
	svg_text(&drawing->out, class, "start", right + NAME_GAP, y + SVG_FOOT,
		line->name, strlen(line->name));
}

/* -- the whole */

static void place_names(struct plot_drawing *drawing)
{
	const struct plot *plot = drawing->plot;

	drawing->name = mem_array(plot->lines, sizeof *drawing->name);
	for (size_t i = 0; i < plot->lines; i++) {
		const struct plot_line *line = &plot->line[i];
		const struct plot_point *end = &line->point[line->count - 1];

		drawing->name[i] = (int64_t)(point_y(drawing, end) / TENTHS) -
				   (int64_t)drawing->top;
	}
	frame_spread(
		drawing->name, plot->lines, NAME, (int64_t)drawing->height);
}

static void write_plot(struct plot_drawing *drawing, FILE *file)
{
	const struct plot *plot = drawing->plot;
	char note[FRAME_NOTE];
	size_t note_size = frame_note(note, plot);

	out_init(&drawing->out, file);
	svg_begin(&drawing->out,
		drawing->left + WIDTH + NAME_GAP + SVG_MARGINS +
			frame_name_size(plot) * SVG_LETTER,
		drawing->top + drawing->height + BELOW +
			(note_size > 0 ? SVG_LINE : 0),
		drawing->look->title, 0);
	svg_series_style(&drawing->out);
	write_plot_ticks(drawing);
	write_plot_labels(drawing);
	for (size_t i = 0; i < plot->lines; i++)
		write_plot_name(drawing, i);
	for (size_t i = 0; i < plot->lines; i++)
		write_plot_line(drawing, i);
	for (size_t i = 0; i < plot->lines; i++)
		write_plot_points(drawing, i);
	if (note_size > 0)
		svg_text(&drawing->out, "dim", "start", SVG_MARGIN,
			drawing->top + drawing->height + BELOW, note,
			note_size);
	svg_end(&drawing->out);
	out_finish(&drawing->out);
}

/* Fits the axes, with as many ticks on the x axis as their labels have room
 * for. */
static enum status fit_drawing(struct plot_drawing *drawing, struct err *err)
{
	unsigned most = WIDTH / X_TICK;
	enum status status;

	do
		status = frame_fit(drawing->plot, drawing->look, drawing->axes,
			most, (unsigned)drawing->height / Y_TICK, err);
	while (status == STATUS_OK && --most > 1 &&
		(frame_label_size(&drawing->axes[0]) + 1) * SVG_LETTER_MOST *
				(most + 1) >
			WIDTH);
	return status;
}

enum status plot_write_svg(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err)
{
	struct plot_drawing drawing = {.plot = plot, .look = look};
	enum status status;

	drawing.height = most_u64(HEIGHT, NAME * plot->lines);
	status = fit_drawing(&drawing, err);
	if (status != STATUS_OK)
		return status;
	drawing.top = SVG_TOP + 2 * SVG_LINE;
	/* The first x label, centred at the left edge, must not be cut off. */
	drawing.left = most_u64(
		SVG_MARGIN + TICK_GAP +
			frame_label_size(&drawing.axes[1]) * SVG_LETTER,
		drawing.axes[0].tick[0].size * SVG_LETTER_MOST / 2);
	place_names(&drawing);
	write_plot(&drawing, file);
	mem_free(drawing.name);
	return STATUS_OK;
}
