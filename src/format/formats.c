/*
 * The table of formats: those of tables, then those of trees and pictures, then
 * those of schedules, each in the order of the help.
 */
#include "format/formats.h"

#include <string.h>

const struct format formats[] = {
	{"text", FORMAT_TABLE, FORMAT_HEADER | FORMAT_COMMENTS, &rows_text,
		NULL},
	{"tsv", FORMAT_TABLE, FORMAT_HEADER | FORMAT_COMMENTS, &rows_tsv, NULL},
	{"csv", FORMAT_TABLE, FORMAT_HEADER, &rows_csv, NULL},
	{"json", FORMAT_TABLE, FORMAT_HEADER, &rows_json, NULL},
	{"markdown", FORMAT_TABLE, FORMAT_HEADER, &rows_markdown, NULL},
	{"plot", FORMAT_PLOT, FORMAT_LOG | FORMAT_DRAWN, &rows_drawn, NULL},
	{"chart", FORMAT_PLOT, FORMAT_LOG | FORMAT_ASCII | FORMAT_DRAWN,
		&rows_drawn, NULL},
	{"map", FORMAT_MAP, FORMAT_DRAWN, &rows_drawn, NULL},
	{"openmpi-text", FORMAT_RULES, FORMAT_EXPORT, NULL, NULL},
	{"openmpi", FORMAT_RULES, FORMAT_DOCUMENT | FORMAT_EXPORT, NULL, NULL},
	{"outline", FORMAT_OUTLINE, FORMAT_ASCII | FORMAT_DRAWN, NULL, NULL},
	{"dot", FORMAT_GRAPH, FORMAT_DRAWN, NULL, NULL},
	{"svg", FORMAT_PICTURE, FORMAT_DRAWN, NULL, NULL},
	{"tsv", FORMAT_SCHEDULE, FORMAT_HEADER, NULL, schedule_write_tsv},
	{"text", FORMAT_SCHEDULE, FORMAT_HEADER | FORMAT_DECIMALS, NULL,
		schedule_write_text},
	{"csv", FORMAT_SCHEDULE, FORMAT_HEADER, NULL, schedule_write_csv},
	{"json", FORMAT_SCHEDULE, FORMAT_HEADER | FORMAT_DOCUMENT, NULL,
		schedule_write_json},
	{"dot", FORMAT_SCHEDULE, FORMAT_DRAWN | FORMAT_DECIMALS, NULL,
		schedule_write_dot},
	{"svg", FORMAT_SCHEDULE, FORMAT_LANES | FORMAT_DRAWN | FORMAT_DECIMALS,
		NULL, schedule_write_svg},
	{"chart", FORMAT_SCHEDULE,
		FORMAT_LANES | FORMAT_ASCII | FORMAT_DRAWN | FORMAT_DECIMALS,
		NULL, schedule_write_chart},
	{"grid", FORMAT_SCHEDULE, FORMAT_LANES | FORMAT_DRAWN | FORMAT_DECIMALS,
		NULL, schedule_write_grid},
	{"html", FORMAT_SCHEDULE, FORMAT_LANES | FORMAT_DRAWN, NULL,
		schedule_write_html},
	{"goal", FORMAT_SCHEDULE, FORMAT_EXPORT, NULL, schedule_write_goal},
	{"ti", FORMAT_SCHEDULE, FORMAT_EXPORT, NULL, schedule_write_ti},
	{"trace", FORMAT_SCHEDULE, FORMAT_EXPORT, NULL, schedule_write_trace},
	{"msccl", FORMAT_SCHEDULE, FORMAT_EXPORT, NULL, schedule_write_msccl},
	{"text", FORMAT_VERDICT, 0, NULL, NULL},
	{"json", FORMAT_VERDICT, FORMAT_DOCUMENT, NULL, NULL},
	{NULL, FORMAT_TABLE, 0, NULL, NULL},
};

const struct format *format_choice(unsigned kinds, size_t i)
{
	const struct format *format = formats;

	for (; format->name; format++)
		if (format->kind & kinds) {
			if (i == 0)
				return format;
			i--;
		}
	return NULL;
}

const struct format *format_find(const char *name, unsigned kinds)
{
	const struct format *format = formats;

	for (; format->name; format++)
		if ((format->kind & kinds) && strcmp(format->name, name) == 0)
			return format;
	return NULL;
}
