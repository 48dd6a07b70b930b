/*
 * Runs and their rows of leaves are two arrays that grow together.  A split
 * appends the new run, so indices stay valid.  Below: how many balls each group
 * has.
 */
#include "model/cyclic/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

void cyclic_runs_init(struct cyclic_runs *runs, size_t kinds)
{
	*runs = (struct cyclic_runs){.kinds = kinds};
}

void cyclic_runs_clear(struct cyclic_runs *runs)
{
	mem_free(runs->run);
	mem_free(runs->leaves);
	*runs = (struct cyclic_runs){0};
}

uint32_t *cyclic_runs_leaves(const struct cyclic_runs *runs, size_t i)
{
	return &runs->leaves[i * runs->kinds];
}

static void grow_runs(struct cyclic_runs *runs)
{
	size_t room = runs->room;

	runs->run = mem_grow(runs->run, &room, runs->count, sizeof *runs->run);
	runs->leaves = mem_grow(runs->leaves, &runs->room, runs->count,
		runs->kinds * sizeof *runs->leaves);
}

void cyclic_runs_add(struct cyclic_runs *runs, uint64_t o, uint64_t count,
	uint64_t size, int64_t balls)
{
	if (count == 0)
		return;
	grow_runs(runs);
	memset(cyclic_runs_leaves(runs, runs->count), 0,
		runs->kinds * sizeof *runs->leaves);
	runs->run[runs->count++] = (struct cyclic_run){o, count, size, balls};
}

void cyclic_runs_split(struct cyclic_runs *runs, size_t i, uint64_t count)
{
	size_t last = runs->count;

	if (count == runs->run[i].count)
		return;
	grow_runs(runs);
	runs->run[last] = runs->run[i];
	runs->run[last].count -= count;
	runs->run[i].count = count;
	memcpy(cyclic_runs_leaves(runs, last), cyclic_runs_leaves(runs, i),
		runs->kinds * sizeof *runs->leaves);
	runs->count++;
}

void cyclic_runs_copy(struct cyclic_runs *copy, const struct cyclic_runs *runs)
{
	*copy = *runs;
	copy->room = runs->count + 1;
	copy->run = mem_array(copy->room, sizeof *copy->run);
	copy->leaves =
		mem_array(copy->room * runs->kinds, sizeof *copy->leaves);
	if (runs->count == 0)
		return;
	memcpy(copy->run, runs->run, runs->count * sizeof *copy->run);
	memcpy(copy->leaves, runs->leaves,
		runs->count * runs->kinds * sizeof *copy->leaves);
}

struct run_place {
	uint64_t o, index;
};

static int compare_run_places(const void *x, const void *y)
{
	const struct run_place *a = x, *b = y;

	return number_compare_next(
		number_compare_u64(a->o, b->o), a->index, b->index);
}

size_t *cyclic_runs_order(const struct cyclic_runs *runs)
{
	struct run_place *place = mem_array(runs->count + 1, sizeof *place);
	size_t *order = mem_array(runs->count + 1, sizeof *order);

	for (size_t i = 0; i < runs->count; i++)
		place[i] = (struct run_place){runs->run[i].o, i};
	qsort(place, runs->count, sizeof *place, compare_run_places);
	for (size_t i = 0; i < runs->count; i++)
		order[i] = (size_t)place[i].index;
	mem_free(place);
	return order;
}

void cyclic_plan_clear(struct cyclic_plan *plan)
{
	for (uint32_t k = 0; k < PERIODIC_CLASSES; k++)
		cyclic_runs_clear(&plan->runs[k]);
	cyclic_classes_clear(&plan->classes);
}

/*
 * -- Balls.  The sum of bG over all groups must be the sum of the heights.
 * First every group gets its least b.  A group of size G with one ball more
 * adds G to the sum: what is missing is made up of group sizes, from the
 * largest down; each size makes up for what the larger ones could not, and the
 * smallest sizes make it exact.
 *
 * Example: two groups of 3 and two of 2 are 5 short.  Groups of 3 should get
 * 5·6/10 of it, which is a ball for one of them, and groups of 2 the other 2.
 */

int64_t cyclic_height(
	const struct cyclic_hand *hand, const struct cyclic_run *run)
{
	return (int64_t)hand->last - (int64_t)run->o;
}

struct balls {
	struct cyclic_runs *runs;
	const struct cyclic_hand *hand;
	int64_t low;	   /* the least b of groups of two or more */
	int64_t rest;	   /* what is missing from the sum */
	uint64_t members;  /* of groups of two or more */
	uint64_t sizes;	   /* all sizes are below this */
	uint64_t *of_size; /* how many groups of each size, from 2, there are */
	uint64_t *more;	   /* how many more balls these get */
};

/* The sum of the heights of all nodes. */
static int64_t sum_heights(
	const struct cyclic_runs *runs, const struct cyclic_hand *hand)
{
	int64_t sum = 0;

	for (size_t kind = 0; kind < hand->kinds; kind++)
		sum += ((int64_t)kind - 1) * (int64_t)hand->leaf[kind];
	for (size_t i = 0; i < runs->count; i++)
		sum += cyclic_height(hand, &runs->run[i]) *
		       (int64_t)runs->run[i].count;
	return sum;
}

static uint64_t count_members(const struct cyclic_runs *runs)
{
	uint64_t members = 0;

	for (size_t i = 0; i < runs->count; i++)
		members += runs->run[i].size * runs->run[i].count;
	return members;
}

/* Gives every group its least b: low, or more if its own node is that high. */
static void give_least(struct balls *balls)
{
	for (size_t i = 0; i < balls->runs->count; i++) {
		struct cyclic_run *run = &balls->runs->run[i];
		int64_t size = (int64_t)run->size;
		int64_t height = cyclic_height(balls->hand, run);
		int64_t b = (height + size - 1) / size;

		if (size > 1 && b < balls->low)
			b = balls->low;
		run->balls = b;
		balls->rest -= b * size * (int64_t)run->count;
		if (size == 1)
			continue;
		balls->members += run->size * run->count;
		balls->of_size[size] += run->count;
	}
}

/* Gives a ball to one group whose size is larger by rest than that of another,
 * which loses one; returns 0 if there is no such pair. */
static int exchange(struct balls *balls, uint64_t rest)
{
	for (uint64_t size = 2; size + rest < balls->sizes; size++)
		if (balls->more[size] > 0 && balls->of_size[size + rest] > 0) {
			balls->more[size]--;
			balls->more[size + rest]++;
			return 1;
		}
	return 0;
}

/* Shares the rest out among the sizes, from the largest down; each takes its
 * part of what is left, rounded to the nearest ball, or down.  Returns 0 if it
 * does not come out. */
static int share(struct balls *balls, int is_nearest)
{
	uint64_t rest = (uint64_t)balls->rest, members = balls->members;

	for (uint64_t size = balls->sizes; members > 0 && size-- > 2;) {
		uint64_t groups = balls->of_size[size], more;

		if (groups == 0)
			continue;
		more = rest * groups + (is_nearest ? members / 2 : 0);
		more = least_u64(more / members, rest / size);
		balls->more[size] = more;
		rest -= size * more;
		members -= size * groups;
	}
	return rest == 0 || exchange(balls, rest);
}

/* Gives the groups of each size the balls found for it, spread evenly over its
 * runs. */
static void give_more(struct balls *balls)
{
	struct cyclic_runs *runs = balls->runs;
	uint64_t *seen = mem_array((size_t)balls->sizes, sizeof *seen);
	size_t count = runs->count;

	for (size_t i = 0; i < count; i++) {
		uint64_t size = runs->run[i].size, groups = runs->run[i].count;
		uint64_t of = balls->of_size[size], more;

		if (size == 1)
			continue;
		more = seen[size] * balls->more[size] / of;
		seen[size] += groups;
		more = seen[size] * balls->more[size] / of - more;
		runs->run[i].balls += (int64_t)(more / groups);
		if (more % groups == 0)
			continue;
		cyclic_runs_split(runs, i, more % groups);
		runs->run[i].balls++;
	}
	mem_free(seen);
}

/* Chooses the lowest leaf of height low or more for the pure receiver; returns
 * 0 if there is none. */
static int choose_pure(struct cyclic_hand *hand, int64_t low)
{
	size_t kind = low > 0 ? (size_t)low + 1 : 1;

	while (kind < hand->kinds && hand->leaf[kind] == 0)
		kind++;
	hand->pure = kind;
	return kind < hand->kinds;
}

static int give_balls(struct balls *balls)
{
	give_least(balls);
	if (balls->rest < 0 || (!share(balls, 1) && !share(balls, 0)))
		return 0;
	give_more(balls);
	return 1;
}

int cyclic_balls(
	struct cyclic_runs *runs, struct cyclic_hand *hand, uint64_t extra)
{
	struct balls balls = {.runs = runs, .hand = hand, .sizes = 4};
	uint64_t members = count_members(runs) + (uint64_t)hand->has_slack;
	int is_found;

	balls.rest = sum_heights(runs, hand);
	if (members == 0 || balls.rest < 0)
		return 0;
	balls.low = balls.rest / (int64_t)members - (int64_t)extra;
	if (hand->has_slack && !choose_pure(hand, balls.low))
		return 0;
	if (hand->has_slack)
		balls.rest -= (int64_t)hand->pure - 1;
	for (size_t i = 0; i < runs->count; i++)
		if (runs->run[i].size >= balls.sizes)
			balls.sizes = runs->run[i].size + 1;
	balls.of_size =
		mem_array((size_t)balls.sizes, 2 * sizeof *balls.of_size);
	balls.more = balls.of_size + balls.sizes;
	is_found = give_balls(&balls);
	mem_free(balls.of_size);
	return is_found;
}
