/*
 * Packs the pieces of a tree into nodes, earliest piece first: each into the
 * node with the least room that is enough or, if there is none, into the one
 * with the most room, as many processors as fit, earliest first.  The others
 * are cut off with all their descendants; so what stays is a tree.
 *
 * Example: pieces of 3, 2, 2 and 1 into two nodes of 4: 3 to the first, 2 to
 * the second, 2 more there, and 1 to the first.
 */
#include "model/nodes/nodes.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

static const uint32_t NONE = UINT32_MAX;

/* The lists of the processors of each piece in the order of time, of the pieces
 * in the order of their first processors, and of the nodes with each room. */
struct pack {
	const struct nodes_drawing *drawing;
	size_t p;
	uint32_t *order; /* processors by time */
	uint32_t *first, *last,
		*link;	/* of a piece, of a piece, of a processor */
	uint32_t *node; /* of a processor; NONE: cut off */
	uint32_t *with_room, *other; /* [room]: a node; another with as much */
	uint32_t nodes, full;
};

/* A processor, and when it is informed. */
struct timed {
	uint64_t left;
	uint32_t i;
};

static int compare_timed(const void *x, const void *y)
{
	const struct timed *a = x, *b = y;

	return number_compare_next(
		number_compare_u64(b->left, a->left), a->i, b->i);
}

/* Sorts by the time left, most first; equal ones stay in order. */
static void sort_by_time(struct pack *pack)
{
	const struct nodes_drawing *drawing = pack->drawing;
	struct timed *timed = mem_array(drawing->count, sizeof *timed);

	for (uint32_t i = 0; i < drawing->count; i++)
		timed[i] = (struct timed){drawing->drawn[i].left, i};
	qsort(timed, drawing->count, sizeof *timed, compare_timed);
	for (uint32_t i = 0; i < drawing->count; i++)
		pack->order[i] = timed[i].i;
	mem_free(timed);
}

static void list_pieces(struct pack *pack)
{
	for (uint32_t piece = 0; piece < pack->drawing->pieces; piece++)
		pack->first[piece] = NONE;
	for (size_t k = 0; k < pack->drawing->count; k++) {
		uint32_t i = pack->order[k];
		uint32_t piece = pack->drawing->drawn[i].piece;

		pack->link[i] = NONE;
		pack->node[i] = NONE;
		if (pack->first[piece] == NONE)
			pack->first[piece] = i;
		else
			pack->link[pack->last[piece]] = i;
		pack->last[piece] = i;
	}
}

static void put_node(struct pack *pack, uint32_t node, size_t room)
{
	pack->other[node] = pack->with_room[room];
	pack->with_room[room] = node;
	pack->full += room == 0;
}

static uint32_t take_node(struct pack *pack, size_t room)
{
	uint32_t node = pack->with_room[room];

	pack->with_room[room] = pack->other[node];
	return node;
}

/* The room of the node into which a piece of that size goes. */
static size_t choose_room(const struct pack *pack, size_t size)
{
	size_t room = pack->p;

	for (size_t enough = size; enough <= pack->p; enough++)
		if (pack->with_room[enough] != NONE)
			return enough;
	while (pack->with_room[room] == NONE)
		room--;
	return room;
}

/* Whether the processor's parent is packed; the source needs none. */
static int is_joined(const struct pack *pack, uint32_t i)
{
	return i == 0 || pack->node[pack->drawing->drawn[i].parent] != NONE;
}

/* Packs a piece: counts its processors whose parents are packed, then takes the
 * first of these, as many as fit. */
static void pack_piece(struct pack *pack, uint32_t piece)
{
	size_t size = 0, room, left;
	uint32_t node;

	for (uint32_t i = pack->first[piece]; i != NONE; i = pack->link[i])
		if (is_joined(pack, i)) {
			pack->node[i] = 0;
			size++;
		}
	if (size == 0)
		return;
	left = room = choose_room(pack, size);
	node = take_node(pack, room);
	for (uint32_t i = pack->first[piece]; i != NONE; i = pack->link[i]) {
		if (pack->node[i] == NONE)
			continue;
		pack->node[i] = left > 0 ? node : NONE;
		left -= left > 0;
	}
	put_node(pack, node, room - (size < room ? size : room));
}

static void number_processors(uint64_t *place, struct pack *pack)
{
	uint32_t *used = pack->other;

	for (uint32_t node = 0; node < pack->nodes; node++)
		used[node] = 0;
	for (size_t k = 0; k < pack->drawing->count; k++) {
		uint32_t i = pack->order[k], node = pack->node[i];

		place[i] = UINT64_MAX;
		if (node == NONE)
			continue;
		/* The source's node and node 0 change places. */
		if (node == pack->node[0])
			node = 0;
		else if (node == 0)
			node = pack->node[0];
		place[i] = (uint64_t)node * pack->p + used[node]++;
	}
}

static void pack_init(struct pack *pack)
{
	size_t count = pack->drawing->count, pieces = pack->drawing->pieces;

	pack->order = mem_array(count, sizeof *pack->order);
	pack->link = mem_array(count, sizeof *pack->link);
	pack->node = mem_array(count, sizeof *pack->node);
	pack->first = mem_array(pieces, sizeof *pack->first);
	pack->last = mem_array(pieces, sizeof *pack->last);
	pack->with_room = mem_array(pack->p + 1, sizeof *pack->with_room);
	pack->other = mem_array(pack->nodes, sizeof *pack->other);
	for (size_t room = 0; room <= pack->p; room++)
		pack->with_room[room] = NONE;
	for (uint32_t node = pack->nodes; node-- > 0;)
		put_node(pack, node, pack->p);
}

static void pack_clear(struct pack *pack)
{
	mem_free(pack->order);
	mem_free(pack->link);
	mem_free(pack->node);
	mem_free(pack->first);
	mem_free(pack->last);
	mem_free(pack->with_room);
	mem_free(pack->other);
}

int nodes_pack(uint64_t *place, const struct nodes_drawing *drawing, uint64_t n,
	size_t p)
{
	struct pack pack = {
		.drawing = drawing, .p = p, .nodes = (uint32_t)(n / p)};
	int is_full;

	pack_init(&pack);
	sort_by_time(&pack);
	list_pieces(&pack);
	for (size_t k = 0; k < drawing->count && pack.full < pack.nodes; k++) {
		uint32_t i = pack.order[k], piece = drawing->drawn[i].piece;

		if (pack.first[piece] == i)
			pack_piece(&pack, piece);
	}
	is_full = pack.full == pack.nodes;
	if (is_full)
		number_processors(place, &pack);
	pack_clear(&pack);
	return is_full;
}
