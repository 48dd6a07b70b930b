/*
 * At each tick the blocks of one class send.  In unit u of a block's own clock,
 * which starts with the block, the member at place i mod G sends item i to
 * child c = u - i.  So from member to member c goes down: it begins at the
 * turn, which is the place of item u, goes down to 0, and then from G - 1 on.
 *
 * Example: G = 3, u = 4.  The turn is 4 mod 3 = 1.  The member at place 0 sends
 * item 3 to child 1, that at place 1 item 4 to child 0, and that at place 2
 * item 2 to child 2.
 */
#include "model/periodic/periodic.h"

#include <string.h>

#include "base/mem.h"

enum { AHEAD = 128 /* edges, to be fetched before their turn */ };

/* The place in a group of item shift - back. */
static uint32_t back_from(uint64_t back, uint32_t shift, uint32_t size)
{
	uint32_t rest = (uint32_t)(back % size);

	return shift >= rest ? shift - rest : shift + (size - rest);
}

void periodic_walk_init(struct periodic_walk *walk,
	const struct periodic_groups *groups, uint64_t count, uint64_t back)
{
	*walk = (struct periodic_walk){.groups = groups,
		.count = count,
		.back = back,
		.unused = UINT32_MAX,
		.tick = UINT64_MAX};
	walk->edge = mem_array(groups->edges + (size_t)1, sizeof *walk->edge);
	for (uint32_t e = 0; e <= groups->edges; e++) {
		struct periodic_edge edge = groups->edge[e];

		walk->edge[e].base = edge.base;
		walk->edge[e].size = edge.size;
		if (edge.size > 1)
			walk->edge[e].place =
				back_from(back, edge.shift, edge.size);
		else if (edge.size == 0)
			walk->unused = e;
	}
	for (uint32_t k = 0; k < PERIODIC_CLASSES; k++)
		walk->started[k] = walk->ended[k] = groups->from[k];
}

void periodic_walk_clear(struct periodic_walk *walk)
{
	mem_free(walk->edge);
	walk->edge = NULL;
}

/* How many units ago a block started. */
static uint64_t unit_of(
	const struct periodic_walk *walk, const struct periodic_block *block)
{
	return (walk->tick - block->start) / walk->groups->q;
}

/* Whether a block that has started has sent everything before now. */
static int is_ended(
	const struct periodic_walk *walk, const struct periodic_block *block)
{
	uint64_t unit = unit_of(walk, block);

	return unit >= walk->count && unit - walk->count >= block->size - 1;
}

static int source_sends(const struct periodic_walk *walk)
{
	return walk->tick / walk->groups->q < walk->count;
}

/* When nobody sends: moves on to the start of the next block; returns 0 if
 * there is none. */
static int skip(struct periodic_walk *walk)
{
	const struct periodic_groups *groups = walk->groups;
	uint64_t next = UINT64_MAX;

	for (uint32_t k = 0; k < groups->q; k++)
		if (walk->started[k] < groups->from[k + 1] &&
			groups->block[walk->started[k]].start < next)
			next = groups->block[walk->started[k]].start;
	if (next != UINT64_MAX && next > walk->tick)
		walk->tick = next;
	return next != UINT64_MAX;
}

int periodic_walk_tick(struct periodic_walk *walk)
{
	const struct periodic_groups *groups = walk->groups;
	const struct periodic_block *block = groups->block;
	uint32_t k;

	walk->tick++;
	if (walk->live == 0 && !source_sends(walk) &&
		(walk->count == 0 || !skip(walk)))
		return 0;
	k = groups->class_at[walk->tick % groups->q];
	for (; walk->started[k] < groups->from[k + 1] &&
		block[walk->started[k]].start <= walk->tick;
		walk->started[k]++)
		walk->live++;
	while (walk->ended[k] < walk->started[k] &&
		is_ended(walk, &block[walk->ended[k]]))
		walk->ended[k]++;
	walk->block = walk->ended[k];
	walk->member = 0;
	walk->is_source_next =
		walk->tick % groups->q == 0 && source_sends(walk);
	return 1;
}

/* The next receiver of an edge.  This uses a mask instead of a branch, as it is
 * hard to predict which edges start over. */
static inline uint32_t step_edge(struct periodic_walk_edge *edge)
{
	uint32_t place = edge->place;

	edge->place = (place + 1) & -(uint32_t)(place + 1 < edge->size);
	return edge->base + place;
}

/* The member whose child is c has nothing to send in this unit: how many
 * members after it, of the same group and with children down to c = 0, have
 * nothing to send either. */
static inline uint32_t count_idle(
	uint32_t c, uint32_t turn, uint64_t unit, uint64_t count)
{
	uint32_t end = c > unit ? (uint32_t)unit + 1 : unit - c < count ? c : 0;

	return c - (c > turn && end <= turn ? turn + 1 : end);
}

/* Writes the rows of a block's members, up to member end, while there is room.
 * Members that have nothing to send are left out; is_steady, a constant for
 * which there is a loop of its own, says that there are none. */
__attribute__((always_inline)) static inline struct transmission *put_members(
	struct periodic_walk *walk, struct transmission *row, uint32_t end,
	uint32_t room, int is_steady)
{
	const struct periodic_block *block = &walk->groups->block[walk->block];
	const uint64_t unit = unit_of(walk, block), tick = walk->tick;
	const uint64_t count = walk->count;
	const uint32_t size = block->size;
	uint32_t turn =
		(uint32_t)((unit + back_from(walk->back, 0, size)) % size);
	uint32_t i = walk->member, place = i % size;
	uint32_t c = place <= turn ? turn - place : turn + (size - place);
	struct periodic_walk_edge *edge = &walk->edge[block->edge + i - place];
	uint64_t from = (uint64_t)block->edge + 1 + i;
	const struct transmission *full = row + room;

	if (is_steady && end - i > room)
		end = i + room;
	for (; i < end && (is_steady || row < full); i++, from++) {
		struct periodic_walk_edge *own = &edge[c];

		__builtin_prefetch(own + AHEAD);
		if (is_steady ||
			(c <= unit && unit - c < count && own->size > 0)) {
			row->tick = tick;
			row->from = from;
			row->to = step_edge(own);
			row->message = unit + 1 - c;
			row++;
		} else {
			uint32_t idle = count_idle(c, turn, unit, count);

			i += idle;
			from += idle;
			c -= idle;
		}
		c = c > 0 ? c - 1 : size - 1;
		if (c == turn) /* the next group begins */
			edge += size;
	}
	walk->member = i < end ? i : end;
	return row;
}

/* Writes up to room rows of the present block.  Its groups are steady, and
 * handled quickly, if they send to all their children in this unit and the
 * next. */
static struct transmission *put_block(
	struct periodic_walk *walk, struct transmission *row, uint32_t room)
{
	const struct periodic_block *block = &walk->groups->block[walk->block];
	const uint64_t unit = unit_of(walk, block);
	uint32_t all = block->size * block->count, end = all;
	int is_steady = unit + 1 >= block->size && unit + 1 < walk->count;

	/* The group with the edge to nobody is not steady. */
	if (is_steady && walk->unused >= block->edge &&
		walk->unused - block->edge < all) {
		uint32_t other = walk->unused - block->edge;

		other -= other % block->size;
		is_steady = walk->member < other ||
			    walk->member >= other + block->size;
		if (walk->member < other)
			end = other;
		else if (!is_steady)
			end = other + block->size;
	}
	row = is_steady ? put_members(walk, row, end, room, 1)
			: put_members(walk, row, end, room, 0);
	if (walk->member < all)
		return row;
	if (unit + 2 == walk->count + block->size)
		walk->live--;
	walk->block++;
	walk->member = 0;
	return row;
}

size_t periodic_walk_rows(
	struct periodic_walk *walk, struct transmission *row, size_t room)
{
	const struct periodic_groups *groups = walk->groups;
	const struct transmission *end = row + room;
	struct transmission *to = row;
	uint32_t k = groups->class_at[walk->tick % groups->q];

	if (walk->is_source_next && room > 0) {
		to->tick = walk->tick;
		to->from = 0;
		to->to = step_edge(&walk->edge[groups->edges]);
		to->message = walk->tick / groups->q + 1;
		walk->is_source_next = 0;
		to++;
	}
	while (to < end && walk->block < walk->started[k]) {
		if (walk->member == 0 &&
			is_ended(walk, &groups->block[walk->block]))
			walk->block++;
		else
			to = put_block(walk, to, (uint32_t)(end - to));
	}
	return (size_t)(to - row);
}
