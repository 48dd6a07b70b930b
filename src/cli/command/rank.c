/*
 * rank: the part of one processor in Algorithm BCAST, found without the
 * others'.
 */
#include "base/mem.h"
#include "number/number.h"
#include "cli/command.h"
#include "cli/problem.h"
#include "format/table.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"

struct rank_args {
	struct output output;
	struct latency_args latency;
	struct sweep rank, processors;
};

static const struct rank_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	{
		.kind = OPTION_INTEGER,
		.field = offsetof(struct rank_args, rank),
		.arg = "R",
		.help = "the processor, 0 to n-1",
		.required = 1,
	},
	PROCESSORS_OPTION(struct rank_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct rank_args, OPTION_RATIONAL),
	OUTPUT_OPTIONS(struct rank_args, table_formats),
	OPTION_END,
};

static enum status check_rank(const mpz_t rank, const mpz_t n, struct err *err)
{
	char *text;

	if (mpz_cmp(rank, n) < 0)
		return STATUS_OK;
	text = number_integer_text(rank);
	err_set(err, STATUS_USAGE, "R: ", ERR_TEXT, text,
		" is no processor: there are only 0 to n-1", NULL);
	mem_free(text);
	return STATUS_USAGE;
}

/* One send or receive, from start on, for one unit. */
static void print_event(struct table *table, const char *event,
	const mpz_t peer, const mpq_t start, const struct latency *latency)
{
	mpq_t end, shown;

	mpq_inits(end, shown, NULL);
	mpq_set_ui(end, 1, 1);
	mpq_add(end, start, end);
	table_text(table, event);
	table_integer(table, peer);
	latency_show(shown, latency, start);
	table_rational(table, shown);
	latency_show(shown, latency, end);
	table_rational(table, shown);
	table_end(table);
	mpq_clears(end, shown, NULL);
}

static void print_rank(struct postal_rank *part, const struct problem *problem,
	const struct latency *latency, struct table *table)
{
	static const char *const columns[] = {"event", "peer", "start", "end"};
	mpq_t start;
	mpz_t peer;

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		table_column(table, columns[i]);
	mpq_init(start);
	if (part->has_parent) {
		/* The receive ends lambda after the start of the send. */
		mpq_set_si(start, -1, 1);
		mpq_add(start, start, problem->lambda);
		mpq_add(start, start, part->sent);
		print_event(table, "receive", part->parent, start, latency);
	}
	mpz_init(peer);
	while (!ferror(table->out.file) && postal_rank_next(part, peer, start))
		print_event(table, "send", peer, start, latency);
	mpz_clear(peer);
	mpq_clear(start);
}

static enum status answer(const struct rank_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	const __mpz_struct *rank = mpq_numref(sweep_value(&args->rank));
	struct problem problem;
	struct postal_rank part;
	struct table table;
	enum status status;

	problem_read(&problem, &args->processors, NULL,
		sweep_value(latency->sweep), &args->output);
	status = check_rank(rank, problem.n, err);
	if (status == STATUS_OK)
		status = algorithm_find("bcast")->rank(&part, &problem,
			&(struct algorithm_options){0}, rank, err);
	if (status != STATUS_OK)
		goto done;
	status = output_check_rows("the part of the processor", part.sends,
		args->output.max_rows, err);
	if (status == STATUS_OK) {
		table_init(&table, out, (enum table_format)args->output.format,
			!args->output.no_header, args->output.decimals);
		print_rank(&part, &problem, latency, &table);
		table_finish(&table);
	}
	postal_rank_clear(&part);
done:
	problem_clear(&problem);
	return status;
}

static enum status run_rank(const void *data, FILE *out, struct err *err)
{
	const struct rank_args *args = data;
	struct latency latency;
	enum status status;

	status = latency_init(&latency, &args->latency, 0, err);
	if (status == STATUS_OK)
		status = answer(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_rank = {
	.name = "rank",
	.summary = "one processor's part in Algorithm BCAST",
	.example = "fibcast rank 9 -n 14 -l 5/2",
	.options = options,
	.size = sizeof(struct rank_args),
	.defaults = &defaults,
	.run = run_rank,
};
