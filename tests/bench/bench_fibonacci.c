/*
 * The generalised Fibonacci function against its peers, as ratios of times
 * within one run: PARI's power of Mod(x, x^a - x^(a-b) - 1), FLINT's squares
 * of polynomials with the same reduction, and mpz_fib_ui for lambda = 2.
 * Medians of alternating runs, and of the ratios of each with the next; the
 * results must be equal.  PARI, the slowest, has no numbers of 10^7 bits.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h>

#ifdef HAVE_PARI
#include <pari/pari.h>
#endif
#ifdef HAVE_FLINT
#include <flint/fmpz_poly.h>
#endif

#include "base/mem.h"
#include "fibonacci/fibonacci.h"
#include "fibonacci/methods.h"
#include "table.h"

enum { RUNS_MAX = 31, RATIOS_MAX = 64, TIME_RUNS = 5 };

/* G(index) for a/b: F at t = index/b. */
struct problem {
	unsigned long a, b, index;
	const char *name;
	mpq_t lambda, t;
};

typedef void evaluator(mpz_t value, const struct problem *problem);

static void ours(mpz_t value, const struct problem *problem)
{
	struct err err;

	if (fibonacci_reach(value, problem->lambda, 1, problem->t, 1ULL << 33,
		    &err) != STATUS_OK)
		puts(err.msg);
}

static void peer_gmp(mpz_t value, const struct problem *problem)
{
	mpz_fib_ui(value, problem->index + 1);
}

#ifdef HAVE_PARI
static void peer_pari(mpz_t value, const struct problem *problem)
{
	pari_sp top = avma;
	GEN t = gsub(gsub(pol_xn((long)problem->a, 0),
			     pol_xn((long)(problem->a - problem->b), 0)),
		gen_1);
	GEN power = RgXQ_powu(pol_x(0), problem->index, t);
	GEN sum = poleval(power, gen_1);

	mpz_import(value, (size_t)lgefint(sum) - 2, -1, sizeof(long), 0, 0,
		int_LSW(sum));
	avma = top;
}
#endif

#ifdef HAVE_FLINT
static void flint_reduce(fmpz_poly_t poly, const struct problem *problem)
{
	for (slong d = fmpz_poly_length(poly); d-- > (slong)problem->a;) {
		fmpz *c = poly->coeffs;

		fmpz_add(c + d - problem->b, c + d - problem->b, c + d);
		fmpz_add(c + d - problem->a, c + d - problem->a, c + d);
		fmpz_zero(c + d);
	}
	_fmpz_poly_normalise(poly);
}

static void peer_flint(mpz_t value, const struct problem *problem)
{
	fmpz_poly_t power;
	fmpz_t sum, one;
	int bits = 0;

	while (problem->index >> bits > 0)
		bits++;
	fmpz_poly_init(power);
	fmpz_init(sum);
	fmpz_init_set_ui(one, 1);
	fmpz_poly_set_ui(power, 1);
	while (bits-- > 0) {
		fmpz_poly_sqr(power, power);
		flint_reduce(power, problem);
		if (problem->index >> bits & 1) {
			fmpz_poly_shift_left(power, power, 1);
			flint_reduce(power, problem);
		}
	}
	fmpz_poly_evaluate_fmpz(sum, power, one);
	fmpz_get_mpz(value, sum);
	fmpz_clear(sum);
	fmpz_clear(one);
	fmpz_poly_clear(power);
}
#endif

/* Median seconds of ours and the peer, for the same value, and the median of
 * their ratios. */
struct measure {
	double ours, peer, ratio;
	int is_equal;
};

/* Runs in turn until half a second is spent. */
static struct measure measure(const struct problem *problem, evaluator *peer)
{
	double us[RUNS_MAX], them[RUNS_MAX], pair[RUNS_MAX];
	double begin = table_now();
	struct measure measure;
	size_t count = 0, repeat = 1;
	mpz_t x, y;

	mpz_inits(x, y, NULL);
	ours(x, problem);
	for (double time = table_now() - begin; time < 1e-4; time *= 2)
		repeat *= 2;
	for (begin = table_now();
		count < 3 || (count < RUNS_MAX && table_now() - begin < 0.5);
		count++) {
		double start = table_now(), middle;

		for (size_t i = 0; i < repeat; i++)
			ours(x, problem);
		middle = table_now();
		for (size_t i = 0; i < repeat; i++)
			peer(y, problem);
		us[count] = (middle - start) / (double)repeat;
		them[count] = (table_now() - middle) / (double)repeat;
		pair[count] = us[count] / them[count];
	}
	measure.is_equal = mpz_cmp(x, y) == 0;
	measure.ours = table_median(us, count);
	measure.peer = table_median(them, count);
	measure.ratio = table_median(pair, count);
	mpz_clears(x, y, NULL);
	return measure;
}

static int failed;

static double report(
	struct problem *problem, const char *name, evaluator *peer, double aim)
{
	struct measure found;
	char what[64];

	mpq_inits(problem->lambda, problem->t, NULL);
	mpq_set_ui(problem->lambda, problem->a, problem->b);
	mpq_set_ui(problem->t, problem->index, problem->b);
	mpq_canonicalize(problem->t);
	found = measure(problem, peer);
	mpq_clears(problem->lambda, problem->t, NULL);
	snprintf(what, sizeof what, "F, lambda = %s, index %lu : %s",
		problem->name, problem->index, name);
	failed |= table_row(what, found.ours, found.peer, found.ratio, aim, 0);
	if (!found.is_equal)
		printf("WRONG: %s\n", what);
	failed |= !found.is_equal;
	return found.ratio;
}

/* f(n) for n = 10^1000000, found from leading digits, against one exact value
 * of F at that time, which must reach n. */
static void bench_time(void)
{
	double us[TIME_RUNS], them[TIME_RUNS], pair[TIME_RUNS];
	mpq_t lambda, t;
	mpz_t n, reach;
	struct err err;

	mpz_inits(n, reach, NULL);
	mpq_inits(lambda, t, NULL);
	mpq_set_ui(lambda, 5, 2);
	mpz_ui_pow_ui(n, 10, 1000000);
	for (size_t i = 0; i < TIME_RUNS; i++) {
		double begin = table_now();

		failed |= fibonacci_time(t, lambda, 1, n, 1ULL << 33, &err) !=
			  STATUS_OK;
		us[i] = table_now() - begin;
		begin = table_now();
		failed |= fibonacci_reach(reach, lambda, 1, t, 1ULL << 33,
				  &err) != STATUS_OK;
		them[i] = table_now() - begin;
		pair[i] = us[i] / them[i];
		failed |= mpz_cmp(reach, n) < 0;
	}
	failed |= table_row("time -n 1e1000000 : one exact F",
		table_median(us, TIME_RUNS), table_median(them, TIME_RUNS),
		table_median(pair, TIME_RUNS), 0.05, 0);
	mpq_clears(lambda, t, NULL);
	mpz_clears(n, reach, NULL);
}

#if defined(HAVE_FLINT) || defined(HAVE_PARI)
/* The index at which G has about so many bits. */
static unsigned long index_of(unsigned long a, unsigned long b, double bits)
{
	double low = 0, high = 1;

	/* 2^(-b x) + 2^(-a x) = 1 */
	for (int i = 0; i < 60; i++) {
		double x = (low + high) / 2;

		if (exp2(-(double)b * x) + exp2(-(double)a * x) > 1)
			low = x;
		else
			high = x;
	}
	return (unsigned long)(bits / high);
}

static const struct {
	unsigned long a, b;
	const char *name;
} lambdas[] = {
	{3, 1, "3"},
	{5, 2, "5/2"},
	{7, 3, "7/3"},
	{10, 1, "10"},
	{100, 1, "100"},
};

/* Up to the most bits; ten million only where the peer is quick. */
static void bench_peer(
	const char *name, evaluator *peer, double aim, double most)
{
	static const double sizes[] = {1e4, 1e6, 1e7};
	double ratios[RATIOS_MAX];
	char what[64];
	size_t count = 0;

	for (size_t i = 0; i < sizeof lambdas / sizeof *lambdas; i++)
		for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
			struct problem problem = {.a = lambdas[i].a,
				.b = lambdas[i].b,
				.index = index_of(
					lambdas[i].a, lambdas[i].b, sizes[j]),
				.name = lambdas[i].name};

			if (sizes[j] > most ||
				(sizes[j] > 1e6 && lambdas[i].a >= 10))
				continue;
			ratios[count++] = report(&problem, name, peer, aim);
		}
	snprintf(what, sizeof what, "F, median over all : %s", name);
	failed |= table_row(what, 0, 0, table_median(ratios, count), 0.45, 0);
}
#endif

int main(void)
{
	static const unsigned long sizes[] = {14404, 1440420, 14404200};

	mem_init(NULL);
	bench_time();
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct problem problem = {
			.a = 2, .b = 1, .index = sizes[i], .name = "2"};

		report(&problem, "gmp", peer_gmp, 1.1);
	}
#ifdef HAVE_FLINT
	bench_peer("flint", peer_flint, 0.9, 1e7);
#else
	puts("FLINT is not installed, left out");
#endif
#ifdef HAVE_PARI
	pari_init(4000000000, 2);
	bench_peer("pari", peer_pari, 0.75, 1e6);
	pari_close();
#else
	puts("PARI is not installed, left out");
#endif
	return failed;
}
