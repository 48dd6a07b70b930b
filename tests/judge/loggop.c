/*
 * Simulates as LogGOPSim does: an operation, that is, a send, a receive or a
 * calculation, can begin when those that it requires are done.  The next event
 * is that of least (time, stamp), found by looking at all.
 */
#include "judge/loggop.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum kind { SEND, RECV, CALC, ARRIVAL, HELD };

struct op {
	enum kind kind;
	uint64_t rank, time, length; /* time: its place in the rank's order */
	size_t row;
	size_t *requires, needs;
	int is_done, is_entered;
};

struct event {
	uint64_t time, stamp;
	enum kind kind;
	size_t op; /* of an arrival, its receive */
};

struct play {
	const struct schedule_header *machine;
	const struct transmission *rows;
	const uint64_t *flight; /* NULL: L, and no send waits for its time */
	struct loggop_row *row;
	struct op *op;
	size_t ops;
	struct event *event;
	size_t events, done;
	uint64_t stamps;
	uint64_t *cpu, *out, *into;
	int *is_posted, *is_early;
};

static uint64_t max(uint64_t x, uint64_t y)
{
	return x > y ? x : y;
}

static void add_event(
	struct play *play, uint64_t time, enum kind kind, size_t op)
{
	play->event[play->events++] =
		(struct event){time, play->stamps++, kind, op};
}

static int is_ready(const struct play *play, const struct op *op)
{
	for (size_t i = 0; i < op->needs; i++)
		if (!play->op[op->requires[i]].is_done)
			return 0;
	return !op->is_entered;
}

/* Enters the operations that a rank can begin now: sends first. */
static void enter(struct play *play, uint64_t rank)
{
	for (int kind = SEND; kind <= CALC; kind++)
		for (size_t i = 0; i < play->ops; i++) {
			struct op *op = &play->op[i];
			uint64_t time = play->cpu[rank];

			if (op->rank != rank || (int)op->kind != kind ||
				!is_ready(play, op))
				continue;
			if (kind == SEND)
				time = max(time, play->out[rank]);
			if (kind == SEND && play->flight)
				time = max(time, play->rows[op->row].tick);
			op->is_entered = 1;
			add_event(play, time, op->kind, i);
		}
}

static void finish_op(struct play *play, size_t i)
{
	play->op[i].is_done = 1;
	play->done++;
	enter(play, play->op[i].rank);
}

/* Carries out the event, or postpones it. */
static void carry_out(struct play *play, struct event event)
{
	const struct schedule_message *message = &play->machine->message;
	struct op *op = &play->op[event.op];
	uint64_t free = play->cpu[op->rank];

	if (event.kind == SEND)
		free = max(free, play->out[op->rank]);
	if (event.kind == ARRIVAL)
		free = max(free, play->into[op->rank]);
	if (event.kind != RECV && event.kind != HELD && free > event.time) {
		event.time = free;
		play->event[play->events++] = event;
		return;
	}
	switch (event.kind) {
	case SEND:
		play->row[op->row].start = event.time;
		play->cpu[op->rank] = event.time + message->overhead;
		play->out[op->rank] = event.time + message->gap;
		for (size_t i = 0; i < play->ops; i++)
			if (play->op[i].kind == RECV &&
				play->op[i].row == op->row)
				add_event(play,
					event.time + message->overhead +
						(play->flight ? play->flight
									[op->row]
							      : message->latency),
					ARRIVAL, i);
		finish_op(play, event.op);
		break;
	case CALC:
		play->cpu[op->rank] = event.time + op->length;
		finish_op(play, event.op);
		break;
	case RECV:
		play->is_posted[op->row] = 1;
		if (play->is_early[op->row])
			finish_op(play, event.op);
		break;
	case ARRIVAL:
		play->row[op->row].taken = event.time;
		play->cpu[op->rank] = event.time + message->copy;
		play->into[op->rank] = event.time + message->gap;
		play->is_early[op->row] = 1;
		if (schedule_receive(play->machine) != message->copy)
			add_event(play,
				event.time + schedule_receive(play->machine),
				HELD, event.op);
		else if (play->is_posted[op->row])
			finish_op(play, event.op);
		break;
	case HELD:
		play->cpu[op->rank] = max(play->cpu[op->rank], event.time);
		if (play->is_posted[op->row])
			finish_op(play, event.op);
		break;
	}
}

static struct event take_least(struct play *play)
{
	size_t least = 0;
	struct event event;

	for (size_t i = 1; i < play->events; i++)
		if (play->event[i].time < play->event[least].time ||
			(play->event[i].time == play->event[least].time &&
				play->event[i].stamp <
					play->event[least].stamp))
			least = i;
	event = play->event[least];
	play->event[least] = play->event[--play->events];
	return event;
}

static int compare_ops(const void *x, const void *y)
{
	const struct op *a = x, *b = y;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind == RECV ? -1 : 1;
	return (a->row > b->row) - (a->row < b->row);
}

/* Lists the sends and receives of each rank in the rank's order. */
static void list_ops(
	struct play *play, const uint64_t *held, size_t count, int keep)
{
	const struct schedule_header *machine = play->machine;

	for (size_t i = 0; i < count; i++) {
		const struct transmission *row = &play->rows[i];

		play->op[play->ops++] = (struct op){.kind = SEND,
			.rank = row->from,
			.time = row->tick,
			.row = i};
		play->op[play->ops++] = (struct op){.kind = RECV,
			.rank = row->to,
			.time = keep ? schedule_taken(machine, row) : held[i],
			.row = i};
	}
	qsort(play->op, play->ops, sizeof *play->op, compare_ops);
}

static void add_need(struct op *op, size_t needed)
{
	op->requires =
		mem_resize(op->requires, op->needs + 1, sizeof *op->requires);
	op->requires[op->needs++] = needed;
}

/* As soon as possible: a send requires its rank's send before it, and the
 * earlier receives of its message; in a broadcast only the first of these. */
static void require_messages(struct play *play)
{
	int is_sum = play->machine->operation != OPERATION_BROADCAST;

	for (size_t i = 0; i < play->ops; i++) {
		struct op *op = &play->op[i];
		size_t receives = 0, send = SIZE_MAX;

		if (op->kind != SEND)
			continue;
		for (size_t j = 0; j < i; j++) {
			const struct op *before = &play->op[j];

			if (before->rank != op->rank)
				continue;
			if (before->kind == SEND)
				send = j;
			else if (play->rows[before->row].message ==
					 play->rows[op->row].message &&
				 (receives++ == 0 || is_sum))
				add_need(op, j);
		}
		if (send != SIZE_MAX)
			add_need(op, send);
	}
}

/* Keeps the rows' times: adds calculations, at the end of the list, that fill
 * the time before sends; each send requires what comes before it on its rank.
 */
static void keep_times(struct play *play)
{
	size_t count = play->ops;
	uint64_t free = 0, o = play->machine->message.overhead;

	for (size_t i = 0; i < count; i++) {
		struct op *op = &play->op[i];
		int is_first = i == 0 || op[-1].rank != op->rank;

		if (is_first)
			free = 0;
		if (op->kind == SEND && op->time > free) {
			struct op *calc = &play->op[play->ops];

			*calc = (struct op){.kind = CALC,
				.rank = op->rank,
				.length = op->time - free};
			if (!is_first)
				add_need(calc, i - 1);
			add_need(op, play->ops++);
		} else if (op->kind == SEND && !is_first) {
			add_need(op, i - 1);
		}
		free = op->time +
		       (op->kind == SEND ? o : play->machine->message.copy);
	}
}

static int simulate(struct loggop_row *row,
	const struct schedule_header *machine, const struct transmission *rows,
	const uint64_t *held, size_t count, int keep, const uint64_t *flight)
{
	size_t n = (size_t)machine->processors;
	struct play play = {.machine = machine,
		.rows = rows,
		.flight = flight,
		.row = row,
		.op = mem_array(3 * count + 1, sizeof *play.op),
		.event = mem_array(4 * count + 1, sizeof *play.event),
		.cpu = mem_array(n, sizeof *play.cpu),
		.out = mem_array(n, sizeof *play.out),
		.into = mem_array(n, sizeof *play.into),
		.is_posted = mem_array(count + 1, sizeof *play.is_posted),
		.is_early = mem_array(count + 1, sizeof *play.is_early)};
	int is_all;

	list_ops(&play, held, count, keep);
	if (keep)
		keep_times(&play);
	else
		require_messages(&play);
	for (uint64_t p = 0; p < n; p++)
		enter(&play, p);
	while (play.events > 0)
		carry_out(&play, take_least(&play));
	is_all = play.done == play.ops;
	for (size_t i = 0; i < play.ops; i++)
		mem_free(play.op[i].requires);
	mem_free(play.op);
	mem_free(play.event);
	mem_free(play.cpu);
	mem_free(play.out);
	mem_free(play.into);
	mem_free(play.is_posted);
	mem_free(play.is_early);
	return is_all;
}

int loggop_simulate(struct loggop_row *row,
	const struct schedule_header *machine, const struct transmission *rows,
	const uint64_t *held, size_t count, int keep)
{
	return simulate(row, machine, rows, held, count, keep, NULL);
}

int loggop_vary(struct loggop_row *row, const struct schedule_header *machine,
	const struct transmission *rows, const uint64_t *held, size_t count,
	const uint64_t *flight)
{
	return simulate(row, machine, rows, held, count, 0, flight);
}

/* -- the judge */

/* A send or receive takes its processor's CPU from begin to end, and a port
 * from begin on. */
struct span {
	uint64_t processor, begin, end;
	int is_send;
};

static struct span span_of(const struct schedule_header *machine,
	const struct transmission *row, int is_send)
{
	uint64_t taken = schedule_taken(machine, row);

	return is_send ? (struct span){row->from, row->tick,
				 row->tick + machine->message.overhead, 1}
		       : (struct span){row->to, taken,
				 taken + machine->message.copy, 0};
}

/* Whether the later of two spans takes what the earlier one still has.  Of two
 * that begin together a send is the later one or, where `taken' is stated, the
 * earlier one. */
static struct loggop_clash clash_of(
	const struct schedule_header *machine, struct span a, struct span b)
{
	struct span first = a, second = b;
	int is_cpu, is_port;

	if (a.processor != b.processor)
		return (struct loggop_clash){0};
	if (b.begin < a.begin ||
		(b.begin == a.begin && b.is_send == machine->has_taken)) {
		first = b;
		second = a;
	}
	is_cpu = second.begin < first.end;
	is_port = a.is_send == b.is_send &&
		  second.begin < first.begin + machine->message.gap;
	return (struct loggop_clash){
		is_cpu || is_port, is_cpu, a.processor, second.begin};
}

struct loggop_clash loggop_clash(const struct schedule_header *machine,
	const struct transmission *rows, size_t count)
{
	struct loggop_clash first = {0};

	for (size_t i = 0; i < 2 * count; i++)
		for (size_t j = 0; j < i; j++) {
			struct loggop_clash clash = clash_of(machine,
				span_of(machine, &rows[i / 2], i % 2),
				span_of(machine, &rows[j / 2], j % 2));

			if (!clash.is_any)
				continue;
			if (!first.is_any ||
				clash.processor < first.processor ||
				(clash.processor == first.processor &&
					clash.tick < first.tick) ||
				(clash.processor == first.processor &&
					clash.tick == first.tick &&
					clash.is_cpu > first.is_cpu))
				first = clash;
		}
	return first;
}
