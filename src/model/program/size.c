/*
 * The sizes of the two integer programs, by formulas, and the matching of
 * senders with receivers.
 */
#include "model/program/size.h"

#include <assert.h>

#include "model/logp/logp.h"
#include "model/postal/counting.h"

void program_size_init(struct program_size *size)
{
	mpz_inits(size->low, size->high, size->variables, size->rows, NULL);
}

void program_size_clear(struct program_size *size)
{
	mpz_clears(size->low, size->high, size->variables, size->rows, NULL);
}

/*
 * sure: the last step in which sends are always allowed, T_lb - L; last: the
 * last step with sends, T_max - L; later: the number of steps in which
 * processors other than the source may send.  A send that ends at time T begins
 * in step T - L + 1.  For one processor last is 1, a step that it does not
 * need, so that its program has the same form as any other.
 */
struct spans {
	mpz_t sure, last, later;
};

static void spans_init(
	struct spans *spans, const struct program_size *size, const mpz_t L)
{
	mpz_inits(spans->sure, spans->last, spans->later, NULL);
	mpz_sub(spans->sure, size->low, L);
	mpz_add_ui(spans->sure, spans->sure, 1);
	if (mpz_sgn(spans->sure) < 0)
		mpz_set_ui(spans->sure, 0);
	mpz_sub(spans->last, size->high, L);
	mpz_add_ui(spans->last, spans->last, 1);
	if (mpz_sgn(spans->last) <= 0)
		mpz_set_ui(spans->last, 1);
	mpz_sub(spans->later, spans->last, L);
	if (mpz_sgn(spans->later) < 0)
		mpz_set_ui(spans->later, 0);
}

static void spans_clear(struct spans *spans)
{
	mpz_clears(spans->sure, spans->last, spans->later, NULL);
}

/* The number of variables X(t), T_lb - L < t <= T_max. */
static void count_allowed(mpz_t count, const struct spans *spans, const mpz_t L)
{
	mpz_add(count, spans->last, L);
	mpz_sub(count, count, spans->sure);
}

/* The variables s and r of an item, last + others·later and others·last; there
 * are as many rows (1) and (3). */
static void count_pairs(
	mpz_t count, const struct spans *spans, const mpz_t others)
{
	mpz_add(count, spans->last, spans->later);
	mpz_mul(count, count, others);
	mpz_add(count, count, spans->last);
}

/* The variables: X, k (last + others·later) s, and k·others·last r. */
static void count_variables(mpz_t count, const struct spans *spans,
	const mpz_t others, const mpz_t k, const mpz_t L)
{
	mpz_t steps;

	mpz_init(steps);
	count_allowed(steps, spans, L);
	count_pairs(count, spans, others);
	mpz_mul(count, count, k);
	mpz_add(count, count, steps);
	mpz_clear(steps);
}

/* The rows: (1) last + others·later, (2) the number of X less 1,
 * (3) others·last, (4) k·others, (5) k·others·later, (6) k·last. */
static void count_constraints(mpz_t count, const struct spans *spans,
	const mpz_t others, const mpz_t k, const mpz_t L)
{
	mpz_t items, steps;

	mpz_inits(items, steps, NULL);
	mpz_add_ui(items, spans->later, 1);
	mpz_mul(items, items, others);
	mpz_add(items, items, spans->last);
	mpz_mul(items, items, k);
	count_allowed(steps, spans, L);
	count_pairs(count, spans, others);
	mpz_add(count, count, items);
	mpz_add(count, count, steps);
	mpz_sub_ui(count, count, 1);
	mpz_clears(items, steps, NULL);
}

enum status program_broadcast_size(struct program_size *size,
	const struct problem *problem, struct err *err)
{
	enum status status;
	struct spans spans;
	mpz_t others;
	mpq_t low;

	mpq_init(low);
	status = postal_counting_bound(low, problem, err);
	mpz_swap(size->low, mpq_numref(low));
	mpq_clear(low);
	if (status != STATUS_OK ||
		logp_upper_bound(size->high, problem, err) != STATUS_OK)
		return err->code;
	mpz_init(others);
	mpz_sub_ui(others, problem->n, 1);
	spans_init(&spans, size, mpq_numref(problem->lambda));
	count_variables(size->variables, &spans, others, problem->m,
		mpq_numref(problem->lambda));
	count_constraints(size->rows, &spans, others, problem->m,
		mpq_numref(problem->lambda));
	spans_clear(&spans);
	mpz_clear(others);
	return STATUS_OK;
}

/* With M = max(0, B - L): variables q(P-1)(1 + 2M); rows (1) q, (2) q(P-1),
 * (3) q(P-1)M, (4) qM, (5) q(P-1), (6) the same unless M = 0. */
static void count_periodic(struct program_size *size, const mpz_t others,
	const mpz_t q, const mpz_t L)
{
	mpz_t M;
	int is_busy;

	mpz_init(M);
	mpz_sub(M, size->low, L);
	mpz_add_ui(M, M, 1);
	is_busy = mpz_sgn(M) > 0;
	if (!is_busy)
		mpz_set_ui(M, 0);
	mpz_mul_2exp(size->variables, M, 1);
	mpz_add_ui(size->variables, size->variables, 1);
	mpz_mul(size->variables, size->variables, others);
	mpz_mul(size->variables, size->variables, q);
	mpz_add_ui(size->rows, M, 2 + (unsigned long)is_busy);
	mpz_mul(size->rows, size->rows, others);
	mpz_add(size->rows, size->rows, M);
	mpz_add_ui(size->rows, size->rows, 1);
	mpz_mul(size->rows, size->rows, q);
	mpz_clear(M);
}

enum status program_continuous_size(struct program_size *size,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t others;

	mpz_init(others);
	mpz_sub_ui(others, problem->n, 1);
	status = logp_time(size->low, others, mpq_numref(problem->lambda),
		problem->max_bits, err);
	if (status == STATUS_OK) {
		mpz_add(size->high, size->low, mpq_numref(problem->lambda));
		count_periodic(
			size, others, problem->m, mpq_numref(problem->lambda));
	}
	mpz_clear(others);
	return status;
}

void program_match(struct transmissions *list,
	const struct ilp_assignment *assignment, uint64_t processors,
	const struct ilp_variable *send, const struct ilp_variable *receive,
	struct transmission row)
{
	struct ilp_variable from = *send, to = *receive;
	uint64_t *sender = &from.at[ILP_PROCESSOR];
	uint64_t *receiver = &to.at[ILP_PROCESSOR];

	*sender = 0;
	for (*receiver = 1; *receiver <= processors; ++*receiver) {
		if (!ilp_is_one(assignment, &to))
			continue;
		do
			++*sender;
		while (*sender <= processors && !ilp_is_one(assignment, &from));
		assert(*sender <= processors && *sender != *receiver);
		row.from = *sender - 1;
		row.to = *receiver - 1;
		transmissions_add(list, &row);
	}
}

struct schedule *program_matched(struct transmissions *list,
	uint64_t processors, uint64_t items, uint64_t latency)
{
	struct schedule_header header = {
		.model = MODEL_LOGP,
		.algorithm = "program",
		.processors = processors,
		.messages = items,
		.unit = 1,
		.latency = latency,
		.has_finish = 1,
	};

	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].tick + latency > header.finish)
			header.finish = list->row[i].tick + latency;
	return schedule_stored(&header, list);
}
