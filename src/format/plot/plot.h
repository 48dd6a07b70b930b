/*
 * Tables as pictures: plots and maps, and the numbers that a picture can place.
 *
 * Words of this folder:
 *   role    what a picture uses a column of the table for
 *   line    the points of a plot that belong together, with a name
 *   place   where a value is along an axis, from 0 to 1
 *   winner  the algorithm that a map's cell shows, by its name
 *   shade   how far a winner is from the bound, as a class
 *   frame   a plot's axes and points before they are drawn
 */
#ifndef FIBCAST_FORMAT_PLOT_PLOT_H
#define FIBCAST_FORMAT_PLOT_PLOT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Numbers of any size by their leading digits and a power of ten, as 10^1000,
 * which does not fit a double, has a place on an axis, too.  They serve only to
 * find places; pictures show the text of the table's cell.
 */

/* mantissa·10^exponent, 1 <= mantissa < 10, accurate to some 15 digits; or 0,
 * with exponent 0. */
struct decimal {
	double mantissa;
	int64_t exponent;
};

/* Reads a cell of a table: "14", "15/2", "7.5", "1.2345e678"; 0 if the text
 * does not begin with a number. */
int decimal_parse(struct decimal *value, const char *text, size_t size);

/* value / 10^shift; 0 if that is below 10^-300. */
double decimal_scaled(struct decimal value, int64_t shift);

/* The decimal logarithm of a value above 0. */
double decimal_log(struct decimal value);

/* Less than, equal to or greater than 0 as x is less than, equal to or greater
 * than y. */
int decimal_cmp(struct decimal x, struct decimal y);

/* Writes count·10^exponent, "2500", "0.05" or "2.5e12"; returns its size. */
enum { DECIMAL_TEXT = 48 };
size_t decimal_text(char text[DECIMAL_TEXT], uint64_t count, int64_t exponent);

/*
 * A table as a plot: the numbers of one column over those of another, with a
 * line for each value of a third.  Rows come cell by cell as text, as into a
 * table, so that picture and table say the same.
 *
 * Memory is bounded: a line with many points keeps only the first in each of
 * PLOT_PLACES places along the x axis.
 */

enum {
	PLOT_COLUMNS = 12,
	PLOT_LINES = 40,       /* more cannot be told apart */
	PLOT_PLACES = 1 << 10, /* along the x axis */
	PLOT_TITLE = 480
};

/* What a plot uses a column for. */
enum plot_role {
	PLOT_NOTE, /* only in the titles of points */
	PLOT_X,
	PLOT_Y, /* if there are several, each has a line */
	PLOT_LINE
};

/* How the points of a line are joined. */
enum plot_steps {
	PLOT_STRAIGHT,
	PLOT_AFTER, /* a value holds until the next point */
	PLOT_BEFORE /* a value holds since the previous point */
};

/* Whether an axis is logarithmic: the values of log_x and log_y. */
enum { PLOT_LINEAR, PLOT_LOG, PLOT_AUTO };

struct plot_look {
	const char *title;
	const char *x_label, *y_label;
	int log_x; /* PLOT_LINEAR or PLOT_LOG */
	int log_y; /* PLOT_AUTO: decided by the values */
	enum plot_steps steps;
	/* Used by charts alone. */
	int ascii, colour;
	uint64_t columns; /* of the terminal; 0: 80 */
};

struct plot_point {
	struct decimal x, y;
	char *title; /* the cells of its row */
};

struct plot_line {
	char *name;
	struct plot_point *point;
	size_t count, capacity;
};

struct plot {
	const char *column[PLOT_COLUMNS];
	enum plot_role role[PLOT_COLUMNS];
	size_t columns, y_columns;
	int log_x;
	struct plot_line *line;
	size_t lines, capacity;
	uint64_t points; /* received, kept or not */
	/* The row being received. */
	size_t cell;
	struct decimal x, y[PLOT_COLUMNS];
	int has_x, has_y[PLOT_COLUMNS];
	char name[PLOT_TITLE], title[PLOT_TITLE];
};

void plot_init(struct plot *plot, int log_x);
void plot_clear(struct plot *plot);

/* Adds a column; call before the first cell. The name is kept, not copied. */
void plot_column(struct plot *plot, const char *name, enum plot_role role);

/* The next cell of this row, and the end of the row.  A row without an x or
 * without a y adds no point. */
void plot_cell(struct plot *plot, const char *text, size_t size);
void plot_end(struct plot *plot);

/* Appends "n 14" to a title of PLOT_TITLE bytes; what does not fit is cut
 * off. */
void plot_title_add(
	char *title, const char *column, const char *text, size_t size);

/*
 * Draws the plot, as SVG or in characters.
 * Errors: STATUS_USAGE if a value is 0 on a logarithmic axis; STATUS_LIMIT for
 * more than PLOT_LINES lines, for a plot without points, for values too close
 * to each other to be drawn or, in characters, for a terminal too narrow.
 */
enum status plot_write_svg(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;
enum status plot_write_chart(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;

/*
 * A table over two swept options as a map: a cell for each row, with the colour
 * and the letter of its winner, and fainter the further the winner is from the
 * bound.  Rows come as into a table; the second option varies fastest.
 */

enum {
	MAP_SIDE = 256,	  /* the most cells across and up */
	MAP_WINNERS = 36, /* a letter or a digit each */
	MAP_SHADES = 4,
	MAP_LABEL = 16
};

/* What a map uses a column for. */
enum map_role {
	MAP_NOTE, /* only in the titles of cells */
	MAP_ACROSS,
	MAP_UP,
	MAP_WINNER, /* several: the name is that of all, with blanks between */
	MAP_RATIO,  /* decides the shade */
	MAP_COUNT   /* a number shown after the winner's letter */
};

struct map_cell {
	unsigned char winner;
	unsigned char shade;   /* 0: at the bound */
	char count[MAP_LABEL]; /* "" if there is none */
	char *title;
};

struct map_winner {
	char *name;
	size_t cells; /* how many cells it wins */
	size_t style; /* of svg_area */
};

struct map {
	const char *column[PLOT_COLUMNS];
	enum map_role role[PLOT_COLUMNS];
	size_t columns;
	size_t width, height;  /* in cells */
	size_t count;	       /* cells filled so far */
	struct map_cell *cell; /* column by column */
	struct map_winner winner[MAP_WINNERS];
	size_t winners;
	/* The values along both axes, shortened. */
	char (*across)[MAP_LABEL], (*up)[MAP_LABEL];
	const char *counted; /* the name of the column of counts, or NULL */
	/* The row being received: how many cells, and two texts of it. */
	size_t in_row;
	char title[PLOT_TITLE], name[PLOT_TITLE];
};

/* A map of width·height cells, both 1 .. MAP_SIDE. */
void map_init(struct map *map, size_t width, size_t height);
void map_clear(struct map *map);

/* As plot_column, plot_cell and plot_end. */
void map_column(struct map *map, const char *name, enum map_role role);
void map_cell(struct map *map, const char *text, size_t size);
void map_end(struct map *map);

/* The key's text for each shade; the last one is the heading. */
extern const char *const map_shades[MAP_SHADES + 1];

/* The letter, or past 26 the digit, of a winner. */
char map_letter(size_t winner);

/* Labels stand at every how many cells, if a label has that many letters and a
 * cell has room for room_tenths / 10 letters. */
size_t map_label_step(size_t letters, size_t room_tenths);

/* The length of the longest label. */
size_t map_label_size(char (*labels)[MAP_LABEL], size_t count);

void map_write_svg(
	const struct map *map, const struct plot_look *look, FILE *file);

/* Errors: STATUS_LIMIT if the terminal is too narrow. */
enum status map_write_chart(const struct map *map, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;

/*
 * -- What plots in SVG and in characters share: elementary functions, axes, and
 * the frame around the points.
 */

/*
 * The few elementary functions that axes need.  They stand here because the
 * mathematical library would otherwise be loaded for every command.
 */

/* log10(x), x > 0 and finite, accurate to some 15 digits. */
double elementary_log10(double x);

/* 10^power, exact for 0 <= power <= 22, else accurate to some 15 digits;
 * infinite or 0 past the range of doubles. */
double elementary_power10(int power);

/* The floor and the ceiling of x, |x| < 2^63. */
double elementary_floor(double x);
double elementary_ceil(double x);

/*
 * An axis: the range of values that it shows, and its ticks.  On a linear axis
 * ticks are 1, 2 or 5 times a power of ten apart; on a logarithmic one they
 * stand at 1, 2 and 5 times powers of ten or, if it is long, at powers of ten
 * alone.
 */

enum { AXIS_TICKS_MAX = 64 };

struct axis_tick {
	double at; /* in the unit of the axis, like least and greatest */
	char label[DECIMAL_TEXT];
	size_t size;
};

struct axis {
	int is_log;		/* the unit is a power of ten */
	int64_t shift;		/* if linear, the unit is 10^shift */
	double least, greatest; /* least < greatest */
	struct axis_tick tick[AXIS_TICKS_MAX];
	size_t ticks;
};

/* What an axis has to show. */
struct axis_range {
	struct decimal least, greatest; /* above 0 on a logarithmic axis */
	int from_zero;			/* a linear axis starts at 0 */
	int is_round;			/* both ends are ticks */
	int is_whole;			/* a linear axis has whole ticks */
	unsigned most;			/* steps between ticks, at least 2 */
};

void axis_init(struct axis *axis, const struct axis_range *range, int is_log);

/* Where a value is: 0 at the start of the axis, 1 at its end. */
double axis_place(const struct axis *axis, struct decimal value);

/* Where a tick is. */
double axis_tick_place(const struct axis *axis, size_t tick);

/*
 * The frame of a plot: its axes, its points in order, and where the names of
 * its lines stand.
 */

/*
 * Sorts the points of each line by x and fits the axes to them, with at most
 * most_x and most_y steps between ticks.
 * Errors: see plot_write_svg.
 */
enum status frame_fit(struct plot *plot, const struct plot_look *look,
	struct axis axes[2], unsigned most_x, unsigned most_y,
	struct err *err) WARN_UNUSED;

/*
 * Moves labels at place[0..count) so that they are at least `apart` from each
 * other, in the same order, and from apart/2 to height - apart/2; not far from
 * where they were.  count·apart <= height.
 */
void frame_spread(int64_t *place, size_t count, int64_t apart, int64_t height);

/* Writes "1024 of 1000000 points are drawn", if points were left out; returns
 * its length, 0 if none were. */
enum { FRAME_NOTE = 80 };
size_t frame_note(char note[FRAME_NOTE], const struct plot *plot);

/* The lengths of the longest name of a line and of an axis' longest label. */
size_t frame_name_size(const struct plot *plot);
size_t frame_label_size(const struct axis *axis);

#endif
