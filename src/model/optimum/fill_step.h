#ifndef FIBCAST_MODEL_OPTIMUM_FILL_STEP_H
#define FIBCAST_MODEL_OPTIMUM_FILL_STEP_H

#include "model/optimum/builder.h"

/* Adds the sends of the present step to the state; 0 if there is no way on, and
 * the state is then as before. */
int optimum_step(struct optimum_builder *build);

#endif
