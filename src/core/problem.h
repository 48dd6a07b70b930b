/*
 * What every model is asked: to broadcast m messages to n processors.
 */
#ifndef FIBCAST_CORE_PROBLEM_H
#define FIBCAST_CORE_PROBLEM_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/*
 * n >= 1 processors, the source, processor 0, among them; m messages, m >= 1
 * unless a function says otherwise; lambda >= 1: the latency, in units of one
 * send, an integer in the LogP model and unused in models of rounds.
 * max_bits: the longest number that may be computed, and the memory, in bits,
 * that may be taken.
 */
struct problem {
	mpz_t n, m;
	mpq_t lambda;
	uint64_t max_bits;
	struct fibonacci_jumps
		*jumps; /* kept from problem to problem, or NULL */
};

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
	int model;	  /* enum model: whose rules hold, of best */
	int operation;	  /* enum operation, one that the algorithm has */
};

/* A problem with n = m = lambda = 1 and no limit. */
void problem_init(struct problem *problem);
void problem_clear(struct problem *problem);

/* Sets all but the limit, from numbers that are known to fit 64 bits. */
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

/* Sets the header's finish to the time, a whole number of ticks.
 * Errors: STATUS_LIMIT if it is not below 2^63. */
enum status problem_finish(struct schedule_header *header, const mpq_t time,
	struct err *err) WARN_UNUSED;

/* The transmissions of an algorithm that sends nothing twice, m(n-1). */
void problem_transmissions(mpz_t count, const struct problem *problem);

#endif
