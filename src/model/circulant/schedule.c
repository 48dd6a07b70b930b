/*
 * The schedules on the circulant graph: one broadcast, L = 1, or L of them by
 * turns.  Time t is round t / L of broadcast t mod L, which has every L-th
 * message.
 *   One table for all of them has what everybody sends in each of q rounds, a
 * byte each, and is read round by round.  A broadcast of m messages begins with
 * round x = -(m-1) mod q and ends at the end of a phase of q rounds.  In round
 * i the blocks of round i mod q are sent, moved on by q floor(i/q) - x: nothing
 * if that is negative, the last message if it is past that. In the first phase
 * only processors below s_k send a block that is there. A reduction has the
 * same rounds from the last to the first, each listed by the broadcast's
 * receivers, which are then the senders.
 *   Example: n = 3, m = 1: skips 1 2 3, q = 2, x = 0; round 0: 0 sends to 1,
 * round 1: 0 sends to 2.
 */
#include "model/circulant/circulant.h"

#include <assert.h>

#include "base/mem.h"
#include "model/rounds/rounds.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"

enum { ROWS = 256, Q_MAX = 63 };

struct table_stream {
	struct schedule schedule;
	uint64_t copies; /* L */
	uint64_t times;	 /* of the schedule: 0 .. times - 1 */
	uint64_t done;	 /* times done */
	uint64_t from;	 /* the next sender of the present time */
	uint64_t q, skip[Q_MAX + 1];
	uint8_t *table; /* [k n + r]: q + what r sends in round k */
	struct transmission row[ROWS];
};

/* What is sent at one time. */
struct table_round {
	uint64_t skip;
	const uint8_t *block;	 /* q + block, by sender */
	int64_t first;		 /* the message, from 1, of block -q */
	uint64_t senders;	 /* only processors below it send */
	uint64_t copy, messages; /* the broadcast; its number of messages */
};

/* q >= 1, and the broadcast whose turn it is has messages. */
static struct table_round round_of(
	const struct table_stream *stream, uint64_t time)
{
	const struct schedule_header *header = &stream->schedule.header;
	uint64_t m = header->messages, n = header->processors;
	uint64_t L = stream->copies, copy = time % L, round = time / L;
	uint64_t messages = m / L + (copy < m % L), q = stream->q;
	uint64_t i = round + (q - (messages - 1) % q) % q;

	return (struct table_round){.skip = stream->skip[i % q],
		.block = stream->table + i % q * n,
		.first = (int64_t)round - (int64_t)(i % q) - (int64_t)q + 1,
		.senders = i < q ? stream->skip[i] : n,
		.copy = copy,
		.messages = messages};
}

/* Appends rows of a time, of the senders from stream->from on, until the time
 * ends, when from is n, or the buffer is full; returns the number of rows then.
 * Where there are fewer messages than broadcasts the last of these have none,
 * and are passed over at once. */
static size_t fill_broadcast(
	struct table_stream *stream, uint64_t time, size_t filled)
{
	const struct schedule_header *header = &stream->schedule.header;
	uint64_t n = header->processors, from = stream->from;
	uint64_t L = stream->copies, tick = time * header->unit;
	struct transmission *row = stream->row + filled;
	const struct transmission *end = stream->row + ROWS;
	struct table_round round;

	if (time % L >= header->messages) {
		stream->done += L - 1 - time % L;
		stream->from = n;
		return filled;
	}
	round = round_of(stream, time);
	for (; from < round.senders && row < end; from++) {
		int64_t message = round.first + round.block[from];
		uint64_t to = from + round.skip, i = (uint64_t)message;

		if (message <= 0 || to == n)
			continue;
		row->tick = tick;
		row->from = from;
		row->to = to < n ? to : to - n;
		row->message =
			((i < round.messages ? i : round.messages) - 1) * L +
			round.copy + 1;
		row++;
	}
	stream->from = from < round.senders ? from : n;
	return (size_t)(row - stream->row);
}

/* The same for a reduction, L = 1: from is the broadcast's receiver. */
static size_t fill_reduction(
	struct table_stream *stream, uint64_t time, size_t filled)
{
	const struct table_round round = round_of(stream, time);
	uint64_t n = stream->schedule.header.processors, m = round.messages;
	uint64_t skip = round.skip, tick = stream->done, from = stream->from;
	struct transmission *row = stream->row + filled;
	const struct transmission *end = stream->row + ROWS;

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

static enum status table_stream_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct table_stream *stream = (struct table_stream *)schedule;
	int is_reversed = schedule->header.operation == OPERATION_REDUCE;
	uint64_t times = stream->times;
	size_t filled = 0;

	(void)err;
	while (filled < ROWS && stream->done < times) {
		filled = is_reversed
				 ? fill_reduction(stream,
					   times - 1 - stream->done, filled)
				 : fill_broadcast(stream, stream->done, filled);
		if (stream->from < schedule->header.processors)
			continue;
		stream->done++;
		stream->from = 0;
	}
	*rows = stream->row;
	*count = filled;
	return STATUS_OK;
}

static void table_stream_clear(struct schedule *schedule)
{
	mem_free(((struct table_stream *)schedule)->table);
}

/* The table's rows are rounds, so a processor's entries lie n apart. */
static void fill_table(
	uint8_t *table, const struct circulant *graph, uint64_t n)
{
	int32_t block[Q_MAX];
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

/* Opens the schedule on a graph, which is cleared. */
static struct schedule *open_on(
	struct circulant *graph, const struct schedule_header *header)
{
	static const struct schedule_ops ops = {
		table_stream_next, table_stream_clear};
	struct table_stream *stream = mem_array(1, sizeof *stream);
	uint64_t L = header->latency / header->unit +
		     (header->latency % header->unit > 0);
	size_t q = graph->q;
	mpz_t skip;

	assert(q <= Q_MAX);
	stream->schedule.header = *header;
	stream->schedule.ops = &ops;
	stream->copies = L > 0 ? L : 1; /* 0 in a model of rounds */
	stream->times =
		q == 0 ? 0 : header->messages + (q - 1) * stream->copies;
	stream->q = q;
	mpz_init(skip);
	for (size_t k = 0; k <= q; k++) {
		circulant_skip(skip, graph, k);
		stream->skip[k] = number_get_u64(skip);
	}
	mpz_clear(skip);
	stream->table = mem_array((size_t)header->processors, q);
	fill_table(stream->table, graph, header->processors);
	circulant_clear(graph);
	return &stream->schedule;
}

/* Opens a schedule of such a time; the header has a model, an algorithm and an
 * operation.  j: as of circulant_round_skips; 0: the usual skips. */
static enum status open_circulant(struct schedule **schedule,
	struct schedule_header *header, problem_time *time,
	const struct problem *problem, const struct algorithm_options *options,
	unsigned j, struct err *err)
{
	struct circulant graph;

	*schedule = NULL;
	if (problem_header_at(header, time, problem, options, err) !=
			STATUS_OK ||
		limit_check_each("the schedule", problem->n,
			number_ceil_log2(problem->n), problem->max_bits / 8,
			err) != STATUS_OK ||
		circulant_init(&graph, problem->n, problem->max_bits, err) !=
			STATUS_OK)
		return err->code;
	if (j > 0 && !circulant_round_skips(&graph, j)) {
		circulant_clear(&graph);
		return err_limit(err, "there are no such skips");
	}
	*schedule = open_on(&graph, header);
	return STATUS_OK;
}

/* -- one broadcast */

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

static enum status open_rounded(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	unsigned j, struct err *err)
{
	struct schedule_header header = {.model = MODEL_SENDRECV,
		.algorithm = "circulant",
		.operation = (enum operation)options->operation};

	return open_circulant(
		schedule, &header, circulant_time, problem, options, j, err);
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

/* -- by turns */

/* Sends begin at times 0 .. m - 1 + (q - 1) L. */
enum status weave_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	mpz_t units, phases;

	(void)options;
	(void)err;
	mpq_set_ui(time, 0, 1);
	if (problem_is_alone(problem))
		return STATUS_OK;
	mpz_inits(units, phases, NULL);
	number_ceil(units, problem->lambda);
	number_set_u64(phases, number_ceil_log2(problem->n) - 1);
	mpz_mul(units, units, phases);
	mpz_add(units, units, problem->m);
	mpz_sub_ui(units, units, 1);
	mpq_set_z(time, units);
	mpq_add(time, time, problem->lambda);
	mpz_clears(units, phases, NULL);
	return STATUS_OK;
}

enum status weave_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = "weave"};

	return open_circulant(
		schedule, &header, weave_time, problem, options, 0, err);
}
