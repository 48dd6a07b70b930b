/*
 * Places the nodes of a tree.  The extent of a subtree is how far it reaches to
 * the left and to the right of its root, at each depth below the root. Children
 * come before parents: a parent puts the extents of its children side by side,
 * each as far left as the ones before it allow, and itself above the middle.
 * These places are relative to the parent's; at the end they are added up from
 * the root downwards.
 *   Where a child has to be is found in as many steps as the lesser height of
 * the two extents, as only depths that both have can collide.
 */
#include "format/tree/tree.h"

#include <stddef.h>

#include "base/mem.h"

struct reach {
	int64_t left, right;
};

struct layout {
	const struct tree *tree;
	struct tree_children children;
	uint32_t *order; /* the nodes by depth */
	int64_t gap;
	int64_t *x;	     /* of each node, relative to its parent */
	uint32_t *height;    /* of each subtree, 1 for a leaf */
	size_t *extent;	     /* the index in reach of each subtree's extent */
	struct reach *reach; /* all extents */
};

/* Orders the nodes by depth, so that children come after parents. */
static void set_order(struct layout *layout)
{
	const struct tree_children *children = &layout->children;
	size_t count = 1;

	layout->order = mem_array(layout->tree->size, sizeof *layout->order);
	for (size_t at = 0; at < count; at++) {
		uint32_t v = layout->order[at];

		for (uint32_t i = children->first[v];
			i < children->first[v + 1]; i++)
			layout->order[count++] = children->child[i];
	}
}

static void set_heights(struct layout *layout)
{
	const struct tree *tree = layout->tree;
	size_t sum = 0;

	for (size_t after = tree->size; after > 0; after--) {
		size_t v = layout->order[after - 1];
		uint32_t *above = &layout->height[tree->node[v].parent];

		layout->height[v]++; /* was that of the highest child */
		layout->extent[v] = sum;
		sum += layout->height[v];
		if (v > 0 && *above < layout->height[v])
			*above = layout->height[v];
	}
	layout->reach = mem_array(sum, sizeof *layout->reach);
}

/* How far right of its parent's first child a child has to be, past the
 * children on its left, whose extent is `done`, `height` depths long. */
static int64_t find_place(const struct layout *layout, const struct reach *done,
	uint32_t height, uint32_t child)
{
	const struct reach *own = layout->reach + layout->extent[child];
	int64_t place = 0;

	for (uint32_t i = 0; i < height && i < layout->height[child]; i++) {
		int64_t least = done[i].right - own[i].left + layout->gap;

		if (place < least)
			place = least;
	}
	return place;
}

/* Adds the extent of a child, which is at place, to that of the children on its
 * left; returns the new height. */
static uint32_t add_extent(const struct layout *layout, struct reach *done,
	uint32_t height, uint32_t child, int64_t place)
{
	const struct reach *own = layout->reach + layout->extent[child];

	for (uint32_t i = 0; i < layout->height[child]; i++) {
		done[i].right = place + own[i].right;
		if (i >= height)
			done[i].left = place + own[i].left;
	}
	return layout->height[child] > height ? layout->height[child] : height;
}

/* Puts the children of v side by side, and v above the middle between the first
 * and the last. */
static void place_children(struct layout *layout, size_t v)
{
	const struct tree_children *children = &layout->children;
	uint32_t begin = children->first[v], end = children->first[v + 1];
	struct reach *own = layout->reach + layout->extent[v], *done = own + 1;
	uint32_t height = 0;
	int64_t middle;

	for (uint32_t i = begin; i < end; i++) {
		uint32_t child = children->child[i];
		int64_t place = find_place(layout, done, height, child);

		layout->x[child] = place;
		height = add_extent(layout, done, height, child, place);
	}
	if (begin == end)
		return;
	middle = layout->x[children->child[end - 1]] / 2;
	for (uint32_t i = begin; i < end; i++)
		layout->x[children->child[i]] -= middle;
	for (uint32_t i = 0; i < height; i++) {
		done[i].left -= middle;
		done[i].right -= middle;
	}
}

/* Turns places relative to parents into places from the left edge on. */
static void set_places(struct tree_layout *result, const struct layout *layout)
{
	const struct tree *tree = layout->tree;
	const struct reach *all = layout->reach + layout->extent[0];

	for (uint32_t i = 0; i < layout->height[0]; i++)
		if (layout->x[0] < -all[i].left)
			layout->x[0] = -all[i].left;
	result->width = layout->x[0];
	for (size_t at = 1; at < tree->size; at++) {
		size_t v = layout->order[at];

		layout->x[v] += layout->x[tree->node[v].parent];
		if (result->width < layout->x[v])
			result->width = layout->x[v];
	}
}

void tree_layout_init(
	struct tree_layout *result, const struct tree *tree, int64_t gap)
{
	struct layout layout = {.tree = tree, .gap = gap};

	layout.x = mem_array(tree->size, sizeof *layout.x);
	layout.height = mem_array(tree->size, sizeof *layout.height);
	layout.extent = mem_array(tree->size, sizeof *layout.extent);
	tree_children_init(&layout.children, tree);
	set_order(&layout);
	set_heights(&layout);
	for (size_t after = tree->size; after > 0; after--)
		place_children(&layout, layout.order[after - 1]);
	set_places(result, &layout);
	result->x = layout.x;
	result->depth = layout.height[0] - 1;
	tree_children_clear(&layout.children);
	mem_free(layout.order);
	mem_free(layout.height);
	mem_free(layout.extent);
	mem_free(layout.reach);
}

void tree_layout_clear(struct tree_layout *layout)
{
	mem_free(layout->x);
	layout->x = NULL;
}
