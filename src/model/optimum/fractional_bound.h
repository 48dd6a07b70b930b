/* Whether a schedule in the making is too late already. */
#ifndef FIBCAST_MODEL_OPTIMUM_FRACTIONAL_BOUND_H
#define FIBCAST_MODEL_OPTIMUM_FRACTIONAL_BOUND_H

#include "model/optimum/fractional_state.h"

/*
 * Whether nothing that begins now or later can have all messages sent to all
 * processors by sends that begin at last or before; 0 is no promise.
 * O(n m + n T/b) for the messages that are spreading.
 */
int fractional_is_hopeless(const struct fractional_state *state);

#endif
