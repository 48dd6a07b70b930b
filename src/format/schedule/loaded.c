/*
 * Holds a schedule in memory, its rows in the order of the schedule.  A
 * counting sort puts the two events of each row into the lists of their
 * processors, which are then sorted by time; a walk along a list, remembering
 * the first receive of each message, finds the receive that made each send
 * possible.  Rows and processors together, and the messages by themselves, are
 * compared with the limit of memory before it is taken.
 */
#include "format/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/* The memory for a row with its two events, and for a processor. */
enum {
	ROW_BYTES = sizeof(struct event_row) + 2 * sizeof(struct event),
	PROCESSOR_BYTES = 2 * sizeof(size_t)
};

static enum status events_too_large(const char *what, struct err *err)
{
	return err_limit(err, "so many ", what,
		" take more memory than " ERR_NAME
		"max_bits allows in this format");
}

enum status events_too_long(struct err *err)
{
	return err_limit(err, "times are too large for this format");
}

/* How many bytes an array of count items of size bytes leaves of the limit. */
static uint64_t bytes_beside(
	const struct event_list *whole, uint64_t count, uint64_t size)
{
	return count > whole->max_bytes / size
		       ? 0
		       : whole->max_bytes - count * size;
}

/* Errors: STATUS_LIMIT, with the bytes that so many rows need, if these are too
 * many. */
static enum status check_rows_size(
	const struct event_list *whole, uint64_t rows, struct err *err)
{
	return limit_check_parts(
		"keeping so many transmissions for this format",
		(const struct limit_part[LIMIT_PARTS]){{ROW_BYTES, rows, 1},
			{PROCESSOR_BYTES, whole->header.processors, 1},
			{PROCESSOR_BYTES, 1, 1}},
		whole->max_bytes, err);
}

/* Makes room for so many more rows. */
static enum status make_capacity(
	struct event_list *whole, size_t more, struct err *err)
{
	uint64_t left = bytes_beside(
		whole, whole->header.processors + 1, PROCESSOR_BYTES);
	uint64_t most = least_u64(left, SIZE_MAX) / ROW_BYTES;

	if (whole->capacity - whole->count >= more)
		return STATUS_OK;
	if (check_rows_size(whole, whole->count + more, err) != STATUS_OK)
		return err->code;
	whole->capacity = whole->count + more;
	if (whole->capacity < most / 2)
		whole->capacity *= 2;
	whole->row =
		mem_resize(whole->row, whole->capacity, sizeof *whole->row);
	return STATUS_OK;
}

/* Takes over the header, whose unit may have become finer, and converts the
 * rows so far into its unit. */
static void set_unit(
	struct event_list *whole, const struct schedule_header *header)
{
	uint64_t factor = header->unit / whole->header.unit;

	if (factor > 1)
		for (size_t i = 0; i < whole->count; i++)
			whole->row[i].sent *= factor,
				whole->row[i].taken *= factor;
	whole->header = *header;
}

static void add_event_rows(
	struct event_list *whole, const struct transmission *row, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (row[i].kind != KIND_RECEIVE)
			whole->row[whole->count++] = (struct event_row){
				.sent = row[i].tick,
				.from = row[i].from,
				.to = row[i].to,
				.message = row[i].message,
				.first = row[i].first,
				.size = row[i].size,
				.radix = row[i].radix,
				.digit = row[i].digit,
				.access = row[i].access,
				.taken = row[i].taken,
			};
}

struct transmission event_transmission(const struct event_row *row)
{
	return (struct transmission){.tick = row->sent,
		.from = row->from,
		.to = row->to,
		.message = row->message,
		.first = row->first,
		.size = row->size,
		.radix = row->radix,
		.digit = row->digit,
		.access = row->access,
		.taken = row->taken};
}

/* Sets when each row is received, in the order of the sends.  free_at, NULL
 * unless the model is logp: for each processor when its last receive ends, as
 * there receives take a unit each and wait for one another. */
static enum status set_received(
	struct event_list *whole, uint64_t *free_at, struct err *err)
{
	const struct schedule_header *header = &whole->header;
	uint64_t send = schedule_send(header);

	for (size_t i = 0; i < whole->count; i++) {
		struct event_row *row = &whole->row[i];
		const struct transmission sent = event_transmission(row);
		uint64_t from = header->has_taken ? row->taken : row->sent;
		uint64_t takes = header->has_taken
					 ? schedule_row_receive(header, &sent)
					 : schedule_row_end(header, &sent);

		if (takes > INT64_MAX - from)
			return events_too_long(err);
		/* A file may say that a message is taken before it is sent:
		 * that is wrong, but it can be drawn. */
		row->received = most_u64(from + takes, row->sent);
		if (free_at)
			row->received = most_u64(
				row->received, free_at[row->to] + send);
		if (row->received > INT64_MAX)
			return events_too_long(err);
		if (free_at)
			free_at[row->to] = row->received;
		whole->finish = most_u64(whole->finish, row->received);
	}
	/* The last additions of a sum come after all receives. */
	if (header->operation == OPERATION_SUM && header->has_finish)
		whole->finish = most_u64(whole->finish, header->finish);
	return STATUS_OK;
}

static enum status receive_all(struct event_list *whole, struct err *err)
{
	uint64_t *free_at = NULL;
	enum status status;

	if (whole->header.model == MODEL_LOGP)
		free_at = mem_array(
			(size_t)whole->header.processors, sizeof *free_at);
	status = set_received(whole, free_at, err);
	mem_free(free_at);
	return status;
}

enum status events_pull(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err)
{
	const struct transmission *row;
	size_t count;

	*whole = (struct event_list){.header = schedule->header,
		.look = style,
		.decimals = style->has_decimals ? (int64_t)style->decimals : -1,
		.max_bytes = style->max_bits == 0 ? UINT64_MAX
						  : style->max_bits / 8};
	if (bytes_beside(whole, whole->header.processors, PROCESSOR_BYTES) == 0)
		return events_too_large("processors", err);
	if (check_rows_size(whole, schedule->rows, err) != STATUS_OK)
		return err->code;
	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		set_unit(whole, &schedule->header);
		if (make_capacity(whole, count, err) != STATUS_OK)
			return err->code;
		add_event_rows(whole, row, count);
	} while (count > 0);
	return STATUS_OK;
}

enum status events_read(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err)
{
	enum status status;

	*whole = (struct event_list){0};
	if (schedule->header.model == MODEL_LOCALITY)
		return err_usage(err, ERR_NAME
			"format: schedules of the model locality are tsv, "
			"text, csv, json or svg only");
	status = events_pull(whole, schedule, style, err);
	return status == STATUS_OK ? receive_all(whole, err) : status;
}

static uint64_t event_time(const struct event *event)
{
	return event->is_send ? event->row->sent : event->row->received;
}

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left, *b = right;
	int order = number_compare_u64(event_time(a), event_time(b));

	order = order != 0 ? order : a->is_send - b->is_send;
	return order != 0 ? order : (a->row > b->row) - (a->row < b->row);
}

/* Sorts the events by processor, by counting.  While events are dealt,
 * first[p + 1] is the place of p's next event; in the end that is where the
 * events of p end. */
static void deal_events(struct event_list *whole)
{
	size_t *next = whole->first + 1, sum = 0;
	size_t n = (size_t)whole->header.processors;

	for (size_t i = 0; i < whole->count; i++) {
		next[whole->row[i].from]++;
		next[whole->row[i].to]++;
	}
	for (size_t p = 0; p < n; p++) {
		size_t count = next[p];

		next[p] = sum;
		sum += count;
	}
	for (size_t i = 0; i < whole->count; i++) {
		const struct event_row *row = &whole->row[i];

		whole->event[next[row->from]++] =
			(struct event){.row = row, .is_send = 1};
		whole->event[next[row->to]++] = (struct event){.row = row};
	}
}

/* The first receive of a message by the last processor that received it. */
struct first {
	const struct event_row *row;
};

/* Sets `held` of the events of processor p; got[m - 1] is for message m.  The
 * processors must come one after the other. */
static void link_events(
	const struct event_list *whole, size_t p, struct first *got)
{
	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
		struct event *event = &whole->event[i];
		struct first *first = &got[event->row->message - 1];

		if (first->row && first->row->to == p)
			event->held = first->row;
		else if (!event->is_send)
			first->row = event->row;
	}
}

enum status events_by_rank(struct event_list *whole, struct err *err)
{
	size_t n = (size_t)whole->header.processors;
	uint64_t messages = whole->header.messages;
	struct first *got;

	if (bytes_beside(whole, messages, sizeof *got) == 0)
		return events_too_large("messages", err);
	got = mem_array((size_t)messages, sizeof *got);
	whole->first = mem_array(n + 1, sizeof *whole->first);
	whole->event = mem_array(2 * whole->count, sizeof *whole->event);
	deal_events(whole);
	for (size_t p = 0; p < n; p++) {
		qsort(whole->event + whole->first[p],
			whole->first[p + 1] - whole->first[p],
			sizeof *whole->event, compare_events);
		link_events(whole, p, got);
	}
	mem_free(got);
	return STATUS_OK;
}

struct event *events_by_time(const struct event_list *whole)
{
	size_t count = 2 * whole->count;
	struct event *event = mem_array(count, sizeof *event);

	if (count > 0) {
		memcpy(event, whole->event, count * sizeof *event);
		qsort(event, count, sizeof *event, compare_events);
	}
	return event;
}

void events_clear(struct event_list *whole)
{
	mem_free(whole->row);
	mem_free(whole->first);
	mem_free(whole->event);
	*whole = (struct event_list){0};
}
