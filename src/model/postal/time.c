/*
 * The exact times of the algorithms other than DTREE, each from one evaluation
 * of f: PACK and PIPELINE-1 (m <= lambda) are BCAST in units of m sends; in
 * PIPELINE-2 (m >= lambda) sender and receiver exchange their parts, and the
 * unit is lambda.  Bar-Noy & Kipnis 1994, Lemmas 10, 12, 14, 16.
 */
#include "model/postal/postal.h"

#include "number/number.h"
#include "fibonacci/fibonacci.h"

static void sub_one(mpq_t value)
{
	mpz_sub(mpq_numref(value), mpq_numref(value), mpq_denref(value));
}

/* time = unit · f(n) at latency latency/unit. */
static enum status scaled_time(mpq_t time, const mpq_t latency,
	const mpq_t unit, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t lambda;

	mpq_init(lambda);
	mpq_div(lambda, latency, unit);
	status = fibonacci_time(time, lambda, problem->ports, problem->n,
		problem->max_bits, err);
	if (status == STATUS_OK)
		mpq_mul(time, time, unit);
	mpq_clear(lambda);
	return status;
}

enum status postal_bcast_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	return fibonacci_time(time, problem->lambda, problem->ports, problem->n,
		problem->max_bits, err);
}

/* (m-1)·k + f(n), where the root makes k = floor(f(n) - lambda) + 1 sends. */
enum status postal_repeat_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status = postal_bcast_time(time, problem, options, err);
	mpq_t rest;
	mpz_t sends, earlier;

	if (status != STATUS_OK || problem_is_alone(problem))
		return status;
	mpq_init(rest);
	mpz_inits(sends, earlier, NULL);
	mpq_sub(rest, time, problem->lambda);
	number_floor(sends, rest);
	mpz_add_ui(sends, sends, 1);
	mpz_sub_ui(earlier, problem->m, 1);
	mpz_mul(earlier, earlier, sends);
	mpz_addmul(mpq_numref(time), mpq_denref(time), earlier);
	mpz_clears(sends, earlier, NULL);
	mpq_clear(rest);
	return STATUS_OK;
}

enum status postal_pack_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status;
	mpq_t unit, latency;

	(void)options;
	mpq_inits(unit, latency, NULL);
	mpq_set_z(unit, problem->m);
	mpq_add(latency, problem->lambda, unit);
	sub_one(latency);
	status = scaled_time(time, latency, unit, problem, err);
	mpq_clears(unit, latency, NULL);
	return status;
}

/* unit · f(n) + unit - 1, the unit being the smaller of m and lambda. */
enum status postal_pipeline_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status;
	mpq_t m;

	(void)options;
	mpq_init(m);
	mpq_set_z(m, problem->m);
	if (mpq_cmp(m, problem->lambda) <= 0) {
		status = scaled_time(time, problem->lambda, m, problem, err);
	} else {
		status = scaled_time(time, m, problem->lambda, problem, err);
		mpq_set(m, problem->lambda);
	}
	if (status == STATUS_OK && !problem_is_alone(problem)) {
		mpq_add(time, time, m);
		sub_one(time);
	}
	mpq_clear(m);
	return status;
}
