/*
 * Runs MSCCL programs in rounds, as soon as possible.
 *
 * In a round each rank sends at most one message and receives at most one, of
 * any size, which is there at the end of the round.  Steps of a thread block
 * that send one after the other, and wait for no other thread block, are one
 * message.  A step may be done once the step before it in its thread block is
 * done, and the step that it waits for; messages wait, in the order in which
 * they were sent, for the steps that receive them.  Where several messages
 * could be sent, those of thread blocks that come earlier in the file go first.
 *   By its row a sum is added when it is there.  So, while anything else can be
 * done, sums are sent only to ranks that have come to the step that receives
 * them.
 */
#include "format/schedule/msccl.h"

#include <inttypes.h>

#include "base/mem.h"
#include "number/number.h"

static int is_awaited_done(
	const struct program *program, const struct msccl_step *step)
{
	return step->other < 0 ||
	       program->block[step->other].done > (size_t)step->other_at;
}

/* The message that waits for the block's next step, or NULL.  It was sent in an
 * earlier round, as the messages of a round are sent after everything else. */
static const struct message *next_message(
	const struct program *program, const struct msccl_block *block)
{
	const struct mailbox *box;

	if (block->partner == SIZE_MAX)
		return NULL;
	box = &program->mailbox[block->partner];
	return block->taken < box->count ? &box->message[block->taken] : NULL;
}

/* Does the block's steps as far as it can without sending; adds their number to
 * *moves. */
static enum status do_local(struct program *program, struct msccl_block *block,
	size_t *moves, struct err *err)
{
	while (block->done < block->steps) {
		const struct msccl_step *step =
			&program->step[block->first + block->done];
		enum status status = STATUS_OK;

		if (!is_awaited_done(program, step))
			return STATUS_OK;
		if (step->does & STEP_RECEIVES && !block->has_received) {
			const struct message *message =
				next_message(program, block);

			if (!message)
				return STATUS_OK;
			status = msccl_receive(
				program, block, step, message, err);
			block->taken++;
			block->has_received = 1;
		} else if (step->does & STEP_COPIES) {
			status = msccl_copy(program, block, step, err);
		}
		if (status != STATUS_OK || step->does & STEP_SENDS)
			return status;
		block->done++;
		block->has_received = 0;
		++*moves;
	}
	return STATUS_OK;
}

static void begin_row(struct program *program, const struct msccl_block *block,
	uint64_t round)
{
	out_print(&program->out, "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t1\t",
		round, (uint64_t)block->rank, (uint64_t)block->send);
	program->sent[block->rank] = round + 1;
	program->received[block->send] = round + 1;
}

static void write_chunks(struct program *program, const struct chunk *chunk,
	int64_t count, int is_first)
{
	struct out *out = &program->out;

	for (int64_t i = 0; i < count; i++) {
		if (i > 0 || !is_first)
			out_char(out, ',');
		out_u64(out, (uint64_t)chunk[i].origin);
		if (program->operation == OPERATION_ALLTOALL) {
			out_char(out, '>');
			out_u64(out, (uint64_t)chunk[i].target);
		} else {
			out_text(out, "+1");
		}
	}
}

static void post(struct program *program, const struct msccl_block *block,
	size_t chunk, int64_t count, uint64_t round)
{
	struct mailbox *box = &program->mailbox[block - program->block];

	box->message = mem_grow(
		box->message, &box->capacity, box->count, sizeof *box->message);
	box->message[box->count++] =
		(struct message){chunk, (size_t)count, round};
}

/* The block's next step, if it can send in this round; else NULL. */
static const struct msccl_step *sending_step(const struct program *program,
	const struct msccl_block *block, uint64_t round)
{
	const struct msccl_step *step;

	if (block->done == block->steps)
		return NULL;
	step = &program->step[block->first + block->done];
	if (!(step->does & STEP_SENDS) || !is_awaited_done(program, step) ||
		(step->does & STEP_RECEIVES && !block->has_received) ||
		program->sent[block->rank] > round ||
		program->received[block->send] > round)
		return NULL;
	return step;
}

/* Whether the step belongs to the message of the send before it. */
static int is_piece(const struct msccl_step *step)
{
	return step->does == STEP_SENDS && step->other < 0;
}

/* The block's next step, if it belongs to the message that is being sent; else
 * NULL. */
static const struct msccl_step *next_piece(
	const struct program *program, const struct msccl_block *block)
{
	const struct msccl_step *step =
		&program->step[block->first + block->done];

	return block->done < block->steps && is_piece(step) ? step : NULL;
}

/* Adds the chunks at flight[chunk] to the present message; returns 0 if it
 * would carry one twice. */
static int add_chunks(struct program *program, size_t chunk, int64_t count)
{
	for (int64_t i = 0; i < count; i++) {
		const struct chunk *one = &program->flight[chunk + (size_t)i];
		size_t of = program->operation == OPERATION_ALLTOALL
				    ? (size_t)(one->origin * program->ranks +
					       one->target)
				    : (size_t)one->origin;

		if (one->origin < 0)
			continue;
		if (program->had_by[of] == program->messages)
			return 0;
		program->had_by[of] = program->messages;
	}
	return 1;
}

/* Sends a message of the block in this round, if it can; adds the number of its
 * steps to *moves.  A step that would send one of the message's chunks again
 * begins the next message. */
static enum status do_send(struct program *program, struct msccl_block *block,
	uint64_t round, size_t *moves, struct err *err)
{
	const struct msccl_step *step = sending_step(program, block, round);
	int64_t chunks = 0;

	program->messages++;
	for (; step; step = next_piece(program, block)) {
		size_t chunk = block->carried;

		if (!(step->does & STEP_RECEIVES) &&
			msccl_load(&chunk, program, block, step, err) !=
				STATUS_OK)
			return err->code;
		if (!add_chunks(program, chunk, step->count)) {
			if (chunks > 0)
				break;
			return msccl_error(step->line, err,
				"a step sends a chunk twice: this has no rows",
				NULL);
		}
		if (msccl_check_sent(program, block, step, chunk, err) !=
			STATUS_OK)
			return err->code;
		if (chunks == 0 && step->count > 0)
			begin_row(program, block, round);
		if (step->count > 0)
			write_chunks(program, program->flight + chunk,
				step->count, chunks == 0);
		chunks += step->count;
		post(program, block, chunk, step->count, round);
		block->done++;
		block->has_received = 0;
		++*moves;
	}
	if (chunks > 0)
		out_char(&program->out, '\n');
	return STATUS_OK;
}

/* Does all that can be done without sending. */
static enum status do_all_local(
	struct program *program, size_t *moves, struct err *err)
{
	size_t before;

	do {
		before = *moves;
		for (size_t i = 0; i < program->blocks; i++)
			if (do_local(program, &program->block[i], moves, err) !=
				STATUS_OK)
				return err->code;
	} while (*moves > before);
	return STATUS_OK;
}

/* The step that is to receive the block's next message; or NULL if its receiver
 * has not come to it, but for what it waits for. */
static const struct msccl_step *receiving_step(
	const struct program *program, const struct msccl_block *block)
{
	const struct msccl_block *other = &program->block[block->follower];
	const struct msccl_step *step =
		&program->step[other->first + other->done];

	return step->does & STEP_RECEIVES && !other->has_received &&
			       !next_message(program, other)
		       ? step
		       : NULL;
}

/* Whether the awaited step is of the message that its block can send in this
 * round. */
static int is_awaited_sent(const struct program *program,
	const struct msccl_step *step, uint64_t round)
{
	const struct msccl_block *block = &program->block[step->other];

	if (!sending_step(program, block, round))
		return 0;
	for (size_t i = block->done + 1; i <= (size_t)step->other_at; i++)
		if (!is_piece(&program->step[block->first + i]))
			return 0;
	return 1;
}

/* Whether the receiver of the block's next message waits for it, or does so
 * once it has sent one in this round, to a receiver for which this holds, too;
 * in an exchange each waits once it has sent. */
static int is_expected(const struct program *program,
	const struct msccl_block *block, uint64_t round)
{
	const struct msccl_block *next = block;

	for (size_t i = 0; i < program->blocks; i++) {
		const struct msccl_block *other;
		const struct msccl_step *step;

		if (next->follower == SIZE_MAX)
			return 1;
		other = &program->block[next->follower];
		if (other->done == other->steps)
			return 1;
		step = receiving_step(program, next);
		if (!step)
			return 0;
		if (is_awaited_done(program, step))
			return 1;
		if (!is_awaited_sent(program, step, round))
			return 0;
		next = &program->block[step->other];
		if (next == block)
			return 1;
	}
	return 0;
}

static enum status send_all(struct program *program, uint64_t round,
	int is_patient, size_t *moves, struct err *err)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < program->blocks && status == STATUS_OK; i++)
		if (!is_patient ||
			is_expected(program, &program->block[i], round))
			status = do_send(
				program, &program->block[i], round, moves, err);
	return status;
}

/* Sends a round's messages.  Sums go to those that wait for them, who may do so
 * once they have sent theirs; to others only if nothing else can be done. */
static enum status send_round(
	struct program *program, uint64_t round, size_t *moves, struct err *err)
{
	enum status status = STATUS_OK;
	size_t first = *moves, before;

	do {
		before = *moves;
		if (msccl_has_sums(program))
			status = send_all(program, round, 1, moves, err);
	} while (status == STATUS_OK && *moves > before);
	return status == STATUS_OK && *moves == first
		       ? send_all(program, round, 0, moves, err)
		       : status;
}

/* Runs rounds until no step is done any more. */
static enum status run_rounds(struct program *program, struct err *err)
{
	enum status status;
	uint64_t round = 0;
	size_t moves;

	do {
		moves = 0;
		status = do_all_local(program, &moves, err);
		if (status == STATUS_OK)
			status = send_round(program, round, &moves, err);
		msccl_settle(program, round++);
	} while (moves > 0 && status == STATUS_OK);
	return status;
}

static enum status check_done(const struct program *program, struct err *err)
{
	for (size_t i = 0; i < program->blocks; i++) {
		const struct msccl_block *block = &program->block[i];

		if (block->done < block->steps)
			return msccl_error(
				program->step[block->first + block->done].line,
				err, "a step waits for ever", NULL);
	}
	return STATUS_OK;
}

/* The block that sends to this one; SIZE_MAX if there is none.  begin: each
 * gpu's first block, which its others follow. */
static size_t find_sender(const struct program *program, const size_t *begin,
	const struct msccl_block *block)
{
	size_t i = block->receive < 0 ? program->blocks : begin[block->receive];

	for (; i < program->blocks; i++) {
		const struct msccl_block *other = &program->block[i];

		if (other->rank != block->receive)
			break;
		if (other->send == block->rank &&
			other->channel == block->channel)
			return i;
	}
	return SIZE_MAX;
}

/* Turns step->other, the id of a block of the same gpu, into its index. */
static enum status link_step(const struct program *program, size_t begin,
	struct msccl_step *step, struct err *err)
{
	int64_t rank = program->block[begin].rank;

	if (step->other < 0)
		return STATUS_OK;
	for (size_t i = begin; i < program->blocks; i++) {
		const struct msccl_block *other = &program->block[i];

		if (other->rank != rank)
			break;
		if (other->id == step->other && step->other_at >= 0 &&
			(size_t)step->other_at < other->steps) {
			step->other = (int64_t)i;
			return STATUS_OK;
		}
	}
	return msccl_error(step->line, err,
		"a step waits for one that there is not", NULL);
}

/* Finds the thread blocks that steps wait for, and those that blocks receive
 * from. */
static enum status link_blocks(struct program *program, struct err *err)
{
	size_t *begin = mem_array((size_t)program->ranks + 1, sizeof *begin);
	enum status status = STATUS_OK;

	/* The blocks of a gpu are consecutive. */
	for (size_t i = program->blocks; i > 0; i--) {
		begin[program->block[i - 1].rank] = i - 1;
		program->block[i - 1].follower = SIZE_MAX;
	}
	for (size_t i = 0; i < program->blocks && status == STATUS_OK; i++) {
		struct msccl_block *block = &program->block[i];

		block->partner = find_sender(program, begin, block);
		if (block->partner != SIZE_MAX)
			program->block[block->partner].follower = i;
		for (size_t k = 0; k < block->steps && status == STATUS_OK; k++)
			status = link_step(program, begin[block->rank],
				&program->step[block->first + k], err);
	}
	mem_free(begin);
	return status;
}

enum status msccl_run(struct program *program, struct err *err)
{
	enum status status;

	program->mailbox = mem_array(program->blocks, sizeof *program->mailbox);
	program->had_by = mem_array((size_t)(program->ranks * program->ranks),
		sizeof *program->had_by);
	msccl_fill(program);
	status = link_blocks(program, err);
	if (status == STATUS_OK)
		status = run_rounds(program, err);
	if (status == STATUS_OK)
		status = check_done(program, err);
	return status == STATUS_OK ? msccl_check_outputs(program, err) : status;
}
