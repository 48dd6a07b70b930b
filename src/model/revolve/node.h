/*
 * Nodes of a complete k-ary tree of h levels, and the cycle through them;
 * internal to this folder.
 */
#ifndef FIBCAST_MODEL_REVOLVE_NODE_H
#define FIBCAST_MODEL_REVOLVE_NODE_H

#include <gmp.h>

#include "model/revolve/revolve.h"

struct node {
	unsigned long level; /* the root's is 0 */
	mpz_t path;	     /* v < k^level: from the root, a digit a child */
};

/* Moves node to the next one of the cycle. */
void node_next(struct node *node, const struct revolve *revolve);

/* A node's place in the cycle, and the inverse; node->path is initialised. */
void node_label(
	mpz_t label, const struct revolve *revolve, const struct node *node);
void node_of_label(
	struct node *node, const struct revolve *revolve, const mpz_t label);

#endif
