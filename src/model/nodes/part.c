/*
 * One processor's part in a schedule on nodes, which is built for it: the rows
 * that it sends or receives, by their start, a receive before a send.
 */
#include "model/nodes/nodes.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

/* A send or a receive, in ticks. */
struct nodes_event {
	uint64_t start, length, peer, message;
	int is_send;
};

struct nodes_part {
	struct part part;
	uint64_t unit;
	struct nodes_event *event;
	size_t count, capacity, at;
};

static int compare_nodes_events(const void *x, const void *y)
{
	const struct nodes_event *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->is_send - b->is_send;
}

static int nodes_part_next(struct part *base, struct part_event *event)
{
	struct nodes_part *part = (struct nodes_part *)base;
	const struct nodes_event *next = &part->event[part->at];

	if (part->at == part->count)
		return 0;
	part->at++;
	event->is_send = next->is_send;
	number_set_u64(event->peer, next->peer);
	number_set_u64(event->message, next->message);
	number_set_ratio(event->start, next->start, part->unit);
	number_set_ratio(event->length, next->length, part->unit);
	return 1;
}

static void nodes_part_close(struct part *base)
{
	struct nodes_part *part = (struct nodes_part *)base;

	mpz_clear(base->rows);
	mem_free(part->event);
	mem_free(part);
}

/* Adds the processor's end of a row, if it has one and that is in the span. */
static void add_own_row(struct nodes_part *part,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t rank, const struct part_span *span)
{
	uint64_t send = schedule_row_send(header, row);
	struct nodes_event new = {.start = row->tick,
		.length = send,
		.peer = row->to,
		.message = row->message,
		.is_send = row->from == rank};
	mpq_t start;

	if (row->from != rank && row->to != rank)
		return;
	if (!new.is_send) {
		new.start += schedule_row_end(header, row) - send;
		new.peer = row->from;
	}
	mpq_init(start);
	number_set_ratio(start, new.start, header->unit);
	if (mpq_cmp(start, span->from) >= 0 &&
		(!span->to || mpq_cmp(start, span->to) <= 0)) {
		part->event = mem_grow(part->event, &part->capacity,
			part->count, sizeof *part->event);
		part->event[part->count++] = new;
	}
	mpq_clear(start);
}

/* Reads the processor's events, and closes the schedule. */
static enum status read_events(struct nodes_part *part,
	struct schedule *schedule, uint64_t rank, const struct part_span *span,
	struct err *err)
{
	const struct transmission *row;
	enum status status;
	size_t count;

	do {
		status = schedule_next(schedule, &row, &count, err);
		for (size_t i = 0; status == STATUS_OK && i < count; i++)
			add_own_row(
				part, &schedule->header, &row[i], rank, span);
	} while (status == STATUS_OK && count > 0);
	part->unit = schedule->header.unit;
	schedule_close(schedule);
	if (part->count > 0)
		qsort(part->event, part->count, sizeof *part->event,
			compare_nodes_events);
	number_set_u64(part->part.rows, part->count);
	return status;
}

enum status nodes_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	static const struct part_ops ops = {nodes_part_next, nodes_part_close};
	const struct nodes_algorithm *row =
		problem->nodes ? nodes_algorithm_find(options->name) : NULL;
	struct nodes_part *opened;
	struct schedule *schedule;
	enum status status;

	if (!row)
		return err_usage(err, ERR_NAME "node is missing");
	status = row->open(&schedule, problem, err);
	if (status == STATUS_OK && options->operation == OPERATION_REDUCE)
		status = schedule_reversed(
			&schedule, schedule, problem->max_bits, err);
	if (status != STATUS_OK)
		return status;
	opened = mem_array(1, sizeof *opened);
	opened->part.ops = &ops;
	mpz_init(opened->part.rows);
	status = read_events(opened, schedule, number_get_u64(rank), span, err);
	if (status == STATUS_OK)
		*part = &opened->part;
	else
		nodes_part_close(&opened->part);
	return status;
}
