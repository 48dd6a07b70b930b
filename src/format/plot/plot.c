/*
 * The points of a plot, collected from the rows of a table.  Whenever a line
 * has too many points it is thinned to the first one in each of PLOT_PLACES
 * places along the x axis.
 */
#include "format/plot/plot.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "format/out.h"

enum {
	POINTS_MOST =
		2 * PLOT_PLACES, /* points of a line before it is thinned */
	CELL_MOST = 60,		 /* the longest cell that a title has whole */
	CELL_ENDS = 24		 /* bytes kept at both ends of a longer one */
};

void plot_init(struct plot *plot, int log_x)
{
	*plot = (struct plot){.log_x = log_x};
}

void plot_clear(struct plot *plot)
{
	for (size_t i = 0; i < plot->lines; i++) {
		struct plot_line *line = &plot->line[i];

		for (size_t j = 0; j < line->count; j++)
			mem_free(line->point[j].title);
		mem_free(line->point);
		mem_free(line->name);
	}
	mem_free(plot->line);
	*plot = (struct plot){.line = NULL};
}

void plot_column(struct plot *plot, const char *name, enum plot_role role)
{
	assert(plot->columns < PLOT_COLUMNS);
	plot->column[plot->columns] = name;
	plot->role[plot->columns++] = role;
	plot->y_columns += role == PLOT_Y;
}

/* -- titles */

/* Appends the name, the gap and the value, "n 14"; of a long value only its two
 * ends. */
static void add_named(char *to, const char *name, const char *gap,
	const char *text, size_t size)
{
	text_add(to, PLOT_TITLE, "%s%s", name, gap);
	if (size <= CELL_MOST)
		text_add(to, PLOT_TITLE, "%.*s", (int)size, text);
	else
		text_add(to, PLOT_TITLE, "%.*s...%.*s", CELL_ENDS, text,
			CELL_ENDS, text + size - CELL_ENDS);
}

void plot_title_add(
	char *title, const char *column, const char *text, size_t size)
{
	if (*title)
		text_add(title, PLOT_TITLE, ", ");
	add_named(title, column, " ", text, size);
}

void plot_cell(struct plot *plot, const char *text, size_t size)
{
	size_t i = plot->cell++;
	struct decimal value;
	int is_number = decimal_parse(&value, text, size);

	assert(i < plot->columns);
	plot_title_add(plot->title, plot->column[i], text, size);
	if (plot->role[i] == PLOT_LINE)
		add_named(plot->name, is_number ? plot->column[i] : "",
			is_number ? " " : "", text, size);
	if (!is_number)
		return;
	if (plot->role[i] == PLOT_X) {
		plot->x = value;
		plot->has_x = 1;
	} else if (plot->role[i] == PLOT_Y) {
		plot->y[i] = value;
		plot->has_y[i] = 1;
	}
}

/* -- points */

static struct plot_line *find_line(struct plot *plot, const char *name)
{
	struct plot_line *line;

	/* The last line is the likeliest. */
	for (size_t i = plot->lines; i > 0; i--)
		if (strcmp(plot->line[i - 1].name, name) == 0)
			return &plot->line[i - 1];
	plot->line = mem_grow(
		plot->line, &plot->capacity, plot->lines, sizeof *plot->line);
	line = &plot->line[plot->lines++];
	*line = (struct plot_line){.name = mem_join(name, NULL)};
	return line;
}

/* A value's place along the x axis, up to a factor and a shift that are the
 * same for all values.  0 is far to the left of all others on a logarithmic
 * axis, which refuses it in the end. */
static double rough_place(
	const struct plot *plot, struct decimal x, int64_t shift)
{
	if (!plot->log_x)
		return decimal_scaled(x, shift);
	return x.mantissa > 0 ? decimal_log(x) : -1e18;
}

/* Keeps only the first point in each of PLOT_PLACES places. */
static void thin_line(const struct plot *plot, struct plot_line *line)
{
	unsigned char taken[PLOT_PLACES + 1] = {0};
	struct decimal first = line->point[0].x, last = first;
	double least, span;
	size_t kept = 0;

	for (size_t i = 1; i < line->count; i++) {
		if (decimal_cmp(line->point[i].x, first) < 0)
			first = line->point[i].x;
		if (decimal_cmp(line->point[i].x, last) > 0)
			last = line->point[i].x;
	}
	least = rough_place(plot, first, last.exponent);
	span = rough_place(plot, last, last.exponent) - least;
	for (size_t i = 0; i < line->count; i++) {
		double place =
			rough_place(plot, line->point[i].x, last.exponent) -
			least;
		size_t at = span > 0 ? (size_t)(place / span * PLOT_PLACES) : 0;

		if (taken[at])
			mem_free(line->point[i].title);
		else
			line->point[kept++] = line->point[i];
		taken[at] = 1;
	}
	line->count = kept;
}

static void add_point(
	struct plot *plot, struct plot_line *line, struct decimal y)
{
	plot->points++;
	if (line->count == POINTS_MOST)
		thin_line(plot, line);
	line->point = mem_grow(
		line->point, &line->capacity, line->count, sizeof *line->point);
	line->point[line->count++] = (struct plot_point){
		.x = plot->x, .y = y, .title = mem_join(plot->title, NULL)};
}

void plot_end(struct plot *plot)
{
	for (size_t i = 0; i < plot->columns; i++) {
		const char *name = plot->name;

		if (plot->role[i] != PLOT_Y || !plot->has_y[i] || !plot->has_x)
			continue;
		if (plot->y_columns > 1)
			name = plot->column[i];
		if (plot->lines <= PLOT_LINES)
			add_point(plot, find_line(plot, name), plot->y[i]);
	}
	memset(plot->has_y, 0, sizeof plot->has_y);
	plot->has_x = 0;
	plot->cell = 0;
	*plot->name = '\0';
	*plot->title = '\0';
}
