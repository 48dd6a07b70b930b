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

/* One of the latencies, which end at that of the schedule; if the least one is
 * not a whole number of steps below that, it is the first one all the same. */
static uint64_t nth_latency(const struct replay *replay, uint64_t u)
{
	uint64_t span = replay->latency - replay->least,
		 whole = span / replay->step,
		 count = whole + 1 + (span % replay->step != 0),
		 steps = count - 1 - u % count;

	return steps > whole ? replay->least
			     : replay->latency - steps * replay->step;
}

static uint64_t choose_latency(const struct run *run, size_t i, uint64_t time)
{
	const struct replay *replay = run->replay;
	const struct replay_row *row = &replay->row[i];
	uint64_t L = replay->latency, least = replay->least,
		 u = random_u64(run->seed, run->trial * replay->rows + i);

	if (L == least || (!row->is_terminal && !is_for_all(run->latencies)))
		return L;
	switch (run->latencies) {
	case LATENCIES_TERMINAL_RANDOM:
	case LATENCIES_RANDOM:
		return nth_latency(replay, u);
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

enum status replay_try(
	const struct replay *replay, uint64_t max_bits, struct err *err)
{
	struct run run = {.replay = replay, .latencies = LATENCIES_FIXED};

	return vary_machine(&run, max_bits, err);
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
		/* This run cannot fail, as that of replay_try did not. */
		if (vary_machine(&run, UINT64_MAX, &err) != STATUS_OK)
			run.finish = UINT64_MAX;
		return run.finish;
	}
	run_all(&run);
	run_clear(&run);
	return run.finish;
}
