/*
 * Writes MSCCL's XML, which MSCCL's runtime carries out on GPUs.  Each rank is
 * a gpu, with a thread block, tb, for each rank that it sends to and for each
 * that it receives from; a thread block has a step for every piece of a
 * message, that is for consecutive chunks.  A chunk is a block.
 *
 * Where rank r of n has its data:
 *   allgather             output o, block b in chunk b; first, the rank's own
 *                         block is copied there
 *   reduce-scatter, allreduce     input i, block b in chunk b; what is received
 *                         is added (rrc) or, in an allreduce, replaces (r) what
 *                         is there if it contains that
 *   alltoall              scratch s, which starts as a rotated copy of the
 *                         input: chunk j is input chunk r + j, the block that
 *                         must travel a distance of j; in the end chunk j is
 *                         the block that has come by j, output chunk r - j,
 *                         all mod n
 *   Thread blocks wait for one another by depid and deps: each step waits for
 * the one before it in the order of time, in which a send counts when it starts
 * and a receive when it ends.  As these times order the steps of all ranks
 * together, none waits for ever.  The runtime allows 256 steps in a thread
 * block, 216 thread blocks, and 71 chunks in a step (src/include/msccl.h of
 * github.com/microsoft/msccl): longer pieces are cut; the other two limits are
 * not checked here.
 */
#include "format/schedule/msccl.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "format/out.h"
#include "format/schedule/schedule.h"
#include "number/number.h"

enum { CHUNKS_MAX = 71 };

/* MSCCL's names for the operations it has. */
static const char *const collectives[] = {[OPERATION_ALLGATHER] = "allgather",
	[OPERATION_REDUCE_SCATTER] = "reduce_scatter",
	[OPERATION_ALLREDUCE] = "allreduce",
	[OPERATION_ALLTOALL] = "alltoall"};

static const char *collective_of(enum operation operation)
{
	return operation < sizeof collectives / sizeof *collectives
		       ? collectives[operation]
		       : NULL;
}

enum status msccl_error(
	uint64_t line, struct err *err, const char *what, const char *text)
{
	return err_input(err, "line ", ERR_OWN, number_u64_text(line), ": ",
		what, text ? ERR_TEXT : NULL, text);
}

int msccl_operation(enum operation *operation, const char *collective)
{
	for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++)
		if (collectives[i] && strcmp(collectives[i], collective) == 0) {
			*operation = (enum operation)i;
			return 1;
		}
	return 0;
}

/* Step `at` of a thread block; if it waits, for step other_at of `other`. */
struct step {
	size_t block, at;
	const char *type;
	char from, to; /* buffers */
	uint64_t source, target, count;
	int waits, is_awaited;
	size_t other, other_at;
};

struct thread_block {
	uint64_t send, receive; /* peers; the rank itself stands for none */
	size_t steps;
};

struct msccl {
	struct out *out;
	const struct event_list *whole;
	unsigned char *replaces; /* for each row, whether its sums contain what
				  * the receiver has */
	uint64_t rank;
	struct step *step;
	size_t steps, step_room;
	struct thread_block *block;
	size_t blocks, block_room;
	/* For each peer: 1 + the thread block that sends to it, that receives
	 * from it; 0: none yet. */
	size_t *to, *from;
};

/* -- Which sums are added, and which replace others */

/* The runs that a row carries; *own is memory for a single one. */
static struct schedule_parts get_runs(const struct event_list *whole,
	const struct event_row *row, struct schedule_part *own)
{
	const struct transmission sent = event_transmission(row);

	return schedule_row_parts(&whole->header, &sent, own);
}

/* For each block that a row carries: copies the sender's set of operands to
 * carried, or adds the set in carried to the receiver's. */
static void move_operands(const struct event_list *whole,
	const struct event *event, uint64_t *operands, uint64_t *carried)
{
	const struct event_row *row = event->row;
	uint64_t n = whole->header.processors, words = bits_words(n);
	uint64_t rank = event->is_send ? row->from : row->to;
	uint64_t *held = &operands[rank * n * words];
	struct schedule_part own;
	const struct schedule_parts runs = get_runs(whole, row, &own);

	for (size_t i = 0; i < runs.count; i++)
		for (uint64_t k = 0; k < runs.part[i].size * words; k++) {
			uint64_t *set = &held[(runs.part[i].first * words + k) %
					      (n * words)];

			if (event->is_send)
				*carried = *set;
			*set |= *carried++;
		}
}

/* In an allreduce, two sums of a block that meet have no operand in common, or
 * one has all operands of the other.  So a sum that contains its receiver's own
 * operand replaces the receiver's sum.  To know, follows for each rank and
 * block the set of operands in its sum.
 * Errors: STATUS_LIMIT if the sets take too much memory. */
static enum status find_replaced(struct msccl *msccl, struct err *err)
{
	const struct event_list *whole = msccl->whole;
	uint64_t n = whole->header.processors, words = bits_words(n);
	uint64_t *operands =
		mem_array((size_t)(n * n * words), sizeof *operands);
	uint64_t **sent = mem_array(whole->count, sizeof *sent);
	struct event *event = events_by_time(whole);
	uint64_t sets = n * n, most = whole->max_bytes / (words * 8);

	for (uint64_t i = 0; i < n * n; i++)
		bits_add(&operands[i * words], i / n);
	for (size_t i = 0; i < 2 * whole->count && sets <= most; i++) {
		const struct event_row *row = event[i].row;
		size_t at = (size_t)(row - whole->row);

		if (event[i].is_send) {
			sets += row->size;
			sent[at] = mem_array(
				(size_t)(row->size * words), sizeof **sent);
		} else {
			sets -= row->size;
			msccl->replaces[at] =
				(unsigned char)bits_has(sent[at], row->to);
		}
		move_operands(whole, &event[i], operands, sent[at]);
		if (!event[i].is_send) {
			mem_free(sent[at]);
			sent[at] = NULL;
		}
	}
	for (size_t i = 0; i < whole->count; i++)
		mem_free(sent[i]);
	mem_free(event);
	mem_free(sent);
	mem_free(operands);
	return sets <= most ? STATUS_OK
			    : limit_too_many("blocks on their way", err);
}

/* -- The steps of a rank */

/* The thread block that sends to the peer, or that receives from it. */
static size_t find_block(struct msccl *msccl, uint64_t peer, int is_send)
{
	size_t *known = is_send ? &msccl->to[peer] : &msccl->from[peer];

	if (*known > 0)
		return *known - 1;
	msccl->block = mem_grow(msccl->block, &msccl->block_room, msccl->blocks,
		sizeof *msccl->block);
	msccl->block[msccl->blocks] = (struct thread_block){
		is_send ? peer : msccl->rank, is_send ? msccl->rank : peer, 0};
	*known = ++msccl->blocks;
	return *known - 1;
}

/* Adds the step, cut into pieces that the runtime allows. */
static void add_step(struct msccl *msccl, struct step step)
{
	uint64_t left = step.count;

	for (; left > 0; left -= step.count) {
		struct step *last = NULL;

		msccl->step = mem_grow(msccl->step, &msccl->step_room,
			msccl->steps, sizeof *msccl->step);
		step.count = left > CHUNKS_MAX ? CHUNKS_MAX : left;
		step.at = msccl->block[step.block].steps++;
		step.waits = 0;
		assert(msccl->step);
		if (msccl->steps > 0)
			last = &msccl->step[msccl->steps - 1];
		if (last && last->block != step.block) {
			step.waits = last->is_awaited = 1;
			step.other = last->block;
			step.other_at = last->at;
		}
		msccl->step[msccl->steps++] = step;
		step.source += step.count;
		step.target += step.count;
	}
}

/* Adds the step that sends or receives chunks first .. last - 1, last <= n. */
static void add_piece(struct msccl *msccl, const struct event *event,
	uint64_t first, uint64_t last)
{
	static const char buffers[] = {[OPERATION_ALLGATHER] = 'o',
		[OPERATION_REDUCE_SCATTER] = 'i',
		[OPERATION_ALLREDUCE] = 'i',
		[OPERATION_ALLTOALL] = 's'};
	const struct event_row *row = event->row;
	char buffer = buffers[msccl->whole->header.operation];
	struct step step = {.from = buffer,
		.to = buffer,
		.source = first,
		.target = first,
		.count = last - first,
		.type = "s"};

	step.block = find_block(
		msccl, event->is_send ? row->to : row->from, event->is_send);
	if (!event->is_send)
		step.type = buffer == 'i' && !msccl->replaces[row -
							      msccl->whole->row]
				    ? "rrc"
				    : "r";
	add_step(msccl, step);
}

/* Adds the steps of a row of an all-to-all: the chunks whose distance has the
 * row's digit are consecutive ones, again and again. */
static void add_digit(struct msccl *msccl, const struct event *event)
{
	const struct event_row *row = event->row;
	uint64_t n = msccl->whole->header.processors, weight = row->first;

	for (uint64_t first = weight * row->digit; first < n;
		first += weight * row->radix)
		add_piece(msccl, event, first, least_u64(first + weight, n));
}

static void add_runs(struct msccl *msccl, const struct event *event)
{
	uint64_t n = msccl->whole->header.processors;
	struct schedule_part own;
	const struct schedule_parts runs =
		get_runs(msccl->whole, event->row, &own);

	for (size_t i = 0; i < runs.count; i++) {
		const struct schedule_part *run = &runs.part[i];
		uint64_t last = run->first + run->size;

		add_piece(msccl, event, run->first, least_u64(last, n));
		if (last > n)
			add_piece(msccl, event, 0, last - n);
	}
}

static void add_copy(struct msccl *msccl, char from, uint64_t source, char to,
	uint64_t target)
{
	add_step(
		msccl, (struct step){.block = find_block(msccl, msccl->rank, 1),
			       .type = "cpy",
			       .from = from,
			       .to = to,
			       .source = source,
			       .target = target,
			       .count = 1});
}

/* Adds the steps that copy an alltoall's chunks to scratch, or from there. */
static void add_copies(struct msccl *msccl, int is_first)
{
	uint64_t n = msccl->whole->header.processors, rank = msccl->rank;

	for (uint64_t j = 0; j < n; j++)
		if (is_first)
			add_copy(msccl, 'i', (rank + j) % n, 's', j);
		else
			add_copy(msccl, 's', j, 'o', (rank + n - j) % n);
}

static void fill_rank(struct msccl *msccl)
{
	const struct event_list *whole = msccl->whole;
	enum operation operation = whole->header.operation;
	size_t n = (size_t)whole->header.processors, p = (size_t)msccl->rank;

	msccl->steps = msccl->blocks = 0;
	for (size_t i = 0; i < n; i++)
		msccl->to[i] = msccl->from[i] = 0;
	if (operation == OPERATION_ALLGATHER)
		add_copy(msccl, 'i', 0, 'o', p);
	if (operation == OPERATION_ALLTOALL)
		add_copies(msccl, 1);
	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++)
		if (whole->event[i].row->radix > 0)
			add_digit(msccl, &whole->event[i]);
		else
			add_runs(msccl, &whole->event[i]);
	if (operation == OPERATION_ALLTOALL)
		add_copies(msccl, 0);
}

/* -- The file */

static void write_peer(struct msccl *msccl, const char *name, uint64_t peer)
{
	out_print(msccl->out, " %s=\"", name);
	if (peer == msccl->rank)
		out_text(msccl->out, "-1\"");
	else
		out_print(msccl->out, "%" PRIu64 "\"", peer);
}

static void write_step(struct out *out, const struct step *step)
{
	out_print(out,
		"      <step s=\"%zu\" type=\"%s\" srcbuf=\"%c\" "
		"srcoff=\"%" PRIu64 "\" dstbuf=\"%c\" dstoff=\"%" PRIu64
		"\" cnt=\"%" PRIu64 "\" ",
		step->at, step->type, step->from, step->source, step->to,
		step->target, step->count);
	if (step->waits)
		out_print(out, "depid=\"%zu\" deps=\"%zu\"", step->other,
			step->other_at);
	else
		out_text(out, "depid=\"-1\" deps=\"-1\"");
	out_print(out, " hasdep=\"%u\"/>\n", (unsigned)step->is_awaited);
}

static void write_gpu(struct msccl *msccl)
{
	enum operation operation = msccl->whole->header.operation;
	uint64_t n = msccl->whole->header.processors;

	out_print(msccl->out,
		"  <gpu id=\"%" PRIu64 "\" i_chunks=\"%" PRIu64
		"\" o_chunks=\"%" PRIu64 "\" s_chunks=\"%" PRIu64 "\">\n",
		msccl->rank, operation == OPERATION_ALLGATHER ? 1 : n,
		operation == OPERATION_REDUCE_SCATTER ? 1 : n,
		operation == OPERATION_ALLTOALL ? n : 0);
	for (size_t block = 0; block < msccl->blocks; block++) {
		out_print(msccl->out, "    <tb id=\"%zu\"", block);
		write_peer(msccl, "send", msccl->block[block].send);
		write_peer(msccl, "recv", msccl->block[block].receive);
		out_text(msccl->out, " chan=\"0\">\n");
		for (size_t i = 0; i < msccl->steps; i++)
			if (msccl->step[i].block == block)
				write_step(msccl->out, &msccl->step[i]);
		out_text(msccl->out, "    </tb>\n");
	}
	out_text(msccl->out, "  </gpu>\n");
}

static void write_algo(struct msccl *msccl)
{
	const struct schedule_header *header = &msccl->whole->header;
	const char *name = collective_of(header->operation);
	unsigned is_in_place = header->operation == OPERATION_REDUCE_SCATTER ||
			       header->operation == OPERATION_ALLREDUCE;
	uint64_t n = header->processors;

	out_print(msccl->out,
		"<algo name=\"%s\" proto=\"Simple\" nchannels=\"1\" "
		"nchunksperloop=\"%" PRIu64 "\" ngpus=\"%" PRIu64
		"\" coll=\"%s\" inplace=\"%u\" outofplace=\"%u\">\n",
		name, n, n, name, is_in_place, !is_in_place);
	for (msccl->rank = 0; msccl->rank < n; msccl->rank++) {
		fill_rank(msccl);
		write_gpu(msccl);
	}
	out_text(msccl->out, "</algo>\n");
}

/* Whether the chunks of all rows are known: in an all-to-all those of rows that
 * list their blocks are not. */
static int has_slots(const struct event_list *whole)
{
	if (whole->header.operation == OPERATION_ALLTOALL)
		for (size_t i = 0; i < whole->count; i++)
			if (whole->row[i].radix == 0)
				return 0;
	return 1;
}

static enum status write_msccl(
	struct event_list *whole, struct out *out, struct err *err)
{
	size_t n = (size_t)whole->header.processors;
	struct msccl msccl = {.out = out, .whole = whole};
	enum status status = STATUS_OK;

	if (!has_slots(whole))
		return err_usage(err,
			ERR_NAME "format: msccl is for all-to-alls by digits, "
				 "WEIGHT/RADIX=DIGIT");
	msccl.replaces = mem_array(whole->count, 1);
	msccl.to = mem_array(n, sizeof *msccl.to);
	msccl.from = mem_array(n, sizeof *msccl.from);
	if (whole->header.operation == OPERATION_ALLREDUCE)
		status = find_replaced(&msccl, err);
	if (status == STATUS_OK)
		write_algo(&msccl);
	mem_free(msccl.replaces);
	mem_free(msccl.step);
	mem_free(msccl.block);
	mem_free(msccl.to);
	mem_free(msccl.from);
	return status;
}

/* Whether MSCCL has the operation, and in an allreduce whether a set of
 * operands for each rank and block fits into memory. */
static enum status check_msccl(const struct schedule_header *header,
	const struct schedule_look *look, struct err *err)
{
	uint64_t n = header->processors, max_bits = look->max_bits;

	if (!collective_of(header->operation))
		return err_usage(err,
			ERR_NAME
			"format: msccl is for allgather, reduce-scatter, "
			"allreduce and alltoall, not ",
			schedule_operations[header->operation],
			header->operation == OPERATION_CENSUS
				? ": recursive-doubling, or on nodes in-out, "
				  "is an allreduce of whole vectors"
				: NULL);
	if (header->operation != OPERATION_ALLREDUCE)
		return STATUS_OK;
	return limit_check_parts("keeping the operands of so many blocks",
		(const struct limit_part[LIMIT_PARTS]){
			{n / 8 + sizeof(uint64_t), n, n}},
		max_bits == 0 ? UINT64_MAX : max_bits / 8, err);
}

const struct events_format events_msccl = {
	EVENTS_BY_RANK, check_msccl, events_read, write_msccl};
