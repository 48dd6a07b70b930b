/*
 * Collective operations on nodes: phases, one after the other, each a list of
 * rounds, or a tree, of every node at the same time ("inside") or of every
 * place of the nodes at the same time ("outside").
 *   Processor v p + x is place x of node v; N nodes of p places.  An all-gather
 * in the order out-in: the N processors of each place gather their blocks
 * outside; then the p of each node gather inside what they have by then, N
 * blocks each.  So a phase is a collective operation of one level, of p or of N
 * processors, at the figures of its level, whose best list model/symmetric and
 * model/scatter know; a phase starts when the one before has ended and left
 * the ports, so that their times add, but on a machine whose g is above L + 2o.
 *
 * Words.  group: the processors that take part in a phase together, one node or
 * one place.  member: the number of one of them in its group.
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
 * The algorithms, by options' name: by the order of their phases.  in-out-in:
 * an all-reduce as reduce-scatter inside, all-reduce outside, all-gather
 * inside; of it in-out is a whole all-reduce in each phase.  separate: each
 * block by a message of its own to whom it is for.  hybrid: in-out-in where
 * there are no nodes: its groups inside are of n / 2^q processors, whichever q
 * is best, and outside whole shares are exchanged by doubling.
 * recursive-doubling, rabenseifner: all-reduces of n = 2^q + r processors, 0 <
 * r < 2^q, as in fold.c: inside are the first r pairs, outside those 2^q that
 * go on when each pair has but one.
 */

/* Which blocks a member's share in a phase stands for: its own block, or those
 * of its place, or node, in all groups. */
enum levels_share { SHARE_ONE, SHARE_ALL };

struct levels_step {
	int is_inside;
	enum operation operation; /* of a group */
	enum levels_share share;
	int is_root; /* of the group of processor 0 alone */
	/* The last member is the first; not of the last node, whose sum nobody
	 * needs. */
	int is_mirrored;
	int is_apart; /* every message goes to another node and place */
	int is_fold;  /* of fold.c: a share is one of the group's, of n blocks
		       * dealt to its members, or all of them */
};

enum { LEVELS_STEPS = 4 };

/* A step with its group's problem. */
struct levels_phase {
	const struct levels_step *step;
	int is_second;		  /* there was one before it */
	struct problem problem;	  /* of one group */
	struct block_cost blocks; /* on a machine */
	struct algorithm_options options;
	int is_quick;		 /* few lists are tried: doubling outside */
	mpq_t unit, start, time; /* unit: of the group's times */
};

struct levels_plan {
	const struct problem *problem;	 /* of all */
	const struct nodes *nodes_given; /* NULL: there are none, of hybrid */
	enum operation operation;
	uint64_t p, nodes; /* 0 if they are no words */
	/* Of a fold: n, how many pairs, and which of each goes on outside. */
	uint64_t n, pairs, staying;
	struct levels_phase phase[LEVELS_STEPS];
	size_t phases;
	mpq_t time;
};

/* -- plan.c, phases.c */

/*
 * The phases of options' name for their operation, with the best list of each;
 * problem and options, whose nodes say what a message inside takes, must
 * outlive it.
 * Errors: STATUS_USAGE if n is no multiple of the nodes' size, or of hybrid odd
 * or 2; those of the lists.
 */
enum status levels_plan_find(struct levels_plan *plan,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
void levels_plan_clear(struct levels_plan *plan);

/* The same on those nodes, which are looked at by then only; if the problem has
 * none, by few lists.  Errors: those of the lists. */
enum status levels_plan_on(struct levels_plan *plan,
	const struct problem *problem, const struct nodes *nodes,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* A phase of the step, with no processors and no time yet. */
void levels_phase_init(struct levels_phase *phase,
	const struct levels_step *step, const struct problem *problem);

/* Sets when phase i begins: at plan's time, when the one before has ended, or
 * when that has left the ports of a machine. */
void levels_phase_begin(struct levels_plan *plan, size_t i);

/* fold.c: the plan of recursive-doubling or rabenseifner, n no power of two.
 * Errors: those of the lists. */
enum status levels_fold(struct levels_plan *plan, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* The first block of a share, of so many. */
uint64_t levels_share(
	const struct levels_plan *plan, uint64_t share, uint64_t shares);

/* Opens the schedule, or the part, of one group. */
enum status levels_phase_open(struct schedule **schedule,
	const struct levels_phase *phase, struct err *err) WARN_UNUSED;
enum status levels_phase_part(struct part **part,
	const struct levels_phase *phase, const mpz_t member,
	const struct part_span *span, struct err *err) WARN_UNUSED;

/* -- carried.c */

/* The groups that take part, from number 0 on. */
uint64_t levels_groups(
	const struct levels_plan *plan, const struct levels_phase *phase);

/* The processor of that number in the group; mirrored, the number counts from
 * its last one. */
uint64_t levels_processor(const struct levels_plan *plan,
	const struct levels_phase *phase, uint64_t group, uint64_t member);

/* row = what a group's row is among all processors, the group being that of
 * its sender, or if it is apart, the sender itself; what it carries is appended
 * to parts unless it is a single run. */
void levels_row(struct transmission *row, struct schedule_parts *parts,
	const struct levels_plan *plan, const struct levels_phase *phase,
	uint64_t group, const struct transmission *of);

/* -- for the table of algorithms; as in model/symmetric */

problem_time levels_time;

/* schedule.c.  Errors: STATUS_LIMIT if n or a time, in ticks, reaches 2^63, or
 * rows take more than max_bits of memory. */
problem_open levels_open;
problem_rows levels_rows;

/* part.c.  Errors: STATUS_LIMIT if n reaches 2^63. */
problem_part levels_part;

#endif
