/*
 * A schedule's plan, by counts only: the tree, in which nodes have children up
 * to when, and which leaves go to which groups; then the groups themselves.
 *
 * -- The tree by which a message spreads, as numbers of nodes.
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

/*
 * -- Runs.  Inner nodes that are alike, and what their groups get: runs of
 * equal groups of one class.
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

/*
 * -- Parents.  Which nodes of a class have a child at the last tick that its
 * children use: the one choice left open by the growth of the tree.
 *
 * Let t' be that tick and Y such that the nodes with o < Y can have a child at
 * t'; that child would be number w = Y - 1 - o.  E = X - Y.  A node with the
 * child has w + 1 children, a node without it w; the height of both is E + w +
 * 1, so a node without any child is a leaf of height E + 1.  So leaves have
 * heights from 0 to E + 1; or -1, if put off from X to X + 1.  The classes' E
 * add up to p - q.
 */

/* The last layers of one class and of that of its children. */
struct cyclic_ends {
	const struct cyclic_class *class;
	int has_slack;		/* it is the class of the pure receiver */
	uint64_t could;		/* Y */
	int64_t excess;		/* E */
	uint64_t last;		/* nodes at X */
	uint64_t children;	/* of all its nodes */
	uint64_t last_children; /* those at t' and after it */
	uint64_t off_children;	/* those of last_children put off by a unit */
	uint64_t moved; /* children moved from the layer before t' to t' */
	/* For E > 1: fewer small groups; and how many nodes at X to put off. */
	int is_sparse;
	uint64_t put_off;
};

/* The height of the pure receiver's leaf, if E is at most 1. */
enum { CYCLIC_PURE_HEIGHT = 1 };

enum cyclic_choice_status {
	CYCLIC_CHOSEN,
	CYCLIC_MOVE,	     /* none found; more nodes at X could help */
	CYCLIC_MOVE_CHILDREN /* more children at their last o could help */
};

/*
 * Adds runs of the inner nodes, and the balls of their groups if E is at most
 * 1, which determines them: there all leaves of a group but one or two are
 * alike.  runs, none so far, is of E + 3 kinds; one more if is_sparse.
 * *put_off: how many nodes to put off from X to X + 1.
 */
enum cyclic_choice_status cyclic_parents(struct cyclic_runs *runs,
	uint64_t *put_off, const struct cyclic_ends *ends);

/*
 * -- Leaves.  Which leaves go to which groups, by counts only: how many of each
 * kind a group of each run takes.
 */

/* The leaves of one class. */
struct cyclic_hand {
	uint64_t last;	/* X */
	uint64_t *leaf; /* how many of each kind; the kind is X - o + 1 */
	size_t kinds;
	int has_slack; /* one of them is the pure receiver's: */
	uint64_t pure; /* its kind, at least; set by dealing */
	int by_way;    /* only by swapping, by way of other groups if need be */
	int64_t *work; /* steps left for dealing, which fails at 0; a count of
			* steps, not time, so that the result is the same on
			* every machine */
};

/* The height of the nodes of a run. */
int64_t cyclic_height(
	const struct cyclic_hand *hand, const struct cyclic_run *run);

/*
 * Finds the kind of the pure receiver's leaf, and balls for the runs whose
 * balls are free: at least b0, the mean over all members rounded down, less
 * extra; and b0 + 1 for the same share of groups of every size.  Splits runs.
 * Returns 0 if the sums do not come out.
 */
int cyclic_balls(
	struct cyclic_runs *runs, struct cyclic_hand *hand, uint64_t extra);

/*
 * Finds the leaves of each run, once all balls are known.  Splits runs.
 * Returns 0 if none are found.   O(runs kinds^2) a pass, a few passes.
 */
int cyclic_deal(struct cyclic_runs *runs, const struct cyclic_hand *hand);

/* The same in another way, for few groups.  O(leaves log groups + groups
 * kinds), as a rule. */
int cyclic_deal_swapping(
	struct cyclic_runs *runs, const struct cyclic_hand *hand);

/*
 * -- The plan.  The whole tree and its groups, by counts: a few thousand
 * numbers even for n in the millions.  Deterministic.
 */

/*
 * The runs of a class hold its inner nodes; its other nodes are leaves.  The
 * kind of a leaf is last - o + 1, where last is the class's before any node was
 * put off to last + 1.
 */
struct cyclic_plan {
	struct cyclic_classes classes;
	struct cyclic_runs runs[PERIODIC_CLASSES];
	uint64_t pure; /* the kind of the pure receiver's leaf */
	/* D and the pure receiver's D, in ticks: every processor in a group
	 * gets message i by i + (D + p)/q, if the groups go on for ever. */
	int64_t lag, pure_lag;
	uint64_t last; /* T: the last offset, in ticks */
	/* The leaves were dealt by way of other groups, the last resort: trying
	 * this plan does not count against the limit of work, so that it never
	 * takes the place of another. */
	int is_extra;
};

/*
 * Returns 0 if none was found, which happens for few nodes, for a class that is
 * full before its children's can be, and when work runs out: work
 * counts steps of dealing, some 10^8 a second. p >= q >= 1, coprime; nodes
 * >= 3.   Microseconds to milliseconds, as a rule.
 */
int cyclic_plan_init(struct cyclic_plan *plan, const struct cyclic_cycle *cycle,
	uint64_t nodes, int64_t *work);

/* The most nodes of plans by trial, which are too few for the usual method. */
enum { CYCLIC_FEW = 64 };

/*
 * Searches trees that grow as the natural one does with a few sends left out at
 * random, and all ways to deal their leaves, for a plan whose lag is at most
 * lag, in ticks; its lags and last are not set.
 * natural: of at most CYCLIC_FEW nodes.   work: steps left.
 * Returns 0, with nothing to clear, if none is found.
 */
int cyclic_few_init(struct cyclic_plan *plan,
	const struct cyclic_classes *natural, int64_t lag, int64_t *work);

/* What no plan can beat: its lag, and the tick before which it, or any tail in
 * its slots, cannot have begun to send all messages to all. */
struct cyclic_plan_bound {
	int64_t lag, last;
};

/* m < 2^31 messages; without_pure: the pure receiver need not get them. Returns
 * 0 if there is no plan at all.  O(p log nodes). */
int cyclic_plan_bound(struct cyclic_plan_bound *bound,
	const struct cyclic_cycle *cycle, uint64_t nodes, uint64_t m,
	int without_pure);

void cyclic_plan_clear(struct cyclic_plan *plan);

/* The number of leaves of each kind in a class; for mem_free. */
uint64_t *cyclic_plan_leaves(const struct cyclic_plan *plan, uint32_t k);

/*
 * The groups of a plan, for one more processor than it has nodes; or, without
 * the pure receiver, on whom nobody depends, for as many as it has nodes.
 * O(nodes), plus at worst the square of the group size for each run.
 */
void cyclic_groups_init(struct periodic_groups *groups,
	const struct cyclic_plan *plan, int is_without_pure);

/*
 * One group of all nodes: all others are the root's children, and one slot in
 * each round of nodes is idle, so nobody is a pure receiver.  q = 1.
 * nodes >= 1, p < 2^62.   O(nodes).
 */
void cyclic_star_init(
	struct periodic_groups *groups, uint64_t p, uint32_t nodes);

/* The lag D of a star, and its last offset, found without its groups. */
int64_t cyclic_star_lag(uint64_t p, uint32_t nodes);
uint64_t cyclic_star_last(uint64_t p, uint32_t nodes);

/* The first tick by which its slots can have sent m < 2^31 messages to all. */
int64_t cyclic_star_least_last(uint64_t p, uint32_t nodes, uint64_t m);

#endif
