/*
 * The rows of a schedule on the circulant graph, round after round; what
 * schedule.c and blocks.c have in common.
 */
#ifndef FIBCAST_MODEL_CIRCULANT_STREAM_H
#define FIBCAST_MODEL_CIRCULANT_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"
#include "model/circulant/circulant.h"

enum { CIRCULANT_ROWS = 256, CIRCULANT_Q_MAX = 63 };

struct circulant_stream;

/*
 * Appends rows of that round, of the senders from stream->from on, until the
 * round ends or the buffer is full; returns how many rows there are then.
 * stream->from is left at the next sender, and at n once the round has ended.
 */
typedef size_t circulant_fill(
	struct circulant_stream *stream, uint64_t round, size_t filled);

/* The first member of what it streams. */
struct circulant_stream {
	struct schedule schedule;
	circulant_fill *fill;
	int is_reversed;	/* the last round comes first */
	uint64_t n, from, done; /* done: rounds */
	uint64_t rounds;	/* of the schedule */
	size_t q;
	uint64_t skip[CIRCULANT_Q_MAX + 1]; /* s_0 .. s_q */
	struct transmission row[CIRCULANT_ROWS];
};

/* Before the first round; n < 2^63; as many rounds as the header's finish. */
void circulant_stream_init(struct circulant_stream *stream,
	const struct circulant *graph, const struct schedule_header *header,
	circulant_fill *fill);

/* table[k n + r] = q + what processor r sends in round k < q. */
void circulant_fill_table(
	uint8_t *table, const struct circulant *graph, uint64_t n);

/* Whether that table fits. Errors: STATUS_LIMIT, naming its size, if not. */
enum status circulant_check_table(
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* For struct schedule_ops. */
enum status circulant_stream_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count,
	struct err *err) WARN_UNUSED;

#endif
