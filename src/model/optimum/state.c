/*
 * Sends in a list with an end for each step; going back truncates the list.
 */
#include "model/optimum/builder.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

uint64_t optimum_state_size(uint32_t P, uint32_t k, uint32_t last)
{
	uint64_t sends = (uint64_t)k * (P - 1);

	return sizeof(uint32_t) * ((uint64_t)P * k + k + 2 * (uint64_t)P) +
	       sizeof(struct optimum_send) * sends +
	       (sizeof(uint32_t) + sizeof(uint64_t) + sizeof(size_t)) *
		       ((uint64_t)last + 2);
}

void optimum_state_init(struct optimum_state *state, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish)
{
	*state = (struct optimum_state){.P = P,
		.k = k,
		.L = L,
		.finish = finish,
		.last = finish - L,
		.step = 1};
	capacities_init(&state->caps, P, L, state->last);
	state->since = mem_array((size_t)P * k, sizeof *state->since);
	state->copies = mem_array(k, sizeof *state->copies);
	state->lacks = mem_array(P, sizeof *state->lacks);
	state->send = mem_array((size_t)(P - 1) * k, sizeof *state->send);
	state->end = mem_array((size_t)state->last + 2, sizeof *state->end);
	memset(state->since + k, 0xff,
		(size_t)(P - 1) * k * sizeof *state->since);
	for (uint32_t i = 0; i < k; i++)
		state->copies[i] = 1;
	for (uint32_t p = 1; p < P; p++)
		state->lacks[p] = k;
}

void optimum_state_clear(struct optimum_state *state)
{
	capacities_clear(&state->caps);
	mem_free(state->since);
	mem_free(state->copies);
	mem_free(state->lacks);
	mem_free(state->send);
	mem_free(state->end);
}

void optimum_state_send(
	struct optimum_state *state, const struct optimum_send *send)
{
	size_t place = (size_t)send->to * state->k + send->item;

	assert(state->since[place] == OPTIMUM_NEVER);
	state->since[place] = state->step + state->L;
	state->copies[send->item]++;
	state->lacks[send->to]--;
	state->send[state->sends++] = *send;
	if (send->item == state->unsent)
		state->unsent++;
}

void optimum_state_next(struct optimum_state *state)
{
	state->end[state->step++] = state->sends;
	while (state->first < state->k &&
		state->copies[state->first] == state->P)
		state->first++;
}

void optimum_state_back(struct optimum_state *state, uint32_t step)
{
	size_t sends = state->end[step - 1];

	while (state->sends > sends) {
		const struct optimum_send *send = &state->send[--state->sends];

		state->since[(size_t)send->to * state->k + send->item] =
			OPTIMUM_NEVER;
		if (--state->copies[send->item] == 1)
			state->unsent--;
		state->lacks[send->to]++;
		if (send->item < state->first)
			state->first = send->item;
	}
	state->step = step;
}

/* -- capacities */

/* f_u of the LogP paper, at most P-1: f_u = f_(u-1) + f_(u-L). */
static void set_caps(struct capacities *caps, uint32_t L)
{
	for (uint32_t u = 1; u <= caps->last; u++) {
		uint64_t f = 1;

		if (u > L)
			f = (uint64_t)caps->cap[u - 1] + caps->cap[u - L];
		caps->cap[u] = (uint32_t)(f < caps->P ? f : caps->P - 1);
		caps->sum[u] = caps->sum[u - 1] + caps->cap[u];
	}
}

void capacities_init(
	struct capacities *caps, uint32_t P, uint32_t L, uint32_t last)
{
	size_t steps = (size_t)last + 1;
	uint32_t spread = 0;

	caps->P = P;
	caps->last = last;
	caps->cap = mem_array(steps, sizeof *caps->cap);
	caps->sum = mem_array(steps, sizeof *caps->sum);
	set_caps(caps, L);
	while (spread < last && caps->sum[spread] < P - 1)
		spread++;
	caps->spread = spread;
}

void capacities_clear(struct capacities *caps)
{
	mem_free(caps->cap);
	mem_free(caps->sum);
}
