/* An algorithm's plan: its list, its time and the number of its transmissions.
 */
#include "model/symmetric/symmetric.h"

#include <string.h>

#include "fibonacci/fibonacci.h"
#include "number/number.h"

/* An all-reduce by a census is a census of whole vectors. */
static enum operation done_operation(const struct algorithm_options *options)
{
	return strcmp(options->name, "census") == 0
		       ? OPERATION_CENSUS
		       : (enum operation)options->operation;
}

void symmetric_set_done(struct algorithm_options *given,
	struct block_cost *blocks, const mpz_t n,
	const struct algorithm_options *options)
{
	*given = *options;
	given->operation = (int)done_operation(options);
	if (!options->blocks || given->operation == options->operation)
		return;
	blocks->machine = options->blocks->machine;
	mpq_set_z(blocks->block, n);
	mpq_mul(blocks->block, blocks->block, options->blocks->block);
	given->blocks = blocks;
}

enum status symmetric_plan_find(struct symmetric_plan *plan,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct algorithm_options given;
	enum status status;

	plan->whole = (struct block_cost){0};
	mpq_inits(plan->lambda, plan->time, plan->whole.block, NULL);
	symmetric_set_done(&given, &plan->whole, problem->n, options);
	plan->operation = (enum operation)given.operation;
	mpq_set(plan->lambda, problem->lambda);
	if (!options->blocks && strcmp(options->name, "circulant") == 0)
		mpq_set_ui(plan->lambda, 1, 1);
	symmetric_list_init(&plan->list);
	symmetric_timing_init(&plan->timing);
	symmetric_cost_init(
		&plan->cost, plan->lambda, given.blocks, SYMMETRIC_MACHINE);
	plan->cost.ports = problem->ports;
	status = symmetric_find(
		&plan->list, &plan->timing, &plan->cost, problem, &given, err);
	if (status != STATUS_OK) {
		symmetric_plan_clear(plan);
		return status;
	}
	mpz_set(mpq_numref(plan->time), plan->timing.finish);
	mpz_set(mpq_denref(plan->time), plan->cost.unit);
	mpq_canonicalize(plan->time);
	return STATUS_OK;
}

void symmetric_plan_clear(struct symmetric_plan *plan)
{
	symmetric_cost_clear(&plan->cost);
	symmetric_timing_clear(&plan->timing);
	symmetric_list_clear(&plan->list);
	mpq_clears(plan->lambda, plan->time, plan->whole.block, NULL);
}

/* Whether windows of operands are asked for, without a machine. */
static int is_of_windows(const struct algorithm_options *options)
{
	return !options->blocks &&
	       !schedule_is_by_block(done_operation(options)) &&
	       (strcmp(options->name, "census") == 0 ||
		       strcmp(options->name, "window") == 0);
}

/* The time of windows of operands at the latency rounded up: f_L(n) for that L,
 * less what rounding added to lambda. */
static enum status census_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t whole;

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

enum status symmetric_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct symmetric_plan plan;
	enum status status = STATUS_LIMIT;

	if (!is_of_windows(options) || !problem_is_whole(problem))
		status = symmetric_plan_find(&plan, problem, options, err);
	if (status == STATUS_LIMIT && is_of_windows(options))
		return census_time(time, problem, err);
	if (status != STATUS_OK)
		return status;
	mpq_set(time, plan.time);
	symmetric_plan_clear(&plan);
	return STATUS_OK;
}

/* n rows in each round.  In a scan, whose rounds are runs of their own, only
 * those that have what is sent and do not send past n - 1. */
static void count_list_rows(
	mpz_t rows, const struct symmetric_plan *plan, const mpz_t n)
{
	const struct symmetric_list *list = &plan->list;

	mpz_mul(rows, list->rounds, n);
	for (size_t i = 0; symmetric_is_open(plan) && i < list->runs; i++) {
		mpz_sub(rows, rows, list->run[i].skip);
		mpz_sub(rows, rows, list->run[i].distance);
	}
}

void symmetric_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options)
{
	struct symmetric_plan plan;
	struct err err;

	mpz_sub_ui(rows, problem->n, 1);
	if (symmetric_plan_find(&plan, problem, options, &err) != STATUS_OK)
		return;
	count_list_rows(rows, &plan, problem->n);
	symmetric_plan_clear(&plan);
}
