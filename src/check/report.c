/*
 * The loop over all rows, and the reports of violations: only the first few are
 * put into words, so that any number of them costs little.
 */
#include "check/checker.h"

#include <stdarg.h>
#include <string.h>

#include "number/number.h"

enum status check_pull(struct check *check, struct schedule *schedule,
	check_rows *rows, void *checker, struct err *err)
{
	const struct transmission *row;
	size_t count;

	do {
		if (schedule_next(schedule, &row, &count, err) != STATUS_OK)
			return err->code;
		if (rows(checker, row, count, err) != STATUS_OK)
			return err->code;
		check->transmissions += count;
	} while (count > 0);
	return STATUS_OK;
}

/* The text that replaces a sign of the format; word has room for a time. */
static const char *take_argument(
	char *word, const struct check *check, char sign, va_list *arguments)
{
	if (sign == '$')
		return va_arg(*arguments, const char *);
	if (sign == '#')
		word[number_u64(word, va_arg(*arguments, uint64_t))] = '\0';
	else
		schedule_time_words(word, va_arg(*arguments, uint64_t),
			&(struct time_look){check->unit, check->time_unit, -1});
	return word;
}

void check_report(struct check *check, const char *rule, uint64_t line,
	const char *format, ...)
{
	struct check_violation *violation = &check->violation[check->listed];
	char word[SCHEDULE_TIME_MAX];
	char *text = violation->reason.msg;
	size_t size = 0;
	va_list arguments;

	if (check->violations++ >= CHECK_LISTED)
		return;
	va_start(arguments, format);
	while (*format) {
		size_t plain = strcspn(format, "#@$");
		const char *more;

		size = err_append(text, size, format, plain);
		format += plain;
		if (!*format)
			break;
		more = take_argument(word, check, *format++, &arguments);
		size = err_append(text, size, more, strlen(more));
	}
	va_end(arguments);
	text[size] = '\0';
	violation->reason.code = STATUS_INVALID;
	violation->rule = rule;
	violation->line = line;
	check->listed++;
}

/* Whether the row has a weight, a radix and a digit of it, and its size is how
 * many blocks that means. */
static int is_digit(
	const struct schedule_header *header, const struct transmission *row)
{
	return row->first >= 1 && row->digit >= 1 && row->digit < row->radix &&
	       row->size >= 1 &&
	       row->size == schedule_digit_blocks(header->processors,
				    row->first, row->radix, row->digit);
}

/* Whether the part names blocks, or operands, that exist. */
static int is_part(
	const struct schedule_header *header, const struct schedule_part *part)
{
	uint64_t n = header->processors;

	if (header->operation == OPERATION_ALLTOALL)
		return part->first < n && part->size < n;
	return part->first < n && part->size >= 1 && part->size <= n;
}

/* Whether the row, in an operation with such a column, carries blocks or
 * operands that exist; most rows have none, which is found without a call. */
static int is_run(
	const struct schedule_header *header, const struct transmission *row)
{
	struct schedule_parts list;
	struct schedule_part own;

	if (header->operation <= OPERATION_REDUCE ||
		!schedule_run_column(header->operation))
		return 1;
	if (row->radix > 0)
		return header->operation == OPERATION_ALLTOALL &&
		       is_digit(header, row);
	list = schedule_row_parts(header, row, &own);
	for (size_t i = 0; i < list.count; i++)
		if (!is_part(header, &list.part[i]))
			return 0;
	return header->operation != OPERATION_ALLTOALL ||
	       schedule_has_parts(row);
}

int check_transmission(struct check *check,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t last)
{
	const char *rule = NULL, *wrong = NULL;
	uint64_t about = row->from;

	if (row->from >= header->processors || row->to >= header->processors) {
		rule = "processor", wrong = "there is no processor #";
		about = row->from < header->processors ? row->to : row->from;
	} else if (row->message < 1 || row->message > header->messages) {
		rule = "message", wrong = "there is no message #";
		about = row->message;
	} else if (row->tick < last) {
		rule = "order",
		wrong = "the send at @ is earlier than the one before it";
		about = row->tick;
	} else if (!is_run(header, row)) {
		rule = "run", wrong = "no such operands or blocks";
	} else if (row->from == row->to) {
		rule = "self", wrong = "processor # sends to itself";
	}
	if (wrong)
		check_report(check, rule, row->line, wrong, about);
	return !wrong;
}

void check_report_held(
	struct check *check, const struct transmission *row, uint64_t held)
{
	if (held == UINT64_MAX)
		check_report(check, "held", row->line,
			"processor # sends message # at @, but has not been "
			"sent it",
			row->from, row->message, row->tick);
	else
		check_report(check, "held", row->line,
			"processor # sends message # at @, but has it only at "
			"@",
			row->from, row->message, row->tick, held);
}

int check_compare_words(const void *x, const void *y)
{
	const uint64_t *a = x, *b = y;

	return number_compare_u64(*a, *b);
}

void check_report_missing(
	struct check *check, uint64_t processor, uint64_t message)
{
	check_report(check, "complete", 0, "processor # never gets message #",
		processor, message);
}

enum status check_too_large(struct err *err)
{
	return err_limit(err, "times are too large to be checked");
}

enum status check_memory(const struct schedule_header *header,
	uint64_t processor, unsigned message, uint64_t max_bytes,
	struct err *err)
{
	uint64_t n = header->processors;

	return limit_check_parts("checking so many processors and messages",
		(const struct limit_part[LIMIT_PARTS]){
			{message, n, header->messages}, {processor, n, 1}},
		max_bytes, err);
}
