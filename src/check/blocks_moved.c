/*
 * An all-to-all: where each block (origin, target) is, which is only where it
 * was sent last.
 *
 * In most schedules all processors send alike: at each time processor p sends
 * to p + d mod n, with the same d and the same distances to go for all p.  Then
 * what processors have is alike, too: each has one block of each distance from
 * origin to target, so that n distances are enough for all n² blocks, and a
 * round takes O(n) steps.
 *   Rows wait until all of their time are there.  At the first time whose rows
 * are not alike, or break a rule, all blocks are written out, and from then on
 * rows are carried out one by one.
 *   Example, n = 3: if each p sends the block of p for p + 1 to p + 1, the
 * blocks of distance 1 have moved by 1 and are where they should be; of the
 * others each p still has its own.
 */
#include "check/checker.h"

#include <string.h>

#include "base/mem.h"

/* A block, in the list of the processor that has it since a tick. */
struct block {
	uint32_t origin, target;
	uint64_t since;
};

struct blocks_list {
	struct block *block;
	size_t count, capacity;
};

/* For a distance j and all p: the block of p for p + j is at p + moved since a
 * tick. */
struct distance {
	uint64_t moved, since;
};

/* A row of the present time, and the tick at which it arrives. */
struct moving {
	struct transmission row;
	uint64_t arrival;
};

/* How many blocks a processor never gets, and of the first of them who it is
 * from and where it is. */
struct missing {
	uint64_t count, origin, place;
};

struct moves {
	struct distance *distance; /* [j]; NULL: not all have sent alike */
	struct blocks_list *of;	   /* then, of each processor; else NULL */
	struct moving *moving;	   /* the rows of the present time */
	size_t rows, capacity;
	char *has_sent;		 /* whether each processor has a row of these */
	struct missing *missing; /* of each processor, in the end */
};

/* to - from mod n */
static uint64_t forward(uint64_t from, uint64_t to, uint64_t n)
{
	return to >= from ? to - from : to + (n - from);
}

/* Whether a row of weight, radix and digit carries the blocks that have this
 * far to go. */
static int has_digit(const struct transmission *row, uint64_t distance)
{
	return distance / row->first % row->radix == row->digit;
}

/* -- each block */

static void add_moved(struct operands *operands, uint64_t p, struct block block)
{
	struct blocks_list *list = &operands->moves->of[p];
	size_t more = list->capacity + list->capacity / 4 + 4;

	if (list->count == list->capacity) {
		if (!operands_take(operands,
			    (more - list->capacity) * sizeof *list->block,
			    "blocks"))
			return;
		list->block =
			mem_resize(list->block, more, sizeof *list->block);
		list->capacity = more;
	}
	list->block[list->count++] = block;
}

/* Whether the row carries that block of its sender: it names the block, and the
 * block is there when the row starts. */
static int is_moving(const struct operands *operands,
	const struct transmission *row, const struct block *block)
{
	uint64_t n = operands->header->processors;
	struct schedule_part own;
	const struct schedule_parts list =
		schedule_row_parts(operands->header, row, &own);

	if (block->since > row->tick)
		return 0;
	if (row->radix > 0)
		return has_digit(row, forward(row->from, block->target, n));
	for (size_t i = 0; i < list.count; i++)
		if (list.part[i].first == block->origin &&
			list.part[i].size == block->target)
			return 1;
	return 0;
}

static uint64_t count_moving(
	const struct operands *operands, const struct transmission *row)
{
	const struct blocks_list *list = &operands->moves->of[row->from];
	uint64_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += (uint64_t)is_moving(operands, row, &list->block[i]);
	return count;
}

/* Whether the sender has the block when the row starts. */
static int has_block(const struct operands *operands,
	const struct transmission *row, uint64_t origin, uint64_t target)
{
	const struct blocks_list *list = &operands->moves->of[row->from];

	for (size_t i = 0; i < list->count; i++)
		if (list->block[i].origin == origin &&
			list->block[i].target == target)
			return list->block[i].since <= row->tick;
	return 0;
}

/* Reports if the sender does not have all that the row carries: of a list of
 * blocks, the first that it lacks. */
static void check_moving(
	const struct operands *operands, const struct transmission *row)
{
	uint64_t count = count_moving(operands, row);
	struct schedule_part own;
	const struct schedule_parts list =
		schedule_row_parts(operands->header, row, &own);
	size_t i = 0;

	if (count == row->size)
		return;
	while (i + 1 < list.count &&
		has_block(operands, row, list.part[i].first, list.part[i].size))
		i++;
	if (row->radix == 0)
		check_report(operands->check, "held", row->line,
			"processor # sends the block of # for # at @, but does "
			"not have it then",
			row->from, list.part[i].first, list.part[i].size,
			row->tick);
	else
		check_report(operands->check, "held", row->line,
			"processor # sends # $ at @, but has # of them then",
			row->from, row->size,
			row->size == 1 ? "block" : "blocks", row->tick, count);
}

static void move_row(struct operands *operands, const struct transmission *row,
	uint64_t arrival)
{
	struct blocks_list *list = &operands->moves->of[row->from];

	check_moving(operands, row);
	for (size_t i = 0; i < list->count;) {
		struct block block = list->block[i];

		if (!is_moving(operands, row, &block)) {
			i++;
			continue;
		}
		list->block[i] = list->block[--list->count];
		block.since = arrival;
		add_moved(operands, row->to, block);
	}
}

/* Replaces distances by lists of all blocks. */
static void write_out(struct operands *operands)
{
	struct moves *moves = operands->moves;
	uint64_t n = operands->header->processors;

	if (!operands_take(operands,
		    n > UINT32_MAX ? UINT64_MAX : n * sizeof *moves->of,
		    "blocks"))
		return;
	moves->of = mem_array((size_t)n, sizeof *moves->of);
	for (uint64_t p = 0; p < n && !operands->full; p++)
		for (uint64_t j = 0; j < n && !operands->full; j++) {
			const struct distance *distance = &moves->distance[j];
			uint64_t origin = forward(distance->moved, p, n);

			add_moved(operands, p,
				(struct block){(uint32_t)origin,
					(uint32_t)((origin + j) % n),
					distance->since});
		}
	mem_free(moves->distance);
	moves->distance = NULL;
}

/* -- all alike */

/* Whether the present time has one row of each processor, all alike. */
static int are_alike(const struct operands *operands)
{
	const struct moves *moves = operands->moves;
	const struct moving *first = moves->moving;
	uint64_t n = operands->header->processors;
	uint64_t way = forward(first->row.from, first->row.to, n);
	int alike = moves->rows == n && first->row.radix > 0;

	memset(moves->has_sent, 0, (size_t)n);
	for (size_t i = 0; i < moves->rows && alike; i++) {
		const struct transmission *row = &moves->moving[i].row;

		alike = forward(row->from, row->to, n) == way &&
			row->first == first->row.first &&
			row->radix == first->row.radix &&
			row->digit == first->row.digit &&
			moves->moving[i].arrival == first->arrival &&
			!moves->has_sent[row->from];
		moves->has_sent[row->from] = 1;
	}
	return alike;
}

/* Whether each processor has what its row, alike to this one, carries; if move
 * is set, moves the blocks. */
static int move_distances(
	struct operands *operands, const struct moving *moving, int move)
{
	struct distance *distance = operands->moves->distance;
	const struct transmission *row = &moving->row;
	uint64_t n = operands->header->processors, count = 0;
	uint64_t way = forward(row->from, row->to, n);

	for (uint64_t j = 0; j < n; j++) {
		if (distance[j].since > row->tick ||
			!has_digit(row, forward(distance[j].moved, j, n)))
			continue;
		count++;
		if (move) {
			distance[j].moved = (distance[j].moved + way) % n;
			distance[j].since = moving->arrival;
		}
	}
	return count == row->size;
}

/* Carries out the rows of the present time, which is over. */
static void carry_out(struct operands *operands)
{
	struct moves *moves = operands->moves;

	if (moves->rows == 0)
		return;
	if (moves->distance && are_alike(operands) &&
		move_distances(operands, moves->moving, 0)) {
		move_distances(operands, moves->moving, 1);
	} else {
		if (moves->distance)
			write_out(operands);
		for (size_t i = 0; i < moves->rows && !operands->full; i++)
			move_row(operands, &moves->moving[i].row,
				moves->moving[i].arrival);
	}
	operands->bytes -= moves->rows * sizeof *moves->moving;
	moves->rows = 0;
}

/* -- rows */

static void init_moved(struct operands *operands)
{
	size_t n = (size_t)operands->header->processors;

	operands->moves = mem_array(1, sizeof *operands->moves);
	operands->moves->distance =
		mem_array(n, sizeof *operands->moves->distance);
	operands->moves->has_sent = mem_array(n, 1);
	operands->moves->missing =
		mem_array(n, sizeof *operands->moves->missing);
}

static void clear_moved(struct operands *operands)
{
	struct moves *moves = operands->moves;

	for (uint64_t p = 0; moves->of && p < operands->header->processors; p++)
		mem_free(moves->of[p].block);
	mem_free(moves->of);
	mem_free(moves->distance);
	mem_free(moves->moving);
	mem_free(moves->has_sent);
	mem_free(moves->missing);
	mem_free(moves);
}

static void rescale_moved(struct operands *operands, uint64_t factor)
{
	struct moves *moves = operands->moves;
	uint64_t n = operands->header->processors;

	for (size_t i = 0; i < moves->rows; i++) {
		moves->moving[i].row.tick *= factor;
		moves->moving[i].arrival *= factor;
	}
	for (uint64_t j = 0; moves->distance && j < n; j++)
		moves->distance[j].since *= factor;
	for (uint64_t p = 0; moves->of && p < n; p++)
		for (size_t i = 0; i < moves->of[p].count; i++)
			moves->of[p].block[i].since *= factor;
}

static void send_moved(
	struct operands *operands, const struct transmission *row)
{
	if (operands->moves->rows > 0 &&
		operands->moves->moving->row.tick != row->tick)
		carry_out(operands);
}

static void receive_moved(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	struct moves *moves = operands->moves;

	if (!operands_take(operands, sizeof *moves->moving, "blocks"))
		return;
	moves->moving = mem_grow(moves->moving, &moves->capacity, moves->rows,
		sizeof *moves->moving);
	moves->moving[moves->rows++] = (struct moving){*row, tick};
}

/* -- the end */

/* Notes that a block is not at its target but in another place. */
static void note_missing(struct operands *operands, uint64_t origin,
	uint64_t target, uint64_t place)
{
	struct missing *missing = &operands->moves->missing[target];

	if (missing->count++ == 0)
		*missing = (struct missing){1, origin, place};
}

/* Notes all blocks that are not where they should be. */
static void find_missing_blocks(struct operands *operands)
{
	const struct moves *moves = operands->moves;
	uint64_t n = operands->header->processors;

	for (uint64_t j = 0; moves->distance && j < n; j++)
		for (uint64_t p = 0; moves->distance[j].moved != j && p < n;
			p++)
			note_missing(operands, p, (p + j) % n,
				(p + moves->distance[j].moved) % n);
	for (uint64_t p = 0; moves->of && p < n; p++)
		for (size_t i = 0; i < moves->of[p].count; i++)
			if (moves->of[p].block[i].target != p)
				note_missing(operands,
					moves->of[p].block[i].origin,
					moves->of[p].block[i].target, p);
}

static void finish_moved(struct operands *operands)
{
	uint64_t n = operands->header->processors;

	carry_out(operands);
	find_missing_blocks(operands);
	for (uint64_t p = 0; p < n; p++) {
		const struct missing *missing = &operands->moves->missing[p];

		if (missing->count > 0)
			check_report(operands->check, "complete", 0,
				"processor # never gets # $: that of # is at #",
				p, missing->count,
				missing->count == 1 ? "block" : "blocks",
				missing->origin, missing->place);
	}
}

const struct operands_rules blocks_moved = {
	.bytes = sizeof(struct distance) + sizeof(struct blocks_list) +
		 sizeof(struct missing) + 1,
	.init = init_moved,
	.clear = clear_moved,
	.rescale = rescale_moved,
	.send = send_moved,
	.receive = receive_moved,
	.finish = finish_moved,
};
