/* number/limit: each limit to the bit or byte, and the messages past it. */
#include "number/number.h"

#include <string.h>

#include "base/mem.h"
#include "test.h"

#define MORE ", more than " ERR_NAME "max_bits allows"

static struct err err;

/* A given number may have 2^25 bits, fewer if results may, or a 256th. */
static void test_longest(void)
{
	static const uint64_t cases[][2] = {{0, 0}, {1, 1},
		{(1 << 25) - 1, (1 << 25) - 1}, {1 << 25, 1 << 25},
		{(1 << 25) + 1, 1 << 25}, {UINT64_C(1) << 33, 1 << 25},
		{(UINT64_C(1) << 33) + 256, (1 << 25) + 1},
		{UINT64_MAX, (UINT64_C(1) << 56) - 1}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_FOR(limit_longest(cases[i][0]) == cases[i][1], "case %d",
			(int)i);
}

/* A sum or product takes three common divisors, a quotient two. */
static void test_reducing(void)
{
	mpq_t x, y;

	mpq_inits(x, y, NULL);
	mpz_set_ui(mpq_numref(x), 1 << 9);
	mpz_set_ui(mpq_denref(x), 1 << 4);
	mpz_set_ui(mpq_numref(y), 1 << 2);
	mpz_set_ui(mpq_denref(y), 1 << 6);
	CHECK(limit_reducing(x, y, 0) == 32 * (7 + 3 + 5));
	CHECK(limit_reducing(x, y, 1) == 32 * (3 + 5));
	CHECK(limit_reducing(y, x, 0) == 32 * (3 + 7 + 5));
	CHECK(limit_reducing(y, x, 1) == 32 * (3 + 5));
	mpq_clears(x, y, NULL);
}

static void test_work(void)
{
	const uint64_t least = 1 << 25, longer = 1 << 26;

	CHECK(limit_check_work("x", 2 * least + 1, 0, &err) == STATUS_OK);
	CHECK_REFUSED(limit_check_work("x", 2 * least + 2, 0, &err),
		STATUS_LIMIT, "x", err,
		"'x' takes more work than " ERR_NAME "max_bits allows");
	CHECK(limit_check_work("x", 2 * longer + 1, longer, &err) == STATUS_OK);
	CHECK(limit_check_work("x", 2 * longer + 2, longer, &err) ==
		STATUS_LIMIT);
}

static void check_bytes(const char *bytes, uint64_t most, const char *expected)
{
	enum status status;
	mpz_t needed;

	mpz_init(needed);
	test_mpz(needed, bytes);
	status = limit_check_bytes("it", needed, most, &err);
	if (expected)
		CHECK_REFUSED(status, STATUS_LIMIT, bytes, err, expected);
	else
		CHECK_FOR(status == STATUS_OK, "%s", bytes);
	mpz_clear(needed);
}

/* A number of bytes that size_t cannot hold is refused, too. */
static void test_bytes(void)
{
	check_bytes("0", 0, NULL);
	check_bytes("100", 100, NULL);
	check_bytes("101", 100, "it needs 101 bytes of memory" MORE);
	check_bytes("4294967295", UINT64_MAX, NULL);
	check_bytes("18446744073709551615", UINT64_MAX,
		SIZE_MAX == UINT64_MAX
			? NULL
			: "it needs 18446744073709551615 bytes of memory" MORE);
	check_bytes("18446744073709551616", UINT64_MAX,
		"it needs 18446744073709551616 bytes of memory" MORE);
}

static void test_parts(void)
{
	const struct limit_part part[LIMIT_PARTS] = {
		{2, 3, 4}, {5, 6, 7}, {UINT32_MAX, 1, UINT32_MAX}};
	const uint64_t all = 24 + 210 + (uint64_t)UINT32_MAX * UINT32_MAX;
	mpz_t count;

	CHECK(limit_check_parts("it", part, all, &err) ==
		(SIZE_MAX == UINT64_MAX ? STATUS_OK : STATUS_LIMIT));
	CHECK_REFUSED(limit_check_parts("it", part, all - 1, &err),
		STATUS_LIMIT, "parts", err,
		"it needs 18446744065119617259 bytes of memory" MORE);
	mpz_init_set_ui(count, 7);
	CHECK(limit_check_each("they", count, 9, 63, &err) == STATUS_OK);
	CHECK_REFUSED(limit_check_each("they", count, 9, 62, &err),
		STATUS_LIMIT, "each", err,
		"they needs 63 bytes of memory" MORE);
	mpz_clear(count);
}

/* Digits are rounded up. */
static void test_bits(void)
{
	mpz_t bits;

	mpz_init_set_ui(bits, 100);
	CHECK(limit_check_bits("it", bits, 100, &err) == STATUS_OK);
	CHECK_REFUSED(limit_check_bits("it", bits, 99, &err), STATUS_LIMIT,
		"100", err, "it would have up to 31 digits" MORE);
	mpz_set_ui(bits, 1000000000);
	CHECK_REFUSED(limit_check_bits("it", bits, 99, &err), STATUS_LIMIT,
		"10^9", err, "it would have up to 301029996 digits" MORE);
	CHECK_REFUSED(limit_too_many("rows", &err), STATUS_LIMIT, "rows", err,
		"so many rows take more memory than " ERR_NAME
		"max_bits allows");
	CHECK_REFUSED(limit_too_long("7x", &err), STATUS_LIMIT, "7x", err,
		"'7x' has more digits than " ERR_NAME "max_bits allows");
	mpz_clear(bits);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_longest());
	RUN(test_reducing());
	RUN(test_work());
	RUN(test_bytes());
	RUN(test_parts());
	RUN(test_bits());
	return test_done();
}
