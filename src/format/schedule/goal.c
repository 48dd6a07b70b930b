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
 *
 * On a machine the parameters are its own.  Where each message is taken when it
 * arrives, each send requires the operation before it on its processor, or a
 * calc as long as that is idle until the send is due: then all goes by the
 * schedule.  Else the end is that of core/schedule_simulated.h, which does what
 * the simulator does.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "format/machine.h"
#include "format/out.h"
#include "number/number.h"

/* The bytes of a message: the machine's, rounded up; 1 without one. */
struct goal {
	struct out *out;
	char *segment;	 /* as text */
	uint64_t octets; /* the same, where it is below 2^63; else 1 */
	uint64_t most;	 /* bytes of a row; 1 past 2^63 */
};

static void set_segment(struct goal *goal, const struct event_list *whole)
{
	mpz_t segment, blocks;

	mpz_inits(segment, blocks, NULL);
	events_segment(segment, whole);
	goal->segment = number_integer_text(segment);
	goal->octets = events_octets(whole);
	goal->most = 1;
	number_set_u64(blocks, events_most_blocks(whole));
	mpz_mul(segment, segment, blocks);
	(void)number_read_u64(&goal->most, segment, 63);
	mpz_clears(segment, blocks, NULL);
}

/* -- on a machine */

/* What LogGOPSim makes of a schedule of the model machine. */
struct goal_machine {
	uint64_t scale;	  /* its ticks in one of the schedule's: G is whole */
	int is_kept;	  /* calcs keep the schedule's times */
	int is_simulated; /* or it ends at `finish`, as soon as possible */
	uint64_t finish;
};

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

/* The time of *bytes bytes, from which G is known: those of a block, or of a
 * message without its first. */
static uint64_t bytes_time(
	const struct schedule_header *header, uint64_t segment, uint64_t *bytes)
{
	*bytes = segment > 1 ? segment - 1 : 1;
	if (header->message.block == 0)
		return schedule_receive(header) - header->message.overhead;
	*bytes = segment;
	return header->message.block;
}

/* Finds out, by carrying it out. */
static struct goal_machine simulate(
	const struct event_list *whole, uint64_t segment)
{
	const struct schedule_header *header = &whole->header;
	uint64_t bytes, byte = bytes_time(header, segment, &bytes);
	struct goal_machine goal = {.scale = 1};
	struct schedule *simulated;
	struct err err;

	goal.scale = bytes / number_gcd_u64(bytes, byte);
	if (header->message.copy != schedule_receive(header))
		return goal;
	if (schedule_is_allowed(&goal.is_kept, open_rows(whole), UINT64_MAX,
		    &err) != STATUS_OK)
		goal.is_kept = 0;
	if (goal.is_kept || schedule_simulated(&simulated, open_rows(whole),
				    NULL, UINT64_MAX, &err) != STATUS_OK)
		return goal;
	goal.is_simulated = 1;
	goal.finish = simulated->header.finish;
	schedule_close(simulated);
	return goal;
}

/* The machine's own parameters. */
static void write_machine_parameters(struct goal *goal,
	const struct schedule_header *header,
	const struct goal_machine *machine)
{
	uint64_t byte = schedule_receive(header) - header->message.overhead;
	uint64_t bytes, time = bytes_time(header, goal->octets, &bytes);
	const struct {
		const char *name;
		uint64_t ticks;
	} parameters[] = {
		{" -L ", header->message.latency * machine->scale},
		{" -o ", header->message.overhead * machine->scale},
		{" -g ", (header->message.gap - byte) * machine->scale},
		{" -G ", time * machine->scale / bytes},
		{" -S ", goal->most},
	};

	out_text(goal->out, "//   txt2bin -i schedule.goal -o schedule.bin\n"
			    "//   LogGOPSim -f schedule.bin");
	for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
		out_text(goal->out, parameters[i].name);
		out_u64(goal->out, parameters[i].ticks);
	}
	out_char(goal->out, '\n');
}

static void write_machine_head(struct goal *goal,
	const struct event_list *whole, const struct goal_machine *machine)
{
	const struct schedule_header *header = &whole->header;
	int is_known = machine->is_kept || machine->is_simulated;
	uint64_t finish =
		machine->is_simulated ? machine->finish : whole->finish;
	struct out *out = goal->out;

	out_text(out, "// ");
	out_text(out, whole->caption);
	out_text(out, is_known ? "\n// LogGOPSim ends at "
			       : "\n// The schedule ends at ");
	out_u64(out, finish * machine->scale);
	out_text(out, ", where a unit of time is ");
	out_u64(out, header->unit * machine->scale);
	if (!is_known)
		out_text(out, header->message.copy != schedule_receive(header)
				      ? "; LogGOPSim has no such machine"
				      : "; LogGOPSim never");
	out_text(out, ":\n");
	write_machine_parameters(goal, header, machine);
	out_text(out, "num_ranks ");
	out_u64(out, header->processors);
	out_char(out, '\n');
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

/* Whether an event takes its time, as the claim above says, behind those of
 * its processor that are past. */
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

/* The parameters at which the simulator's times are ticks. */
static void write_parameters(
	struct goal *goal, const struct schedule_header *header)
{
	uint64_t send = schedule_send(header);

	out_print(goal->out,
		"//   txt2bin -i schedule.goal -o schedule.bin\n"
		"//   LogGOPSim -f schedule.bin -L %" PRIu64 " -o 0 -g %" PRIu64
		" -G 0",
		header->latency > 0 ? header->latency : send, send);
	if (strcmp(goal->segment, "1") != 0)
		out_print(goal->out, " -S %s", goal->segment);
	out_char(goal->out, '\n');
}

static void write_head(struct goal *goal, const struct event_list *whole)
{
	const struct schedule_header *header = &whole->header;
	int spaced = is_spaced(whole);
	struct out *out = goal->out;

	out_print(out,
		"// %s\n// %s ends at %" PRIu64
		", where a unit of time is %" PRIu64 "%s:\n",
		whole->caption, spaced ? "LogGOPSim" : "The schedule",
		whole->finish, header->unit,
		spaced ? ""
		       : "; LogGOPSim may not: two sends or "
			 "receives of a processor overlap");
	write_parameters(goal, header);
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
	mpz_t bytes, blocks;
	char *text;

	mpz_init_set_str(bytes, goal->segment, 10);
	mpz_init(blocks);
	number_set_u64(blocks, event_blocks(whole, row));
	mpz_mul(bytes, bytes, blocks);
	text = number_integer_text(bytes);
	out_print(goal->out,
		event->is_send ? "s%" PRIu64 ": send %sb to %" PRIu64
				 " tag %" PRIu64 "\n"
			       : "r%" PRIu64 ": recv %sb from %" PRIu64
				 " tag %" PRIu64 "\n",
		number, text, event->is_send ? row->to : row->from,
		event_tag(whole, row));
	mem_free(text);
	mpz_clears(bytes, blocks, NULL);
}

/* The rank's next send, after the calc before it, with all that it requires. */
static void write_send(struct goal *goal, const struct event_list *whole,
	const struct event *event, struct past *past,
	const struct receives *receives)
{
	struct out *out = goal->out;
	int reduces = whole->header.operation != OPERATION_BROADCAST;
	int late = whole->header.model != MODEL_MACHINE &&
		   is_late(past, event, &whole->header);
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

/* A rank whose processor waits, in calcs, until each send is due: each
 * operation but a receive requires the one before it. */
static void write_kept_rank(struct goal *goal, const struct event_list *whole,
	size_t p, uint64_t scale)
{
	struct out *out = goal->out;
	uint64_t free = 0, number = 0, last = 0;
	char kind = 0;

	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
		const struct event *event = &whole->event[i];
		uint64_t sent = event->row->sent;

		number++;
		if (event->is_send && sent > free) {
			out_char(out, 'c');
			out_u64(out, number);
			out_text(out, ": calc ");
			out_u64(out, (sent - free) * scale);
			out_char(out, '\n');
			if (kind)
				write_requires(out, 'c', number, kind, last);
			kind = 'c';
			last = number;
		}
		write_operation(goal, whole, event, number);
		if (event->is_send && kind)
			write_requires(out, 's', number, kind, last);
		free = event->is_send ? sent + whole->header.message.overhead
				      : event->row->received;
		kind = event->is_send ? 's' : 'r';
		last = number;
	}
}

static void write_rank(struct goal *goal, const struct event_list *whole,
	size_t p, const struct goal_machine *machine, struct receives *receives)
{
	struct out *out = goal->out;
	struct past past = {0};
	int reduces = whole->header.operation != OPERATION_BROADCAST;

	for (uint64_t i = 0; reduces && i <= whole->header.messages; i++)
		receives->last[i] = 0;
	out_print(out, "rank %zu {\n", p);
	if (machine->is_kept)
		write_kept_rank(goal, whole, p, machine->scale);
	for (size_t i = whole->first[p];
		i < whole->first[p + 1] && !machine->is_kept; i++) {
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

static enum status write_ranks(
	struct event_list *whole, struct out *out, struct err *err)
{
	struct receives receives = {0};
	struct goal goal = {.out = out};
	struct goal_machine machine = {0};
	int reduces = whole->header.operation != OPERATION_BROADCAST;

	(void)err;
	receives.last = mem_array(
		(size_t)whole->header.messages + 1, sizeof *receives.last);
	receives.before = mem_array(
		reduces ? whole->count + 1 : 1, sizeof *receives.before);
	set_segment(&goal, whole);
	if (whole->header.model == MODEL_MACHINE) {
		machine = simulate(whole, goal.octets);
		write_machine_head(&goal, whole, &machine);
	} else {
		write_head(&goal, whole);
	}
	for (size_t p = 0; p < whole->header.processors && !ferror(out->file);
		p++)
		write_rank(&goal, whole, p, &machine, &receives);
	mem_free(goal.segment);
	mem_free(receives.last);
	mem_free(receives.before);
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
	check_goal, events_read, write_ranks};
