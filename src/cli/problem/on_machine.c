/*
 * The options as a problem for model/machine.  A message is a segment of the
 * bytes, rounded up, but for bounds it is not rounded.
 */
#include "cli/problem/problem.h"

#include <stdio.h>

#include "base/mem.h"
#include "format/machine.h"

static void set_asked(struct machine_problem *asked,
	const struct machine_message *message, const struct problem *problem,
	enum operation operation)
{
	*asked = (struct machine_problem){.n = problem->n,
		.m = problem->m,
		.message = message,
		.operation = operation,
		.max_bits = problem->max_bits};
}

void on_machine_init(struct on_machine *machine, const struct latency *latency,
	const struct problem *problem, enum operation operation, uint64_t work)
{
	mpz_t bytes;
	mpq_t size;

	machine_choice_init(&machine->choice);
	machine_message_init(&machine->message);
	latency_message(&machine->message, latency);
	set_asked(&machine->problem, &machine->message, problem, operation);
	machine->problem.work = work;
	mpz_init(bytes);
	mpq_init(size);
	latency_segment(size, bytes, latency, problem->m);
	machine->text = machine_text(&latency->machine, size, bytes, NULL);
	machine->header = (struct schedule_machine){.text = machine->text,
		.time_unit = latency_unit_name(latency),
		.message = &machine->message};
	mpz_clear(bytes);
	mpq_clear(size);
}

void on_machine_clear(struct on_machine *machine)
{
	machine_choice_clear(&machine->choice);
	machine_message_clear(&machine->message);
	mem_free(machine->text);
}

enum status on_machine_choose(struct on_machine *machine,
	const struct algorithm *algorithm, struct err *err)
{
	int is_any = !algorithm || algorithm->is_choice;
	struct machine_choice *choice = &machine->choice;
	struct ranking ranking;
	enum status status;

	ranking_init(&ranking);
	status = is_any ? machine_find_best(
				  choice, &ranking, &machine->problem, err)
			: machine_find(choice, &ranking, algorithm,
				  &machine->problem, err);
	ranking_clear(&ranking);
	if (status == STATUS_OK && !is_any && !choice->algorithm)
		return err_limit(err, algorithm->name,
			" has no schedule of that size on the machine");
	return status;
}

/* machine_bound or, if list is not NULL, machine_bound_list. */
static enum status find_bounds(mpq_ptr bound, struct bound_list *list,
	const struct latency *latency, const struct problem *problem,
	enum operation operation, struct err *err)
{
	struct machine_message message;
	struct machine_problem asked;
	enum status status;

	machine_message_init(&message);
	machine_message_share(&message, &latency->machine, latency->size);
	set_asked(&asked, &message, problem, operation);
	status = list ? machine_bound_list(list, &asked, err)
		      : machine_bound(bound, &asked, err);
	machine_message_clear(&message);
	return status;
}

enum status on_machine_bound(mpq_t bound, const struct latency *latency,
	const struct problem *problem, enum operation operation,
	struct err *err)
{
	return find_bounds(bound, NULL, latency, problem, operation, err);
}

enum status on_machine_bound_list(struct bound_list *list,
	const struct latency *latency, const struct problem *problem,
	enum operation operation, struct err *err)
{
	size_t first = list->count;
	enum status status =
		find_bounds(NULL, list, latency, problem, operation, err);

	for (size_t i = first; i < list->count; i++)
		mpq_div(list->bound[i].value, list->bound[i].value,
			latency->unit);
	return status;
}

/* -- `-m best' */

enum status segments_option_check(const struct latency_args *latency,
	enum operation operation, struct err *err)
{
	if (!latency->bytes.range)
		return err_usage(err, "--messages: 'best' needs "
				      "--bytes, and --loggp or --machine");
	if (operation != OPERATION_BROADCAST && operation != OPERATION_REDUCE)
		return err_usage(err,
			"--messages: 'best' is not used with --op ",
			schedule_operations[operation]);
	return STATUS_OK;
}

void segments_warn(const struct segments *segments, const char *command)
{
	if (segments->is_cut)
		fprintf(stderr,
			"fibcast: %s: warning: not every number of segments "
			"was looked at: --limit gives 'compare' more time\n",
			command);
}

void segments_advise(
	const struct latency_args *latency, const struct sweep *messages)
{
	const struct machine *machine = latency->loggp.machine.given
						? &latency->loggp.machine
						: &latency->machine;
	mpq_t one, byte, all;

	if (messages->range || !latency->bytes.range || latency->bytes.stream ||
		!machine->given)
		return;
	mpq_inits(one, byte, all, NULL);
	mpq_set_ui(one, 1, 1);
	machine_send(byte, machine, one);
	machine_send(all, machine, sweep_greatest(&latency->bytes));
	mpq_div_2exp(all, all, 1);
	if (mpq_cmp(byte, all) < 0)
		fputs("fibcast: compare: warning: this is one message: in "
		      "segments it may be faster: see '-m best'\n",
			stderr);
	mpq_clears(one, byte, all, NULL);
}

enum status segments_option_find(struct segments *segments,
	const struct latency_args *given, const struct sweep *processors,
	enum operation operation, const struct sweep *limit, uint64_t max_bits,
	struct err *err)
{
	struct latency latency;
	enum status status = latency_init(&latency, given, 1, err);

	if (status == STATUS_OK)
		status = latency_check_one(&latency, err);
	if (status == STATUS_OK)
		status = segments_find(segments,
			&(struct segments_problem){&latency.machine,
				mpq_numref(sweep_value(processors)),
				mpq_numref(sweep_value(latency.bytes)),
				operation, 0,
				search_work(limit, ALGORITHM_WORK),
				search_work(limit, SEGMENTS_WORK), max_bits},
			err);
	latency_clear(&latency);
	return status;
}
