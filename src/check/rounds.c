/*
 * The checker of the models in rounds: telephone, telegraph, send/receive.
 *
 * Rows come in time order.  What a round sends is known from the next one on:
 * receipts wait in a list until the round is over.  Of each processor only what
 * it did last and what it knows, a bit a message, matter.
 */
#include "check/checker.h"

#include "base/bits.h"
#include "base/mem.h"

/* The last round, counted from 1, in which a processor did something, and whom
 * it talked to first in the last of them; 0 is never. */
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
	uint64_t *known; /* words of a processor, words of the next, .. */
	size_t words;
	struct receipt *receipt; /* of the present round */
	size_t receipts, capacity;
	uint64_t now;  /* the present round, 0 before the first */
	uint64_t tick; /* the last row's */
};

static uint64_t *find_word(
	const struct rounds *rounds, uint64_t processor, uint64_t message)
{
	return &rounds->known[processor * rounds->words + (message - 1) / 64];
}

static int knows(
	const struct rounds *rounds, uint64_t processor, uint64_t message)
{
	return processor == 0 ||
	       *find_word(rounds, processor, message) >> (message - 1) % 64 & 1;
}

/* The present round is over. */
static void receive(struct rounds *rounds)
{
	for (size_t i = 0; i < rounds->receipts; i++) {
		const struct receipt *receipt = &rounds->receipt[i];
		uint64_t bit = (uint64_t)1 << (receipt->message - 1) % 64;

		rounds->check->redundant += (uint64_t)knows(
			rounds, receipt->processor, receipt->message);
		*find_word(rounds, receipt->processor, receipt->message) |= bit;
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

/* Processor does something twice in the row's round. */
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

/* In the telephone models: whether processor may talk to peer, one of whom
 * sends; if not, reports why. */
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

/* Only the first of a row is reported. */
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

/* Notes that the processor took part in a row, with peer. */
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

/* A round with more sends than processors is an error anyway: the sends past
 * that arrive at once, so that they need no more memory. */
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
				*find_word(rounds, p, i) == UINT64_MAX)
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

/* Reads all rows, and what is known in the end. */
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
	const struct operands_rules *rules = operands_rules(header->operation);
	struct operands operands = {0};
	uint64_t words = rules ? 0 : bits_words(header->messages);
	uint64_t bytes = sizeof *rounds.part + sizeof *rounds.receipt +
			 words * sizeof *rounds.known;
	enum status status =
		rules ? operands_init(
				&operands, check, header, bytes, max_bytes, err)
		      : check_memory(header, bytes, 0, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	rounds.words = (size_t)words;
	if (rules)
		rounds.operands = &operands;
	status = run_rounds(&rounds, schedule, err);
	operands_clear(&operands);
	return status;
}
