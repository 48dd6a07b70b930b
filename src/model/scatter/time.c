/*
 * The times of all shapes: by formula where there is one, otherwise from the
 * table.  By halves T(2^j) is max(T(h) + u(h), T(h) + e(h)) for h = 2^(j-1)
 * > 1.
 */
#include "model/scatter/scatter.h"

#include "base/mem.h"
#include "model/postal/bounds.h"
#include "number/number.h"

/* Whether messages of all sizes cost the same; send and end are then that cost.
 */
static int is_any_size(mpq_t send, mpq_t end, const struct problem *problem,
	const struct algorithm_options *options)
{
	mpq_t all_send, all_end;
	int same;
	mpz_t one;

	if (options->blocks && options->blocks->machine->points > 1)
		return 0;
	mpz_init_set_ui(one, 1);
	mpq_inits(all_send, all_end, NULL);
	scatter_cost(send, end, problem, options, one);
	scatter_cost(all_send, all_end, problem, options, problem->n);
	same = mpq_equal(send, all_send) && mpq_equal(end, all_end);
	mpq_clears(all_send, all_end, NULL);
	mpz_clear(one);
	return same;
}

int scatter_is_broadcast(
	const struct problem *problem, const struct algorithm_options *options)
{
	mpq_t send, end;
	int is_one;

	mpq_inits(send, end, NULL);
	is_one = is_any_size(send, end, problem, options) &&
		 mpq_cmp(end, send) >= 0;
	mpq_clears(send, end, NULL);
	return is_one;
}

enum status scatter_broadcast_time(mpq_t time, const mpq_t send,
	const mpq_t end, const struct problem *problem, struct err *err)
{
	struct problem one;
	enum status status;

	problem_init(&one);
	problem_set(&one, problem);
	one.max_bits = problem->max_bits;
	mpq_div(one.lambda, end, send);
	status = postal_least_time(time, &one, err);
	mpq_mul(time, time, send);
	problem_clear(&one);
	return status;
}

static enum status table_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, int is_bound, struct err *err)
{
	struct scatter_table table;
	enum status status =
		scatter_table_init(&table, problem, options, is_bound, err);

	if (status == STATUS_OK)
		scatter_table_time(time, &table, table.costs.n);
	scatter_table_clear(&table);
	return status;
}

static enum status least_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, int is_bound, struct err *err)
{
	enum status status;
	mpq_t send, end;

	mpq_inits(send, end, NULL);
	status = is_any_size(send, end, problem, options)
			 ? scatter_broadcast_time(time, send, end, problem, err)
			 : table_time(time, problem, options, is_bound, err);
	mpq_clears(send, end, NULL);
	return status;
}

enum status scatter_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	return least_time(time, problem, options, 0, err);
}

enum status scatter_bound(mpq_t bound, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	return least_time(bound, problem, options, 1, err);
}

enum status scatter_flat_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	mpq_t send, end;
	mpz_t one;

	(void)err;
	mpq_set_ui(time, 0, 1);
	if (problem_is_alone(problem))
		return STATUS_OK;
	mpz_init_set_ui(one, 1);
	mpq_inits(send, end, NULL);
	scatter_cost(send, end, problem, options, one);
	mpz_sub_ui(mpq_numref(time), problem->n, 2);
	mpq_mul(time, time, send);
	mpq_add(time, time, end);
	mpq_clears(send, end, NULL);
	mpz_clear(one);
	return STATUS_OK;
}

/* finish = max(kept + u, given + e) for that bundle, with 2^j blocks kept;
 * given + e if j is 0. */
static void join_halves(mpq_t finish, const mpq_t kept, const mpq_t given,
	mp_bitcnt_t j, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t bundle)
{
	mpq_t send, end;
	mpz_t half;

	mpq_inits(send, end, NULL);
	scatter_cost(send, end, problem, options, bundle);
	if (j > 0 && scatter_is_paired(options)) {
		mpz_init(half);
		mpz_setbit(half, j - 1);
		scatter_pair(send, options, bundle, half);
		mpz_clear(half);
	}
	mpq_add(send, send, kept);
	mpq_add(end, end, given);
	mpq_set(finish, j == 0 || mpq_cmp(end, send) > 0 ? end : send);
	mpq_clears(send, end, NULL);
}

/*
 * Finds whole = T(2^j) for one j after the other, and time = T(n mod 2^j) from
 * T(2^(j-1)) and T(n mod 2^(j-1)), if n has both.
 */
enum status scatter_binomial_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	mp_bitcnt_t bits = mpz_sizeinbase(problem->n, 2);
	mpz_t rest, power;
	mpq_t whole;

	(void)err;
	mpz_inits(rest, power, NULL);
	mpq_init(whole);
	mpq_set_ui(time, 0, 1);
	for (mp_bitcnt_t j = 0; j < bits; j++) {
		mpz_set_ui(power, 1);
		mpz_mul_2exp(power, power, j);
		if (mpz_tstbit(problem->n, j) && mpz_sgn(rest) > 0)
			join_halves(
				time, whole, time, j, problem, options, rest);
		else if (mpz_tstbit(problem->n, j))
			mpq_set(time, whole);
		mpz_fdiv_r_2exp(rest, problem->n, j + 1);
		join_halves(whole, whole, whole, j, problem, options, power);
	}
	mpz_clears(rest, power, NULL);
	mpq_clear(whole);
	return STATUS_OK;
}
