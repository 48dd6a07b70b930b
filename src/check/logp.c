/*
 * The checker of the LogP model, by the rule of queues: a message sent at time
 * s can be received from s + L on.  A processor receives one message a step, of
 * those that wait the one sent first; an adversary breaks ties.
 *   The messages sent at one time to one processor are a class.  Classes are
 * received in the order of their times, each without a gap.  The adversary can
 * put any member of a class last, so each counts as received at the end of its
 * class (one step earlier for each further copy of the same message there): the
 * schedule is valid if and only if it is valid then.  Later classes do not
 * depend on the order within an earlier one.
 *   Example: L = 2, messages 1 and 2 are sent to one processor at 0 and message
 * 3 at 1: 1 and 2 count as received at 3, and 3 is received at 4.
 *
 * Rows come in time order, so a class is complete when the time moves on; until
 * then its messages wait in a list.  Where there is only one message, it is
 * first received at the start of its first class, however many copies follow.
 *   Memory limits the speed, so times are as narrow as the latest one permits,
 * and what is seldom needed is kept apart: when a class begins, if something
 * waits, and when the one message was first received, if it came again.
 * Subramonian & Venkatasubramanian 1993, Section 2.
 */
#include "check/checker.h"

#include <assert.h>

#include "base/mem.h"

/* A processor's last class, if it had to wait: when it arrived, and when its
 * first and its last message so far are received.  All times in this file are
 * in steps. */
struct class
{
	uint64_t arrival, first, last;
};

/* A row of the present time: what matters of it once it is received. */
struct receipt {
	uint64_t processor, message, line;
	uint64_t from, first, size;
	uint32_t radix, digit;
};

/* Two times of each processor: when its last send ends, and when it receives
 * the last message that was sent to it; 0: never. */
enum port { PORT_FREE, PORT_LAST, PORTS };

struct logp {
	struct check *check;
	const struct schedule_header *header;
	uint64_t latency;
	size_t width;	 /* of a time in port and held: 2, 4 or 8 bytes */
	uint64_t widest; /* the latest time that fits that width */
	void *port;	 /* [PORTS·p + enum port] */
	/* [p·m + i - 1], in a broadcast: when p has received message i; 0:
	 * never, or, of one message, at most once */
	void *held;
	struct class *class;	   /* of each processor; NULL: nothing waited */
	struct operands *operands; /* NULL in a broadcast */
	int repeated;		   /* m = 1: some processor has got it again */
	struct receipt *receipt;   /* of the present time; NULL in a broadcast
				    * of one message */
	size_t receipts;
	uint64_t now, finish;
	uint64_t most; /* the latest step whose tick is below 2^63 */
};

/* -- times */

static inline uint64_t get(
	const struct logp *logp, const void *times, uint64_t i)
{
	switch (logp->width) {
	case sizeof(uint16_t):
		return ((const uint16_t *)times)[i];
	case sizeof(uint32_t):
		return ((const uint32_t *)times)[i];
	default:
		return ((const uint64_t *)times)[i];
	}
}

static inline void set(
	const struct logp *logp, void *times, uint64_t i, uint64_t time)
{
	assert(time <= logp->widest);
	switch (logp->width) {
	case sizeof(uint16_t):
		((uint16_t *)times)[i] = (uint16_t)time;
		break;
	case sizeof(uint32_t):
		((uint32_t *)times)[i] = (uint32_t)time;
		break;
	default:
		((uint64_t *)times)[i] = time;
	}
}

static void *copy_wider(const struct logp *logp, const struct logp *wide,
	void *times, uint64_t count)
{
	void *copy = mem_array((size_t)count, wide->width);

	for (uint64_t i = 0; i < count; i++)
		set(wide, copy, i, get(logp, times, i));
	mem_free(times);
	return copy;
}

/* Makes room for a time that is too late for the present width. */
static void widen_logp(struct logp *logp, uint64_t time)
{
	uint64_t n = logp->header->processors, m = logp->header->messages;
	struct logp wide = *logp;

	wide.width = time > UINT32_MAX ? sizeof(uint64_t) : sizeof(uint32_t);
	wide.widest = time > UINT32_MAX ? UINT64_MAX : UINT32_MAX;
	wide.port = copy_wider(logp, &wide, logp->port, PORTS * n);
	if (logp->held)
		wide.held = copy_wider(logp, &wide, logp->held, n * m);
	*logp = wide;
}

/* -- rows */

/* When p, not the source, has received message i; 0: nobody has sent it. */
static inline uint64_t held(const struct logp *logp, uint64_t p, uint64_t i)
{
	uint64_t m = logp->header->messages, since;

	if (m == 1 && !logp->repeated)
		return get(logp, logp->port, PORTS * p + PORT_LAST);
	since = get(logp, logp->held, p * m + i - 1);
	if (m == 1 && since == 0)
		return get(logp, logp->port, PORTS * p + PORT_LAST);
	return since;
}

/* In all operations but a broadcast: the receiver has what it was sent from the
 * time on. */
static void merge(
	const struct logp *logp, const struct receipt *receipt, uint64_t time)
{
	const struct transmission row = {.tick = logp->now,
		.from = receipt->from,
		.to = receipt->processor,
		.message = receipt->message,
		.first = receipt->first,
		.size = receipt->size,
		.radix = receipt->radix,
		.digit = receipt->digit,
		.line = receipt->line};

	operands_receive(logp->operands, &row, time);
}

/* Receives the present classes, which are complete as the time moves on. */
static void receive_logp(struct logp *logp)
{
	for (size_t i = 0; i < logp->receipts; i++) {
		const struct receipt *receipt = &logp->receipt[i];
		uint64_t p = receipt->processor, first;
		uint64_t last = get(logp, logp->port, PORTS * p + PORT_LAST);
		uint64_t place =
			p * logp->header->messages + receipt->message - 1;
		uint64_t since;

		if (logp->operands) {
			merge(logp, receipt, last);
			continue;
		}
		since = get(logp, logp->held, place);
		logp->check->redundant += p == 0 || since > 0;
		first = last;
		if (logp->class && logp->class[p].last == last)
			first = logp->class[p].first;
		if (since == 0)
			set(logp, logp->held, place, last);
		else if (since >= first)
			set(logp, logp->held, place, since - 1);
	}
	logp->receipts = 0;
}

static void report_busy(const struct logp *logp, const struct transmission *row)
{
	check_report(logp->check, "sends", row->line,
		"processor # does two sends at @", row->from, row->tick);
}

static void check_sender(
	const struct logp *logp, const struct transmission *row)
{
	uint64_t since;

	if (get(logp, logp->port, PORTS * row->from + PORT_FREE) > row->tick)
		report_busy(logp, row);
	if (logp->operands)
		operands_send(logp->operands, row);
	if (logp->operands || row->from == 0)
		return;
	since = held(logp, row->from, row->message);
	if (since == 0)
		since = UINT64_MAX;
	if (since > row->tick)
		check_report_held(logp->check, row, since);
}

/* Queues a message that arrives while its receiver is busy with others, the
 * last of which it receives at last. */
static void queue(
	struct logp *logp, uint64_t processor, uint64_t arrival, uint64_t last)
{
	struct class *class;

	if (!logp->class)
		logp->class = mem_array(
			(size_t)logp->header->processors, sizeof *logp->class);
	class = &logp->class[processor];
	if (class->last != last)
		*class = (struct class){.arrival = last, .first = last};
	if (class->arrival != arrival)
		class->first = last + 1;
	class->arrival = arrival;
	class->last = last + 1;
}

/* Whether receives can be told to the operands one by one: in a reduction of
 * one message only the last receive matters. */
static int is_merged_at_once(const struct logp *logp)
{
	return logp->header->operation == OPERATION_REDUCE &&
	       logp->header->messages == 1;
}

/* Notes that the row's message will be received at the time or, if others of
 * its class follow, later; its receiver received the message before it at
 * last. */
static void note_receipt(struct logp *logp, const struct transmission *row,
	uint64_t time, uint64_t last)
{
	uint64_t m = logp->header->messages;
	uint64_t place = row->to * m + row->message - 1;
	const struct receipt receipt = {row->to, row->message, row->line,
		row->from, row->first, row->size, row->radix, row->digit};

	if (m == 1 && !logp->operands)
		logp->check->redundant += row->to == 0 || last > 0;
	if (m == 1 && !logp->operands && last == 0)
		return;
	if (m == 1 && !logp->operands) {
		logp->repeated = 1;
		time = last;
	} else if (logp->receipts < logp->header->processors &&
		   !is_merged_at_once(logp)) {
		logp->receipt[logp->receipts++] = receipt;
		return;
	}
	if (logp->operands) {
		merge(logp, &receipt, time);
		return;
	}
	/* More sends at one time than there are processors are an error anyway,
	 * so an early time does no harm. */
	if (get(logp, logp->held, place) == 0)
		set(logp, logp->held, place, time);
}

/* The message takes the first free step of its receiver. */
static void send_logp(struct logp *logp, const struct transmission *row)
{
	uint64_t arrival = row->tick + logp->latency, time = arrival;
	uint64_t to = PORTS * row->to + PORT_LAST;
	uint64_t last = get(logp, logp->port, to);

	if (last >= arrival) {
		queue(logp, row->to, arrival, last);
		time = last + 1;
	}
	note_receipt(logp, row, time, last);
	set(logp, logp->port, to, time);
	set(logp, logp->port, PORTS * row->from + PORT_FREE, row->tick + 1);
	if (time > logp->finish)
		logp->finish = time;
}

/* row: its tick is in steps; is_whole: and was a whole number of them. */
static enum status check_logp_row(struct logp *logp,
	const struct transmission *row, int is_whole, struct err *err)
{
	uint64_t latest = row->tick + logp->latency;

	if (!check_transmission(logp->check, logp->header, row, logp->now))
		return STATUS_OK;
	if (!is_whole)
		check_report(logp->check, "start", row->line,
			"a send that does not start with a step");
	if (row->tick != logp->now)
		receive_logp(logp);
	logp->now = row->tick;
	if (latest <= logp->finish)
		latest = logp->finish + 1;
	if (latest > logp->most)
		return check_too_large(err);
	if (latest > logp->widest)
		widen_logp(logp, latest);
	check_sender(logp, row);
	send_logp(logp, row);
	return STATUS_OK;
}

static enum status check_logp_rows(void *checker,
	const struct transmission *row, size_t count, struct err *err)
{
	struct logp *logp = checker;
	uint64_t unit = logp->header->unit;

	logp->most = INT64_MAX / unit;
	if (logp->finish > logp->most)
		return check_too_large(err);
	for (size_t i = 0; unit == 1 && i < count; i++)
		if (check_logp_row(logp, &row[i], 1, err) != STATUS_OK)
			return err->code;
	for (size_t i = 0; unit > 1 && i < count; i++) {
		struct transmission part = row[i];

		part.tick /= unit;
		if (check_logp_row(logp, &part, row[i].tick % unit == 0, err) !=
			STATUS_OK)
			return err->code;
	}
	return operands_status(logp->operands, err);
}

static enum status check_all_held(const struct logp *logp, struct err *err)
{
	if (logp->operands)
		return operands_finish(logp->operands, err);
	for (uint64_t p = 1; p < logp->header->processors; p++)
		for (uint64_t i = 1; i <= logp->header->messages; i++)
			if (held(logp, p, i) == 0)
				check_report_missing(logp->check, p, i);
	return STATUS_OK;
}

enum status check_logp(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	uint64_t n = header->processors, m = header->messages;
	struct logp logp = {.check = check,
		.header = header,
		.latency = header->latency / header->unit,
		.width = sizeof(uint16_t),
		.widest = UINT16_MAX};
	/* There are two copies of the times while they are made wider. */
	unsigned time = sizeof(uint64_t) + sizeof(uint32_t);
	struct operands operands;
	const uint64_t bytes = (uint64_t)PORTS * time + sizeof(struct class) +
			       sizeof(struct receipt);
	enum status status = operands_init(
		&operands, check, header, bytes, time, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	check->unit = 1;
	logp.port = mem_array((size_t)(PORTS * n), logp.width);
	if (operands.rules)
		logp.operands = &operands;
	else
		logp.held = mem_array((size_t)(n * m), logp.width);
	if (m > 1 || operands.rules)
		logp.receipt = mem_array((size_t)n, sizeof *logp.receipt);
	status = check_pull(check, schedule, check_logp_rows, &logp, err);
	if (status == STATUS_OK) {
		receive_logp(&logp);
		status = check_all_held(&logp, err);
		check->unit = header->unit;
		check->finish = logp.finish * header->unit;
	}
	mem_free(logp.port);
	mem_free(logp.held);
	mem_free(logp.class);
	operands_clear(&operands);
	mem_free(logp.receipt);
	return status;
}
