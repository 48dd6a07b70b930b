/*
 * The schedule: one table for all of the L broadcasts, as in schedule.c.  Time
 * t is round t / L of broadcast t mod L, which has every L-th message.
 */
#include "model/circulant/circulant.h"

#include "base/mem.h"
#include "number/number.h"

struct weave_stream {
	struct circulant_stream stream;
	uint64_t copies; /* L */
	uint8_t *table;
};

/* The times at which sends begin are 0 .. rounds - 1; 0 for n = 1. */
static void weave_rounds(mpz_t rounds, const struct problem *problem)
{
	uint64_t q = number_ceil_log2(problem->n);
	mpz_t phases;

	mpz_set_ui(rounds, 0);
	if (q == 0)
		return;
	mpz_init(phases);
	number_ceil(rounds, problem->lambda);
	number_set_u64(phases, q - 1);
	mpz_mul(rounds, rounds, phases);
	mpz_add(rounds, rounds, problem->m);
	mpz_clear(phases);
}

enum status weave_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	mpz_t rounds;

	(void)options;
	(void)err;
	mpz_init(rounds);
	weave_rounds(rounds, problem);
	mpq_set_z(time, rounds);
	if (mpz_sgn(rounds) > 0) {
		mpz_sub_ui(mpq_numref(time), mpq_numref(time), 1);
		mpq_add(time, time, problem->lambda);
	}
	mpz_clear(rounds);
	return STATUS_OK;
}

/* What is sent at one time. */
struct weave_round {
	uint64_t copy, skip, senders, messages;
	const uint8_t *block;
	int64_t first; /* the message of block -q */
};

/* q >= 1, and the broadcast whose turn it is has messages. */
static struct weave_round weave_round_of(
	const struct weave_stream *own, uint64_t number)
{
	const struct circulant_stream *stream = &own->stream;
	uint64_t m = stream->schedule.header.messages, L = own->copies;
	uint64_t copy = number % L, messages = m / L + (copy < m % L);
	uint64_t q = stream->q, round = number / L;
	uint64_t i = round + (q - (messages - 1) % q) % q;

	return (struct weave_round){.copy = copy,
		.skip = stream->skip[i % q],
		.senders = i < q ? stream->skip[i] : stream->n,
		.messages = messages,
		.block = own->table + i % q * stream->n,
		.first = (int64_t)round - (int64_t)(i % q) - (int64_t)q + 1};
}

/* As fill_broadcast in schedule.c; where there are fewer messages than
 * broadcasts, the last of these have none, and are passed over at once. */
static size_t fill_weave(
	struct circulant_stream *stream, uint64_t number, size_t filled)
{
	const struct weave_stream *own = (const struct weave_stream *)stream;
	const struct schedule_header *header = &stream->schedule.header;
	struct transmission *row = stream->row + filled;
	const struct transmission *end = stream->row + CIRCULANT_ROWS;
	uint64_t n = stream->n, from = stream->from;
	struct weave_round round;

	if (number % own->copies >= header->messages) {
		stream->done += own->copies - 1 - number % own->copies;
		stream->from = n;
		return filled;
	}
	round = weave_round_of(own, number);
	for (; from < round.senders && row < end; from++) {
		int64_t message = round.first + round.block[from];
		uint64_t to = from + round.skip;

		if (message > (int64_t)round.messages)
			message = (int64_t)round.messages;
		row->tick = number * header->unit;
		row->from = from;
		row->to = to < n ? to : to - n;
		row->message =
			(uint64_t)(message - 1) * own->copies + round.copy + 1;
		row += message > 0 && to != n;
	}
	stream->from = from < round.senders ? from : n;
	return (size_t)(row - stream->row);
}

static void weave_close(struct schedule *schedule)
{
	mem_free(((struct weave_stream *)schedule)->table);
	mem_free(schedule);
}

static enum status build_weave(struct schedule **schedule,
	const struct problem *problem, const struct schedule_header *header,
	struct err *err)
{
	static const struct schedule_ops ops = {
		circulant_stream_next, weave_close};
	struct weave_stream *own;
	struct circulant graph;
	enum status status =
		circulant_init(&graph, problem->n, problem->max_bits, err);
	uint64_t q = number_ceil_log2(problem->n);

	if (status != STATUS_OK)
		return status;
	own = mem_array(1, sizeof *own);
	own->stream.schedule.ops = &ops;
	circulant_stream_init(&own->stream, &graph, header, fill_weave);
	own->copies = header->latency / header->unit +
		      (header->latency % header->unit > 0);
	own->stream.rounds =
		q == 0 ? 0 : header->messages + (q - 1) * own->copies;
	own->table = mem_array((size_t)header->processors, (size_t)q);
	circulant_fill_table(own->table, &graph, header->processors);
	circulant_clear(&graph);
	*schedule = &own->stream.schedule;
	return STATUS_OK;
}

enum status weave_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = "weave"};

	*schedule = NULL;
	if (problem_header_at(&header, weave_time, problem, options, err) !=
			STATUS_OK ||
		circulant_check_table(problem, err) != STATUS_OK)
		return err->code;
	return build_weave(schedule, problem, &header, err);
}
