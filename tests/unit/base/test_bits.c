/*
 * base/bits: sets of up to 200 numbers, against an array of truth values.
 */
#include "base/bits.h"

#include <string.h>

#include "number/random.h"
#include "test.h"

enum { NUMBERS = 200, STEPS = 400 };

static uint64_t next_slowly(const char *has, uint64_t begin, uint64_t end)
{
	while (begin < end && !has[begin])
		begin++;
	return begin;
}

static void check_ranges(const uint64_t *set, const char *has)
{
	for (uint64_t begin = 0; begin <= NUMBERS; begin += 7)
		for (uint64_t end = begin; end <= NUMBERS; end += 9) {
			uint64_t next = next_slowly(has, begin, end);

			CHECK(bits_next(set, begin, end) == next);
			CHECK(bits_has_any(set, begin, end) == (next < end));
		}
}

static void test_sets(void)
{
	struct random random = {.seed = 3};
	uint64_t set[NUMBERS / 64 + 1] = {0};
	char has[NUMBERS] = {0};

	CHECK(bits_words(NUMBERS) == sizeof set / sizeof *set);
	for (int step = 0; step < STEPS; step++) {
		uint64_t i = random_below(&random, NUMBERS);

		has[i] = random_below(&random, 4) == 0;
		if (has[i])
			bits_add(set, i);
		else
			bits_remove(set, i);
		CHECK(bits_has(set, i) == has[i]);
		if (step % 20 == 0)
			check_ranges(set, has);
	}
	bits_add_range(set, 50, 150);
	memset(has + 50, 1, 100);
	check_ranges(set, has);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_sets());
	return test_done();
}
