/*
 * The checker of the LogP model, by the rule of queues.  A message sent at time
 * s can be received from s + L on.  A processor receives one message a step, of
 * those that wait the one sent first; an adversary breaks ties.
 *   Messages sent at one time to one processor are a class.  Classes are served
 * in the order of their times, each without a gap, and the adversary can put
 * any member last: so each member counts as received at the end of its class
 * (one step earlier for each further copy of it there), and the schedule is
 * valid if it is valid then.  Later classes do not see in which order an
 * earlier one was served.
 *
 * Rows come in time order: a class is complete when the time moves on, and what
 * it sent waits in a list until then.
 * Subramonian & Venkatasubramanian 1993, Section 2.
 */
#include "core/check_model.h"

#include "base/mem.h"

/* When a processor's last send has ended; when its last class arrived, and when
 * the first and the last of that are received.  Elapsed steps, like all times
 * here. */
struct port {
	uint64_t sent, arrival, first, last;
};

struct receipt {
	uint64_t processor, message;
};

struct logp {
	struct check *check;
	const struct schedule_header *header;
	uint64_t latency;
	struct port *port;
	uint64_t *held;		 /* [p·m + i - 1]: since when; 0 is never */
	struct receipt *receipt; /* of the present time */
	size_t receipts;
	uint64_t now, finish;
};

static uint64_t *held(const struct logp *logp, uint64_t p, uint64_t i)
{
	return &logp->held[p * logp->header->messages + i - 1];
}

/* The time moves on: the present classes are complete. */
static void receive(struct logp *logp)
{
	for (size_t i = 0; i < logp->receipts; i++) {
		const struct receipt *receipt = &logp->receipt[i];
		const struct port *port = &logp->port[receipt->processor];
		uint64_t *since =
			held(logp, receipt->processor, receipt->message);

		if (*since == 0)
			*since = port->last;
		else if (*since >= port->first)
			--*since;
	}
	logp->receipts = 0;
}

static void check_sender(struct logp *logp, const struct transmission *row)
{
	struct check_words words = {0};
	uint64_t since = *held(logp, row->from, row->message);

	if (logp->port[row->from].sent > row->tick)
		check_report(logp->check, row->line, "processor ",
			check_number(&words, row->from), " does two sends at ",
			check_time(&words, logp->check, row->tick), NULL);
	if (row->from != 0 && (since == 0 || since > row->tick))
		check_report_held(
			logp->check, row, since > 0 ? since : UINT64_MAX);
}

/* The message takes the first free step of its receiver.  More sends at a time
 * than processors are wrong already: then it does not matter when they arrive,
 * but that they need no more memory. */
static void send(struct logp *logp, const struct transmission *row)
{
	struct port *to = &logp->port[row->to];
	uint64_t arrival = row->tick + logp->latency;

	to->last = to->last < arrival ? arrival : to->last + 1;
	if (to->arrival != arrival)
		to->first = to->last;
	to->arrival = arrival;
	if (to->last > logp->finish)
		logp->finish = to->last;
	logp->port[row->from].sent = row->tick + 1;
	if (logp->receipts == logp->header->processors)
		receive(logp);
	logp->receipt[logp->receipts++] =
		(struct receipt){row->to, row->message};
}

static enum status check_row(
	struct logp *logp, const struct transmission *given, struct err *err)
{
	struct transmission row = *given;
	uint64_t unit = logp->header->unit;

	row.tick /= unit;
	if (!check_transmission(logp->check, logp->header, &row, logp->now))
		return STATUS_OK;
	if (given->tick % unit != 0)
		check_report(logp->check, row.line,
			"a send that does not start with a step", NULL);
	if (row.tick != logp->now)
		receive(logp);
	logp->now = row.tick;
	check_sender(logp, &row);
	send(logp, &row);
	if (logp->finish > INT64_MAX / unit)
		return err_set(err, STATUS_LIMIT,
			"times are too large to be checked", NULL);
	return STATUS_OK;
}

static enum status check_rows(
	struct logp *logp, struct schedule *schedule, struct err *err)
{
	const struct transmission *row;
	size_t count;

	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		for (size_t i = 0; i < count; i++)
			if (check_row(logp, &row[i], err) != STATUS_OK)
				return err->code;
		logp->check->transmissions += count;
	} while (count > 0);
	receive(logp);
	return STATUS_OK;
}

static void check_all_held(const struct logp *logp)
{
	for (uint64_t p = 1; p < logp->header->processors; p++)
		for (uint64_t i = 1; i <= logp->header->messages; i++)
			if (*held(logp, p, i) == 0)
				check_report_missing(logp->check, p, i);
}

enum status check_logp(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct logp logp = {.check = check,
		.header = header,
		.latency = header->latency / header->unit};
	enum status status =
		check_memory(header, sizeof *logp.port + sizeof *logp.receipt,
			sizeof *logp.held, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	check->unit = 1;
	logp.port = mem_array((size_t)header->processors, sizeof *logp.port);
	logp.receipt =
		mem_array((size_t)header->processors, sizeof *logp.receipt);
	logp.held = mem_array((size_t)(header->processors * header->messages),
		sizeof *logp.held);
	status = check_rows(&logp, schedule, err);
	if (status == STATUS_OK) {
		check_all_held(&logp);
		check->unit = header->unit;
		check->finish = logp.finish * header->unit;
	}
	mem_free(logp.port);
	mem_free(logp.receipt);
	mem_free(logp.held);
	return status;
}
