/*
 * Many messages to n processors at any latency: block-cyclic, in time m + c.
 *
 * Every message goes down the same tree of n - 1 nodes, one unit after the
 * message before it.  A node with G children is served by a group of G
 * processors that take turns, so that everybody receives and sends one message
 * in every unit.  The last few messages, the tail, do not follow the tree: they
 * use the same slots in a better order.
 *
 * The latency is rounded up to p/q, where q from 1 to 12 is whichever does
 * best: a schedule for a longer latency is also one for the latency itself,
 * with every message arriving earlier by the same amount.  So latencies with
 * large denominators are no harder than others, and lose less than 1/12 of a
 * unit on each hop of a message.  Alternatively, q is chosen so that the
 * latency is rounded up least, and for each k below q one hop in k waits until
 * k hops take whole units: see plan.h.
 *
 * Deterministic: the same schedule on every machine.
 *
 * Glossary; model/periodic/periodic.h has more.
 *   o: a node's offset in whole units, within its class.  X: the last o of a
 * class.
 *   lag: by its unit u a processor has got u + 1 - lag items.  The lag of a
 * plan, D, is the largest lag of a processor, in ticks.
 *   height of a node: X - o.  kind: height + 1.
 *   run: inner nodes that are alike, and their groups.
 *   balls of a group: X less its lag, as in a juggling pattern.
 *   moved nodes: from X - 1 to X.  Nodes put off: from X to X + 1.
 *   few nodes: at most 64.
 *   late sends: after the tick at which the tail should end.
 *   delay of a schedule: its last send starts at m + delay.
 */
#ifndef FIBCAST_MODEL_CYCLIC_CYCLIC_H
#define FIBCAST_MODEL_CYCLIC_CYCLIC_H

#include <stdint.h>

#include "base/err.h"
#include "core/part.h"
#include "core/schedule.h"
#include "core/problem.h"

/*
 * All that an algorithm's delay, which is its time less m and the latency,
 * depends on among problems of the same n: words, where word[i] makes a
 * difference only to a search whose reach is least[i] or more.
 */
enum { ALGORITHM_KEY = 28 };

struct algorithm_key {
	uint64_t word[ALGORITHM_KEY];
	int64_t least[ALGORITHM_KEY];
};

/*
 * Opens the schedule.  The memory depends on n alone, not on the number of
 * messages; rows are made as they are pulled, O(1) each.  options->work limits
 * how many tails are tried (build.h).
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
 * An upper bound on the time, found without building: the time if all messages
 * went by the groups, without a tail.   Errors: those of cyclic_time.
 */
problem_bound cyclic_most_time;

/*
 * A lower bound on the time, found without building: until then the slots of
 * even the fastest-growing trees, at any of the latencies that are tried, are
 * too few.
 * Errors: those of cyclic_time.
 */
problem_bound cyclic_least_time;

/* Sets the zeroed key to all that the delay depends on; returns 0 if no
 * schedule can be built. */
int cyclic_key(struct algorithm_key *key, const struct problem *problem);

/*
 * Opens one processor's part of the schedule, for m of any size.  The whole
 * schedule is built first; then any span of time is entered at once, wherever
 * it is.
 * Errors: those of cyclic_time.
 */
problem_part cyclic_part;

#endif
