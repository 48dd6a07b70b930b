#include "model/optimum/known.h"

#include "number/number.h"
#include "model/continuous/continuous.h"
#include "model/postal/postal.h"
#include "model/rounds/sendrecv.h"

/* A schedule for the problems that it applies to; its time, elapsed.  Without
 * functions: of a postal algorithm. */
struct known {
	int (*applies)(const struct problem *problem);
	enum postal_algorithm algorithm;
	enum status (*time)(
		mpq_t time, const struct problem *problem, struct err *err);
	enum status (*open)(struct schedule **schedule,
		const struct problem *problem, struct err *err);
};

static int always(const struct problem *problem)
{
	(void)problem;
	return 1;
}

static int is_one_item(const struct problem *problem)
{
	return mpz_cmp_ui(problem->m, 1) == 0;
}

static int is_three(const struct problem *problem)
{
	return mpz_cmp_ui(problem->n, 3) == 0;
}

static int is_rounds(const struct problem *problem)
{
	return mpq_cmp_ui(problem->lambda, 1, 1) == 0;
}

static enum status three_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	(void)err;
	mpq_set_ui(time, 0, 1);
	optimum_three_steps(mpq_numref(time), problem);
	mpz_sub_ui(mpq_numref(time), mpq_numref(time), 1);
	return STATUS_OK;
}

static enum status three_open(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	return optimum_three_open(schedule, problem, err);
}

/* With latency 1 a step is a round of the send/receive model. */
static enum status rounds_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	(void)err;
	mpq_set_ui(time, 0, 1);
	sendrecv_rounds(mpq_numref(time), problem);
	return STATUS_OK;
}

static enum status rounds_open(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	return sendrecv_open(schedule, problem, err);
}

/* Continuous broadcast, of the least delay if it exists; nothing waits. */
static enum status continuous_open_best(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	enum status status =
		continuous_open(schedule, CONTINUOUS_EXACT, problem, err);

	if (status != STATUS_LIMIT)
		return status;
	return continuous_open(schedule, CONTINUOUS_QUEUE_FREE, problem, err);
}

static enum status continuous_time_best(
	mpq_t time, const struct problem *problem, struct err *err)
{
	struct schedule *schedule;
	enum status status = continuous_open_best(&schedule, problem, err);

	if (status != STATUS_OK)
		return status;
	mpq_set_ui(time, 0, 1);
	number_set_u64(mpq_numref(time), schedule->header.finish);
	schedule_close(schedule);
	return STATUS_OK;
}

/* Optimal ones first, what takes longest to find out last. */
static const struct known table[] = {
	{.applies = is_one_item, .algorithm = POSTAL_BCAST},
	{.applies = is_three, .time = three_time, .open = three_open},
	{.applies = is_rounds, .time = rounds_time, .open = rounds_open},
	{.applies = always, .algorithm = POSTAL_PIPELINE},
	{.applies = always, .algorithm = POSTAL_PACK},
	{.applies = always, .algorithm = POSTAL_REPEAT},
	{.applies = always,
		.time = continuous_time_best,
		.open = continuous_open_best},
	{.applies = always, .algorithm = POSTAL_DTREE},
};

enum { KNOWN = sizeof table / sizeof *table };

static enum status get_time(mpq_t time, const struct known *known,
	const struct problem *problem, struct err *err)
{
	return known->time ? known->time(time, problem, err)
			   : postal_time(time, known->algorithm, problem, NULL,
				     err);
}

enum status optimum_baseline_best(mpz_t steps, size_t *which,
	const struct problem *problem, const mpz_t lower, struct err *err)
{
	mpq_t time, best;

	*which = KNOWN;
	mpq_inits(time, best, NULL);
	for (size_t i = 0; i < KNOWN; i++) {
		if (!table[i].applies(problem) ||
			get_time(time, &table[i], problem, err) != STATUS_OK)
			continue;
		if (*which < KNOWN && mpq_cmp(time, best) >= 0)
			continue;
		*which = i;
		mpq_swap(best, time);
		mpz_add_ui(steps, mpq_numref(best), !problem_is_alone(problem));
		if (mpz_cmp(steps, lower) == 0)
			break;
	}
	mpq_clears(time, best, NULL);
	return *which < KNOWN ? STATUS_OK : err->code;
}

enum status optimum_baseline_open(struct schedule **schedule, size_t which,
	const struct problem *problem, struct err *err)
{
	const struct known *known = &table[which];

	return known->open ? known->open(schedule, problem, err)
			   : postal_open(schedule, known->algorithm, problem,
				     NULL, err);
}
