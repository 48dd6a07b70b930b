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
 *   Each chunk of a buffer says which block it holds, if any.  So the rows say
 * what the program really sends, wherever it puts its data.
 *   By its row a sum is added when it is there.  So, while anything else can be
 * done, sums are sent only to ranks that have come to the step that receives
 * them.
 */
#include "format/schedule/msccl.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

static enum status step_error(
	const struct msccl_step *step, const char *what, struct err *err)
{
	return msccl_error(step->line, err, what, NULL);
}

/* The chunks first .. first + count - 1 of a buffer; NULL if it does not have
 * them.  In place, input and output are the same memory, or one of them is the
 * rank's own chunk of the other. */
static struct chunk *find_chunks(const struct program *program, int64_t rank,
	enum buffer buffer, int64_t first, int64_t count)
{
	if (first < 0)
		return NULL;
	if (program->in_place && buffer != BUFFER_SCRATCH) {
		int is_gather = program->operation == OPERATION_ALLGATHER;
		enum buffer whole = is_gather ? BUFFER_OUTPUT : BUFFER_INPUT;
		int is_part = is_gather ||
			      program->operation == OPERATION_REDUCE_SCATTER;

		if (buffer != whole && is_part)
			first += rank;
		buffer = whole;
	}
	if (first + count > program->size[buffer][rank])
		return NULL;
	return program->chunk + program->place[buffer][rank] + first;
}

static int has_sums(const struct program *program)
{
	return program->operation == OPERATION_REDUCE_SCATTER ||
	       program->operation == OPERATION_ALLREDUCE;
}

/* -- Sets of ranks, by number: 0 is the empty set, 1 + p is rank p alone. */

/* Adds an empty set; its number. */
static size_t add_set(struct program *program)
{
	size_t size = program->words * sizeof *program->set;

	program->set =
		mem_grow(program->set, &program->set_room, program->sets, size);
	memset(program->set + program->sets * program->words, 0, size);
	return program->sets++;
}

/* Makes the sets of no rank and of one; each rank holds its own operands. */
static void add_first_sets(struct program *program)
{
	size_t n = (size_t)program->ranks;

	program->words = (size_t)bits_words(n);
	add_set(program);
	for (size_t p = 0; p < n; p++) {
		size_t set = add_set(program);

		bits_add(program->set + set * program->words, p);
	}
	assert(n > 0);
	program->held = mem_array(n * n, sizeof *program->held);
	for (size_t i = 0; i < n * n; i++)
		program->held[i] = 1 + i / n;
}

static int is_same_set(const struct program *program, size_t a, size_t b)
{
	return memcmp(program->set + a * program->words,
		       program->set + b * program->words,
		       program->words * sizeof *program->set) == 0;
}

static int is_all(const struct program *program, size_t a)
{
	uint64_t count = 0;

	for (size_t i = 0; i < program->words; i++)
		count += bits_count(program->set[a * program->words + i]);
	return count == (uint64_t)program->ranks;
}

/* Whether a contains b, and is larger or has all ranks. */
static int has_more(const struct program *program, size_t a, size_t b)
{
	const uint64_t *of_a = program->set + a * program->words;
	const uint64_t *of_b = program->set + b * program->words;

	for (size_t i = 0; i < program->words; i++)
		if (of_b[i] & ~of_a[i])
			return 0;
	return is_all(program, a) || !is_same_set(program, a, b);
}

/* The number of the union of two sets; 0 if they have a rank in common. */
static size_t join_sets(struct program *program, size_t a, size_t b)
{
	size_t sum = add_set(program), words = program->words;

	for (size_t i = 0; i < words; i++) {
		uint64_t x = program->set[a * words + i];
		uint64_t y = program->set[b * words + i];

		if (x & y)
			return 0;
		program->set[sum * words + i] = x | y;
	}
	return sum;
}

/* -- Chunks */

/* What a rank has at first in chunk i of its input. */
static struct chunk first_chunk(
	const struct program *program, int64_t rank, int64_t i)
{
	if (program->operation == OPERATION_ALLGATHER)
		return (struct chunk){(int32_t)rank, -1, 0};
	if (program->operation == OPERATION_ALLTOALL)
		return (struct chunk){(int32_t)rank, (int32_t)i, 0};
	return (struct chunk){(int32_t)i, -1, (size_t)rank + 1};
}

static void fill_chunks(struct program *program)
{
	int64_t own =
		program->operation == OPERATION_ALLGATHER ? 1 : program->ranks;

	program->chunk = mem_array(program->chunks, sizeof *program->chunk);
	for (size_t i = 0; i < program->chunks; i++)
		program->chunk[i] = (struct chunk){-1, -1, 0};
	for (int64_t p = 0; p < program->ranks; p++)
		for (int64_t i = 0; i < own; i++) {
			struct chunk *chunk =
				find_chunks(program, p, BUFFER_INPUT, i, 1);

			if (chunk)
				*chunk = first_chunk(program, p, i);
		}
}

/* *chunk = the first of the chunks that a step reads or, if is_target, writes.
 */
static enum status get_chunks(struct chunk **chunk,
	const struct program *program, const struct msccl_block *block,
	const struct msccl_step *step, int is_target, struct err *err)
{
	*chunk = find_chunks(program, block->rank,
		is_target ? step->target : step->source,
		is_target ? step->to : step->from, step->count);
	return *chunk ? STATUS_OK
		      : step_error(step, "a step outside its buffer", err);
}

/* Whether the sets and the chunks that were sent fit into memory. */
static enum status check_run_memory(
	const struct program *program, struct err *err)
{
	uint64_t bytes = program->sets * program->words * sizeof *program->set +
			 program->flights * sizeof *program->flight;

	return bytes <= program->most ? STATUS_OK
				      : limit_too_many("chunks", err);
}

/* Adds the chunk `sum`, unless that is NULL, to the value. */
static enum status add_chunk(struct chunk *value, struct program *program,
	const struct chunk *sum, const struct msccl_step *step, struct err *err)
{
	if (value->origin < 0 || (sum && sum->origin < 0))
		return step_error(
			step, "a step takes a chunk that holds nothing", err);
	if (!sum)
		return STATUS_OK;
	if (!has_sums(program) || sum->origin != value->origin)
		return step_error(step, "a step adds what is not a sum", err);
	if (check_run_memory(program, err) != STATUS_OK)
		return err->code;
	value->set = join_sets(program, sum->set, value->set);
	return value->set
		       ? STATUS_OK
		       : step_error(step, "a step adds an operand twice", err);
}

static enum status do_copy(struct program *program,
	const struct msccl_block *block, const struct msccl_step *step,
	struct err *err)
{
	unsigned adds = step->does & STEP_ADDS;
	struct chunk *source, *target;
	enum status status = get_chunks(&source, program, block, step, 0, err);

	if (status == STATUS_OK)
		status = get_chunks(&target, program, block, step, 1, err);
	for (int64_t i = 0; i < step->count && status == STATUS_OK; i++) {
		struct chunk value = source[i];

		status = add_chunk(
			&value, program, adds ? &target[i] : NULL, step, err);
		target[i] = value;
	}
	return status;
}

static void add_flight(struct program *program, const struct chunk *chunk)
{
	program->flight = mem_grow(program->flight, &program->flight_room,
		program->flights, sizeof *program->flight);
	program->flight[program->flights++] = *chunk;
}

static enum status do_receive(struct program *program,
	struct msccl_block *block, const struct msccl_step *step,
	const struct message *message, struct err *err)
{
	unsigned adds = step->does & STEP_ADDS;
	unsigned stores = step->does & STEP_STORES;
	struct chunk *sum = NULL, *target = NULL;
	enum status status = check_run_memory(program, err);

	if (message->count != (size_t)step->count)
		return step_error(step,
			"a step receives another number of chunks than are "
			"sent",
			err);
	if (adds && status == STATUS_OK)
		status = get_chunks(&sum, program, block, step, 0, err);
	if (stores && status == STATUS_OK)
		status = get_chunks(&target, program, block, step, 1, err);
	block->carried = program->flights;
	for (int64_t i = 0; i < step->count && status == STATUS_OK; i++) {
		struct chunk value =
			program->flight[message->chunk + (size_t)i];

		status = add_chunk(
			&value, program, adds ? &sum[i] : NULL, step, err);
		if (stores)
			target[i] = value;
		if (step->does & STEP_SENDS)
			add_flight(program, &value);
	}
	return status;
}

/* -- Steps */

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
			status = do_receive(program, block, step, message, err);
			block->taken++;
			block->has_received = 1;
		} else if (step->does & STEP_COPIES) {
			status = do_copy(program, block, step, err);
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

/* Checks what a step sends: a row can state a sum only if it is all that its
 * rank has received for that block. */
static enum status check_sent(const struct program *program,
	const struct msccl_block *block, const struct msccl_step *step,
	size_t chunk, struct err *err)
{
	for (int64_t i = 0; i < step->count; i++) {
		const struct chunk *sent = &program->flight[chunk + (size_t)i];

		if (sent->origin < 0)
			return step_error(step,
				"a step takes a chunk that holds nothing", err);
		if (has_sums(program) &&
			!is_same_set(program, sent->set,
				program->held[block->rank * program->ranks +
					      sent->origin]))
			return step_error(step,
				"a step sends a sum without what its rank has "
				"received of that block: this has no rows",
				err);
	}
	return STATUS_OK;
}

/* Updates `held` for the receiver of a message: a sum that contains the
 * receiver's replaces it; any other is added, unless the receiver's is
 * complete. */
static void settle(
	struct program *program, int64_t to, const struct message *message)
{
	for (size_t i = 0; i < message->count; i++) {
		const struct chunk *chunk =
			&program->flight[message->chunk + i];
		size_t *held =
			&program->held[to * program->ranks + chunk->origin];

		if (has_more(program, chunk->set, *held))
			*held = chunk->set;
		else if (!is_all(program, *held))
			*held = join_sets(program, *held, chunk->set);
	}
}

/* Updates `held` for all messages of a round. */
static void settle_round(struct program *program, uint64_t round)
{
	for (size_t i = 0; i < program->blocks && has_sums(program); i++) {
		const struct mailbox *box = &program->mailbox[i];

		for (size_t k = box->count;
			k > 0 && box->message[k - 1].round == round; k--)
			settle(program, program->block[i].send,
				&box->message[k - 1]);
	}
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

/* The block's next step, if it belongs to the message that is being sent; else
 * NULL. */
static const struct msccl_step *next_piece(
	const struct program *program, const struct msccl_block *block)
{
	const struct msccl_step *step =
		&program->step[block->first + block->done];

	return block->done < block->steps && step->does == STEP_SENDS &&
			       step->other < 0
		       ? step
		       : NULL;
}

/* Copies what a step sends from its buffer to flight[*chunk], ... */
static enum status load(size_t *chunk, struct program *program,
	const struct msccl_block *block, const struct msccl_step *step,
	struct err *err)
{
	struct chunk *source;

	if (get_chunks(&source, program, block, step, 0, err) != STATUS_OK ||
		check_run_memory(program, err) != STATUS_OK)
		return err->code;
	*chunk = program->flights;
	for (int64_t i = 0; i < step->count; i++)
		add_flight(program, &source[i]);
	return STATUS_OK;
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
			load(&chunk, program, block, step, err) != STATUS_OK)
			return err->code;
		if (!add_chunks(program, chunk, step->count)) {
			if (chunks > 0)
				break;
			return step_error(step,
				"a step sends a chunk twice: this has no rows",
				err);
		}
		if (check_sent(program, block, step, chunk, err) != STATUS_OK)
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

/* Whether the receiver of the block's next message has come to the step that
 * receives it. */
static int is_expected(
	const struct program *program, const struct msccl_block *block)
{
	const struct msccl_block *other;
	const struct msccl_step *step;

	if (block->follower == SIZE_MAX)
		return 1;
	other = &program->block[block->follower];
	if (other->done == other->steps)
		return 1;
	step = &program->step[other->first + other->done];
	return step->does & STEP_RECEIVES && !other->has_received &&
	       !next_message(program, other) && is_awaited_done(program, step);
}

static enum status send_all(struct program *program, uint64_t round,
	int is_patient, size_t *moves, struct err *err)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < program->blocks && status == STATUS_OK; i++)
		if (!is_patient || is_expected(program, &program->block[i]))
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
		if (has_sums(program))
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
		settle_round(program, round++);
	} while (moves > 0 && status == STATUS_OK);
	return status;
}

static enum status check_done(const struct program *program, struct err *err)
{
	for (size_t i = 0; i < program->blocks; i++) {
		const struct msccl_block *block = &program->block[i];

		if (block->done < block->steps)
			return step_error(
				&program->step[block->first + block->done],
				"a step waits for ever", err);
	}
	return STATUS_OK;
}

/* Whether chunk i of a rank's output is in the end what it should be. */
static int is_right(const struct program *program, int64_t rank, int64_t i)
{
	const struct chunk *chunk =
		find_chunks(program, rank, BUFFER_OUTPUT, i, 1);

	if (!chunk)
		return 0;
	if (has_sums(program) && !is_all(program, chunk->set))
		return 0;
	if (program->operation == OPERATION_REDUCE_SCATTER)
		return chunk->origin == rank;
	return chunk->origin == i &&
	       (program->operation != OPERATION_ALLTOALL ||
		       chunk->target == rank);
}

static enum status check_outputs(const struct program *program, struct err *err)
{
	int64_t chunks = program->operation == OPERATION_REDUCE_SCATTER
				 ? 1
				 : program->ranks;

	for (int64_t p = 0; p < program->ranks; p++)
		for (int64_t i = 0; i < chunks; i++) {
			if (is_right(program, p, i))
				continue;
			return err_input(err, "gpu ", ERR_OWN,
				number_u64_text((uint64_t)p),
				" does not have in the end what should be in "
				"chunk ",
				ERR_OWN, number_u64_text((uint64_t)i),
				" of its output");
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
	return step_error(step, "a step waits for one that there is not", err);
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
	if (has_sums(program))
		add_first_sets(program);
	fill_chunks(program);
	status = link_blocks(program, err);
	if (status == STATUS_OK)
		status = run_rounds(program, err);
	if (status == STATUS_OK)
		status = check_done(program, err);
	return status == STATUS_OK ? check_outputs(program, err) : status;
}
