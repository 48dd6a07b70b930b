/*
 * Runs a schedule as LogGOPSim does: one queue of events, by time and stamp.  A
 * send draws its stamp, a serial number, when the last thing that it needs is
 * there, and an arrival when its message is sent; both keep it for good.  An
 * event enters the queue with the time at which its processor and port are
 * expected to be free.  If they are not free when it comes up, it goes back
 * with the time at which they will be, and its old stamp.  So among events of
 * one time the older stamp wins: usually a message that has long been under
 * way.  A send counts as done for the next one when it starts.  If all messages
 * take the same L, a processor receives them in the order in which they were
 * sent, and of those that wait for it only the first is in the queue.
 *
 * 	for each processor, in order: its first send enters, if it needs nothing
 * 	SEND      starts; draws a stamp for its arrival; then the next may enter
 * 	ARRIVAL   is received; then the send that needs it may enter
 */
#include "core/simulated.h"

#include "base/bits.h"

/* Events in the queue: the item's tick is their time, from the stamp, message
 * the row and to the kind. */
enum sim_kind { SIM_SEND, SIM_ARRIVAL, SIM_HELD };

static void enter_event(struct simulated *simulated, uint64_t time, int64_t row,
	enum sim_kind kind)
{
	merge_push(&simulated->queue, &(struct merge_item){.tick = time,
					      .from = simulated->stamps++,
					      .message = (uint64_t)row,
					      .to = kind});
}

/* The processor's next send enters the queue, if it has all that it needs. */
static void enter_next(struct simulated *simulated, uint64_t p)
{
	const struct sim_processor *processor = &simulated->processor[p];
	uint64_t time = most_u64(processor->cpu, processor->out);
	const struct sim_row *row;

	if (processor->next == SIM_NONE)
		return;
	row = &simulated->row[processor->next];
	if (simulated->is_timed)
		time = most_u64(time, row->row.tick);
	if (row->missing == 0)
		enter_event(simulated, time, processor->next, SIM_SEND);
}

static void release(struct simulated *simulated, const struct sim_row *row)
{
	uint64_t p = row->row.to;

	if (row->release == SIM_NONE)
		return;
	if (--simulated->row[row->release].missing == 0 &&
		simulated->processor[p].next == row->release)
		enter_next(simulated, p);
}

/* Puts the item back if its processor and port are free only later; whether it
 * does. */
static int is_put_back(
	struct simulated *simulated, struct merge_item item, uint64_t free)
{
	if (free <= item.tick)
		return 0;
	item.tick = free;
	merge_push(&simulated->queue, &item);
	return 1;
}

static uint64_t flight_of(
	const struct simulated *simulated, struct merge_item item)
{
	const struct schedule_flights *flights = simulated->flights;

	return flights ? flights->choose(
				 flights->context, item.message, item.tick)
		       : simulated->header.message.latency;
}

static void start_send(struct simulated *simulated, struct merge_item item)
{
	const struct schedule_header *header = &simulated->header;
	struct sim_row *row = &simulated->row[item.message];
	struct sim_processor *from = &simulated->processor[row->row.from];

	if (is_put_back(simulated, item, most_u64(from->cpu, from->out)))
		return;
	row->is_sent = 1;
	simulated->is_moved |=
		item.tick != row->row.tick || from->first != SIM_NONE;
	row->row.tick = item.tick;
	from->sent = from->began = item.tick + 1;
	from->cpu = item.tick + header->message.overhead;
	from->out = item.tick + schedule_row_gap(header, &row->row);
	enter_event(simulated,
		item.tick + header->message.overhead +
			flight_of(simulated, item),
		(int64_t)item.message, SIM_ARRIVAL);
	from->next = row->next;
	enter_next(simulated, row->row.from);
}

/* Whether the arrival must wait for its processor and port: then it is put back
 * into the queue, or into the list behind another arrival. */
static int is_waiting(struct simulated *simulated, struct merge_item item)
{
	struct sim_row *row = &simulated->row[item.message];
	struct sim_processor *to = &simulated->processor[row->row.to];
	int64_t number = (int64_t)item.message;

	if ((to->first == SIM_NONE || to->first == number) &&
		!is_put_back(simulated, item, most_u64(to->cpu, to->into)))
		return 0;
	if (to->first == number || simulated->flights)
		return 1;
	simulated->is_moved |=
		to->first != SIM_NONE || to->began == item.tick + 1;
	if (to->first == SIM_NONE)
		to->first = number;
	else
		simulated->row[to->last].waiting = number;
	to->last = number;
	row->held = item.from;
	row->waiting = SIM_NONE;
	return 1;
}

/* Takes the first arrival off a processor's list, and puts the one behind it
 * into the queue. */
static void call_waiting(struct simulated *simulated, struct sim_processor *to)
{
	to->first = simulated->row[to->first].waiting;
	if (to->first == SIM_NONE)
		return;
	merge_push(&simulated->queue,
		&(struct merge_item){.tick = most_u64(to->cpu, to->into),
			.from = simulated->row[to->first].held,
			.message = (uint64_t)to->first,
			.to = SIM_ARRIVAL});
}

static void receive_message(struct simulated *simulated, struct merge_item item)
{
	struct schedule_header *header = &simulated->header;
	struct sim_row *row = &simulated->row[item.message];
	struct sim_processor *to = &simulated->processor[row->row.to];
	uint64_t held = item.tick + schedule_row_receive(header, &row->row);
	uint64_t arrival =
		row->row.tick + schedule_row_arrival(header, &row->row);

	if (is_waiting(simulated, item))
		return;
	/* Rows must state `taken` where a send that takes no time starts
	 * together with a receive: see check/machine.c. */
	if (header->message.overhead == 0 && header->message.copy > 0 &&
		to->sent == item.tick + 1)
		header->has_taken = simulated->is_moved = 1;
	simulated->is_moved |=
		item.tick !=
		schedule_taken(&simulated->from->header, &row->row);
	row->row.taken = item.tick;
	header->has_taken |= item.tick > arrival;
	to->began = item.tick + 1;
	to->cpu = item.tick + schedule_row_copy(header, &row->row);
	to->into = item.tick + schedule_row_gap(header, &row->row);
	if (to->first == (int64_t)item.message)
		call_waiting(simulated, to);
	header->finish = most_u64(header->finish, held);
	if (held == to->cpu)
		release(simulated, row);
	else
		enter_event(simulated, held, (int64_t)item.message, SIM_HELD);
}

static void hold_message(struct simulated *simulated, struct merge_item item)
{
	const struct sim_row *row = &simulated->row[item.message];
	struct sim_processor *to = &simulated->processor[row->row.to];

	to->cpu = most_u64(to->cpu, item.tick);
	release(simulated, row);
}

void simulated_run(struct simulated *simulated)
{
	for (uint64_t p = 0; p < simulated->header.processors; p++)
		enter_next(simulated, p);
	while (simulated->queue.count > 0 &&
		!(simulated->is_kept && simulated->is_moved)) {
		struct merge_item item = simulated->queue.item[0];

		merge_pop(&simulated->queue);
		if (item.to == SIM_SEND)
			start_send(simulated, item);
		else if (item.to == SIM_ARRIVAL)
			receive_message(simulated, item);
		else
			hold_message(simulated, item);
	}
}
