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

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/bound.h"
#include "core/problem.h"
#include "core/schedule.h"

enum { ROUNDS_ROWS = 256 };

/* No receiver: the processor sends nothing. */
#define ROUNDS_NOBODY UINT32_MAX

/* A send, to be read with the producer's base: its message is base + value;
 * nothing is sent if that is below 1, and M_m if it is above m. */
struct rounds_send {
	uint32_t to, value;
};

struct rounds;

struct rounds_ops {
	/* Puts the sends of round->round, the one after the last, into
	 * rounds->send, and sets rounds->base and rounds->senders, which may
	 * pass the number of processors. */
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
	uint32_t senders;		/* those below it may send */
	uint32_t from;			/* the next to be looked at */
	struct transmission row[ROUNDS_ROWS];
};

/*
 * Fills the header in, all but the finish, and sets the producer up to begin
 * with round 1.
 * Errors: STATUS_LIMIT if n is 2^32 - 2 or more, or m or the claimed number of
 * rounds at least 2^63.
 */
enum status rounds_init(struct rounds *rounds, enum model model,
	const char *algorithm, const struct problem *problem,
	const mpz_t finish, struct err *err) WARN_UNUSED;

/*
 * Whether all processors may have size bytes each, and messages of them 8 more
 * bytes each.  Errors: STATUS_LIMIT, naming the bytes.
 */
enum status rounds_check_memory(const struct problem *problem, uint64_t size,
	const mpz_t messages, struct err *err) WARN_UNUSED;

/* The time m - 1 + ceil(log2 n) of the last message alone, in all models; 0 if
 * there is nothing to send.  BKS, Theorems 1 and 5. */
void rounds_last_bound(mpz_t bound, const struct problem *problem);

/* Appends that bound; it is the printed one but for n = 1, where nothing is
 * sent.  m >= 1. */
void rounds_list_last(struct bound_list *list, const struct problem *problem,
	const char *source);

#endif
