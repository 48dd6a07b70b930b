/*
 * Symmetric operations: every processor does the same.  A list of rounds
 * describes all processors at once: in each round processor r sends a message
 * of some blocks to processor r + skip or r - skip, mod n, as soon as the first
 * `after` rounds of the list have arrived.  All messages of a round arrive at
 * the same time, so the times of one processor are those of all, whatever n is.
 *   Example: n = 5, all-gather, in rounds of skip 1, 2, 4 and of 1, 2, 1
 * blocks, each after all rounds before it.  At first r has only its own block,
 * and sends it; in the second round r has blocks r - 1 and r, and sends both.
 *
 *   list       the rounds; those that differ only in their skip form one run,
 *              so that a ring of n - 1 rounds is stored as one
 *   clock      when the next round can start
 *   bound      the earliest time at which a list that has begun can be over
 *   timing     when all rounds of a list start
 *
 * Censuses and scans are lists, too, of messages that carry sums of operands.
 *   With blocks of bytes a message costs what struct machine_message says, and
 * each round starts as early as it can, in the order of the list.  Without a
 * machine a send takes 1 and a message arrives after lambda, whatever its size.
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

/* -- cost.c: what a message costs, in whole ticks */

/*
 * The ticks of a message.  From the start of its send: until the sender may
 * send again (send), until the message takes its receiver's port (begin), for
 * `receive`, and until the message has arrived (end).  How long it keeps its
 * sender's processor busy, from the start (overhead), and its receiver's, from
 * begin (copy); 0 where processors do not count.
 */
struct symmetric_message {
	mpz_t send, begin, receive, end, overhead, copy;
};

/* A cached message, by its number of blocks. */
struct symmetric_slot;
/* What the messages between two of the machine's sizes have in common. */
struct symmetric_piece;

/*
 * Which resources of a machine count.
 * ports: a message takes its sender's port for u from its start on, and its
 * receiver's port for u up to its end, e.
 * machine: the ports, and the processors' time.
 * mirror: as machine, but backwards, so that receives become sends; only
 * approximate where messages of different sizes follow each other.
 */
enum symmetric_view { SYMMETRIC_MACHINE, SYMMETRIC_PORTS, SYMMETRIC_MIRROR };

struct symmetric_cost {
	mpz_t unit; /* ticks in a unit of time */
	mpq_srcptr lambda;
	const struct block_cost *blocks;
	enum symmetric_view view;
	unsigned long ports; /* of a processor, 1 if not set; more only without
				blocks */
	struct symmetric_slot **slot, *cover; /* cover: of two sizes */
	struct symmetric_piece *piece;
};

/*
 * blocks: NULL if every send takes 1 and every message arrives after lambda;
 * the view then does not matter.  lambda and blocks must outlive the cost.
 */
void symmetric_cost_init(struct symmetric_cost *cost, const mpq_t lambda,
	const struct block_cost *blocks, enum symmetric_view view);
void symmetric_cost_clear(struct symmetric_cost *cost);

/* The cost of a message of count >= 1 blocks; valid until the next call. */
const struct symmetric_message *symmetric_cost_of(
	struct symmetric_cost *cost, const mpz_t count);

/* -- clock.c: placing one round after the other */

/* A message under way: it keeps its receiver's processor busy from begin to
 * release and arrives at end.  held: the blocks that the receiver has got by
 * then, this message's included.  copies: how many messages before this one
 * keep their receivers' processors busy. */
struct symmetric_flight {
	mpz_t begin, release, end, held;
	size_t copies;
};

struct symmetric_clock {
	unsigned long ports; /* of a processor; with more than 1 all messages
				must be alike */
	mpz_t sent;	     /* rounds placed so far */
	mpz_srcptr pace;     /* the least time between two sends; NULL: none */
	mpz_t send, receive; /* when the ports become free */
	mpz_t had, held; /* blocks received: that have arrived; and with those
			    under way */
	size_t copies; /* messages placed that keep their receivers' processors
			  busy, except those of symmetric_clock_repeat */
	struct symmetric_flight *flight;
	size_t at, count, capacity; /* under way: flight[at .. count - 1] */
	mpz_t scratch;
};

void symmetric_clock_init(struct symmetric_clock *clock);
void symmetric_clock_clear(struct symmetric_clock *clock);
/* copy = clock; copy must be initialised. */
void symmetric_clock_copy(
	struct symmetric_clock *copy, const struct symmetric_clock *clock);
/* time = when the first `after` rounds have arrived, or 0 if they had arrived
 * when the last round placed started. */
void symmetric_clock_arrival(
	mpz_t time, const struct symmetric_clock *clock, const mpz_t after);

/* How many of the messages under way have arrived at that time. */
size_t symmetric_clock_arrived(
	const struct symmetric_clock *clock, const mpz_t time);

/* start = the earliest time, not before the value given in start, at which the
 * next message can be sent: both ports are free and, where it counts, the
 * processor. */
void symmetric_clock_find(mpz_t start, struct symmetric_clock *clock,
	const struct symmetric_message *message);

/* Places a message of so many blocks there. */
void symmetric_clock_put(struct symmetric_clock *clock, const mpz_t start,
	const mpz_t blocks, const struct symmetric_message *message);

/* How many of the messages under way keep their receivers' processors busy at
 * that time or later. */
size_t symmetric_clock_busy(
	const struct symmetric_clock *clock, const mpz_t time);

/* Places so many more rounds, each a period later than the one before; the
 * messages under way move along with them. */
void symmetric_clock_repeat(
	struct symmetric_clock *clock, const mpz_t times, const mpz_t period);

/* -- bound.c: the earliest end of an all-gather that has begun */

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
	struct symmetric_share *share; /* held, or under way */
	size_t shares, capacity;
	mpz_t time, missing;
};

/* Returns 0 if n is too long for the bound; the bound must be cleared either
 * way. */
int symmetric_bound_init(struct symmetric_bound *bound, const mpz_t n,
	struct symmetric_cost *cost);
void symmetric_bound_clear(struct symmetric_bound *bound);
/* From now on an all-gather that ends at `before` or later is too late;
 * `before` must stay where it is. */
void symmetric_bound_limit(struct symmetric_bound *bound, mpz_srcptr before);
/* Returns 0 if every all-gather that begins with the clock's rounds, which do
 * not bring all n blocks yet, is too late.  Otherwise raises *least to a time
 * before which none of them is over. */
int symmetric_bound_find(uint64_t *least, struct symmetric_bound *bound,
	const struct symmetric_clock *clock);

/* -- list.c */

/*
 * A run of similar rounds: from each round to the next, skip grows by
 * skip_step, distance by distance_step and, if the run follows, after by 1.
 *   The blocks of a message lie on one side of its sender r: below, from r -
 * distance downwards, or if is_upper above, from r + distance upwards; operands
 * likewise.  In an all-to-all they are the blocks whose way has the digit skip
 * / weight to the given radix at the given weight.
 *   after is at most the number of rounds before; unless the run follows, it
 * never falls inside a run of several rounds.
 */
struct symmetric_run {
	mpz_t times;
	mpz_t skip, skip_step, distance, distance_step, blocks, after;
	mpz_t operands; /* operands in a message, which is then as long as so
			   many blocks; or 0 */
	mpz_t weight, radix; /* 0 unless it is of an all-to-all */
	int follows, is_down, is_upper;
	int is_whole; /* the message carries all blocks, from 0 on */
};

struct symmetric_list {
	struct symmetric_run *run;
	size_t runs, capacity;
	mpz_t rounds;
};

void symmetric_list_init(struct symmetric_list *list);
void symmetric_list_clear(struct symmetric_list *list);
void symmetric_list_empty(struct symmetric_list *list);

/* Appends a run of one round, after all rounds before it, that sends 0 blocks
 * from r downwards to r itself, for the caller to fill in;
 * symmetric_list_repeat makes it several rounds. */
struct symmetric_run *symmetric_list_add(struct symmetric_list *list);
void symmetric_list_repeat(struct symmetric_list *list, const mpz_t times);
/* Removes the last run. */
void symmetric_list_drop(struct symmetric_list *list);

/* reversed = the list backwards: what went from r to r + d goes back.  An
 * all-gather becomes a reduce-scatter.  reversed must be empty. */
void symmetric_list_reverse(
	struct symmetric_list *reversed, const struct symmetric_list *list);

/* Appends the rounds of another list, each after all rounds that stood here
 * before. */
void symmetric_list_append(
	struct symmetric_list *list, const struct symmetric_list *other);

/* -- timing.c */

/* Rounds of one run, from its round number `first` on, that start at equal
 * distances in time. */
struct symmetric_times {
	size_t run;
	mpz_t first, times, start, period;
};

struct symmetric_timing {
	struct symmetric_times *item;
	size_t count, capacity;
	mpz_t finish;
	mpz_srcptr most; /* a finish that is too late; or NULL */
	mpz_srcptr pace; /* the least time between two sends; or NULL */
};

void symmetric_timing_init(struct symmetric_timing *timing);
void symmetric_timing_clear(struct symmetric_timing *timing);

/*
 * Finds when the rounds of a list start, and when the last one is over, in
 * ticks.  If a round would be over too late, some rounds may be left out;
 * finish is then too late as well.
 * A run takes one or two steps if it follows or only ports count; otherwise as
 * many as it takes until its rounds come at equal distances.
 * Errors: STATUS_LIMIT if that takes too many steps, or more than max_bits of
 * memory.
 */
enum status symmetric_timing_find(struct symmetric_timing *timing,
	const struct symmetric_list *list, struct symmetric_cost *cost,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* -- gather.c: all-gathers, appended to an empty list */

/* n - 1 rounds, each to the next processor and after all rounds before it;
 * n >= 2. */
void symmetric_ring(struct symmetric_list *list, const mpz_t n);

/*
 * Radices, in the order in which they are applied.  given: the radices asked
 * for, count >= 1 of them, the last of which is repeated; NULL: count radices,
 * of which the last `more` are least + 1 and the others least.
 */
struct symmetric_radices {
	size_t count, more;
	mpz_t least;
	const struct radix *given;
};

/* Sets the radices to those of least sum among all choices of `count` radices
 * whose product is n or more; none of them is 1.  n >= 2, 1 <= count <=
 * ceil(log2 n), and least must be initialised. */
void symmetric_balance(
	struct symmetric_radices *radices, const mpz_t n, size_t count);

/* radix = radix number i. */
void symmetric_radix(
	mpz_t radix, const struct symmetric_radices *radices, size_t i);

/* The all-gather by those radices.  A single radix n sends one block a round,
 * to distances 1, 2, .. */
void symmetric_gather_radices(struct symmetric_list *list, const mpz_t n,
	const struct symmetric_radices *radices);

/* Radix 2, sent to r - skip, where the skips are n halved again and again,
 * rounded up: on the circulant graph, as in model/circulant. */
void symmetric_circulant(struct symmetric_list *list, const mpz_t n);

/* Bytes that rounds may take whatever max_bits. */
enum { SYMMETRIC_FREE = 1 << 24 };

/* -- window.c */

/*
 * The all-gather that sends whenever it can, and then all blocks that it has
 * or, if those are fewer, the n - w missing ones.  With a width, the best
 * all-gather found by sometimes waiting for a few more arrivals first; `width`
 * partial lists are kept at a time, or fewer where many messages are under way.
 * Errors: STATUS_LIMIT if the all-gather takes too many rounds or if these,
 * with the lists and times that are made of them, take more memory than
 * max_bits and more than SYMMETRIC_FREE.
 */
enum status symmetric_window(struct symmetric_list *list, const mpz_t n,
	struct symmetric_cost *cost, size_t width, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* -- plan.c */

/*
 * Appends the messages of a census or a scan, in the order in which they are
 * sent, for n >= 2, a whole latency >= 1 and that many ports.  A message is as
 * long as one block and carries a run of operands that ends with the sender's
 * own or just below it.
 * Errors: STATUS_LIMIT, naming the size, if the messages take more than
 * max_bits of memory.   O(T - L) operations on numbers like n.
 */
enum status symmetric_census(struct symmetric_list *list, const mpz_t n,
	const mpz_t latency, unsigned long ports, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* -- alltoall.c */

/* The all-to-all by those radices. */
void symmetric_alltoall(struct symmetric_list *list, const mpz_t n,
	const struct symmetric_radices *radices);

/* A message of c blocks takes a port for send + c block and arrives after end +
 * c block. */
struct symmetric_affine {
	mpz_t send, end, block;
};

/* Sets the radices of the fastest all-to-all by digits, if messages cost that
 * and ports alone count, and returns their number, below 64.  n >= 2. O(n log
 * n). */
size_t symmetric_alltoall_radices(struct radix *radix, unsigned long n,
	const struct symmetric_affine *affine);

/* -- judge.c */

/* What is asked, and the best list so far. */
struct symmetric_search {
	const struct problem *problem;
	const struct algorithm_options *options;
	enum operation operation;
	struct symmetric_cost *cost, ports;
	mpz_srcptr pace; /* of the lists made, in the cost's ticks; or NULL */
	struct symmetric_list *best, base, made;
	struct symmetric_timing *timing;  /* of the best, if any */
	struct symmetric_cost *best_cost; /* whose ticks those are */
	struct err *err;
};

/* Times the operation's list for the base, and takes it if it is over before
 * the best one.  Errors: those of symmetric_timing_find. */
enum status symmetric_judge(struct symmetric_search *search) WARN_UNUSED;

/* The same for a base that is a list of operands: each message is a sum for one
 * block, or for all blocks. */
enum status symmetric_judge_operands(
	struct symmetric_search *search, int is_whole) WARN_UNUSED;

/* -- windows.c: judges the windows for the operation, or for operands. */
enum status symmetric_best_window(struct symmetric_search *search) WARN_UNUSED;
enum status symmetric_best_operands(
	struct symmetric_search *search) WARN_UNUSED;

/* -- choose.c */

/*
 * The algorithms that are lists of rounds, by options' name:
 *   window   all-gathers of symmetric_window; for operands symmetric_census,
 *            on a machine also with sends further apart, where that is faster
 *   radix    the radices that options name, or the best ones
 *   census   as window, for an operand that is a single message
 *   bruck, pairwise, recursive-doubling, rabenseifner, dissemination: what
 *            libraries do.  bruck is radix 2; pairwise is direct, each round
 *            after the one before; recursive-doubling is radix 2, of operands
 *            where it is no all-gather; rabenseifner is radix 2 there and back;
 *            dissemination is radix 2 of operands.
 * All-reduces by recursive-doubling and rabenseifner are found here if n is a
 * power of two, otherwise in model/levels.  In a library processor r may
 * exchange with r xor 2^k instead of sending to r + 2^k and receiving from r -
 * 2^k; that takes as long.
 *
 * Sets list, which must be empty, to the best list of options' name and
 * operation, and timing to its times; the list stays empty for n = 1.  May
 * multiply the cost's unit, in which the times are.
 * Errors: STATUS_LIMIT if that takes too many rounds, or more than max_bits of
 * memory.
 */
enum status symmetric_find(struct symmetric_list *list,
	struct symmetric_timing *timing, struct symmetric_cost *cost,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* -- symmetric.c: for the table of algorithms */

/*
 * given = options for the operation that is carried out, and blocks, which must
 * be initialised, what it sends: census, asked for an all-reduce, is a census
 * of whole vectors, each as long as n blocks.  given may point to blocks.
 */
void symmetric_set_done(struct algorithm_options *given,
	struct block_cost *blocks, const mpz_t n,
	const struct algorithm_options *options);

/*
 * The list for options' name, operation and blocks, and when its rounds start.
 * Without a machine the latency of the circulant list is 1.
 */
struct symmetric_plan {
	struct symmetric_list list;
	struct symmetric_cost cost;
	struct symmetric_timing timing;
	mpq_t lambda; /* of the cost */
	mpq_t time;   /* when the last round is over */
	/* What is carried out: for an all-reduce by census a census, whose
	 * operands, whole vectors, have the cost `whole`. */
	enum operation operation;
	struct block_cost whole;
};

/* Whether nobody sends past n - 1 to 0, because operands have an order. */
static inline int symmetric_is_open(const struct symmetric_plan *plan)
{
	return plan->operation == OPERATION_SCAN ||
	       plan->operation == OPERATION_EXSCAN;
}

/* Finds the plan.  After an error there is nothing to clear.  options' blocks
 * must outlive the plan, and the plan must stay where it is because its cost
 * points to its lambda.  Errors: those of symmetric_find. */
enum status symmetric_plan_find(struct symmetric_plan *plan,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
void symmetric_plan_clear(struct symmetric_plan *plan);

/* The exact elapsed time; in the machine's unit if options have blocks. */
problem_time symmetric_time;

/* The number of transmissions: n in a round; in a round of a scan only those
 * that do not pass n - 1.  If the list cannot be found: n - 1, a lower bound.
 */
problem_rows symmetric_rows;

/*
 * Opens the schedule, which is streamed; if options have blocks, it is one of
 * the model machine.
 * Errors: STATUS_LIMIT if n or a time in ticks reaches 2^63; those of
 * symmetric_find and problem_block_header.
 */
problem_open symmetric_open;

/* Opens the part of processor rank, 0 <= rank < n.  Errors: those of
 * symmetric_find. */
problem_part symmetric_part;

#endif
