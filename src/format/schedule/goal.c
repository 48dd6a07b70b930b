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
#include "format/out.h"
#include "format/schedule/loaded.h"

/* The parameters at which the simulator's times are ticks. */
static void write_replay(struct out *out, const struct event_list *whole)
{
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
	out_u64(out, header->latency > 0 ? header->latency : header->unit);
	out_text(out, " -o 0 -g ");
	out_u64(out, header->unit);
	out_text(out, " -G 0\nnum_ranks ");
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

static void write_rank(struct out *out, const struct event_list *whole,
	size_t p, struct receives *receives)
{
	uint64_t sends = 0;
	int reduces = whole->header.operation == OPERATION_REDUCE;

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
		out_text(out,
			event->is_send ? ": send 1b to " : ": recv 1b from ");
		out_u64(out, event->is_send ? row->to : row->from);
		out_text(out, " tag ");
		out_u64(out, row->message);
		out_char(out, '\n');
		if (event->is_send)
			write_needs(out, event, receives, sends, reduces);
	}
	out_text(out, "}\n");
}

static void write_ranks(const struct event_list *whole, FILE *file)
{
	struct receives receives = {0};
	struct out out;

	receives.last = mem_array(
		(size_t)whole->header.messages + 1, sizeof *receives.last);
	if (whole->header.operation == OPERATION_REDUCE)
		receives.before =
			mem_array(whole->count + 1, sizeof *receives.before);
	out_init(&out, file);
	write_replay(&out, whole);
	for (size_t p = 0; p < whole->header.processors && !ferror(file); p++)
		write_rank(&out, whole, p, &receives);
	out_finish(&out);
	mem_free(receives.last);
	mem_free(receives.before);
}

enum status schedule_write_goal(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct event_list whole;
	enum status status =
		events_read_by_rank(&whole, schedule, style->max_bits, err);

	if (status == STATUS_OK)
		write_ranks(&whole, out);
	events_clear(&whole);
	return status;
}
