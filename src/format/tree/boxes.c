/*
 * Draws a tree as boxes.  Depth grows downwards; or to the right, where that
 * makes a wide picture narrower: boxes are wider than high, and it is easier to
 * scroll down than across.
 */
#include "format/tree/tree.h"

#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "number/number.h"
#include "format/svg.h"

enum {
	BOX = 36,  /* a box's height, and the least width */
	STEP = 40, /* from one depth to the next */
	GAP = 8,
	PADDING = 8,
	SCREEN = 1600, /* pixels seen without scrolling across */
	/* In both directions neighbours of one depth are at least BOX + GAP
	 * apart, depths at least BOX + STEP. */
	LEVELS_MOST = SVG_SIDE_MOST / (BOX + STEP) + 1,
	BOXES_MOST = SVG_SIDE_MOST / (BOX + GAP) * LEVELS_MOST
};

struct drawing {
	const struct tree *tree;
	const struct tree_words *words;
	struct tree_layout layout;
	int64_t box; /* a box's width */
	int is_sideways;
	uint64_t width, height;
	struct out out;
	char number[NUMBER_U64_MAX + 1];
};

static const char *box_name(struct drawing *drawing, size_t v)
{
	const struct tree_words *words = drawing->words;

	if (words->name)
		return words->name(words->context, v);
	drawing->number[number_u64(drawing->number, v)] = '\0';
	return drawing->number;
}

static int64_t box_width(struct drawing *drawing)
{
	const struct tree_words *words = drawing->words;
	void *context = words->context;
	uint64_t letters = 0;

	for (size_t v = 0; v < drawing->tree->size; v++) {
		letters = most_u64(letters, strlen(box_name(drawing, v)));
		letters = most_u64(letters, strlen(words->below(context, v)));
		/* The text beside a line has room within half a box. */
		if (words->beside)
			letters = most_u64(
				letters, 2 * strlen(words->beside(context, v)));
	}
	return (int64_t)most_u64(letters * SVG_LETTER_MOST + PADDING, BOX);
}

static void set_upright(struct drawing *drawing)
{
	struct tree_layout *layout = &drawing->layout;

	tree_layout_init(layout, drawing->tree, drawing->box + GAP);
	drawing->is_sideways = 0;
	drawing->width = (uint64_t)(layout->width + drawing->box + SVG_MARGINS);
	drawing->height = SVG_TOP + (uint64_t)layout->depth * (BOX + STEP) +
			  BOX + SVG_MARGIN;
}

/* Turns the picture from upright to sideways, if that is less wide. */
static void turn(struct drawing *drawing)
{
	struct tree_layout *layout = &drawing->layout;
	uint64_t width = (uint64_t)(layout->depth * (drawing->box + STEP) +
				    drawing->box + SVG_MARGINS);

	if (width >= drawing->width)
		return;
	tree_layout_clear(layout);
	tree_layout_init(layout, drawing->tree, BOX + GAP);
	drawing->is_sideways = 1;
	drawing->width = width;
	drawing->height = (uint64_t)layout->width + SVG_TOP + BOX + SVG_MARGIN;
}

/* The upper left corner of the box of v. */
static uint64_t left(const struct drawing *drawing, size_t v)
{
	int64_t depth = drawing->tree->node[v].depth;

	return SVG_MARGIN + (uint64_t)(drawing->is_sideways
					       ? depth * (drawing->box + STEP)
					       : drawing->layout.x[v]);
}

static uint64_t top(const struct drawing *drawing, size_t v)
{
	int64_t depth = drawing->tree->node[v].depth;

	return SVG_TOP + (uint64_t)(drawing->is_sideways
					    ? drawing->layout.x[v]
					    : depth * (BOX + STEP));
}

static uint64_t middle(const struct drawing *drawing, size_t v)
{
	return left(drawing, v) + (uint64_t)drawing->box / 2;
}

/* Writes the line to v.  It is straight in an upright picture, and has right
 * angles in a sideways one, where children may be far from their parent; lines
 * of different parents do not meet there, as a parent stands beside the middle
 * of its children, and no other node's children stand between these. */
static void write_line(struct drawing *drawing, size_t v)
{
	struct out *out = &drawing->out;
	uint32_t parent = drawing->tree->node[v].parent;
	uint64_t x = left(drawing, v), y = top(drawing, v);
	uint64_t from = top(drawing, parent);

	if (!drawing->is_sideways) {
		svg_point(out, 'M', middle(drawing, parent), from + BOX);
		svg_point(out, 'L', middle(drawing, v), y);
		return;
	}
	svg_point(out, 'M', x - STEP, from + BOX / 2);
	svg_point(out, 'L', x - STEP / 2, from + BOX / 2);
	svg_point(out, 'L', x - STEP / 2, y + BOX / 2);
	svg_point(out, 'L', x, y + BOX / 2);
}

/* Writes the text beside the end of the line to v, on the side away from the
 * line. */
static void write_beside(struct drawing *drawing, size_t v)
{
	const char *text = drawing->words->beside(drawing->words->context, v);
	uint64_t x = middle(drawing, v), y = top(drawing, v) - 3;
	int is_left = x < middle(drawing, drawing->tree->node[v].parent);

	if (drawing->is_sideways) {
		is_left = 1;
		x = left(drawing, v);
		y += BOX / 2;
	}
	svg_text(&drawing->out, "dim", is_left ? "end" : "start",
		is_left ? x - 3 : x + 3, y, text, strlen(text));
}

static void write_edge(struct drawing *drawing, size_t v)
{
	struct out *out = &drawing->out;

	out_text(out, "<path class=\"line\" d=\"");
	write_line(drawing, v);
	out_text(out, tree_is_between(drawing->tree, v)
			      ? "\" stroke-dasharray=\"5 4\"><title>"
			      : "\"><title>");
	drawing->words->edge(drawing->words->context, out, v);
	out_text(out, "</title></path>\n");
	if (drawing->words->beside)
		write_beside(drawing, v);
}

static void write_box(struct drawing *drawing, size_t v)
{
	const struct tree_words *words = drawing->words;
	uint64_t size = drawing->tree->ticks.size;
	struct out *out = &drawing->out;
	const char *text;

	svg_rect(out, "node", left(drawing, v), top(drawing, v),
		(uint64_t)drawing->box, BOX);
	if (words->is_faint && words->is_faint(words->context, v))
		out_text(out, " opacity=\".45\"");
	if (size > 0 && v / size % 2 == 1)
		out_text(out, " fill-opacity=\".3\"");
	out_text(out, " rx=\"6\"/>\n");
	text = box_name(drawing, v);
	svg_text(out, "name", "middle", middle(drawing, v),
		top(drawing, v) + BOX / 2 - 3, text, strlen(text));
	text = words->below(words->context, v);
	svg_text(out, "time", "middle", middle(drawing, v),
		top(drawing, v) + BOX - 6, text, strlen(text));
}

static void write_drawing(struct drawing *drawing, FILE *file)
{
	size_t size = drawing->tree->size;
	const char *legend = drawing->words->legend;

	out_init(&drawing->out, file);
	svg_begin(&drawing->out, drawing->width, drawing->height,
		drawing->words->title, 0);
	if (legend)
		svg_text(&drawing->out, "dim", "start", SVG_MARGIN,
			drawing->height - SVG_LINE + SVG_FOOT, legend,
			strlen(legend));
	for (size_t v = 1; v < size && !ferror(file); v++)
		write_edge(drawing, v);
	for (size_t v = 0; v < size && !ferror(file); v++)
		write_box(drawing, v);
	svg_end(&drawing->out);
	out_finish(&drawing->out);
}

enum status tree_boxes_check(const mpz_t n, struct err *err)
{
	if (mpz_cmp_ui(n, BOXES_MOST) <= 0)
		return STATUS_OK;
	return err_limit(err, "the picture would have ", ERR_OWN,
		number_size_text(n),
		" boxes, more than have room in 20000 pixels");
}

/* Refuses deep trees before the layout, whose memory grows with the depth. */
static enum status check_levels(const struct tree *tree, struct err *err)
{
	uint64_t levels = 1;

	for (size_t v = 1; v < tree->size; v++)
		levels = most_u64(levels, (uint64_t)tree->node[v].depth + 1);
	return levels <= LEVELS_MOST
		       ? STATUS_OK
		       : out_too_large(err,
				 "the picture would have %" PRIu64
				 " levels of boxes, more than have room in "
				 "20000 pixels",
				 levels);
}

enum status tree_boxes_write(const struct tree *tree,
	const struct tree_words *words, const char *instead, FILE *file,
	struct err *err)
{
	struct drawing drawing = {.tree = tree, .words = words};
	enum status status = check_levels(tree, err);

	if (status != STATUS_OK)
		return status;
	drawing.box = box_width(&drawing);
	set_upright(&drawing);
	if (drawing.width > SCREEN)
		turn(&drawing);
	if (words->legend)
		drawing.height += SVG_LINE;
	status = svg_check_size(drawing.width, drawing.height, instead, err);
	if (status == STATUS_OK)
		write_drawing(&drawing, file);
	tree_layout_clear(&drawing.layout);
	return status;
}
