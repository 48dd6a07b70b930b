/*
 * check: is a schedule valid, and how far is it from the best possible?
 */
#include <inttypes.h>

#include "base/mem.h"
#include "number/number.h"
#include "model/bounds.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/latency.h"
#include "cli/output.h"
#include "cli/violations.h"
#include "check/check.h"

struct check_args {
	const char *file;
	int64_t max_bits;
};

static const struct check_args defaults = {.max_bits = OPTION_MAX_BITS};

static const struct option options[] = {
	{
		.kind = OPTION_TEXT,
		.field = offsetof(struct check_args, file),
		.arg = "FILE",
		.help = "a schedule; standard input unless given",
	},
	{
		.name = "max-bits",
		.kind = OPTION_COUNT,
		.field = offsetof(struct check_args, max_bits),
		.arg = "BITS",
		.help = "refuse to take more memory (2^33)",
		.least = 64,
		.most = OPTION_MOST_BITS,
	},
	OPTION_END,
};

/* The least finish that any schedule for this problem could have, elapsed. */
static enum status lower_bound(mpq_t bound,
	const struct schedule_header *header, uint64_t max_bits,
	struct err *err)
{
	struct problem problem;
	enum status status;

	problem_init(&problem);
	problem.max_bits = max_bits;
	number_set_u64(problem.n, header->processors);
	number_set_u64(problem.m, header->messages);
	if (header->latency > 0) {
		number_set_u64(mpq_numref(problem.lambda), header->latency);
		number_set_u64(mpq_denref(problem.lambda), header->unit);
		mpq_canonicalize(problem.lambda);
	}
	status = model_bound(bound, header->model, &problem, err);
	problem_clear(&problem);
	return status;
}

static void print_check_time(
	FILE *out, const char *before, const mpq_t time, const char *after)
{
	char *text = number_text(time);

	fprintf(out, "%s%s%s", before, text, after);
	mem_free(text);
}

/* A finish in the logp model is whole. */
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

static enum status print_valid(const struct check *check,
	const struct schedule_header *header, uint64_t max_bits, FILE *out,
	struct err *err)
{
	mpq_t finish, bound;
	enum status status;

	mpq_inits(finish, bound, NULL);
	number_set_u64(mpq_numref(finish), check->finish);
	number_set_u64(mpq_denref(finish), check->unit);
	mpq_canonicalize(finish);
	status = lower_bound(bound, header, max_bits, err);
	if (status == STATUS_OK) {
		fprintf(out, "ok: %" PRIu64 " transmission%s",
			check->transmissions,
			check->transmissions == 1 ? "" : "s");
		if (schedule_is_by_block(header->operation))
			fprintf(out, ", %" PRIu64 " block%s", check->blocks,
				check->blocks == 1 ? "" : "s");
		if (check->redundant > 0)
			fprintf(out, ", %" PRIu64 " redundant",
				check->redundant);
		print_check_time(out, ", finish ", finish, "");
		if (header->model == MODEL_LOGP && mpq_sgn(finish) > 0)
			print_step(out, finish);
		if (mpq_equal(finish, bound))
			fputs(" (optimal)\n", out);
		else
			print_check_time(out, " (lower bound ", bound, ")\n");
	}
	mpq_clears(finish, bound, NULL);
	return status;
}

static enum status run_check(const void *data, FILE *out, struct err *err)
{
	const struct check_args *args = data;
	uint64_t max_bits = (uint64_t)args->max_bits;
	struct schedule *schedule;
	struct check check;
	FILE *file;
	enum status status = input_open(&schedule, &file, args->file, err);

	if (status != STATUS_OK)
		return status;
	status = check_schedule(&check, schedule, max_bits / 8, err);
	if (status != STATUS_OK)
		input_blame(err, args->file);
	if (status == STATUS_OK && check.violations > 0)
		status = violations_print(&check, args->file, out);
	else if (status == STATUS_OK)
		status = print_valid(
			&check, &schedule->header, max_bits, out, err);
	schedule_close(schedule);
	input_close(file);
	return status;
}

const struct command cmd_check = {
	.name = "check",
	.summary = "whether a schedule is valid, and how good it is",
	.example = "fibcast schedule bcast -n 14 -l 5/2 | fibcast check",
	.shows = "ok: 13 transmissions, finish 15/2 (optimal)",
	.also = "fibcast check mine.tsv",
	.options = options,
	.size = sizeof(struct check_args),
	.defaults = &defaults,
	.run = run_check,
};
