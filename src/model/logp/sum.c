/*
 * Summation in LogP: the most operands that P processors can add up at one of
 * them by time T, where an addition takes a cycle and the operands may be
 * placed anywhere; the problem of Karp et al. 1993.
 *
 * Backwards in time the results form a tree: a processor whose sum is due at T
 * can use results whose sends begin D, D + R, D + 2R, .. cycles before,
 *   D = L + 2o + 1,  R = max(g, o + 1),
 * and so can each of their senders.  Call these times before T, sorted, the
 * slots tau_1 <= tau_2 <= .. of the tree.  They have room for
 *   S(T, P) = T + 1 + sum of max(0, T - o - tau_i), i < P
 * operands: each of those P - 1 processors adds in all cycles in which it is
 * not busy with messages, and each must have an operand of its own.
 *
 * There are F(x/R) - 1 slots up to x, F at latency D/R, as in a broadcast tree
 * in which sends are R apart and take D.  Where D < R, that latency would be
 * below 1.  A slot is the length of a sequence of steps R and D that begins
 * with D.  With its first D replaced by R it is longer by R - D and begins
 * with the longer step, so there are F((x + R - D)/D) - 1 slots up to x, F at
 * latency R/D.  So S is a sum of values of F, each at most P, and P may have
 * any size.
 *
 * Example: L = 5, o = 2, g = 4, P = 8, T = 28: slots 10 14 18 20 22 24 24,
 * which leave 16 12 8 6 4 2 2 cycles: 29 + 50 = 79, as in Figure 4 of Culler
 * et al. 1993.
 */
#include "model/logp/logp.h"

#include "fibonacci/fibonacci.h"

/* The slots as values of F. */
struct slots {
	mpz_t step;  /* F changes only at multiples of that many cycles */
	mpz_t ahead; /* max(0, R - D), by which F is ahead of the slots */
	mpz_t full;  /* F is at least P from this multiple of step on */
	mpz_t sum;   /* of F at the multiples before */
	mpz_t overhead;
	mpq_t lambda;
};

static void slots_init(struct slots *slots)
{
	mpq_init(slots->lambda);
	mpz_inits(slots->step, slots->ahead, slots->full, slots->sum,
		slots->overhead, NULL);
}

static void slots_clear(struct slots *slots)
{
	mpz_clears(slots->step, slots->ahead, slots->full, slots->sum,
		slots->overhead, NULL);
	mpq_clear(slots->lambda);
}

/* sum = F at the multiples 0 .. count - 1. */
static enum status sum_reaches(mpz_t sum, const mpq_t lambda, const mpz_t count,
	uint64_t max_bits, struct err *err)
{
	struct sequence sequence;
	enum status status;
	int more;

	mpz_set_ui(sum, 0);
	if (mpz_sgn(count) == 0)
		return STATUS_OK;
	status = sequence_init(
		&sequence, lambda, 1, count, count, max_bits, err);
	if (status == STATUS_OK)
		status = sequence_next(&sequence, &more, err);
	if (status == STATUS_OK)
		mpz_set(sum, sequence.sum);
	sequence_clear(&sequence);
	return status;
}

/* Sets full and sum. */
static enum status find_full(
	struct slots *slots, const mpz_t P, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t t;

	mpq_init(t);
	status = fibonacci_time(t, slots->lambda, 1, P, max_bits, err);
	if (status == STATUS_OK) {
		mpz_mul(slots->full, mpq_numref(t), mpq_denref(slots->lambda));
		mpz_divexact(slots->full, slots->full, mpq_denref(t));
		status = sum_reaches(
			slots->sum, slots->lambda, slots->full, max_bits, err);
	}
	mpq_clear(t);
	return status;
}

static enum status slots_set(struct slots *slots,
	const struct logp_sum *machine, uint64_t max_bits, struct err *err)
{
	mpz_t gap, delay;

	mpz_inits(gap, delay, NULL);
	mpz_set(slots->overhead, machine->overhead);
	mpz_add_ui(gap, machine->overhead, 1);
	mpz_add(delay, gap, machine->overhead);
	mpz_add(delay, delay, machine->latency);
	if (mpz_cmp(gap, machine->gap) < 0)
		mpz_set(gap, machine->gap);
	if (mpz_cmp(delay, gap) < 0) {
		mpz_sub(slots->ahead, gap, delay);
		mpz_swap(gap, delay);
	}
	mpz_gcd(slots->step, gap, delay);
	mpz_divexact(delay, delay, slots->step);
	mpz_divexact(gap, gap, slots->step);
	mpq_set_num(slots->lambda, delay);
	mpq_set_den(slots->lambda, gap);
	mpz_clears(gap, delay, NULL);
	return find_full(slots, machine->processors, max_bits, err);
}

/* sum = the sum of F - 1 over cycles 0 .. cycles - 1, where F is below P. */
static enum status sum_before(mpz_t sum, const struct slots *slots,
	const mpz_t cycles, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t whole, rest, last;

	mpz_inits(whole, rest, last, NULL);
	mpz_fdiv_qr(whole, rest, cycles, slots->step);
	status = sum_reaches(sum, slots->lambda, whole, max_bits, err);
	mpz_add_ui(whole, whole, 1);
	if (status == STATUS_OK)
		status = sum_reaches(last, slots->lambda, whole, max_bits, err);
	mpz_sub(last, last, sum);
	mpz_mul(sum, sum, slots->step);
	mpz_addmul(sum, last, rest);
	mpz_sub(sum, sum, cycles);
	mpz_clears(whole, rest, last, NULL);
	return status;
}

/* sum = the sum of min(F, P) - 1 over cycles 0 .. cycles - 1. */
static enum status sum_cycles(mpz_t sum, const struct slots *slots,
	const mpz_t cycles, const mpz_t P, uint64_t max_bits, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t full, more;

	mpz_inits(full, more, NULL);
	mpz_mul(full, slots->full, slots->step);
	mpz_sub(more, cycles, full);
	if (mpz_sgn(more) < 0) {
		status = sum_before(sum, slots, cycles, max_bits, err);
	} else {
		mpz_mul(sum, slots->sum, slots->step);
		mpz_sub(sum, sum, full);
		mpz_addmul(sum, more, P);
		mpz_sub(sum, sum, more);
	}
	mpz_clears(full, more, NULL);
	return status;
}

/* operands = S(T, P), T >= 0. */
static enum status count_operands(mpz_t operands, const struct slots *slots,
	const mpz_t T, const mpz_t P, uint64_t max_bits, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t cycles;

	mpz_init(cycles);
	mpz_sub(cycles, T, slots->overhead);
	mpz_set_ui(operands, 0);
	if (mpz_sgn(cycles) > 0) {
		mpz_add(cycles, cycles, slots->ahead);
		status = sum_cycles(operands, slots, cycles, P, max_bits, err);
	}
	mpz_add(operands, operands, T);
	mpz_add_ui(operands, operands, 1);
	mpz_clear(cycles);
	return status;
}

enum status logp_sum_reach(mpz_t operands, const struct logp_sum *machine,
	const mpz_t T, uint64_t max_bits, struct err *err)
{
	struct slots slots;
	enum status status;

	slots_init(&slots);
	status = slots_set(&slots, machine, max_bits, err);
	if (status == STATUS_OK)
		status = count_operands(operands, &slots, T,
			machine->processors, max_bits, err);
	slots_clear(&slots);
	return status;
}

/* T = the least T >= 0 with S(T, P) >= operands, which is in (low, T]; S(T, P)
 * is at least T + 1. */
static enum status bisect(mpz_t T, const struct slots *slots,
	const mpz_t operands, const mpz_t P, uint64_t max_bits, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t low, middle, most;

	mpz_inits(low, middle, most, NULL);
	mpz_set_si(low, -1);
	mpz_sub_ui(T, operands, 1);
	for (;;) {
		mpz_add(middle, low, T);
		mpz_fdiv_q_2exp(middle, middle, 1);
		if (mpz_cmp(middle, low) <= 0 || status != STATUS_OK)
			break;
		status = count_operands(most, slots, middle, P, max_bits, err);
		if (mpz_cmp(most, operands) < 0)
			mpz_swap(low, middle);
		else
			mpz_swap(T, middle);
	}
	mpz_clears(low, middle, most, NULL);
	return status;
}

enum status logp_sum_time(mpz_t T, const struct logp_sum *machine,
	const mpz_t operands, uint64_t max_bits, struct err *err)
{
	struct slots slots;
	enum status status;

	slots_init(&slots);
	status = slots_set(&slots, machine, max_bits, err);
	if (status == STATUS_OK)
		status = bisect(T, &slots, operands, machine->processors,
			max_bits, err);
	slots_clear(&slots);
	return status;
}
