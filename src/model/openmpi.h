/*
 * Open MPI's algorithms for collective operations, by their numbers in
 * ompi/mca/coll/tuned, and their times.
 *   Open MPI's "message size" is that of all of a processor's blocks together:
 * datatype size * comm size * elements for allgather, alltoall, gather, scatter
 * and reduce_scatter_block; the vector for allreduce, bcast and reduce; nothing
 * for barrier; for scan and exscan a single element times comm size, whatever
 * the vector is (coll_tuned_decision_dynamic.c, docs/tuning-apps/collectives).
 */
#ifndef FIBCAST_MODEL_OPENMPI_H
#define FIBCAST_MODEL_OPENMPI_H

#include <stdint.h>

#include <gmp.h>

#include "core/problem.h"
#include "core/schedule.h"

/* collective, id: Open MPI's numbers; ours: the algorithm here that does the
 * same, or NULL. */
struct openmpi_algorithm {
	unsigned collective, id;
	const char *name, *ours;
};

/* The last row has no name. */
extern const struct openmpi_algorithm openmpi_algorithms[];

/* The number of the operation's collective, -1 if Open MPI has none. */
int openmpi_collective(enum operation operation);

/* The operation of the collective, -1 if it has none here. */
int openmpi_operation(unsigned collective);

/* block = the bytes of a block if Open MPI's message size is `bytes'; at least
 * 1. */
void openmpi_block(mpq_t block, enum operation operation, uint64_t processors,
	uint64_t bytes);

/* The collective's row with that name or, if the name is "", that number; NULL
 * if there is none. */
const struct openmpi_algorithm *openmpi_find(
	unsigned collective, const char *name, uint64_t id);

/*
 * The time of a row's algorithm for options' operation, at the problem's
 * latency or on options' machine.
 * Errors: STATUS_LIMIT if it is not known here; those of the algorithm.
 */
enum status openmpi_time(mpq_t time, const struct openmpi_algorithm *row,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* *row = the fastest of Open MPI's algorithms for options' operation, with its
 * time; NULL if no time is known.  Errors: those of the algorithms, except
 * STATUS_LIMIT. */
enum status openmpi_best(const struct openmpi_algorithm **row, mpq_t time,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

#endif
