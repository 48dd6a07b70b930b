/*
 * The least time is found from all trees that end within a given time, each as
 * the sizes of the pieces into which it falls when cut at the messages between
 * nodes.  A piece has at most the size of a node, and a tree is possible if its
 * pieces fill nodes exactly.
 *
 * A multiset of sizes 1 .. 16 is a word, 4 bits for the number of each; a set
 * of them is a sorted list.
 */
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST = 16, TICKS = 64, BITS = 4 };

/* -- the player */

/* Whether an interval overlaps one of the processor's earlier ones. */
static int meets(
	const uint64_t (*busy)[2], size_t count, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < count; i++)
		if (from < busy[i][1] && busy[i][0] < to)
			return 1;
	return 0;
}

static int is_inside(
	const struct judge_nodes *nodes, const struct transmission *row)
{
	return row->from / nodes->p == row->to / nodes->p;
}

/* Whether the row's sender has the message, and its ports are free.  held: when
 * each processor is informed; UINT64_MAX: never. */
static int is_playable(const struct judge_nodes *nodes, const uint64_t *held,
	const struct transmission *row, size_t at)
{
	uint64_t(*busy)[2] = mem_array(at + 1, sizeof *busy);
	uint64_t u = is_inside(nodes, &row[at]) ? nodes->u1 : nodes->u2;
	size_t count = 0;
	int playable;

	for (size_t i = 0; i < at; i++)
		if (row[i].from == row[at].from) {
			busy[count][0] = row[i].tick;
			busy[count++][1] =
				row[i].tick + (is_inside(nodes, &row[i])
							      ? nodes->u1
							      : nodes->u2);
		}
	playable = !meets((const uint64_t(*)[2])busy, count, row[at].tick,
			   row[at].tick + u) &&
		   held[row[at].from] <= row[at].tick &&
		   held[row[at].to] == UINT64_MAX;
	mem_free(busy);
	return playable;
}

uint64_t judge_nodes_finish(
	const struct judge_nodes *nodes, struct schedule *schedule)
{
	uint64_t *held = mem_array((size_t)nodes->n, sizeof *held);
	struct transmissions list = {0};
	const struct transmission *row;
	uint64_t finish = 0;
	struct err err;
	size_t count;

	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			struct transmission scaled = row[i];

			scaled.tick *= nodes->u2 / schedule->header.unit;
			transmissions_add(&list, &scaled);
		}
	memset(held, 255, (size_t)nodes->n * sizeof *held);
	held[0] = 0;
	for (size_t i = 0; i < list.count; i++) {
		const struct transmission *r = &list.row[i];

		if (r->from >= nodes->n || r->to >= nodes->n ||
			!is_playable(nodes, held, list.row, i)) {
			finish = UINT64_MAX;
			break;
		}
		held[r->to] =
			r->tick + (is_inside(nodes, r) ? nodes->e1 : nodes->e2);
		if (held[r->to] > finish)
			finish = held[r->to];
	}
	if (list.count != nodes->n - 1)
		finish = UINT64_MAX;
	transmissions_clear(&list);
	mem_free(held);
	return finish;
}

/* -- the least time */

struct sets {
	uint64_t *set;
	size_t count, capacity;
};

static int compare_sets(const void *x, const void *y)
{
	uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

static void add_set(struct sets *sets, uint64_t set)
{
	sets->set = mem_grow(
		sets->set, &sets->capacity, sets->count, sizeof *sets->set);
	sets->set[sets->count++] = set;
}

static void unite(struct sets *sets)
{
	size_t kept = 0;

	if (sets->count == 0)
		return;
	qsort(sets->set, sets->count, sizeof *sets->set, compare_sets);
	for (size_t i = 1; i < sets->count; i++)
		if (sets->set[i] != sets->set[kept])
			sets->set[++kept] = sets->set[i];
	sets->count = kept + 1;
}

static uint64_t total(uint64_t set)
{
	uint64_t sum = 0;

	for (uint64_t size = 1; size <= MOST; size++)
		sum += size * (set >> BITS * (size - 1) & 15);
	return sum;
}

/* The set with one more piece of that size. */
static uint64_t with(uint64_t set, size_t size)
{
	return set + (UINT64_C(1) << BITS * (size - 1));
}

/* [r][s]: for trees within time r whose first piece has size s, the sets of
 * their other pieces. */
struct trees {
	const struct judge_nodes *nodes;
	struct sets of[TICKS][MOST + 1];
};

/* Adds the unions of one of x and one of y, with one more piece of the size
 * `piece'; 0: none. */
static void add_pairs(struct trees *trees, struct sets *to,
	const struct sets *x, const struct sets *y, size_t s, size_t piece)
{
	for (size_t i = 0; i < x->count; i++)
		for (size_t j = 0; j < y->count; j++) {
			uint64_t more = total(x->set[i]) + total(y->set[j]);

			if (s + piece + more <= trees->nodes->n)
				add_set(to, x->set[i] + y->set[j] +
						    (piece > 0 ? with(0, piece)
							       : 0));
		}
}

static void find_trees(struct trees *trees, size_t r)
{
	const struct judge_nodes *nodes = trees->nodes;

	for (size_t s = 1; s <= nodes->p; s++) {
		struct sets *to = &trees->of[r][s];

		if (s == 1)
			add_set(to, 0);
		for (size_t i = 0; r > 0 && i < trees->of[r - 1][s].count; i++)
			add_set(to, trees->of[r - 1][s].set[i]);
		for (size_t t = 1; r >= nodes->e2 && t <= nodes->p; t++)
			add_pairs(trees, to, &trees->of[r - nodes->u2][s],
				&trees->of[r - nodes->e2][t], s, t);
		for (size_t i = 1; r >= nodes->e1 && i < s; i++)
			add_pairs(trees, to, &trees->of[r - nodes->u1][s - i],
				&trees->of[r - nodes->e1][i], s, 0);
		unite(to);
	}
}

/* Whether the pieces fill nodes exactly, one of which has only `room' left. */
static int fills(uint64_t set, uint64_t p, uint64_t room)
{
	if (room == 0)
		return set == 0 || fills(set, p, p);
	for (uint64_t size = room; size > 0; size--)
		if (set >> BITS * (size - 1) & 15 &&
			fills(set - with(0, (size_t)size), p, room - size))
			return 1;
	return 0;
}

static int is_enough(const struct trees *trees, size_t r)
{
	const struct judge_nodes *nodes = trees->nodes;

	for (size_t s = 1; s <= nodes->p; s++)
		for (size_t i = 0; i < trees->of[r][s].count; i++) {
			uint64_t all = with(trees->of[r][s].set[i], s);

			if (total(all) == nodes->n && fills(all, nodes->p, 0))
				return 1;
		}
	return 0;
}

uint64_t judge_nodes_least(const struct judge_nodes *nodes)
{
	struct trees *trees = mem_array(1, sizeof *trees);
	uint64_t least = UINT64_MAX;

	trees->nodes = nodes;
	for (size_t r = 0; r < TICKS && least == UINT64_MAX; r++) {
		find_trees(trees, r);
		if (is_enough(trees, r))
			least = r;
	}
	for (size_t r = 0; r < TICKS; r++)
		for (size_t s = 0; s <= MOST; s++)
			mem_free(trees->of[r][s].set);
	mem_free(trees);
	return least;
}
