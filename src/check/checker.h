/*
 * What the checkers of the models share: the loop over the rows and the reports
 * of violations; joining the two ends of a transmission; the last send and
 * receive of each processor; messages on their way; what processors have in
 * each operation.  Also what the three files of the replay share.
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
 * Pulls all rows, counts them, and hands them to the function piece by piece,
 * with a last call for no rows; before each call the schedule's unit may have
 * become finer.
 * Errors: those of pulling, and of the function.
 */
typedef enum status check_rows(void *checker, const struct transmission *row,
	size_t count, struct err *err);
enum status check_pull(struct check *check, struct schedule *schedule,
	check_rows *rows, void *checker, struct err *err) WARN_UNUSED;

/*
 * Counts a violation of the rule, a word for programs, and describes the first
 * few: in the format each # stands for a number and each @ for a tick, both
 * uint64_t, and each $ for a text.
 */
void check_report(struct check *check, const char *rule, uint64_t line,
	const char *format, ...);

/* Whether the row can be carried out: its processors, message and blocks exist,
 * its ends differ, and it does not start before the last tick; if not, reports
 * why. */
int check_transmission(struct check *check,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t last);

/* Reports that the row's sender has the message only from the tick held on or,
 * if that is UINT64_MAX, that nobody has sent it the message. */
void check_report_held(
	struct check *check, const struct transmission *row, uint64_t held);

/* Compares two uint64_t, for qsort. */
int check_compare_words(const void *x, const void *y);

/* Reports that a processor never gets a message. */
void check_report_missing(
	struct check *check, uint64_t processor, uint64_t message);

/*
 * Whether max_bytes allow so many bytes for each processor, and so many for
 * each of its messages.  Errors: STATUS_LIMIT, naming the size.
 */
enum status check_memory(const struct schedule_header *header,
	uint64_t processor, unsigned message, uint64_t max_bytes,
	struct err *err) WARN_UNUSED;

/* STATUS_LIMIT: the schedule's times reach 2^63. */
enum status check_too_large(struct err *err);

/*
 * The checkers of the models, a file each: they pull all rows and fill in
 * check, whose unit may be a multiple of the schedule's.  check_levels: postal
 * with several ports or with nodes; check_rounds: telephone, telegraph and
 * sendrecv.
 */
check_judge check_postal, check_levels, check_logp, check_rounds,
	check_locality, check_machine;

/*
 * -- Both ends of a transmission.  Where rows state one end only, a send needs
 * its receive, a row of the same time, sender, receiver and message, and a
 * receive needs its send: otherwise the parts of two processors do not fit
 * together, even if in the end everybody has every message.
 */

/*
 * Opens a schedule of the transmissions of another schedule, which it does not
 * close.  Two rows that state the two ends of one transmission become one row,
 * and so does a send without a receive; a receive without a send is dropped.
 * Both are reported to check when they are met.
 *   All rows of one time are held: schedule_next gives STATUS_LIMIT if they
 * need more than max_bytes.  O(log k) a row for k rows of one time.
 */
struct schedule *ends_open(
	struct check *check, struct schedule *schedule, uint64_t max_bytes);

/*
 * -- Two moments of each processor: that of its last send, and that of the send
 * that it received last; moments are numbers of a checker's own, see
 * check/postal.c.  Memory limits the speed, so they are as narrow as the latest
 * moment so far permits: one, two or four bytes.
 */

enum port_end { PORT_SENT, PORT_RECEIVED, PORT_ENDS };

/* [processor][end]; one of the three arrays exists. */
struct ports {
	uint8_t (*byte)[PORT_ENDS];
	uint16_t (*half)[PORT_ENDS];
	uint32_t (*word)[PORT_ENDS];
};

/* The most bytes that a processor takes, which is while moments are made wider.
 */
enum { PORTS_BYTES = PORT_ENDS * (sizeof(uint16_t) + sizeof(uint32_t)) };

/* All moments are 0. */
void ports_init(struct ports *ports, uint64_t processors);
void ports_clear(struct ports *ports);

/* Makes room for the moment, which is 1 later than the last one. */
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

/* The address of a processor's moments, to be prefetched. */
static inline const void *ports_at(
	const struct ports *ports, uint64_t processor)
{
	if (ports->byte)
		return &ports->byte[processor];
	if (ports->half)
		return &ports->half[processor];
	return &ports->word[processor];
}

/* -- Messages on their way: rows, and what each of them carries. */

struct arriving {
	struct transmission row;
	uint64_t *carried; /* NULL, or to be freed by whoever takes the row */
	size_t next;	   /* in the list of unused places */
};

/* All zeros: empty. */
struct arrivals {
	struct merge queue; /* by time of arrival; message: a place in */
	struct arriving *arrival;
	size_t count, capacity, unused;
	uint64_t stamps; /* rows that were ever added */
};

void arrivals_clear(struct arrivals *arrivals);
void arrivals_rescale(struct arrivals *arrivals, uint64_t factor);

/* Adds a row that arrives at the tick. */
void arrivals_add(struct arrivals *arrivals, const struct transmission *row,
	uint64_t *carried, uint64_t tick);

/* Takes the row that arrives first, if it does by the tick; 0 if none does.  Of
 * rows that arrive together the one added first is taken first. */
int arrivals_take(
	struct arrivals *arrivals, struct arriving *taken, uint64_t tick);

/*
 * -- What processors have, and so may send, in all operations but a broadcast.
 *   reduce: every processor has an operand for each message, and sends its
 * partial result once: the sum of its operand and of all that it receives.  In
 * the end processor 0 has the sum of all.  So of each processor and message it
 * is enough to know when something last arrived, and whether the partial result
 * has been sent: nothing may arrive after that, and only processor 0 does not
 * send.
 *   reduce-scatter: as reduce, with a message for each block; block b is
 * message b + 1, and its target is processor b.
 *   census: a processor has pieces, which are runs of operands: its own operand
 * and each partial result that it has received.  It sends the sum of pieces
 * that it has by then, of exactly the operands that the row states.  In the end
 * its pieces are all operands, each once.
 *   scan, exscan: as census, but runs do not wrap around from operand n - 1 to
 * 0, and in the end some of the pieces of processor i are exactly the operands
 * 0 .. i, or 0 .. i - 1.  So sums are in the order of their operands.
 *   scatter, gather, allgather: a processor has its own block (in a scatter
 * processor 0 has all blocks, and the others none), and those that it has
 * received.  It keeps what it sends.
 *   barrier: as allgather; a block stands for knowing that its processor has
 * come.
 *   allreduce: of each block a processor has a sum over a set of operands, at
 * first its own alone.  It keeps what it sends.  A sum that arrives replaces
 * the receiver's if it is complete, or has all operands of that and more; else
 * it is added, and the two must have no operand in common.  In the end
 * everybody has the complete sums of all blocks.
 *   alltoall: a block is only where it was sent last.
 *   sum: see check/sum.c.
 */

struct operands;

/* The rules of an operation, called by the functions below. */
struct operands_rules {
	/* The memory at first: of each processor and message, and of each
	 * processor besides; NULL: none. */
	unsigned bytes;
	uint64_t (*each)(uint64_t processors);
	void (*init)(struct operands *operands);
	void (*clear)(struct operands *operands);
	/* Rescales all ticks but those of arrivals; NULL: there are none. */
	void (*rescale)(struct operands *operands, uint64_t factor);
	/* NULL: a processor may send whatever it has. */
	void (*send)(struct operands *operands, const struct transmission *row);
	void (*receive)(struct operands *operands,
		const struct transmission *row, uint64_t tick);
	/* A row that receive added to the arrivals has arrived; NULL: receive
	 * adds none. */
	void (*arrive)(
		struct operands *operands, const struct arriving *arrival);
	void (*finish)(struct operands *operands);
};

extern const struct operands_rules operands_reduce, operands_reduce_scatter,
	operands_census, operands_scan, operands_sum, blocks_held,
	blocks_summed, blocks_moved;

struct operands {
	const struct operands_rules *rules; /* NULL: of a broadcast */
	struct check *check;
	const struct schedule_header *header;
	/* reduce, at operands_place: 0: nothing has arrived; 1 + the tick of
	 * the last arrival; UINT64_MAX: p has sent message i. */
	uint64_t *state;
	uint32_t *narrow;  /* as state, 2^32-1 for sent; NULL: state is used */
	uint64_t messages; /* of a reduction; in a reduce-scatter the blocks */
	uint64_t sent;	   /* how many states are those of sent messages */
	int is_quiet;	   /* no more violations of the row are reported */
	struct operands_pieces *pieces; /* census, scans: of each processor */
	struct blocks_set *blocks;	/* scatter .. barrier: the same */
	uint64_t *sets;			/* allreduce, [p·n + b]: bit sets */
	struct arrivals arrivals;	/* scatter .. barrier, and allreduce */
	struct moves *moves;		/* alltoall */
	struct sum_part *sums;		/* sum: of each processor */
	uint64_t max_bytes, bytes;	/* the limit, and what is taken of it */
	const char *full;		/* what would exceed it, or NULL */
};

/*
 * The bytes that a processor takes at first, beside those of its ports: 12 a
 * message in a reduction; 24 in a census, a scan or a sum; 40 where blocks are
 * held, and in a barrier; 12·n in a reduce-scatter, n²/8 in an allreduce, 65 in
 * an all-to-all.  Later: 16 for each run of blocks, 24 for each partial result
 * of a census or scan, n/8 for each block of an allreduce that is on its way,
 * 96 for each row that is on its way; 16 for each of the n² blocks of an
 * all-to-all, once not all processors send alike.
 */

/*
 * Begins to follow what processors have; in a broadcast there is nothing to
 * follow, and rules is NULL.
 * processor, message: the bytes that the checker itself takes of each
 * processor, and in a broadcast of each of its messages; with those of the
 * rules they must be within max_bytes.
 * Errors: STATUS_LIMIT, naming the size; all is then zero, and may be cleared.
 */
enum status operands_init(struct operands *operands, struct check *check,
	const struct schedule_header *header, uint64_t processor,
	unsigned message, uint64_t max_bytes, struct err *err) WARN_UNUSED;
void operands_clear(struct operands *operands);

/* Takes more bytes of the limit; 0 if they would exceed it: then there are too
 * many of what, "blocks". */
int operands_take(struct operands *operands, uint64_t bytes, const char *what);

/* Multiplies all ticks. */
void operands_rescale(struct operands *operands, uint64_t factor);

/* Has all rows arrive that do so by the tick. */
void operands_arrive(struct operands *operands, uint64_t tick);

/* The place of a processor's state of a message.  At about the same time many
 * processors send the same messages, so these stand together; in a
 * reduce-scatter a processor sends many blocks at once. */
static inline uint64_t operands_place(
	const struct operands *operands, uint64_t processor, uint64_t message)
{
	uint64_t n = operands->header->processors;

	if (operands->header->operation == OPERATION_REDUCE_SCATTER)
		return processor * n + message - 1;
	return (message - 1) * n + processor;
}

/* The address of a processor's state of a message, to be prefetched; NULL if
 * there is none. */
static inline const void *operands_at(
	const struct operands *operands, uint64_t processor, uint64_t message)
{
	if (!operands->narrow || message < 1 || message > operands->messages)
		return NULL;
	return &operands->narrow[operands_place(operands, processor, message)];
}

/* The row's sender sends at the row's tick; reports if it has not what it
 * sends. */
static inline void operands_send(
	struct operands *operands, const struct transmission *row)
{
	if (row->size > 0 && schedule_is_by_block(operands->header->operation))
		operands->check->blocks += row->size;
	if (operands->rules->arrive)
		operands_arrive(operands, row->tick);
	if (operands->rules->send)
		operands->rules->send(operands, row);
}

/* The row's receiver has what the row carries from the tick on; reports if that
 * is too late, or brings an operand again.  Calls come in the order of the
 * sends. */
static inline void operands_receive(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	operands->rules->receive(operands, row, tick);
}

/* operands: NULL in a broadcast.  Errors: STATUS_LIMIT if max_bytes were
 * exceeded. */
enum status operands_status(
	const struct operands *operands, struct err *err) WARN_UNUSED;

/* After the last row: reports what never arrives where it should.
 * Errors: those of operands_status. */
static inline enum status operands_finish(
	struct operands *operands, struct err *err)
{
	operands_arrive(operands, UINT64_MAX);
	operands->rules->finish(operands);
	return operands_status(operands, err);
}

/* -- A schedule that is replayed, for replay.c, replay_open.c and
 * replay_latest.c. */

/* Rows are named by their index, SIZE_MAX: none. */
struct replay_row {
	uint64_t tick, to, message;
	size_t next;  /* the sender's next row */
	size_t meets; /* the first row that, in the schedule, reaches the same
		       * receiver after this send, with a message that it
		       * sends on */
	size_t then;  /* the next row of this receiver that it sends on */
	size_t after; /* the next row of this message to this receiver */
	/* How many rows of this message to the sender, counted from the first,
	 * must have been received; in a broadcast it is any one. */
	size_t needs;
	int is_terminal; /* the receiver never sends the message on */
};

/* Times are ticks of the header's unit.  Latencies are latency, latency - step
 * and so on down to least, which is a send; on a machine they are values of L,
 * of which least may be 0 and less than a step below the next, and list has the
 * rows to be carried out. */
struct replay {
	uint64_t processors, messages, latency, least, send, step;
	struct schedule_header header;
	struct transmissions list;
	int is_broadcast;
	struct replay_row *row;
	size_t rows;
	size_t *first; /* of each processor: its first row */
	/* [p·m + i - 1]: the first row by which p gets message i; NULL in a
	 * broadcast */
	size_t *head;
	unsigned char *sends; /* [p·m + i - 1]: whether p sends message i */
	uint64_t *sample;     /* latencies in ticks, to be drawn from */
	size_t samples;
};

/*
 * The most bytes, on any computer, that a row takes, with its place in a
 * growing heap of messages on their way; and that a processor, and each of its
 * messages, takes in a run or, before that, in the checker.
 */
enum {
	ROW_BYTES = 160,
	PROCESSOR_BYTES = 80,
	MESSAGE_BYTES = 13, /* of a broadcast */
	NEEDED_BYTES = 41   /* of what is none */
};

/* Runs a schedule of the model machine once: if that succeeds, every other run
 * does.  Errors: those of schedule_varied. */
enum status replay_try(const struct replay *replay, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* The index of processor p and message i in arrays of both. */
static inline size_t replay_place(
	const struct replay *replay, uint64_t p, uint64_t i)
{
	return (size_t)(p * replay->messages + i - 1);
}

#endif
