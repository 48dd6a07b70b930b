/*
 * Many messages to n processors at any latency: block-cyclic, in time m + c.
 *
 * Every message goes down the same tree of n - 1 nodes, a unit after the one
 * before it.  A node with G children stands for a group of G processors, which
 * take turns, so that everybody receives and sends one message in every unit.
 * The last few messages, the tail, do not follow the tree: they use the same
 * slots in a better order.
 *
 * The latency is rounded up to p/q with q from 1 to 12, whichever does best: a
 * schedule for a longer latency is one for the latency as well, everything
 * arriving earlier by the same amount.  So latencies with large denominators
 * are no harder than others, and lose less than 1/12 of a unit on each hop of a
 * message.  Or it is rounded up least, and what is missing to whole units is
 * waited on one hop in k, for each k below q: see classes.h.
 *
 * Deterministic: the same schedule on every machine.
 *
 * Words; model/periodic/periodic.h has more.  o: a node's offset in whole
 * units, within its class; X: the last o of a class.  lag: by its unit u a
 * processor has got u + 1 - lag items; that of a plan, D, is the most, in
 * ticks.  height of a node: X - o; kind: height + 1.  run: inner nodes that are
 * alike, and their groups.  balls of a group: X less its lag, as those of a
 * juggling pattern. moved, of nodes: from X - 1 to X; put off: from X to X + 1.
 * few, of nodes: at most 64.  late, of sends: after the tick at which the tail
 * should end.  delay of a schedule: its last send starts at m + delay.
 */
#ifndef FIBCAST_MODEL_CYCLIC_CYCLIC_H
#define FIBCAST_MODEL_CYCLIC_CYCLIC_H

#include <stdint.h>

#include "base/err.h"
#include "core/part.h"
#include "core/schedule.h"
#include "core/problem.h"

/*
 * What an algorithm's delay, the time less m and the latency, depends on for
 * problems of one n: words, each of which makes a difference only to a search
 * that reaches its least.
 */
enum { ALGORITHM_KEY = 28 };

struct algorithm_key {
	uint64_t word[ALGORITHM_KEY];
	int64_t least[ALGORITHM_KEY];
};

/*
 * Opens the schedule.  Memory depends on n alone, however many the messages;
 * rows are made as they are pulled, O(1) each.  With options' work, less than
 * usual is tried to end it soon (build.h).
 * Errors: STATUS_LIMIT if n, m or a time is too large for a schedule, or n
 * needs more memory than max_bits.
 * About a microsecond a processor.
 */
problem_open cyclic_open;

/*
 * The elapsed time of that schedule; m may be of any size.  From some m <= 65
 * on it is m + c, with the same c for all m.
 * Errors: as above, except those of m.
 */
problem_time cyclic_time;

/*
 * An upper bound on the time, found at once: the time if all messages went by
 * the groups, without a tail.   Errors: those of cyclic_time.
 */
problem_bound cyclic_most_time;

/*
 * A lower bound on the time, found at once: by then even the trees that grow
 * fastest, at each of its latencies, have sent enough.
 * Errors: those of cyclic_time.
 */
problem_bound cyclic_least_time;

/* Sets what the delay depends on, in a key that is zeroed; returns 0 if nothing
 * can be built. */
int cyclic_key(struct algorithm_key *key, const struct problem *problem);

/*
 * Opens one processor's part: its rows of the schedule, for m of any size.
 * Everything is built first; then any row is found at once, wherever it is.
 * Errors: those of cyclic_time.
 */
problem_part cyclic_part;

#endif
