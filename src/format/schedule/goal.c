/*
 * GOAL, the text format of LogGOPSim: a block a rank, its receives and sends in
 * time order.  Each send requires the one before it and the receive of its
 * message, in a reduction all receives before it.  Labels, local to a rank, are
 * r, s and c with a number.  Lines begin in column 0: a reader built with re2c
 * 3 loses the first letter of one that is indented.
 *
 * Times are not in it: the simulator starts everything as soon as it can.  A
 * send that starts later than that requires a calc, which keeps its processor
 * busy until then from the last send or receive on, and requires both. (Without
 * calcs a message may come early, take the place of a more urgent one at its
 * receiver, and the end be later.)
 *
 * Claim: where sends of a processor start g apart, and receives end g apart,
 * the simulator starts and receives everything at the schedule's times, if told
 * L = the latency, g = a send, o = G = 0.  Proof: let it be so before time t.
 * A receive due at t: its message arrives, as it was sent in time; the port is
 * free; and no calc runs, as those before it in the rank's order have ended,
 * and those after it require it or a later receive.  A send due at t: g has
 * passed since the last one, what it requires is there, and one of them only
 * now: the port, a receive, or the end of its calc, which began in time.
 * Nothing else delays anything, as sends and receives keep no processor busy.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "format/machine.h"
#include "format/out.h"
#include "number/number.h"

/* The bytes of a message: the machine's, rounded up; 1 without one. */
struct goal {
	struct out out;
	struct machine machine;
	mpz_t bytes;
	char *segment; /* as text */
};

static void set_machine(struct goal *goal, const struct schedule_header *header)
{
	struct err err;
	mpz_t segment;

	mpz_init(goal->bytes);
	mpz_init_set_ui(segment, 1);
	if (header->machine &&
		machine_text_parse(&goal->machine, goal->bytes, header->machine,
			&err) == STATUS_OK &&
		mpz_sgn(goal->bytes) > 0) {
		number_set_u64(segment, header->messages);
		mpz_cdiv_q(segment, goal->bytes, segment);
	}
	goal->segment = number_integer_text(segment);
	mpz_clear(segment);
}

/* ticks = time in ticks, if they are whole. */
static int whole_ticks(mpz_t ticks, const mpq_t time, uint64_t unit)
{
	int is_whole;
	mpz_t rest;

	mpz_init(rest);
	number_set_u64(ticks, unit);
	mpz_mul(ticks, ticks, mpq_numref(time));
	mpz_fdiv_qr(ticks, rest, ticks, mpq_denref(time));
	is_whole = mpz_sgn(rest) == 0;
	mpz_clear(rest);
	return is_whole;
}

/* What a rank has done so far: how many sends, receives and calcs, and when the
 * last send started and the last receive ended. */
struct past {
	uint64_t sends, receives, calcs;
	uint64_t sent, received;
};

static void past_add(struct past *past, const struct event *event)
{
	if (event->is_send) {
		past->sends++;
		past->sent = event->row->sent;
	} else {
		past->receives++;
		past->received = event->row->received;
	}
}

/* Whether the port is free before the send starts. */
static int is_late(const struct past *past, const struct event *send,
	const struct schedule_header *header)
{
	uint64_t start = send->row->sent;

	return past->sends == 0 ? start > 0
				: start - past->sent > schedule_send(header);
}

/* What LogGOPSim makes of a schedule. */
struct replay {
	int is_spaced; /* takes its time, as the claim above says */
	int is_prompt; /* without calcs */
	int is_single; /* each processor but 0 receives once, 0 never */
};

static void replay_event(struct replay *replay, const struct past *past,
	const struct event *event, const struct schedule_header *header)
{
	const struct event_row *row = event->row;
	uint64_t send = schedule_send(header);
	uint64_t takes = header->latency > 0 ? header->latency : send;

	if (event->is_send) {
		replay->is_spaced &=
			past->sends == 0 || row->sent - past->sent >= send;
		replay->is_prompt &= !is_late(past, event, header) ||
				     row->sent == past->received;
		return;
	}
	replay->is_spaced &=
		row->received - row->sent == takes &&
		(past->receives == 0 || row->received - past->received >= send);
	replay->is_single &= past->receives == 0 && row->to != 0;
}

static struct replay replay_whole(const struct event_list *whole)
{
	struct replay replay = {1, 1, 1};

	for (size_t p = 0; p < whole->header.processors; p++) {
		struct past past = {0};

		for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
			const struct event *event = &whole->event[i];

			replay_event(&replay, &past, event, &whole->header);
			past_add(&past, event);
		}
	}
	return replay;
}

/*
 * The machine's own parameters, in whole ticks, for one message that is passed
 * on at once: a processor that receives several is kept from sending by them,
 * which the schedule's times know nothing of.
 */
static void write_machine(
	struct goal *goal, const struct schedule_header *header)
{
	static const char *const names[] = {" -L ", " -o ", " -g ", " -G "};
	const struct machine_point *point = goal->machine.point;
	mpz_t ticks[4];
	int is_whole = 1;

	for (int i = 0; i < 4; i++) {
		const __mpq_struct *time[] = {goal->machine.latency,
			point->overhead, point->gap, point->byte};

		mpz_init(ticks[i]);
		is_whole &= whole_ticks(ticks[i], time[i], header->unit);
	}
	if (is_whole)
		out_text(&goal->out, "// or, by the machine's own parameters:\n"
				     "//   LogGOPSim -f schedule.bin");
	for (int i = 0; i < 4; i++) {
		if (is_whole) {
			char *text = number_integer_text(ticks[i]);

			out_print(&goal->out, "%s%s", names[i], text);
			mem_free(text);
		}
		mpz_clear(ticks[i]);
	}
	if (is_whole)
		out_print(&goal->out, " -S %s\n", goal->segment);
}

/* The parameters at which the simulator's times are ticks. */
static void write_parameters(
	struct goal *goal, const struct schedule_header *header)
{
	uint64_t send = schedule_send(header);

	out_print(&goal->out,
		"//   txt2bin -i schedule.goal -o schedule.bin\n"
		"//   LogGOPSim -f schedule.bin -L %" PRIu64 " -o 0 -g %" PRIu64
		" -G 0",
		header->latency > 0 ? header->latency : send, send);
	if (strcmp(goal->segment, "1") != 0)
		out_print(&goal->out, " -S %s", goal->segment);
	out_char(&goal->out, '\n');
}

static void write_head(struct goal *goal, const struct event_list *whole)
{
	const struct schedule_header *header = &whole->header;
	struct replay replay = replay_whole(whole);
	struct out *out = &goal->out;
	char caption[EVENTS_CAPTION_MAX];

	events_caption(caption, whole);
	out_print(out,
		"// %s\n// %s ends at %" PRIu64
		", where a unit of time is %" PRIu64 "%s:\n",
		caption, replay.is_spaced ? "LogGOPSim" : "The schedule",
		whole->finish, header->unit,
		replay.is_spaced ? ""
				 : "; LogGOPSim may not: two sends or "
				   "receives of a processor overlap");
	write_parameters(goal, header);
	if (goal->machine.given && header->operation == OPERATION_BROADCAST &&
		replay.is_spaced && replay.is_prompt && replay.is_single)
		write_machine(goal, header);
	out_print(out, "num_ranks %" PRIu64 "\n", header->processors);
}

static void write_requires(struct out *out, char kind, uint64_t number,
	char needed_kind, uint64_t needed)
{
	out_print(out, "%c%" PRIu64 " requires %c%" PRIu64 "\n", kind, number,
		needed_kind, needed);
}

/* The receives of one rank, numbered from 1: the last one of each message, and
 * of each receive the one before it of its message; 0: none. */
struct receives {
	uint64_t *last, *before;
};

static void add_receive(struct receives *receives, const struct event *event,
	uint64_t number, int reduces)
{
	uint64_t *last = &receives->last[event->row->message];

	if (reduces)
		receives->before[number] = *last;
	if (reduces || !event->held)
		*last = number;
}

/* A calc from the last send or receive on until the send starts. */
static void write_calc(
	struct out *out, struct past *past, const struct event *send)
{
	uint64_t from =
		past->sent > past->received ? past->sent : past->received;

	past->calcs++;
	out_print(out, "c%" PRIu64 ": calc %" PRIu64 "\n", past->calcs,
		send->row->sent - from);
	if (past->sends > 0)
		write_requires(out, 'c', past->calcs, 's', past->sends);
	if (past->receives > 0)
		write_requires(out, 'c', past->calcs, 'r', past->receives);
}

static void write_operation(struct goal *goal, const struct event_list *whole,
	const struct event *event, uint64_t number)
{
	const struct event_row *row = event->row;
	char blocks[SCHEDULE_TIME_MAX];

	schedule_time_text(blocks, event_bytes(whole, row), 1);
	out_print(&goal->out,
		event->is_send ? "s%" PRIu64 ": send %sb to %" PRIu64
				 " tag %" PRIu64 "\n"
			       : "r%" PRIu64 ": recv %sb from %" PRIu64
				 " tag %" PRIu64 "\n",
		number,
		schedule_is_by_block(whole->header.operation) ? blocks
							      : goal->segment,
		event->is_send ? row->to : row->from, event_tag(whole, row));
}

/* The rank's next send, after the calc before it, with all that it requires. */
static void write_send(struct goal *goal, const struct event_list *whole,
	const struct event *event, struct past *past,
	const struct receives *receives)
{
	struct out *out = &goal->out;
	int reduces = whole->header.operation != OPERATION_BROADCAST;
	int late = is_late(past, event, &whole->header);
	int waits = late && event->row->sent > past->received;
	uint64_t number = past->sends + 1;
	uint64_t needed = receives->last[event->row->message];

	if (waits)
		write_calc(out, past, event);
	write_operation(goal, whole, event, number);
	if (number > 1)
		write_requires(out, 's', number, 's', number - 1);
	if (waits)
		write_requires(out, 's', number, 'c', past->calcs);
	else if (late && needed != past->receives)
		write_requires(out, 's', number, 'r', past->receives);
	if (!reduces && event->held)
		write_requires(out, 's', number, 'r', needed);
	for (; reduces && needed > 0; needed = receives->before[needed])
		write_requires(out, 's', number, 'r', needed);
}

static void write_rank(struct goal *goal, const struct event_list *whole,
	size_t p, struct receives *receives)
{
	struct out *out = &goal->out;
	struct past past = {0};
	int reduces = whole->header.operation != OPERATION_BROADCAST;

	for (uint64_t i = 0; reduces && i <= whole->header.messages; i++)
		receives->last[i] = 0;
	out_print(out, "rank %zu {\n", p);
	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
		const struct event *event = &whole->event[i];

		if (event->is_send) {
			write_send(goal, whole, event, &past, receives);
		} else {
			write_operation(goal, whole, event, past.receives + 1);
			add_receive(
				receives, event, past.receives + 1, reduces);
		}
		past_add(&past, event);
	}
	out_text(out, "}\n");
}

static void write_ranks(const struct event_list *whole, FILE *file)
{
	struct receives receives = {0};
	struct goal goal = {.machine = {0}};

	receives.last = mem_array(
		(size_t)whole->header.messages + 1, sizeof *receives.last);
	if (whole->header.operation != OPERATION_BROADCAST)
		receives.before =
			mem_array(whole->count + 1, sizeof *receives.before);
	set_machine(&goal, &whole->header);
	out_init(&goal.out, file);
	write_head(&goal, whole);
	for (size_t p = 0; p < whole->header.processors && !ferror(file); p++)
		write_rank(&goal, whole, p, &receives);
	out_finish(&goal.out);
	machine_clear(&goal.machine);
	mpz_clear(goal.bytes);
	mem_free(goal.segment);
	mem_free(receives.last);
	mem_free(receives.before);
}

enum status schedule_write_goal(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	return events_write_by_rank(
		schedule, out, style->max_bits, write_ranks, err);
}
