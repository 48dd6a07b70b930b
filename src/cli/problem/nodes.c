/*
 * The options for nodes: their size, and the latency inside them, which a
 * problem counts in sends between nodes.
 */
#include "cli/problem/problem.h"

#include <assert.h>
#include <string.h>

#include "cli/input/input.h"
#include "format/machine.h"
#include "number/number.h"

/* The most bits of a figure of --inside. */
enum { FIGURE_BITS = 1 << 20 };

/* Whether a machine's file gives the latency inside a node. */
static int is_inside_of_file(const struct latency_args *args)
{
	return args->inside && args->inside == args->machine.inside;
}

const char *latency_node_option(const struct latency_args *args)
{
	return is_inside_of_file(args) ? "--machine: node" : "--node";
}

static void set_inside_source(
	struct inside_source *source, const struct latency_args *args)
{
	*source = (struct inside_source){.text = args->inside};
	if (!is_inside_of_file(args))
		return;
	source->file = args->machine.file;
	source->line = args->machine.inside_line;
}

/* Names the option or the line of the file that gave the latency inside a node,
 * and says what is wrong with it. */
static enum status blame_inside(
	const struct inside_source *source, const char *what, struct err *err)
{
	if (source->file) {
		err_input(err, "line ", ERR_OWN, number_u64_text(source->line),
			": ", ERR_TEXT, source->text, what);
		input_blame(STATUS_INPUT, source->file, err);
		err_prefix(err, "--machine");
		return STATUS_INPUT;
	}
	return err_usage(err, "--inside: ", ERR_TEXT, source->text, what);
}

static enum status check_given(const struct latency_args *args, struct err *err)
{
	const char *lonely = args->inside	 ? "--inside"
			     : args->lanes.range ? "--lanes"
						 : NULL;

	if (args->node.range && !args->inside)
		return err_usage(
			err, "--inside is missing: the latency inside a node");
	if (!args->node.range && lonely)
		return err_usage(err, lonely,
			": only with --node, the processors of a node");
	if (args->model > MODEL_POSTAL)
		return err_usage(err, latency_node_option(args),
			": only in the model postal");
	if (args->ports.range &&
		mpq_cmp_ui(sweep_greatest(&args->ports), 1, 1) > 0)
		return err_usage(err, "--ports: not used with nodes");
	return STATUS_OK;
}

/* Reads the latency inside a node.  The figures of a machine have G where the
 * machine between nodes has it and messages have sizes. */
static enum status read_inside(struct latency *latency,
	const struct latency_args *args, int is_machine, struct err *err)
{
	static const struct sweep_domain inner = {
		.allowed = 1, .option = "inside"};
	int has_byte = machine_option_commas(args->inside) == MACHINE_BYTE;
	int has_size = args->bytes.range || args->block.range;
	int needs_byte = args->loggp.machine.given || args->machine.has_byte;
	enum status status;

	if (!is_machine)
		status = sweep_parse(&latency->inner, args->inside, &inner,
			FIGURE_BITS, err);
	else
		status = machine_parse(&latency->inside, args->inside,
			has_byte || (has_size && needs_byte), FIGURE_BITS, err);
	if (status != STATUS_OK) {
		err_prefix(err, "--inside");
		return status;
	}
	if (is_machine && has_byte && !needs_byte)
		return blame_inside(&latency->inside_source,
			" has G, but the machine between nodes has none", err);
	if (!is_machine)
		mpq_set(latency->nodes.latency,
			sweep_greatest(&latency->inner));
	latency->inside.rdma = args->rdma;
	return STATUS_OK;
}

enum status latency_nodes_init(struct latency *latency,
	const struct latency_args *args, struct err *err)
{
	struct nodes *nodes = &latency->nodes;
	int is_machine;

	mpz_init(nodes->size);
	mpq_inits(nodes->send, nodes->latency, NULL);
	if (!args->node.range && !args->inside && !args->lanes.range)
		return STATUS_OK;
	if (check_given(args, err) != STATUS_OK)
		return err->code;
	assert(args->inside);
	mpz_set(nodes->size, mpq_numref(sweep_greatest(&args->node)));
	if (args->lanes.range)
		nodes->lanes = number_get_u64(
			mpq_numref(sweep_greatest(&args->lanes)));
	mpq_set_ui(nodes->send, 1, 1);
	set_inside_source(&latency->inside_source, args);
	is_machine = strchr(args->inside, ',') != NULL;
	if (!latency_is_given(args))
		return err_usage(err, "--latency or --logp is missing");
	if (is_machine == (args->latency.range != NULL))
		return blame_inside(&latency->inside_source,
			is_machine ? " is a machine's, but --latency is given"
				   : " is a latency, but the machine has L,o,g",
			err);
	return read_inside(latency, args, is_machine, err);
}

void latency_nodes_clear(struct latency *latency)
{
	machine_clear(&latency->inside);
	sweep_clear(&latency->inner);
	mpz_clear(latency->nodes.size);
	mpq_clears(latency->nodes.send, latency->nodes.latency, NULL);
}

/* Sets what a message takes inside a node: for collective operations in the
 * machine's unit, else in sends between nodes. */
static enum status set_inside(struct latency *latency, struct err *err)
{
	struct nodes *nodes = &latency->nodes;

	if ((latency->inside.unit == UNIT_NONE) !=
		(latency->machine.unit == UNIT_NONE))
		return blame_inside(&latency->inside_source,
			latency->inside.unit == UNIT_NONE
				? " has no unit, but the machine has one"
				: " has a unit, but the machine has none",
			err);
	if (latency->inside.unit != latency->machine.unit) {
		struct machine given = latency->inside;

		latency->inside = (struct machine){0};
		machine_copy(&latency->inside, &given, latency->machine.unit);
		machine_clear(&given);
	}
	nodes->machine = NULL;
	if (latency_blocks(latency)) {
		nodes->machine = &latency->inside;
		return STATUS_OK;
	}
	(latency->is_backwards ? machine_receive : machine_send)(
		nodes->send, &latency->inside, latency->size);
	machine_end(nodes->latency, &latency->inside, latency->size);
	mpq_div(nodes->send, nodes->send, latency->unit);
	mpq_div(nodes->latency, nodes->latency, latency->unit);
	return STATUS_OK;
}

/* Whether no figure inside nodes is above the machine's, at any size. */
static int is_quicker(
	const struct machine *inside, const struct machine *machine)
{
	const struct machine_point *in = inside->point;
	int is_quick = mpq_cmp(inside->latency, machine->latency) <= 0;

	for (size_t i = 0; i < machine->points; i++) {
		const struct machine_point *out = &machine->point[i];

		is_quick &= mpq_cmp(in->overhead, out->overhead) <= 0 &&
			    mpq_cmp(in->gap, out->gap) <= 0 &&
			    mpq_cmp(in->byte, out->byte) <= 0;
	}
	return is_quick;
}

/* Whether messages inside a node are no slower than those between nodes. */
static int is_inside_quick(
	const struct problem *problem, const struct latency *latency)
{
	const struct nodes *nodes = &latency->nodes;

	if (nodes->machine)
		return is_quicker(nodes->machine, &latency->machine);
	return mpq_cmp(nodes->latency, problem->lambda) <= 0 &&
	       mpq_cmp_ui(nodes->send, 1, 1) <= 0;
}

/* time = the least time from the end of a message's receive to the start of the
 * next one. */
static void set_rest(
	mpq_t time, const struct machine *machine, const mpq_t size)
{
	struct machine_message message;

	machine_message_init(&message);
	machine_message_set(&message, machine, size);
	machine_message_receive(time, &message);
	mpq_sub(time, time, message.end);
	mpq_add(time, time, message.latency);
	mpq_add(time, time, message.overhead);
	machine_message_clear(&message);
}

/* A reduction is a broadcast backwards only if set_rest gives the same inside
 * and between nodes. */
static enum status check_rests(const struct latency *latency, struct err *err)
{
	int are_equal;
	mpq_t inside, outside;

	if (latency->operation != OPERATION_REDUCE || !latency->inside.given)
		return STATUS_OK;
	mpq_inits(inside, outside, NULL);
	set_rest(inside, &latency->inside, latency->size);
	set_rest(outside, &latency->machine, latency->size);
	are_equal = mpq_equal(inside, outside);
	mpq_clears(inside, outside, NULL);
	return are_equal ? STATUS_OK
			 : blame_inside(&latency->inside_source,
				   ": reductions are known only where o is not "
				   "below g, or g - o is the same inside and "
				   "between nodes",
				   err);
}

enum status latency_nodes(
	struct problem *problem, struct latency *latency, struct err *err)
{
	struct nodes *nodes = &latency->nodes;

	problem->nodes = NULL;
	if (mpz_sgn(nodes->size) == 0)
		return STATUS_OK;
	nodes->lanes_in = latency->operation == OPERATION_REDUCE;
	if (latency->inside.given && set_inside(latency, err) != STATUS_OK)
		return err->code;
	if (!nodes->machine && mpq_cmp(nodes->latency, nodes->send) < 0)
		return blame_inside(&latency->inside_source,
			" gives a latency that is less than a send takes", err);
	if (!is_inside_quick(problem, latency))
		return blame_inside(&latency->inside_source,
			" makes messages inside a node slower than those "
			"between nodes",
			err);
	problem->nodes = nodes;
	return check_rests(latency, err);
}

enum status latency_check_node_operation(
	const struct latency_args *args, int operation, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{latency_node_option(args), args->node.range != NULL, 0}};

	if (operation <= OPERATION_REDUCE ||
		schedule_is_collective((enum operation)operation))
		return STATUS_OK;
	return option_check_uses(
		rows, "with --op ", schedule_operations[operation], err);
}

enum status latency_check_nodes(
	const struct latency_args *args, const char *what, struct err *err)
{
	if (!args->node.range)
		return STATUS_OK;
	return err_usage(
		err, latency_node_option(args), ": not used with ", what);
}
