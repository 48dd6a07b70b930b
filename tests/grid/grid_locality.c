/*
 * Whether Algorithm ROOT, as corrected, numbers its processors best: compares
 * its own numbering with all numberings of up to 8 processors, at costs of
 * every kind.
 *
 * A numbering gives ROOT's processor i the place number[i] in a row of p;
 * ROOT's own gives it the place i.  The accesses and their order stay the same:
 * time is T(p) or F(p) by its recursion.  An access is charged for the shortest
 * run of places that contains its whole group, as ROOT charges it, or for the
 * shortest that contains its two ends, which is all that check asks for.  A
 * mirror image costs the same, so half of the numberings suffice. By groups
 * ROOT's own numbering is best, for all p: model/locality/root.c. By ends it is
 * best for p <= 5 with the source in the first place, since the source's
 * accesses, three at most, reach different distances.  With costs that grow,
 * groups that begin in their middle are better from p = 7 on, and a source in
 * the middle is better from p = 3 on. Real costs are compared to 128 bits;
 * smaller differences count as equal.
 */
#include <string.h>

#include "base/mem.h"
#include "number/cost.h"
#include "number/number.h"
#include "model/locality/locality.h"
#include "test.h"

enum { MOST = 8, MAX_BITS = 1 << 20 };

static struct err err;

struct numbered {
	struct value cost[MOST + 1];
	struct value_precision precision;
	unsigned number[MOST], best[MOST];
	int by_groups, is_strict, reads; /* whether cells must be read */
	int is_printed;
};

/* A cost, and the largest p for which ROOT's own numbering is best: by groups,
 * by ends with the source first, and by ends with the source anywhere. */
struct cost_case {
	const char *latency, *bandwidth;
	unsigned by_groups, source_first, anywhere;
};

static const struct cost_case cases[] = {
	{"1", NULL, 8, 8, 8}, {"k", NULL, 8, 6, 2}, {"k/3", NULL, 8, 6, 4},
	{"k^2", NULL, 8, 6, 2}, {"2^k", NULL, 8, 6, 2}, {"log", NULL, 8, 5, 2},
	{"log^1.5", NULL, 8, 5, 2}, {"log^2", NULL, 8, 5, 2},
	{"sqrt", NULL, 8, 5, 2}, {"clog", NULL, 8, 6, 2},
	{"clog^2", NULL, 8, 6, 2}, {"csqrt", NULL, 8, 6, 6},
	{"loglog(max(2,k))", NULL, 8, 6, 6},
	{"min(log, max(2, log/max(1, loglog(max(2,k)))))", NULL, 8, 5, 2},
	{"clog", "sqrt", 8, 6, 2}, {"1", "k", 8, 6, 2},
	{"9-k", NULL, 2, 3, 3}, /* falls: far is cheap */
};

static unsigned run_length(
	const struct numbered *numbered, const unsigned *member, unsigned count)
{
	unsigned low = MOST, high = 0;

	for (unsigned i = 0; i < count; i++) {
		unsigned place = numbered->number[member[i]];

		low = place < low ? place : low;
		high = place > high ? place : high;
	}
	return high - low + 1;
}

/* The cost of an access between two members of a group of `size' processors,
 * from offset on. */
static const struct value *access_cost(const struct numbered *numbered,
	unsigned offset, unsigned size, unsigned from, unsigned to)
{
	unsigned member[MOST] = {from, to}, count = 2;

	if (numbered->by_groups)
		for (count = 0; count < size; count++)
			member[count] = offset + count;
	return &numbered->cost[run_length(numbered, member, count)];
}

/* time += the time of the `size' processors from offset on. */
static void add_time(struct value *time, const struct numbered *numbered,
	unsigned offset, unsigned size, int knows)
{
	const struct value_precision *precision = &numbered->precision;
	unsigned s, m, last;
	struct value most, other;

	if (!knows && numbered->is_strict && numbered->reads)
		value_add(time, time, &numbered->cost[1], precision);
	if (size == 1 && !numbered->is_strict)
		value_add(time, time, &numbered->cost[1], precision);
	if (size == 2)
		value_add(time, time,
			access_cost(numbered, offset, size, offset, offset + 1),
			precision);
	if (size <= 2)
		return;
	s = (unsigned)locality_group_size(size);
	m = (unsigned)locality_group_count(size, s);
	add_time(time, numbered, offset, s, 1);
	value_init(&most);
	value_init(&other);
	for (unsigned i = 1; i < m; i++)
		value_max(&most, &most,
			access_cost(numbered, offset, size, offset + i - 1,
				offset + i * s),
			precision);
	value_add(time, time, &most, precision);
	value_set_ui(&most, 0);
	for (unsigned i = 1; i < m; i++) {
		last = size - i * s;
		value_set_ui(&other, 0);
		add_time(&other, numbered, offset + i * s, last < s ? last : s,
			0);
		value_max(&most, &most, &other, precision);
	}
	value_add(time, time, &most, precision);
	value_clear(&most);
	value_clear(&other);
}

/* -- numberings */

static void swap_numbers(struct numbered *numbered, unsigned i, unsigned j)
{
	unsigned kept = numbered->number[i];

	numbered->number[i] = numbered->number[j];
	numbered->number[j] = kept;
}

/* Tries all ways to number the processors from i on; lowers best to the least
 * time found. */
static void try_numbers(
	struct value *best, struct numbered *numbered, unsigned p, unsigned i)
{
	struct value time;

	if (i < p) {
		for (unsigned j = i; j < p; j++) {
			swap_numbers(numbered, i, j);
			if (i > 0 || 2 * numbered->number[0] < p)
				try_numbers(best, numbered, p, i + 1);
			swap_numbers(numbered, i, j);
		}
		return;
	}
	value_init(&time);
	add_time(&time, numbered, 0, p, 1);
	if (value_cmp(&time, best, &numbered->precision) < 0) {
		value_set(best, &time);
		memcpy(numbered->best, numbered->number, sizeof numbered->best);
	}
	value_clear(&time);
}

static void print_witness(const struct numbered *numbered, unsigned p,
	const struct value *own, const struct value *best)
{
	char *from = value_text(own, -1, &numbered->precision),
	     *to = value_text(best, -1, &numbered->precision);

	printf("  p = %u: F %s, but %s with the places", p, from, to);
	for (unsigned i = 0; i < p; i++)
		printf(" %u", numbered->best[i]);
	puts("");
	mem_free(from);
	mem_free(to);
}

/* Whether ROOT's own numbering is best, of those with the source first or of
 * all; for the least p at which one is better, by ends and for F(p), prints it.
 */
static int is_own_best(
	struct numbered *numbered, unsigned p, int by_groups, int is_first)
{
	struct value own, best;
	int is_best;

	value_init(&own);
	value_init(&best);
	for (unsigned i = 0; i < p; i++)
		numbered->number[i] = i;
	numbered->by_groups = by_groups;
	add_time(&own, numbered, 0, p, 1);
	value_set(&best, &own);
	try_numbers(&best, numbered, p, is_first ? 1 : 0);
	is_best = value_cmp(&best, &own, &numbered->precision) == 0;
	if (!is_best && !by_groups && is_first && numbered->is_strict &&
		!numbered->is_printed++)
		print_witness(numbered, p, &own, &best);
	value_clear(&own);
	value_clear(&best);
	return is_best;
}

/* Checks that the recursion here agrees with model/locality. */
static void check_own(
	struct numbered *numbered, struct locality *locality, unsigned p)
{
	struct value own, time;
	mpz_t size;

	value_init(&own);
	value_init(&time);
	mpz_init_set_ui(size, p);
	for (unsigned i = 0; i < p; i++)
		numbered->number[i] = i;
	numbered->by_groups = 1;
	add_time(&own, numbered, 0, p, 1);
	CHECK((numbered->is_strict ? locality_strict : locality_time)(
		      &time, locality, size, &err) == STATUS_OK);
	CHECK(value_cmp(&own, &time, &numbered->precision) == 0);
	mpz_clear(size);
	value_clear(&own);
	value_clear(&time);
}

static void check_sizes(struct numbered *numbered, struct locality *locality,
	const struct cost_case *cost)
{
	for (unsigned p = 1; p <= MOST; p++) {
		check_own(numbered, locality, p);
		CHECK_FOR(is_own_best(numbered, p, 1, 0) ==
				  (p <= cost->by_groups),
			"%s, p = %u, by groups", cost->latency, p);
		CHECK_FOR(is_own_best(numbered, p, 0, 1) ==
				  (p <= cost->source_first),
			"%s, p = %u, source first", cost->latency, p);
		CHECK_FOR(
			is_own_best(numbered, p, 0, 0) == (p <= cost->anywhere),
			"%s, p = %u, source anywhere", cost->latency, p);
	}
}

static void check_cost(const struct cost_case *cost)
{
	struct cost *latency, *bandwidth = NULL;
	struct locality locality;
	struct numbered numbered = {.reads = !cost->bandwidth};
	mpz_t k;

	mpz_init(k);
	CHECK(cost_parse(&latency, cost->latency, MAX_BITS, &err) == STATUS_OK);
	if (cost->bandwidth)
		CHECK(cost_parse(&bandwidth, cost->bandwidth, MAX_BITS, &err) ==
			STATUS_OK);
	locality_init(&locality, latency, bandwidth, MAX_BITS);
	numbered.precision = locality.precision;
	for (unsigned i = 1; i <= MOST; i++) {
		mpz_set_ui(k, i);
		value_init(&numbered.cost[i]);
		CHECK(locality_cost(&numbered.cost[i], &locality, k, &err) ==
			STATUS_OK);
	}
	for (int is_strict = 0; is_strict < 2; is_strict++) {
		numbered.is_strict = is_strict;
		check_sizes(&numbered, &locality, cost);
	}
	printf("%s%s%s: best by groups for p <= %u, by ends for p <= %u with "
	       "the source first, %u with it anywhere\n",
		cost->latency, cost->bandwidth ? ", bandwidth " : "",
		cost->bandwidth ? cost->bandwidth : "", cost->by_groups,
		cost->source_first, cost->anywhere);
	for (unsigned i = 1; i <= MOST; i++)
		value_clear(&numbered.cost[i]);
	locality_clear(&locality);
	cost_free(latency);
	cost_free(bandwidth);
	mpz_clear(k);
}

int main(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_cost(&cases[i]);
	return test_done();
}
