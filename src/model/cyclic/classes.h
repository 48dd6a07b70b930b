/*
 * The tree by which a message spreads, as numbers of nodes only.
 *
 * Times are in ticks of 1/q; the latency is p/q in lowest terms, q at most
 * PERIODIC_CLASSES.  The root gets the message that enters at tick 0, so its
 * offset is 0; child c of a node at offset x has the offset x + p + cq.  With q
 * classes a node of depth d is of class d mod q, and so its offset is
 * 	phase of the class + q o,	the phase being dp mod q.
 * The N nodes are divided among the classes as evenly as possible, and so are
 * the N processors: a processor stands for nodes of its own class only, and so
 * everything it receives arrives whole units apart.
 *
 * Or there are k < q classes, and depth d mod k.  After k hops the phase would
 * not be 0, so the nodes of the last class wait: their children come later by
 * as many ticks as are missing to P units, P = kp/q rounded up.  Layer for
 * layer the tree is that for the latency P/k, with k classes at phases as far
 * apart; but as every hop takes p ticks at least, none of them can have an
 * earlier phase than here.
 *
 * Example: latency 11/10, four classes.  Their phases are 0, 1, 2 and 3; the
 * children of the last come 17 ticks after their parents, not 11, at phase 0
 * again.  A round of four hops takes 5 units, as at latency 5/4; there the
 * phases are 0, 5/2, 5 and 15/2 of these ticks.
 */
#ifndef FIBCAST_MODEL_CYCLIC_CLASSES_H
#define FIBCAST_MODEL_CYCLIC_CLASSES_H

#include <stdint.h>

#include "model/periodic/periodic.h"

/* Ticks and classes of a tree. */
struct cyclic_cycle {
	uint64_t p, q;
	uint32_t classes; /* k, from 1 to q */
};

struct cyclic_class {
	uint64_t phase;
	uint64_t hop;	 /* from a node to its first child, in ticks */
	uint64_t quota;	 /* nodes in all */
	uint64_t *layer; /* layer[o]: nodes at o, for o <= last + 1 */
	uint64_t last;	 /* o of the last ones */
};

struct cyclic_classes {
	uint64_t p, q, nodes;
	uint32_t count; /* of classes */
	/* Its inner nodes have one child fewer than the class has nodes, so one
	 * of its processors only receives. */
	uint32_t slack;
	uint32_t of_phase[PERIODIC_CLASSES]; /* count: none */
	struct cyclic_class class[PERIODIC_CLASSES];
};

/*
 * The tree that grows as fast as the quotas allow: every node has a child at
 * every tick at which it can, until the children's class is full.
 * p >= q >= 1, coprime; two nodes a class at least.   O(p log nodes).
 */
void cyclic_classes_init(struct cyclic_classes *classes,
	const struct cyclic_cycle *cycle, uint64_t nodes);

/* A deep copy. */
void cyclic_classes_copy(
	struct cyclic_classes *copy, const struct cyclic_classes *classes);
void cyclic_classes_clear(struct cyclic_classes *classes);

/* The class of the children. */
uint32_t cyclic_classes_next(const struct cyclic_classes *classes, uint32_t k);

/*
 * D1, a lower bound on the lag D, in ticks, of any assignment of this many
 * nodes to groups: the mean lag of a class is at least its mean o.
 */
int64_t cyclic_classes_least_lag(const struct cyclic_classes *classes);

/*
 * The first tick by which m < 2^31 messages can have been sent to all, counting
 * what each class can send; of a tree one of whose nodes nobody needs, if
 * has_spare.  Tails send in the same slots.  0 if the tree is very deep.
 */
int64_t cyclic_classes_least_last(
	const struct cyclic_classes *classes, uint64_t m, int has_spare);

#endif
