/*
 * Theorem 7: bounds on F(t) and its inverse f(n).
 *
 *  (1) c^floor(t/2lambda) <= F(t) <= c^floor(t/lambda), c = ceil(lambda)+1
 *  (2) lambda log n/log c <= f(n) <= 2 lambda + 2 lambda log n/log c
 *  (3) F(t) >= (lambda+1)^(t/(alpha lambda)-1), alpha = K/D, K = ln(lambda+1),
 *      D = K - ln K - 1, hence f(n) <= (lambda/D)(K + ln n)
 *
 * The paper has (3) for sufficiently large lambda.  It holds for all: write it
 * F(t) >= x^t/(lambda+1), x = exp(D/lambda) >= 1.
 *   - For t < lambda, x^t <= x^lambda = (lambda+1)/(eK) < lambda+1, as K >=
 *     ln 2 > 1/e.
 *   - From there by induction, if x^lambda <= x^(lambda-1) + 1, that is,
 *     (lambda+1)/(eK) · (1-1/x) <= 1.  Now 1-1/x <= D/lambda, D < K because
 *     ln K > -1, and (lambda+1)/lambda <= 2: at most 2/e.
 * D = 0 only at lambda = e-1, which is irrational.
 *
 * What bounds the integer F(t) or the multiple f(n) of 1/b is rounded to the
 * next such number.
 */
#include "model/postal/bounds.h"

#include "number/number.h"
#include "fibonacci/fibonacci.h"
#include "number/fixed.h"
#include "number/value.h"

enum {
	PRECISION = 128,
	EXACT_BITS = 4096, /* longer values of (3) are cut ... */
	CUT_DIGITS = 13	   /* ... to this many digits, or one less */
};

/* value = ceil(lambda) + 1, the base c. */
static void theorem_base(mpz_t c, const mpq_t lambda)
{
	number_ceil(c, lambda);
	mpz_add_ui(c, c, 1);
}

void postal_log_bound(mpq_t bound, const mpz_t n, const mpq_t lambda)
{
	mpz_t c;
	mpq_t a;

	mpz_init(c);
	mpq_init(a);
	theorem_base(c, lambda);
	mpz_set(mpq_numref(a), mpq_numref(lambda));
	log_ratio_ceil(mpq_numref(bound), a, n, c);
	mpz_set(mpq_denref(bound), mpq_denref(lambda));
	mpq_canonicalize(bound);
	mpz_clear(c);
	mpq_clear(a);
}

/* The upper bound of (2): 2a + 2a log n/log c, rounded down, over b. */
static void log_upper_bound(mpq_t bound, const mpz_t n, const mpq_t lambda)
{
	mpz_t c;
	mpq_t a;

	mpz_init(c);
	mpq_init(a);
	theorem_base(c, lambda);
	mpz_mul_2exp(mpq_numref(a), mpq_numref(lambda), 1);
	log_ratio_floor(mpq_numref(bound), a, n, c);
	mpz_add(mpq_numref(bound), mpq_numref(bound), mpq_numref(a));
	mpz_set(mpq_denref(bound), mpq_denref(lambda));
	mpq_canonicalize(bound);
	mpz_clear(c);
	mpq_clear(a);
}

/* value = c^floor(ratio). */
static enum status power_bound(mpq_t value, const mpz_t c, const mpq_t ratio,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t exponent, bits;

	mpz_inits(exponent, bits, NULL);
	number_floor(exponent, ratio);
	mpz_mul_ui(bits, exponent, (unsigned long)number_ceil_log2(c));
	mpz_add_ui(bits, bits, 1);
	if (!mpz_fits_ulong_p(exponent))
		max_bits = 0;
	status = limit_check_bits(
		"the upper bound of Theorem 7", bits, max_bits, err);
	if (status == STATUS_OK)
		mpz_pow_ui(mpq_numref(value), c, mpz_get_ui(exponent));
	mpz_clears(exponent, bits, NULL);
	return status;
}

/* log = K = ln(lambda+1), rest = D = K - ln K - 1. */
static void theorem_logs(struct fixed_interval *log,
	struct fixed_interval *rest, const mpq_t lambda)
{
	struct fixed_interval one;
	mpq_t q;

	mpq_init(q);
	mpq_set_ui(q, 1, 1);
	fixed_interval_init(&one, log->bits);
	fixed_interval_set_q(&one, q);
	mpq_add(q, q, lambda);
	fixed_interval_set_q(log, q);
	fixed_interval_ln(log, log);
	fixed_interval_ln(rest, log);
	fixed_interval_sub(rest, log, rest);
	fixed_interval_sub(rest, rest, &one);
	fixed_interval_clear(&one);
	mpq_clear(q);
}

/* value = y 2^exponent from below, rounded up to an integer; of a long one
 * only the first digits. */
static void round_power(
	mpz_t value, const struct fixed_interval *y, const mpz_t exponent)
{
	mpz_t shift, power;
	int is_long = mpz_cmp_ui(exponent, EXACT_BITS) > 0;

	mpz_inits(shift, power, NULL);
	mpz_sub_ui(shift, exponent, y->bits);
	if (mpz_sgn(shift) < 0)
		mpz_cdiv_q_2exp(value, y->lo, mpz_get_ui(shift));
	else
		mpz_mul_2exp(value, y->lo, mpz_get_ui(shift));
	if (is_long) {
		mpz_ui_pow_ui(power, 10,
			(unsigned long)mpz_sizeinbase(value, 10) - CUT_DIGITS);
		mpz_fdiv_q(value, value, power);
		mpz_mul(value, value, power);
	}
	mpz_clears(shift, power, NULL);
}

/*
 * value <= exp(ratio D - K), ratio = t/lambda, in that many bits, and the
 * exponent of 2 that it has.  F(t), computed before, is longer.
 */
static void exp_bound(mpz_t value, mpz_t exponent, const mpq_t lambda,
	const mpq_t ratio, unsigned long bits)
{
	struct fixed_interval log, rest, y;

	fixed_interval_init(&log, bits);
	fixed_interval_init(&rest, bits);
	fixed_interval_init(&y, bits);
	theorem_logs(&log, &rest, lambda);
	fixed_interval_mul_q(&rest, &rest, ratio);
	fixed_interval_sub(&rest, &rest, &log);
	fixed_interval_exp(&y, exponent, &rest);
	round_power(value, &y, exponent);
	fixed_interval_clear(&log);
	fixed_interval_clear(&rest);
	fixed_interval_clear(&y);
}

/* The lower bound of (3), in a second pass with the precision it needs. */
static void exponential_bound(
	mpz_t value, const mpq_t lambda, const mpq_t ratio)
{
	size_t size = mpz_sizeinbase(mpq_numref(ratio), 2);
	unsigned long bits = PRECISION + (unsigned long)size;
	mpz_t exponent;

	mpz_init(exponent);
	exp_bound(value, exponent, lambda, ratio, bits);
	if (mpz_cmp_ui(exponent, PRECISION / 2) > 0 &&
		mpz_cmp_ui(exponent, EXACT_BITS) <= 0)
		exp_bound(value, exponent, lambda, ratio,
			bits + mpz_get_ui(exponent));
	mpz_clear(exponent);
}

enum status postal_reach_list(struct bound_list *list, const mpq_t lambda,
	const mpq_t t, uint64_t max_bits, struct err *err)
{
	static const char source[] = "Bar-Noy-Kipnis-1994-Theorem-7(1)";
	enum status status;
	struct bound *row;
	mpq_t ratio, half;
	mpz_t c;

	mpz_init(c);
	mpq_inits(ratio, half, NULL);
	theorem_base(c, lambda);
	mpq_div(ratio, t, lambda);
	mpq_div_2exp(half, ratio, 1);
	row = bound_list_add(
		list, "reach", HOLDS_YES, "Bar-Noy-Kipnis-1994-Section-3");
	status = fibonacci_reach(
		mpq_numref(row->value), lambda, 1, t, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	row = bound_list_add(list, "lower", HOLDS_YES, source);
	status = power_bound(row->value, c, half, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	row = bound_list_add(list, "exponential", HOLDS_YES,
		"Bar-Noy-Kipnis-1994-Theorem-7(3)");
	exponential_bound(mpq_numref(row->value), lambda, ratio);
	row = bound_list_add(list, "upper", HOLDS_YES, source);
	status = power_bound(row->value, c, ratio, max_bits, err);
done:
	mpz_clear(c);
	mpq_clears(ratio, half, NULL);
	return status;
}

/*
 * value >= a (K + ln n)/D, an integer, in that many bits.  Whether they
 * separate D from 0 and leave less than 2^-16 in doubt.
 */
static int try_inverse_bound(
	mpz_t value, const mpz_t n, const mpq_t lambda, unsigned long bits)
{
	struct fixed_interval log, rest, sum;
	int is_certain = 0;
	mpq_t a;

	mpq_init(a);
	fixed_interval_init(&log, bits);
	fixed_interval_init(&rest, bits);
	fixed_interval_init(&sum, bits);
	theorem_logs(&log, &rest, lambda);
	if (mpz_sgn(rest.lo) > 0) {
		fixed_interval_set_z(&sum, n);
		fixed_interval_ln(&sum, &sum);
		fixed_interval_add(&sum, &sum, &log);
		fixed_interval_div(&sum, &sum, &rest);
		mpz_set(mpq_numref(a), mpq_numref(lambda));
		fixed_interval_mul_q(&sum, &sum, a);
		mpz_fdiv_q_2exp(value, sum.hi, bits);
		mpz_sub(sum.hi, sum.hi, sum.lo);
		is_certain = mpz_sizeinbase(sum.hi, 2) + 16 < bits;
	}
	fixed_interval_clear(&log);
	fixed_interval_clear(&rest);
	fixed_interval_clear(&sum);
	mpq_clear(a);
	return is_certain;
}

/* The upper bound of (3), rounded down to a multiple of 1/b. */
static void inverse_bound(mpq_t bound, const mpz_t n, const mpq_t lambda)
{
	unsigned long bits = PRECISION + (unsigned long)mpz_sizeinbase(
						 mpq_numref(lambda), 2);

	while (!try_inverse_bound(mpq_numref(bound), n, lambda, bits))
		bits *= 2;
	mpz_set(mpq_denref(bound), mpq_denref(lambda));
	mpq_canonicalize(bound);
}

enum status postal_time_list(
	struct bound_list *list, const struct problem *problem, struct err *err)
{
	static const char source[] = "Bar-Noy-Kipnis-1994-Theorem-7(2)";
	struct bound *row = bound_list_add(
		list, "time", HOLDS_YES, "Bar-Noy-Kipnis-1994-Theorem-6");
	enum status status = fibonacci_time(row->value, problem->lambda, 1,
		problem->n, problem->max_bits, err);

	if (status != STATUS_OK)
		return status;
	row = bound_list_add(list, "lower", HOLDS_YES, source);
	postal_log_bound(row->value, problem->n, problem->lambda);
	row = bound_list_add(list, "exponential", HOLDS_YES,
		"Bar-Noy-Kipnis-1994-Theorem-7(3)");
	inverse_bound(row->value, problem->n, problem->lambda);
	row = bound_list_add(list, "upper", HOLDS_YES, source);
	log_upper_bound(row->value, problem->n, problem->lambda);
	return STATUS_OK;
}
