/*
 * Who has which operands in a reduction: every processor has an operand for
 * each message, and sends its partial result, that and all it has received,
 * once; in the end processor 0 has all. So it is enough to know of each
 * processor and message when it last received something, and whether it has
 * sent it on: nothing may come after that, and nobody but processor 0 may keep
 * it.
 *   In a reduce-scatter messages are blocks, that of processor b message b + 1,
 * and it is the target.
 */
#ifndef FIBCAST_CHECK_OPERANDS_H
#define FIBCAST_CHECK_OPERANDS_H

#include <stdint.h>

#include "check/check.h"

struct operands {
	struct check *check;
	const struct schedule_header *header;
	/* [p·m + i - 1]: 0: nothing has come; 1 + the tick at which the last
	 * has come; UINT64_MAX: it is sent. */
	uint64_t *state;
	int is_quiet; /* nothing more is to be reported */
};

/* The bytes of a message of a processor. */
enum { OPERANDS_BYTES = sizeof(uint64_t) };

/* A zeroed one may be cleared. */
void operands_init(struct operands *operands, struct check *check,
	const struct schedule_header *header);
void operands_clear(struct operands *operands);

/* All ticks become so many times as large. */
void operands_rescale(struct operands *operands, uint64_t factor);

/* The row's sender sends at row's tick, and that is reported if it cannot. */
void operands_send(struct operands *operands, const struct transmission *row);

/* The row's receiver has its message by the tick; that is reported if it is too
 * late. */
void operands_receive(struct operands *operands, const struct transmission *row,
	uint64_t tick);

/* All rows are read: reports what never leaves its processor. */
void operands_finish(struct operands *operands);

#endif
