/*
 * Matchings in a bipartite graph, by augmenting paths: each left vertex gets a
 * right vertex of its own, if others may change theirs for it.
 */
#ifndef FIBCAST_CORE_MATCHING_H
#define FIBCAST_CORE_MATCHING_H

#include <stddef.h>
#include <stdint.h>

/* No vertex. */
#define MATCHING_NONE UINT32_MAX

/* The caller sets all up to next; vertices are numbers from 0. */
struct matching {
	uint32_t *left; /* by right vertex: its partner, or MATCHING_NONE */
	/* A set of right vertices, with room for `words` words, all 0 at the
	 * beginning: no path through them, as far as was looked. */
	uint64_t *seen;
	size_t words;
	uint32_t depth; /* how many may change their partners for one */
	uint64_t steps; /* to be spent, by next, before all searches end */
	void *graph;	/* for next */
	/*
	 * The next neighbour of a left vertex, MATCHING_NONE after the last.
	 * at: 0 at first, then what the call before has left there.
	 * Neighbours may come in any order, those already seen may be left
	 * out; those with partners, too, if ends.
	 */
	uint32_t (*next)(
		struct matching *matching, uint32_t vertex, uint32_t *at);
	int ends;	  /* only a free neighbour is of use now */
	uint32_t reached; /* the right vertex that was free until now */
};

/*
 * Matches one more left vertex, if a path is found; returns whether it was.
 * Right vertices once matched remain so.  Kuhn 1955.   O(edges).
 */
int matching_add(struct matching *matching, uint32_t vertex);

/* Whether the right vertex has been seen. */
static inline int matching_has_seen(
	const struct matching *matching, uint32_t vertex)
{
	return matching->seen[vertex / 64] >> vertex % 64 & 1;
}

#endif
