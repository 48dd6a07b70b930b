/*
 * Three processors, a schedule for every k and L, at the lower bound.
 *
 * If 2k <= L the source sends everything.  Else all sends are in steps 1 .. S,
 * S = k + ceil(L/2).  Step t is the first processor's if (t-1) mod L <
 * ceil(L/2), else the second's.  Until step S - L the source sends item t in
 * step t, to the processor whose step it is, which sends it on L steps later:
 * that step is also its own, so each of the two has at most one receive and one
 * send in each step.  At least half of the last L steps are the first's, the
 * others the second's, and in them the source sends floor(L/2) more items to
 * both.
 */
#include "model/optimum/three_processors.h"

#include "base/mem.h"
#include "number/number.h"

enum { THREE_ROWS = 256 };

struct three {
	struct schedule schedule;
	uint64_t last; /* the last sending step, S */
	uint64_t ours; /* ceil(L/2): the first's steps in any L */
	uint64_t step;
	struct transmission row[THREE_ROWS + 1]; /* a step has up to 2 */
};

/* The last sending step. */
static void set_last(mpz_t last, const mpz_t k, const mpz_t L)
{
	mpz_t twice;

	mpz_init(twice);
	mpz_mul_2exp(twice, k, 1);
	if (mpz_cmp(twice, L) <= 0) {
		mpz_set(last, twice);
	} else {
		mpz_cdiv_q_2exp(last, L, 1);
		mpz_add(last, last, k);
	}
	mpz_clear(twice);
}

void optimum_three_time(mpz_t time, const struct problem *problem)
{
	set_last(time, problem->m, mpq_numref(problem->lambda));
	mpz_add(time, time, mpq_numref(problem->lambda));
	mpz_sub_ui(time, time, 1);
}

/* How many of steps 1 .. t are the first processor's. */
static uint64_t count_first(const struct three *three, uint64_t t)
{
	uint64_t L = three->schedule.header.latency, rest = t % L;

	return t / L * three->ours + (rest < three->ours ? rest : three->ours);
}

/* What the source sends in step t, 0 for nothing; after step S - L the j-th of
 * the first processor's steps, and of the second's, are for the j-th item. */
static uint64_t item_of(const struct three *three, uint64_t t, int is_first)
{
	uint64_t L = three->schedule.header.latency, whole = three->last - L;
	uint64_t j = count_first(three, t) - count_first(three, whole);

	if (t <= whole)
		return t;
	if (!is_first)
		j = t - whole - j;
	return j <= L / 2 ? whole + j : 0;
}

/* Writes the sends of a step, at most 2; returns how many. */
static size_t put_step(const struct three *three, struct transmission *row)
{
	uint64_t L = three->schedule.header.latency, t = three->step;
	int is_first = (t - 1) % L < three->ours;
	size_t count = 0;
	uint64_t item;

	if (three->last <= L) {
		row[0] = (struct transmission){.tick = t - 1,
			.to = t % 2 == 0 ? 2 : 1,
			.message = (t + 1) / 2};
		return 1;
	}
	item = item_of(three, t, is_first);
	if (item > 0)
		row[count++] = (struct transmission){
			.tick = t - 1, .to = is_first ? 1 : 2, .message = item};
	if (t > L)
		row[count++] = (struct transmission){.tick = t - 1,
			.from = is_first ? 1 : 2,
			.to = is_first ? 2 : 1,
			.message = t - L};
	return count;
}

static enum status three_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct three *three = (struct three *)schedule;

	(void)err;
	*rows = three->row;
	for (*count = 0; *count < THREE_ROWS && three->step <= three->last;
		three->step++)
		*count += put_step(three, three->row + *count);
	return STATUS_OK;
}

static void three_close(struct schedule *schedule)
{
	mem_free(schedule);
}

static const struct schedule_ops three_ops = {three_next, three_close};

enum status optimum_three_open(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	struct three *three;
	mpz_t last, time;

	*schedule = NULL;
	mpz_inits(last, time, NULL);
	set_last(last, problem->m, mpq_numref(problem->lambda));
	optimum_three_time(time, problem);
	if (mpz_sizeinbase(time, 2) > 63) {
		mpz_clears(last, time, NULL);
		return err_set(err, STATUS_LIMIT,
			"a schedule's times must be below 2^63", NULL);
	}
	three = mem_array(1, sizeof *three);
	three->schedule.header = (struct schedule_header){.model = MODEL_LOGP,
		.processors = 3,
		.messages = number_get_u64(problem->m),
		.unit = 1,
		.latency = number_get_u64(mpq_numref(problem->lambda)),
		.has_finish = 1,
		.finish = number_get_u64(time)};
	three->schedule.ops = &three_ops;
	three->last = number_get_u64(last);
	three->ours = three->schedule.header.latency -
		      three->schedule.header.latency / 2;
	three->step = 1;
	*schedule = &three->schedule;
	mpz_clears(last, time, NULL);
	return STATUS_OK;
}
