/*
 * Depth-first search: a left vertex takes a neighbour that is free, or whose
 * partner finds another neighbour in the same way.
 *
 * Example: left vertex a has the neighbours x and y, b has x alone.  If a has
 * taken x, then b asks for x, a moves to y, and b gets x.
 *
 * A right vertex that was seen without finding a path is of no use to later
 * searches either, until a path is found: then all are forgotten.
 */
#include "core/matching.h"

#include <string.h>

#include "base/bits.h"

static int find_partner(
	struct matching *matching, uint32_t vertex, uint32_t depth)
{
	uint32_t at = 0, right;

	matching->ends = depth == 0;
	while ((right = matching->next(matching, vertex, &at)) !=
		MATCHING_NONE) {
		uint32_t left = matching->left[right];

		if (bits_has(matching->seen, right) ||
			(depth == 0 && left != MATCHING_NONE))
			continue;
		bits_add(matching->seen, right);
		if (left == MATCHING_NONE)
			matching->reached = right;
		else if (!find_partner(matching, left, depth - 1)) {
			matching->ends = depth == 0;
			continue;
		}
		matching->left[right] = vertex;
		return 1;
	}
	return 0;
}

int matching_add(struct matching *matching, uint32_t vertex)
{
	if (!find_partner(matching, vertex, matching->depth))
		return 0;
	memset(matching->seen, 0, matching->words * sizeof *matching->seen);
	return 1;
}
