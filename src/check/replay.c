/*
 * Messages are received in the order of (arrival, terminal first, row): a
 * message that is sent on when it is received arrives later than all that were
 * received before it, so one heap, in that order, says at once when each is
 * received: at its arrival, or one step after its receiver's last.  The
 * sender's next sends, up to the first whose message it does not have, follow
 * from that.
 */
#include "check/check.h"

#include "base/mem.h"
#include "number/number.h"
#include "check/checker.h"
#include "core/merge.h"
#include "number/random.h"

static const uint64_t NEVER = UINT64_MAX;
static const uint64_t TIME_MAX = UINT64_MAX / 4;

/* When a processor may send and receive next, and its next row. */
struct port {
	uint64_t send, receive;
	size_t row;
};

struct run {
	const struct replay *replay;
	enum latencies latencies;
	uint64_t seed, trial, finish;
	struct port *port;
	uint64_t *held;	    /* [p·m + i - 1]: since when */
	struct merge merge; /* messages under way */
};

_Static_assert(
	sizeof(struct replay_row) + 2 * sizeof(struct merge_item) <= ROW_BYTES,
	"a row");
_Static_assert(sizeof(struct port) + 2 * sizeof(size_t) <= PROCESSOR_BYTES,
	"a processor");

/* -- a run */

/* The arrival that a terminal row sent at the time should meet. */
static uint64_t greedy_latency(const struct replay *replay,
	const struct replay_row *row, uint64_t time)
{
	for (size_t i = row->meets; i != SIZE_MAX; i = replay->row[i].then) {
		uint64_t arrival = replay->row[i].tick + replay->latency;

		if (arrival > time + replay->latency)
			break;
		if (arrival > time)
			return arrival - time;
	}
	return replay->latency;
}

static uint64_t choose_latency(const struct run *run, size_t i, uint64_t time)
{
	const struct replay *replay = run->replay;
	const struct replay_row *row = &replay->row[i];
	uint64_t L = replay->latency,
		 u = random_u64(run->seed, run->trial * replay->rows + i);

	switch (run->latencies) {
	case LATENCIES_TERMINAL_RANDOM:
		if (!row->is_terminal)
			return L;
		return 1 + u % L;
	case LATENCIES_RANDOM:
		return 1 + u % L;
	case LATENCIES_TERMINAL_EXTREME:
		if (!row->is_terminal)
			return L;
		return u % 2 ? 1 : L;
	case LATENCIES_EXTREME:
		return u % 2 ? 1 : L;
	case LATENCIES_GREEDY:
		return row->is_terminal ? greedy_latency(replay, row, time) : L;
	case LATENCIES_PERIODIC:
		if (!row->is_terminal || (time + run->trial) / 3 / L % 2 == 0)
			return L;
		return 1;
	case LATENCIES_FIXED:
	case LATENCIES:
		break;
	}
	return L;
}

/* All sends of p whose messages it has, up to the first that it has not. */
static void send(struct run *run, uint64_t p)
{
	const struct replay *replay = run->replay;
	struct port *port = &run->port[p];

	while (port->row != SIZE_MAX) {
		const struct replay_row *row = &replay->row[port->row];
		uint64_t time =
			run->held[replay_place(replay, p, row->message)];
		struct merge_item item = {.from = !row->is_terminal,
			.message = port->row,
			.to = row->to};

		if (time == NEVER)
			break;
		if (time < row->tick)
			time = row->tick;
		if (time < port->send)
			time = port->send;
		item.tick = time + choose_latency(run, port->row, time);
		merge_push(&run->merge, &item);
		port->send = time + 1;
		port->row = row->next;
	}
}

/* The first message under way is received. */
static void receive(struct run *run)
{
	const struct merge_item item = run->merge.item[0];
	const struct replay_row *row = &run->replay->row[item.message];
	struct port *port = &run->port[item.to];
	uint64_t *held =
		&run->held[replay_place(run->replay, item.to, row->message)];

	merge_pop(&run->merge);
	if (port->receive < item.tick)
		port->receive = item.tick;
	if (*held == NEVER)
		*held = port->receive;
	run->finish = port->receive > run->finish ? port->receive : run->finish;
	port->receive++;
	send(run, item.to);
}

static void run_init(struct run *run)
{
	const struct replay *replay = run->replay;
	size_t places = (size_t)(replay->processors * replay->messages);

	run->port = mem_array((size_t)replay->processors, sizeof *run->port);
	run->held = mem_array(places, sizeof *run->held);
	for (size_t i = (size_t)replay->messages; i < places; i++)
		run->held[i] = NEVER;
	for (uint64_t p = 0; p < replay->processors; p++)
		run->port[p].row = replay->first[p];
}

static void run_clear(struct run *run)
{
	mem_free(run->port);
	mem_free(run->held);
	merge_clear(&run->merge);
}

static void run_all(struct run *run)
{
	run_init(run);
	send(run, 0);
	while (run->merge.count > 0)
		receive(run);
}

uint64_t replay_finish(const struct replay *replay, enum latencies latencies,
	uint64_t seed, uint64_t trial)
{
	struct run run = {.replay = replay,
		.latencies = latencies,
		.seed = seed,
		.trial = trial};

	run_all(&run);
	run_clear(&run);
	return run.finish;
}

/* -- reading */

/* Hands a schedule on to its checker, and keeps the rows. */
struct recorder {
	struct schedule schedule;
	struct schedule *from;
	struct replay *replay;
	uint64_t max_bytes;
};

static enum status refuse_line(
	uint64_t line, const char *reason, struct err *err)
{
	char number[SCHEDULE_TIME_MAX];

	schedule_time_text(number, line, 1);
	return err_set(err, STATUS_INPUT, line > 0 ? "line " : "",
		line > 0 ? number : "", line > 0 ? ": " : "", reason, NULL);
}

/* Whether there is memory for what each processor has of each message, and
 * for each processor's ports, and for so many rows. */
static enum status replay_check_memory(const struct schedule_header *header,
	uint64_t rows, uint64_t max_bytes, struct err *err)
{
	enum status status;
	mpz_t bytes, factor;

	mpz_inits(bytes, factor, NULL);
	number_set_u64(bytes, header->messages);
	mpz_mul_ui(bytes, bytes, MESSAGE_BYTES);
	mpz_add_ui(bytes, bytes, PROCESSOR_BYTES);
	number_set_u64(factor, header->processors);
	mpz_mul(bytes, bytes, factor);
	number_set_u64(factor, rows);
	mpz_addmul_ui(bytes, factor, ROW_BYTES);
	status = limit_check_bytes("replaying so many processors and messages",
		bytes, max_bytes, err);
	mpz_clears(bytes, factor, NULL);
	return status;
}

/* Whether the schedule can be replayed so far as its header says. */
static enum status replay_check_header(const struct schedule_header *header,
	uint64_t max_bytes, struct err *err)
{
	if (header->operation != OPERATION_BROADCAST)
		return err_set(err, STATUS_INPUT, "operation ",
			schedule_operations[header->operation],
			" cannot be replayed", NULL);
	if (header->model != MODEL_POSTAL && header->model != MODEL_LOGP)
		return err_set(err, STATUS_INPUT, "model ",
			schedule_models[header->model],
			" has no latencies to vary", NULL);
	if (header->latency % schedule_send(header) != 0)
		return err_set(err, STATUS_INPUT,
			"the latency is not whole: it cannot vary in steps",
			NULL);
	return replay_check_memory(header, 0, max_bytes, err);
}

static enum status grow(struct recorder *recorder, struct err *err)
{
	struct replay *replay = recorder->replay;
	size_t capacity = replay->capacity + replay->capacity / 2 + 64;
	enum status status = replay_check_memory(
		&recorder->schedule.header, capacity, recorder->max_bytes, err);

	if (status != STATUS_OK)
		return status;
	replay->row = mem_resize(replay->row, capacity, sizeof *replay->row);
	replay->capacity = capacity;
	return STATUS_OK;
}

/* What the rows name is not looked at before the checker has seen them all. */
static enum status record_row(struct recorder *recorder,
	const struct transmission *from, struct err *err)
{
	struct replay *replay = recorder->replay;
	uint64_t unit = schedule_send(&recorder->schedule.header);
	struct replay_row row = {.tick = from->tick / unit,
		.to = from->to,
		.message = from->message,
		/* The sender, until all rows are known. */
		.next = (size_t)from->from};
	enum status status = STATUS_OK;

	if (from->tick % unit != 0)
		return refuse_line(from->line,
			"a send that does not start with a step", err);
	if (row.tick > TIME_MAX || replay->latency > TIME_MAX)
		return err_set(err, STATUS_LIMIT,
			"times are too large to be replayed", NULL);
	if (replay->rows == replay->capacity)
		status = grow(recorder, err);
	if (status == STATUS_OK)
		replay->row[replay->rows++] = row;
	return status;
}

static enum status record_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct recorder *recorder = (struct recorder *)schedule;
	enum status status = schedule_next(recorder->from, rows, count, err);

	schedule->header = recorder->from->header;
	/* In what is valid a receive has its send's row. */
	for (size_t i = 0; status == STATUS_OK && i < *count; i++)
		if ((*rows)[i].kind != KIND_RECEIVE)
			status = record_row(recorder, &(*rows)[i], err);
	return status;
}

/* Reads all rows, by way of the checker. */
static enum status read_rows(struct replay *replay, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	static const struct schedule_ops ops = {.next = record_next};
	struct recorder recorder = {
		.schedule = {.header = schedule->header, .ops = &ops},
		.from = schedule,
		.replay = replay,
		.max_bytes = max_bytes};
	struct check check;
	enum status status =
		check_schedule(&check, &recorder.schedule, max_bytes, err);

	if (status == STATUS_OK && check.violations > 0)
		status = refuse_line(check.violation[0].line,
			check.violation[0].reason.msg, err);
	return status;
}

/* Links the rows of each sender; and, in receives, those of each receiver that
 * it sends on: from the last row on, so each link is the nearest. */
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

/* Finds what each row could meet; what has arrived is left behind. */
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

static void link_all(struct replay *replay)
{
	size_t *receives =
		mem_array((size_t)replay->processors, sizeof *receives);

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
	replay->latency = header->latency / schedule_send(header);
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
	mem_free(replay->sends);
	mem_free(replay);
}
