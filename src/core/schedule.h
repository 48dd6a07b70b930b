/*
 * A schedule, pulled: who sends what to whom and when, in time order, without
 * ever being held in memory as a whole.  Builders in model/, the file reader
 * in format/: each is a producer whose first member is a struct schedule.  Some
 * are made of another one: kept in memory, in a machine's time, backwards, as
 * soon as possible.
 */
#ifndef FIBCAST_CORE_SCHEDULE_H
#define FIBCAST_CORE_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

enum model {
	MODEL_POSTAL,
	MODEL_LOGP,
	MODEL_TELEPHONE,
	MODEL_TELEGRAPH,
	MODEL_SENDRECV,
	MODEL_LOCALITY,
	MODEL_MACHINE
};

/* The models' names, as the command line and the files have them. */
extern const char *const schedule_models[];

/*
 * What a schedule is for.
 * broadcast: processor 0 sends its messages to all.
 * reduce: processor 0 gets, for each message, the sum of what all have.
 * scatter: processor 0 has a block for each, number b for processor b, which
 * gets it.  gather: each has a block, and processor 0 gets all.
 * allgather: each processor has a block, number b that of number b, and all get
 * all blocks.  reduce-scatter: each has an operand for every block, and gets
 * the sum for its own.  allreduce: each gets the sums for all blocks.
 * alltoall: each has a block for every processor, which gets it.
 * census: all get the sum of one operand of each.
 * barrier: all get to know that all have come.
 * scan: processor i gets the sum of the operands of 0 .. i, in this order.
 * exscan: that of 0 .. i - 1.
 */
enum operation {
	OPERATION_BROADCAST,
	OPERATION_REDUCE,
	OPERATION_SCATTER,
	OPERATION_GATHER,
	OPERATION_ALLGATHER,
	OPERATION_REDUCE_SCATTER,
	OPERATION_ALLREDUCE,
	OPERATION_ALLTOALL,
	OPERATION_CENSUS,
	OPERATION_BARRIER,
	OPERATION_SCAN,
	OPERATION_EXSCAN,
	OPERATION_SUM
};

/* The operations' names. */
/* All, and those that most commands have. */
extern const char *const schedule_operations[], *const schedule_usual[];

/* Whether its rows carry blocks: scatter, gather, allgather, reduce-scatter,
 * allreduce and alltoall.  Models: postal, logp, sendrecv, machine. */
int schedule_is_by_block(enum operation operation);

/* Whether its algorithms say themselves what it takes on a machine, from what
 * blocks cost: those, barrier, scan and exscan. */
int schedule_is_collective(enum operation operation);

/* The name of the column that says which blocks a row carries, or which
 * operands are in it; NULL for the operations that have none. */
const char *schedule_run_column(enum operation operation);

/* The longest time as text, with its NUL. */
enum { SCHEDULE_TIME_MAX = 48 };

/* Writes tick/unit in lowest terms, "15/2" or "7", and a NUL; its length. */
size_t schedule_time_text(
	char out[SCHEDULE_TIME_MAX], uint64_t tick, uint64_t unit);

enum access { ACCESS_NONE, ACCESS_WRITE, ACCESS_READ };

/* The ends that a row states: a library's schedule may say apart what each
 * processor sends and what it expects to receive. */
enum schedule_kind { KIND_BOTH, KIND_SEND, KIND_RECEIVE };

/* The kinds' names. */
extern const char *const schedule_kinds[];

/*
 * One transmission: a send that starts at time tick/unit.
 * from, to: 0 .. processors-1; message: 1 .. messages.
 * first, size: of an operation with such a column the blocks, or operands,
 * first .. first + size - 1 mod n, 1 <= size <= n.
 * radix, digit: of an all-to-all, whose first is then a weight: the sender's
 * blocks whose distance to go, from 0 to n - 1, divided by the weight has that
 * digit, 1 .. radix - 1, to that radix; size is schedule_digit_blocks.
 *   If radix is 0 and digit is not: there are that many parts, from place first
 * of the header's parts on; size is the number of blocks of all.
 * size, access: the locality model's group; else 0 and ACCESS_NONE.
 * kind: KIND_BOTH unless the header has_kind.
 * taken: the tick at which its receive starts, on a machine, where that is not
 * when the message arrives; else 0.
 * line: where it was read, 0 unless it was.
 */
struct transmission {
	uint64_t tick;
	uint64_t from, to, message;
	uint64_t first, size;
	uint32_t radix, digit;
	enum access access;
	enum schedule_kind kind;
	uint64_t taken;
	uint64_t line;
};

/* How people are shown times: ticks in a unit; its name, "us", or NULL; digits
 * after the point, at most SCHEDULE_DECIMALS_MAX, or -1 for all of them. */
struct time_look {
	uint64_t unit;
	const char *name;
	int64_t decimals;
};

enum { SCHEDULE_DECIMALS_MAX = 18 };

/* Writes "7.5", or "15/2" where the unit has no name, and a NUL; the words are
 * "7.5 us".  Their lengths.  A decimal that needs many digits is a fraction. */
size_t schedule_time_shown(char out[SCHEDULE_TIME_MAX], uint64_t tick,
	const struct time_look *look);
size_t schedule_time_words(char out[SCHEDULE_TIME_MAX], uint64_t tick,
	const struct time_look *look);

/* A part of a row that has several: blocks or operands first .. first + size -
 * 1 mod n; of an all-to-all, the block from first for size. */
struct schedule_part {
	uint64_t first, size;
};

/* Those of all rows. */
struct schedule_parts {
	struct schedule_part *part;
	size_t count, capacity;
};

/* A message on a machine, in ticks: as in struct machine_message.  By block it
 * is that of one block. */
struct schedule_message {
	uint64_t latency, overhead, gap, copy;
	uint64_t block, block_copy; /* each further block of a row; or 0 */
	/* Of the further ones: from its start until it is held; and the least
	 * blocks of a row that it holds for. */
	uint64_t end, least;
};

enum { SCHEDULE_FURTHER = 15 };

/*
 * What is known before the first transmission.  Times are in 1/unit; they,
 * like processors and messages, are below 2^63: a documented limit.
 */
struct schedule_header {
	enum model model;
	const char *algorithm; /* NULL: not said */
	uint64_t degree;       /* of the algorithm's tree; 0: it has none */
	enum operation operation;
	uint64_t processors;
	uint64_t messages;
	uint64_t unit;	  /* ticks in one unit of time */
	uint64_t send;	  /* ticks of one send; 0: it takes a unit */
	uint64_t latency; /* in ticks; 0 for the models in rounds */
	uint64_t ports;	  /* of a processor, for sends and for receives; 0: 1 */
	/* Of node processors i node .. i node + node - 1 are node i; 0: there
	 * are none.  inside, inside_send: latency and send inside a node, the
	 * others' then being those between nodes; inside_send 0: as outside.
	 * lanes: the sends out of a node at a time; 0: as many as its
	 * processors start. */
	uint64_t node, inside, inside_send, lanes;
	/* Inside a node, of the model machine; its text, or NULL. */
	struct schedule_message inside_message;
	const char *inside_machine;
	/* Of the model machine, whose latency is a message's end and whose send
	 * is the least time between two sends. */
	struct schedule_message message;
	/* Those of rows of more blocks, the least first. */
	struct schedule_message further[SCHEDULE_FURTHER];
	size_t furthers;
	const char *machine;   /* whose time it is, "L=6us o=2us g=4us", or NULL
				*/
	const char *time_unit; /* of the machine's times, "us"; or NULL */
	const char *cost;      /* locality's cost expression, else NULL */
	int has_kind;	       /* rows may state one end only */
	int has_taken;	       /* messages may wait at a machine's receivers */
	int has_finish;
	uint64_t finish_line; /* where it was read, 0 unless it was */
	uint64_t finish;      /* the producer's claim, in ticks */
	const char *notes;    /* lines "x-NAME VALUE" of its readers; or NULL */
	/* Of rows of several parts, or NULL: there are none. */
	const struct schedule_parts *parts;
};

/* Whether the row says what it carries part by part. */
static inline int schedule_has_parts(const struct transmission *row)
{
	return row->radix == 0 && row->digit > 0;
}

/* The row's parts, *count of them; *own is set to the only one of a run. */
static inline const struct schedule_part *schedule_row_parts(
	const struct schedule_header *header, const struct transmission *row,
	struct schedule_part *own, size_t *count)
{
	*count = 1;
	*own = (struct schedule_part){row->first, row->size};
	if (!schedule_has_parts(row))
		return own;
	*count = row->digit;
	return &header->parts->part[row->first];
}

/* The algorithm as files have it, "dtree of degree 3"; NULL if it is not said.
 * Free it with mem_free. */
char *schedule_algorithm_text(const struct schedule_header *header);

/* The ticks of one send. */
static inline uint64_t schedule_send(const struct schedule_header *header)
{
	return header->send > 0 ? header->send : header->unit;
}

/* On a machine: the ticks from a send's start until its message is there, and
 * from the start of its receive until it is held; outside of nodes. */
static inline uint64_t schedule_arrival(const struct schedule_header *header)
{
	return header->message.overhead + header->message.latency;
}

static inline uint64_t schedule_receive(const struct schedule_header *header)
{
	return header->latency - schedule_arrival(header);
}

/* Whether the row's message stays inside a node. */
static inline int schedule_row_is_inside(
	const struct schedule_header *header, const struct transmission *row)
{
	return header->node > 0 &&
	       row->from / header->node == row->to / header->node;
}

static inline const struct schedule_message *schedule_row_message(
	const struct schedule_header *header, const struct transmission *row)
{
	if (schedule_row_is_inside(header, row))
		return &header->inside_message;
	for (size_t i = header->furthers; i > 0; i--)
		if (row->size >= header->further[i - 1].least)
			return &header->further[i - 1];
	return &header->message;
}

/* The ticks from the row's start until its message is there, on a machine; the
 * tick at which its receive starts. */
static inline uint64_t schedule_row_arrival(
	const struct schedule_header *header, const struct transmission *row)
{
	const struct schedule_message *message =
		schedule_row_message(header, row);

	return message->overhead + message->latency;
}

static inline uint64_t schedule_taken(
	const struct schedule_header *header, const struct transmission *row)
{
	return row->taken > 0 ? row->taken
			      : row->tick + schedule_row_arrival(header, row);
}

/*
 * What a row's message takes in ticks, by its number of blocks; where size does
 * not matter, what every message takes.  On a machine: gap of either port, copy
 * of its receiver's processor, receive from when it is taken until it is held.
 * send: until its sender may send again; end: from its start until it is held,
 * if it does not wait.
 */
static inline uint64_t schedule_row_extra(
	const struct schedule_header *header, const struct transmission *row)
{
	uint64_t block = schedule_row_message(header, row)->block;

	return block > 0 ? block * (row->size - 1) : 0;
}

static inline uint64_t schedule_row_gap(
	const struct schedule_header *header, const struct transmission *row)
{
	return schedule_row_message(header, row)->gap +
	       schedule_row_extra(header, row);
}

static inline uint64_t schedule_row_copy(
	const struct schedule_header *header, const struct transmission *row)
{
	const struct schedule_message *message =
		schedule_row_message(header, row);

	return message->block_copy > 0
		       ? message->copy + message->block_copy * (row->size - 1)
		       : message->copy;
}

static inline uint64_t schedule_row_send(
	const struct schedule_header *header, const struct transmission *row)
{
	const struct schedule_message *message =
		schedule_row_message(header, row);
	uint64_t gap = schedule_row_gap(header, row);

	if (header->inside_send > 0 && schedule_row_is_inside(header, row))
		return header->inside_send;
	if (message->block == 0 && header->furthers == 0 &&
		(header->model != MODEL_MACHINE || header->node == 0))
		return schedule_send(header);
	return gap > message->overhead ? gap : message->overhead;
}

static inline uint64_t schedule_row_end(
	const struct schedule_header *header, const struct transmission *row)
{
	int has_latency = header->latency > 0 || header->model == MODEL_MACHINE;
	uint64_t end = has_latency ? header->latency : schedule_send(header);

	if (schedule_row_is_inside(header, row))
		end = header->inside;
	else if (schedule_row_message(header, row)->least > 0)
		end = schedule_row_message(header, row)->end;
	return end + schedule_row_extra(header, row);
}

/* From when it is taken until it is held. */
static inline uint64_t schedule_row_receive(
	const struct schedule_header *header, const struct transmission *row)
{
	return schedule_row_end(header, row) -
	       schedule_row_arrival(header, row);
}

/* The blocks of a processor, 0 <= j < n, whose digit at that weight is the one
 * given: the size of a row of an all-to-all.  n, weight, radix >= 1. */
uint64_t schedule_digit_blocks(
	uint64_t n, uint64_t weight, uint64_t radix, uint64_t digit);

/* What a row of several parts carries, as text to be freed with mem_free; NULL
 * of others. */
char *schedule_parts_text(
	const struct schedule_header *header, const struct transmission *row);

/* Writes what the row carries, "3+2", or of an all-to-all "4/2=1", weight,
 * radix and digit, and a NUL; its length.  Of several parts it is the first,
 * "3+2..". */
size_t schedule_run_text(char out[SCHEDULE_TIME_MAX],
	const struct schedule_header *header, const struct transmission *row);

struct machine_message;

/*
 * Makes the header one of the model machine for such messages: sets its model,
 * send, latency and message; in operations by block the message given is of one
 * block.  The unit becomes finer so that all are whole, by *factor; so do
 * finish and the header's own times. Whether all are below 2^63; if not,
 * nothing is changed.
 */
int schedule_set_message(struct schedule_header *header, uint64_t *factor,
	const struct machine_message *message);

/* Makes the header's unit finer by that factor, and all its times with it.
 * Whether all are below 2^63 then; if not, nothing is changed. */
int schedule_refine(struct schedule_header *header, uint64_t factor);

/* The same as schedule_set_message of messages of at least so many blocks, more
 * than those before, of which the message given is one block. */
int schedule_add_message(struct schedule_header *header,
	const struct machine_message *message, uint64_t least);

/* The same of messages inside a node, of a header of the model machine. */
int schedule_set_inside(
	struct schedule_header *header, const struct machine_message *message);

/* send = the length of one send, 1 unless it is a machine's. */
void schedule_send_time(mpq_t send, const struct schedule_header *header);

/* time = the finish, which the header has, in units of time. */
void schedule_finish_time(mpq_t time, const struct schedule_header *header);

struct schedule;

struct schedule_ops {
	/*
	 * Points *rows at the next *count transmissions, in the producer's own
	 * memory, which the next call may overwrite; 0 at the end.  Builders
	 * keep the order of (tick, from, message), a reader that of ticks.
	 */
	enum status (*next)(struct schedule *schedule,
		const struct transmission **rows, size_t *count,
		struct err *err);
	/* Frees the producer and what it owns. */
	void (*close)(struct schedule *schedule);
};

/*
 * The header does not change while the schedule is pulled, with one exception:
 * a reader that meets a time that is no multiple of its unit makes the unit
 * finer.  When schedule_next returns, unit, send, latency and finish have then
 * been multiplied by one whole factor, and its rows and all later ones are in
 * the new unit.  The ticks of earlier rows times that factor are still below
 * 2^63.
 */
struct schedule {
	struct schedule_header header;
	const struct schedule_ops *ops;
	/* NULL, or why it may be longer than it could be. */
	const char *warning;
	uint64_t rows; /* transmissions, if their number is known; else 0 */
};

enum status schedule_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count,
	struct err *err) WARN_UNUSED;

/* Closes a schedule; NULL is nothing to close. */
void schedule_close(struct schedule *schedule);

/*
 * A schedule kept in memory, for algorithms that must know all of it before
 * they can give out the first row.
 */

/* Rows as they are found, in any order.  All zeros: none. */
struct transmissions {
	struct transmission *row;
	size_t count, capacity;
};

/* Appends a row. */
void transmissions_add(
	struct transmissions *list, const struct transmission *row);

void transmissions_clear(struct transmissions *list);

/*
 * Appends all rows that the schedule has left, in the unit that its header then
 * has; so are those that were there.
 * Errors: those of pulling; STATUS_LIMIT past max_bits of memory.
 */
enum status transmissions_pull(struct transmissions *list,
	struct schedule *schedule, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* Opens a schedule of these rows in their order, which it does not own; so any
 * number of times. */
struct schedule *schedule_lent(
	const struct schedule_header *header, const struct transmissions *list);

/* Has what such a schedule's header or rows point at freed together with it. */
void schedule_own(
	struct schedule *stored, void (*release)(void *owned), void *owned);

/*
 * Opens a schedule of these rows, in the order of (tick, from, message, to,
 * kind); the list is left empty.  What header points at must outlive the
 * schedule.
 */
struct schedule *schedule_stored(
	const struct schedule_header *header, struct transmissions *list);

/*
 * Several messages at a time, side by side on the ports of a processor: the
 * schedule, of ceil(messages/width) of them, with message i for the messages
 * (i-1) width + 1 .. i width, as far as there are so many; each takes as many
 * ports as it takes there.  It owns the schedule given.
 */
struct schedule *schedule_abreast(struct schedule *schedule, uint64_t messages,
	uint64_t width, uint64_t ports);

/* A schedule of the postal model in a machine's time. */

struct machine_message;

/* The machine whose time it is: its text, its unit of time, or NULL, and what a
 * message takes of it, or NULL, so that the schedule stays one of the postal
 * model. */
struct schedule_machine {
	const char *text, *time_unit;
	const struct machine_message *message;
};

/*
 * The schedule with all times multiplied by send, the length of one send, > 0;
 * machine: NULL, or what its header says.  With a message it is then of the
 * model machine: each message is taken when it arrives, and whether the machine
 * allows that is the caller's to know.  It owns the schedule given, which is
 * closed if that fails.
 * Errors: STATUS_LIMIT if a time would not be below 2^63.
 */
enum status schedule_scaled(struct schedule **scaled, struct schedule *schedule,
	const mpq_t send, const struct schedule_machine *machine,
	struct err *err) WARN_UNUSED;

/*
 * A broadcast read backwards is a reduction: what a processor received last it
 * sends first, to the processor it came from.  Sends and receives change places
 * and stay as far apart, so the result is valid and takes as long.
 */

/*
 * Opens the reduction of a broadcast, and closes that.  Transmissions of a
 * message that their receiver has by then, or is sent earlier, are left out
 * first.
 * What is a reduction already is given back.
 * Errors: STATUS_USAGE for the model locality, and if messages wait at their
 * receiver, in logp: there is no reverse then; STATUS_LIMIT if all rows take
 * more memory than max_bits.
 */
enum status schedule_reversed(struct schedule **reduction,
	struct schedule *broadcast, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * A schedule carried out on a LogGP machine as soon as possible.
 *
 * Each processor does its sends in the order of the schedule, each once it has
 * done the one before it and has received what the schedule lets it have
 * received by then of the message: in a broadcast the first receive of it, in
 * other operations all.  A message is received when it comes; what it takes is
 * in core/machine.h.  Where two are ready at once, the order is that of
 * LogGOPSim, whose times these are, to the tick.
 *   As soon as possible is not as early as possible: a message that comes early
 * may keep a processor from a more urgent send.
 */

/*
 * Opens the schedule of the model machine that results; it has a finish, and
 * owns the schedule given, of any model with messages, which is closed if that
 * fails.  machine: NULL for that of a schedule of the model machine; max_bits:
 * of memory.
 * Errors: those of pulling; STATUS_INPUT for the model locality, for sums, and
 * what can never be sent; STATUS_LIMIT past max_bits, or if times may reach
 * 2^63.
 * O(log k) a row for k rows.
 */
enum status schedule_simulated(struct schedule **simulated,
	struct schedule *schedule, const struct schedule_machine *machine,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* The L of the i-th row, counted from 0, that is sent at the tick. */
struct schedule_flights {
	uint64_t (*choose)(const void *context, uint64_t i, uint64_t tick);
	const void *context;
};

/*
 * *finish = when a schedule of the model machine ends if each message takes an
 * L of its own, no longer than the machine's, and no send starts before its
 * time.  The schedule is closed.
 * Errors: as above.
 */
enum status schedule_varied(uint64_t *finish, struct schedule *schedule,
	const struct schedule_flights *flights, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Whether the machine allows a schedule of the model machine in which messages
 * are taken when they arrive: it does if all goes by the schedule when no send
 * starts before its time.  The schedule is closed.
 * Errors: as above.
 */
enum status schedule_is_allowed(int *is_allowed, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
