/*
 * model/rounds/gossip: every schedule through check, their rounds and rows; the
 * least rounds of few processors by trying all calls; the bounds.
 */
#include "model/rounds/rounds.h"

#include <stdlib.h>

#include "check/check.h"
#include "number/number.h"
#include "test.h"

enum { GRID = 330, FEW = 4, BITS = 30 };

static struct err err;

static const struct way {
	struct algorithm_options options;
	void (*bound)(mpz_t rounds, const mpz_t n);
} ways[] = {{{.name = "gossip"}, gossip_telephone_bound},
	{{.name = "telegraph-gossip"}, gossip_telegraph_bound}};

static unsigned long rounds_of(const struct way *way, unsigned long n)
{
	mpq_t time;
	unsigned long rounds;

	mpq_init(time);
	CHECK(gossip_time(time, test_problem_words(n, 1, 1, 1 << BITS),
		      &way->options, &err) == STATUS_OK);
	CHECK(mpz_cmp_ui(mpq_denref(time), 1) == 0);
	rounds = mpz_get_ui(mpq_numref(time));
	mpq_clear(time);
	return rounds;
}

static unsigned long bound_of(const struct way *way, unsigned long n)
{
	unsigned long rounds;
	mpz_t bound, processors;

	mpz_init(bound);
	mpz_init_set_ui(processors, n);
	way->bound(bound, processors);
	rounds = mpz_get_ui(bound);
	mpz_clears(bound, processors, NULL);
	return rounds;
}

static void check_gossip(const struct way *way, unsigned long n)
{
	const struct problem *problem = test_problem_words(n, 1, 1, 1 << BITS);
	struct schedule *schedule;
	struct check check;
	mpz_t rows;

	mpz_init(rows);
	gossip_rows(rows, problem, &way->options);
	CHECK(gossip_open(&schedule, problem, &way->options, &err) ==
		STATUS_OK);
	CHECK_FOR(check_schedule(&check, schedule, 1 << BITS, &err) ==
				  STATUS_OK &&
			  check.violations == 0,
		"%lu processors: %s", n, check.violation[0].reason.msg);
	CHECK(check.finish == rounds_of(way, n));
	CHECK(mpz_cmp_ui(rows, (unsigned long)check.transmissions) == 0);
	schedule_close(schedule);
	mpz_clear(rows);
}

static void test_schedules(void)
{
	for (unsigned long n = 1; n <= GRID; n++)
		for (size_t k = 0; k < 2; k++)
			check_gossip(&ways[k], n);
	for (size_t k = 0; k < 2; k++) {
		check_gossip(&ways[k], 1597 * 2);
		check_gossip(&ways[k], 1597 * 2 + 2);
		check_gossip(&ways[k], 4095);
	}
}

static unsigned long log_two(unsigned long n)
{
	unsigned long k = 0;

	while (1ul << k < n)
		k++;
	return k;
}

static void test_rounds(void)
{
	static const unsigned long telegraph[][2] = {{1, 0}, {2, 2}, {3, 4},
		{4, 4}, {5, 6}, {6, 5}, {8, 6}, {10, 6}, {12, 7}, {16, 7},
		{18, 8}, {26, 8}, {28, 9}, {1000, 16}};

	for (unsigned long n = 2; n < 100000; n += 1 + n / 50) {
		CHECK(rounds_of(&ways[0], n) == log_two(n) + n % 2);
		CHECK(bound_of(&ways[0], n) == rounds_of(&ways[0], n));
	}
	for (size_t i = 0; i < sizeof telegraph / sizeof *telegraph; i++)
		CHECK_FOR(
			rounds_of(&ways[1], telegraph[i][0]) == telegraph[i][1],
			"%lu processors", telegraph[i][0]);
}

/* Whether phi^r >= n, from phi^r = F(r) phi + F(r-1): F(r) sqrt 5 >= 2n - F(r)
 * - 2 F(r-1). */
static int reaches(unsigned long r, unsigned long n)
{
	long long now = 0, before = 1, rest;

	for (unsigned long i = 0; i < r; i++) {
		long long next = now + before;

		before = now;
		now = next;
	}
	rest = 2 * (long long)n - now - 2 * before;
	return rest <= 0 || 5 * now * now >= rest * rest;
}

static void test_bound(void)
{
	for (unsigned long n = 1; n < 1000000; n += 1 + n / 200) {
		unsigned long r = bound_of(&ways[1], n);
		unsigned long rounds = rounds_of(&ways[1], n);

		CHECK_FOR(reaches(r, n) && (r == 0 || !reaches(r - 1, n)),
			"%lu processors", n);
		CHECK_FOR(rounds >= r && rounds <= r + 2 + n % 2,
			"%lu processors", n);
	}
}

/* -- All calls among few: what each knows is FEW bits of a word. */

struct states {
	uint32_t *state;
	size_t count;
};

static unsigned known_by(uint32_t state, unsigned who)
{
	return state >> who * FEW & ((1u << FEW) - 1);
}

/* Adds the states in which processors from that one on have called, too; free:
 * bits of those that have not. */
static void call(struct states *next, unsigned char *seen, uint32_t before,
	uint32_t state, unsigned free, unsigned n, int is_telegraph)
{
	unsigned who = 0;

	if (free == 0) {
		if (!seen[state]) {
			seen[state] = 1;
			next->state[next->count++] = state;
		}
		return;
	}
	while (!(free >> who & 1))
		who++;
	free &= ~(1u << who);
	call(next, seen, before, state, free, n, is_telegraph);
	for (unsigned peer = who + 1; peer < n; peer++) {
		unsigned rest = free & ~(1u << peer);
		uint32_t to_who = (uint32_t)known_by(before, peer) << who * FEW;
		uint32_t to_peer = (uint32_t)known_by(before, who)
				   << peer * FEW;

		if (!(free >> peer & 1))
			continue;
		if (is_telegraph) {
			call(next, seen, before, state | to_who, rest, n, 1);
			call(next, seen, before, state | to_peer, rest, n, 1);
		} else {
			call(next, seen, before, state | to_who | to_peer, rest,
				n, 0);
		}
	}
}

static unsigned long least_rounds(unsigned n, int is_telegraph)
{
	enum { STATES = 1 << FEW * FEW };
	struct states now = {calloc(STATES, sizeof *now.state), 1};
	struct states next = {calloc(STATES, sizeof *next.state), 0};
	unsigned char *seen = calloc(STATES, 1);
	uint32_t all = 0;
	unsigned long rounds = 0;

	for (unsigned who = 0; who < n; who++) {
		now.state[0] |= 1u << who << who * FEW;
		all |= ((1u << n) - 1) << who * FEW;
	}
	for (; now.state && next.state && seen; rounds++) {
		struct states swap = now;
		size_t i = 0;

		while (i < now.count && now.state[i] != all)
			i++;
		if (i < now.count)
			break;
		for (i = 0; i < now.count; i++)
			call(&next, seen, now.state[i], now.state[i],
				(1u << n) - 1, n, is_telegraph);
		now = next;
		next = (struct states){swap.state, 0};
	}
	free(now.state);
	free(next.state);
	free(seen);
	return rounds;
}

static void test_least(void)
{
	for (unsigned n = 1; n <= FEW; n++)
		for (int k = 0; k < 2; k++)
			CHECK_FOR(least_rounds(n, k) == rounds_of(&ways[k], n),
				"%u processors", n);
}

static void test_limits(void)
{
	struct problem problem;
	struct schedule *schedule;
	mpq_t time;

	mpq_init(time);
	problem_init(&problem);
	mpz_ui_pow_ui(problem.n, 10, 30);
	for (size_t k = 0; k < 2; k++)
		CHECK(gossip_open(&schedule, &problem, &ways[k].options,
			      &err) == STATUS_LIMIT);
	CHECK(gossip_time(time, &problem, &ways[0].options, &err) ==
			STATUS_OK &&
		mpq_cmp_ui(time, 100, 1) == 0);
	mpz_ui_pow_ui(problem.n, 2, 62);
	for (size_t k = 0; k < 2; k++)
		CHECK_REFUSED(gossip_open(&schedule, &problem, &ways[k].options,
				      &err),
			STATUS_LIMIT, "2^62", err,
			"gossip is for fewer than 2^62 processors");
	problem_clear(&problem);
	mpq_clear(time);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_schedules());
	RUN(test_rounds());
	RUN(test_bound());
	RUN(test_least());
	RUN(test_limits());
	return test_done();
}
