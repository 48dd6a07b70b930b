/*
 * What the checkers of the models share: the loop over the rows and how they
 * say what is wrong; what joins the two ends of a send; two moments of each
 * processor; what processors have; rows that are replayed.
 */
#ifndef FIBCAST_CHECK_CHECKER_H
#define FIBCAST_CHECK_CHECKER_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "check/check.h"
#include "core/merge.h"
#include "core/schedule.h"

/*
 * Pulls all rows, counts them, and hands them on as they come, with a last call
 * for none; the schedule's unit may have become finer before each call.
 * Errors: those of pulling, and of the function.
 */
typedef enum status check_rows(void *checker, const struct transmission *row,
	size_t count, struct err *err);
enum status check_pull(struct check *check, struct schedule *schedule,
	check_rows *rows, void *checker, struct err *err) WARN_UNUSED;

/*
 * Counts a violation of the rule, a word for programs, and keeps the text of
 * the first few: the format, in which each # stands for a number, each @ for a
 * tick, both uint64_t, and each $ for a text.
 */
void check_report(struct check *check, const char *rule, uint64_t line,
	const char *format, ...);

/* Whether the row can be carried out: it names what there is, and does not come
 * before the last tick; if not, reports why. */
int check_transmission(struct check *check,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t last);

/* Reports that the row's sender has the message only at the tick held, or, for
 * UINT64_MAX, that it has not been sent it. */
void check_report_held(
	struct check *check, const struct transmission *row, uint64_t held);

/* Reports that a processor never gets a message. */
void check_report_missing(
	struct check *check, uint64_t processor, uint64_t message);

/*
 * Whether so many bytes for each processor, and for each of its messages, may
 * be held.  Errors: STATUS_LIMIT, naming the size.
 */
enum status check_memory(const struct schedule_header *header,
	uint64_t processor, unsigned message, uint64_t max_bytes,
	struct err *err) WARN_UNUSED;

/* The checkers of the models, a file each. */

/* Each pulls all rows and fills check in; check->unit may be a multiple of the
 * schedule's.  check_rounds is for telephone, telegraph and
 * sendrecv. */
check_judge check_postal;
/* The postal model with several ports, or with nodes. */
check_judge check_levels, check_logp, check_rounds, check_locality,
	check_machine;

/*
 * Both ends of what is sent.  Where rows state one end only, a send must have
 * its receive, a row of the same time, sender, receiver and message, and a
 * receive its send; else two processors' parts do not fit together, even if
 * everybody ends with every message.
 */

/*
 * Opens a schedule of the transmissions of another one, which is not closed
 * with it.  Two rows that state the two ends of one transmission become one
 * row; a message arrives whether or not its receive is stated.  Ends without
 * their other ends are reported to check as they are met.
 *   Rows of one time are held: schedule_next gives STATUS_LIMIT if they need
 * more than max_bytes.  O(log k) a row for k rows of one time.
 */
struct schedule *ends_open(
	struct check *check, struct schedule *schedule, uint64_t max_bytes);

/*
 * Of each processor, two moments: of its last send, and of the send that it
 * last received.  Memory is what limits the speed, so they are as narrow as the
 * latest moment so far permits: a byte, two or four.
 */

enum port_end { PORT_SENT, PORT_RECEIVED, PORT_ENDS };

/* One of the three is there: [processor][end]. */
struct ports {
	uint8_t (*byte)[PORT_ENDS];
	uint16_t (*half)[PORT_ENDS];
	uint32_t (*word)[PORT_ENDS];
};

/* The most that a processor takes, while moments are made wider. */
enum { PORTS_BYTES = PORT_ENDS * (sizeof(uint16_t) + sizeof(uint32_t)) };

/* All moments are 0. */
void ports_init(struct ports *ports, uint64_t processors);
void ports_clear(struct ports *ports);

/* Makes room for moments up to that one, next after the last. */
void ports_reach(struct ports *ports, uint64_t processors, uint32_t moment);

static inline uint32_t ports_get(
	const struct ports *ports, uint64_t processor, enum port_end end)
{
	if (ports->byte)
		return ports->byte[processor][end];
	if (ports->half)
		return ports->half[processor][end];
	assert(ports->word);
	return ports->word[processor][end];
}

static inline void ports_set(const struct ports *ports, uint64_t processor,
	enum port_end end, uint32_t moment)
{
	if (ports->byte) {
		ports->byte[processor][end] = (uint8_t)moment;
	} else if (ports->half) {
		ports->half[processor][end] = (uint16_t)moment;
	} else {
		assert(ports->word);
		ports->word[processor][end] = moment;
	}
}

/* Where the processor's are, to be prefetched. */
static inline const void *ports_at(
	const struct ports *ports, uint64_t processor)
{
	if (ports->byte)
		return &ports->byte[processor];
	if (ports->half)
		return &ports->half[processor];
	return &ports->word[processor];
}

/* What is on its way: rows, and what each of them carries. */
struct arriving {
	struct transmission row;
	uint64_t *carried; /* NULL, or whoever takes it frees it */
	size_t next;	   /* of those that are not in use */
};

/* A zeroed one is empty. */
struct arrivals {
	struct merge queue; /* a place in arrival each, by time */
	struct arriving *arrival;
	size_t count, capacity, unused;
	uint64_t stamps;
};

void arrivals_clear(struct arrivals *arrivals);
void arrivals_rescale(struct arrivals *arrivals, uint64_t factor);

/* Adds one that arrives at the tick. */
void arrivals_add(struct arrivals *arrivals, const struct transmission *row,
	uint64_t *carried, uint64_t tick);

/* Takes the first that arrives by the tick; 0 if none does. */
int arrivals_take(
	struct arrivals *arrivals, struct arriving *taken, uint64_t tick);

/*
 * What processors have in all operations but a broadcast, and what of it a row
 * may carry.
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
 *   scan, exscan: the same, but runs do not go round, and in the end some of
 * the pieces of processor i are just 0 .. i, or 0 .. i - 1.  So the order of
 * the operands is kept.
 *   scatter, gather, allgather: a processor has its block, or, in a scatter,
 * processor 0 has all; and what it has received.  What it sends it keeps.
 * barrier: the same of what it has heard of, itself and what it was told.
 *   allreduce: a processor has, of each block, a set of operands, its own to
 * begin with.  What it sends it keeps.  A sum that holds all that its receiver
 * has, and more, or is complete, takes the place of that; any other is added to
 * it, and must not hold an operand that is there already.  In the end everybody
 * has complete sums of all blocks. sum: see check/sum.c. alltoall: a block is
 * where it was sent last.  As long as all processors send alike, blocks are
 * told by their distance alone.
 */

struct operands;

/* The rules of an operation, which the functions below go by. */
struct operands_rules {
	/* The bytes to begin with of a processor and message; and those of a
	 * processor besides, or NULL. */
	unsigned bytes;
	uint64_t (*each)(uint64_t processors);
	void (*init)(struct operands *operands);
	void (*clear)(struct operands *operands);
	/* Of what it holds itself; NULL: of nothing. */
	void (*rescale)(struct operands *operands, uint64_t factor);
	/* NULL: what a processor has, it may send. */
	void (*send)(struct operands *operands, const struct transmission *row);
	void (*receive)(struct operands *operands,
		const struct transmission *row, uint64_t tick);
	/* What receive added to the arrivals is there; NULL: it adds none. */
	void (*arrive)(
		struct operands *operands, const struct arriving *arrival);
	void (*finish)(struct operands *operands);
};

extern const struct operands_rules operands_reduce, operands_reduce_scatter,
	operands_census, operands_scan, operands_sum, blocks_held,
	blocks_summed, blocks_moved;

/* Those of an operation; NULL: a broadcast has none. */
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
	struct blocks_set *blocks;	/* held: of each processor */
	uint64_t *sets;			/* [p·n + b]: bits of operands */
	struct arrivals arrivals;	/* of these two */
	struct moves *moves;		/* alltoall */
	struct sum_part *sums;		/* sum: of each processor */
	uint64_t max_bytes, bytes;	/* that may be taken, and are */
	const char *full;		/* what would take more, or NULL */
};

/*
 * Bytes of a processor to begin with, beside those of its ports: 12 a message
 * of a reduction, 16 in a census or scan; 40 where blocks are held; 12·n in a
 * reduce-scatter, n²/8 in an allreduce, 65 in an all-to-all.  Besides: 16 for
 * each run of blocks, 24 for each partial result of a census, n/8 for each
 * block of an allreduce that is on its way, 112 for each row; 16 for each block
 * of an all-to-all, n² of them, once not all processors send alike.
 */

/*
 * max_bytes: of which processor bytes for each processor, and those of the
 * rules, are taken from the beginning on.  A zeroed one may be cleared.
 * Errors: STATUS_LIMIT, naming the size.
 */
enum status operands_init(struct operands *operands, struct check *check,
	const struct schedule_header *header, uint64_t processor,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
void operands_clear(struct operands *operands);

/* Takes so many bytes more; 0 if there are not so many, and what, "blocks",
 * are then too many. */
int operands_take(struct operands *operands, uint64_t bytes, const char *what);

/* All ticks become so many times as large. */
void operands_rescale(struct operands *operands, uint64_t factor);

/* What is on its way arrives, as far as it is there by the tick. */
void operands_arrive(struct operands *operands, uint64_t tick);

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
	if (row->size > 0 && schedule_is_by_block(operands->header->operation))
		operands->check->blocks += row->size;
	operands_arrive(operands, row->tick);
	if (operands->rules->send)
		operands->rules->send(operands, row);
}

/* The row's receiver has its message by the tick; that is reported if it is too
 * late, or brings an operand again.  Rows are received in the order in which
 * they were sent. */
static inline void operands_receive(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	operands->rules->receive(operands, row, tick);
}

/* After some rows; operands may be NULL.
 * Errors: STATUS_LIMIT if what is held took more than max_bytes. */
enum status operands_status(
	const struct operands *operands, struct err *err) WARN_UNUSED;

/* All rows are read: reports what never arrives where it should.  Errors: the
 * same. */
static inline enum status operands_finish(
	struct operands *operands, struct err *err)
{
	operands_arrive(operands, UINT64_MAX);
	operands->rules->finish(operands);
	return operands_status(operands, err);
}

/*
 * A schedule that is replayed, as replay.c and replay_latest.c see it.
 */

/* next: the sender's next row; meets: the first row whose message the receiver
 * gets after this send, in the schedule, and sends on; then: the next such row
 * of the same receiver; after: the next row by which its receiver gets its
 * message.  SIZE_MAX: none.  needs: so many of these rows of its sender, the
 * first ones, are to have been received; those of a broadcast need any one. */
struct replay_row {
	uint64_t tick, to, message;
	size_t next, meets, then, after, needs;
	int is_terminal;
};

/* In ticks of the header's unit.  Latencies are the least, which is a send, a
 * step more, and so on up to that of the schedule.  On a machine they are its
 * L, and there are the rows themselves, to be carried out by their header. */
struct replay {
	uint64_t processors, messages, latency, least, send, step;
	struct schedule_header header;
	struct transmissions list;
	int is_broadcast;
	struct replay_row *row;
	size_t rows;
	size_t *first; /* of each processor: its first row */
	/* [p·m + i - 1], of what is no broadcast: the first by which p gets i
	 */
	size_t *head;
	unsigned char *sends; /* [p·m + i - 1]: whether p sends message i */
	uint64_t *sample;     /* latencies in ticks, to be drawn from */
	size_t samples;
};

/*
 * The memory, on any machine, of a row with its place among the messages under
 * way, whose array grows; and of a processor and each of its messages, in a run
 * or, before that, in the checker.
 */
enum {
	ROW_BYTES = 160,
	PROCESSOR_BYTES = 80,
	MESSAGE_BYTES = 13, /* of a broadcast */
	NEEDED_BYTES = 41   /* of what is none */
};

/* The place of p and message i in arrays for each processor and message. */
static inline size_t replay_place(
	const struct replay *replay, uint64_t p, uint64_t i)
{
	return (size_t)(p * replay->messages + i - 1);
}

#endif
