/* What a processor receives in a tick: one choice after the other. */
#ifndef FIBCAST_MODEL_OPTIMUM_FRACTIONAL_CHOICE_H
#define FIBCAST_MODEL_OPTIMUM_FRACTIONAL_CHOICE_H

#include "model/optimum/fractional_state.h"

/* For the processor send.to. */
struct fractional_choice {
	struct fractional_send send;
	int is_made;	  /* something is sent */
	int is_first;	  /* of its tick */
	int option;	  /* the next to be tried */
	int tick, oldest; /* the state's */
};

/*
 * Makes the next choice, in the state in which the first was made; returns
 * whether there is one.  The last is to send nothing now, which leaves enough
 * time for what the receiver lacks.
 */
int fractional_choose(
	struct fractional_state *state, struct fractional_choice *choice);

/* The first processor from p on that can receive in this tick; n if there is
 * none. */
int fractional_receiver(const struct fractional_state *state, int p);

#endif
