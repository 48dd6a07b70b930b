/*
 * The problem that every model solves, to broadcast m messages to n processors;
 * the options of algorithms and what these consist of; and lists of bounds.
 */
#ifndef FIBCAST_CORE_PROBLEM_H
#define FIBCAST_CORE_PROBLEM_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

struct machine;

/*
 * Processors i size .. i size + size - 1 are node i.  Inside a node a send
 * takes `send` and its message arrives after `latency`, both in units of a send
 * between nodes; 0 < send <= 1, send <= latency <= lambda.
 */
struct nodes {
	mpz_t size;
	mpq_t send, latency;
	/* What messages inside a node take in a machine's collective
	 * operations; NULL: send and latency. */
	const struct machine *machine;
	uint64_t lanes; /* how many sends out of a node at a time; 0: any */
	/* The lanes limit receives into a node instead: the broadcast is to be
	 * reversed into a reduction. */
	int lanes_in;
};

/*
 * n >= 1: processors, of which processor 0 is the source.
 * m: messages, m >= 1 unless a function says otherwise.
 * lambda >= 1: the latency, in units of one send; an integer in the LogP model,
 * unused in models of rounds.
 * ports: how many sends a processor may start in a unit of time, and how many
 * receives it may end, 1 <= ports < 2^32.  Comments that do not mention ports
 * are about one.
 * max_bits: the bits of the longest number that may be computed, and of the
 * memory that may be taken.
 */
struct problem {
	mpz_t n, m;
	mpq_t lambda;
	unsigned long ports;
	const struct nodes *nodes; /* NULL: all processors are alike */
	uint64_t max_bits;
	struct fibonacci_jumps *jumps; /* shared by several problems, or NULL */
};

/* A radix of a list of rounds, >= 2. */
struct radix {
	mpz_t value;
};

/* The radices of a list of rounds, in order; the last one is repeated as often
 * as necessary; count >= 1. */
struct radices {
	size_t count;
	struct radix *radix;
};

void radices_clear(struct radices *radices);

struct block_cost;
struct cost;
struct fibonacci_jumps;

/*
 * What an algorithm is told besides its problem.  Each looks only at the
 * options that its row in model/algorithms.c lists; zero is the default.
 */
struct algorithm_options {
	const __mpz_struct
		*degree;	 /* children of a processor; NULL: the best */
	const struct cost *cost; /* of an access, in the locality model */
	int is_least_delay;	 /* the delay must be at its lower bound */
	int is_queue_free;	 /* no message may wait at its receiver */
	int64_t *reach;		 /* is set to how far a search went, or NULL */
	uint64_t work;	/* for finding a better schedule, in operations */
	int is_patient; /* that work is a limit given by the user, to be used */
	mpq_srcptr known; /* the time of a schedule to beat, or NULL */
	int model;	  /* of best: the enum model whose rules hold */
	int operation;	  /* an enum operation of the algorithm */
	const char
		*name; /* of the row, for functions that several rows share */
	const struct radices *radices; /* of a list of rounds; NULL: the best */
	/* What messages of several blocks cost; NULL: the same as of one. */
	const struct block_cost *blocks;
};

/* The functions of an algorithm: see model/algorithm.h. */
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

/* The time of an algorithm, or a bound on it, from the problem alone. */
typedef enum status problem_bound(mpq_t bound, const struct problem *problem,
	struct err *err) WARN_UNUSED;

/* A problem with n = m = lambda = ports = 1 and no limit. */
void problem_init(struct problem *problem);
void problem_clear(struct problem *problem);

void problem_set_words(
	struct problem *problem, uint64_t n, uint64_t m, uint64_t lambda);

/* problem = other, but for jumps. */
void problem_set(struct problem *problem, const struct problem *other);

/* Whether the latency is a whole number. */
int problem_is_whole(const struct problem *problem);

/* Whether nobody is to be informed: n = 1. */
int problem_is_alone(const struct problem *problem);

/* Whether nothing is to be sent: n = 1 or m = 0. */
int problem_is_trivial(const struct problem *problem);

struct schedule_header;

/*
 * Sets the header's processors, messages and unit and, in postal and logp, its
 * latency; its model is set.
 * Errors: STATUS_LIMIT if one of them is not below 2^63.
 */
enum status problem_header(struct schedule_header *header,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * The same for an operation by block.  blocks: NULL, or what blocks cost on a
 * machine: then the header becomes one of the model machine.
 * Errors: those of problem_header; STATUS_LIMIT if the machine has figures for
 * more sizes than a header can have.
 */
enum status problem_block_header(struct schedule_header *header,
	const struct problem *problem, const struct block_cost *blocks,
	struct err *err) WARN_UNUSED;

/* Sets what the header's messages take on the machine, of one block and of more
 * if there are other figures for these; processors and operation are set.
 * Whether they fit, as for schedule_set_message, and are not of more sizes than
 * a header can have. */
int problem_block_messages(
	struct schedule_header *header, const struct block_cost *blocks);

/* Sets what problem_header sets, and the finish to the algorithm's time.
 * Errors: those of problem_header, time and problem_finish. */
enum status problem_header_at(struct schedule_header *header,
	problem_time *time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* Makes the header's unit so fine that the time is a whole number of ticks.
 * Errors: STATUS_LIMIT if the header's times are not below 2^63 then. */
enum status problem_refine(struct schedule_header *header, const mpq_t time,
	struct err *err) WARN_UNUSED;

/* Sets the header's finish to the time, a whole number of ticks.
 * Errors: STATUS_LIMIT if it is not below 2^63. */
enum status problem_finish(struct schedule_header *header, const mpq_t time,
	struct err *err) WARN_UNUSED;

/*
 * Reduces a problem of several ports to a smaller one, by broadcasting several
 * messages at a time, side by side: returns how many, width = min(m, ports).
 * *share, initialised, = the problem of ceil(m/width) messages on the
 * floor(ports/width) ports that each has.  Its schedules, with each message
 * standing for width of them, take as long: see schedule_abreast.
 */
unsigned long problem_share(
	struct problem *share, const struct problem *problem);

/* count = m(n-1), the transmissions of an algorithm that sends nothing twice.
 */
void problem_transmissions(mpz_t count, const struct problem *problem);

/*
 * -- Lists of what is known about one quantity: its value, and the bounds on it
 * in the literature, each with its source and whether it holds.
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

/* More bounds than any quantity has; so no bound is ever moved in memory. */
enum { BOUND_LIST_MAX = 16 };

struct bound_list {
	size_t count;
	struct bound bound[BOUND_LIST_MAX];
};

/* Appends a bound of value 0, which the caller sets; it stays in place until
 * the list is cleared. */
struct bound *bound_list_add(struct bound_list *list, const char *name,
	enum holds holds, const char *source);

void bound_list_clear(struct bound_list *list);

#endif
