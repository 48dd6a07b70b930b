/*
 * Large values of the generalised Fibonacci function: residues are squared up
 * to half the index, and the last doubling computes only the value.
 *
 * Let H(i) be the number of ways to write i as an ordered sum of steps a and b,
 * where each step a counts p = ports times.  The paths counted by G(m + n) are
 * classified by where they pass m:
 *   G(m+n) = sum over u < b of H(m-u) G(n+u)
 *          + sum over b <= u < a of p H(m-u) G(n+u-a).
 * With b = 1, where G = H, equal products pair off:
 *   H(2m)   = H(m)^2 + p sum over 0 < u < a of H(m-u) H(m-a+u),
 *   H(2m+1) = H(m)^2 + p sum over 0 <= u < a of H(m-u) H(m-a+1+u).
 * The coefficient of x^((a-b+k) mod a) in x^s is H(s-a+b-k), 0 <= k < b, and
 * p times that for b <= k < a.
 */
#include "fibonacci/methods.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

enum { FORM_TERMS = 128 /* the most whose form is worth completing */ };

/* H(m-k), times the ports if k >= b, from the residue of x^(m+a-b);
 * 0 <= k < a. */
static mpz_srcptr steps(mpz_t view, const struct residue *w, size_t k)
{
	assert(w->a > 0);
	return residue_coefficient(view, w, (w->a - w->b + k) % w->a);
}

/* sum += sign H(m-k), 0 <= k < a; spare is overwritten. */
static void add_steps(
	mpz_t sum, mpz_t spare, const struct residue *w, size_t k, int sign)
{
	mpz_t view;
	mpz_srcptr value = steps(view, w, k);

	if (k >= w->b && w->ports > 1) {
		mpz_divexact_ui(spare, value, w->ports);
		value = spare;
	}
	if (sign > 0)
		mpz_add(sum, sum, value);
	else
		mpz_sub(sum, sum, value);
}

/* value = G(2m + odd), for b = 1. */
static void combine_pairs(mpz_t value, const struct residue *w, int odd)
{
	size_t sum = odd ? w->a - 1 : w->a; /* of both places of a pair */
	mpz_t x, y, pairs;

	mpz_init(pairs);
	for (size_t k = 1; 2 * k < sum; k++)
		mpz_addmul(pairs, steps(x, w, k), steps(y, w, sum - k));
	mpz_mul_2exp(pairs, pairs, 1);
	if (sum > 0 && sum % 2 == 0) {
		/* mpz_mul is faster for a square, mpz_addmul is not. */
		mpz_mul(value, steps(x, w, sum / 2), x);
		mpz_add(pairs, pairs, value);
	}
	if (w->ports > 1)
		mpz_divexact_ui(pairs, pairs, w->ports);
	steps(x, w, 0);
	mpz_set(value, x);
	if (odd)
		mpz_addmul_ui(value, steps(y, w, sum), sum > 0 ? 2 : w->ports);
	mpz_mul(value, odd ? value : x, x);
	mpz_add(value, value, pairs);
	mpz_clear(pairs);
}

/* H(m+1) .. H(m+count), each a sum of two earlier ones. */
struct extension {
	size_t count;
	mpz_t *value;
	mpz_t spare;
};

/* sum += sign H(m+k), where k > -a, and value[k-1], if k > 0, is set. */
static void add_extended(mpz_t sum, struct extension *e,
	const struct residue *w, long k, int sign)
{
	if (k <= 0)
		add_steps(sum, e->spare, w, (size_t)-k, sign);
	else if (sign > 0)
		mpz_add(sum, sum, e->value[k - 1]);
	else
		mpz_sub(sum, sum, e->value[k - 1]);
}

static void extension_init(
	struct extension *e, const struct residue *w, size_t count)
{
	e->count = count;
	e->value = mem_array(count, sizeof *e->value);
	mpz_init(e->spare);
	for (size_t i = 0; i < count; i++) {
		long k = (long)i + 1;

		mpz_init(e->value[i]);
		add_extended(e->value[i], e, w, k - (long)w->a, 1);
		mpz_mul_ui(e->value[i], e->value[i], w->ports);
		add_extended(e->value[i], e, w, k - (long)w->b, 1);
	}
}

static void extension_clear(struct extension *e)
{
	for (size_t i = 0; i < e->count; i++)
		mpz_clear(e->value[i]);
	mem_free(e->value);
	mpz_clear(e->spare);
}

/* A sliding window: the last count values that were added, and their sum. */
struct total {
	mpz_t sum, *last;
	size_t count, at;
};

static void total_init(struct total *total, size_t count)
{
	*total = (struct total){.count = count};
	mpz_init(total->sum);
	total->last = mem_array(count, sizeof *total->last);
	for (size_t i = 0; i < count; i++)
		mpz_init(total->last[i]);
}

static void total_add(struct total *total, const mpz_t value)
{
	mpz_ptr slot = total->last[total->at];

	mpz_sub(total->sum, total->sum, slot);
	mpz_set(slot, value);
	mpz_add(total->sum, total->sum, slot);
	total->at = (total->at + 1) % total->count;
}

static void total_clear(struct total *total)
{
	for (size_t i = 0; i < total->count; i++)
		mpz_clear(total->last[i]);
	mem_free(total->last);
	mpz_clear(total->sum);
}

/* value = G(m+n) + ... + G(m+n+count-1), n = m + odd.
 * Invariant: from i = b - a on, sum = G(n+i), the sum of the b terms H(n+i) ..
 * H(n+i-b+1), and the total is that of the last count values G(n+i). */
static void combine_residues(
	mpz_t value, const struct residue *w, int odd, size_t count)
{
	struct extension e;
	struct total total;
	long a = (long)w->a, b = (long)w->b, more = (long)count - 1;
	mpz_t sum, x;

	extension_init(&e, w, w->b - 1 + count - 1 + (size_t)odd);
	total_init(&total, count);
	mpz_init(sum);
	mpz_set_ui(value, 0);
	for (long i = 1 - a; i < b + more; i++) {
		long first = i - more; /* the total begins with G(n+first) */

		add_extended(sum, &e, w, i + odd, 1);
		if (i > b - a)
			add_extended(sum, &e, w, i + odd - b, -1);
		if (i < b - a)
			continue;
		if (count > 1)
			total_add(&total, sum);
		if (first >= b - a)
			mpz_addmul(value, count > 1 ? total.sum : sum,
				steps(x, w,
					(size_t)(first < 0 ? first + a
							   : first)));
	}
	mpz_clear(sum);
	total_clear(&total);
	extension_clear(&e);
}

/* The residue of x^s: in words as far as they suffice, then by squaring. */
static void residue_power(struct residue *w, size_t a, size_t b,
	unsigned long ports, const mpz_t s)
{
	size_t level = 0;
	uint64_t value, last;
	mpz_t start;

	mpz_init(start);
	last = fibonacci_ring(
		&value, a, b, ports, UINT64_MAX, 1ULL << RESIDUE_WORD);
	do
		mpz_fdiv_q_2exp(start, s, level++);
	while (!number_fits_u64(start) || number_get_u64(start) >= last);
	residue_init(w, a, b, ports, number_get_u64(start));
	for (level--; level-- > 0;) {
		residue_square(w);
		if (mpz_tstbit(s, level))
			residue_shift(w);
	}
	mpz_clear(start);
}

/* The residue of x^(m+a-b), m = floor(index/2). */
static void half_power(struct residue *w, size_t a, size_t b,
	unsigned long ports, const mpz_t index)
{
	mpz_t s;

	mpz_init(s);
	mpz_fdiv_q_2exp(s, index, 1);
	mpz_add_ui(s, s, a - b);
	residue_power(w, a, b, ports, s);
	mpz_clear(s);
}

void fibonacci_power(
	mpz_t value, size_t a, size_t b, unsigned long ports, const mpz_t index)
{
	struct residue w;

	half_power(&w, a, b, ports, index);
	if (b == 1)
		combine_pairs(value, &w, mpz_odd_p(index));
	else if (ports == 1 && a <= FORM_TERMS && a * a <= 8 * w.limbs)
		residue_last_value(value, &w, mpz_odd_p(index));
	else
		combine_residues(value, &w, mpz_odd_p(index), 1);
	residue_clear(&w);
}

void fibonacci_power_sum(mpz_t sum, size_t a, size_t b, unsigned long ports,
	const mpz_t index, size_t count)
{
	struct residue w;

	half_power(&w, a, b, ports, index);
	combine_residues(sum, &w, mpz_odd_p(index), count);
	residue_clear(&w);
}
