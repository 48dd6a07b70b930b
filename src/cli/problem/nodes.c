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

static enum status check_given(const struct latency_args *args, struct err *err)
{
	const char *lonely = args->inside	 ? "--inside"
			     : args->lanes.range ? "--lanes"
						 : NULL;

	if (args->node.range && !args->inside)
		return err_usage(
			err, "--inside is missing: the latency in a node");
	if (!args->node.range && lonely)
		return err_usage(err, lonely,
			": only with --node, the processors of a node");
	if (args->model > MODEL_POSTAL)
		return err_usage(err, "--node: only in the model postal");
	if (args->ports.range &&
		mpq_cmp_ui(sweep_greatest(&args->ports), 1, 1) > 0)
		return err_usage(err, "--ports: not used with --node");
	return STATUS_OK;
}

enum status latency_nodes_init(struct latency *latency,
	const struct latency_args *args, struct err *err)
{
	static const struct sweep_domain inner = {
		.allowed = 1, .option = "inside"};
	struct nodes *nodes = &latency->nodes;
	enum status status;
	int has_byte, is_machine;

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
	has_byte = args->bytes.range || args->block.range ||
		   machine_option_commas(args->inside) == MACHINE_BYTE;
	is_machine = strchr(args->inside, ',') != NULL;
	if (is_machine == (args->latency.range != NULL))
		return err_usage(err, "--inside: ", ERR_TEXT, args->inside,
			is_machine
				? " is a machine's, but --latency is given"
				: " is a latency, but the machine has L,o,g");
	status = is_machine ? machine_parse(&latency->inside, args->inside,
				      has_byte, FIGURE_BITS, err)
			    : sweep_parse(&latency->inner, args->inside, &inner,
				      FIGURE_BITS, err);
	if (status == STATUS_OK && !is_machine)
		mpq_set(nodes->latency, sweep_greatest(&latency->inner));
	latency->inside.rdma = args->rdma;
	if (status != STATUS_OK)
		err_prefix(err, "--inside");
	return status;
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
		return err_usage(err, "--inside: with a unit where the machine "
				      "has one, and only there");
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
			 : err_usage(err, "--inside: reductions are known only "
					  "where o is not below g, or g - o "
					  "is the same inside and between "
					  "nodes");
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
		return err_usage(
			err, "--inside: the latency is less than a send takes");
	if (!is_inside_quick(problem, latency))
		return err_usage(err, "--inside: messages inside a node are "
				      "slower than those between nodes");
	problem->nodes = nodes;
	return check_rests(latency, err);
}

enum status latency_check_node_operation(
	const struct latency_args *args, int operation, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{"--node", args->node.range != NULL, 0}};

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
	return err_usage(err, "--node: not used with ", what);
}
