/*
 * Writes GOAL, the text format of LogGOPSim: a block for each rank, with its
 * receives and sends in time order.  Each send requires the one before it and
 * the receive of its message or, in other operations than a broadcast, all
 * receives of its message since the last send of that.  Labels, local to a
 * rank, are r, s and c with a number.  Lines begin in column 0, as a reader
 * built with re2c 3 loses the first letter of an indented one.
 *
 * The format has no times: the simulator starts everything as soon as it can.
 * A send that starts later than that requires a calc, which begins after the
 * last send or receive and keeps the processor busy until the send is due.
 * (Without calcs a message may come early, take the place of a more urgent one
 * at its receiver, and so delay the end.)
 *
 * Claim: if sends of a processor start at least g apart, and receives end at
 * least g apart, the simulator starts and receives everything at the schedule's
 * times, given L = the latency, g = the time of a send, and o = G = 0.
 * Proof: by induction; let all be on time before t.  A receive due at t: its
 * message arrives, as it was sent on time; the port is free; and no calc runs,
 * as those before it in the rank's order have ended, and those after it require
 * it or a later receive.  A send due at t: g has passed since the last one;
 * what the send requires is there, and one of these only now: the port, a
 * receive, or the end of its calc, which began on time.  Nothing else delays
 * anything, as sends and receives keep no processor busy.
 *
 * On a machine the parameters are its own.  If each message is taken when it
 * arrives or, where it comes while its processor or port is at work, when that
 * has ended, each send requires the operation before it on its processor, or a
 * calc for as long as the processor is idle before the send: then everything
 * happens at the schedule's times.  For nothing begins at a processor while a
 * message waits there; so whatever the message waits for is under way when it
 * comes, and no calc is, as the send after a calc would begin while the message
 * waits, or be after its receive, which the calc then requires.  Otherwise the
 * end is that of schedule_simulated, which does what the simulator does.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "core/schedule.h"
#include "format/machine.h"
#include "format/out.h"
#include "number/number.h"

struct goal {
	struct out *out;
	const struct event_list *whole;
	mpz_t segment; /* bytes of a message or a block, as events_segment */
	/* On a machine: */
	uint64_t scale; /* the simulator's ticks in a tick: makes G whole */
	int is_kept;	/* calcs keep the schedule's times */
	int is_known;	/* whether the simulator's finish is known: */
	uint64_t finish;
};

/* bytes = those of a message of so many blocks. */
static void set_bytes(mpz_t bytes, const struct goal *goal, uint64_t blocks)
{
	number_set_u64(bytes, blocks);
	mpz_mul(bytes, bytes, goal->segment);
}

/* -- on a machine */

/* The schedule held in memory, opened again. */
static struct schedule *open_rows(const struct event_list *whole)
{
	struct transmissions list = {0};

	for (size_t i = 0; i < whole->count; i++) {
		const struct transmission row =
			event_transmission(&whole->row[i]);

		transmissions_add(&list, &row);
	}
	return schedule_stored(&whole->header, &list);
}

/* The time of *bytes bytes, whose ratio is G: of a block or, without blocks, of
 * all bytes of a message but the first. */
static uint64_t bytes_time(const struct event_list *whole, uint64_t *bytes)
{
	const struct schedule_header *header = &whole->header;

	*bytes = events_octets(whole);
	if (header->message.block > 0)
		return header->message.block;
	*bytes = *bytes > 1 ? *bytes - 1 : 1;
	return schedule_receive(header) - header->message.overhead;
}

/* Whether receivers copy without their processors, which none does in the
 * simulator: with a G of 0, or one byte at a time, it makes no difference. */
static int is_remote(const struct schedule_header *header)
{
	return header->message.copy != schedule_receive(header) ||
	       header->message.block_copy != header->message.block;
}

/* Finds out, by simulating the schedule, whether its times are kept and when
 * the simulator ends. */
static void simulate(struct goal *goal)
{
	const struct event_list *whole = goal->whole;
	const struct schedule_header *header = &whole->header;
	uint64_t bytes, time = bytes_time(whole, &bytes);
	struct schedule *simulated;
	struct err err;

	goal->scale = bytes / number_gcd_u64(bytes, time);
	goal->finish = whole->finish;
	if (is_remote(header))
		return;
	if (schedule_is_allowed(&goal->is_kept, open_rows(whole), UINT64_MAX,
		    &err) != STATUS_OK)
		goal->is_kept = 0;
	goal->is_known = goal->is_kept;
	if (goal->is_kept || schedule_simulated(&simulated, open_rows(whole),
				     NULL, UINT64_MAX, &err) != STATUS_OK)
		return;
	goal->is_known = 1;
	goal->finish = simulated->header.finish;
	schedule_close(simulated);
}

/* Writes the command that simulates the schedule with the machine's parameters.
 * -S, the bytes of the longest message, is 1 where there are 2^63 or more. */
static void write_machine_command(const struct goal *goal)
{
	const struct schedule_header *header = &goal->whole->header;
	uint64_t byte = schedule_receive(header) - header->message.overhead;
	uint64_t bytes, time = bytes_time(goal->whole, &bytes);
	uint64_t scale = goal->scale, most = 1;
	mpz_t longest;

	mpz_init(longest);
	set_bytes(longest, goal, events_most_blocks(goal->whole));
	(void)number_read_u64(&most, longest, 63);
	mpz_clear(longest);

	out_print(goal->out,
		"//   txt2bin -i schedule.goal -o schedule.bin\n"
		"//   LogGOPSim -f schedule.bin -L %" PRIu64 " -o %" PRIu64
		" -g %" PRIu64 " -G %" PRIu64 " -S %" PRIu64 "\n",
		header->message.latency * scale,
		header->message.overhead * scale,
		(header->message.gap - byte) * scale, time * scale / bytes,
		most);
}

static void write_machine_head(const struct goal *goal)
{
	const struct schedule_header *header = &goal->whole->header;
	const char *unknown = is_remote(header)
				      ? "; LogGOPSim has no such machine"
				      : "; LogGOPSim never";

	out_print(goal->out,
		"// %s\n// %s ends at %" PRIu64
		", where a unit of time is %" PRIu64 "%s:\n",
		goal->whole->caption,
		goal->is_known ? "LogGOPSim" : "The schedule",
		goal->finish * goal->scale, header->unit * goal->scale,
		goal->is_known ? "" : unknown);
	write_machine_command(goal);
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

/* Whether the send starts later than its port is free. */
static int is_late(const struct past *past, const struct event *send,
	const struct schedule_header *header)
{
	uint64_t start = send->row->sent;

	return past->sends == 0 ? start > 0
				: start - past->sent > schedule_send(header);
}

/* Whether an event is as far from those before it as the claim above requires.
 */
static int is_in_time(const struct past *past, const struct event *event,
	const struct schedule_header *header)
{
	const struct event_row *row = event->row;
	uint64_t send = schedule_send(header);
	uint64_t takes = header->latency > 0 ? header->latency : send;

	if (event->is_send)
		return past->sends == 0 || row->sent - past->sent >= send;
	return row->received - row->sent == takes &&
	       (past->receives == 0 || row->received - past->received >= send);
}

/* Whether the claim above holds for the schedule. */
static int is_spaced(const struct event_list *whole)
{
	for (size_t p = 0; p < whole->header.processors; p++) {
		struct past past = {0};

		for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
			const struct event *event = &whole->event[i];

			if (!is_in_time(&past, event, &whole->header))
				return 0;
			past_add(&past, event);
		}
	}
	return 1;
}

/* The head where there is no machine: the simulator's times are ticks. */
static void write_head(const struct goal *goal)
{
	const struct schedule_header *header = &goal->whole->header;
	uint64_t send = schedule_send(header);
	int spaced = is_spaced(goal->whole);
	char *segment = number_integer_text(goal->segment);

	out_print(goal->out,
		"// %s\n// %s ends at %" PRIu64
		", where a unit of time is %" PRIu64 "%s:\n"
		"//   txt2bin -i schedule.goal -o schedule.bin\n"
		"//   LogGOPSim -f schedule.bin -L %" PRIu64 " -o 0 -g %" PRIu64
		" -G 0%s%s\n",
		goal->whole->caption, spaced ? "LogGOPSim" : "The schedule",
		goal->whole->finish, header->unit,
		spaced ? ""
		       : "; LogGOPSim may not: two sends or "
			 "receives of a processor overlap",
		header->latency > 0 ? header->latency : send, send,
		strcmp(segment, "1") != 0 ? " -S " : "",
		strcmp(segment, "1") != 0 ? segment : "");
	mem_free(segment);
}

static void write_requires(const struct goal *goal, char kind, uint64_t number,
	char needed_kind, uint64_t needed)
{
	out_print(goal->out, "%c%" PRIu64 " requires %c%" PRIu64 "\n", kind,
		number, needed_kind, needed);
}

/* The receives of one rank, numbered from 1: the last one of each message, and
 * for each receive the one before it of its message; 0: none.  In a broadcast
 * only the first receive of a message counts, in other operations those since
 * the last send of the message, as later sends require that. */
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

/* Writes a calc from the last send or receive to the start of the send. */
static void write_calc(
	const struct goal *goal, struct past *past, const struct event *send)
{
	uint64_t from = most_u64(past->sent, past->received);

	past->calcs++;
	out_print(goal->out, "c%" PRIu64 ": calc %" PRIu64 "\n", past->calcs,
		send->row->sent - from);
	if (past->sends > 0)
		write_requires(goal, 'c', past->calcs, 's', past->sends);
	if (past->receives > 0)
		write_requires(goal, 'c', past->calcs, 'r', past->receives);
}

static void write_operation(
	const struct goal *goal, const struct event *event, uint64_t number)
{
	const struct event_row *row = event->row;
	mpz_t bytes;
	char *text;

	mpz_init(bytes);
	set_bytes(bytes, goal, event_blocks(goal->whole, row));
	text = number_integer_text(bytes);
	out_print(goal->out,
		event->is_send ? "s%" PRIu64 ": send %sb to %" PRIu64
				 " tag %" PRIu64 "\n"
			       : "r%" PRIu64 ": recv %sb from %" PRIu64
				 " tag %" PRIu64 "\n",
		number, text, event->is_send ? row->to : row->from,
		event_tag(goal->whole, row));
	mem_free(text);
	mpz_clear(bytes);
}

/* Writes the rank's next send with all that it requires, and the calc before it
 * if it must wait. */
static void write_send(const struct goal *goal, const struct event *event,
	struct past *past, const struct receives *receives)
{
	const struct schedule_header *header = &goal->whole->header;
	int reduces = header->operation != OPERATION_BROADCAST;
	int late =
		header->model != MODEL_MACHINE && is_late(past, event, header);
	int waits = late && event->row->sent > past->received;
	uint64_t number = past->sends + 1;
	uint64_t needed = receives->last[event->row->message];

	if (waits)
		write_calc(goal, past, event);
	write_operation(goal, event, number);
	if (number > 1)
		write_requires(goal, 's', number, 's', number - 1);
	if (waits)
		write_requires(goal, 's', number, 'c', past->calcs);
	else if (late && needed != past->receives)
		write_requires(goal, 's', number, 'r', past->receives);
	if (!reduces && event->held)
		write_requires(goal, 's', number, 'r', needed);
	for (; reduces && needed > 0; needed = receives->before[needed])
		write_requires(goal, 's', number, 'r', needed);
}

/* Writes the block of a rank whose calcs keep the schedule's times: each send
 * requires the operation before it, or the calc that follows that. */
static void write_kept_rank(const struct goal *goal, size_t p)
{
	const struct event_list *whole = goal->whole;
	uint64_t free = 0, number = 0, last = 0;
	char kind = 0;

	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
		const struct event *event = &whole->event[i];
		uint64_t sent = event->row->sent;

		number++;
		if (event->is_send && sent > free) {
			out_print(goal->out, "c%" PRIu64 ": calc %" PRIu64 "\n",
				number, (sent - free) * goal->scale);
			if (kind)
				write_requires(goal, 'c', number, kind, last);
			kind = 'c';
			last = number;
		}
		write_operation(goal, event, number);
		if (event->is_send && kind)
			write_requires(goal, 's', number, kind, last);
		free = event->is_send ? sent + whole->header.message.overhead
				      : event->row->received;
		kind = event->is_send ? 's' : 'r';
		last = number;
	}
}

/* Writes the block of any other rank. */
static void write_free_rank(
	const struct goal *goal, size_t p, struct receives *receives)
{
	const struct event_list *whole = goal->whole;
	struct past past = {0};
	int reduces = whole->header.operation != OPERATION_BROADCAST;

	for (uint64_t i = 0; reduces && i <= whole->header.messages; i++)
		receives->last[i] = 0;
	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
		const struct event *event = &whole->event[i];

		if (event->is_send) {
			write_send(goal, event, &past, receives);
			if (reduces)
				receives->last[event->row->message] = 0;
		} else {
			write_operation(goal, event, past.receives + 1);
			add_receive(
				receives, event, past.receives + 1, reduces);
		}
		past_add(&past, event);
	}
}

static void write_ranks(const struct goal *goal)
{
	const struct event_list *whole = goal->whole;
	int reduces = whole->header.operation != OPERATION_BROADCAST;
	struct receives receives = {
		mem_array((size_t)whole->header.messages + 1,
			sizeof *receives.last),
		mem_array(reduces ? whole->count + 1 : 1,
			sizeof *receives.before)};

	for (size_t p = 0;
		p < whole->header.processors && !ferror(goal->out->file); p++) {
		out_print(goal->out, "rank %zu {\n", p);
		if (goal->is_kept)
			write_kept_rank(goal, p);
		else
			write_free_rank(goal, p, &receives);
		out_text(goal->out, "}\n");
	}
	mem_free(receives.last);
	mem_free(receives.before);
}

static enum status write_goal(
	struct event_list *whole, struct out *out, struct err *err)
{
	struct goal goal = {.out = out, .whole = whole};

	(void)err;
	mpz_init(goal.segment);
	events_segment(goal.segment, whole);
	if (whole->header.model == MODEL_MACHINE) {
		simulate(&goal);
		write_machine_head(&goal);
	} else {
		write_head(&goal);
	}
	out_print(out, "num_ranks %" PRIu64 "\n", whole->header.processors);
	write_ranks(&goal);
	mpz_clear(goal.segment);
	return STATUS_OK;
}

static enum status check_goal(const struct schedule_header *header,
	const struct schedule_look *look, struct err *err)
{
	(void)look;
	return header->operation == OPERATION_SUM
		       ? err_usage(err,
				 "goal: a sum's additions, which take time, "
				 "are not among its rows")
		       : STATUS_OK;
}

const struct events_format events_goal = {
	EVENTS_ONE_PORT | EVENTS_ONE_SIZE | EVENTS_NO_NODES | EVENTS_HELD,
	check_goal, events_read, write_goal};
