/*
 * Digits in base k, split off many at a time, by division by the largest power
 * of k below 2^32; and the sums V_k that give labels.
 */
#include "model/revolve/revolve.h"

#include "number/number.h"

/* Counts the digits of one word. */
static void count_word(
	struct digits *digits, unsigned long word, unsigned long k)
{
	for (; word > 0; word /= k) {
		digits->sum += word % k;
		digits->nonzero += word % k > 0;
	}
}

struct digits digits_count(const mpz_t v, unsigned long k)
{
	struct digits digits = {0};
	unsigned long power = k;
	mpz_t rest;

	if (k == 2) {
		digits.sum = digits.nonzero = mpz_popcount(v);
		return digits;
	}
	while (power <= UINT32_MAX / k)
		power *= k;
	mpz_init_set(rest, v);
	while (mpz_sgn(rest) > 0)
		count_word(&digits, mpz_tdiv_q_ui(rest, rest, power), k);
	mpz_clear(rest);
	return digits;
}

void digits_power(mpz_t power, unsigned long k, unsigned long e)
{
	if (k == 2) {
		mpz_set_ui(power, 0);
		mpz_setbit(power, e);
	} else {
		mpz_ui_pow_ui(power, k, e);
	}
}

/* Whether k^e >= v. */
static int digits_reaches(const mpz_t v, unsigned long k, unsigned long e)
{
	mpz_t power;
	int enough;

	mpz_init(power);
	digits_power(power, k, e);
	enough = mpz_cmp(power, v) >= 0;
	mpz_clear(power);
	return enough;
}

unsigned long digits_ceil_log(const mpz_t v, unsigned long k)
{
	unsigned long low = 0, high = 1;

	if (k == 2)
		return (unsigned long)number_ceil_log2(v);
	if (mpz_cmp_ui(v, 1) <= 0)
		return 0;
	for (; !digits_reaches(v, k, high); high *= 2)
		low = high;
	while (high - low > 1) {
		unsigned long middle = low + (high - low) / 2;

		if (digits_reaches(v, k, middle))
			high = middle;
		else
			low = middle;
	}
	return high;
}

unsigned long digits_length(const mpz_t v, unsigned long k)
{
	unsigned long length;
	mpz_t above;

	if (mpz_sgn(v) == 0)
		return 0;
	if (k == 2)
		return (unsigned long)mpz_sizeinbase(v, 2);
	mpz_init(above);
	mpz_add_ui(above, v, 1);
	length = digits_ceil_log(above, k);
	mpz_clear(above);
	return length;
}

void digits_reach(mpz_t reach, const mpz_t m, unsigned long k)
{
	mpz_t sum;

	mpz_init(sum);
	number_set_u64(sum, digits_count(m, k).sum);
	mpz_mul_ui(reach, m, k);
	mpz_mul_ui(reach, reach, k);
	mpz_sub(reach, reach, sum);
	mpz_divexact_ui(reach, reach, k - 1);
	mpz_clear(sum);
}

/* Bisection: m is in [c, c + bits(y) + 2], c = ceil((k-1)y/k^2), as each digit
 * is at most k-1. */
void digits_segment(mpz_t m, const mpz_t y, unsigned long k)
{
	unsigned long low = 0, high = (unsigned long)mpz_sizeinbase(y, 2) + 2;
	mpz_t start, reach;

	mpz_inits(start, reach, NULL);
	mpz_mul_ui(start, y, k - 1);
	mpz_cdiv_q_ui(start, start, k);
	mpz_cdiv_q_ui(start, start, k);
	while (low < high) {
		unsigned long middle = low + (high - low) / 2;

		mpz_add_ui(m, start, middle);
		digits_reach(reach, m, k);
		if (mpz_cmp(reach, y) >= 0)
			high = middle;
		else
			low = middle + 1;
	}
	mpz_add_ui(m, start, low);
	mpz_clears(start, reach, NULL);
}
