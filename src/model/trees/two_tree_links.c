/*
 * Two-tree's trees, and the slots of their links.
 *   The first tree is the binary search tree of 1 .. q = n-1, rooted at the
 * largest power of two: even numbers are inner nodes.  The second one is its
 * mirror image, q+1-p in place of p, if q is even; else it is the first with
 * every number one more, q wrapping around to 1.  Processor 0 sends to both
 * roots.
 *   Example: n = 4, q = 3.  First tree: 2 sends to 1 and 3; second tree: 3
 * sends to 2 and 1.
 *   Each link has a colour, 0 or 1: the two links of a sender differ in colour,
 * and so do the two links of a receiver.  The slots of a link are whole times
 * of its colour's parity, so in the slots no two sends and no two receives
 * collide; on every link the messages of a tree are two units apart.  Colours
 * alternate along paths and cycles of links, in which neighbours share a sender
 * and a receiver in turn; so cycles have even length.
 *   One message uses the first tree alone, without colours.
 */
#include "model/trees/shape.h"

#include "base/mem.h"
#include "core/schedule.h"

enum { UNCOLOURED = 2 };

/* No processor, or the end of no link. */
#define NOBODY UINT64_MAX

/* The link that brings a tree's messages to a processor. */
struct link {
	int tree;
	uint64_t to;
};

struct two_trees {
	const struct schedule_header *header;
	uint64_t q;
	uint8_t *colour;	    /* of link (tree, to): [2 to + tree] */
	struct two_tree_link *link; /* likewise */
};

/* -- the trees.  A processor's place in a tree is the number of the processor
 * that stands there in the first tree. */

static uint64_t lowest_bit(uint64_t x)
{
	return x & (~x + 1);
}

static uint64_t two_tree_place(
	const struct two_trees *trees, int tree, uint64_t p)
{
	if (tree == 0)
		return p;
	if (trees->q % 2 == 0)
		return trees->q + 1 - p;
	return p > 1 ? p - 1 : trees->q;
}

static uint64_t processor_at(
	const struct two_trees *trees, int tree, uint64_t place)
{
	if (tree == 0)
		return place;
	if (trees->q % 2 == 0)
		return trees->q + 1 - place;
	return place % trees->q + 1;
}

static uint64_t root_of(const struct two_trees *trees, int tree)
{
	return processor_at(trees, tree, trees_power_below(trees->q));
}

/* Child k, 0 or 1, or NOBODY. */
static uint64_t child_of(
	const struct two_trees *trees, int tree, uint64_t parent, int k)
{
	uint64_t place = two_tree_place(trees, tree, parent);
	uint64_t half = lowest_bit(place) / 2;
	uint64_t rest = trees->q - place;

	if (half == 0 || (k == 1 && rest == 0))
		return NOBODY;
	if (k == 0)
		return processor_at(trees, tree, place - half);
	if (rest > 2 * half - 1)
		rest = 2 * half - 1;
	return processor_at(trees, tree, place + trees_power_below(rest));
}

static uint64_t parent_of(const struct two_trees *trees, int tree, uint64_t p)
{
	uint64_t place = two_tree_place(trees, tree, p);

	if (place == trees_power_below(trees->q))
		return 0;
	do {
		uint64_t bit = lowest_bit(place);

		place = place & 2 * bit ? place - bit : place + bit;
	} while (place > trees->q);
	return processor_at(trees, tree, place);
}

/* -- colours */

static uint8_t *colour_of(const struct two_trees *trees, struct link link)
{
	return &trees->colour[2 * link.to + (uint64_t)link.tree];
}

/* The other link of the same sender; a link to NOBODY if there is none. */
static struct link other_sent(const struct two_trees *trees, struct link link)
{
	uint64_t parent = parent_of(trees, link.tree, link.to);

	if (parent == 0) {
		link.tree = !link.tree;
		link.to = root_of(trees, link.tree);
	} else {
		uint64_t first = child_of(trees, link.tree, parent, 0);

		link.to = first == link.to
				  ? child_of(trees, link.tree, parent, 1)
				  : first;
	}
	return link;
}

/* Colours the path or cycle from a coloured link on, in one direction: first to
 * the other link of its receiver, or of its sender. */
static void colour_path(
	const struct two_trees *trees, struct link link, int at_receiver)
{
	for (;; at_receiver = !at_receiver) {
		uint8_t colour = *colour_of(trees, link);

		if (at_receiver)
			link.tree = !link.tree;
		else
			link = other_sent(trees, link);
		if (link.to == NOBODY || *colour_of(trees, link) != UNCOLOURED)
			return;
		*colour_of(trees, link) = !colour;
	}
}

static void colour_links(struct two_trees *trees)
{
	for (uint64_t p = 1; p <= trees->q; p++)
		trees->colour[2 * p] = trees->colour[2 * p + 1] = UNCOLOURED;
	for (uint64_t p = 1; p <= trees->q; p++) {
		const struct link link = {0, p};

		if (*colour_of(trees, link) != UNCOLOURED)
			continue;
		*colour_of(trees, link) = 0;
		colour_path(trees, link, 1);
		colour_path(trees, link, 0);
	}
}

/* -- slots */

/* The tick at which a processor has its first message of a tree. */
struct arrival {
	uint64_t processor, tick;
};

/* The first slot, from the tick on, of the link to a sender's child k; a single
 * message has no colours. */
static uint64_t first_slot(
	const struct two_trees *trees, struct link link, uint64_t tick, int k)
{
	uint64_t unit = trees->header->unit, time;

	if (trees->header->messages == 1)
		return tick + (uint64_t)k * unit;
	time = tick / unit + (tick % unit > 0);
	return (time + ((time & 1) != *colour_of(trees, link))) * unit;
}

/* Sets a link's sender and first slot, and when its first message arrives. */
static void set_slot(struct two_trees *trees, uint64_t from, struct link link,
	uint64_t tick, int k, struct arrival *arrival)
{
	uint64_t slot = first_slot(trees, link, tick, k);

	trees->link[2 * link.to + (uint64_t)link.tree] =
		(struct two_tree_link){from, slot};
	*arrival = (struct arrival){link.to, slot + trees->header->latency};
}

/* Sets the slots of all links of a tree, from its root down. */
static void set_slots(struct two_trees *trees, int tree)
{
	struct arrival stack[2 * TWO_TREE_DEPTH];
	size_t count = 1;

	set_slot(trees, 0, (struct link){tree, root_of(trees, tree)}, 0, 0,
		&stack[0]);
	while (count > 0) {
		const struct arrival at = stack[--count];

		for (int k = 0; k < 2; k++) {
			const struct link link = {
				tree, child_of(trees, tree, at.processor, k)};

			if (link.to != NOBODY)
				set_slot(trees, at.processor, link, at.tick, k,
					&stack[count++]);
		}
	}
}

struct two_tree_link *two_tree_links(const struct schedule_header *header)
{
	size_t links = 2 * (size_t)header->processors;
	struct two_trees trees = {.header = header,
		.q = header->processors - 1,
		.link = mem_array(links, sizeof *trees.link)};

	if (trees.q > 0 && header->messages > 1) {
		trees.colour = mem_array(links, 1);
		colour_links(&trees);
		set_slots(&trees, 1);
	}
	if (trees.q > 0)
		set_slots(&trees, 0);
	mem_free(trees.colour);
	return trees.link;
}
