/*
 * Writers of broadcast trees.  Each takes the whole tree, and a function that
 * turns times into the text the user reads; only the picture can be refused.
 */
#ifndef FIBCAST_FORMAT_TREE_TREE_H
#define FIBCAST_FORMAT_TREE_TREE_H

#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "core/tree.h"
#include "format/table.h"

struct tree_time_text {
	uint32_t wait, depth;
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
	int64_t decimals; /* digits after the point; -1: a fraction */
	mpq_t value;
	struct tree_time_text *slot;
};

void tree_times_init(struct tree_times *times);
void tree_times_clear(struct tree_times *times);

/* The text of wait + depth·lambda; valid until the next call. */
const struct tree_time_text *tree_times_text(struct tree_times *times,
	const struct tree *tree, uint32_t wait, uint32_t depth);

/* shown = a span of time, such as the latency, as the user measures it. */
void tree_times_span(
	mpq_t shown, const struct tree_times *times, const mpq_t span);

/* The text of a time as it is shown, for mem_free. */
char *tree_times_shown(const struct tree_times *times, const mpq_t shown);

/* A table: node parent depth time children. */
void tree_write_rows(
	const struct tree *tree, struct tree_times *times, struct table *table);

/* Drawn with lines, a line a node: its number and its time; ascii: without
 * Unicode. */
void tree_write_outline(const struct tree *tree, struct tree_times *times,
	int ascii, FILE *file);

/* Graphviz: nodes with their times, edges with the time of their send. */
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

#endif
