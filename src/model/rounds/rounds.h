/*
 * What the models in rounds share: telephone, telegraph, send/receive.
 *
 * In each of them a processor sends at most one message a round, so a round is
 * an array with one send for each processor, and reading it by index gives the
 * rows in the order of a schedule.  Round r is time r - 1; the finish is the
 * number of rounds.
 *   A source in a schedule's comment, "BKS", is Bar-Noy, Kipnis & Schieber,
 * Optimal Multiple Message Broadcasting in Telephone-Like Communication
 * Systems.
 */
#ifndef FIBCAST_MODEL_ROUNDS_ROUNDS_H
#define FIBCAST_MODEL_ROUNDS_ROUNDS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/search.h"

enum { ROUNDS_ROWS = 256 };

/* No receiver: the processor sends nothing. */
#define ROUNDS_NOBODY UINT32_MAX

/* A send of message base + value, base being the producer's: of nothing if that
 * is below 1, of M_m if it is above m. */
struct rounds_send {
	uint32_t to, value;
};

struct rounds;

struct rounds_ops {
	/* Points rounds->send at the sends of round rounds->round, which is the
	 * one after the last, and sets rounds->base and rounds->senders; the
	 * latter may be above the number of processors. */
	void (*step)(struct rounds *rounds);
	/* Frees what the producer owns, but not the producer. */
	void (*clear)(struct rounds *rounds);
};

/* The first member of every producer of rounds. */
struct rounds {
	struct schedule schedule;
	const struct rounds_ops *ops;
	uint64_t round; /* the present one; 0 before the first */
	int64_t base;
	const struct rounds_send *send; /* by sender */
	uint32_t senders;		/* only processors below it send */
	uint32_t from;			/* the next sender to be looked at */
	struct transmission row[ROUNDS_ROWS];
};

/*
 * Fills in the header, with finish as the number of rounds, and sets the
 * producer up to begin with round 1. Errors: STATUS_LIMIT if n is 2^32 - 2 or
 * more, or m or the claimed number of rounds at least 2^63.
 */
enum status rounds_init(struct rounds *rounds, enum model model,
	const char *algorithm, const struct problem *problem,
	const mpz_t finish, struct err *err) WARN_UNUSED;

/*
 * Checks that n·size + 8·messages bytes are not more than max_bits allows.
 * Errors: STATUS_LIMIT, naming the bytes.
 */
enum status rounds_check_memory(const struct problem *problem, uint64_t size,
	const mpz_t messages, struct err *err) WARN_UNUSED;

/* bound = m - 1 + ceil(log2 n), when the last message can be known to all in
 * any model of rounds; 0 if there is nothing to send.  BKS, Theorems 1 and 5.
 */
void rounds_last_bound(mpz_t bound, const struct problem *problem);

/* Appends that bound, m >= 1.  For n = 1, where nothing is sent, it is not the
 * printed one. */
void rounds_list_last(struct bound_list *list, const struct problem *problem,
	const char *source);

/* -- records
 *
 * Stored rounds, for schedules that must be complete before they can be pulled:
 * 8 bytes a processor and round.
 */

/* value is the message itself, 0 for none. */
struct rounds_record {
	uint32_t n;
	size_t count, capacity;
	struct rounds_send *send; /* round after round */
};

/* Appends a round in which nobody sends; returns its sends, which are valid
 * until the next call. */
struct rounds_send *rounds_record_add(struct rounds_record *record);

/* The sends of the round, counted from 0. */
const struct rounds_send *rounds_record_get(
	const struct rounds_record *record, size_t round);

void rounds_record_clear(struct rounds_record *record);

/* -- knowledge.c
 *
 * Who knows what, while a schedule is made in which messages spread in order.
 * Everybody knows messages 1 .. base but for those listed as missing; each of
 * the next 64 messages has a bit; later ones are only known to the source,
 * processor 0, which knows all m.
 */

/* The messages that a processor misses up to base, ascending. */
struct missing {
	uint32_t *message;
	uint32_t first, end, capacity; /* those of message[first .. end) */
};

/* window: bit i is message base + 1 + i.  For the source all are 0. */
struct knower {
	uint64_t window;
	struct missing missing;
};

struct knowledge {
	uint32_t n, m, base;
	struct knower *knower;
};

/* Nobody but the source knows anything. */
void knowledge_init(struct knowledge *knowledge, uint32_t n, uint32_t m);
void knowledge_copy(struct knowledge *to, const struct knowledge *from);
void knowledge_clear(struct knowledge *knowledge);

/* Moves base up to that message, at most m; no message past the next 64 may
 * be known yet.  O(n) for each step. */
void knowledge_advance(struct knowledge *knowledge, uint64_t base);

/* Adds a message, the greatest, to those that p misses. */
void knowledge_miss(struct knowledge *knowledge, uint32_t p, uint32_t message);

/* Whether p knows a message, one of the 64 past base. */
int knowledge_has(
	const struct knowledge *knowledge, uint32_t p, uint32_t message);

/* Notes that p, not the source, learns a message: one that it misses, or one of
 * the 64 past base. */
void knowledge_learn(struct knowledge *knowledge, uint32_t p, uint32_t message);

/* How many messages up to base p misses. */
uint32_t knowledge_missing(const struct knowledge *knowledge, uint32_t p);

/* The first message that `from` knows and `to` does not, of all and of those up
 * to base; 0 if there is none. */
uint32_t knowledge_first(
	const struct knowledge *knowledge, uint32_t from, uint32_t to);
uint32_t knowledge_first_missing(
	const struct knowledge *knowledge, uint32_t from, uint32_t to);

/* The set of messages past base that p knows: bit i is message base + 1 + i. */
uint64_t knowledge_window(const struct knowledge *knowledge, uint32_t p);

/* -- even.c
 *
 * The rounds of the optimal algorithm for an even number of processors, one
 * after the other, whatever the number of messages.
 */

/*
 * n = 2^k + 2l processors, n even, k = floor(log2 n); 2^(j-1) <= l < 2^j, j = 0
 * if l = 0.  order: all processors but the source, set after set: T_0, ..,
 * T_{k-1}, X, Y, Z, so that T_i begins at 2^i - 1.  A processor that knows
 * nothing yet is in no set; processors are numbered in the order in which they
 * join.
 *   In round t a send of value v is of M_{t-oldest+v}; value 0 is the oldest
 * message still on its way.
 */
struct telephone_even {
	uint32_t n, l;
	unsigned k, j;
	uint32_t oldest;
	uint64_t round;
	uint32_t *order, *next;
	uint32_t *unused; /* the numbers in the order in which processors join;
			     NULL once all have joined */
	uint32_t used;
	int has_dummy;
	struct rounds_send *send; /* of the present round, by sender */
	uint32_t senders;	  /* only processors below it send */
};

/* Bytes that a processor takes. */
enum {
	TELEPHONE_EVEN_SIZE = 3 * sizeof(uint32_t) + sizeof(struct rounds_send)
};

/*
 * n even, n >= 2.  A zeroed one may be cleared.
 * has_dummy, n >= 4: makes processor n - 1 one that never gives anything but
 * the oldest message: the last of T_{k-1} if l = 0, else one of Y.
 * send[n-1].to is ROUNDS_NOBODY before it has a partner.
 */
void telephone_even_init(
	struct telephone_even *even, uint32_t n, int has_dummy);
void telephone_even_clear(struct telephone_even *even);

/* Puts the calls of the next round into send, and the sets after it into
 * order.  O(n). */
void telephone_even_step(struct telephone_even *even);

/*
 * -- Broadcasting m messages where in a round each processor may send one
 * message to one processor and receive one from another.
 */

/* The least number of rounds, m - 1 + ceil(log2 n), 0 for n = 1 or m = 0: the
 * lower bound and what is attained, so always known: returns 1.  BKS, Theorems
 * 5 and 6. */
int sendrecv_rounds(mpz_t rounds, const struct problem *problem);

/* Appends every lower bound; m >= 1. */
void sendrecv_bound_list(
	struct bound_list *list, const struct problem *problem);

/*
 * Opens the optimal schedule for n, m >= 1, streamed in O(n) memory; close it
 * with schedule_close.
 * Errors: STATUS_LIMIT, naming the size, if more than max_bits of memory were
 * needed; if n is 2^32 - 2 or more, or m or the rounds are 2^63 or more.
 */
problem_open sendrecv_open;

/* The same as a schedule of another model.  For n = 1 and even n whoever sends
 * to a processor receives from no other, so all sends are telephone calls. */
enum status sendrecv_open_as(struct schedule **schedule, enum model model,
	const char *algorithm, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* The rounds alone, for other models: n >= 2 processors, and a dummy more in
 * even if n is odd.  Read round t as struct telephone_even says. */
void sendrecv_init(struct telephone_even *even, uint32_t n);
void sendrecv_step(struct telephone_even *even, uint32_t n);

/*
 * -- Gossip: a census by calls.  Everybody has an operand, and all get the sum
 * of all operands, each added once.  In a round a processor talks to at most
 * one other: both ways by telephone, one way by telegraph.
 */

/* The rounds of the schedule that options name, gossip or telegraph-gossip.  By
 * telephone ceil(log2 n), and one more for odd n above 1, which is the least;
 * by telegraph see gossip.c. */
problem_time gossip_time;

/* No gossip takes fewer rounds: by telephone the same, by telegraph the least r
 * with phi^r >= n, phi the golden ratio. */
void gossip_telephone_bound(mpz_t rounds, const mpz_t n);
void gossip_telegraph_bound(mpz_t rounds, const mpz_t n);

/* How many rows the schedule has. */
problem_rows gossip_rows;

/* Opens the schedule, streamed in memory that does not grow with n.
 * Errors: STATUS_LIMIT if n is 2^62 or more. */
problem_open gossip_open;

/*
 * -- Broadcasting m messages where in a round each processor talks to at most
 * one other, and one message passes, in one direction.
 */

/* The strongest lower bound: the least number of rounds with enough useful
 * sends.  0 for n = 1 or m = 0. */
void telegraph_lower_bound(mpz_t bound, const struct problem *problem);

/* Appends the lower bounds, m >= 1: that of useful sends, which for odd n > 1
 * is the optimum that BKS print and for other n is corrected, and the last
 * message's. */
void telegraph_bound_list(
	struct bound_list *list, const struct problem *problem);

/*
 * The least number of rounds, where the schedule that halves telephone rounds
 * attains the lower bound: for odd n always, for even n if m is small.  Returns
 * 0 elsewhere; the search has attained the bound wherever it was tried.
 */
int telegraph_rounds(mpz_t rounds, const struct problem *problem);

/* The rounds of the schedule that halves telephone rounds, an upper bound on
 * the optimum. */
problem_bound telegraph_most;

/* work = what the search for rounds in which every send is useful takes,
 * roughly in nanoseconds; 2^64 or more where there is no search.  Measured: 2 n
 * m^2. */
void telegraph_work(mpz_t work, const struct problem *problem);

/*
 * Begins the search for a schedule for n, m >= 1; until it has succeeded it
 * opens telephone rounds in halves.  The header's finish is the number of
 * rounds.  A warning tells if and why that may not be the least possible. Where
 * telephone rounds in halves are optimal they are streamed in O(n) memory. Else
 * a search finds all rounds first, in 8 bytes a processor and round; if it
 * fails or would take too long, telephone rounds in halves are used. Errors:
 * STATUS_LIMIT, naming the size, if more than max_bits of memory were needed;
 * if n is 2^32 - 2 or more, or m or the rounds are 2^63 or more.
 */
search_begin telegraph_begin;

/* -- telegraph_search.c
 *
 * The search for telegraph schedules without a redundant send.
 */

/* Whether the search is known to end within some seconds. */
int telegraph_is_small(const struct problem *problem);

struct telegraph_search;

/*
 * Begins the search for a schedule of exactly that many rounds.  n, m as
 * telegraph_is_small allows, n >= 2, m >= 1.
 */
struct telegraph_search *telegraph_search_begin(
	struct rounds_record *record, uint32_t n, uint32_t m, uint32_t rounds);

/*
 * Searches one round on, and adds the work to *work.  FOUND: record has the
 * schedule; EXHAUSTED: record is empty.  O(n^2 m/64) as a rule, for each round
 * of a few seeds.
 */
enum search_state telegraph_search_step(
	struct telegraph_search *search, uint64_t *work);

/* NULL is nothing to close. */
void telegraph_search_close(struct telegraph_search *search);

#endif
