/*
 * One processor's part in a schedule on nodes, which is built for it: the rows
 * that it sends or receives, by their start, a receive before a send.
 */
#include "model/nodes/nodes.h"

#include "base/mem.h"
#include "model/algorithm.h"
#include "number/number.h"

/* What the event of a beat has besides its start; the length is in ticks. */
struct nodes_event {
	uint64_t length, peer, message;
};

struct nodes_part {
	struct part_beats beats; /* which: the event */
	uint64_t unit;
	struct nodes_event *event;
	size_t count, capacity;
};

static void describe_row(struct part_event *event, struct part_beats *beats,
	const struct part_beat *beat)
{
	const struct nodes_part *part = (const struct nodes_part *)beats;
	const struct nodes_event *own = &part->event[beat->which];

	number_set_u64(event->peer, own->peer);
	number_set_u64(event->message, own->message);
	number_set_ratio(event->length, own->length, part->unit);
}

static void clear_rows(struct part_beats *beats)
{
	mem_free(((struct nodes_part *)beats)->event);
}

/* Adds the processor's end of a row, if it has one. */
static void add_own_row(struct nodes_part *part,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t rank)
{
	uint64_t send = schedule_row_send(header, row), start = row->tick;
	int is_send = row->from == rank;
	struct part_beat *beat;

	if (!is_send && row->to != rank)
		return;
	if (!is_send)
		start += schedule_row_end(header, row) - send;
	beat = part_beats_add(&part->beats, is_send);
	beat->which = part->count;
	number_set_ratio(beat->first, start, header->unit);
	mpz_set_ui(beat->count, 1);
	part->event = mem_grow(
		part->event, &part->capacity, part->count, sizeof *part->event);
	part->event[part->count++] = (struct nodes_event){
		send, is_send ? row->to : row->from, row->message};
}

/* Reads the processor's events, and closes the schedule. */
static enum status read_events(struct nodes_part *part,
	struct schedule *schedule, uint64_t rank, struct err *err)
{
	const struct transmission *row;
	enum status status;
	size_t count;

	do {
		status = schedule_next(schedule, &row, &count, err);
		for (size_t i = 0; status == STATUS_OK && i < count; i++)
			add_own_row(part, &schedule->header, &row[i], rank);
	} while (status == STATUS_OK && count > 0);
	part->unit = schedule->header.unit;
	schedule_close(schedule);
	return status;
}

enum status nodes_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct nodes_part *opened;
	struct schedule *schedule;
	enum status status =
		algorithm_open(&schedule, algorithm_find(options->name),
			MODEL_POSTAL, problem, options, err);

	if (status == STATUS_OK && options->operation == OPERATION_REDUCE)
		status = schedule_reversed(
			&schedule, schedule, problem->max_bits, err);
	if (status != STATUS_OK)
		return status;
	opened = mem_array(1, sizeof *opened);
	part_beats_init(&opened->beats);
	opened->beats.describe = describe_row;
	opened->beats.clear = clear_rows;
	status = read_events(opened, schedule, number_get_u64(rank), err);
	if (status == STATUS_OK)
		*part = part_beats_begin(&opened->beats, span);
	else
		part_close(&opened->beats.part);
	return status;
}
