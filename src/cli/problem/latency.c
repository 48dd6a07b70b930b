/*
 * Reads the options for the latency, which a number or a machine can give, and
 * checks that they go together.
 */
#include "cli/problem/problem.h"

#include "cli/input/input.h"
#include "core/schedule.h"
#include "number/number.h"

const char *const latency_models[] = {"postal", "logp", NULL};
const char *const broadcast_models[] = {
	"postal", "logp", "telephone", "telegraph", "sendrecv", NULL};

const char *const latency_units[] = {"own", "ns", "us", "ms", "s", NULL};

/* Refuses a sweep that is not whole, naming the first such value. */
static enum status check_whole(const struct sweep *sweep, struct err *err)
{
	struct sweep_cursor cursor;
	enum status status;

	if (sweep->stream)
		sweep_ask_whole(sweep);
	if (sweep_is_whole(sweep))
		return STATUS_OK;
	sweep_cursor_init(&cursor, sweep);
	while (number_is_whole(cursor.value) && sweep_cursor_next(&cursor))
		;
	status = err_usage(err, "--latency: ", ERR_TEXT, ERR_OWN,
		number_text(cursor.value),
		" is not whole, which the model logp needs");
	sweep_cursor_clear(&cursor);
	return status;
}

unsigned long latency_ports(const struct latency_args *args)
{
	const struct sweep *ports = &args->ports;

	return ports->range ? mpz_get_ui(mpq_numref(sweep_greatest(ports))) : 1;
}

enum status latency_check_ports(
	const struct latency_args *args, const char *what, struct err *err)
{
	if (latency_ports(args) == 1)
		return STATUS_OK;
	return err_usage(err, "--ports: not used with ", what);
}

enum status latency_check_port_operation(
	const struct latency_args *args, int operation, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{"--ports", latency_ports(args) > 1, 0}};

	if (schedule_is_by_block((enum operation)operation))
		return option_check_uses(rows, "with --op ",
			schedule_operations[operation], err);
	return latency_is_given(args)
		       ? STATUS_OK
		       : latency_check_ports(args, "a model in rounds", err);
}

int latency_is_swept(const struct latency_args *args)
{
	int is_swept = args->latency.is_sweep || args->bytes.is_sweep;

	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		is_swept |= args->logp.figure[i].is_sweep ||
			    args->loggp.figure[i].is_sweep;
	return is_swept;
}

enum status latency_check_no_machine(
	const struct latency_args *args, struct err *err)
{
	if (args->bytes.range || args->block.range)
		return err_usage(err, args->block.range ? "--block" : "--bytes",
			": not used without --loggp or --machine");
	if (args->unit != UNIT_NONE)
		return err_usage(err, "--unit: not used without a machine");
	if (args->rdma)
		return err_usage(err, "--rdma: not used without a machine");
	return STATUS_OK;
}

/* In a model in rounds the latency is 1, and none can be given. */
static enum status init_rounds(struct latency *latency,
	const struct latency_args *args, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{"--logp", args->logp.machine.given, 0},
		{"--loggp", args->loggp.machine.given, 0},
		{"--machine", args->machine.given, 0},
		{"--latency", args->latency.range != NULL, 0},
	};

	if (option_check_uses(rows, "in the model ",
		    broadcast_models[args->model], err) != STATUS_OK)
		return err->code;
	latency->sweep = sweep_or_one(&latency->own, &args->latency);
	return latency_check_no_machine(args, err);
}

/* A way to give the latency. */
struct latency_way {
	const char *name; /* of the option; "": none is given */
	int given;
	const struct machine *machine; /* NULL for --latency */
	const struct sweep *figure;    /* NULL for --machine, too */
};

/* Finds the way that is given.  Errors: STATUS_USAGE if there are two. */
static enum status find_given(struct latency_way *found,
	const struct latency_args *args, struct err *err)
{
	const struct latency_way ways[] = {
		{"--latency", args->latency.range != NULL, NULL, NULL},
		{"--logp", args->logp.machine.given, &args->logp.machine,
			args->logp.figure},
		{"--loggp", args->loggp.machine.given, &args->loggp.machine,
			args->loggp.figure},
		{"--machine", args->machine.given, &args->machine, NULL},
	};

	*found = (struct latency_way){.name = ""};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (ways[i].given && found->given)
			return err_usage(err, found->name, " and ",
				ways[i].name, ": only one can be given");
		if (ways[i].given)
			*found = ways[i];
	}
	return STATUS_OK;
}

/* Refuses two sizes, and a size that the operation does not have. */
static enum status check_sizes(const struct latency_args *args, struct err *err)
{
	const char *operation = schedule_operations[args->operation];
	int has_bytes = args->bytes.range != NULL;

	if (has_bytes && args->block.range)
		return err_usage(
			err, "--bytes and --block: only one can be given");
	if (args->block.range &&
		!schedule_is_by_block((enum operation)args->operation))
		return err_usage(err, "--block: not used with --op ", operation,
			args->operation == OPERATION_BARRIER
				? ""
				: ": its size is --bytes");
	if (has_bytes && args->operation == OPERATION_BARRIER)
		return err_usage(
			err, "--bytes: not used with --op ", operation);
	return STATUS_OK;
}

/* Checks that bytes and a unit are given where they mean something. */
static enum status check_machine(const struct latency_args *args,
	const struct latency_way *way, struct err *err)
{
	const struct machine *machine = way->machine;
	int has_bytes = args->bytes.range != NULL || args->block.range;
	const char *size = args->block.range ? "--block" : "--bytes";

	if (check_sizes(args, err) != STATUS_OK)
		return err->code;
	if (!machine)
		return latency_check_no_machine(args, err);
	if (args->model == MODEL_LOGP)
		return err_usage(err, way->name,
			": gives times in the machine's own unit, "
			"--model logp in steps: use one of them");
	if (has_bytes && !machine->has_byte)
		return err_usage(err, size,
			": not used without G, the time of a byte: --loggp has "
			"it");
	if (!has_bytes && machine->has_byte &&
		args->operation != OPERATION_BARRIER)
		return err_usage(err, "--bytes",
			schedule_is_by_block((enum operation)args->operation)
				? " or --block"
				: "",
			" is missing: G is the time of each");
	if (args->unit != UNIT_NONE && machine->unit == UNIT_NONE)
		return err_usage(err, "--unit: ", way->name,
			" has no unit to convert from");
	return STATUS_OK;
}

/* Copies the figures that are swept, converted from unit to the unit of
 * latency's machine. */
static void init_figures(struct latency *latency, const struct sweep *figure,
	enum time_unit unit)
{
	mpq_t factor;

	mpq_init(factor);
	mpq_set_ui(factor, 1, 1);
	if (unit != latency->machine.unit)
		machine_unit_ratio(factor, unit, latency->machine.unit);
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		if (figure[i].is_sweep)
			sweep_scaled(&latency->figure[i], &figure[i], factor);
	mpq_clear(factor);
}

static enum status init_machine(struct latency *latency,
	const struct latency_args *args, const struct latency_way *way,
	struct err *err)
{
	const struct machine *machine = way->machine;
	enum status status = STATUS_OK;
	mpq_t lambda;
	mpz_t one;

	machine_copy(&latency->machine, machine,
		args->unit == UNIT_NONE ? machine->unit
					: (enum time_unit)args->unit);
	latency->machine.rdma |= args->rdma;
	if (way->figure)
		init_figures(latency, way->figure, machine->unit);
	latency->bytes = args->bytes.range ? &args->bytes : NULL;
	latency->block = args->block.range ? &args->block : NULL;
	latency->blocks.machine = &latency->machine;
	mpq_init(lambda);
	mpz_init_set_ui(one, 1);
	mpq_set_ui(lambda, 1, 1);
	if (!latency_varies(latency) &&
		!schedule_is_collective(latency->operation))
		status = latency_at(lambda, latency, NULL, one, err);
	sweep_set(&latency->own, lambda);
	latency->sweep = &latency->own;
	mpq_clear(lambda);
	mpz_clear(one);
	return status;
}

enum status latency_init(struct latency *latency,
	const struct latency_args *args, int below_one, struct err *err)
{
	struct latency_way way;

	*latency = (struct latency){.steps = args->model == MODEL_LOGP,
		.below_one = below_one,
		.operation = (enum operation)args->operation};
	mpq_inits(latency->unit, latency->size, latency->blocks.block, NULL);
	mpq_set_ui(latency->unit, 1, 1);
	mpq_set_ui(latency->size, 1, 1);
	if (latency_nodes_init(latency, args, err) != STATUS_OK)
		return err->code;
	if (args->model > MODEL_LOGP)
		return init_rounds(latency, args, err);
	if (find_given(&way, args, err) != STATUS_OK ||
		check_machine(args, &way, err) != STATUS_OK)
		return err->code;
	latency->option = way.name;
	if (way.machine &&
		latency_check_ports(args, "a machine", err) != STATUS_OK)
		return err->code;
	if (way.machine)
		return init_machine(latency, args, &way, err);
	if (!way.given)
		return err_usage(err, "--latency or --logp is missing");
	latency->sweep = &args->latency;
	return latency->steps ? check_whole(latency->sweep, err) : STATUS_OK;
}

void latency_clear(struct latency *latency)
{
	sweep_clear(&latency->own);
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		sweep_clear(&latency->figure[i]);
	machine_clear(&latency->machine);
	latency_nodes_clear(latency);
	mpq_clears(latency->unit, latency->size, latency->blocks.block, NULL);
}

int latency_varies(const struct latency *latency)
{
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		if (latency->figure[i].range)
			return 1;
	return latency->bytes != NULL || latency->block != NULL;
}

static const char *const figure_columns[MACHINE_FIGURES][UNIT_S + 1] = {
	OUTPUT_UNITS("L"),
	OUTPUT_UNITS("o"),
	OUTPUT_UNITS("g"),
	OUTPUT_UNITS("G"),
};

enum status latency_blame(
	const struct latency *latency, enum status status, struct err *err)
{
	if (status == STATUS_USAGE)
		err_prefix(err, latency->option);
	return status;
}

const char *latency_figure_column(
	const struct latency *latency, enum machine_figure figure)
{
	return figure_columns[figure][latency->machine.unit];
}

enum status latency_check_one(const struct latency *latency, struct err *err)
{
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		if (latency->figure[i].range)
			return err_usage(err, latency->option, ": ",
				figure_columns[i][UNIT_NONE],
				" is a sweep, but one value is needed");
	return STATUS_OK;
}

/* The value of an option; NULL if it is not given. */
static mpq_srcptr value_of(const struct sweep *sweep)
{
	return sweep ? sweep_value(sweep) : NULL;
}

enum status latency_settle(struct latency *latency,
	const struct sweep *processors, const struct sweep *messages,
	struct err *err)
{
	enum status status = latency_check_one(latency, err);
	mpq_srcptr bytes;
	mpq_t lambda;
	mpz_t count;

	if (status == STATUS_OK && latency->inner.is_sweep)
		return err_usage(err, "--inside: ", ERR_TEXT,
			latency->inside_source.text,
			" is a sweep, but one value is needed");
	if (status != STATUS_OK || !latency->machine.given)
		return status;
	if (latency->bytes && latency->bytes->is_sweep)
		return err_usage(
			err, "--bytes: it is a sweep, but one value is needed");
	bytes = value_of(latency->bytes);
	if (schedule_is_collective(latency->operation))
		return latency_at_blocks(latency,
			mpq_numref(sweep_value(processors)), bytes,
			value_of(latency->block), err);
	mpq_init(lambda);
	mpz_init_set_ui(count, 1);
	if (messages && messages->range)
		mpz_set(count, mpq_numref(sweep_value(messages)));
	status = latency_at(
		lambda, latency, bytes ? mpq_numref(bytes) : NULL, count, err);
	if (status == STATUS_OK)
		sweep_set(&latency->own, lambda);
	mpq_clear(lambda);
	mpz_clear(count);
	return status;
}

enum status latency_single(struct latency *latency,
	const struct latency_args *args, const struct sweep *processors,
	const struct sweep *messages, struct err *err)
{
	if (latency_init(latency, args, 0, err) != STATUS_OK)
		return err->code;
	return latency_settle(latency, processors, messages, err);
}

enum status latency_check_whole(const struct latency *latency, struct err *err)
{
	const __mpq_struct *lambda = sweep_value(latency->sweep);

	return number_is_whole(lambda)
		       ? STATUS_OK
		       : err_usage(err, latency->option, ": the latency ",
				 latency->bytes ? "e/u" : "(L+2o)/max(o,g)",
				 " = ", ERR_TEXT, ERR_OWN, number_text(lambda),
				 " is not whole");
}

const char *latency_unit(const struct latency_args *args)
{
	struct latency_way way;
	struct err err;
	int unit = -1;

	if (args->model > MODEL_LOGP)
		return "rounds";
	if (find_given(&way, args, &err) == STATUS_OK && way.machine)
		unit = args->unit ? args->unit : (int)way.machine->unit;
	if (unit > UNIT_NONE)
		return machine_units[unit];
	if (unit == UNIT_NONE)
		return "the machine's unit";
	return args->model == MODEL_LOGP ? "steps" : "units of one send";
}
