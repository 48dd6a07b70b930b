/*
 * convert: a schedule in another format.
 */
#include "cli/command.h"
#include "cli/input.h"
#include "cli/schedule_output.h"
#include "format/schedule/formats.h"

struct convert_args {
	struct output output;
	struct schedule_options style;
	const char *file;
};

static const struct convert_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	{NULL, NULL, OPTION_TEXT, offsetof(struct convert_args, file), "FILE",
		NULL, "a schedule; standard input unless given", 0, 0, 0},
	SCHEDULE_OPTIONS(struct convert_args),
	OUTPUT_OPTIONS(struct convert_args, schedule_format_names),
	OPTION_END,
};

static enum status run(const void *data, FILE *out, struct err *err)
{
	const struct convert_args *args = data;
	struct schedule *schedule;
	FILE *file;
	enum status status =
		schedule_options_check(&args->output, &args->style, err);

	if (status != STATUS_OK)
		return status;
	status = input_open(&schedule, &file, args->file, err);
	if (status != STATUS_OK)
		return status;
	status = schedule_options_write(
		schedule, out, &args->output, &args->style, err);
	schedule_close(schedule);
	input_close(file);
	return status;
}

const struct command cmd_convert = {
	.name = "convert",
	.summary = "a schedule in another format",
	.example = "fibcast schedule bcast -n 14 -l 5/2 | "
		   "fibcast convert -f json",
	.options = options,
	.size = sizeof(struct convert_args),
	.defaults = &defaults,
	.run = run,
};
