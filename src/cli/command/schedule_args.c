/*
 * The options of schedule: what they imply, which of them an algorithm uses,
 * and what the help says about that.
 */
#include "cli/command/command.h"

#include <string.h>

#include "number/number.h"
#include "format/out.h"

enum operation schedule_args_operation(const struct schedule_args *args)
{
	if (args->operation >= 0)
		return (enum operation)args->operation;
	return algorithm_operation(&algorithms[args->algorithm]);
}

enum model schedule_args_model(const struct schedule_args *args)
{
	const struct algorithm *algorithm = &algorithms[args->algorithm];

	if (args->model >= 0)
		return (enum model)args->model;
	if (schedule_is_collective(schedule_args_operation(args)) &&
		algorithm->models >> MODEL_SENDRECV & 1 &&
		!latency_is_given(&args->latency))
		return MODEL_SENDRECV;
	if (latency_is_given(&args->latency) &&
		!(algorithm->uses & USES_LATENCY) &&
		algorithm->models >> MODEL_POSTAL & 1)
		return MODEL_POSTAL;
	return algorithm->model;
}

/* Room for the names of all models. */
enum { MODEL_NAMES = 128 };

/* Errors: STATUS_USAGE unless the algorithm's schedules are of the model. */
static enum status check_model(
	const struct schedule_args *args, struct err *err)
{
	const struct algorithm *algorithm = &algorithms[args->algorithm];
	enum model model = schedule_args_model(args);
	unsigned rest = algorithm->models;
	int is_several = (rest & (rest - 1)) != 0;
	char names[MODEL_NAMES] = "";

	if (algorithm->models >> model & 1)
		return STATUS_OK;
	for (int i = 0; schedule_models[i] && rest; i++) {
		int is_one = rest >> i & 1;

		rest &= ~(1u << i);
		if (is_one)
			text_add(names, MODEL_NAMES, "%s%s",
				!*names ? ""
				: rest	? ", "
					: " and ",
				schedule_models[i]);
	}
	return err_usage(err, "--model: ", algorithm->name,
		is_several ? " is of the models " : " is of the model ", names,
		", not ", schedule_models[model]);
}

/* What the algorithm uses, a set of USES_, in the model and operation given. */
static unsigned uses_of(const struct schedule_args *args)
{
	enum model model = schedule_args_model(args);
	unsigned uses = algorithms[args->algorithm].uses;

	if (model == MODEL_POSTAL || model == MODEL_LOGP)
		uses |= USES_LATENCY;
	if (schedule_run_column(schedule_args_operation(args)))
		uses &= ~(unsigned)USES_MESSAGES;
	return uses;
}

/* Errors: STATUS_USAGE unless both the algorithm and the model have the
 * operation. */
static enum status check_schedule_operation(
	const struct schedule_args *args, struct err *err)
{
	enum operation operation = schedule_args_operation(args);
	enum status status =
		operation_check_algorithm(&algorithms[args->algorithm],
			operation, 0, args->latency.node.range != NULL, err);

	return status == STATUS_OK
		       ? operation_check_model((int)operation, args->model, err)
		       : status;
}

/* Errors: STATUS_USAGE for several messages if the operation has one, and for
 * 'best' unless the algorithm is chosen, too. */
static enum status check_schedule_messages(
	const struct schedule_args *args, struct err *err)
{
	if (args->messages.range &&
		operation_check_messages((int)schedule_args_operation(args),
			mpq_numref(sweep_value(&args->messages)),
			err) != STATUS_OK)
		return err->code;
	if (!args->messages.is_best)
		return STATUS_OK;
	if (!algorithms[args->algorithm].is_choice)
		return err_usage(err,
			"--messages: 'best' is only for 'schedule best', "
			"which chooses the algorithm, too");
	return segments_option_check(
		&args->latency, schedule_args_operation(args), err);
}

/* Where no model is given, but the algorithm has only the model logp, errors
 * are to name the algorithm. */
static enum status check_counts_steps(
	const struct schedule_args *args, struct err *err)
{
	const struct latency_args *latency = &args->latency;
	const char *name = algorithms[args->algorithm].name;
	const struct option_use rows[OPTION_USES] = {
		{"--logp", latency->logp.machine.given, 0},
		{"--loggp", latency->loggp.machine.given, 0},
		{"--machine", latency->machine.given, 0},
	};
	const char *machine = option_unused(rows);

	if (args->model >= 0 || schedule_args_model(args) != MODEL_LOGP)
		return STATUS_OK;
	if (machine)
		return err_usage(err, machine, ": not used by ", name,
			", which counts in steps: give --latency");
	if (!latency->latency.range ||
		number_is_whole(sweep_value(&latency->latency)))
		return STATUS_OK;
	return err_usage(err, "--latency: ", ERR_TEXT, ERR_OWN,
		number_text(sweep_value(&latency->latency)),
		" is not whole, which ", name,
		args->delay >= 0 ? " --delay least needs" : " needs");
}

/* Several ports and nodes belong to the postal model. */
static enum status check_schedule_ports(
	const struct schedule_args *args, struct err *err)
{
	const struct latency_args *given = &args->latency;
	int operation = (int)schedule_args_operation(args);
	enum status status;

	if (late_is_given(&args->late)) {
		status = latency_check_nodes(given, "--late and --due", err);
		return status == STATUS_OK ? latency_check_ports(given,
						     "--late and --due", err)
					   : status;
	}
	status = latency_check_node_operation(given, operation, err);
	if (status == STATUS_OK && schedule_args_model(args) == MODEL_LOGP)
		status = latency_check_ports(given, "--model logp", err);
	if (status == STATUS_OK)
		status = latency_check_port_operation(given, operation, err);
	return status;
}

/* An option means something to an algorithm with one of these uses. */
static const struct {
	const char *option;
	unsigned uses;
} option_uses[] = {
	{"messages", USES_MESSAGES},
	{"latency", USES_LATENCY},
	{"logp", USES_LATENCY},
	{"loggp", USES_LATENCY},
	{"bytes", USES_LATENCY},
	{"machine", USES_LATENCY},
	{"rdma", USES_LATENCY},
	{"unit", USES_LATENCY},
	{"degree", USES_DEGREE | USES_RADIX},
	{"radix", USES_RADICES},
	{"delay", USES_DELAY},
	{"late", USES_LATE},
	{"due", USES_LATE},
	{"cost", USES_COST},
	{"ports", USES_PORTS},
	{"node", USES_NODES | USES_LEVELS},
	{"inside", USES_NODES | USES_LEVELS},
	{"lanes", USES_NODES},
	{"limit", USES_LIMIT},
};

/* Whether an algorithm with these uses uses the option. */
static int has_use(unsigned uses, const char *option)
{
	for (size_t i = 0; i < sizeof option_uses / sizeof *option_uses; i++)
		if (strcmp(option_uses[i].option, option) == 0)
			return (uses & option_uses[i].uses) != 0;
	return 1;
}

/* Whether there is a port for each message, so that an algorithm for one
 * message and several ports will do. */
static int has_port_each(const struct schedule_args *args)
{
	const struct algorithm *algorithm = &algorithms[args->algorithm];

	return algorithm->uses & USES_PORTS && args->messages.range &&
	       schedule_args_operation(args) <= OPERATION_REDUCE &&
	       mpz_cmp_ui(mpq_numref(sweep_value(&args->messages)),
		       latency_ports(&args->latency)) <= 0;
}

/* The first option that is given but not used, or NULL; uses: from uses_of. */
static const char *unused_option(
	const struct schedule_args *args, unsigned uses)
{
	const struct algorithm *algorithm = &algorithms[args->algorithm];
	const struct latency_args *latency = &args->latency;
	struct option_use rows[OPTION_USES] = {
		{"--messages", problem_has_messages(&args->messages), 0},
		{"--latency", latency->latency.range != NULL, 0},
		{"--logp", latency->logp.machine.given, 0},
		{"--loggp", latency->loggp.machine.given, 0},
		{"--machine", latency->machine.given, 0},
		{"--rdma", latency->rdma, 0},
		{"--unit", latency->unit != UNIT_NONE, 0},
		{"--degree", args->degree != NULL, 0},
		{"--radix", args->radix != NULL, 0},
		{"--delay", args->delay >= 0, 0},
		{"--late", args->late.late.range != NULL, 0},
		{"--due", args->late.due.range != NULL, 0},
		{"--cost", args->cost != NULL, 0},
		{"--ports", latency_ports(latency) > 1, 0},
		{"--node", latency->node.range != NULL, 0},
		{"--limit", args->limit.range != NULL, 0},
	};

	uses &= ~(
		unsigned)(schedule_is_collective(schedule_args_operation(args))
				  ? USES_NODES
				  : USES_LEVELS);
	if (algorithm->is_choice)
		uses |= USES_LIMIT;
	if (algorithm_has_ports(algorithm))
		uses |= USES_PORTS;
	if (has_port_each(args))
		uses |= USES_MESSAGES;
	for (size_t i = 0; rows[i].name; i++)
		rows[i].used = has_use(uses, rows[i].name + 2);
	return option_unused(rows);
}

/* Errors: STATUS_USAGE for an option that the algorithm does not use. */
static enum status check_schedule_uses(
	const struct schedule_args *args, unsigned uses, struct err *err)
{
	const struct algorithm *algorithm = &algorithms[args->algorithm];
	const char *unused = unused_option(args, uses);
	int is_otherwise = uses != algorithm->uses;

	if (!unused)
		return STATUS_OK;
	if (strcmp(unused, "--node") == 0)
		unused = latency_node_option(&args->latency);
	return err_usage(err, unused, ": not used by ", algorithm->name,
		is_otherwise ? " --op " : "",
		is_otherwise
			? schedule_operations[schedule_args_operation(args)]
			: "",
		strcmp(unused, "--messages") == 0 && uses & USES_LATENCY &&
				!schedule_args_operation(args)
			? ": 'schedule best' chooses for several"
			: NULL);
}

enum status schedule_args_check(
	const struct schedule_args *args, struct err *err)
{
	unsigned uses = uses_of(args);

	if (check_schedule_operation(args, err) != STATUS_OK ||
		check_schedule_messages(args, err) != STATUS_OK ||
		check_schedule_uses(args, uses, err) != STATUS_OK ||
		check_model(args, err) != STATUS_OK ||
		check_counts_steps(args, err) != STATUS_OK ||
		check_schedule_ports(args, err) != STATUS_OK ||
		late_check(&args->late, (int)schedule_args_operation(args),
			&args->processors, &args->latency, err) != STATUS_OK)
		return err->code;
	if (uses & USES_COST && !args->cost)
		return err_usage(err, "--cost is missing");
	return schedule_output_check(&args->output, err);
}

/* The model's first algorithm from that row on; the last row if it has none. */
static const struct algorithm *first_of_model(
	const struct algorithm *algorithm, size_t model)
{
	while (algorithm->name && !(algorithm->models >> model & 1))
		algorithm++;
	return algorithm;
}

void schedule_args_explain(FILE *file)
{
	fputs("\nThe algorithms of each model:\n", file);
	for (size_t model = 0; schedule_models[model]; model++) {
		const struct algorithm *a = first_of_model(algorithms, model),
				       *next;
		int at;

		if (model == MODEL_MACHINE)
			continue;
		at = fprintf(file, "  %-*s", HELP_COLUMN - 2,
			schedule_models[model]);
		for (; a->name; a = next) {
			int is_some = (size_t)a->model != model && a->condition;
			char word[32];

			next = first_of_model(a + 1, model);
			snprintf(word, sizeof word, "%s%s%s", a->name,
				is_some ? "*" : "", next->name ? "," : "");
			at = help_wrapped(file, word, at);
		}
		putc('\n', file);
	}
	fputs("  * for some problems only\n", file);
}

static int has_blocks(const struct algorithm *algorithm)
{
	for (int i = 0; schedule_operations[i]; i++)
		if (schedule_is_by_block((enum operation)i) &&
			algorithm_has(algorithm, (enum operation)i))
			return 1;
	return 0;
}

int schedule_args_use(const char *choice, const char *option)
{
	const struct algorithm *algorithm = algorithm_find(choice);
	unsigned uses;

	if (!algorithm || algorithm->is_choice)
		return 1;
	if (strcmp(option, "block") == 0)
		return has_blocks(algorithm);
	uses = algorithm->uses;
	if (algorithm->models >> MODEL_POSTAL & 1)
		uses |= USES_LATENCY;
	if (algorithm_has_ports(algorithm))
		uses |= USES_PORTS;
	return has_use(uses, option);
}
