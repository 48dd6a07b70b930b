/*
 * The checker of the model machine, by the rules of LogGP as LogGOPSim carries
 * them out.  A send from p to q at t takes
 *
 *   the processor of p  [t, t + overhead)
 *   its send port       [t, t + gap)
 *
 * and its message is at q at t + overhead + latency.  The receive starts at x,
 * which is that time or, if a later one is stated, the time `taken`; it takes
 *
 *   the processor of q  [x, x + copy)
 *   its receive port    [x, x + gap)
 *
 * q has the message from x + overhead + (s-1) G on, which is x + copy unless
 * the machine copies without its processor.  Intervals of one processor or of
 * one port do not overlap; they may touch.
 *   Where sends take the processor no time, a send must not start within a
 * receive, nor together with it unless rows state `taken`.  Without `taken` the
 * rows are a plan, and the simulator might receive an older message first, so
 * that the send would be late; with it, they are what a simulation found, in
 * which either may have gone first.
 *   Example: L = 2, o = 1, g = 1: a send at 0 takes its sender until 1 and its
 * receiver from 3 to 4; from 4 on the receiver may send the message.
 *
 * All rows are kept.  At the end their uses of processors are sorted by
 * processor and time, and each is compared with those before it.
 */
#include "check/checker.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

/* A row that is kept; its `taken` is set. */
struct machine_row {
	struct transmission sent;
	uint64_t next; /* in a list of rows: 1 + the index of the next, or 0 */
};

/* A send or a receive of a processor, which is busy with it until end, as the
 * port is until free. */
struct use {
	uint64_t processor, begin, end, free;
	size_t row;
	int is_send;
};

struct machine_check {
	struct check *check;
	const struct schedule_header *header;
	struct operands *operands; /* NULL in a broadcast */
	struct machine_row *row;
	size_t rows, capacity;
	uint64_t last, max_bytes;
	/* [p·m + i - 1]: in a broadcast the tick from which on p has message
	 * i, or NEVER; in an instant reduction how many rows to p are still to
	 * be carried out; else NULL */
	uint64_t *held;
};

static const uint64_t NEVER = UINT64_MAX;

/* The bytes that a row takes, while its array grows and with its two uses. */
enum { MACHINE_ROW_BYTES = 320 };
static_assert(5 * sizeof(struct machine_row) / 2 + 2 * sizeof(struct use) <=
		      MACHINE_ROW_BYTES,
	"a row");

/* -- what processors hold */

static size_t place_of(
	const struct machine_check *machine, uint64_t p, uint64_t i)
{
	return (size_t)(p * machine->header->messages + i - 1);
}

static size_t count_places(const struct machine_check *machine)
{
	return (size_t)(machine->header->processors *
			machine->header->messages);
}

static uint64_t *held_at(
	const struct machine_check *machine, uint64_t p, uint64_t i)
{
	return &machine->held[place_of(machine, p, i)];
}

static void hold_by_row(
	const struct machine_check *machine, const struct transmission *row)
{
	uint64_t *held = held_at(machine, row->to, row->message);
	uint64_t time = row->taken + schedule_row_receive(machine->header, row);

	machine->check->redundant += *held != NEVER;
	if (time < *held)
		*held = time;
}

/* -- messages that take no time */

/*
 * A message that takes no time may let its receiver send at the same tick, in a
 * row that stands earlier.  So where there are such messages, even if only
 * inside nodes, each row is carried out after those that it needs: in a
 * broadcast the first receive of its message, in a reduction all receives of
 * it.  Rows that need one another in a circle are never carried out.  (Other
 * operations are checked in the order of their rows.)
 */
static int is_instant(const struct schedule_header *header)
{
	int has_instant = header->latency == 0 ||
			  (header->node > 1 && header->inside == 0);

	return has_instant && (header->operation == OPERATION_BROADCAST ||
				      header->operation == OPERATION_REDUCE);
}

static void tell_operands(
	const struct machine_check *machine, const struct transmission *row)
{
	operands_send(machine->operands, row);
	operands_receive(machine->operands, row,
		row->taken + schedule_row_receive(machine->header, row));
}

static int is_ready(
	const struct machine_check *machine, const struct transmission *row)
{
	uint64_t held = *held_at(machine, row->from, row->message);

	return machine->operands ? held == 0 : held <= row->tick;
}

/* Carries the row out; whether rows that wait for its message at its receiver
 * may have become ready. */
static int do_row(
	const struct machine_check *machine, const struct transmission *row)
{
	uint64_t *held = held_at(machine, row->to, row->message);
	const uint64_t before = *held;

	if (machine->operands) {
		tell_operands(machine, row);
		return --*held == 0;
	}
	hold_by_row(machine, row);
	return *held < before;
}

/* Moves a list of rows that waited to the head of those that are ready. */
static void wake_rows(
	const struct machine_check *machine, uint64_t *ready, uint64_t *waiting)
{
	while (*waiting > 0) {
		struct machine_row *row = &machine->row[*waiting - 1];
		uint64_t next = row->next;

		row->next = *ready;
		*ready = *waiting;
		*waiting = next;
	}
}

/* Carries out the row of that number, and the rows that waited for it; a row
 * that is not ready waits in its sender's list. */
static void do_rows(
	const struct machine_check *machine, uint64_t ready, uint64_t *waiting)
{
	while (ready > 0) {
		uint64_t number = ready;
		struct machine_row *row = &machine->row[number - 1];
		const struct transmission *sent = &row->sent;
		size_t from = place_of(machine, sent->from, sent->message);
		size_t to = place_of(machine, sent->to, sent->message);

		ready = row->next;
		if (!is_ready(machine, sent)) {
			row->next = waiting[from];
			waiting[from] = number;
		} else if (do_row(machine, sent)) {
			wake_rows(machine, &ready, &waiting[to]);
		}
	}
}

/* In a reduction, rows that are never ready are carried out in the end, so that
 * what is wrong with them is reported. */
static void do_all_rows(const struct machine_check *machine)
{
	size_t places = count_places(machine);
	uint64_t *waiting = mem_array(places, sizeof *waiting);

	for (size_t i = 0; i < machine->rows && machine->operands; i++)
		++*held_at(machine, machine->row[i].sent.to,
			machine->row[i].sent.message);
	for (size_t i = 0; i < machine->rows; i++)
		do_rows(machine, i + 1, waiting);
	for (size_t i = 0; i < places && machine->operands; i++)
		for (uint64_t at = waiting[i]; at > 0;
			at = machine->row[at - 1].next)
			tell_operands(machine, &machine->row[at - 1].sent);
	mem_free(waiting);
}

/* -- what processors have in a broadcast */

/* Finds when each processor first has each message. */
static void hold_all(const struct machine_check *machine)
{
	size_t places = count_places(machine);

	for (size_t i = (size_t)machine->header->messages; i < places; i++)
		machine->held[i] = NEVER;
	if (is_instant(machine->header))
		do_all_rows(machine);
	else
		for (size_t i = 0; i < machine->rows; i++)
			hold_by_row(machine, &machine->row[i].sent);
}

static void check_held(const struct machine_check *machine)
{
	const struct schedule_header *header = machine->header;

	hold_all(machine);
	for (size_t i = 0; i < machine->rows; i++) {
		const struct transmission *row = &machine->row[i].sent;
		uint64_t held = *held_at(machine, row->from, row->message);

		if (held > row->tick)
			check_report_held(machine->check, row, held);
	}
	for (uint64_t p = 1; p < header->processors; p++)
		for (uint64_t i = 1; i <= header->messages; i++)
			if (*held_at(machine, p, i) == NEVER)
				check_report_missing(machine->check, p, i);
}

/* -- processors and ports */

static int compare_uses(const void *x, const void *y)
{
	const struct use *a = x, *b = y;
	int order = number_compare_u64(a->processor, b->processor);

	order = number_compare_next(order, a->begin, b->begin);
	order = order != 0 ? order : a->is_send - b->is_send;
	return number_compare_next(order, a->row, b->row);
}

/* Reports "it sends to 7 and receives from 1", or "it receives from 1 and from
 * 2". */
static void report_taken_twice(const struct machine_check *machine,
	const char *what, const struct use *before, const struct use *use)
{
	const struct use *of[2] = {before, use};
	int is_alike = before->is_send == use->is_send;
	uint64_t peer[2];

	for (int i = 0; i < 2; i++) {
		const struct transmission *row = &machine->row[of[i]->row].sent;

		peer[i] = of[i]->is_send ? row->to : row->from;
	}
	check_report(machine->check, "machine",
		machine->row[use->row].sent.line,
		"the $ # is taken twice at @: it $ # and $ #", what,
		use->processor, use->begin,
		before->is_send ? "sends to" : "receives from", peer[0],
		is_alike       ? (use->is_send ? "to" : "from")
		: use->is_send ? "sends to"
			       : "receives from",
		peer[1]);
}

/* Whether the use begins while the processor is busy with the one before it.
 * Where rows state `taken`, a send that takes no time may start together with
 * another use. */
static int is_taken_twice(const struct machine_check *machine,
	const struct use *before, const struct use *use)
{
	int is_first = machine->header->has_taken && use->begin == use->end &&
		       use->begin == before->begin;

	return before->end > use->begin && !is_first;
}

/* Compares a use with those before it: with the one that keeps the processor
 * busy longest, and with the one that does so to its port. */
static void check_use(const struct machine_check *machine,
	const struct use *use, const struct use **longest,
	const struct use *port[2])
{
	static const char *const ports[] = {"receive port of", "send port of"};
	const struct use **last = &port[use->is_send];

	if (*longest && is_taken_twice(machine, *longest, use))
		report_taken_twice(machine, "CPU of", *longest, use);
	else if (*last && use->begin < (*last)->free)
		report_taken_twice(machine, ports[use->is_send], *last, use);
	if (!*longest || use->end >= (*longest)->end)
		*longest = use;
	if (!*last || use->free >= (*last)->free)
		*last = use;
}

static void set_uses(const struct machine_check *machine, struct use *use)
{
	const struct schedule_header *header = machine->header;
	/* In a sum, an addition follows each receive. */
	uint64_t added = header->operation == OPERATION_SUM ? header->unit : 0;

	for (size_t i = 0; i < machine->rows; i++) {
		const struct transmission *row = &machine->row[i].sent;
		uint64_t gap = schedule_row_gap(header, row);

		*use++ = (struct use){row->from, row->tick,
			row->tick + schedule_row_message(header, row)->overhead,
			row->tick + gap, i, 1};
		*use++ = (struct use){row->to, row->taken,
			row->taken + schedule_row_copy(header, row) + added,
			row->taken + gap, i, 0};
	}
}

static void check_uses(const struct machine_check *machine)
{
	size_t count = 2 * machine->rows;
	struct use *use = mem_array(count, sizeof *use);
	const struct use *longest = NULL, *port[2] = {NULL, NULL};

	set_uses(machine, use);
	qsort(use, count, sizeof *use, compare_uses);
	for (size_t i = 0; i < count; i++) {
		if (longest && longest->processor != use[i].processor)
			longest = port[0] = port[1] = NULL;
		check_use(machine, &use[i], &longest, port);
	}
	mem_free(use);
}

/* -- rows */

static enum status keep_row(struct machine_check *machine,
	const struct transmission *row, uint64_t taken, struct err *err)
{
	struct machine_row *kept;

	if (machine->rows >= machine->max_bytes / MACHINE_ROW_BYTES)
		return limit_too_many("transmissions", err);
	machine->row = mem_grow(machine->row, &machine->capacity, machine->rows,
		sizeof *machine->row);
	kept = &machine->row[machine->rows++];
	*kept = (struct machine_row){.sent = *row};
	kept->sent.taken = taken;
	return STATUS_OK;
}

static void report_early(const struct machine_check *machine,
	const struct transmission *row, uint64_t there)
{
	check_report(machine->check, "arrival", row->line,
		"processor # takes message # at @, but it is there only at @",
		row->to, row->message, row->taken, there);
}

/* Whether the row's times are below 2^63. */
static int is_in_range(const struct schedule_header *header,
	const struct transmission *row, uint64_t taken)
{
	uint64_t block = schedule_row_message(header, row)->block;
	uint64_t takes;

	if (block > 0 && row->size > INT64_MAX / block)
		return 0;
	takes = schedule_row_end(header, row);
	return takes <= INT64_MAX && taken <= INT64_MAX - takes;
}

static enum status check_machine_row(struct machine_check *machine,
	const struct transmission *row, struct err *err)
{
	const struct schedule_header *header = machine->header;
	uint64_t there = row->tick + schedule_row_arrival(header, row);
	uint64_t taken = schedule_taken(header, row), held;

	if (!check_transmission(machine->check, header, row, machine->last))
		return STATUS_OK;
	machine->last = row->tick;
	if (!is_in_range(header, row, taken))
		return check_too_large(err);
	held = taken + schedule_row_receive(header, row);
	if (taken < there)
		report_early(machine, row, there);
	if (machine->operands && !is_instant(header)) {
		operands_send(machine->operands, row);
		operands_receive(machine->operands, row, held);
	}
	if (machine->check->finish < held)
		machine->check->finish = held;
	return keep_row(machine, row, taken, err);
}

/* The schedule's unit has become finer: multiplies all ticks. */
static enum status rescale_machine(
	struct machine_check *machine, struct err *err)
{
	uint64_t factor = machine->header->unit / machine->check->unit;

	if (machine->check->finish > INT64_MAX / factor)
		return check_too_large(err);
	for (size_t i = 0; i < machine->rows; i++) {
		machine->row[i].sent.tick *= factor;
		machine->row[i].sent.taken *= factor;
	}
	machine->last *= factor;
	machine->check->finish *= factor;
	if (machine->operands)
		operands_rescale(machine->operands, factor);
	machine->check->unit = machine->header->unit;
	return STATUS_OK;
}

static enum status check_machine_rows(void *checker,
	const struct transmission *row, size_t count, struct err *err)
{
	struct machine_check *machine = checker;

	if (machine->header->unit != machine->check->unit &&
		rescale_machine(machine, err) != STATUS_OK)
		return err->code;
	for (size_t i = 0; i < count; i++)
		if (check_machine_row(machine, &row[i], err) != STATUS_OK)
			return err->code;
	return operands_status(machine->operands, err);
}

enum status check_machine(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	const unsigned word = sizeof(uint64_t);
	struct operands operands;
	struct machine_check machine = {
		.check = check, .header = header, .max_bytes = max_bytes};
	/* Two words, held and waiting, where messages take no time. */
	enum status status = check_memory(
		header, 0, is_instant(header) ? 2 * word : 0, max_bytes, err);

	if (status == STATUS_OK)
		status = operands_init(
			&operands, check, header, 0, word, max_bytes, err);
	if (status != STATUS_OK)
		return status;
	check->unit = header->unit;
	if (operands.rules)
		machine.operands = &operands;
	if (!operands.rules || is_instant(header))
		machine.held =
			mem_array(count_places(&machine), sizeof *machine.held);
	status = check_pull(check, schedule, check_machine_rows, &machine, err);
	if (status == STATUS_OK && operands.rules && is_instant(header))
		do_all_rows(&machine);
	if (status == STATUS_OK && operands.rules)
		status = operands_finish(&operands, err);
	else if (status == STATUS_OK)
		check_held(&machine);
	if (status == STATUS_OK && header->operation == OPERATION_SUM &&
		check->finish > INT64_MAX)
		status = check_too_large(err);
	if (status == STATUS_OK)
		check_uses(&machine);
	operands_clear(&operands);
	mem_free(machine.row);
	mem_free(machine.held);
	return status;
}
