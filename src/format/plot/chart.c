/*
 * A plot in characters: each line has a letter, which stands at its points,
 * with small dots between them, and on the right before its name.  A star marks
 * a cell in which several lines have a point.
 */
#include "format/plot/plot.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "format/out.h"

enum {
	COLUMNS_MOST = 1 << 12, /* of a terminal that are used */
	HEIGHT = 18,
	WIDTH_LEAST = 16,
	X_TICK = 9, /* columns for each tick */
	Y_TICK = 3, /* rows for each tick */
	LETTERS = 26
};

/* What a cell holds; FIRST + i: a point of line i. */
enum { NOTHING = 0, DOT = 1, STAR = 2, FIRST = 3 };

struct plot_chart {
	struct plot *plot;
	const struct plot_look *look;
	struct axis axes[2];
	struct out out;
	size_t width, height; /* of the plot, in characters */
	size_t label;	      /* the longest label of the y axis */
	size_t columns;	      /* of the terminal */
	unsigned char *cell;  /* width·height, from the top */
	int64_t *name;	      /* the row of each line's name */
};

/* -- the cells */

static size_t chart_column(const struct plot_chart *chart, double part)
{
	return (size_t)elementary_floor(
		part * (double)(chart->width - 1) + 0.5);
}

static size_t chart_row(const struct plot_chart *chart, double part)
{
	return chart->height - 1 -
	       (size_t)elementary_floor(
		       part * (double)(chart->height - 1) + 0.5);
}

static size_t point_column(
	const struct plot_chart *chart, const struct plot_point *point)
{
	return chart_column(chart, axis_place(&chart->axes[0], point->x));
}

static size_t point_row(
	const struct plot_chart *chart, const struct plot_point *point)
{
	return chart_row(chart, axis_place(&chart->axes[1], point->y));
}

static unsigned char *cell_at(struct plot_chart *chart, size_t x, size_t y)
{
	return &chart->cell[y * chart->width + x];
}

static void put_dot(struct plot_chart *chart, size_t x, size_t y)
{
	if (*cell_at(chart, x, y) == NOTHING)
		*cell_at(chart, x, y) = DOT;
}

/* Marks the empty cells that a straight line or a step passes through between
 * two points. */
static void join_points(struct plot_chart *chart,
	const struct plot_point *before, const struct plot_point *point)
{
	size_t from = point_column(chart, before),
	       to = point_column(chart, point);
	double y = (double)point_row(chart, before),
	       end = (double)point_row(chart, point);
	double slope = to > from ? (end - y) / (double)(to - from) : 0;

	if (chart->look->steps != PLOT_STRAIGHT)
		slope = 0;
	if (chart->look->steps == PLOT_BEFORE)
		y = end;
	for (size_t x = from + 1; x < to; x++)
		put_dot(chart, x,
			(size_t)elementary_floor(
				y + slope * (double)(x - from) + 0.5));
}

static void put_point(
	struct plot_chart *chart, size_t line, const struct plot_point *point)
{
	unsigned char *cell = cell_at(
		chart, point_column(chart, point), point_row(chart, point));
	unsigned char own = (unsigned char)(FIRST + line);

	*cell = *cell >= STAR && *cell != own ? STAR : own;
}

static void fill_cells(struct plot_chart *chart)
{
	const struct plot *plot = chart->plot;

	for (size_t i = 0; i < plot->lines; i++)
		for (size_t j = 0; j < plot->line[i].count; j++)
			put_point(chart, i, &plot->line[i].point[j]);
	for (size_t i = 0; i < plot->lines; i++)
		for (size_t j = 1; j < plot->line[i].count; j++)
			join_points(chart, &plot->line[i].point[j - 1],
				&plot->line[i].point[j]);
}

/* -- what is written */

static void write_sign(
	struct plot_chart *chart, const char *unicode, const char *ascii)
{
	out_text(&chart->out, chart->look->ascii ? ascii : unicode);
}

static void write_letter(struct plot_chart *chart, size_t line)
{
	if (chart->look->colour)
		out_colour(&chart->out, (int)line);
	if (chart->plot->lines == 1)
		write_sign(chart, "●", "o");
	else
		out_char(&chart->out,
			(char)(line < LETTERS ? 'a' + line
					      : 'A' + line - LETTERS));
	if (chart->look->colour)
		out_colour(&chart->out, TERMINAL_PLAIN);
}

static void write_cell(struct plot_chart *chart, unsigned char cell)
{
	if (cell == NOTHING)
		out_char(&chart->out, ' ');
	else if (cell == DOT)
		write_sign(chart, "·", ".");
	else if (cell == STAR)
		out_char(&chart->out, '*');
	else
		write_letter(chart, (size_t)(cell - FIRST));
}

/* The line whose name stands in this row; plot->lines if there is none. */
static size_t named_line(const struct plot_chart *chart, size_t row)
{
	size_t i = 0;

	while (i < chart->plot->lines &&
		((size_t)chart->name[i] != row || !*chart->plot->line[i].name))
		i++;
	return i;
}

/* Writes the y axis in this row, with the label of a tick. */
static void write_y_axis(struct plot_chart *chart, size_t row)
{
	const struct axis *y = &chart->axes[1];

	for (size_t i = 0; i < y->ticks; i++) {
		const struct axis_tick *tick = &y->tick[i];

		if (chart_row(chart, axis_tick_place(y, i)) != row)
			continue;
		out_fill(&chart->out, ' ', chart->label - tick->size);
		out_bytes(&chart->out, tick->label, tick->size);
		write_sign(chart, " ┤", " +");
		return;
	}
	out_fill(&chart->out, ' ', chart->label);
	write_sign(chart, " │", " |");
}

static void write_plot_row(struct plot_chart *chart, size_t row)
{
	size_t line = named_line(chart, row), used = chart->width;

	write_y_axis(chart, row);
	while (line == chart->plot->lines && used > 0 &&
		*cell_at(chart, used - 1, row) == NOTHING)
		used--;
	for (size_t x = 0; x < used; x++)
		write_cell(chart, *cell_at(chart, x, row));
	if (line < chart->plot->lines) {
		out_char(&chart->out, ' ');
		if (chart->plot->lines > 1) {
			write_letter(chart, line);
			out_char(&chart->out, ' ');
		}
		out_text(&chart->out, chart->plot->line[line].name);
	}
	out_char(&chart->out, '\n');
}

static void write_x_axis(struct plot_chart *chart)
{
	const struct axis *x = &chart->axes[0];

	out_fill(&chart->out, ' ', chart->label);
	write_sign(chart, " └", " +");
	for (size_t at = 0, tick = 0; at < chart->width; at++) {
		int is_tick;

		while (tick < x->ticks &&
			chart_column(chart, axis_tick_place(x, tick)) < at)
			tick++;
		is_tick = tick < x->ticks &&
			  chart_column(chart, axis_tick_place(x, tick)) == at;
		write_sign(chart, is_tick ? "┬" : "─", is_tick ? "+" : "-");
	}
	out_char(&chart->out, '\n');
}

/* Writes the labels of the x axis, each below its tick; those without room are
 * left out. */
static void write_x_labels(struct plot_chart *chart)
{
	const struct axis *x = &chart->axes[0];
	size_t at = 0;

	for (size_t i = 0; i < x->ticks; i++) {
		const struct axis_tick *tick = &x->tick[i];
		size_t middle = chart->label + 2 +
				chart_column(chart, axis_tick_place(x, i));
		size_t half = tick->size / 2;
		size_t begin = middle > half ? middle - half : 0;

		if (begin < at + (at > 0) ||
			begin + tick->size > chart->columns)
			continue;
		out_fill(&chart->out, ' ', begin - at);
		out_bytes(&chart->out, tick->label, tick->size);
		at = begin + tick->size;
	}
	out_char(&chart->out, '\n');
}

static void write_chart_line(
	struct plot_chart *chart, size_t indent, const char *text)
{
	out_fill(&chart->out, ' ', indent);
	out_print(&chart->out, "%s\n", text);
}

static void write_plot_chart(struct plot_chart *chart)
{
	size_t x_size = strlen(chart->look->x_label);
	char note[FRAME_NOTE];

	write_chart_line(chart, 0, chart->look->title);
	write_chart_line(chart, 0, chart->look->y_label);
	for (size_t row = 0; row < chart->height; row++)
		write_plot_row(chart, row);
	write_x_axis(chart);
	write_x_labels(chart);
	write_chart_line(chart,
		chart->label + 2 +
			(chart->width > x_size ? (chart->width - x_size) / 2
					       : 0),
		chart->look->x_label);
	if (memchr(chart->cell, STAR, chart->width * chart->height))
		write_chart_line(chart, 0, "* several lines");
	if (frame_note(note, chart->plot) > 0)
		write_chart_line(chart, 0, note);
}

static void place_chart_names(struct plot_chart *chart)
{
	const struct plot *plot = chart->plot;

	chart->name = mem_array(plot->lines, sizeof *chart->name);
	for (size_t i = 0; i < plot->lines; i++) {
		const struct plot_line *line = &plot->line[i];

		chart->name[i] = (int64_t)point_row(
			chart, &line->point[line->count - 1]);
	}
	frame_spread(chart->name, plot->lines, 1, (int64_t)chart->height - 1);
}

/* Sets the width to the columns left between the labels and the names. */
static enum status fit_width(struct plot_chart *chart, struct err *err)
{
	size_t columns = TERMINAL_COLUMNS, needed = chart->label + 2;
	size_t name = frame_name_size(chart->plot);

	if (chart->look->columns)
		columns = (size_t)least_u64(chart->look->columns, COLUMNS_MOST);
	if (name > 0)
		needed += name + (chart->plot->lines > 1 ? 3 : 1);
	chart->columns = columns;
	if (columns >= needed + WIDTH_LEAST) {
		chart->width = columns - needed;
		return STATUS_OK;
	}
	return out_too_narrow(needed + WIDTH_LEAST, columns, err);
}

enum status plot_write_chart(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err)
{
	struct plot_chart chart = {.plot = plot, .look = look};
	enum status status;

	chart.height = plot->lines >= HEIGHT ? plot->lines + 1 : HEIGHT;
	status = frame_fit(plot, look, chart.axes, TERMINAL_COLUMNS / X_TICK,
		(unsigned)chart.height / Y_TICK, err);
	if (status != STATUS_OK)
		return status;
	chart.label = frame_label_size(&chart.axes[1]);
	status = fit_width(&chart, err);
	if (status != STATUS_OK)
		return status;
	chart.cell = mem_array(chart.width * chart.height, 1);
	fill_cells(&chart);
	place_chart_names(&chart);
	out_init(&chart.out, file);
	write_plot_chart(&chart);
	out_finish(&chart.out);
	mem_free(chart.name);
	mem_free(chart.cell);
	return STATUS_OK;
}
