/*
 * What the chunks of an MSCCL program's buffers hold, and what its steps make
 * of that: each chunk says which block it holds, if any; so the rows say what
 * the program really sends, wherever it puts its data.
 */
#include "format/schedule/msccl.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

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

int msccl_has_sums(const struct program *program)
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

void msccl_fill(struct program *program)
{
	int64_t own =
		program->operation == OPERATION_ALLGATHER ? 1 : program->ranks;

	if (msccl_has_sums(program))
		add_first_sets(program);
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
		      : msccl_error(step->line, err,
				"a step outside its buffer", NULL);
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
		return msccl_error(step->line, err,
			"a step takes a chunk that holds nothing", NULL);
	if (!sum)
		return STATUS_OK;
	if (!msccl_has_sums(program) || sum->origin != value->origin)
		return msccl_error(
			step->line, err, "a step adds what is not a sum", NULL);
	if (check_run_memory(program, err) != STATUS_OK)
		return err->code;
	value->set = join_sets(program, sum->set, value->set);
	return value->set ? STATUS_OK
			  : msccl_error(step->line, err,
				    "a step adds an operand twice", NULL);
}

enum status msccl_copy(struct program *program, const struct msccl_block *block,
	const struct msccl_step *step, struct err *err)
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

enum status msccl_receive(struct program *program, struct msccl_block *block,
	const struct msccl_step *step, const struct message *message,
	struct err *err)
{
	unsigned adds = step->does & STEP_ADDS;
	unsigned stores = step->does & STEP_STORES;
	struct chunk *sum = NULL, *target = NULL;
	enum status status = check_run_memory(program, err);

	if (message->count != (size_t)step->count)
		return msccl_error(step->line, err,
			"a step receives another number of chunks than are "
			"sent",
			NULL);
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

enum status msccl_load(size_t *chunk, struct program *program,
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

enum status msccl_check_sent(const struct program *program,
	const struct msccl_block *block, const struct msccl_step *step,
	size_t chunk, struct err *err)
{
	for (int64_t i = 0; i < step->count; i++) {
		const struct chunk *sent = &program->flight[chunk + (size_t)i];

		if (sent->origin < 0)
			return msccl_error(step->line, err,
				"a step takes a chunk that holds nothing",
				NULL);
		if (msccl_has_sums(program) &&
			!is_same_set(program, sent->set,
				program->held[block->rank * program->ranks +
					      sent->origin]))
			return msccl_error(step->line, err,
				"a step sends a sum without what its rank has "
				"received of that block: this has no rows",
				NULL);
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

void msccl_settle(struct program *program, uint64_t round)
{
	for (size_t i = 0; i < program->blocks && msccl_has_sums(program);
		i++) {
		const struct mailbox *box = &program->mailbox[i];

		for (size_t k = box->count;
			k > 0 && box->message[k - 1].round == round; k--)
			settle(program, program->block[i].send,
				&box->message[k - 1]);
	}
}

/* Whether chunk i of a rank's output is in the end what it should be. */
static int is_right(const struct program *program, int64_t rank, int64_t i)
{
	const struct chunk *chunk =
		find_chunks(program, rank, BUFFER_OUTPUT, i, 1);

	if (!chunk)
		return 0;
	if (msccl_has_sums(program) && !is_all(program, chunk->set))
		return 0;
	if (program->operation == OPERATION_REDUCE_SCATTER)
		return chunk->origin == rank;
	return chunk->origin == i &&
	       (program->operation != OPERATION_ALLTOALL ||
		       chunk->target == rank);
}

enum status msccl_check_outputs(const struct program *program, struct err *err)
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
