/*
 * The cells of a map, filled from the rows of a table; and the map in
 * characters: in each cell the winner's letter, a capital if the winner attains
 * the bound.
 */
#include "format/plot/plot.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"
#include "format/svg.h"

enum { LETTERS = 26, LABEL_PLAIN = 7 /* the longest label kept as it is */ };

/* The largest ratio to the bound of each shade; the last has no limit. */
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
	return (char)(winner < LETTERS ? 'A' + winner : '0' + winner - LETTERS);
}

/* Writes a cell's text as a label; long numbers are rounded to three digits. */
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

/* An algorithm's index is its style, which never changes: new algorithms go to
 * the end.  The first SVG_HUES, the most frequent winners, are not hatched. */
static const char *const styles[] = {"bcast", "greedy", "cyclic", "dtree",
	"sendrecv", "weave", "optimum", "pipeline", "best", "circulant",
	"telephone", "telegraph", "continuous", "binomial", "chain", "two-tree",
	"pack", "repeat", "flat", "binary", "knomial", "census", "bundle",
	"gossip", "telegraph-gossip", "root", "window", "radix", "ring",
	"direct", "recursive-doubling", "rabenseifner", "bruck", "pairwise",
	"dissemination", "nodes", "leaders", "hybrid", "in-out-in", "in-out",
	"out-in", "out-in-out", "separate"};

/* The style of a winner "[MODEL ]ALGORITHM": the algorithm's own; unknown names
 * share the remaining styles. */
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

/* The winner with that name.  When all letters are taken, the last winner
 * stands for all further names. */
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
	uint64_t most = 1;

	for (size_t i = 0; i < count; i++)
		most = most_u64(most, strlen(labels[i]));
	return (size_t)most;
}

/* letters is at least 1, and so is the result. */
size_t map_label_step(size_t letters, size_t room_tenths)
{
	return (10 * letters + room_tenths - 1) / room_tenths;
}

/* The width of a cell, in tenths of a letter. */
enum { TENTHS = 20 };

/* Writes the winner's letter, a capital at the bound; digits are the same above
 * it. */
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

/* Writes the labels of the columns, as many as fit. */
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
		out_fill(out, ' ', begin - at);
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
		out_print(out, " %s (%zu)\n", map->winner[i].name,
			map->winner[i].cells);
	}
	out_text(out, "small letters: above the bound\n");
}

static void write_map(const struct map *map, const struct plot_look *look,
	size_t left, size_t columns, FILE *file)
{
	struct out out;

	out_init(&out, file);
	out_print(&out, "%s\n%s\n", look->title, look->y_label);
	for (size_t row = map->height; row > 0; row--) {
		size_t y = row - 1;

		out_fill(&out, ' ', left - 1 - strlen(map->up[y]));
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
	out_fill(&out, ' ', left);
	out_print(&out, "%s\n", look->x_label);
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
