#include "format/schedule/formats.h"

enum format { TSV, TEXT, CSV, JSON, DOT, SVG, CHART, GOAL, TI, TRACE, FORMATS };

const char *const schedule_format_names[FORMATS + 1] = {[TSV] = "tsv",
	[TEXT] = "text",
	[CSV] = "csv",
	[JSON] = "json",
	[DOT] = "dot",
	[SVG] = "svg",
	[CHART] = "chart",
	[GOAL] = "goal",
	[TI] = "ti",
	[TRACE] = "trace"};

schedule_write *const schedule_writers[FORMATS] = {[TSV] = schedule_write_tsv,
	[TEXT] = schedule_write_text,
	[CSV] = schedule_write_csv,
	[JSON] = schedule_write_json,
	[DOT] = schedule_write_dot,
	[SVG] = schedule_write_svg,
	[CHART] = schedule_write_chart,
	[GOAL] = schedule_write_goal,
	[TI] = schedule_write_ti,
	[TRACE] = schedule_write_trace};

const unsigned schedule_format_uses[FORMATS] = {[TSV] = SCHEDULE_HEADER,
	[TEXT] = SCHEDULE_HEADER | SCHEDULE_DECIMALS,
	[CSV] = SCHEDULE_HEADER,
	[JSON] = SCHEDULE_HEADER | SCHEDULE_STREAMED_DOCUMENT,
	[SVG] = SCHEDULE_LANES,
	[CHART] = SCHEDULE_LANES | SCHEDULE_ASCII};
