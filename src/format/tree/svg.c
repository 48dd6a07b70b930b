/*
 * A tidy tree: a box a node with its number and, below, its time.  Depth goes
 * down, or to the right where that makes a wide picture narrower: boxes are
 * wider than high, and a page is more easily read down than across.
 */
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/svg.h"
#include "format/tree/tree.h"
#include "format/tree/layout.h"

enum {
	BOX = 36,  /* a box's height, and the least width */
	STEP = 40, /* from one depth to the next */
	GAP = 8,
	LETTER = 8, /* a digit's width, in any font */
	PADDING = 8,
	SCREEN = 1600, /* pixels that are seen without scrolling across */
	SIDE_MOST = 20000,
	TITLE_MOST = 400,
	TITLE_NUMBER = 60
};

struct drawing {
	const struct tree *tree;
	struct tree_times *times;
	struct tree_layout tidy;
	int64_t box; /* a box's width */
	int is_sideways;
	uint64_t width, height;
	struct out out;
};

static const struct tree_time_text *time_of(struct drawing *drawing, size_t v)
{
	const struct tree_node *node = &drawing->tree->node[v];

	return tree_times_text(
		drawing->times, drawing->tree, node->wait, node->depth);
}

static int64_t box_width(struct drawing *drawing)
{
	char text[NUMBER_U64_MAX];
	size_t letters = number_u64(text, drawing->tree->size - 1);
	int64_t width;

	for (size_t v = 0; v < drawing->tree->size; v++)
		if (letters < time_of(drawing, v)->size)
			letters = time_of(drawing, v)->size;
	width = (int64_t)letters * LETTER + PADDING;
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

static enum status check_drawing(const struct drawing *drawing, struct err *err)
{
	char width[NUMBER_U64_MAX + 1], height[NUMBER_U64_MAX + 1];

	if (drawing->width <= SIDE_MOST && drawing->height <= SIDE_MOST)
		return STATUS_OK;
	width[number_u64(width, drawing->width)] = '\0';
	height[number_u64(height, drawing->height)] = '\0';
	return err_set(err, STATUS_LIMIT, "the picture would be ", width,
		" pixels wide and ", height,
		" high, more than 20000: "
		"-f outline and -f dot have no such limit",
		NULL);
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

static void write_edge(struct drawing *drawing, size_t v)
{
	const struct tree_node *node = &drawing->tree->node[v];
	const struct tree_time_text *time;
	struct out *out = &drawing->out;

	out_text(out, "<path class=\"line\" d=\"");
	write_line(drawing, v);
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
	out_u64(out, left(drawing, v));
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

/* A long number is cut short. */
static void add_number(char *title, const char *before, const char *number)
{
	strcat(title, before);
	strncat(title, number, TITLE_NUMBER);
	if (strlen(number) > TITLE_NUMBER)
		strcpy(title + strlen(title) - 3, "...");
}

static void add_span(char *title, const char *before,
	const struct tree_times *times, const mpq_t shown)
{
	char *text = tree_times_shown(times, shown);

	add_number(title, before, text);
	mem_free(text);
}

/* A machine's latency says little without its send, as in schedules. */
static void add_latency(char *title, const struct drawing *drawing)
{
	const struct tree_times *times = drawing->times;
	mpq_t latency, send;

	mpq_inits(latency, send, NULL);
	tree_times_span(latency, times, drawing->tree->lambda);
	add_span(title, ", latency ", times, latency);
	mpq_set_ui(send, 1, 1);
	tree_times_span(send, times, send);
	if (mpq_cmp_ui(send, 1, 1) != 0)
		add_span(title, ", a send ", times, send);
	mpq_clears(latency, send, NULL);
}

static void write_begin(struct drawing *drawing)
{
	char title[TITLE_MOST], number[NUMBER_U64_MAX + 1];

	number[number_u64(number, drawing->tree->size)] = '\0';
	*title = '\0';
	add_number(title, "broadcast tree of ", number);
	strcat(title, drawing->tree->size == 1 ? " processor" : " processors");
	add_latency(title, drawing);
	add_number(title, ", the last informed at ", last_time(drawing));
	svg_begin(&drawing->out, drawing->width, drawing->height, title, 0);
}

static void write_drawing(struct drawing *drawing, FILE *file)
{
	size_t size = drawing->tree->size;

	out_init(&drawing->out, file);
	write_begin(drawing);
	for (size_t v = 1; v < size && !ferror(file); v++)
		write_edge(drawing, v);
	for (size_t v = 0; v < size && !ferror(file); v++)
		write_svg_node(drawing, v);
	svg_end(&drawing->out);
	out_finish(&drawing->out);
}

enum status tree_write_svg(const struct tree *tree, struct tree_times *times,
	FILE *file, struct err *err)
{
	struct drawing drawing = {.tree = tree, .times = times};
	enum status status;

	drawing.box = box_width(&drawing);
	set_upright(&drawing);
	if (drawing.width > SCREEN)
		turn(&drawing);
	status = check_drawing(&drawing, err);
	if (status == STATUS_OK)
		write_drawing(&drawing, file);
	tree_layout_clear(&drawing.tidy);
	return status;
}
