/*
 * The registry of formats: for tables, then trees and pictures, then schedules,
 * then verdicts, each group in the order in which the help lists it.
 */
#include "format/formats.h"

#include <string.h>

const struct format formats[] = {
	{"text", FORMAT_TABLE, FORMAT_HEADER | FORMAT_COMMENTS,
		.rows = &rows_text},
	{"tsv", FORMAT_TABLE, FORMAT_HEADER | FORMAT_COMMENTS,
		.rows = &rows_tsv},
	{"csv", FORMAT_TABLE, FORMAT_HEADER, .rows = &rows_csv},
	{"json", FORMAT_TABLE, FORMAT_HEADER, .rows = &rows_json},
	{"markdown", FORMAT_TABLE, FORMAT_HEADER, .rows = &rows_markdown},
	{"plot", FORMAT_PLOT, FORMAT_LOG | FORMAT_DRAWN, .rows = &rows_drawn},
	{"chart", FORMAT_PLOT, FORMAT_LOG | FORMAT_ASCII | FORMAT_DRAWN,
		.rows = &rows_drawn},
	{"map", FORMAT_MAP, FORMAT_DRAWN, .rows = &rows_drawn},
	{"openmpi-text", FORMAT_RULES, FORMAT_EXPORT, .rows = NULL},
	{"openmpi", FORMAT_RULES, FORMAT_DOCUMENT | FORMAT_EXPORT,
		.rows = NULL},
	{"outline", FORMAT_OUTLINE, FORMAT_ASCII | FORMAT_DRAWN, .rows = NULL},
	{"dot", FORMAT_GRAPH, FORMAT_DRAWN, .rows = NULL},
	{"svg", FORMAT_PICTURE, FORMAT_DRAWN, .rows = NULL},
	{"tsv", FORMAT_SCHEDULE, FORMAT_HEADER, .write = schedule_write_tsv},
	{"text", FORMAT_SCHEDULE, FORMAT_HEADER | FORMAT_DECIMALS,
		.write = schedule_write_text},
	{"csv", FORMAT_SCHEDULE, FORMAT_HEADER, .write = schedule_write_csv},
	{"json", FORMAT_SCHEDULE, FORMAT_HEADER | FORMAT_DOCUMENT,
		.write = schedule_write_json},
	{"dot", FORMAT_SCHEDULE, FORMAT_DRAWN | FORMAT_DECIMALS,
		.events = &events_dot},
	{"svg", FORMAT_SCHEDULE, FORMAT_LANES | FORMAT_DRAWN | FORMAT_DECIMALS,
		.write = schedule_write_svg},
	{"chart", FORMAT_SCHEDULE,
		FORMAT_LANES | FORMAT_ASCII | FORMAT_DRAWN | FORMAT_DECIMALS,
		.events = &events_chart},
	{"grid", FORMAT_SCHEDULE, FORMAT_LANES | FORMAT_DRAWN | FORMAT_DECIMALS,
		.events = &events_grid},
	{"html", FORMAT_SCHEDULE, FORMAT_LANES | FORMAT_DRAWN,
		.events = &events_html},
	{"goal", FORMAT_SCHEDULE, FORMAT_EXPORT, .events = &events_goal},
	{"ti", FORMAT_SCHEDULE, FORMAT_EXPORT, .events = &events_ti},
	{"trace", FORMAT_SCHEDULE, FORMAT_EXPORT, .events = &events_trace},
	{"msccl", FORMAT_SCHEDULE, FORMAT_EXPORT, .events = &events_msccl},
	{"text", FORMAT_VERDICT, 0, .rows = NULL},
	{"json", FORMAT_VERDICT, FORMAT_DOCUMENT, .rows = NULL},
	{NULL, FORMAT_TABLE, 0, .rows = NULL},
};

const struct format *format_choice(unsigned kinds, size_t i)
{
	for (const struct format *format = formats; format->name; format++) {
		if (!(format->kind & kinds))
			continue;
		if (i == 0)
			return format;
		i--;
	}
	return NULL;
}

const struct format *format_find(const char *name, unsigned kinds)
{
	for (const struct format *format = formats; format->name; format++)
		if ((format->kind & kinds) && strcmp(format->name, name) == 0)
			return format;
	return NULL;
}

enum status format_write(const struct format *format, struct schedule *schedule,
	FILE *out, const struct schedule_look *look, struct err *err)
{
	return format->write
		       ? format->write(schedule, out, look, err)
		       : events_write(schedule, out, look, format->events, err);
}
