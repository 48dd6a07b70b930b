/*
 * Which blocks each processor has in a scatter, gather or allgather, and of
 * whom it has heard in a barrier.  A processor's blocks are kept as runs, in
 * order and with gaps between them: most schedules need only a few, so n may be
 * large.
 */
#include "check/checker.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

/* Blocks first .. end - 1. */
struct blocks_run {
	uint64_t first, end;
};

struct blocks_set {
	struct blocks_run *run;
	size_t count, capacity;
};

/* -- sets */

/* The index of the first run whose end is the block or a later one. */
static size_t find_run(const struct blocks_set *set, uint64_t block)
{
	return ascending_find(set->run, sizeof *set->run,
		offsetof(struct blocks_run, end), set->count, block);
}

/* Makes room for one more run; 0 if the memory does not allow it. */
static int make_run_room(struct operands *operands, struct blocks_set *set)
{
	size_t more = set->capacity + set->capacity / 2 + 1;

	if (set->count < set->capacity)
		return 1;
	if (!operands_take(operands, (more - set->capacity) * sizeof *set->run,
		    "blocks"))
		return 0;
	set->run = mem_resize(set->run, more, sizeof *set->run);
	set->capacity = more;
	return 1;
}

/* Adds first .. end - 1, which joins the runs that they touch; whether any of
 * them is new. */
static int add_run(struct operands *operands, struct blocks_set *set,
	uint64_t first, uint64_t end)
{
	size_t at = find_run(set, first), past = at;

	if (at < set->count && set->run[at].first <= first &&
		set->run[at].end >= end)
		return 0;
	while (past < set->count && set->run[past].first <= end) {
		if (set->run[past].first < first)
			first = set->run[past].first;
		if (set->run[past].end > end)
			end = set->run[past].end;
		past++;
	}
	if (past == at && !make_run_room(operands, set))
		return 1;
	memmove(set->run + at + 1, set->run + past,
		(set->count - past) * sizeof *set->run);
	set->count = set->count + 1 - (past - at);
	set->run[at] = (struct blocks_run){first, end};
	return 1;
}

/* The first of first .. end - 1 that is not in the set; end if all are. */
static uint64_t find_missing(
	const struct blocks_set *set, uint64_t first, uint64_t end)
{
	size_t at = find_run(set, first + 1);

	if (at == set->count || set->run[at].first > first)
		return first;
	return set->run[at].end < end ? set->run[at].end : end;
}

/* -- rows */

static void init_held(struct operands *operands)
{
	enum operation operation = operands->header->operation;
	uint64_t n = operands->header->processors;

	operands->blocks = mem_array((size_t)n, sizeof *operands->blocks);
	if (operation == OPERATION_SCATTER) {
		add_run(operands, &operands->blocks[0], 0, n);
		return;
	}
	for (uint64_t p = 0; p < n; p++)
		add_run(operands, &operands->blocks[p], p, p + 1);
}

static void clear_held(struct operands *operands)
{
	for (uint64_t p = 0; p < operands->header->processors; p++)
		mem_free(operands->blocks[p].run);
	mem_free(operands->blocks);
}

/* The blocks of a part as runs: two if they wrap around; how many. */
static size_t unroll_part(struct blocks_run run[2],
	const struct operands *operands, const struct schedule_part *part)
{
	uint64_t n = operands->header->processors;
	uint64_t end = part->first + part->size;

	run[0] = (struct blocks_run){part->first, least_u64(end, n)};
	run[1] = (struct blocks_run){0, end - run[0].end};
	return end > n ? 2 : 1;
}

/* Adds what the row carries to what its receiver has. */
static void hold_carried(
	struct operands *operands, const struct arriving *arrival)
{
	const struct transmission *row = &arrival->row;
	struct schedule_part own;
	const struct schedule_parts list =
		schedule_row_parts(operands->header, row, &own);
	struct blocks_run run[2];
	int is_new = 0;

	for (size_t i = 0; i < list.count; i++) {
		size_t runs = unroll_part(run, operands, &list.part[i]);

		for (size_t k = 0; k < runs; k++)
			is_new |= add_run(operands, &operands->blocks[row->to],
				run[k].first, run[k].end);
	}
	operands->check->redundant += !is_new;
	operands->bytes -= sizeof *arrival;
}

/* How people name a block. */
static const char *block_name(const struct operands *operands)
{
	return operands->header->operation == OPERATION_BARRIER ? "operand"
								: "block";
}

/* Whether the sender has the blocks of the run; if not, reports the first that
 * it lacks. */
static int has_run(const struct operands *operands,
	const struct transmission *row, const struct blocks_run *run)
{
	uint64_t missing = find_missing(
		&operands->blocks[row->from], run->first, run->end);

	if (missing < run->end)
		check_report(operands->check, "held", row->line,
			"processor # sends $ # at @, but does not have it then",
			row->from, block_name(operands), missing, row->tick);
	return missing == run->end;
}

static void send_held(struct operands *operands, const struct transmission *row)
{
	struct schedule_part own;
	const struct schedule_parts list =
		schedule_row_parts(operands->header, row, &own);
	struct blocks_run run[2];
	int has_all = 1;

	for (size_t i = 0; i < list.count && has_all; i++) {
		size_t runs = unroll_part(run, operands, &list.part[i]);

		for (size_t k = 0; k < runs && has_all; k++)
			has_all = has_run(operands, row, &run[k]);
	}
}

static void receive_held(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	if (operands_take(operands, sizeof(struct arriving), "blocks"))
		arrivals_add(&operands->arrivals, row, NULL, tick);
}

/* Reports the blocks of first .. end - 1 that a processor lacks, run by run. */
static void report_missing_blocks(const struct operands *operands, uint64_t p,
	uint64_t first, uint64_t end)
{
	const struct blocks_set *set = &operands->blocks[p];
	const char *name = block_name(operands);

	for (uint64_t b = first; (b = find_missing(set, b, end)) < end;) {
		size_t at = find_run(set, b + 1);
		uint64_t next = least_u64(
			at < set->count ? set->run[at].first : end, end);

		if (next - b == 1)
			check_report(operands->check, "complete", 0,
				"processor # never gets $ #", p, name, b);
		else
			check_report(operands->check, "complete", 0,
				"processor # never gets $s #+#", p, name, b,
				next - b);
		b = next;
	}
}

static void finish_held(struct operands *operands)
{
	enum operation operation = operands->header->operation;
	uint64_t n = operands->header->processors;

	for (uint64_t p = 0; p < n; p++)
		if (operation == OPERATION_SCATTER)
			report_missing_blocks(operands, p, p, p + 1);
		else if (p == 0 || operation != OPERATION_GATHER)
			report_missing_blocks(operands, p, 0, n);
}

const struct operands_rules blocks_held = {
	.bytes = sizeof(struct blocks_set) + sizeof(struct blocks_run),
	.init = init_held,
	.clear = clear_held,
	.send = send_held,
	.receive = receive_held,
	.arrive = hold_carried,
	.finish = finish_held,
};
