/*
 * LogP's summation.  An addition takes a cycle, which is one unit of time.  A
 * processor adds each partial sum that it receives in the cycle after the
 * receive, and operands of its own in all other cycles in which no message
 * keeps it busy; when it sends, its sum is complete.  Sends and receives start
 * at whole cycles.
 *   So a processor that sends at time D, after c receives of o cycles each, has
 * summed D + 1 - c (o + 1) operands of its own: the first one takes no
 * addition.  Processor 0 is left with the operands that the others have not
 * summed, and the schedule ends when it has added them.
 *   Example: o = 1, two receives, a send at 8: of the cycles 0 .. 7 two are
 * spent on receives and two on adding what came; 4 additions make 5 operands.
 * Culler et al. 1993, Section 3.3.
 */
#include "check/checker.h"

#include "base/bits.h"
#include "base/mem.h"

/* Of a processor: the cycles that its receives, with their additions, have
 * taken; the tick at which the last of them is added; and 1 + the tick at which
 * it sent its sum, 0 if it has not. */
struct sum_part {
	uint64_t busy, ready, sent;
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
	const struct schedule_header *header = operands->header;
	struct sum_part *part = &operands->sums[row->to];
	uint64_t begin = schedule_taken(header, row);
	uint64_t ready = tick + header->unit;

	if (begin % header->unit != 0)
		check_report(operands->check, "start", row->line,
			"processor # receives at @, which is not a whole cycle",
			row->to, begin);
	if (part->sent > 0)
		check_report(operands->check, "complete", row->line,
			"processor # adds what it receives by @, after it has "
			"sent its sum: operands are lost",
			row->to, ready);
	if (part->ready < ready)
		part->ready = ready;
	part->busy += schedule_row_copy(header, row) / header->unit + 1;
	part->busy = least_u64(part->busy, INT64_MAX);
}

/* How many operands of its own a processor that sends has summed. */
static uint64_t own_operands(
	const struct operands *operands, const struct sum_part *part)
{
	uint64_t cycles = (part->sent - 1) / operands->header->unit + 1;

	return cycles - least_u64(part->busy, cycles);
}

/* Sets the finish: when processor 0 has added what it receives and the operands
 * that the others have left; some tick from 2^63 on if that is so late. */
static void finish_root(struct operands *operands, uint64_t others)
{
	const struct schedule_header *header = operands->header;
	const struct sum_part *root = &operands->sums[0];
	uint64_t cycles = 0;

	if (header->messages > others)
		cycles = header->messages - others - 1 + root->busy;
	cycles = least_u64(cycles, UINT64_MAX / header->unit);
	operands->check->finish = most_u64(cycles * header->unit, root->ready);
}

/* Whether a receive takes a whole number of cycles, between nodes and inside
 * them. */
static int has_whole_receives(const struct schedule_header *header)
{
	return header->message.copy % header->unit == 0 &&
	       header->inside_message.copy % header->unit == 0;
}

static void finish_sum(struct operands *operands)
{
	uint64_t others = 0;

	if (!has_whole_receives(operands->header))
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
		if (part->sent == 0 && part->busy > 0)
			check_report(operands->check, "complete", 0,
				"processor # never sends what it has received",
				p);
		/* More operands than there are would change nothing. */
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
