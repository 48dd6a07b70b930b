/*
 * The table of formats says which options each of them uses; an option that
 * would do nothing is refused.
 */
#include "cli/output/schedule.h"

#include "cli/output/terminal.h"
#include "format/schedule/formats.h"

enum { LANES_USUAL = 64 };

enum status schedule_options_check(const struct output *output,
	const struct schedule_options *style, struct err *err)
{
	const struct schedule_format *format =
		&schedule_formats[output->format];
	unsigned uses = format->uses;
	const struct option_use rows[] = {
		{"--max-lanes", style->max_lanes > 0,
			!!(uses & SCHEDULE_LANES)},
		{"--ascii", style->ascii, !!(uses & SCHEDULE_ASCII)},
		{"--no-header", output->no_header, !!(uses & SCHEDULE_HEADER)},
	};

	if (output->decimals >= 0 && !(uses & SCHEDULE_DECIMALS))
		return err_set(err, STATUS_USAGE,
			"--decimals: only in the format text, not in ",
			format->name,
			": with rounded times it would be another schedule",
			NULL);
	return option_check_uses(rows, sizeof rows / sizeof *rows,
		"by the format ", format->name, err);
}

enum status schedule_options_write(struct schedule *schedule, FILE *out,
	const struct output *output, const struct schedule_options *style,
	struct err *err)
{
	struct schedule_look all = {
		.no_header = output->no_header,
		.has_decimals = output->decimals >= 0,
		.decimals = output->decimals < 0 ? 0 : (size_t)output->decimals,
		.ascii = style->ascii,
		.colour = terminal_colour(out),
		.columns = terminal_columns(out),
		.max_lanes = style->max_lanes > 0 ? (uint64_t)style->max_lanes
						  : LANES_USUAL,
		.max_bits = (uint64_t)output->max_bits,
	};

	return schedule_formats[output->format].write(schedule, out, &all, err);
}
