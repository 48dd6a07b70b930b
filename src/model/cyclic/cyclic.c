/*
 * The interface of the algorithm: checks limits, builds the best schedule that
 * can be built, and turns its delay into a time.  Once m exceeds the length of
 * the longest tail, the latest send starts at m + delay.
 */
#include "model/cyclic/cyclic.h"

#include "core/schedule.h"
#include "model/cyclic/build.h"
#include "model/periodic/periodic.h"
#include "number/number.h"

/* Bytes of memory for each processor, with a tail of the usual length. */
enum { PROCESSOR_BYTES = 128 };

/* All lags and delays, at most 4 (latency + 64 n), are below 2^63 in
 * 1/CYCLIC_TICKS. */
enum { LATENCY_BITS = 45 };

/* time = m + latency + delay; delay is in 1/CYCLIC_TICKS. */
static void cyclic_set_time(
	mpq_t time, int64_t delay, const struct problem *problem)
{
	mpq_t part;

	mpq_init(part);
	number_set_ratio(
		part, (uint64_t)(delay < 0 ? -delay : delay), CYCLIC_TICKS);
	if (delay < 0)
		mpq_neg(part, part);
	mpq_set_z(time, problem->m);
	mpq_add(time, time, problem->lambda);
	mpq_add(time, time, part);
	mpq_clear(part);
}

/* Checks that a schedule can be built for n and the latency. */
static enum status check_cyclic(const struct problem *problem, struct err *err)
{
	enum status status = limit_check_each("the schedule", problem->n,
		PROCESSOR_BYTES, problem->max_bits / 8, err);
	mpz_t z;

	mpz_init(z);
	number_ceil(z, problem->lambda);
	if (status == STATUS_OK && (mpz_sizeinbase(problem->n, 2) > 31 ||
					   mpz_sizeinbase(z, 2) > LATENCY_BITS))
		status = err_limit(err,
			"cyclic needs fewer than 2^31 processors and a "
			"latency below 2^45");
	mpz_clear(z);
	return status;
}

/* Checks that a schedule can be built, and if so inits unit_max: the finest
 * grid on which all times, at most m + 4 (latency + 64 n), are below 2^63.  If
 * m is so large that whole times may be above, the limit is that of small
 * times.
 */
static enum status init_unit_max(
	mpz_t unit_max, const struct problem *problem, struct err *err)
{
	enum status status = check_cyclic(problem, err);

	if (status != STATUS_OK)
		return status;
	mpz_init(unit_max);
	number_ceil(unit_max, problem->lambda);
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

enum status cyclic_find(struct cyclic *cyclic, const struct problem *problem,
	uint64_t work, struct err *err)
{
	mpz_t unit_max;
	enum status status = init_unit_max(unit_max, problem, err);

	if (status != STATUS_OK)
		return status;
	cyclic_build(cyclic, (uint32_t)mpz_get_ui(problem->n),
		count_messages(problem), problem->lambda, unit_max, work);
	mpz_clear(unit_max);
	return STATUS_OK;
}

int cyclic_key(struct algorithm_key *key, const struct problem *problem)
{
	/* With more than PERIODIC_ITEMS messages, the delay does not depend on
	 * m. */
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

enum status cyclic_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct cyclic cyclic;
	enum status status;

	mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 1) == 0)
		return STATUS_OK;
	status = cyclic_find(&cyclic, problem, 0, err);
	if (status != STATUS_OK)
		return status;
	if (options->reach)
		*options->reach = cyclic.reach;
	cyclic_set_time(time, cyclic.delay, problem);
	cyclic_clear(&cyclic);
	return STATUS_OK;
}

/* The upper or the lower bound on the time, found without building. */
static enum status bound_time(mpq_t time, const struct problem *problem,
	int is_upper, struct err *err)
{
	uint32_t n = (uint32_t)mpz_get_ui(problem->n);
	enum status status;
	mpz_t unit_max;

	mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 1) == 0)
		return STATUS_OK;
	status = init_unit_max(unit_max, problem, err);
	if (status != STATUS_OK)
		return status;
	cyclic_set_time(time,
		is_upper ? cyclic_most_delay(n, problem->lambda, unit_max)
			 : cyclic_least_delay(n, count_messages(problem),
				   problem->lambda, unit_max),
		problem);
	mpz_clear(unit_max);
	return STATUS_OK;
}

enum status cyclic_most_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return bound_time(time, problem, 1, err);
}

enum status cyclic_least_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return bound_time(time, problem, 0, err);
}

/* Sets the header's unit, latency and finish, on the common grid of the latency
 * and the groups; returns whether they are below 2^63. */
static int set_times(struct schedule_header *header, uint64_t q,
	const mpq_t time, const struct problem *problem)
{
	mpz_t unit;
	int fits;

	mpz_init(unit);
	mpz_lcm_ui(unit, mpq_denref(problem->lambda), (unsigned long)q);
	fits = number_read_u64(&header->unit, unit, 63);
	fits = fits &&
	       number_read_ticks(
		       &header->latency, problem->lambda, header->unit, 63) &&
	       number_read_ticks(&header->finish, time, header->unit, 63);
	mpz_clear(unit);
	return fits;
}

static enum status open_built(struct schedule **schedule,
	struct schedule_header *header, const struct problem *problem,
	uint64_t work, struct err *err)
{
	struct cyclic cyclic;
	enum status status = cyclic_find(&cyclic, problem, work, err);
	mpq_t time;
	int fits;

	if (status != STATUS_OK)
		return status;
	mpq_init(time);
	cyclic_set_time(time, cyclic.delay, problem);
	fits = set_times(header, cyclic.groups.q, time, problem);
	mpq_clear(time);
	if (!fits) {
		cyclic_clear(&cyclic);
		return err_limit(err, "a schedule's times must be below 2^63");
	}
	*schedule = periodic_open(header, &cyclic.groups, &cyclic.tail,
		header->messages - cyclic.tail.items);
	return STATUS_OK;
}

enum status cyclic_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = "cyclic", .has_finish = 1};
	struct transmissions none = {NULL, 0, 0};

	*schedule = NULL;
	if (problem_header(&header, problem, err) != STATUS_OK)
		return err->code;
	if (header.processors > 1)
		return open_built(
			schedule, &header, problem, options->work, err);
	*schedule = schedule_stored(&header, &none);
	return STATUS_OK;
}
