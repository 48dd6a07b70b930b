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
#include "model/rounds/rounds.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"

struct table_stream {
	struct circulant_stream stream;
	uint64_t x;
	uint8_t *table; /* block + q by round, then by sender */
};

/* What is sent in one round. */
struct table_round {
	uint64_t skip;
	const uint8_t *block;
	int64_t first; /* the message of block -q: q floor(i/q) - x - q + 1 */
	uint64_t senders; /* those below it may send */
	uint64_t messages;
};

static struct table_round round_of(
	const struct circulant_stream *stream, uint64_t round)
{
	const struct table_stream *table = (const struct table_stream *)stream;
	uint64_t i = round + table->x, q = stream->q;

	return (struct table_round){.skip = stream->skip[i % q],
		.block = table->table + i % q * stream->n,
		.first = (int64_t)round - (int64_t)(i % q) - (int64_t)q + 1,
		.senders = i < q ? stream->skip[i] : stream->n,
		.messages = stream->schedule.header.messages};
}

/* Puts rows of one round, as many as there is room for; the rows there are. */
static size_t fill_broadcast(
	struct circulant_stream *stream, uint64_t number, size_t filled)
{
	const struct table_round round = round_of(stream, number);
	uint64_t n = stream->n, m = round.messages, from = stream->from;
	struct transmission *row = stream->row + filled;
	const struct transmission *end = stream->row + CIRCULANT_ROWS;

	for (; from < round.senders && row < end; from++) {
		int64_t message = round.first + round.block[from];
		uint64_t to = from + round.skip;

		if (message <= 0 || to == n)
			continue;
		row->tick = number;
		row->from = from;
		row->to = to < n ? to : to - n;
		row->message = (uint64_t)message < m ? (uint64_t)message : m;
		row++;
	}
	stream->from = from < round.senders ? from : n;
	return (size_t)(row - stream->row);
}

/* The same for a reduction: from is the broadcast's receiver. */
static size_t fill_reduction(
	struct circulant_stream *stream, uint64_t number, size_t filled)
{
	const struct table_round round = round_of(stream, number);
	uint64_t n = stream->n, m = round.messages, from = stream->from;
	uint64_t skip = round.skip, tick = stream->done;
	struct transmission *row = stream->row + filled;
	const struct transmission *end = stream->row + CIRCULANT_ROWS;

	for (; from < n && row < end; from++) {
		uint64_t to = from >= skip ? from - skip : from + (n - skip);
		int64_t message = round.first + round.block[to];

		if (message <= 0 || from == 0 || to >= round.senders)
			continue;
		row->tick = tick;
		row->from = from;
		row->to = to;
		row->message = (uint64_t)message < m ? (uint64_t)message : m;
		row++;
	}
	stream->from = from;
	return (size_t)(row - stream->row);
}

static void table_stream_close(struct schedule *schedule)
{
	mem_free(((struct table_stream *)schedule)->table);
	mem_free(schedule);
}

/* The columns of the table are rounds, so it is filled by what lies apart. */
void circulant_fill_table(
	uint8_t *table, const struct circulant *graph, uint64_t n)
{
	int32_t block[CIRCULANT_Q_MAX];
	size_t q = graph->q;
	mpz_t r;

	mpz_init(r);
	for (uint64_t from = 0; from < n; from++) {
		number_set_u64(r, from);
		circulant_sends(block, graph, r);
		for (size_t k = 0; k < q; k++)
			table[k * n + from] = (uint8_t)(block[k] + (int32_t)q);
	}
	mpz_clear(r);
}

/* q bytes a processor. */
enum status circulant_check_table(
	const struct problem *problem, struct err *err)
{
	return limit_check_each("the schedule", problem->n,
		number_ceil_log2(problem->n), problem->max_bits / 8, err);
}

/* The schedule on a graph, which is cleared. */
static struct schedule *open_on(
	struct circulant *graph, const struct schedule_header *header)
{
	static const struct schedule_ops ops = {
		circulant_stream_next, table_stream_close};
	struct table_stream *table = mem_array(1, sizeof *table);
	size_t q = graph->q;

	table->stream.schedule.ops = &ops;
	table->stream.is_reversed = header->operation == OPERATION_REDUCE;
	circulant_stream_init(&table->stream, graph, header,
		table->stream.is_reversed ? fill_reduction : fill_broadcast);
	table->table = mem_array((size_t)header->processors, q);
	circulant_fill_table(table->table, graph, header->processors);
	if (q > 0)
		table->x = (q - (header->messages - 1) % q) % q;
	circulant_clear(graph);
	return &table->stream.schedule;
}

/* With skips rounded by j, unless that is 0. */
static enum status open_rounded(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	unsigned j, struct err *err)
{
	struct schedule_header header = {
		.model = MODEL_SENDRECV, .algorithm = "circulant"};
	struct circulant graph;

	*schedule = NULL;
	if (problem_header_at(&header, circulant_time, problem, options, err) !=
			STATUS_OK ||
		circulant_check_table(problem, err) != STATUS_OK ||
		circulant_init(&graph, problem->n, problem->max_bits, err) !=
			STATUS_OK)
		return err->code;
	if (j > 0 && !circulant_round_skips(&graph, j)) {
		circulant_clear(&graph);
		return err_limit(err, "there are no such skips");
	}
	header.operation = (enum operation)options->operation;
	*schedule = open_on(&graph, &header);
	return STATUS_OK;
}

enum status circulant_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	if (schedule_is_by_block((enum operation)options->operation))
		return symmetric_open(schedule, problem, options, err);
	return open_rounded(schedule, problem, options, 0, err);
}

enum status circulant_rounded_open(struct schedule **schedule,
	const struct problem *problem, unsigned j, struct err *err)
{
	static const struct algorithm_options usual = {0};

	return open_rounded(schedule, problem, &usual, j, err);
}

enum status circulant_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	if (schedule_is_by_block((enum operation)options->operation))
		return symmetric_time(time, problem, options, err);
	mpq_set_ui(time, 0, 1);
	rounds_last_bound(mpq_numref(time), problem);
	return STATUS_OK;
}

void circulant_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options)
{
	if (schedule_is_by_block((enum operation)options->operation))
		symmetric_rows(rows, problem, options);
	else
		problem_transmissions(rows, problem);
}

/* -- rounds are counted as they are done, whichever end they begin at. */

void circulant_stream_init(struct circulant_stream *stream,
	const struct circulant *graph, const struct schedule_header *header,
	circulant_fill *fill)
{
	mpz_t skip;

	assert(graph->q <= CIRCULANT_Q_MAX);
	stream->schedule.header = *header;
	stream->fill = fill;
	stream->n = header->processors;
	stream->rounds = header->finish;
	stream->q = graph->q;
	mpz_init(skip);
	for (size_t k = 0; k <= graph->q; k++) {
		circulant_skip(skip, graph, k);
		stream->skip[k] = number_get_u64(skip);
	}
	mpz_clear(skip);
}

enum status circulant_stream_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct circulant_stream *stream = (struct circulant_stream *)schedule;
	uint64_t rounds = stream->rounds;
	size_t filled = 0;

	(void)err;
	while (filled < CIRCULANT_ROWS && stream->done < rounds) {
		filled = stream->fill(stream,
			stream->is_reversed ? rounds - 1 - stream->done
					    : stream->done,
			filled);
		if (stream->from < stream->n)
			continue;
		stream->done++;
		stream->from = 0;
	}
	*rows = stream->row;
	*count = filled;
	return STATUS_OK;
}
