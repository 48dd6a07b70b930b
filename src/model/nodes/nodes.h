/*
 * Broadcast to n = N p processors on N nodes of p, where messages inside a node
 * are faster than those between nodes.
 *
 * A message inside a node takes both ports for u1 and arrives after e1; between
 * nodes it takes u2 and e2.  u1 <= e1, u2 <= e2, u1 <= u2, e1 <= e2, all whole
 * numbers of ticks.  Whole start times are enough, because start times rounded
 * down stay valid.
 *
 * Piece: processors of one node that inside messages join.
 */
#ifndef FIBCAST_MODEL_NODES_NODES_H
#define FIBCAST_MODEL_NODES_NODES_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/part.h"
#include "core/problem.h"
#include "core/schedule.h"

/* unit: ticks in one outside send as the problem counts them, u2. */
struct nodes_figures {
	size_t p;
	uint64_t u1, e1, u2, e2;
	uint64_t unit;
};

/*
 * The figures of the problem, which has nodes.  If there is only one node, or
 * its nodes have one processor, they are those of n nodes of one processor.
 * Errors: STATUS_USAGE if n is no multiple of the nodes' size; STATUS_LIMIT if
 * the size or a figure is too large.
 */
enum status nodes_figures(struct nodes_figures *figures,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* -- table.c */

/*
 * W(r, j) is the greatest number of processors that can be informed within r
 * ticks by one just informed, itself included, if its piece may have at most j
 * processors and every other piece p:
 *   W(r, j) = 1 for r < e1, e2; else the largest of
 *     W(r-1, j)                          it waits,
 *     W(r-u2, j) + W(r-e2, p)            it sends outside,
 *     W(r-u1, j-i) + W(r-e1, i), 1 <= i < j   it sends inside, to one whose
 *                                        part of the piece is i.
 * A row holds W from its tick on, until that of the next row.
 */
struct nodes_row {
	uint64_t tick;
	mpz_t *value; /* value[j-1] = W(tick, j), 1 <= j <= p */
};

enum nodes_figure { NODES_U1, NODES_E1, NODES_U2, NODES_E2, NODES_FIGURES };

struct nodes_table {
	struct nodes_figures figures;
	int keeps_all;
	struct nodes_row *row;	      /* in order of time; */
	size_t count, made, capacity; /* made: rows that have had values */
	size_t at[NODES_FIGURES];
	uint64_t work, max_bits; /* sums so far; and what limits them */
};

/* keeps_all: whether every row is kept, or only the rows that the next one
 * needs. */
void nodes_table_init(struct nodes_table *table,
	const struct nodes_figures *figures, int keeps_all, uint64_t max_bits);
void nodes_table_clear(struct nodes_table *table);

/*
 * Finds the next row.
 * Errors: STATUS_LIMIT if all rows take more memory, or more work, than
 * max_bits allows.   O(p^2) sums.
 */
enum status nodes_table_next(
	struct nodes_table *table, struct err *err) WARN_UNUSED;

/* The tick of the next row, or an earlier one at which W may grow. */
uint64_t nodes_table_due(const struct nodes_table *table);

/* The last row; there must be one. */
const struct nodes_row *nodes_table_last(const struct nodes_table *table);

/* The row that holds W(r, j); r >= the tick of a row that is still kept. */
const struct nodes_row *nodes_table_find(
	const struct nodes_table *table, uint64_t r);

/*
 * The last row's tick becomes T, the least with W(T, p) >= n: no broadcast to n
 * processors ends before T.  Proof: join every processor to the one from which
 * it first had the message, and cut this tree at the messages between nodes;
 * each part lies in one node, so it is a piece of at most p, and of such trees
 * W(t, p) is the most that a time t admits.
 * Errors: those of nodes_table_next.
 */
enum status nodes_table_reach(
	struct nodes_table *table, const mpz_t n, struct err *err) WARN_UNUSED;

/* -- time.c: times in units of an outside send */

/* reach = W(t, p) for nodes of the problem's size p, of which there may be any
 * number. */
enum status nodes_reach(mpz_t reach, const struct problem *problem,
	const mpq_t t, struct err *err) WARN_UNUSED;

/* The time of "leaders", for any n: u2 f(N), then u1 f(p). */
problem_time nodes_leaders_time;

/* T, or the next tick where it is proved that T is not attained. */
problem_bound nodes_bound;

/* -- draw.c */

/* A processor of a drawn tree: informed when `left` ticks are left, by its
 * parent, an earlier one, whose send started after `sent` ticks.  The first one
 * is the source. */
struct nodes_drawn {
	uint64_t left, sent;
	uint32_t parent, piece;
};

struct nodes_drawing {
	struct nodes_drawn *drawn;
	size_t count, capacity;
	uint32_t pieces;
};

/* Draws a tree of W(T, p) processors, T being the tick of the table's last row;
 * the table must keep all rows.  Each try up to NODES_TRIES chooses differently
 * where several choices give the most.  Errors: STATUS_LIMIT if the tree has
 * too many processors. */
enum { NODES_TRIES = 60 };
enum status nodes_draw(struct nodes_drawing *drawing,
	const struct nodes_table *table, unsigned try,
	struct err *err) WARN_UNUSED;
void nodes_drawing_clear(struct nodes_drawing *drawing);

/* -- pack.c */

/*
 * Packs the pieces into n/p nodes.  Processors that do not fit are cut off,
 * with all that descend from them.  place[i] = the number of processor i, 0 for
 * the source, or UINT64_MAX.  Returns 0 if nodes are left with room.
 */
int nodes_pack(uint64_t *place, const struct nodes_drawing *drawing, uint64_t n,
	size_t p);

/* -- deputies.c */

/* Carries out a plan of m messages among the nodes, p > 1, if some try ends
 * before *best: sets list to its rows and *best to its finish, with all times
 * below horizon.  Returns 0 if no try does. */
int nodes_deputies(struct transmissions *list,
	const struct nodes_figures *figures, const struct transmissions *plan,
	size_t m, uint64_t horizon, uint64_t *best) WARN_UNUSED;

/* -- several.c */

/* Adds the rows of a broadcast of m messages to an empty list: of the best of
 * some tries, which keep to the nodes' lanes. Errors: STATUS_LIMIT if n and m
 * are too large, or take more than max_bits of memory. */
enum status nodes_several(struct transmissions *list,
	const struct nodes_figures *figures, const struct nodes *nodes,
	uint64_t n, uint64_t m, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Adds the rows of a schedule, which is closed, to an empty list, in ticks of
 * which a send takes that many; starts are rounded down. */
enum status nodes_read_ticks(struct transmissions *list,
	struct schedule *schedule, uint64_t send, struct err *err) WARN_UNUSED;

/* -- schedule.c */

/*
 * The best schedule known, whose finish is the bound if a schedule that attains
 * it was found; that of leaders; and, for one message, Algorithm BCAST and the
 * binomial tree, which ignore the nodes.
 * Errors: STATUS_USAGE if the problem has no nodes; those of nodes_figures.
 */
problem_open nodes_open, nodes_leaders_open, nodes_flat_open,
	nodes_binomial_open;

/* -- part.c */

/*
 * The part of a processor in the schedule of the algorithm that the options
 * name, or in its reverse.  Errors: those of the algorithm.
 */
problem_part nodes_part;

#endif
