/* Each rule by its definition, over all rows and pairs of rows. */
#include "judge/check.h"

#include <string.h>

#include "judge/blocks.h"
#include "judge/collective.h"
#include "judge/queue.h"

void judge_check_scale(struct judged *list, int finer)
{
	struct schedule_header *header = &list->schedule.header;
	uint64_t by = list->coarse;

	header->unit = finer ? header->unit * by : header->unit / by;
	header->latency = finer ? header->latency * by : header->latency / by;
	header->finish = finer ? header->finish * by : header->finish / by;
}

void judge_check_begin(struct judged *list)
{
	const struct schedule_header *header = &list->schedule.header;

	list->at = 0;
	if (list->coarse == 0 || header->unit % list->coarse != 0 ||
		header->latency % list->coarse != 0 ||
		header->finish % list->coarse != 0)
		list->coarse = 1;
	judge_check_scale(list, 0);
}

static enum status judged_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct judged *list = (struct judged *)schedule;
	size_t size = 1 + list->at % JUDGE_PIECE;

	(void)err;
	if (size > list->count - list->at)
		size = list->count - list->at;
	for (size_t i = 0; i < size; i++) {
		list->piece[i] = list->row[list->at + i];
		if (list->piece[i].tick % list->coarse == 0)
			continue;
		judge_check_scale(list, 1);
		list->coarse = 1;
	}
	for (size_t i = 0; i < size; i++)
		list->piece[i].tick /= list->coarse;
	*rows = list->piece;
	*count = size;
	list->at += size;
	return STATUS_OK;
}

const struct schedule_ops judge_check_ops = {judged_next, NULL};

/* The start of a row, and its end, in half ticks. */
static uint64_t start_of(const struct transmission *row)
{
	return 2 * row->tick;
}

static uint64_t end_of(
	const struct schedule_header *header, const struct transmission *row)
{
	uint64_t k = row->size > 2 ? row->size : 2;

	if (header->model == MODEL_LOCALITY)
		return start_of(row) + header->unit * k;
	if (header->model == MODEL_POSTAL)
		return start_of(row) + 2 * header->latency;
	return start_of(row) + 2 * header->unit;
}

/* -- what a row needs */

/* Of an all-to-all: whether as many distances as the row says have its digit.
 */
static int is_digit(
	const struct schedule_header *header, const struct transmission *row)
{
	uint64_t count = 0;

	if (row->first == 0 || row->digit == 0 || row->digit >= row->radix)
		return 0;
	for (uint64_t j = 0; j < header->processors; j++)
		count += j / row->first % row->radix == row->digit;
	return count > 0 && count == row->size;
}

/* Whether what the row carries is in range; runs of a census have the same
 * range, and other rules besides. */
static int is_carried(
	const struct schedule_header *header, const struct transmission *row)
{
	if (header->operation == OPERATION_ALLTOALL)
		return is_digit(header, row);
	return row->first < header->processors && row->size >= 1 &&
	       row->size <= header->processors;
}

static int names_what_there_is(
	const struct schedule_header *header, const struct transmission *row)
{
	uint64_t apart =
		row->from > row->to ? row->from - row->to : row->to - row->from;

	if (row->from >= header->processors || row->to >= header->processors ||
		row->message < 1 || row->message > header->messages)
		return 0;
	if (schedule_run_column(header->operation) && !is_carried(header, row))
		return 0;
	if (header->model == MODEL_LOCALITY)
		return row->access != ACCESS_NONE && row->size >= 1 &&
		       row->size <= header->processors && apart < row->size;
	if (header->model != MODEL_POSTAL && row->tick % header->unit != 0)
		return 0;
	return row->from != row->to;
}

/* The party that a row comes from, and goes to.  Parties are numbered:
 * processors from 0, then, in locality, cells. */
static uint64_t source_of(
	const struct schedule_header *header, const struct transmission *row)
{
	return row->access == ACCESS_READ ? header->processors + row->from
					  : row->from;
}

static uint64_t target_of(
	const struct schedule_header *header, const struct transmission *row)
{
	return row->access == ACCESS_WRITE ? header->processors + row->to
					   : row->to;
}

int judge_check_has(const struct judged *list, uint64_t party, uint64_t message,
	uint64_t when)
{
	const struct schedule_header *header = &list->schedule.header;

	if (party == 0 || (header->model == MODEL_LOCALITY &&
				  party == header->processors))
		return 1;
	for (size_t i = 0; i < list->count; i++)
		if (target_of(header, &list->row[i]) == party &&
			list->row[i].message == message &&
			end_of(header, &list->row[i]) <= when)
			return 1;
	return 0;
}

/* -- what a row of a reduction needs, not in logp */

/* Whether the row's sender is not 0, and sends the message only once, after it
 * has got everything that it ever gets of the message. */
static int may_sum(const struct judged *list, const struct transmission *row)
{
	const struct schedule_header *header = &list->schedule.header;

	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *other = &list->row[i];

		if (other == row || other->message != row->message)
			continue;
		if (other->from == row->from ||
			(other->to == row->from &&
				end_of(header, other) > start_of(row)))
			return 0;
	}
	return row->from != 0;
}

/* How often an operand is in what row i carries or, if i is past all rows, in
 * what processor 0 gets. */
static unsigned count_operand(
	const struct judged *list, size_t i, uint64_t message, uint64_t operand)
{
	const struct schedule_header *header = &list->schedule.header;
	int is_result = i == list->count;
	uint64_t holder = is_result ? 0 : list->row[i].from;
	uint64_t when = is_result ? UINT64_MAX : start_of(&list->row[i]);
	unsigned count = holder == operand;

	for (size_t j = 0; j < list->count; j++)
		if (j != i && list->row[j].to == holder &&
			list->row[j].message == message &&
			end_of(header, &list->row[j]) <= when)
			count += count_operand(list, j, message, operand);
	return count;
}

/* Whether processor 0 gets each operand of each message exactly once. */
static int is_summed(const struct judged *list)
{
	const struct schedule_header *header = &list->schedule.header;

	for (uint64_t p = 0; p < header->processors; p++)
		for (uint64_t i = 1; i <= header->messages; i++)
			if (count_operand(list, list->count, i, p) != 1)
				return 0;
	return 1;
}

/* -- what a row of a census needs, not in logp */

/* Whether a row's run has the operand. */
static int has_operand(const struct judged *list, size_t i, uint64_t operand)
{
	const struct transmission *row = &list->row[i];
	uint64_t n = list->schedule.header.processors;

	for (uint64_t k = 0; k < row->size; k++)
		if ((row->first + k) % n == operand)
			return 1;
	return 0;
}

static int is_inside(const struct judged *list, size_t i, size_t of)
{
	for (uint64_t p = 0; p < list->schedule.header.processors; p++)
		if (has_operand(list, i, p) && !has_operand(list, of, p))
			return 0;
	return 1;
}

/* How many partial results hold the operand, of those that the processor has by
 * then: its own operand, and rows.  Counts only rows inside row `of', unless
 * that is list->count. */
static unsigned count_holding(const struct judged *list, uint64_t processor,
	uint64_t when, uint64_t operand, size_t of)
{
	const struct schedule_header *header = &list->schedule.header;
	unsigned count = processor == operand;

	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].to == processor &&
			end_of(header, &list->row[i]) <= when &&
			has_operand(list, i, operand) &&
			(of == list->count || is_inside(list, i, of)))
			count++;
	return count;
}

/* Whether row i's sender can put together what it sends from whole partial
 * results. */
static int may_send_run(const struct judged *list, size_t i)
{
	const struct transmission *row = &list->row[i];

	for (uint64_t p = 0; p < list->schedule.header.processors; p++)
		if (has_operand(list, i, p) &&
			count_holding(list, row->from, start_of(row), p, i) !=
				1)
			return 0;
	return 1;
}

static int is_census(const struct judged *list)
{
	uint64_t n = list->schedule.header.processors;

	for (uint64_t p = 0; p < n; p++)
		for (uint64_t operand = 0; operand < n; operand++)
			if (count_holding(list, p, UINT64_MAX, operand,
				    list->count) != 1)
				return 0;
	return 1;
}

/* -- what two rows may not do */

static int overlap(uint64_t a, uint64_t b, uint64_t length)
{
	return (a > b ? a - b : b - a) < length;
}

static int is_same_pair(
	const struct transmission *a, const struct transmission *b)
{
	return (a->from == b->from && a->to == b->to) ||
	       (a->from == b->to && a->to == b->from);
}

static int share(const struct transmission *a, const struct transmission *b)
{
	return a->from == b->from || a->to == b->to || a->from == b->to ||
	       a->to == b->from;
}

static int share_party(const struct schedule_header *header,
	const struct transmission *a, const struct transmission *b)
{
	uint64_t source = source_of(header, a), target = target_of(header, a);

	return source == source_of(header, b) ||
	       source == target_of(header, b) ||
	       target == source_of(header, b) || target == target_of(header, b);
}

static int are_compatible(const struct schedule_header *header,
	const struct transmission *a, const struct transmission *b)
{
	int same_ports = a->from == b->from || a->to == b->to;
	int at_once = overlap(a->tick, b->tick, header->unit);

	switch (header->model) {
	case MODEL_POSTAL:
	case MODEL_SENDRECV:
		return !(at_once && same_ports);
	case MODEL_TELEPHONE:
		return !(at_once && (same_ports || share(a, b))) ||
		       (is_same_pair(a, b) && !same_ports);
	case MODEL_TELEGRAPH:
		return !(at_once && share(a, b));
	case MODEL_LOCALITY:
		return !share_party(header, a, b) ||
		       end_of(header, a) <= start_of(b) ||
		       end_of(header, b) <= start_of(a);
	case MODEL_LOGP:
	case MODEL_MACHINE: /* see judge/loggop.h */
		break;
	}
	return !(at_once && a->from == b->from);
}

/* -- the whole */

/* In the model logp: whether messages arrive in time; sets the finish. */
static int is_played(const struct judged *list, uint64_t *finish)
{
	const struct schedule_header *header = &list->schedule.header;
	struct play play = {.n = header->processors,
		.m = header->messages,
		.latency = header->latency / header->unit,
		.count = list->count};

	for (size_t i = 0; i < list->count; i++) {
		play.row[i] = list->row[i];
		play.row[i].tick /= header->unit;
		play.rank[i] = (int)i;
	}
	if (!judge_queue_is_always_valid(&play, 0, finish))
		return 0;
	*finish *= 2 * header->unit;
	return 1;
}

static int are_rows_valid(const struct judged *list)
{
	const struct schedule_header *header = &list->schedule.header;

	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *row = &list->row[i];

		if (!names_what_there_is(header, row) ||
			(i > 0 && row->tick < row[-1].tick))
			return 0;
		if (header->operation == OPERATION_REDUCE) {
			if (!may_sum(list, row))
				return 0;
		} else if (header->operation == OPERATION_CENSUS) {
			if (!may_send_run(list, i))
				return 0;
		} else if (header->model != MODEL_LOGP &&
			   !schedule_is_collective(header->operation) &&
			   !judge_check_has(list, source_of(header, row),
				   row->message, start_of(row)))
			return 0;
		for (size_t j = 0; j < i; j++)
			if (!are_compatible(header, &list->row[j], row))
				return 0;
	}
	return 1;
}

/* Whether judge/blocks knows the operation. */
static int is_in_rounds(const struct schedule_header *header)
{
	return header->model == MODEL_SENDRECV &&
	       header->operation >= OPERATION_ALLGATHER &&
	       header->operation <= OPERATION_ALLREDUCE;
}

/* Whether the schedule is valid; *finish is then its end in half ticks. */
static int judge_all(const struct judged *list, uint64_t *finish)
{
	const struct schedule_header *header = &list->schedule.header;
	uint64_t redundant;

	*finish = 0;
	if (!are_rows_valid(list))
		return 0;
	if (header->model == MODEL_LOGP)
		return is_played(list, finish);
	for (size_t i = 0; i < list->count; i++)
		if (end_of(header, &list->row[i]) > *finish)
			*finish = end_of(header, &list->row[i]);
	if (header->operation == OPERATION_REDUCE)
		return is_summed(list);
	if (header->operation == OPERATION_CENSUS)
		return is_census(list);
	if (is_in_rounds(header))
		return judge_blocks(header, list->row, list->count, &redundant);
	if (schedule_is_collective(header->operation))
		return judge_collective(
			header, list->row, list->count, &redundant);
	for (uint64_t p = 0; p < header->processors; p++)
		for (uint64_t m = 1; m <= header->messages; m++)
			if (!judge_check_has(list, p, m, UINT64_MAX))
				return 0;
	return 1;
}

/* How many rows of a broadcast bring their receiver nothing new. */
static uint64_t count_redundant(const struct judged *list)
{
	const struct schedule_header *header = &list->schedule.header;
	uint64_t count = 0;

	if (is_in_rounds(header)) {
		judge_blocks(header, list->row, list->count, &count);
		return count;
	}
	if (header->operation != OPERATION_BROADCAST ||
		header->model == MODEL_LOCALITY)
		return 0;
	for (size_t i = 0; i < list->count; i++) {
		int is_known = list->row[i].to == 0;

		for (size_t j = 0; j < i; j++)
			is_known |=
				list->row[j].to == list->row[i].to &&
				list->row[j].message == list->row[i].message;
		count += (uint64_t)is_known;
	}
	return count;
}

int judge_check_agrees(struct judged *list, int *valid)
{
	const struct schedule_header header = list->schedule.header;
	struct check check;
	struct err err;
	enum status status;
	uint64_t finish;

	*valid = judge_all(list, &finish);
	list->schedule.ops = &judge_check_ops;
	judge_check_begin(list);
	status = check_schedule(&check, &list->schedule, JUDGE_MEMORY, &err);
	list->schedule.header = header;
	if (status != STATUS_OK ||
		(*valid &&
			finish * check.unit != 2 * header.unit * check.finish))
		return 0;
	if (*valid &&
		(is_in_rounds(&header) ||
			!schedule_is_collective(header.operation)) &&
		check.redundant != count_redundant(list))
		return 0;
	if (*valid && header.has_finish && 2 * header.finish != finish)
		*valid = 0;
	return check.transmissions == list->count &&
	       (check.violations == 0) == *valid;
}
