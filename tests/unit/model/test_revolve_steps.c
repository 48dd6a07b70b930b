/*
 * Messages of the revolving hierarchy: those of one process against all
 * messages, virtual processes, fairness, distances.
 * Garg & Ghosh 1994, Sections II-VI.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/revolve/facts.h"
#include "revolve_cycle.h"

/* -- rank against messages */

/* How many messages each process sends to each other in a step. */
struct traffic {
	unsigned long size;
	unsigned char sent[64][64];
};

static void read_messages(struct traffic *traffic,
	const struct revolve *revolve, const mpz_t time)
{
	struct revolve_step step;

	traffic->size = mpz_get_ui(revolve->processes);
	memset(traffic->sent, 0, sizeof traffic->sent);
	revolve_step_init(&step, revolve, time);
	while (revolve_step_next(&step))
		traffic->sent[mpz_get_ui(step.from)][mpz_get_ui(step.to)]++;
	revolve_step_clear(&step);
}

/* Removes the messages of one process; returns whether all of them were there.
 */
static int take_rank(struct traffic *traffic, const struct revolve *revolve,
	unsigned long process, const mpz_t time)
{
	struct revolve_rank rank;
	mpz_t x;
	int right = 1;

	mpz_init_set_ui(x, process);
	revolve_rank_init(&rank, revolve, x, time);
	while (revolve_rank_next(&rank)) {
		unsigned long peer = mpz_get_ui(rank.peer);
		int sends = rank.role == REVOLVE_SENDER;
		unsigned char *count = sends ? &traffic->sent[process][peer]
					     : &traffic->sent[peer][process];

		right &= (*count & (sends ? 15 : 240)) > 0;
		*count = (unsigned char)(*count - (sends ? 1 : 16));
	}
	revolve_rank_clear(&rank);
	mpz_clear(x);
	return right;
}

static void check_rank(const struct revolve *revolve, const char *start)
{
	struct traffic traffic;
	mpz_t time;

	mpz_init(time);
	test_mpz(time, start);
	for (int t = 0; t < 70; t++, mpz_add_ui(time, time, 1)) {
		int right = 1;

		read_messages(&traffic, revolve, time);
		/* Each message is found twice, as a send and as a receive. */
		for (size_t i = 0; i < sizeof traffic.sent; i++)
			(&traffic.sent[0][0])[i] *= 17;
		for (unsigned long x = 0; x < traffic.size; x++)
			right &= take_rank(&traffic, revolve, x, time);
		for (size_t i = 0; i < sizeof traffic.sent; i++)
			right &= (&traffic.sent[0][0])[i] == 0;
		CHECK_FOR(right, "%d, arity %lu, %lu, time %s + %d",
			(int)revolve->scheme, revolve->arity, traffic.size,
			start, t);
	}
	mpz_clear(time);
}

static void test_rank(void)
{
	struct revolve revolve;

	for (size_t i = 0; i < 4; i++) {
		for (unsigned h = 1; h <= 6; h++) {
			open_height(&revolve, schemes[i], h);
			check_rank(&revolve, "0");
			check_rank(&revolve, "1000000000000000000000000007");
			revolve_clear(&revolve);
		}
	}
	for (unsigned long n = 1; n < 64; n += 3) {
		for (unsigned long k = 2; k <= 6; k++) {
			open_scheme(&revolve, REVOLVE_NEXT, k, n, 1);
			check_rank(&revolve, "0");
			revolve_clear(&revolve);
		}
		open_scheme(&revolve, REVOLVE_BCNEXT, 2, n, 1);
		check_rank(&revolve, "5");
		revolve_clear(&revolve);
	}
}

/* -- virtual processes: v' < k^(h-1) < n(k-1) + 1, and a process carries at
 * most k-1 of them */
static void test_virtual(void)
{
	struct revolve revolve;

	for (unsigned long k = 2; k <= 6; k++) {
		for (unsigned long n = 1; n < 3000; n++) {
			unsigned long fill, half;

			open_scheme(&revolve, REVOLVE_NEXT, k, n, 1);
			fill = mpz_get_ui(revolve.size) - n;
			half = mpz_get_ui(revolve.half);
			CHECK_FOR(fill < half && half < n * (k - 1) + 1 &&
					  (fill + n - 1) / n <= k - 1,
				"%lu, %lu", n, k);
			revolve_clear(&revolve);
		}
	}
	open_scheme(&revolve, REVOLVE_NEXT, 3, 100, 1);
	CHECK(mpz_cmp_ui(revolve.size, 121) == 0);
	revolve_clear(&revolve);
}

/* -- fairness, from the pairs of a step */

static void check_fairness(const struct revolve *revolve)
{
	static unsigned sends[PROCESSES_MAX], receives[PROCESSES_MAX];
	static unsigned char busy[PROCESSES_MAX];
	struct revolve_pairs pairs;
	struct err err;
	int right = 1;

	CHECK(revolve_pairs_init(&pairs, revolve, &err) == STATUS_OK);
	memset(sends, 0, sizeof sends);
	memset(receives, 0, sizeof receives);
	for (uint32_t t = 0; t < pairs.size; t++) {
		memset(busy, 0, sizeof busy);
		for (uint32_t i = 0; i < pairs.count; i++) {
			uint32_t from = revolve_process(
				pairs.pair[i].from, t, pairs.size);
			uint32_t to = revolve_process(
				pairs.pair[i].to, t, pairs.size);

			sends[from]++;
			receives[to]++;
			right &= busy[from]++ == 0;
			right &= busy[to]++ < revolve->fan_in;
		}
	}
	for (uint32_t x = 0; x < pairs.size; x++)
		right &= sends[x] == pairs.count && receives[x] == pairs.count;
	CHECK_FOR(right, "%d, arity %lu, %u", (int)revolve->scheme,
		revolve->arity, (unsigned)pairs.size);
	revolve_pairs_clear(&pairs);
}

static void test_fairness(void)
{
	struct revolve revolve;

	for (size_t i = 0; i < 4; i++) {
		for (unsigned h = 1; h <= 10; h++) {
			open_height(&revolve, schemes[i], h);
			check_fairness(&revolve);
			revolve_clear(&revolve);
		}
	}
	for (unsigned long k = 3; k <= 6; k++) {
		for (unsigned long size = 1; size < PROCESSES_MAX;
			size = k * size + 1) {
			open_scheme(&revolve, REVOLVE_NEXT, k, size, 0);
			check_fairness(&revolve);
			revolve_clear(&revolve);
		}
	}
}

/* -- distances */

/* Theorems 2 and 4 against the pairs, and the order. */
static void check_distances(const struct revolve *revolve)
{
	struct revolve_distances distances;
	struct revolve_pairs pairs;
	unsigned char *seen;
	struct err err;
	long last = 0, size;
	unsigned long count = 0, wanted = 0;
	int right = 1;

	CHECK(revolve_pairs_init(&pairs, revolve, &err) == STATUS_OK);
	CHECK(revolve_distances_init(&distances, revolve, &err) == STATUS_OK);
	size = (long)pairs.size;
	seen = mem_array(pairs.size, 1);
	for (uint32_t i = 0; i < pairs.count; i++) {
		unsigned char *at = &seen[revolve_process(
			pairs.pair[i].to, pairs.pair[i].from, pairs.size)];

		wanted += *at == 0;
		*at = 1;
	}
	while (revolve_distances_next(&distances)) {
		long d = mpz_get_si(distances.distance);

		count++;
		right &= seen[(d + size) % size] && 2 * d <= size &&
			 2 * d > -size;
		right &= labs(d) > labs(last) || d == -last;
		right &= labs(d) != labs(last) || d < 0;
		last = d;
	}
	CHECK_FOR(right && count == wanted && count == distances.count,
		"%d, arity %lu, %ld: %lu", (int)revolve->scheme, revolve->arity,
		size, count);
	mem_free(seen);
	revolve_distances_clear(&distances);
	revolve_pairs_clear(&pairs);
}

static void test_distances(void)
{
	struct revolve revolve;

	for (size_t i = 0; i < 4; i++) {
		for (unsigned h = 1; h <= 12; h++) {
			open_height(&revolve, schemes[i], h);
			check_distances(&revolve);
			revolve_clear(&revolve);
		}
	}
}

/* Counts from an independent program. */
static void test_distance_counts(void)
{
	static const unsigned long snext[] = {
		1, 2, 3, 7, 13, 27, 55, 108, 217, 439, 872, 1760, 3471, 7020};
	static const unsigned long bcnext[] = {
		1, 2, 3, 7, 13, 26, 53, 103, 212, 398, 835, 1631, 3257, 6514};
	static const unsigned long ternary[] = {3, 9, 21, 49, 125, 345, 997};
	struct revolve revolve;
	unsigned long size = 1;

	for (unsigned h = 1; h <= 14; h++) {
		open_height(&revolve, REVOLVE_SNEXT, h);
		CHECK_FOR(property(&revolve, REVOLVE_DISTANCES) == snext[h - 1],
			"%u", h);
		revolve_clear(&revolve);
		open_height(&revolve, REVOLVE_BCNEXT, h);
		CHECK_FOR(
			property(&revolve, REVOLVE_DISTANCES) == bcnext[h - 1],
			"%u", h);
		revolve_clear(&revolve);
	}
	for (size_t i = 0; i < 7; i++) {
		size = 3 * size + 1;
		open_scheme(&revolve, REVOLVE_NEXT, 3, size, 0);
		CHECK_FOR(property(&revolve, REVOLVE_DISTANCES) == ternary[i],
			"%lu", size);
		revolve_clear(&revolve);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_rank());
	RUN(test_virtual());
	RUN(test_fairness());
	RUN(test_distances());
	RUN(test_distance_counts());
	return test_done();
}
