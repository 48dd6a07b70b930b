/*
 * The starting points: the algorithms of the table that have a turn and whose
 * schedules, without queueing, are valid in the LogP model or, at a fractional
 * latency, in the postal model; and before them the optimal schedule for 3
 * processors.
 *
 * They settle most problems of more processors than are searched, 1024.
 * Whether T_lb is attained for n = 1025 .. 10^5, m = 2 .. 100, L = 2 .. 20:
 * settled by computation, by schedules that attain it, for 506 of the sample of
 * 513 in tests/grid/grid_optimum_large.c.  Open for 7, in which T_lb + 1 is:
 * for (n, m, L) = (65537, 18, 18), (18924, 7, 19), (18926, 8, 19) the small
 * groups of cyclic/plan.c lose more receives than there are to lose; for (2047,
 * 6, 20) and (4515, 6, 15) its groups are made for more messages; for (1210,
 * 19, 20) and (1211, 19, 20) all tails are a few sends late.  Tried: other
 * parents for the last nodes, and these put off; tails with other orders of the
 * source's sends.  None is known to need more than T_lb.
 */
#include "model/optimum/baseline.h"

#include "model/optimum/three_processors.h"
#include "number/number.h"
#include "model/postal/three.h"

/* Options of every algorithm: no queueing; dtree takes its best degree. */
static const struct algorithm_options options = {.is_queue_free = 1};

/* The most work for one algorithm: about a second. */
static const uint64_t most_work = 3 * ALGORITHM_WORK;

static enum model baseline_model(const struct problem *problem)
{
	return problem_is_whole(problem) ? MODEL_LOGP : MODEL_POSTAL;
}

static int is_three(const struct problem *problem)
{
	return mpz_cmp_ui(problem->n, 3) == 0 && mpz_cmp_ui(problem->m, 1) > 0;
}

static enum status three_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *unused, struct err *err)
{
	(void)unused;
	(void)err;
	postal_three_time(time, problem);
	return STATUS_OK;
}

static enum status three_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *unused,
	struct err *err)
{
	(void)unused;
	return optimum_three_open(schedule, problem, err);
}

/* Not an algorithm that users ask for. */
static const struct algorithm three = {.time = three_time,
	.open = three_open,
	.models = 1u << MODEL_LOGP | 1u << MODEL_POSTAL};

/* The algorithm with that turn, or NULL after the last. */
static const struct algorithm *find_turn(unsigned turn)
{
	for (const struct algorithm *row = algorithms; row->name; row++)
		if (row->turn == turn)
			return row;
	return NULL;
}

enum status optimum_baseline_best(mpq_t time, const struct algorithm **which,
	const struct problem *problem, const mpq_t lower, struct err *err)
{
	const struct algorithm *row = is_three(problem) ? &three : find_turn(1);
	enum model model = baseline_model(problem);
	mpq_t found;

	*which = NULL;
	mpq_init(found);
	for (; row; row = find_turn(row->turn + 1)) {
		if (!algorithm_applies(row, problem, model) ||
			algorithm_time(found, row, problem, &options, most_work,
				err) != STATUS_OK)
			continue;
		if (*which && mpq_cmp(found, time) >= 0)
			continue;
		*which = row;
		mpq_swap(time, found);
		if (mpq_equal(time, lower))
			break;
	}
	mpq_clear(found);
	return *which ? STATUS_OK : err->code;
}

enum status optimum_baseline_open(struct schedule **schedule,
	const struct algorithm *which, const struct problem *problem,
	struct err *err)
{
	return algorithm_open(schedule, which, baseline_model(problem), problem,
		&options, err);
}
