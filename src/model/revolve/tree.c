/*
 * next: the cycle of the gather tree of any arity k; positions are in-order
 * numbers.  Garg & Ghosh 1994, Sections III, IV and VI.
 *
 * Call the leaves below the root's g-th child group g, from 0 on.  An inner
 * node moves to the corresponding node in the subtree of the root's first
 * child, one level lower.  A leaf moves to the same place in the next group; a
 * leaf of the last group moves to an inner node outside the first child's
 * subtree.  These inner nodes are numbered 1 .. M = k^(h-2), for k = 2 in
 * in-order: number r = q k^z, k not dividing q, is at level h-2-z, and number M
 * is the root.  So the cycle consists of M segments: segment r has a leaf of
 * every group but the first, then inner node r and its images, the last of
 * which is a leaf of the first group.
 *
 * Example: k = 2, h = 3, nodes by their in-order positions 1 .. 7: 4 is the
 * root, 5 and 7 are the leaves of the second group, 1 and 3 those of the first.
 * M = 2, and the two segments are 5 -> 6 -> 3 and 7 -> 4 -> 2 -> 1: a leaf, an
 * inner node and its images; 1 moves to 5.
 *
 * Arity 2 is next(x) of Garg & Ghosh 1994, Section III, with Lemma 5; the
 * paper gives no rule for k > 2 (Section VI).
 */
#include "model/revolve/revolve.h"

#include "number/number.h"

/* A node of the complete k-ary tree of h levels. */
struct node {
	unsigned long level; /* the root's is 0 */
	mpz_t path; /* v < k^level: a digit for each child from the root on */
};

/* node = u_r, inner node r outside the first child's subtree; destroys r. */
static void node_of_inner(
	struct node *node, const struct revolve *revolve, mpz_t r)
{
	unsigned long k = revolve->arity, digit;

	node->level = revolve->height - 2;
	for (; mpz_divisible_ui_p(r, k); node->level--)
		mpz_divexact_ui(r, r, k);
	mpz_set_ui(node->path, 0);
	if (node->level > 0) {
		digit = mpz_tdiv_q_ui(r, r, k);
		mpz_mul_ui(r, r, k - 1);
		mpz_add_ui(r, r, digit - 1);
		digits_power(node->path, revolve->arity, node->level - 1);
		mpz_add(node->path, node->path, r);
	}
}

/* The r of the inner node (level, path), whose path has no leading zeros. */
static void inner_of_node(mpz_t r, const struct revolve *revolve,
	unsigned long level, const mpz_t path)
{
	unsigned long k = revolve->arity, digit;
	mpz_t power;

	mpz_init(power);
	if (level == 0) {
		mpz_set_ui(r, 1);
	} else {
		digits_power(power, revolve->arity, level - 1);
		mpz_sub(r, path, power);
		digit = mpz_tdiv_q_ui(r, r, k - 1);
		mpz_mul_ui(r, r, k);
		mpz_add_ui(r, r, digit + 1);
	}
	digits_power(power, revolve->arity, revolve->height - 2 - level);
	mpz_mul(r, r, power);
	mpz_clear(power);
}

/* Returns a leaf's group, the first digit of its path, and sets its place in
 * the group. */
static unsigned long leaf_group(
	mpz_t place, const struct revolve *revolve, const mpz_t path)
{
	mpz_t group, size;
	unsigned long g;

	mpz_inits(group, size, NULL);
	digits_power(size, revolve->arity, revolve->height - 2);
	mpz_tdiv_qr(group, place, path, size);
	g = mpz_get_ui(group);
	mpz_clears(group, size, NULL);
	return g;
}

/* Moves a leaf: from the last group to an inner node, from the first to the
 * start of the next segment, from any other to the next group. */
static void leaf_next(struct node *node, const struct revolve *revolve)
{
	unsigned long k = revolve->arity;
	mpz_t place, size;
	unsigned long g;

	mpz_inits(place, size, NULL);
	g = leaf_group(place, revolve, node->path);
	digits_power(size, revolve->arity, revolve->height - 2);
	if (g == k - 1) {
		mpz_add_ui(place, place, 1);
		node_of_inner(node, revolve, place);
	} else if (g > 0) {
		mpz_add(node->path, node->path, size);
	} else {
		inner_of_node(place, revolve, digits_length(node->path, k),
			node->path);
		mpz_mod(place, place, size);
		mpz_add(node->path, size, place);
	}
	mpz_clears(place, size, NULL);
}

/* Moves node to the next one of the cycle. */
static void node_next(struct node *node, const struct revolve *revolve)
{
	if (node->level + 1 < revolve->height)
		node->level++; /* the same path, another 0 before it */
	else if (revolve->height > 1)
		leaf_next(node, revolve);
}

/* The label of a node. */
static void node_label(
	mpz_t label, const struct revolve *revolve, const struct node *node)
{
	unsigned long k = revolve->arity, group = 0, length;
	mpz_t m;

	if (revolve->height == 1) {
		mpz_set_ui(label, 0);
		return;
	}
	mpz_init(m);
	if (node->level == revolve->height - 1)
		group = leaf_group(m, revolve, node->path);
	if (group > 0) {
		digits_reach(label, m, k);
		mpz_add_ui(label, label, group);
	} else {
		length = digits_length(node->path, k);
		inner_of_node(m, revolve, length, node->path);
		mpz_sub_ui(m, m, 1);
		digits_reach(label, m, k);
		mpz_add_ui(label, label, k);
		mpz_add_ui(label, label, node->level - length);
		mpz_mod(label, label, revolve->size);
	}
	mpz_clear(m);
}

/* The node of a label; node->path has been initialised. */
static void node_of_label(
	struct node *node, const struct revolve *revolve, const mpz_t label)
{
	unsigned long k = revolve->arity;
	mpz_t m, offset;

	node->level = revolve->height - 1;
	mpz_set_ui(node->path, 0);
	if (mpz_sgn(label) == 0)
		return;
	mpz_inits(m, offset, NULL);
	digits_segment(m, label, k);
	mpz_sub_ui(node->path, m, 1);
	digits_reach(offset, node->path, k);
	mpz_sub(offset, label, offset);
	if (mpz_cmp_ui(offset, k) < 0) {
		digits_power(m, revolve->arity, revolve->height - 2);
		mpz_addmul(node->path, offset, m);
	} else {
		node_of_inner(node, revolve, m);
		node->level += mpz_get_ui(offset) - k;
	}
	mpz_clears(m, offset, NULL);
}

/* -- In-order positions. */

/* Counts the nodes up to (L, v) in in-order.  Each digit d > 0 of v skips d
 * subtrees and their parent.  All subtrees skipped have
 * (v k^(h-L) - s_k(v))/(k-1) nodes, and each nonzero digit adds a parent; then
 * come the nodes of the node's own first subtree and the node itself. */
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

/* Descends from the root; subtree: the nodes below each child. */
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

/* Sender i is leaf i. */
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
