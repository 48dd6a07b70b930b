/* Arrays that grow: what they hold, and how seldom they are moved. */
#include "base/mem.h"

#include <stdint.h>

#include "test.h"

enum { COUNT = 100000, GROWN_MOST = 40 };

static void check_grow(void)
{
	uint64_t *array = NULL;
	size_t capacity = 0, grown = 0, wrong = 0;

	for (size_t i = 0; i < COUNT; i++) {
		size_t before = capacity;

		array = mem_grow(array, &capacity, i, sizeof *array);
		CHECK_FOR(capacity > i, "%zu elements", i);
		CHECK_FOR(i == before || capacity == before, "%zu elements", i);
		grown += capacity != before;
		array[i] = i * i;
	}
	for (size_t i = 0; i < COUNT; i++)
		wrong += array[i] != i * i;
	CHECK(wrong == 0);
	CHECK(grown <= GROWN_MOST);
	CHECK(capacity < 2 * (size_t)COUNT);
	mem_free(array);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(check_grow());
	return test_done();
}
