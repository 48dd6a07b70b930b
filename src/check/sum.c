/*
 * Summation: each processor adds operands of its own in the cycles that
 * messages leave it, a cycle each, and what it receives, with a cycle more
 * after each receive; when it sends, its sum is complete.  A cycle is a unit of
 * time. So one that sends at D after c receives of o cycles has added D + 1 - c
 * (o + 1) operands of its own, the first of which took no addition; and
 * processor 0 adds what is left of them when all have sent, and is done then.
 * Culler et al. 1993, Section 3.3.
 */
#include "check/checker.h"

#include "base/mem.h"

/* Receives, when the last is added, and 1 + when the sum is sent; or 0. */
struct sum_part {
	uint64_t receives, ready, sent;
};

static uint64_t sum_bytes(uint64_t processors)
{
	(void)processors;
	return sizeof(struct sum_part);
}

static void init_sum(struct operands *operands)
{
	operands->sums = mem_array(
		(size_t)operands->header->processors, sizeof *operands->sums);
}

static void clear_sum(struct operands *operands)
{
	mem_free(operands->sums);
}

static void rescale_sum(struct operands *operands, uint64_t factor)
{
	for (uint64_t p = 0; p < operands->header->processors; p++) {
		struct sum_part *part = &operands->sums[p];

		part->ready *= factor;
		if (part->sent > 0)
			part->sent = (part->sent - 1) * factor + 1;
	}
}

static void send_sum(struct operands *operands, const struct transmission *row)
{
	struct sum_part *part = &operands->sums[row->from];

	if (row->from == 0)
		check_report(operands->check, "target", row->line,
			"processor # sends at @, but is the target", row->from,
			row->tick);
	else if (part->sent > 0)
		check_report(operands->check, "once", row->line,
			"processor # sends at @ again: operands are counted "
			"twice",
			row->from, row->tick);
	else if (part->ready > row->tick)
		check_report(operands->check, "held", row->line,
			"processor # sends at @ before it has added, by @, "
			"what it has received",
			row->from, row->tick, part->ready);
	else if (row->tick % operands->header->unit != 0)
		check_report(operands->check, "start", row->line,
			"processor # sends at @, which is not a whole cycle",
			row->from, row->tick);
	part->sent = row->tick + 1;
}

static void receive_sum(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	struct sum_part *part = &operands->sums[row->to];
	uint64_t ready = tick + operands->header->unit;

	if (part->sent > 0)
		check_report(operands->check, "complete", row->line,
			"processor # adds what it receives by @, after it has "
			"sent its sum: operands are lost",
			row->to, ready);
	if (part->ready < ready)
		part->ready = ready;
	part->receives++;
}

/* The operands of its own of a processor that sends. */
static uint64_t own_operands(
	const struct operands *operands, const struct sum_part *part)
{
	const struct schedule_header *header = operands->header;
	uint64_t cycle = header->unit;
	uint64_t busy = header->message.copy / cycle + 1;
	uint64_t cycles = (part->sent - 1) / cycle + 1;

	return part->receives > cycles / busy ? 0
					      : cycles - part->receives * busy;
}

/* What processor 0 has left to add, and when it is done. */
static void finish_root(struct operands *operands, uint64_t others)
{
	const struct schedule_header *header = operands->header;
	const struct sum_part *part = &operands->sums[0];
	uint64_t busy = header->message.copy / header->unit + 1, done = 0;

	if (header->messages > others) {
		done = header->messages - others - 1;
		done = part->receives < (INT64_MAX - done) / busy
			       ? done + part->receives * busy
			       : INT64_MAX;
	}
	if (done < INT64_MAX / header->unit)
		done *= header->unit;
	operands->check->finish = done > part->ready ? done : part->ready;
}

static void finish_sum(struct operands *operands)
{
	uint64_t others = 0;

	if (operands->header->message.copy % operands->header->unit != 0)
		check_report(operands->check, "start", 0,
			"a receive takes no whole number of cycles");
	for (uint64_t p = 1; p < operands->header->processors; p++) {
		const struct sum_part *part = &operands->sums[p];
		uint64_t own =
			part->sent > 0 ? own_operands(operands, part) : 0;

		if (part->sent > 0 && own == 0)
			check_report(operands->check, "own", 0,
				"processor # has no time to add an operand of "
				"its own",
				p);
		if (part->sent == 0 && part->receives > 0)
			check_report(operands->check, "complete", 0,
				"processor # never sends what it has received",
				p);
		/* No more than that many count. */
		if (others <= operands->header->messages)
			others += own;
	}
	finish_root(operands, others);
}

const struct operands_rules operands_sum = {
	.each = sum_bytes,
	.init = init_sum,
	.clear = clear_sum,
	.rescale = rescale_sum,
	.send = send_sum,
	.receive = receive_sum,
	.finish = finish_sum,
};
