/*
 * Who has which blocks, and what is in them, where a row carries several: block
 * b is that of processor b.  What a round sends is there from the next one on.
 *   allgather: a processor has its own block, and what it has received.
 *   reduce-scatter: for each block the rules of a reduction, whose target is
 * the block's processor; see operands.h.
 *   allreduce: a processor has, of each block, a set of operands, its own to
 * begin with.  What it sends it keeps.  A complete sum takes the place of what
 * its receiver has; any other is added to it, and must not hold an operand that
 * is there already.  In the end everybody has complete sums of all blocks.
 */
#ifndef FIBCAST_CHECK_BLOCKS_H
#define FIBCAST_CHECK_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "check/operands.h"
#include "check/report.h"
#include "core/schedule.h"

/* A zeroed one may be cleared. */
struct blocks {
	struct check *check;
	const struct schedule_header *header;
	size_t words;	/* of a set of blocks or operands */
	uint64_t *held; /* a set: of a processor, or of it and a block */
	uint64_t *sent; /* allreduce: of a block, what each row carries */
	struct operands operands;
	struct transmission *row; /* of the present round */
	size_t rows, capacity;
};

/*
 * Errors: STATUS_LIMIT if n processors need more than max_bytes, with so many
 * for each besides: n²/8 bytes, n²·12 in a reduce-scatter, n³/8 in an
 * allreduce.
 */
enum status blocks_init(struct blocks *blocks, struct check *check,
	const struct schedule_header *header, uint64_t processor,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
void blocks_clear(struct blocks *blocks);

/* All ticks become so many times as large. */
void blocks_rescale(struct blocks *blocks, uint64_t factor);

/* A row of the present round: reports a block that its sender cannot send. */
void blocks_send(struct blocks *blocks, const struct transmission *row);

/* The present round is over: its rows arrive. */
void blocks_receive(struct blocks *blocks);

/* All rows are read: reports what is missing. */
void blocks_finish(struct blocks *blocks);

#endif
