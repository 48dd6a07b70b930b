/*
 * GOAL, the text format of LogGOPSim: a block a rank, its receives and sends in
 * time order.  Each send requires the one before it and the receive of its
 * message, in a reduction all of them.  Labels, local to a rank, are r and s
 * with a number.  Times are not in it: the simulator starts everything as soon
 * as it can.  Lines begin in column 0: a reader built with re2c 3 loses the
 * first letter of one that is indented.
 */
#include "format/schedule/formats.h"

#include "base/mem.h"
#include "format/machine.h"
#include "format/out.h"
#include "number/number.h"
#include "format/schedule/loaded.h"

/* The bytes of a message: the machine's, rounded up; 1 without one. */
struct goal {
	struct out out;
	struct machine machine;
	mpz_t bytes, segment;
};

static void set_machine(struct goal *goal, const struct schedule_header *header)
{
	struct err err;

	mpz_init(goal->bytes);
	mpz_init_set_ui(goal->segment, 1);
	if (!header->machine ||
		machine_text_parse(&goal->machine, goal->bytes, header->machine,
			&err) != STATUS_OK ||
		mpz_sgn(goal->bytes) == 0)
		return;
	number_set_u64(goal->segment, header->messages);
	mpz_cdiv_q(goal->segment, goal->bytes, goal->segment);
}

static void write_integer(struct out *out, const mpz_t value)
{
	char *text = number_integer_text(value);

	out_text(out, text);
	mem_free(text);
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

/*
 * The machine's own parameters, where the simulator can take them: in whole
 * ticks, for segments of one size, and for several messages only with 2o <= g,
 * as a receive keeps its processor from sending.
 */
static void write_machine(
	struct goal *goal, const struct schedule_header *header)
{
	static const char *const names[] = {" -L ", " -o ", " -g ", " -G "};
	const struct machine_point *point = goal->machine.point;
	mpz_t ticks[4], all;
	int is_whole = 1;

	if (!goal->machine.given)
		return;
	mpz_init(all);
	number_set_u64(all, header->messages);
	mpz_mul(all, all, goal->segment);
	if (mpz_sgn(goal->bytes) > 0)
		is_whole = mpz_cmp(all, goal->bytes) == 0;
	for (int i = 0; i < 4; i++) {
		const __mpq_struct *time[] = {goal->machine.latency,
			point->overhead, point->gap, point->byte};

		mpz_init(ticks[i]);
		is_whole &= whole_ticks(ticks[i], time[i], header->unit);
	}
	mpz_mul_2exp(all, ticks[1], 1);
	if (is_whole &&
		(header->messages == 1 || mpz_cmp(all, ticks[2]) <= 0)) {
		out_text(&goal->out, "// or, by the machine's own parameters:\n"
				     "//   LogGOPSim -f schedule.bin");
		for (int i = 0; i < 4; i++) {
			out_text(&goal->out, names[i]);
			write_integer(&goal->out, ticks[i]);
		}
		out_text(&goal->out, " -S ");
		write_integer(&goal->out, goal->segment);
		out_char(&goal->out, '\n');
	}
	for (int i = 0; i < 4; i++)
		mpz_clear(ticks[i]);
	mpz_clear(all);
}

/* The parameters at which the simulator's times are ticks. */
static void write_replay(struct goal *goal, const struct event_list *whole)
{
	struct out *out = &goal->out;
	const struct schedule_header *header = &whole->header;
	char caption[EVENTS_CAPTION_MAX];

	events_caption(caption, whole);
	out_text(out, "// ");
	out_text(out, caption);
	out_text(out, "\n// LogGOPSim ends at ");
	out_u64(out, whole->finish);
	out_text(out, ", where a unit of time is ");
	out_u64(out, header->unit);
	out_text(out, "; sooner if the schedule waits:\n"
		      "//   txt2bin -i schedule.goal -o schedule.bin\n"
		      "//   LogGOPSim -f schedule.bin -L ");
	out_u64(out,
		header->latency > 0 ? header->latency : schedule_send(header));
	out_text(out, " -o 0 -g ");
	out_u64(out, schedule_send(header));
	out_text(out, " -G 0");
	if (mpz_cmp_ui(goal->segment, 1) > 0) {
		out_text(out, " -S ");
		write_integer(out, goal->segment);
	}
	out_char(out, '\n');
	write_machine(goal, header);
	out_text(out, "num_ranks ");
	out_u64(out, header->processors);
	out_char(out, '\n');
}

static void write_requires(
	struct out *out, uint64_t send, char kind, uint64_t needed)
{
	out_text(out, "s");
	out_u64(out, send);
	out_text(out, " requires ");
	out_char(out, kind);
	out_u64(out, needed);
	out_char(out, '\n');
}

/* The receives of one rank, numbered from 1: the last one of each message, and
 * of each receive the one before it of its message; 0: none. */
struct receives {
	uint64_t *last, *before;
	uint64_t count;
};

static void add_receive(
	struct receives *receives, const struct event *event, int reduces)
{
	uint64_t *last = &receives->last[event->row->message];

	receives->count++;
	if (reduces)
		receives->before[receives->count] = *last;
	if (reduces || !event->held)
		*last = receives->count;
}

/* What the rank's send with that number has to wait for. */
static void write_needs(struct out *out, const struct event *event,
	const struct receives *receives, uint64_t send, int reduces)
{
	uint64_t needed = receives->last[event->row->message];

	if (send > 1)
		write_requires(out, send, 's', send - 1);
	if (!reduces && event->held)
		write_requires(out, send, 'r', needed);
	for (; reduces && needed > 0; needed = receives->before[needed])
		write_requires(out, send, 'r', needed);
}

static void write_rank(struct goal *goal, const struct event_list *whole,
	size_t p, struct receives *receives)
{
	struct out *out = &goal->out;
	uint64_t sends = 0;
	int reduces = whole->header.operation != OPERATION_BROADCAST;

	receives->count = 0;
	for (uint64_t i = 0; reduces && i <= whole->header.messages; i++)
		receives->last[i] = 0;
	out_text(out, "rank ");
	out_u64(out, p);
	out_text(out, " {\n");
	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
		const struct event *event = &whole->event[i];
		const struct event_row *row = event->row;

		if (!event->is_send)
			add_receive(receives, event, reduces);
		out_text(out, event->is_send ? "s" : "r");
		out_u64(out, event->is_send ? ++sends : receives->count);
		out_text(out, event->is_send ? ": send " : ": recv ");
		if (schedule_is_by_block(whole->header.operation))
			out_u64(out, event_bytes(whole, row));
		else
			write_integer(out, goal->segment);
		out_text(out, event->is_send ? "b to " : "b from ");
		out_u64(out, event->is_send ? row->to : row->from);
		out_text(out, " tag ");
		out_u64(out, event_tag(whole, row));
		out_char(out, '\n');
		if (event->is_send)
			write_needs(out, event, receives, sends, reduces);
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
	write_replay(&goal, whole);
	for (size_t p = 0; p < whole->header.processors && !ferror(file); p++)
		write_rank(&goal, whole, p, &receives);
	out_finish(&goal.out);
	machine_clear(&goal.machine);
	mpz_clears(goal.bytes, goal.segment, NULL);
	mem_free(receives.last);
	mem_free(receives.before);
}

enum status schedule_write_goal(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	return events_write_by_rank(
		schedule, out, style->max_bits, write_ranks, err);
}
