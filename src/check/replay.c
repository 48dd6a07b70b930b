/*
 * A run takes messages from one heap in the order of (arrival, terminal first,
 * row).  A message that is sent on when it is received arrives later than all
 * messages taken before, so this is the order in which they are received, and
 * each is received at its arrival or one send's time after its receiver's last
 * receive.  Then its receiver makes its next sends, up to the first for which
 * it does not have what it needs.
 */
#include "check/check.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"
#include "check/checker.h"
#include "core/merge.h"
#include "number/random.h"

static const uint64_t NEVER = UINT64_MAX;
static const uint64_t TIME_MAX = UINT64_MAX / 4;

/* When a processor may start its next send and its next receive, and the row of
 * that send, or SIZE_MAX. */
struct port {
	uint64_t send, receive;
	size_t row;
};

struct run {
	const struct replay *replay;
	enum latencies latencies;
	uint64_t seed, trial, finish;
	struct port *port;
	/* [p·m + i - 1]: in a broadcast when p has received message i, or
	 * NEVER.  In other operations how many rows by which p gets it have
	 * been received, counted up to the first that has not, which is
	 * pending. */
	uint64_t *held;
	size_t *pending;	    /* NULL in a broadcast */
	unsigned char *is_received; /* [row]; NULL in a broadcast */
	struct merge merge;	    /* messages on their way */
};

_Static_assert(
	sizeof(struct replay_row) + 2 * sizeof(struct merge_item) <= ROW_BYTES,
	"a row");
_Static_assert(sizeof(struct port) + 2 * sizeof(size_t) <= PROCESSOR_BYTES,
	"a processor");

/* -- a run */

/* The latency with which a terminal row sent at the time arrives together with
 * a message that its receiver sends on; that of the schedule if none will do.
 */
static uint64_t greedy_latency(const struct replay *replay,
	const struct replay_row *row, uint64_t time)
{
	for (size_t i = row->meets; i != SIZE_MAX; i = replay->row[i].then) {
		uint64_t arrival = replay->row[i].tick + replay->latency;

		if (arrival > time + replay->latency)
			break;
		if (arrival >= time + replay->least)
			return arrival - time;
	}
	return replay->latency;
}

/* Whether all messages, not only terminal ones, may take less than L. */
static int is_for_all(enum latencies latencies)
{
	return latencies == LATENCIES_RANDOM ||
	       latencies == LATENCIES_EXTREME || latencies == LATENCIES_SAMPLE;
}

static uint64_t choose_latency(const struct run *run, size_t i, uint64_t time)
{
	const struct replay *replay = run->replay;
	const struct replay_row *row = &replay->row[i];
	uint64_t L = replay->latency, least = replay->least,
		 count = (L - least) / replay->step + 1,
		 u = random_u64(run->seed, run->trial * replay->rows + i);

	if (L == least || (!row->is_terminal && !is_for_all(run->latencies)))
		return L;
	switch (run->latencies) {
	case LATENCIES_TERMINAL_RANDOM:
	case LATENCIES_RANDOM:
		return least + u % count * replay->step;
	case LATENCIES_TERMINAL_EXTREME:
	case LATENCIES_EXTREME:
		return u % 2 ? least : L;
	case LATENCIES_GREEDY:
		return greedy_latency(replay, row, time);
	case LATENCIES_PERIODIC:
		time += run->trial * replay->send;
		return time / 3 / L % 2 ? least : L;
	case LATENCIES_SAMPLE:
		return replay->sample[u % replay->samples];
	case LATENCIES_FIXED:
	case LATENCIES:
		break;
	}
	return L;
}

/* Whether the sender p of the row has what it needs. */
static int has_needed(
	const struct run *run, uint64_t p, const struct replay_row *row)
{
	uint64_t held = run->held[replay_place(run->replay, p, row->message)];

	return run->replay->is_broadcast ? held != NEVER : held >= row->needs;
}

/* Makes p's next sends, none before now, up to the first for which it does not
 * have what it needs. */
static void send(struct run *run, uint64_t p, uint64_t now)
{
	const struct replay *replay = run->replay;
	struct port *port = &run->port[p];

	while (port->row != SIZE_MAX) {
		const struct replay_row *row = &replay->row[port->row];
		struct merge_item item = {.from = !row->is_terminal,
			.message = port->row,
			.to = row->to};
		uint64_t time = most_u64(now, most_u64(row->tick, port->send));

		if (!has_needed(run, p, row))
			break;
		item.tick = time + choose_latency(run, port->row, time);
		merge_push(&run->merge, &item);
		port->send = time + replay->send;
		port->row = row->next;
	}
}

/* Notes that a row has been received, and counts on from the place's pending
 * row to the first that has not. */
static void count_received(struct run *run, size_t place, size_t row)
{
	run->is_received[row] = 1;
	while (run->pending[place] != SIZE_MAX &&
		run->is_received[run->pending[place]]) {
		run->held[place]++;
		run->pending[place] =
			run->replay->row[run->pending[place]].after;
	}
}

/* Receives the first message of the heap. */
static void receive(struct run *run)
{
	const struct merge_item item = run->merge.item[0];
	const struct replay_row *row = &run->replay->row[item.message];
	struct port *port = &run->port[item.to];
	size_t place = replay_place(run->replay, item.to, row->message);
	uint64_t now = most_u64(port->receive, item.tick);

	merge_pop(&run->merge);
	if (!run->replay->is_broadcast)
		count_received(run, place, (size_t)item.message);
	else if (run->held[place] == NEVER)
		run->held[place] = now;
	run->finish = most_u64(now, run->finish);
	port->receive = now + run->replay->send;
	send(run, item.to, now);
}

static void run_init(struct run *run)
{
	const struct replay *replay = run->replay;
	size_t places = (size_t)(replay->processors * replay->messages);

	run->port = mem_array((size_t)replay->processors, sizeof *run->port);
	run->held = mem_array(places, sizeof *run->held);
	for (size_t i = (size_t)replay->messages;
		i < places && replay->is_broadcast; i++)
		run->held[i] = NEVER;
	for (uint64_t p = 0; p < replay->processors; p++)
		run->port[p].row = replay->first[p];
	if (replay->is_broadcast)
		return;
	run->is_received = mem_array(replay->rows + 1, 1);
	run->pending = mem_array(places, sizeof *run->pending);
	memcpy(run->pending, replay->head, places * sizeof *run->pending);
}

static void run_clear(struct run *run)
{
	mem_free(run->port);
	mem_free(run->held);
	mem_free(run->is_received);
	mem_free(run->pending);
	merge_clear(&run->merge);
}

static void run_all(struct run *run)
{
	run_init(run);
	for (uint64_t p = 0; p < run->replay->processors; p++)
		send(run, p, 0);
	while (run->merge.count > 0)
		receive(run);
}

static uint64_t choose_flight(const void *run, uint64_t i, uint64_t time)
{
	return choose_latency(run, (size_t)i, time);
}

/* Runs a schedule of the model machine.  Errors: those of schedule_varied. */
static enum status vary_machine(
	struct run *run, uint64_t max_bits, struct err *err)
{
	const struct schedule_flights flights = {choose_flight, run};
	const struct replay *replay = run->replay;

	return schedule_varied(&run->finish,
		schedule_lent(&replay->header, &replay->list), &flights,
		max_bits, err);
}

static enum status refuse_latency(
	const struct replay *replay, const mpq_t latency, struct err *err)
{
	char least[SCHEDULE_TIME_MAX], most[SCHEDULE_TIME_MAX];

	schedule_time_text(least, replay->least, replay->header.unit);
	schedule_time_text(most, replay->latency, replay->header.unit);
	return err_usage(err, ERR_TEXT, ERR_OWN,
		number_shown_text(latency, -1, 0), " is not a latency from ",
		least, " to ", most, " in whole ticks");
}

enum status replay_sample(
	struct replay *replay, mpq_t *latency, size_t count, struct err *err)
{
	enum status status = STATUS_OK;
	mpq_t ticks, unit;

	mpq_inits(ticks, unit, NULL);
	number_set_u64(mpq_numref(unit), replay->header.unit);
	mem_free(replay->sample);
	replay->sample = mem_array(count, sizeof *replay->sample);
	replay->samples = count;
	for (size_t i = 0; i < count && status == STATUS_OK; i++) {
		uint64_t *sample = &replay->sample[i];

		mpq_mul(ticks, unit, latency[i]);
		if (mpz_cmp_ui(mpq_denref(ticks), 1) != 0 ||
			!number_read_u64(sample, mpq_numref(ticks), 63) ||
			*sample < replay->least || *sample > replay->latency)
			status = refuse_latency(replay, latency[i], err);
	}
	mpq_clears(ticks, unit, NULL);
	return status;
}

uint64_t replay_finish(const struct replay *replay, enum latencies latencies,
	uint64_t seed, uint64_t trial)
{
	struct err err;
	struct run run = {.replay = replay,
		.latencies = latencies,
		.seed = seed,
		.trial = trial};

	if (replay->header.model == MODEL_MACHINE) {
		/* This run cannot fail, as that of try_machine did not. */
		if (vary_machine(&run, UINT64_MAX, &err) != STATUS_OK)
			run.finish = UINT64_MAX;
		return run.finish;
	}
	run_all(&run);
	run_clear(&run);
	return run.finish;
}

/* -- reading */

static enum status refuse_line(
	uint64_t line, const char *reason, struct err *err)
{
	return line > 0 ? err_input(err, "line ", ERR_OWN,
				  number_u64_text(line), ": ", reason)
			: err_input(err, reason);
}

/* Whether max_bytes allow a run with so many rows. */
static enum status replay_check_memory(const struct schedule_header *header,
	uint64_t rows, uint64_t max_bytes, struct err *err)
{
	uint64_t n = header->processors;
	unsigned message = header->operation == OPERATION_BROADCAST
				   ? MESSAGE_BYTES
				   : NEEDED_BYTES;

	return limit_check_parts("replaying so many processors and messages",
		(const struct limit_part[LIMIT_PARTS]){
			{message, n, header->messages}, {PROCESSOR_BYTES, n, 1},
			{ROW_BYTES, rows, 1}},
		max_bytes, err);
}

/* Whether the schedule can be replayed, as far as its header tells. */
static enum status replay_check_header(const struct schedule_header *header,
	uint64_t max_bytes, struct err *err)
{
	if (header->model != MODEL_POSTAL && header->model != MODEL_LOGP &&
		header->model != MODEL_MACHINE)
		return err_input(err, "model ", schedule_models[header->model],
			" has no latencies to vary");
	if (header->node > 0 || header->ports > 1)
		return err_input(err,
			"a schedule with nodes, or with several ports, cannot "
			"be replayed");
	if (header->furthers > 0)
		return err_input(err,
			"its messages take different figures: --machine names "
			"one machine for all");
	if (header->model != MODEL_MACHINE &&
		header->latency < schedule_send(header))
		return err_input(err, "the latency is less than a send takes");
	return replay_check_memory(header, 0, max_bytes, err);
}

/* Keeps the rows of a valid schedule, but for those that state a receive alone:
 * there each has its send's row. */
static enum status set_rows(struct replay *replay,
	const struct transmissions *list, uint64_t max_bytes,
	const struct schedule_header *header, struct err *err)
{
	uint64_t last = list->count > 0 ? list->row[list->count - 1].tick : 0;
	enum status status =
		replay_check_memory(header, list->count, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	if (last > TIME_MAX || header->latency > TIME_MAX / (list->count + 1))
		return err_limit(err, "times are too large to be replayed");
	replay->row = mem_array(list->count + 1, sizeof *replay->row);
	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *from = &list->row[i];

		if (from->kind == KIND_RECEIVE)
			continue;
		replay->row[replay->rows++] =
			(struct replay_row){.tick = from->tick,
				.to = from->to,
				.message = from->message,
				/* The sender, until link_rows. */
				.next = (size_t)from->from};
	}
	return STATUS_OK;
}

static enum status check_rows_valid(const struct schedule_header *header,
	const struct transmissions *list, uint64_t max_bytes, struct err *err)
{
	struct schedule *lent = schedule_lent(header, list);
	struct check check;
	enum status status = check_schedule(&check, lent, max_bytes, err);

	schedule_close(lent);
	if (status == STATUS_OK && check.violations > 0)
		status = refuse_line(check.violation[0].line,
			check.violation[0].reason.msg, err);
	return status;
}

/* A machine's L may be as much less as the time of a message exceeds that of a
 * send, but not below 0. */
static void set_latencies(
	struct replay *replay, const struct schedule_header *header)
{
	uint64_t send = schedule_send(header), latency = header->latency;

	replay->header = *header;
	replay->send = replay->least = send;
	replay->latency = latency;
	replay->step = number_gcd_u64(send, latency);
	if (header->model != MODEL_MACHINE)
		return;
	replay->latency = header->message.latency;
	latency = latency > send ? latency - send : 0;
	replay->least = replay->latency - least_u64(latency, replay->latency);
}

/* Takes the rows over and runs them once, to find whether a run can fail. */
static enum status try_machine(struct replay *replay,
	struct transmissions *list, uint64_t max_bytes, struct err *err)
{
	struct run run = {.replay = replay, .latencies = LATENCIES_FIXED};

	replay->list = *list;
	*list = (struct transmissions){0};
	return vary_machine(
		&run, 8 * least_u64(max_bytes, UINT64_MAX / 8), err);
}

/* Reads all rows, judges them, and keeps them. */
static enum status read_rows(struct replay *replay, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct transmissions list = {0};
	enum status status = transmissions_pull(
		&list, schedule, 8 * least_u64(max_bytes, UINT64_MAX / 8), err);

	if (status == STATUS_OK)
		status = check_rows_valid(header, &list, max_bytes, err);
	if (status == STATUS_OK)
		status = set_rows(replay, &list, max_bytes, header, err);
	set_latencies(replay, header);
	if (status == STATUS_OK && header->model == MODEL_MACHINE)
		status = try_machine(replay, &list, max_bytes, err);
	transmissions_clear(&list);
	return status;
}

/* Links the rows of each sender, and those of each receiver that it sends on,
 * whose first ones are put in receives.  Going backwards makes each link that
 * to the next row. */
static void link_rows(struct replay *replay, size_t *receives)
{
	for (size_t i = 0; i < replay->rows; i++)
		replay->sends[replay_place(replay, replay->row[i].next,
			replay->row[i].message)] = 1;
	for (size_t p = 0; p < replay->processors; p++)
		replay->first[p] = receives[p] = SIZE_MAX;
	for (size_t after = replay->rows; after > 0; after--) {
		size_t i = after - 1;
		struct replay_row *row = &replay->row[i];
		size_t from = row->next, to = (size_t)row->to;

		row->is_terminal = !replay->sends[replay_place(
			replay, row->to, row->message)];
		row->next = replay->first[from];
		replay->first[from] = i;
		row->then = receives[to];
		if (!row->is_terminal)
			receives[to] = i;
	}
}

/* Finds which row each row could meet: receives moves on past the rows that
 * have arrived. */
static void link_meetings(struct replay *replay, size_t *receives)
{
	for (size_t i = 0; i < replay->rows; i++) {
		struct replay_row *row = &replay->row[i];
		size_t *next = &receives[row->to];

		while (*next != SIZE_MAX &&
			replay->row[*next].tick + replay->latency <= row->tick)
			*next = replay->row[*next].then;
		row->meets = *next;
	}
}

/* Links the rows by which each processor gets each message, and counts for each
 * row how many of those its sender has when the schedule sends it. */
static void link_needs(struct replay *replay)
{
	size_t places = (size_t)(replay->processors * replay->messages);
	size_t *pending = mem_array(places, sizeof *pending),
	       *count = mem_array(places, sizeof *count);

	for (size_t i = 0; i < places; i++)
		replay->head[i] = SIZE_MAX;
	for (size_t i = replay->rows; i > 0; i--) {
		struct replay_row *row = &replay->row[i - 1];
		size_t *head = &replay->head[replay_place(
			replay, row->to, row->message)];

		row->after = *head;
		*head = i - 1;
	}
	memcpy(pending, replay->head, places * sizeof *pending);
	for (size_t i = 0; i < replay->rows; i++) {
		struct replay_row *row = &replay->row[i];
		size_t place = replay_place(replay, row->next, row->message);

		while (pending[place] != SIZE_MAX &&
			replay->row[pending[place]].tick + replay->latency <=
				row->tick) {
			count[place]++;
			pending[place] = replay->row[pending[place]].after;
		}
		row->needs = count[place];
	}
	mem_free(pending);
	mem_free(count);
}

static void link_all(struct replay *replay)
{
	size_t *receives =
		mem_array((size_t)replay->processors, sizeof *receives);

	if (!replay->is_broadcast)
		link_needs(replay);
	link_rows(replay, receives);
	link_meetings(replay, receives);
	mem_free(receives);
}

enum status replay_open(struct replay **opened, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct replay *replay;
	enum status status = replay_check_header(header, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	replay = mem_array(1, sizeof *replay);
	replay->processors = header->processors;
	replay->messages = header->messages;
	replay->is_broadcast = header->operation == OPERATION_BROADCAST;
	if (!replay->is_broadcast)
		replay->head = mem_array(
			(size_t)(header->processors * header->messages),
			sizeof *replay->head);
	replay->first =
		mem_array((size_t)header->processors, sizeof *replay->first);
	replay->sends =
		mem_array((size_t)(header->processors * header->messages), 1);
	status = read_rows(replay, schedule, max_bytes, err);
	if (status == STATUS_OK) {
		link_all(replay);
		*opened = replay;
	} else {
		replay_close(replay);
	}
	return status;
}

void replay_close(struct replay *replay)
{
	mem_free(replay->row);
	mem_free(replay->first);
	mem_free(replay->head);
	transmissions_clear(&replay->list);
	mem_free(replay->sends);
	mem_free(replay->sample);
	mem_free(replay);
}
