/*
 * Draws a chart in the terminal: a line for each processor, time to the right.
 * A send is a bar that begins with its label, if rows have labels, an arrow to
 * the right and the receiver; a receive has an arrow to the left and the
 * sender.  A processor that does both at once has a second line, above, for its
 * receives.
 *
 * Every bar has room for its text and a blank after it.  Where the terminal is
 * too narrow for that, the chart is split into parts, one below the other, each
 * of which has the whole bars that begin within its span of time.
 */
#include "format/schedule/schedule.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"
#include "format/schedule/lanes.h"

enum { COLUMNS_MOST = 1 << 20, PARTS_MOST = 1000 };

/* A character on the screen: an ASCII character, or one of these signs. */
enum { BLANK = ' ', SEND_HEAD = 1, RECEIVE_HEAD, SEND_BAR, RECEIVE_BAR, SIGNS };

static const struct {
	const char *unicode, *ascii;
} signs[SIGNS] = {
	[SEND_HEAD] = {"→", ">"},
	[RECEIVE_HEAD] = {"←", "<"},
	[SEND_BAR] = {"━", "="},
	[RECEIVE_BAR] = {"─", "-"},
};

struct cell {
	char sign;
	unsigned char colour; /* 0: none, else 1 + the row's */
};

struct chart {
	const struct event_list *whole;
	struct out *out;
	struct scale scale;
	uint64_t columns; /* the terminal's */
	size_t label;	  /* columns for the processors' numbers */
	/* The part being written has the bars that begin at ticks from ..
	 * from + begins - 1. */
	uint64_t from, begins;
	uint64_t parts;
	struct cell *send, *receive; /* the lines of one processor */
};

/* How many columns the longest text of a bar takes, with a blank after it. */
static uint64_t bar_width(const struct event_list *whole)
{
	char text[SCHEDULE_TIME_MAX];
	uint64_t most = 0;

	for (size_t i = 0; i < whole->count; i++) {
		const struct event_row *row = &whole->row[i];
		uint64_t size =
			2 + number_u64(text, most_u64(row->from, row->to));

		if (events_have_labels(whole))
			size += event_label(text, whole, row);
		most = most_u64(most, size);
	}
	return most;
}

/* Whether all rows are sent and received, and all bars begin, at multiples of a
 * send's time. */
static int is_in_step(const struct event_list *whole)
{
	uint64_t send = schedule_send(&whole->header);
	size_t i = 0;

	while (i < whole->count && whole->row[i].sent % send == 0 &&
		whole->row[i].received % send == 0 &&
		event_arrival(whole, &whole->row[i]) % send == 0)
		i++;
	return i == whole->count;
}

/* How many ticks there are up to the end of the last bar.  A send that takes
 * longer than its message is under way may end after the finish. */
static uint64_t chart_span(const struct event_list *whole)
{
	uint64_t span = lanes_span(whole);

	for (size_t i = 0; i < whole->count; i++) {
		const struct event_row *row = &whole->row[i];

		span = most_u64(span, row->sent + event_send(whole, row));
	}
	return span;
}

/* Fits the whole time into the columns, or else splits it into parts that leave
 * every bar its room.  Unless bars begin at multiples of a send's time, a part
 * keeps the columns of one more send for a bar that begins near its end. */
static enum status fit_chart(
	struct chart *chart, uint64_t columns, struct err *err)
{
	uint64_t span = chart_span(chart->whole),
		 wide = bar_width(chart->whole);
	uint64_t send = schedule_send(&chart->whole->header);
	uint64_t sends = wide > 0 ? columns / wide : UINT64_MAX;
	uint64_t even = columns;

	assert(span > 0);
	if (columns > span) /* so that all ticks are equally wide */
		even = columns / span * span;
	chart->parts = 1;
	chart->begins = span + 1;
	if (span / send < sends) {
		if (columns <= span || send * (even / span) >= wide)
			columns = even;
		scale_init(&chart->scale, span, columns);
		return STATUS_OK;
	}
	if (sends < 2)
		return out_too_narrow(
			2 * wide + chart->label + 1, chart->columns, err);
	chart->begins = (sends - !is_in_step(chart->whole)) * send;
	chart->parts = (span - send) / chart->begins + 1;
	scale_init(&chart->scale, sends * send, columns / sends * sends);
	if (chart->parts <= PARTS_MOST)
		return STATUS_OK;
	return out_too_large(err,
		"the chart would have %" PRIu64
		" parts of the terminal's width, more than 1000",
		chart->parts);
}

static enum status init_chart(struct chart *chart,
	const struct event_list *whole, struct out *out, struct err *err)
{
	char text[SCHEDULE_TIME_MAX];
	uint64_t columns =
		whole->look->columns ? whole->look->columns : TERMINAL_COLUMNS;
	enum status status;

	columns = least_u64(columns, COLUMNS_MOST);
	*chart = (struct chart){.whole = whole, .out = out, .columns = columns};
	chart->label =
		schedule_time_text(text, whole->header.processors - 1, 1);
	columns = columns > chart->label + 2 ? columns - chart->label - 1 : 1;
	status = fit_chart(chart, columns, err);
	if (status != STATUS_OK)
		return status;
	/* Past 2^40 ticks places are rounded: a label may reach beyond. */
	columns = chart->scale.width + bar_width(whole);
	chart->send = mem_array((size_t)columns, sizeof *chart->send);
	chart->receive = mem_array((size_t)columns, sizeof *chart->receive);
	return STATUS_OK;
}

/* Puts the text at the front of a bar; its length. */
static size_t put_label(struct cell *cell, char head, const struct chart *chart,
	const struct event_row *row)
{
	char message[SCHEDULE_TIME_MAX], peer[NUMBER_U64_MAX];
	size_t message_size = events_have_labels(chart->whole)
				      ? event_label(message, chart->whole, row)
				      : 0;
	size_t peer_size =
		number_u64(peer, head == SEND_HEAD ? row->to : row->from);
	size_t size = 0;

	for (size_t i = 0; i < message_size; i++)
		cell[size++].sign = message[i];
	cell[size++].sign = head;
	for (size_t i = 0; i < peer_size; i++)
		cell[size++].sign = peer[i];
	return size;
}

/* Draws a send or a receive on its line, if it begins in this part.  The last
 * column of the bar stays blank, to set it off from the next. */
static void put_bar(struct chart *chart, const struct event *event)
{
	const struct event_row *row = event->row;
	uint64_t send = event_send(chart->whole, row);
	uint64_t tick =
		event->is_send ? row->sent : event_arrival(chart->whole, row);
	struct cell *line = event->is_send ? chart->send : chart->receive;
	size_t begin, end, at;

	if (tick < chart->from || tick - chart->from >= chart->begins)
		return;
	tick -= chart->from;
	begin = (size_t)scale_place(&chart->scale, tick);
	end = (size_t)least_u64(
		scale_place(&chart->scale, tick + send), chart->scale.width);
	at = begin + put_label(line + begin,
			     event->is_send ? SEND_HEAD : RECEIVE_HEAD, chart,
			     row);
	for (; at + 1 < end; at++)
		line[at].sign = event->is_send ? SEND_BAR : RECEIVE_BAR;
	for (at = begin; at < end; at++)
		line[at].colour =
			(unsigned char)(1 + (event_tag(chart->whole, row) - 1) %
						    TERMINAL_COLOURS);
}

/* Writes the line's cells, without blanks at its end. */
static void write_cells(struct chart *chart, const struct cell *cell)
{
	size_t size = (size_t)chart->scale.width;
	unsigned colour = 0;

	while (size > 0 && cell[size - 1].sign == BLANK)
		size--;
	if (size > 0)
		out_char(chart->out, ' ');
	for (size_t i = 0; i < size; i++) {
		if (chart->whole->look->colour && cell[i].colour != colour)
			out_colour(
				chart->out, (int)(colour = cell[i].colour) - 1);
		if (cell[i].sign >= BLANK)
			out_char(chart->out, cell[i].sign);
		else
			out_text(chart->out,
				chart->whole->look->ascii
					? signs[(int)cell[i].sign].ascii
					: signs[(int)cell[i].sign].unicode);
	}
	if (colour > 0)
		out_colour(chart->out, TERMINAL_PLAIN);
	out_char(chart->out, '\n');
}

static void blank_cells(struct chart *chart, struct cell *cell)
{
	for (size_t i = 0; i < chart->scale.width; i++)
		cell[i] = (struct cell){.sign = BLANK};
}

/* Moves the receives to the line of sends; returns 0 if they overlap. */
static int join_lines(struct chart *chart)
{
	size_t width = (size_t)chart->scale.width;

	for (size_t i = 0; i < width; i++)
		if (chart->send[i].colour && chart->receive[i].colour)
			return 0;
	for (size_t i = 0; i < width; i++)
		if (chart->receive[i].colour)
			chart->send[i] = chart->receive[i];
	return 1;
}

/* Writes a processor's number or, if is_blank, as many blanks. */
static void write_chart_number(struct chart *chart, uint64_t p, int is_blank)
{
	char text[SCHEDULE_TIME_MAX];
	size_t size = is_blank ? 0 : schedule_time_text(text, p, 1);

	for (size_t i = size; i < chart->label; i++)
		out_char(chart->out, ' ');
	out_bytes(chart->out, text, size);
}

/* Writes a processor's line or two lines; an empty line separates nodes. */
static void write_lane(struct chart *chart, size_t p)
{
	const struct event_list *whole = chart->whole;
	uint64_t node = whole->header.node;

	if (node > 1 && p > 0 && p % node == 0)
		out_char(chart->out, '\n');
	blank_cells(chart, chart->send);
	blank_cells(chart, chart->receive);
	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++)
		put_bar(chart, &whole->event[i]);
	write_chart_number(chart, p, 0);
	if (!join_lines(chart)) {
		write_cells(chart, chart->receive);
		write_chart_number(chart, p, 1);
	}
	write_cells(chart, chart->send);
}

/* Writes the times of this part, each at its place. */
static void write_axis(struct chart *chart)
{
	uint64_t unit = chart->whole->header.unit, tick;
	uint64_t last = chart->from + chart->scale.span;
	char text[SCHEDULE_TIME_MAX];
	size_t width = (size_t)chart->scale.width;
	size_t room = 2 + schedule_time_text(text, last / unit, 1);
	uint64_t step = scale_step(
		&chart->scale, unit, width / room > 0 ? width / room : 1);

	last = least_u64(last, lanes_span(chart->whole));
	blank_cells(chart, chart->send);
	tick = (chart->from + step - 1) / step * step;
	for (; tick <= last; tick += step) {
		size_t at =
			(size_t)scale_place(&chart->scale, tick - chart->from);
		size_t size = schedule_time_text(text, tick, unit);

		for (size_t j = 0; j < size && at + size <= width; j++)
			chart->send[at + j].sign = text[j];
	}
	write_chart_number(chart, 0, 1);
	write_cells(chart, chart->send);
}

/* Writes the caption on as many lines as it needs, broken at blanks. */
static void write_caption(struct chart *chart)
{
	const char *word = chart->whole->caption;
	size_t most = chart->whole->look->columns
			      ? (size_t)chart->whole->look->columns
			      : TERMINAL_COLUMNS;
	size_t size, used = 0;

	for (; *word; word += size + (word[size] == ' ')) {
		size = strcspn(word, " ");
		if (used > 0 && used + 1 + size > most) {
			out_char(chart->out, '\n');
			used = 0;
		} else if (used > 0) {
			out_char(chart->out, ' ');
			used++;
		}
		out_bytes(chart->out, word, size);
		used += size;
	}
	out_char(chart->out, '\n');
}

static void write_parts(struct chart *chart)
{
	write_caption(chart);
	for (uint64_t part = 0; part < chart->parts; part++) {
		if (part > 0)
			out_char(chart->out, '\n');
		chart->from = part * chart->begins;
		write_axis(chart);
		for (size_t p = 0; p < chart->whole->header.processors; p++)
			write_lane(chart, p);
	}
}

static enum status write_chart(
	struct event_list *whole, struct out *out, struct err *err)
{
	struct chart chart;
	enum status status = init_chart(&chart, whole, out, err);

	if (status == STATUS_OK)
		write_parts(&chart);
	mem_free(chart.send);
	mem_free(chart.receive);
	return status;
}

const struct events_format events_chart = {
	EVENTS_ONE_PORT | EVENTS_LANES | EVENTS_BY_RANK, NULL, events_read,
	write_chart};
