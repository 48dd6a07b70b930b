/*
 * Writes a loaded schedule in a format, and has what formats say of it: times,
 * labels, sizes and a caption.
 */
#include "format/schedule/schedule.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "core/machine.h"
#include "format/machine.h"
#include "format/out.h"
#include "number/number.h"

static struct time_look look_of(const struct event_list *whole)
{
	return (struct time_look){
		whole->header.unit, whole->header.time_unit, whole->decimals};
}

size_t events_time(char out[SCHEDULE_TIME_MAX], const struct event_list *whole,
	uint64_t tick)
{
	const struct time_look look = look_of(whole);

	return schedule_time_shown(out, tick, &look);
}

size_t events_time_words(char out[SCHEDULE_TIME_MAX],
	const struct event_list *whole, uint64_t tick)
{
	const struct time_look look = look_of(whole);

	return schedule_time_words(out, tick, &look);
}

int events_have_labels(const struct event_list *whole)
{
	return whole->header.messages > 1 ||
	       schedule_run_column(whole->header.operation);
}

size_t event_label(char out[SCHEDULE_TIME_MAX], const struct event_list *whole,
	const struct event_row *row)
{
	const struct transmission sent = event_transmission(row);

	if (schedule_run_column(whole->header.operation))
		return schedule_run_text(out, &whole->header, &sent);
	return schedule_time_text(out, row->message, 1);
}

const char *events_label_name(const struct event_list *whole)
{
	const char *run = schedule_run_column(whole->header.operation);

	return run ? run : "message";
}

uint64_t event_send(const struct event_list *whole, const struct event_row *row)
{
	const struct transmission sent = event_transmission(row);

	return schedule_row_send(&whole->header, &sent);
}

uint64_t event_arrival(
	const struct event_list *whole, const struct event_row *row)
{
	return row->received -
	       least_u64(event_send(whole, row), row->received - row->sent);
}

uint64_t event_tag(const struct event_list *whole, const struct event_row *row)
{
	return schedule_run_column(whole->header.operation)
		       ? row->sent / schedule_send(&whole->header) + 1
		       : row->message;
}

void events_segment(mpz_t segment, const struct event_list *whole)
{
	const struct schedule_header *header = &whole->header;
	struct machine machine = {0};
	struct err err;
	mpz_t bytes;

	mpz_init(bytes);
	mpz_set_ui(segment, 1);
	if (header->machine &&
		machine_text_parse(&machine, bytes, header->machine, &err) ==
			STATUS_OK &&
		mpz_sgn(bytes) > 0) {
		number_set_u64(segment, header->messages);
		mpz_cdiv_q(segment, bytes, segment);
	}
	machine_clear(&machine);
	mpz_clear(bytes);
}

uint64_t events_octets(const struct event_list *whole)
{
	uint64_t octets = 1;
	mpz_t segment;

	mpz_init(segment);
	events_segment(segment, whole);
	(void)number_read_u64(&octets, segment, 63);
	mpz_clear(segment);
	return octets;
}

uint64_t event_blocks(
	const struct event_list *whole, const struct event_row *row)
{
	return schedule_is_by_block(whole->header.operation) ? row->size : 1;
}

uint64_t events_most_blocks(const struct event_list *whole)
{
	uint64_t most = 1;

	for (size_t i = 0; i < whole->count; i++)
		most = most_u64(most, event_blocks(whole, &whole->row[i]));
	return most;
}

static enum status not_held(const struct event_list *whole,
	const struct event_row *row, struct err *err)
{
	char time[SCHEDULE_TIME_MAX];

	events_time_words(time, whole, row->sent);
	return err_input(err, "processor ", ERR_OWN, number_u64_text(row->from),
		" sends message ", ERR_OWN, number_u64_text(row->message),
		" at time ", time,
		" without having received it: this cannot be replayed");
}

enum status events_check_senders(
	const struct event_list *whole, struct err *err)
{
	if (whole->header.operation != OPERATION_BROADCAST)
		return STATUS_OK;
	assert(whole->first); /* split */
	for (size_t i = whole->first[1]; i < 2 * whole->count; i++) {
		const struct event *event = &whole->event[i];

		if (event->is_send && !event->held)
			return not_held(whole, event->row, err);
	}
	return STATUS_OK;
}

/* Whether the schedule meets the format's requirements on its header. */
static enum status check_asked(const struct schedule_header *header,
	const struct schedule_look *style, unsigned asks, struct err *err)
{
	uint64_t lanes = header->processors;

	if (asks & EVENTS_ONE_PORT && header->ports > 1)
		return err_usage(err,
			ERR_NAME "format: schedules on several ports are tsv, "
				 "text, csv, json, dot or svg only");
	if (asks & EVENTS_ONE_SIZE && header->furthers > 0)
		return err_usage(err,
			ERR_NAME "format: it has one machine, and the "
				 "schedule's has other figures for larger "
				 "messages");
	if (asks & EVENTS_NO_NODES && header->node > 0)
		return err_usage(err,
			ERR_NAME "format: it has one latency, and schedules on "
				 "nodes have two");
	if (!(asks & EVENTS_LANES) || style->max_lanes == 0 ||
		lanes <= style->max_lanes)
		return STATUS_OK;
	return out_too_large(err,
		"the picture would have %" PRIu64 " lanes, more than %" PRIu64
		": " ERR_NAME "max_lanes %" PRIu64 " allows them",
		lanes, style->max_lanes, lanes);
}

/* Adds the first ERR_PART_MAX bytes of the text, with '?' for all but printable
 * ASCII: anything else might control a terminal. */
static void add_plain(char *caption, const char *text)
{
	size_t size = strlen(caption);

	for (size_t i = 0; text[i] && i < ERR_PART_MAX; i++)
		caption[size++] =
			text[i] < ' ' || text[i] > '~' ? '?' : text[i];
	caption[size] = '\0';
}

static void add_time(char *caption, const char *before,
	const struct event_list *whole, uint64_t tick)
{
	strcat(caption, before);
	events_time_words(caption + strlen(caption), whole, tick);
}

static void set_caption(struct event_list *whole)
{
	char *caption = whole->caption;
	const struct schedule_header *header = &whole->header;
	const char *model = schedule_models[header->model];
	const char *operation = schedule_operations[header->operation];
	char *algorithm = schedule_algorithm_text(header);

	*caption = '\0';
	add_plain(caption, algorithm ? algorithm : model);
	mem_free(algorithm);
	if (header->operation != OPERATION_BROADCAST &&
		!(header->algorithm &&
			strcmp(header->algorithm, operation) == 0))
		text_add(caption, EVENTS_CAPTION_MAX, " %s", operation);
	if (header->algorithm && header->model != MODEL_POSTAL &&
		strcmp(header->algorithm, model) != 0)
		text_add(caption, EVENTS_CAPTION_MAX, " (%s)", model);
	text_add(caption, EVENTS_CAPTION_MAX, ": %" PRIu64 " processor%s",
		header->processors, header->processors == 1 ? "" : "s");
	if (!schedule_run_column(header->operation))
		text_add(caption, EVENTS_CAPTION_MAX, ", %" PRIu64 " message%s",
			header->messages, header->messages == 1 ? "" : "s");
	if (header->latency > 0)
		add_time(caption, ", latency ", whole, header->latency);
	if (header->node > 0) {
		text_add(caption, EVENTS_CAPTION_MAX, ", nodes of %" PRIu64,
			header->node);
		add_time(caption, ", inside ", whole, header->inside);
	}
	if (header->send > 0)
		add_time(caption, ", a send ", whole, header->send);
	if (header->cost) {
		text_add(caption, EVENTS_CAPTION_MAX, ", cost ");
		add_plain(caption, header->cost);
	}
	add_time(caption, ", finish ", whole, whole->finish);
}

enum status events_write(struct schedule *schedule, FILE *file,
	const struct schedule_look *style, const struct events_format *format,
	struct err *err)
{
	unsigned asks = format->asks;
	struct event_list whole = {0};
	enum status status = STATUS_OK;
	struct out out;

	if (format->check)
		status = format->check(&schedule->header, style, err);
	if (status == STATUS_OK)
		status = check_asked(&schedule->header, style, asks, err);
	if (status == STATUS_OK)
		status = format->read(&whole, schedule, style, err);
	if (status == STATUS_OK && asks & (EVENTS_BY_RANK | EVENTS_HELD))
		status = events_by_rank(&whole, err);
	if (status == STATUS_OK && asks & EVENTS_HELD)
		status = events_check_senders(&whole, err);
	if (status == STATUS_OK) {
		set_caption(&whole);
		out_init(&out, file);
		status = format->write(&whole, &out, err);
		out_finish(&out);
	}
	events_clear(&whole);
	return status;
}
