/*
 * convert: a schedule in another format.
 *
 * Formats are written while the schedule is read, so an error in the middle of
 * the input would leave a document, such as JSON, incomplete.  For these a
 * regular file is read twice: all of it is checked before the first byte is
 * written.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/output/output.h"
#include "format/schedule/schedule.h"

struct convert_args {
	struct output output;
	const char *file;
	int source, operation;
};

/* What may be read: a schedule, the ranks' parts of one, an MSCCL program. */
enum { FROM_SCHEDULE, FROM_RANKS, FROM_MSCCL };

static const char *const sources[] = {[FROM_SCHEDULE] = "schedule",
	[FROM_RANKS] = "ranks",
	[FROM_MSCCL] = "msccl",
	NULL};

static const struct option options[] = {
	OPTION(struct convert_args, file, NULL, OPTION_TEXT, "FILE",
		"schedule (default: standard input)"),
	OPTION(struct convert_args, source, "from", OPTION_CHOICE, "WHAT",
		"what FILE holds", .choices = sources),
	OPTION(struct convert_args, operation, "op", OPTION_CHOICE, "OPERATION",
		"with --from ranks: what the ranks do", .further = 1,
		.choices = schedule_usual, .start = -1),
	SCHEDULE_OPTIONS(struct convert_args, FORMAT_SCHEDULE),
	OPTION_END,
};

/* Whether the file can be read again from its present position, *start. */
static int convert_can_repeat(FILE *file, off_t *start)
{
	struct stat facts;

	*start = ftello(file);
	return *start >= 0 && fstat(fileno(file), &facts) == 0 &&
	       S_ISREG(facts.st_mode);
}

/* Reads a schedule to its end, only to find its errors. */
static enum status convert_read_once(FILE *file, struct err *err)
{
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;
	enum status status = schedule_reader_open(&schedule, file, err);

	if (status != STATUS_OK)
		return status;
	do
		status = schedule_next(schedule, &row, &count, err);
	while (status == STATUS_OK && count > 0);
	schedule_close(schedule);
	return status;
}

static enum status convert_read_ahead(FILE *file, struct err *err)
{
	off_t start;
	enum status status;

	if (!convert_can_repeat(file, &start))
		return STATUS_OK;
	status = convert_read_once(file, err);
	if (status == STATUS_OK && fseeko(file, start, SEEK_SET) != 0)
		status = err_input(err, "cannot read: ", strerror(errno));
	return status;
}

/* *rows: a temporary file that the schedule needs, to be closed after it; NULL
 * if there is none. */
static enum status convert_open(struct schedule **schedule, FILE **rows,
	FILE *file, const struct convert_args *args, struct err *err)
{
	enum status status = STATUS_OK;

	if (args->source == FROM_RANKS)
		return schedule_ranks_open(schedule, file,
			args->operation < 0 ? OPERATION_BROADCAST
					    : (enum operation)args->operation,
			(uint64_t)args->output.max_bits, err);
	if (args->source == FROM_MSCCL) {
		*rows = tmpfile();
		if (!*rows)
			return err_limit(err, "cannot make a temporary file: ",
				strerror(errno));
		return schedule_msccl_open(schedule, file, *rows,
			(uint64_t)args->output.max_bits, err);
	}
	if (args->output.format->uses & FORMAT_DOCUMENT)
		status = convert_read_ahead(file, err);
	if (status == STATUS_OK)
		status = schedule_reader_open(schedule, file, err);
	return status;
}

static enum status convert_file(
	FILE *file, const struct convert_args *args, FILE *out, struct err *err)
{
	struct schedule *schedule = NULL;
	FILE *rows = NULL;
	enum status status = convert_open(&schedule, &rows, file, args, err);

	if (status == STATUS_OK) {
		status = schedule_output_write(
			schedule, out, &args->output, err);
		schedule_close(schedule);
	}
	if (rows)
		fclose(rows);
	return status;
}

static enum status run_convert(const void *data, FILE *out, struct err *err)
{
	const struct convert_args *args = data;
	FILE *file;
	enum status status = schedule_output_check(&args->output, err);

	if (status == STATUS_OK && args->operation >= 0 &&
		args->source != FROM_RANKS)
		status = err_usage(err, "--op: used only with --from ranks: "
					"a schedule says what it is for");
	if (status == STATUS_OK)
		status = input_file(&file, args->file, err);
	if (status != STATUS_OK)
		return status;
	status = convert_file(file, args, out, err);
	input_close(file);
	return input_blame(status, args->file, err);
}

const struct command cmd_convert = {
	.name = "convert",
	.group = "judging",
	.summary = "a schedule in another format, or as a picture",
	.example = "fibcast schedule bcast -n 14 -l 5/2 | "
		   "fibcast convert -f json",
	.also = "fibcast convert -f svg mine.tsv > mine.svg",
	.options = options,
	.size = sizeof(struct convert_args),
	.run = run_convert,
};
