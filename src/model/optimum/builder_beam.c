/*
 * The beam.  Level by level, which is tick by tick, several next states are
 * drawn from each one kept, and at each tick the `width' best of those that
 * come to it are kept, none twice.  The next beam is twice as wide.
 *
 * Worth: the time that all receivers together have to spare, for each send of
 * use that the flow finds half a unit, and up to NOISY units at random, with
 * which more schedules were found.
 *
 * A node is the sends of one tick, and the node before it; a state is come to
 * by taking sends back to where the paths part, and repeating the others.
 *
 * Example: of a state come two, one with three sends and one with two, to the
 * next tick.  The receiver that got nothing has a unit less to spare then, so
 * the first is worth more, unless more sends of use follow from the second.
 */
#include "model/optimum/builder.h"

#include "base/bits.h"
#include "base/mem.h"

/* The nodes of each level: of the first beam, and at most. */
enum { WIDTH = 8, WIDTH_MOST = 1 << 14 };

/* In one of so many draws but the first of a state, a receiver waits. */
enum { WAITS = 20 };

/* The units of noise in a state's worth. */
enum { NOISY = 2 };

/* What a hopeless state is worth. */
static const int64_t worthless = INT64_MIN;

void builder_beam_init(struct builder *builder, uint64_t most)
{
	const struct fractional_state *state = &builder->state;
	struct builder_beam *beam = &builder->beam;
	size_t ticks = (size_t)state->ticks + 1;
	uint64_t each = ticks * sizeof *beam->node +
			(uint64_t)state->lacks * sizeof *beam->sent;

	beam->most = (uint32_t)least_u64(
		1 + most / (BUILDER_DRAWS * each), WIDTH_MOST);
	beam->level = mem_array(ticks, sizeof *beam->level);
	beam->path = mem_array(ticks, sizeof *beam->path);
}

static void clear_levels(struct builder *builder)
{
	struct builder_beam *beam = &builder->beam;

	for (int tick = 0; tick <= builder->state.ticks; tick++) {
		mem_free(beam->level[tick].node);
		beam->level[tick] = (struct builder_level){0};
	}
}

void builder_beam_clear(struct builder *builder)
{
	struct builder_beam *beam = &builder->beam;

	clear_levels(builder);
	mem_free(beam->level);
	mem_free(beam->path);
	mem_free(beam->node);
	mem_free(beam->sent);
}

/* -- from node to node */

/* Repeats the sends that lead to the node from that before it. */
static void repeat_node(struct builder *builder, uint32_t at)
{
	const struct builder_beam *beam = &builder->beam;
	const struct builder_node *node = &beam->node[at];

	for (int i = 0; i < node->sends; i++) {
		const struct builder_sent *sent =
			&beam->sent[node->first + (size_t)i];

		builder_send(builder,
			&(struct builder_send){
				.send = {.from = sent->from,
					.to = sent->to,
					.message = sent->message},
				.tick = beam->node[node->before].tick});
	}
}

/* Goes to the node: from the state's path it keeps what both have. */
static void go_to_node(struct builder *builder, uint32_t at)
{
	struct builder_beam *beam = &builder->beam;
	int tick = beam->node[at].tick, depth = 0, same;
	size_t sends = 0;

	for (uint32_t i = at; i > 0; i = beam->node[i].before)
		depth++;
	for (same = depth;
		same > 0 && (same > beam->depth || beam->path[same - 1] != at);
		same--) {
		beam->path[same - 1] = at;
		at = beam->node[at].before;
	}
	for (int i = 0; i < same; i++)
		sends += (size_t)beam->node[beam->path[i]].sends;
	builder->work += (builder->sends - sends) / 4 + (uint64_t)depth;
	builder_take_back(builder, sends);
	for (int i = same; i < depth; i++)
		repeat_node(builder, beam->path[i]);
	beam->depth = depth;
	builder_go_to_tick(builder, tick);
}

/* -- what a state is worth */

/* How much later than now a tick is. */
static uint64_t find_wait(const struct fractional_state *state, int tick)
{
	return tick > state->tick ? (uint64_t)(tick - state->tick) : 0;
}

/* Of processor p: when it is free, and when it has which items. */
static uint64_t processor_hash(const struct builder *builder, int p)
{
	const struct fractional_state *state = &builder->state;
	const struct fractional_processor *processor = &state->processor[p];
	uint64_t sum =
		random_mix(find_wait(state, processor->sends_from) << 32 |
			   (uint64_t)(p == 0) << 31 |
			   find_wait(state, processor->receives_from));

	for (uint64_t has = builder->has[p]; has != 0; has &= has - 1) {
		int i = builder->item[bits_lowest(has)].message;
		uint64_t wait = find_wait(state, fractional_since(state, p, i));

		sum += random_mix((uint64_t)(i + 1) << 32 | wait);
	}
	return random_mix(sum);
}

static uint64_t find_hash(const struct builder *builder)
{
	uint64_t hash = 0;

	for (int p = 0; p < builder->state.n; p++)
		hash += processor_hash(builder, p);
	return hash;
}

/* The ticks that receiver p has to spare. */
static int find_spare(const struct fractional_state *state, int p)
{
	const struct fractional_processor *processor = &state->processor[p];
	int spare = state->last - state->tick;

	if (processor->lacks > 0)
		spare -= (int)find_wait(state, processor->receives_from) +
			 (processor->lacks - 1) * state->costs.receive;
	return spare;
}

/* In half ticks. */
static int64_t find_worth(struct builder *builder)
{
	const struct fractional_state *state = &builder->state;
	uint32_t noise = random_below(
		&builder->random, 2 * NOISY * (uint32_t)state->unit);
	int64_t spare = 0;

	if (builder_is_late(builder))
		return worthless;
	for (int p = 1; p < state->n; p++)
		spare += find_spare(state, p);
	builder->work += (uint64_t)state->n * 8;
	if (fractional_is_hopeless(state))
		return worthless;
	return 2 * spare + (int64_t)state->unit * builder_flow_find(builder) +
	       noise;
}

/* -- nodes */

static int has_hash(const struct builder_beam *beam,
	const struct builder_level *level, uint64_t hash)
{
	for (uint32_t i = 0; i < level->nodes; i++)
		if (beam->node[level->node[i]].hash == hash)
			return 1;
	return 0;
}

/* The place for a node of that worth: a new one or, if the level is full, that
 * of the worst; NULL if it is no better. */
static uint32_t *place_node(const struct builder_beam *beam,
	struct builder_level *level, int64_t worth)
{
	uint32_t *place = NULL;

	if (!level->node)
		level->node = mem_array(beam->width, sizeof *level->node);
	if (level->nodes < beam->width)
		return &level->node[level->nodes++];
	for (uint32_t i = 0; i < level->nodes; i++)
		if (beam->node[level->node[i]].worth < worth) {
			place = &level->node[i];
			worth = beam->node[*place].worth;
		}
	return place;
}

static uint32_t add_node(struct builder_beam *beam, struct builder_node node,
	const struct builder_draw *draw)
{
	node.first = beam->sents;
	node.sends = draw->sends;
	for (int i = 0; i < draw->sends; i++) {
		const struct fractional_send *send = &draw->send[i].send;

		beam->sent = mem_grow(beam->sent, &beam->sent_room, beam->sents,
			sizeof *beam->sent);
		beam->sent[beam->sents++] =
			(struct builder_sent){(uint16_t)send->from,
				(uint16_t)send->to, (uint16_t)send->message};
	}
	beam->node = mem_grow(
		beam->node, &beam->node_room, beam->nodes, sizeof *beam->node);
	beam->node[beam->nodes] = node;
	return (uint32_t)beam->nodes++;
}

/* Keeps the state, to which the draw led from `before', if it is worth it. */
static void keep(struct builder *builder, uint32_t before,
	const struct builder_draw *draw)
{
	struct builder_beam *beam = &builder->beam;
	struct builder_level *level = &beam->level[builder->state.tick];
	struct builder_node node = {
		.before = before, .tick = builder->state.tick};
	uint32_t *place;

	if (!builder_list(builder))
		return;
	builder->work += level->nodes / 8;
	node.hash = find_hash(builder);
	if (has_hash(beam, level, node.hash))
		return;
	node.worth = find_worth(builder);
	if (node.worth == worthless)
		return;
	place = place_node(beam, level, node.worth);
	if (place)
		*place = add_node(beam, node, draw);
}

/* -- beams */

void builder_beam_begin(struct builder *builder)
{
	static const struct builder_draw none = {0};
	struct builder_beam *beam = &builder->beam;

	clear_levels(builder);
	builder_take_back(builder, 0);
	builder_go_to_tick(builder, 0);
	beam->width = beam->width > 0 ? 2 * beam->width : WIDTH;
	if (beam->width > beam->most)
		beam->width = beam->most;
	beam->nodes = 0;
	beam->sents = 0;
	beam->tick = beam->depth = 0;
	beam->next = 0;
	*place_node(beam, &beam->level[0], 0) =
		add_node(beam, (struct builder_node){0}, &none);
	builder->work += (uint64_t)builder->state.ticks;
}

/* Carries the draw out and keeps the state to which that leads; whether it is
 * the end. */
static int try_draw(
	struct builder *builder, uint32_t at, const struct builder_draw *draw)
{
	struct fractional_state *state = &builder->state;
	int tick = state->tick;
	size_t sends = builder->sends;

	builder_carry_out(builder, draw);
	if (state->lacks == 0)
		return 1;
	builder_pass_tick(builder);
	if (state->tick <= state->last)
		keep(builder, at, draw);
	builder_take_back(builder, sends);
	builder_go_to_tick(builder, tick);
	return 0;
}

/* Whether a node is left to go on from, the next one of its level. */
static int has_next(struct builder *builder)
{
	struct builder_beam *beam = &builder->beam;

	while (beam->tick <= builder->state.last &&
		beam->next == beam->level[beam->tick].nodes) {
		beam->tick++;
		beam->next = 0;
	}
	return beam->tick <= builder->state.last;
}

enum builder_result builder_beam_advance(struct builder *builder)
{
	struct builder_beam *beam = &builder->beam;
	uint32_t at;
	int draws;

	if (!has_next(builder))
		return BUILDER_ENDED;
	at = beam->level[beam->tick].node[beam->next++];
	go_to_node(builder, at);
	if (!builder_prepare(builder))
		return BUILDER_GOING;
	draws = builder->receivers > 0 && builder->senders > 0 ? BUILDER_DRAWS
							       : 1;
	builder->noise = BUILDER_NOISE;
	for (int i = 0; i < draws; i++) {
		builder_draw(builder, &builder->draw[i], i > 0 ? WAITS : 0);
		builder->noise = BUILDER_NOISE + random_below(&builder->random,
							 BUILDER_MORE_NOISE);
	}
	for (int i = 0; i < draws; i++)
		if (try_draw(builder, at, &builder->draw[i]))
			return BUILDER_FOUND;
	return BUILDER_GOING;
}
