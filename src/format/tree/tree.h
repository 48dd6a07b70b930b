/*
 * Trees as rows, outlines and pictures: broadcast trees, and labelled trees,
 * for which there is also a reader.
 *
 * Words of this folder:
 *   outline   one line of text for each node, as tree(1) draws trees
 *   box       a node in a picture, with two lines of text
 *   layout    where the boxes are
 *   words     what a picture writes on its boxes and lines
 *   labelled  a tree whose nodes are copies of an item, each labelled with its
 *             processor and cell
 */
#ifndef FIBCAST_FORMAT_TREE_TREE_H
#define FIBCAST_FORMAT_TREE_TREE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "core/tree.h"
#include "format/out.h"
#include "format/table.h"

/*
 * Where to draw the nodes of a tree: nodes of one depth side by side, parents
 * above the middle of their children, subtrees close together.
 */

struct tree_layout {
	int64_t *x;	/* of each node; the least is 0 */
	int64_t width;	/* the largest x */
	uint32_t depth; /* the largest depth */
};

/*
 * gap: the least distance of neighbours of one depth, > 0.
 * O(n + sum of the heights of all nodes) time and memory.
 */
void tree_layout_init(
	struct tree_layout *layout, const struct tree *tree, int64_t gap);
void tree_layout_clear(struct tree_layout *layout);

/*
 * The picture that all trees share: for each node a box with two lines of text,
 * and lines from a box to its children.
 */

/* What is written on a tree.  Texts are plain ASCII, and valid until the next
 * call. */
struct tree_words {
	const char *title;
	const char *legend; /* explains the lines of a box; NULL: none */
	void *context;
	/* The upper line of a node's box, NULL: its number; the lower one. */
	const char *(*name)(void *context, size_t v);
	const char *(*below)(void *context, size_t v);
	/* The text beside the line to a node; NULL: none. */
	const char *(*beside)(void *context, size_t v);
	/* Writes the text shown when the line to a node is hovered over. */
	void (*edge)(void *context, struct out *out, size_t v);
	/* Whether a node's box is faint; NULL: none is. */
	int (*is_faint)(void *context, size_t v);
};

/* Refuses n boxes that cannot have room, before the tree is built.
 * Errors: STATUS_LIMIT. */
enum status tree_boxes_check(const mpz_t n, struct err *err) WARN_UNUSED;

/*
 * Draws the tree with the root on top; if that is wider than a screen, with the
 * root at the left where this makes the picture less wide.
 * instead: the formats that have no limit, "-f dot has", or NULL.
 * Errors: STATUS_LIMIT if the picture is too large; nothing is written.
 */
enum status tree_boxes_write(const struct tree *tree,
	const struct tree_words *words, const char *instead, FILE *file,
	struct err *err) WARN_UNUSED;

/*
 * Writers of broadcast trees.  Each takes a whole tree, and how to show times
 * to the user; only pictures can be refused.
 */

struct tree_time_text {
	uint64_t moment;
	char *text; /* NULL: nothing yet */
	size_t size;
	double twin; /* the nearest double */
};

enum { TREE_TIMES_SIZE = 2048 };

/* Times as text.  Nodes have few different times, so recent ones are cached. */
struct tree_times {
	/* shown = what the user reads for an elapsed time. */
	void (*show)(mpq_t shown, const void *context, const mpq_t elapsed);
	const void *context;
	int64_t decimals;   /* digits after the point; -1: exactly */
	const char *unit;   /* after each time; NULL: none */
	const char *column; /* the name of a table's column of times */
	int is_backwards;   /* show falls: messages go to the parents */
	/* For a sum: the machine, "L=5 o=2 g=4", and how many operands of its
	 * own a node has; else NULL. */
	const char *sum;
	uint64_t (*operands)(const void *context, size_t v);
	mpq_t value;
	struct tree_time_text *slot;
};

void tree_times_init(struct tree_times *times);
void tree_times_clear(struct tree_times *times);

/* The time when v is informed, or with is_sent when the message to v is sent;
 * valid until the next call. */
const struct tree_time_text *tree_times_text(struct tree_times *times,
	const struct tree *tree, size_t v, int is_sent);

/* shown = a span of time, such as the latency, in the user's unit. */
void tree_times_span(
	mpq_t shown, const struct tree_times *times, const mpq_t span);

/* The text of a shown time, with its unit; free it with mem_free. */
char *tree_times_shown(const struct tree_times *times, const mpq_t shown);

/* A table: node parent depth time children; then the blocks of a scatter or
 * gather, or the operands of a sum. */
void tree_write_rows(
	const struct tree *tree, struct tree_times *times, struct table *table);

/* An outline: on a node's line its number, its time and the blocks of its
 * message.  ascii: lines drawn without Unicode. */
void tree_write_outline(const struct tree *tree, struct tree_times *times,
	int ascii, FILE *file);

/* Graphviz: nodes with their times, edges with the time of their send, or with
 * the blocks. */
void tree_write_dot(
	const struct tree *tree, struct tree_times *times, FILE *file);

/* A picture: boxes with number and time.  Errors: see tree_boxes_write. */
enum status tree_write_svg(const struct tree *tree, struct tree_times *times,
	FILE *file, struct err *err) WARN_UNUSED;

/* The same for the universal tree, all its nodes up to the time `until`; the
 * nodes before `first`, which come before the time `from`, are faint. */
enum status tree_write_universal_svg(const struct tree *tree,
	struct tree_times *times, uint64_t first, const mpq_t from,
	const mpq_t until, FILE *file, struct err *err) WARN_UNUSED;

/*
 * A picture of a labelled tree: in each box a copy's label and cost.
 * tree: legal; cost[i]: the cost of node i, as text; max_bits: of memory.
 * Errors: STATUS_LIMIT if the picture is too large; nothing is written.
 */
enum status label_tree_write_svg(const struct label_tree *tree,
	char *const *cost, const char *title, uint64_t max_bits, FILE *file,
	struct err *err) WARN_UNUSED;

/* The same for Graphviz, of any size; a dashed line leads to the same copy a
 * step later. */
void label_tree_write_dot(
	const struct label_tree *tree, char *const *cost, FILE *file);

/*
 * Reads a labelled tree: a line "node parent processor cell", then a line with
 * these four for each node, separated by blanks or tabs; the root's parent is
 * "-".  Blank lines and lines that begin with # are ignored.
 * tree: zeroed; clear it in any case.
 * Errors: STATUS_INPUT, "line 7: ...", for what is not such a table and if
 * reading fails; STATUS_LIMIT for more than max_rows nodes.
 */
enum status label_tree_read(struct label_tree *tree, FILE *in,
	uint64_t max_rows, struct err *err) WARN_UNUSED;

#endif
