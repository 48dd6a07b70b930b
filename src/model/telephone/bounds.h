/*
 * Bounds on broadcasting m messages in the telephone model; n >= 1 processors.
 */
#ifndef FIBCAST_MODEL_TELEPHONE_BOUNDS_H
#define FIBCAST_MODEL_TELEPHONE_BOUNDS_H

#include <gmp.h>

#include "core/problem.h"

/* The strongest lower bound known to hold on the number of rounds; m >= 0.
 * It is the optimum for even n. */
void telephone_lower_bound(mpz_t bound, const struct problem *problem);

/* Appends every lower bound, strongest first. */
void telephone_bound_list(
	struct bound_list *list, const struct problem *problem);

/* The least number of rounds, if a formula is known for it: for even n, and
 * for n = 1.  Returns 0 if not. */
int telephone_rounds(mpz_t rounds, const struct problem *problem);

#endif
