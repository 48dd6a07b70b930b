/*
 * Builds tables (odd.h).
 *
 * Example: N = 4, A = 2, the table for 5 processors.
 *	phase	kind	owns	talks to	gives	gets
 *	0	SOURCE	-	the source	-	age 0
 *	1	YOUNG	age 1	phase 2		age 1	age 2
 *	2	OLD	age 2	phase 1		age 2	age 1
 *	3	IDLE	age 2	nobody		-	-
 * What phase 0 gets is of age 1 in phase 1 and of age 2 in phase 2; what phase
 * 2 gets at age 1 is of age 2 in phase 3.  So phases 2 and 3 own the message of
 * age 2, phase 1 gets it in this round, and phase 0 misses it.
 *
 * There are three types.
 *   N = 2^A: all ages are single, and each is owned by twice as many phases as
 * the one before.  Phase 0 talks to the source, knows nothing, and misses;
 * phase N-1 is idle.
 *   N is the sum of 1, .., N/2, each half of the next, rounded up: all ages are
 * single; one YOUNG phase is idle instead, and misses. Others begin with phases
 * that own two ages: see table_search.c.
 *
 * After the pairs, if any, come rows of single ages, one after the other: a
 * phase that owns A gets a younger age, which runs through the following phases
 * up to A, where the next row begins; the last row ends where the first one
 * began.
 *
 * The patterns h that are searched have h[1] = 1 <= h[2] <= .. <= h[A], each at
 * most twice the one before, and the sum N + pairs.  The more pairs, the
 * further messages have spread when the last one leaves the source; 1, 2, 4, ..
 * would be ideal.
 */
#include "model/telephone/odd.h"

#include <string.h>

#include "base/mem.h"

/* -- which patterns of ages the search tries */

/* The most nodes for each choice of LONE and MEET: for each processor; with the
 * last kind of pattern in all. */
enum { NODES_NEAR = 2, NODES_FEW = 4, NODES_LAST = 20000 };
/* The most by which the sum of a pattern falls short of 1, 2, 4, ..; or exceeds
 * that of halves. */
enum { LOST_MAX = 30, EXTRA_MAX = 64 };
/* The budget for each of the three kinds of pattern; a pattern costs as much as
 * so many nodes, besides its own. */
static const int64_t budget = 5000000;
enum { PATTERN_COST = 100 };

/* Searches with the pattern in doubles, and sets its number of pairs. */
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

/* Searches with the last element but two less by lost than in 1, 2, 4, .. */
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

/* Searches with all patterns 1, 2, 4, .. whose last three elements are less by
 * lost in all. */
static int try_near(struct telephone_search *search, uint32_t lost)
{
	struct telephone_two_ages *doubles = search->doubles;
	uint32_t *h = doubles->h, full = (uint32_t)1 << (doubles->ages - 1);
	uint32_t least = doubles->n / 2 + 1;
	unsigned a = doubles->ages;

	if (full - lost > least)
		least = full - lost;
	/* full <= n < 2 full, so top is above full / 2, and so above next. */
	for (uint32_t top = least; top <= full; top++) {
		uint32_t rest = lost - (full - top), next = full / 2;

		for (; 2 * next >= top && next + rest >= full / 2; next--) {
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

/* Searches with the pattern 1, 2, 4, .., next, N/2 + 1. */
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

/* The same with the largest next that succeeds, bisected as if success with one
 * next implied success with all smaller ones. */
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

/* Searches with all h[a], .., h[1] that exceed halves, rounded up, by extra in
 * all. */
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

/* Finds the pairs for the n and ages in doubles, n even and no power of two. */
static int find_two_ages(struct telephone_two_ages *doubles)
{
	struct telephone_search search = {.doubles = doubles};
	int found = try_all_near(&search) || try_all_few(&search) ||
		    try_all_halving(&search);

	telephone_search_clear(&search);
	return found;
}

/* -- tables */

static uint64_t age_bit(unsigned age)
{
	return (uint64_t)1 << age;
}

/* Marks an age that phase f gets at age c as owned in the phases after f, up to
 * age A; a phase that has no kind yet gives it. */
static void run_age(struct telephone_table *table, uint32_t f, unsigned c)
{
	for (unsigned a = c + 1; a <= table->ages; a++) {
		uint32_t g = f + a - c;
		struct phase *phase = &table->phase[g % table->n];

		phase->own |= age_bit(a);
		if (phase->kind == PHASE_NONE && a < table->ages) {
			phase->kind = PHASE_YOUNG;
			phase->give = (uint8_t)a;
		}
	}
}

/* Makes f a phase that gives A and gets c. */
static void set_old(struct telephone_table *table, uint32_t f, unsigned c)
{
	struct phase *phase = &table->phase[f % table->n];

	phase->kind = c == 0 ? PHASE_SOURCE : PHASE_OLD;
	phase->give = (uint8_t)table->ages;
	phase->get = (uint8_t)c;
	if (c == 0)
		table->source = f % table->n;
}

/* Chains count[c] rows of single ages that begin with age c, for all c, the
 * oldest first, from phase f on; returns the phase in which the last row
 * reaches age A. */
static uint32_t chain(
	struct telephone_table *table, uint32_t f, const uint32_t *count)
{
	for (unsigned c = table->ages; c-- > 0;)
		for (uint32_t i = 0; i < count[c]; i++) {
			set_old(table, f, c);
			run_age(table, f, c);
			f += table->ages - c;
		}
	return f;
}

/* Pairs OLD phases with YOUNG ones that give the age that they get. */
static void pair_old(struct telephone_table *table)
{
	uint32_t head[TELEPHONE_AGES], f = table->n;
	struct phase *phase = table->phase;

	for (unsigned a = 0; a < TELEPHONE_AGES; a++)
		head[a] = table->n;
	while (f-- > 0)
		if (phase[f].kind == PHASE_YOUNG) {
			phase[f].partner = head[phase[f].give];
			head[phase[f].give] = f;
		}
	for (f = 0; f < table->n; f++)
		if (phase[f].kind == PHASE_OLD) {
			uint32_t g = head[phase[f].get];

			head[phase[f].get] = phase[g].partner;
			phase[f].partner = g;
			phase[g].partner = f;
		}
}

/* Pairs SWAPs with each other, and LONE, which is phase 0, with MEET. */
static void pair_others(struct telephone_table *table)
{
	uint32_t head[TELEPHONE_AGES][TELEPHONE_AGES] = {{0}};
	struct phase *phase = table->phase;

	for (uint32_t f = 1; f < table->n; f++) {
		uint32_t *wanted = &head[phase[f].get][phase[f].give];
		uint32_t *queue = &head[phase[f].give][phase[f].get];

		if (phase[f].kind == PHASE_MEET) {
			phase[f].partner = 0;
			phase[0].partner = f;
		} else if (phase[f].kind == PHASE_SWAP && *wanted > 0) {
			phase[f].partner = *wanted;
			*wanted = phase[*wanted].partner;
			phase[phase[f].partner].partner = f;
		} else if (phase[f].kind == PHASE_SWAP) {
			phase[f].partner = *queue;
			*queue = f;
		}
	}
}

/* Sets all partners; a phase that talks to no other phase is its own. */
static void pair_phases(struct telephone_table *table)
{
	for (uint32_t f = 0; f < table->n; f++)
		table->phase[f].partner = f;
	pair_old(table);
	pair_others(table);
}

/* Makes the table for N = 2^A. */
static void init_power(struct telephone_table *table)
{
	uint32_t count[TELEPHONE_AGES] = {0};

	while (table->n >> (table->ages + 1) > 0)
		table->ages++;
	table->phase[0].kind = PHASE_SOURCE;
	run_age(table, 0, 0);
	for (unsigned c = 1; c < table->ages; c++)
		count[c] = (uint32_t)1 << (c - 1);
	chain(table, table->ages, count);
	table->phase[table->n - 1].kind = PHASE_IDLE;
}

/* Makes a table of single ages; returns 0 if N is not the sum that it needs. */
static int init_single(struct telephone_table *table)
{
	uint32_t h = table->n / 2, less, count[TELEPHONE_AGES] = {0};
	unsigned ages = table->ages, slack = 0;
	uint64_t sum = h;

	for (unsigned a = ages - 1; a > 0; a--, h = less) {
		less = h / 2 + h % 2;
		sum += less;
		count[a] = h - less;
		if (h % 2 != 0)
			slack = a;
	}
	count[0] = 1;
	if (h != 1 || sum != table->n)
		return 0;
	chain(table, 0, count);
	table->missing = table->n - ages + slack;
	table->phase[table->missing].kind = PHASE_IDLE;
	return 1;
}

static void copy_pairs(
	struct telephone_table *table, const struct telephone_two_ages *doubles)
{
	table->phase[0].kind = PHASE_LONE;
	table->phase[0].give = doubles->lone;
	table->phase[0].own = age_bit(doubles->lone);
	for (uint32_t f = 1; f <= doubles->pairs; f++) {
		const struct double_phase *pair = &doubles->phase[f];
		struct phase *phase = &table->phase[f];

		phase->kind = pair->kind;
		phase->own = age_bit(pair->x) | age_bit(pair->y);
		phase->give = pair->give;
		phase->get = pair->get;
		if (pair->kind == PHASE_SOURCE)
			table->source = f;
	}
}

/* Makes a table of pairs and, after them, single ages, of which the row that
 * begins youngest comes last and ends as LONE's; 0 if no pairs are found. */
static int init_doubles(struct telephone_table *table)
{
	struct telephone_two_ages doubles = {
		.n = table->n, .ages = table->ages};
	int found = find_two_ages(&doubles);
	uint32_t f, youngest[TELEPHONE_AGES] = {0};
	unsigned c = 0;

	if (found) {
		copy_pairs(table, &doubles);
		f = doubles.pairs;
		run_age(table, f, doubles.phase[f].y);
		f += table->ages - doubles.phase[f].y;
		while (doubles.rest[c] == 0)
			c++;
		doubles.rest[c]--;
		youngest[c] = 1;
		f = chain(table, f, doubles.rest);
		chain(table, f, youngest);
	}
	mem_free(doubles.phase);
	return found;
}

int telephone_table_init(struct telephone_table *table, uint32_t n)
{
	int found = 1;

	*table = (struct telephone_table){.n = n};
	table->phase = mem_array(n, sizeof *table->phase);
	if ((n & (n - 1)) == 0) {
		init_power(table);
	} else {
		while (n >> table->ages > 0)
			table->ages++;
		found = init_doubles(table) || init_single(table);
	}
	if (found)
		pair_phases(table);
	return found;
}

void telephone_table_clear(struct telephone_table *table)
{
	mem_free(table->phase);
	table->phase = NULL;
}
