/* A map as SVG: cells, borders between winners, and a key on the right. */
#include "format/plot/plot.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"
#include "format/svg.h"

enum {
	WIDE = 640, /* width of all cells together */
	HIGH = 400,
	CELL_LEAST = 4,
	CELL_WIDE = 40, /* at most, for one */
	CELL_HIGH = 28,
	CELL_LETTER = 16, /* least size of a cell with a letter */
	REGION = 80,	  /* pixels of the least region with one */
	GAP = 8,
	BELOW = 56, /* for labels */
	KEY = 22,   /* height of an entry of the key */
	SQUARE = 16,
	KEY_LEAST = 210, /* least width */
};

struct map_drawing {
	const struct map *map;
	const struct plot_look *look;
	struct out out;
	size_t wide, high; /* size of a cell */
	size_t left, top, key;
};

static size_t map_bottom(const struct map_drawing *drawing)
{
	return drawing->top + drawing->map->height * drawing->high;
}

static size_t cell_x(const struct map_drawing *drawing, size_t across)
{
	return drawing->left + across * drawing->wide;
}

/* The upper edge of a cell. */
static size_t cell_y(const struct map_drawing *drawing, size_t up)
{
	return map_bottom(drawing) - (up + 1) * drawing->high;
}

static const struct map_cell *cell_at(
	const struct map *map, size_t across, size_t up)
{
	return &map->cell[across * map->height + up];
}

static void write_attribute(struct out *out, const char *before, uint64_t value)
{
	out_text(out, before);
	out_u64(out, value);
}

static void write_rect(struct map_drawing *drawing, size_t winner, size_t shade,
	size_t x, size_t y, size_t wide, size_t high)
{
	struct out *out = &drawing->out;

	svg_area(out, "<rect class=\"a", drawing->map->winner[winner].style);
	write_attribute(out, " r", shade);
	write_attribute(out, "\" x=\"", x);
	write_attribute(out, "\" y=\"", y);
	write_attribute(out, "\" width=\"", wide);
	write_attribute(out, "\" height=\"", high);
	out_char(out, '"');
}

static void write_map_cells(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;
	struct out *out = &drawing->out;

	for (size_t i = 0; i < map->count && !ferror(out->file); i++) {
		write_rect(drawing, map->cell[i].winner, map->cell[i].shade,
			cell_x(drawing, i / map->height),
			cell_y(drawing, i % map->height), drawing->wide,
			drawing->high);
		out_text(out, "><title>");
		svg_escaped(out, map->cell[i].title);
		out_text(out, "</title></rect>\n");
	}
}

/* "C 30": the winner's letter and, if it has room, the count. */
static size_t cell_text(char text[MAP_LABEL + 2],
	const struct map_drawing *drawing, const struct map_cell *cell)
{
	size_t size = strlen(cell->count);

	text[0] = map_letter(cell->winner);
	if (size == 0 || (size + 2) * SVG_LETTER_MOST > drawing->wide)
		return 1;
	text[1] = ' ';
	memcpy(text + 2, cell->count, size);
	return size + 2;
}

/* The text of a cell, in its middle. */
static void write_cell_text(
	struct map_drawing *drawing, size_t across, size_t up, int is_long)
{
	const struct map_cell *cell = cell_at(drawing->map, across, up);
	char text[MAP_LABEL + 2];
	size_t size = cell_text(text, drawing, cell);

	svg_text(&drawing->out, "in", "middle",
		cell_x(drawing, across) + drawing->wide / 2,
		cell_y(drawing, up) + drawing->high / 2 + SVG_FOOT, text,
		is_long ? size : 1);
}

/* The cells of one winner that hang together, and those still to be looked at.
 */
struct region {
	const struct map *map;
	unsigned char *todo; /* of each cell */
	uint32_t *cell;
	size_t count;
};

static void add_cell(
	struct region *region, size_t across, size_t up, unsigned winner)
{
	size_t i = across * region->map->height + up;

	if (across >= region->map->width || up >= region->map->height ||
		!region->todo[i] || region->map->cell[i].winner != winner)
		return;
	region->todo[i] = 0;
	region->cell[region->count++] = (uint32_t)i;
}

/* Takes the region of that cell. */
static void find_region(struct region *region, size_t i)
{
	const struct map *map = region->map;
	unsigned winner = map->cell[i].winner;

	region->count = 0;
	add_cell(region, i / map->height, i % map->height, winner);
	for (size_t at = 0; at < region->count; at++) {
		size_t across = region->cell[at] / map->height;
		size_t up = region->cell[at] % map->height;

		add_cell(region, across + 1, up, winner);
		add_cell(region, across - 1, up, winner);
		add_cell(region, across, up + 1, winner);
		add_cell(region, across, up - 1, winner);
	}
}

/* How many cells of the winner are to the right of that one, itself included; 0
 * if there is one to its left. */
static size_t measure_run(const struct map *map, size_t across, size_t up)
{
	unsigned winner = cell_at(map, across, up)->winner;
	size_t run = 0;

	if (across > 0 && cell_at(map, across - 1, up)->winner == winner)
		return 0;
	while (across + run < map->width &&
		cell_at(map, across + run, up)->winner == winner)
		run++;
	return run;
}

/* Where a letter has most room: in the middle of the longest run across, of
 * several in that nearest to the middle of all. */
static size_t find_room(const struct region *region)
{
	const struct map *map = region->map;
	size_t longest = 0, place = region->cell[0], off = SIZE_MAX, middle = 0;

	assert(region->count > 0);
	for (size_t i = 0; i < region->count; i++)
		middle += region->cell[i] % map->height;
	middle /= region->count;
	for (size_t i = 0; i < region->count; i++) {
		size_t across = region->cell[i] / map->height;
		size_t up = region->cell[i] % map->height;
		size_t run = measure_run(map, across, up);
		size_t away = up > middle ? up - middle : middle - up;

		if (run < longest || (run == longest && away >= off))
			continue;
		longest = run;
		off = away;
		place = (across + run / 2) * map->height + up;
	}
	return place;
}

/* One letter for each region that is not smaller than a letter. */
static void write_region_letters(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;
	struct region region = {.map = map,
		.todo = mem_array(map->count, 1),
		.cell = mem_array(map->count, sizeof *region.cell)};

	memset(region.todo, 1, map->count);
	for (size_t i = 0; i < map->count; i++) {
		size_t place;

		if (!region.todo[i])
			continue;
		find_region(&region, i);
		place = find_room(&region);
		if (region.count * drawing->wide * drawing->high >= REGION)
			write_cell_text(drawing, place / map->height,
				place % map->height, 0);
	}
	mem_free(region.todo);
	mem_free(region.cell);
}

static void write_map_letters(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;

	if (drawing->wide < CELL_LETTER || drawing->high < CELL_LETTER) {
		write_region_letters(drawing);
		return;
	}
	for (size_t i = 0; i < map->count; i++)
		write_cell_text(drawing, i / map->height, i % map->height, 1);
}

/* Draws borders where neighbours have different winners. */
static void write_borders(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;
	struct out *out = &drawing->out;

	out_text(out, "<path class=\"edge\" d=\"M0 0");
	for (size_t x = 0; x < map->width; x++)
		for (size_t y = 0; y < map->height; y++) {
			unsigned own = cell_at(map, x, y)->winner;

			if (x > 0 && cell_at(map, x - 1, y)->winner != own) {
				svg_point(out, 'M', cell_x(drawing, x),
					cell_y(drawing, y));
				write_attribute(out, "v", drawing->high);
			}
			if (y > 0 && cell_at(map, x, y - 1)->winner != own) {
				svg_point(out, 'M', cell_x(drawing, x),
					cell_y(drawing, y) + drawing->high);
				write_attribute(out, "h", drawing->wide);
			}
		}
	out_text(out, "\"/>\n");
}

static void write_map_labels(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;
	size_t letters = map_label_size(map->across, map->width) + 1;
	size_t step = map_label_step(
		letters, 10 * drawing->wide / SVG_LETTER_MOST > 0
				 ? 10 * drawing->wide / SVG_LETTER_MOST
				 : 1);

	for (size_t i = 0; i < map->width; i += step)
		svg_text(&drawing->out, "dim", "middle",
			cell_x(drawing, i) + drawing->wide / 2,
			map_bottom(drawing) + SVG_LINE, map->across[i],
			strlen(map->across[i]));
	step = map_label_step(1, 10 * drawing->high / SVG_LINE > 0
					 ? 10 * drawing->high / SVG_LINE
					 : 1);
	for (size_t i = 0; i < map->height; i += step)
		svg_text(&drawing->out, "dim", "end", drawing->left - GAP,
			cell_y(drawing, i) + drawing->high / 2 + SVG_FOOT,
			map->up[i], strlen(map->up[i]));
	svg_text(&drawing->out, "", "start", drawing->left,
		map_bottom(drawing) + SVG_LINE + SVG_LINE + 6,
		drawing->look->x_label, strlen(drawing->look->x_label));
	svg_text(&drawing->out, "", "start", SVG_MARGIN,
		drawing->top - SVG_LINE / 2, drawing->look->y_label,
		strlen(drawing->look->y_label));
}

/* A winner's four shades, its letter, its name and how many cells it has. */
static void write_key_row(struct map_drawing *drawing, size_t winner, size_t y)
{
	const struct map_winner *who = &drawing->map->winner[winner];
	size_t size = strlen(who->name), foot = y + SQUARE / 2 + SVG_FOOT;
	char letter = map_letter(winner), text[PLOT_TITLE + 40];

	for (size_t shade = 0; shade < MAP_SHADES; shade++) {
		write_rect(drawing, winner, shade,
			drawing->key + shade * SQUARE, y, SQUARE, SQUARE);
		out_text(&drawing->out, "/>\n");
	}
	svg_text(&drawing->out, "in", "middle", drawing->key + SQUARE / 2, foot,
		&letter, 1);
	memcpy(text, who->name, size);
	text[size++] = ' ';
	text[size++] = '(';
	size += number_u64(text + size, who->cells);
	text[size++] = ')';
	svg_text(&drawing->out, "", "start",
		drawing->key + (size_t)MAP_SHADES * SQUARE + GAP, foot, text,
		size);
}

/* The key: the winners, and what their shades mean, from left to right. */
static void write_key(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;
	size_t y = drawing->top;
	char text[PLOT_TITLE + 40];

	for (size_t i = 0; i < map->winners; i++, y += KEY)
		write_key_row(drawing, i, y);
	y += SQUARE / 2 + SVG_FOOT;
	svg_text(&drawing->out, "dim", "start", drawing->key, y,
		map_shades[MAP_SHADES], strlen(map_shades[MAP_SHADES]));
	for (size_t i = 0; i < MAP_SHADES; i++) {
		y += SVG_LINE + 2;
		svg_text(&drawing->out, "dim", "start", drawing->key, y,
			map_shades[i], strlen(map_shades[i]));
	}
	if (map->counted) {
		snprintf(text, sizeof text, "number: %s", map->counted);
		svg_text(&drawing->out, "dim", "start", drawing->key,
			y + SVG_LINE + 2, text, strlen(text));
	}
}

static size_t key_width(const struct map *map)
{
	size_t letters = 0;

	for (size_t i = 0; i < map->winners; i++)
		if (strlen(map->winner[i].name) > letters)
			letters = strlen(map->winner[i].name);
	return (size_t)most_u64((letters + 8) * SVG_LETTER_MOST +
					(size_t)MAP_SHADES * SQUARE + GAP,
		KEY_LEAST);
}

/* How wide a cell may become: as wide as its text asks for. */
static size_t cell_most(const struct map *map)
{
	size_t most = CELL_WIDE;

	for (size_t i = 0; i < map->count; i++) {
		size_t wide =
			(strlen(map->cell[i].count) + 3) * SVG_LETTER_MOST;

		most = wide > most ? wide : most;
	}
	return most;
}

static void place_map(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;

	drawing->wide = (size_t)within_u64(
		WIDE / map->width, CELL_LEAST, cell_most(map));
	drawing->high =
		(size_t)within_u64(HIGH / map->height, CELL_LEAST, CELL_HIGH);
	drawing->left = SVG_MARGIN + GAP +
			map_label_size(map->up, map->height) * SVG_LETTER_MOST;
	drawing->top = SVG_TOP + SVG_LINE + GAP;
	drawing->key = cell_x(drawing, map->width);
	/* The key must not overlap the name of the x axis. */
	drawing->key = (size_t)most_u64(
		drawing->key, drawing->left + strlen(drawing->look->x_label) *
						      SVG_LETTER_MOST);
	drawing->key = (size_t)most_u64(
		drawing->key, strlen(drawing->look->y_label) * SVG_LETTER_MOST);
	drawing->key += SVG_MARGIN;
}

/* A bit for each style that a winner has. */
static uint64_t styles_of(const struct map *map)
{
	uint64_t set = 0;

	for (size_t i = 0; i < map->winners; i++)
		set |= UINT64_C(1) << map->winner[i].style;
	return set;
}

void map_write_svg(
	const struct map *map, const struct plot_look *look, FILE *file)
{
	struct map_drawing drawing = {.map = map, .look = look};
	size_t bottom, key_bottom;

	place_map(&drawing);
	bottom = map_bottom(&drawing) + BELOW;
	key_bottom = drawing.top + KEY * (map->winners + 1) +
		     (size_t)(SVG_LINE + 2) * (MAP_SHADES + 1);
	out_init(&drawing.out, file);
	svg_begin(&drawing.out, drawing.key + key_width(map),
		bottom > key_bottom ? bottom : key_bottom, look->title, 0);
	svg_area_style(&drawing.out, styles_of(map));
	write_map_cells(&drawing);
	write_borders(&drawing);
	write_map_letters(&drawing);
	write_map_labels(&drawing);
	write_key(&drawing);
	svg_end(&drawing.out);
	out_finish(&drawing.out);
}
