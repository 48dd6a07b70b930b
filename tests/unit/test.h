/*
 * The smallest frame for unit tests: a file is a program, which begins with
 * test_choose, runs its functions by RUN, and ends with `return test_done();`.
 * Named on its command line, these functions run alone.
 */
#ifndef FIBCAST_TEST_H
#define FIBCAST_TEST_H

#include <stdio.h>
#include <string.h>

#include <gmp.h>

#include "core/problem.h"

extern int test_passed, test_failed;

/* Takes the names of functions, all if there are none. */
void test_choose(int argc, char **argv);

/* Calls a function, if it was chosen; facts are then known to be its. */
#define RUN(call) (test_begins(#call) ? (call) : (void)0)

/* Counts a fact; one that is false is printed with its place. */
#define CHECK(fact) test_check((fact), #fact, __FILE__, __LINE__)

/* The same, with a printf format that says for which case. */
#define CHECK_FOR(fact, ...)                                                   \
	(test_check((fact), #fact, __FILE__, __LINE__)                         \
			? (void)0                                              \
			: (void)(printf("    for " __VA_ARGS__), puts("")))

/* That text was refused with that status and message, in err. */
#define CHECK_REFUSED(found, expected, text, err, why)                         \
	(CHECK_FOR((found) == (expected), "'%s'", (text)),                     \
		CHECK_FOR(strcmp((err).msg, (why)) == 0, "'%s': %s", (text),   \
			(err).msg))

/* The rational that a literal such as "5/2" names, for static tests. */
void test_mpq(mpq_t value, const char *literal);
void test_mpz(mpz_t value, const char *literal);

/* A problem, the same one at every call; lambda: NULL is 1. */
const struct problem *test_problem(
	const mpz_t n, const mpz_t m, const mpq_t lambda, uint64_t max_bits);
const struct problem *test_problem_words(
	uint64_t n, uint64_t m, uint64_t lambda, uint64_t max_bits);

/* The same with a latency such as "5/2", and a limit of a gibibyte. */
const struct problem *test_problem_at(
	unsigned long n, unsigned long m, const char *latency);

/* The same with a whole latency. */
const struct problem *test_problem_logp(
	const mpz_t P, const mpz_t k, const mpz_t L, uint64_t max_bits);

/* Options with that degree, the same ones at every call. */
const struct algorithm_options *test_degree(unsigned long degree);

/* Whether that call is of a function that was chosen. */
int test_begins(const char *call);

int test_check(int fact, const char *text, const char *file, int line);

/* Prints "passed, failed"; the exit status of the program. */
int test_done(void);

#endif
