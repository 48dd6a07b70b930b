/*
 * What processors have in operations whose messages are sums.
 *   reduce: every processor has an operand for each message, and sends its
 * partial result, that and all it has received, once; in the end processor 0
 * has all.  So it is enough to know of each processor and message when it last
 * received something, and whether it has sent it on: nothing may arrive after
 * that, and only processor 0 may keep it.
 *   reduce-scatter: the same; messages are blocks, that of processor b message
 * b + 1, and it is the target.
 *   census: a processor has pieces, its own operand and each partial result
 * that it has received, as runs of operands.  What it sends is the sum of
 * pieces that it has by then, and of just the operands that are stated; in the
 * end all its pieces together are all operands, each once.
 */
#ifndef FIBCAST_CHECK_OPERANDS_H
#define FIBCAST_CHECK_OPERANDS_H

#include <stddef.h>
#include <stdint.h>

#include "check/check.h"

struct operands;

/* The rules of an operation, which the functions below go by. */
struct operands_rules {
	/* The bytes of a processor and message to begin with. */
	unsigned bytes;
	void (*init)(struct operands *operands);
	void (*clear)(struct operands *operands);
	void (*rescale)(struct operands *operands, uint64_t factor);
	void (*send)(struct operands *operands, const struct transmission *row);
	void (*receive)(struct operands *operands,
		const struct transmission *row, uint64_t tick);
	void (*finish)(struct operands *operands);
};

extern const struct operands_rules operands_reduce, operands_census;

/* Those of an operation; NULL: there are none, as nothing is summed. */
const struct operands_rules *operands_rules(enum operation operation);

struct operands {
	const struct operands_rules *rules;
	struct check *check;
	const struct schedule_header *header;
	/* reduce, [p·m + i - 1]: 0: nothing has come; 1 + the tick at which the
	 * last has come; UINT64_MAX: it is sent. */
	uint64_t *state;
	uint32_t *narrow;  /* the same, 2^32-1 for sent; NULL: state is used */
	uint64_t messages; /* of a reduction, or blocks */
	uint64_t sent;	   /* of all, by all that have to send them */
	int is_quiet;	   /* nothing more is to be reported, of a reduction */
	struct operands_pieces *pieces; /* census: of each processor */
	uint64_t max_bytes, bytes;	/* that pieces may take, and take */
	int is_full;			/* they would take more */
};

/* max_bytes: for what is not there to begin with.  A zeroed one may be
 * cleared. */
void operands_init(struct operands *operands, struct check *check,
	const struct schedule_header *header, uint64_t max_bytes);
void operands_clear(struct operands *operands);

/* All ticks become so many times as large. */
static inline void operands_rescale(struct operands *operands, uint64_t factor)
{
	operands->rules->rescale(operands, factor);
}

/* Where a processor's state of a message is, to be prefetched; NULL: there is
 * none, or not that message. */
static inline const void *operands_at(
	const struct operands *operands, uint64_t processor, uint64_t message)
{
	if (!operands->narrow || message < 1 || message > operands->messages)
		return NULL;
	return &operands->narrow[processor * operands->messages + message - 1];
}

/* The row's sender sends at row's tick, and that is reported if it cannot. */
static inline void operands_send(
	struct operands *operands, const struct transmission *row)
{
	operands->rules->send(operands, row);
}

/* The row's receiver has its message by the tick; that is reported if it is too
 * late, or brings an operand again. */
static inline void operands_receive(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	operands->rules->receive(operands, row, tick);
}

/* After some rows; operands may be NULL.
 * Errors: STATUS_LIMIT if what is held took more than max_bytes. */
enum status operands_status(
	const struct operands *operands, struct err *err) WARN_UNUSED;

/* All rows are read: reports what never arrives where it should. */
static inline void operands_finish(struct operands *operands)
{
	operands->rules->finish(operands);
}

#endif
