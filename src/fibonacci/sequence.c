/*
 * Rows of the generalised Fibonacci numbers from any row on.  With
 * G(j) = F(j/b), row i has G(i-1).
 *
 * A ring holds the last a values: slot j mod a holds G(j-a) until it is
 * replaced by G(j) = ports G(j-a) + G(j-b).  At first all slots are 1, which is
 * G(0) .. G(a-1).  If additions up to the first row are cheaper than
 * evaluations, the ring starts at row 1; otherwise its a values before the
 * first row are evaluated.  For few rows, or an enormous a, there is no ring,
 * and each row is evaluated.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "number/number.h"
#include "fibonacci/methods.h"

enum { ADDITIONS = 64 /* as costly as an evaluation */ };

/* time = j/b. */
static void set_time(mpq_t time, const mpz_t j, const mpq_t lambda)
{
	mpz_set(mpq_numref(time), j);
	mpz_set(mpq_denref(time), mpq_denref(lambda));
	mpq_canonicalize(time);
}

/* value = G(j). */
static enum status evaluate(mpz_t value, const struct sequence *sequence,
	const mpz_t j, struct err *err)
{
	enum status status;
	mpq_t time;

	mpq_init(time);
	set_time(time, j, sequence->lambda);
	status = fibonacci_reach(value, sequence->lambda, sequence->ports, time,
		sequence->max_bits, err);
	mpq_clear(time);
	return status;
}

/* A bound on the bits of G(last). */
static void reach_bits(
	mpz_t bits, const mpq_t lambda, unsigned long ports, const mpz_t last)
{
	mpq_t time;

	mpq_init(time);
	set_time(time, last, lambda);
	fibonacci_bits(bits, lambda, ports, time);
	mpq_clear(time);
}

/* No ring; a ring from row 1 on; a ring whose values are evaluated. */
enum start { START_NONE, START_WALK, START_EVALUATE };

/* How to start, where no value has more than that many bits. */
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

/* Refuses rows if what comes before the first one would take too long: its sum,
 * and the evaluation of the ring or of one value. */
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
	cost = effort_sum(
		effort_product(
			fibonacci_cost(a, b, ports, last, max_bits), times),
		sequence_sum_cost(lambda, ports, last, max_bits));
	bits = effort_product(bits, effort_word(rows));
	mpz_clear(rows);
	return effort_check("the sum", cost, bits, max_bits, err);
}

/* Checks the limits and chooses how to start.  The last sum is at most last
 * times the last reach. */
static enum status plan(enum start *start, const mpq_t lambda,
	unsigned long ports, const mpz_t first, const mpz_t last,
	uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t bits;

	mpz_init(bits);
	reach_bits(bits, lambda, ports, last);
	*start = choose_start(lambda, first, last, bits, max_bits);
	mpz_add_ui(bits, bits, (unsigned long)mpz_sizeinbase(last, 2));
	status = limit_check_bits("the sum", bits, max_bits, err);
	if (status == STATUS_OK)
		status = check_work(
			lambda, ports, first, last, *start, max_bits, err);
	mpz_clear(bits);
	return status;
}

enum status sequence_check(const mpq_t lambda, unsigned long ports,
	const mpz_t first, const mpz_t last, uint64_t max_bits, struct err *err)
{
	enum start start;

	return plan(&start, lambda, ports, first, last, max_bits, err);
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

/* The ring before row 1: all ones. */
static void ring_init(struct sequence *sequence)
{
	size_t a = mpz_get_ui(mpq_numref(sequence->lambda));

	sequence->a = a;
	sequence->b = mpz_get_ui(mpq_denref(sequence->lambda));
	sequence->ring = mem_array(a, sizeof *sequence->ring);
	for (size_t i = 0; i < a; i++)
		mpz_init_set_ui(sequence->ring[i], 1);
}

/* Runs through rows 1 .. index. */
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

/* The ring before row index + 1: G(index - a) .. G(index - 1), index >= a. */
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
			sequence, j, err);
		mpz_add_ui(j, j, 1);
	}
	mpz_clear(j);
	return status;
}

/* Sets the ring and the sum before the first row. */
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
	enum start start;

	*sequence = (struct sequence){.ports = ports, .max_bits = max_bits};
	mpz_inits(sequence->index, sequence->reach, sequence->sum, NULL);
	mpz_init_set(sequence->last, last);
	mpq_inits(sequence->time, sequence->lambda, NULL);
	mpq_set(sequence->lambda, lambda);
	mpz_sub_ui(sequence->index, first, 1);
	status = plan(&start, lambda, ports, first, last, max_bits, err);
	return status == STATUS_OK ? prepare(sequence, start, err) : status;
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

/* The row number less 1, which index still is at first, is the index of G. */
enum status sequence_next(struct sequence *sequence, int *more, struct err *err)
{
	enum status status = STATUS_OK;

	*more = mpz_cmp(sequence->index, sequence->last) < 0;
	if (!*more)
		return STATUS_OK;
	set_time(sequence->time, sequence->index, sequence->lambda);
	if (sequence->ring)
		ring_next(sequence);
	else
		status = fibonacci_reach(sequence->reach, sequence->lambda,
			sequence->ports, sequence->time, sequence->max_bits,
			err);
	mpz_add(sequence->sum, sequence->sum, sequence->reach);
	mpz_add_ui(sequence->index, sequence->index, 1);
	return status;
}
