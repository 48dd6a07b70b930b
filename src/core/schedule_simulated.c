/*
 * Reads a schedule, finds which sends need which receives, and makes another
 * schedule of the run (simulated_run.c).
 *
 * Which sends need which receives is found before the run: in the order of the
 * schedule, a receive is needed by the first send of the same message after it.
 * Example: o = 0, g = 1, L = 2, and sends of 0 to 1 at 0 and of 1 to 2 at 5: 1
 * receives at 2 and, as that is all its send needs, sends at once.
 */
#include "core/simulated.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "core/machine.h"
#include "number/number.h"

/* NEARLY: by how many places, on average, insertion sort may move events before
 * qsort takes over. */
enum { NEARLY = 32 };

/* A time later than all sends of a schedule, which stands for all such
 * times. */
static const uint64_t SIM_LATE = UINT64_C(1) << 63;

/* A send or a receive in its processor's order. */
struct sim_event {
	uint64_t processor, time;
	int64_t row;
	int is_send;
};

/* -- what needs what */

static int compare_sim_events(const void *x, const void *y)
{
	const struct sim_event *a = x, *b = y;
	int order = number_compare_u64(a->processor, b->processor);

	order = number_compare_next(order, a->time, b->time);
	order = order != 0 ? order : a->is_send - b->is_send;
	return number_compare_next(order, (uint64_t)a->row, (uint64_t)b->row);
}

/* Insertion sort, as events are nearly in order; if they are not, qsort. */
static void sort_nearly_sorted(struct sim_event *event, size_t count)
{
	size_t moves = 0;

	for (size_t i = 1; i < count && moves <= NEARLY * count; i++) {
		struct sim_event one = event[i];
		size_t at = i;

		for (; at > 0 && compare_sim_events(&one, &event[at - 1]) < 0;
			at--)
			event[at] = event[at - 1];
		event[at] = one;
		moves += i - at;
	}
	if (moves > NEARLY * count)
		qsort(event, count, sizeof *event, compare_sim_events);
}

/* The events sorted by processor, by counting, then by time, in which the
 * schedule has them nearly.  For a while, a processor's `next` is where its
 * next event goes. */
static struct sim_event *sort_events(struct simulated *simulated)
{
	struct sim_event *event = mem_array(2 * simulated->rows, sizeof *event);
	struct sim_processor *processor = simulated->processor;
	uint64_t n = simulated->from->header.processors;
	int64_t before = 0;
	size_t first = 0;

	for (size_t i = 0; i < simulated->rows; i++) {
		processor[simulated->row[i].row.from].next++;
		processor[simulated->row[i].row.to].next++;
	}
	for (uint64_t p = 0; p < n; p++) {
		before += processor[p].next;
		processor[p].next = before - processor[p].next;
	}
	for (size_t i = 0; i < simulated->rows; i++) {
		const struct sim_row *row = &simulated->row[i];

		event[processor[row->row.from].next++] = (struct sim_event){
			row->row.from, row->row.tick, (int64_t)i, 1};
		event[processor[row->row.to].next++] = (struct sim_event){
			row->row.to, row->held, (int64_t)i, 0};
	}
	for (uint64_t p = 0; p < n; p++) {
		sort_nearly_sorted(
			event + first, (size_t)processor[p].next - first);
		first = (size_t)processor[p].next;
	}
	return event;
}

/* For a message, the receives at a processor that no send needs yet, as a list
 * from the last one back. */
struct sim_waiting {
	uint64_t processor;
	int64_t last; /* or SIM_NONE */
	int is_held;  /* the processor has received the message */
};

/* The send needs all receives that wait. */
static void need_all(
	struct simulated *simulated, int64_t send, struct sim_waiting *waiting)
{
	while (waiting->last != SIM_NONE) {
		struct sim_row *row = &simulated->row[waiting->last];

		waiting->last = row->waiting;
		row->release = send;
		simulated->row[send].missing++;
	}
}

/* Lets the processor's next event, in its order, need receives or be needed. */
static void link_event(struct simulated *simulated,
	const struct sim_event *event, struct sim_waiting *waiting)
{
	const int is_sum =
		simulated->from->header.operation != OPERATION_BROADCAST;
	struct sim_row *row = &simulated->row[event->row];

	if (waiting->processor != event->processor)
		*waiting = (struct sim_waiting){event->processor, SIM_NONE, 0};
	if (!event->is_send && (is_sum || !waiting->is_held)) {
		row->waiting = waiting->last;
		waiting->last = event->row;
		waiting->is_held = 1;
	}
	if (!event->is_send)
		return;
	need_all(simulated, event->row, waiting);
	/* A message that the processor never receives can never be sent. */
	if (!is_sum && event->processor > 0 && !waiting->is_held)
		row->missing = 1;
}

/* Links the sends of each processor, going backwards. */
static void link_sends(
	struct simulated *simulated, const struct sim_event *event)
{
	for (uint64_t p = 0; p < simulated->from->header.processors; p++)
		simulated->processor[p].next = simulated->processor[p].first =
			SIM_NONE;
	for (size_t i = 2 * simulated->rows; i > 0; i--) {
		const struct sim_event *last = &event[i - 1];
		int64_t *next = &simulated->processor[last->processor].next;

		if (!last->is_send)
			continue;
		simulated->row[last->row].next = *next;
		*next = last->row;
	}
}

static void link_rows(struct simulated *simulated)
{
	const struct schedule_header *header = &simulated->from->header;
	struct sim_event *event = sort_events(simulated);
	struct sim_waiting *waiting =
		mem_array((size_t)header->messages, sizeof *waiting);

	link_sends(simulated, event);
	for (uint64_t i = 0; i < header->messages; i++)
		waiting[i].processor = UINT64_MAX;
	for (size_t i = 0; i < 2 * simulated->rows; i++) {
		uint64_t message = simulated->row[event[i].row].row.message - 1;

		link_event(simulated, &event[i], &waiting[message]);
	}
	mem_free(waiting);
	mem_free(event);
}

/* -- reading and writing */

/* The bytes that a row takes, while its array grows and with its events, that a
 * processor takes, and a message. */
enum { SIM_ROW_BYTES = 512, SIM_PROCESSOR_BYTES = 64, SIM_MESSAGE_BYTES = 24 };
static_assert(5 * sizeof(struct sim_row) / 2 + 2 * sizeof(struct sim_event) +
			      3 * sizeof(struct merge_item) <=
		      SIM_ROW_BYTES,
	"a row");
static_assert(sizeof(struct sim_processor) <= SIM_PROCESSOR_BYTES &&
		      sizeof(struct sim_waiting) <= SIM_MESSAGE_BYTES,
	"a processor, a message");

/* Whether max_bits allow so many rows. */
static enum status check_sim_bytes(
	const struct simulated *simulated, uint64_t rows, struct err *err)
{
	const struct schedule_header *header = &simulated->from->header;

	return limit_check_parts("carrying out so many transmissions",
		(const struct limit_part[LIMIT_PARTS]){{SIM_ROW_BYTES, rows, 1},
			{SIM_PROCESSOR_BYTES, header->processors, 1},
			{SIM_MESSAGE_BYTES, header->messages, 1}},
		simulated->max_bits / 8, err);
}

/* Whether all times of a run are below 2^63, as they are if what the messages
 * take, latency and gap, adds up to less than 2^61. */
static enum status check_sim_times(
	const struct simulated *simulated, struct err *err)
{
	const struct schedule_header *header = &simulated->header;
	enum status status = STATUS_OK;
	mpz_t time, factor;

	mpz_inits(time, factor, NULL);
	number_set_u64(time, header->latency + header->message.gap);
	number_set_u64(factor, simulated->extra);
	mpz_addmul_ui(time, factor, 2);
	number_set_u64(factor, simulated->rows);
	mpz_mul(time, time, factor);
	if (mpz_sizeinbase(time, 2) > 61)
		status = err_limit(
			err, "the machine's times would not be below 2^63");
	mpz_clears(time, factor, NULL);
	return status;
}

/* When the row's receiver has the message in the schedule; in logp it may have
 * to wait for those sent before, the last of which it has at *free_at. */
static uint64_t held_by_schedule(const struct schedule_header *header,
	const struct transmission *row, uint64_t *free_at)
{
	uint64_t held = row->tick + schedule_row_end(header, row);

	if (header->model == MODEL_MACHINE)
		return schedule_taken(header, row) +
		       schedule_row_receive(header, row);
	if (header->model == MODEL_LOGP)
		held = most_u64(held, *free_at + schedule_send(header));
	*free_at = least_u64(held, SIM_LATE);
	return *free_at;
}

static enum status keep_rows(struct simulated *simulated,
	const struct transmission *row, size_t count, struct err *err)
{
	const struct schedule_header *header = &simulated->from->header;

	if (check_sim_bytes(simulated, simulated->rows + count, err) !=
		STATUS_OK)
		return err->code;
	for (size_t i = 0; i < count; i++) {
		struct sim_row *kept;

		if (row[i].kind == KIND_RECEIVE)
			continue;
		simulated->extra = most_u64(simulated->extra,
			schedule_row_extra(&simulated->header, &row[i]));
		simulated->row = mem_grow(simulated->row, &simulated->capacity,
			simulated->rows, sizeof *simulated->row);
		kept = &simulated->row[simulated->rows++];
		*kept = (struct sim_row){
			.row = row[i], .release = SIM_NONE, .next = SIM_NONE};
		kept->held = held_by_schedule(
			header, &row[i], &simulated->processor[row[i].to].cpu);
	}
	return STATUS_OK;
}

static void rescale_held(uint64_t *held, uint64_t factor)
{
	*held = *held > SIM_LATE / factor ? SIM_LATE : *held * factor;
}

/* The schedule's unit has become finer: multiplies all ticks. */
static void rescale_rows(struct simulated *simulated, uint64_t factor)
{
	for (size_t i = 0; i < simulated->rows; i++) {
		simulated->row[i].row.tick *= factor;
		rescale_held(&simulated->row[i].held, factor);
	}
	for (uint64_t p = 0; p < simulated->from->header.processors; p++)
		rescale_held(&simulated->processor[p].cpu, factor);
}

static enum status read_played(struct simulated *simulated, struct err *err)
{
	const struct schedule_header *header = &simulated->from->header;
	const struct transmission *row;
	uint64_t unit = header->unit;
	size_t count;

	do {
		if (schedule_next(simulated->from, &row, &count, err) !=
			STATUS_OK)
			return err->code;
		if (header->unit != unit)
			rescale_rows(simulated, header->unit / unit);
		unit = header->unit;
		if (keep_rows(simulated, row, count, err) != STATUS_OK)
			return err->code;
	} while (count > 0);
	for (uint64_t p = 0; p < header->processors; p++)
		simulated->processor[p].cpu = 0;
	return check_sim_times(simulated, err);
}

static void simulated_free(void *owned)
{
	struct simulated *simulated = owned;

	schedule_close(simulated->from);
	mem_free(simulated->row);
	mem_free(simulated->processor);
	merge_clear(&simulated->queue);
	mem_free(simulated->machine);
	mem_free(simulated);
}

/* Makes a schedule of the rows, if all were sent. */
static enum status store_rows(
	struct schedule **made, struct simulated *simulated, struct err *err)
{
	struct transmissions list = {0};

	for (size_t i = 0; i < simulated->rows; i++) {
		struct transmission *row = &simulated->row[i].row;

		if (simulated->row[i].is_sent) {
			row->kind = KIND_BOTH;
			transmissions_add(&list, row);
			continue;
		}
		transmissions_clear(&list);
		return err_input(err, "processor ", ERR_OWN,
			number_u64_text(row->from), " can never send message ",
			ERR_OWN, number_u64_text(row->message),
			": it has not received it");
	}
	*made = schedule_stored(&simulated->header, &list);
	schedule_own(*made, simulated_free, simulated);
	return STATUS_OK;
}

static enum status set_sim_header(struct simulated *simulated,
	const struct schedule_machine *machine, struct err *err)
{
	struct schedule_header *header = &simulated->header;
	uint64_t factor;

	*header = simulated->from->header;
	if (header->model == MODEL_LOCALITY)
		return err_input(err, "the model locality cannot be carried "
				      "out on a machine");
	header->finish = 0;
	header->has_finish = 1;
	header->has_kind = header->has_taken = 0;
	if (!machine)
		return STATUS_OK;
	header->node = 0;
	header->unit = 1;
	header->time_unit = machine->time_unit;
	simulated->machine = mem_join(machine->text, NULL);
	header->machine = simulated->machine;
	if (schedule_set_message(header, &factor, machine->message))
		return STATUS_OK;
	return err_limit(err,
		"the machine's times have no common unit in which they are "
		"below 2^63");
}

/* Reads the schedule and runs it; the header has been set. */
static enum status run_simulated(struct simulated *simulated, struct err *err)
{
	const struct schedule_header *header = &simulated->header;
	enum status status = check_sim_bytes(simulated, 0, err);

	if (status == STATUS_OK && (header->furthers > 0 || header->node > 0))
		status = err_input(err,
			"its messages take different figures: --machine names "
			"one machine for all");
	if (status == STATUS_OK && header->operation == OPERATION_SUM)
		status = err_input(err,
			"a sum cannot be replayed: its additions, which take "
			"time, are not among its rows");
	if (status != STATUS_OK)
		return status;
	simulated->processor = mem_array(
		(size_t)header->processors, sizeof *simulated->processor);
	status = read_played(simulated, err);
	if (status == STATUS_OK) {
		link_rows(simulated);
		simulated_run(simulated);
	}
	return status;
}

/* Runs the schedule, and makes one of what becomes of it, which then owns the
 * run; frees that if it fails. */
static enum status make_simulated(
	struct schedule **made, struct simulated *simulated, struct err *err)
{
	enum status status = run_simulated(simulated, err);

	*made = NULL;
	if (status == STATUS_OK)
		status = store_rows(made, simulated, err);
	if (status != STATUS_OK)
		simulated_free(simulated);
	return status;
}

enum status schedule_simulated(struct schedule **made,
	struct schedule *schedule, const struct schedule_machine *machine,
	uint64_t max_bits, struct err *err)
{
	struct simulated *simulated = mem_array(1, sizeof *simulated);

	*made = NULL;
	simulated->from = schedule;
	simulated->max_bits = max_bits;
	if (set_sim_header(simulated, machine, err) == STATUS_OK)
		return make_simulated(made, simulated, err);
	simulated_free(simulated);
	return err->code;
}

/* For a run of a schedule of the model machine in its own time. */
static struct simulated *open_timed(
	struct schedule *schedule, uint64_t max_bits)
{
	struct simulated *simulated = mem_array(1, sizeof *simulated);

	assert(schedule->header.model == MODEL_MACHINE);
	simulated->header = schedule->header;
	simulated->from = schedule;
	simulated->max_bits = max_bits;
	simulated->is_timed = 1;
	return simulated;
}

enum status schedule_timed(struct schedule **timed, struct schedule *schedule,
	uint64_t max_bits, struct err *err)
{
	struct simulated *simulated = open_timed(schedule, max_bits);

	simulated->header.finish = 0;
	simulated->header.has_finish = 1;
	return make_simulated(timed, simulated, err);
}

enum status schedule_varied(uint64_t *finish, struct schedule *schedule,
	const struct schedule_flights *flights, uint64_t max_bits,
	struct err *err)
{
	struct simulated *simulated = open_timed(schedule, max_bits);
	enum status status;

	simulated->flights = flights;
	simulated->header.finish = 0;
	status = run_simulated(simulated, err);
	*finish = simulated->header.finish;
	simulated_free(simulated);
	return status;
}

enum status schedule_is_allowed(int *is_allowed, struct schedule *schedule,
	uint64_t max_bits, struct err *err)
{
	struct simulated *simulated = open_timed(schedule, max_bits);
	enum status status;

	simulated->is_kept = 1;
	status = run_simulated(simulated, err);
	*is_allowed = status == STATUS_OK && !simulated->is_moved;
	for (size_t i = 0; i < simulated->rows; i++)
		*is_allowed &= simulated->row[i].is_sent;
	simulated_free(simulated);
	return status;
}
