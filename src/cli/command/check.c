/*
 * check: is a schedule valid, and how far is it from the best possible?  The
 * header says which problem the schedule solves, and so which lower bound holds
 * for it.
 */
#include "cli/command/command.h"

#include <string.h>

#include "format/machine.h"
#include "model/bounds.h"
#include "model/logp/logp.h"
#include "number/number.h"

struct check_args {
	struct texts files;
	const struct format *format;
	int quiet;
	int64_t decimals, max_bits;
};

static const struct option options[] = {
	OPTION(struct check_args, files, NULL, OPTION_TEXTS, "FILE",
		"schedules (default: standard input)"),
	OPTION(struct check_args, format, "format", OPTION_FORMAT, "FORMAT",
		"what to print", .letters = "f", .formats = FORMAT_VERDICT),
	OPTION(struct check_args, quiet, "quiet", OPTION_FLAG, NULL,
		"print nothing: the exit status tells", .letters = "q"),
	OPTION(struct check_args, decimals, "decimals", OPTION_COUNT, "D",
		"print times with D digits after the point", .letters = "d",
		.most = OUTPUT_DECIMALS_MAX, .start = -1),
	OPTION(struct check_args, max_bits, "max-bits", OPTION_COUNT, "BITS",
		"refuse to take more memory (default: 2^33)", .least = 64,
		.most = OPTION_MOST_BITS, .start = OPTION_MAX_BITS),
	OPTION_END,
};

/* Reads the text of one of the header's machines, and the size of a message or
 * block: the m-th part of the machine's bytes, 1 if it has none. */
static enum status read_machine(struct machine *machine, mpq_t size,
	const char *text, const struct schedule_header *header, struct err *err)
{
	enum status status;
	mpz_t bytes;

	mpz_init(bytes);
	status = machine_text_parse(machine, bytes, text, err);
	mpq_set_ui(size, 1, 1);
	if (status == STATUS_OK && mpz_sgn(bytes) > 0) {
		mpq_set_z(size, bytes);
		number_set_u64(mpq_denref(size), header->messages);
		mpq_canonicalize(size);
	}
	mpz_clear(bytes);
	return status;
}

/* message = what a message takes of one of the header's machines. */
static enum status set_header_message(struct machine_message *message,
	const char *text, const struct schedule_header *header, struct err *err)
{
	struct machine machine = {0};
	enum status status;
	mpq_t size;

	mpq_init(size);
	status = read_machine(&machine, size, text, header, err);
	if (status == STATUS_OK)
		machine_message_set(message, &machine, size);
	machine_clear(&machine);
	mpq_clear(size);
	return status;
}

/* -- lower bounds, elapsed, on the finish of any schedule for the problem */

/* The bound for a collective operation, by its blocks. */
static enum status block_lower_bound(mpq_t bound,
	const struct schedule_header *header, const struct problem *problem,
	struct nodes *nodes, struct err *err)
{
	struct algorithm_options asked = {.operation = (int)header->operation};
	struct machine machine = {0}, inside = {0};
	struct block_cost cost = {.machine = &machine};
	enum status status = STATUS_OK;
	mpz_t bytes;

	mpz_init(bytes);
	mpq_init(cost.block);
	if (header->model == MODEL_MACHINE) {
		status = read_machine(
			&machine, cost.block, header->machine, header, err);
		asked.blocks = &cost;
	}
	if (status == STATUS_OK && header->inside_machine) {
		status = machine_text_parse(
			&inside, bytes, header->inside_machine, err);
		nodes->machine = &inside;
	}
	if (status == STATUS_OK)
		status = operation_bound(
			bound, header->model, problem, &asked, err);
	nodes->machine = NULL;
	machine_clear(&machine);
	machine_clear(&inside);
	mpz_clear(bytes);
	mpq_clear(cost.block);
	return status;
}

/* The bound for a sum: the least time in which the operands can be added. */
static enum status sum_lower_bound(mpq_t bound,
	const struct schedule_header *header, const struct problem *problem,
	struct err *err)
{
	const struct schedule_message *message = &header->message;
	mpz_t latency, overhead, gap;
	enum status status;

	mpz_inits(latency, overhead, gap, NULL);
	number_set_u64(latency, message->latency / header->unit);
	number_set_u64(overhead, message->overhead / header->unit);
	number_set_u64(gap, message->gap / header->unit);
	mpz_set_ui(mpq_denref(bound), 1);
	status = logp_sum_time(mpq_numref(bound),
		&(struct logp_sum){latency, overhead, gap, problem->n},
		problem->m, problem->max_bits, err);
	mpz_clears(latency, overhead, gap, NULL);
	return status;
}

static void lower(mpq_t least, const mpq_t value)
{
	if (mpq_cmp(value, least) < 0)
		mpq_set(least, value);
}

/* Lowers each figure of the message to the other's.  From the start of its
 * receive to its end a message then takes the lesser of both times, too. */
static void lower_message(
	struct machine_message *message, const struct machine_message *other)
{
	mpq_t receive;

	mpq_init(receive);
	mpq_sub(receive, other->end, other->overhead);
	mpq_sub(receive, receive, other->latency);
	mpq_sub(message->end, message->end, message->overhead);
	mpq_sub(message->end, message->end, message->latency);
	lower(message->end, receive);
	lower(message->latency, other->latency);
	lower(message->overhead, other->overhead);
	lower(message->gap, other->gap);
	lower(message->copy, other->copy);
	mpq_add(message->end, message->end, message->overhead);
	mpq_add(message->end, message->end, message->latency);
	mpq_clear(receive);
}

/* Sets the message to the header's; with nodes, to one that is as quick, in
 * each figure, as those between nodes and those inside.  A schedule is then
 * still valid if all messages are like that, and receives start when they did
 * before. */
static enum status set_quickest_message(struct machine_message *message,
	const struct schedule_header *header, struct err *err)
{
	struct machine_message inside;
	enum status status =
		set_header_message(message, header->machine, header, err);

	if (status != STATUS_OK || !header->inside_machine)
		return status;
	machine_message_init(&inside);
	status = set_header_message(
		&inside, header->inside_machine, header, err);
	if (status == STATUS_OK)
		lower_message(message, &inside);
	machine_message_clear(&inside);
	return status;
}

/* The bound for messages on a machine. */
static enum status machine_lower_bound(mpq_t bound,
	const struct schedule_header *header, const struct problem *problem,
	struct err *err)
{
	struct machine_message message;
	enum status status;

	machine_message_init(&message);
	status = set_quickest_message(&message, header, err);
	if (status == STATUS_OK)
		status = machine_bound(bound,
			&(struct machine_problem){.n = problem->n,
				.m = problem->m,
				.message = &message,
				.operation = header->operation,
				.max_bits = problem->max_bits},
			err);
	machine_message_clear(&message);
	return status;
}

/* Initialises nodes, and makes them the problem's if the header has some. */
static void set_nodes(struct problem *problem, struct nodes *nodes,
	const struct schedule_header *header)
{
	uint64_t send = schedule_send(header);

	*nodes = (struct nodes){0};
	mpz_init(nodes->size);
	mpq_inits(nodes->send, nodes->latency, NULL);
	if (header->node == 0)
		return;
	number_set_u64(nodes->size, header->node);
	nodes->lanes = header->lanes;
	nodes->lanes_in = header->operation == OPERATION_REDUCE;
	number_set_ratio(nodes->latency, header->inside, send);
	number_set_ratio(nodes->send,
		header->inside_send > 0 ? header->inside_send : send, send);
	problem->nodes = nodes;
}

static void clear_nodes(struct nodes *nodes)
{
	mpz_clear(nodes->size);
	mpq_clears(nodes->send, nodes->latency, NULL);
}

static enum status problem_lower_bound(mpq_t bound,
	const struct schedule_header *header, const struct problem *problem,
	struct nodes *nodes, struct err *err)
{
	const struct algorithm_options given = {
		.operation = (int)header->operation};

	if (header->operation == OPERATION_SUM)
		return sum_lower_bound(bound, header, problem, err);
	if (schedule_is_collective(header->operation))
		return block_lower_bound(bound, header, problem, nodes, err);
	if (header->model == MODEL_MACHINE)
		return machine_lower_bound(bound, header, problem, err);
	return operation_bound(bound, header->model, problem, &given, err);
}

/* The least finish that any schedule for the header's problem can have. */
static enum status lower_bound(mpq_t bound,
	const struct schedule_header *header, uint64_t max_bits,
	struct err *err)
{
	struct problem problem;
	struct nodes nodes;
	enum status status;
	mpq_t send;

	problem_init(&problem);
	problem.max_bits = max_bits;
	number_set_u64(problem.n, header->processors);
	number_set_u64(problem.m, header->messages);
	if (header->latency > 0)
		number_set_ratio(
			problem.lambda, header->latency, schedule_send(header));
	problem.ports = header->ports > 1 ? (unsigned long)header->ports : 1;
	set_nodes(&problem, &nodes, header);
	status = problem_lower_bound(bound, header, &problem, &nodes, err);
	clear_nodes(&nodes);
	mpq_init(send);
	schedule_send_time(send, header);
	if (header->model != MODEL_MACHINE)
		mpq_mul(bound, bound, send);
	mpq_clear(send);
	problem_clear(&problem);
	return status;
}

/* Prints the violations; or, of a valid schedule, its finish and the lower
 * bound. */
static enum status print_answer(struct check_answer *answer,
	const struct schedule_header *header, const struct check_args *args,
	FILE *out, struct err *err)
{
	const struct check *check = &answer->check;
	enum status status = STATUS_OK;

	mpq_inits(answer->finish, answer->bound, NULL);
	answer->model = header->model;
	answer->operation = header->operation;
	number_set_ratio(answer->finish, check->finish, check->unit);
	if (check->violations == 0)
		status = lower_bound(
			answer->bound, header, (uint64_t)args->max_bits, err);
	if (status == STATUS_OK && (args->format->uses & FORMAT_DOCUMENT))
		check_answer_json(answer, out);
	else if (status == STATUS_OK)
		check_answer_text(answer, out);
	mpq_clears(answer->finish, answer->bound, NULL);
	return status;
}

/* Checks the rows of a valid postal schedule once more, as those of a schedule
 * of the model machine. */
static enum status judge_on_machine(struct check_answer *answer,
	const struct schedule_header *header, const struct transmissions *list,
	uint64_t max_bits, struct err *err)
{
	struct schedule_header made = *header;
	struct machine_message message;
	struct schedule *schedule = NULL;
	enum status status;
	mpq_t one;

	mpq_init(one);
	mpq_set_ui(one, 1, 1);
	machine_message_init(&message);
	made.has_finish = 0;
	made.finish = answer->check.finish;
	status = set_header_message(&message, header->machine, header, err);
	if (status == STATUS_OK)
		status = schedule_scaled(&schedule, schedule_lent(&made, list),
			one,
			&(struct schedule_machine){
				header->machine, header->time_unit, &message},
			err);
	if (status == STATUS_OK)
		status = check_schedule(
			&answer->on_machine, schedule, max_bits / 8, err);
	schedule_close(schedule);
	machine_message_clear(&message);
	mpq_clear(one);
	return status;
}

/* Judges the schedule; a postal one in a machine's time is judged on the
 * machine, too, unless there are nodes: the machine's figures say nothing about
 * messages inside a node. */
static enum status judge_schedule(struct check_answer *answer,
	struct schedule *schedule, uint64_t max_bits, struct err *err)
{
	struct transmissions list = {0};
	struct schedule *lent;
	enum status status;

	if (schedule->header.model != MODEL_POSTAL ||
		!schedule->header.machine || schedule->header.node > 0)
		return check_schedule(
			&answer->check, schedule, max_bits / 8, err);
	status = transmissions_pull(&list, schedule, max_bits, err);
	if (status == STATUS_OK) {
		lent = schedule_lent(&schedule->header, &list);
		status =
			check_schedule(&answer->check, lent, max_bits / 8, err);
		schedule_close(lent);
	}
	if (status == STATUS_OK && answer->check.violations == 0)
		status = judge_on_machine(
			answer, &schedule->header, &list, max_bits, err);
	transmissions_clear(&list);
	return status;
}

/* Judges one file and prints the verdict. */
static enum status check_file(const char *name, const struct check_args *args,
	FILE *out, struct err *err)
{
	struct check_answer answer = {.name = name,
		.is_one = args->files.count > 1,
		.decimals = args->decimals};
	struct schedule *schedule;
	FILE *file;
	enum status status = input_open(&schedule, &file, name, err);

	if (status != STATUS_OK)
		return status;
	status = input_blame(judge_schedule(&answer, schedule,
				     (uint64_t)args->max_bits, err),
		name, err);
	if (status == STATUS_OK && !args->quiet)
		status = print_answer(
			&answer, &schedule->header, args, out, err);
	if (status == STATUS_OK && answer.check.violations > 0)
		status = STATUS_INVALID;
	schedule_close(schedule);
	input_close(file);
	return status;
}

/* Refuses to read standard input twice. */
static enum status check_names(const struct texts *files, struct err *err)
{
	int seen = 0;

	for (size_t i = 0; i < files->count; i++) {
		if (strcmp(files->text[i], "-") != 0)
			continue;
		if (seen)
			return err_usage(
				err, "FILE: '-' can be given only once");
		seen = 1;
	}
	return STATUS_OK;
}

/* Checks every file; the status is the worst of all. */
static enum status check_files(
	const struct check_args *args, FILE *out, struct err *err)
{
	const struct texts *files = &args->files;
	enum status worst = STATUS_OK;
	struct err last = {.code = STATUS_OK};

	for (size_t i = 0; i < files->count; i++) {
		enum status status = check_file(files->text[i], args, out, err);

		if (status > STATUS_INVALID) {
			if (last.code != STATUS_OK)
				message_print("check", &last);
			last = *err;
		}
		if (status > worst)
			worst = status;
	}
	*err = last;
	err->code = worst;
	return worst;
}

static enum status run_check(const void *data, FILE *out, struct err *err)
{
	const struct check_args *args = data;
	enum status status = check_names(&args->files, err);

	if (status != STATUS_OK)
		return status;
	if (args->files.count == 0)
		return check_file("-", args, out, err);
	return check_files(args, out, err);
}

/* Shows the shortest schedule that one can write by hand. */
static void explain_schedule(FILE *file)
{
	fputs("\nThe least that a schedule has: man 5 fibcast-schedule\n"
	      "  # fibcast schedule 1\n"
	      "  # model postal\n"
	      "  # processors 3\n"
	      "  # latency 2\n"
	      "  time from to message\n"
	      "  0 0 1 1\n"
	      "  1 0 2 1\n",
		file);
}

const struct command cmd_check = {
	.name = "check",
	.group = "judging",
	.summary = "whether a schedule is valid, and how good it is",
	.example = "fibcast schedule bcast -n 14 -l 5/2 | fibcast check",
	.shows = "ok: 13 transmissions, finish 15/2 (optimal)",
	.also = "fibcast check -f json mine.tsv",
	.explain = explain_schedule,
	.options = options,
	.size = sizeof(struct check_args),
	.run = run_check,
};
