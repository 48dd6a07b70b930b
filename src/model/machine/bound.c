/*
 * Theorem.  With u = max(o, g+b), e = L+2o+b, lambda = e/u, w the least time
 * between two receives of a processor, and t_i = u f_lambda(i+1), when i
 * processors beside the source can know anything at the earliest, the end T of
 * m messages to n >= 2 processors is at least
 *
 *   (A)  u f_lambda(n) + (m-1) w
 *   (B)  the least T with (n-1) T + o (floor((T-e)/u) + 1)
 *                        >= sum of (t_i - r), i < n, + m (n-1)(copy + o)
 *   (C)  u times the bound of the postal model for lambda
 *
 * where r, o + b, is the time from the start of a receive to its end.
 *
 * Proof.  Sends of a processor start at least u apart, and a message is held e
 * after its start at the earliest: each execution is one of the postal model,
 * and (C); order the processors but the source by when they first hold
 * anything: the i-th does at t_i or later.  (A) The last of them has m-1
 * receipts to come, w apart.  (B) A processor other than the source works
 * first on a receive, from t_i - r on or later; from then to T it has m
 * receives of `copy` and x_i sends of o, one after the other.  There are at
 * least m (n-1) receives in all and so as many sends; those of the source start
 * in [0, T-e], u apart.  Sum over i.
 *
 * (B) is left out for more than SUM_PROCESSORS.  (A) and (B) are of broadcasts;
 * a reduction, reversed, and a census, which tells all what one has, are no
 * faster than (C).
 */
#include "model/machine/machine.h"

#include "base/mem.h"
#include "core/merge.h"
#include "fibonacci/fibonacci.h"
#include "model/bounds.h"
#include "model/postal/bounds.h"
#include "number/number.h"

enum {
	SUM_PROCESSORS = 4096,
	SUM_BITS = 40,
	/* For latencies with a small denominator it takes a tenth of the time.
	 */
	ROUNDED_UNIT = 64
};

struct machine_terms {
	const struct machine_message *message;
	mpq_t send, f, sum; /* u, f_lambda(n); the sum of f_lambda(i+1) */
	int has_sum;
};

/* When each of n processors can know anything: each that knows sends on, a unit
 * apart.  latency, unit: in ticks; the sum of all, and the last. */
static void sum_first(uint64_t *sum, uint64_t *last, uint64_t n,
	uint64_t latency, uint64_t unit)
{
	struct merge merge = {0};

	*sum = *last = 0;
	merge_push(&merge, &(struct merge_item){.tick = latency});
	for (uint64_t i = 1; i < n; i++) {
		*last = merge.item[0].tick;
		*sum += *last;
		merge.item[0].tick += unit;
		merge_sink(&merge);
		merge_push(
			&merge, &(struct merge_item){.tick = *last + latency});
	}
	merge_clear(&merge);
}

/* f_lambda(n), and the sum, where they are small enough to be counted. */
static int count_first(
	struct machine_terms *terms, const mpq_t lambda, const mpz_t n)
{
	uint64_t sum, last, count;
	mpz_t z;

	if (!number_read_u64(&count, n, 62) || count > SUM_PROCESSORS ||
		mpz_sizeinbase(mpq_numref(lambda), 2) > SUM_BITS ||
		mpz_sizeinbase(mpq_denref(lambda), 2) > SUM_BITS)
		return 0;
	mpz_init(z);
	sum_first(&sum, &last, count, number_get_u64(mpq_numref(lambda)),
		number_get_u64(mpq_denref(lambda)));
	number_set_u64(mpq_numref(terms->f), last);
	number_set_u64(mpq_numref(terms->sum), sum);
	mpz_set(mpq_denref(terms->f), mpq_denref(lambda));
	mpz_set(mpq_denref(terms->sum), mpq_denref(lambda));
	mpq_canonicalize(terms->f);
	mpq_canonicalize(terms->sum);
	mpz_clear(z);
	return 1;
}

static enum status set_first(struct machine_terms *terms,
	const struct problem *problem, struct err *err)
{
	terms->has_sum = count_first(terms, problem->lambda, problem->n);
	if (terms->has_sum)
		return STATUS_OK;
	return mpq_cmp_ui(problem->lambda, 1, 1) < 0
		       ? postal_gap_time(terms->f, problem, err)
		       : fibonacci_time(terms->f, problem->lambda,
				 problem->ports, problem->n, problem->max_bits,
				 err);
}

static void raise(mpq_t bound, const mpq_t other)
{
	if (mpq_cmp(bound, other) < 0)
		mpq_set(bound, other);
}

/* (A). */
static void raise_by_ports(mpq_t bound, const struct machine_terms *terms,
	const struct problem *problem)
{
	mpq_t time, count;

	mpq_inits(time, count, NULL);
	machine_message_receive(time, terms->message);
	mpz_sub_ui(mpq_numref(count), problem->m, 1);
	mpq_mul(time, time, count);
	mpq_mul(count, terms->send, terms->f);
	mpq_add(time, time, count);
	raise(bound, time);
	mpq_clears(time, count, NULL);
}

/* work = the right side of (B). */
static void set_work(mpq_t work, const struct machine_terms *terms,
	const struct problem *problem)
{
	const struct machine_message *message = terms->message;
	mpq_t term, count;

	mpq_inits(term, count, NULL);
	mpz_sub_ui(mpq_numref(count), problem->n, 1);
	mpq_mul(work, terms->sum, terms->send);
	mpq_sub(term, message->end, message->overhead);
	mpq_sub(term, term, message->latency);
	mpq_mul(term, term, count);
	mpq_sub(work, work, term);
	mpz_mul(mpq_numref(count), mpq_numref(count), problem->m);
	mpq_add(term, message->copy, message->overhead);
	mpq_mul(term, term, count);
	mpq_add(work, work, term);
	mpq_clears(term, count, NULL);
}

/*
 * (B): with j sends of the source, the last from e + (j-1) u on, T is (work - o
 * j) / (n-1).  j is the least that is enough before its successor, at e + j u.
 */
static void raise_by_work(mpq_t bound, const struct machine_terms *terms,
	const struct problem *problem)
{
	const struct machine_message *message = terms->message;
	mpq_t work, others, sends, time;

	mpq_inits(work, others, sends, time, NULL);
	set_work(work, terms, problem);
	mpz_sub_ui(mpq_numref(others), problem->n, 1);
	mpq_mul(time, others, message->end);
	mpq_sub(time, work, time);
	mpq_mul(sends, others, terms->send);
	mpq_add(sends, sends, message->overhead);
	mpq_div(time, time, sends);
	number_floor(mpq_numref(sends), time);
	mpz_set_ui(mpq_denref(sends), 1);
	if (mpq_sgn(sends) < 0)
		mpq_set_ui(sends, 0, 1);
	mpq_mul(time, sends, terms->send);
	mpq_add(time, time, message->end);
	raise(bound, time);
	mpz_add_ui(mpq_numref(sends), mpq_numref(sends), 1);
	mpq_mul(sends, sends, message->overhead);
	mpq_sub(work, work, sends);
	mpq_div(work, work, others);
	raise(bound, work);
	mpq_clears(work, others, sends, time, NULL);
}

static void round_down(mpq_t lambda)
{
	mpz_mul_ui(mpq_numref(lambda), mpq_numref(lambda), ROUNDED_UNIT);
	mpz_fdiv_q(mpq_numref(lambda), mpq_numref(lambda), mpq_denref(lambda));
	mpz_set_ui(mpq_denref(lambda), ROUNDED_UNIT);
	mpq_canonicalize(lambda);
}

enum status machine_bound(
	mpq_t bound, const struct machine_problem *asked, struct err *err)
{
	const struct machine_message *message = asked->message;
	struct machine_terms terms = {.message = message};
	int is_broadcast = asked->operation == OPERATION_BROADCAST;
	struct problem problem;
	enum status status;

	mpq_set_ui(bound, 0, 1);
	if (mpz_cmp_ui(asked->n, 1) <= 0 || mpz_sgn(asked->m) == 0)
		return STATUS_OK;
	mpq_inits(terms.send, terms.f, terms.sum, NULL);
	problem_init(&problem);
	problem.max_bits = asked->max_bits;
	mpz_set(problem.n, asked->n);
	mpz_set(problem.m, asked->m);
	machine_message_send(terms.send, message);
	mpq_div(problem.lambda, message->end, terms.send);
	if (asked->is_rounded)
		round_down(problem.lambda);
	status = model_bound(bound, MODEL_POSTAL, &problem, err);
	mpq_mul(bound, bound, terms.send);
	if (status == STATUS_OK && is_broadcast)
		status = set_first(&terms, &problem, err);
	if (status == STATUS_OK && is_broadcast)
		raise_by_ports(bound, &terms, &problem);
	if (status == STATUS_OK && terms.has_sum)
		raise_by_work(bound, &terms, &problem);
	mpq_clears(terms.send, terms.f, terms.sum, NULL);
	problem_clear(&problem);
	return status;
}
