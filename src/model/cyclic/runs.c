/*
 * Two arrays that grow together, of runs and their rows of leaves; a split
 * appends the new run, so indices stay valid.
 */
#include "model/cyclic/runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

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
	runs->run[runs->count] =
		(struct cyclic_run){o, count, size, balls, runs->count};
	runs->count++;
}

void cyclic_runs_split(struct cyclic_runs *runs, size_t i, uint64_t count)
{
	size_t last = runs->count;

	if (count == runs->run[i].count)
		return;
	grow_runs(runs);
	runs->run[last] = runs->run[i];
	runs->run[last].added = last;
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

static int compare_runs(const void *x, const void *y)
{
	const struct cyclic_run *a = x, *b = y;

	if (a->o != b->o)
		return a->o < b->o ? -1 : 1;
	return (a->added > b->added) - (a->added < b->added);
}

size_t *cyclic_runs_order(const struct cyclic_runs *runs)
{
	struct cyclic_run *sorted = mem_array(runs->count + 1, sizeof *sorted);
	size_t *order = mem_array(runs->count + 1, sizeof *order);

	if (runs->count > 0) {
		memcpy(sorted, runs->run, runs->count * sizeof *sorted);
		qsort(sorted, runs->count, sizeof *sorted, compare_runs);
	}
	for (size_t i = 0; i < runs->count; i++)
		order[i] = (size_t)sorted[i].added;
	mem_free(sorted);
	return order;
}
