/*
 * The best that can be built for a problem, and its time: once m exceeds the
 * length of the longest tail, the latest send starts at m + delay.
 */
#include "model/cyclic/time.h"

#include "model/cyclic/candidates.h"
#include "number/limit.h"
#include "number/number.h"

/* Bytes of memory a processor in all, with a tail of usual length. */
enum { PROCESSOR_BYTES = 128 };

/* All lags and delays, at most 4 (latency + 64 n), are below 2^63 in
 * 1/CYCLIC_TICKS. */
enum { LATENCY_BITS = 45 };

void cyclic_set_time(mpq_t time, int64_t delay, const struct problem *problem)
{
	mpq_t part;

	mpq_init(part);
	mpq_set_z(part, problem->m);
	mpq_add(time, problem->lambda, part);
	number_set_u64(
		mpq_numref(part), (uint64_t)(delay < 0 ? -delay : delay));
	mpz_set_ui(mpq_denref(part), CYCLIC_TICKS);
	mpq_canonicalize(part);
	if (delay < 0)
		mpq_neg(part, part);
	mpq_add(time, time, part);
	mpq_clear(part);
}

/* Checks that a schedule can be built for n and the latency. */
static enum status check(const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t z;

	mpz_init(z);
	mpz_mul_ui(z, problem->n, PROCESSOR_BYTES);
	status = limit_check_bytes(
		"the schedule", z, problem->max_bits / 8, err);
	mpz_cdiv_q(z, mpq_numref(problem->lambda), mpq_denref(problem->lambda));
	if (status == STATUS_OK && (mpz_sizeinbase(problem->n, 2) > 31 ||
					   mpz_sizeinbase(z, 2) > LATENCY_BITS))
		status = err_set(err, STATUS_LIMIT,
			"cyclic needs fewer than 2^31 processors and a "
			"latency below 2^45",
			NULL);
	mpz_clear(z);
	return status;
}

/* Checks that a schedule can be built, and if so inits unit_max: the finest
 * grid on which all times, at most m + 4 (latency + 64 n), are below 2^63; if
 * there is none, any. */
static enum status init_unit_max(
	mpz_t unit_max, const struct problem *problem, struct err *err)
{
	enum status status = check(problem, err);

	if (status != STATUS_OK)
		return status;
	mpz_init(unit_max);
	mpz_cdiv_q(unit_max, mpq_numref(problem->lambda),
		mpq_denref(problem->lambda));
	mpz_addmul_ui(unit_max, problem->n, PERIODIC_ITEMS);
	mpz_mul_ui(unit_max, unit_max, 4);
	mpz_add(unit_max, unit_max, problem->m);
	if (mpz_sizeinbase(unit_max, 2) > 62)
		mpz_set_ui(unit_max, 0);
	mpz_ui_pow_ui(unit_max, 2, 63 - mpz_sizeinbase(unit_max, 2));
	return STATUS_OK;
}

/* m, or the largest word. */
static uint64_t count_messages(const struct problem *problem)
{
	return number_fits_u64(problem->m) ? number_get_u64(problem->m)
					   : UINT64_MAX;
}

enum status cyclic_find(
	struct cyclic *cyclic, const struct problem *problem, struct err *err)
{
	mpz_t unit_max;
	enum status status = init_unit_max(unit_max, problem, err);

	if (status != STATUS_OK)
		return status;
	cyclic_build(cyclic, (uint32_t)mpz_get_ui(problem->n),
		count_messages(problem), problem->lambda, unit_max);
	mpz_clear(unit_max);
	return STATUS_OK;
}

int cyclic_key(struct algorithm_key *key, const struct problem *problem)
{
	/* The fewest not all of which can be in a tail; more are no different.
	 */
	const unsigned long messages_max = PERIODIC_ITEMS + 1;
	struct err err;
	mpz_t unit_max;

	if (problem_is_trivial(problem) ||
		init_unit_max(unit_max, problem, &err) != STATUS_OK)
		return 0;
	cyclic_candidates_key(key, (uint32_t)mpz_get_ui(problem->n),
		mpz_cmp_ui(problem->m, messages_max) < 0
			? number_get_u64(problem->m)
			: messages_max,
		problem->lambda, unit_max);
	mpz_clear(unit_max);
	return 1;
}

enum status cyclic_find_most(
	int64_t *delay, const struct problem *problem, struct err *err)
{
	mpz_t unit_max;
	enum status status = init_unit_max(unit_max, problem, err);

	if (status != STATUS_OK)
		return status;
	*delay = cyclic_most_delay(
		(uint32_t)mpz_get_ui(problem->n), problem->lambda, unit_max);
	mpz_clear(unit_max);
	return STATUS_OK;
}

enum status cyclic_find_least(
	int64_t *delay, const struct problem *problem, struct err *err)
{
	mpz_t unit_max;
	enum status status = init_unit_max(unit_max, problem, err);

	if (status != STATUS_OK)
		return status;
	*delay = cyclic_least_delay((uint32_t)mpz_get_ui(problem->n),
		count_messages(problem), problem->lambda, unit_max);
	mpz_clear(unit_max);
	return STATUS_OK;
}
