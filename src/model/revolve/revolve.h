/*
 * The revolving hierarchy: at every time step each process in one half of a
 * tree or list sends to another one, and then all processes move to other
 * positions by a permutation.  So each message serves many computations of a
 * global function, and all processes do the same work.  Garg & Ghosh 1994, with
 * corrections where they are named.
 *
 * Positions: in a tree 1..N in in-order (a node comes after its first child's
 * subtree; for arity 2 as in the paper), in a list 0..N-1.  Labels 0..N-1
 * number the positions along the single cycle of the permutation; process x
 * stands at label x+t, mod N, at time t.
 */
#ifndef FIBCAST_MODEL_REVOLVE_REVOLVE_H
#define FIBCAST_MODEL_REVOLVE_REVOLVE_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

struct revolve;

enum revolve_role { REVOLVE_IDLE, REVOLVE_SENDER, REVOLVE_RECEIVER };

/*
 * A scheme.  A result must not alias an argument; positions and labels are in
 * range.  O(log N) operations on numbers of log N bits; O(1) for the label of a
 * list's position.
 */
struct revolve_ops {
	/* The position after a position, the label of a position, the position
	 * of a label. */
	void (*next)(mpz_t next, const struct revolve *revolve,
		const mpz_t position);
	void (*label)(mpz_t label, const struct revolve *revolve,
		const mpz_t position);
	void (*position)(mpz_t position, const struct revolve *revolve,
		const mpz_t label);
	/* The labels of sender i, from 0 in the order of positions, and of its
	 * receiver. */
	void (*pair)(mpz_t from, mpz_t to, const struct revolve *revolve,
		const mpz_t i);
	/* The role of a label.  sender: its own index if it sends, the index
	 * of the first of its senders if it receives. */
	enum revolve_role (*place)(
		mpz_t sender, const struct revolve *revolve, const mpz_t label);
};

extern const struct revolve_ops revolve_next_ops, revolve_snext_ops,
	revolve_snext2_ops, revolve_bcnext_ops;

enum revolve_scheme {
	REVOLVE_NEXT,	/* gather tree, Section III */
	REVOLVE_SNEXT,	/* list, Section V */
	REVOLVE_SNEXT2, /* list of least distances, n_snext2 */
	REVOLVE_BCNEXT	/* list whose messages also broadcast results */
};

struct revolve {
	enum revolve_scheme scheme;
	const struct revolve_ops *ops;
	unsigned long arity;  /* k of a tree; 2 for a list */
	unsigned long height; /* levels of a tree, bits of a list position */
	unsigned long fan_in; /* messages that a receiver gets in a step */
	mpz_t size;	      /* N, the number of positions */
	mpz_t half;	      /* k^(height-1): leaves, or senders of a list */
	mpz_t senders;	      /* equals half, but 0 in a tree of one process */
	mpz_t processes; /* n, real ones; process i carries i, i+n, i+2n, .. */
};

/*
 * Opens a scheme for n processes; arity: 2 unless the scheme is next.
 * fill: whether virtual processes (Section VI) are added up to the next
 * (k^h-1)/(k-1), or 2^h for lists.
 * Errors: STATUS_USAGE, without fill, for an n that is not of that form.
 */
enum status revolve_init(struct revolve *revolve, enum revolve_scheme scheme,
	unsigned long arity, const mpz_t n, int fill,
	struct err *err) WARN_UNUSED;
void revolve_clear(struct revolve *revolve);

/* The least position: 1 in a tree, 0 in a list. */
unsigned long revolve_first(const struct revolve *revolve);

/* -- The messages of a step, one by one; equation (3), mod N. */

struct revolve_step {
	const struct revolve *revolve;
	mpz_t time; /* mod N */
	mpz_t sender;
	mpz_t from, to; /* the message, between real processes */
};

/* Starts the messages of the step at that time, by position of the sender. */
void revolve_step_init(struct revolve_step *step, const struct revolve *revolve,
	const mpz_t time);
/* Advances to the next message between two different real processes; returns 0
 * after the last one. */
int revolve_step_next(struct revolve_step *step);
void revolve_step_clear(struct revolve_step *step);

/* -- The messages of one process in a step, without visiting the others. */

struct revolve_rank {
	const struct revolve *revolve;
	mpz_t time, process;
	mpz_t node;		/* the next node that the process carries */
	enum revolve_role role; /* towards the peer */
	mpz_t sender, left;	/* next sender, and messages left of a node */
	mpz_t peer;
};

/* Starts the messages of a process at that time; 0 <= process < n. */
void revolve_rank_init(struct revolve_rank *rank, const struct revolve *revolve,
	const mpz_t process, const mpz_t time);
/* Advances to the next message, role and peer; 0 after the last one. */
int revolve_rank_next(struct revolve_rank *rank);
void revolve_rank_clear(struct revolve_rank *rank);

/*
 * -- Digits of a number in base k, and the sums of them that give labels;
 * internal to this folder.
 */

struct digits {
	uint64_t sum, nonzero;
};

/* The digits of v >= 0 in base k, 2 <= k < 2^32.  O(bits^2), for k = 2
 * O(bits). */
struct digits digits_count(const mpz_t v, unsigned long k);

/* power = k^e. */
void digits_power(mpz_t power, unsigned long k, unsigned long e);

/* The least e with k^e >= v >= 1.  O(M(bits) log e). */
unsigned long digits_ceil_log(const mpz_t v, unsigned long k);

/* The number of digits of v >= 0; 0 has none. */
unsigned long digits_length(const mpz_t v, unsigned long k);

/*
 * reach = V_k(m) = (k^2 m - s_k(m))/(k-1), s_k the sum of digits: the number of
 * labels in the first m segments of the cycle, as segment m has
 * k + 1 + (trailing zeros of m in base k) labels.  For k = 2 it is V of Garg &
 * Ghosh 1994, Section IV: V(m) = S(m) + 3m, S(m) = m - s_2(m).
 */
void digits_reach(mpz_t reach, const mpz_t m, unsigned long k);

/* m = the least with V_k(m) >= y >= 1.  O(log log y) evaluations of V_k. */
void digits_segment(mpz_t m, const mpz_t y, unsigned long k);

#endif
