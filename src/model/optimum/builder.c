/*
 * The order of attempts: the first starts from nothing, with weights that
 * nearly always succeed; later ones have random weights, and start from nothing
 * or from some steps of the attempt that came furthest.  An attempt ends after
 * a number of failures without coming further.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/mem.h"

enum { STUCK_MAX = 60 };

/* Steps of look-ahead, including the present one. */
static uint32_t look_steps(uint32_t L)
{
	return L < UINT32_MAX - 1 - OPTIMUM_AHEAD ? L + 1 + OPTIMUM_AHEAD
						  : UINT32_MAX;
}

uint64_t optimum_builder_size(uint32_t P, uint32_t k, uint32_t L, uint32_t last)
{
	uint64_t pairs = (uint64_t)P * P, sends = (uint64_t)k * (P - 1);

	return optimum_state_size(P, k, last) +
	       lookahead_size(P, k, last, look_steps(L)) +
	       optimum_flow_size(P, k, last, look_steps(L)) +
	       (sizeof(int64_t) + sizeof(uint32_t)) * pairs +
	       sizeof(struct optimum_send) * sends +
	       sizeof(size_t) * ((uint64_t)last + 2) + 64 * (uint64_t)P +
	       sizeof(int64_t) * (uint64_t)k * 2;
}

void optimum_builder_init(struct optimum_builder *build, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish)
{
	size_t words = (size_t)k / 64 + 1;

	memset(build, 0, sizeof *build);
	optimum_state_init(&build->state, P, k, L, finish);
	lookahead_init(&build->look, &build->state, look_steps(L));
	optimum_flow_init(&build->flow, &build->state, look_steps(L));
	optimum_matching_init(&build->assign, P - 1, P);
	build->best = mem_array((size_t)k * (P - 1), sizeof *build->best);
	build->best_end = mem_array(
		(size_t)build->state.last + 2, sizeof *build->best_end);
	build->best_step = 1;
	build->item = mem_array((size_t)P * (P - 1), sizeof *build->item);
	build->value = mem_array(k, sizeof *build->value);
	build->stock = mem_array(P, sizeof *build->stock);
	build->need =
		mem_array((size_t)P * (OPTIMUM_AHEAD + 1), sizeof *build->need);
	build->useless =
		mem_array(words * (OPTIMUM_AHEAD + 1), sizeof *build->useless);
	build->weights = (struct optimum_weights){.rate = 16,
		.noise = 10,
		.miss = 1000,
		.stock = 100,
		.flow = 3000,
		.plan = 30};
}

void optimum_builder_clear(struct optimum_builder *build)
{
	optimum_state_clear(&build->state);
	lookahead_clear(&build->look);
	optimum_flow_clear(&build->flow);
	optimum_matching_clear(&build->assign);
	mem_free(build->best);
	mem_free(build->best_end);
	mem_free(build->item);
	mem_free(build->value);
	mem_free(build->stock);
	mem_free(build->need);
	mem_free(build->useless);
}

static void draw_weights(struct optimum_builder *build)
{
	static const uint32_t miss[] = {1000, 300, 30, 3};
	static const uint32_t flow[] = {3000, 300, 30000};
	static const uint32_t stock[] = {100, 10, 1};
	static const uint32_t plan[] = {0, 30, 1000};
	struct random *random = &build->random;
	struct optimum_weights *weights = &build->weights;

	weights->rate = (uint32_t)1 << random_below(random, 5);
	weights->noise = 8 + random_below(random, 20);
	weights->miss = miss[random_below(random, 4)];
	weights->flow = flow[random_below(random, 3)];
	weights->stock = stock[random_below(random, 3)];
	weights->ahead = random_below(random, OPTIMUM_AHEAD + 1);
	weights->plan = plan[random_below(random, 3)];
	weights->bonus = random_below(random, 151);
	weights->malus = random_below(random, 701);
}

/* Keeps the state if no earlier one came further. */
static void keep_best(struct optimum_builder *build)
{
	const struct optimum_state *state = &build->state;

	if (state->step <= build->best_step)
		return;
	build->best_step = state->step;
	memcpy(build->best, state->send, state->sends * sizeof *build->best);
	memcpy(build->best_end, state->end,
		state->step * sizeof *build->best_end);
}

/* Fills the steps before step as in the attempt that came furthest. */
static void repeat_best(struct optimum_builder *build, uint32_t step)
{
	struct optimum_state *state = &build->state;

	while (state->step < step) {
		size_t end = build->best_end[state->step];

		while (state->sends < end)
			optimum_state_send(state, &build->best[state->sends]);
		optimum_state_next(state);
	}
}

static void begin_attempt(struct optimum_builder *build)
{
	struct random *random = &build->random;
	uint32_t L = build->state.L, step = build->best_step, back;

	build->attempt++;
	build->top = build->stuck = 0;
	draw_weights(build);
	optimum_state_back(&build->state, 1);
	if (build->attempt % 4 == 0)
		return;
	if (build->attempt % 4 == 3) {
		step = 1 + random_below(random, step);
	} else {
		back = random_below(random,
			3 * (L < build->state.last ? L : build->state.last) +
				2);
		step = step > L + back ? step - L - back : 1;
	}
	repeat_best(build, step);
}

/* Goes back some steps, or ends the attempt. */
static void fail(struct optimum_builder *build)
{
	struct optimum_state *state = &build->state;
	uint32_t back = state->L < state->last ? state->L : state->last;

	keep_best(build);
	if (state->step > build->top) {
		build->top = state->step;
		build->stuck = 0;
	} else if (++build->stuck > STUCK_MAX) {
		begin_attempt(build);
		return;
	}
	back += 2 + build->stuck / 4;
	back = 1 + random_below(&build->random, back);
	optimum_state_back(state, state->step > back ? state->step - back : 1);
}

int optimum_builder_step(struct optimum_builder *build)
{
	const struct lookahead *look = &build->look;
	uint64_t P = build->state.P, items = look->items;
	int is_filled = optimum_step(build);

	build->work += P * (P + items + 16) + build->flow.work +
		       2 * P * look->steps * look->words;
	build->flow.work = 0;
	if (!is_filled) {
		fail(build);
		return 0;
	}
	optimum_state_next(&build->state);
	return build->state.step > build->state.last;
}
