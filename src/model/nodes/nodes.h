/*
 * One message to n = N p processors on N nodes of p, where messages inside a
 * node are faster than those between nodes.
 *
 * A message inside a node takes both ports for u1 and is there after e1;
 * between nodes it takes u2 and e2: u1 <= e1, u2 <= e2, u1 <= u2, e1 <= e2, all
 * whole numbers of ticks.  Whole start times are enough: start times rounded
 * down stay valid.
 *
 * Piece: processors of one node that are joined by inside messages.
 */
#ifndef FIBCAST_MODEL_NODES_NODES_H
#define FIBCAST_MODEL_NODES_NODES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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
 * The figures of the problem, which has nodes; where it has one node only, or
 * nodes of one processor, those of n nodes of one.
 * Errors: STATUS_USAGE if n is no multiple of the nodes' size; STATUS_LIMIT if
 * the size or a figure is too large to be handled.
 */
enum status nodes_figures(struct nodes_figures *figures,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* -- table.c */

/*
 * W(r, j), the most processors that can be informed within r ticks by one just
 * informed, itself included, if its piece may have at most j processors and
 * every other piece p:
 *   W(r, j) = 1 for r < e1, e2; else the largest of
 *     W(r-1, j)                          it waits,
 *     W(r-u2, j) + W(r-e2, p)            it sends outside,
 *     W(r-u1, j-i) + W(r-e1, i), 1 <= i < j   it sends inside, to one whose
 *                                        part of the piece is i.
 * Row r is value[(r mod rows) p + j - 1]; row count - 1 is the last.
 */
struct nodes_table {
	struct nodes_figures figures;
	size_t rows, count;
	int keeps_all;
	mpz_t *value;
	uint64_t work, max_bits; /* sums so far; and what limits them */
};

/* keeps_all: every row, not only those that the next one needs. */
void nodes_table_init(struct nodes_table *table,
	const struct nodes_figures *figures, int keeps_all, uint64_t max_bits);
void nodes_table_clear(struct nodes_table *table);

/* The next row.
 * Errors: STATUS_LIMIT if all rows take more memory, or more work, than
 * max_bits allows.   O(p^2) sums. */
enum status nodes_table_next(
	struct nodes_table *table, struct err *err) WARN_UNUSED;

/* W(r, j) of a row that is kept. */
mpz_srcptr nodes_table_at(
	const struct nodes_table *table, uint64_t r, size_t j);

/*
 * The last row becomes T, the least with W(T, p) >= n: no broadcast to n
 * processors ends before T.  Proof: join every processor to the one from which
 * it first had the message, and cut this tree at the messages between nodes;
 * each part lies in one node, so it is a piece of at most p, and of such trees
 * W(t, p) is the most that a time t admits.
 * Errors: those of nodes_table_next.
 */
enum status nodes_table_reach(
	struct nodes_table *table, const mpz_t n, struct err *err) WARN_UNUSED;

/* -- time.c: times in units of an outside send. */

/* reach = W(t, p), p the size of the problem's nodes, of any number of them. */
enum status nodes_reach(mpz_t reach, const struct problem *problem,
	const mpq_t t, struct err *err) WARN_UNUSED;

/* That of "leaders", of any size: u2 f(N), then u1 f(p). */
problem_bound nodes_leaders_time;

/* T, or the next tick where T is proved not to be attained. */
problem_bound nodes_bound;

/* -- draw.c */

/* A processor of a tree drawn: informed when so many ticks are left, by one
 * before it, at whose send sent ticks had passed; the first one is the source.
 */
struct nodes_drawn {
	uint64_t left, sent;
	uint32_t parent, piece;
};

struct nodes_drawing {
	struct nodes_drawn *drawn;
	size_t count, capacity;
	uint32_t pieces;
};

/* Draws the tree of W(T, p) processors, T being the table's last row; table:
 * all rows.  Each try up to NODES_TRIES makes other choices where several give
 * the most.  Errors: STATUS_LIMIT if it has too many processors. */
enum { NODES_TRIES = 60 };
enum status nodes_draw(struct nodes_drawing *drawing,
	const struct nodes_table *table, unsigned try,
	struct err *err) WARN_UNUSED;
void nodes_drawing_clear(struct nodes_drawing *drawing);

/* -- pack.c */

/*
 * Packs the pieces into n/p nodes, cutting what does not fit, and with it all
 * that hangs on it; place[i] = the number of processor i, from the source's 0,
 * or UINT64_MAX.  Returns 0 if nodes stay with room.
 */
int nodes_pack(uint64_t *place, const struct nodes_drawing *drawing, uint64_t n,
	size_t p);

/* -- deputies.c */

/* Carries a plan of m messages among the nodes out, p > 1: its rows, and that
 * it ends before best, which is then its finish.  Everything is by horizon.
 * Returns 0 if no try does. */
int nodes_deputies(struct transmissions *list,
	const struct nodes_figures *figures, const struct transmissions *plan,
	size_t m, uint64_t horizon, uint64_t *best) WARN_UNUSED;

/* -- several.c */

/* Adds the rows of a broadcast of m messages: the best of some tries, which
 * keep to the lanes of the nodes. Errors: STATUS_LIMIT if n and m are too
 * large. */
enum status nodes_several(struct transmissions *list,
	const struct nodes_figures *figures, const struct nodes *nodes,
	uint64_t n, uint64_t m, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Adds the rows of a schedule, which is closed, in ticks of which a send takes
 * so many; starts are rounded down. */
enum status nodes_read_ticks(struct transmissions *list,
	struct schedule *schedule, uint64_t send, struct err *err) WARN_UNUSED;

/* -- schedule.c */

/*
 * The schedules by name: "nodes", the best that is known, whose finish is the
 * bound wherever one that ends then was found; "leaders"; "bcast", which does
 * not know of nodes; and "binomial".
 */
struct nodes_algorithm {
	const char *name;
	int has_messages; /* not one only */
	enum status (*open)(struct schedule **schedule,
		const struct problem *problem, struct err *err);
	/* NULL: that of the schedule. */
	enum status (*time)(
		mpq_t time, const struct problem *problem, struct err *err);
};
extern const struct nodes_algorithm nodes_algorithms[]; /* up to no name */

/* NULL: there is none of that name. */
static inline const struct nodes_algorithm *nodes_algorithm_find(
	const char *name)
{
	const struct nodes_algorithm *row = nodes_algorithms;

	while (row->name && strcmp(row->name, name) != 0)
		row++;
	return row->name ? row : NULL;
}

/* -- part.c */

/* The part of a processor in the schedule that the options name, for m messages
 * of it, or in its reverse.
 * Errors: STATUS_USAGE if the problem has no nodes, or no such schedule; those
 * of building it. */
problem_part nodes_part;

#endif
