#include "cli/style.h"

#include <string.h>

#include "format/schedule.h"

enum status style_check(const struct output *output, struct err *err)
{
	const char *format = schedule_format_names[output->format];

	if (output->decimals < 0 || strcmp(format, "text") == 0)
		return STATUS_OK;
	return err_set(err, STATUS_USAGE,
		"--decimals: only in the format text, not in ", format, NULL);
}

enum status style_write(struct schedule *schedule, FILE *out,
	const struct output *output, struct err *err)
{
	struct schedule_style style = {
		.no_header = output->no_header,
		.has_decimals = output->decimals >= 0,
		.decimals = output->decimals < 0 ? 0 : (size_t)output->decimals,
	};

	return schedule_writers[output->format](schedule, out, &style, err);
}
