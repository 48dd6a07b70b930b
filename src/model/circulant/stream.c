/* Rounds are counted as they are done, whichever end they begin at. */
#include "model/circulant/circulant.h"

#include <assert.h>

#include "number/number.h"

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
