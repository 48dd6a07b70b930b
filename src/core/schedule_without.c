/*
 * Leaves processors out of a schedule, one after the other, each time one that
 * sends little; those behind it move up.  What it sends is sent at the same
 * time by another one that has it then and does not send, so that all other
 * rows stay as they are.
 *   Example: n = 4, latency 2: 0 sends to 3 at 0, to 2 at 1 and, at 2, 3 sends
 * to 1.  1 and 2 send nothing, so 2 is left out, and 3 becomes 2; nobody takes
 * over anything.
 */
#include "core/schedule.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* How many processors are tried before none is said to be possible. */
enum { TRIED = 8 };

uint64_t *transmissions_sends(
	const struct transmissions *list, uint64_t processors)
{
	uint64_t *sends = mem_array((size_t)processors, sizeof *sends);

	for (size_t i = 0; i < list->count; i++)
		sends[list->row[i].from]++;
	return sends;
}

uint64_t schedule_least_sender(const uint64_t *sends, uint64_t processors)
{
	uint64_t least = processors - 1;

	for (uint64_t p = least; p > 0; p--)
		if (sends[p] < sends[least])
			least = p;
	return least;
}

/* What a processor can do for a row. */
enum { HAS_IT = 1, IN_PHASE = 2, IS_BUSY = 4 };

/* Whether the row is the receive of the message by then. */
static int brings(const struct transmission *row, uint64_t message,
	const struct schedule_header *header, uint64_t tick)
{
	return row->message == message &&
	       row->tick + schedule_row_end(header, row) <= tick;
}

/* can[p] = what processor p can do for the row, with its other sends. */
static void find_senders(uint8_t *can, const struct schedule_header *header,
	const struct transmissions *list, const struct transmission *row)
{
	uint64_t send = schedule_send(header);

	assert(send > 0);
	can[0] = HAS_IT;
	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *other = &list->row[i];
		uint64_t apart = other->tick > row->tick
					 ? other->tick - row->tick
					 : row->tick - other->tick;

		if (brings(other, row->message, header, row->tick))
			can[other->to] |= HAS_IT;
		if (apart < send)
			can[other->from] |= IS_BUSY;
		else if (apart % send == 0)
			can[other->from] |= IN_PHASE;
	}
}

/* Gives the row another sender, one whose sends are whole sends apart if there
 * is one; returns 0 if nobody can send it. */
static int replace_sender(struct transmission *row, uint8_t *can,
	const struct schedule_header *header, const struct transmissions *list)
{
	static const uint8_t wanted[] = {HAS_IT | IN_PHASE, HAS_IT};
	uint64_t n = header->processors, leaf = row->from;

	memset(can, 0, (size_t)n);
	find_senders(can, header, list, row);
	for (size_t i = 0; i < sizeof wanted; i++)
		for (uint64_t p = 0; p < n; p++)
			if (p != leaf && p != row->to &&
				(can[p] & ~IN_PHASE) == HAS_IT &&
				(can[p] & wanted[i]) == wanted[i]) {
				row->from = p;
				return 1;
			}
	return 0;
}

/* Drops the rows to the processor and renumbers the others. */
static void renumber(struct schedule_header *header, struct transmissions *list,
	uint64_t leaf)
{
	size_t kept = 0;

	header->finish = 0;
	header->processors--;
	for (size_t i = 0; i < list->count; i++) {
		struct transmission row = list->row[i];
		uint64_t end = row.tick + schedule_row_end(header, &row);

		if (row.to == leaf)
			continue;
		row.from -= row.from > leaf;
		row.to -= row.to > leaf;
		list->row[kept++] = row;
		if (end > header->finish)
			header->finish = end;
	}
	list->count = kept;
}

/* Leaves the processor out; returns 0 if nobody can send what it sends. */
static int leave_out(struct schedule_header *header, struct transmissions *list,
	uint64_t leaf)
{
	uint8_t *can = mem_array((size_t)header->processors, sizeof *can);
	struct transmissions others = {0};
	int is_done = 1;

	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].to != leaf)
			transmissions_add(&others, &list->row[i]);
	for (size_t i = 0; i < others.count && is_done; i++)
		if (others.row[i].from == leaf)
			is_done = replace_sender(
				&others.row[i], can, header, &others);
	if (is_done) {
		struct transmissions all = *list;

		renumber(header, &others, leaf);
		*list = others;
		others = all;
	}
	transmissions_clear(&others);
	mem_free(can);
	return is_done;
}

/* Leaves one out: the first that is possible of the TRIED ones that send least;
 * returns 0 if none is. */
static int leave_one_out(
	struct schedule_header *header, struct transmissions *list)
{
	uint64_t *sends = transmissions_sends(list, header->processors);
	int is_done = 0;

	for (int tried = 0; tried < TRIED && !is_done; tried++) {
		uint64_t leaf =
			schedule_least_sender(sends, header->processors);

		if (leaf == 0 || sends[leaf] == UINT64_MAX)
			break;
		sends[leaf] = UINT64_MAX;
		is_done = leave_out(header, list, leaf);
	}
	mem_free(sends);
	return is_done;
}

enum status schedule_without(struct schedule **without,
	struct schedule *schedule, uint64_t count, uint64_t max_bits,
	struct err *err)
{
	struct transmissions list = {0};
	enum status status = transmissions_pull(&list, schedule, max_bits, err);
	struct schedule_header header = schedule->header;

	*without = NULL;
	for (; count > 0 && status == STATUS_OK; count--)
		if (!leave_one_out(&header, &list))
			status = err_limit(err,
				"no processor can be left out of the schedule");
	if (status == STATUS_OK)
		*without = schedule_stored(&header, &list);
	transmissions_clear(&list);
	schedule_close(schedule);
	return status;
}
