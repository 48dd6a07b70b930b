/*
 * fibonacci/square: squares of polynomials in slots, by values and by halves,
 * against GMP's square of all slots as one number.  No slot overflows, so the
 * two are equal.
 */
#include "fibonacci/methods.h"

#include "base/mem.h"
#include "number/random.h"
#include "test.h"

enum { TERMS = 24, LIMBS = 300 };

static struct random numbers = {1, 0};

/* Fills slots of n limbs as far as their sum allows: some are 0, some all ones.
 */
static void fill(mp_limb_t *in, size_t terms, size_t n)
{
	for (size_t i = 0; i < terms * n; i++) {
		mp_limb_t limb = (mp_limb_t)random_bits(&numbers) << 16 << 16 |
				 random_bits(&numbers);

		in[i] = random_below(&numbers, 4) > 0 ? limb : ~(mp_limb_t)0;
	}
	for (size_t i = 0; i < terms; i++)
		in[i * n + n - 1] /= terms;
	if (terms > 2)
		memset(in, 0, n * sizeof *in);
}

/* The slots of in, of n limbs each, padded to 2n limbs. */
static void check_square(size_t terms, size_t n)
{
	size_t slot = 2 * n;
	mp_limb_t *in = mem_array(terms * n, sizeof *in);
	mp_limb_t *out = mem_array((2 * terms - 1) * slot, sizeof *out);
	mp_limb_t *whole = mem_array(terms * slot, sizeof *whole);
	mp_limb_t *square = mem_array(2 * terms * slot, sizeof *square);
	mp_limb_t *space = mem_array(square_space(terms, n), sizeof *space);

	fill(in, terms, n);
	for (size_t i = 0; i < terms; i++)
		memcpy(whole + i * slot, in + i * n, n * sizeof *in);
	mpn_sqr(square, whole, (mp_size_t)(terms * slot));
	square_terms(out, in, terms, n, space);
	CHECK_FOR(
		mpn_cmp(out, square, (mp_size_t)((2 * terms - 1) * slot)) == 0,
		"%zu terms of %zu limbs", terms, n);
	mem_free(in);
	mem_free(out);
	mem_free(whole);
	mem_free(square);
	mem_free(space);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	for (size_t terms = 1; terms <= TERMS; terms++)
		for (size_t n = 1; n <= LIMBS; n += 1 + n / 8)
			RUN(check_square(terms, n));
	return test_done();
}
