/*
 * Attempts, one path each.  The first one starts from nothing, with little
 * noise; later ones have more, and three of four start from some ticks of the
 * attempt that came furthest.  A tick that cannot be filled sends the attempt
 * some ticks back; it ends after a number of such failures without coming
 * further.
 */
#include "model/optimum/builder.h"

#include <string.h>

/* Failures of an attempt; of so many attempts one starts from nothing, and one
 * from any tick. */
enum { STUCK_MAX = 15, KINDS = 4 };

/* Keeps the sends if no earlier attempt came further. */
static void keep_best(struct builder *builder)
{
	if (builder->state.tick <= builder->best_tick)
		return;
	builder->best_tick = builder->state.tick;
	builder->bests = builder->sends;
	memcpy(builder->best, builder->send,
		builder->sends * sizeof *builder->best);
}

/* Repeats the sends before that tick of the attempt that came furthest. */
static void repeat_best(struct builder *builder, int until)
{
	for (size_t i = 0; i < builder->bests && builder->best[i].tick < until;
		i++)
		builder_send(builder, &builder->best[i]);
	builder_go_to_tick(builder, until);
}

void builder_attempt_begin(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;
	struct random *random = &builder->random;
	static const uint32_t waits[] = {0, 0, 40, 10};
	uint32_t most = (uint32_t)(3 * state->latency + 2 * state->unit);
	int attempt = builder->attempt++, back;

	builder->top = builder->stuck = 0;
	builder->noise = BUILDER_NOISE;
	builder->waits = 0;
	builder_take_back(builder, 0);
	builder_go_to_tick(builder, 0);
	if (attempt > 0) {
		builder->noise += random_below(random, BUILDER_MORE_NOISE);
		builder->waits = waits[random_below(random, 4)];
	}
	if (attempt % KINDS == 0)
		return;
	back = state->latency + (int)random_below(random, most);
	if (attempt % KINDS == KINDS - 1)
		back = (int)random_below(
			random, (uint32_t)builder->best_tick + 1);
	if (back < builder->best_tick)
		repeat_best(builder, builder->best_tick - back);
}

/* Goes back some ticks, or ends the attempt. */
static enum builder_result fail(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;
	int back = state->latency + (2 + builder->stuck / 4) * state->unit;
	size_t sends = builder->sends;

	keep_best(builder);
	if (state->tick > builder->top) {
		builder->top = state->tick;
		builder->stuck = 0;
	} else if (++builder->stuck > STUCK_MAX) {
		return BUILDER_ENDED;
	}
	back = 1 + (int)random_below(&builder->random, (uint32_t)back);
	back = state->tick > back ? state->tick - back : 0;
	while (sends > 0 && builder->send[sends - 1].tick >= back)
		sends--;
	builder_take_back(builder, sends);
	builder_go_to_tick(builder, back);
	return BUILDER_GOING;
}

enum builder_result builder_attempt_advance(struct builder *builder)
{
	builder->work += (uint64_t)builder->state.n * 8;
	if (builder_is_late(builder) ||
		fractional_is_hopeless(&builder->state) ||
		!builder_prepare(builder))
		return fail(builder);
	builder_draw(builder, &builder->draw[0], builder->waits);
	builder_carry_out(builder, &builder->draw[0]);
	if (builder->state.lacks > 0) {
		builder_pass_tick(builder);
		return BUILDER_GOING;
	}
	keep_best(builder);
	return BUILDER_FOUND;
}
