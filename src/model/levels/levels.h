/*
 * Collective operations on nodes, in phases that follow each other: in each
 * phase either all nodes work by themselves ("inside"), or all places do
 * ("outside"), by a list of rounds or a tree.
 *   Processor v p + x is place x of node v; there are N nodes of p places.  An
 * all-gather in the order out-in: first the N processors of each place gather
 * their blocks outside; then the p processors of each node gather inside what
 * they have by then, N blocks each.  So a phase is a collective operation among
 * p or N processors at the costs of its level, whose best list model/symmetric
 * and model/scatter know.  A phase starts when the one before has ended and its
 * messages have left the ports; so the phases' times add up, except on a
 * machine whose g is above L + 2o.
 *
 * Words.  group: the processors that take part in a phase together, one node or
 * one place.  member: the number of a processor in its group.
 */
#ifndef FIBCAST_MODEL_LEVELS_LEVELS_H
#define FIBCAST_MODEL_LEVELS_LEVELS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/*
 * The algorithms, by options' name.  in-out, out-in, in-out-in, out-in-out: the
 * order of the phases.  In the order in-out-in an all-reduce is a
 * reduce-scatter inside, an all-reduce outside and an all-gather inside; in the
 * order in-out it is a whole all-reduce in each phase.  census: an all-reduce
 * by a census inside and one outside, both of whole vectors.  separate: each
 * block goes in a message of its own to whoever needs it.  hybrid: in-out-in
 * without nodes: the groups inside have n / 2^q processors, with the best q,
 * and outside whole shares are exchanged by doubling.  recursive-doubling,
 * rabenseifner: all-reduces of n = 2^q + r processors, 0 < r < 2^q, as in
 * fold.c: inside are the first r pairs, outside the 2^q processors that
 * continue, one of each pair and all others.
 */

/* Which blocks a member's share in a phase stands for: its own block, or the
 * blocks of its place or node in all groups. */
enum levels_share { SHARE_ONE, SHARE_ALL };

struct levels_step {
	int is_inside;
	enum operation operation; /* of a group */
	enum levels_share share;
	int is_root; /* only the group of processor 0 takes part */
	/* Members are numbered from the last place on.  The last node does not
	 * take part, as nobody needs its sum. */
	int is_mirrored;
	int is_apart; /* every message goes to another node and place */
	int is_fold;  /* of fold.c: shares are dealt from n blocks, or are all
			 blocks */
};

enum { LEVELS_STEPS = 4 };

/* A step, with the problem of its groups. */
struct levels_phase {
	const struct levels_step *step;
	int is_second;		  /* not the first phase */
	struct problem problem;	  /* of one group */
	struct block_cost blocks; /* on a machine */
	struct algorithm_options options;
	int is_quick;		 /* few lists are tried */
	mpq_t unit, start, time; /* unit: of the group's times */
};

struct levels_plan {
	const struct problem *problem;	 /* of all processors */
	const struct nodes *nodes_given; /* NULL: there are none */
	/* What is carried out: for an all-reduce by census a census, whose
	 * operands, whole vectors, have the cost `whole`. */
	enum operation operation;
	struct block_cost whole;
	uint64_t p, nodes; /* 0 if they do not fit words */
	/* Of a fold: n, the number of pairs, and which member of each pair
	 * continues outside. */
	uint64_t n, pairs, staying;
	struct levels_phase phase[LEVELS_STEPS];
	size_t phases;
	mpq_t time;
};

/* -- plan.c, phases.c */

/*
 * Finds the phases of options' name for their operation, with the best list of
 * each.  The problem, whose nodes say what a message inside costs, and options
 * must outlive the plan.
 * Errors: STATUS_USAGE if n is no multiple of the nodes' size or, for hybrid,
 * is odd or 2; those of the lists.
 */
enum status levels_plan_find(struct levels_plan *plan,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
void levels_plan_clear(struct levels_plan *plan);

/* The same on the nodes given, which need not outlive the call; if the problem
 * itself has no nodes, with few lists.  Errors: those of the lists. */
enum status levels_plan_on(struct levels_plan *plan,
	const struct problem *problem, const struct nodes *nodes,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* Initialises a phase of the step, with neither processors nor time. */
void levels_phase_init(struct levels_phase *phase,
	const struct levels_step *step, const struct problem *problem);

/* Sets when phase i begins: at plan's time, when the phase before has ended, or
 * on a machine when its messages have left the ports. */
void levels_phase_begin(struct levels_plan *plan, size_t i);

/* fold.c: the plan of recursive-doubling or rabenseifner if n is no power of
 * two.  Errors: those of the lists. */
enum status levels_fold(struct levels_plan *plan, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* The first block of a share, if n blocks are dealt to so many shares. */
uint64_t levels_share(
	const struct levels_plan *plan, uint64_t share, uint64_t shares);

/* Open the schedule, or a member's part, in one group. */
enum status levels_phase_open(struct schedule **schedule,
	const struct levels_phase *phase, struct err *err) WARN_UNUSED;
enum status levels_phase_part(struct part **part,
	const struct levels_phase *phase, const mpz_t member,
	const struct part_span *span, struct err *err) WARN_UNUSED;

/* -- carried.c */

/* The number of groups that take part, which are those from number 0 on. */
uint64_t levels_groups(
	const struct levels_plan *plan, const struct levels_phase *phase);

/* The processor that is that member of the group. */
uint64_t levels_processor(const struct levels_plan *plan,
	const struct levels_phase *phase, uint64_t group, uint64_t member);

/* Sets row to a group's row among all processors; `of` has members for ends,
 * and group is the group's number or, if the phase is apart, the sender.  What
 * the row carries is appended to parts unless it is a single run. */
void levels_row(struct transmission *row, struct schedule_parts *parts,
	const struct levels_plan *plan, const struct levels_phase *phase,
	uint64_t group, const struct transmission *of);

/* -- for the table of algorithms; as in model/symmetric */

problem_time levels_time;

/* schedule.c.  Errors: STATUS_LIMIT if n or a time in ticks reaches 2^63, or
 * the rows take more than max_bits of memory. */
problem_open levels_open;

/* part.c.  Errors: STATUS_LIMIT if n reaches 2^63. */
problem_part levels_part;

#endif
