/*
 * A tidy tree of boxes.  Depth goes down, or to the right where that makes a
 * wide picture narrower: boxes are wider than high, and a page is more easily
 * read down than across.
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
	SCREEN = 1600, /* pixels that are seen without scrolling across */
	/* However it lies, neighbours of a depth are BOX + GAP apart or more,
	 * depths BOX + STEP. */
	LEVELS_MOST = SVG_SIDE_MOST / (BOX + STEP) + 1,
	BOXES_MOST = SVG_SIDE_MOST / (BOX + GAP) * LEVELS_MOST
};

struct drawing {
	const struct tree *tree;
	const struct tree_words *words;
	struct tree_layout tidy;
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
	size_t letters = 0;
	int64_t width;

	for (size_t v = 0; v < drawing->tree->size; v++) {
		size_t name = strlen(box_name(drawing, v));
		size_t below = strlen(words->below(words->context, v));

		letters = letters < name ? name : letters;
		letters = letters < below ? below : letters;
		/* Half a box has room for what stands beside its line. */
		if (words->beside) {
			below = 2 * strlen(words->beside(words->context, v));
			letters = letters < below ? below : letters;
		}
	}
	width = (int64_t)letters * SVG_LETTER_MOST + PADDING;
	return width < BOX ? BOX : width;
}

static void set_upright(struct drawing *drawing)
{
	struct tree_layout *tidy = &drawing->tidy;

	tree_layout_init(tidy, drawing->tree, drawing->box + GAP);
	drawing->is_sideways = 0;
	drawing->width = (uint64_t)(tidy->width + drawing->box + SVG_MARGINS);
	drawing->height = SVG_TOP + (uint64_t)tidy->depth * (BOX + STEP) + BOX +
			  SVG_MARGIN;
}

/* From upright to sideways, if that is less wide. */
static void turn(struct drawing *drawing)
{
	struct tree_layout *tidy = &drawing->tidy;
	uint64_t width = (uint64_t)(tidy->depth * (drawing->box + STEP) +
				    drawing->box + SVG_MARGINS);

	if (width >= drawing->width)
		return;
	tree_layout_clear(tidy);
	tree_layout_init(tidy, drawing->tree, BOX + GAP);
	drawing->is_sideways = 1;
	drawing->width = width;
	drawing->height = (uint64_t)tidy->width + SVG_TOP + BOX + SVG_MARGIN;
}

/* The upper left corner of the box of v. */
static uint64_t left(const struct drawing *drawing, size_t v)
{
	int64_t depth = drawing->tree->node[v].depth;

	return SVG_MARGIN + (uint64_t)(drawing->is_sideways
					       ? depth * (drawing->box + STEP)
					       : drawing->tidy.x[v]);
}

static uint64_t top(const struct drawing *drawing, size_t v)
{
	int64_t depth = drawing->tree->node[v].depth;

	return SVG_TOP + (uint64_t)(drawing->is_sideways
					    ? drawing->tidy.x[v]
					    : depth * (BOX + STEP));
}

static uint64_t middle(const struct drawing *drawing, size_t v)
{
	return left(drawing, v) + (uint64_t)drawing->box / 2;
}

/* Straight where depth goes down.  To the right with right angles, as children
 * may be far from their parent; lines of different parents do not meet there,
 * for a parent stands beside the middle of its children and no other's are
 * among them. */
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

/* At the end of the line to a box, where the line is not. */
static void write_beside(struct drawing *drawing, size_t v)
{
	const char *text = drawing->words->beside(drawing->words->context, v);
	uint64_t at = middle(drawing, v);
	int is_left = at < middle(drawing, drawing->tree->node[v].parent);

	if (drawing->is_sideways)
		svg_text(&drawing->out, "dim", "end", left(drawing, v) - 3,
			top(drawing, v) + BOX / 2 - 3, text, strlen(text));
	else
		svg_text(&drawing->out, "dim", is_left ? "end" : "start",
			is_left ? at - 3 : at + 3, top(drawing, v) - 3, text,
			strlen(text));
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
	svg_begin(&drawing->out, drawing->width,
		drawing->height + (legend ? SVG_LINE : 0),
		drawing->words->title, 0);
	if (legend)
		svg_text(&drawing->out, "dim", "start", SVG_MARGIN,
			drawing->height + SVG_FOOT, legend, strlen(legend));
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
	status = svg_check_size(drawing.width,
		drawing.height + (words->legend ? SVG_LINE : 0), instead, err);
	if (status == STATUS_OK)
		write_drawing(&drawing, file);
	tree_layout_clear(&drawing.tidy);
	return status;
}
