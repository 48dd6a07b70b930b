/*
 * Theorem 7 of Bar-Noy & Kipnis 1994: bounds on F(t) and its inverse f(n).
 *
 *  (1) c^floor(t/2lambda) <= F(t) <= c^floor(t/lambda), c = ceil(lambda)+1
 *  (2) lambda log n/log c <= f(n) <= 2 lambda + 2 lambda log n/log c
 *  (3) F(t) >= (lambda+1)^(t/(alpha lambda)-1), alpha = K/D, K = ln(lambda+1),
 *      D = K - ln K - 1, hence f(n) <= (lambda/D)(K + ln n)
 *
 * The paper states (3) for sufficiently large lambda.  It holds for all
 * lambda >= 1: it says F(t) >= x^t/(lambda+1) with x = exp(D/lambda) >= 1.
 *   - For t < lambda, x^t <= x^lambda = (lambda+1)/(eK) < lambda+1, as K >=
 *     ln 2 > 1/e.
 *   - From there by induction, if x^lambda <= x^(lambda-1) + 1, that is,
 *     (lambda+1)/(eK) · (1-1/x) <= 1.  Now 1-1/x <= D/lambda, D < K because
 *     ln K > -1, and (lambda+1)/lambda <= 2: at most 2/e.
 * D = 0 only at lambda = e-1, which is irrational.
 *
 * F(t) is an integer and f(n) a multiple of 1/b, so lower bounds on them are
 * rounded up, and upper bounds down, to the next such number.
 */
#include "model/postal/bounds.h"

#include "number/number.h"
#include "fibonacci/fibonacci.h"
#include "number/value.h"

enum {
	PRECISION = 128,
	EXACT_BITS = 4096, /* longer values of (3) are cut off ... */
	CUT_DIGITS = 13	   /* ... after this many digits, or one less */
};

/* c = ceil(lambda) + 1. */
static void theorem_base(mpz_t c, const mpq_t lambda)
{
	number_ceil(c, lambda);
	mpz_add_ui(c, c, 1);
}

/* The lower bound of (2), a log n/log c, rounded up, / b; if is_above, the
 * upper bound, (2a + 2a log n/log c), rounded down, / b. */
static void log_bound(
	mpq_t bound, const mpz_t n, const mpq_t lambda, int is_above)
{
	mpz_t c;
	mpq_t a;

	mpz_init(c);
	mpq_init(a);
	theorem_base(c, lambda);
	mpq_set_z(a, mpq_numref(lambda));
	if (is_above) {
		mpz_mul_ui(mpq_numref(a), mpq_numref(a), 2);
		log_ratio_floor(mpq_numref(bound), a, n, c);
		mpz_add(mpq_numref(bound), mpq_numref(bound), mpq_numref(a));
	} else {
		log_ratio_ceil(mpq_numref(bound), a, n, c);
	}
	mpz_set(mpq_denref(bound), mpq_denref(lambda));
	mpq_canonicalize(bound);
	mpz_clear(c);
	mpq_clear(a);
}

void postal_log_bound(mpq_t bound, const mpz_t n, const mpq_t lambda)
{
	log_bound(bound, n, lambda, 0);
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

/* x = ln x, x > 0. */
static void take_ln(struct interval *x, unsigned long bits)
{
	struct interval two;

	interval_init(&two);
	interval_ln_2(&two, bits);
	interval_log2(x, x, bits, NULL);
	interval_mul(x, x, &two, bits);
	interval_clear(&two);
}

/* log = K = ln(lambda+1), rest = D = K - 1 - ln K. */
static void theorem_logs(struct interval *log, struct interval *rest,
	const mpq_t lambda, unsigned long bits)
{
	struct interval other;
	mpq_t q;

	mpq_init(q);
	interval_init(&other);
	mpq_set_si(q, -1, 1);
	interval_set_q(&other, q, bits);
	mpq_sub(q, lambda, q);
	interval_set_q(log, q, bits);
	take_ln(log, bits);
	interval_add(rest, log, &other, bits);
	interval_set(&other, log);
	take_ln(&other, bits);
	interval_neg(&other);
	interval_add(rest, rest, &other, bits);
	interval_clear(&other);
	mpq_clear(q);
}

/* x = x · q. */
static void scale_by(struct interval *x, const mpq_t q, unsigned long bits)
{
	struct interval factor;

	interval_init(&factor);
	interval_set_q(&factor, q, bits);
	interval_mul(x, x, &factor, bits);
	interval_clear(&factor);
}

/* value = the lower end of y, rounded up to an integer; if it has more than
 * EXACT_BITS bits, only its first digits, followed by zeros. */
static void round_power(mpz_t value, const struct interval *y, int64_t size)
{
	mpz_t power;

	mpz_init(power);
	if (y->exponent < 0)
		mpz_cdiv_q_2exp(value, y->lo, (mp_bitcnt_t)-y->exponent);
	else
		mpz_mul_2exp(value, y->lo, (mp_bitcnt_t)y->exponent);
	if (size > EXACT_BITS) {
		mpz_ui_pow_ui(power, 10,
			(unsigned long)mpz_sizeinbase(value, 10) - CUT_DIGITS);
		mpz_fdiv_q(value, value, power);
		mpz_mul(value, value, power);
	}
	mpz_clear(power);
}

/*
 * value = a lower bound of exp(ratio D - K), ratio = t/lambda, computed with
 * that many bits and rounded up to an integer; returns floor(log2) of the
 * bound.  It needs no limit: F(t), which is at least as long, has been
 * computed before.
 */
static int64_t exp_bound(
	mpz_t value, const mpq_t lambda, const mpq_t ratio, unsigned long bits)
{
	struct interval log, y;
	int64_t size;

	interval_init(&log);
	interval_init(&y);
	theorem_logs(&log, &y, lambda, bits);
	scale_by(&y, ratio, bits);
	interval_neg(&log);
	interval_add(&y, &y, &log, bits);
	interval_ln_2(&log, bits);
	interval_div(&y, &y, &log, bits);
	(void)interval_exp2(&y, &y, bits, NULL);
	size = y.exponent + (int64_t)mpz_sizeinbase(y.lo, 2) - 1;
	round_power(value, &y, size);
	interval_clear(&log);
	interval_clear(&y);
	return size;
}

/* The lower bound of (3); a second pass has the precision that it needs. */
static void exponential_bound(
	mpz_t value, const mpq_t lambda, const mpq_t ratio)
{
	size_t length = mpz_sizeinbase(mpq_numref(ratio), 2);
	unsigned long bits = PRECISION + (unsigned long)length;
	int64_t size = exp_bound(value, lambda, ratio, bits);

	if (size > PRECISION / 2 && size <= EXACT_BITS)
		exp_bound(value, lambda, ratio, bits + (unsigned long)size);
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
 * value = floor of an upper bound of a (K + ln n)/D, computed with that many
 * bits; 0 if these do not separate D from 0, or leave an error of 2^-16 or
 * more.
 */
static int try_inverse_bound(
	mpz_t value, const mpz_t n, const mpq_t lambda, unsigned long bits)
{
	enum { DOUBT_BITS = 20, DOUBT = 16 };
	struct interval log, rest, sum;
	int is_certain;
	mpz_t lo;
	mpq_t a;

	mpz_init(lo);
	mpq_init(a);
	interval_init(&log);
	interval_init(&rest);
	interval_init(&sum);
	theorem_logs(&log, &rest, lambda, bits);
	is_certain = interval_sign(&rest) > 0;
	if (is_certain) {
		mpq_set_z(a, n);
		interval_set_q(&sum, a, bits);
		take_ln(&sum, bits);
		interval_add(&sum, &sum, &log, bits);
		interval_div(&sum, &sum, &rest, bits);
		mpq_set_z(a, mpq_numref(lambda));
		scale_by(&sum, a, bits);
		(void)interval_fix(lo, value, &sum, DOUBT_BITS, UINT64_MAX);
		mpz_sub(lo, value, lo);
		mpz_fdiv_q_2exp(value, value, DOUBT_BITS);
		is_certain = mpz_cmp_ui(lo, DOUBT) < 0;
	}
	interval_clear(&log);
	interval_clear(&rest);
	interval_clear(&sum);
	mpz_clear(lo);
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
	log_bound(row->value, problem->n, problem->lambda, 1);
	return STATUS_OK;
}
