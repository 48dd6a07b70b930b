/*
 * Matchings in a bipartite graph, by augmenting paths: each left vertex gets a
 * right vertex of its own, for which other left vertices may change theirs.
 */
#ifndef FIBCAST_CORE_MATCHING_H
#define FIBCAST_CORE_MATCHING_H

#include <stddef.h>
#include <stdint.h>

/* No vertex. */
#define MATCHING_NONE UINT32_MAX

/* Vertices are numbers from 0.  The caller sets everything up to next. */
struct matching {
	uint32_t *left; /* of each right vertex: its partner or MATCHING_NONE */
	/* A set of right vertices, all 0 at first: those through which the
	 * searches so far found no path. */
	uint64_t *seen;
	size_t words;	/* of seen */
	uint32_t depth; /* how many vertices may change partners for one */
	uint64_t steps; /* a budget of all searches, kept by next */
	void *graph;	/* for next */
	/*
	 * The next neighbour of a left vertex, MATCHING_NONE after the last or
	 * when the budget is spent.  *at: 0 in the first call for a vertex,
	 * then what the call before left there.  Neighbours may come in any
	 * order; those that are seen may be left out and, while `ends` is set,
	 * those that have partners.
	 */
	uint32_t (*next)(
		struct matching *matching, uint32_t vertex, uint32_t *at);
	int ends;	  /* the path can only end with a free neighbour here */
	uint32_t reached; /* the right vertex that the last path took */
};

/*
 * Matches one more left vertex if there is a path; whether it did.  Matched
 * right vertices stay matched.  Kuhn 1955.   O(edges).
 */
int matching_add(struct matching *matching, uint32_t vertex);

#endif
