/*
 * Opens a schedule to be replayed: reads and judges its rows, and finds for
 * each which others it waits for, or could meet.
 */
#include "check/check.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "check/checker.h"
#include "number/number.h"

/* The latest time of a row. */
static const uint64_t TIME_MAX = UINT64_MAX / 4;

static enum status refuse_line(
	uint64_t line, const char *reason, struct err *err)
{
	return line > 0 ? err_input(err, "line ", ERR_OWN,
				  number_u64_text(line), ": ", reason)
			: err_input(err, reason);
}

/* Whether max_bytes allow a run with so many rows. */
static enum status replay_check_memory(const struct schedule_header *header,
	uint64_t rows, uint64_t max_bytes, struct err *err)
{
	uint64_t n = header->processors;
	unsigned message = header->operation == OPERATION_BROADCAST
				   ? MESSAGE_BYTES
				   : NEEDED_BYTES;

	return limit_check_parts("replaying so many processors and messages",
		(const struct limit_part[LIMIT_PARTS]){
			{message, n, header->messages}, {PROCESSOR_BYTES, n, 1},
			{ROW_BYTES, rows, 1}},
		max_bytes, err);
}

/* Whether the schedule can be replayed, as far as its header tells. */
static enum status replay_check_header(const struct schedule_header *header,
	uint64_t max_bytes, struct err *err)
{
	if (header->model != MODEL_POSTAL && header->model != MODEL_LOGP &&
		header->model != MODEL_MACHINE)
		return err_input(err, "model ", schedule_models[header->model],
			" has no latencies to vary");
	if (header->node > 0 || header->ports > 1)
		return err_input(err,
			"a schedule with nodes, or with several ports, cannot "
			"be replayed");
	if (header->furthers > 0)
		return err_input(err,
			"its messages take different figures: --machine names "
			"one machine for all");
	if (header->model != MODEL_MACHINE &&
		header->latency < schedule_send(header))
		return err_input(err, "the latency is less than a send takes");
	return replay_check_memory(header, 0, max_bytes, err);
}

/* Keeps the rows of a valid schedule, but for those that state a receive alone:
 * there each has its send's row. */
static enum status set_rows(struct replay *replay,
	const struct transmissions *list, uint64_t max_bytes,
	const struct schedule_header *header, struct err *err)
{
	uint64_t last = list->count > 0 ? list->row[list->count - 1].tick : 0;
	enum status status =
		replay_check_memory(header, list->count, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	if (last > TIME_MAX || header->latency > TIME_MAX / (list->count + 1))
		return err_limit(err, "times are too large to be replayed");
	replay->row = mem_array(list->count + 1, sizeof *replay->row);
	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *from = &list->row[i];

		if (from->kind == KIND_RECEIVE)
			continue;
		replay->row[replay->rows++] =
			(struct replay_row){.tick = from->tick,
				.to = from->to,
				.message = from->message,
				/* The sender, until link_rows. */
				.next = (size_t)from->from};
	}
	return STATUS_OK;
}

static enum status check_rows_valid(const struct schedule_header *header,
	const struct transmissions *list, uint64_t max_bytes, struct err *err)
{
	struct schedule *lent = schedule_lent(header, list);
	struct check check;
	enum status status = check_schedule(&check, lent, max_bytes, err);

	schedule_close(lent);
	if (status == STATUS_OK && check.violations > 0)
		status = refuse_line(check.violation[0].line,
			check.violation[0].reason.msg, err);
	return status;
}

/* A machine's L may be as much less as the time of a message exceeds that of a
 * send, but not below 0. */
static void set_latencies(
	struct replay *replay, const struct schedule_header *header)
{
	uint64_t send = schedule_send(header), latency = header->latency;

	replay->header = *header;
	replay->send = replay->least = send;
	replay->latency = latency;
	replay->step = number_gcd_u64(send, latency);
	if (header->model != MODEL_MACHINE)
		return;
	replay->latency = header->message.latency;
	latency = latency > send ? latency - send : 0;
	replay->least = replay->latency - least_u64(latency, replay->latency);
}

/* Reads all rows, judges them, and keeps them. */
static enum status read_rows(struct replay *replay, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	uint64_t max_bits = 8 * least_u64(max_bytes, UINT64_MAX / 8);
	struct transmissions list = {0};
	enum status status = transmissions_pull(&list, schedule, max_bits, err);

	if (status == STATUS_OK)
		status = check_rows_valid(header, &list, max_bytes, err);
	if (status == STATUS_OK)
		status = set_rows(replay, &list, max_bytes, header, err);
	set_latencies(replay, header);
	if (status == STATUS_OK && header->model == MODEL_MACHINE) {
		replay->list = list;
		list = (struct transmissions){0};
		status = replay_try(replay, max_bits, err);
	}
	transmissions_clear(&list);
	return status;
}

/* Links the rows of each sender, and those of each receiver that it sends on,
 * whose first ones are put in receives.  Going backwards makes each link that
 * to the next row. */
static void link_rows(struct replay *replay, size_t *receives)
{
	for (size_t i = 0; i < replay->rows; i++)
		replay->sends[replay_place(replay, replay->row[i].next,
			replay->row[i].message)] = 1;
	for (size_t p = 0; p < replay->processors; p++)
		replay->first[p] = receives[p] = SIZE_MAX;
	for (size_t after = replay->rows; after > 0; after--) {
		size_t i = after - 1;
		struct replay_row *row = &replay->row[i];
		size_t from = row->next, to = (size_t)row->to;

		row->is_terminal = !replay->sends[replay_place(
			replay, row->to, row->message)];
		row->next = replay->first[from];
		replay->first[from] = i;
		row->then = receives[to];
		if (!row->is_terminal)
			receives[to] = i;
	}
}

/* Finds which row each row could meet: receives moves on past the rows that
 * have arrived. */
static void link_meetings(struct replay *replay, size_t *receives)
{
	for (size_t i = 0; i < replay->rows; i++) {
		struct replay_row *row = &replay->row[i];
		size_t *next = &receives[row->to];

		while (*next != SIZE_MAX &&
			replay->row[*next].tick + replay->latency <= row->tick)
			*next = replay->row[*next].then;
		row->meets = *next;
	}
}

/* Links the rows by which each processor gets each message, and counts for each
 * row how many of those its sender has when the schedule sends it. */
static void link_needs(struct replay *replay)
{
	size_t places = (size_t)(replay->processors * replay->messages);
	size_t *pending = mem_array(places, sizeof *pending),
	       *count = mem_array(places, sizeof *count);

	for (size_t i = 0; i < places; i++)
		replay->head[i] = SIZE_MAX;
	for (size_t i = replay->rows; i > 0; i--) {
		struct replay_row *row = &replay->row[i - 1];
		size_t *head = &replay->head[replay_place(
			replay, row->to, row->message)];

		row->after = *head;
		*head = i - 1;
	}
	memcpy(pending, replay->head, places * sizeof *pending);
	for (size_t i = 0; i < replay->rows; i++) {
		struct replay_row *row = &replay->row[i];
		size_t place = replay_place(replay, row->next, row->message);

		while (pending[place] != SIZE_MAX &&
			replay->row[pending[place]].tick + replay->latency <=
				row->tick) {
			count[place]++;
			pending[place] = replay->row[pending[place]].after;
		}
		row->needs = count[place];
	}
	mem_free(pending);
	mem_free(count);
}

static void link_all(struct replay *replay)
{
	size_t *receives =
		mem_array((size_t)replay->processors, sizeof *receives);

	if (!replay->is_broadcast)
		link_needs(replay);
	link_rows(replay, receives);
	link_meetings(replay, receives);
	mem_free(receives);
}

enum status replay_open(struct replay **opened, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct replay *replay;
	enum status status = replay_check_header(header, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	replay = mem_array(1, sizeof *replay);
	replay->processors = header->processors;
	replay->messages = header->messages;
	replay->is_broadcast = header->operation == OPERATION_BROADCAST;
	if (!replay->is_broadcast)
		replay->head = mem_array(
			(size_t)(header->processors * header->messages),
			sizeof *replay->head);
	replay->first =
		mem_array((size_t)header->processors, sizeof *replay->first);
	replay->sends =
		mem_array((size_t)(header->processors * header->messages), 1);
	status = read_rows(replay, schedule, max_bytes, err);
	if (status == STATUS_OK) {
		link_all(replay);
		*opened = replay;
	} else {
		replay_close(replay);
	}
	return status;
}

void replay_close(struct replay *replay)
{
	mem_free(replay->row);
	mem_free(replay->first);
	mem_free(replay->head);
	transmissions_clear(&replay->list);
	mem_free(replay->sends);
	mem_free(replay->sample);
	mem_free(replay);
}
