/*
 * Open MPI's algorithms for collective operations, by their numbers in
 * ompi/mca/coll/tuned, and what they take of a machine.
 *   Its "message size" is all of a processor's blocks together: datatype size *
 * comm size * elements for allgather, alltoall, gather, scatter and
 * reduce_scatter_block; the vector for allreduce, bcast and reduce; nothing for
 * barrier; for scan and exscan a single element times comm size, whatever the
 * vector is (coll_tuned_decision_dynamic.c, docs/tuning-apps/collectives).
 */
#ifndef FIBCAST_MODEL_OPENMPI_H
#define FIBCAST_MODEL_OPENMPI_H

#include <stdint.h>

#include <gmp.h>

#include "core/problem.h"
#include "core/schedule.h"

/* collective: its number; ours: the algorithm here that does the same, or
 * NULL. */
struct openmpi_algorithm {
	unsigned collective, id;
	const char *name, *ours;
};

/* Up to a name that is NULL. */
extern const struct openmpi_algorithm openmpi_algorithms[];

/* The number of the operation's collective, -1 if Open MPI has none. */
int openmpi_collective(enum operation operation);

/* The operation of that collective, -1 for those that have none here. */
int openmpi_operation(unsigned collective);

/* block = the bytes of a block, where a message of that operation has so many
 * by Open MPI's count; at least 1. */
void openmpi_block(mpq_t block, enum operation operation, uint64_t processors,
	uint64_t bytes);

/* The row, by its name or, if that is "", by its number; NULL if there is
 * none. */
const struct openmpi_algorithm *openmpi_find(
	unsigned collective, const char *name, uint64_t id);

/*
 * Its time, for the operation, latency or machine that options have.
 * Errors: STATUS_LIMIT if it is not known here.
 */
enum status openmpi_time(mpq_t time, const struct openmpi_algorithm *row,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* *row = the best of them, NULL if no time is known. Errors: none but those of
 * openmpi_time. */
enum status openmpi_best(const struct openmpi_algorithm **row, mpq_t time,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

#endif
