/*
 * A tidy tree: a box a node with its number and, below, its time.
 */
#include <string.h>

#include "number/number.h"
#include "format/svg.h"
#include "format/tree/tree.h"
#include "format/tree/layout.h"

enum { BOX = 36, LEVEL = 76, GAP = 8, PADDING = 12 };

struct drawing {
	const struct tree *tree;
	struct tree_times *times;
	struct tree_layout tidy;
	int64_t box; /* a box's width */
	struct out out;
};

static const struct tree_time_text *time_of(struct drawing *drawing, size_t v)
{
	const struct tree_node *node = &drawing->tree->node[v];

	return tree_times_text(
		drawing->times, drawing->tree, node->wait, node->depth);
}

static void init_drawing(struct drawing *drawing, FILE *file)
{
	char text[NUMBER_U64_MAX];
	size_t letters = number_u64(text, drawing->tree->size - 1);

	for (size_t v = 0; v < drawing->tree->size; v++)
		if (letters < time_of(drawing, v)->size)
			letters = time_of(drawing, v)->size;
	drawing->box = (int64_t)letters * SVG_LETTER + PADDING;
	if (drawing->box < BOX)
		drawing->box = BOX;
	tree_layout_init(&drawing->tidy, drawing->tree, drawing->box + GAP);
	out_init(&drawing->out, file);
}

static uint64_t middle(const struct drawing *drawing, size_t v)
{
	return (uint64_t)(drawing->tidy.x[v] + drawing->box / 2 + SVG_MARGIN);
}

static uint64_t top(const struct drawing *drawing, size_t v)
{
	return SVG_TOP + (uint64_t)drawing->tree->node[v].depth * LEVEL;
}

static void write_edge(struct drawing *drawing, size_t v)
{
	const struct tree_node *node = &drawing->tree->node[v];
	const struct tree_time_text *time;
	struct out *out = &drawing->out;

	out_text(out, "<path class=\"line\" d=\"");
	svg_point(out, 'M', middle(drawing, node->parent),
		top(drawing, node->parent) + BOX);
	svg_point(out, 'L', middle(drawing, v), top(drawing, v));
	out_text(out, "\"><title>");
	out_u64(out, node->parent);
	out_text(out, " to ");
	out_u64(out, v);
	out_text(out, ", sent at ");
	time = tree_times_text(
		drawing->times, drawing->tree, node->wait, node->depth - 1);
	out_bytes(out, time->text, time->size);
	out_text(out, "</title></path>\n");
}

static void write_svg_node(struct drawing *drawing, size_t v)
{
	const struct tree_time_text *time = time_of(drawing, v);
	struct out *out = &drawing->out;
	char text[NUMBER_U64_MAX];

	out_text(out, "<rect class=\"node\" x=\"");
	out_u64(out, middle(drawing, v) - (uint64_t)drawing->box / 2);
	out_text(out, "\" y=\"");
	out_u64(out, top(drawing, v));
	out_text(out, "\" width=\"");
	out_u64(out, (uint64_t)drawing->box);
	out_text(out, "\" height=\"");
	out_u64(out, BOX);
	out_text(out, "\" rx=\"6\"/>\n");
	svg_text(out, "name", "middle", middle(drawing, v),
		top(drawing, v) + BOX / 2 - 3, text, number_u64(text, v));
	svg_text(out, "time", "middle", middle(drawing, v),
		top(drawing, v) + BOX - 6, time->text, time->size);
}

/* When the last one knows the message. */
static const char *last_time(struct drawing *drawing)
{
	const struct tree *tree = drawing->tree;
	mpq_t last, time;
	size_t v_last = 0;

	mpq_inits(last, time, NULL);
	for (size_t v = 0; v < tree->size; v++) {
		tree_time(time, tree, tree->node[v].wait, tree->node[v].depth);
		if (mpq_cmp(time, last) > 0) {
			mpq_set(last, time);
			v_last = v;
		}
	}
	mpq_clears(last, time, NULL);
	return time_of(drawing, v_last)->text;
}

static void write_begin(struct drawing *drawing)
{
	const struct tree_layout *tidy = &drawing->tidy;
	char title[256], number[NUMBER_U64_MAX + 1];

	number[number_u64(number, drawing->tree->size)] = '\0';
	strcpy(title, "broadcast tree of ");
	strcat(title, number);
	strcat(title, drawing->tree->size == 1 ? " processor" : " processors");
	strcat(title, ", the last informed at ");
	strncat(title, last_time(drawing), 80);
	svg_begin(&drawing->out,
		(uint64_t)(tidy->width + drawing->box + SVG_MARGINS),
		SVG_TOP + (uint64_t)tidy->depth * LEVEL + BOX + SVG_MARGIN,
		title, 0);
}

void tree_write_svg(
	const struct tree *tree, struct tree_times *times, FILE *file)
{
	struct drawing drawing = {.tree = tree, .times = times};

	init_drawing(&drawing, file);
	write_begin(&drawing);
	for (size_t v = 1; v < tree->size && !ferror(file); v++)
		write_edge(&drawing, v);
	for (size_t v = 0; v < tree->size && !ferror(file); v++)
		write_svg_node(&drawing, v);
	svg_end(&drawing.out);
	out_finish(&drawing.out);
	tree_layout_clear(&drawing.tidy);
}
