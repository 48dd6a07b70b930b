/*
 * model/periodic: the shifts of leaves are all different, and so are their
 * arrivals at a member.  The last sends of a tail: wishes that can all be
 * granted are, by sends of processors that have the item, one at a time;
 * otherwise some are left.
 */
#include "base/mem.h"
#include "model/periodic/periodic.h"
#include "number/random.h"
#include "test.h"

/* -- shifts */

static int is_permutation(const uint32_t *a, uint32_t n)
{
	uint64_t seen = 0;

	for (uint32_t x = 0; x < n; x++)
		if (a[x] < n)
			seen |= UINT64_C(1) << a[x];
	return seen == (UINT64_C(1) << n) - 1;
}

/* The node's offset is minus the sum of the leaves' offsets. */
static void check_shifts(const uint64_t *offset, uint32_t n)
{
	uint32_t shift[64], arrival[64], work[4 * 64];
	uint64_t sum = 0;

	periodic_arrange(shift, offset, n, work);
	for (uint32_t x = 0; x + 1 < n; x++) {
		arrival[x] = (uint32_t)((offset[x] + n - shift[x]) % n);
		sum += offset[x];
	}
	arrival[n - 1] = (uint32_t)((n - sum % n) % n);
	CHECK_FOR(is_permutation(shift, n) && is_permutation(arrival, n) &&
			  shift[n - 1] == 0,
		"n = %u", n);
}

/* All offsets mod n for n up to 6, random ones for n up to 40. */
static void test_shifts(void)
{
	struct random random = {.seed = 1};
	uint64_t offset[64];

	for (uint32_t n = 1; n <= 6; n++) {
		uint32_t cases = 1;

		for (uint32_t x = 0; x + 1 < n; x++)
			cases *= n;
		for (uint32_t i = 0; i < cases; i++) {
			for (uint32_t x = 0, left = i; x + 1 < n; x++) {
				offset[x] = left % n;
				left /= n;
			}
			check_shifts(offset, n);
		}
	}
	for (uint32_t n = 7; n <= 40; n++)
		for (int i = 0; i < 500; i++) {
			for (uint32_t x = 0; x + 1 < n; x++)
				offset[x] = random_below(
					&random, i % 2 ? 9 * n : 1 + n / 4);
			check_shifts(offset, n);
		}
}

/* -- endings */

enum { P = 12, TIMES = 5, ITEMS = 5 };

/* There is one sender of item 0, and two processors want it at the only
 * time. */
static void test_too_many(void)
{
	struct periodic_ending *ending = periodic_ending_new(4, 1, 1, 2);
	struct periodic_send send[4];
	struct random random = {.seed = 1};
	uint64_t work = 0;

	periodic_ending_time(ending, 0);
	periodic_ending_add(ending, 0, 1, 1);
	periodic_ending_add(ending, 3, 2, 0);
	periodic_ending_wish(ending, 1, 0);
	periodic_ending_wish(ending, 2, 0);
	CHECK(periodic_ending_meet(ending, &random, &work) == 1);
	CHECK(work > 0);
	periodic_ending_reset(ending);
	periodic_ending_time(ending, 0);
	CHECK(periodic_ending_meet(ending, &random, &work) == 0);
	CHECK(periodic_ending_list(ending, 0, send) == 0);
	periodic_ending_free(ending);
}

static int is_sent(const struct periodic_ending *ending, uint32_t time,
	uint32_t from, uint32_t to, uint32_t item)
{
	struct periodic_send send[4];
	size_t sends = periodic_ending_list(ending, time, send);

	for (size_t i = 0; i < sends; i++)
		if (send[i].from == from && send[i].to == to &&
			send[i].item == item)
			return 1;
	return 0;
}

/* Two times of one unit, at which different processors receive.  Processor 1
 * takes the sender that serves 2, which finds another sender a unit later. */
static void test_moved(void)
{
	struct periodic_ending *ending = periodic_ending_new(5, 2, 3, 5);
	struct random random = {.seed = 3};
	uint64_t work = 0;
	uint32_t slot;

	periodic_ending_time(ending, 0);
	slot = periodic_ending_add(ending, 0, 2, 3);
	periodic_ending_add(ending, 3, 1, 0);
	periodic_ending_send(ending, slot, 2, 1);
	periodic_ending_time(ending, 0);
	periodic_ending_add(ending, 0, 4, 1);
	periodic_ending_time(ending, 1);
	periodic_ending_add(ending, 3, 3, 2);
	periodic_ending_add(ending, 4, 2, 0);
	periodic_ending_wish(ending, 1, 0);
	CHECK(periodic_ending_meet(ending, &random, &work) == 0);
	CHECK(is_sent(ending, 0, 0, 1, 0));
	CHECK(!is_sent(ending, 1, 0, 1, 0));
	CHECK(is_sent(ending, 2, 3, 2, 1));
	periodic_ending_free(ending);
}

/* Slots in which all wishes can be granted: at time t, processor (p + 1 + t)
 * mod P has an item for processor (p + t) mod P, and perhaps another item. */
static void add_planted(struct periodic_ending *ending, uint64_t have[TIMES][P],
	struct random *random)
{
	periodic_ending_reset(ending);
	for (uint32_t t = 0; t < TIMES; t++) {
		periodic_ending_time(ending, t);
		for (uint32_t p = 0; p < P; p++) {
			uint32_t from = (p + 1 + t) % P;
			uint64_t items = (uint64_t)1 << (p + t) % ITEMS;

			items |= (uint64_t)1 << random_below(random, ITEMS);
			have[t][from] = items;
			periodic_ending_add(ending, from, (p + t) % P, items);
		}
	}
	for (uint32_t p = 0; p < P; p++)
		for (uint32_t t = 0; t < TIMES; t++)
			periodic_ending_wish(ending, p, (p + t) % ITEMS);
}

static void check_sends(
	const struct periodic_ending *ending, uint64_t have[TIMES][P])
{
	struct periodic_send send[P];
	uint64_t got[P] = {0};

	for (uint32_t t = 0; t < TIMES; t++) {
		uint32_t senders = 0, receivers = 0;
		size_t sends = periodic_ending_list(ending, t, send);

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
	struct periodic_ending *ending =
		periodic_ending_new(P, TIMES, TIMES, TIMES * P);
	struct random random = {.seed = 7};
	uint64_t have[TIMES][P], work = 0;

	for (int i = 0; i < 20; i++) {
		int tries = 0;

		do
			add_planted(ending, have, &random);
		while (periodic_ending_meet(ending, &random, &work) > 0 &&
			++tries < 20);
		CHECK_FOR(tries < 20, "%d", i);
		if (tries < 20)
			check_sends(ending, have);
	}
	periodic_ending_free(ending);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_shifts());
	RUN(test_too_many());
	RUN(test_moved());
	RUN(test_planted());
	return test_done();
}
