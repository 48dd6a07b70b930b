/* Each model's own folder has its bounds; here one is chosen by model and
 * operation. */
#include "model/bounds.h"

#include <assert.h>

#include "model/locality/locality.h"
#include "model/logp/logp.h"
#include "model/nodes/nodes.h"
#include "model/postal/bounds.h"
#include "model/rounds/rounds.h"
#include "model/telephone/telephone.h"
#include "number/number.h"

enum status model_bound(mpq_t bound, enum model model,
	const struct problem *problem, struct err *err)
{
	mpz_ptr rounds = mpq_numref(bound);

	mpq_set_ui(bound, 0, 1);
	if (problem->nodes)
		return nodes_bound(bound, problem, err);
	switch (model) {
	case MODEL_POSTAL:
	case MODEL_LOGP:
		return postal_lower_bound(bound, problem, err);
	case MODEL_TELEPHONE:
		telephone_lower_bound(rounds, problem);
		break;
	case MODEL_TELEGRAPH:
		telegraph_lower_bound(rounds, problem);
		break;
	case MODEL_SENDRECV:
		sendrecv_rounds(rounds, problem);
		break;
	case MODEL_MACHINE:
		assert(0); /* a problem does not say enough of a machine */
		break;
	case MODEL_LOCALITY:
		locality_lower_bound(bound, problem->n);
		break;
	}
	return STATUS_OK;
}

/* The bound for everybody to hear from all others; on nodes, as if all messages
 * were inside. */
static void set_exchange(mpq_t bound, const struct problem *problem)
{
	mpq_t send, lambda;

	mpq_inits(send, lambda, NULL);
	mpq_set_ui(send, 1, 1);
	mpq_set(lambda, problem->lambda);
	if (problem->nodes) {
		mpq_set(send, problem->nodes->send);
		mpq_div(lambda, problem->nodes->latency, send);
	}
	postal_exchange_bound(bound, lambda, problem->n);
	mpq_mul(bound, bound, send);
	mpq_clears(send, lambda, NULL);
}

/* The bound on a census, in which everybody hears from all others. */
static enum status census_bound(mpq_t bound, enum model model,
	const struct problem *problem, struct err *err)
{
	enum status status = model_bound(bound, model, problem, err);
	mpq_t exchange;

	mpq_init(exchange);
	if (problem->ports == 1 &&
		(model == MODEL_POSTAL || model == MODEL_LOGP))
		set_exchange(exchange, problem);
	number_raise(bound, exchange);
	mpq_clear(exchange);
	return status;
}

enum status operation_bound(mpq_t bound, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum operation operation = (enum operation)options->operation;
	int by_calls = model == MODEL_TELEPHONE || model == MODEL_TELEGRAPH;

	if (!by_calls && schedule_is_collective(operation))
		return (problem->nodes ? levels_bound : collective_bound)(
			bound, problem, options, err);
	if (!by_calls && operation == OPERATION_CENSUS)
		return census_bound(bound, model, problem, err);
	if (!by_calls || !schedule_run_column(operation))
		return model_bound(bound, model, problem, err);
	mpq_set_ui(bound, 0, 1);
	(model == MODEL_TELEPHONE ? gossip_telephone_bound
				  : gossip_telegraph_bound)(
		mpq_numref(bound), problem->n);
	return STATUS_OK;
}

enum status model_bound_list(struct bound_list *list, enum model model,
	const struct problem *problem, struct err *err)
{
	if (problem->ports > 1)
		return postal_bound_list(list, problem, err);
	switch (model) {
	case MODEL_POSTAL:
		return postal_bound_list(list, problem, err);
	case MODEL_LOGP:
		return logp_bound_list(list, problem, err);
	case MODEL_TELEPHONE:
		telephone_bound_list(list, problem);
		break;
	case MODEL_TELEGRAPH:
		telegraph_bound_list(list, problem);
		break;
	case MODEL_SENDRECV:
		sendrecv_bound_list(list, problem);
		break;
	case MODEL_LOCALITY:
	case MODEL_MACHINE:
		break;
	}
	return STATUS_OK;
}
