/*
 * The schedule, and its time, of what is built.
 */
#include "model/cyclic/cyclic.h"

#include "core/schedule.h"
#include "model/cyclic/time.h"
#include "model/periodic/periodic.h"
#include "number/number.h"

enum status cyclic_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct cyclic cyclic;
	enum status status;

	mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 1) == 0)
		return STATUS_OK;
	status = cyclic_find(&cyclic, problem, err);
	if (status != STATUS_OK)
		return status;
	if (options->reach)
		*options->reach = cyclic.reach;
	cyclic_set_time(time, cyclic.delay, problem);
	cyclic_clear(&cyclic);
	return STATUS_OK;
}

/* The time for a delay that find finds. */
static enum status bounded_time(mpq_t time,
	enum status (*find)(
		int64_t *delay, const struct problem *problem, struct err *err),
	const struct problem *problem, struct err *err)
{
	enum status status;
	int64_t delay;

	mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 1) == 0)
		return STATUS_OK;
	status = find(&delay, problem, err);
	if (status == STATUS_OK)
		cyclic_set_time(time, delay, problem);
	return status;
}

enum status cyclic_most_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return bounded_time(time, cyclic_find_most, problem, err);
}

enum status cyclic_least_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return bounded_time(time, cyclic_find_least, problem, err);
}

/* Unit, latency and finish, on the common grid of the latency and the groups.
 */
static int set_times(struct schedule_header *header, uint64_t q,
	const mpq_t time, const struct problem *problem)
{
	mpz_t unit, z;
	int fits;

	mpz_inits(unit, z, NULL);
	mpz_lcm_ui(unit, mpq_denref(problem->lambda), (unsigned long)q);
	fits = number_read_u64(&header->unit, unit, 63);
	mpz_divexact(z, unit, mpq_denref(problem->lambda));
	mpz_mul(z, z, mpq_numref(problem->lambda));
	fits = fits && number_read_u64(&header->latency, z, 63);
	mpz_divexact(z, unit, mpq_denref(time));
	mpz_mul(z, z, mpq_numref(time));
	fits = fits && number_read_u64(&header->finish, z, 63);
	mpz_clears(unit, z, NULL);
	return fits;
}

static enum status open_built(struct schedule **schedule,
	struct schedule_header *header, const struct problem *problem,
	struct err *err)
{
	struct cyclic cyclic;
	enum status status = cyclic_find(&cyclic, problem, err);
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
		return err_set(err, STATUS_LIMIT,
			"a schedule's times must be below 2^63", NULL);
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

	(void)options;
	*schedule = NULL;
	if (problem_header(&header, problem, err) != STATUS_OK)
		return err->code;
	if (header.processors > 1)
		return open_built(schedule, &header, problem, err);
	*schedule = schedule_stored(&header, &none);
	return STATUS_OK;
}
