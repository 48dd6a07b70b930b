/*
 * A constructor of schedules with a given finish: step by step, each step an
 * assignment of greatest weight between receivers and senders, with a look
 * ahead at who will have nothing useful to send.  Where it is stuck it takes
 * some steps back, and after many failures starts afresh.  If it finds no
 * schedule, that proves nothing.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_BUILDER_H
#define FIBCAST_MODEL_OPTIMUM_BUILDER_H

#include <stdint.h>

#include "model/optimum/fill_step.h"

/* Memory in bytes with finish - L = last. */
uint64_t optimum_builder_size(
	uint32_t P, uint32_t k, uint32_t L, uint32_t last);

/* P >= 2, k, L >= 1, finish >= T_lb. */
void optimum_builder_init(struct optimum_builder *build, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish);
void optimum_builder_clear(struct optimum_builder *build);

/* Fills the next step, or fails and goes back; returns 1 if the schedule is
 * complete, its sends being state.send. O(P^3), and O(P·L) for each of the P·L
 * paths of the flow, at worst. */
int optimum_builder_step(struct optimum_builder *build);

#endif
