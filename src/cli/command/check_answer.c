/* The verdict on a schedule, for people and for programs. */
#include "cli/command/command.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "format/out.h"
#include "number/number.h"

/* -- text */

static void print_check_time(FILE *out, const struct check_answer *answer,
	const char *before, const mpq_t time)
{
	const char *unit = answer->check.time_unit;
	char *text = number_shown_text(time, answer->decimals, unit != NULL);

	fprintf(out, "%s%s%s%s", before, text, unit ? " " : "",
		unit ? unit : "");
	mem_free(text);
}

/* Prints a finish of the logp model, which is whole, as a step. */
static void print_step(FILE *out, const mpq_t finish)
{
	mpz_t step;
	char *text;

	mpz_init(step);
	latency_step(step, mpq_numref(finish));
	text = number_integer_text(step);
	fprintf(out, " (step %s)", text);
	mem_free(text);
	mpz_clear(step);
}

static void print_valid(const struct check_answer *answer, FILE *out)
{
	const struct check *check = &answer->check;

	fprintf(out, "ok: %" PRIu64 " transmission%s", check->transmissions,
		check->transmissions == 1 ? "" : "s");
	if (schedule_is_by_block(answer->operation))
		fprintf(out, ", %" PRIu64 " block%s", check->blocks,
			check->blocks == 1 ? "" : "s");
	if (check->redundant > 0)
		fprintf(out, ", %" PRIu64 " redundant", check->redundant);
	print_check_time(out, answer, ", finish ", answer->finish);
	if (answer->model == MODEL_LOGP && mpq_sgn(answer->finish) > 0)
		print_step(out, answer->finish);
	if (mpq_equal(answer->finish, answer->bound))
		fputs(" (optimal", out);
	else
		print_check_time(out, answer, " (lower bound ", answer->bound);
	fputs(")", out);
	if (answer->on_machine.violations > 0)
		fprintf(out,
			", valid in the postal model; not on the machine (%s)",
			answer->on_machine.violation[0].reason.msg);
	fputs("\n", out);
}

void check_answer_text(const struct check_answer *answer, FILE *out)
{
	char place[INPUT_NAME];

	input_name(place, answer->name);
	if (answer->is_one && *place == '\0')
		strcpy(place, "-");
	if (answer->check.violations > 0) {
		(void)violations_print(&answer->check, place, out);
		return;
	}
	if (answer->is_one)
		fprintf(out, "%s: ", place);
	print_valid(answer, out);
}

/* -- JSON */

/* time: NULL if there is none. */
static void write_answer_time(
	struct out *out, const char *name, mpq_srcptr time, int64_t decimals)
{
	char *text;
	double twin;

	json_name(out, ',', name);
	if (!time) {
		out_text(out, "null");
		json_approx(out, name, NULL);
		return;
	}
	text = number_shown_text(time, decimals, 0);
	twin = number_double(time);
	json_number(out, text, strlen(text));
	json_approx(out, name, &twin);
	mem_free(text);
}

/* before: as of json_name. */
static void write_count(struct out *out, char before, const char *name,
	int is_known, uint64_t value)
{
	json_name(out, before, name);
	if (is_known)
		out_u64(out, value);
	else
		out_text(out, "null");
}

static void write_violation(
	struct out *out, const struct check_violation *violation)
{
	write_count(out, '{', "line", violation->line > 0, violation->line);
	json_text(out, ',', "rule", violation->rule);
	json_text(out, ',', "text", violation->reason.msg);
	out_char(out, '}');
}

static void write_answer(struct out *out, const struct check_answer *answer)
{
	const struct check *check = &answer->check;
	int ok = check->violations == 0;

	json_text(out, '{', "file", answer->name);
	json_name(out, ',', "ok");
	out_text(out, ok ? "true" : "false");
	write_count(out, ',', "transmissions", 1, check->transmissions);
	write_count(out, ',', "blocks", schedule_is_by_block(answer->operation),
		check->blocks);
	write_count(out, ',', "redundant",
		ok && answer->model != MODEL_LOCALITY, check->redundant);
	write_answer_time(
		out, "finish", ok ? answer->finish : NULL, answer->decimals);
	write_answer_time(
		out, "bound", ok ? answer->bound : NULL, answer->decimals);
	json_text(out, ',', "unit", check->time_unit);
	json_text(out, ',', "not_on_machine",
		answer->on_machine.violations == 0
			? NULL
			: answer->on_machine.violation[0].reason.msg);
	write_count(out, ',', "violations_total", 1, check->violations);
	json_name(out, ',', "violations");
	out_char(out, '[');
	for (size_t i = 0; i < check->listed; i++) {
		if (i > 0)
			out_char(out, ',');
		write_violation(out, &check->violation[i]);
	}
	out_text(out, "]}\n");
}

void check_answer_json(const struct check_answer *answer, FILE *file)
{
	struct out out;

	out_init(&out, file);
	write_answer(&out, answer);
	out_finish(&out);
}
