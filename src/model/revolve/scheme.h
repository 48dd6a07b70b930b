/*
 * What each scheme of the revolving hierarchy implements.
 */
#ifndef FIBCAST_MODEL_REVOLVE_SCHEME_H
#define FIBCAST_MODEL_REVOLVE_SCHEME_H

#include <gmp.h>

struct revolve;

enum revolve_role { REVOLVE_IDLE, REVOLVE_SENDER, REVOLVE_RECEIVER };

/* As the functions of the same names in revolve.h. */
struct revolve_ops {
	void (*next)(mpz_t next, const struct revolve *revolve,
		const mpz_t position);
	void (*label)(mpz_t label, const struct revolve *revolve,
		const mpz_t position);
	void (*position)(mpz_t position, const struct revolve *revolve,
		const mpz_t label);
	void (*pair)(mpz_t from, mpz_t to, const struct revolve *revolve,
		const mpz_t i);
	/* The role of the label; sender: its own index, or the first of those
	 * it receives from. */
	enum revolve_role (*place)(
		mpz_t sender, const struct revolve *revolve, const mpz_t label);
};

extern const struct revolve_ops revolve_next_ops, revolve_snext_ops,
	revolve_snext2_ops, revolve_bcnext_ops;

/* -- node.c: nodes of a complete k-ary tree of h levels, and the cycle through
 * them. */

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
