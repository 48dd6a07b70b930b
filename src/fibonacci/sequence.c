/*
 * Rows of the generalised Fibonacci numbers from any row on.  With G(j) =
 * F(j/b), row i has G(i-1).
 *
 * The ring: slot j mod a holds G(j-a) until it becomes G(j), the ports times
 * that and G(j-b); ones stand for G(0) .. G(a-1).  It starts from 0 if the
 * additions on the way are cheaper than what evaluations would be needed, else
 * from a evaluations before the first row.  For a few rows, or an enormous a,
 * there is no ring, and each row is an evaluation.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "number/number.h"
#include "fibonacci/methods.h"

enum { ADDITIONS = 64 /* are worth an evaluation */ };

/* value = G(j). */
static enum status evaluate(mpz_t value, const mpq_t lambda,
	unsigned long ports, const mpz_t j, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t t;

	mpq_init(t);
	mpz_set(mpq_numref(t), j);
	mpz_set(mpq_denref(t), mpq_denref(lambda));
	mpq_canonicalize(t);
	status = fibonacci_reach(value, lambda, ports, t, max_bits, err);
	mpq_clear(t);
	return status;
}

/* A bound on the bits of F at the time of row last+1. */
static void reach_bits(
	mpz_t bits, const mpq_t lambda, unsigned long ports, const mpz_t last)
{
	mpq_t time;

	mpq_init(time);
	mpz_set(mpq_numref(time), last);
	mpz_set(mpq_denref(time), mpq_denref(lambda));
	mpq_canonicalize(time);
	fibonacci_bits(bits, lambda, ports, time);
	mpq_clear(time);
}

enum start { START_NONE, START_WALK, START_EVALUATE };

/* How the ring starts. */
static enum start choose_start(const mpq_t lambda, const mpz_t first,
	const mpz_t last, const mpz_t bits, uint64_t max_bits)
{
	mpz_srcptr a = mpq_numref(lambda);
	enum start start = START_NONE;
	mpz_t rows, size;

	mpz_init_set(size, bits);
	mpz_init(rows);
	mpz_add_ui(size, size, 64 + 8 * sizeof(mpz_t));
	mpz_mul(size, size, a);
	mpz_sub(rows, last, first);
	mpz_add_ui(rows, rows, 1);
	if (mpz_cmp(last, a) > 0 && number_fits_u64(size) &&
		number_get_u64(size) <= max_bits && mpz_fits_ulong_p(a)) {
		if (mpz_cmp(a, rows) < 0) {
			start = START_EVALUATE;
			mpz_set(rows, a);
		}
		mpz_mul_ui(rows, rows, ADDITIONS);
		if (mpz_cmp(first, rows) <= 0 && mpz_fits_ulong_p(first))
			start = START_WALK;
	}
	mpz_clears(rows, size, NULL);
	return start;
}

/* Refuses what would take long before the first row: the sum, and a ring's
 * evaluations or a row's. */
static enum status check_work(const mpq_t lambda, unsigned long ports,
	const mpz_t first, const mpz_t last, enum start start,
	uint64_t max_bits, struct err *err)
{
	mpz_srcptr a = mpq_numref(lambda), b = mpq_denref(lambda);
	uint64_t bits = effort_bits(a, b, ports, last), cost, times;
	mpz_t rows;

	if (start == START_WALK)
		return STATUS_OK;
	mpz_init(rows);
	mpz_sub(rows, last, first);
	mpz_add_ui(rows, rows, 1);
	times = start == START_EVALUATE ? effort_word(a) : 1;
	cost = effort_product(
		fibonacci_cost(a, b, ports, last, max_bits), times);
	if (cost <
		UINT64_MAX - sequence_sum_cost(lambda, ports, last, max_bits))
		cost += sequence_sum_cost(lambda, ports, last, max_bits);
	else
		cost = UINT64_MAX;
	bits = effort_product(bits, effort_word(rows));
	mpz_clear(rows);
	return effort_check("the sum", cost, bits, max_bits, err);
}

/* The last sum is at most last times the last reach. */
enum status sequence_check(const mpq_t lambda, unsigned long ports,
	const mpz_t first, const mpz_t last, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t reach, bits;

	mpz_inits(reach, bits, NULL);
	reach_bits(reach, lambda, ports, last);
	mpz_add_ui(bits, reach, (unsigned long)mpz_sizeinbase(last, 2));
	status = limit_check_bits("the sum", bits, max_bits, err);
	if (status == STATUS_OK)
		status = check_work(lambda, ports, first, last,
			choose_start(lambda, first, last, reach, max_bits),
			max_bits, err);
	mpz_clears(reach, bits, NULL);
	return status;
}

/* reach = G(index), the ring's next value. */
static void ring_next(struct sequence *sequence)
{
	mpz_ptr value = sequence->ring[sequence->slot];
	size_t a = sequence->a, b = sequence->b, slot = sequence->slot;
	mpz_srcptr before = value;

	if (sequence->ports > 1) {
		mpz_mul_ui(sequence->reach, value, sequence->ports);
		before = sequence->reach;
	}
	if (mpz_cmp_ui(sequence->index, a) >= 0)
		mpz_add(value, before, sequence->ring[(slot + a - b) % a]);
	mpz_set(sequence->reach, value);
	sequence->slot = (slot + 1) % a;
}

/* The ring before any row: all ones. */
static void ring_init(struct sequence *sequence)
{
	size_t a = mpz_get_ui(mpq_numref(sequence->lambda));

	sequence->a = a;
	sequence->b = mpz_get_ui(mpq_denref(sequence->lambda));
	sequence->ring = mem_array(a, sizeof *sequence->ring);
	for (size_t i = 0; i < a; i++)
		mpz_init_set_ui(sequence->ring[i], 1);
}

/* From row 1 to the one before row index + 1. */
static void ring_walk(struct sequence *sequence)
{
	unsigned long steps = mpz_get_ui(sequence->index);

	mpz_set_ui(sequence->index, 0);
	while (steps-- > 0) {
		ring_next(sequence);
		mpz_add(sequence->sum, sequence->sum, sequence->reach);
		mpz_add_ui(sequence->index, sequence->index, 1);
	}
}

/* G(index - a) .. G(index - 1), index >= a. */
static enum status ring_evaluate(struct sequence *sequence, struct err *err)
{
	enum status status = STATUS_OK;
	size_t a = sequence->a;
	mpz_t j;

	sequence->slot = mpz_fdiv_ui(sequence->index, a);
	mpz_init(j);
	mpz_sub_ui(j, sequence->index, a);
	for (size_t i = 0; status == STATUS_OK && i < a; i++) {
		status = evaluate(sequence->ring[(sequence->slot + i) % a],
			sequence->lambda, sequence->ports, j,
			sequence->max_bits, err);
		mpz_add_ui(j, j, 1);
	}
	mpz_clear(j);
	return status;
}

/* Everything that depends on what comes before the first row. */
static enum status prepare(
	struct sequence *sequence, enum start start, struct err *err)
{
	enum status status = STATUS_OK;

	if (start != START_NONE)
		ring_init(sequence);
	if (start == START_WALK) {
		ring_walk(sequence);
		return STATUS_OK;
	}
	if (start == START_EVALUATE)
		status = ring_evaluate(sequence, err);
	if (status == STATUS_OK)
		sequence_sum(sequence->sum, sequence->lambda, sequence->ports,
			sequence->index, sequence->max_bits);
	return status;
}

enum status sequence_init(struct sequence *sequence, const mpq_t lambda,
	unsigned long ports, const mpz_t first, const mpz_t last,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t bits;

	*sequence = (struct sequence){.ports = ports, .max_bits = max_bits};
	mpz_inits(sequence->index, sequence->reach, sequence->sum, NULL);
	mpz_init_set(sequence->last, last);
	mpq_inits(sequence->time, sequence->lambda, NULL);
	mpq_set(sequence->lambda, lambda);
	mpz_sub_ui(sequence->index, first, 1);
	status = sequence_check(lambda, ports, first, last, max_bits, err);
	if (status != STATUS_OK)
		return status;
	mpz_init(bits);
	reach_bits(bits, lambda, ports, last);
	status = prepare(sequence,
		choose_start(lambda, first, last, bits, max_bits), err);
	mpz_clear(bits);
	return status;
}

void sequence_clear(struct sequence *sequence)
{
	for (size_t i = 0; sequence->ring && i < sequence->a; i++)
		mpz_clear(sequence->ring[i]);
	mem_free(sequence->ring);
	mpz_clears(sequence->index, sequence->reach, sequence->sum,
		sequence->last, NULL);
	mpq_clears(sequence->time, sequence->lambda, NULL);
	*sequence = (struct sequence){0};
}

/* Before the row's own index is set, index is that of G. */
enum status sequence_next(struct sequence *sequence, int *more, struct err *err)
{
	enum status status = STATUS_OK;

	*more = mpz_cmp(sequence->index, sequence->last) < 0;
	if (!*more)
		return STATUS_OK;
	mpz_set(mpq_numref(sequence->time), sequence->index);
	mpz_set(mpq_denref(sequence->time), mpq_denref(sequence->lambda));
	mpq_canonicalize(sequence->time);
	if (sequence->ring)
		ring_next(sequence);
	else
		status = evaluate(sequence->reach, sequence->lambda,
			sequence->ports, sequence->index, sequence->max_bits,
			err);
	mpz_add(sequence->sum, sequence->sum, sequence->reach);
	mpz_add_ui(sequence->index, sequence->index, 1);
	return status;
}
