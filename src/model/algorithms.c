/*
 * The table of algorithms, in the order of the help.
 */
#include "model/algorithm.h"

#include <string.h>

#include "model/circulant/circulant.h"
#include "model/continuous/continuous.h"
#include "model/cyclic/cyclic.h"
#include "model/greedy/greedy.h"
#include "model/levels/levels.h"
#include "model/locality/locality.h"
#include "model/ranking.h"
#include "model/nodes/nodes.h"
#include "model/optimum/optimum.h"
#include "model/postal/postal.h"
#include "model/postal/bounds.h"
#include "model/rounds/rounds.h"
#include "model/scatter/scatter.h"
#include "model/symmetric/symmetric.h"
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

enum {
	BROADCAST = 1u << OPERATION_BROADCAST | 1u << OPERATION_REDUCE,
	SCATTER = 1u << OPERATION_SCATTER | 1u << OPERATION_GATHER,
	ALLGATHER = 1u << OPERATION_ALLGATHER,
	ALLREDUCE = 1u << OPERATION_ALLREDUCE,
	ALLTOALL = 1u << OPERATION_ALLTOALL,
	GATHERS = ALLGATHER | 1u << OPERATION_REDUCE_SCATTER | ALLREDUCE,
	CENSUS = 1u << OPERATION_CENSUS,
	WINDOWS = 1u << OPERATION_BARRIER | 1u << OPERATION_SCAN |
		  1u << OPERATION_EXSCAN
};

static int is_one_message(const struct problem *problem, enum model model)
{
	(void)model;
	return mpz_cmp_ui(problem->m, 1) == 0;
}

/* At latency 1 a round of the send/receive model is a unit of time. */
static int is_in_rounds(const struct problem *problem, enum model model)
{
	return model == MODEL_SENDRECV ||
	       mpq_cmp_ui(problem->lambda, 1, 1) == 0;
}

/* In models of rounds the latency is 1. */
static int is_timed(const struct problem *problem, enum model model)
{
	return model != MODEL_SENDRECV ||
	       mpq_cmp_ui(problem->lambda, 1, 1) == 0;
}

/* At latency 1 weave would be the circulant schedule. */
static int is_above_rounds(const struct problem *problem, enum model model)
{
	(void)model;
	return mpq_cmp_ui(problem->lambda, 1, 1) > 0;
}

/* hybrid needs an even number of processors, and more than one in each half. */
static int is_halved(const struct problem *problem, enum model model)
{
	return mpz_even_p(problem->n) && mpz_cmp_ui(problem->n, 2) > 0 &&
	       is_timed(problem, model);
}

/* For one message bcast is optimal. */
static int is_three(const struct problem *problem, enum model model)
{
	(void)model;
	return mpz_cmp_ui(problem->n, 3) == 0 && mpz_cmp_ui(problem->m, 1) > 0;
}

/* Some trees broadcast and scatter. */
static int scatters(
	const struct problem *problem, const struct algorithm_options *options)
{
	(void)problem;
	return options->operation == OPERATION_SCATTER ||
	       options->operation == OPERATION_GATHER;
}

/* Whether an algorithm that is otherwise a list of rounds is one of phases:
 * census is on nodes; all-reduces by doubling and halving are unless n is a
 * power of two. */
static int has_phases(
	const struct problem *problem, const struct algorithm_options *options)
{
	if (strcmp(options->name, "census") == 0)
		return problem->nodes != NULL;
	return options->operation == OPERATION_ALLREDUCE &&
	       mpz_popcount(problem->n) != 1;
}

/* For several messages: the work of the tries, fewer for large problems. */
static void nodes_work(mpz_t work, const struct problem *problem)
{
	enum { ALL = 20000000, EACH = 400, LATER = 4 };

	mpz_set_ui(work, 0);
	if (mpz_cmp_ui(problem->m, 1) <= 0)
		return;
	mpz_fdiv_q_ui(work, problem->m, LATER);
	mpz_add_ui(work, work, EACH);
	mpz_mul(work, work, problem->m);
	mpz_mul(work, work, problem->n);
	mpz_add_ui(work, work, ALL);
}

/* What several rows have in common. */
#define POSTAL_OR_LOGP .model = MODEL_POSTAL, .models = POSTAL | LOGP
#define MANY_MESSAGES POSTAL_OR_LOGP, .uses = USES_LATENCY | USES_MESSAGES
#define TIMED_OR_IN_ROUNDS                                                     \
	.model = MODEL_POSTAL, .models = POSTAL | LOGP | SENDRECV,             \
	.applies = is_timed, .condition = "the latency 1"
#define TREE .time = trees_time, .open = trees_open, .rank = trees_part
#define SCATTERS                                                               \
	.time = scatter_shape_time, .open = scatter_open, .rank = scatter_part
#define TREE_OR_SCATTER TREE, .is_other = scatters, .other = &scatter
#define LIST_OF_ROUNDS                                                         \
	.rows = symmetric_rows, .time = symmetric_time,                        \
	.open = symmetric_open, .rank = symmetric_part
#define LIST_OR_PHASES LIST_OF_ROUNDS, .is_other = has_phases, .other = &phases
#define GOSSIP                                                                 \
	.operations = CENSUS, .rows = gossip_rows, .time = gossip_time,        \
	.open = gossip_open
#define ON_NODES                                                               \
	.model = MODEL_POSTAL, .models = POSTAL, .needs_nodes = 1,             \
	.condition = "processors on nodes"
#define BROADCAST_ON_NODES ON_NODES, .rank = nodes_part
#define PHASES .time = levels_time, .open = levels_open, .rank = levels_part
#define PHASES_ON_NODES ON_NODES, .uses = USES_LATENCY | USES_LEVELS, PHASES

static const struct algorithm scatter = {SCATTERS};
static const struct algorithm phases = {PHASES};
static const struct algorithm flat_on_nodes = {
	.open = nodes_flat_open, .rank = nodes_part};
static const struct algorithm binomial_on_nodes = {
	.open = nodes_binomial_open, .rank = nodes_part};
static const struct algorithm leaders_on_nodes = {.time = nodes_leaders_time,
	.open = nodes_leaders_open,
	.rank = nodes_part};

const struct algorithm algorithms[] = {
	{
		.name = "bcast",
		POSTAL_OR_LOGP,
		.applies = is_one_message,
		.condition = "one message",
		.uses = USES_LATENCY | USES_LATE | USES_NODES | USES_PORTS,
		.time = postal_bcast_time,
		.open = postal_bcast_open,
		.rank = postal_repeat_part,
		.on_nodes = &flat_on_nodes,
	},
	{
		.name = "repeat",
		MANY_MESSAGES,
		.time = postal_repeat_time,
		.open = postal_repeat_open,
		.rank = postal_repeat_part,
	},
	{
		.name = "pack",
		MANY_MESSAGES,
		.time = postal_pack_time,
		.open = postal_pack_open,
		.rank = postal_pack_part,
	},
	{
		.name = "pipeline",
		MANY_MESSAGES,
		.time = postal_pipeline_time,
		.open = postal_pipeline_open,
		.rank = postal_pipeline_part,
	},
	{
		.name = "dtree",
		POSTAL_OR_LOGP,
		.uses = USES_LATENCY | USES_MESSAGES | USES_DEGREE,
		TREE,
	},
	{
		.name = "greedy",
		MANY_MESSAGES,
		.send_work = 150,
		.flight_work = 5,
		.work = greedy_work,
		.open = greedy_open,
	},
	{
		.name = "cyclic",
		MANY_MESSAGES,
		.processor_work = 100,
		.held_work = 30,
		.time = cyclic_time,
		.most = cyclic_most_time,
		.least = cyclic_least_time,
		.key = cyclic_key,
		.open = cyclic_open,
		.rank = cyclic_part,
	},
	{
		.name = "flat",
		MANY_MESSAGES,
		.is_library = 1,
		.operations = BROADCAST | SCATTER,
		TREE_OR_SCATTER,
	},
	{
		.name = "chain",
		MANY_MESSAGES,
		.is_library = 1,
		TREE,
	},
	{
		.name = "binary",
		MANY_MESSAGES,
		.is_library = 1,
		TREE,
	},
	{
		.name = "binomial",
		POSTAL_OR_LOGP,
		.uses = USES_LATENCY | USES_MESSAGES | USES_NODES,
		.is_library = 1,
		.operations = BROADCAST | SCATTER,
		TREE_OR_SCATTER,
		.on_nodes = &binomial_on_nodes,
	},
	{
		.name = "knomial",
		POSTAL_OR_LOGP,
		.uses = USES_LATENCY | USES_MESSAGES | USES_RADIX,
		.is_library = 1,
		TREE,
	},
	{
		.name = "two-tree",
		MANY_MESSAGES,
		.is_library = 1,
		.processor_work = 300,
		.open = trees_two_tree_open,
	},
	{
		.name = "telephone",
		.model = MODEL_TELEPHONE,
		.models = TELEPHONE,
		.uses = USES_MESSAGES | USES_LIMIT,
		.rounds = telephone_rounds,
		.processor_work = 100000,
		.begin = telephone_begin,
	},
	{
		.name = "telegraph",
		.model = MODEL_TELEGRAPH,
		.models = TELEGRAPH,
		.uses = USES_MESSAGES | USES_LIMIT,
		.rounds = telegraph_rounds,
		.most = telegraph_most,
		.processor_work = 100000,
		.work = telegraph_work,
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
	},
	{
		.name = "circulant",
		.model = MODEL_SENDRECV,
		.models = SENDRECV | POSTAL | LOGP,
		.applies = is_in_rounds,
		.condition = "the latency 1",
		.uses = USES_MESSAGES,
		.operations = BROADCAST | GATHERS,
		.rows = circulant_rows,
		.time = circulant_time,
		.open = circulant_open,
		.rank = circulant_part,
	},
	{
		.name = "weave",
		POSTAL_OR_LOGP,
		.applies = is_above_rounds,
		.condition = "a latency above 1",
		.uses = USES_MESSAGES | USES_LATENCY,
		.time = weave_time,
		.open = weave_open,
		.rank = weave_part,
	},
	{
		.name = "census",
		TIMED_OR_IN_ROUNDS,
		.uses = USES_LATENCY | USES_PORTS | USES_LEVELS,
		.operations = CENSUS | ALLREDUCE,
		LIST_OR_PHASES,
	},
	{
		.name = "window",
		TIMED_OR_IN_ROUNDS,
		.uses = USES_LATENCY | USES_PORTS,
		.operations = GATHERS | WINDOWS,
		LIST_OF_ROUNDS,
	},
	{
		.name = "radix",
		TIMED_OR_IN_ROUNDS,
		.uses = USES_LATENCY | USES_RADICES,
		.operations = GATHERS | ALLTOALL,
		LIST_OF_ROUNDS,
	},
	{
		.name = "ring",
		TIMED_OR_IN_ROUNDS,
		.uses = USES_LATENCY,
		.operations = GATHERS,
		LIST_OF_ROUNDS,
	},
	{
		.name = "direct",
		TIMED_OR_IN_ROUNDS,
		.uses = USES_LATENCY,
		.operations = GATHERS | ALLTOALL,
		LIST_OF_ROUNDS,
	},
	{
		.name = "bruck",
		TIMED_OR_IN_ROUNDS,
		.is_library = 1,
		.uses = USES_LATENCY,
		.operations = ALLGATHER | ALLTOALL,
		LIST_OF_ROUNDS,
	},
	{
		.name = "pairwise",
		TIMED_OR_IN_ROUNDS,
		.is_library = 1,
		.uses = USES_LATENCY,
		.operations = ALLTOALL,
		LIST_OF_ROUNDS,
	},
	{
		.name = "recursive-doubling",
		TIMED_OR_IN_ROUNDS,
		.is_library = 1,
		.uses = USES_LATENCY,
		.operations = ALLGATHER | ALLREDUCE,
		LIST_OR_PHASES,
	},
	{
		.name = "rabenseifner",
		TIMED_OR_IN_ROUNDS,
		.is_library = 1,
		.uses = USES_LATENCY,
		.operations = ALLREDUCE,
		LIST_OR_PHASES,
	},
	{
		.name = "dissemination",
		TIMED_OR_IN_ROUNDS,
		.is_library = 1,
		.uses = USES_LATENCY,
		.operations = 1u << OPERATION_BARRIER,
		LIST_OF_ROUNDS,
	},
	{
		.name = "gossip",
		.model = MODEL_TELEPHONE,
		.models = TELEPHONE,
		GOSSIP,
	},
	{
		.name = "telegraph-gossip",
		.model = MODEL_TELEGRAPH,
		.models = TELEGRAPH,
		GOSSIP,
	},
	{
		.name = "bundle",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP | SENDRECV,
		.uses = USES_LATENCY,
		.operations = SCATTER,
		SCATTERS,
	},
	{
		.name = "continuous",
		.model = MODEL_LOGP,
		.models = LOGP,
		.uses = USES_LATENCY | USES_MESSAGES | USES_DELAY | USES_LIMIT,
		.may_wait = 1,
		.processor_work = 100000,
		.open = continuous_open,
		.begin = continuous_begin,
		.fractional = "cyclic",
	},
	{
		.name = "root",
		.model = MODEL_LOCALITY,
		.models = LOCALITY,
		.uses = USES_COST,
		.operations = 1u << OPERATION_BROADCAST,
		.rows = locality_root_rows,
		.open = locality_root_open,
	},
	{
		.name = "nodes",
		BROADCAST_ON_NODES,
		.uses = USES_LATENCY | USES_MESSAGES | USES_NODES,
		.processor_work = 64,
		.work = nodes_work,
		.open = nodes_open,
	},
	{
		.name = "leaders",
		BROADCAST_ON_NODES,
		.uses = USES_LATENCY | USES_NODES,
		.processor_work = 4,
		.open = nodes_leaders_open,
		.on_nodes = &leaders_on_nodes,
	},
	{
		.name = "hybrid",
		.model = MODEL_POSTAL,
		.models = POSTAL | SENDRECV,
		.applies = is_halved,
		.condition = "an even number of processors above 2",
		.uses = USES_LATENCY,
		.operations = ALLREDUCE,
		PHASES,
	},
	{
		.name = "in-out-in",
		PHASES_ON_NODES,
		.operations = ALLREDUCE,
	},
	{
		.name = "in-out",
		PHASES_ON_NODES,
		.operations = SCATTER | GATHERS | ALLTOALL | WINDOWS,
	},
	{
		.name = "out-in",
		PHASES_ON_NODES,
		.operations = SCATTER | ALLGATHER |
			      1u << OPERATION_REDUCE_SCATTER | ALLTOALL,
	},
	{
		.name = "out-in-out",
		PHASES_ON_NODES,
		.operations = ALLREDUCE,
	},
	{
		.name = "separate",
		PHASES_ON_NODES,
		.operations =
			ALLGATHER | 1u << OPERATION_REDUCE_SCATTER | ALLTOALL,
	},
	{
		.name = "best",
		.model = MODEL_POSTAL,
		.models = POSTAL | LOGP | TELEPHONE | TELEGRAPH | SENDRECV,
		.uses = USES_LATENCY | USES_MESSAGES | USES_NODES |
			USES_LEVELS | USES_PORTS,
		.operations = BROADCAST | SCATTER | GATHERS | ALLTOALL |
			      CENSUS | WINDOWS,
		.rows = ranking_rows,
		.processor_work = 1,
		.open = ranking_open_best,
		.is_choice = 1,
	},
	{.name = NULL},
	{
		.name = "optimum",
		POSTAL_OR_LOGP,
		.applies = is_three,
		.condition = "3 processors, several messages",
		.uses = USES_LATENCY | USES_MESSAGES,
		.time = postal_three_time,
		.open = postal_three_open,
		.is_command = 1,
	},
	{
		.name = "optimum",
		MANY_MESSAGES,
		.least = optimum_least_time,
		.send_work = 1,
		.open = optimum_better_open,
		.is_command = 1,
		.is_search = 1,
	},
	{
		.name = "best",
		MANY_MESSAGES,
		.least = optimum_least_time,
		.send_work = 1,
		.open = neighbour_open,
		.is_choice = 1,
		.is_search = 1,
	},
};

const struct algorithm *const algorithms_end =
	algorithms + sizeof algorithms / sizeof *algorithms;
