/*
 * A table over two swept options as a map: a cell for each row, coloured by its
 * winner and marked with the winner's letter, the fainter the further it is
 * from the bound.  Rows come as into a table, the second option varying
 * fastest.
 */
#ifndef FIBCAST_FORMAT_PLOT_MAP_H
#define FIBCAST_FORMAT_PLOT_MAP_H

#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "format/plot/plot.h"

enum {
	MAP_SIDE = 256,	  /* cells across or up, at most */
	MAP_WINNERS = 52, /* each has a letter */
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
	size_t cells;
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

/* The text for a shade's largest ratio; the letter of a winner. */
extern const char *const map_shades[MAP_SHADES];
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

#endif
