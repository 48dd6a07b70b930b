/*
 * A map in characters: the winner's letter in each cell, a capital where the
 * bound is attained.
 */
#include "format/plot/map.h"

#include <ctype.h>
#include <string.h>

#include "number/number.h"
#include "format/out.h"

/* TENTHS: room for a label in a cell, in tenths of a letter. */
enum { COLUMNS_USUAL = 80, LETTERS = 26, COLOURS = 6, TENTHS = 20 };

static void write_many(struct out *out, char c, size_t count)
{
	for (; count > 0; count--)
		out_char(out, c);
}

/* Writes a capital at the bound; winners past Z have digits, without capitals.
 */
static void write_map_letter(struct out *out, const struct plot_look *look,
	size_t winner, int at_bound)
{
	char letter = map_letter(winner);

	if (look->colour) {
		out_text(out, "\033[3");
		out_u64(out, 1 + winner % COLOURS);
		out_char(out, 'm');
	}
	if (!at_bound && winner < LETTERS)
		letter = (char)(letter + 'a' - 'A');
	out_char(out, letter);
	if (look->colour)
		out_text(out, "\033[m");
}

/* The labels of the columns, as many as fit. */
static void write_across(
	struct out *out, const struct map *map, size_t left, size_t columns)
{
	size_t step = map_label_step(
		map_label_size(map->across, map->width) + 1, TENTHS);
	size_t at = 0;

	for (size_t i = 0; i < map->width; i += step) {
		size_t size = strlen(map->across[i]), begin = left + 2 * i;

		if (begin + size > columns)
			break;
		write_many(out, ' ', begin - at);
		out_bytes(out, map->across[i], size);
		at = begin + size;
	}
	out_char(out, '\n');
}

static void write_names(
	struct out *out, const struct map *map, const struct plot_look *look)
{
	for (size_t i = 0; i < map->winners; i++) {
		write_map_letter(out, look, i, 1);
		out_char(out, ' ');
		out_text(out, map->winner[i].name);
		out_text(out, " (");
		out_u64(out, map->winner[i].cells);
		out_text(out, ")\n");
	}
	out_text(out, "small letters: above the bound\n");
}

static void write_map(const struct map *map, const struct plot_look *look,
	size_t left, size_t columns, FILE *file)
{
	struct out out;

	out_init(&out, file);
	out_text(&out, look->title);
	out_char(&out, '\n');
	out_text(&out, look->y_label);
	out_char(&out, '\n');
	for (size_t row = map->height; row > 0; row--) {
		size_t y = row - 1;

		write_many(&out, ' ', left - 1 - strlen(map->up[y]));
		out_text(&out, map->up[y]);
		for (size_t x = 0; x < map->width; x++) {
			const struct map_cell *cell =
				&map->cell[x * map->height + y];

			out_char(&out, ' ');
			write_map_letter(
				&out, look, cell->winner, cell->shade == 0);
		}
		out_char(&out, '\n');
	}
	write_across(&out, map, left, columns);
	write_many(&out, ' ', left);
	out_text(&out, look->x_label);
	out_char(&out, '\n');
	write_names(&out, map, look);
	out_finish(&out);
}

enum status map_write_chart(const struct map *map, const struct plot_look *look,
	FILE *file, struct err *err)
{
	size_t columns = look->columns ? (size_t)look->columns : COLUMNS_USUAL;
	size_t left = map_label_size(map->up, map->height) + 1;
	size_t needed = left + 2 * map->width;

	if (needed <= columns) {
		write_map(map, look, left, columns, file);
		return STATUS_OK;
	}
	return plot_too_narrow(needed, columns, err);
}
