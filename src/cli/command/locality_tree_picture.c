/* Every node's cost to as many digits as are shown, then the picture. */
#include "cli/command/command.h"

#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "cli/problem/problem.h"
#include "format/tree/tree.h"

enum { TITLE = 200, COST_SHOWN = 60 };

/* What is asked of a tree, as locality_tree_costs has it. */
struct tree_question {
	struct value *cost;
	size_t count;
	struct label_measure *measure;
	const struct label_tree *tree;
	const struct cost *function;
	int64_t decimals;
};

static enum status try_tree(int *again, const struct tree_question *ask,
	struct value_precision *precision, struct err *err)
{
	enum status status =
		ask->measure ? label_tree_measure(ask->measure, ask->tree,
				       ask->function, precision, err)
			     : label_tree_costs(ask->cost, ask->tree,
				       ask->function, precision, err);

	*again = 0;
	if (status != STATUS_OK)
		err_prefix(err, "--cost");
	for (size_t i = 0; i < ask->count && status == STATUS_OK; i++)
		status = cost_settle(
			again, &ask->cost[i], ask->decimals, precision, err);
	return status;
}

/* With more and more bits. */
static enum status settle_tree(const struct tree_question *ask,
	struct value_precision *precision, struct err *err)
{
	enum status status;
	int again;

	while ((status = try_tree(&again, ask, precision, err)) == STATUS_OK &&
		again)
		cost_refine(precision, ask->decimals);
	return status;
}

enum status locality_tree_costs(struct value *cost, size_t count,
	struct label_measure *measure, const struct label_tree *tree,
	const struct cost *function, int64_t decimals,
	struct value_precision *precision, struct err *err)
{
	const struct tree_question ask = {
		cost, count, measure, tree, function, decimals};
	struct cost_rehearsal rehearsal = {0};
	enum status status = STATUS_OK;

	while (cost_rehearse(&rehearsal, precision, status))
		status = settle_tree(&ask, precision, err);
	return status == STATUS_OK ? settle_tree(&ask, precision, err) : status;
}

/* "labelled broadcast tree, cost k: each copy's label and what it costs" */
static void set_label_title(char title[TITLE], const struct cost *cost)
{
	char *text = cost_copy_text(cost);

	if (strlen(text) > COST_SHOWN)
		strcpy(text + COST_SHOWN - 3, "...");
	snprintf(title, TITLE,
		"labelled broadcast tree, cost %s: labels (processor, cell), "
		"and the costs of paths",
		text);
	mem_free(text);
}

static enum status draw_costs(const struct label_tree *tree,
	const struct value *value, const struct cost *cost, int64_t decimals,
	int is_dot, const struct value_precision *precision, FILE *out,
	struct err *err)
{
	char **text = mem_array(tree->count, sizeof *text);
	char title[TITLE];
	enum status status = STATUS_OK;

	for (size_t i = 0; i < tree->count; i++)
		text[i] = value_text(&value[i], decimals, precision);
	set_label_title(title, cost);
	if (is_dot)
		label_tree_write_dot(tree, text, out);
	else
		status = label_tree_write_svg(
			tree, text, title, precision->max_bits, out, err);
	for (size_t i = 0; i < tree->count; i++)
		mem_free(text[i]);
	mem_free(text);
	return status;
}

enum status locality_tree_draw(const struct label_tree *tree,
	const struct cost *cost, int64_t decimals, int is_dot,
	struct value_precision *precision, FILE *out, struct err *err)
{
	struct value *value;
	enum status status = STATUS_OK;
	mpz_t n;

	mpz_init_set_ui(n, tree->count);
	if (!is_dot)
		status = tree_boxes_check(n, err);
	mpz_clear(n);
	if (status != STATUS_OK)
		return status;
	value = mem_array(tree->count, sizeof *value);
	for (size_t i = 0; i < tree->count; i++)
		value_init(&value[i]);
	status = locality_tree_costs(
		value, tree->count, NULL, tree, cost, decimals, precision, err);
	if (status == STATUS_OK)
		status = draw_costs(tree, value, cost, decimals, is_dot,
			precision, out, err);
	for (size_t i = 0; i < tree->count; i++)
		value_clear(&value[i]);
	mem_free(value);
	return status;
}
