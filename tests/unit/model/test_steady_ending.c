/*
 * The last sends of a tail: wishes that can all be met are, by sends of
 * processors that have the item, one a time; of others some are left.
 */
#include "base/mem.h"
#include "model/optimum/steady_ending.h"
#include "number/random.h"
#include "test.h"

enum { P = 12, TIMES = 5, ITEMS = 5 };

/* One sender of item 0, and two that want it at the one time there is. */
static void test_too_many(void)
{
	struct steady_ending *ending = steady_ending_new(4, 1, 1);
	struct optimum_send send[4];
	struct random random = {.seed = 1};
	uint64_t work = 0;

	steady_ending_add(ending, 0, 0, 1, 1);
	steady_ending_add(ending, 0, 3, 0, 2);
	steady_ending_wish(ending, 1, 0);
	steady_ending_wish(ending, 2, 0);
	CHECK(steady_ending_meet(ending, &random, &work) == 1);
	CHECK(work > 0);
	steady_ending_reset(ending);
	CHECK(steady_ending_meet(ending, &random, &work) == 0);
	CHECK(steady_ending_list(ending, 0, send) == 0);
	steady_ending_free(ending);
}

/* At time t p's item is (p + t) mod ITEMS, from p + 1 + t mod P, which may have
 * others, too. */
static void add_planted(struct steady_ending *ending, uint64_t have[TIMES][P],
	struct random *random)
{
	steady_ending_reset(ending);
	for (uint32_t t = 0; t < TIMES; t++)
		for (uint32_t p = 0; p < P; p++) {
			uint32_t from = (p + 1 + t) % P;
			uint64_t items = (uint64_t)1 << (p + t) % ITEMS;

			items |= (uint64_t)1 << random_below(random, ITEMS);
			have[t][from] = items;
			steady_ending_add(ending, t, from, items, (p + t) % P);
		}
	for (uint32_t p = 0; p < P; p++)
		for (uint32_t t = 0; t < TIMES; t++)
			steady_ending_wish(ending, p, (p + t) % ITEMS);
}

static void check_sends(
	const struct steady_ending *ending, uint64_t have[TIMES][P])
{
	struct optimum_send send[P];
	uint64_t got[P] = {0};

	for (uint32_t t = 0; t < TIMES; t++) {
		uint32_t senders = 0, receivers = 0;
		size_t sends = steady_ending_list(ending, t, send);

		CHECK(sends == P);
		for (size_t i = 0; i < sends; i++) {
			CHECK(have[t][send[i].from] >> send[i].item & 1);
			senders |= (uint32_t)1 << send[i].from;
			receivers |= (uint32_t)1 << send[i].to;
			got[send[i].to] |= (uint64_t)1 << send[i].item;
		}
		CHECK(senders == (1U << P) - 1 && receivers == senders);
	}
	for (uint32_t p = 0; p < P; p++)
		CHECK(got[p] == ((uint64_t)1 << ITEMS) - 1);
}

static void test_planted(void)
{
	struct steady_ending *ending = steady_ending_new(P, TIMES, ITEMS);
	struct random random = {.seed = 7};
	uint64_t have[TIMES][P], work = 0;

	for (int i = 0; i < 20; i++) {
		int tries = 0;

		do
			add_planted(ending, have, &random);
		while (steady_ending_meet(ending, &random, &work) > 0 &&
			++tries < 20);
		CHECK_FOR(tries < 20, "%d", i);
		if (tries < 20)
			check_sends(ending, have);
	}
	steady_ending_free(ending);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_too_many());
	RUN(test_planted());
	return test_done();
}
