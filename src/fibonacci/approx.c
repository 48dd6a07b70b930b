/*
 * The first decimal digits of F(t).
 * F(t) is enclosed between a lower and an upper bound.  Rounding is monotone,
 * so once both bounds give the same digits, those are the digits of F(t).
 * Otherwise the bounds' precision is doubled, until computing F(t) exactly is
 * faster.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "number/number.h"
#include "number/value.h"
#include "fibonacci/methods.h"

enum {
	INDEX_BITS = 1 << 15, /* the most squarings of a residue */
	BOUND_STEPS =
		5,  /* cost of both bounds for a bit of index, in squarings */
	COPIES = 16 /* of a residue, while both bounds are squared */
};

/* decimal = floor(bits log10(2)), at most the number's decimal digits. */
static void decimal_length(mpz_t decimal, const mpz_t bits)
{
	mpz_t two, ten;
	mpq_t p;

	mpz_init_set_ui(two, 2);
	mpz_init_set_ui(ten, 10);
	mpq_init(p);
	mpq_set_z(p, bits);
	log_ratio_floor(decimal, p, two, ten);
	mpq_clear(p);
	mpz_clears(two, ten, NULL);
}

/* Rounds the mantissa up or down to that many bits. */
static void shorten(struct leading *x, uint64_t bits, int up)
{
	size_t size = mpz_sizeinbase(x->mantissa, 2), cut;

	if (size <= bits)
		return;
	cut = size - (size_t)bits;
	if (up)
		mpz_cdiv_q_2exp(x->mantissa, x->mantissa, cut);
	else
		mpz_fdiv_q_2exp(x->mantissa, x->mantissa, cut);
	mpz_add_ui(x->exponent, x->exponent, cut);
}

/* A bound on 10^k, from above or from below. */
static void power_of_ten(
	struct leading *power, const mpz_t k, uint64_t bits, int up)
{
	mpz_set_ui(power->mantissa, 1);
	mpz_set_ui(power->exponent, 0);
	for (size_t i = mpz_sizeinbase(k, 2); i-- > 0;) {
		mpz_mul(power->mantissa, power->mantissa, power->mantissa);
		mpz_mul_2exp(power->exponent, power->exponent, 1);
		if (mpz_tstbit(k, i))
			mpz_mul_ui(power->mantissa, power->mantissa, 10);
		shorten(power, bits, up);
	}
}

/* digits = x / y to the nearest integer, ties to even.  The quotient has a
 * moderate number of bits, so the exponents are close. */
static void quotient(
	mpz_t digits, const struct leading *x, const struct leading *y)
{
	mpz_t above, below, shift;

	mpz_init(shift);
	mpz_init_set(above, x->mantissa);
	mpz_init_set(below, y->mantissa);
	mpz_sub(shift, x->exponent, y->exponent);
	if (mpz_sgn(shift) >= 0)
		mpz_mul_2exp(above, above, mpz_get_ui(shift));
	else
		mpz_mul_2exp(below, below, mpz_get_ui(shift) /* of |shift| */);
	number_divide_round(digits, above, below);
	mpz_clears(above, below, shift, NULL);
}

/* mantissa = x / 10^exponent, rounded.  To stay below the true quotient, the
 * power is rounded up; to stay above it, down. */
static void round_at(mpz_t mantissa, const mpz_t exponent,
	const struct leading *x, uint64_t bits, int power_up)
{
	struct leading power;

	leading_init(&power);
	power_of_ten(&power, exponent, bits, power_up);
	quotient(mantissa, x, &power);
	leading_clear(&power);
}

/*
 * Rounds a number between low and high; 0 if the bounds round differently.
 * exponent starts where too many digits remain, and rises until there are no
 * more than asked for.
 */
static int round_between(mpz_t mantissa, mpz_t exponent,
	const struct leading *low, const struct leading *high, uint64_t digits,
	uint64_t bits)
{
	mpz_t other, limit;
	int agree;

	mpz_inits(other, limit, NULL);
	mpz_add_ui(other, low->exponent, mpz_sizeinbase(low->mantissa, 2));
	decimal_length(exponent, other);
	number_set_u64(other, digits + 2);
	mpz_sub(exponent, exponent, other);
	if (mpz_sgn(exponent) < 0)
		mpz_set_ui(exponent, 0);
	mpz_ui_pow_ui(limit, 10, (unsigned long)digits);
	for (;; mpz_add_ui(exponent, exponent, 1)) {
		round_at(mantissa, exponent, low, bits, 1);
		if (mpz_cmp(mantissa, limit) < 0)
			break;
	}
	round_at(other, exponent, high, bits, 0);
	agree = mpz_cmp(mantissa, other) == 0;
	mpz_clears(other, limit, NULL);
	return agree;
}

/* The digits from the exact value of F(t). */
static enum status approx_exact(mpz_t mantissa, mpz_t exponent,
	const mpq_t lambda, unsigned long ports, const mpq_t t, uint64_t digits,
	uint64_t max_bits, struct err *err)
{
	struct leading value;
	enum status status;
	uint64_t bits;

	leading_init(&value);
	status = fibonacci_reach(
		value.mantissa, lambda, ports, t, max_bits, err);
	if (status == STATUS_OK) {
		bits = mpz_sizeinbase(value.mantissa, 2);
		mpz_set_ui(exponent, 0);
		/* Each digit takes more than 3 bits. */
		if (bits / 3 <= digits &&
			mpz_sizeinbase(value.mantissa, 10) <= digits)
			mpz_set(mantissa, value.mantissa);
		else
			round_between(mantissa, exponent, &value, &value,
				digits, bits + GMP_NUMB_BITS);
	}
	leading_clear(&value);
	return status;
}

/* How many bits are likely to decide that many digits. */
static uint64_t enough_bits(uint64_t digits, const mpz_t index, const mpz_t a)
{
	return digits / 3 * 10 + 10 + mpz_sizeinbase(index, 2) +
	       mpz_sizeinbase(a, 2) + 64;
}

/* The question: the first digits of G(index).  size: a bound on its bits. */
struct approx {
	mpz_srcptr a, b, index;
	unsigned long ports;
	uint64_t size, digits, max_bits;
};

/* Whether residues of that many bits fit in memory, and index is short enough
 * for a squaring for each of its bits. */
static int residues_fit(const struct approx *approx, uint64_t bits)
{
	uint64_t memory = effort_memory(approx->max_bits);

	return mpz_cmp_ui(approx->a, RESIDUE_MAX) <= 0 &&
	       mpz_sizeinbase(approx->index, 2) <= INDEX_BITS &&
	       bits <= memory / COPIES &&
	       mpz_get_ui(approx->a) <= memory / COPIES / (bits + 64);
}

/* The time that bounds of that many bits take.  *terms: whether the largest
 * terms are faster than residues. */
static uint64_t bounds_cost(
	int *terms, const struct approx *approx, uint64_t bits)
{
	uint64_t residues = UINT64_MAX, largest;

	if (residues_fit(approx, bits))
		residues = effort_product(effort_residues(mpz_get_ui(approx->a),
						  bits / GMP_NUMB_BITS + 1),
			BOUND_STEPS * mpz_sizeinbase(approx->index, 2));
	largest = fibonacci_largest_cost(
		approx->a, approx->b, approx->index, bits);
	*terms = largest < residues;
	return *terms ? largest : residues;
}

/* The digits from bounds of that many bits; 0 if these are too far apart. */
static int approx_bounds(mpz_t mantissa, mpz_t exponent,
	const struct approx *approx, uint64_t bits, int terms)
{
	struct leading low, high;
	int decided;

	leading_init(&low);
	leading_init(&high);
	if (terms)
		fibonacci_largest(&low, &high, approx->a, approx->b,
			approx->ports, approx->index, bits);
	else
		fibonacci_leading(&low, &high, mpz_get_ui(approx->a),
			mpz_get_ui(approx->b), approx->ports, approx->index,
			bits);
	decided = round_between(
		mantissa, exponent, &low, &high, approx->digits, bits);
	leading_clear(&high);
	leading_clear(&low);
	return decided;
}

/* Whether the exact value is faster than bounds, or the only possibility. */
static int exact_is_best(
	const struct approx *approx, uint64_t bits, uint64_t bounds)
{
	if (bounds == UINT64_MAX)
		return 1;
	if (approx->size > approx->max_bits)
		return 0;
	return approx->size / 4 <= bits ||
	       fibonacci_cost(approx->a, approx->b, approx->ports,
		       approx->index, approx->max_bits) <= bounds;
}

/* Tries bounds of more and more bits, as long as they are the faster way. */
static enum status approx_widen(mpz_t mantissa, mpz_t exponent,
	const struct approx *approx, int *decided, struct err *err)
{
	enum status status = STATUS_OK;
	uint64_t bits = enough_bits(approx->digits, approx->index, approx->a);
	int terms;

	for (*decided = 0; !*decided; bits *= 2) {
		uint64_t cost = bounds_cost(&terms, approx, bits);

		if (exact_is_best(approx, bits, cost))
			break;
		status = effort_check("F(t)", cost, 4 * approx->digits,
			approx->max_bits, err);
		if (status != STATUS_OK)
			break;
		*decided =
			approx_bounds(mantissa, exponent, approx, bits, terms);
	}
	return status;
}

enum status fibonacci_approx(mpz_t mantissa, mpz_t exponent, const mpq_t lambda,
	unsigned long ports, const mpq_t t, uint64_t digits, uint64_t max_bits,
	struct err *err)
{
	struct approx approx = {.a = mpq_numref(lambda),
		.b = mpq_denref(lambda),
		.ports = ports,
		.max_bits = max_bits,
		.digits = digits};
	enum status status;
	mpz_t index, size;
	int decided;

	mpz_inits(index, size, NULL);
	mpz_mul(index, mpq_numref(t), mpq_denref(lambda));
	mpz_fdiv_q(index, index, mpq_denref(t));
	fibonacci_bits(size, lambda, ports, t);
	approx.index = index;
	approx.size = effort_word(size);
	if (digits > UINT64_MAX / 8)
		approx.digits = UINT64_MAX / 8;
	status = approx_widen(mantissa, exponent, &approx, &decided, err);
	if (status == STATUS_OK && !decided)
		status = approx_exact(mantissa, exponent, lambda, ports, t,
			approx.digits, max_bits, err);
	mpz_clears(index, size, NULL);
	return status;
}
