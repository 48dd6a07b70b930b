/*
 * The table of formats says which options each of them uses; an option that
 * would do nothing is refused.
 */
#include "cli/output/output.h"

#include "format/formats.h"

enum { LANES_USUAL = 64 };

enum status schedule_output_check(const struct output *output, struct err *err)
{
	if (output->decimals >= 0 && !(output->format->uses & FORMAT_DECIMALS))
		return err_usage(err, "--decimals: not in the format ",
			output->format->name,
			": with rounded times it would be another schedule");
	if (output->decimals > SCHEDULE_DECIMALS_MAX &&
		output->format->write != schedule_write_text)
		return err_usage(err, "--decimals: pictures have at most 18");
	return output_check_format(output, err);
}

enum status schedule_output_write(struct schedule *schedule, FILE *out,
	const struct output *output, struct err *err)
{
	struct schedule_look all = {
		.no_header = output->no_header,
		.has_decimals = output->decimals >= 0,
		.decimals = output->decimals < 0 ? 0 : (size_t)output->decimals,
		.ascii = output->ascii,
		.colour = terminal_colour(out),
		.columns = terminal_columns(out),
		.max_lanes = output->max_lanes > 0 ? (uint64_t)output->max_lanes
						   : LANES_USUAL,
		.max_bits = (uint64_t)output->max_bits,
	};

	return format_write(output->format, schedule, out, &all, err);
}

enum status schedule_output_close(struct schedule *schedule, uint64_t rows,
	FILE *out, const struct output *output, struct err *err)
{
	struct schedule *watched = progress_watch(schedule, rows);
	enum status status = schedule_output_write(watched, out, output, err);

	schedule_close(watched);
	return status;
}
