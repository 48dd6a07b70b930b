/*
 * A chart for the terminal: a line for each processor, time to the right.  A
 * send is a bar that begins with the message, if there are several, an arrow
 * and the receiver; a receive one with an arrow back and the sender.  A label
 * that does not fit its bar is left out, never cut.  Where a processor does
 * both at once, its receives have a line of their own, above.
 */
#include "format/schedule/formats.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"
#include "format/scale.h"
#include "format/schedule/lanes.h"

enum { COLUMNS_USUAL = 80, COLUMNS_MOST = 1 << 20, COLOURS = 6 };

/* One character on the screen: ASCII, or one of these. */
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
	unsigned char colour; /* 0: none, else 1 + that of the message */
};

struct chart {
	const struct event_list *whole;
	const struct schedule_look *style;
	struct out out;
	struct scale scale;
	size_t label;		     /* columns of the processors' numbers */
	struct cell *send, *receive; /* the lines of one processor */
};

static void init_chart(struct chart *chart, const struct event_list *whole,
	const struct schedule_look *style, FILE *out)
{
	char text[SCHEDULE_TIME_MAX];
	uint64_t columns = style->columns ? style->columns : COLUMNS_USUAL;
	uint64_t span = lanes_span(whole);

	assert(span > 0);
	if (columns > COLUMNS_MOST)
		columns = COLUMNS_MOST;
	*chart = (struct chart){.whole = whole, .style = style};
	chart->label =
		schedule_time_text(text, whole->header.processors - 1, 1);
	columns = columns > chart->label + 2 ? columns - chart->label - 1 : 1;
	/* All units alike, where each tick has a column. */
	if (columns > span)
		columns -= columns % span;
	scale_init(&chart->scale, span, columns);
	chart->send = mem_array((size_t)columns, sizeof *chart->send);
	chart->receive = mem_array((size_t)columns, sizeof *chart->receive);
	out_init(&chart->out, out);
}

static void clear_chart(struct chart *chart)
{
	out_finish(&chart->out);
	mem_free(chart->send);
	mem_free(chart->receive);
}

/* Puts as many parts of the label as fit at the front of a bar of that many
 * columns. */
static size_t put_label(struct cell *cell, size_t columns, char head,
	const struct chart *chart, const struct event_row *row)
{
	char message[SCHEDULE_TIME_MAX], peer[NUMBER_U64_MAX];
	size_t message_size = events_have_labels(chart->whole)
				      ? event_label(message, chart->whole, row)
				      : 0;
	size_t peer_size =
		number_u64(peer, head == SEND_HEAD ? row->to : row->from);
	size_t size = 0;

	if (message_size + 1 > columns)
		message_size = 0;
	if (message_size + 1 + peer_size > columns)
		peer_size = 0;
	for (size_t i = 0; i < message_size; i++)
		cell[size++].sign = message[i];
	cell[size++].sign = head;
	for (size_t i = 0; i < peer_size; i++)
		cell[size++].sign = peer[i];
	return size;
}

/* Draws a send or a receive on its line.  Bars of three columns or more leave
 * one free, so that they can be told from the next. */
static void put_bar(struct chart *chart, const struct event *event)
{
	const struct event_row *row = event->row;
	uint64_t send = schedule_send(&chart->whole->header);
	uint64_t tick = event->is_send ? row->sent : row->received - send;
	size_t begin = (size_t)scale_place(&chart->scale, tick);
	size_t end = (size_t)scale_place(&chart->scale,
		tick + send < chart->scale.span ? tick + send
						: chart->scale.span);
	struct cell *line = event->is_send ? chart->send : chart->receive;
	size_t at;

	if (begin == chart->scale.width)
		begin--;
	if (end <= begin)
		end = begin + 1;
	at = begin + put_label(line + begin,
			     end - begin > 2 ? end - begin - 1 : end - begin,
			     event->is_send ? SEND_HEAD : RECEIVE_HEAD, chart,
			     row);
	for (; at + (end - begin > 2) < end; at++)
		line[at].sign = event->is_send ? SEND_BAR : RECEIVE_BAR;
	for (at = begin; at < end; at++)
		line[at].colour =
			(unsigned char)(1 + (event_tag(chart->whole, row) - 1) %
						    COLOURS);
}

static void write_colour(struct out *out, unsigned colour)
{
	out_text(out, "\033[");
	if (colour > 0) {
		out_char(out, '3');
		out_u64(out, colour);
	}
	out_char(out, 'm');
}

/* The line's cells, without blanks at its end. */
static void write_cells(struct chart *chart, const struct cell *cell)
{
	size_t size = (size_t)chart->scale.width;
	unsigned colour = 0;

	while (size > 0 && cell[size - 1].sign == BLANK)
		size--;
	if (size > 0)
		out_char(&chart->out, ' ');
	for (size_t i = 0; i < size; i++) {
		if (chart->style->colour && cell[i].colour != colour)
			write_colour(&chart->out, colour = cell[i].colour);
		if (cell[i].sign >= BLANK)
			out_char(&chart->out, cell[i].sign);
		else
			out_text(&chart->out,
				chart->style->ascii
					? signs[(int)cell[i].sign].ascii
					: signs[(int)cell[i].sign].unicode);
	}
	if (colour > 0)
		write_colour(&chart->out, 0);
	out_char(&chart->out, '\n');
}

static void blank_cells(struct chart *chart, struct cell *cell)
{
	for (size_t i = 0; i < chart->scale.width; i++)
		cell[i] = (struct cell){.sign = BLANK};
}

/* Puts the receives among the sends, if there is room; else 0. */
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

/* The number of a processor; or, as wide, nothing. */
static void write_chart_number(struct chart *chart, uint64_t p, int is_blank)
{
	char text[SCHEDULE_TIME_MAX];
	size_t size = is_blank ? 0 : schedule_time_text(text, p, 1);

	for (size_t i = size; i < chart->label; i++)
		out_char(&chart->out, ' ');
	out_bytes(&chart->out, text, size);
}

static void write_lane(struct chart *chart, size_t p)
{
	const struct event_list *whole = chart->whole;

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

/* Times, each where it is. */
static void write_axis(struct chart *chart)
{
	uint64_t unit = chart->whole->header.unit;
	char text[SCHEDULE_TIME_MAX];
	size_t width = (size_t)chart->scale.width;
	size_t room = 2 + schedule_time_text(text, chart->scale.span / unit, 1);
	uint64_t step = scale_step(
		&chart->scale, unit, width / room > 0 ? width / room : 1);

	blank_cells(chart, chart->send);
	for (uint64_t i = 0; i <= chart->scale.span / step; i++) {
		size_t at = (size_t)scale_place(&chart->scale, i * step);
		size_t size = schedule_time_text(text, i * step, unit);

		for (size_t j = 0; j < size && at + size <= width; j++)
			chart->send[at + j].sign = text[j];
	}
	write_chart_number(chart, 0, 1);
	write_cells(chart, chart->send);
}

/* The caption on as many lines as it needs, broken at blanks. */
static void write_caption(struct chart *chart)
{
	char caption[EVENTS_CAPTION_MAX], *word = caption;
	size_t most = chart->style->columns ? (size_t)chart->style->columns
					    : COLUMNS_USUAL;
	size_t size, used = 0;

	events_caption(caption, chart->whole);
	for (; *word; word += size + (word[size] == ' ')) {
		size = strcspn(word, " ");
		if (used > 0 && used + 1 + size > most) {
			out_char(&chart->out, '\n');
			used = 0;
		} else if (used > 0) {
			out_char(&chart->out, ' ');
			used++;
		}
		out_bytes(&chart->out, word, size);
		used += size;
	}
	out_char(&chart->out, '\n');
}

enum status schedule_write_chart(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct event_list whole;
	struct chart chart;
	enum status status = lanes_read(&whole, schedule, style, err);

	if (status == STATUS_OK)
		status = events_by_rank(&whole, err);
	if (status == STATUS_OK) {
		init_chart(&chart, &whole, style, out);
		write_caption(&chart);
		write_axis(&chart);
		for (size_t p = 0; p < whole.header.processors; p++)
			write_lane(&chart, p);
		clear_chart(&chart);
	}
	events_clear(&whole);
	return status;
}
