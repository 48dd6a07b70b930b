/* Follows all pieces row by row; sets of blocks or operands are words of 64
 * bits.
 */
#include "judge/collective.h"

#include <assert.h>

#include "base/mem.h"

enum { N = JUDGE_COLLECTIVE_N };

static const uint64_t NEVER = UINT64_MAX;

/* A set of operands that a processor has, and since when. */
struct piece {
	uint64_t set, since;
};

struct table {
	const struct schedule_header *header;
	const struct transmission *row;
	size_t count;
	uint64_t n;
	uint64_t since[N][N];	/* [p][b]: held blocks */
	uint64_t sums[N][N];	/* [p][b]: the operands that p has of b's sum */
	uint64_t place[N][N];	/* [i][j]: where the block from i for j is */
	uint64_t arrival[N][N]; /* and since when */
	struct piece piece[N][N + 1];
	size_t pieces[N];
};

/* -- times and ports */

static uint64_t extra(
	const struct schedule_header *header, const struct transmission *row)
{
	return header->model == MODEL_MACHINE && header->message.block > 0
		       ? (row->size - 1) * header->message.block
		       : 0;
}

static uint64_t end_of(
	const struct schedule_header *header, const struct transmission *row)
{
	if (header->model == MODEL_MACHINE)
		return row->tick + header->latency + extra(header, row);
	return row->tick +
	       (header->latency > 0 ? header->latency : header->unit);
}

static int are_apart(uint64_t x, uint64_t length, uint64_t y, uint64_t other)
{
	return x + length <= y || y + other <= x;
}

/* When a row takes a processor and its port, and whether it sends or receives.
 */
struct stay {
	uint64_t begin, cpu, port;
};

static struct stay stay_of(const struct schedule_header *header,
	const struct transmission *row, int is_send)
{
	const struct schedule_message *message = &header->message;
	uint64_t more = extra(header, row);
	uint64_t copy =
		message->block_copy > 0 ? message->copy + more : message->copy;

	if (header->model != MODEL_MACHINE)
		return (struct stay){
			is_send ? row->tick
				: end_of(header, row) - header->unit,
			0, header->unit};
	if (is_send)
		return (struct stay){
			row->tick, message->overhead, message->gap + more};
	return (struct stay){row->tick + message->overhead + message->latency,
		copy, message->gap + more};
}

/* Whether two rows do not take the same processor or port at once. */
static int are_compatible(const struct schedule_header *header,
	const struct transmission *a, const struct transmission *b)
{
	for (int sends = 0; sends < 4; sends++) {
		int first = sends / 2, second = sends % 2;
		struct stay x = stay_of(header, a, first);
		struct stay y = stay_of(header, b, second);

		if ((first ? a->from : a->to) != (second ? b->from : b->to))
			continue;
		if (first == second &&
			!are_apart(x.begin, x.port, y.begin, y.port))
			return 0;
		if (header->model == MODEL_MACHINE &&
			!are_apart(x.begin, x.cpu, y.begin, y.cpu))
			return 0;
	}
	return 1;
}

static int are_ports_free(const struct table *table)
{
	for (size_t i = 0; i < table->count; i++)
		for (size_t j = 0; j < i; j++)
			if (!are_compatible(table->header, &table->row[i],
				    &table->row[j]))
				return 0;
	return 1;
}

/* -- what a row carries */

static uint64_t bit(uint64_t i)
{
	return (uint64_t)1 << i;
}

static uint64_t all_of(uint64_t n)
{
	return n == 64 ? UINT64_MAX : bit(n) - 1;
}

static uint64_t set_of(
	const struct table *table, const struct transmission *row)
{
	struct schedule_part run = {row->first, row->size};
	const struct schedule_part *part = &run;
	size_t parts = 1;
	uint64_t set = 0;

	assert(table->n > 0);

	if (row->digit > 0) {
		part = &table->header->parts->part[row->first];
		parts = row->digit;
	}
	for (size_t i = 0; i < parts; i++)
		for (uint64_t k = 0; k < part[i].size; k++)
			set |= bit((part[i].first + k) % table->n);
	return set;
}

/* -- blocks that are held */

static int play_held(struct table *table)
{
	enum operation operation = table->header->operation;
	uint64_t n = table->n;

	for (uint64_t p = 0; p < n; p++)
		for (uint64_t b = 0; b < n; b++)
			table->since[p][b] = operation == OPERATION_SCATTER
						     ? (p == 0 ? 0 : NEVER)
						     : (p == b ? 0 : NEVER);
	for (size_t i = 0; i < table->count; i++) {
		const struct transmission *row = &table->row[i];
		uint64_t set = set_of(table, row);
		uint64_t end = end_of(table->header, row);

		for (uint64_t b = 0; b < n; b++) {
			if (!(set & bit(b)))
				continue;
			if (table->since[row->from][b] > row->tick)
				return 0;
			if (end < table->since[row->to][b])
				table->since[row->to][b] = end;
		}
	}
	for (uint64_t p = 0; p < n; p++)
		for (uint64_t b = 0; b < n; b++)
			if (table->since[p][b] == NEVER &&
				(operation == OPERATION_SCATTER		? p == b
					: operation == OPERATION_GATHER ? p == 0
									: 1))
				return 0;
	return 1;
}

/* -- reduce-scatter: each sends its part of a block once, after all receipts */

static int play_scatter_block(const struct table *table, uint64_t block)
{
	uint64_t sent = 0;

	for (size_t i = 0; i < table->count; i++) {
		const struct transmission *row = &table->row[i];

		if (!(set_of(table, row) & bit(block)))
			continue;
		if (row->from == block || sent & bit(row->from))
			return 0;
		sent |= bit(row->from);
		for (size_t j = 0; j < table->count; j++) {
			const struct transmission *other = &table->row[j];

			if (other->to == row->from &&
				set_of(table, other) & bit(block) &&
				end_of(table->header, other) > row->tick)
				return 0;
		}
	}
	return (sent | bit(block)) == all_of(table->n);
}

static int play_reduce_scatter(struct table *table)
{
	for (uint64_t b = 0; b < table->n; b++)
		if (!play_scatter_block(table, b))
			return 0;
	return 1;
}

/* -- allreduce: of each block, the sum of what a processor has heard */

static int add_sum(struct table *table, uint64_t p, uint64_t b, uint64_t sum)
{
	uint64_t *held = &table->sums[p][b];
	int is_twice = (*held & sum) != 0;

	if (sum == all_of(table->n) || (*held != sum && (*held & ~sum) == 0)) {
		*held = sum;
		return 1;
	}
	*held |= sum;
	return !is_twice;
}

/* Of the rows sent that arrive by the tick and have not been received, the
 * first to arrive. */
static size_t next_arrival(const struct table *table, const char *is_there,
	size_t sent, uint64_t tick)
{
	size_t first = SIZE_MAX;

	for (size_t i = 0; i < sent; i++)
		if (!is_there[i] &&
			end_of(table->header, &table->row[i]) <= tick &&
			(first == SIZE_MAX ||
				end_of(table->header, &table->row[i]) <
					end_of(table->header,
						&table->row[first])))
			first = i;
	return first;
}

static int play_allreduce(struct table *table)
{
	uint64_t n = table->n;
	uint64_t(*sent)[N] = mem_array(table->count + 1, sizeof *sent);
	char *is_there = mem_array(table->count + 1, 1);
	int fine = 1;

	for (uint64_t p = 0; p < n; p++)
		for (uint64_t b = 0; b < n; b++)
			table->sums[p][b] = bit(p);
	for (size_t i = 0; i <= table->count; i++) {
		uint64_t tick = i < table->count ? table->row[i].tick : NEVER;
		size_t k;

		while ((k = next_arrival(table, is_there, i, tick)) !=
			SIZE_MAX) {
			is_there[k] = 1;
			for (uint64_t b = 0; b < n; b++)
				if (set_of(table, &table->row[k]) & bit(b))
					fine &= add_sum(table, table->row[k].to,
						b, sent[k][b]);
		}
		for (uint64_t b = 0; b < n && i < table->count; b++)
			sent[i][b] = table->sums[table->row[i].from][b];
	}
	for (uint64_t p = 0; p < n; p++)
		for (uint64_t b = 0; b < n; b++)
			fine &= table->sums[p][b] == all_of(n);
	mem_free(sent);
	mem_free(is_there);
	return fine;
}

/* -- all-to-all */

static int is_carried(const struct table *table, const struct transmission *row,
	uint64_t origin, uint64_t target)
{
	uint64_t far = (target + table->n - row->from) % table->n;
	const struct schedule_part *part;

	if (row->radix > 0)
		return far / row->first % row->radix == row->digit;
	part = &table->header->parts->part[row->first];
	for (uint32_t i = 0; i < row->digit; i++)
		if (part[i].first == origin && part[i].size == target)
			return 1;
	return 0;
}

static int play_row_moves(struct table *table, const struct transmission *row)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < table->n; i++)
		for (uint64_t j = 0; j < table->n; j++) {
			if (table->place[i][j] != row->from ||
				table->arrival[i][j] > row->tick ||
				!is_carried(table, row, i, j))
				continue;
			table->place[i][j] = row->to;
			table->arrival[i][j] = end_of(table->header, row);
			count++;
		}
	return count == row->size;
}

static int play_alltoall(struct table *table)
{
	for (uint64_t i = 0; i < table->n; i++)
		for (uint64_t j = 0; j < table->n; j++) {
			table->place[i][j] = i;
			table->arrival[i][j] = 0;
		}
	for (size_t k = 0; k < table->count; k++)
		if (!play_row_moves(table, &table->row[k]))
			return 0;
	for (uint64_t i = 0; i < table->n; i++)
		for (uint64_t j = 0; j < table->n; j++)
			if (table->place[i][j] != j)
				return 0;
	return 1;
}

/* -- census, scan, exscan: disjoint pieces */

/* Whether some pieces that p has by the tick add up to exactly the set. */
static int is_sum_of_pieces(
	const struct table *table, uint64_t p, uint64_t set, uint64_t tick)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < table->pieces[p]; i++) {
		const struct piece *piece = &table->piece[p][i];

		if (piece->since <= tick && (piece->set & ~set) == 0)
			sum |= piece->set;
	}
	return sum == set;
}

static int add_piece(struct table *table, uint64_t p, struct piece piece)
{
	for (size_t i = 0; i < table->pieces[p]; i++)
		if (table->piece[p][i].set & piece.set)
			return 0;
	table->piece[p][table->pieces[p]++] = piece;
	return 1;
}

/* What a processor should have in the end. */
static uint64_t wanted(const struct table *table, uint64_t p)
{
	if (table->header->operation == OPERATION_SCAN)
		return all_of(p + 1);
	if (table->header->operation == OPERATION_EXSCAN)
		return all_of(p);
	return all_of(table->n);
}

static int play_pieces(struct table *table)
{
	int is_scan = table->header->operation != OPERATION_CENSUS;

	for (uint64_t p = 0; p < table->n; p++) {
		table->pieces[p] = 0;
		add_piece(table, p, (struct piece){bit(p), 0});
	}
	for (size_t i = 0; i < table->count; i++) {
		const struct transmission *row = &table->row[i];
		const struct piece piece = {
			set_of(table, row), end_of(table->header, row)};

		if ((is_scan && row->first + row->size > table->n) ||
			!is_sum_of_pieces(
				table, row->from, piece.set, row->tick) ||
			!add_piece(table, row->to, piece))
			return 0;
	}
	for (uint64_t p = 0; p < table->n; p++)
		if (!is_sum_of_pieces(table, p, wanted(table, p), NEVER))
			return 0;
	return 1;
}

/* -- the whole */

static int (*const plays[])(struct table *table) = {
	[OPERATION_SCATTER] = play_held,
	[OPERATION_GATHER] = play_held,
	[OPERATION_ALLGATHER] = play_held,
	[OPERATION_REDUCE_SCATTER] = play_reduce_scatter,
	[OPERATION_ALLREDUCE] = play_allreduce,
	[OPERATION_ALLTOALL] = play_alltoall,
	[OPERATION_CENSUS] = play_pieces,
	[OPERATION_BARRIER] = play_held,
	[OPERATION_SCAN] = play_pieces,
	[OPERATION_EXSCAN] = play_pieces,
};

int judge_collective(const struct schedule_header *header,
	const struct transmission *row, size_t count, uint64_t *finish)
{
	struct table *table = mem_array(1, sizeof *table);
	int fine;

	table->header = header;
	table->row = row;
	table->count = count;
	table->n = header->processors;
	*finish = 0;
	for (size_t i = 0; i < count; i++)
		if (end_of(header, &row[i]) > *finish)
			*finish = end_of(header, &row[i]);
	fine = are_ports_free(table) && plays[header->operation](table);
	for (size_t i = 0; i < count && fine; i++)
		fine = row[i].from != row[i].to;
	mem_free(table);
	return fine;
}
