/*
 * The last sends of a tail: one more is made by moving others, of each kind of
 * step; those that are planned among others are all found, by senders that have
 * the items, one in each slot; of others too many are refused.
 */
#include "base/mem.h"
#include "model/cyclic/ending.h"
#include "number/random.h"
#include "test.h"

enum { P = 12, TICKS = 5, ITEMS = 5, WORK = 1 << 20 };

static int has_send(const struct cyclic_ending *ending, uint32_t tick,
	uint32_t from, uint32_t to, uint32_t item)
{
	struct cyclic_send send[P];
	uint8_t items[P];
	uint32_t sends = cyclic_ending_list(ending, tick, send, items);

	for (uint32_t i = 0; i < sends; i++)
		if (send[i].from == from && send[i].to == to &&
			items[i] == item)
			return 1;
	return 0;
}

/* One sender of item 0, and two that want it at the one tick there is. */
static void test_too_many(void)
{
	struct cyclic_ending *ending = cyclic_ending_new(4, 1, 1, 2, 1);
	int64_t work = WORK;

	cyclic_ending_tick(ending, 0);
	cyclic_ending_add(ending, 0, 1, 1);
	cyclic_ending_add(ending, 3, 2, 0);
	CHECK(cyclic_ending_free_slots(ending, 1) == 1);
	CHECK(cyclic_ending_free_slots(ending, 3) == 0);
	CHECK(cyclic_ending_meet(ending, 1, 0, &work));
	CHECK(cyclic_ending_free_slots(ending, 1) == 0);
	CHECK(!cyclic_ending_meet(ending, 2, 0, &work));
	CHECK(work > 0 && work < WORK);
	CHECK(has_send(ending, 0, 0, 1, 0));
	cyclic_ending_free(ending);
}

/* 1 takes 2's sender, which finds another at the next tick. */
static void test_other_tick(void)
{
	struct cyclic_ending *ending = cyclic_ending_new(5, 2, 2, 5, 2);
	int64_t work = WORK;

	cyclic_ending_tick(ending, 0);
	cyclic_ending_add(ending, 0, 2, 3);
	cyclic_ending_add(ending, 3, 1, 0);
	cyclic_ending_send(ending, 0, 2, 1);
	cyclic_ending_tick(ending, 1);
	cyclic_ending_add(ending, 3, 4, 2);
	cyclic_ending_add(ending, 4, 2, 0);
	CHECK(cyclic_ending_free_slots(ending, 2) == 1);
	CHECK(cyclic_ending_meet(ending, 1, 0, &work));
	CHECK(has_send(ending, 0, 0, 1, 0));
	CHECK(has_send(ending, 1, 3, 2, 1));
	cyclic_ending_free(ending);
}

/* 1 gets item 1 at the only tick at which it can get item 0: from the same
 * sender, or from one that does not have item 0 when another one is free. */
static void test_same_receiver(int is_same)
{
	struct cyclic_ending *ending = cyclic_ending_new(5, 2, 2, 4, 2);
	int64_t work = WORK;

	cyclic_ending_tick(ending, 0);
	cyclic_ending_add(ending, 0, 1, is_same ? 3 : 2);
	cyclic_ending_add(ending, 3, 2, is_same ? 0 : 1);
	cyclic_ending_send(ending, 0, 1, 1);
	cyclic_ending_tick(ending, 1);
	cyclic_ending_add(ending, 3, 4, 2);
	cyclic_ending_add(ending, 4, 1, 0);
	CHECK(cyclic_ending_meet(ending, 1, 0, &work));
	CHECK(has_send(ending, 0, is_same ? 0 : 3, 1, 0));
	CHECK(has_send(ending, 1, 3, 1, 1));
	cyclic_ending_free(ending);
}

/* At tick t p's item is (p + t) mod ITEMS, from p + 1 + t mod P, which may have
 * others, too. */
static struct cyclic_ending *plant(
	uint64_t have[TICKS][P], struct random *random)
{
	struct cyclic_ending *ending =
		cyclic_ending_new(P, TICKS, TICKS, P * TICKS, ITEMS);

	for (uint32_t t = 0; t < TICKS; t++) {
		cyclic_ending_tick(ending, t);
		for (uint32_t p = 0; p < P; p++) {
			uint32_t from = (p + 1 + t) % P;
			uint64_t items = (uint64_t)1 << (p + t) % ITEMS;

			items |= (uint64_t)1 << random_below(random, ITEMS);
			have[t][from] = items;
			cyclic_ending_add(ending, from, p, items);
		}
	}
	return ending;
}

static uint32_t meet_all(struct cyclic_ending *ending)
{
	uint32_t met = 0;
	int64_t work = WORK;

	for (uint32_t p = 0; p < P; p++)
		for (uint32_t item = 0; item < ITEMS; item++)
			met += cyclic_ending_meet(ending, p, item, &work) != 0;
	return met;
}

static uint32_t count_sends(
	const struct cyclic_ending *ending, uint64_t have[TICKS][P])
{
	struct cyclic_send send[P];
	uint8_t item[P];
	uint64_t got[P] = {0};
	uint32_t count = 0;

	for (uint32_t t = 0; t < TICKS; t++) {
		uint32_t senders = 0, receivers = 0;
		uint32_t sends = cyclic_ending_list(ending, t, send, item);

		count += sends;
		for (uint32_t i = 0; i < sends; i++) {
			uint32_t from = (uint32_t)1 << send[i].from;
			uint32_t to = (uint32_t)1 << send[i].to;
			uint64_t set = (uint64_t)1 << item[i];

			CHECK((have[t][send[i].from] & set) != 0);
			CHECK((senders & from) == 0 && (receivers & to) == 0);
			CHECK((got[send[i].to] & set) == 0);
			senders |= from;
			receivers |= to;
			got[send[i].to] |= set;
		}
	}
	return count;
}

/* Every slot is needed; nearly all are found one after the other. */
static void test_planted(void)
{
	struct random random = {.seed = 7};
	uint64_t have[TICKS][P];
	uint32_t all = 0;

	for (int i = 0; i < 50; i++) {
		struct cyclic_ending *ending = plant(have, &random);
		uint32_t met = meet_all(ending);

		CHECK_FOR(
			met >= P * TICKS - 4, "%d: %lu", i, (unsigned long)met);
		CHECK(count_sends(ending, have) == met);
		all += met == P * TICKS;
		cyclic_ending_free(ending);
	}
	CHECK_FOR(all >= 10, "%lu", (unsigned long)all);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_too_many());
	RUN(test_other_tick());
	RUN(test_same_receiver(0));
	RUN(test_same_receiver(1));
	RUN(test_planted());
	return test_done();
}
