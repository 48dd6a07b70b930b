/*
 * What every model is asked: to broadcast m messages to n processors; and what
 * is known about the answer.
 */
#ifndef FIBCAST_CORE_PROBLEM_H
#define FIBCAST_CORE_PROBLEM_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

struct machine;

/*
 * Processors i size .. i size + size - 1 are node i, and messages inside a node
 * are faster: a send takes a send's length, and its message is there after the
 * latency, both in units of an outside send; 0 < send <= 1, send <= latency <=
 * lambda.
 */
struct nodes {
	mpz_t size;
	mpq_t send, latency;
	/* What messages inside take, of a machine's collective operations;
	 * NULL: send and latency. */
	const struct machine *machine;
	uint64_t lanes; /* sends out of a node at a time; 0: no limit */
	int lanes_in;	/* or receives into it: a reduction, backwards */
};

/*
 * n >= 1 processors, the source, processor 0, among them; m messages, m >= 1
 * unless a function says otherwise; lambda >= 1: the latency, in units of one
 * send, an integer in the LogP model and unused in models of rounds.
 * ports: how many sends a processor may start in a unit of time, and how many
 * receives it may end, 1 <= ports < 2^32; what does not speak of ports is about
 * one.  max_bits: the longest number that may be computed, and the memory, in
 * bits, that may be taken.
 */
struct problem {
	mpz_t n, m;
	mpq_t lambda;
	unsigned long ports;
	const struct nodes *nodes; /* NULL: all processors are alike */
	uint64_t max_bits;
	struct fibonacci_jumps
		*jumps; /* kept from problem to problem, or NULL */
};

/* A radix of a list of rounds, >= 2. */
struct radix {
	mpz_t value;
};

/* Those that are asked for, the last one again and again; count >= 1. */
struct radices {
	size_t count;
	struct radix *radix;
};

void radices_clear(struct radices *radices);

struct block_cost;
struct cost;
struct fibonacci_jumps;

/*
 * What an algorithm is told besides its problem.  Each looks only at what its
 * row in model/algorithms.c says that it uses; zero is the default.
 */
struct algorithm_options {
	const __mpz_struct
		*degree;	 /* children of a processor; NULL: the best */
	const struct cost *cost; /* of an access, in the locality model */
	int is_least_delay;	 /* at the lower bound on the delay, or not */
	int is_queue_free;	 /* no message may wait at its receiver */
	int64_t *reach;	  /* to be set to how far a search went, or NULL */
	uint64_t work;	  /* to look for a better schedule, in operations */
	mpq_srcptr known; /* the time of a schedule to beat, or NULL */
	mpq_srcptr goal;  /* a time that is good enough, or NULL */
	uint64_t seed;	  /* for other random choices; 0: the usual ones */
	struct schedule *start; /* to be improved, and the caller's; or NULL */
	int model;		/* enum model: whose rules hold, of best */
	int operation;		/* enum operation, one that the algorithm has */
	const char
		*name; /* of the row, for functions that several rows share */
	const struct radices *radices; /* of such a list; NULL: the best */
	/* What messages of several blocks cost; NULL: their number does not
	 * matter. */
	const struct block_cost *blocks;
};

/* What algorithms consist of: model/algorithm.h says what each is to do. */
struct schedule;
struct part;
struct part_span;
typedef enum status problem_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
typedef enum status problem_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;
typedef enum status problem_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span,
	struct err *err) WARN_UNUSED;
typedef void problem_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options);

/* A bound on the time, or the time, from numbers alone. */
typedef enum status problem_bound(mpq_t bound, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* A problem with n = m = lambda = ports = 1 and no limit. */
void problem_init(struct problem *problem);
void problem_clear(struct problem *problem);

/* Sets n, m and lambda, from numbers that are known to fit 64 bits. */
void problem_set_words(
	struct problem *problem, uint64_t n, uint64_t m, uint64_t lambda);

/* problem = other. */
void problem_set(struct problem *problem, const struct problem *other);

/* Whether the latency is a whole number. */
int problem_is_whole(const struct problem *problem);

/* Whether nobody is to be informed: n = 1. */
int problem_is_alone(const struct problem *problem);

/* Whether nothing is to be sent: n = 1 or m = 0. */
int problem_is_trivial(const struct problem *problem);

struct schedule_header;

/*
 * Sets processors and messages of the header, which has a model, and its unit
 * and latency, 1 and 0 in a model of rounds.
 * Errors: STATUS_LIMIT if one of them is not below 2^63.
 */
enum status problem_header(struct schedule_header *header,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * The same for an operation by block, whose messages are those of blocks: on
 * its machine the header is one of the model machine.  blocks: NULL without.
 * Errors: as above; STATUS_LIMIT if the machine has figures for more sizes than
 * a header.
 */
enum status problem_block_header(struct schedule_header *header,
	const struct problem *problem, const struct block_cost *blocks,
	struct err *err) WARN_UNUSED;

/* Sets what its messages take, of one block and of more, where the machine has
 * other figures for these; processors and operation are set.  Whether they fit:
 * as of schedule_set_message, and no more sizes than a header has. */
int problem_block_messages(
	struct schedule_header *header, const struct block_cost *blocks);

/* The same, and the finish, the time of an algorithm.  Errors: also those of
 * time and of problem_finish. */
enum status problem_header_at(struct schedule_header *header,
	problem_time *time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* Sets the header's finish to the time, a whole number of ticks.
 * Errors: STATUS_LIMIT if it is not below 2^63. */
enum status problem_finish(struct schedule_header *header, const mpq_t time,
	struct err *err) WARN_UNUSED;

/*
 * To broadcast several messages at a time, side by side on the ports: how many,
 * the lesser of m and the ports; *share, initialised, = what is left, ceil(m/so
 * many) messages, each time one, on the floor(ports/so many) ports that each
 * has.  A schedule of that, with each message for so many, takes as long.
 */
unsigned long problem_share(
	struct problem *share, const struct problem *problem);

/* The transmissions of an algorithm that sends nothing twice, m(n-1). */
void problem_transmissions(mpz_t count, const struct problem *problem);

/*
 * A list of what is known about one quantity: its value, and the bounds that
 * the literature gives for it, each with its source and whether it holds.
 */

enum holds {
	HOLDS_YES,
	HOLDS_NO,      /* published, but false for these parameters */
	HOLDS_UNPROVED /* no failure known, no proof either */
};

extern const char *const bound_holds[]; /* "yes", "no", "unproved" */

struct bound {
	const char *name; /* a word */
	mpq_t value;
	enum holds holds;
	const char *source; /* a word: paper and place */
	int is_count;	    /* not a time */
};

/* More than any quantity has; so a row stays where it is. */
enum { BOUND_LIST_MAX = 16 };

struct bound_list {
	size_t count;
	struct bound bound[BOUND_LIST_MAX];
};

/* Appends a bound, with the value 0, for the caller to set until the list is
 * cleared. */
struct bound *bound_list_add(struct bound_list *list, const char *name,
	enum holds holds, const char *source);

void bound_list_clear(struct bound_list *list);

#endif
