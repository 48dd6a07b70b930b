#include "model/algorithm.h"

#include "number/number.h"
#include "model/circulant/circulant.h"
#include "model/continuous/continuous.h"
#include "model/greedy/greedy.h"
#include "model/locality/locality.h"
#include "model/logp/logp.h"
#include "model/postal/bounds.h"
#include "model/rounds/sendrecv.h"
#include "model/rounds/telegraph.h"
#include "model/telephone/bounds.h"
#include "model/telephone/telephone.h"

/* Without a formula a time is found by finding the schedule, up to here. */
enum { FOUND_MAX = 2000 };

const char *const algorithm_names[ALGORITHMS + 1] = {
	[ALGORITHM_BCAST] = "bcast",
	[ALGORITHM_REPEAT] = "repeat",
	[ALGORITHM_PACK] = "pack",
	[ALGORITHM_PIPELINE] = "pipeline",
	[ALGORITHM_DTREE] = "dtree",
	[ALGORITHM_GREEDY] = "greedy",
	[ALGORITHM_TELEPHONE] = "telephone",
	[ALGORITHM_TELEGRAPH] = "telegraph",
	[ALGORITHM_SENDRECV] = "sendrecv",
	[ALGORITHM_CIRCULANT] = "circulant",
	[ALGORITHM_CONTINUOUS] = "continuous",
	[ALGORITHM_ROOT] = "root",
};

unsigned algorithm_uses(enum algorithm algorithm)
{
	switch (algorithm) {
	case ALGORITHM_BCAST:
		return USES_LATENCY;
	case ALGORITHM_DTREE:
		return USES_LATENCY | USES_MESSAGES | USES_DEGREE;
	case ALGORITHM_CONTINUOUS:
		return USES_LATENCY | USES_MESSAGES | USES_DELAY;
	case ALGORITHM_ROOT:
		return USES_COST;
	case ALGORITHM_CIRCULANT:
		return USES_MESSAGES | USES_LATENCY_ONE;
	case ALGORITHM_REPEAT:
	case ALGORITHM_PACK:
	case ALGORITHM_PIPELINE:
	case ALGORITHM_GREEDY:
		return USES_LATENCY | USES_MESSAGES;
	case ALGORITHM_TELEPHONE:
	case ALGORITHM_TELEGRAPH:
	case ALGORITHM_SENDRECV:
	case ALGORITHMS:
		break;
	}
	return USES_MESSAGES;
}

enum model algorithm_model(enum algorithm algorithm)
{
	switch (algorithm) {
	case ALGORITHM_TELEPHONE:
		return MODEL_TELEPHONE;
	case ALGORITHM_TELEGRAPH:
		return MODEL_TELEGRAPH;
	case ALGORITHM_SENDRECV:
	case ALGORITHM_CIRCULANT:
		return MODEL_SENDRECV;
	case ALGORITHM_CONTINUOUS:
		return MODEL_LOGP;
	case ALGORITHM_ROOT:
		return MODEL_LOCALITY;
	case ALGORITHM_BCAST:
	case ALGORITHM_REPEAT:
	case ALGORITHM_PACK:
	case ALGORITHM_PIPELINE:
	case ALGORITHM_DTREE:
	case ALGORITHM_GREEDY:
	case ALGORITHMS:
		break;
	}
	return MODEL_POSTAL;
}

int algorithm_applies(enum algorithm algorithm, enum model model,
	const struct problem *problem)
{
	enum model own = algorithm_model(algorithm);

	if (algorithm == ALGORITHM_BCAST && mpz_cmp_ui(problem->m, 1) > 0)
		return 0;
	if (algorithm == ALGORITHM_CIRCULANT &&
		(model == MODEL_POSTAL || model == MODEL_LOGP))
		return mpq_cmp_ui(problem->lambda, 1, 1) == 0;
	return own == model || (own == MODEL_POSTAL && model == MODEL_LOGP);
}

/* Those with formulas come first, in the order of their own enum. */
static enum postal_algorithm postal(enum algorithm algorithm)
{
	return (enum postal_algorithm)(
		(int)algorithm - ALGORITHM_BCAST + POSTAL_BCAST);
}

void algorithm_rows(
	mpz_t rows, enum algorithm algorithm, const struct problem *problem)
{
	if (algorithm == ALGORITHM_ROOT)
		locality_root_rows(rows, problem->n);
	else
		problem_transmissions(rows, problem);
}

enum status algorithm_open(struct schedule **schedule, const char **warning,
	enum algorithm algorithm, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	*warning = NULL;
	if (algorithm == ALGORITHM_ROOT)
		return locality_root_open(schedule, problem->n, options->cost,
			problem->max_bits, err);
	if (algorithm == ALGORITHM_CONTINUOUS)
		return continuous_open(schedule,
			options->is_least_delay ? CONTINUOUS_LEAST
						: CONTINUOUS_FIRST,
			problem, err);
	if (algorithm == ALGORITHM_GREEDY)
		return greedy_open(schedule, problem, greedy_work, err);
	if (algorithm == ALGORITHM_TELEPHONE)
		return telephone_open(schedule, warning, problem, err);
	if (algorithm == ALGORITHM_TELEGRAPH)
		return telegraph_open(schedule, warning, problem, err);
	if (algorithm == ALGORITHM_SENDRECV)
		return sendrecv_open(schedule, problem, err);
	if (algorithm == ALGORITHM_CIRCULANT)
		return circulant_open(schedule, options->model, problem, err);
	return postal_open(
		schedule, postal(algorithm), problem, options->degree, err);
}

/* The rounds or steps of a schedule that is found for the purpose. */
static enum status found_time(mpq_t time, int *is_known,
	enum algorithm algorithm, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct schedule *schedule;
	const char *warning;
	enum status status;

	*is_known = mpz_cmp_ui(problem->n, FOUND_MAX) <= 0;
	if (!*is_known)
		return STATUS_OK;
	status = algorithm_open(
		&schedule, &warning, algorithm, problem, options, err);
	if (status == STATUS_OK) {
		number_set_u64(mpq_numref(time), schedule->header.finish);
		schedule_close(schedule);
	}
	*is_known = status == STATUS_OK;
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

static enum status postal_algorithm_time(mpq_t time, int *is_known,
	enum algorithm algorithm, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status = postal_time(
		time, postal(algorithm), problem, options->degree, err);

	*is_known = status == STATUS_OK;
	if (algorithm == ALGORITHM_DTREE && status == STATUS_LIMIT)
		return STATUS_OK;
	return status;
}

enum status algorithm_time(mpq_t time, int *is_known, enum algorithm algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	mpz_ptr rounds = mpq_numref(time);

	*is_known = 0;
	if (algorithm == ALGORITHM_GREEDY)
		return STATUS_OK;
	if (algorithm_model(algorithm) == MODEL_POSTAL)
		return postal_algorithm_time(
			time, is_known, algorithm, problem, options, err);
	*is_known = algorithm_model(algorithm) == MODEL_SENDRECV;
	mpq_set_ui(time, 0, 1);
	if (*is_known)
		sendrecv_rounds(rounds, problem);
	else if (algorithm == ALGORITHM_TELEPHONE)
		*is_known = telephone_rounds(rounds, problem);
	else if (algorithm == ALGORITHM_TELEGRAPH)
		*is_known = telegraph_rounds(rounds, problem);
	if (*is_known)
		return STATUS_OK;
	return found_time(time, is_known, algorithm, problem, options, err);
}

enum status model_bound(mpq_t bound, enum model model,
	const struct problem *problem, struct err *err)
{
	mpz_ptr rounds = mpq_numref(bound);

	mpq_set_ui(bound, 0, 1);
	switch (model) {
	case MODEL_POSTAL:
		return postal_counting_bound(bound, problem, err);
	case MODEL_LOGP:
		return logp_lower_bound(rounds, problem, err);
	case MODEL_TELEPHONE:
		telephone_lower_bound(rounds, problem);
		break;
	case MODEL_TELEGRAPH:
		telegraph_lower_bound(rounds, problem);
		break;
	case MODEL_SENDRECV:
		sendrecv_rounds(rounds, problem);
		break;
	case MODEL_LOCALITY:
		locality_lower_bound(bound, problem->n);
		break;
	}
	return STATUS_OK;
}

enum status model_bound_list(struct bound_list *list, enum model model,
	const struct problem *problem, struct err *err)
{
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
		break;
	}
	return STATUS_OK;
}
