/*
 * Inner nodes that are alike, and what their groups get: runs of equal groups
 * of one class.
 *
 * Let X be the last o of the class's tree, and h = X - o of a node its height.
 * A group of size G belongs to an inner node with G children; it takes G - 1
 * leaves of its class.  By M. Hall's theorem they can be arranged if and only
 * if
 * 	height of the node + sum of the leaves' heights = b G
 * for a whole number b, the balls of a juggling pattern of G throws.  All
 * members of the group then lag by K = X - b units.  The kind of a leaf is h +
 * 1 >= 0.
 */
#ifndef FIBCAST_MODEL_CYCLIC_RUNS_H
#define FIBCAST_MODEL_CYCLIC_RUNS_H

#include <stddef.h>
#include <stdint.h>

/* The number of balls is not determined yet. */
#define CYCLIC_FREE INT64_MIN

struct cyclic_run {
	uint64_t o, count;
	uint64_t size;
	int64_t balls;
	uint64_t added; /* its rank in order of creation */
};

struct cyclic_runs {
	struct cyclic_run *run;
	uint32_t *leaves; /* for each run, how many of each kind */
	size_t count, room, kinds;
};

/* No runs yet; kinds: the number of kinds of leaves. */
void cyclic_runs_init(struct cyclic_runs *runs, size_t kinds);
void cyclic_runs_clear(struct cyclic_runs *runs);

/* Appends a run without leaves, unless its count is 0. */
void cyclic_runs_add(struct cyclic_runs *runs, uint64_t o, uint64_t count,
	uint64_t size, int64_t balls);

/* Leaves count nodes in run i and moves the others to a new last run, with the
 * same leaves; does nothing if run i has no others. */
void cyclic_runs_split(struct cyclic_runs *runs, size_t i, uint64_t count);

/* The leaves of run i. */
uint32_t *cyclic_runs_leaves(const struct cyclic_runs *runs, size_t i);

/* A copy with memory of its own. */
void cyclic_runs_copy(struct cyclic_runs *copy, const struct cyclic_runs *runs);

/* Runs sorted by o, then by order of creation, without moving them: order[i] is
 * the i-th run. For mem_free. */
size_t *cyclic_runs_order(const struct cyclic_runs *runs);

#endif
