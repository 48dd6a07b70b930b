/*
 * Labelled trees in: a line "node parent processor cell", then a line a node,
 * cells separated by blanks or tabs; the root's parent is "-".  Lines that
 * begin with #, and blank lines, are comments.
 */
#ifndef FIBCAST_FORMAT_TREE_LABEL_TREE_READER_H
#define FIBCAST_FORMAT_TREE_LABEL_TREE_READER_H

#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/label_tree.h"

/*
 * Reads the tree, which is zeroed; clear it in any case.
 * Errors: STATUS_INPUT, "line 7: ...", for what is not such a table;
 * STATUS_LIMIT if reading fails, or for more than max_rows nodes.
 */
enum status label_tree_read(struct label_tree *tree, FILE *in,
	uint64_t max_rows, struct err *err) WARN_UNUSED;

#endif
