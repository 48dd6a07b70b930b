/*
 * The number of lanes is in the header, so too tall a picture is refused before
 * a row is read.
 */
#include "format/schedule/lanes.h"

enum status lanes_check(const struct schedule *schedule,
	const struct schedule_look *style, struct err *err)
{
	uint64_t lanes = schedule->header.processors;
	char text[SCHEDULE_TIME_MAX], most[SCHEDULE_TIME_MAX];

	if (style->max_lanes == 0 || lanes <= style->max_lanes)
		return STATUS_OK;
	schedule_time_text(text, lanes, 1);
	schedule_time_text(most, style->max_lanes, 1);
	return err_set(err, STATUS_LIMIT, "the picture would have ", text,
		" lanes, more than ", most, ": " ERR_NAME "max_lanes ", text,
		" allows them", NULL);
}

enum status lanes_read(struct event_list *whole, struct schedule *schedule,
	const struct schedule_look *style, struct err *err)
{
	*whole = (struct event_list){0};
	if (lanes_check(schedule, style, err) != STATUS_OK)
		return err->code;
	return events_read(whole, schedule, style->max_bits, err);
}

uint64_t lanes_span(const struct event_list *whole)
{
	return whole->finish > 0 ? whole->finish
				 : schedule_send(&whole->header);
}
