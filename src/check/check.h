/*
 * Is a schedule valid?  Decided from the definition of its model alone, row by
 * row; nothing here is shared with what builds schedules.
 *
 * postal: a send started at t takes its sender until t + 1 and its receiver
 * from t + latency - 1 to t + latency.  No two sends, and no two receives, of a
 * processor overlap; intervals may touch.  A sender holds the message in full
 * when it starts, and is not its receiver.  In the end every processor holds
 * every message.
 *   logp: the same with whole starts, but that messages may wait at their
 * receiver; see check/logp.c.
 *   telephone, telegraph, sendrecv: sends take a round, and a message sent in
 * one may be sent on from the next.  In a round a processor does at most one
 * send and one receive; in telephone both are with the same processor, in
 * telegraph there is one of them only.  In the end every processor holds every
 * message.
 * locality: an access of a processor to a cell, inside a group of k processors
 * that has both, costs l(k) and takes both; see check/locality.c.
 * machine: a message takes processors and ports as a LogGP machine says; see
 * check/machine.c.
 *   Where rows state one end only, each send has its receive.  What reductions,
 * censuses and operations by block ask for besides, and what these take of
 * memory: checker.h.
 *   A processor may get a message twice: the definition asks only that receives
 * do not overlap.
 */
#ifndef FIBCAST_CHECK_CHECK_H
#define FIBCAST_CHECK_CHECK_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "core/tree.h"
#include "core/schedule.h"
#include "number/cost.h"

enum { CHECK_LISTED = 10 };

/* What is wrong, in words, and in which line; 0 if in none. */
struct check_violation {
	uint64_t line;
	const char *rule; /* that is broken, in a word for programs */
	struct err reason;
};

struct check {
	uint64_t transmissions;
	/* Of a valid broadcast, those whose receiver had the message or was
	 * sent it by an earlier row; not counted in locality. */
	uint64_t redundant;
	uint64_t blocks;       /* that they carry, of those operations */
	uint64_t finish, unit; /* the real finish, finish/unit */
	const char *time_unit; /* of all times, "us", where it is known */
	uint64_t violations;   /* all of them; 0: the schedule is valid */
	size_t listed;	       /* the first of them, in order */
	struct check_violation violation[CHECK_LISTED];
};

/*
 * Pulls the schedule to its end and judges it.  A row that is wrong is carried
 * out all the same, so that one mistake is not reported as many.  Errors: those
 * of pulling; STATUS_INPUT for a model without a checker here; STATUS_LIMIT if
 * more than max_bytes of memory were needed, found before any is taken: 4·(m +
 * 3) bytes a processor for m messages; 8·(m + 2k + lanes) with k ports or in
 * nodes; 12·m + 104 in logp; in rounds, a bit a message and 40 bytes.  Of a
 * reduction 12 bytes a message instead; beside that, as much for rows of one
 * time that state one end, and as much for the partial results of a census, 24
 * bytes each.  By block: see checker.h.  On a machine 8 bytes a message, 16 if
 * messages take no time, and 320 a row. O(1) a row, and 8 bytes a different
 * time.   Bar-Noy & Kipnis 1994, Definitions 1, 2.
 */
typedef enum status check_judge(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
check_judge check_schedule;

/*
 * A postal or logp schedule of latency L = a/b with latencies that vary from 1
 * to L, in steps of 1/b.
 *
 * Each processor does its sends in the order of the schedule, each as soon as,
 * but not before its own time, it has what it needs and is not sending: the
 * message or, in what is no broadcast, all that it has received for it by then
 * in the schedule.  A message sent at time s arrives at s + x, 1 <= x <= L.  A
 * processor receives one message in the time of a send, of those that have
 * arrived the one that arrived first; of those a terminal one, whose receiver
 * never sends it on, goes first, then the one that stands first in the
 * schedule.  What is received at a time may be sent on at it.  Subramonian &
 * Venkatasubramanian 1993, Sections 2, 7, for whole L; that terminal messages
 * go first is the worst order known.
 */

/*
 * A schedule of the model machine is carried out as core/schedule.h says, no
 * send before its time, each message with an L of its own: less than the
 * machine's by 0, 1/b, 2/b ... of the time u of a send, where a message takes
 * (a/b) u, so that it takes no less than u, and L is not below 0.
 *
 * How latencies are chosen.  u is output trial·rows + i of random_u64 for the
 * i-th row of the schedule, both counted from 0.
 */
enum latencies {
	LATENCIES_FIXED,   /* L */
	LATENCIES_RANDOM,  /* 1 + (u mod (a - b + 1))/b */
	LATENCIES_EXTREME, /* 1 if u is odd, else L */
	/* The same for terminal messages; L for the others. */
	LATENCIES_TERMINAL_RANDOM,
	LATENCIES_TERMINAL_EXTREME,
	/* A terminal message arrives with the next one that its receiver should
	 * get from the schedule and send on, if it can; all others take L. */
	LATENCIES_GREEDY,
	/* A terminal message takes 1 if the block of 3L steps in which it is
	 * sent, which begin trial steps early, is odd; all others take L. */
	LATENCIES_PERIODIC,
	LATENCIES,
	/* The (u mod count)-th of those that replay_sample was given. */
	LATENCIES_SAMPLE
};

struct replay;

/*
 * Reads the schedule to its end; it is not needed afterwards, unless it is of
 * the model machine.
 * Errors: those of pulling; STATUS_INPUT if it cannot be replayed: it is of
 * another model, or is not valid; STATUS_LIMIT if more than max_bytes of memory
 * were needed, or times are past 2^62.
 */
enum status replay_open(struct replay **replay, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
void replay_close(struct replay *replay);

/*
 * Gives it the latencies of LATENCIES_SAMPLE, in units of time, each as often
 * as it is to be drawn; of a machine those of L. Errors: STATUS_USAGE, naming
 * the first that is not between the least and the schedule's own, or no
 * multiple of the header's tick.
 */
enum status replay_sample(struct replay *replay, mpq_t *latency, size_t count,
	struct err *err) WARN_UNUSED;

/* When the last message is received, elapsed, in ticks of the unit that the
 * schedule's header then has.  O(rows log rows). */
uint64_t replay_finish(const struct replay *replay, enum latencies latencies,
	uint64_t seed, uint64_t trial);

/* No latencies make the last message be received later than this, elapsed;
 * UINT64_MAX: past 2^62, or of the model machine.  O(rows log rows). */
uint64_t replay_latest(const struct replay *replay);

/*
 * Judging and measuring the labelled trees of core/tree.h.
 */

/*
 * Finds the children of every node, and judges whether the tree is legal;
 * violations are in check, with their lines.   O(n log n).
 */
void label_tree_check(struct label_tree *tree, struct check *check);

/* size: different processors; cost: of the dearest path from root to leaf;
 * height: the edges of the longest one. */
struct label_measure {
	uint64_t size, height, leaves;
	struct value cost;
};

/*
 * Measures a legal tree; measure->cost is initialised by the caller.
 * Errors: those of cost_value.   O(n log n).
 */
enum status label_tree_measure(struct label_measure *measure,
	const struct label_tree *tree, const struct cost *latency,
	const struct value_precision *precision, struct err *err) WARN_UNUSED;

/* cost[i] = what the path from the root to node i of a legal tree costs;
 * initialised by the caller.  Errors and cost: the same. */
enum status label_tree_costs(struct value *cost, const struct label_tree *tree,
	const struct cost *latency, const struct value_precision *precision,
	struct err *err) WARN_UNUSED;

#endif
