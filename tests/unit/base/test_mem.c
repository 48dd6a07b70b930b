/*
 * Arrays that grow: what they hold, and how seldom they are moved; copies of
 * texts; numbers of GMP that come and go, and grow and shrink.
 */
#include "base/mem.h"

#include <stdint.h>
#include <string.h>

#include <gmp.h>

#include "test.h"

enum { COUNT = 100000, GROWN_MOST = 40, NUMBERS = 10000, LIMBS = 7 };

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

/* A copy ends where it is told, and its original may change. */
static void check_text(void)
{
	char letters[] = "abc";
	char *text = mem_text(letters, 2), *none = mem_text(letters, 0);

	letters[0] = 'x';
	CHECK(strcmp(text, "ab") == 0);
	CHECK(strcmp(none, "") == 0);
	mem_free(text);
	mem_free(none);
}

/* Numbers of a few limbs, in an order that has no rule: each keeps its value,
 * whatever its neighbours do. */
static void check_numbers(void)
{
	mpz_t *number = mem_array(NUMBERS, sizeof *number), power;
	uint64_t at = 1, wrong = 0;

	mpz_init(power);
	for (size_t i = 0; i < NUMBERS; i++)
		mpz_init_set_ui(number[i], 1);
	for (size_t i = 0; i < COUNT; i++) {
		at = at * UINT64_C(6364136223846793005) + 1442695040888963407;
		size_t k = (size_t)(at >> 33) % NUMBERS;
		size_t bits = mpz_sizeinbase(number[k], 2) - 1;

		mpz_set_ui(power, 0);
		mpz_setbit(power, bits);
		wrong += mpz_cmp(number[k], power) != 0;
		mpz_clear(number[k]);
		mpz_init_set_ui(number[k], 1);
		mpz_mul_2exp(number[k], number[k],
			(mp_bitcnt_t)(at >> 20) % (LIMBS * GMP_NUMB_BITS));
		mpz_realloc2(number[k], mpz_sizeinbase(number[k], 2));
	}
	for (size_t i = 0; i < NUMBERS; i++)
		mpz_clear(number[i]);
	mpz_clear(power);
	CHECK(wrong == 0);
	mem_free(number);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(check_grow());
	RUN(check_text());
	RUN(check_numbers());
	return test_done();
}
