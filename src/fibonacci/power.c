/*
 * Large values of the generalised Fibonacci function, by squaring a window up
 * to half the index.  Then, with H(i) the number of ways to write i as a sum of
 * steps a and b, the paths to G(m + n) are told apart by where they pass m:
 *   G(m+n) = sum over u < b of H(m-u) G(n+u), b <= u < a of H(m-u) G(n+u-a).
 * With b = 1, where G = H, equal products pair off:
 *   H(2m)   = H(m)^2 + sum over 0 < u < a of H(m-u) H(m-a+u),
 *   H(2m+1) = H(m)^2 + sum over 0 <= u < a of H(m-u) H(m-a+1+u).
 * The coefficient of x^((a-b+k) mod a) in x^s is H(s-a+b-k), 0 <= k < a.
 */
#include "fibonacci/methods.h"

#include "base/mem.h"
#include "number/number.h"
#include "fibonacci/last_value.h"
#include "fibonacci/residue.h"

enum { FORM_TERMS = 128 /* the most whose form is worth completing */ };

/* H(m-k) for 0 <= k < a, of the window of x^(m+a-b). */
static mpz_srcptr steps(mpz_t view, const struct residue *w, size_t k)
{
	return residue_coefficient(view, w, (w->a - w->b + k) % w->a);
}

/* value = G(2m + odd), for b = 1. */
static void combine_pairs(mpz_t value, const struct residue *w, int odd)
{
	size_t sum = odd ? w->a - 1 : w->a; /* of both places of a pair */
	mpz_t x, y, pairs;

	mpz_init(pairs);
	for (size_t k = odd ? 0 : 1; k < sum - k; k++)
		mpz_addmul(pairs, steps(x, w, k), steps(y, w, sum - k));
	mpz_mul_2exp(pairs, pairs, 1);
	if (sum % 2 == 0)
		mpz_addmul(pairs, steps(x, w, sum / 2), steps(x, w, sum / 2));
	mpz_mul(value, steps(x, w, 0), steps(x, w, 0));
	mpz_add(value, value, pairs);
	mpz_clear(pairs);
}

/* H(m+1) .. H(m+count), each a sum of two earlier ones. */
struct extension {
	size_t count;
	mpz_t *value;
};

/* H(m+k), -a < k <= the values filled in. */
static mpz_srcptr extended(
	mpz_t view, const struct extension *e, const struct residue *w, long k)
{
	return k > 0 ? e->value[k - 1] : steps(view, w, (size_t)-k);
}

static void extension_init(
	struct extension *e, const struct residue *w, size_t count)
{
	mpz_t x, y;

	e->count = count;
	e->value = mem_array(count, sizeof *e->value);
	for (size_t i = 0; i < count; i++) {
		long k = (long)i + 1;

		mpz_init(e->value[i]);
		mpz_add(e->value[i], extended(x, e, w, k - (long)w->b),
			extended(y, e, w, k - (long)w->a));
	}
}

static void extension_clear(struct extension *e)
{
	for (size_t i = 0; i < e->count; i++)
		mpz_clear(e->value[i]);
	mem_free(e->value);
}

/* value = G(m + n), n = m + odd.  Invariant: sum = G(n+i), a sum of b terms,
 * as i goes from b - a to b - 1. */
static void combine(mpz_t value, const struct residue *w, int odd)
{
	struct extension e;
	long a = (long)w->a, b = (long)w->b;
	mpz_t sum, x;

	extension_init(&e, w, w->b - 1 + (size_t)odd);
	mpz_init(sum);
	mpz_set_ui(value, 0);
	for (long i = 1 - a; i < b; i++) {
		mpz_add(sum, sum, extended(x, &e, w, i + odd));
		if (i < b - a)
			continue;
		if (i > b - a)
			mpz_sub(sum, sum, extended(x, &e, w, i + odd - b));
		mpz_addmul(
			value, sum, steps(x, w, (size_t)(i < 0 ? i + a : i)));
	}
	mpz_clear(sum);
	extension_clear(&e);
}

/* The window of x^s: by words as far as they go, then by squaring. */
static void residue_power(struct residue *w, size_t a, size_t b, const mpz_t s)
{
	size_t level = 0;
	uint64_t value, last;
	mpz_t start;

	mpz_init(start);
	last = fibonacci_ring(&value, a, b, UINT64_MAX, 1ULL << WINDOW_WORD);
	do
		mpz_fdiv_q_2exp(start, s, level++);
	while (!number_fits_u64(start) || number_get_u64(start) >= last);
	residue_init(w, a, b, number_get_u64(start));
	for (level--; level-- > 0;) {
		residue_square(w);
		if (mpz_tstbit(s, level))
			residue_shift(w);
	}
	mpz_clear(start);
}

void fibonacci_power(mpz_t value, size_t a, size_t b, const mpz_t index)
{
	struct residue w;
	mpz_t s;

	mpz_init(s);
	mpz_fdiv_q_2exp(s, index, 1);
	mpz_add_ui(s, s, a - b);
	residue_power(&w, a, b, s);
	if (b == 1)
		combine_pairs(value, &w, mpz_odd_p(index));
	else if (a <= FORM_TERMS && a * a <= 8 * w.limbs)
		residue_last_value(value, &w, mpz_odd_p(index));
	else
		combine(value, &w, mpz_odd_p(index));
	residue_clear(&w);
	mpz_clear(s);
}
