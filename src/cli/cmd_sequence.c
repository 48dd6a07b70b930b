/*
 * sequence: the values of F_lambda one after another, with their sums.
 */
#include "cli/command.h"
#include "cli/latency.h"
#include "cli/output.h"
#include "core/sequence.h"
#include "format/rows.h"

struct sequence_args {
	struct output output;
	struct latency_args latency;
	struct sweep index;
};

static const struct sequence_args defaults = {.output = OUTPUT_DEFAULTS};

static const char *const models[] = {"postal", "logp", NULL};

static const struct option options[] = {
	LATENCY_OPTIONS(struct sequence_args, OPTION_RATIONAL),
	{"index", "i", OPTION_INTEGERS, offsetof(struct sequence_args, index),
		"A..B", NULL, "the rows, from 1 on", 1, 0, 1},
	{"model", NULL, OPTION_CHOICE,
		offsetof(struct sequence_args, latency.model), "MODEL", models,
		"elapsed time, or the LogP paper's steps", 0, 0, 0},
	OUTPUT_OPTIONS(struct sequence_args, row_formats),
	OPTION_END,
};

/* One range in steps of 1. */
static enum status check_index(const struct sweep *index, struct err *err)
{
	if (index->ranges == 1 && !index->range->multiply &&
		(!index->is_sweep || mpq_cmp_ui(index->range->step, 1, 1) == 0))
		return STATUS_OK;
	return err_set(err, STATUS_USAGE,
		"--index: a range A..B in steps of 1 is wanted", NULL);
}

static enum status print(struct rows *rows, struct sequence *sequence,
	const struct latency *latency, struct err *err)
{
	int more;
	enum status status;
	mpq_t shown;

	mpq_init(shown);
	rows_column(rows, "i");
	rows_column(rows, "time");
	rows_column(rows, "reach");
	rows_column(rows, "sum");
	while ((status = sequence_next(sequence, &more, err)) == STATUS_OK &&
		more && !ferror(rows->out.file)) {
		latency_show(shown, latency, sequence->time);
		rows_integer(rows, sequence->index);
		rows_rational(rows, shown);
		rows_integer(rows, sequence->reach);
		rows_integer(rows, sequence->sum);
		rows_end(rows);
	}
	mpq_clear(shown);
	return status;
}

static enum status answer(const struct sequence_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	const struct sweep_range *index = args->index.range;
	struct sequence sequence;
	struct rows rows;
	enum status status;

	status = output_check_rows(
		"the table", index->count, args->output.max_rows, err);
	if (status != STATUS_OK)
		return status;
	status = sequence_init(&sequence, sweep_value(latency->sweep),
		mpq_numref(index->first), mpq_numref(index->last),
		(uint64_t)args->output.max_bits, err);
	if (status == STATUS_OK) {
		rows_init(&rows, out, (enum row_format)args->output.format,
			!args->output.no_header, args->output.decimals);
		status = print(&rows, &sequence, latency, err);
		rows_finish(&rows);
	}
	sequence_clear(&sequence);
	return status;
}

static enum status run(const void *data, FILE *out, struct err *err)
{
	const struct sequence_args *args = data;
	struct latency latency;
	enum status status = check_index(&args->index, err);

	if (status != STATUS_OK)
		return status;
	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK)
		status = answer(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_sequence = {
	.name = "sequence",
	.summary = "F(t) row by row, with its sums",
	.example = "fibcast sequence -l 2 -i 1..8",
	.options = options,
	.size = sizeof(struct sequence_args),
	.defaults = &defaults,
	.run = run,
};
