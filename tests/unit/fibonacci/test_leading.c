/* fibonacci/leading: enclosures contain the number and are as narrow as the
 * header says; the search finds the least index for numbers at and beside
 * values of F. */
#include "fibonacci/methods.h"

#include <stdlib.h>

#include "base/mem.h"
#include "test.h"

static const struct {
	unsigned long a, b;
} lambdas[] = {{1, 1}, {2, 1}, {5, 2}, {3, 1}, {7, 3}, {10, 1}, {35, 11},
	{101, 2},
	/* grids too fine for every index */
	{1001, 1000}};

enum { LAMBDAS = 8, FINE = LAMBDAS, MAX_BITS = 1 << 24 };

/* The ports of a processor. */
static unsigned long ports = 1;
static const unsigned long all_ports[] = {1, 2, 9, INT32_MAX};

enum { PORTS = sizeof all_ports / sizeof *all_ports };

/* G(index), by the closed form. */
static void find_exact(mpz_t value, int i, unsigned long index)
{
	mpz_t a, b, at;

	mpz_init_set_ui(a, lambdas[i].a);
	mpz_init_set_ui(b, lambdas[i].b);
	mpz_init_set_ui(at, index);
	fibonacci_sum(value, a, b, ports, at);
	mpz_clears(a, b, at, NULL);
}

static void value_of(mpz_t value, const struct leading *x)
{
	mpz_mul_2exp(value, x->mantissa, mpz_get_ui(x->exponent));
}

static void check_leading(int i, unsigned long index, unsigned long bits)
{
	struct leading low, high;
	mpz_t exact, below, above, at;

	leading_init(&low);
	leading_init(&high);
	mpz_inits(exact, below, above, NULL);
	mpz_init_set_ui(at, index);
	find_exact(exact, i, index);
	fibonacci_leading(
		&low, &high, lambdas[i].a, lambdas[i].b, ports, at, bits);
	value_of(below, &low);
	value_of(above, &high);
	CHECK_FOR(mpz_cmp(below, exact) <= 0 && mpz_cmp(exact, above) <= 0,
		"%lu/%lu: %lu", lambdas[i].a, lambdas[i].b, index);
	if (mpz_sizeinbase(exact, 2) <= bits)
		CHECK_FOR(mpz_cmp(below, above) == 0, "%lu/%lu: %lu",
			lambdas[i].a, lambdas[i].b, index);
	/* The bounds agree in all but log2(index) + log2(a) + log2(ports) bits
	 * and a few more. */
	mpz_sub(above, above, below);
	mpz_mul_2exp(above, above, bits);
	mpz_mul_ui(below, below, 16 * index * lambdas[i].a);
	mpz_mul_ui(below, below, ports);
	CHECK_FOR(index == 0 || mpz_cmp(above, below) <= 0, "%lu/%lu: %lu",
		lambdas[i].a, lambdas[i].b, index);
	/* The bounds are not longer than necessary. */
	CHECK_FOR(mpz_sizeinbase(high.mantissa, 2) <= 4 * bits + 400,
		"%lu/%lu: %lu", lambdas[i].a, lambdas[i].b, index);
	mpz_clears(exact, below, above, at, NULL);
	leading_clear(&low);
	leading_clear(&high);
}

static void test_leading(void)
{
	static const unsigned long bits[] = {64, 100, 256};

	for (int i = 0; i < LAMBDAS; i++)
		for (int j = 0; j < 3; j++)
			for (unsigned long index = 0; index < 20000;
				index += 1 + index / 5)
				check_leading(i, index, bits[j]);
}

/* The search finds the least index for n. */
static void check_search(int i, const mpz_t n, unsigned long expected)
{
	mpz_t a, b, index;

	mpz_init_set_ui(a, lambdas[i].a);
	mpz_init_set_ui(b, lambdas[i].b);
	mpz_init(index);
	fibonacci_search(index, a, b, ports, n, MAX_BITS);
	CHECK_FOR(mpz_cmp_ui(index, expected) == 0, "%lu/%lu: %lu, not %lu",
		lambdas[i].a, lambdas[i].b, mpz_get_ui(index), expected);
	mpz_clears(a, b, index, NULL);
}

/* n = G(index) - 1, G(index) and G(index) + 1, if G rises at the index. */
static void check_around(int i, unsigned long index)
{
	mpz_t before, value, after, n;

	mpz_inits(before, value, after, n, NULL);
	find_exact(before, i, index - 1);
	find_exact(value, i, index);
	find_exact(after, i, index + 1);
	if (mpz_cmp(before, value) < 0 && mpz_cmp_ui(value, 2) >= 0) {
		check_search(i, value, index);
		mpz_add_ui(n, before, 1);
		check_search(i, n, index);
		mpz_add_ui(n, value, 1);
		if (mpz_cmp(value, after) < 0)
			check_search(i, n, index + 1);
		mpz_sub_ui(n, value, 1);
		if (mpz_cmp(n, before) > 0)
			check_search(i, n, index);
	}
	mpz_clears(before, value, after, n, NULL);
}

static void test_search(void)
{
	for (int i = 0; i < LAMBDAS; i++)
		for (unsigned long index = 1; index < 12000;
			index += 1 + index / 20)
			check_around(i, index);
}

/* -- The work of a search, measured by the bytes that GMP allocates. */

static size_t made;

/* What GMP allocates within a product depends on the machine. */
#ifdef __x86_64__
enum { MORE = 1 };
#else
enum { MORE = 4 };
#endif

static void *count_alloc(size_t size)
{
	made += size;
	return malloc(size);
}

static void *count_realloc(void *at, size_t old, size_t size)
{
	made += size > old ? size - old : 0;
	return realloc(at, size);
}

static void count_free(void *at, size_t size)
{
	(void)size;
	free(at);
}

/* The bytes of a search for n, in multiples of the bytes of n. */
static size_t find_effort(int i, const mpz_t n, unsigned long expected)
{
	made = 0;
	check_search(i, n, expected);
	return made / (mpz_sizeinbase(n, 2) / 8);
}

/* G(index), by the fastest method. */
static void find_value(mpz_t value, int i, unsigned long index)
{
	mpz_t at;

	mpz_init_set_ui(at, index);
	fibonacci_power(value, lambdas[i].a, lambdas[i].b, ports, at);
	mpz_clear(at);
}

/* Between two values of G leading digits decide; at a value, one exact value is
 * computed. */
static void test_effort(void)
{
	for (int i = 2; i < LAMBDAS; i++) {
		unsigned long index = 4000 * lambdas[i].a;
		mpz_t value, n;

		mpz_inits(value, n, NULL);
		find_value(n, i, index);
		find_value(value, i, index + 1);
		mpz_add(n, n, value);
		mpz_fdiv_q_2exp(n, n, 1);
		CHECK_FOR(find_effort(i, n, index + 1) < 70 * MORE, "%d", i);
		CHECK_FOR(find_effort(i, value, index + 1) <
				  (lambdas[i].a > 100 ? 1000 : 70) * MORE,
			"%d", i);
		mpz_clears(value, n, NULL);
	}
}

/* Leading digits cannot distinguish n from the value that many indices share,
 * 850 latencies and up to 149 steps more: each index tried is evaluated. */
static void test_plateau(void)
{
	mpz_t value;

	mpz_init(value);
	find_value(value, FINE, 850999);
	CHECK(find_effort(FINE, value, 850850) < 150000 * MORE);
	mpz_clear(value);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mp_set_memory_functions(count_alloc, count_realloc, count_free);
	RUN(test_effort());
	RUN(test_plateau());
	for (size_t i = 0; i < PORTS; i++) {
		ports = all_ports[i];
		RUN(test_leading());
	}
	ports = 1;
	RUN(test_search());
	return test_done();
}
