/* Sets of blocks, and of operands, as bits; see checker.h. */
#include "check/checker.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

static int is_allreduce(const struct blocks *blocks)
{
	return blocks->header->operation == OPERATION_ALLREDUCE;
}

static int is_reduce_scatter(const struct blocks *blocks)
{
	return blocks->header->operation == OPERATION_REDUCE_SCATTER;
}

/* The i-th block that the row carries. */
static uint64_t block_of(
	const struct blocks *blocks, const struct transmission *row, uint64_t i)
{
	uint64_t n = blocks->header->processors;

	return row->first < n - i ? row->first + i : row->first - (n - i);
}

/* -- sets */

static uint64_t *blocks_of(const struct blocks *blocks, uint64_t processor)
{
	return &blocks->held[processor * blocks->words];
}

static uint64_t *operands_of(
	const struct blocks *blocks, uint64_t processor, uint64_t block)
{
	uint64_t n = blocks->header->processors;

	return &blocks->held[(processor * n + block) * blocks->words];
}

static int is_complete(const struct blocks *blocks, const uint64_t *set)
{
	uint64_t n = blocks->header->processors;

	for (size_t i = 0; i + 1 < blocks->words; i++)
		if (set[i] != UINT64_MAX)
			return 0;
	return set[blocks->words - 1] == UINT64_MAX >> (64 - 1 - (n - 1) % 64);
}

static int are_disjoint(
	const struct blocks *blocks, const uint64_t *x, const uint64_t *y)
{
	for (size_t i = 0; i < blocks->words; i++)
		if (x[i] & y[i])
			return 0;
	return 1;
}

static uint64_t count_operands(const struct blocks *blocks, const uint64_t *set)
{
	uint64_t count = 0;

	for (size_t i = 0; i < blocks->words; i++)
		count += bits_count(set[i]);
	return count;
}

/* -- beginning and end */

/* How many sets, of how many words. */
static void size_sets(struct blocks *blocks, uint64_t *sets)
{
	uint64_t n = blocks->header->processors;

	blocks->words = bits_words(n);
	*sets = is_allreduce(blocks) ? n * n : n;
}

/* The bytes of a processor: with a set, or n, and its row of a round. */
static uint64_t bytes_of_one(const struct blocks *blocks)
{
	uint64_t n = blocks->header->processors, bytes;

	if (n > UINT32_MAX)
		return UINT64_MAX / 2;
	bytes = n * operands_reduce.bytes;
	if (is_allreduce(blocks))
		bytes = (n + 1) * blocks->words * sizeof(uint64_t);
	else if (!is_reduce_scatter(blocks))
		bytes = blocks->words * sizeof(uint64_t);
	return bytes + 2 * sizeof(struct transmission);
}

enum status blocks_init(struct blocks *blocks, struct check *check,
	const struct schedule_header *header, uint64_t processor,
	uint64_t max_bytes, struct err *err)
{
	uint64_t n = header->processors, sets;

	*blocks = (struct blocks){.check = check, .header = header};
	size_sets(blocks, &sets);
	if (check_memory(header, processor + bytes_of_one(blocks), 0, max_bytes,
		    err) != STATUS_OK)
		return err->code;
	if (is_reduce_scatter(blocks)) {
		operands_init(&blocks->operands, check, header, 0);
		return STATUS_OK;
	}
	blocks->held =
		mem_array((size_t)sets * blocks->words, sizeof *blocks->held);
	if (is_allreduce(blocks))
		blocks->sent = mem_array(
			(size_t)n * blocks->words, sizeof *blocks->sent);
	for (uint64_t p = 0; p < n; p++)
		if (!is_allreduce(blocks))
			bits_add(blocks_of(blocks, p), p);
		else
			for (uint64_t b = 0; b < n; b++)
				bits_add(operands_of(blocks, p, b), p);
	return STATUS_OK;
}

void blocks_clear(struct blocks *blocks)
{
	operands_clear(&blocks->operands);
	mem_free(blocks->held);
	mem_free(blocks->sent);
	mem_free(blocks->row);
	*blocks = (struct blocks){0};
}

void blocks_rescale(struct blocks *blocks, uint64_t factor)
{
	if (is_reduce_scatter(blocks))
		operands_rescale(&blocks->operands, factor);
	for (size_t i = 0; i < blocks->rows; i++)
		blocks->row[i].tick *= factor;
}

/* -- sends */

/* Once a row, of the first such block. */
static void report_not_held(
	const struct blocks *blocks, const struct transmission *row)
{
	const uint64_t *held = blocks_of(blocks, row->from);
	uint64_t i = 0;

	while (i < row->size && bits_has(held, block_of(blocks, row, i)))
		i++;
	if (i < row->size)
		check_report(blocks->check, "held", row->line,
			"processor # sends block # at @, but does not have it "
			"then",
			row->from, block_of(blocks, row, i), row->tick);
}

/* Sends all blocks, and receives them; each reports once. */
static void reduce_blocks(
	struct blocks *blocks, const struct transmission *row, int sends)
{
	uint64_t end = row->tick + blocks->check->unit;
	uint64_t before = blocks->check->violations;

	for (uint64_t i = 0; i < row->size; i++) {
		struct transmission one = *row;

		one.message = block_of(blocks, row, i) + 1;
		if (sends)
			operands_send(&blocks->operands, &one);
		else
			operands_receive(&blocks->operands, &one, end);
		blocks->operands.is_quiet = blocks->check->violations > before;
	}
	blocks->operands.is_quiet = 0;
}

void blocks_send(struct blocks *blocks, const struct transmission *row)
{
	blocks->check->blocks += row->size;
	if (is_reduce_scatter(blocks)) {
		reduce_blocks(blocks, row, 1);
		reduce_blocks(blocks, row, 0);
		return;
	}
	if (!is_allreduce(blocks))
		report_not_held(blocks, row);
	blocks->row = mem_grow(blocks->row, &blocks->capacity, blocks->rows,
		sizeof *blocks->row);
	blocks->row[blocks->rows++] = *row;
}

/* -- receives */

static void gather_row(struct blocks *blocks, const struct transmission *row)
{
	uint64_t *held = blocks_of(blocks, row->to);
	uint64_t known = 0;

	for (uint64_t i = 0; i < row->size; i++) {
		uint64_t block = block_of(blocks, row, i);

		known += (uint64_t)bits_has(held, block);
		bits_add(held, block);
	}
	blocks->check->redundant += known == row->size;
}

static void report_twice(const struct blocks *blocks,
	const struct transmission *row, uint64_t block)
{
	check_report(blocks->check, "operands", row->line,
		"processor # receives block #, sent at @, with operands that "
		"it has: they are counted twice",
		row->to, block, row->tick);
}

/* The sum that was sent arrives; 0 if it cannot be added. */
static int add_sum(
	const struct blocks *blocks, uint64_t *held, const uint64_t *sent)
{
	int fits = are_disjoint(blocks, held, sent);

	if (is_complete(blocks, sent)) {
		memcpy(held, sent, blocks->words * sizeof *held);
		return 1;
	}
	for (size_t i = 0; i < blocks->words; i++)
		held[i] |= sent[i];
	return fits;
}

static int carries(const struct blocks *blocks, const struct transmission *row,
	uint64_t block)
{
	uint64_t n = blocks->header->processors;

	return (block >= row->first ? block - row->first
				    : block + (n - row->first)) < row->size;
}

/* What is sent of a block is set apart before any of it arrives.  Of each row:
 * whether it brings something, and whether it is reported, once. */
static void add_block(
	struct blocks *blocks, uint64_t block, char *brings, char *reported)
{
	for (size_t i = 0; i < blocks->rows; i++)
		if (carries(blocks, &blocks->row[i], block))
			memcpy(blocks->sent + i * blocks->words,
				operands_of(blocks, blocks->row[i].from, block),
				blocks->words * sizeof *blocks->sent);
	for (size_t i = 0; i < blocks->rows; i++) {
		const struct transmission *row = &blocks->row[i];
		uint64_t *held = operands_of(blocks, row->to, block);

		if (!carries(blocks, row, block))
			continue;
		brings[i] |= !is_complete(blocks, held);
		if (!add_sum(blocks, held, blocks->sent + i * blocks->words) &&
			!reported[i]) {
			report_twice(blocks, row, block);
			reported[i] = 1;
		}
	}
}

static void add_blocks(struct blocks *blocks)
{
	char *brings = mem_array(blocks->rows + 1, 1);
	char *reported = mem_array(blocks->rows + 1, 1);

	for (uint64_t b = 0; b < blocks->header->processors; b++)
		add_block(blocks, b, brings, reported);
	for (size_t i = 0; i < blocks->rows; i++)
		blocks->check->redundant += !brings[i];
	mem_free(brings);
	mem_free(reported);
}

void blocks_receive(struct blocks *blocks)
{
	if (is_allreduce(blocks) && blocks->rows > 0)
		add_blocks(blocks);
	for (size_t i = 0; i < blocks->rows && !is_allreduce(blocks); i++)
		gather_row(blocks, &blocks->row[i]);
	blocks->rows = 0;
}

/* -- the end */

static void report_incomplete(
	const struct blocks *blocks, uint64_t processor, uint64_t block)
{
	uint64_t n = blocks->header->processors;
	const uint64_t *set = operands_of(blocks, processor, block);

	check_report(blocks->check, "complete", 0,
		"processor # never gets the sum of block #: it lacks # of # "
		"operands",
		processor, block, n - count_operands(blocks, set), n);
}

static void report_missing_block(
	const struct blocks *blocks, uint64_t processor, uint64_t block)
{
	check_report(blocks->check, "complete", 0,
		"processor # never gets block #", processor, block);
}

void blocks_finish(struct blocks *blocks)
{
	uint64_t n = blocks->header->processors;

	if (is_reduce_scatter(blocks)) {
		operands_finish(&blocks->operands);
		return;
	}
	for (uint64_t p = 0; p < n; p++)
		for (uint64_t b = 0; b < n; b++)
			if (is_allreduce(blocks)) {
				if (!is_complete(
					    blocks, operands_of(blocks, p, b)))
					report_incomplete(blocks, p, b);
			} else if (!bits_has(blocks_of(blocks, p), b)) {
				report_missing_block(blocks, p, b);
			}
}
