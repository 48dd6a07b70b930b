/*
 * The generalised Fibonacci function: which method for which arguments.
 */
#include "core/fibonacci.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/fibonacci_methods.h"

enum { WINDOW_MAX = 1 << 10 };

/* index = floor(b t). */
static void grid_index(mpz_t index, const mpq_t lambda, const mpq_t t)
{
	mpz_mul(index, mpq_numref(t), mpq_denref(lambda));
	mpz_fdiv_q(index, index, mpq_denref(t));
}

/* G(index), by the method that seems best. */
static void evaluate(mpz_t value, const mpq_t lambda, const mpz_t index)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);

	if (mpz_cmp_ui(a, WINDOW_MAX) < 0)
		fibonacci_power(value, mpz_get_ui(a), mpz_get_ui(b), index);
	else
		fibonacci_sum(value, a, b, index);
}

enum status fibonacci_reach(mpz_t reach, const mpq_t lambda, const mpq_t t,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t bits;

	mpz_init(bits);
	fibonacci_bits(bits, lambda, t);
	status = number_check_bits("the reach", bits, max_bits, err);
	if (status == STATUS_OK) {
		grid_index(bits, lambda, t);
		evaluate(reach, lambda, bits);
	}
	mpz_clear(bits);
	return status;
}

enum status fibonacci_time(mpq_t t, const mpq_t lambda, const mpz_t n,
	uint64_t max_bits, struct err *err)
{
	mpz_t low, high, middle, value;

	(void)max_bits;
	(void)err;
	mpz_inits(low, high, middle, value, NULL);
	/* F(lambda ceil(log2 n)) >= n, as F(t) >= 2 F(t - lambda). */
	number_set_u64(high, number_ceil_log2(n));
	mpz_mul(high, high, mpq_numref(lambda));
	while (mpz_cmp(low, high) < 0) {
		mpz_add(middle, low, high);
		mpz_fdiv_q_2exp(middle, middle, 1);
		evaluate(value, lambda, middle);
		if (mpz_cmp(value, n) >= 0)
			mpz_set(high, middle);
		else
			mpz_add_ui(low, middle, 1);
	}
	mpz_set(mpq_numref(t), low);
	mpz_set(mpq_denref(t), mpq_denref(lambda));
	mpq_canonicalize(t);
	mpz_clears(low, high, middle, value, NULL);
	return STATUS_OK;
}

enum status fibonacci_approx(mpz_t mantissa, mpz_t exponent, const mpq_t lambda,
	const mpq_t t, uint64_t digits, uint64_t max_bits, struct err *err)
{
	mpz_t value, power, rest;
	enum status status;
	size_t size;

	mpz_inits(value, power, rest, NULL);
	status = fibonacci_reach(value, lambda, t, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	mpz_set(mantissa, value);
	mpz_set_ui(exponent, 0);
	size = mpz_sizeinbase(value, 10);
	if (size <= digits)
		goto done;
	for (size -= digits;; size++) {
		mpz_ui_pow_ui(power, 10, size);
		mpz_fdiv_qr(mantissa, rest, value, power);
		mpz_mul_2exp(rest, rest, 1);
		if (mpz_cmp(rest, power) >= 0)
			mpz_add_ui(mantissa, mantissa, 1);
		mpz_ui_pow_ui(power, 10, digits);
		if (mpz_cmp(mantissa, power) < 0)
			break;
	}
	mpz_set_ui(exponent, size);
done:
	mpz_clears(value, power, rest, NULL);
	return status;
}
