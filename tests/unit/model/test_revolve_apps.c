/*
 * Gathering, broadcasting and spreading by the messages of the revolving
 * hierarchy, simulated; and the two applications.
 * Garg & Ghosh 1994, Sections V-VII.
 */
#include <string.h>

#include "base/mem.h"
#include "number/random.h"
#include "model/revolve/facts.h"
#include "revolve_cycle.h"

/* -- gather, broadcast, spread */

/* The steps from time on in which what the processes in who know reaches those
 * in goal; a byte for each process. */
static unsigned long pass_on(const struct revolve_pairs *pairs,
	unsigned char *who, uint32_t time, const unsigned char *goal)
{
	unsigned long steps = 0;

	while (memcmp(who, goal, pairs->size) != 0) {
		for (uint32_t i = 0; i < pairs->count; i++) {
			uint32_t from = revolve_process(
				pairs->pair[i].from, time, pairs->size);
			uint32_t to = revolve_process(
				pairs->pair[i].to, time, pairs->size);

			who[to] |= who[from];
		}
		time = (time + 1) % pairs->size;
		steps++;
	}
	return steps;
}

/* A result complete at time 0 at position 1 of a list. */
static void check_broadcast(const struct revolve *revolve)
{
	static unsigned char who[PROCESSES_MAX], all[PROCESSES_MAX];
	struct revolve_pairs pairs;
	struct err err;
	mpz_t position, label;

	CHECK(revolve_pairs_init(&pairs, revolve, &err) == STATUS_OK);
	mpz_init_set_ui(position, 1);
	mpz_init(label);
	revolve->ops->label(label, revolve, position);
	memset(who, 0, sizeof who);
	memset(all, 1, sizeof all);
	/* The last message of the gathering came in the step before. */
	who[mpz_get_ui(label)] = 1;
	CHECK_FOR(pass_on(&pairs, who, 1, all) ==
			  property(revolve, REVOLVE_BROADCAST),
		"%d, height %lu", (int)revolve->scheme, revolve->height);
	revolve_pairs_clear(&pairs);
	mpz_clears(position, label, NULL);
}

/* The least number of steps in which one process hears of all. */
static unsigned long gather_steps(const struct revolve *revolve)
{
	static unsigned char heard[256][256], next[256][256];
	struct revolve_pairs pairs;
	unsigned long steps = 0;
	struct err err;
	int done;

	CHECK(revolve_pairs_init(&pairs, revolve, &err) == STATUS_OK);
	memset(heard, 0, sizeof heard);
	for (uint32_t x = 0; x < pairs.size; x++)
		heard[x][x] = 1;
	done = pairs.size == 1;
	for (; !done; steps++) {
		memcpy(next, heard, sizeof heard);
		for (uint32_t i = 0; i < pairs.count; i++) {
			uint32_t time = (uint32_t)steps % pairs.size;
			uint32_t from = revolve_process(
				pairs.pair[i].from, time, pairs.size);
			uint32_t to = revolve_process(
				pairs.pair[i].to, time, pairs.size);

			for (uint32_t x = 0; x < pairs.size; x++)
				next[to][x] |= heard[from][x];
			done |= !memchr(next[to], 0, pairs.size);
		}
		memcpy(heard, next, sizeof heard);
	}
	revolve_pairs_clear(&pairs);
	return steps;
}

static void check_spread(const struct revolve *revolve)
{
	struct revolve_pairs pairs;
	struct err err;

	CHECK(revolve_pairs_init(&pairs, revolve, &err) == STATUS_OK);
	CHECK_FOR(revolve_pairs_spread(&pairs) ==
			  property(revolve, REVOLVE_SPREAD),
		"%d, height %lu", (int)revolve->scheme, revolve->height);
	revolve_pairs_clear(&pairs);
}

static void check_times(const struct revolve *revolve)
{
	CHECK_FOR(gather_steps(revolve) == property(revolve, REVOLVE_GATHER),
		"%d, height %lu", (int)revolve->scheme, revolve->height);
	if (revolve->scheme == REVOLVE_NEXT)
		CHECK(property(revolve, REVOLVE_BROADCAST) ==
			(unsigned long)-1);
	else
		check_broadcast(revolve);
}

/* Trees of higher arity, against the estimate. */
static void test_estimate(void)
{
	struct revolve revolve;
	unsigned long size;
	mpz_t most;

	mpz_init(most);
	for (unsigned long k = 2; k <= 40; k += 1 + k / 8) {
		for (size = k + 1; size < 2000; size = k * size + 1) {
			open_scheme(&revolve, REVOLVE_NEXT, k, size, 0);
			revolve_spread_estimate(most, &revolve);
			CHECK_FOR(mpz_cmp_ui(most,
					  property(&revolve, REVOLVE_SPREAD)) >=
					  0,
				"%lu %lu", k, size);
			if (size == k + 1)
				CHECK(mpz_cmp_ui(most, size) == 0);
			revolve_clear(&revolve);
		}
	}
	mpz_clear(most);
}

static void test_times(void)
{
	struct revolve revolve;

	for (size_t i = 0; i < 4; i++) {
		for (unsigned h = 1; h <= 12; h++) {
			open_height(&revolve, schemes[i], h);
			check_spread(&revolve);
			if (h <= 8)
				check_times(&revolve);
			revolve_clear(&revolve);
		}
	}
	for (unsigned long size = 1; size < 256; size = 3 * size + 1) {
		open_scheme(&revolve, REVOLVE_NEXT, 3, size, 0);
		check_times(&revolve);
		revolve_clear(&revolve);
	}
}

/* -- applications */

/* The fixed point by its definition, min over j of v_j + |i-j|. */
static int is_solution(const struct revolve_run *run)
{
	uint32_t n = run->processes;
	int right = 1;

	for (uint32_t i = 0; i < n; i++) {
		uint64_t x = run->value[i];

		for (uint32_t j = 0; j < n; j++) {
			uint64_t y = run->value[j] + (i > j ? i - j : j - i);

			if (y < x)
				x = y;
		}
		right &= run->answer[i] == x;
	}
	return right;
}

static void check_run(
	const struct revolve *revolve, enum revolve_app app, uint64_t seed)
{
	struct revolve_run run;
	struct err err;
	mpz_t bound;

	mpz_init(bound);
	CHECK(revolve_run_init(&run, revolve, app, &err) == STATUS_OK);
	for (uint32_t i = 0; i < run.processes; i++)
		run.value[i] = random_u64(seed, i) % 1000;
	revolve_run_start(&run);
	if (app == REVOLVE_FIXPOINT)
		CHECK(is_solution(&run));
	CHECK(revolve_run_bound(bound, revolve, app));
	while (run.known < run.processes &&
		mpz_cmp_ui(bound, (unsigned long)run.steps) >= 0)
		revolve_run_step(&run);
	CHECK_FOR(run.known == run.processes &&
			  mpz_cmp_ui(bound, (unsigned long)run.steps) >= 0,
		"%d, arity %lu, %u: %u steps", (int)revolve->scheme,
		revolve->arity, (unsigned)run.processes, (unsigned)run.steps);
	if (mpz_cmp(revolve->size, revolve->processes) == 0)
		CHECK(run.messages == run.steps * run.pairs.count);
	else
		CHECK(run.messages <= run.steps * run.pairs.count);
	revolve_run_clear(&run);
	mpz_clear(bound);
}

/* Updates value by the messages of the step at time; returns how many processes
 * know the minimum. */
static uint32_t minimum_step(const struct revolve *revolve, uint64_t *value,
	uint32_t size, unsigned long time)
{
	static uint64_t before[PROCESSES_MAX];
	struct revolve_step step;
	uint32_t known = 0;
	uint64_t least;
	mpz_t t;

	memcpy(before, value, size * sizeof *value);
	mpz_init_set_ui(t, time);
	revolve_step_init(&step, revolve, t);
	while (revolve_step_next(&step)) {
		uint64_t *mine = &value[mpz_get_ui(step.to)];
		uint64_t his = before[mpz_get_ui(step.from)];

		*mine = his < *mine ? his : *mine;
	}
	revolve_step_clear(&step);
	mpz_clear(t);
	least = before[0];
	for (uint32_t i = 1; i < size; i++)
		least = before[i] < least ? before[i] : least;
	for (uint32_t i = 0; i < size; i++)
		known += value[i] == least;
	return known;
}

static void check_minimum(const struct revolve *revolve)
{
	static uint64_t value[PROCESSES_MAX];
	struct revolve_run run;
	struct err err;
	int right = 1;

	CHECK(revolve_run_init(&run, revolve, REVOLVE_MINIMUM, &err) ==
		STATUS_OK);
	for (uint32_t i = 0; i < run.processes; i++)
		run.value[i] = value[i] = random_u64(1, i);
	revolve_run_start(&run);
	for (unsigned long t = 0; run.known < run.processes; t++) {
		revolve_run_step(&run);
		right &= minimum_step(revolve, value, run.processes, t) ==
			 run.known;
	}
	CHECK_FOR(right, "%d, arity %lu, %u", (int)revolve->scheme,
		revolve->arity, (unsigned)run.processes);
	revolve_run_clear(&run);
}

static void test_minimum(void)
{
	struct revolve revolve;

	for (size_t i = 0; i < 4; i++) {
		for (unsigned long n = 1; n < 200; n += 3) {
			open_scheme(&revolve, schemes[i], 2, n, 1);
			check_minimum(&revolve);
			revolve_clear(&revolve);
		}
	}
}

static void test_applications(void)
{
	struct revolve revolve;

	for (uint64_t seed = 0; seed < 4; seed++) {
		for (size_t i = 0; i < 4; i++) {
			for (unsigned h = 1; h <= 7; h++) {
				open_height(&revolve, schemes[i], h);
				check_run(&revolve, REVOLVE_MINIMUM, seed);
				check_run(&revolve, REVOLVE_FIXPOINT, seed);
				revolve_clear(&revolve);
			}
		}
		for (unsigned long n = 1; n < 60; n += 7) {
			open_scheme(&revolve, REVOLVE_BCNEXT, 2, n, 1);
			check_run(&revolve, REVOLVE_MINIMUM, seed);
			check_run(&revolve, REVOLVE_FIXPOINT, seed);
			revolve_clear(&revolve);
			open_scheme(&revolve, REVOLVE_NEXT, 3, n, 1);
			check_run(&revolve, REVOLVE_MINIMUM, seed);
			check_run(&revolve, REVOLVE_FIXPOINT, seed);
			revolve_clear(&revolve);
		}
	}
}

/* The generator's published first outputs for seed 0. */
static void test_random(void)
{
	CHECK(random_u64(0, 0) == UINT64_C(0xe220a8397b1dcdaf));
	CHECK(random_u64(0, 1) == UINT64_C(0x6e789e6aa1b965f4));
	CHECK(random_u64(0, 2) == UINT64_C(0x06c45d188009454f));
}

static void test_limits(void)
{
	struct revolve revolve;
	struct revolve_run run;
	struct revolve_distances distances;
	struct err err;

	open_scheme(&revolve, REVOLVE_SNEXT, 2, 1ul << 25, 0);
	CHECK(revolve_distances_init(&distances, &revolve, &err) ==
		STATUS_LIMIT);
	revolve_distances_clear(&distances);
	CHECK(property(&revolve, REVOLVE_DISTANCES) == (unsigned long)-1);
	CHECK(revolve_run_init(&run, &revolve, REVOLVE_MINIMUM, &err) ==
		STATUS_LIMIT);
	revolve_run_clear(&run);
	revolve_clear(&revolve);
	open_scheme(&revolve, REVOLVE_SNEXT, 2, 1ul << 12, 0);
	CHECK(revolve_run_init(&run, &revolve, REVOLVE_FIXPOINT, &err) ==
		STATUS_LIMIT);
	revolve_run_clear(&run);
	revolve_clear(&revolve);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_times());
	RUN(test_estimate());
	RUN(test_applications());
	RUN(test_minimum());
	RUN(test_random());
	RUN(test_limits());
	return test_done();
}
