/*
 * --op sum of reach, time and tree: LogP's summation; its tree, with the
 * operands that each processor adds itself, and its schedule.  An addition
 * takes one unit of the machine's time; with a latency, as long as a send.
 */
#include "cli/command/command.h"

#include <string.h>

#include "base/mem.h"
#include "cli/grid/grid.h"
#include "model/logp/logp.h"
#include "number/number.h"

/* L, o and g in additions, whole numbers. */
struct sum_machine {
	mpz_t latency, overhead, gap;
	struct logp_sum sum;
};

static enum status set_figure(
	mpz_t whole, const char *name, const mpq_t figure, struct err *err)
{
	mpz_set(whole, mpq_numref(figure));
	if (number_is_whole(figure))
		return STATUS_OK;
	return err_usage(err, "--op: in a sum an addition takes 1, and ", name,
		" is not a whole number: ", ERR_TEXT, ERR_OWN,
		number_shown_text(figure, -1, 0));
}

/* Takes a machine's LogP parameters, or a latency with o = 0 and g = 1. machine
 * is to be cleared in any case. */
static enum status sum_machine_init(struct sum_machine *machine,
	const struct latency *latency, const mpq_t lambda,
	const mpz_t processors, struct err *err)
{
	const struct machine *given = &latency->machine;
	enum status status;

	mpz_inits(machine->latency, machine->overhead, machine->gap, NULL);
	mpz_set_ui(machine->gap, 1);
	machine->sum = (struct logp_sum){
		machine->latency, machine->overhead, machine->gap, processors};
	if (!given->given)
		return set_figure(machine->latency, "the latency", lambda, err);
	status = set_figure(machine->latency, "L", given->latency, err);
	if (status == STATUS_OK)
		status = set_figure(
			machine->overhead, "o", given->point[0].overhead, err);
	if (status == STATUS_OK)
		status =
			set_figure(machine->gap, "g", given->point[0].gap, err);
	return status;
}

static void sum_machine_clear(struct sum_machine *machine)
{
	mpz_clears(machine->latency, machine->overhead, machine->gap, NULL);
}

/* The machine as schedule headers have it, "L=5 o=2 g=4"; mem_free it. */
static char *sum_machine_text(const struct sum_machine *machine)
{
	size_t size = mpz_sizeinbase(machine->latency, 10) +
		      mpz_sizeinbase(machine->overhead, 10) +
		      mpz_sizeinbase(machine->gap, 10) + 16;
	char *text = mem_array(size, 1);

	gmp_snprintf(text, size, "L=%Zd o=%Zd g=%Zd", machine->latency,
		machine->overhead, machine->gap);
	return text;
}

/* Finds the most operands by a time, or the least time for the operands. */
static enum status find_sum(
	mpq_t answer, struct problem_grid *ask, struct err *err)
{
	const struct problem *problem = &ask->problem;
	mpz_ptr whole = mpq_numref(answer);
	struct sum_machine machine;
	enum status status = sum_machine_init(
		&machine, &ask->latency, problem->lambda, problem->n, err);
	mpz_t time;

	mpz_init(time);
	if (status == STATUS_OK && ask->time)
		status = set_figure(time, "the time", ask->at, err);
	if (status == STATUS_OK)
		status = ask->time
				 ? logp_sum_reach(whole, &machine.sum, time,
					   problem->max_bits, err)
				 : logp_sum_time(whole, &machine.sum,
					   problem->m, problem->max_bits, err);
	mpz_clear(time);
	sum_machine_clear(&machine);
	return status;
}

static enum status check_sum(const struct sum_args *args, struct err *err)
{
	const struct latency_args *latency = args->latency;

	if (latency->loggp.machine.given || latency->machine.points > 1 ||
		latency->machine.has_byte || latency->block.range)
		return err_usage(err, "--op: a sum is of operands without "
				      "bytes: --logp gives its machine");
	if (!args->processors->range)
		return err_usage(err, "--processors is missing");
	if (args->operands && !args->operands->range)
		return err_usage(
			err, "--messages is missing: the operands of the sum");
	if (args->latency->model > MODEL_POSTAL)
		return err_usage(err, "--model: not used with --op sum");
	if (args->latency->unit != UNIT_NONE)
		return err_usage(err, "--unit: not used with --op sum: an "
				      "addition takes 1 in the unit of L");
	if (latency_check_nodes(args->latency, "--op sum", err) != STATUS_OK)
		return err->code;
	return latency_check_ports(args->latency, "--op sum", err);
}

enum status sum_print(const struct sum_args *args, FILE *out, struct err *err)
{
	static const char *const reach[] = {"reach", NULL};
	static const char *const time[] = {"time", NULL};
	struct problem_grid ask = {.processors = args->processors,
		.messages = args->operands,
		.time = args->time,
		.output = args->output,
		.columns = args->time ? reach : time,
		.below_one = 1,
		.operation = OPERATION_SUM,
		.find = find_sum,
		.is_amount = args->time != NULL,
		.args = args};

	if (check_sum(args, err) != STATUS_OK)
		return err->code;
	return problem_grid_print(&ask, args->latency, out, err);
}

/* -- The tree and the schedule */

/* One sum in the least time. */
struct one_sum {
	struct latency latency;
	struct sum_machine machine;
	struct logp_sum_plan plan;
	mpz_t time;
};

static enum status find_plan(
	struct one_sum *one, const struct sum_args *args, struct err *err)
{
	uint64_t max_bits = (uint64_t)args->output->max_bits;
	const __mpz_struct *n = mpq_numref(sweep_value(args->processors));
	enum status status = sum_machine_init(&one->machine, &one->latency,
		sweep_value(one->latency.sweep), n, err);

	mpz_init(one->time);
	if (status == STATUS_OK)
		status = logp_sum_time(one->time, &one->machine.sum,
			mpq_numref(sweep_value(args->operands)), max_bits, err);
	if (status == STATUS_OK)
		status = logp_sum_plan_init(&one->plan, &one->machine.sum,
			one->time, max_bits, err);
	return status;
}

static void one_sum_clear(struct one_sum *one)
{
	logp_sum_plan_clear(&one->plan);
	sum_machine_clear(&one->machine);
	mpz_clear(one->time);
}

/* What a tree's table says of its nodes; own: how many operands each adds. */
struct sum_view {
	const struct logp_sum_plan *plan;
	uint64_t *own;
};

/* T - R elapsed: whole. */
static void show_due(mpq_t shown, const void *context, const mpq_t elapsed)
{
	const struct logp_sum_plan *plan =
		((const struct sum_view *)context)->plan;
	mpq_t due, spacing;

	mpq_inits(due, spacing, NULL);
	number_set_u64(mpq_numref(due), plan->time);
	number_set_u64(mpq_numref(spacing), plan->spacing);
	mpq_mul(spacing, spacing, elapsed);
	mpq_sub(shown, due, spacing);
	mpq_clears(due, spacing, NULL);
}

static uint64_t own_operands(const void *context, size_t v)
{
	return ((const struct sum_view *)context)->own[v];
}

/* How many more operands could be added by the plan's time. */
static uint64_t spare_operands(
	const struct logp_sum_plan *plan, const mpz_t operands)
{
	uint64_t spare;
	mpz_t most, own;

	mpz_inits(most, own, NULL);
	for (size_t v = 0; v < plan->tree.size; v++) {
		number_set_u64(own, logp_sum_own(plan, v));
		mpz_add(most, most, own);
	}
	mpz_sub(most, most, operands);
	spare = number_fits_u64(most) ? number_get_u64(most) : UINT64_MAX;
	mpz_clears(most, own, NULL);
	return spare;
}

/* Each adds as many as its time allows but the root, which adds the rest; if
 * there is none, the last nodes add fewer, too, though one at least. */
static void share_operands(struct sum_view *view, const mpz_t operands)
{
	size_t size = view->plan->tree.size;
	uint64_t spare = spare_operands(view->plan, operands);

	view->own = mem_array(size, sizeof *view->own);
	for (size_t i = size; i > 0; i--) {
		size_t v = i == size ? 0 : i;
		uint64_t own = logp_sum_own(view->plan, v);
		uint64_t kept = v > 0 && own > 0;
		uint64_t less = spare < own - kept ? spare : own - kept;

		view->own[v] = own - less;
		spare -= less;
	}
}

static enum status write_sum_tree(const struct one_sum *one,
	const struct sum_args *args, FILE *out, struct err *err)
{
	struct sum_view view = {&one->plan, NULL};
	char *machine = sum_machine_text(&one->machine);
	enum status status;
	struct tree_times times;

	tree_times_init(&times);
	times.show = show_due;
	times.context = &view;
	times.is_backwards = 1;
	times.sum = machine;
	times.operands = own_operands;
	share_operands(&view, mpq_numref(sweep_value(args->operands)));
	status = output_tree(&one->plan.tree, &times, args->output, out, err);
	mem_free(view.own);
	mem_free(machine);
	return status;
}

/* The format of schedules that has the name of the table's, with tsv for text;
 * NULL if there is none. */
static const struct format *schedule_format(const struct format *table)
{
	const char *name = table->name;

	return format_find(
		strcmp(name, "text") == 0 ? "tsv" : name, FORMAT_SCHEDULE);
}

static enum status write_sum_schedule(const struct one_sum *one,
	const struct sum_args *args, FILE *out, struct err *err)
{
	struct output output = *args->output;
	char *machine = sum_machine_text(&one->machine);
	struct schedule *schedule = NULL;
	enum status status = STATUS_OK;
	uint64_t n = 0, operands = 0;

	output.format = schedule_format(args->output->format);
	if (!output.format)
		status =
			err_usage(err, "--format: ", args->output->format->name,
				" is not for --schedule: 'fibcast convert' "
				"draws one");
	else if (!number_read_u64(
			 &n, mpq_numref(sweep_value(args->processors)), 63) ||
		 !number_read_u64(&operands,
			 mpq_numref(sweep_value(args->operands)), 63))
		status = err_limit(
			err, "a schedule's numbers must be below 2^63");
	if (status == STATUS_OK) {
		schedule = logp_sum_schedule(&one->plan, n, operands, machine);
		status = schedule_output_write(schedule, out, &output, err);
	}
	schedule_close(schedule);
	mem_free(machine);
	return status;
}

/* Errors: STATUS_USAGE unless there is one value of each option. */
static enum status check_one_sum(const struct sum_args *args, struct err *err)
{
	static const char *const names[] = {
		"--processors", "--messages", "--latency"};
	const struct sweep *const sweeps[] = {
		args->processors, args->operands, &args->latency->latency};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (sweeps[i]->is_sweep || sweeps[i]->stream)
			return err_usage(err, names[i],
				": one value is needed for a schedule, not a "
				"sweep");
	return STATUS_OK;
}

enum status sum_write(const struct sum_args *args, int is_schedule, FILE *out,
	struct err *err)
{
	struct one_sum one = {0};
	enum status status;

	if (check_one_sum(args, err) != STATUS_OK ||
		check_sum(args, err) != STATUS_OK)
		return err->code;
	status = latency_init(&one.latency, args->latency, 1, err);
	if (status == STATUS_OK)
		status = latency_settle(&one.latency, NULL, NULL, err);
	if (status == STATUS_OK) {
		status = find_plan(&one, args, err);
		if (status == STATUS_OK && is_schedule)
			status = write_sum_schedule(&one, args, out, err);
		else if (status == STATUS_OK)
			status = write_sum_tree(&one, args, out, err);
		one_sum_clear(&one);
	}
	latency_clear(&one.latency);
	return status;
}
