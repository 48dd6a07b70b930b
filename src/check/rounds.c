/*
 * The checker of the models in rounds: telephone, telegraph, sendrecv.
 *
 * A message sent in a round is known to its receiver from the next one on, so
 * receipts wait in a list until the round is over.  Rows come in time order, so
 * only two things matter of a processor: what it did last, and which messages
 * it knows, a bit each.
 */
#include "check/checker.h"

#include "base/bits.h"
#include "base/mem.h"

/* Of a processor: the rounds, counted from 1, of its last send and its last
 * receive, 0 for never; and whom it talked to first in the later of them. */
struct part {
	uint64_t sent, received, peer;
};

struct receipt {
	uint64_t processor, message;
};

struct rounds {
	struct check *check;
	const struct schedule_header *header;
	struct part *part;
	struct operands *operands; /* NULL in a broadcast */
	uint64_t *known;	 /* a set of messages - 1 for each processor */
	size_t words;		 /* of each set */
	struct receipt *receipt; /* of the present round */
	size_t receipts, capacity;
	uint64_t now;  /* the present round, 0 before the first */
	uint64_t tick; /* the last row's */
};

static uint64_t *known_by(const struct rounds *rounds, uint64_t processor)
{
	return &rounds->known[processor * rounds->words];
}

static int knows(
	const struct rounds *rounds, uint64_t processor, uint64_t message)
{
	return processor == 0 ||
	       bits_has(known_by(rounds, processor), message - 1);
}

/* Receives what was sent in the present round, which is over. */
static void receive(struct rounds *rounds)
{
	for (size_t i = 0; i < rounds->receipts; i++) {
		const struct receipt *receipt = &rounds->receipt[i];

		rounds->check->redundant += (uint64_t)knows(
			rounds, receipt->processor, receipt->message);
		bits_add(known_by(rounds, receipt->processor),
			receipt->message - 1);
	}
	rounds->receipts = 0;
}

static void add_receipt(struct rounds *rounds, const struct transmission *row)
{
	rounds->receipt = mem_grow(rounds->receipt, &rounds->capacity,
		rounds->receipts, sizeof *rounds->receipt);
	rounds->receipt[rounds->receipts++] =
		(struct receipt){row->to, row->message};
}

/* Reports what a processor does too often in the row's round, "does two sends".
 */
static void report_twice(const struct rounds *rounds, const char *rule,
	const struct transmission *row, uint64_t processor, const char *what)
{
	check_report(rounds->check, rule, row->line, "processor # $ at @",
		processor, what, row->tick);
}

static int is_active(const struct rounds *rounds, const struct part *part)
{
	return part->sent == rounds->now || part->received == rounds->now;
}

/* Whether a processor may send to the peer, or receive from it, in telephone or
 * telegraph; if not, reports why. */
static int check_talk(const struct rounds *rounds,
	const struct transmission *row, uint64_t processor, uint64_t peer)
{
	const struct part *part = &rounds->part[processor];
	const char *wrong = NULL;

	if (!is_active(rounds, part))
		return 1;
	if (part->peer != peer)
		wrong = "talks to two others";
	else if (rounds->header->model == MODEL_TELEGRAPH)
		wrong = "talks in both directions";
	if (wrong)
		report_twice(rounds, "calls", row, processor, wrong);
	return !wrong;
}

/* Reports the first rule about sends and receives that the row breaks. */
static void check_ports(
	const struct rounds *rounds, const struct transmission *row)
{
	if (rounds->part[row->from].sent == rounds->now)
		report_twice(rounds, "sends", row, row->from, "does two sends");
	else if (rounds->part[row->to].received == rounds->now)
		report_twice(rounds, "receives", row, row->to,
			"receives two messages");
	else if (rounds->header->model != MODEL_SENDRECV &&
		 check_talk(rounds, row, row->from, row->to))
		(void)check_talk(rounds, row, row->to, row->from);
}

static void check_held(
	const struct rounds *rounds, const struct transmission *row)
{
	if (!knows(rounds, row->from, row->message))
		check_report(rounds->check, "held", row->line,
			"processor # sends message # at @, but does not know "
			"it then",
			row->from, row->message, row->tick);
}

/* Notes that the processor sends to the peer, or receives from it. */
static void note_part(
	struct rounds *rounds, uint64_t processor, uint64_t peer, int sends)
{
	struct part *part = &rounds->part[processor];

	if (!is_active(rounds, part))
		part->peer = peer;
	if (sends)
		part->sent = rounds->now;
	else
		part->received = rounds->now;
}

/* A round with more sends than processors breaks a rule anyway, so those sends
 * may arrive at once when there are as many; this bounds the memory. */
static void check_row(struct rounds *rounds, const struct transmission *row)
{
	uint64_t now = row->tick / rounds->header->unit + 1;

	if (!check_transmission(
		    rounds->check, rounds->header, row, rounds->tick))
		return;
	if (row->tick % rounds->header->unit != 0)
		check_report(rounds->check, "start", row->line,
			"a send that does not start with a round");
	if (now != rounds->now ||
		rounds->receipts == rounds->header->processors)
		receive(rounds);
	rounds->now = now;
	rounds->tick = row->tick;
	check_ports(rounds, row);
	note_part(rounds, row->from, row->to, 1);
	note_part(rounds, row->to, row->from, 0);
	if (rounds->operands) {
		operands_send(rounds->operands, row);
		operands_receive(
			rounds->operands, row, now * rounds->header->unit);
		return;
	}
	check_held(rounds, row);
	add_receipt(rounds, row);
}

static enum status check_all_know(const struct rounds *rounds, struct err *err)
{
	if (rounds->operands)
		return operands_finish(rounds->operands, err);
	for (uint64_t p = 1; p < rounds->header->processors; p++)
		for (uint64_t i = 1; i <= rounds->header->messages; i++)
			if ((i - 1) % 64 == 0 &&
				known_by(rounds, p)[i / 64] == UINT64_MAX)
				i += 63;
			else if (!knows(rounds, p, i))
				check_report_missing(rounds->check, p, i);
	return STATUS_OK;
}

static enum status check_rounds_rows(void *checker,
	const struct transmission *row, size_t count, struct err *err)
{
	struct rounds *rounds = checker;
	struct check *check = rounds->check;
	uint64_t unit = rounds->header->unit;

	if (unit != check->unit) {
		rounds->tick *= unit / check->unit;
		if (rounds->operands)
			operands_rescale(rounds->operands, unit / check->unit);
		check->unit = unit;
	}
	for (size_t i = 0; i < count; i++)
		check_row(rounds, &row[i]);
	return operands_status(rounds->operands, err);
}

/* Reads all rows, then checks who knows what in the end. */
static enum status run_rounds(
	struct rounds *rounds, struct schedule *schedule, struct err *err)
{
	size_t n = (size_t)rounds->header->processors;
	enum status status;

	rounds->check->unit = rounds->header->unit;
	rounds->part = mem_array(n, sizeof *rounds->part);
	rounds->known = mem_array(n * rounds->words, sizeof *rounds->known);
	status = check_pull(
		rounds->check, schedule, check_rounds_rows, rounds, err);
	if (status == STATUS_OK) {
		receive(rounds);
		status = check_all_know(rounds, err);
		rounds->check->finish = rounds->now * rounds->check->unit;
	}
	mem_free(rounds->part);
	mem_free(rounds->known);
	mem_free(rounds->receipt);
	return status;
}

enum status check_rounds(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct rounds rounds = {.check = check, .header = header};
	struct operands operands;
	uint64_t words = header->operation == OPERATION_BROADCAST
				 ? bits_words(header->messages)
				 : 0;
	uint64_t bytes = sizeof *rounds.part + sizeof *rounds.receipt +
			 words * sizeof *rounds.known;
	enum status status = operands_init(
		&operands, check, header, bytes, 0, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	rounds.words = (size_t)words;
	if (operands.rules)
		rounds.operands = &operands;
	status = run_rounds(&rounds, schedule, err);
	operands_clear(&operands);
	return status;
}
