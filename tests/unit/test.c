/* Facts are counted; the first 20 that are false are printed. */
#include "test.h"

#include <stdlib.h>

int test_passed, test_failed;

static char **chosen; /* ends with NULL */
static unsigned chosen_runs;
static const char *running = "";

void test_choose(int argc, char **argv)
{
	chosen = argc > 1 ? argv + 1 : NULL;
}

int test_begins(const char *call)
{
	int is_chosen = !chosen;
	size_t size = strcspn(call, "(");

	for (char **name = chosen; name && *name; name++)
		is_chosen |= strlen(*name) == size &&
			     strncmp(*name, call, size) == 0;
	chosen_runs += (unsigned)is_chosen;
	running = is_chosen ? call : "";
	return is_chosen;
}

int test_check(int fact, const char *text, const char *file, int line)
{
	if (fact) {
		test_passed++;
		return fact;
	}
	if (test_failed++ < 20)
		printf("%s:%d: %s%s%s\n", file, line, running,
			*running ? ": " : "", text);
	/* Whoever only asks whether all is well need not wait. */
	if (getenv("TEST_STOP"))
		exit(1);
	return fact;
}

void test_mpq(mpq_t value, const char *literal)
{
	if (mpq_set_str(value, literal, 10) != 0)
		abort();
	mpq_canonicalize(value);
}

void test_mpz(mpz_t value, const char *literal)
{
	if (mpz_set_str(value, literal, 10) != 0)
		abort();
}

static struct problem problem;

static struct problem *start_problem(uint64_t max_bits)
{
	static int is_ready;

	if (!is_ready)
		problem_init(&problem);
	is_ready = 1;
	problem.max_bits = max_bits;
	mpq_set_ui(problem.lambda, 1, 1);
	return &problem;
}

const struct problem *test_problem(
	const mpz_t n, const mpz_t m, const mpq_t lambda, uint64_t max_bits)
{
	start_problem(max_bits);
	mpz_set(problem.n, n);
	mpz_set(problem.m, m);
	if (lambda)
		mpq_set(problem.lambda, lambda);
	return &problem;
}

const struct problem *test_problem_words(
	uint64_t n, uint64_t m, uint64_t lambda, uint64_t max_bits)
{
	problem_set_words(start_problem(max_bits), n, m, lambda);
	return &problem;
}

const struct problem *test_problem_logp(
	const mpz_t P, const mpz_t k, const mpz_t L, uint64_t max_bits)
{
	test_problem(P, k, NULL, max_bits);
	mpq_set_z(problem.lambda, L);
	return &problem;
}

const struct algorithm_options *test_degree(unsigned long degree)
{
	static struct algorithm_options options;
	static mpz_t integer;
	static int is_ready;

	if (!is_ready)
		mpz_init(integer);
	is_ready = 1;
	mpz_set_ui(integer, degree);
	options.degree = integer;
	return &options;
}

int test_done(void)
{
	if (chosen && !chosen_runs) {
		printf("no function %s\n", *chosen);
		return 1;
	}
	printf("%d passed, %d failed\n", test_passed, test_failed);
	return test_failed > 0;
}

const struct problem *test_problem_at(
	unsigned long n, unsigned long m, const char *latency)
{
	static mpz_t count[2];
	static mpq_t lambda;
	static int is_made;

	if (!is_made) {
		mpz_inits(count[0], count[1], NULL);
		mpq_init(lambda);
		is_made = 1;
	}
	mpz_set_ui(count[0], n);
	mpz_set_ui(count[1], m);
	test_mpq(lambda, latency);
	return test_problem(count[0], count[1], lambda, (uint64_t)1 << 33);
}
