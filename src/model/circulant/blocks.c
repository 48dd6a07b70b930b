/* The schedule, row by row: see circulant.h. */
#include "model/circulant/circulant.h"

#include "base/mem.h"
#include "number/number.h"

size_t circulant_blocks_rounds(enum operation operation, size_t q)
{
	return operation == OPERATION_ALLREDUCE ? 2 * q : q;
}

/* What all processors do in a round: send to r - s_k, or to r + s_k. */
struct blocks_round {
	size_t k;
	int gathers;
};

/* Round i < circulant_blocks_rounds of the operation. */
static struct blocks_round blocks_round_at(
	enum operation operation, size_t q, size_t i)
{
	int gathers = operation == OPERATION_ALLGATHER || i >= q;

	return (struct blocks_round){.k = i >= q    ? i - q
					  : gathers ? i
						    : q - 1 - i,
		.gathers = gathers};
}

static size_t fill_blocks(
	struct circulant_stream *stream, uint64_t number, size_t filled)
{
	struct blocks_round round = blocks_round_at(
		stream->schedule.header.operation, stream->q, (size_t)number);
	uint64_t skip = stream->skip[round.k], n = stream->n;
	uint64_t size = stream->skip[round.k + 1] - skip;
	uint64_t ahead = round.gathers ? n - skip : skip;

	for (; stream->from < n && filled < CIRCULANT_ROWS; stream->from++) {
		uint64_t from = stream->from;
		uint64_t to =
			from < n - ahead ? from + ahead : from - (n - ahead);

		stream->row[filled++] = (struct transmission){.tick = number,
			.from = from,
			.to = to,
			.message = 1,
			.first = round.gathers ? from : to,
			.size = size};
	}
	return filled;
}

static void blocks_stream_close(struct schedule *schedule)
{
	mem_free(schedule);
}

enum status circulant_blocks_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct schedule_ops ops = {
		circulant_stream_next, blocks_stream_close};
	struct schedule_header header = {.model = MODEL_SENDRECV,
		.algorithm = "circulant",
		.operation = (enum operation)options->operation,
		.has_finish = 1};
	struct circulant_stream *stream;
	struct circulant graph;

	*schedule = NULL;
	if (problem_header(&header, problem, err) != STATUS_OK ||
		circulant_init(&graph, problem->n, problem->max_bits, err) !=
			STATUS_OK)
		return err->code;
	header.finish = circulant_blocks_rounds(header.operation, graph.q);
	stream = mem_array(1, sizeof *stream);
	stream->schedule.ops = &ops;
	circulant_stream_init(stream, &graph, &header, fill_blocks);
	circulant_clear(&graph);
	*schedule = &stream->schedule;
	return STATUS_OK;
}

/* Adds a round of that many blocks. */
static void add_round(mpq_t time, const struct machine *machine,
	const mpq_t block, const mpz_t count, int is_last)
{
	mpq_t bytes, end, send;

	mpq_inits(bytes, end, send, NULL);
	mpq_set_z(bytes, count);
	mpq_mul(bytes, bytes, block);
	machine_end(end, machine, bytes);
	machine_send(send, machine, bytes);
	mpq_add(time, time, is_last || mpq_cmp(end, send) > 0 ? end : send);
	mpq_clears(bytes, end, send, NULL);
}

void circulant_blocks_machine_time(mpq_t time, enum operation operation,
	const mpz_t n, const struct machine *machine, const mpq_t block)
{
	size_t q = (size_t)number_ceil_log2(n);
	size_t rounds = circulant_blocks_rounds(operation, q);
	mpz_t skip, count;

	mpz_inits(skip, count, NULL);
	mpq_set_ui(time, 0, 1);
	for (size_t i = 0; i < rounds; i++) {
		struct blocks_round round = blocks_round_at(operation, q, i);

		/* s_k = ceil(n / 2^(q-k)) */
		mpz_cdiv_q_2exp(skip, n, q - round.k);
		mpz_cdiv_q_2exp(count, n, q - round.k - 1);
		mpz_sub(count, count, skip);
		add_round(time, machine, block, count, i + 1 == rounds);
	}
	mpz_clears(skip, count, NULL);
}

/* -- parts
 *
 * One processor's part: a receive and a send in each round, known from the
 * round's skip.  So a span of rounds is entered anywhere.
 */

struct blocks_part {
	struct part part;
	struct circulant graph;
	enum operation operation;
	mpz_t n, rank;
	size_t round, end; /* those still to come: round .. end - 1 */
	int is_sent;	   /* this round's receive has been given */
};

/* to = from + skip, or from - skip, mod n. */
static void set_neighbour(mpz_t to, const mpz_t from, const mpz_t skip,
	const mpz_t n, int is_ahead)
{
	if (is_ahead)
		mpz_add(to, from, skip);
	else
		mpz_sub(to, from, skip);
	mpz_mod(to, to, n);
}

static int blocks_part_next(struct part *base, struct part_event *event)
{
	struct blocks_part *part = (struct blocks_part *)base;
	struct blocks_round round;

	if (part->round == part->end)
		return 0;
	round = blocks_round_at(part->operation, part->graph.q, part->round);
	event->is_send = part->is_sent;
	mpq_set_ui(event->start, (unsigned long)part->round, 1);
	mpz_set_ui(event->message, 1);
	circulant_skip(event->first, &part->graph, round.k);
	circulant_skip(event->count, &part->graph, round.k + 1);
	mpz_sub(event->count, event->count, event->first);
	set_neighbour(event->peer, part->rank, event->first, part->n,
		round.gathers != event->is_send);
	/* The first block is its sender's, or its receiver's. */
	mpz_set(event->first,
		round.gathers == event->is_send ? part->rank : event->peer);
	part->round += (size_t)part->is_sent;
	part->is_sent = !part->is_sent;
	return 1;
}

static void blocks_part_close(struct part *base)
{
	struct blocks_part *part = (struct blocks_part *)base;

	circulant_clear(&part->graph);
	mpz_clears(part->part.rows, part->n, part->rank, NULL);
	mem_free(part);
}

/* The rounds of the span among those of the schedule. */
static void set_blocks_span(
	struct blocks_part *part, const struct part_span *span)
{
	mpz_t round;

	part->end = circulant_blocks_rounds(part->operation, part->graph.q);
	mpz_init(round);
	number_ceil(round, span->from);
	part->round = mpz_cmp_ui(round, (unsigned long)part->end) < 0
			      ? (size_t)mpz_get_ui(round)
			      : part->end;
	if (span->to) {
		number_floor(round, span->to);
		mpz_add_ui(round, round, 1);
		if (mpz_cmp_ui(round, (unsigned long)part->end) < 0)
			part->end = (size_t)mpz_get_ui(round);
	}
	mpz_clear(round);
	if (part->end < part->round)
		part->end = part->round;
	mpz_set_ui(
		part->part.rows, 2 * (unsigned long)(part->end - part->round));
}

enum status circulant_blocks_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	static const struct part_ops ops = {
		blocks_part_next, blocks_part_close};
	struct blocks_part *own;
	struct circulant graph;

	*part = NULL;
	if (circulant_init(&graph, problem->n, problem->max_bits, err) !=
		STATUS_OK)
		return err->code;
	own = mem_array(1, sizeof *own);
	own->part.ops = &ops;
	own->graph = graph;
	own->operation = (enum operation)options->operation;
	mpz_init(own->part.rows);
	mpz_init_set(own->n, problem->n);
	mpz_init_set(own->rank, rank);
	set_blocks_span(own, span);
	*part = &own->part;
	return STATUS_OK;
}
