/*
 * optimum: the exact least time of several messages, elapsed or in the LogP
 * model's steps, or a schedule that attains it.  On a machine, and where the
 * search ends too early, the answer is an interval: "13..27/2".
 */
#include "cli/command/command.h"

#include "model/optimum/optimum.h"
#include "number/number.h"

/* The default of --limit. */
enum { SECONDS = 60 };
static const uint64_t default_work = (uint64_t)SECONDS * 1000000000;

struct optimum_args {
	struct output output;
	struct sweep processors, messages, limit;
	struct latency_args latency;
	int schedule;
};

static const struct option options[] = {
	PROCESSORS_OPTION(struct optimum_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct optimum_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct optimum_args, OPTION_RATIONAL, 1),
	OPTION(struct optimum_args, latency.ports, "ports", OPTION_INTEGER, "K",
		"number of sends that a processor starts at a time: 1",
		.further = 1, .least = 1, .most = 1),
	NODE_OPTIONS(struct optimum_args, OPTION_INTEGER),
	MODEL_OPTION(struct optimum_args, latency_models, -1),
	OPTION(struct optimum_args, schedule, "schedule", OPTION_FLAG, NULL,
		"print a schedule that attains the time"),
	LIMIT_OPTION(struct optimum_args,
		"stop the search after SECONDS (default: 60)"),
	SCHEDULE_OPTIONS(struct optimum_args, FORMAT_SCHEDULE),
	OPTION_END,
};

static enum status check_optimum_options(
	const struct optimum_args *args, struct err *err)
{
	const char *name = args->output.format->name;
	const struct option_use rows[OPTION_USES] = {
		{"--max-lanes", args->output.max_lanes > 0, 0},
		{"--ascii", args->output.ascii, 0},
	};

	if (args->schedule)
		return schedule_output_check(&args->output, err);
	if (option_check_uses(rows, "without --schedule", "", err) != STATUS_OK)
		return err->code;
	if (!format_find(name, FORMAT_TABLE))
		return err_usage(
			err, "--format: ", name, " is only for --schedule");
	return STATUS_OK;
}

/* The bounds between which the least time is known to be, as the user reads
 * them, and what has the schedule of the upper one: the search or, if it has an
 * algorithm, the choice. */
struct least {
	mpq_t lower, upper;
	const struct latency *latency;
	struct optimum *optimum;
	struct on_machine *machine; /* or NULL */
	const char *stopped;	    /* why the search was stopped, or NULL */
};

static void least_init(struct least *least, struct optimum *optimum,
	const struct latency *latency)
{
	*least = (struct least){.latency = latency, .optimum = optimum};
	mpq_inits(least->lower, least->upper, NULL);
}

static void least_clear(struct least *least)
{
	mpq_clears(least->lower, least->upper, NULL);
}

static void print_least(
	const struct least *least, const struct output *output, FILE *out)
{
	const struct format *format =
		format_find(output->format->name, FORMAT_TABLE);
	struct table table;

	table_init(&table, out, format->rows, 0, output->decimals);
	table_column(&table, latency_column(least->latency, "optimum"));
	if (mpq_equal(least->lower, least->upper)) {
		table_rational(&table, least->lower);
	} else {
		table_interval(&table, least->lower, least->upper);
		table_twin(&table, NULL);
	}
	table_end(&table);
	table_finish(&table);
}

/* Opens what the search found, in the machine's time. */
static enum status open_on_machine(
	struct schedule **schedule, const struct least *least, struct err *err)
{
	enum status status =
		search_open(schedule, &least->optimum->search, err);

	if (status != STATUS_OK)
		return status;
	(*schedule)->header.model = MODEL_POSTAL;
	return schedule_scaled(schedule, *schedule, least->latency->unit,
		&least->machine->header, err);
}

static enum status open_least(struct schedule **schedule,
	const struct least *least, const struct optimum_args *args,
	struct err *err)
{
	enum status status;

	if (least->machine)
		return least->machine->choice.algorithm
			       ? machine_open(schedule, &least->machine->choice,
					 &least->machine->problem,
					 &least->machine->header, err)
			       : open_on_machine(schedule, least, err);
	status = search_open(schedule, &least->optimum->search, err);
	if (status != STATUS_OK)
		return status;
	if (args->latency.model >= 0)
		(*schedule)->header.model = (enum model)args->latency.model;
	return latency_scale(schedule, least->latency, err);
}

static enum status print_schedule(const struct least *least,
	const struct optimum_args *args, uint64_t rows, FILE *out,
	struct err *err)
{
	struct schedule *schedule;
	enum status status = open_least(&schedule, least, args, err);

	return status == STATUS_OK ? schedule_output_close(schedule, rows, out,
					     &args->output, err)
				   : status;
}

/* Errors: STATUS_LIMIT if what was printed is not known to be the optimum; the
 * message says why, and what is known. */
static enum status check_settled(const struct least *least, struct err *err)
{
	const char *why = least->optimum->problem.nodes
				  ? "no schedule on these nodes that attains "
				    "the bound is known"
			  : least->stopped ? least->stopped
			  : least->machine
				  ? "no schedule on the machine that attains "
				    "the bound is known"
				  : "too large to be searched";

	return mpq_equal(least->lower, least->upper)
		       ? STATUS_OK
		       : err_limit(err, why, ": the optimum is in ", ERR_TEXT,
				 ERR_OWN,
				 number_interval_text(
					 least->lower, least->upper, -1));
}

/* The nanoseconds that carrying out a transmission takes, at most. */
enum { TRY_WORK = 4000 };

/* Whether a schedule can be carried out in the time that the user allows. */
static int may_try(const struct least *least, const struct sweep *limit)
{
	uint64_t work = search_work(limit, default_work);
	mpz_t rows;
	int may;

	mpz_init(rows);
	problem_transmissions(rows, &least->optimum->problem);
	may = number_fits_u64(rows) && number_get_u64(rows) <= work / TRY_WORK;
	mpz_clear(rows);
	return may;
}

/* Whether the machine allows what the search found, as far as memory lets one
 * say. */
static enum status try_on_machine(
	int *is_allowed, const struct least *least, struct err *err)
{
	struct schedule *schedule;
	enum status status = open_on_machine(&schedule, least, err);

	*is_allowed = 0;
	if (status == STATUS_OK)
		status = schedule_is_allowed(is_allowed, schedule,
			least->optimum->problem.max_bits, err);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

/*
 * On a machine no schedule ends before the machine's bound, nor before u times
 * the postal optimum.  The machine may not allow the postal schedule; the upper
 * end is then the best that is known there.
 */
static enum status settle_on_machine(
	struct least *least, const struct sweep *limit, struct err *err)
{
	enum status status;
	int is_allowed = 0;
	mpq_t bound;

	mpq_init(bound);
	status = on_machine_bound(bound, least->latency,
		&least->optimum->problem, OPERATION_BROADCAST, err);
	if (status == STATUS_OK)
		number_raise(least->lower, bound);
	if (status == STATUS_OK && may_try(least, limit))
		status = try_on_machine(&is_allowed, least, err);
	if (status == STATUS_OK && !is_allowed) {
		status = on_machine_choose(least->machine, NULL, err);
		mpq_set(least->upper, least->machine->choice.time);
	}
	mpq_clear(bound);
	return status;
}

/* Runs the search to its end or limit, and sets what is known then. */
static enum status find_least(
	struct least *least, const struct optimum_args *args, struct err *err)
{
	struct optimum *optimum = least->optimum;

	search_advance(&optimum->search, OPTIMUM_LOOK);
	least->stopped = search_run(&optimum->search, &args->limit, SECONDS);
	latency_show_bound(least->lower, least->latency, optimum->lower);
	latency_show_bound(least->upper, least->latency, optimum->upper);
	return least->machine ? settle_on_machine(least, &args->limit, err)
			      : STATUS_OK;
}

static enum status answer_optimum(struct least *least,
	const struct optimum_args *args, FILE *out, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t rows;

	mpz_init(rows);
	if (args->schedule) {
		problem_transmissions(rows, &least->optimum->problem);
		status = output_check_rows(
			"the schedule", rows, args->output.max_rows, err);
	}
	if (status == STATUS_OK)
		status = find_least(least, args, err);
	if (status == STATUS_OK && !args->schedule)
		print_least(least, &args->output, out);
	else if (status == STATUS_OK)
		status = print_schedule(
			least, args, number_get_u64(rows), out, err);
	if (status == STATUS_OK)
		status = check_settled(least, err);
	mpz_clear(rows);
	return status;
}

/* Opens the search.  For a problem that cannot be searched the algorithms get
 * the time of the search instead, or, if that is less than a second, as much as
 * in `compare`. */
static enum status open_optimum(struct optimum *optimum,
	const struct problem *problem, const struct sweep *limit,
	struct err *err)
{
	uint64_t work = search_work(limit, default_work);
	struct algorithm_options given = {
		.work = work < 1000000000 ? ALGORITHM_WORK : 0};
	enum status status = optimum_init(optimum, problem, &given, err);

	if (status != STATUS_OK || given.work > 0 ||
		optimum->search.state != SEARCH_EXHAUSTED)
		return status;
	given.work = work;
	optimum_clear(optimum);
	return optimum_init(optimum, problem, &given, err);
}

/* Answers the question.  Several messages on a machine are bound by its rules;
 * for one message the latency says all. */
static enum status solve_optimum(const struct optimum_args *args,
	struct latency *latency, FILE *out, struct err *err)
{
	struct problem problem;
	struct optimum optimum;
	struct on_machine machine;
	struct least least;
	enum status status;
	int is_machine;

	problem_read(&problem, &args->processors, &args->messages,
		sweep_value(latency->sweep), &args->output);
	if (latency_nodes(&problem, latency, err) != STATUS_OK) {
		problem_clear(&problem);
		return err->code;
	}
	is_machine = latency->machine.given && mpz_cmp_ui(problem.m, 1) > 0 &&
		     !problem.nodes;
	status = open_optimum(&optimum, &problem, &args->limit, err);
	least_init(&least, &optimum, latency);
	if (is_machine) {
		on_machine_init(&machine, latency, &problem,
			OPERATION_BROADCAST,
			search_work(&args->limit, ALGORITHM_WORK));
		least.machine = &machine;
	}
	if (status == STATUS_OK)
		status = answer_optimum(&least, args, out, err);
	if (is_machine)
		on_machine_clear(&machine);
	least_clear(&least);
	optimum_clear(&optimum);
	problem_clear(&problem);
	return status;
}

static enum status run_optimum(const void *data, FILE *out, struct err *err)
{
	const struct optimum_args *args = data;
	struct latency latency;
	enum status status = check_optimum_options(args, err);

	if (status != STATUS_OK)
		return status;
	status = latency_single(&latency, &args->latency, &args->processors,
		&args->messages, err);
	if (status == STATUS_OK)
		status = solve_optimum(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_optimum = {
	.name = "optimum",
	.group = "schedules",
	.summary = "the least time for m messages, and a schedule",
	.example = "fibcast optimum -n 12 -m 8 -l 3",
	.shows = "16",
	.also = "fibcast optimum -n 5 -m 4 -l 2 --schedule",
	.options = options,
	.size = sizeof(struct optimum_args),
	.run = run_optimum,
};
