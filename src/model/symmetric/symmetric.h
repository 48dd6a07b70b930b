/*
 * Symmetric operations: everybody does the same.  A list of rounds says what
 * processor r does, for every r: in a round it sends a message of so many
 * blocks to r + skip, or r - skip, mod n, once the first `after` rounds have
 * arrived.  All of a round arrive at the same time, so one processor's times
 * are those of all, whatever n is.
 *   n = 5, all-gather: rounds of skip 1, 2, 4 and 1, 2, 1 blocks, each after
 * all before it.  In the first one r has block r and sends it; in the second it
 * has r - 1 and r, and sends both.
 *
 *   list       rounds; those that are alike but for their skip are one run, so
 *              that a ring of n - 1 rounds is as short as any
 *   clock      when one round after the other can start
 *   bound      when what has begun can be over at the soonest
 *   timing     when all rounds of a list start
 *
 * A census, and a scan, are lists of messages with the sum of so many operands.
 * With blocks of bytes a message takes of the machine what struct
 * machine_message says, and rounds are as soon as they can be, in the order of
 * the list.  Without a machine a send takes 1 and a message lambda, whatever
 * their size.
 */
#ifndef FIBCAST_MODEL_SYMMETRIC_SYMMETRIC_H
#define FIBCAST_MODEL_SYMMETRIC_SYMMETRIC_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "fibonacci/fibonacci.h"

/* -- cost.c: what a message takes, in whole ticks */

/*
 * send: until its sender may send again; begin: from its start until it takes
 * its receiver's port, for receive; end: until it is there.  overhead, copy:
 * how long it takes its sender's processor, from its start on, and its
 * receiver's, from begin on; 0 where processors are not looked at.
 */
struct symmetric_message {
	mpz_t send, begin, receive, end, overhead, copy;
};

/* Messages that were asked for, by the number of their blocks. */
struct symmetric_slot;
/* What those between two sizes have in common. */
struct symmetric_piece;

/*
 * What of a machine is looked at.
 * ports: a message takes its sender's port for u from its start on, its
 * receiver's for u until its end, e.
 * machine: that, and the processors' time.
 * mirror: the same backwards, so that receives are sends; about, where messages
 * of different sizes follow each other.
 */
enum symmetric_view { SYMMETRIC_MACHINE, SYMMETRIC_PORTS, SYMMETRIC_MIRROR };

struct symmetric_cost {
	mpz_t unit; /* ticks in a unit of time */
	mpq_srcptr lambda;
	const struct block_cost *blocks;
	enum symmetric_view view;
	unsigned long ports; /* of a processor; 1 unless set, with no blocks */
	struct symmetric_slot **slot;
	struct symmetric_piece *piece;
};

/*
 * blocks: NULL for a send of 1 and an end of lambda, whatever the view.
 * lambda and blocks must outlive the cost.
 */
void symmetric_cost_init(struct symmetric_cost *cost, const mpq_t lambda,
	const struct block_cost *blocks, enum symmetric_view view);
void symmetric_cost_clear(struct symmetric_cost *cost);

/* That of a message of count >= 1 blocks; valid until the next call. */
const struct symmetric_message *symmetric_cost_of(
	struct symmetric_cost *cost, const mpz_t count);

/* -- clock.c: one round after the other */

/* A message under way: it holds its receiver's processor from begin until
 * release, and is there at end; held: the blocks that have come by then. */
struct symmetric_flight {
	mpz_t begin, release, end, held;
};

struct symmetric_clock {
	unsigned long ports; /* of a processor, all messages being alike; 1 */
	mpz_t sent;	     /* rounds placed */
	mpz_t send, receive; /* from when on the ports are free */
	mpz_t had, held; /* blocks that came, without those under way; all */
	struct symmetric_flight *flight;
	size_t at, count, capacity; /* under way: flight[at .. count - 1] */
	mpz_t scratch;
};

void symmetric_clock_init(struct symmetric_clock *clock);
void symmetric_clock_clear(struct symmetric_clock *clock);
/* copy, initialised, = clock. */
void symmetric_clock_copy(
	struct symmetric_clock *copy, const struct symmetric_clock *clock);
/* time = when the first `after` rounds have arrived, or 0 if they have by the
 * start of the last round placed. */
void symmetric_clock_arrival(
	mpz_t time, const struct symmetric_clock *clock, const mpz_t after);

/* How many of the messages under way are there at that time. */
size_t symmetric_clock_arrived(
	const struct symmetric_clock *clock, const mpz_t time);

/* start = the least time, not before start, at which the next message can be
 * sent: both ports free, and the processor where it counts. */
void symmetric_clock_find(mpz_t start, struct symmetric_clock *clock,
	const struct symmetric_message *message);

/* Places one of so many blocks there. */
void symmetric_clock_put(struct symmetric_clock *clock, const mpz_t start,
	const mpz_t blocks, const struct symmetric_message *message);

/* How many of the messages under way still take of their receivers'
 * processors at that time or later. */
size_t symmetric_clock_busy(
	const struct symmetric_clock *clock, const mpz_t time);

/* Goes on by that many rounds, each so much later than the one before, as are
 * those under way. */
void symmetric_clock_repeat(
	struct symmetric_clock *clock, const mpz_t times, const mpz_t period);

/* -- bound.c: when an all-gather that has begun can be over */

struct symmetric_share {
	uint64_t from, blocks;
};

/* Times are words, in steps of 2^shift ticks. */
struct symmetric_bound {
	struct symmetric_cost *cost;
	uint64_t n, part, limit;
	size_t shift;
	mpz_srcptr before;
	struct fibonacci_jumps jumps;
	struct symmetric_share *share; /* blocks, and when they can be sent */
	size_t shares, capacity;
	mpz_t time, missing;
};

/* 0 if n is too long for the bound; it is to be cleared all the same. */
int symmetric_bound_init(struct symmetric_bound *bound, const mpz_t n,
	struct symmetric_cost *cost);
void symmetric_bound_clear(struct symmetric_bound *bound);
/* What is over then, or later, is too late; `before` must stay where it is. */
void symmetric_bound_limit(struct symmetric_bound *bound, mpz_srcptr before);
/* 0 if what begins with the clock's rounds, not all n blocks, is too late; else
 * raises *least, a time at which it is over at the soonest. */
int symmetric_bound_find(uint64_t *least, struct symmetric_bound *bound,
	const struct symmetric_clock *clock);

/* -- list.c */

/*
 * Rounds that are alike: skip, distance and, if it follows, after grow from one
 * to the next, by skip_step, distance_step and 1.
 *   The blocks of a message lie on one side of its sender, on the lower one
 * from r - distance downwards, on the upper one from r + distance upwards; of
 * operands the same.  In an all-to-all they are those whose way has the digit
 * skip / weight to that radix, at that weight.
 *   after is 0 .. the rounds before; if not follows it does not lie within a
 * run of several rounds.
 */
struct symmetric_run {
	mpz_t times;
	mpz_t skip, skip_step, distance, distance_step, blocks, after;
	mpz_t operands;	     /* 0, or those in a message of so many blocks */
	mpz_t weight, radix; /* 0 unless of an all-to-all */
	int follows, is_down, is_upper;
	int is_whole; /* the blocks are all, from 0 on */
};

struct symmetric_list {
	struct symmetric_run *run;
	size_t runs, capacity;
	mpz_t rounds;
	int is_open; /* nobody sends past n - 1 to 0: a scan */
};

void symmetric_list_init(struct symmetric_list *list);
void symmetric_list_clear(struct symmetric_list *list);
void symmetric_list_empty(struct symmetric_list *list);

/* Appends a run of one round, 0 blocks from r downwards to r, after all before,
 * for the caller to set; its times are set by symmetric_list_repeat. */
struct symmetric_run *symmetric_list_add(struct symmetric_list *list);
void symmetric_list_repeat(struct symmetric_list *list, const mpz_t times);
/* Takes the last run away. */
void symmetric_list_drop(struct symmetric_list *list);

/* reversed, empty, = the list backwards: what went from r to r + d goes back;
 * an all-gather becomes a reduce-scatter. */
void symmetric_list_reverse(
	struct symmetric_list *reversed, const struct symmetric_list *list);

/* Appends the rounds of another list, after all of its own. */
void symmetric_list_append(
	struct symmetric_list *list, const struct symmetric_list *other);

/* -- timing.c */

/* Rounds of a run from number `first` on, at equal distances in time. */
struct symmetric_times {
	size_t run;
	mpz_t first, times, start, period;
};

struct symmetric_timing {
	struct symmetric_times *item;
	size_t count, capacity;
	mpz_t finish;
	mpz_srcptr most; /* NULL, or what is too late */
};

void symmetric_timing_init(struct symmetric_timing *timing);
void symmetric_timing_clear(struct symmetric_timing *timing);

/*
 * When the rounds of a list start, and when the last one is over, in ticks.  If
 * that is too late some rounds may be left out; finish is too late, then, too.
 * A run takes one step where ports alone count, or where it follows; else as
 * many as it takes until its rounds come at equal distances.
 * Errors: STATUS_LIMIT if that takes too many steps, or more than max_bits of
 * memory.
 */
enum status symmetric_timing_find(struct symmetric_timing *timing,
	const struct symmetric_list *list, struct symmetric_cost *cost,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* -- gather.c: all-gathers, appended to an empty list */

/* n - 1 rounds, each to the next processor, after all before it. */
void symmetric_ring(struct symmetric_list *list, const mpz_t n);

/*
 * Radices, the first applied first.  given: those that are asked for, count >=
 * 1 of them, the last one again and again; NULL: count radices, `more` of them,
 * the last ones, least + 1, the others least.
 */
struct symmetric_radices {
	size_t count, more;
	mpz_t least;
	const struct radix *given;
};

/* The list of least sum of that many radices that multiply to n or more;
 * n >= 2; least is initialised.  Whether none of them is 1. */
int symmetric_balance(
	struct symmetric_radices *radices, const mpz_t n, size_t count);

/* radix = number i of them. */
void symmetric_radix(
	mpz_t radix, const struct symmetric_radices *radices, size_t i);

/* Those radices; one of n: every round a block, to 1, 2, .. further. */
void symmetric_gather_radices(struct symmetric_list *list, const mpz_t n,
	const struct symmetric_radices *radices);

/* Radix 2, to r - skip, the skips being n halved again and again, rounded up:
 * on the circulant graph, as in model/circulant. */
void symmetric_circulant(struct symmetric_list *list, const mpz_t n);

/* -- window.c */

/*
 * The all-gather that sends whenever it can, all that it then has or the n - w
 * blocks that are missing; with a width, the best that is found by waiting for
 * some more to arrive now and then, `width` ways being kept at a time, or fewer
 * where many messages are under way.
 * Errors: STATUS_LIMIT if that takes too many rounds.
 */
enum status symmetric_window(struct symmetric_list *list, const mpz_t n,
	struct symmetric_cost *cost, size_t width, struct err *err) WARN_UNUSED;

/* -- plan.c */

/*
 * The messages of a census or a scan, for n >= 1 and a whole latency >= 1, on
 * that many ports, in the order in which they are sent: as many operands of the
 * run that ends with its sender's own, or just below it, for one block.
 * Errors: STATUS_LIMIT, naming the size, if they take more than max_bits of
 * memory.   O(T - L) operations on numbers like n.
 */
enum status symmetric_census(struct symmetric_list *list, const mpz_t n,
	const mpz_t latency, unsigned long ports, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* -- alltoall.c */

/* The all-to-all by those radices. */
void symmetric_alltoall(struct symmetric_list *list, const mpz_t n,
	const struct symmetric_radices *radices);

/* A message of c blocks takes send + c block of a port and is there after end +
 * c block. */
struct symmetric_affine {
	mpz_t send, end, block;
};

/* Sets the radices of the fastest all-to-all where that is so, and ports alone
 * count; their number, below 64.  n >= 2.  O(n log n). */
size_t symmetric_alltoall_radices(struct radix *radix, unsigned long n,
	const struct symmetric_affine *affine);

/* -- choose.c */

/*
 * The algorithms that are such lists, by options' name:
 *   window   all-gathers of symmetric_window; of operands symmetric_census
 *   radix    the radices that options name, or the best ones
 *   census   as window, of an operand that is a single message
 *   bruck, pairwise, recursive-doubling, rabenseifner, dissemination: what
 * libraries do: radix 2; direct, each round after the one before; radix 2, of
 * operands where it is no all-gather; radix 2 there and back; radix 2 of
 * operands.  All-reduces by recursive-doubling and rabenseifner are for n a
 * power of two here, for others in model/levels.  A library's processors may
 * exchange with r xor 2^k instead of r + 2^k and r - 2^k: that takes as long.
 *
 * list, empty, = the best of options' name and operation, with its timing; none
 * for n = 1.
 * Errors: STATUS_LIMIT if it takes too many rounds, or more than max_bits of
 * memory.
 */
enum status symmetric_find(struct symmetric_list *list,
	struct symmetric_timing *timing, struct symmetric_cost *cost,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* -- symmetric.c: for the table of algorithms */

/*
 * The list that options' list, operation and blocks ask for, and when its
 * rounds start.  Without a machine the latency of the circulant list is 1.
 */
struct symmetric_plan {
	struct symmetric_list list;
	struct symmetric_cost cost;
	struct symmetric_timing timing;
	mpq_t lambda; /* of the cost */
	mpq_t time;   /* when all is over */
	/* A census does an all-reduce with whole vectors for operands: what
	 * these cost. */
	enum operation operation;
	struct block_cost whole;
};

/* A plan that was not found is not to be cleared; options' blocks must outlive
 * it, and lambda stays where the plan is. Errors: as above. */
enum status symmetric_plan_find(struct symmetric_plan *plan,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
void symmetric_plan_clear(struct symmetric_plan *plan);

/* The exact time, elapsed, in the machine's unit if options have blocks. */
problem_time symmetric_time;

/* The transmissions: n in a round, of a scan those that do not pass n - 1; a
 * lower bound, n - 1, if the list cannot be found. */
problem_rows symmetric_rows;

/*
 * Opens the schedule, streamed, with options' blocks one of the model machine.
 * Errors: STATUS_LIMIT if n or a time, in ticks, reaches 2^63; those of
 * symmetric_find and problem_block_header.
 */
problem_open symmetric_open;

/* Opens the part of processor rank, 0 <= rank < n.
 * Errors: those of symmetric_find. */
problem_part symmetric_part;

#endif
