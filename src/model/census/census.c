/*
 * The steps of a census, from the values of F up to T - L: below L they are all
 * 1, and larger ones are not needed.
 */
#include "model/census/census.h"

#include <assert.h>

#include "base/mem.h"
#include "fibonacci/fibonacci.h"
#include "number/number.h"

/* Values of F, and then the windows: value[j] is F(j), window[s] is w(L + s),
 * is_whole[s] is e(T - L - s), all for 0 .. count-1. */
struct census_plan {
	unsigned long latency;
	size_t count;
	mpz_t *value, *window;
	unsigned char *is_whole;
};

enum status census_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status;
	mpq_t whole;

	(void)options;
	mpq_set_ui(time, 0, 1);
	if (problem_is_alone(problem))
		return STATUS_OK;
	mpq_init(whole);
	number_ceil(mpq_numref(whole), problem->lambda);
	status = fibonacci_time(time, whole, problem->ports, problem->n,
		problem->max_bits, err);
	mpq_sub(whole, whole, problem->lambda);
	mpq_sub(time, time, whole);
	mpq_clear(whole);
	return status;
}

/* Whether that many steps, with a value, a window and two numbers each, fit the
 * memory. */
static enum status check_plan_size(
	const mpz_t count, const struct problem *problem, struct err *err)
{
	size_t number =
		sizeof(mpz_t) + mpz_size(problem->n) * sizeof(mp_limb_t);
	enum status status;
	mpz_t bytes;

	mpz_init(bytes);
	mpz_mul_ui(bytes, count,
		(unsigned long)(4 * (number + 2 * sizeof(mp_limb_t)) +
				2 * sizeof(struct census_step)));
	status = limit_check_bytes(
		"a census of so many steps", bytes, problem->max_bits / 8, err);
	mpz_clear(bytes);
	return status;
}

/* Finds the number of steps, T - L + 1; 0 if n is 1. */
static enum status count_steps(struct census_plan *plan,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t time;
	mpz_t whole;

	mpq_init(time);
	mpz_init(whole);
	number_ceil(whole, problem->lambda);
	status = census_time(time, problem, NULL, err);
	mpq_sub(time, time, problem->lambda);
	mpz_add_ui(mpq_numref(time), mpq_numref(time), 1);
	if (status == STATUS_OK)
		status = check_plan_size(mpq_numref(time), problem, err);
	if (status == STATUS_OK) {
		plan->count = mpz_get_ui(mpq_numref(time));
		/* A latency too long for a word exceeds every step's index. */
		plan->latency = mpz_fits_ulong_p(whole) ? mpz_get_ui(whole)
							: plan->count;
	}
	mpq_clear(time);
	mpz_clear(whole);
	return status;
}

static void fill_values(struct census_plan *plan)
{
	mpz_t *value = plan->value;

	for (size_t j = 0; j < plan->count; j++) {
		mpz_init_set_ui(value[j], 1);
		if (j >= plan->latency)
			mpz_add(value[j], value[j - 1],
				value[j - plan->latency]);
	}
}

/* Writes n - 1 as a sum of values. */
static void choose_values(struct census_plan *plan, const mpz_t n)
{
	mpz_t rest;

	mpz_init(rest);
	mpz_sub_ui(rest, n, 1);
	for (size_t j = plan->count; j-- > 0;) {
		if (mpz_cmp(plan->value[j], rest) > 0)
			continue;
		mpz_sub(rest, rest, plan->value[j]);
		plan->is_whole[plan->count - 1 - j] = 1;
	}
	assert(mpz_sgn(rest) == 0);
	mpz_clear(rest);
}

static void add_step(struct census *census, const struct census_plan *plan,
	size_t s, const mpz_t before)
{
	struct census_step *step = &census->step[census->steps];
	unsigned long own = plan->is_whole[s] ? 0 : 1;

	mpz_init_set_ui(step->count, 1);
	if (s >= plan->latency)
		mpz_set(step->count, plan->window[s - plan->latency]);
	mpz_sub_ui(step->count, step->count, own);
	mpz_init_set(plan->window[s], before);
	mpz_add(plan->window[s], plan->window[s], step->count);
	if (mpz_sgn(step->count) == 0) {
		mpz_clear(step->count);
		return;
	}
	mpz_init_set(step->ahead, before);
	mpz_sub_ui(step->ahead, step->ahead, own);
	step->start = (unsigned long)s;
	step->has_own = plan->is_whole[s];
	census->steps++;
}

static void fill_steps(struct census *census, const struct census_plan *plan)
{
	mpz_t one;

	mpz_init_set_ui(one, 1);
	for (size_t s = 0; s < plan->count; s++)
		add_step(census, plan, s, s > 0 ? plan->window[s - 1] : one);
	mpz_clear(one);
}

static void plan_clear(struct census_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		mpz_clears(plan->value[i], plan->window[i], NULL);
	mem_free(plan->value);
	mem_free(plan->window);
	mem_free(plan->is_whole);
}

enum status census_init(
	struct census *census, const struct problem *problem, struct err *err)
{
	struct census_plan plan = {0};

	*census = (struct census){0};
	if (problem_is_alone(problem))
		return STATUS_OK;
	if (count_steps(&plan, problem, err) != STATUS_OK)
		return err->code;
	plan.value = mem_array(plan.count, sizeof *plan.value);
	plan.window = mem_array(plan.count, sizeof *plan.window);
	plan.is_whole = mem_array(plan.count, 1);
	census->step = mem_array(plan.count, sizeof *census->step);
	fill_values(&plan);
	choose_values(&plan, problem->n);
	fill_steps(census, &plan);
	plan_clear(&plan);
	return STATUS_OK;
}

void census_clear(struct census *census)
{
	for (size_t i = 0; i < census->steps; i++)
		mpz_clears(census->step[i].ahead, census->step[i].count, NULL);
	mem_free(census->step);
	*census = (struct census){0};
}

void census_first(mpz_t first, const struct census_step *step, const mpz_t rank,
	const mpz_t n)
{
	mpz_sub(first, rank, step->count);
	if (step->has_own)
		mpz_add_ui(first, first, 1);
	if (mpz_sgn(first) < 0)
		mpz_add(first, first, n);
}

void census_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options)
{
	struct census census;
	struct err err;

	(void)options;
	mpz_set(rows, problem->n);
	if (census_init(&census, problem, &err) == STATUS_OK)
		mpz_mul_ui(rows, rows, (unsigned long)census.steps);
	census_clear(&census);
}
