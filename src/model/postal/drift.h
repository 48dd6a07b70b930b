/* The lower bound where processors that are always busy drift apart. */
#ifndef FIBCAST_MODEL_POSTAL_DRIFT_H
#define FIBCAST_MODEL_POSTAL_DRIFT_H

#include "base/err.h"
#include "core/problem.h"

/*
 * The time before which processors that are always busy drift apart too far,
 * where the latency is not whole, n >= 4, and no receive may be lost; else 0
 * (drift.c).  Three evaluations.
 */
problem_bound postal_drift_bound;

#endif
