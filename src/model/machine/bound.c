/*
 * Theorem.  Let u = max(o, g+b), e = L+2o+b, lambda = e/u, w the least time
 * between two receives of a processor, and t_i = u f_lambda(i+1), the earliest
 * time at which i processors besides the source can know anything.  The end T
 * of m messages to n >= 2 processors is at least
 *
 *   (A)  u f_lambda(n) + (m-1) w
 *   (B)  the least T with (n-1) T + o (floor((T-e)/u) + 1)
 *                        >= sum of (t_i - r), i < n, + m (n-1)(copy + o)
 *   (C)  u times the bound of the postal model for lambda
 *
 * where r, o + b, is the time from the start of a receive to its end.
 *
 * Proof.  Sends of a processor start at least u apart, and a message is held e
 * after its start at the earliest, so each execution is one of the postal
 * model: (C).  Order the processors but the source by when they first hold
 * anything: the i-th does at t_i or later.  (A) The last of them has m-1
 * receives to come, w apart.  (B) A processor other than the source first works
 * on a receive, from t_i - r on or later; from then to T it has m receives of
 * `copy` and x_i sends of o, one after the other.  There are at least m (n-1)
 * receives in all, and so as many sends; those of the source start in [0, T-e],
 * u apart.  Sum over i.
 *
 * (A) and (B) are for broadcasts.  A reduction, which is a broadcast reversed,
 * and a census, which tells everybody what one processor has, are no faster
 * than (C).  A reduction is no faster than
 *
 *   (A')  w f_(e/w)(n) + (m-1) u
 *
 * either: its receives are w apart, so that, reversed, the last processor first
 * receives at w f_(e/w)(n) or later; forwards, that long before the end it has
 * begun the last of its m sends, which are u apart.  In a census everybody
 * hears from everybody, and receives are w >= u apart: it is no faster than
 *
 *   (D)  u times postal_exchange_bound for lambda
 */
#include "model/machine/machine.h"

#include "model/bounds.h"
#include "model/postal/bounds.h"
#include "number/number.h"

enum {
	SUM_BITS =
		64, /* the longest n for which (B) is found for one of many */
	/* The denominator of a rounded latency: with a small one the bound
	 * takes a tenth of the time. */
	ROUNDED_UNIT = 64
};

struct machine_terms {
	const struct machine_message *message;
	mpq_t send, f, sum; /* u, f_lambda(n); the sum of f_lambda(i+1) */
	int has_sum;
};

/* The sums, in units of 1/b, for a latency of a/b.  most, count: scratch. */
struct machine_hops {
	mpz_srcptr a, b;
	mpz_t f, sum, rest, most, count;
};

/*
 * Adds the processors that first hold the message after j hops and before f,
 * one of which does so at i + j lambda, i >= 0, for each of the C(i+j-1, j-1)
 * ways of writing i, the units of waiting, as a sum of j numbers.  Up to I
 * these are C(I+j, j) processors with j C(I+j, j+1) units of waiting.  rest:
 * less those processors.  Returns 0 if there are none.
 */
static int add_hops(struct machine_hops *hops, unsigned long j)
{
	mpz_set(hops->most, hops->f);
	mpz_submul_ui(hops->most, hops->a, j);
	if (mpz_sgn(hops->most) <= 0)
		return 0;
	mpz_cdiv_q(hops->most, hops->most, hops->b);
	mpz_add_ui(hops->most, hops->most, j - 1);
	mpz_bin_ui(hops->count, hops->most, j);
	mpz_sub(hops->rest, hops->rest, hops->count);
	mpz_sub_ui(hops->most, hops->most, j);
	mpz_mul(hops->most, hops->most, hops->count);
	mpz_mul_ui(hops->count, hops->count, j);
	mpz_addmul(hops->sum, hops->count, hops->a);
	mpz_divexact_ui(hops->most, hops->most, j + 1);
	mpz_mul_ui(hops->most, hops->most, j);
	mpz_addmul(hops->sum, hops->most, hops->b);
	return 1;
}

/* sum = the sum of f_lambda(i+1), 0 < i < n; f = f_lambda(n).  There are at
 * most log n hops, because the number of processors that hold the message
 * doubles in each lambda. */
static void sum_first(
	mpq_t sum, const mpq_t f, const mpq_t lambda, const mpz_t n)
{
	struct machine_hops hops = {
		.a = mpq_numref(lambda), .b = mpq_denref(lambda)};

	mpz_inits(hops.f, hops.sum, hops.rest, hops.most, hops.count, NULL);
	mpz_divexact(hops.f, hops.b, mpq_denref(f));
	mpz_mul(hops.f, hops.f, mpq_numref(f));
	mpz_sub_ui(hops.rest, n, 1);
	for (unsigned long j = 1; add_hops(&hops, j); j++)
		continue;
	mpz_addmul(hops.sum, hops.rest, hops.f);
	mpz_set(mpq_numref(sum), hops.sum);
	mpz_set(mpq_denref(sum), hops.b);
	mpq_canonicalize(sum);
	mpz_clears(hops.f, hops.sum, hops.rest, hops.most, hops.count, NULL);
}

/* For one of many the sum is left out where it takes long. */
static enum status set_first(struct machine_terms *terms,
	const struct problem *problem, int is_one_of, struct err *err)
{
	enum status status = postal_least_time(terms->f, problem, err);

	terms->has_sum =
		status == STATUS_OK &&
		!(is_one_of && mpz_sizeinbase(problem->n, 2) > SUM_BITS);
	if (terms->has_sum)
		sum_first(terms->sum, terms->f, problem->lambda, problem->n);
	return status;
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
	number_raise(bound, time);
	mpq_clears(time, count, NULL);
}

/* (A'). */
static enum status raise_by_receives(mpq_t bound, const struct problem *problem,
	const struct machine_terms *terms, struct err *err)
{
	struct problem backwards = *problem;
	enum status status;
	mpq_t receive, time;

	mpq_inits(receive, time, backwards.lambda, NULL);
	machine_message_receive(receive, terms->message);
	mpq_div(backwards.lambda, terms->message->end, receive);
	status = postal_least_time(time, &backwards, err);
	mpq_mul(time, time, receive);
	mpz_sub_ui(mpq_numref(receive), problem->m, 1);
	mpz_set_ui(mpq_denref(receive), 1);
	mpq_mul(receive, receive, terms->send);
	mpq_add(time, time, receive);
	number_raise(bound, time);
	mpq_clears(receive, time, backwards.lambda, NULL);
	return status;
}

/* (D). */
static void raise_by_exchange(mpq_t bound, const struct machine_terms *terms,
	const struct problem *problem)
{
	mpq_t time;

	mpq_init(time);
	if (mpq_sgn(problem->lambda) > 0)
		postal_exchange_bound(time, problem->lambda, problem->n);
	mpq_mul(time, time, terms->send);
	number_raise(bound, time);
	mpq_clear(time);
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
 * Raises by (B): with j sends of the source, the last from e + (j-1) u on, T is
 * (work - o j) / (n-1).  j is the least that is enough before its successor, at
 * e + j u.
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
	number_raise(bound, time);
	mpz_add_ui(mpq_numref(sends), mpq_numref(sends), 1);
	mpq_mul(sends, sends, message->overhead);
	mpq_sub(work, work, sends);
	mpq_div(work, work, others);
	number_raise(bound, work);
	mpq_clears(work, others, sends, time, NULL);
}

static void round_down(mpq_t lambda)
{
	mpz_mul_ui(mpq_numref(lambda), mpq_numref(lambda), ROUNDED_UNIT);
	mpz_fdiv_q(mpq_numref(lambda), mpq_numref(lambda), mpq_denref(lambda));
	mpz_set_ui(mpq_denref(lambda), ROUNDED_UNIT);
	mpq_canonicalize(lambda);
}

/* Sets the problem, in units of u, and the terms; both are to be cleared. */
static enum status terms_init(struct machine_terms *terms,
	struct problem *problem, const struct machine_problem *asked,
	struct err *err)
{
	*terms = (struct machine_terms){.message = asked->message};
	mpq_inits(terms->send, terms->f, terms->sum, NULL);
	problem_init(problem);
	problem->max_bits = asked->max_bits;
	problem->jumps = asked->jumps;
	mpz_set(problem->n, asked->n);
	mpz_set(problem->m, asked->m);
	machine_message_send(terms->send, asked->message);
	mpq_div(problem->lambda, asked->message->end, terms->send);
	if (asked->is_rounded)
		round_down(problem->lambda);
	return asked->operation == OPERATION_BROADCAST
		       ? set_first(terms, problem, asked->is_one_of, err)
		       : STATUS_OK;
}

static void terms_clear(struct machine_terms *terms, struct problem *problem)
{
	mpq_clears(terms->send, terms->f, terms->sum, NULL);
	problem_clear(problem);
}

static int is_nothing_sent(const struct machine_problem *asked)
{
	return mpz_cmp_ui(asked->n, 1) <= 0 || mpz_sgn(asked->m) == 0;
}

enum status machine_bound(
	mpq_t bound, const struct machine_problem *asked, struct err *err)
{
	struct machine_terms terms;
	struct problem problem;
	enum status status;

	mpq_set_ui(bound, 0, 1);
	if (is_nothing_sent(asked))
		return STATUS_OK;
	status = terms_init(&terms, &problem, asked, err);
	if (status == STATUS_OK)
		status = model_bound(bound, MODEL_POSTAL, &problem, err);
	mpq_mul(bound, bound, terms.send);
	if (status == STATUS_OK && asked->operation == OPERATION_BROADCAST)
		raise_by_ports(bound, &terms, &problem);
	if (status == STATUS_OK && asked->operation == OPERATION_REDUCE)
		status = raise_by_receives(bound, &problem, &terms, err);
	if (asked->operation == OPERATION_CENSUS)
		raise_by_exchange(bound, &terms, &problem);
	if (status == STATUS_OK && terms.has_sum)
		raise_by_work(bound, &terms, &problem);
	terms_clear(&terms, &problem);
	return status;
}

enum status machine_bound_list(struct bound_list *list,
	const struct machine_problem *asked, struct err *err)
{
	static const char source[] = "src/model/machine/bound.c";
	struct machine_terms terms;
	struct problem problem;
	enum status status;

	if (is_nothing_sent(asked) || asked->operation != OPERATION_BROADCAST)
		return STATUS_OK;
	status = terms_init(&terms, &problem, asked, err);
	if (status == STATUS_OK) {
		raise_by_ports(
			bound_list_add(list, "machine-ports", HOLDS_YES, source)
				->value,
			&terms, &problem);
		raise_by_work(bound_list_add(list, "machine-processors",
				      HOLDS_YES, source)
				      ->value,
			&terms, &problem);
	}
	terms_clear(&terms, &problem);
	return status;
}
