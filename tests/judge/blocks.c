/* Counts how often each processor has each operand of each block. */
#include "judge/blocks.h"

#include <stdlib.h>
#include <string.h>

/* One block: how often each processor has each of its operands.  In an
 * all-gather the block has one operand, that of its own processor. */
struct table {
	enum operation operation;
	size_t n;
	uint64_t block;
	unsigned char *has;    /* [p·n + operand] */
	unsigned char *before; /* has at the round's start */
	char *sent; /* [p]: whether p has sent its sum, in a reduce-scatter */
};

static int carries(const struct table *table, const struct transmission *row)
{
	for (uint64_t i = 0; i < row->size; i++)
		if ((row->first + i) % table->n == table->block)
			return 1;
	return 0;
}

/* Whether p has the block, or its sum, with no operand twice. */
static int is_whole(
	const struct table *table, const unsigned char *has, uint64_t p)
{
	for (uint64_t o = 0; o < table->n; o++) {
		int wanted = table->operation != OPERATION_ALLGATHER ||
			     o == table->block;

		if (has[p * table->n + o] != wanted)
			return 0;
	}
	return 1;
}

static int is_twice(const struct table *table, uint64_t p)
{
	for (uint64_t o = 0; o < table->n; o++)
		if (table->has[p * table->n + o] > 1)
			return 1;
	return 0;
}

static int is_gathered(const struct table *table)
{
	return table->operation != OPERATION_REDUCE_SCATTER;
}

static int may_send(const struct table *table, uint64_t p)
{
	if (table->operation == OPERATION_ALLGATHER)
		return is_whole(table, table->before, p);
	return is_gathered(table) || (p != table->block && !table->sent[p]);
}

/* Whether the sum that is sent holds all operands of the receiver, and more. */
static int holds_more(const struct table *table, uint64_t from, uint64_t to)
{
	int more = 0;

	for (uint64_t o = 0; o < table->n; o++) {
		unsigned sent = table->before[from * table->n + o];
		unsigned held = table->has[to * table->n + o];

		if (held > sent)
			return 0;
		more |= held < sent;
	}
	return more && table->operation == OPERATION_ALLREDUCE;
}

/* Receives one row; all sends of the round have been noted before. */
static int receive_one(
	struct table *table, const struct transmission *row, char *brings)
{
	uint64_t from = row->from, to = row->to;
	size_t n = table->n;

	if (!is_gathered(table) && table->sent[to])
		return 0;
	if (is_gathered(table) && (is_whole(table, table->before, from) ||
					  holds_more(table, from, to))) {
		*brings |= !is_whole(table, table->has, to);
		memcpy(table->has + to * n, table->before + from * n, n);
		return 1;
	}
	*brings |= !is_whole(table, table->has, to);
	for (uint64_t o = 0; o < n; o++)
		table->has[to * n + o] += table->before[from * n + o];
	return !is_twice(table, to);
}

/* Plays the rows of a round for one block. */
static int play_round(struct table *table, const struct transmission *row,
	size_t count, char *brings)
{
	int fine = 1;

	memcpy(table->before, table->has, table->n * table->n);
	for (size_t i = 0; i < count; i++)
		if (carries(table, &row[i])) {
			fine = fine && may_send(table, row[i].from);
			table->sent[row[i].from] = 1;
		}
	for (size_t i = 0; i < count && fine; i++)
		if (carries(table, &row[i]))
			fine = receive_one(table, &row[i], &brings[i]);
	return fine;
}

static int play_block(struct table *table, const struct transmission *row,
	size_t count, char *brings)
{
	size_t end;

	for (size_t i = 0; i < count; i = end) {
		for (end = i; end < count && row[end].tick == row[i].tick;)
			end++;
		if (!play_round(table, &row[i], end - i, &brings[i]))
			return 0;
	}
	if (!is_gathered(table))
		return is_whole(table, table->has, table->block);
	for (uint64_t p = 0; p < table->n; p++)
		if (!is_whole(table, table->has, p))
			return 0;
	return 1;
}

static void begin_block(struct table *table, uint64_t block)
{
	table->block = block;
	memset(table->has, 0, table->n * table->n);
	memset(table->sent, 0, table->n);
	for (uint64_t p = 0; p < table->n; p++)
		if (table->operation != OPERATION_ALLGATHER || p == block)
			table->has[p * table->n + p] = 1;
}

int judge_blocks(const struct schedule_header *header,
	const struct transmission *row, size_t count, uint64_t *redundant)
{
	size_t n = (size_t)header->processors;
	struct table table = {.operation = header->operation, .n = n};
	char *brings = calloc(count + 1, 1);
	int fine = 1;

	table.has = malloc(n * n);
	table.before = malloc(n * n);
	table.sent = malloc(n);
	for (uint64_t b = 0; b < n && fine; b++) {
		begin_block(&table, b);
		fine = play_block(&table, row, count, brings);
	}
	*redundant = 0;
	for (size_t i = 0; i < count && is_gathered(&table); i++)
		*redundant += !brings[i];
	free(table.has);
	free(table.before);
	free(table.sent);
	free(brings);
	return fine;
}
