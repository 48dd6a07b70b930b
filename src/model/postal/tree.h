/*
 * The optimal broadcast trees of the postal model, as whole trees.
 */
#ifndef FIBCAST_MODEL_POSTAL_TREE_H
#define FIBCAST_MODEL_POSTAL_TREE_H

#include <stdint.h>

#include <gmp.h>

#include "core/schedule.h"
#include "core/tree.h"

/*
 * d(n): the least depth of a tree that informs n processors in the least time
 * t = f(n):  min { d : sum over j <= d of k^j C(floor(t - j lambda) + j, j) >=
 * n }, on k ports. within: if not NULL, the nodes of depth below d. Correct
 * where Lemma 3.1 of Subramonian & Venkatasubramanian 1993 is not.
 */
void postal_tree_depth(mpz_t depth, mpz_t within, const mpq_t lambda,
	unsigned long ports, const mpz_t n, const mpq_t t);

/*
 * Of all optimal trees, one of least depth: every node of depth < d and of
 * depth d the earliest, earlier parents first.  Nodes are numbered by time,
 * then by parent.  O(n) time where times coincide, O(n log n) at worst.
 * tree: made by tree_init with lambda and room for n >= 1 nodes; its ports.
 */
enum status postal_tree_least_depth(
	struct tree *tree, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* The tree of a schedule of one message, nodes numbered as its processors;
 * every message is sent whole units after its sender had it.  tree: room for
 * all processors. */
enum status postal_tree_of_schedule(struct tree *tree,
	struct schedule *schedule, struct err *err) WARN_UNUSED;

#endif
