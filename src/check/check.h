/*
 * Whether a schedule is valid, judged row by row by the definition of its model
 * alone: this code has nothing in common with the code that builds schedules.
 *
 * postal: a send that starts at t keeps its sender busy until t + 1 and its
 * receiver from t + latency - 1 to t + latency.  No two sends of a processor
 * overlap, nor do two of its receives; intervals may touch.  A sender has
 * received the whole message when the send starts, and does not send to itself.
 * In the end every processor has every message.  With several ports or with
 * nodes: see check/levels.c.
 *   logp: as postal, but sends start at whole times, and messages may wait at
 * their receiver; see check/logp.c.
 *   telephone, telegraph, sendrecv: a send takes one round, and its message may
 * be sent on from the next round.  In a round a processor makes at most one
 * send and one receive: in sendrecv with any two processors, in telephone both
 * with the same one, in telegraph only one of the two.  In the end every
 * processor has every message.
 *   locality: an access by a processor to a cell, within a group of k
 * processors that contains both, costs l(k) and keeps both busy; see
 * check/locality.c.
 *   machine: a message keeps processors and ports busy as on a LogGP machine;
 * see check/machine.c.
 *   Where rows state only one end of a transmission, each send needs its
 * receive and each receive its send.  A processor may get a message twice: the
 * definitions only forbid receives to overlap.  The rules of all operations but
 * broadcast, and the memory that these take, are in checker.h.
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

/* How many violations are described; more are only counted. */
enum { CHECK_LISTED = 10 };

struct check_violation {
	uint64_t line;	   /* of the file; 0: no line in particular */
	const char *rule;  /* a word for programs, "held" */
	struct err reason; /* a sentence for people */
};

struct check {
	uint64_t transmissions;
	/* In a valid broadcast, the rows whose receiver had the message or had
	 * been sent it by an earlier row; not counted in locality. */
	uint64_t redundant;
	uint64_t blocks;       /* carried by all rows, in operations by block */
	uint64_t finish, unit; /* the real finish is finish/unit */
	const char *time_unit; /* of all times, "us"; NULL: not known */
	uint64_t violations;   /* how many; 0: the schedule is valid */
	size_t listed;	       /* of these, the first ones are described */
	struct check_violation violation[CHECK_LISTED];
};

/*
 * Pulls the schedule to its end and judges it.  A row that breaks a rule is
 * carried out all the same, if it can be, so that one mistake is not reported
 * as many.
 * Errors: those of pulling; STATUS_INPUT for a sum of another model than
 * machine, and for a wrong header in locality; STATUS_LIMIT if more than
 * max_bytes of memory are needed, which is found before any is taken, but for
 * what grows with the rows.
 *   Memory, in bytes a processor, for m messages: postal 4·(m + 3), and 8 for
 * each different time; with k ports or nodes 8·(m + 2k + lanes); logp 12·m +
 * 104; rounds a bit a message and 40; machine 8·m, or 16·m if messages take no
 * time, and 320 a row.  In a reduction a message takes 12 bytes instead; other
 * operations: see checker.h.  Where rows state one end only, those of one time
 * may take max_bytes of their own.
 *   O(1) or O(log rows) a row.  Bar-Noy & Kipnis 1994, Definitions 1, 2.
 */
typedef enum status check_judge(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
check_judge check_schedule;

/*
 * Replay: a postal or logp schedule of latency L = a/b, carried out with a
 * latency of each message's own, from 1 to L in steps of 1/b.
 *
 * Each processor makes its sends in the order of the schedule: each as soon as
 * its time has come, the send before it is over, and the processor has what it
 * needs.  In a broadcast it needs the message, in other operations everything
 * that the schedule has it receive of the message by that time.  A message sent
 * at time s arrives at s + x, 1 <= x <= L.  A processor starts one receive in
 * the time of a send, and takes the message that arrived first; of several that
 * arrived together, first a terminal one (its receiver never sends it on), then
 * the one that stands first in the schedule.  A message received at some time
 * may be sent on at that time.  Subramonian & Venkatasubramanian 1993, Sections
 * 2, 7, for whole L; terminal messages first is the worst order known.
 *
 * A schedule of the model machine is carried out as core/schedule.h says, no
 * send before its time.  Each message has an L of its own: less than the
 * machine's by 0, 1/b, 2/b ... of a send's time u, where a message takes (a/b)
 * u in all, down to where it takes u or L is 0.
 */

/*
 * How the latency of each message is chosen.  For row i of the schedule, u is
 * output trial·rows + i of random_u64, both counted from 0.
 */
enum latencies {
	LATENCIES_FIXED,   /* L */
	LATENCIES_RANDOM,  /* 1 + (u mod (a - b + 1))/b */
	LATENCIES_EXTREME, /* 1 if u is odd, else L */
	/* The same for terminal messages; L for the others. */
	LATENCIES_TERMINAL_RANDOM,
	LATENCIES_TERMINAL_EXTREME,
	/* A terminal message arrives, if it can, together with the next message
	 * that its receiver gets in the schedule and sends on; all others
	 * take L. */
	LATENCIES_GREEDY,
	/* Time is cut into blocks of 3L, the first of which begins `trial`
	 * sends before 0: a terminal message takes 1 if it is sent in a block
	 * of odd number; all others take L. */
	LATENCIES_PERIODIC,
	LATENCIES,
	/* The (u mod count)-th of the latencies given to replay_sample. */
	LATENCIES_SAMPLE
};

struct replay;

/*
 * Reads the schedule to its end and prepares to replay it; only a schedule of
 * the model machine must then stay open as long as the replay.
 * Errors: those of pulling; STATUS_INPUT if the schedule is of a model that
 * cannot be replayed, or is not valid; STATUS_LIMIT if more than max_bytes of
 * memory are needed, or times exceed 2^62.
 */
enum status replay_open(struct replay **replay, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
void replay_close(struct replay *replay);

/*
 * Sets the latencies that LATENCIES_SAMPLE draws from, in units of time; a
 * latency may be given several times.  On a machine they are values of L.
 * Errors: STATUS_USAGE, naming the first one that is not from the least latency
 * to the schedule's own, or is no whole number of ticks.
 */
enum status replay_sample(struct replay *replay, mpq_t *latency, size_t count,
	struct err *err) WARN_UNUSED;

/* When the last message is received, in ticks of the unit that the schedule's
 * header had at its end.  O(rows log rows). */
uint64_t replay_finish(const struct replay *replay, enum latencies latencies,
	uint64_t seed, uint64_t trial);

/* An upper bound on replay_finish over all latencies, in the same ticks;
 * UINT64_MAX: above 2^62, or of the model machine.  O(rows log rows). */
uint64_t replay_latest(const struct replay *replay);

/*
 * Judging and measuring the labelled trees of core/tree.h.
 */

/*
 * Finds the children of every node and whether the tree is legal; check lists
 * the violations, with their lines.   O(n log n).
 */
void label_tree_check(struct label_tree *tree, struct check *check);

/* size: the number of different processors; height: the edges of the longest
 * path from the root to a leaf; cost: the cost of the dearest such path. */
struct label_measure {
	uint64_t size, height, leaves;
	struct value cost;
};

/*
 * Measures a legal tree; the caller has initialised measure->cost.
 * Errors: those of cost_value.   O(n log n).
 */
enum status label_tree_measure(struct label_measure *measure,
	const struct label_tree *tree, const struct cost *latency,
	const struct value_precision *precision, struct err *err) WARN_UNUSED;

/* cost[i] = the cost of the path from the root to node i of a legal tree; the
 * caller has initialised each.  Errors: those of cost_value.   O(n). */
enum status label_tree_costs(struct value *cost, const struct label_tree *tree,
	const struct cost *latency, const struct value_precision *precision,
	struct err *err) WARN_UNUSED;

#endif
