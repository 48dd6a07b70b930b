/*
 * From the plan to the groups.  In a group of G processors the one that gets
 * item i for its inner node is number i - 1 mod G; a leaf has a number c of its
 * own, 1 .. G-1, and gets item i at i - 1 + c.  Then no two arrive at a time at
 * a processor if the values offset - c differ mod G.  With offsets counted from
 * steps - 2 as in the plan:
 *   The inner node, at -(G + j), has -j; the leaves at 1 with c = 1 .. j have
 * 1 - c = 0, -1, .., 1 - j.  A pair has 1 and -1 with c = u + 1 and u, so -u
 * and -u - 1: they change places; all others, at 0, have their -c.
 *   In the idle group, of V, all are at 1 mod V.
 * Which node sends to which of those two offsets later does not matter.
 */
#include "model/continuous/latency_two.h"

#include <assert.h>

#include "base/mem.h"
#include "model/continuous/groups.h"
#include "model/continuous/latency_two_plan.h"

struct two_builder {
	const struct two_plan *plan;
	struct continuous_arrangement *all;
	struct continuous_edge *role; /* receivers, by offset */
	uint32_t next[TWO_OFFSETS];   /* the first not taken */
	uint32_t edges, pairs;	      /* made so far; still to be placed */
};

static void start_roles(struct two_builder *builder)
{
	uint32_t roles = 0;

	for (uint32_t offset = 0; offset < builder->plan->steps; offset++) {
		builder->next[offset] = roles;
		roles += builder->plan->nodes[offset];
	}
}

static void add_role(struct two_builder *builder, uint32_t offset,
	const struct continuous_group *group, uint32_t c)
{
	builder->role[builder->next[offset]++] =
		(struct continuous_edge){group->edge + 1, group->size, c};
}

/* The leaves of a group, so many of them beside its pairs. */
static void add_leaves(struct two_builder *builder,
	const struct continuous_group *group, uint32_t beside)
{
	uint32_t B = builder->plan->steps, c = 1;

	for (; c <= beside; c++)
		add_role(builder, B - 1, group, c);
	for (; c + 1 < group->size && builder->pairs > 0; c += 2) {
		add_role(builder, B - 3, group, c);
		add_role(builder, B - 1, group, c + 1);
		builder->pairs--;
	}
	for (; c < group->size; c++)
		add_role(builder, B - 2, group, c);
}

/* Adds the group of a node at this offset, which omits so many of its first and
 * of its last sends. */
static void add_group(struct two_builder *builder, uint32_t offset,
	uint32_t first, uint32_t last)
{
	uint32_t sends = builder->plan->steps - 2 - offset - first - last;
	struct continuous_group *group =
		&builder->all->group[builder->all->count++];

	*group = (struct continuous_group){.edge = builder->edges,
		.size = sends,
		.sends = sends,
		.start = 2 + (uint64_t)offset + first};
	builder->edges += sends;
	add_role(builder, offset, group, 0);
	add_leaves(builder, group, first + last);
}

/* How many of its last sends the i-th node at this offset omits; those that
 * omit their first one come first. */
static uint32_t count_last(
	const struct two_plan *plan, uint32_t offset, uint32_t i)
{
	uint32_t first = plan->first[offset];

	if (i < first || i - first >= plan->last[offset])
		return 0;
	return i == first && offset == plan->twice ? 2 : 1;
}

static void add_groups(struct two_builder *builder)
{
	const struct two_plan *plan = builder->plan;

	for (uint32_t offset = 0; offset + 2 < plan->steps; offset++) {
		uint32_t first = plan->first[offset];
		uint32_t others = plan->inner[offset] - (offset == plan->idle);

		for (uint32_t i = 0; i < others; i++)
			add_group(builder, offset, i < first,
				count_last(plan, offset, i));
	}
}

/* Its edges are one less than its processors, so it comes last. */
static void add_idle(struct two_builder *builder)
{
	const struct two_plan *plan = builder->plan;
	struct continuous_group idle = {.edge = builder->edges, .size = 1};

	if (plan->idle == plan->steps) {
		add_role(builder, plan->steps - 2, &idle, 0);
		return;
	}
	idle.sends = plan->steps - 2 - plan->idle;
	idle.size = idle.sends + 1;
	idle.start = 2 + (uint64_t)plan->idle;
	add_role(builder, plan->idle, &idle, 0);
	add_leaves(builder, &idle, idle.sends);
	builder->edges += idle.sends;
	builder->all->group[builder->all->count++] = idle;
}

/* Gives each send a receiver two offsets later. */
static void join(struct two_builder *builder)
{
	struct continuous_arrangement *all = builder->all;

	start_roles(builder);
	all->source = builder->role[builder->next[0]++];
	for (uint32_t g = 0; g < all->count; g++)
		for (uint32_t i = 0; i < all->group[g].sends; i++) {
			uint64_t offset = all->group[g].start + i;

			all->edge[all->group[g].edge + i] =
				builder->role[builder->next[offset]++];
		}
}

static uint32_t count_inner(const struct two_plan *plan)
{
	uint32_t inner = 0;

	for (uint32_t offset = 0; offset < plan->steps; offset++)
		inner += plan->inner[offset];
	return inner;
}

struct schedule *continuous_two_open(
	const struct schedule_header *header, uint32_t nodes, uint32_t steps)
{
	struct two_plan plan;
	struct continuous_arrangement all = {
		.finish = header->messages + steps};
	struct two_builder builder = {.plan = &plan, .all = &all};

	if (steps < 3 || steps > TWO_OFFSETS ||
		!continuous_two_plan(&plan, nodes, steps))
		return NULL;
	builder.pairs = plan.pairs;
	builder.role = mem_array(nodes, sizeof *builder.role);
	all.group =
		mem_array(count_inner(&plan) + (size_t)1, sizeof *all.group);
	all.edge = mem_array(nodes, sizeof *all.edge);
	start_roles(&builder);
	add_groups(&builder);
	add_idle(&builder);
	assert(builder.pairs == 0 && builder.edges == nodes - 1);
	join(&builder);
	mem_free(builder.role);
	return continuous_groups_open(header, &all);
}
