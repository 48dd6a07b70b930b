/*
 * F(t - 1) and F(t - lambda) from F(t): see fibonacci.h for the ratios.  Both
 * steps work in place and multiply before they divide, so that every division
 * is exact.  A step of lambda drops the first term and shifts the others.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "fibonacci/methods.h"
#include "number/number.h"

/* Whether there is memory and time for count terms of F(index/b). */
static enum status check_terms(const mpz_t count, const mpz_t index,
	const mpq_t lambda, unsigned long ports, uint64_t max_bits,
	struct err *err)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	uint64_t bits = effort_bits(a, b, ports, index);
	uint64_t bytes = bits / 8 + sizeof(struct fibonacci_term) +
			 mpz_sizeinbase(index, 2) / 8 + 64;

	if (limit_check_each("F up to the size asked for", count, bytes,
		    effort_memory(max_bits) / 8, err) != STATUS_OK)
		return err->code;
	return effort_check("F(t)",
		effort_terms(
			a, b, effort_word(count), bits / GMP_NUMB_BITS + 1),
		bits, max_bits, err);
}

/* value *= top (top - 1) .. (top - count + 1). */
static void multiply_falling(mpz_t value, const mpz_t top, unsigned long count)
{
	mpz_t factor;

	mpz_init_set(factor, top);
	for (; count > 0; count--) {
		mpz_mul(value, value, factor);
		mpz_sub_ui(factor, factor, 1);
	}
	mpz_clear(factor);
}

/* value = ports^j C(m_j + j, j); from term j - 1 where that takes fewer
 * factors. */
static void set_value(
	struct fibonacci_term *term, unsigned long j, unsigned long ports)
{
	const struct fibonacci_term *last = term - 1;
	mpz_t waits, p, q;

	mpz_init(waits);
	if (j > 0)
		mpz_sub(waits, last->waits, term->waits);
	if (j == 0 || mpz_cmp_ui(waits, j / 2) >= 0) {
		mpz_add_ui(waits, term->waits, j);
		mpz_bin_ui(term->value, waits, j);
		if (ports > 1) {
			mpz_ui_pow_ui(waits, ports, j);
			mpz_mul(term->value, term->value, waits);
		}
	} else {
		unsigned long count = mpz_get_ui(waits);

		mpz_init_set_ui(p, ports);
		mpz_init_set_ui(q, j);
		multiply_falling(p, last->waits, count);
		mpz_add_ui(waits, last->waits, j - 1);
		multiply_falling(q, waits, count - 1);
		mpz_mul(term->value, last->value, p);
		mpz_divexact(term->value, term->value, q);
		mpz_clears(p, q, NULL);
	}
	mpz_clear(waits);
}

enum status fibonacci_terms_init(struct fibonacci_terms *terms,
	const mpq_t lambda, unsigned long ports, const mpq_t t,
	uint64_t max_bits, struct err *err)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	enum status status;
	mpz_t rest, count;

	*terms = (struct fibonacci_terms){.ports = ports};
	mpz_inits(rest, count, NULL);
	mpz_mul(rest, mpq_numref(t), b);
	mpz_fdiv_q(rest, rest, mpq_denref(t));
	mpz_fdiv_q(count, rest, a);
	mpz_add_ui(count, count, 1);
	status = check_terms(count, rest, lambda, ports, max_bits, err);
	if (status == STATUS_OK) {
		terms->size = terms->count = mpz_get_ui(count);
		terms->term = mem_array(terms->size, sizeof *terms->term);
		for (size_t j = 0; j < terms->size; j++) {
			struct fibonacci_term *term = &terms->term[j];

			mpz_inits(term->value, term->waits, NULL);
			mpz_fdiv_q(term->waits, rest, b);
			set_value(term, j, ports);
			mpz_sub(rest, rest, a);
		}
	}
	mpz_clears(rest, count, NULL);
	return status;
}

void fibonacci_terms_clear(struct fibonacci_terms *terms)
{
	for (size_t i = 0; i < terms->size; i++)
		mpz_clears(terms->term[i].value, terms->term[i].waits, NULL);
	mem_free(terms->term);
	*terms = (struct fibonacci_terms){0};
}

/* The m_j differ, so that only the last can be 0. */
void fibonacci_terms_unit(struct fibonacci_terms *terms)
{
	struct fibonacci_term *term = terms->term + terms->from;
	mpz_t sum;

	if (terms->count > 0 && mpz_sgn(term[terms->count - 1].waits) == 0)
		terms->count--;
	mpz_init(sum);
	for (size_t j = 1; j < terms->count; j++) {
		mpz_add_ui(sum, term[j].waits, j);
		mpz_mul(term[j].value, term[j].value, term[j].waits);
		mpz_divexact(term[j].value, term[j].value, sum);
	}
	for (size_t j = 0; j < terms->count; j++)
		mpz_sub_ui(term[j].waits, term[j].waits, 1);
	mpz_clear(sum);
}

void fibonacci_terms_latency(struct fibonacci_terms *terms)
{
	struct fibonacci_term *term;
	mpz_t sum;

	if (terms->count == 0)
		return;
	terms->from++;
	terms->count--;
	term = terms->term + terms->from;
	mpz_init(sum);
	for (size_t j = 0; j < terms->count; j++) {
		mpz_add_ui(sum, term[j].waits, j + 1);
		if (terms->ports > 1)
			mpz_mul_ui(sum, sum, terms->ports);
		mpz_mul_ui(term[j].value, term[j].value, j + 1);
		mpz_divexact(term[j].value, term[j].value, sum);
	}
	mpz_clear(sum);
}

uint64_t fibonacci_terms_cost(const struct fibonacci_terms *terms)
{
	size_t middle = terms->from + terms->count / 2;

	if (terms->count == 0)
		return 0;
	return effort_product(
		terms->count, 60 + 4 * mpz_size(terms->term[middle].value));
}

enum status fibonacci_terms_check(
	uint64_t work, uint64_t max_bits, struct err *err)
{
	return effort_check("the part", work, 0, max_bits, err);
}

void fibonacci_terms_sum(mpz_t value, const struct fibonacci_terms *terms)
{
	mpz_set_ui(value, 0);
	for (size_t j = 0; j < terms->count; j++)
		mpz_add(value, value, terms->term[terms->from + j].value);
}
