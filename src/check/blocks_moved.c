/*
 * An all-to-all: where each block (origin, target) is.  It is at the processor
 * that it was sent to last, and nowhere else.
 *
 * As long as in each time all processors send alike, each to the one so many
 * places on, what they have is alike, too: a block of each distance from origin
 * to target.  Then these distances are all that is kept, and a round takes O(n)
 * steps.  The rows of a time wait until it is over; at the first one whose rows
 * are not alike, or not as they should be, the blocks of all processors are
 * written out, and from then on rows are carried out one by one.
 */
#include "check/checker.h"

#include <string.h>

#include "base/mem.h"

/* A block of the processor that has it, since a tick. */
struct block {
	uint32_t origin, target;
	uint64_t since;
};

struct blocks_list {
	struct block *block;
	size_t count, capacity;
};

/* The blocks from p to p + distance, of all p, are so many places on. */
struct distance {
	uint64_t moved, since;
};

/* A row of the present time, and when it arrives. */
struct moving {
	struct transmission row;
	uint64_t arrival;
};

/* Blocks that a processor never gets, and where the first of them is. */
struct missing {
	uint64_t count, origin, place;
};

struct moves {
	struct distance *distance; /* NULL: not all alike */
	struct blocks_list *of;	   /* each processor, then */
	struct moving *moving;
	size_t rows, capacity;
	char *has_sent;		 /* of each processor, in the present time */
	struct missing *missing; /* the same, in the end */
};

static uint64_t forward(uint64_t from, uint64_t to, uint64_t n)
{
	return to >= from ? to - from : to + (n - from);
}

/* Whether blocks that have this far to go are among those of the row. */
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

/* Whether the row carries that block of its sender, if it is there by then. */
static int is_moving(const struct operands *operands,
	const struct transmission *row, const struct block *block)
{
	uint64_t n = operands->header->processors;
	const struct schedule_part *part;
	struct schedule_part own;
	size_t parts;

	if (block->since > row->tick)
		return 0;
	if (row->radix > 0)
		return has_digit(row, forward(row->from, block->target, n));
	part = schedule_row_parts(operands->header, row, &own, &parts);
	for (size_t i = 0; i < parts; i++)
		if (part[i].first == block->origin &&
			part[i].size == block->target)
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

/* Whether the block is at the sender by then. */
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

/* Reports what is wrong if the sender has not just what the row carries: of a
 * list, the first block that it has not. */
static void check_moving(
	const struct operands *operands, const struct transmission *row)
{
	uint64_t count = count_moving(operands, row);
	const struct schedule_part *part;
	struct schedule_part own;
	size_t parts, i = 0;

	if (count == row->size)
		return;
	part = schedule_row_parts(operands->header, row, &own, &parts);
	while (i + 1 < parts &&
		has_block(operands, row, part[i].first, part[i].size))
		i++;
	if (row->radix == 0)
		check_report(operands->check, "held", row->line,
			"processor # sends the block of # for # at @, but does "
			"not have it then",
			row->from, part[i].first, part[i].size, row->tick);
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

/* From now on it is each block that is kept. */
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

/* Whether the rows of the present time are one of each processor, alike. */
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

/* Whether each processor has by then what the row carries; with move, it is
 * sent. */
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

/* The present time is over: its rows are carried out. */
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

static uint64_t moved_bytes(uint64_t n)
{
	(void)n;
	return sizeof(struct distance) + sizeof(struct blocks_list) +
	       sizeof(struct missing) + 1;
}

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

/* Notes that the block has not come to its target. */
static void note_missing(struct operands *operands, uint64_t origin,
	uint64_t target, uint64_t place)
{
	struct missing *missing = &operands->moves->missing[target];

	if (missing->count++ == 0)
		*missing = (struct missing){1, origin, place};
}

/* All that is not where it should be. */
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
	.each = moved_bytes,
	.init = init_moved,
	.clear = clear_moved,
	.rescale = rescale_moved,
	.send = send_moved,
	.receive = receive_moved,
	.finish = finish_moved,
};
