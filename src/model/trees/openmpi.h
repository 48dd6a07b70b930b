/*
 * Open MPI's algorithms for a broadcast that send along one tree, on a machine:
 * which of them, and with segments of how many bytes, is best.
 */
#ifndef FIBCAST_MODEL_TREES_OPENMPI_H
#define FIBCAST_MODEL_TREES_OPENMPI_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"

/* id: of Open MPI's; segment: 0 for none; time: the machine's. */
struct openmpi_choice {
	unsigned id;
	uint64_t segment;
	mpq_t time;
};

void openmpi_choice_init(struct openmpi_choice *choice);
void openmpi_choice_clear(struct openmpi_choice *choice);

/*
 * The best for n processors and a message of that many bytes, unsegmented or
 * cut into segments of 2^10, 2^11 .. bytes, up to 2^31; the last segment counts
 * as full. The k-nomial tree has the usual radix.  Of equally good ones the
 * first.
 * Errors: STATUS_USAGE where a message arrives sooner than the next one can be
 * sent; STATUS_LIMIT past max_bits.
 */
enum status openmpi_choose(struct openmpi_choice *choice,
	const struct machine *machine, const mpz_t n, const mpz_t bytes,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

#endif
