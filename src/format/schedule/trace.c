/*
 * Writes trace events, for Perfetto and chrome://tracing: a thread for each
 * processor, a slice for each send and each receive, and a flow from the one to
 * the other.  Times are in microseconds, rounded to millionths, if the unit of
 * time is known, and in ticks if it is not.
 *
 * Slices of one thread may be nested but not overlap otherwise.  With one
 * message none overlap; where rows have labels, receives have threads of their
 * own, numbered after those of the processors.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>

#include <gmp.h>

#include "base/mem.h"
#include "core/machine.h"
#include "format/machine.h"
#include "format/out.h"
#include "number/number.h"

/* A time's digits after the point. */
enum { MILLIONTH_DIGITS = 6 };

struct trace {
	struct out *out;
	const struct event_list *whole;
	uint64_t receives; /* the thread on which processor 0 receives */
	mpq_t tick;	   /* in millionths of a microsecond; 0: not known */
};

/* Writes ,"name":value */
static void write_count(struct out *out, const char *name, uint64_t value)
{
	out_print(out, ",\"%s\":%" PRIu64, name, value);
}

/* Writes ,"name": and the time from one tick to another.  Both are rounded
 * before they are subtracted, so that slices that meet still do. */
static void write_duration(
	struct trace *trace, const char *name, uint64_t from, uint64_t to)
{
	mpz_t millionths[2];
	char *text;

	if (mpq_sgn(trace->tick) == 0) {
		write_count(trace->out, name, to - from);
		return;
	}
	for (int i = 0; i < 2; i++) {
		mpz_init(millionths[i]);
		number_set_u64(millionths[i], i == 0 ? from : to);
		mpz_mul(millionths[i], millionths[i], mpq_numref(trace->tick));
		number_divide_round(
			millionths[i], millionths[i], mpq_denref(trace->tick));
	}
	mpz_sub(millionths[1], millionths[1], millionths[0]);
	text = number_scaled_text(millionths[1], MILLIONTH_DIGITS);
	out_print(trace->out, ",\"%s\":%s", name, text);
	mem_free(text);
	mpz_clears(millionths[0], millionths[1], NULL);
}

/* Begins an event with its kind and thread. */
static void write_kind(struct out *out, const char *kind, uint64_t thread)
{
	out_print(out, ",\n{\"ph\":\"%s\",\"pid\":0,\"tid\":%" PRIu64, kind,
		thread);
}

/* Names the thread of a processor's sends, receives or both, and sorts those of
 * a processor together. */
static void write_thread(
	struct trace *trace, uint64_t thread, uint64_t p, const char *what)
{
	struct out *out = trace->out;

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
	struct out *out = trace->out;
	int is_run =
		schedule_run_column(trace->whole->header.operation) != NULL;
	char label[SCHEDULE_TIME_MAX];

	event_label(label, trace->whole, row);
	write_kind(out, "X", thread);
	write_duration(trace, "ts", 0, tick);
	write_duration(
		trace, "dur", tick, tick + event_send(trace->whole, row));
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

/* Writes one end of flow number id. */
static void write_flow(struct trace *trace, const char *kind, uint64_t thread,
	uint64_t tick, size_t id)
{
	struct out *out = trace->out;

	write_kind(out, kind, thread);
	write_duration(trace, "ts", 0, tick);
	write_count(out, "id", id);
	out_print(out, ",\"cat\":\"message\",\"name\":\"message\"%s}",
		*kind == 'f' ? ",\"bp\":\"e\"" : "");
}

static void write_trace_row(struct trace *trace, size_t i)
{
	const struct event_row *row = &trace->whole->row[i];
	uint64_t receives = trace->receives + row->to;
	uint64_t arrives = event_arrival(trace->whole, row);

	write_slice(trace, row, 1, row->from, row->sent);
	write_flow(trace, "s", row->from, row->sent, i);
	write_slice(trace, row, 0, receives, arrives);
	write_flow(trace, "f", receives, arrives, i);
}

static void write_events(struct trace *trace)
{
	const struct event_list *whole = trace->whole;
	FILE *file = trace->out->file;

	out_text(trace->out, "{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":0,"
			     "\"name\":\"process_name\",\"args\":{\"name\":\"");
	for (const char *at = whole->caption; *at; at++) {
		if (*at == '"' || *at == '\\')
			out_char(trace->out, '\\');
		out_char(trace->out, *at);
	}
	out_text(trace->out, "\"}}");
	for (uint64_t p = 0; p < whole->header.processors && !ferror(file);
		p++) {
		write_thread(trace, p, p, trace->receives ? " sends" : "");
		if (trace->receives)
			write_thread(
				trace, trace->receives + p, p, " receives");
	}
	for (size_t i = 0; i < whole->count && !ferror(file); i++)
		write_trace_row(trace, i);
	out_text(trace->out, "\n]}\n");
}

/* tick = the millionths of a microsecond in a tick, if the unit is known: 10^6
 * times the microseconds of a unit, divided by the ticks of a unit. */
static void set_tick(mpq_t tick, const struct schedule_header *header)
{
	const char *name = header->time_unit;
	mpq_t factor;

	if (!name)
		return;
	mpq_init(factor);
	machine_unit_ratio(factor, machine_scan_unit(&name), UNIT_US);
	mpq_set_ui(tick, 1000000, 1);
	mpq_mul(tick, tick, factor);
	number_set_ratio(factor, header->unit, 1);
	mpq_div(tick, tick, factor);
	mpq_clear(factor);
}

static enum status write_trace(
	struct event_list *whole, struct out *out, struct err *err)
{
	struct trace trace = {.out = out, .whole = whole};

	(void)err;
	mpq_init(trace.tick);
	set_tick(trace.tick, &whole->header);
	if (events_have_labels(whole))
		trace.receives = whole->header.processors;
	write_events(&trace);
	mpq_clear(trace.tick);
	return STATUS_OK;
}

const struct events_format events_trace = {
	EVENTS_ONE_PORT, NULL, events_read, write_trace};
