/*
 * Trees as rows, outlines and pictures: broadcast trees, and labelled trees,
 * which are read, too.
 *
 * Words of this folder:
 *   outline   a line of text a node, as tree(1) draws them
 *   box       a node in a picture, with two lines of text
 *   layout    where the boxes are
 *   words     what a picture writes on its boxes and lines
 *   labelled  a tree whose nodes are copies of an item: a processor and a cell
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
 * Where to draw the nodes of a tree: those of one depth side by side, parents
 * above the middle of their children, subtrees as close as they can be.
 */

struct tree_layout {
	int64_t *x;	/* of each node, from 0 on */
	int64_t width;	/* the largest x */
	uint32_t depth; /* the largest depth */
};

/*
 * gap: between neighbours of one depth, > 0.
 * O(n + sum of the heights of all nodes) time and memory.
 */
void tree_layout_init(
	struct tree_layout *tidy, const struct tree *tree, int64_t gap);
void tree_layout_clear(struct tree_layout *tidy);

/*
 * The picture that all trees share: a box a node with two lines of text, and a
 * line to each child.
 */

/* What is written on a tree.  Texts are plain ASCII, and valid until the next
 * call. */
struct tree_words {
	const char *title;
	const char *legend; /* what the lines of a box are; NULL: nothing */
	void *context;
	/* The upper line of a node's box, NULL: its number; the lower one. */
	const char *(*name)(void *context, size_t v);
	const char *(*below)(void *context, size_t v);
	/* What stands beside the line to a node; NULL: nothing. */
	const char *(*beside)(void *context, size_t v);
	/* Writes what is shown when the line to a node is hovered over. */
	void (*edge)(void *context, struct out *out, size_t v);
	/* Whether a node's box is to be faint; NULL: none is. */
	int (*is_faint)(void *context, size_t v);
};

/* Whether n boxes can have room at all, before the tree is built.
 * Errors: STATUS_LIMIT. */
enum status tree_boxes_check(const mpz_t n, struct err *err) WARN_UNUSED;

/*
 * Draws the tree: the root on top; or at the left, where that makes a picture
 * that is too wide for a screen less wide.
 * instead: the formats that have no limit, "-f dot has", or NULL.
 * Errors: STATUS_LIMIT if it is too large all the same; nothing is written.
 */
enum status tree_boxes_write(const struct tree *tree,
	const struct tree_words *words, const char *instead, FILE *file,
	struct err *err) WARN_UNUSED;

/*
 * Writers of broadcast trees.  Each takes the whole tree, and a function that
 * turns times into the text the user reads; only the picture can be refused.
 */

struct tree_time_text {
	uint64_t moment;
	char *text; /* NULL: nothing yet */
	size_t size;
	double twin; /* the nearest double */
};

enum { TREE_TIMES_SIZE = 2048 };

/* Times as text; those used last are remembered, as there are few. */
struct tree_times {
	/* shown = the time the user reads, for an elapsed time. */
	void (*show)(mpq_t shown, const void *context, const mpq_t elapsed);
	const void *context;
	int64_t decimals;   /* digits after the point; -1: all */
	const char *unit;   /* after each time; NULL: none */
	const char *column; /* the table's, of the times */
	int is_backwards;   /* show falls: messages go to the parents */
	/* Of a sum the machine, "L=5 o=2 g=4", and the operands that a node
	 * has itself; NULL: it is none. */
	const char *sum;
	uint64_t (*operands)(const void *context, size_t v);
	mpq_t value;
	struct tree_time_text *slot;
};

void tree_times_init(struct tree_times *times);
void tree_times_clear(struct tree_times *times);

/* When v is informed, or sent to, as text; valid until the next call. */
const struct tree_time_text *tree_times_text(struct tree_times *times,
	const struct tree *tree, size_t v, int is_sent);

/* shown = a span of time, such as the latency, as the user measures it. */
void tree_times_span(
	mpq_t shown, const struct tree_times *times, const mpq_t span);

/* The text of a time as it is shown, for mem_free. */
char *tree_times_shown(const struct tree_times *times, const mpq_t shown);

/* A table: node parent depth time children, of a scatter or gather blocks, of a
 * sum operands. */
void tree_write_rows(
	const struct tree *tree, struct tree_times *times, struct table *table);

/* Drawn with lines, a line a node: its number and its time, and the blocks of
 * its message; ascii: without Unicode. */
void tree_write_outline(const struct tree *tree, struct tree_times *times,
	int ascii, FILE *file);

/* Graphviz: nodes with their times, edges with the time of their send, or the
 * blocks. */
void tree_write_dot(
	const struct tree *tree, struct tree_times *times, FILE *file);

/*
 * A picture: boxes with number and time, the root on top; or at the left, where
 * that makes a picture that is too wide for a screen less wide.
 * Errors: STATUS_LIMIT if it is too large all the same; nothing is written.
 */
enum status tree_write_svg(const struct tree *tree, struct tree_times *times,
	FILE *file, struct err *err) WARN_UNUSED;

/* The same of the universal tree, all nodes up to the time `until`; the nodes
 * before `first`, which come before the time `from`, are faint. */
enum status tree_write_universal_svg(const struct tree *tree,
	struct tree_times *times, uint64_t first, const mpq_t from,
	const mpq_t until, FILE *file, struct err *err) WARN_UNUSED;

/*
 * Pictures of a labelled tree: each box a copy's label and cost.
 */

/*
 * tree: legal; cost[i]: of node i, as text; max_bits: of memory.
 * Errors: STATUS_LIMIT if it is too large; nothing is written.
 */
enum status label_tree_write_svg(const struct label_tree *tree,
	char *const *cost, const char *title, uint64_t max_bits, FILE *file,
	struct err *err) WARN_UNUSED;

/* The same for Graphviz, of any size; copies that last are dashed lines. */
void label_tree_write_dot(
	const struct label_tree *tree, char *const *cost, FILE *file);

/*
 * Labelled trees in: a line "node parent processor cell", then a line a node,
 * cells separated by blanks or tabs; the root's parent is "-".  Lines that
 * begin with #, and blank lines, are comments.
 */

/*
 * Reads the tree, which is zeroed; clear it in any case.
 * Errors: STATUS_INPUT, "line 7: ...", for what is not such a table;
 * STATUS_LIMIT if reading fails, or for more than max_rows nodes.
 */
enum status label_tree_read(struct label_tree *tree, FILE *in,
	uint64_t max_rows, struct err *err) WARN_UNUSED;

#endif
