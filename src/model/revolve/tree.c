/*
 * next: the gather tree, of any arity k; its positions are in-order numbers.
 * Garg & Ghosh 1994, Sections III, IV and VI.
 */
#include "model/revolve/revolve.h"
#include "model/revolve/scheme.h"

#include "number/number.h"
#include "model/revolve/digits.h"

/* In-order: counts the nodes up to (L, v). Digit d > 0 at level j passes d
 * subtrees and the node above: (v k^(h-L) - s_k(v))/(k-1) in all, plus a node
 * for each such digit; then comes the node's own first subtree. */
static void position_of_node(
	mpz_t position, const struct revolve *revolve, const struct node *node)
{
	unsigned long k = revolve->arity;
	struct digits digits = digits_count(node->path, k);
	mpz_t term;

	mpz_init(term);
	digits_power(term, k, revolve->height - node->level - 1);
	mpz_mul(position, node->path, term);
	mpz_mul_ui(position, position, k);
	mpz_add(position, position, term);
	mpz_sub_ui(position, position, 1);
	number_set_u64(term, digits.sum);
	mpz_sub(position, position, term);
	mpz_divexact_ui(position, position, k - 1);
	number_set_u64(term, digits.nonzero);
	mpz_add(position, position, term);
	mpz_add_ui(position, position, 1);
	mpz_clear(term);
}

/* Goes down from the root; subtree: the size of one below this node. */
static void node_of_position(
	struct node *node, const struct revolve *revolve, const mpz_t position)
{
	unsigned long k = revolve->arity;
	mpz_t place, subtree, child;

	mpz_init(child);
	mpz_init_set(place, position);
	mpz_init_set(subtree, revolve->size);
	node->level = 0;
	mpz_set_ui(node->path, 0);
	for (;;) {
		int side;

		mpz_sub_ui(subtree, subtree, 1);
		mpz_divexact_ui(subtree, subtree, k);
		mpz_add_ui(child, subtree, 1);
		side = mpz_cmp(place, child);
		if (side == 0)
			break;
		mpz_mul_ui(node->path, node->path, k);
		node->level++;
		if (side < 0)
			continue;
		mpz_sub(place, place, child);
		mpz_sub_ui(place, place, 1);
		mpz_tdiv_qr(child, place, place, subtree);
		mpz_add_ui(place, place, 1);
		mpz_add(node->path, node->path, child);
		mpz_add_ui(node->path, node->path, 1);
	}
	mpz_clears(place, subtree, child, NULL);
}

static void tree_next(
	mpz_t next, const struct revolve *revolve, const mpz_t position)
{
	struct node node;

	mpz_init(node.path);
	node_of_position(&node, revolve, position);
	node_next(&node, revolve);
	position_of_node(next, revolve, &node);
	mpz_clear(node.path);
}

static void tree_label(
	mpz_t label, const struct revolve *revolve, const mpz_t position)
{
	struct node node;

	mpz_init(node.path);
	node_of_position(&node, revolve, position);
	node_label(label, revolve, &node);
	mpz_clear(node.path);
}

static void tree_position(
	mpz_t position, const struct revolve *revolve, const mpz_t label)
{
	struct node node;

	mpz_init(node.path);
	node_of_label(&node, revolve, label);
	position_of_node(position, revolve, &node);
	mpz_clear(node.path);
}

/* Leaves in their order are senders. */
static void tree_pair(
	mpz_t from, mpz_t to, const struct revolve *revolve, const mpz_t i)
{
	struct node node;

	mpz_init_set(node.path, i);
	node.level = revolve->height - 1;
	node_label(from, revolve, &node);
	mpz_tdiv_q_ui(node.path, node.path, revolve->arity);
	node.level--;
	node_label(to, revolve, &node);
	mpz_clear(node.path);
}

static enum revolve_role tree_place(
	mpz_t sender, const struct revolve *revolve, const mpz_t label)
{
	enum revolve_role role = REVOLVE_IDLE;
	struct node node;

	if (revolve->height == 1)
		return REVOLVE_IDLE;
	mpz_init(node.path);
	node_of_label(&node, revolve, label);
	if (node.level == revolve->height - 1) {
		role = REVOLVE_SENDER;
		mpz_set(sender, node.path);
	} else if (node.level == revolve->height - 2) {
		role = REVOLVE_RECEIVER;
		mpz_mul_ui(sender, node.path, revolve->arity);
	}
	mpz_clear(node.path);
	return role;
}

const struct revolve_ops revolve_next_ops = {
	tree_next, tree_label, tree_position, tree_pair, tree_place};
