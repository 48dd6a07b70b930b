/* The table of formats, in the order of the help. */
#include "format/schedule/formats.h"

const struct schedule_format schedule_formats[] = {
	{"tsv", schedule_write_tsv, SCHEDULE_HEADER},
	{"text", schedule_write_text, SCHEDULE_HEADER | SCHEDULE_DECIMALS},
	{"csv", schedule_write_csv, SCHEDULE_HEADER},
	{"json", schedule_write_json,
		SCHEDULE_HEADER | SCHEDULE_STREAMED_DOCUMENT},
	{"dot", schedule_write_dot, 0},
	{"svg", schedule_write_svg, SCHEDULE_LANES},
	{"chart", schedule_write_chart, SCHEDULE_LANES | SCHEDULE_ASCII},
	{"grid", schedule_write_grid, SCHEDULE_LANES},
	{"html", schedule_write_html, SCHEDULE_LANES},
	{"goal", schedule_write_goal, 0},
	{"ti", schedule_write_ti, 0},
	{"trace", schedule_write_trace, 0},
	{NULL, NULL, 0},
};
