/*
 * Every group has one inner node, which sends in G consecutive steps, and G - 1
 * leaves.  Let B be the number of offsets; count offsets from B - 2, so that
 * leaves are at 1, at 0 or, their only send being omitted, at -1; a node at -c
 * could send c times and sends G = c - j times.  With j leaves at 1, any number
 * of pairs 1 and -1, and all other leaves at 0, the offsets sum to -G, and
 * nothing need wait.  One group, the idle one, has a processor more than its
 * node has children: V of them, V - 1 leaves at 1, and a node at 1 - V.
 *
 * Example: 28 nodes, B = 9.  Here with offsets from 0, the groups are
 *	0; 8 8 8 8 8 8 8   the root's, idle, V = 8
 *	2; 6 8 7 7	   one of the four at 6 omits its only send
 *	3; 8 7		   3 and
 *	4; 8		   one of the two at 4 omit their first send, j = 1
 *	4; 7 7   5; 7   5; 7   6   6   6
 *
 * In a tree of offsets below B let m of the f_B nodes be missing, F = f_(B-2).
 * A first send omitted at -c removes f_c nodes, f_(c-2) of them at 1; a last
 * one, a node at 1.  Let K nodes omit their first send, a be the c of each, x
 * nodes their last send, and z, 0 or 1, the last but one as well.  Then the
 * nodes are as many as wanted, and the offsets sum to what the groups need, if
 *	T = 2m - F - 1 + V = sum (f_(a+1) - 1) + z,   x = m - sum f_a - z;
 * and leaves find room if x + K + z, the number of pairs and of all j, is at
 * most the sum of floor((c-1)/2) over the nodes that are not idle.
 *   T is made up from the greatest a on, each once but 3 as often as it takes.
 * In the example m = 6, F = 13, T = 6 = 4 + 2: a is 4 and 3, and x is 1.
 *
 * Theorem.  For every number N of nodes but 1, 2, 3, 5, 6 and 8, for which
 * there are other schedules, there is a plan with B = B(N,2) steps, unless
 * that is refuted (least_delay.c), and with one step more if it is.
 *   For N <= 144 this was computed.  For more, let B be the number of steps
 * wanted, so B >= 13, and V = B - 1, so that the root is idle.  Not refuted
 * means T >= 0.  T <= f_(B-1), as m < F or, if B(N,2) is refuted,
 * 2m <= 2F + f_(B-3) - B + 2.
 *   T is made up: the root sends in every step, so there are nodes with every
 * c from 3 to B - 4.  The sum of f_(a+1) - 1 for a from 3 to c being
 * f_(c+3) - c - 3, at most B more than that is left of T before c: for B - 4
 * by the bound on T, then for each c as for c + 1.  Before 3 at most B + 2 is
 * left, and there are f_(B-6) - sum f_(a-6) >= f_(B-7) > B/2 nodes with c = 3.
 * (What a removes has f_(a-3-c) nodes with c, where f_(-1) = 1.)
 *   In what follows sums over a > 3 are at most those over 4 .. B-4; 3 comes
 * k <= B/2 + 1 times, so K <= B - 7 + k.
 *   x is not negative: 2x = F - B + 2 - K - z - sum f_(a-2)
 * >= F - f_(B-4) - 3B + 8 = f_(B-3) - 3B + 8.
 *   There is room: all nodes but the root have f_(B-3) - B/2 or more, what a
 * removes has at most f_(a-3).  So it suffices that K + z + 2 + the sum of
 * f_(a-5), or -1 for a = 3, is at most f_(B-5); it is at most f_(B-7) + B - 4.
 *   Nodes with c >= 3 must omit their last send where those with c = 1, which
 * are f_(B-4) - sum f_(a-4), do not suffice.  There are f_(B-4) - 1 -
 * sum f_(a-4), K of them taken, and both together suffice in the same way, as
 * B - 3 <= f_(B-5) + f_(B-7).  At least f_(B-7) - B + 8 have c >= 5, for z.
 */
#include "model/continuous/tree.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* A plan in the making. */
struct two_making {
	struct two_plan *plan;
	uint64_t sum;	/* what is left of T; in the end z */
	int64_t lost;	/* nodes still to be removed; in the end x + z */
	uint64_t wider; /* nodes that omit their first send, K */
};

uint64_t continuous_two_reach(uint32_t i)
{
	uint64_t f = 0, next = 1;

	for (; i > 0; i--) {
		uint64_t sum = f + next;

		f = next;
		next = sum;
	}
	return f;
}

/* How often a node at that offset could send. */
static uint32_t get_sends(const struct two_plan *plan, uint32_t offset)
{
	return offset + 2 < plan->steps ? plan->steps - 2 - offset : 0;
}

/* The number of nodes at that offset whose groups are not idle. */
static uint32_t get_others(const struct two_plan *plan, uint32_t offset)
{
	return plan->nodes[offset] - (offset == plan->idle);
}

/* Has as many nodes at the offset omit their first send as fit into the sum. */
static void omit_first(struct two_making *making, uint32_t offset)
{
	struct two_plan *plan = making->plan;
	uint32_t c = get_sends(plan, offset);
	uint64_t one = continuous_two_reach(c + 1) - 1;
	uint64_t most = c > 3 ? 1 : plan->nodes[offset], count;

	if (c < 3 || offset < 2 || get_others(plan, offset) == 0)
		return;
	if (most > get_others(plan, offset))
		most = get_others(plan, offset);
	count = making->sum / one < most ? making->sum / one : most;
	plan->first[offset] = (uint32_t)count;
	making->sum -= count * one;
	making->lost -= (int64_t)(count * continuous_two_reach(c));
	making->wider += count;
}

/* Chooses who omits first sends, and counts the nodes by offset, at the last
 * two offsets as if no last sends were omitted.  Returns 0 if T is not made up.
 */
static int count_nodes(struct two_making *making)
{
	struct two_plan *plan = making->plan;
	uint32_t holders = 0;

	plan->nodes[0] = 1;
	for (uint32_t offset = 0; offset + 2 < plan->steps; offset++) {
		if (plan->nodes[offset] == 0 && offset == plan->idle)
			return 0;
		omit_first(making, offset);
		holders += plan->nodes[offset];
		plan->nodes[offset + 2] = holders - plan->first[offset];
	}
	return making->sum <= 1;
}

/* Has so many nodes that could send three times or more omit their last send;
 * returns 0 if there are not enough. */
static int omit_last(struct two_plan *plan, uint64_t count)
{
	for (uint32_t offset = plan->steps - 2; offset-- > 0 && count > 0;) {
		uint64_t able = get_others(plan, offset) - plan->first[offset] -
				plan->last[offset];

		if (get_sends(plan, offset) < 3)
			continue;
		if (able > count)
			able = count;
		plan->last[offset] += (uint32_t)able;
		count -= able;
	}
	return count == 0;
}

/* Has a node that could send five times or more omit its last two sends;
 * returns 0 if there is none. */
static int omit_twice(struct two_plan *plan)
{
	for (uint32_t offset = plan->steps - 2; offset-- > 0;)
		if (get_sends(plan, offset) >= 5 &&
			get_others(plan, offset) > plan->first[offset]) {
			plan->twice = offset;
			plan->last[offset] = 1;
			return 1;
		}
	return 0;
}

/* Whether the groups have room for so many pairs and leaves beside them. */
static int has_room(const struct two_plan *plan, uint64_t count)
{
	uint64_t room = 0;

	for (uint32_t offset = 0; offset + 5 <= plan->steps; offset++)
		room += (uint64_t)get_others(plan, offset) *
			((get_sends(plan, offset) - 1) / 2);
	return count <= room;
}

/* Decides who omits last sends; returns 0 if that is not possible. */
static int finish_plan(struct two_making *making)
{
	struct two_plan *plan = making->plan;
	uint32_t B = plan->steps;
	uint64_t z = making->sum, x, single = get_others(plan, B - 3);

	if (making->lost < (int64_t)z)
		return 0;
	x = (uint64_t)making->lost - z;
	if (plan->nodes[B - 2] < z + (plan->idle == B) ||
		plan->nodes[B - 1] < x ||
		!has_room(plan, x + making->wider + z))
		return 0;
	plan->nodes[B - 2] -= (uint32_t)z;
	plan->nodes[B - 1] -= (uint32_t)x;
	if (single > x)
		single = x;
	if (z > 0 && single == x && x > 0)
		single--;
	if (z > x || (z > 0 && !omit_twice(plan)) ||
		!omit_last(plan, x - single - z))
		return 0;
	plan->pairs = (uint32_t)single;
	memcpy(plan->inner, plan->nodes, (B - 2) * sizeof *plan->inner);
	plan->inner[B - 3] -= plan->pairs;
	return 1;
}

int continuous_two_plan(struct two_plan *plan, uint32_t nodes, uint32_t steps)
{
	uint64_t missing = continuous_two_reach(steps) - nodes;

	for (uint32_t size = steps - 1; size > 0; size--) {
		struct two_making making = {.plan = plan};
		uint64_t more = 2 * missing + size, full;

		*plan = (struct two_plan){.steps = steps, .twice = steps};
		plan->idle = size > 1 ? steps - 1 - size : steps;
		full = continuous_two_reach(steps - 2) + 1;
		if (more < full)
			return 0;
		making.sum = more - full;
		making.lost = (int64_t)missing;
		if (count_nodes(&making) && finish_plan(&making))
			return 1;
	}
	return 0;
}

/*
 * -- From the plan to the groups.  In a group of G processors the one that gets
 * item i for the inner node is number i - 1 mod G; each leaf has its own number
 * c, 1 .. G-1, and its item i goes to number i - 1 + c.  No two items arrive at
 * a processor at a time if the values offset - c differ mod G.  They do, with
 * offsets counted from steps - 2 as in the plan.  The inner node, at -(G + j),
 * has -j; the leaves at 1 with c = 1 .. j have 1 - c = 0, -1, .., 1 - j.  A
 * pair, 1 with c = u + 1 and -1 with c = u, has -u and -u - 1, just what two
 * leaves at 0 would have; all other leaves, at 0, have -c.  In the idle group,
 * of V, all are at 1 mod V.  Which of the nodes two offsets later a node sends
 * to does not matter.
 */

struct two_builder {
	const struct two_plan *plan;
	struct periodic_groups *groups;
	struct periodic_edge *role; /* all nodes' receivers, by offset */
	uint32_t next[TWO_OFFSETS]; /* by offset: the next role to be set, and
				       then to be taken */
	uint32_t blocks, pairs;	    /* made so far; still to be placed */
	uint32_t unused;	    /* the edge to nobody, or UINT32_MAX */
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

/* Adds a group's leaves: so many at offset 1, counted as above; then pairs, as
 * long as there are any; the others at 0. */
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
 * of its last sends; idle: the group has one processor more than the node has
 * children, and an edge to nobody. */
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

/* How many of its last sends the i-th node at this offset omits; the nodes that
 * omit their first send come first. */
static uint32_t count_last(
	const struct two_plan *plan, uint32_t offset, uint32_t i)
{
	uint32_t first = plan->first[offset];

	if (i < first || i - first >= plan->last[offset])
		return 0;
	return i == first && offset == plan->twice ? 2 : 1;
}

/* Adds the groups in the order in which they start to send. */
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

/* Adds the processor that only receives, if no group is idle. */
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
