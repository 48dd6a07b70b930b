/*
 * Censuses and scans: the pieces of each processor p, which are the partial
 * results that it has received, sorted by place.  The place of operand i at p
 * is i - p mod n, so its own operand has place 0, and no piece wraps around.
 * Pieces are disjoint, as one that brings an operand again is reported and left
 * out; so bisection finds the pieces that make up a run.  A partial result of
 * several runs is as many pieces, each of which knows the next one: they are
 * sent on together.
 *   Example: n = 8, processor 6 has received operands 7 and 0+2: these are the
 * pieces 1+1 and 2+2, which with its own operand make up the run 6+4.
 *   In a scan, runs that wrap around from operand n - 1 to 0 are reported and
 * left out, so that all sums are in order.
 */
#include "check/checker.h"

#include <string.h>

#include "base/mem.h"

/* Operands p + place .. p + place + count - 1 mod n, which p has from the tick
 * since on.  next: the place of the next run of the same sum, after the last
 * one that of the first; its own if it is the only one. */
struct piece {
	uint64_t place, count, since, next;
};

struct operands_pieces {
	struct piece *piece;
	size_t count, capacity;
};

static void init_census(struct operands *operands)
{
	operands->pieces = mem_array(
		(size_t)operands->header->processors, sizeof *operands->pieces);
}

static void clear_census(struct operands *operands)
{
	for (uint64_t p = 0;
		operands->pieces && p < operands->header->processors; p++)
		mem_free(operands->pieces[p].piece);
	mem_free(operands->pieces);
}

static void rescale_census(struct operands *operands, uint64_t factor)
{
	for (uint64_t p = 0; p < operands->header->processors; p++)
		for (size_t i = 0; i < operands->pieces[p].count; i++)
			operands->pieces[p].piece[i].since *= factor;
}

static uint64_t census_place(
	const struct operands *operands, uint64_t processor, uint64_t operand)
{
	uint64_t n = operands->header->processors;

	return operand >= processor ? operand - processor
				    : operand + (n - processor);
}

/* The index of the first piece at that place or a later one. */
static size_t find_piece(const struct operands_pieces *pieces, uint64_t place)
{
	return ascending_find(pieces->piece, sizeof *pieces->piece,
		offsetof(struct piece, place), pieces->count, place);
}

/* Whether one of the runs, which are sorted, has the operand. */
static int have_operand(
	const struct schedule_parts *runs, uint64_t operand, uint64_t n)
{
	size_t at = ascending_find(runs->part, sizeof *runs->part,
		offsetof(struct schedule_part, first), runs->count, operand);
	const struct schedule_part *before =
		&runs->part[at > 0 ? at - 1 : runs->count - 1];

	if (at < runs->count && runs->part[at].first == operand)
		return 1;
	return (operand + n - before->first) % n < before->size;
}

/* From which tick on the processor has pieces that are exactly the count
 * operands from the place on, and the other pieces of their sums are in the
 * runs, too; UINT64_MAX: it is not sent such pieces. */
static uint64_t run_since(const struct operands *operands, uint64_t processor,
	uint64_t place, uint64_t count, const struct schedule_parts *runs)
{
	const struct operands_pieces *pieces = &operands->pieces[processor];
	uint64_t n = operands->header->processors, since = 0;
	size_t i = find_piece(pieces, place);

	while (count > 0) {
		const struct piece *piece;

		if (place == n || place == 0) { /* its own operand */
			i = 0;
			place = 1;
			count--;
			continue;
		}
		if (i == pieces->count)
			return UINT64_MAX;
		piece = &pieces->piece[i];
		if (piece->place != place || piece->count > count)
			return UINT64_MAX;
		if (piece->next != piece->place &&
			!have_operand(runs, (processor + piece->next) % n, n))
			return UINT64_MAX;
		if (piece->since > since)
			since = piece->since;
		place += piece->count;
		count -= piece->count;
		i++;
	}
	return since;
}

/* The same for all runs of a row. */
static uint64_t runs_since(
	const struct operands *operands, const struct transmission *row)
{
	struct schedule_part own;
	const struct schedule_parts runs =
		schedule_row_parts(operands->header, row, &own);
	uint64_t since = 0;

	for (size_t i = 0; i < runs.count && since < UINT64_MAX; i++) {
		uint64_t place =
			census_place(operands, row->from, runs.part[i].first);
		uint64_t then = run_since(
			operands, row->from, place, runs.part[i].size, &runs);

		since = then > since ? then : since;
	}
	return since;
}

static void send_census(
	struct operands *operands, const struct transmission *row)
{
	uint64_t since = runs_since(operands, row);
	char text[SCHEDULE_TIME_MAX];

	if (since <= row->tick)
		return;
	(void)schedule_run_text(text, operands->header, row);
	if (since == UINT64_MAX)
		check_report(operands->check, "held", row->line,
			"processor # sends operands $ at @, but has no such "
			"partial result",
			row->from, text, row->tick);
	else
		check_report(operands->check, "held", row->line,
			"processor # sends operands $ at @, but has them only "
			"at @",
			row->from, text, row->tick, since);
}

/* Makes room for one more piece; 0 if the memory does not allow it. */
static int make_piece_room(
	struct operands *operands, struct operands_pieces *pieces)
{
	size_t more = pieces->capacity + pieces->capacity / 2 + 4;
	uint64_t bytes = (more - pieces->capacity) * sizeof *pieces->piece;

	if (pieces->count < pieces->capacity)
		return 1;
	if (!operands_take(operands, bytes, "partial results"))
		return 0;
	pieces->piece = mem_resize(pieces->piece, more, sizeof *pieces->piece);
	pieces->capacity = more;
	return 1;
}

/* Whether the processor has none of the run's operands. */
static int is_new_run(const struct operands *operands, uint64_t processor,
	const struct schedule_part *run)
{
	const struct operands_pieces *pieces = &operands->pieces[processor];
	const struct piece *piece = pieces->piece;
	uint64_t place = census_place(operands, processor, run->first);
	size_t at = find_piece(pieces, place);

	if (place == 0 || run->size > operands->header->processors - place)
		return 0;
	if (at > 0 && piece[at - 1].place + piece[at - 1].count > place)
		return 0;
	return at == pieces->count || place + run->size <= piece[at].place;
}

/* Adds one of the new runs that arrive at the processor, and its place. */
static void add_piece(
	struct operands *operands, uint64_t processor, const struct piece *run)
{
	struct operands_pieces *pieces = &operands->pieces[processor];
	size_t at = find_piece(pieces, run->place);

	if (!make_piece_room(operands, pieces))
		return;
	memmove(pieces->piece + at + 1, pieces->piece + at,
		(pieces->count - at) * sizeof *pieces->piece);
	pieces->piece[at] = *run;
	pieces->count++;
}

/* Whether the receiver has none of the row's operands; if not, reports it. */
static int brings_new(struct operands *operands, const struct transmission *row,
	const struct schedule_parts *runs, uint64_t tick)
{
	char text[SCHEDULE_TIME_MAX];
	int is_new = 1;

	for (size_t i = 0; i < runs->count; i++)
		is_new &= is_new_run(operands, row->to, &runs->part[i]);
	if (is_new)
		return 1;
	(void)schedule_run_text(text, operands->header, row);
	check_report(operands->check, "operands", row->line,
		"processor # receives operands $ by @, some of which it has: "
		"they are counted twice",
		row->to, text, tick);
	return 0;
}

static void receive_census(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	struct schedule_part own;
	const struct schedule_parts runs =
		schedule_row_parts(operands->header, row, &own);

	if (!brings_new(operands, row, &runs, tick))
		return;
	for (size_t i = 0; i < runs.count; i++) {
		size_t next = i + 1 < runs.count ? i + 1 : 0;
		const struct piece run = {
			census_place(operands, row->to, runs.part[i].first),
			runs.part[i].size, tick,
			census_place(operands, row->to, runs.part[next].first)};

		add_piece(operands, row->to, &run);
	}
}

static void finish_census(struct operands *operands)
{
	uint64_t n = operands->header->processors;

	for (uint64_t p = 0; p < n; p++) {
		const struct operands_pieces *pieces = &operands->pieces[p];
		uint64_t missing = n - 1;

		for (size_t i = 0; i < pieces->count; i++)
			missing -= pieces->piece[i].count;
		if (missing > 0)
			check_report(operands->check, "complete", 0,
				"processor # never gets # $", p, missing,
				missing == 1 ? "operand" : "operands");
	}
}

const struct operands_rules operands_census = {
	.bytes = sizeof(struct operands_pieces),
	.init = init_census,
	.clear = clear_census,
	.rescale = rescale_census,
	.send = send_census,
	.receive = receive_census,
	.finish = finish_census,
};

/* -- scans */

static int is_in_order(
	const struct operands *operands, const struct transmission *row)
{
	return row->size <= operands->header->processors - row->first;
}

static void send_scan(struct operands *operands, const struct transmission *row)
{
	if (is_in_order(operands, row))
		send_census(operands, row);
	else
		check_report(operands->check, "operands", row->line,
			"processor # sends operands #+# at @, which are not in "
			"order: they go round",
			row->from, row->first, row->size, row->tick);
}

static void receive_scan(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	if (is_in_order(operands, row))
		receive_census(operands, row, tick);
}

/* Processor 0 has what it needs, its own operand or nothing. */
static void finish_scan(struct operands *operands)
{
	int is_scan = operands->header->operation == OPERATION_SCAN;

	for (uint64_t p = 1; p < operands->header->processors; p++) {
		const struct transmission sum = {
			.from = p, .size = p + (uint64_t)is_scan};

		if (runs_since(operands, &sum) == UINT64_MAX)
			check_report(operands->check, "complete", 0,
				"processor # never gets the sum of operands "
				"0+#",
				p, sum.size);
	}
}

const struct operands_rules operands_scan = {
	.bytes = sizeof(struct operands_pieces),
	.init = init_census,
	.clear = clear_census,
	.rescale = rescale_census,
	.send = send_scan,
	.receive = receive_scan,
	.finish = finish_scan,
};
