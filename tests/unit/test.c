#include "test.h"

#include <stdlib.h>

int test_passed, test_failed;

int test_check(int fact, const char *text, const char *file, int line)
{
	if (fact)
		test_passed++;
	else if (test_failed++ < 20)
		printf("%s:%d: %s\n", file, line, text);
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

int test_done(void)
{
	printf("%d passed, %d failed\n", test_passed, test_failed);
	return test_failed > 0;
}
