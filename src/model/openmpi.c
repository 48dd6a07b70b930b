/* The table of the algorithms of Open MPI 6, by collective, and their times. */
#include "model/openmpi.h"

#include <string.h>

#include "model/algorithm.h"
#include "number/number.h"

/* Collectives by coll_base_functions.h. */
enum {
	ALLGATHER = 0,
	ALLREDUCE = 2,
	ALLTOALL = 3,
	BARRIER = 6,
	BCAST = 7,
	EXSCAN = 8,
	GATHER = 9,
	REDUCE = 11,
	REDUCE_SCATTER = 12,
	REDUCE_SCATTER_BLOCK = 13,
	SCAN = 14,
	SCATTER = 15
};

const struct openmpi_algorithm openmpi_algorithms[] = {
	{ALLGATHER, 1, "linear", NULL},
	{ALLGATHER, 2, "bruck-k-fanout", "bruck"},
	{ALLGATHER, 2, "bruck", "bruck"},
	{ALLGATHER, 3, "recursive_doubling", "recursive-doubling"},
	{ALLGATHER, 4, "ring", "ring"},
	{ALLGATHER, 5, "neighbor", NULL},
	{ALLGATHER, 6, "two_proc", NULL},
	{ALLGATHER, 7, "sparbit", NULL},
	{ALLGATHER, 8, "direct-messaging", "direct"},
	{ALLREDUCE, 1, "basic_linear", NULL},
	{ALLREDUCE, 2, "nonoverlapping", NULL},
	{ALLREDUCE, 3, "recursive_doubling", "recursive-doubling"},
	{ALLREDUCE, 4, "ring", "ring"},
	{ALLREDUCE, 5, "segmented_ring", NULL},
	{ALLREDUCE, 6, "rabenseifner", "rabenseifner"},
	{ALLREDUCE, 7, "allgather_reduce", NULL},
	{ALLTOALL, 1, "linear", "direct"},
	{ALLTOALL, 2, "pairwise", "pairwise"},
	{ALLTOALL, 3, "modified_bruck", "bruck"},
	{ALLTOALL, 4, "linear_sync", NULL},
	{ALLTOALL, 5, "two_proc", NULL},
	{BARRIER, 1, "linear", NULL},
	{BARRIER, 2, "double_ring", NULL},
	{BARRIER, 3, "recursive_doubling", "recursive-doubling"},
	{BARRIER, 4, "bruck", "dissemination"},
	{BARRIER, 5, "two_proc", NULL},
	{BARRIER, 6, "tree", NULL},
	{BCAST, 1, "basic_linear", "flat"},
	{BCAST, 2, "chain", NULL},
	{BCAST, 3, "pipeline", "chain"},
	{BCAST, 4, "split_binary_tree", NULL},
	{BCAST, 5, "binary_tree", "binary"},
	{BCAST, 6, "binomial", "binomial"},
	{BCAST, 7, "knomial", "knomial"},
	{BCAST, 8, "scatter_allgather", NULL},
	{BCAST, 9, "scatter_allgather_ring", NULL},
	{EXSCAN, 1, "linear", NULL},
	{EXSCAN, 2, "recursive_doubling", "recursive-doubling"},
	{GATHER, 1, "basic_linear", "flat"},
	{GATHER, 2, "binomial", "binomial"},
	{GATHER, 3, "linear_sync", NULL},
	{REDUCE, 1, "linear", "flat"},
	{REDUCE, 2, "chain", NULL},
	{REDUCE, 3, "pipeline", "chain"},
	{REDUCE, 4, "binary", "binary"},
	{REDUCE, 5, "binomial", "binomial"},
	{REDUCE, 6, "in-order_binary", NULL},
	{REDUCE, 7, "rabenseifner", NULL},
	{REDUCE, 8, "knomial", "knomial"},
	{REDUCE_SCATTER, 1, "non-overlapping", NULL},
	{REDUCE_SCATTER, 2, "recursive_halving", "circulant"},
	{REDUCE_SCATTER, 3, "ring", "ring"},
	{REDUCE_SCATTER, 4, "butterfly", NULL},
	{REDUCE_SCATTER_BLOCK, 1, "basic_linear", NULL},
	{REDUCE_SCATTER_BLOCK, 2, "recursive_doubling", NULL},
	{REDUCE_SCATTER_BLOCK, 3, "recursive_halving", "circulant"},
	{REDUCE_SCATTER_BLOCK, 4, "butterfly", NULL},
	{SCAN, 1, "linear", NULL},
	{SCAN, 2, "recursive_doubling", "recursive-doubling"},
	{SCATTER, 1, "basic_linear", "flat"},
	{SCATTER, 2, "binomial", "binomial"},
	{SCATTER, 3, "linear_nb", "flat"},
	{0, 0, NULL, NULL},
};

/* An operation's collective is the first that has it. */
static const struct {
	unsigned collective;
	enum operation operation;
} collectives[] = {
	{ALLGATHER, OPERATION_ALLGATHER},
	{ALLREDUCE, OPERATION_ALLREDUCE},
	{ALLTOALL, OPERATION_ALLTOALL},
	{BARRIER, OPERATION_BARRIER},
	{BCAST, OPERATION_BROADCAST},
	{EXSCAN, OPERATION_EXSCAN},
	{GATHER, OPERATION_GATHER},
	{REDUCE, OPERATION_REDUCE},
	{REDUCE_SCATTER, OPERATION_REDUCE_SCATTER},
	{REDUCE_SCATTER_BLOCK, OPERATION_REDUCE_SCATTER},
	{SCAN, OPERATION_SCAN},
	{SCATTER, OPERATION_SCATTER},
};

enum { COLLECTIVES = sizeof collectives / sizeof *collectives };

int openmpi_collective(enum operation operation)
{
	for (size_t i = 0; i < COLLECTIVES; i++)
		if (collectives[i].operation == operation)
			return (int)collectives[i].collective;
	return -1;
}

int openmpi_operation(unsigned collective)
{
	for (size_t i = 0; i < COLLECTIVES; i++)
		if (collectives[i].collective == collective)
			return (int)collectives[i].operation;
	return -1;
}

void openmpi_block(mpq_t block, enum operation operation, uint64_t processors,
	uint64_t bytes)
{
	mpq_set_ui(block, 1, 1);
	number_set_u64(mpq_numref(block), bytes);
	if (schedule_is_by_block(operation))
		number_set_u64(mpq_denref(block), processors);
	mpq_canonicalize(block);
	if (mpq_cmp_ui(block, 1, 1) < 0)
		mpq_set_ui(block, 1, 1);
}

const struct openmpi_algorithm *openmpi_find(
	unsigned collective, const char *name, uint64_t id)
{
	const struct openmpi_algorithm *row = openmpi_algorithms;

	for (; row->name; row++)
		if (row->collective == collective &&
			(*name ? strcmp(row->name, name) == 0 : row->id == id))
			return row;
	return NULL;
}

/* Whether the algorithm here does the same for this number of processors: Open
 * MPI's halving does only for powers of two; else some processors take part
 * through a neighbour, which is not timed here. */
static int is_same_for(
	const struct openmpi_algorithm *row, const struct problem *problem)
{
	return strcmp(row->name, "recursive_halving") != 0 ||
	       mpz_popcount(problem->n) == 1;
}

enum status openmpi_time(mpq_t time, const struct openmpi_algorithm *row,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	const struct algorithm *algorithm =
		row->ours ? algorithm_find(row->ours) : NULL;

	if (!algorithm || !is_same_for(row, problem) ||
		!algorithm_has(algorithm, (enum operation)options->operation) ||
		!algorithm_applies(algorithm, problem, MODEL_POSTAL))
		return err_limit(
			err, "the time of ", row->name, " is not known");
	return algorithm_time(
		time, algorithm, problem, options, ALGORITHM_WORK, err);
}

enum status openmpi_best(const struct openmpi_algorithm **row, mpq_t time,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	int collective = openmpi_collective((enum operation)options->operation);
	enum status status = STATUS_OK;
	mpq_t own;

	*row = NULL;
	mpq_init(own);
	for (const struct openmpi_algorithm *at = openmpi_algorithms;
		at->name && (status == STATUS_OK || status == STATUS_LIMIT);
		at++) {
		if ((int)at->collective != collective)
			continue;
		status = openmpi_time(own, at, problem, options, err);
		if (status == STATUS_OK && (!*row || mpq_cmp(own, time) < 0)) {
			mpq_set(time, own);
			*row = at;
		}
	}
	mpq_clear(own);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}
