/*
 * Tables as pictures: the numbers that a picture can place, plots and maps.
 *
 * Words of this folder:
 *   role    what a column of the table is to the picture
 *   line    the points of a plot that belong together, with a name
 *   place   where a value is along an axis, from 0 to 1
 *   winner  the algorithm, or several of one name, that a map's cell shows
 *   shade   how far a winner is from the bound
 *   frame   a plot's axes and points before they are drawn
 */
#ifndef FIBCAST_FORMAT_PLOT_PLOT_H
#define FIBCAST_FORMAT_PLOT_PLOT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Numbers of any size as a picture needs them: leading digits and power of ten,
 * since 10^1000 has a place on an axis, too, but does not fit a double.  They
 * serve only to find places; what is printed is the number's own text.
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

/* The value in units of 10^shift; 0 if that is below any double. */
double decimal_scaled(struct decimal value, int64_t shift);

/* The decimal logarithm of a value above 0. */
double decimal_log(struct decimal value);

/* Less than, equal to or greater than 0 as x is less than, equal to or greater
 * than y. */
int decimal_cmp(struct decimal x, struct decimal y);

/* Writes count·10^exponent as briefly as possible: "2500", "0.05", "2.5e12";
 * returns its size. */
enum { DECIMAL_TEXT = 48 };
size_t decimal_text(char text[DECIMAL_TEXT], uint64_t count, int64_t exponent);

/*
 * A table as a plot: the numbers of one column over those of another, a line
 * for each value of a third.  Rows come as they would into a table, cell by
 * cell, as text, so that what a picture says is what the table says.
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

/* What a column is to the plot. */
enum plot_role {
	PLOT_NOTE, /* a remark on a point */
	PLOT_X,
	PLOT_Y, /* several: a line each */
	PLOT_LINE
};

/* How the points of a line are joined. */
enum plot_steps {
	PLOT_STRAIGHT,
	PLOT_AFTER, /* a value holds until the next */
	PLOT_BEFORE /* it holds since the last */
};

/* The values of log_x and log_y: whether an axis is logarithmic. */
enum { PLOT_LINEAR, PLOT_LOG, PLOT_AUTO };

struct plot_look {
	const char *title;
	const char *x_label, *y_label;
	int log_x; /* PLOT_LINEAR or PLOT_LOG */
	int log_y; /* PLOT_AUTO: logarithmic if values differ by a factor of
		      1000 */
	enum plot_steps steps;
	/* of the chart alone */
	int ascii, colour;
	uint64_t columns; /* of the terminal, 0: 80 */
};

struct plot_point {
	struct decimal x, y;
	char *title; /* the cells of its row */
};

struct plot_line {
	char *name;
	struct plot_point *point;
	size_t count, capacity;
	int thinned; /* points were left out */
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

/* The next cell of this row, and the end of a row.  A row without x or y has no
 * point. */
void plot_cell(struct plot *plot, const char *text, size_t size);
void plot_end(struct plot *plot);

/* Adds "n 14" to a title of PLOT_TITLE bytes; what does not fit is left out. */
void plot_title_add(
	char *title, const char *column, const char *text, size_t size);

/*
 * Draws the plot, as SVG or in characters.
 * Errors: STATUS_USAGE if a value is 0 on a logarithmic axis; STATUS_LIMIT for
 * more than PLOT_LINES lines, for values too close to each other to be drawn
 * or, in characters, for a terminal too narrow.
 */
enum status plot_write_svg(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;
enum status plot_write_chart(struct plot *plot, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;

/*
 * A table over two swept options as a map: a cell for each row, coloured by its
 * winner and marked with the winner's letter, the fainter the further it is
 * from the bound.  Rows come as into a table, the second option varying
 * fastest.
 */

enum {
	MAP_SIDE = 256,	  /* cells across or up, at most */
	MAP_WINNERS = 36, /* a letter or a digit each */
	MAP_SHADES = 4,
	MAP_LABEL = 16
};

/* What a column is to the map. */
enum map_role {
	MAP_NOTE,
	MAP_ACROSS,
	MAP_UP,
	MAP_WINNER,
	MAP_RATIO,
	MAP_COUNT /* a number that stands behind the winner's letter */
};

struct map_cell {
	unsigned char winner;
	unsigned char shade;   /* 0: at the bound */
	char count[MAP_LABEL]; /* "" if there is none */
	char *title;
};

struct map_winner {
	char *name;
	size_t cells, style; /* style: of svg_area */
};

struct map {
	const char *column[PLOT_COLUMNS];
	enum map_role role[PLOT_COLUMNS];
	size_t columns;
	size_t width, height, count; /* in cells; number of cells filled */
	struct map_cell *cell;	     /* column by column */
	struct map_winner winner[MAP_WINNERS];
	size_t winners;
	char (*across)[MAP_LABEL], (*up)[MAP_LABEL]; /* values, shortened */
	const char *counted; /* the column of counts, or NULL */
	size_t in_row;	     /* table cells read of the present row */
	char title[PLOT_TITLE], name[PLOT_TITLE];
};

/* A map of width·height cells, both 1 .. MAP_SIDE. */
void map_init(struct map *map, size_t width, size_t height);
void map_clear(struct map *map);

/* As plot_column, plot_cell and plot_end. */
void map_column(struct map *map, const char *name, enum map_role role);
void map_cell(struct map *map, const char *text, size_t size);
void map_end(struct map *map);

/* What the key says of each shade and, last, before them; the letter of a
 * winner. */
extern const char *const map_shades[MAP_SHADES + 1];
char map_letter(size_t winner);

/* One label every how many cells, for labels of that many letters if a cell has
 * room for room_tenths / 10 of them. */
size_t map_label_step(size_t letters, size_t room_tenths);
size_t map_label_size(char (*labels)[MAP_LABEL], size_t count);

void map_write_svg(
	const struct map *map, const struct plot_look *look, FILE *file);

/* Errors: STATUS_LIMIT if the terminal is too narrow. */
enum status map_write_chart(const struct map *map, const struct plot_look *look,
	FILE *file, struct err *err) WARN_UNUSED;

/*
 * -- What the plots of a table share before they are drawn: elementary
 * functions, axes, and the frame around the points.
 */

/*
 * The few functions that axes need, here because the mathematical library would
 * be loaded for every command on their account.
 */

/* log10(x), x > 0 and finite, accurate to some 15 digits. */
double elementary_log10(double x);

/* 10^power, exact to 10^22, else accurate to some 15 digits; infinite or 0 past
 * what a double holds. */
double elementary_power10(int power);

/* The whole numbers next to x, |x| < 2^63. */
double elementary_floor(double x);
double elementary_ceil(double x);

/*
 * An axis: which values it shows, where, and with which ticks.  Ticks stand at
 * 1, 2 or 5 times powers of ten; on a long logarithmic axis at powers of ten
 * alone.
 */

enum { AXIS_TICKS_MAX = 64 };

struct axis_tick {
	double at; /* in the axis' units, like least and greatest */
	char label[DECIMAL_TEXT];
	size_t size;
};

struct axis {
	int is_log;
	int64_t shift;		/* if linear: the unit is 10^shift */
	double least, greatest; /* least < greatest */
	struct axis_tick tick[AXIS_TICKS_MAX];
	size_t ticks;
};

/* What an axis has to show. */
struct axis_range {
	struct decimal least, greatest; /* above 0 on a logarithmic axis */
	int from_zero;			/* a linear axis starts at 0 */
	int is_round;			/* and both ends are ticks */
	int is_whole;			/* a linear axis has whole ticks */
	unsigned most;			/* steps between ticks, at least 2 */
};

void axis_init(struct axis *axis, const struct axis_range *range, int is_log);

/* Where a value is: 0 at the start of the axis, 1 at its end. */
double axis_place(const struct axis *axis, struct decimal value);

/* Where a tick is. */
double axis_tick_place(const struct axis *axis, size_t tick);

/*
 * What a plot has to show, before it is drawn: its axes, the points in order,
 * and where the lines' names go; the same for SVG and characters.
 */

/*
 * Sorts the points of each line by x and fits the axes to them, with at most
 * that many steps between ticks.
 * Errors: see plot_write_svg.
 */
enum status frame_fit(struct plot *plot, const struct plot_look *look,
	struct axis axes[2], unsigned most_x, unsigned most_y,
	struct err *err) WARN_UNUSED;

/*
 * Spreads labels at place[0..count) so that each is at least `apart` from the
 * next, within 0 .. height, and roughly as near as possible to where it was;
 * count·apart <= height.  Lines keep their order.
 */
void frame_spread(int64_t *place, size_t count, int64_t apart, int64_t height);

/* What was left out: "1024 of 1000000 points are drawn"; 0 if nothing was. */
enum { FRAME_NOTE = 80 };
size_t frame_note(char note[FRAME_NOTE], const struct plot *plot);

/* The letters of the longest name and of the longest label of an axis. */
size_t frame_name_size(const struct plot *plot);
size_t frame_label_size(const struct axis *axis);

#endif
