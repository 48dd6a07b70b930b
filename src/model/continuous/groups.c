/*
 * Step by step, and within a step group by group, in the order of their
 * processors.  A group sends from when its first member gets item 1 until its
 * last one is done with item m; in between all its members send in every step,
 * except around the first and the last items.
 *
 * The receiver of an edge of the tree moves on by one from an item to the next.
 * The senders of a group are in order if their items are taken from the first
 * after a multiple of G on, and then the earlier ones.
 */
#include "model/continuous/groups.h"

#include <stdlib.h>

#include "base/mem.h"

enum { ROWS = 256 };

struct groups {
	struct schedule schedule;
	struct continuous_arrangement all;

	uint32_t *coming; /* groups by start */
	uint32_t started; /* how many of these have begun */
	uint32_t *active; /* groups now sending, in order */
	uint32_t actives;

	uint64_t tick;
	int source_next; /* the source is the next to send */
	uint32_t next;	 /* then this of the active ones */
	const struct continuous_group *from; /* a group not done yet, and */
	uint64_t item, low, high; /* its next item, between low and high */
	uint64_t left;		  /* how many of them */

	struct transmission row[ROWS];
};

struct start {
	uint64_t start;
	uint32_t group;
};

static int compare_starts(const void *x, const void *y)
{
	const struct start *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->group > b->group) - (a->group < b->group);
}

static void order_starts(struct groups *groups)
{
	struct start *start =
		mem_array(groups->all.count + (size_t)1, sizeof *start);

	groups->coming = mem_array(
		groups->all.count + (size_t)1, sizeof *groups->coming);
	for (uint32_t g = 0; g < groups->all.count; g++)
		start[g] = (struct start){groups->all.group[g].start, g};
	qsort(start, groups->all.count, sizeof *start, compare_starts);
	for (uint32_t g = 0; g < groups->all.count; g++)
		groups->coming[g] = start[g].group;
	mem_free(start);
}

/* Inserts the groups that begin now among those that send. */
static void begin_groups(struct groups *groups)
{
	uint32_t first = groups->started, to, old = groups->actives;

	while (groups->started < groups->all.count &&
		groups->all.group[groups->coming[groups->started]].start ==
			groups->tick)
		groups->started++;
	to = groups->actives += groups->started - first;
	for (uint32_t i = groups->started; i > first; to--)
		if (old > 0 && groups->active[old - 1] > groups->coming[i - 1])
			groups->active[to - 1] = groups->active[--old];
		else
			groups->active[to - 1] = groups->coming[--i];
}

/* Removes the groups that have sent their last item. */
static void end_groups(struct groups *groups)
{
	uint64_t m = groups->schedule.header.messages;
	uint32_t left = 0;

	for (uint32_t i = 0; i < groups->actives; i++) {
		const struct continuous_group *group =
			&groups->all.group[groups->active[i]];

		if (groups->tick - group->start <= m + group->sends - 2)
			groups->active[left++] = groups->active[i];
	}
	groups->actives = left;
}

/* Moves to the present tick or, if nothing is sent at it, to the next at which
 * something is. Returns 0 at the end. */
static int begin_tick(struct groups *groups)
{
	uint64_t m = groups->schedule.header.messages;

	if (groups->tick >= m) {
		end_groups(groups);
		if (groups->actives == 0) {
			if (groups->started == groups->all.count)
				return 0;
			groups->tick =
				groups->all
					.group[groups->coming[groups->started]]
					.start;
		}
	}
	begin_groups(groups);
	groups->source_next = groups->tick < m;
	groups->next = 0;
	return 1;
}

/* Finds the items that a group sends at the present tick. */
static void begin_group(struct groups *groups, struct continuous_group *group)
{
	uint64_t m = groups->schedule.header.messages;
	uint64_t newest = groups->tick - group->start + 1;

	groups->high = newest < m ? newest : m;
	groups->low = newest > group->sends ? newest - group->sends + 1 : 1;
	if (groups->high > group->block + group->size)
		group->block += group->size;
	groups->item =
		groups->low > group->block ? groups->low : group->block + 1;
	groups->left = groups->high - groups->low + 1;
	groups->from = group;
}

static void step_edge(struct continuous_edge *edge)
{
	if (++edge->at == edge->size)
		edge->at = 0;
}

/* Rows of the present group, up to its highest item, while there is room. */
static struct transmission *put_run(
	struct groups *groups, struct transmission *row)
{
	const struct continuous_group *group = groups->from;
	uint64_t tick = groups->tick, item = groups->item;
	uint64_t run = (uint64_t)(groups->row + ROWS - row);
	uint64_t from = group->edge + item - group->block;
	struct continuous_edge *edge =
		&groups->all.edge[group->edge + tick - group->start + 1 - item];

	if (item <= group->block)
		from += group->size;
	if (run > groups->left)
		run = groups->left;
	if (run > groups->high - item + 1)
		run = groups->high - item + 1;
	groups->left -= run;
	groups->item += run;
	if (groups->item > groups->high)
		groups->item = groups->low;
	for (; run > 0; run--, row++, edge--) {
		row->tick = tick;
		row->from = from++;
		row->to = (uint64_t)edge->base + edge->at;
		row->message = item++;
		step_edge(edge);
	}
	return row;
}

static struct transmission *put_source(
	struct groups *groups, struct transmission *row)
{
	row->tick = groups->tick;
	row->from = 0;
	row->to = (uint64_t)groups->all.source.base + groups->all.source.at;
	row->message = groups->tick + 1;
	step_edge(&groups->all.source);
	groups->source_next = 0;
	return row + 1;
}

static enum status groups_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct groups *groups = (struct groups *)schedule;
	struct transmission *row = groups->row;
	int more = 1;

	(void)err;
	while (more && row < groups->row + ROWS) {
		if (groups->source_next) {
			row = put_source(groups, row);
		} else if (groups->left > 0) {
			row = put_run(groups, row);
		} else if (groups->next < groups->actives) {
			begin_group(groups,
				&groups->all.group
					 [groups->active[groups->next++]]);
		} else {
			groups->tick++;
			more = begin_tick(groups);
		}
	}
	*rows = groups->row;
	*count = (size_t)(row - groups->row);
	return STATUS_OK;
}

static void groups_close(struct schedule *schedule)
{
	struct groups *groups = (struct groups *)schedule;

	continuous_arrangement_clear(&groups->all);
	mem_free(groups->coming);
	mem_free(groups->active);
	mem_free(groups);
}

static const struct schedule_ops ops = {groups_next, groups_close};

struct schedule *continuous_groups_open(const struct schedule_header *header,
	const struct continuous_arrangement *all)
{
	struct groups *groups = mem_array(1, sizeof *groups);

	groups->schedule.header = *header;
	groups->schedule.ops = &ops;
	groups->all = *all;
	groups->schedule.header.finish = groups->all.finish;
	groups->active = mem_array(
		groups->all.count + (size_t)1, sizeof *groups->active);
	order_starts(groups);
	begin_tick(groups);
	return &groups->schedule;
}
