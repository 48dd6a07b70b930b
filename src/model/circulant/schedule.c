/*
 * The schedule: a table of what everybody sends in each of q rounds, a byte
 * each, read round by round.  It begins in round x = -(m-1) mod q and ends at
 * the end of a phase of q rounds; sent in round i are the blocks of round i mod
 * q, moved on by q floor(i/q) - x: nothing if that is negative, the last block
 * if it is past it.
 *   In the first phase only processors below s_k send a block that is there.
 *   A reduction has the same rounds from the last to the first, each listed by
 * the broadcast's receivers, which are now the senders.
 */
#include "model/circulant/circulant.h"

#include <assert.h>

#include "base/mem.h"
#include "model/circulant/blocks.h"
#include "model/rounds/rounds.h"
#include "number/limit.h"
#include "number/number.h"

enum { ROWS = 256, Q_MAX = 63 };

struct stream {
	struct schedule schedule;
	uint64_t n, x, round; /* the present round, counted from 0 */
	size_t q;
	uint64_t skip[Q_MAX];
	uint8_t *table;	  /* block + q by round, then by sender */
	uint64_t from;	  /* the next to be looked at */
	uint64_t senders; /* those below it may send */
	struct transmission row[ROWS];
};

static void begin_round(struct stream *stream)
{
	uint64_t i = stream->round + stream->x;

	stream->from = 0;
	stream->senders = i < stream->q ? stream->skip[i] : stream->n;
}

/* The message that is sent in the present round as block -q: q floor(i/q) - x
 * - q + 1. */
static int64_t first_message(const struct stream *stream)
{
	uint64_t i = stream->round + stream->x;

	return (int64_t)stream->round - (int64_t)(i % stream->q) -
	       (int64_t)stream->q + 1;
}

/* Appends rows of the present round until it ends or the buffer is full. A row
 * that turns out not to be a send is overwritten by the next. */
static size_t fill(struct stream *stream, size_t filled)
{
	uint64_t i = stream->round + stream->x, n = stream->n;
	uint64_t m = stream->schedule.header.messages;
	uint64_t skip = stream->skip[i % stream->q], from = stream->from;
	const uint8_t *block = stream->table + i % stream->q * n;
	int64_t first = first_message(stream);
	struct transmission *row = stream->row + filled;
	const struct transmission *end = stream->row + ROWS;

	for (; from < stream->senders && row < end; from++) {
		int64_t message = first + block[from];
		uint64_t to = from + skip;

		row->tick = stream->round;
		row->from = from;
		row->to = to < n ? to : to - n;
		row->message = (uint64_t)message < m ? (uint64_t)message : m;
		row += message > 0 && to != n;
	}
	stream->from = from;
	return (size_t)(row - stream->row);
}

/* The same for a reduction: from is the broadcast's receiver. */
static size_t fill_reversed(struct stream *stream, size_t filled)
{
	uint64_t i = stream->round + stream->x, n = stream->n;
	uint64_t m = stream->schedule.header.messages;
	uint64_t skip = stream->skip[i % stream->q], from = stream->from;
	uint64_t tick = stream->schedule.header.finish - 1 - stream->round;
	const uint8_t *block = stream->table + i % stream->q * n;
	int64_t first = first_message(stream);
	struct transmission *row = stream->row + filled;
	const struct transmission *end = stream->row + ROWS;

	for (; from < n && row < end; from++) {
		uint64_t to = from >= skip ? from - skip : from + (n - skip);
		int64_t message = first + block[to];

		row->tick = tick;
		row->from = from;
		row->to = to;
		row->message = (uint64_t)message < m ? (uint64_t)message : m;
		row += message > 0 && from > 0 && to < stream->senders;
	}
	stream->from = from;
	return (size_t)(row - stream->row);
}

/* Goes back a round; before round 0 there is none. */
static enum status reversed_stream_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct stream *stream = (struct stream *)schedule;
	size_t filled = 0;

	(void)err;
	while (filled < ROWS && stream->round < schedule->header.finish) {
		filled = fill_reversed(stream, filled);
		if (stream->from < stream->n)
			continue;
		stream->round--;
		begin_round(stream);
	}
	*rows = stream->row;
	*count = filled;
	return STATUS_OK;
}

static enum status stream_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct stream *stream = (struct stream *)schedule;
	size_t filled = 0;

	(void)err;
	while (filled < ROWS && stream->round < schedule->header.finish) {
		filled = fill(stream, filled);
		if (stream->from < stream->senders)
			continue;
		stream->round++;
		begin_round(stream);
	}
	*rows = stream->row;
	*count = filled;
	return STATUS_OK;
}

static void stream_close(struct schedule *schedule)
{
	mem_free(((struct stream *)schedule)->table);
	mem_free(schedule);
}

static const struct schedule_ops stream_ops = {stream_next, stream_close};
static const struct schedule_ops reversed_ops = {
	reversed_stream_next, stream_close};

/* Turns the stream of a broadcast, which has not begun, into that of a
 * reduction. */
static void reverse_stream(struct stream *stream)
{
	stream->schedule.header.operation = OPERATION_REDUCE;
	stream->schedule.ops = &reversed_ops;
	stream->round = stream->schedule.header.finish - 1;
}

/* The columns of the table are rounds, so it is filled by what lies apart. */
static void fill_table(struct stream *stream, const struct circulant *circulant)
{
	int32_t block[Q_MAX];
	mpz_t r;

	assert(stream->q <= Q_MAX);
	mpz_init(r);
	for (size_t k = 0; k < stream->q; k++) {
		circulant_skip(r, circulant, k);
		stream->skip[k] = number_get_u64(r);
	}
	for (uint64_t from = 0; from < stream->n; from++) {
		number_set_u64(r, from);
		circulant_sends(block, circulant, r);
		for (size_t k = 0; k < stream->q; k++)
			stream->table[k * stream->n + from] =
				(uint8_t)(block[k] + (int32_t)stream->q);
	}
	mpz_clear(r);
}

static enum status fill_circulant_header(struct schedule_header *header,
	const struct problem *problem, struct err *err)
{
	mpz_srcptr n = problem->n, m = problem->m;
	mpz_t rounds;

	mpz_init(rounds);
	rounds_last_bound(rounds, problem);
	*header = (struct schedule_header){.model = MODEL_SENDRECV,
		.algorithm = "circulant",
		.unit = 1,
		.has_finish = 1};
	if (mpz_sizeinbase(n, 2) > 63 || mpz_sizeinbase(m, 2) > 63 ||
		mpz_sizeinbase(rounds, 2) > 63) {
		mpz_clear(rounds);
		return err_set(err, STATUS_LIMIT,
			"a schedule's numbers must be below 2^63", NULL);
	}
	header->processors = number_get_u64(n);
	header->messages = number_get_u64(m);
	header->finish = number_get_u64(rounds);
	mpz_clear(rounds);
	return STATUS_OK;
}

/* q bytes a processor. */
static enum status check_table(const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t bytes;

	mpz_init(bytes);
	number_set_u64(bytes, number_ceil_log2(problem->n));
	mpz_mul(bytes, bytes, problem->n);
	status = limit_check_bytes(
		"the schedule", bytes, problem->max_bits / 8, err);
	mpz_clear(bytes);
	return status;
}

enum status circulant_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header;
	struct circulant circulant;
	struct stream *stream;

	if (schedule_is_by_block((enum operation)options->operation))
		return circulant_blocks_open(schedule, problem, options, err);
	*schedule = NULL;
	if (fill_circulant_header(&header, problem, err) != STATUS_OK ||
		check_table(problem, err) != STATUS_OK ||
		circulant_init(&circulant, problem->n, problem->max_bits,
			err) != STATUS_OK)
		return err->code;
	stream = mem_array(1, sizeof *stream);
	stream->schedule.header = header;
	stream->schedule.ops = &stream_ops;
	stream->n = header.processors;
	stream->q = circulant.q;
	stream->table = mem_array((size_t)stream->n, stream->q);
	if (stream->q > 0) {
		stream->x = (stream->q - (header.messages - 1) % stream->q) %
			    stream->q;
		fill_table(stream, &circulant);
	}
	if (options->operation == OPERATION_REDUCE)
		reverse_stream(stream);
	if (stream->q > 0)
		begin_round(stream);
	circulant_clear(&circulant);
	*schedule = &stream->schedule;
	return STATUS_OK;
}

enum status circulant_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum operation operation = (enum operation)options->operation;
	uint64_t q = number_ceil_log2(problem->n);

	(void)err;
	mpq_set_ui(time, 0, 1);
	if (schedule_is_by_block(operation))
		number_set_u64(mpq_numref(time),
			circulant_blocks_rounds(operation, (size_t)q));
	else
		rounds_last_bound(mpq_numref(time), problem);
	return STATUS_OK;
}

void circulant_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options)
{
	enum operation operation = (enum operation)options->operation;
	uint64_t q = number_ceil_log2(problem->n);

	problem_transmissions(rows, problem);
	if (!schedule_is_by_block(operation))
		return;
	number_set_u64(rows, circulant_blocks_rounds(operation, (size_t)q));
	mpz_mul(rows, rows, problem->n);
}
