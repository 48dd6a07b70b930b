/*
 * Trace events, for Perfetto and chrome://tracing: a thread for each processor,
 * a slice for each send and receive, a flow from one to the other.  Times are
 * ticks.
 *
 * Slices of one thread may lie within each other but not overlap.  With one
 * message none overlap; with several, receives have threads of their own,
 * numbered after the processors.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>

#include "format/out.h"

struct trace {
	struct out out;
	const struct event_list *whole;
	uint64_t receives; /* the thread on which processor 0 receives */
};

/* ,"name":value */
static void write_count(struct out *out, const char *name, uint64_t value)
{
	out_print(out, ",\"%s\":%" PRIu64, name, value);
}

/* The beginning of an event: its kind and thread. */
static void write_kind(struct out *out, const char *kind, uint64_t thread)
{
	out_print(out, ",\n{\"ph\":\"%s\",\"pid\":0,\"tid\":%" PRIu64, kind,
		thread);
}

static void write_thread(
	struct trace *trace, uint64_t thread, uint64_t p, const char *what)
{
	struct out *out = &trace->out;

	write_kind(out, "M", thread);
	out_print(out,
		",\"name\":\"thread_name\",\"args\":{\"name\":"
		"\"processor %" PRIu64 "%s\"}}",
		p, what);
	write_kind(out, "M", thread);
	out_print(out,
		",\"name\":\"thread_sort_index\",\"args\":"
		"{\"sort_index\":%" PRIu64 "}}",
		thread == p ? 2 * p : 2 * p + 1);
}

static void write_slice(struct trace *trace, const struct event_row *row,
	int is_send, uint64_t thread, uint64_t tick)
{
	struct out *out = &trace->out;
	int is_run =
		schedule_run_column(trace->whole->header.operation) != NULL;
	char label[SCHEDULE_TIME_MAX];

	event_label(label, trace->whole, row);
	write_kind(out, "X", thread);
	write_count(out, "ts", tick);
	write_count(out, "dur", schedule_send(&trace->whole->header));
	out_print(out,
		is_send ? ",\"cat\":\"send\",\"name\":\"send %s to %" PRIu64
			: ",\"cat\":\"receive\",\"name\":\"receive %s "
			  "from %" PRIu64,
		label, is_send ? row->to : row->from);
	out_print(out,
		is_run ? "\",\"args\":{\"%s\":\"%s\""
		       : "\",\"args\":{\"%s\":%s",
		events_label_name(trace->whole), label);
	write_count(
		out, is_send ? "to" : "from", is_send ? row->to : row->from);
	out_text(out, "}}");
}

/* One end of the flow number id. */
static void write_flow(struct trace *trace, const char *kind, uint64_t thread,
	uint64_t tick, size_t id)
{
	struct out *out = &trace->out;

	write_kind(out, kind, thread);
	write_count(out, "ts", tick);
	write_count(out, "id", id);
	out_print(out, ",\"cat\":\"message\",\"name\":\"message\"%s}",
		*kind == 'f' ? ",\"bp\":\"e\"" : "");
}

static void write_trace_row(struct trace *trace, size_t i)
{
	const struct event_row *row = &trace->whole->row[i];
	uint64_t receives = trace->receives + row->to;
	uint64_t arrives = row->received - schedule_send(&trace->whole->header);

	write_slice(trace, row, 1, row->from, row->sent);
	write_flow(trace, "s", row->from, row->sent, i);
	write_slice(trace, row, 0, receives, arrives);
	write_flow(trace, "f", receives, arrives, i);
}

static void write_events(struct trace *trace, FILE *file)
{
	const struct event_list *whole = trace->whole;
	char caption[EVENTS_CAPTION_MAX];

	events_caption(caption, whole);
	out_text(&trace->out,
		"{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":0,"
		"\"name\":\"process_name\",\"args\":{\"name\":\"");
	for (const char *at = caption; *at; at++) {
		if (*at == '"' || *at == '\\')
			out_char(&trace->out, '\\');
		out_char(&trace->out, *at);
	}
	out_text(&trace->out, "\"}}");
	for (uint64_t p = 0; p < whole->header.processors && !ferror(file);
		p++) {
		write_thread(trace, p, p, trace->receives ? " sends" : "");
		if (trace->receives)
			write_thread(
				trace, trace->receives + p, p, " receives");
	}
	for (size_t i = 0; i < whole->count && !ferror(file); i++)
		write_trace_row(trace, i);
	out_text(&trace->out, "\n]}\n");
}

enum status schedule_write_trace(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct event_list whole;
	struct trace trace = {.whole = &whole};
	enum status status =
		events_read(&whole, schedule, style->max_bits, err);

	if (status == STATUS_OK) {
		if (events_have_labels(&whole))
			trace.receives = whole.header.processors;
		out_init(&trace.out, out);
		write_events(&trace, out);
		out_finish(&trace.out);
	}
	events_clear(&whole);
	return status;
}
