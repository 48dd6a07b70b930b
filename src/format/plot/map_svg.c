/*
 * A map as SVG: cells, borders between winners, a letter in each cell or, if
 * cells are small, in each region of one winner, and a key on the right.
 */
#include "format/plot/plot.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"
#include "format/svg.h"

enum {
	WIDE = 640, /* of all cells together */
	HIGH = 400,
	CELL_LEAST = 4,	  /* either side of a cell */
	CELL_WIDE = 40,	  /* a cell's largest width, without counts */
	CELL_HIGH = 28,	  /* and height */
	CELL_LETTER = 16, /* either side of the least cell with a letter */
	REGION = 80,	  /* the area of the least region with a letter */
	GAP = 8,
	BELOW = 56, /* the height of what is below the cells */
	KEY = 22,   /* the height of an entry of the key */
	SQUARE = 16,
	KEY_LEAST = 210, /* the least width of the key */
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

/* Begins a rectangle in the winner's colour, as svg_rect does. */
static void write_rect(struct map_drawing *drawing, size_t winner, size_t shade,
	size_t x, size_t y, size_t wide, size_t high)
{
	char class[2 * NUMBER_U64_MAX];

	snprintf(class, sizeof class, "a%zu r%zu",
		drawing->map->winner[winner].style, shade);
	svg_rect(&drawing->out, class, x, y, wide, high);
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

/* "C 30": the winner's letter and, if there is room, the count; returns the
 * length. */
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

/* Writes a cell's letter, and with has_count its count, in its middle. */
static void write_cell_text(
	struct map_drawing *drawing, size_t across, size_t up, int has_count)
{
	const struct map_cell *cell = cell_at(drawing->map, across, up);
	char text[MAP_LABEL + 2];
	size_t size = cell_text(text, drawing, cell);

	svg_text(&drawing->out, "in", "middle",
		cell_x(drawing, across) + drawing->wide / 2,
		cell_y(drawing, up) + drawing->high / 2 + SVG_FOOT, text,
		has_count ? size : 1);
}

/* A region: connected cells of one winner. */
struct region {
	const struct map *map;
	unsigned char *todo; /* which cells are in no region so far */
	uint32_t *cell;	     /* the cells of the region */
	size_t count;
};

/* Adds a cell to the region, if it is one of the map, belongs to the winner and
 * is in no region. */
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

/* Finds the region of cell i by breadth-first search.  An index below 0 wraps
 * around and so is too large. */
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

/* The length of the horizontal run of one winner's cells that begins at this
 * cell; 0 if none begins here. */
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

/* The cell where a letter has most room: the middle of the longest horizontal
 * run; of several such runs, the one nearest to the region's average height. */
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

/* Writes one letter in each region that is not smaller than a letter. */
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
				out_print(out, "v%zu", drawing->high);
			}
			if (y > 0 && cell_at(map, x, y - 1)->winner != own) {
				svg_point(out, 'M', cell_x(drawing, x),
					cell_y(drawing, y) + drawing->high);
				out_print(out, "h%zu", drawing->wide);
			}
		}
	out_text(out, "\"/>\n");
}

static void write_map_labels(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;
	size_t letters = map_label_size(map->across, map->width) + 1;
	/* Both sides of a cell are at least CELL_LEAST: there is some room. */
	size_t step =
		map_label_step(letters, 10 * drawing->wide / SVG_LETTER_MOST);

	for (size_t i = 0; i < map->width; i += step)
		svg_text(&drawing->out, "dim", "middle",
			cell_x(drawing, i) + drawing->wide / 2,
			map_bottom(drawing) + SVG_LINE, map->across[i],
			strlen(map->across[i]));
	step = map_label_step(1, 10 * drawing->high / SVG_LINE);
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

/* Writes a winner's shades, its letter, its name and how many cells it has. */
static void write_key_row(struct map_drawing *drawing, size_t winner, size_t y)
{
	const struct map_winner *who = &drawing->map->winner[winner];
	size_t foot = y + SQUARE / 2 + SVG_FOOT;
	char letter = map_letter(winner), text[PLOT_TITLE + 40];

	for (size_t shade = 0; shade < MAP_SHADES; shade++) {
		write_rect(drawing, winner, shade,
			drawing->key + shade * SQUARE, y, SQUARE, SQUARE);
		out_text(&drawing->out, "/>\n");
	}
	svg_text(&drawing->out, "in", "middle", drawing->key + SQUARE / 2, foot,
		&letter, 1);
	snprintf(text, sizeof text, "%s (%zu)", who->name, who->cells);
	svg_text(&drawing->out, "", "start",
		drawing->key + (size_t)MAP_SHADES * SQUARE + GAP, foot, text,
		strlen(text));
}

static void write_key_line(
	struct map_drawing *drawing, size_t y, const char *text)
{
	svg_text(&drawing->out, "dim", "start", drawing->key, y, text,
		strlen(text));
}

/* Writes the key: the winners, and what their shades mean, from left to
 * right. */
static void write_key(struct map_drawing *drawing)
{
	const struct map *map = drawing->map;
	size_t y = drawing->top;
	char text[PLOT_TITLE];

	for (size_t i = 0; i < map->winners; i++, y += KEY)
		write_key_row(drawing, i, y);
	y += SQUARE / 2 + SVG_FOOT;
	write_key_line(drawing, y, map_shades[MAP_SHADES]);
	for (size_t i = 0; i < MAP_SHADES; i++)
		write_key_line(drawing, y += SVG_LINE + 2, map_shades[i]);
	if (map->counted) {
		snprintf(text, sizeof text, "number: %s", map->counted);
		write_key_line(drawing, y + SVG_LINE + 2, text);
	}
}

static size_t key_width(const struct map *map)
{
	uint64_t letters = 0;

	for (size_t i = 0; i < map->winners; i++)
		letters = most_u64(letters, strlen(map->winner[i].name));
	return (size_t)most_u64((letters + 8) * SVG_LETTER_MOST +
					(size_t)MAP_SHADES * SQUARE + GAP,
		KEY_LEAST);
}

/* How wide a cell may become: wide enough for the longest count. */
static uint64_t cell_most(const struct map *map)
{
	uint64_t letters = 0;

	for (size_t i = 0; i < map->count; i++)
		letters = most_u64(letters, strlen(map->cell[i].count));
	return most_u64((letters + 3) * SVG_LETTER_MOST, CELL_WIDE);
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
	/* The key must not overlap the names of the axes. */
	drawing->key = (size_t)most_u64(cell_x(drawing, map->width),
		drawing->left +
			strlen(drawing->look->x_label) * SVG_LETTER_MOST);
	drawing->key =
		(size_t)most_u64(drawing->key,
			strlen(drawing->look->y_label) * SVG_LETTER_MOST) +
		SVG_MARGIN;
}

/* The set of the winners' styles, a bit each. */
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
		most_u64(bottom, key_bottom), look->title, 0);
	svg_area_style(&drawing.out, styles_of(map));
	write_map_cells(&drawing);
	write_borders(&drawing);
	write_map_letters(&drawing);
	write_map_labels(&drawing);
	write_key(&drawing);
	svg_end(&drawing.out);
	out_finish(&drawing.out);
}
