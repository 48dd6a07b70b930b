/*
 * Beginning and end: what is too large, and the best schedule found.
 *
 * Example: n = 11, m = 24, latency 5/2: the first attempt ends at 61/2, the
 * lower bound; the best of all algorithms ends at 31.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/* The work of attempts before the first beam. */
enum { FIRST_WORK = 1 << 24 };

/* The most messages times processors; more bytes than they take, and than each
 * pair of processors does; and bytes of the beam. */
enum {
	CELLS = 1 << 14,
	BYTES = 1 << 22,
	PAIR_BYTES = 20,
	BEAM_BYTES = 1 << 26
};

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

/* More than what a builder takes besides the beam. */
static uint64_t count_bytes(const struct problem *problem)
{
	uint64_t n = mpz_get_ui(problem->n);

	return BYTES + n * n * PAIR_BYTES;
}

static int is_buildable(
	const struct problem *problem, const struct fractional_costs *costs)
{
	return mpz_cmp_ui(problem->n, FRACTIONAL_PROCESSORS) <= 0 &&
	       problem->max_bits / 8 >= count_bytes(problem) &&
	       mpz_cmp_ui(problem->m, CELLS) <= 0 &&
	       mpz_get_ui(problem->n) * mpz_get_ui(problem->m) <= CELLS &&
	       costs->latency < BUILDER_LATENCY * costs->unit;
}

static void init_flow(struct builder_flow *flow, int n, int windows)
{
	size_t cells = (size_t)n * (size_t)windows;

	flow->windows = windows;
	flow->held = mem_array(cells, sizeof *flow->held);
	flow->idle = mem_array((size_t)bits_words(cells), sizeof *flow->idle);
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
	for (int i = 0; i < BUILDER_DRAWS; i++)
		builder->draw[i].send =
			mem_array(n, sizeof *builder->draw[i].send);
	init_flow(&builder->flow, state->n,
		2 + (state->latency - 1) / state->unit);
}

/* Begins to look for a schedule that ends a tick before upper. */
static void set_goal(struct builder *builder, int upper)
{
	builder->upper = upper;
	builder->state.last = upper - 1 - builder->state.latency;
	builder->beam.width = 0;
	builder->way = BUILDER_ATTEMPTS;
	builder->attempt = 0;
	builder_attempt_begin(builder);
}

struct builder *builder_new_at(const struct problem *problem,
	const struct fractional_costs *costs, int upper)
{
	struct builder *builder;
	size_t sends;

	if (!is_buildable(problem, costs))
		return NULL;
	builder = mem_array(1, sizeof *builder);
	fractional_state_init(&builder->state, (int)mpz_get_ui(problem->n),
		(int)mpz_get_ui(problem->m), costs, upper);
	sends = (size_t)builder->state.lacks;
	builder->send = mem_array(sends, sizeof *builder->send);
	builder->best = mem_array(sends, sizeof *builder->best);
	builder->found = mem_array(sends, sizeof *builder->found);
	init_tick(builder);
	set_urgencies(builder->urgency);
	builder_beam_init(
		builder, least_u64(problem->max_bits / 8 - count_bytes(problem),
				 BEAM_BYTES));
	set_goal(builder, upper);
	return builder;
}

struct builder *builder_new(const struct problem *problem, const mpq_t upper)
{
	int ticks = fractional_ticks(upper, mpq_denref(problem->lambda));
	struct fractional_costs costs;

	if (ticks < 0)
		return NULL;
	costs = fractional_costs_of(problem);
	return builder_new_at(problem, &costs, ticks);
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
	for (int i = 0; i < BUILDER_DRAWS; i++)
		mem_free(builder->draw[i].send);
	builder_beam_clear(builder);
	mem_free(flow->held);
	mem_free(flow->idle);
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

/* Keeps the whole schedule, and begins to look for a better one. */
static void keep_found(struct builder *builder)
{
	int last = builder->send[builder->sends - 1].tick;

	builder->founds = builder->sends;
	memcpy(builder->found, builder->send,
		builder->sends * sizeof *builder->found);
	set_goal(builder, last + builder->state.latency);
}

/* Gives the turn to those that have had less of the work, after a first part of
 * it for attempts. */
static void take_turns(struct builder *builder)
{
	const uint64_t *spent = builder->spent;

	if (spent[BUILDER_ATTEMPTS] < FIRST_WORK + spent[BUILDER_BEAM]) {
		builder->way = BUILDER_ATTEMPTS;
		builder_attempt_begin(builder);
	} else {
		builder->way = BUILDER_BEAM;
		builder_beam_begin(builder);
	}
}

int builder_advance(struct builder *builder)
{
	enum builder_result result;
	uint64_t before = builder->work;
	enum builder_way way = builder->way;

	result = way == BUILDER_BEAM ? builder_beam_advance(builder)
				     : builder_attempt_advance(builder);
	builder->spent[way] += builder->work - before;
	if (result == BUILDER_ENDED)
		take_turns(builder);
	if (result == BUILDER_FOUND)
		keep_found(builder);
	return result == BUILDER_FOUND;
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
