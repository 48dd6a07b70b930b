/*
 * A violation's reason is written as it is found, out of pieces of text, but
 * only for the first few: later ones are counted and cost nothing.
 */
#include "check/report.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "number/limit.h"
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

/* The text without the rule that it may begin with. */
static const char *take_rule(
	struct check_violation *violation, const char *text)
{
	size_t size;

	if (text[0] != '\1')
		return text;
	size = strcspn(text + 1, "\1");
	assert(size < CHECK_RULE_MAX);
	memcpy(violation->rule, text + 1, size);
	violation->rule[size] = '\0';
	return text + size + 2;
}

void check_report(struct check *check, uint64_t line, ...)
{
	struct check_violation *violation = &check->violation[check->listed];
	const char *text;
	struct err so_far = {.msg = ""};
	va_list texts;

	if (check->violations++ >= CHECK_LISTED)
		return;
	va_start(texts, line);
	while ((text = va_arg(texts, const char *)) != NULL) {
		text = take_rule(violation, text);
		err_set(&violation->reason, STATUS_INVALID, so_far.msg, text,
			NULL);
		so_far = violation->reason;
	}
	va_end(texts);
	violation->line = line;
	check->listed++;
}

const char *check_number(struct check_words *words, uint64_t number)
{
	char *word = words->word[words->count++];

	word[number_u64(word, number)] = '\0';
	return word;
}

const char *check_time(
	struct check_words *words, const struct check *check, uint64_t tick)
{
	char *word = words->word[words->count++];

	schedule_time_text(word, tick, check->unit);
	return word;
}

/* Whether the run, if the row has one, is of what there is; most rows have
 * none, and that is found without a call. */
static int is_run(
	const struct schedule_header *header, const struct transmission *row)
{
	return header->operation <= OPERATION_REDUCE ||
	       !schedule_run_column(header->operation) ||
	       (row->first < header->processors && row->size >= 1 &&
		       row->size <= header->processors);
}

int check_transmission(struct check *check,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t last)
{
	const char *wrong = NULL;

	if (row->from >= header->processors || row->to >= header->processors)
		wrong = CHECK_RULE("processor") "no such processor";
	else if (row->message < 1 || row->message > header->messages)
		wrong = CHECK_RULE("message") "no such message";
	else if (row->tick < last)
		wrong = CHECK_RULE(
			"order") "a send earlier than the one before it";
	else if (!is_run(header, row))
		wrong = CHECK_RULE("run") "no such operands or blocks";
	else if (row->from == row->to)
		wrong = CHECK_RULE("self") "a processor sends to itself";
	if (wrong)
		check_report(check, row->line, wrong, NULL);
	return !wrong;
}

void check_report_held(
	struct check *check, const struct transmission *row, uint64_t held)
{
	struct check_words words = {0};
	const char *from = check_number(&words, row->from),
		   *message = check_number(&words, row->message),
		   *tick = check_time(&words, check, row->tick);

	if (held == UINT64_MAX)
		check_report(check, row->line, "processor ", from,
			" sends message ", message, " at ", tick,
			CHECK_RULE("held") ", but has not been sent it", NULL);
	else
		check_report(check, row->line, "processor ", from,
			" sends message ", message, " at ", tick,
			CHECK_RULE("held") ", but has it only at ",
			check_time(&words, check, held), NULL);
}

void check_report_missing(
	struct check *check, uint64_t processor, uint64_t message)
{
	struct check_words words = {0};
	const char *who = check_number(&words, processor);

	check_report(check, 0, "processor ", who,
		CHECK_RULE("complete") " never gets message ",
		check_number(&words, message), NULL);
}

enum status check_memory(const struct schedule_header *header,
	uint64_t processor, unsigned message, uint64_t max_bytes,
	struct err *err)
{
	enum status status;
	mpz_t bytes, factor;

	mpz_inits(bytes, factor, NULL);
	number_set_u64(bytes, header->messages);
	mpz_mul_ui(bytes, bytes, message);
	number_set_u64(factor, processor);
	mpz_add(bytes, bytes, factor);
	number_set_u64(factor, header->processors);
	mpz_mul(bytes, bytes, factor);
	status = limit_check_bytes("checking so many processors and messages",
		bytes, max_bytes, err);
	mpz_clears(bytes, factor, NULL);
	return status;
}
