/*
 * Writes a schedule for Graphviz: a node for each processor, with the time at
 * which it has everything that it receives, and an edge for each row, with the
 * time of its send and, if rows have labels, the label in parentheses.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>

#include "format/out.h"

/* When p has received all that it receives for the first time.  The source of a
 * broadcast has everything from the start. */
static uint64_t knows_at(const struct event_list *whole, size_t p)
{
	int reduces = whole->header.operation != OPERATION_BROADCAST;
	size_t end = whole->first[p == 0 && !reduces ? 0 : p + 1];
	uint64_t tick = 0;

	for (size_t i = whole->first[p]; i < end; i++)
		if (!whole->event[i].is_send &&
			(reduces || !whole->event[i].held))
			tick = whole->event[i].row->received;
	return tick;
}

static void write_dot_node(
	struct out *out, const struct event_list *whole, size_t p)
{
	uint64_t tick = knows_at(whole, p);
	char time[SCHEDULE_TIME_MAX];

	events_time_words(time, whole, tick);
	out_print(out, "\t%zu [label=\"%zu", p, p);
	if (p == 0 || tick > 0)
		out_print(out, "\\n%s", time);
	out_text(out, "\"];\n");
}

static void write_edge(struct out *out, const struct event_list *whole,
	const struct event_row *row)
{
	char label[SCHEDULE_TIME_MAX], time[SCHEDULE_TIME_MAX];

	events_time_words(time, whole, row->sent);
	out_print(out, "\t%" PRIu64 " -> %" PRIu64 " [label=\"%s", row->from,
		row->to, time);
	event_label(label, whole, row);
	if (events_have_labels(whole))
		out_print(out, " (%s)", label);
	out_text(out, "\"];\n");
}

static enum status write_graph(
	struct event_list *whole, struct out *out, struct err *err)
{
	(void)err;
	out_text(out, "digraph schedule {\n"
		      "\tnode [shape=box, style=rounded];\n");
	for (size_t p = 0; p < whole->header.processors && !ferror(out->file);
		p++)
		write_dot_node(out, whole, p);
	for (size_t i = 0; i < whole->count && !ferror(out->file); i++)
		write_edge(out, whole, &whole->row[i]);
	out_text(out, "}\n");
	return STATUS_OK;
}

const struct events_format events_dot = {
	EVENTS_BY_RANK, NULL, events_read, write_graph};
