/*
 * Trees as tables, with a row for each node; and the times of nodes as text, in
 * a hash table of the most recent ones, as many nodes have the same time.
 */
#include "format/tree/tree.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"

void tree_times_init(struct tree_times *times)
{
	*times = (struct tree_times){.decimals = -1, .column = "time"};
	mpq_init(times->value);
	times->slot = mem_array(TREE_TIMES_SIZE, sizeof *times->slot);
}

void tree_times_clear(struct tree_times *times)
{
	for (size_t i = 0; i < TREE_TIMES_SIZE; i++)
		mem_free(times->slot[i].text);
	mem_free(times->slot);
	mpq_clear(times->value);
}

char *tree_times_shown(const struct tree_times *times, const mpq_t shown)
{
	char *number =
		number_shown_text(shown, times->decimals, times->unit != NULL);
	char *text;

	if (!times->unit)
		return number;
	text = mem_join(number, " ", times->unit, NULL);
	mem_free(number);
	return text;
}

const struct tree_time_text *tree_times_text(struct tree_times *times,
	const struct tree *tree, size_t v, int is_sent)
{
	uint64_t moment = tree_moment(tree, v, is_sent);
	struct tree_time_text *slot =
		&times->slot[(moment * 31 + (moment >> 32)) % TREE_TIMES_SIZE];

	if (slot->text && slot->moment == moment)
		return slot;
	tree_time(times->value, tree, moment);
	times->show(times->value, times->context, times->value);
	mem_free(slot->text);
	slot->text = tree_times_shown(times, times->value);
	slot->size = strlen(slot->text);
	slot->twin = number_double(times->value);
	slot->moment = moment;
	return slot;
}

void tree_times_span(
	mpq_t shown, const struct tree_times *times, const mpq_t span)
{
	mpq_t begin;

	mpq_init(begin);
	times->show(begin, times->context, begin);
	times->show(shown, times->context, span);
	mpq_sub(shown, shown, begin);
	mpq_abs(shown, shown);
	mpq_clear(begin);
}

void tree_write_rows(
	const struct tree *tree, struct tree_times *times, struct table *table)
{
	const struct tree_message *message = tree->ticks.message;
	const char *const columns[] = {"node", "parent", "depth", times->column,
		"children",
		message	     ? "blocks"
		: times->sum ? "operands"
			     : NULL,
		NULL};

	table_columns(table, columns);
	for (size_t v = 0; v < tree->size && !ferror(table->out.file); v++) {
		const struct tree_node *node = &tree->node[v];
		const struct tree_time_text *time =
			tree_times_text(times, tree, v, 0);

		table_u64(table, v);
		if (v == 0)
			table_absent(table);
		else
			table_u64(table, node->parent);
		table_u64(table, node->depth);
		table_number(table, time->text, time->size);
		table_twin(table, &time->twin);
		table_u64(table, node->children);
		if (message)
			table_u64(table, message[v].blocks);
		else if (times->sum)
			table_u64(table, times->operands(times->context, v));
		table_end(table);
	}
}
