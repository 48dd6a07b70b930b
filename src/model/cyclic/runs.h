/*
 * Inner nodes that are alike, and what their groups get: runs of equal groups
 * of one class.
 *
 * Let X be the last o of the class's tree, and h = X - o of a node its height.
 * A group of size G belongs to an inner node with G children; it takes G - 1
 * leaves of its class.  By M. Hall's theorem it can be arranged if and only if
 *	height of the node + sum of the leaves' heights = b G
 * for a whole b, its number of balls, as of a juggling pattern of G throws. All
 * its members then lag by K = X - b units.  The kind of a leaf is h + 1 >= 0.
 */
#ifndef FIBCAST_MODEL_CYCLIC_RUNS_H
#define FIBCAST_MODEL_CYCLIC_RUNS_H

#include <stddef.h>
#include <stdint.h>

/* Its number of balls is still to be found. */
#define CYCLIC_FREE INT64_MIN

struct cyclic_run {
	uint64_t o, count;
	uint64_t size;
	int64_t balls;
	uint64_t added; /* its number in the order in which runs came */
};

struct cyclic_runs {
	struct cyclic_run *run;
	uint32_t
		*leaves; /* kinds numbers for each run: how many of each kind */
	size_t count, room, kinds;
};

/* No runs yet; of kinds kinds of leaves. */
void cyclic_runs_init(struct cyclic_runs *runs, size_t kinds);
void cyclic_runs_clear(struct cyclic_runs *runs);

/* Appends a run, if it is of any nodes, with no leaves. */
void cyclic_runs_add(struct cyclic_runs *runs, uint64_t o, uint64_t count,
	uint64_t size, int64_t balls);

/* Leaves count nodes in run i; the others become the last run, with the same
 * leaves.  Nothing to do for all of them. */
void cyclic_runs_split(struct cyclic_runs *runs, size_t i, uint64_t count);

/* The leaves of run i. */
uint32_t *cyclic_runs_leaves(const struct cyclic_runs *runs, size_t i);

/* A copy with memory of its own. */
void cyclic_runs_copy(struct cyclic_runs *copy, const struct cyclic_runs *runs);

/* Their order by o, then by that in which they came; leaves do not follow:
 * order[i] is the i-th run.  For mem_free. */
size_t *cyclic_runs_order(const struct cyclic_runs *runs);

#endif
