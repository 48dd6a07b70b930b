/* The lower bound where processors that are always busy drift apart. */
#ifndef FIBCAST_MODEL_POSTAL_DRIFT_H
#define FIBCAST_MODEL_POSTAL_DRIFT_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"

/*
 * The time before which processors that are always busy drift apart too far,
 * where the latency is not whole, n >= 4, and no receive may be lost; else 0
 * (drift.c).  Three evaluations.
 */
problem_bound postal_drift_bound;

/* late = min(1, phi count): how much later those are who drift by phi so many
 * times, which is a unit at most.  late is not phi. */
void postal_late(mpq_t late, const mpq_t phi, const mpz_t count);

#endif
