/*
 * A schedule's plan, by counts only: the tree, until when its nodes have
 * children, and which leaves go to which groups; then the groups themselves.
 *
 * -- The tree by which a message spreads, as numbers of nodes.
 *
 * Times are in ticks of 1/q; the latency is p/q in lowest terms, q at most
 * PERIODIC_CLASSES.  The root gets the message that enters at tick 0, so its
 * offset is 0; child c of a node at offset x has the offset x + p + cq.  With q
 * classes a node of depth d is in class d mod q, and its offset is
 * 	phase of the class + q o,	where the phase is dp mod q.
 * The N nodes are divided among the classes as evenly as possible, and so are
 * the N processors: a processor serves nodes of its own class only, so
 * everything it receives arrives whole units apart.
 *
 * Alternatively there are k < q classes, and a node of depth d is in class d
 * mod k.  After k hops the phase would not be 0, so the nodes of the last class
 * wait: their children come later by as many ticks as are missing to P units,
 * where P is kp/q rounded up.  Layer by layer the tree is the one for the
 * latency P/k, whose k classes have equally spaced phases; but as every hop
 * takes at least p ticks, no class can have an earlier phase than here.
 *
 * Example: latency 11/10, four classes.  Their phases are 0, 1, 2 and 3;
 * children of the last class come 17 ticks after their parents, not 11, and are
 * at phase 0 again.  A round of four hops takes 5 units, as at latency 5/4;
 * there the phases are 0, 5/2, 5 and 15/2 of these ticks.
 */
#ifndef FIBCAST_MODEL_CYCLIC_PLAN_H
#define FIBCAST_MODEL_CYCLIC_PLAN_H

#include <stddef.h>
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
	uint64_t quota;	 /* the number of its nodes */
	uint64_t *layer; /* layer[o]: nodes at o, for o <= last + 1 */
	uint64_t last;	 /* X, the o of the last nodes */
};

struct cyclic_classes {
	uint64_t p, q, nodes;
	uint32_t count; /* of classes */
	/* The class whose inner nodes have one child fewer than it has nodes,
	 * so that one of its processors only receives. */
	uint32_t slack;
	uint32_t of_phase[PERIODIC_CLASSES]; /* class at a phase, count if none
					      */
	struct cyclic_class class[PERIODIC_CLASSES];
};

/*
 * The tree that grows as fast as the quotas allow: every node has a child at
 * every tick at which it can, until the children's class is full.
 * p >= q >= 1, coprime; at least two nodes for each class.   O(p log nodes).
 */
void cyclic_classes_init(struct cyclic_classes *classes,
	const struct cyclic_cycle *cycle, uint64_t nodes);

/* A deep copy. */
void cyclic_classes_copy(
	struct cyclic_classes *copy, const struct cyclic_classes *classes);
void cyclic_classes_clear(struct cyclic_classes *classes);

/* The class of the children of class k. */
uint32_t cyclic_classes_next(const struct cyclic_classes *classes, uint32_t k);

/*
 * D1, a lower bound on the lag D, in ticks, of any plan with this many nodes:
 * the mean lag of a class is at least its mean o.  has_spare: the lag of the
 * pure receiver does not count.
 */
int64_t cyclic_classes_least_lag(
	const struct cyclic_classes *classes, int has_spare);

/*
 * The first tick by which the classes have enough slots for m < 2^31 messages
 * to reach everybody, also by a tail, which uses the same slots.  has_spare:
 * one node need not be reached.  Returns 0, which says nothing, if the tree is
 * very deep.
 */
int64_t cyclic_classes_least_last(
	const struct cyclic_classes *classes, uint64_t m, int has_spare);

/*
 * -- Runs.  A run is a number of inner nodes that are alike: they have the same
 * class and o, and their groups have the same size, balls and leaves.
 *
 * Let X be the last o of the class's tree, and let the height of a node be h =
 * X - o.  A group of size G belongs to an inner node with G children; it takes
 * G - 1 leaves of its class.  By M. Hall's theorem they can be arranged if and
 * only if
 * 	height of the node + sum of the leaves' heights = b G
 * for a whole number b, the balls of a juggling pattern of G throws.  All
 * members of the group then lag by K = X - b units.  The kind of a leaf is h +
 * 1 >= 0.
 */

/* A number of balls that is not determined yet. */
#define CYCLIC_FREE INT64_MIN

struct cyclic_run {
	uint64_t o, count;
	uint64_t size;
	int64_t balls;
};

/* In order of creation. */
struct cyclic_runs {
	struct cyclic_run *run;
	uint32_t *leaves; /* for each run, how many of each kind */
	size_t count, room, kinds;
};

/* Sets runs to an empty list; kinds: the number of kinds of leaves. */
void cyclic_runs_init(struct cyclic_runs *runs, size_t kinds);
void cyclic_runs_clear(struct cyclic_runs *runs);

/* Appends a run without leaves, unless its count is 0. */
void cyclic_runs_add(struct cyclic_runs *runs, uint64_t o, uint64_t count,
	uint64_t size, int64_t balls);

/* Leaves count nodes in run i and moves its other nodes to a new last run with
 * the same leaves; does nothing if there are no other nodes. */
void cyclic_runs_split(struct cyclic_runs *runs, size_t i, uint64_t count);

/* The leaves of run i. */
uint32_t *cyclic_runs_leaves(const struct cyclic_runs *runs, size_t i);

/* A copy with memory of its own. */
void cyclic_runs_copy(struct cyclic_runs *copy, const struct cyclic_runs *runs);

/* The order of the runs by o, then by creation: order[i] is the index of the
 * i-th run.  Free it with mem_free. */
size_t *cyclic_runs_order(const struct cyclic_runs *runs);

/*
 * -- Parents.  Which nodes of a class have a child at the last tick that its
 * children use is the one choice that the growth of the tree leaves open.
 *
 * Let t' be that tick and let Y be such that the nodes with o < Y can have a
 * child at t'; this last child would be child number w = Y - 1 - o, counted
 * from 0.  E = X - Y.  A node with the last child has w + 1 children, a node
 * without it w; the height of both is E + w + 1.  A node at Y - 1 without it
 * has no child at all, and is a leaf of height E + 1.  So leaves have heights
 * from 0 to E + 1, or -1 if they were put off from X to X + 1.  The E of all
 * classes add up to p - q.
 */

/* The last layers of a class and of the class of its children. */
struct cyclic_ends {
	const struct cyclic_class *class;
	int has_slack;		/* the class has the pure receiver */
	uint64_t could;		/* Y */
	int64_t excess;		/* E */
	uint64_t last;		/* nodes at X */
	uint64_t children;	/* of all nodes */
	uint64_t last_children; /* those at t' and after it */
	uint64_t off_children;	/* those of last_children put off by a unit */
	uint64_t moved; /* children moved from the layer before t' to t' */
	/* For E > 1: make few small groups; how many nodes at X to put off. */
	int is_sparse;
	uint64_t put_off;
};

/* The height of the pure receiver's leaf, if E is at most 1. */
enum { CYCLIC_PURE_HEIGHT = 1 };

enum cyclic_choice_status {
	CYCLIC_CHOSEN,
	CYCLIC_MOVE,	     /* none found; more nodes at X could help */
	CYCLIC_MOVE_CHILDREN /* the same for the children and their last o */
};

/*
 * Adds the runs of the inner nodes.  If E is at most 1 it also sets their
 * balls, as all leaves of a group but one or two are then alike.  runs: empty,
 * with E + 3 kinds, or E + 4 if is_sparse.  *put_off: how many nodes to put off
 * from X to X + 1.
 */
enum cyclic_choice_status cyclic_parents(struct cyclic_runs *runs,
	uint64_t *put_off, const struct cyclic_ends *ends);

/*
 * -- Leaves.  Which leaves go to which groups, by counts only: how many of each
 * kind a group of each run takes.
 */

/* The leaves of one class, to be dealt. */
struct cyclic_hand {
	uint64_t last;	/* X */
	uint64_t *leaf; /* how many of each kind; the kind is X - o + 1 */
	size_t kinds;
	int has_slack; /* one leaf goes to the pure receiver: */
	uint64_t pure; /* its kind; cyclic_balls sets it */
	int64_t *work; /* steps left for dealing, which fails at 0; counted in
			* steps, not time, so that the result is the same on
			* every machine */
};

/* The height of the nodes of a run. */
int64_t cyclic_height(
	const struct cyclic_hand *hand, const struct cyclic_run *run);

/*
 * Finds the kind of the pure receiver's leaf, and the balls of the groups: b0
 * or more in a group of at least two, where b0 is the mean over all members,
 * rounded down, less extra; some groups get more, the same share of the groups
 * of every size as nearly as possible.  Splits runs.  Returns 0 if the sums do
 * not come out.
 */
int cyclic_balls(
	struct cyclic_runs *runs, struct cyclic_hand *hand, uint64_t extra);

/*
 * Finds the leaves of each run, once all balls are known.  Splits runs.
 * Returns 0 if it finds none.   O(runs kinds^2) a pass, a few passes.
 */
int cyclic_deal(struct cyclic_runs *runs, const struct cyclic_hand *hand);

/*
 * The same by another method, which finds more but takes longer.  The leaves
 * have to be as many, and together as high, as the groups ask for.
 * O(leaves log groups + groups kinds), as a rule.
 */
int cyclic_deal_swapping(
	struct cyclic_runs *runs, const struct cyclic_hand *hand);

/*
 * -- The plan.  The whole tree and its groups, by counts: a few thousand
 * numbers even for n in the millions.  Deterministic.
 */

/*
 * The runs of a class hold its inner nodes; its other nodes are leaves.  The
 * kind of a leaf is last - o + 1, where last is the class's X before any nodes
 * were put off.
 */
struct cyclic_plan {
	struct cyclic_classes classes;
	struct cyclic_runs runs[PERIODIC_CLASSES];
	uint64_t pure; /* the kind of the pure receiver's leaf */
	/* The lag D of all processors in groups, and that of the pure receiver,
	 * in ticks: if the groups go on for ever, every processor in a group
	 * gets message i by i + (D + p)/q. */
	int64_t lag, pure_lag;
	uint64_t last; /* T: the last offset, in ticks */
};

/*
 * Returns 0 if it finds no plan, which happens for few nodes, for a class that
 * is full before its children's class can be, and when work runs out: *work
 * counts the steps left for dealing, some 10^8 a second.  p >= q >= 1, coprime;
 * nodes >= 3.  without_pure: of several plans that is kept whose lag without
 * its pure receiver is least.   Microseconds to milliseconds, as a rule.
 */
int cyclic_plan_init(struct cyclic_plan *plan, const struct cyclic_cycle *cycle,
	uint64_t nodes, int without_pure, int64_t *work);

/* The lag of a plan, with or without its pure receiver. */
int64_t cyclic_plan_lag(const struct cyclic_plan *plan, int without_pure);

/* Up to this many nodes, which are too few for the usual method, plans are also
 * searched for by trial. */
enum { CYCLIC_FEW = 64 };

/*
 * Searches for a plan whose lag, with or without its pure receiver, is at most
 * lag, in ticks, among trees that grow like the natural one with a few sends
 * left out at random, and the ways to deal their leaves.  Does not set the
 * plan's lags and last.
 * natural: the fastest tree, of at most CYCLIC_FEW nodes.   *work: steps left.
 * Returns 0, with nothing to clear, if it finds none.
 */
int cyclic_few_init(struct cyclic_plan *plan,
	const struct cyclic_classes *natural, int64_t lag, int without_pure,
	int64_t *work);

/* Lower bounds for any plan: on its lag, and on the tick of the last send if
 * all messages are sent to all by the plan or by any tail in its slots. */
struct cyclic_plan_bound {
	int64_t lag, last;
};

/* The bounds for m < 2^31 messages; without_pure: the pure receiver need not
 * get them.  Returns 0 if there is no plan at all.  O(p log nodes). */
int cyclic_plan_bound(struct cyclic_plan_bound *bound,
	const struct cyclic_cycle *cycle, uint64_t nodes, uint64_t m,
	int without_pure);

void cyclic_plan_clear(struct cyclic_plan *plan);

/* The number of leaves of each kind in a class.  Free it with mem_free. */
uint64_t *cyclic_plan_leaves(const struct cyclic_plan *plan, uint32_t k);

/*
 * The groups of a plan, for one processor more than it has nodes; or, without
 * the pure receiver, on whom nobody depends, for as many processors as it has
 * nodes.  O(nodes), plus at worst the square of the group size for each run.
 */
void cyclic_groups_init(struct periodic_groups *groups,
	const struct cyclic_plan *plan, int without_pure);

/*
 * The star: one group of all nodes, in which all other nodes are children of
 * the root.  One slot in each round of `nodes' slots is idle, so nobody is a
 * pure receiver.  q = 1.
 * nodes >= 1, p < 2^62.   O(nodes).
 */
void cyclic_star_init(
	struct periodic_groups *groups, uint64_t p, uint32_t nodes);

/* The lag D of a star, and its last offset, found without its groups. */
int64_t cyclic_star_lag(uint64_t p, uint32_t nodes);
uint64_t cyclic_star_last(uint64_t p, uint32_t nodes);

/* The first tick by which a star has enough slots for m < 2^31 messages to
 * reach everybody. */
int64_t cyclic_star_least_last(uint64_t p, uint32_t nodes, uint64_t m);

#endif
