/*
 * Arithmetic on values: two rationals give a rational; if one operand is an
 * interval, so is the result.
 */
#include "number/value.h"

#include "base/bits.h"
#include "base/err.h"
#include "number/number.h"

void value_init(struct value *y)
{
	y->exact = 1;
	y->is_log = 0;
	mpq_init(y->q);
	interval_init(&y->x);
}

void value_clear(struct value *y)
{
	mpq_clear(y->q);
	interval_clear(&y->x);
}

void value_set(struct value *y, const struct value *x)
{
	y->exact = x->exact;
	y->is_log = x->is_log;
	if (x->exact || x->is_log)
		mpq_set(y->q, x->q);
	if (!x->exact)
		interval_set(&y->x, &x->x);
}

void value_set_z(struct value *y, const mpz_t z)
{
	y->exact = 1;
	mpq_set_z(y->q, z);
}

void value_set_ui(struct value *y, unsigned long n)
{
	y->exact = 1;
	mpq_set_ui(y->q, n, 1);
}

void value_interval(struct interval *y, const struct value *x,
	const struct value_precision *precision)
{
	if (x->exact)
		interval_set_q(y, x->q, precision->bits);
	else
		interval_set(y, &x->x);
}

typedef void interval_operation(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits);

/* x as an interval: its own, or one stored in place. */
static const struct interval *as_interval(struct interval *place,
	const struct value *x, const struct value_precision *precision)
{
	if (!x->exact)
		return &x->x;
	interval_set_q(place, x->q, precision->bits);
	return place;
}

/* z = x op y as an interval. */
static void apply_operation(struct value *z, const struct value *x,
	const struct value *y, interval_operation *operation,
	const struct value_precision *precision)
{
	struct interval a, b;

	interval_init(&a);
	interval_init(&b);
	operation(&z->x, as_interval(&a, x, precision),
		as_interval(&b, y, precision), precision->bits);
	z->exact = z->is_log = 0;
	interval_clear(&a);
	interval_clear(&b);
}

typedef void exact_operation(mpq_t z, const mpq_t x, const mpq_t y);

/* z = x op y, exact if both operands are. */
static void combine_values(struct value *z, const struct value *x,
	const struct value *y, exact_operation *exact,
	interval_operation *operation, const struct value_precision *precision)
{
	if (x->exact && y->exact) {
		exact(z->q, x->q, y->q);
		z->exact = 1;
	} else {
		apply_operation(z, x, y, operation, precision);
	}
}

int value_cmp(const struct value *x, const struct value *y,
	const struct value_precision *precision)
{
	struct interval a, b;
	int sign;

	if (x->exact && y->exact)
		return mpq_cmp(x->q, y->q);
	interval_init(&a);
	interval_init(&b);
	sign = interval_cmp(
		as_interval(&a, x, precision), as_interval(&b, y, precision));
	interval_clear(&a);
	interval_clear(&b);
	return sign;
}

void value_add(struct value *z, const struct value *x, const struct value *y,
	const struct value_precision *precision)
{
	combine_values(z, x, y, mpq_add, interval_add, precision);
}

/* z = the lesser of x and y, end by end, or with sign -1 the greater. */
static void choose_ends(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits, int sign)
{
	struct interval a, b;

	interval_init(&a);
	interval_init(&b);
	interval_set(&a, x);
	interval_set(&b, y);
	interval_align(&a, &b, bits);
	mpz_set(z->lo, sign * mpz_cmp(a.lo, b.lo) < 0 ? a.lo : b.lo);
	mpz_set(z->hi, sign * mpz_cmp(a.hi, b.hi) < 0 ? a.hi : b.hi);
	z->exponent = a.exponent;
	interval_clear(&a);
	interval_clear(&b);
}

static void interval_least(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits)
{
	choose_ends(z, x, y, bits, 1);
}

static void interval_greatest(struct interval *z, const struct interval *x,
	const struct interval *y, unsigned long bits)
{
	choose_ends(z, x, y, bits, -1);
}

/* z = the lesser of x and y, or with sign -1 the greater.  If their intervals
 * do not decide which, z is an interval that contains it. */
static void choose_value(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	int sign)
{
	int cmp = sign * value_cmp(x, y, precision);

	if (cmp < 0 || (cmp == 0 && x->exact && y->exact))
		value_set(z, x);
	else if (cmp > 0)
		value_set(z, y);
	else
		apply_operation(z, x, y,
			sign > 0 ? interval_least : interval_greatest,
			precision);
}

void value_max(struct value *z, const struct value *x, const struct value *y,
	const struct value_precision *precision)
{
	choose_value(z, x, y, precision, -1);
}

void value_scale(struct value *y, const struct value *x, const mpz_t n,
	const struct value_precision *precision)
{
	struct value factor;

	value_init(&factor);
	value_set_z(&factor, n);
	combine_values(y, x, &factor, mpq_mul, interval_mul, precision);
	value_clear(&factor);
}

static uint64_t bits_of(const mpq_t q)
{
	return (uint64_t)mpz_sizeinbase(mpq_numref(q), 2) +
	       mpz_sizeinbase(mpq_denref(q), 2);
}

uint64_t value_bits(const struct value *x)
{
	if (x->exact)
		return bits_of(x->q);
	return (uint64_t)mpz_sizeinbase(x->x.lo, 2) +
	       mpz_sizeinbase(x->x.hi, 2);
}

uint64_t value_work(uint64_t bits, uint64_t weight)
{
	uint64_t log = 1;

	if (bits <= VALUE_SHORT)
		return 0;
	while (bits >> log > 1)
		log++;
	return bits > UINT64_MAX / weight / log ? UINT64_MAX
						: weight * bits * log;
}

static int spend(const struct value_precision *precision, uint64_t work,
	const char **why)
{
	uint64_t spent;

	if (!precision->work)
		return 1;
	*why = "more work on long numbers than " ERR_NAME "max_bits allows";
	spent = least_u64(work, *precision->work);
	*precision->work -= spent;
	return spent == work;
}

int value_may_work(const struct value_precision *precision, uint64_t bits,
	uint64_t weight, const char **why)
{
	return spend(precision, value_work(bits, weight), why);
}

int value_may_work_real(const struct value_precision *precision,
	uint64_t weight, const char **why)
{
	return value_may_work(precision,
		most_u64(precision->bits, precision->planned), weight, why);
}

/* The work on a product of integers of x and y bits; less if one is short. */
static uint64_t product_work(uint64_t x, uint64_t y)
{
	uint64_t shorter = least_u64(x, y), longer = most_u64(x, y);

	return shorter <= VALUE_SHORT ? longer / VALUE_SHORT * shorter
				      : value_work(x + y, VALUE_WORK_PRODUCT);
}

/* Whether the work on a product, a quotient or a sum of fractions is allowed;
 * fractions have to be reduced, too. */
static int may_combine(const struct value *x, const struct value *y,
	int is_quotient, const struct value_precision *precision,
	const char **why)
{
	uint64_t x_bits, y_bits;

	if (!x->exact || !y->exact)
		return 1;
	x_bits = bits_of(x->q);
	y_bits = bits_of(y->q);
	return spend(precision,
		is_quotient || !number_is_whole(x->q) || !number_is_whole(y->q)
			? value_work(x_bits + y_bits, VALUE_WORK_GCD)
			: product_work(x_bits, y_bits),
		why);
}

int value_may_add(const struct value *x, const struct value *y,
	const struct value_precision *precision, const char **why)
{
	return !x->exact || !y->exact || mpq_sgn(x->q) == 0 ||
	       mpq_sgn(y->q) == 0 ||
	       (number_is_whole(x->q) && number_is_whole(y->q)) ||
	       may_combine(x, y, 0, precision, why);
}

/* Whether any sum, product or quotient of exact x and y has few enough bits. */
static int fits(const struct value *x, const struct value *y,
	const struct value_precision *precision, const char **why)
{
	*why = "a number longer than " ERR_NAME "max_bits allows";
	return !x->exact || !y->exact ||
	       bits_of(x->q) + bits_of(y->q) <= precision->max_bits;
}

static enum value_result in_range(const struct value *z, const char **why)
{
	*why = "a number beyond all exponents";
	return z->exact || interval_in_range(&z->x) ? VALUE_OK : VALUE_TOO_LONG;
}

enum value_result value_sum(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	if (!fits(x, y, precision, why) || !value_may_add(x, y, precision, why))
		return VALUE_TOO_LONG;
	value_add(z, x, y, precision);
	return in_range(z, why);
}

enum value_result value_negative(struct value *y, const struct value *x,
	const struct value_precision *precision, const char **why)
{
	(void)precision;
	(void)why;
	value_set(y, x);
	y->is_log = 0;
	if (y->exact)
		mpq_neg(y->q, y->q);
	else
		interval_neg(&y->x);
	return VALUE_OK;
}

enum value_result value_difference(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	enum value_result result;
	struct value minus;

	value_init(&minus);
	result = value_negative(&minus, y, precision, why);
	if (result == VALUE_OK)
		result = value_sum(z, x, &minus, precision, why);
	value_clear(&minus);
	return result;
}

enum value_result value_product(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	if (!fits(x, y, precision, why) ||
		!may_combine(x, y, 0, precision, why))
		return VALUE_TOO_LONG;
	combine_values(z, x, y, mpq_mul, interval_mul, precision);
	return in_range(z, why);
}

/* z = x / y exactly, if x and y are logarithms of integers that are powers of
 * the same integer.  Returns 0 if they are not, or if *result is set to an
 * error. */
static int quotient_of_logs(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	enum value_result *result, const char **why)
{
	mpq_t ratio;
	int found;

	if (x->exact || y->exact || !x->is_log || !y->is_log ||
		!number_is_whole(x->q) || !number_is_whole(y->q))
		return 0;
	if (!value_may_work(precision, bits_of(x->q) + bits_of(y->q),
		    VALUE_WORK_GCD, why)) {
		*result = VALUE_TOO_LONG;
		return 0;
	}
	mpq_init(ratio);
	found = log_ratio(ratio, mpq_numref(x->q), mpq_numref(y->q));
	if (found) {
		mpq_swap(z->q, ratio);
		z->exact = 1;
	}
	mpq_clear(ratio);
	return found;
}

enum value_result value_quotient(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	enum value_result result = VALUE_OK;

	if (y->exact && mpq_sgn(y->q) == 0) {
		*why = "division by 0";
		return VALUE_UNDEFINED;
	}
	if (!y->exact && interval_sign(&y->x) == 0) {
		*why = "a divisor that cannot be told from 0";
		return VALUE_UNCERTAIN;
	}
	if (!fits(x, y, precision, why) ||
		!may_combine(x, y, 1, precision, why))
		return VALUE_TOO_LONG;
	if (quotient_of_logs(z, x, y, precision, &result, why) ||
		result != VALUE_OK)
		return result;
	combine_values(z, x, y, mpq_div, interval_div, precision);
	return in_range(z, why);
}

enum value_result value_least(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	(void)why;
	choose_value(z, x, y, precision, 1);
	return VALUE_OK;
}

enum value_result value_greatest(struct value *z, const struct value *x,
	const struct value *y, const struct value_precision *precision,
	const char **why)
{
	(void)why;
	value_max(z, x, y, precision);
	return VALUE_OK;
}

/*
 * Euclid's algorithm on the exponents: g^i, i >= j, has the factor g^j
 * floor(i/j) times, and g^(i mod j) remains.  It ends with g and 1; or with two
 * numbers of which the lesser does not divide the greater, and then n and c are
 * not powers of the same integer.
 */
int log_ratio(mpq_t ratio, const mpz_t n, const mpz_t c)
{
	mpz_t x, y;
	int common = 1;

	mpz_init_set(x, c);
	mpz_init_set(y, n);
	while (common && mpz_cmp_ui(y, 1) != 0) {
		if (mpz_cmp(x, y) < 0)
			mpz_swap(x, y);
		common = mpz_remove(x, x, y) > 0;
		mpz_swap(x, y);
	}
	if (common) {
		mpz_set_ui(mpq_numref(ratio), mpz_remove(y, n, x));
		mpz_set_ui(mpq_denref(ratio), mpz_remove(y, c, x));
		mpq_canonicalize(ratio);
	}
	mpz_clears(x, y, NULL);
	return common;
}
