/*
 * The cells of a map, filled from the rows of a table; and the map in
 * characters: the winner's letter in each cell, a capital where the bound is
 * attained.
 */
#include "format/plot/plot.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"
#include "format/svg.h"

enum { MAP_LETTERS = 26, LABEL_PLAIN = 7 };

/* The largest ratio of each shade; the last has no limit. */
static const double shade_most[MAP_SHADES] = {1, 1.05, 1.25, 0};
const char *const map_shades[MAP_SHADES + 1] = {"1st: at the bound",
	"2nd: up to 1.05 of it", "3rd: up to 1.25 of it", "4th: more",
	"shades, from the left:"};

void map_init(struct map *map, size_t width, size_t height)
{
	*map = (struct map){.width = width, .height = height};
	map->cell = mem_array(width * height, sizeof *map->cell);
	map->across = mem_array(width, sizeof *map->across);
	map->up = mem_array(height, sizeof *map->up);
}

void map_clear(struct map *map)
{
	for (size_t i = 0; i < map->count; i++)
		mem_free(map->cell[i].title);
	for (size_t i = 0; i < map->winners; i++)
		mem_free(map->winner[i].name);
	mem_free(map->cell);
	mem_free(map->across);
	mem_free(map->up);
	*map = (struct map){.cell = NULL};
}

void map_column(struct map *map, const char *name, enum map_role role)
{
	assert(map->columns < PLOT_COLUMNS);
	map->column[map->columns] = name;
	map->role[map->columns++] = role;
	if (role == MAP_COUNT)
		map->counted = name;
}

char map_letter(size_t winner)
{
	return (char)(winner < MAP_LETTERS ? 'A' + winner
					   : '0' + winner - MAP_LETTERS);
}

/* Fits a number into a label; longer ones keep three digits. */
static void set_label(char label[MAP_LABEL], const char *text, size_t size)
{
	char number[DECIMAL_TEXT];
	struct decimal value;

	if (size > LABEL_PLAIN && decimal_parse(&value, text, size)) {
		size = decimal_text(number,
			(uint64_t)(value.mantissa * 100 + 0.5),
			value.exponent - 2);
		text = number;
	}
	if (size > MAP_LABEL - 1)
		size = MAP_LABEL - 1;
	memcpy(label, text, size);
	label[size] = '\0';
}

static unsigned char shade_of(const char *text, size_t size)
{
	struct decimal ratio;
	unsigned char shade = 0;

	if (!decimal_parse(&ratio, text, size))
		return MAP_SHADES - 1;
	while (shade < MAP_SHADES - 1 &&
		decimal_scaled(ratio, 0) > shade_most[shade])
		shade++;
	return shade;
}

void map_cell(struct map *map, const char *text, size_t size)
{
	size_t i = map->in_row++;
	size_t across = map->count / map->height, up = map->count % map->height;

	assert(i < map->columns && map->count < map->width * map->height);
	plot_title_add(map->title, map->column[i], text, size);
	switch (map->role[i]) {
	case MAP_ACROSS:
		set_label(map->across[across], text, size);
		break;
	case MAP_UP:
		set_label(map->up[up], text, size);
		break;
	case MAP_WINNER:
		text_add(map->name, sizeof map->name, "%s%.*s",
			*map->name ? " " : "", (int)size, text);
		break;
	case MAP_RATIO:
		map->cell[map->count].shade = shade_of(text, size);
		break;
	case MAP_COUNT:
		set_label(map->cell[map->count].count, text, size);
		break;
	case MAP_NOTE:
		break;
	}
}

/* Each algorithm's place is its style for ever: new ones go to the end.  Those
 * before SVG_HUES, which are met most often, are plain. */
static const char *const styles[] = {"bcast", "greedy", "cyclic", "dtree",
	"sendrecv", "weave", "optimum", "pipeline", "best", "circulant",
	"telephone", "telegraph", "continuous", "binomial", "chain", "two-tree",
	"pack", "repeat", "flat", "binary", "knomial", "census", "bundle",
	"gossip", "telegraph-gossip", "root", "window", "radix", "ring",
	"direct", "recursive-doubling", "rabenseifner", "bruck", "pairwise",
	"dissemination", "nodes", "leaders", "hybrid", "in-out-in", "in-out",
	"out-in", "out-in-out", "separate"};

/* The style of what wins: an algorithm's own, whatever its model; names that
 * are not known share what is left. */
static size_t map_style(const char *name)
{
	const char *last = strrchr(name, ' '); /* after the model */
	size_t known = sizeof styles / sizeof *styles, sum = 0;

	name = last ? last + 1 : name;
	for (size_t i = 0; i < known; i++)
		if (strcmp(styles[i], name) == 0)
			return i;
	for (; *name; name++)
		sum += (unsigned char)*name;
	return known + sum % (SVG_AREAS - known);
}

/* The winner of that name; the last one stands for all without a letter. */
static size_t find_winner(struct map *map, const char *name)
{
	size_t i = 0;

	while (i < map->winners && strcmp(map->winner[i].name, name) != 0)
		i++;
	if (i == MAP_WINNERS)
		return MAP_WINNERS - 1;
	if (i == map->winners) {
		map->winner[i].name = mem_join(name, NULL);
		map->winner[i].style = map_style(name);
		map->winners++;
	}
	return i;
}

void map_end(struct map *map)
{
	struct map_cell *cell = &map->cell[map->count++];
	size_t winner = find_winner(map, map->name);

	cell->winner = (unsigned char)winner;
	cell->title = mem_join(map->title, NULL);
	map->winner[winner].cells++;
	*map->title = *map->name = '\0';
	map->in_row = 0;
}

size_t map_label_size(char (*labels)[MAP_LABEL], size_t count)
{
	size_t most = 1;

	for (size_t i = 0; i < count; i++)
		if (strlen(labels[i]) > most)
			most = strlen(labels[i]);
	return most;
}

size_t map_label_step(size_t letters, size_t room_tenths)
{
	size_t step = (10 * letters + room_tenths - 1) / room_tenths;

	return step > 0 ? step : 1;
}

/* TENTHS: room for a label in a cell, in tenths of a letter. */
enum { LETTERS = 26, TENTHS = 20 };

static void write_many(struct out *out, char c, size_t count)
{
	for (; count > 0; count--)
		out_char(out, c);
}

/* Writes a capital at the bound; winners past Z have digits, without capitals.
 */
static void write_map_letter(struct out *out, const struct map *map,
	const struct plot_look *look, size_t winner, int at_bound)
{
	char letter = map_letter(winner);

	if (look->colour)
		out_colour(out, (int)map->winner[winner].style);
	if (!at_bound && winner < LETTERS)
		letter = (char)(letter + 'a' - 'A');
	out_char(out, letter);
	if (look->colour)
		out_colour(out, TERMINAL_PLAIN);
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

static void write_map_names(
	struct out *out, const struct map *map, const struct plot_look *look)
{
	for (size_t i = 0; i < map->winners; i++) {
		write_map_letter(out, map, look, i, 1);
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
			write_map_letter(&out, map, look, cell->winner,
				cell->shade == 0);
		}
		out_char(&out, '\n');
	}
	write_across(&out, map, left, columns);
	write_many(&out, ' ', left);
	out_text(&out, look->x_label);
	out_char(&out, '\n');
	write_map_names(&out, map, look);
	out_finish(&out);
}

enum status map_write_chart(const struct map *map, const struct plot_look *look,
	FILE *file, struct err *err)
{
	size_t columns =
		look->columns ? (size_t)look->columns : TERMINAL_COLUMNS;
	size_t left = map_label_size(map->up, map->height) + 1;
	size_t needed = left + 2 * map->width;

	if (needed <= columns) {
		write_map(map, look, left, columns, file);
		return STATUS_OK;
	}
	return out_too_narrow(needed, columns, err);
}
