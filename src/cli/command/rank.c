/*
 * rank: the part of one processor, found without the others'.
 */
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/option/option.h"
#include "cli/problem/on_machine.h"
#include "cli/problem/problem.h"
#include "format/table.h"
#include "model/algorithm.h"

struct rank_args {
	struct output output;
	struct latency_args latency;
	struct sweep rank, processors, messages, time;
	const char *degree, *radix;
	int algorithm, operation, all;
};

static const struct rank_args defaults = {
	.output = OUTPUT_DEFAULTS,
	.algorithm = -1,
	.operation = -1,
};

static int has_parts(size_t i)
{
	return algorithms[i].rank != NULL;
}

static const struct option options[] = {
	OPTION(struct rank_args, rank, NULL, OPTION_INTEGER, "R",
		"processor, 0 to n-1", .required = 2),
	PROCESSORS_OPTION(struct rank_args, OPTION_INTEGER),
	MESSAGES_OPTION(struct rank_args, OPTION_INTEGER),
	LATENCY_OPTIONS(struct rank_args, OPTION_RATIONAL, 0),
	OPTION(struct rank_args, algorithm, "algorithm", OPTION_CHOICE,
		"ALGORITHM", "algorithm of the schedule (default: bcast)",
		.choices = &algorithms[0].name, .stride = sizeof *algorithms,
		.offers = has_parts),
	DEGREE_OPTIONS(struct rank_args),
	OPTION(struct rank_args, time, "time", OPTION_RATIONALS, "A..B",
		"print only what starts from A to B", .letters = "t"),
	OPTION(struct rank_args, all, "all", OPTION_FLAG, NULL,
		"print the parts of all processors", .further = 1),
	OPERATION_OPTION(struct rank_args),
	BLOCK_OPTION(struct rank_args, OPTION_INTEGER),
	OUTPUT_OPTIONS(struct rank_args, FORMAT_TABLE),
	OPTION_END,
};

/* The algorithm that is given; else the first one for the operation, not a
 * library's. */
static const struct algorithm *algorithm_of(const struct rank_args *args)
{
	const struct algorithm *algorithm = algorithms;

	if (args->algorithm >= 0)
		return &algorithms[args->algorithm];
	while (args->operation >= 0 && algorithm[1].name &&
		(algorithm->is_library || !algorithm->rank ||
			(!(algorithm->uses & USES_LATENCY) &&
				latency_is_given(&args->latency)) ||
			!algorithm_has(
				algorithm, (enum operation)args->operation)))
		algorithm++;
	return algorithm;
}

/* The operation that is given, or else the algorithm's. */
static enum operation operation_of(const struct rank_args *args)
{
	if (args->operation >= 0)
		return (enum operation)args->operation;
	return algorithm_operation(algorithm_of(args));
}

/* An algorithm whose schedule counts rounds, unless it is given a latency. */
static int is_in_rounds(const struct rank_args *args)
{
	const struct algorithm *algorithm = algorithm_of(args);

	return !latency_is_given(&args->latency) &&
	       (!(algorithm->uses & USES_LATENCY) ||
		       (schedule_is_collective(operation_of(args)) &&
			       algorithm->models >> MODEL_SENDRECV & 1));
}

static enum status check_rank_options(
	const struct rank_args *args, struct err *err)
{
	const struct algorithm *algorithm = algorithm_of(args);
	unsigned uses = algorithm->uses;
	const struct option_use rows[] = {
		{"--messages", problem_has_messages(&args->messages),
			uses & USES_MESSAGES &&
				!schedule_run_column(operation_of(args))},
		{"--degree", args->degree != NULL,
			!!(uses & (USES_DEGREE | USES_RADIX))},
		{"--radix", args->radix != NULL, !!(uses & USES_RADICES)},
		{"--op", args->operation >= 0,
			algorithm_has(algorithm, operation_of(args))},
	};

	if (args->all == (args->rank.range != NULL))
		return err_usage(err,
			args->all ? "R: not used with --all" : "R is missing");
	if (args->messages.range &&
		operation_check_messages((int)operation_of(args),
			mpq_numref(sweep_value(&args->messages)),
			err) != STATUS_OK)
		return err->code;
	if (!algorithm->rank)
		return err_usage(err, "--algorithm: ", algorithm->name,
			" has no parts that are found without the others': "
			"'fibcast schedule' prints them all");
	if (rows[0].given && args->algorithm < 0 && !rows[0].used)
		return err_usage(err, "--messages: not used by ",
			algorithm->name, ": name another --algorithm");
	if (option_check_uses(rows, sizeof rows / sizeof *rows, "by ",
		    algorithm->name, err) != STATUS_OK)
		return err->code;
	return STATUS_OK;
}

static enum status check_rank(const mpz_t rank, const mpz_t n, struct err *err)
{
	char *text;

	if (mpz_cmp(rank, n) < 0)
		return STATUS_OK;
	text = number_integer_text(rank);
	err_usage(err, "R: ", ERR_TEXT, text,
		" is no processor: there are only 0 to n-1");
	mem_free(text);
	return STATUS_USAGE;
}

/* What the table has besides event, peer, start and end. */
struct rank_columns {
	int messages;
	const char *run;	  /* its name, or NULL */
	const __mpz_struct *rank; /* of --all; NULL: there is one */
};

/* What several messages take on a machine. */
struct rank_plan {
	struct on_machine machine;
	struct machine_choice choice;
};

/* "FIRST+COUNT", or of an all-to-all "WEIGHT/RADIX=DIGIT". */
static void print_run(struct table *table, const struct part_event *event)
{
	int has_digit = mpz_sgn(event->radix) > 0;
	char *first = number_integer_text(event->first);
	char *count =
		number_integer_text(has_digit ? event->radix : event->count);
	char *digit = number_integer_text(event->digit);
	char *text =
		mem_array(strlen(first) + strlen(count) + strlen(digit) + 3, 1);

	strcat(strcat(strcat(text, first), has_digit ? "/" : "+"), count);
	if (has_digit)
		strcat(strcat(text, "="), digit);
	table_text(table, text);
	mem_free(first);
	mem_free(count);
	mem_free(digit);
	mem_free(text);
}

/* latency: NULL for times that are the user's. */
static void print_time(
	struct table *table, const mpq_t time, const struct latency *latency)
{
	mpq_t shown;

	mpq_init(shown);
	mpq_set(shown, time);
	if (latency)
		latency_show(shown, latency, time);
	table_rational(table, shown);
	mpq_clear(shown);
}

static void print_event(struct table *table, const struct part_event *event,
	const struct rank_columns *columns, const struct latency *latency)
{
	mpq_t end;

	mpq_init(end);
	mpq_add(end, event->start, event->length);
	if (columns->rank)
		table_integer(table, columns->rank);
	table_text(table, event->is_send ? "send" : "receive");
	table_integer(table, event->peer);
	if (columns->messages)
		table_integer(table, event->message);
	print_time(table, event->start, latency);
	print_time(table, end, latency);
	if (columns->run)
		print_run(table, event);
	table_end(table);
	mpq_clear(end);
}

static void print_events(struct table *table, struct part *part,
	const struct rank_columns *columns, const struct latency *latency)
{
	struct part_event event;

	part_event_init(&event);
	while (!ferror(table->out.file) && part_next(part, &event))
		print_event(table, &event, columns, latency);
	part_event_clear(&event);
}

/* -- in rounds: what the dump of a rank says of each, as convert --from ranks
 * reads it */

static const char *const round_columns[] = {"rank", "round", "send-to",
	"send-block", "recv-from", "recv-block", NULL};

/* Blocks are numbered from 0. */
static void print_end(struct table *table, const struct part_event *event)
{
	mpz_t block;

	if (!event) {
		table_absent(table);
		table_absent(table);
		return;
	}
	mpz_init(block);
	mpz_sub_ui(block, event->message, 1);
	table_integer(table, event->peer);
	table_integer(table, block);
	mpz_clear(block);
}

/* A round's receive and send, one of which may not be. */
static void print_round(struct table *table, const mpz_t rank,
	const struct part_event *receive, const struct part_event *send)
{
	table_integer(table, rank);
	table_integer(
		table, mpq_numref(receive ? receive->start : send->start));
	print_end(table, send);
	print_end(table, receive);
	table_end(table);
}

/* A receive comes before the send of its round. */
static void print_rounds(
	struct table *table, struct part *part, const mpz_t rank)
{
	struct part_event event[2];
	int held = 0, more, at = 0;

	part_event_init(&event[0]);
	part_event_init(&event[1]);
	do {
		struct part_event *last = &event[!at], *next = &event[at];
		int joins;

		more = !ferror(table->out.file) && part_next(part, next);
		joins = more && held && next->is_send &&
			mpq_equal(next->start, last->start);
		if (held)
			print_round(table, rank, last->is_send ? NULL : last,
				joins		? next
				: last->is_send ? last
						: NULL);
		held = more && !joins;
		at = !at;
	} while (more);
	part_event_clear(&event[0]);
	part_event_clear(&event[1]);
}

static int is_rounds_table(const struct rank_args *args)
{
	return args->all && is_in_rounds(args) &&
	       !schedule_run_column(operation_of(args));
}

static void open_rank_table(struct table *table, const struct rank_args *args,
	const struct rank_columns *columns, const struct latency *latency,
	FILE *out)
{
	table_init(table, out, args->output.format->rows,
		!args->output.no_header, args->output.decimals);
	if (is_rounds_table(args)) {
		for (size_t i = 0; round_columns[i]; i++)
			table_column(table, round_columns[i]);
		return;
	}
	if (args->all)
		table_column(table, "rank");
	table_column(table, "event");
	table_column(table, "peer");
	if (columns->messages)
		table_column(table, "message");
	table_column(table, latency_column(latency, "start"));
	table_column(table, latency_column(latency, "end"));
	if (columns->run)
		table_column(table, columns->run);
}

/* The span of time asked for, in units of one send; all of it unless given. */
static enum status read_span(mpq_t from, mpq_t to, const struct sweep *time,
	const struct latency *latency, struct err *err)
{
	const struct sweep_range *range = time->range;

	if (!range)
		return STATUS_OK;
	if (time->ranges > 1 || range->multiply ||
		(mpq_sgn(range->step) != 0 &&
			mpq_cmp_ui(range->step, 1, 1) != 0))
		return err_usage(
			err, "--time: a span is A..B, without steps or commas");
	latency_read(from, latency, range->first);
	latency_read(to, latency, range->end);
	return STATUS_OK;
}

/* Opens the part of the processor in what is planned, or in the algorithm's
 * postal schedule. */
static enum status open_part(struct part **part, const struct rank_args *args,
	const struct problem *problem, const struct latency *latency,
	const struct rank_plan *plan, const mpz_t rank, struct err *err)
{
	struct algorithm_options given = {.operation = (int)operation_of(args),
		.blocks = latency_blocks(latency)};
	struct part_span span;
	struct radices radices;
	enum status status = problem_radices(&radices, args->radix, err);
	mpz_t degree;
	mpq_t from, to;

	mpz_init(degree);
	mpq_inits(from, to, NULL);
	span.from = from;
	span.to = args->time.range ? to : NULL;
	if (radices.count > 0)
		given.radices = &radices;
	if (status == STATUS_OK)
		status = read_span(from, to, &args->time, latency, err);
	if (status == STATUS_OK && plan) {
		mpq_mul(from, from, latency->unit);
		mpq_mul(to, to, latency->unit);
		status = machine_part(part, &plan->choice,
			&plan->machine.problem, rank, &span, err);
		goto done;
	}
	if (status == STATUS_OK)
		status = problem_degree(
			degree, problem, algorithm_of(args), args->degree, err);
	if (mpz_sgn(degree) > 0)
		given.degree = degree;
	if (status == STATUS_OK)
		status = algorithm_part(part, algorithm_of(args), problem,
			&given, rank, &span, err);
done:
	radices_clear(&radices);
	mpz_clear(degree);
	mpq_clears(from, to, NULL);
	return status;
}

/* The ranks from the one that is asked for to the last, with --all of 0 to
 * n-1. */
static void set_ranks(mpz_t first, mpz_t last, const struct rank_args *args,
	const struct problem *problem)
{
	if (!args->all) {
		mpz_set(first, mpq_numref(sweep_value(&args->rank)));
		mpz_set(last, first);
		return;
	}
	mpz_set_ui(first, 0);
	mpz_sub_ui(last, problem->n, 1);
}

/* Counts the rows of all parts, and opens each, before any is printed. */
static enum status check_parts(const struct rank_args *args,
	const struct problem *problem, const struct latency *latency,
	const struct rank_plan *plan, struct err *err)
{
	static const char *const what[] = {
		"the part of the processor", "the parts of the processors"};
	enum status status = STATUS_OK;
	mpz_t rank, last, rows;

	mpz_inits(rank, last, rows, NULL);
	set_ranks(rank, last, args, problem);
	if (args->all)
		status = output_check_rows(
			what[1], problem->n, args->output.max_rows, err);
	for (; status == STATUS_OK && mpz_cmp(rank, last) <= 0;
		mpz_add_ui(rank, rank, 1)) {
		struct part *part = NULL;

		status = open_part(
			&part, args, problem, latency, plan, rank, err);
		if (status == STATUS_OK) {
			mpz_add(rows, rows, part->rows);
			status = output_check_rows(what[args->all], rows,
				args->output.max_rows, err);
		}
		part_close(part);
	}
	mpz_clears(rank, last, rows, NULL);
	return status;
}

static enum status print_parts(const struct rank_args *args,
	const struct problem *problem, const struct latency *latency,
	const struct rank_plan *plan, FILE *out, struct err *err)
{
	struct rank_columns columns = {
		.messages = args->messages.range || args->operation >= 0,
		.run = schedule_run_column(operation_of(args))};
	struct table table;
	enum status status = STATUS_OK;
	mpz_t rank, last;

	mpz_inits(rank, last, NULL);
	set_ranks(rank, last, args, problem);
	columns.rank = args->all ? rank : NULL;
	open_rank_table(&table, args, &columns, latency, out);
	for (; status == STATUS_OK && !ferror(out) && mpz_cmp(rank, last) <= 0;
		mpz_add_ui(rank, rank, 1)) {
		struct part *part = NULL;

		status = open_part(
			&part, args, problem, latency, plan, rank, err);
		if (status == STATUS_OK && is_rounds_table(args))
			print_rounds(&table, part, rank);
		else if (status == STATUS_OK)
			print_events(
				&table, part, &columns, plan ? NULL : latency);
		part_close(part);
	}
	table_finish(&table);
	mpz_clears(rank, last, NULL);
	return status;
}

/* Whether several messages are received, and forwarded, in a machine's time. */
static int is_planned(const struct rank_args *args,
	const struct problem *problem, const struct latency *latency)
{
	return latency->machine.given && !latency_blocks(latency) &&
	       (mpz_cmp_ui(problem->m, 1) > 0 ||
		       args->operation > OPERATION_BROADCAST);
}

/* When all is carried out as soon as it can be is found together alone. */
static enum status find_plan(struct rank_plan *plan,
	const struct rank_args *args, const struct problem *problem,
	const struct latency *latency, struct err *err)
{
	const struct algorithm *algorithm = algorithm_of(args);
	struct ranking ranking;
	enum status status;
	mpz_t degree;

	mpz_init(degree);
	ranking_init(&ranking);
	status = args->degree ? problem_degree(degree, problem, algorithm,
					args->degree, err)
			      : STATUS_OK;
	if (mpz_sgn(degree) > 0)
		plan->machine.problem.degree = degree;
	if (status == STATUS_OK)
		status = machine_find(&plan->choice, &ranking, algorithm,
			&plan->machine.problem, err);
	plan->machine.problem.degree = NULL;
	if (status == STATUS_OK && !plan->choice.algorithm)
		status = err_limit(err, algorithm->name,
			" has no schedule of that size on the machine");
	if (status == STATUS_OK && plan->choice.way != WAY_PLANNED)
		status = err_usage(err, latency->option, ": ", algorithm->name,
			" is carried out as soon as possible there, which is "
			"found for all processors together: 'fibcast schedule' "
			"prints them");
	ranking_clear(&ranking);
	mpz_clear(degree);
	return status;
}

/* Counts, and prints, what is asked for. */
static enum status write_rank_parts(const struct rank_args *args,
	const struct problem *problem, const struct latency *latency,
	const struct rank_plan *plan, FILE *out, struct err *err)
{
	enum status status = check_parts(args, problem, latency, plan, err);

	return status == STATUS_OK
		       ? print_parts(args, problem, latency, plan, out, err)
		       : status;
}

static enum status write_planned(const struct rank_args *args,
	const struct problem *problem, const struct latency *latency, FILE *out,
	struct err *err)
{
	struct rank_plan plan;
	enum status status;

	on_machine_init(&plan.machine, latency, problem, operation_of(args),
		ALGORITHM_WORK);
	machine_choice_init(&plan.choice);
	status = find_plan(&plan, args, problem, latency, err);
	if (status == STATUS_OK)
		status = write_rank_parts(
			args, problem, latency, &plan, out, err);
	machine_choice_clear(&plan.choice);
	on_machine_clear(&plan.machine);
	return status;
}

static enum status answer_rank(const struct rank_args *args,
	const struct latency *latency, FILE *out, struct err *err)
{
	struct problem problem;
	enum status status = STATUS_OK;
	int is_plan;

	problem_read(&problem, &args->processors, &args->messages,
		sweep_value(latency->sweep), &args->output);
	is_plan = is_planned(args, &problem, latency);
	if (!args->all)
		status = check_rank(
			mpq_numref(sweep_value(&args->rank)), problem.n, err);
	if (status == STATUS_OK && !is_plan && !is_in_rounds(args))
		status = problem_check_latency(
			&problem, algorithm_of(args), MODEL_POSTAL, err);
	if (status == STATUS_OK)
		status = is_plan ? write_planned(
					   args, &problem, latency, out, err)
				 : write_rank_parts(args, &problem, latency,
					   NULL, out, err);
	problem_clear(&problem);
	return status;
}

static enum status run_rank(const void *data, FILE *out, struct err *err)
{
	const struct rank_args *args = data;
	struct latency_args given = args->latency;
	struct latency latency;
	enum status status = check_rank_options(args, err);

	if (status != STATUS_OK)
		return status;
	if (is_in_rounds(args))
		given.model = MODEL_SENDRECV;
	given.operation = (int)operation_of(args);
	status = latency_single(
		&latency, &given, &args->processors, &args->messages, err);
	if (status == STATUS_OK)
		status = latency_check_block(&latency, err);
	if (status == STATUS_OK)
		status = answer_rank(args, &latency, out, err);
	latency_clear(&latency);
	return status;
}

const struct command cmd_rank = {
	.name = "rank",
	.group = "schedules",
	.summary = "the part of one processor in a schedule",
	.example = "fibcast rank 9 -n 14 -l 5/2",
	.also = "fibcast rank 17 -n 10^100 -l 5/2 -f json",
	.options = options,
	.size = sizeof(struct rank_args),
	.defaults = &defaults,
	.run = run_rank,
};
