#include "format/schedule.h"

const struct schedule_format schedule_formats[] = {
	{"tsv", schedule_write_tsv},
	{"text", schedule_write_text},
	{"csv", schedule_write_csv},
	{"json", schedule_write_json},
	{NULL, NULL},
};
