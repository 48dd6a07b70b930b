#include "model/algorithm.h"

#include <string.h>

#include "number/number.h"
#include "model/circulant/circulant.h"
#include "model/continuous/continuous.h"
#include "model/cyclic/cyclic.h"
#include "model/greedy/greedy.h"
#include "model/locality/locality.h"
#include "model/postal/postal.h"
#include "model/rounds/sendrecv.h"
#include "model/rounds/telegraph.h"
#include "model/telephone/bounds.h"
#include "model/telephone/telephone.h"
#include "model/trees/trees.h"

enum {
	POSTAL = 1u << MODEL_POSTAL,
	LOGP = 1u << MODEL_LOGP,
	TELEPHONE = 1u << MODEL_TELEPHONE,
	TELEGRAPH = 1u << MODEL_TELEGRAPH,
	SENDRECV = 1u << MODEL_SENDRECV,
	LOCALITY = 1u << MODEL_LOCALITY
};

static int is_one_message(const struct problem *problem, enum model model)
{
	(void)model;
	return mpz_cmp_ui(problem->m, 1) == 0;
}

/* With latency 1 a round of the send/receive model is a unit of time. */
static int is_in_rounds(const struct problem *problem, enum model model)
{
	return model == MODEL_SENDRECV ||
	       mpq_cmp_ui(problem->lambda, 1, 1) == 0;
}

const struct algorithm algorithms[] = {
	{
		.name = "bcast",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.applies = is_one_message,
		.condition = "one message",
		.uses = USES_LATENCY,
		.time = postal_bcast_time,
		.open = postal_bcast_open,
		.rank = postal_rank_init,
		.turn = 1,
	},
	{
		.name = "repeat",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.time = postal_repeat_time,
		.open = postal_repeat_open,
		.turn = 5,
	},
	{
		.name = "pack",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.time = postal_pack_time,
		.open = postal_pack_open,
		.turn = 4,
	},
	{
		.name = "pipeline",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.time = postal_pipeline_time,
		.open = postal_pipeline_open,
		.turn = 3,
	},
	{
		.name = "dtree",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES | USES_DEGREE,
		.time = postal_dtree_time,
		.open = postal_dtree_open,
		.turn = 7,
	},
	{
		.name = "greedy",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.is_slow = 1,
		.open = greedy_open,
	},
	{
		.name = "cyclic",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.is_slow = 1,
		.time = cyclic_time,
		.open = cyclic_open,
	},
	{
		.name = "flat",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.is_library = 1,
		.time = trees_flat_time,
		.open = trees_flat_open,
	},
	{
		.name = "chain",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.is_library = 1,
		.time = trees_chain_time,
		.open = trees_chain_open,
	},
	{
		.name = "binary",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.is_library = 1,
		.time = trees_binary_time,
		.open = trees_binary_open,
	},
	{
		.name = "binomial",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES,
		.is_library = 1,
		.time = trees_binomial_time,
		.open = trees_binomial_open,
	},
	{
		.name = "knomial",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP,
		.uses = USES_LATENCY | USES_MESSAGES | USES_RADIX,
		.is_library = 1,
		.time = trees_knomial_time,
		.open = trees_knomial_open,
	},
	{
		.name = "telephone",
		.model = MODEL_TELEPHONE,
		.models = TELEPHONE,
		.uses = USES_MESSAGES | USES_LIMIT,
		.rounds = telephone_rounds,
		.open = telephone_open,
		.begin = telephone_begin,
	},
	{
		.name = "telegraph",
		.model = MODEL_TELEGRAPH,
		.models = TELEGRAPH,
		.uses = USES_MESSAGES | USES_LIMIT,
		.rounds = telegraph_rounds,
		.open = telegraph_open,
		.begin = telegraph_begin,
	},
	{
		.name = "sendrecv",
		.model = MODEL_SENDRECV,
		.models = SENDRECV | POSTAL | LOGP,
		.applies = is_in_rounds,
		.condition = "the latency 1",
		.uses = USES_MESSAGES,
		.rounds = sendrecv_rounds,
		.open = sendrecv_open,
		.turn = 2,
	},
	{
		.name = "circulant",
		.model = MODEL_SENDRECV,
		.models = SENDRECV | POSTAL | LOGP,
		.applies = is_in_rounds,
		.condition = "the latency 1",
		.uses = USES_MESSAGES,
		.rounds = sendrecv_rounds,
		.open = circulant_open,
	},
	{
		.name = "continuous",
		.model = MODEL_LOGP,
		.models = LOGP,
		.uses = USES_LATENCY | USES_MESSAGES | USES_DELAY | USES_LIMIT,
		.open = continuous_open,
		.begin = continuous_begin,
		.turn = 6,
	},
	{
		.name = "root",
		.model = MODEL_LOCALITY,
		.models = LOCALITY,
		.uses = USES_COST,
		.rows = locality_root_rows,
		.open = locality_root_open,
	},
	{.name = NULL},
};

const struct algorithm *algorithm_find(const char *name)
{
	for (const struct algorithm *row = algorithms; row->name; row++)
		if (strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

int algorithm_applies(const struct algorithm *algorithm,
	const struct problem *problem, enum model model)
{
	if (model == MODEL_LOGP &&
		mpz_cmp_ui(mpq_denref(problem->lambda), 1) != 0)
		return 0;
	return algorithm->models >> model & 1 &&
	       (!algorithm->applies || algorithm->applies(problem, model));
}

enum status algorithm_open(struct schedule **schedule,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum status status = algorithm->open(schedule, problem, options, err);
	struct schedule_header *header;

	if (status != STATUS_OK || model == algorithm->model)
		return status;
	header = &(*schedule)->header;
	header->model = model;
	if (header->latency == 0) /* one of rounds, so a whole number */
		header->latency = number_get_u64(mpq_numref(problem->lambda));
	return STATUS_OK;
}

enum status algorithm_begin(struct search **search,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule *schedule;
	enum status status;

	if (algorithm->begin)
		return algorithm->begin(search, problem, options, err);
	status = algorithm_open(
		&schedule, algorithm, model, problem, options, err);
	if (status == STATUS_OK)
		*search = search_settled(schedule);
	return status;
}

void algorithm_rows(mpz_t rows, const struct algorithm *algorithm,
	const struct problem *problem)
{
	if (algorithm->rows)
		algorithm->rows(rows, problem);
	else
		problem_transmissions(rows, problem);
}

/* The finish of a schedule that is built for the purpose. */
static enum status built_time(mpq_t time, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule *schedule;
	enum status status = algorithm->open(&schedule, problem, options, err);

	if (status != STATUS_OK)
		return status;
	number_set_u64(mpq_numref(time), schedule->header.finish);
	number_set_u64(mpq_denref(time), schedule->header.unit);
	mpq_canonicalize(time);
	schedule_close(schedule);
	return STATUS_OK;
}

enum status algorithm_time(mpq_t time, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	uint64_t processors, struct err *err)
{
	if (algorithm->time)
		return algorithm->time(time, problem, options, err);
	mpq_set_ui(time, 0, 1);
	if (algorithm->rounds && algorithm->rounds(mpq_numref(time), problem))
		return STATUS_OK;
	if (!number_fits_u64(problem->n) ||
		number_get_u64(problem->n) > processors)
		return err_set(err, STATUS_LIMIT, "the time of ",
			algorithm->name, " has no formula", NULL);
	return built_time(time, algorithm, problem, options, err);
}
