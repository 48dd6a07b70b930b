/*
 * A schedule: who sends what to whom and when, pulled row by row in time order,
 * so that it need not be in memory as a whole.  The builders in model/ and the
 * file reader in format/ are its producers; a struct schedule is the first
 * member of each.  Some schedules are made from another one: kept in memory, in
 * a machine's time, reversed, or carried out as soon as possible.
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

/* The models' names on the command line and in files, up to NULL. */
extern const char *const schedule_models[];

/*
 * What a schedule is for.
 * broadcast: all get the messages of processor 0.
 * reduce: processor 0 gets, for each message, the sum of the operands that all
 * have for it.
 * scatter: processor 0 has all blocks, and processor b gets block b.
 * gather: processor b has block b, and processor 0 gets all blocks.
 * allgather: processor b has block b, and all get all blocks.
 * reduce-scatter: each has an operand for every block, and processor b gets the
 * sum for block b.
 * allreduce: the same, but all get the sums for all blocks.
 * alltoall: each processor has a block for every processor, which gets it.
 * census: each has an operand, and all get the sum.
 * barrier: all get to know that all have come.
 * scan: processor i gets the sum of the operands of 0 .. i, in this order.
 * exscan: the same, of 0 .. i - 1.
 * sum: processor 0 gets the sum of so many operands as there are messages,
 * which may be anywhere at first.
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

/* The operations' names up to NULL: of all, and of those that most commands
 * have. */
extern const char *const schedule_operations[], *const schedule_usual[];

/* Whether the operation's rows carry blocks: scatter, gather, allgather,
 * reduce-scatter, allreduce and alltoall.  Models: postal, logp, sendrecv,
 * machine. */
int schedule_is_by_block(enum operation operation);

/* Whether the operation's algorithms compute the time on a machine themselves,
 * from what blocks cost: operations by block, barrier, scan and exscan. */
int schedule_is_collective(enum operation operation);

/* The name of the column that says which blocks or operands a row carries; NULL
 * of operations that have none. */
const char *schedule_run_column(enum operation operation);

/* Room for the longest time as text, with its NUL. */
enum { SCHEDULE_TIME_MAX = 48 };

/* Writes tick/unit in lowest terms, "15/2" or "7", and a NUL; the length of the
 * text. */
size_t schedule_time_text(
	char out[SCHEDULE_TIME_MAX], uint64_t tick, uint64_t unit);

enum access { ACCESS_NONE, ACCESS_WRITE, ACCESS_READ };

/* The ends of a transmission that a row states: a library's schedule may state
 * what a processor sends and what another expects to receive in rows of their
 * own. */
enum schedule_kind { KIND_BOTH, KIND_SEND, KIND_RECEIVE };

/* The kinds' names, up to NULL. */
extern const char *const schedule_kinds[];

/*
 * One row, a transmission: a send that starts at time tick/unit.
 * from, to: 0 .. processors-1; message: 1 .. messages.
 * What it carries, in an operation with such a column, is one of:
 *   radix = digit = 0: the blocks, or operands, first .. first + size - 1 mod
 * n, 1 <= size <= n.
 *   radix = 0 < digit: `digit` parts of the header's parts, from place first
 * on; size is the number of their blocks.
 *   radix > 0, in an all-to-all: those of the sender's blocks whose distance to
 * go, 0 .. n - 1, has that digit, 1 .. radix - 1, at the weight first: distance
 * / first mod radix = digit; size is schedule_digit_blocks.
 * size, access: in the locality model the size of the group, and what is done;
 * elsewhere access is ACCESS_NONE.
 * kind: KIND_BOTH unless the header has_kind.
 * taken: on a machine, if the header has_taken, the tick at which the receive
 * starts; else that is when the message arrives.
 * line: of the file that it was read from; else 0.
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

/* How times are shown to people: the ticks in a unit; the unit's name, "us", or
 * NULL; the digits after the point, at most SCHEDULE_DECIMALS_MAX, or -1 for
 * all of them. */
struct time_look {
	uint64_t unit;
	const char *name;
	int64_t decimals;
};

enum { SCHEDULE_DECIMALS_MAX = 18 };

/* Write a time and a NUL: schedule_time_shown "7.5", or "15/2" if the unit has
 * no name, or if the decimal would have too many digits; schedule_time_words
 * the same with the unit, "7.5 us".  The length of the text. */
size_t schedule_time_shown(char out[SCHEDULE_TIME_MAX], uint64_t tick,
	const struct time_look *look);
size_t schedule_time_words(char out[SCHEDULE_TIME_MAX], uint64_t tick,
	const struct time_look *look);

/* A part of a row: the blocks first .. first + size - 1 mod n; in an all-to-all
 * the one block from processor first for processor size. */
struct schedule_part {
	uint64_t first, size;
};

/* The parts of all rows. */
struct schedule_parts {
	struct schedule_part *part;
	size_t count, capacity;
};

/* Sorts a row's parts, as files have them. */
void schedule_sort_parts(struct schedule_part *part, size_t count);

/* Joins runs of a row, sorted, that touch mod n; 0 if something is in two. */
int schedule_join_runs(struct schedule_part *part, size_t *count, uint64_t n);

/* What a message takes on a machine, in ticks, as in struct machine_message; in
 * operations by block a message of one block. */
struct schedule_message {
	uint64_t latency, overhead, gap, copy;
	uint64_t block, block_copy; /* for each further block; or 0 */
	/* From its send's start until its receiver has it; and the fewest
	 * blocks of a row that these figures are for.  `least` is 0 in the
	 * header's message and inside_message, whose ends the header has. */
	uint64_t end, least;
};

enum { SCHEDULE_FURTHER = 15 };

/*
 * What is known before the first row.  Times are in ticks of 1/unit; they, like
 * processors and messages, are below 2^63: a documented limit.
 */
struct schedule_header {
	enum model model;
	const char *algorithm; /* NULL: not known */
	uint64_t degree;       /* of the algorithm's tree; 0: it has none */
	enum operation operation;
	uint64_t processors;
	uint64_t messages;
	uint64_t unit;	  /* ticks in one unit of time */
	uint64_t send;	  /* ticks of one send; 0: a unit */
	uint64_t latency; /* in ticks; 0 in the models in rounds */
	uint64_t ports;	  /* of a processor, for sends and for receives; 0: 1 */
	/* Processors i node .. i node + node - 1 are node i; 0: there are no
	 * nodes.  Inside a node a message has the latency inside and the send
	 * inside_send, 0: that of other messages; latency and send are then
	 * those between nodes.  lanes: how many sends out of a node may be
	 * under way at once; 0: any number. */
	uint64_t node, inside, inside_send, lanes;
	/* In the model machine, a message inside a node and the machine's text;
	 * or NULL. */
	struct schedule_message inside_message;
	const char *inside_machine;
	/* In the model machine: latency is then a message's end, and send the
	 * least time between two sends. */
	struct schedule_message message;
	/* The figures of rows of more blocks, by ascending `least`. */
	struct schedule_message further[SCHEDULE_FURTHER];
	size_t furthers;
	const char *machine;   /* whose times these are, "L=6us o=2us g=4us"; or
				* NULL */
	const char *time_unit; /* of the machine's times, "us"; or NULL */
	const char *cost;      /* locality's cost expression, else NULL */
	int has_kind;	       /* rows may state one end only */
	int has_taken;	       /* messages may wait at a machine's receivers */
	int has_finish;
	uint64_t finish_line; /* of the file that it was read from; else 0 */
	uint64_t finish;      /* the producer's claim, in ticks */
	const char *notes;    /* lines "x-NAME VALUE" for readers; or NULL */
	/* The parts of rows that have several; NULL: no row has. */
	const struct schedule_parts *parts;
};

/* Whether the row lists the parts that it carries. */
static inline int schedule_has_parts(const struct transmission *row)
{
	return row->radix == 0 && row->digit > 0;
}

/* The row's parts; *own has room for the part of a row that carries a single
 * run. */
static inline struct schedule_parts schedule_row_parts(
	const struct schedule_header *header, const struct transmission *row,
	struct schedule_part *own)
{
	*own = (struct schedule_part){row->first, row->size};
	if (!schedule_has_parts(row))
		return (struct schedule_parts){own, 1, 1};
	return (struct schedule_parts){
		&header->parts->part[row->first], row->digit, row->digit};
}

/* The algorithm as files name it, "dtree of degree 3"; NULL: not known.  Free
 * it with mem_free. */
char *schedule_algorithm_text(const struct schedule_header *header);

/* The ticks of one send. */
static inline uint64_t schedule_send(const struct schedule_header *header)
{
	return header->send > 0 ? header->send : header->unit;
}

/* On a machine, between nodes: the ticks from the start of a receive until the
 * receiver has the message. */
static inline uint64_t schedule_receive(const struct schedule_header *header)
{
	return header->latency - header->message.overhead -
	       header->message.latency;
}

/* Whether the row's message stays inside a node. */
static inline int schedule_row_is_inside(
	const struct schedule_header *header, const struct transmission *row)
{
	return header->node > 0 &&
	       row->from / header->node == row->to / header->node;
}

/* The figures for the row's message. */
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

/* On a machine: the ticks from the row's start until its message arrives. */
static inline uint64_t schedule_row_arrival(
	const struct schedule_header *header, const struct transmission *row)
{
	const struct schedule_message *message =
		schedule_row_message(header, row);

	return message->overhead + message->latency;
}

/* On a machine: the tick at which the row's receive starts. */
static inline uint64_t schedule_taken(
	const struct schedule_header *header, const struct transmission *row)
{
	return header->has_taken
		       ? row->taken
		       : row->tick + schedule_row_arrival(header, row);
}

/*
 * What a row's message takes, in ticks; with several blocks, by their number.
 * extra: what the blocks after the first add.
 * gap, copy: on a machine, of either port, and of its receiver's processor.
 * send: from its start until its sender may send again.
 * end: from its start until its receiver has it, if it does not wait.
 * receive: on a machine, from when it is taken until its receiver has it.
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

static inline uint64_t schedule_row_receive(
	const struct schedule_header *header, const struct transmission *row)
{
	return schedule_row_end(header, row) -
	       schedule_row_arrival(header, row);
}

/* How many j, 0 <= j < n, have the digit at that weight to that radix: the size
 * of a row of an all-to-all.  n, weight, radix >= 1. */
uint64_t schedule_digit_blocks(
	uint64_t n, uint64_t weight, uint64_t radix, uint64_t digit);

/* All parts that the row carries, as text to be freed with mem_free; NULL if it
 * does not list parts. */
char *schedule_parts_text(
	const struct schedule_header *header, const struct transmission *row);

/* Writes what the row carries, "3+2", or in an all-to-all "4/2=1", weight,
 * radix and digit, and a NUL; of several parts the first, "3+2..".  The length
 * of the text. */
size_t schedule_run_text(char out[SCHEDULE_TIME_MAX],
	const struct schedule_header *header, const struct transmission *row);

struct machine_message;

/*
 * Makes the header one of the model machine for such messages: sets its model,
 * send, latency and message; in operations by block the message is of one
 * block.  The unit becomes finer by *factor so that all ticks are whole, and
 * the header's other times are multiplied by it.  Whether all times are below
 * 2^63; if not, nothing is changed.
 */
int schedule_set_message(struct schedule_header *header, uint64_t *factor,
	const struct machine_message *message);

/* Makes the header's unit finer by the factor and multiplies all its times.
 * Whether they are below 2^63 then, and what n blocks add below 2^61; if not,
 * nothing is changed. */
int schedule_refine(struct schedule_header *header, uint64_t factor);

/* As schedule_set_message, for messages of `least` blocks or more, which is
 * more than in earlier calls; the message given is of one block. */
int schedule_add_message(struct schedule_header *header,
	const struct machine_message *message, uint64_t least);

/* As schedule_set_message, for messages inside a node; the header is of the
 * model machine. */
int schedule_set_inside(
	struct schedule_header *header, const struct machine_message *message);

/* send = the length of one send, in units of time. */
void schedule_send_time(mpq_t send, const struct schedule_header *header);

/* time = the header's finish, in units of time. */
void schedule_finish_time(mpq_t time, const struct schedule_header *header);

struct schedule;

struct schedule_ops {
	/*
	 * Points *rows at the next *count rows, 0 at the end, in the producer's
	 * own memory, which the next call may overwrite.  Builders give rows in
	 * the order of (tick, from, message), a reader in that of ticks.
	 */
	enum status (*next)(struct schedule *schedule,
		const struct transmission **rows, size_t *count,
		struct err *err);
	/* Frees what the producer owns, but not the producer; or NULL. */
	void (*clear)(struct schedule *schedule);
};

/*
 * The header does not change while the schedule is pulled, with one exception:
 * a reader that meets a time that is no whole number of ticks makes the unit
 * finer.  When schedule_next returns, the unit and all times of the header have
 * then been multiplied by one whole factor, and the rows that it gives and all
 * later ones are in the new unit.  The ticks of earlier rows, times that
 * factor, are still below 2^63.
 */
struct schedule {
	struct schedule_header header;
	const struct schedule_ops *ops;
	/* NULL, or why the schedule may take longer than necessary. */
	const char *warning;
	uint64_t rows; /* how many, if that is known; else 0 */
};

enum status schedule_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count,
	struct err *err) WARN_UNUSED;

/* Closes a schedule, and frees its producer; NULL is ignored. */
void schedule_close(struct schedule *schedule);

/*
 * -- Schedules in memory, for algorithms that must know all rows before they
 * can give out the first one.
 */

/* Rows in any order.  All zeros: none. */
struct transmissions {
	struct transmission *row;
	size_t count, capacity;
};

/* Appends a row. */
void transmissions_add(
	struct transmissions *list, const struct transmission *row);

void transmissions_clear(struct transmissions *list);

/*
 * Appends all rows that the schedule has left.  If its unit becomes finer, all
 * rows of the list are converted to it.
 * Errors: those of pulling; STATUS_LIMIT past max_bits of memory.
 */
enum status transmissions_pull(struct transmissions *list,
	struct schedule *schedule, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* Opens a schedule of the rows in their present order.  The list stays the
 * caller's, so it may be lent any number of times. */
struct schedule *schedule_lent(
	const struct schedule_header *header, const struct transmissions *list);

/*
 * Opens a schedule of the rows in the order of (tick, from, message, to, kind),
 * and takes them: the list is left empty.  What header points at must outlive
 * the schedule.
 */
struct schedule *schedule_stored(
	const struct schedule_header *header, struct transmissions *list);

/* Has `release` free what a stored schedule's header or rows point at, when the
 * schedule is closed. */
void schedule_own(
	struct schedule *stored, void (*release)(void *owned), void *owned);

/* -- Schedules made from another one. */

/*
 * Sends several messages at a time, side by side on the ports of a processor:
 * opens a schedule of so many messages from one of ceil(messages/width), whose
 * message i becomes the messages (i-1) width + 1 .. i width, as far as there
 * are so many; each of them takes as many ports as message i does.  It owns the
 * schedule given.
 */
struct schedule *schedule_abreast(struct schedule *schedule, uint64_t messages,
	uint64_t width, uint64_t ports);

/* A machine whose times a schedule has: its text; its unit of time, or NULL;
 * and what a message takes on it, or NULL to stay in the postal model. */
struct schedule_machine {
	const char *text, *time_unit;
	const struct machine_message *message;
};

/*
 * Opens a schedule of the postal model in a machine's time: all times are
 * multiplied by send, the length of one send, which is 0 where messages of a
 * machine take no time.
 * machine: NULL, or what the header is to say.  With a message the schedule
 * becomes one of the model machine, in which each message is taken when it
 * arrives; the caller must know that the machine allows this.  It owns the
 * schedule given, and closes it if it fails.
 * Errors: STATUS_LIMIT if a time would not be below 2^63.
 */
enum status schedule_scaled(struct schedule **scaled, struct schedule *schedule,
	const mpq_t send, const struct schedule_machine *machine,
	struct err *err) WARN_UNUSED;

/* How many rows each processor sends; to be freed with mem_free. */
uint64_t *transmissions_sends(
	const struct transmissions *list, uint64_t processors);

/* The processor but 0 that sends least, of several the last; 0 if there is no
 * other. */
uint64_t schedule_least_sender(const uint64_t *sends, uint64_t processors);

/*
 * Opens a postal broadcast without `count` of its processors, those that send
 * little, and closes the broadcast given.  Others send what these send, at the
 * same times.
 * Errors: STATUS_LIMIT if others cannot for any of the few that send least, or
 * if all rows take more memory than max_bits.
 */
enum status schedule_without(struct schedule **without,
	struct schedule *schedule, uint64_t count, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Opens the reduction that is a broadcast read backwards, and closes the
 * broadcast: what a processor received last it sends first, to where it came
 * from.  Sends and receives change places and stay as far apart, so the result
 * is valid and takes as long.  Of the rows that bring a processor the same
 * message only the one received first is kept.  A schedule that is a reduction
 * already is given back.
 * Errors: STATUS_USAGE in the model locality, and in logp if messages wait at
 * their receiver, as there is no reverse then; STATUS_LIMIT if all rows take
 * more memory than max_bits.
 */
enum status schedule_reversed(struct schedule **reduction,
	struct schedule *broadcast, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * -- Schedules carried out on a LogGP machine, as soon as possible.
 *
 * Each processor makes its sends in the order of the schedule.  A send starts
 * once the one before it has, its processor and port are free, and what it
 * needs has been received: in a broadcast the first receive of its message, in
 * other operations all receives of it that the schedule has before the send.  A
 * message is received as soon as it has arrived and its receiver is free; what
 * it takes is in core/machine.h.  Where two events are ready at once, their
 * order is that of LogGOPSim, and times are equal to LogGOPSim's, to the tick.
 *   As soon as possible is not always as early as possible: a message that
 * comes early may keep a processor from a more urgent send.
 */

/*
 * Opens the schedule of the model machine that results, which has a finish.  It
 * owns the schedule given, of any model but locality; closes it if it fails.
 * machine: NULL for that of a schedule of the model machine; max_bits: of
 * memory.
 * Errors: those of pulling; STATUS_INPUT for the model locality, for sums, for
 * nodes or figures by size if machine is NULL, and for sends whose message
 * never comes; STATUS_LIMIT past max_bits, or if times may reach 2^63.
 * O(log k) a row for k rows.
 */
enum status schedule_simulated(struct schedule **simulated,
	struct schedule *schedule, const struct schedule_machine *machine,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Chooses the L of row i, counted from 0, which is sent at the tick. */
struct schedule_flights {
	uint64_t (*choose)(const void *context, uint64_t i, uint64_t tick);
	const void *context;
};

/*
 * *finish = when a schedule of the model machine ends if each message takes an
 * L of its own, no longer than the machine's, and no send starts before its
 * time.  Closes the schedule.
 * Errors: those of schedule_simulated.
 */
enum status schedule_varied(uint64_t *finish, struct schedule *schedule,
	const struct schedule_flights *flights, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Opens what becomes of a schedule of the model machine if no send starts
 * before its time, and closes it if that fails.
 * Errors: those of schedule_simulated.
 */
enum status schedule_timed(struct schedule **timed, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * Whether the machine can keep to a schedule of the model machine: if no send
 * starts before its time, all sends and receives start at theirs, and none at a
 * processor for which a message is waiting: that is taken as soon as what was
 * under way has ended.  Closes the schedule.
 * Errors: those of schedule_simulated.
 */
enum status schedule_is_allowed(int *is_allowed, struct schedule *schedule,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
