/*
 * Which patterns h to search: h[1] = 1 <= h[2] <= .. <= h[A], each at most
 * twice the one before, with the sum N + pairs.  The more pairs, the further
 * messages have spread when the last one leaves the source; 1, 2, 4, .. would
 * be ideal.
 */
#include "model/telephone/table_patterns.h"

#include <string.h>

#include "base/mem.h"

/* Nodes for each choice of LONE and MEET: per processor, and LAST in all. */
enum { NODES_NEAR = 2, NODES_FEW = 4, NODES_LAST = 20000 };
enum { LOST_MAX = 30, EXTRA_MAX = 64 };
/* Budget of each of the three kinds of pattern, in nodes plus a cost per
 * pattern. */
static const int64_t budget = 5000000;
enum { PATTERN_COST = 100 };

/* Whether the pattern in doubles succeeds; its pairs are counted here. */
static int try_pattern(struct telephone_search *search, uint64_t limit)
{
	struct telephone_two_ages *doubles = search->doubles;
	uint64_t sum = 0;

	for (unsigned a = 1; a <= doubles->ages; a++)
		sum += doubles->h[a];
	search->budget -= PATTERN_COST;
	if (sum < (uint64_t)doubles->n + 2 || search->budget < 0)
		return 0;
	doubles->pairs = (uint32_t)(sum - doubles->n);
	return telephone_search_pairs(search, limit);
}

/* Sets h[1], h[2], .., h[last] = 1, 2, 4, .. */
static void set_doubling(struct telephone_two_ages *doubles, unsigned last)
{
	for (unsigned a = 1; a <= last; a++)
		doubles->h[a] = (uint32_t)1 << (a - 1);
}

/* Reduces the last element but two by what is lost and not yet by top and next.
 */
static int try_third(struct telephone_search *search, uint32_t lost)
{
	struct telephone_two_ages *doubles = search->doubles;
	uint32_t *h = doubles->h, full, value;
	unsigned a = doubles->ages - 2;

	set_doubling(doubles, doubles->ages - 2);
	if (doubles->ages < 4)
		return lost == 0 &&
		       try_pattern(search, NODES_NEAR * doubles->n + 20);
	full = h[a];
	value = lost < full ? full - lost : 0;
	if (2 * value < h[a + 1] || value > h[a + 1] || value < h[a - 1])
		return 0;
	h[a] = value;
	return try_pattern(search, NODES_NEAR * (uint64_t)doubles->n + 20);
}

/* All patterns 1, 2, 4, .. whose last three elements fall short by lost in all.
 */
static int try_near(struct telephone_search *search, uint32_t lost)
{
	struct telephone_two_ages *doubles = search->doubles;
	uint32_t *h = doubles->h, full = (uint32_t)1 << (doubles->ages - 1);
	uint32_t least = doubles->n / 2 + 1;
	unsigned a = doubles->ages;

	if (full - lost > least)
		least = full - lost;
	for (uint32_t top = least; top <= full && top <= doubles->n; top++) {
		uint32_t rest = lost - (full - top), next = full / 2;

		for (; 2 * next >= top && next + rest >= full / 2; next--) {
			if (next > top)
				continue;
			h[a] = top;
			h[a - 1] = next;
			if (try_third(search, rest - (full / 2 - next)))
				return 1;
		}
	}
	return 0;
}

static int try_all_near(struct telephone_search *search)
{
	const struct telephone_two_ages *doubles = search->doubles;
	uint32_t full = (uint32_t)(((uint64_t)1 << doubles->ages) - 1);

	search->budget = budget;
	for (uint32_t lost = 0;
		lost <= LOST_MAX && full - lost >= doubles->n + 2; lost++)
		if (try_near(search, lost))
			return 1;
	return 0;
}

/* The pattern 1, 2, 4, .., next, N/2 + 1. */
static int try_few(struct telephone_search *search, uint32_t next)
{
	struct telephone_two_ages *doubles = search->doubles;
	unsigned a = doubles->ages;

	set_doubling(doubles, a - 2);
	if (next < doubles->h[a - 2] || next > 2 * doubles->h[a - 2])
		return 0;
	doubles->h[a - 1] = next;
	doubles->h[a] = doubles->n / 2 + 1;
	return try_pattern(search, NODES_FEW * (uint64_t)doubles->n);
}

/* The same with the largest next for which it succeeds, found as if success at
 * one implied success below it. */
static int try_all_few(struct telephone_search *search)
{
	const struct telephone_two_ages *doubles = search->doubles;
	uint32_t top = doubles->n / 2 + 1, low = (top + 1) / 2, high, best = 0;

	search->budget = budget;
	high = (uint32_t)1 << (doubles->ages - 2);
	if (high > top)
		high = top;
	if (try_few(search, high))
		return 1;
	while (low <= high) {
		uint32_t middle = (low + high) / 2;

		if (try_few(search, middle)) {
			best = middle;
			low = middle + 1;
		} else {
			high = middle - 1;
		}
	}
	search->budget = budget;
	return best > 0 && try_few(search, best);
}

/* h[a], .., h[1] in all ways that add extra to halving upwards. */
static int try_halving(
	struct telephone_search *search, unsigned a, uint32_t extra)
{
	struct telephone_two_ages *doubles = search->doubles;
	uint32_t *h = doubles->h, least, most;

	if (a == 0)
		return extra == 0 && h[1] == 1 &&
		       try_pattern(search, NODES_LAST);
	least = h[a + 1] / 2 + h[a + 1] % 2;
	most = h[a + 1];
	if (most > (uint32_t)1 << (a - 1))
		most = (uint32_t)1 << (a - 1);
	for (uint32_t more = 0; least + more <= most && more <= extra; more++) {
		h[a] = least + more;
		if (search->budget < 0)
			return 0;
		if (try_halving(search, a - 1, extra - more))
			return 1;
	}
	return 0;
}

static int try_all_halving(struct telephone_search *search)
{
	struct telephone_two_ages *doubles = search->doubles;

	search->budget = budget;
	doubles->h[doubles->ages] = doubles->n / 2 + 1;
	for (uint32_t extra = 0; extra < EXTRA_MAX && search->budget >= 0;
		extra++)
		if (try_halving(search, doubles->ages - 1, extra))
			return 1;
	return 0;
}

int telephone_find_two_ages(struct telephone_two_ages *doubles, uint32_t n)
{
	struct telephone_search search = {.doubles = doubles};
	int found;

	*doubles = (struct telephone_two_ages){.n = n};
	while (n >> doubles->ages > 0)
		doubles->ages++;
	if (doubles->ages < 2 || n / 2 + 1 > (uint32_t)1 << (doubles->ages - 1))
		return 0;
	found = try_all_near(&search) || try_all_few(&search) ||
		try_all_halving(&search);
	telephone_search_clear(&search);
	return found;
}

void telephone_two_ages_clear(struct telephone_two_ages *doubles)
{
	mem_free(doubles->phase);
	doubles->phase = NULL;
}
