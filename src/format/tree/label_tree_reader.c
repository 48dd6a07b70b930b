/*
 * Reads labelled trees, a line at a time and cell by cell; errors name what
 * does not fit.
 */
#include "format/tree/tree.h"

#include <string.h>

#include "format/schedule/scan.h"

static int is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

static enum status scan_columns(struct lines *lines, struct err *err)
{
	static const char *const columns[] = {
		"node", "parent", "processor", "cell"};
	char *at = lines->at;

	for (size_t i = 0; i < 4; i++) {
		size_t size = strlen(columns[i]);

		at = skip_blanks(at);
		if (strncmp(at, columns[i], size) != 0 ||
			!is_cell_end(at[size]))
			return lines_error(lines, err,
				"not the line that names the columns: node "
				"parent processor cell");
		at += size;
	}
	if (!is_line_end(*skip_blanks(at)))
		return lines_error(lines, err, "too many columns");
	lines_next(lines, at);
	return STATUS_OK;
}

static enum status scan_node_cell(uint64_t *number, char **text,
	const struct lines *lines, struct err *err)
{
	*text = skip_blanks(*text);
	if (is_line_end(**text))
		return lines_error(lines, err, "too few columns");
	return scan_number(number, text, lines, err);
}

/* Reads the parent, or "-" for none. */
static enum status scan_parent(struct label_node *node, char **text,
	const struct lines *lines, struct err *err)
{
	*text = skip_blanks(*text);
	node->is_root = **text == '-' && is_cell_end((*text)[1]);
	if (!node->is_root)
		return scan_node_cell(&node->parent, text, lines, err);
	++*text;
	return STATUS_OK;
}

static enum status scan_node(
	struct label_node *node, struct lines *lines, struct err *err)
{
	char *text = lines->at;

	*node = (struct label_node){.line = lines->line};
	if (scan_node_cell(&node->name, &text, lines, err) != STATUS_OK ||
		scan_parent(node, &text, lines, err) != STATUS_OK ||
		scan_node_cell(&node->processor, &text, lines, err) !=
			STATUS_OK ||
		scan_node_cell(&node->cell, &text, lines, err) != STATUS_OK)
		return err->code;
	if (!is_line_end(*skip_blanks(text)))
		return lines_error(lines, err, "too many columns");
	lines_next(lines, text);
	return STATUS_OK;
}

/* Goes to the next line that is not a comment; *more = 0 at the end of the
 * file. */
static enum status next_line(int *more, struct lines *lines, struct err *err)
{
	char *text;

	for (;;) {
		if (lines_fill(lines, err) != STATUS_OK)
			return err->code;
		*more = lines->at < lines->limit;
		if (!*more)
			return STATUS_OK;
		text = skip_blanks(lines->at);
		if (*text != '#' && !is_line_end(*text))
			return STATUS_OK;
		lines_next(lines, text);
	}
}

static enum status read_all(struct label_tree *tree, struct lines *lines,
	uint64_t max_rows, struct err *err)
{
	struct label_node node;
	int more = 0;
	enum status status = next_line(&more, lines, err);

	if (status == STATUS_OK && !more)
		return lines_error(lines, err, "the file is empty");
	if (status == STATUS_OK)
		status = scan_columns(lines, err);
	while (status == STATUS_OK) {
		status = next_line(&more, lines, err);
		if (status != STATUS_OK || !more)
			break;
		if (tree->count >= max_rows)
			return err_limit(err,
				"the tree has more nodes than " ERR_NAME
				"max_rows allows");
		status = scan_node(&node, lines, err);
		if (status == STATUS_OK)
			label_tree_add(tree, &node);
	}
	return status;
}

enum status label_tree_read(
	struct label_tree *tree, FILE *in, uint64_t max_rows, struct err *err)
{
	struct lines lines;
	enum status status;

	lines_init(&lines, in);
	status = read_all(tree, &lines, max_rows, err);
	lines_clear(&lines);
	return status;
}
