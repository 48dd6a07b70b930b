/*
 * An MSCCL program, as its XML states it, and the state of running it.
 * msccl_reader.c fills in the program, msccl_run.c runs it, and msccl_chunks.c
 * does what its steps do.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_MSCCL_H
#define FIBCAST_FORMAT_SCHEDULE_MSCCL_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "core/schedule.h"
#include "format/out.h"

enum buffer { BUFFER_INPUT, BUFFER_OUTPUT, BUFFER_SCRATCH, BUFFERS };

/* What a step does, in the order in which it does it: a set of these. */
enum {
	STEP_RECEIVES = 1,
	STEP_ADDS = 2,
	STEP_SENDS = 4,
	STEP_COPIES = 8,
	STEP_STORES = 16
};

/* A step, which waits for step other_at of thread block `other` unless that is
 * -1. */
struct msccl_step {
	unsigned does;
	enum buffer source, target;
	int64_t from, to, count, other, other_at;
	uint64_t line;
};

/* A thread block. */
struct msccl_block {
	int64_t rank, id, send, receive, channel;
	size_t first, steps; /* its steps in program->step */
	size_t done;	     /* how many of them are done */
	int has_received;    /* the next one has received its message */
	size_t carried;	     /* where that message's chunks are in flight */
	size_t taken;	     /* how many messages it has received */
	size_t partner;	     /* the block that sends them; SIZE_MAX: none */
	size_t follower; /* the block that receives what it sends, or that */
};

/* A chunk: the block of rank `origin`, in an alltoall the one for rank
 * `target`; in operations that add, the sum for block `origin` of the operands
 * of a set of ranks. */
struct chunk {
	int32_t origin, target; /* origin below 0: the chunk holds nothing */
	size_t set;		/* the set's number; 0: none */
};

/* A message sent in that round; its chunks begin at flight[chunk]. */
struct message {
	size_t chunk, count;
	uint64_t round;
};

struct program {
	enum operation operation;
	int64_t ranks, in_place;
	uint64_t most;		/* bytes for `set` and `flight` together */
	int64_t *size[BUFFERS]; /* of each rank's buffer, in chunks */
	size_t *place[BUFFERS]; /* of its first chunk in `chunk` */
	struct chunk *chunk;
	size_t chunks;
	struct msccl_step *step;
	size_t steps, step_room;
	struct msccl_block *block;
	size_t blocks, block_room;
	/* For each thread block: the messages that it has sent. */
	struct mailbox {
		struct message *message;
		size_t count, capacity;
	} * mailbox;
	/* Sets of ranks, each of so many words. */
	uint64_t *set;
	size_t words, sets, set_room;
	/* held[p * ranks + b]: the set in rank p's sum for block b if it takes
	 * in all that it receives. */
	size_t *held;
	struct chunk *flight; /* all chunks that were sent */
	size_t flights, flight_room;
	uint64_t *sent, *received; /* for each rank: its last round, plus 1 */
	/* For each block: the number of the last message that carried it; and
	 * how many messages there were. */
	uint64_t *had_by, messages;
	struct out out;
};

/* The operation that MSCCL calls by that name; returns 0 if there is none. */
int msccl_operation(enum operation *operation, const char *collective);

/*
 * Runs the program and writes the rows of what it sends to program->out.
 * Errors: STATUS_INPUT, "line 7: ...", for a step that cannot be done;
 * STATUS_LIMIT past program->most.
 */
enum status msccl_run(struct program *program, struct err *err) WARN_UNUSED;

/*
 * -- What the chunks hold.  Errors of all these: STATUS_INPUT, "line 7: ...";
 * STATUS_LIMIT past program->most.
 */

/* Whether the operation adds. */
int msccl_has_sums(const struct program *program);

/* What the chunks hold at first. */
void msccl_fill(struct program *program);

/* Does a step that copies or adds within a rank, or receives that message. */
enum status msccl_copy(struct program *program, const struct msccl_block *block,
	const struct msccl_step *step, struct err *err) WARN_UNUSED;
enum status msccl_receive(struct program *program, struct msccl_block *block,
	const struct msccl_step *step, const struct message *message,
	struct err *err) WARN_UNUSED;

/* Copies what a step sends from its buffer to flight[*chunk], ... */
enum status msccl_load(size_t *chunk, struct program *program,
	const struct msccl_block *block, const struct msccl_step *step,
	struct err *err) WARN_UNUSED;

/* Checks what a step sends, from flight[chunk] on: a row can state a sum only
 * if it is all that its rank has received for that block. */
enum status msccl_check_sent(const struct program *program,
	const struct msccl_block *block, const struct msccl_step *step,
	size_t chunk, struct err *err) WARN_UNUSED;

/* Updates `held` for all messages of a round. */
void msccl_settle(struct program *program, uint64_t round);

/* Checks that each rank has in the end what the operation promises. */
enum status msccl_check_outputs(
	const struct program *program, struct err *err) WARN_UNUSED;

/* STATUS_INPUT: "line 7: ", what is wrong and, unless it is NULL, a text. */
enum status msccl_error(
	uint64_t line, struct err *err, const char *what, const char *text);

#endif
