/*
 * A subtree's extent is, for each depth below its root, how far it reaches to
 * the left and to the right of the root.  Nodes are taken from the deepest to
 * the root, so that children come before parents: a parent puts its children's
 * extents next to each other, each as far left as the ones before it allow, and
 * itself above the middle.  After that, offsets become places from the root
 * downwards.
 * An extent is merged at the cost of the smaller height of the two, as only the
 * depths that both have can collide.
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
	int64_t *x;	  /* of a node, from its parent */
	uint32_t *height; /* of a subtree, 1 for a leaf */
	size_t *extent;	  /* where in reach that of a subtree begins */
	struct reach *reach;
};

/* Each node is followed by its children, later. */
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

/* How far right of its parent's first child a child has to be: beyond what
 * stands left of it, in `done` down to depth `height`. */
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

/* Adds a child's extent, which is at place, on the right; the new height. */
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

/* Puts the children of v side by side and v above their middle. */
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

/* From places relative to parents to places from the left edge on. */
static void set_places(struct tree_layout *tidy, const struct layout *layout)
{
	const struct tree *tree = layout->tree;
	const struct reach *all = layout->reach + layout->extent[0];

	for (uint32_t i = 0; i < layout->height[0]; i++)
		if (layout->x[0] < -all[i].left)
			layout->x[0] = -all[i].left;
	tidy->width = layout->x[0];
	for (size_t at = 1; at < tree->size; at++) {
		size_t v = layout->order[at];

		layout->x[v] += layout->x[tree->node[v].parent];
		if (tidy->width < layout->x[v])
			tidy->width = layout->x[v];
	}
}

void tree_layout_init(
	struct tree_layout *tidy, const struct tree *tree, int64_t gap)
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
	set_places(tidy, &layout);
	tidy->x = layout.x;
	tidy->depth = layout.height[0] - 1;
	tree_children_clear(&layout.children);
	mem_free(layout.order);
	mem_free(layout.height);
	mem_free(layout.extent);
	mem_free(layout.reach);
}

void tree_layout_clear(struct tree_layout *tidy)
{
	mem_free(tidy->x);
	tidy->x = NULL;
}
