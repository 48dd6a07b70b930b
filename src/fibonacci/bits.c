/*
 * A proved bound on the bits of F(t), computed in integers rounded upwards.
 *
 * With k ports, F(t) <= 2^(theta t) whenever
 * 2^-theta + k 2^-(lambda theta) <= 1: by induction,
 * F(t) = F(t-1) + k F(t-lambda)
 *      <= 2^(theta t) (2^-theta + k 2^-(lambda theta)).
 * The least such theta is found bit by bit.  The powers of 2 come from a table
 * of 2^-(2^-i) and 2^-(lambda 2^-i), in which each entry is the square of the
 * next; the last entry, whose exponent v is tiny, is e^-v <= 1 - v + v^2/2.
 * For large lambda Theorem 7(1) of Bar-Noy & Kipnis 1994 serves instead:
 * F(t) <= (ceil(lambda) + 1)^floor(t/lambda); with k ports the base is
 * k ceil(lambda) + 1, as a processor that knows the message has at most
 * k ceil(lambda) children in a time of lambda.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "fibonacci/methods.h"
#include "number/number.h"
#include "number/value.h"

enum {
	GUARD = 64,	   /* bits of theta beyond those of lambda and t */
	LAMBDA_BITS = 256, /* the longest lambda to search theta for */
	TIME_BITS = 128
};

/* 2^-x and 2^-(lambda x) for some x, as fixed-point numbers. */
struct pair {
	mpz_t unit, lambda;
};

/* theta is sought as widest times a fraction of place bits, where
 * widest = ceil(log2(ports + 1)) satisfies the inequality itself.  scale: the
 * bits after the point of a fixed-point number. */
struct search {
	unsigned long ports, widest, place, scale;
	struct pair *power;
};

static void pair_init(struct pair *pair)
{
	mpz_inits(pair->unit, pair->lambda, NULL);
}

static void pair_clear(struct pair *pair)
{
	mpz_clears(pair->unit, pair->lambda, NULL);
}

static void pair_mul(struct pair *product, const struct pair *x,
	const struct pair *y, unsigned long scale)
{
	mpz_mul(product->unit, x->unit, y->unit);
	mpz_cdiv_q_2exp(product->unit, product->unit, scale);
	mpz_mul(product->lambda, x->lambda, y->lambda);
	mpz_cdiv_q_2exp(product->lambda, product->lambda, scale);
}

/* power = e^-v, rounded upwards; 0 <= v < 1. */
static void exp_small(mpz_t power, const mpz_t v, unsigned long scale)
{
	mpz_t square;

	mpz_init(square);
	mpz_mul(square, v, v);
	mpz_cdiv_q_2exp(square, square, scale + 1);
	mpz_set_ui(power, 0);
	mpz_setbit(power, scale);
	mpz_sub(power, power, v);
	mpz_add(power, power, square);
	mpz_clear(square);
}

static void search_init(struct search *search, const mpq_t lambda)
{
	unsigned long last = search->place;
	struct interval two;
	mpz_t v;

	search->power = mem_array(last + 1, sizeof *search->power);
	mpz_init(v);
	for (unsigned long i = 0; i <= last; i++)
		pair_init(&search->power[i]);
	interval_init(&two);
	interval_ln_2(&two, search->scale);
	mpz_mul_ui(v, two.lo, search->widest);
	mpz_fdiv_q_2exp(v, v, last);
	interval_clear(&two);
	exp_small(search->power[last].unit, v, search->scale);
	mpz_mul(v, v, mpq_numref(lambda));
	mpz_fdiv_q(v, v, mpq_denref(lambda));
	exp_small(search->power[last].lambda, v, search->scale);
	for (unsigned long i = last; i-- > 0;)
		pair_mul(&search->power[i], &search->power[i + 1],
			&search->power[i + 1], search->scale);
	mpz_clear(v);
}

static void search_clear(struct search *search)
{
	for (unsigned long i = 0; i <= search->place; i++)
		pair_clear(&search->power[i]);
	mem_free(search->power);
}

/* theta · 2^place / widest.  Invariant: the fraction so far has not been shown
 * to satisfy the inequality, and that fraction plus twice the next step has
 * been.  At the start these are 0 and 1: with theta = widest both powers are at
 * most 1/(ports + 1). */
static void search_theta(mpz_t theta, const struct search *search)
{
	struct pair low, next;
	mpz_t sum;

	pair_init(&low);
	pair_init(&next);
	mpz_init(sum);
	mpz_set_ui(theta, 0);
	mpz_setbit(low.unit, search->scale);
	mpz_setbit(low.lambda, search->scale);
	for (unsigned long i = 1; i <= search->place; i++) {
		pair_mul(&next, &low, &search->power[i], search->scale);
		mpz_set(sum, next.unit);
		mpz_addmul_ui(sum, next.lambda, search->ports);
		mpz_sub_ui(sum, sum, 1);
		if (mpz_sizeinbase(sum, 2) <= search->scale)
			continue; /* the sum is at most 1 */
		mpz_setbit(theta, search->place - i);
		mpz_swap(low.unit, next.unit);
		mpz_swap(low.lambda, next.lambda);
	}
	mpz_add_ui(theta, theta, 1);
	mpz_clear(sum);
	pair_clear(&next);
	pair_clear(&low);
}

/* bits = floor(theta t) + 1. */
static void sharp_bits(
	mpz_t bits, const mpq_t lambda, unsigned long ports, const mpq_t t)
{
	size_t wide = mpz_sizeinbase(mpq_numref(lambda), 2) -
		      mpz_sizeinbase(mpq_denref(lambda), 2) + 1;
	size_t time = mpz_sizeinbase(mpq_numref(t), 2);
	struct search search = {
		.ports = ports, .widest = (unsigned long)effort_log(ports)};

	if (time > TIME_BITS)
		time = TIME_BITS;
	search.place = GUARD + 2 * wide + time + search.widest;
	search.scale = 2 * search.place + GUARD;
	search_init(&search, lambda);
	search_theta(bits, &search);
	mpz_mul(bits, bits, mpq_numref(t));
	mpz_mul_ui(bits, bits, search.widest);
	mpz_fdiv_q_2exp(bits, bits, search.place);
	mpz_fdiv_q(bits, bits, mpq_denref(t));
	mpz_add_ui(bits, bits, 1);
	search_clear(&search);
}

/* bits = 1 + floor(t/lambda) ceil(log2(ports ceil(lambda) + 1)). */
static void theorem_bits(
	mpz_t bits, const mpq_t lambda, unsigned long ports, const mpq_t t)
{
	mpq_t ratio;
	mpz_t base;

	mpq_init(ratio);
	mpz_init(base);
	mpq_div(ratio, t, lambda);
	number_floor(bits, ratio);
	number_ceil(base, lambda);
	mpz_mul_ui(base, base, ports);
	mpz_add_ui(base, base, 1);
	number_set_u64(base, number_ceil_log2(base));
	mpz_mul(bits, bits, base);
	mpz_add_ui(bits, bits, 1);
	mpz_clear(base);
	mpq_clear(ratio);
}

void fibonacci_bits(
	mpz_t bits, const mpq_t lambda, unsigned long ports, const mpq_t t)
{
	mpz_t sharp, whole;

	mpz_inits(sharp, whole, NULL);
	theorem_bits(bits, lambda, ports, t);
	number_floor(whole, lambda);
	if (mpz_sizeinbase(whole, 2) <= LAMBDA_BITS &&
		mpz_cmp_ui(bits, 1) > 0) {
		sharp_bits(sharp, lambda, ports, t);
		if (mpz_cmp(sharp, bits) < 0)
			mpz_swap(bits, sharp);
	}
	mpz_clears(sharp, whole, NULL);
}
