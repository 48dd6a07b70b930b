/* Sets of operands with a bit for each. */
#include "judge/census.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum { WORDS = JUDGE_CENSUS_N / 64 };

struct set {
	uint64_t word[WORDS];
};

/* A partial result that a processor has, and since when. */
struct holding {
	struct set set;
	uint64_t since;
};

struct holder {
	struct holding *holding;
	size_t count, capacity;
};

/* Adds operands first .. first + count - 1, mod n. */
static void add_run(struct set *set, uint64_t first, uint64_t count, uint64_t n)
{
	assert(n > 0);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t operand = (first + i) % n;

		set->word[operand / 64] |= (uint64_t)1 << operand % 64;
	}
}

static struct set run_of(uint64_t first, uint64_t count, uint64_t n)
{
	struct set set = {{0}};

	add_run(&set, first, count, n);
	return set;
}

/* What the row carries: one run, or the list that it has a place in. */
static struct set carried_by(
	const struct schedule_header *header, const struct transmission *row)
{
	struct set set = {{0}};

	if (row->digit == 0)
		return run_of(row->first, row->size, header->processors);
	for (uint64_t i = 0; i < row->digit; i++)
		add_run(&set, header->parts->part[row->first + i].first,
			header->parts->part[row->first + i].size,
			header->processors);
	return set;
}

/* When the row arrives. */
static uint64_t arrival_of(
	const struct schedule_header *header, const struct transmission *row)
{
	int is_inside = header->node > 0 &&
			row->from / header->node == row->to / header->node;

	return row->tick + (is_inside ? header->inside : header->latency);
}

static int is_subset(const struct set *set, const struct set *of)
{
	for (int i = 0; i < WORDS; i++)
		if (set->word[i] & ~of->word[i])
			return 0;
	return 1;
}

/* Adds a set to the sum; returns 0 if they have an operand in common. */
static int add_set(struct set *sum, const struct set *set)
{
	int is_new = 1;

	for (int i = 0; i < WORDS; i++) {
		is_new &= !(sum->word[i] & set->word[i]);
		sum->word[i] |= set->word[i];
	}
	return is_new;
}

static void hold(struct holder *holder, const struct set *set, uint64_t since)
{
	holder->holding = mem_grow(holder->holding, &holder->capacity,
		holder->count, sizeof *holder->holding);
	holder->holding[holder->count++] = (struct holding){*set, since};
}

/* Whether the partial results inside the set that the holder has by then make
 * up the set, each operand once. */
static int can_give(
	const struct holder *holder, const struct set *set, uint64_t when)
{
	struct set sum = {{0}};

	for (size_t i = 0; i < holder->count; i++) {
		const struct holding *holding = &holder->holding[i];

		if (holding->since <= when && is_subset(&holding->set, set) &&
			!add_set(&sum, &holding->set))
			return 0;
	}
	return memcmp(&sum, set, sizeof sum) == 0;
}

static int play(struct holder *holder, struct schedule *schedule)
{
	const struct schedule_header *header = &schedule->header;
	const struct transmission *row;
	uint64_t finish = 0;
	struct err err;
	size_t count;

	do {
		if (schedule_next(schedule, &row, &count, &err) != STATUS_OK)
			return 0;
		for (size_t i = 0; i < count; i++) {
			struct set run = carried_by(header, &row[i]);
			uint64_t end = arrival_of(header, &row[i]);

			if (!can_give(&holder[row[i].from], &run, row[i].tick))
				return 0;
			finish = end > finish ? end : finish;
			hold(&holder[row[i].to], &run, end);
		}
	} while (count > 0);
	return header->has_finish && finish == header->finish;
}

/* Whether the holder's partial results together have every operand once. */
static int is_done(const struct holder *holder, uint64_t n)
{
	struct set sum = {{0}}, all = run_of(0, n, n);

	for (size_t i = 0; i < holder->count; i++)
		if (!add_set(&sum, &holder->holding[i].set))
			return 0;
	return memcmp(&sum, &all, sizeof sum) == 0;
}

int judge_census_is_valid(struct schedule *schedule)
{
	uint64_t n = schedule->header.processors;
	struct holder *holder = mem_array((size_t)n, sizeof *holder);
	int valid;

	for (uint64_t p = 0; p < n; p++) {
		struct set own = run_of(p, 1, n);

		hold(&holder[p], &own, 0);
	}
	valid = play(holder, schedule);
	for (uint64_t p = 0; p < n; p++) {
		valid = valid && is_done(&holder[p], n);
		mem_free(holder[p].holding);
	}
	mem_free(holder);
	return valid;
}
