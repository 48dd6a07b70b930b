/*
 * ROOT's time level by level, along the longest path through the recursion: a
 * group leads to its own first group and to the slowest of its others, one
 * level deeper.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Theorem 3.2, for the
 * groups of locality.h.
 */
#include "model/locality/locality.h"

#include "base/mem.h"

void locality_levels_clear(struct locality_levels *levels)
{
	for (size_t i = 0; i < levels->count; i++) {
		struct locality_level *level = &levels->level[i];

		mpz_clears(level->size, level->groups, NULL);
		value_clear(&level->cost);
		value_clear(&level->total);
	}
	mem_free(levels->level);
	*levels = (struct locality_levels){0};
}

/* Inserts a row before place `at`. */
static struct locality_level *insert(
	struct locality_levels *levels, size_t at, unsigned long number)
{
	struct locality_level *level;

	levels->level = mem_grow(levels->level, &levels->capacity,
		levels->count, sizeof *levels->level);
	for (size_t i = levels->count++; i > at; i--)
		levels->level[i] = levels->level[i - 1];
	level = &levels->level[at];
	level->level = number;
	mpz_inits(level->size, level->groups, NULL);
	value_init(&level->cost);
	value_init(&level->total);
	return level;
}

/* Adds groups of a size to the level whose rows start at first. */
static void add_level(struct locality_levels *levels, size_t first,
	unsigned long number, const mpz_t size, const mpz_t groups)
{
	struct locality_level *level;
	size_t at = first;

	while (at < levels->count && mpz_cmp(levels->level[at].size, size) > 0)
		at++;
	if (at == levels->count || mpz_cmp(levels->level[at].size, size) != 0) {
		level = insert(levels, at, number);
		mpz_set(level->size, size);
	}
	level = &levels->level[at];
	mpz_add(level->groups, level->groups, groups);
}

/* longest = the size of the slowest group other than the first. */
static enum status find_longest(mpz_t longest, mpz_t s,
	struct locality *locality, const mpz_t p, struct err *err)
{
	struct value full, rest;
	enum status status = STATUS_OK;

	value_init(&full);
	value_init(&rest);
	if (locality_partition(s, longest, p)) {
		status = locality_time(&full, locality, s, err);
		if (status == STATUS_OK)
			status = locality_time(&rest, locality, longest, err);
		if (value_cmp(&rest, &full, &locality->precision) <= 0)
			mpz_set(longest, s);
	}
	value_clear(&full);
	value_clear(&rest);
	return status;
}

/* Adds the two groups to which row at leads, to the level whose rows start at
 * first. */
static enum status expand(struct locality_levels *levels, size_t at,
	size_t first, struct locality *locality, struct err *err)
{
	unsigned long next = levels->level[at].level + 1;
	enum status status = STATUS_OK;
	mpz_t s, longest, groups;

	if (mpz_cmp_ui(levels->level[at].size, 2) <= 0)
		return STATUS_OK;
	mpz_inits(s, longest, groups, NULL);
	status =
		find_longest(longest, s, locality, levels->level[at].size, err);
	if (status == STATUS_OK) {
		mpz_set(groups, levels->level[at].groups);
		add_level(levels, first, next, s, groups);
		add_level(levels, first, next, longest, groups);
	}
	mpz_clears(s, longest, groups, NULL);
	return status;
}

static enum status set_cost(struct locality_level *level,
	struct locality *locality, struct err *err)
{
	enum status status =
		locality_cost(&level->cost, locality, level->size, err);

	if (status == STATUS_OK)
		value_scale(&level->total, &level->cost, level->groups,
			&locality->precision);
	return status;
}

enum status locality_levels(struct locality_levels *levels,
	struct locality *locality, const mpz_t p, struct err *err)
{
	enum status status = STATUS_OK;
	size_t first = 0, end = 1;
	mpz_t one;

	mpz_init_set_ui(one, 1);
	add_level(levels, 0, 0, p, one);
	mpz_clear(one);
	while (first < end && status == STATUS_OK) {
		for (size_t i = first; i < end && status == STATUS_OK; i++)
			status = expand(levels, i, end, locality, err);
		first = end;
		end = levels->count;
	}
	for (size_t i = 0; i < levels->count && status == STATUS_OK; i++)
		status = set_cost(&levels->level[i], locality, err);
	return status;
}
