/* fibonacci/jumps: f(n) for many n at one latency, in any order, against
 * fibonacci_time; and where it refuses. */
#include "fibonacci/fibonacci.h"

#include "number/number.h"
#include "number/random.h"
#include "test.h"

static const char *const latencies[] = {"1", "5/2", "2", "7/3", "100", "99/98",
	"4096", "4095/2", "355/113", "31415926535/2718281828",
	"281474976710655/281474976710654", NULL};

/* The ports of a processor. */
static unsigned long ports = 1;
static const unsigned long all_ports[] = {1, 2, 9, INT32_MAX};

enum { PORTS = sizeof all_ports / sizeof *all_ports };

static struct fibonacci_jumps jumps;
static struct err err;

static void check_one(const mpq_t lambda, const mpz_t n)
{
	mpz_t reach, before;
	mpq_t fast, slow;

	mpz_inits(reach, before, NULL);
	mpq_inits(fast, slow, NULL);
	CHECK(fibonacci_time(slow, lambda, ports, n, 1 << 20, &err) ==
		STATUS_OK);
	if (!fibonacci_jumps_time(&jumps, fast, lambda, ports, n)) {
		CHECK(ports > 1 && mpz_sizeinbase(n, 2) > 30);
		mpq_set(fast, slow);
	}
	CHECK(mpz_cmp(mpq_numref(fast), mpq_numref(slow)) == 0 &&
		mpz_cmp(mpq_denref(fast), mpq_denref(slow)) == 0);
	/* F just before fast + lambda. */
	mpq_set_si(slow, -1, 1);
	mpz_set(mpq_denref(slow), mpq_denref(lambda));
	mpq_add(slow, slow, fast);
	mpq_add(slow, slow, lambda);
	CHECK(fibonacci_reach(reach, lambda, ports, slow, 1 << 20, &err) ==
		STATUS_OK);
	if (mpz_sizeinbase(reach, 2) < 62 &&
		fibonacci_jumps_before(&jumps, before, lambda, ports, fast))
		CHECK(mpz_cmp(reach, before) == 0);
	else
		CHECK(mpz_sizeinbase(reach, 2) > 20);
	mpz_clears(reach, before, NULL);
	mpq_clears(fast, slow, NULL);
}

/* All small n, then others up to 2^62, ascending and descending. */
static void check_latency(const mpq_t lambda)
{
	mpz_t n;

	mpz_init(n);
	for (unsigned i = 1; i < 200; i++) {
		mpz_set_ui(n, i);
		check_one(lambda, n);
	}
	for (unsigned i = 0; i < 50; i++) {
		number_set_u64(n, (random_u64(7, i) >> (i % 60 + 3)) + 1);
		if (mpz_cmp_ui(mpq_numref(lambda), 1000) < 0 ||
			mpz_sizeinbase(n, 2) < 12)
			check_one(lambda, n);
	}
	mpz_clear(n);
}

/* F at an index against fibonacci_reach, and with a smaller limit. */
static void test_index(void)
{
	mpq_t lambda, t;
	mpz_t reach;

	mpq_inits(lambda, t, NULL);
	mpz_init(reach);
	mpq_set_ui(lambda, 7, 3);
	fibonacci_jumps_start(&jumps, 14, 6, 1);
	for (unsigned i = 0; i < 150; i++) {
		uint64_t index = random_u64(5, i) % 150;

		mpq_set_ui(t, (unsigned long)index, 6);
		mpq_canonicalize(t);
		CHECK(fibonacci_reach(reach, lambda, 1, t, 1 << 20, &err) ==
			STATUS_OK);
		CHECK(fibonacci_jumps_reach(&jumps, index, UINT64_C(1) << 62) ==
			number_get_u64(reach));
		CHECK(fibonacci_jumps_reach(&jumps, index, 9) ==
			(mpz_cmp_ui(reach, 9) < 0 ? number_get_u64(reach) : 9));
	}
	CHECK(fibonacci_jumps_reach(&jumps, UINT64_C(1) << 61, 77) == 77);
	CHECK(fibonacci_jumps_reach(&jumps, UINT64_C(1) << 61,
		      UINT64_C(1) << 62) == UINT64_C(1) << 62);
	mpq_clears(lambda, t, NULL);
	mpz_clear(reach);
}

static void check_refused(const char *lambda_text, const char *n_text)
{
	mpq_t lambda, t;
	mpz_t n;

	mpq_inits(lambda, t, NULL);
	mpz_init(n);
	test_mpq(lambda, lambda_text);
	test_mpz(n, n_text);
	mpq_set_si(t, -7, 1);
	CHECK(!fibonacci_jumps_time(&jumps, t, lambda, ports, n));
	CHECK(mpq_cmp_si(t, -7, 1) == 0);
	mpq_clears(lambda, t, NULL);
	mpz_clear(n);
}

int main(int argc, char **argv)
{
	mpq_t lambda;

	test_choose(argc, argv);
	mpq_init(lambda);
	for (size_t i = 0; latencies[i]; i++) {
		test_mpq(lambda, latencies[i]);
		for (size_t k = 0; k < PORTS; k++) {
			ports = all_ports[k];
			RUN(check_latency(lambda));
		}
	}
	ports = 1;
	RUN(test_index());
	RUN(check_refused("281474976710656", "5"));	   /* 2^48 */
	RUN(check_refused("5/2", "4611686018427387904"));  /* 2^62 */
	RUN(check_refused("4096", "4611686018427387903")); /* too many jumps */
	fibonacci_jumps_clear(&jumps);
	mpq_clear(lambda);
	return test_done();
}
