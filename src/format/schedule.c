#include "format/schedule.h"

enum format { TSV, TEXT, CSV, JSON, FORMATS };

const char *const schedule_format_names[FORMATS + 1] = {
	[TSV] = "tsv", [TEXT] = "text", [CSV] = "csv", [JSON] = "json"};

schedule_write *const schedule_writers[FORMATS] = {[TSV] = schedule_write_tsv,
	[TEXT] = schedule_write_text,
	[CSV] = schedule_write_csv,
	[JSON] = schedule_write_json};
