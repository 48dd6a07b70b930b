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
#include "model/continuous/arrange.h"
#include "model/continuous/latency_two_plan.h"

struct two_builder {
	const struct two_plan *plan;
	struct periodic_groups *groups;
	struct periodic_edge *role; /* receivers, by offset */
	uint32_t next[TWO_OFFSETS]; /* the first not taken */
	uint32_t blocks, pairs;	    /* made so far; still to be placed */
	uint32_t unused;	    /* the edge to nobody, if there is one */
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
	const struct periodic_block *group, uint32_t c)
{
	builder->role[builder->next[offset]++] =
		(struct periodic_edge){group->edge + 1, group->size, c};
}

/* The leaves of a group, so many of them beside its pairs. */
static void add_leaves(struct two_builder *builder,
	const struct periodic_block *group, uint32_t beside)
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
 * of its last sends; idle: with a processor more than it sends, and an edge to
 * nobody. */
static void add_group(struct two_builder *builder, uint32_t offset,
	uint32_t first, uint32_t last, uint32_t idle)
{
	uint32_t sends = builder->plan->steps - 2 - offset - first - last;
	struct periodic_block *group =
		&builder->groups->block[builder->blocks++];

	*group = (struct periodic_block){.start = 2 + (uint64_t)offset + first,
		.edge = builder->groups->edges,
		.size = sends + idle,
		.count = 1};
	builder->groups->edges += sends + idle;
	if (idle)
		builder->unused = builder->groups->edges - 1;
	add_role(builder, offset, group, 0);
	add_leaves(builder, group, idle ? sends : first + last);
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

/* The groups in the order in which they start to send. */
static void add_groups(struct two_builder *builder)
{
	const struct two_plan *plan = builder->plan;

	for (uint32_t offset = 0; offset + 2 < plan->steps; offset++) {
		uint32_t first = plan->first[offset];
		uint32_t is_idle = offset == plan->idle;

		for (uint32_t i = 0; offset > 0 && i < plan->first[offset - 1];
			i++)
			add_group(builder, offset - 1, 1, 0, 0);
		if (is_idle)
			add_group(builder, offset, 0, 0, 1);
		for (uint32_t i = first; i + is_idle < plan->inner[offset]; i++)
			add_group(builder, offset, 0,
				count_last(plan, offset, i), 0);
	}
}

/* If no group is idle, one processor only receives. */
static void add_pure(struct two_builder *builder)
{
	const struct periodic_block pure = {
		.edge = builder->groups->edges, .size = 1};

	if (builder->plan->idle == builder->plan->steps)
		add_role(builder, builder->plan->steps - 2, &pure, 0);
}

/* Gives each send a receiver two offsets later. */
static void join(struct two_builder *builder)
{
	struct periodic_groups *groups = builder->groups;

	start_roles(builder);
	groups->edge[groups->edges] = builder->role[builder->next[0]++];
	for (uint32_t g = 0; g < builder->blocks; g++) {
		const struct periodic_block *group = &groups->block[g];

		for (uint32_t i = 0; i < group->size; i++)
			if (group->edge + i != builder->unused)
				groups->edge[group->edge + i] =
					builder->role
						[builder->next[group->start +
							       i]++];
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
	struct periodic_groups groups;
	struct two_builder builder = {
		.plan = &plan, .groups = &groups, .unused = UINT32_MAX};

	if (steps < 3 || steps > TWO_OFFSETS ||
		!continuous_two_plan(&plan, nodes, steps))
		return NULL;
	builder.pairs = plan.pairs;
	builder.role = mem_array(nodes, sizeof *builder.role);
	continuous_groups_init(&groups, header, count_inner(&plan));
	start_roles(&builder);
	add_groups(&builder);
	add_pure(&builder);
	assert(builder.pairs == 0 &&
		builder.blocks == groups.from[PERIODIC_CLASSES]);
	join(&builder);
	mem_free(builder.role);
	return continuous_groups_open(
		&groups, header, header->messages + steps);
}
