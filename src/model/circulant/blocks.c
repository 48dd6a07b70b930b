/* The schedule, row by row: see blocks.h. */
#include "model/circulant/blocks.h"

#include "base/mem.h"
#include "model/circulant/stream.h"
#include "number/number.h"

size_t circulant_blocks_rounds(enum operation operation, size_t q)
{
	return operation == OPERATION_ALLREDUCE ? 2 * q : q;
}

struct circulant_blocks_round circulant_blocks_round(
	enum operation operation, size_t q, size_t i)
{
	int gathers = operation == OPERATION_ALLGATHER || i >= q;

	return (struct circulant_blocks_round){.k = i >= q    ? i - q
						    : gathers ? i
							      : q - 1 - i,
		.gathers = gathers};
}

static size_t fill_blocks(
	struct circulant_stream *stream, uint64_t number, size_t filled)
{
	struct circulant_blocks_round round = circulant_blocks_round(
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
		struct circulant_blocks_round round =
			circulant_blocks_round(operation, q, i);

		/* s_k = ceil(n / 2^(q-k)) */
		mpz_cdiv_q_2exp(skip, n, q - round.k);
		mpz_cdiv_q_2exp(count, n, q - round.k - 1);
		mpz_sub(count, count, skip);
		add_round(time, machine, block, count, i + 1 == rounds);
	}
	mpz_clears(skip, count, NULL);
}
