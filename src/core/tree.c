/*
 * Nodes in an array, their times, and their children in the order in which they
 * are informed; and labelled trees.
 */
#include "core/tree.h"

#include "base/mem.h"
#include "number/number.h"

enum status tree_init(struct tree *tree, const mpq_t lambda, const mpz_t n,
	uint64_t max_bits, struct err *err)
{
	uint64_t most = max_bits / 8 / sizeof *tree->node;

	*tree = (struct tree){0};
	mpq_init(tree->lambda);
	mpq_set(tree->lambda, lambda);
	if (most > UINT32_MAX)
		most = UINT32_MAX;
	if (number_fits_u64(n) && number_get_u64(n) <= most) {
		tree->size = (size_t)number_get_u64(n);
		tree->node = mem_array(tree->size, sizeof *tree->node);
		return STATUS_OK;
	}
	return err_limit(err, "a tree of ", ERR_OWN, number_size_text(n),
		" nodes takes more memory than " ERR_NAME "max_bits allows");
}

void tree_clear(struct tree *tree)
{
	mpq_clear(tree->lambda);
	mem_free(tree->node);
	mem_free(tree->ticks.tick);
	mem_free(tree->ticks.message);
	tree->node = NULL;
	tree->ticks = (struct tree_ticks){0};
}

void tree_attach(struct tree *tree, uint32_t parent, uint32_t node)
{
	struct tree_node *above = &tree->node[parent];

	tree->node[node] = (struct tree_node){
		.parent = parent,
		.depth = above->depth + 1,
		.wait = above->wait +
			above->children / (tree->ports > 1 ? tree->ports : 1),
		.place = above->children,
		.children = tree->node[node].children,
	};
	above->children++;
}

static void attach_row(struct tree *tree, const struct schedule_header *header,
	const struct transmission *row)
{
	int is_gather = header->operation == OPERATION_GATHER;
	size_t child = (size_t)(is_gather ? row->from : row->to);

	tree_attach(tree, (uint32_t)(is_gather ? row->to : row->from),
		(uint32_t)child);
	tree->ticks.tick[child] =
		row->tick + (is_gather ? 0 : schedule_row_end(header, row));
	if (tree->ticks.message)
		tree->ticks.message[child] =
			(struct tree_message){row->tick, row->size};
}

enum status tree_of_schedule(
	struct tree *tree, struct schedule *schedule, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	int is_broadcast = header->operation == OPERATION_BROADCAST;
	struct tree_ticks *ticks = &tree->ticks;
	const struct transmission *row;
	enum status status;
	size_t count;

	*ticks = (struct tree_ticks){
		.tick = mem_array(tree->size, sizeof *ticks->tick),
		.unit = header->unit,
		.size = header->node,
		.end = {header->latency,
			header->node ? header->inside : header->latency}};
	if (!is_broadcast) {
		ticks->message = mem_array(tree->size, sizeof *ticks->message);
		ticks->message[0].blocks = tree->size;
	}
	if (header->operation == OPERATION_GATHER)
		ticks->tick[0] = header->finish;
	while ((status = schedule_next(schedule, &row, &count, err)) ==
			STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++)
			attach_row(tree, header, &row[i]);
	for (size_t v = 1; v < tree->size && !is_broadcast; v++)
		tree->node[v].depth =
			tree->node[tree->node[v].parent].depth + 1;
	return status;
}

int tree_is_between(const struct tree *tree, size_t v)
{
	uint64_t size = tree->ticks.size;

	return size > 0 && v / size != tree->node[v].parent / size;
}

uint64_t tree_moment(const struct tree *tree, size_t v, int is_sent)
{
	const struct tree_node *node = &tree->node[v];
	const struct tree_ticks *ticks = &tree->ticks;

	if (!ticks->tick)
		return (uint64_t)(node->depth - (is_sent ? 1 : 0)) << 32 |
		       node->wait;
	if (ticks->message && is_sent)
		return ticks->message[v].sent;
	return ticks->tick[v] -
	       (is_sent ? ticks->end[!tree_is_between(tree, v)] : 0);
}

void tree_time(mpq_t t, const struct tree *tree, uint64_t moment)
{
	if (tree->ticks.tick) {
		number_set_u64(mpq_numref(t), moment);
		number_set_u64(mpq_denref(t), tree->ticks.unit);
	} else {
		mpz_mul_ui(mpq_numref(t), mpq_numref(tree->lambda),
			(unsigned long)(moment >> 32));
		mpz_addmul_ui(mpq_numref(t), mpq_denref(tree->lambda),
			moment & UINT32_MAX);
		mpz_set(mpq_denref(t), mpq_denref(tree->lambda));
	}
	mpq_canonicalize(t);
}

void tree_children_init(struct tree_children *children, const struct tree *tree)
{
	uint32_t sum = 0;

	children->first = mem_array(tree->size + 1, sizeof *children->first);
	children->child = mem_array(tree->size, sizeof *children->child);
	for (size_t v = 0; v < tree->size; v++) {
		children->first[v] = sum;
		sum += tree->node[v].children;
	}
	children->first[tree->size] = sum;
	for (size_t v = 1; v < tree->size; v++) {
		const struct tree_node *node = &tree->node[v];

		children->child[children->first[node->parent] + node->place] =
			(uint32_t)v;
	}
}

void tree_children_clear(struct tree_children *children)
{
	mem_free(children->first);
	mem_free(children->child);
}

void label_tree_add(struct label_tree *tree, const struct label_node *node)
{
	tree->node = mem_grow(
		tree->node, &tree->capacity, tree->count, sizeof *tree->node);
	tree->node[tree->count++] = *node;
}

void label_tree_clear(struct label_tree *tree)
{
	mem_free(tree->node);
	*tree = (struct label_tree){0};
}
