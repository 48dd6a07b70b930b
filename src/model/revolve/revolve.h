/*
 * The revolving hierarchy: at every time step each process of one half of a
 * tree or list sends to another, and then all move on by a permutation, so
 * that each message serves many computations of a global function and each
 * process does the same work.  Garg & Ghosh 1994, with corrections where they
 * are named.
 *
 * Positions: of a tree 1..N in in-order (a node comes after its first child's
 * subtree; for arity 2 as in the paper), of a list 0..N-1.  Labels 0..N-1
 * number the positions along the permutation's one cycle; process x stands at
 * label x+t, mod N, at time t.
 */
#ifndef FIBCAST_MODEL_REVOLVE_REVOLVE_H
#define FIBCAST_MODEL_REVOLVE_REVOLVE_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

struct revolve;

enum revolve_role { REVOLVE_IDLE, REVOLVE_SENDER, REVOLVE_RECEIVER };

/* What a scheme does: as the functions of the same names below. */
struct revolve_ops {
	void (*next)(mpz_t next, const struct revolve *revolve,
		const mpz_t position);
	void (*label)(mpz_t label, const struct revolve *revolve,
		const mpz_t position);
	void (*position)(mpz_t position, const struct revolve *revolve,
		const mpz_t label);
	void (*pair)(mpz_t from, mpz_t to, const struct revolve *revolve,
		const mpz_t i);
	/* The role of the label; sender: its own index, or the first of those
	 * it receives from. */
	enum revolve_role (*place)(
		mpz_t sender, const struct revolve *revolve, const mpz_t label);
};

extern const struct revolve_ops revolve_next_ops, revolve_snext_ops,
	revolve_snext2_ops, revolve_bcnext_ops;

enum revolve_scheme {
	REVOLVE_NEXT,	/* gather tree, Section III */
	REVOLVE_SNEXT,	/* list, Section V */
	REVOLVE_SNEXT2, /* list of least distances, n_snext2 */
	REVOLVE_BCNEXT	/* list that broadcasts, too */
};

struct revolve {
	enum revolve_scheme scheme;
	const struct revolve_ops *ops;
	unsigned long arity;  /* k of the tree; a list halves, 2 */
	unsigned long height; /* levels of the tree, bits of a list position */
	unsigned long fan_in; /* messages that a receiver gets in a step */
	mpz_t size;	      /* N: positions */
	mpz_t half;	      /* k^(height-1): leaves, senders of a list */
	mpz_t senders;	      /* equals half, but 0 in a tree of one process */
	mpz_t processes;      /* real ones; process i carries i, i+n, i+2n... */
};

/*
 * Opens a scheme for n processes; arity: 2 unless the scheme is next.
 * fill: adds virtual processes (Section VI) up to (k^h-1)/(k-1), or 2^h for
 * lists.  Errors: STATUS_USAGE, without fill, for an n that is not of that
 * form.
 */
enum status revolve_init(struct revolve *revolve, enum revolve_scheme scheme,
	unsigned long arity, const mpz_t n, int fill,
	struct err *err) WARN_UNUSED;
void revolve_clear(struct revolve *revolve);

/*
 * The permutation, the label of a position, the position of a label.  The
 * result must not alias the argument; positions and labels are in range.
 * No tables: O(log N) operations on numbers of log N bits; O(1) for the label
 * of a list's position.
 */
void revolve_next(
	mpz_t next, const struct revolve *revolve, const mpz_t position);
void revolve_label(
	mpz_t label, const struct revolve *revolve, const mpz_t position);
void revolve_position(
	mpz_t position, const struct revolve *revolve, const mpz_t label);

/* The least position: 1 of a tree, 0 of a list. */
unsigned long revolve_first(const struct revolve *revolve);

/* The labels of the i-th sender, by position, and of its receiver. */
void revolve_pair(
	mpz_t from, mpz_t to, const struct revolve *revolve, const mpz_t i);

/* -- messages, pulled; equation (3), mod N */

struct revolve_step {
	const struct revolve *revolve;
	mpz_t time; /* mod N */
	mpz_t sender;
	/* The message; process v, if virtual, stands for v mod n. */
	mpz_t from, to;
};

/* The messages of the step at that time, by position of the sender. */
void revolve_step_init(struct revolve_step *step, const struct revolve *revolve,
	const mpz_t time);
/* Moves on to the next message between two different real processes; returns 0
 * after the last one. */
int revolve_step_next(struct revolve_step *step);
void revolve_step_clear(struct revolve_step *step);

/* -- what one process does, without the others */

struct revolve_rank {
	const struct revolve *revolve;
	mpz_t time, node,
		process;	/* node: the present one that process carries */
	enum revolve_role role; /* towards this peer */
	mpz_t sender, left;	/* of the node's messages */
	mpz_t peer;
};

/* What process does at that time; 0 <= process < n. */
void revolve_rank_init(struct revolve_rank *rank, const struct revolve *revolve,
	const mpz_t process, const mpz_t time);
/* Moves on to the next message: role and peer; 0 after the last one. */
int revolve_rank_next(struct revolve_rank *rank);
void revolve_rank_clear(struct revolve_rank *rank);

/*
 * -- Digits of a number in base k, and the sums over them that give the labels
 * of the revolving hierarchy; internal to this folder.
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
 * V_k(m) = (k^2 m - s_k(m))/(k-1), s_k the sum of digits: the labels of the
 * first m segments of the cycle, as segment m has k + 1 + (trailing zeros of m
 * in base k) labels.  For k = 2 it is V of Garg & Ghosh 1994, Section IV: V(m)
 * = S(m) + 3m, S(m) = m - s_2(m).
 */
void digits_reach(mpz_t reach, const mpz_t m, unsigned long k);

/* The least m with V_k(m) >= y >= 1. O(log log y) times the cost of V_k. */
void digits_segment(mpz_t m, const mpz_t y, unsigned long k);

#endif
