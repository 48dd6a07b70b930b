/*
 * The picture that all trees share: a box a node with two lines of text, and a
 * line to each child.
 */
#ifndef FIBCAST_FORMAT_TREE_BOXES_H
#define FIBCAST_FORMAT_TREE_BOXES_H

#include <stddef.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "core/tree.h"
#include "format/out.h"

/* What is written on a tree.  Texts are plain ASCII, and valid until the next
 * call. */
struct tree_words {
	const char *title;
	void *context;
	/* The upper line of a node's box, and the lower one. */
	const char *(*name)(void *context, size_t v);
	const char *(*below)(void *context, size_t v);
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

#endif
