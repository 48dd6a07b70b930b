/*
 * Nodes of processors as options: their size, and what messages inside take,
 * which a problem counts in sends between nodes.
 */
#include "cli/problem/problem.h"

#include <assert.h>
#include <string.h>

#include "cli/input/input.h"
#include "format/machine.h"
#include "number/number.h"

/* The longest figure inside. */
enum { FIGURE_BITS = 1 << 20 };

static enum status check_given(const struct latency_args *args, struct err *err)
{
	const char *lonely = args->inside  ? "--inside"
			     : args->lanes ? "--lanes"
					   : NULL;

	if (args->node > 0 && !args->inside)
		return err_usage(err, "--inside is missing");
	if (args->node == 0 && lonely)
		return err_usage(err, lonely,
			": only with --node, the processors of a node");
	if (args->model > MODEL_POSTAL)
		return err_usage(err, "--node: only in the model postal");
	if (args->ports > 1)
		return err_usage(err, "--ports: not used with --node");
	return STATUS_OK;
}

enum status latency_nodes_init(struct latency *latency,
	const struct latency_args *args, struct err *err)
{
	struct nodes *nodes = &latency->nodes;
	enum status status = STATUS_OK;

	mpz_init(nodes->size);
	mpq_inits(nodes->send, nodes->latency, NULL);
	if (args->node == 0 && !args->inside && args->lanes == 0)
		return STATUS_OK;
	status = check_given(args, err);
	if (status != STATUS_OK)
		return status;
	assert(args->inside);
	number_set_u64(nodes->size, (uint64_t)args->node);
	nodes->lanes = (uint64_t)args->lanes;
	mpq_set_ui(nodes->send, 1, 1);
	status = strchr(args->inside, ',')
			 ? machine_parse(&latency->inside, args->inside,
				   args->bytes.range != NULL, FIGURE_BITS, err)
			 : number_parse(nodes->latency, args->inside,
				   FIGURE_BITS, err);
	if (status != STATUS_OK)
		err_prefix(err, "--inside");
	else if (latency->inside.given == (args->latency.range != NULL))
		status = err_usage(err, "--inside: ", ERR_TEXT, args->inside,
			" is not of the kind of ",
			args->latency.range ? "--latency: a latency is"
					    : "the machine: L,o,g is");
	return status;
}

void latency_nodes_clear(struct latency *latency)
{
	machine_clear(&latency->inside);
	mpz_clear(latency->nodes.size);
	mpq_clears(latency->nodes.send, latency->nodes.latency, NULL);
}

/* What a message takes inside, in the unit of the machine and then of its
 * sends. */
static enum status set_inside(struct latency *latency, struct err *err)
{
	struct nodes *nodes = &latency->nodes;
	struct machine inside = {0};

	if ((latency->inside.unit == UNIT_NONE) !=
		(latency->machine.unit == UNIT_NONE))
		return err_usage(err, "--inside: with a unit where the machine "
				      "has one, and only there");
	machine_copy(&inside, &latency->inside, latency->machine.unit);
	machine_send(nodes->send, &inside, latency->size);
	machine_end(nodes->latency, &inside, latency->size);
	mpq_div(nodes->send, nodes->send, latency->unit);
	mpq_div(nodes->latency, nodes->latency, latency->unit);
	machine_clear(&inside);
	return STATUS_OK;
}

enum status latency_nodes(
	struct problem *problem, struct latency *latency, struct err *err)
{
	struct nodes *nodes = &latency->nodes;
	enum status status = STATUS_OK;

	problem->nodes = NULL;
	if (mpz_sgn(nodes->size) == 0)
		return STATUS_OK;
	if (latency->inside.given)
		status = set_inside(latency, err);
	if (status != STATUS_OK)
		return status;
	if (mpq_cmp(nodes->latency, nodes->send) < 0)
		return err_usage(
			err, "--inside: the latency is less than a send takes");
	if (mpq_cmp(nodes->latency, problem->lambda) > 0 ||
		mpq_cmp_ui(nodes->send, 1, 1) > 0)
		return err_usage(err, "--inside: messages inside a node are "
				      "slower than those between nodes");
	problem->nodes = nodes;
	return STATUS_OK;
}

enum status latency_check_nodes(
	const struct latency_args *args, const char *what, struct err *err)
{
	if (args->node == 0)
		return STATUS_OK;
	return err_usage(err, "--node: not used with ", what);
}
