/*
 * model/logp/sum: the formula against the slots themselves, one by one, and
 * against an exhaustive search; the paper's figure; numbers beyond machine
 * words.
 */
#include "model/logp/logp.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

#define BITS ((uint64_t)1 << 33)

enum { CYCLES = 60, PROCESSORS = 40 };

static struct err err;

struct figures {
	unsigned long L, o, g;
};

static const struct figures machines[] = {{5, 2, 4}, {1, 1, 1}, {3, 0, 1},
	{2, 1, 3}, {6, 2, 4}, {0, 1, 2}, {4, 3, 2}, {2, 0, 2}, {1, 2, 5},
	{0, 0, 1}, {0, 0, 7}, {1, 1, 9}, {2, 0, 12}};

enum { MACHINES = sizeof machines / sizeof *machines };

static unsigned long most(
	const struct figures *m, unsigned long P, unsigned long T)
{
	struct logp_sum sum;
	mpz_t figure[4], operands, at;
	unsigned long value;

	mpz_init_set_ui(figure[0], m->L);
	mpz_init_set_ui(figure[1], m->o);
	mpz_init_set_ui(figure[2], m->g);
	mpz_init_set_ui(figure[3], P);
	mpz_init_set_ui(at, T);
	mpz_init(operands);
	sum = (struct logp_sum){figure[0], figure[1], figure[2], figure[3]};
	CHECK(logp_sum_reach(operands, &sum, at, BITS, &err) == STATUS_OK);
	value = mpz_get_ui(operands);
	CHECK(logp_sum_time(at, &sum, operands, BITS, &err) == STATUS_OK);
	CHECK(mpz_get_ui(at) == T);
	mpz_clears(
		figure[0], figure[1], figure[2], figure[3], operands, at, NULL);
	return value;
}

/* The sum over the slots, the earliest open slot taken each time. */
static unsigned long most_by_slots(
	const struct figures *m, unsigned long P, unsigned long T)
{
	unsigned long gap = m->g > m->o + 1 ? m->g : m->o + 1;
	unsigned long delay = m->L + 2 * m->o + 1, sum = T + 1;
	unsigned long open[PROCESSORS + 1] = {delay};
	size_t count = 1;

	for (unsigned long i = 1; i < P; i++) {
		size_t least = 0;
		unsigned long slot;

		for (size_t k = 1; k < count; k++)
			if (open[k] < open[least])
				least = k;
		slot = open[least];
		if (slot + m->o < T)
			sum += T - m->o - slot;
		open[least] = slot + gap;
		open[count++] = slot + delay;
	}
	return sum;
}

static void test_slots(void)
{
	for (size_t k = 0; k < MACHINES; k++)
		for (unsigned long P = 1; P <= PROCESSORS; P++)
			for (unsigned long T = 0; T < CYCLES; T++)
				CHECK(most(&machines[k], P, T) ==
					most_by_slots(&machines[k], P, T));
}

/* The most that one processor and those whose results it gets can add by t:
 * backwards, each cycle is idle, the addition of an operand, or that of a
 * result, before which it is received; wait: cycles until a receive may end. */
enum { SEARCH_CYCLES = 30, SEARCH_PROCESSORS = 6, WAITS = 13 };

static int known[SEARCH_CYCLES][SEARCH_PROCESSORS + 1][WAITS];

static int search(const struct figures *m, int t, int P, int wait)
{
	int *best, L = (int)m->L, o = (int)m->o, g = (int)m->g;

	if (t < 0)
		return -1000000;
	best = &known[t][P][wait];
	if (*best != 0)
		return *best;
	*best = 1;
	if (t >= 1) {
		int more = 1 + search(m, t - 1, P, wait > 0 ? wait - 1 : 0);

		*best = more > *best ? more : *best;
	}
	for (int c = 1; wait == 0 && t >= o + 1 && c < P; c++) {
		int next = g > o + 1 ? g - (o + 1) : 0;
		int more = search(m, t - o - 1, P - c, next) +
			   search(m, t - 1 - 2 * o - L, c, 0);

		*best = more > *best ? more : *best;
	}
	return *best;
}

static void test_search(void)
{
	for (size_t k = 0; k < MACHINES; k++) {
		memset(known, 0, sizeof known);
		for (int P = 1; P <= SEARCH_PROCESSORS; P++)
			for (int T = 0; T < SEARCH_CYCLES; T++)
				CHECK((int)most(&machines[k], (unsigned long)P,
					      (unsigned long)T) ==
					search(&machines[k], T, P, 0));
	}
}

static void test_values(void)
{
	static const unsigned long T[] = {0, 10, 12, 13, 14, 20, 28, 40},
				   S[] = {1, 11, 13, 15, 17, 33, 79, 175};
	static const unsigned long P[] = {1, 2, 8, 64, 1000},
				   at100[] = {101, 188, 645, 3845, 32717};

	for (size_t i = 0; i < sizeof T / sizeof *T; i++)
		CHECK(most(&(struct figures){5, 2, 4}, 8, T[i]) == S[i]);
	for (size_t i = 0; i < sizeof P / sizeof *P; i++)
		CHECK(most(&(struct figures){6, 2, 4}, P[i], 100) == at100[i]);
}

/* After the last slot every cycle adds P operands; P of 300 digits. */
static void test_large(void)
{
	struct logp_sum sum;
	mpz_t L, o, g, P, T, one, two;

	mpz_inits(L, o, g, P, T, one, two, NULL);
	mpz_set_ui(L, 5);
	mpz_set_ui(o, 2);
	mpz_set_ui(g, 4);
	mpz_ui_pow_ui(P, 10, 300);
	sum = (struct logp_sum){L, o, g, P};
	mpz_set_ui(T, 100000);
	CHECK(logp_sum_reach(one, &sum, T, BITS, &err) == STATUS_OK);
	mpz_add_ui(T, T, 1000);
	CHECK(logp_sum_reach(two, &sum, T, BITS, &err) == STATUS_OK);
	mpz_sub(two, two, one);
	mpz_mul_ui(one, P, 1000);
	CHECK(mpz_cmp(one, two) == 0);
	mpz_clears(L, o, g, P, T, one, two, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_slots());
	RUN(test_search());
	RUN(test_values());
	RUN(test_large());
	return test_done();
}
