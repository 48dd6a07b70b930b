/*
 * A program of MSCCL's: the steps of its thread blocks, in the order of the
 * file, and what has been done.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_MSCCL_H
#define FIBCAST_FORMAT_SCHEDULE_MSCCL_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "core/schedule.h"
#include "format/out.h"

enum buffer { BUFFER_INPUT, BUFFER_OUTPUT, BUFFER_SCRATCH, BUFFERS };

/* What a step does, in this order. */
enum {
	STEP_RECEIVES = 1,
	STEP_ADDS = 2,
	STEP_SENDS = 4,
	STEP_COPIES = 8,
	STEP_STORES = 16
};

struct msccl_step {
	unsigned does;
	enum buffer source, target;
	int64_t from, to, count, other, other_at;
	uint64_t line;
};

struct msccl_block {
	int64_t rank, id, send, receive, channel;
	size_t first, steps, done; /* in step; steps that are done */
	int has_received;	   /* the present one */
	size_t taken;		   /* messages that it has received */
	size_t carried; /* what the present one has received, in flight */
	size_t partner; /* the block that sends them; SIZE_MAX: none */
};

/* A chunk: the block from origin, for target; or the sum of a set of operands
 * for a block, then the origin. */
struct chunk {
	int32_t origin, target; /* below 0: nothing */
	size_t set;		/* of ranks, by its number; 0: none */
};

struct message {
	size_t chunk, count; /* in chunks that were sent */
	uint64_t round;	     /* after which it is there */
};

struct program {
	enum operation operation;
	int64_t ranks, in_place;
	uint64_t most;		/* bytes for sets and chunks that are sent */
	int64_t *size[BUFFERS]; /* by rank */
	size_t *place[BUFFERS]; /* of the buffer's first chunk */
	struct chunk *chunk;
	size_t chunks, chunk_room;
	struct msccl_step *step;
	size_t steps, step_room;
	struct msccl_block *block;
	size_t blocks, block_room;
	/* Of the thread block that sends it: its messages. */
	struct mailbox {
		struct message *message;
		size_t count, capacity;
	} * mailbox;
	/* Sets of ranks, so many words each; and which one of each block a rank
	 * has, if it adds all that it receives. */
	uint64_t *set;
	size_t words, sets, set_room, *held;
	struct chunk *flight; /* of all messages */
	size_t flights, flight_room;
	uint64_t *sent, *received; /* by rank: 1 more than its last round */
	/* Of each chunk: the message that had it last; how many there were. */
	uint64_t *had_by, messages;
	struct out out;
};

/* The operation that MSCCL calls so; returns 0 if there is none. */
int msccl_operation(enum operation *operation, const char *collective);

/*
 * Carries it out and writes the rows to program->out.
 * Errors: STATUS_INPUT, "line 7: ...", for a step that cannot be done.
 */
enum status msccl_run(struct program *program, struct err *err) WARN_UNUSED;

/* STATUS_INPUT: what is wrong in that line. */
enum status msccl_error(
	uint64_t line, struct err *err, const char *what, const char *text);

#endif
