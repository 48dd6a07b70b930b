/*
 * The order of attempts.  The first one starts from nothing, with little noise;
 * later ones have more, and three of four start from some ticks of the attempt
 * that came furthest.  A tick that cannot be filled sends the attempt some
 * ticks back; it ends after a number of such failures without coming further.
 *
 * Example: n = 11, m = 24, latency 5/2: the first attempt ends at 61/2, the
 * lower bound; the best of all algorithms ends at 31.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"

/* Failures of an attempt; of so many attempts one starts from nothing, and one
 * from any tick. */
enum { STUCK_MAX = 15, KINDS = 4 };

/* The bits of noise in the weights: of the first attempt, and less than how
 * many more of the others. */
enum { NOISE = 10, MORE_NOISE = 18 };

/* The most messages times processors, and more bytes than they take. */
enum { CELLS = 1 << 14, BYTES = 1 << 22 };

/* -- the beginning and the end */

/* urgency[at] = 2^20 · 2^(-at/8), at least 1, by repeated product. */
static void set_urgencies(int64_t *urgency)
{
	urgency[0] = 1 << 20;
	for (int at = 1; at < BUILDER_URGENCIES; at++) {
		urgency[at] = urgency[at - 1] * 235 / 256;
		if (urgency[at] < 1)
			urgency[at] = 1;
	}
}

static int is_buildable(const struct problem *problem)
{
	return problem->max_bits / 8 >= BYTES &&
	       mpz_cmp_ui(problem->n, FRACTIONAL_PROCESSORS) <= 0 &&
	       mpz_cmp_ui(problem->m, CELLS) <= 0 &&
	       mpz_get_ui(problem->n) * mpz_get_ui(problem->m) <= CELLS &&
	       mpq_cmp_ui(problem->lambda, BUILDER_LATENCY, 1) < 0;
}

static void init_flow(struct builder_flow *flow, int n, int windows)
{
	size_t cells = (size_t)n * (size_t)windows;

	flow->windows = windows;
	flow->held = mem_array(cells, sizeof *flow->held);
	flow->got = mem_array((size_t)windows, sizeof *flow->got);
	flow->taken = mem_array(cells, sizeof *flow->taken);
	flow->place = mem_array(cells, sizeof *flow->place);
	flow->list = mem_array((size_t)n * BUILDER_ITEMS, sizeof *flow->list);
	flow->cell_seen = mem_array(cells, sizeof *flow->cell_seen);
	flow->window_seen =
		mem_array((size_t)windows, sizeof *flow->window_seen);
	flow->cell_from = mem_array(cells, sizeof *flow->cell_from);
	flow->queue = mem_array(cells, sizeof *flow->queue);
}

static void init_tick(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;
	size_t n = (size_t)state->n;

	builder->has = mem_array(n, sizeof *builder->has);
	builder->holder = mem_array(n, sizeof *builder->holder);
	builder->needs = mem_array(n, sizeof *builder->needs);
	builder->receiver = mem_array(n, sizeof *builder->receiver);
	builder->sender = mem_array(n, sizeof *builder->sender);
	builder->sendable = mem_array(n, sizeof *builder->sendable);
	builder->choice = mem_array(n * n, sizeof *builder->choice);
	assignment_init(&builder->assignment, state->n, state->n);
	init_flow(&builder->flow, state->n,
		2 + (state->latency - 1) / state->unit);
}

/* Attempts begin anew, for a schedule that ends a tick before upper. */
static void set_goal(struct builder *builder, int upper)
{
	builder->upper = upper;
	builder->state.last = upper - 1 - builder->state.latency;
	builder->top = builder->stuck = builder->attempt = 0;
	builder->noise = NOISE;
	builder->waits = 0;
}

struct builder *builder_new(const struct problem *problem, const mpq_t upper)
{
	const __mpz_struct *unit = mpq_denref(problem->lambda);
	int ticks = fractional_ticks(upper, unit);
	struct builder *builder;
	size_t sends;

	if (!is_buildable(problem) || ticks < 0)
		return NULL;
	builder = mem_array(1, sizeof *builder);
	fractional_state_init(&builder->state, (int)mpz_get_ui(problem->n),
		(int)mpz_get_ui(problem->m), (int)mpz_get_ui(unit),
		(int)mpz_get_ui(mpq_numref(problem->lambda)), ticks);
	sends = (size_t)builder->state.lacks;
	builder->send = mem_array(sends, sizeof *builder->send);
	builder->best = mem_array(sends, sizeof *builder->best);
	builder->found = mem_array(sends, sizeof *builder->found);
	init_tick(builder);
	set_urgencies(builder->urgency);
	set_goal(builder, ticks);
	return builder;
}

void builder_free(struct builder *builder)
{
	struct builder_flow *flow;

	if (!builder)
		return;
	flow = &builder->flow;
	fractional_state_clear(&builder->state);
	mem_free(builder->send);
	mem_free(builder->best);
	mem_free(builder->found);
	mem_free(builder->has);
	mem_free(builder->holder);
	mem_free(builder->needs);
	mem_free(builder->receiver);
	mem_free(builder->sender);
	mem_free(builder->sendable);
	mem_free(builder->choice);
	assignment_clear(&builder->assignment);
	mem_free(flow->held);
	mem_free(flow->got);
	mem_free(flow->taken);
	mem_free(flow->place);
	mem_free(flow->list);
	mem_free(flow->cell_seen);
	mem_free(flow->window_seen);
	mem_free(flow->cell_from);
	mem_free(flow->queue);
	mem_free(builder);
}

/* -- to and fro */

/* Takes back all sends from that tick on, and goes there. */
static void take_back(struct builder *builder, int tick)
{
	struct fractional_state *state = &builder->state;

	while (builder->sends > 0 &&
		builder->send[builder->sends - 1].tick >= tick)
		fractional_state_undo(
			state, &builder->send[--builder->sends].send);
	state->tick = tick;
	state->oldest = 0;
}

static void pass_by(int *next, int tick, int now)
{
	if (tick > now && tick < *next)
		*next = tick;
}

/* Goes to the next tick at which somebody is free, or something arrives. */
static void pass_tick(struct builder *builder)
{
	struct fractional_state *state = &builder->state;
	int next = state->last + 1;

	for (int p = 0; p < state->n; p++) {
		pass_by(&next, state->processor[p].sends_from, state->tick);
		pass_by(&next, state->processor[p].receives_from, state->tick);
	}
	for (size_t i = builder->sends;
		i-- > 0 &&
		builder->send[i].tick + state->latency > state->tick;)
		pass_by(&next, builder->send[i].tick + state->latency,
			state->tick);
	state->tick = next;
	fractional_state_pass(state);
}

/* -- attempts */

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
	struct fractional_state *state = &builder->state;

	for (size_t i = 0; i < builder->bests && builder->best[i].tick < until;
		i++) {
		struct builder_send *send = &builder->send[builder->sends++];

		*send = builder->best[i];
		state->tick = send->tick;
		fractional_state_send(state, &send->send);
	}
	state->tick = until;
}

static void begin_attempt(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;
	struct random *random = &builder->random;
	static const uint32_t waits[] = {0, 0, 40, 10};
	uint32_t most = (uint32_t)(3 * state->latency + 2 * state->unit);
	int back;

	builder->attempt++;
	builder->top = builder->stuck = 0;
	builder->noise = NOISE + random_below(random, MORE_NOISE);
	builder->waits = waits[random_below(random, 4)];
	take_back(builder, 0);
	if (builder->attempt % KINDS == 0)
		return;
	back = state->latency + (int)random_below(random, most);
	if (builder->attempt % KINDS == KINDS - 1)
		back = (int)random_below(
			random, (uint32_t)builder->best_tick + 1);
	if (back < builder->best_tick)
		repeat_best(builder, builder->best_tick - back);
}

/* Goes back some ticks, or ends the attempt. */
static void fail(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;
	int back = state->latency + (2 + builder->stuck / 4) * state->unit;

	keep_best(builder);
	if (state->tick > builder->top) {
		builder->top = state->tick;
		builder->stuck = 0;
	} else if (++builder->stuck > STUCK_MAX) {
		begin_attempt(builder);
		return;
	}
	back = 1 + (int)random_below(&builder->random, (uint32_t)back);
	take_back(builder, state->tick > back ? state->tick - back : 0);
}

/* Keeps the whole schedule, and begins to look for a better one. */
static void keep_found(struct builder *builder)
{
	int last = builder->send[builder->sends - 1].tick;

	keep_best(builder);
	builder->founds = builder->sends;
	memcpy(builder->found, builder->send,
		builder->sends * sizeof *builder->found);
	take_back(builder, 0);
	set_goal(builder, last + builder->state.latency);
}

int builder_advance(struct builder *builder)
{
	if (!builder_fill(builder)) {
		fail(builder);
		return 0;
	}
	if (builder->state.lacks > 0) {
		pass_tick(builder);
		return 0;
	}
	keep_found(builder);
	return 1;
}

void builder_upper(mpq_t upper, const struct builder *builder)
{
	number_set_ratio(
		upper, (uint64_t)builder->upper, (uint64_t)builder->state.unit);
}

struct schedule *builder_open(const struct builder *builder)
{
	struct schedule_header header =
		fractional_header(&builder->state, builder->upper);
	struct transmissions list = {0};

	if (builder->founds == 0)
		return NULL;
	for (size_t i = 0; i < builder->founds; i++)
		fractional_add_row(
			&list, &builder->found[i].send, builder->found[i].tick);
	return schedule_stored(&header, &list);
}
