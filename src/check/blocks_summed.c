/*
 * An allreduce by block: for each processor and block, the set of operands
 * whose sum the processor has, as bits.  The sets that a row carries are copied
 * when it is sent and kept until it arrives.
 */
#include "check/checker.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

static size_t set_words(const struct operands *operands)
{
	return (size_t)bits_words(operands->header->processors);
}

static uint64_t *sum_of(
	const struct operands *operands, uint64_t processor, uint64_t block)
{
	uint64_t n = operands->header->processors;

	return &operands->sets[(processor * n + block) * set_words(operands)];
}

static int is_complete(const struct operands *operands, const uint64_t *set)
{
	uint64_t n = operands->header->processors;
	size_t last = set_words(operands) - 1;

	for (size_t i = 0; i < last; i++)
		if (set[i] != UINT64_MAX)
			return 0;
	return set[last] == UINT64_MAX >> (64 - 1 - (n - 1) % 64);
}

static uint64_t count_operands(
	const struct operands *operands, const uint64_t *set)
{
	uint64_t count = 0;

	for (size_t i = 0; i < set_words(operands); i++)
		count += bits_count(set[i]);
	return count;
}

/* -- beginning */

static uint64_t summed_bytes(uint64_t n)
{
	return n > UINT32_MAX ? UINT64_MAX / 2
			      : n * bits_words(n) * sizeof(uint64_t);
}

static void init_summed(struct operands *operands)
{
	uint64_t n = operands->header->processors;

	operands->sets = mem_array(
		(size_t)(n * n) * set_words(operands), sizeof(uint64_t));
	for (uint64_t p = 0; p < n; p++)
		for (uint64_t b = 0; b < n; b++)
			bits_add(sum_of(operands, p, b), p);
}

static void clear_summed(struct operands *operands)
{
	mem_free(operands->sets);
}

/* -- rows */

/* The bytes of the sets that a row carries, and of the row itself. */
static uint64_t carried_bytes(
	const struct operands *operands, const struct transmission *row)
{
	return row->size * set_words(operands) * sizeof(uint64_t) +
	       sizeof(struct arriving);
}

/* Block i of a part, counted from 0. */
static uint64_t block_at(const struct operands *operands,
	const struct schedule_part *part, uint64_t i)
{
	uint64_t n = operands->header->processors;

	return part->first < n - i ? part->first + i : part->first - (n - i);
}

/* Whether the sum is complete, or has all operands of the other and more. */
static int holds_more(const struct operands *operands, const uint64_t *sum,
	const uint64_t *other)
{
	int more = 0;

	if (is_complete(operands, sum))
		return 1;
	for (size_t i = 0; i < set_words(operands); i++) {
		if (other[i] & ~sum[i])
			return 0;
		more |= sum[i] != other[i];
	}
	return more;
}

/* The sum that arrives replaces the one held, or is added to it; 0 if they have
 * operands in common that are then counted twice. */
static int add_sum(
	const struct operands *operands, uint64_t *held, const uint64_t *sum)
{
	size_t words = set_words(operands);
	int fits = 1;

	if (holds_more(operands, sum, held)) {
		memcpy(held, sum, words * sizeof *held);
		return 1;
	}
	for (size_t i = 0; i < words; i++) {
		fits &= (held[i] & sum[i]) == 0;
		held[i] |= sum[i];
	}
	return fits;
}

static void report_twice(const struct operands *operands,
	const struct transmission *row, uint64_t block)
{
	check_report(operands->check, "operands", row->line,
		"processor # receives block #, sent at @, with operands that "
		"it has: they are counted twice",
		row->to, block, row->tick);
}

/* The row arrives; only the first of its blocks that counts operands twice is
 * reported. */
static void sum_row(struct operands *operands, const struct arriving *arrival)
{
	const struct transmission *row = &arrival->row;
	const uint64_t *sum = arrival->carried;
	int brings = 0, is_wrong = 0;
	struct schedule_part own;
	const struct schedule_parts list =
		schedule_row_parts(operands->header, row, &own);

	for (size_t k = 0; k < list.count; k++)
		for (uint64_t i = 0; i < list.part[k].size; i++) {
			uint64_t block = block_at(operands, &list.part[k], i);
			uint64_t *held = sum_of(operands, row->to, block);

			brings |= !is_complete(operands, held);
			if (!add_sum(operands, held, sum) && !is_wrong) {
				report_twice(operands, row, block);
				is_wrong = 1;
			}
			sum += set_words(operands);
		}
	operands->check->redundant += !brings;
	operands->bytes -= carried_bytes(operands, row);
}

static void receive_summed(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	size_t words = set_words(operands), sums = 0;
	struct schedule_part own;
	const struct schedule_parts list =
		schedule_row_parts(operands->header, row, &own);
	uint64_t *carried;

	if (!operands_take(operands, carried_bytes(operands, row), "blocks"))
		return;
	carried = mem_array((size_t)row->size * words, sizeof *carried);
	for (size_t k = 0; k < list.count; k++)
		for (uint64_t i = 0; i < list.part[k].size; i++)
			memcpy(carried + words * sums++,
				sum_of(operands, row->from,
					block_at(operands, &list.part[k], i)),
				words * sizeof *carried);
	arrivals_add(&operands->arrivals, row, carried, tick);
}

/* -- the end */

static void finish_summed(struct operands *operands)
{
	uint64_t n = operands->header->processors;

	for (uint64_t p = 0; p < n; p++)
		for (uint64_t b = 0; b < n; b++) {
			const uint64_t *set = sum_of(operands, p, b);

			if (!is_complete(operands, set))
				check_report(operands->check, "complete", 0,
					"processor # never gets the sum of "
					"block #: it lacks # of # operands",
					p, b, n - count_operands(operands, set),
					n);
		}
}

const struct operands_rules blocks_summed = {
	.each = summed_bytes,
	.init = init_summed,
	.clear = clear_summed,
	.receive = receive_summed,
	.arrive = sum_row,
	.finish = finish_summed,
};
