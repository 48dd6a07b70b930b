/*
 * All-reduces by halving and doubling for n = 2^q + r processors, as libraries
 * do them: one processor of each of the first r pairs continues, with the sum
 * of both; together with the processors in no pair these are 2^q.
 *   recursive-doubling (Open MPI, MPICH): the even one of a pair sends its
 * vector to the odd one, which continues and sends the result back.
 *   rabenseifner (Open MPI): the two of a pair exchange halves, and each sums
 * up one; the odd one sends its half to the even one, which continues.  Blocks
 * hold one operand for each processor, and shares are whole blocks here: n/2
 * rounded up or down in a half, 1 or 2 in each of the 2^q shares.  The library
 * deals elements, not blocks.
 *   Example: n = 6: processors 0 2 4 5 continue, and begin with shares of
 * blocks 0, 1+2, 3, 4+2.
 *   Thakur, Rabenseifner & Gropp 2005.
 */
#include "model/levels/levels.h"

#include <string.h>

#include "model/scatter/scatter.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"

/* Unused steps have the operation broadcast. */
static const struct levels_step doubling_steps[LEVELS_STEPS] = {
	{.is_fold = 1,
		.is_inside = 1,
		.operation = OPERATION_SCATTER,
		.share = SHARE_ALL},
	{.is_fold = 1, .operation = OPERATION_ALLREDUCE},
	{.is_fold = 1,
		.is_inside = 1,
		.operation = OPERATION_SCATTER,
		.share = SHARE_ALL,
		.is_mirrored = 1}};

static const struct levels_step rabenseifner_steps[LEVELS_STEPS] = {
	{.is_fold = 1, .is_inside = 1, .operation = OPERATION_REDUCE_SCATTER},
	{.is_fold = 1,
		.is_inside = 1,
		.operation = OPERATION_SCATTER,
		.is_mirrored = 1},
	{.is_fold = 1, .operation = OPERATION_ALLREDUCE},
	{.is_fold = 1,
		.is_inside = 1,
		.operation = OPERATION_SCATTER,
		.share = SHARE_ALL}};

/* Sets what the phase's messages cost; a message to or from the processor that
 * waits is one block. */
static void set_fold_blocks(struct levels_phase *phase,
	const struct problem *problem, const struct block_cost *blocks)
{
	const struct levels_step *step = phase->step;
	struct block_cost *own = &phase->blocks;

	if (!blocks)
		return;
	own->machine = blocks->machine;
	phase->options.blocks = own;
	mpq_set(own->block, blocks->block);
	if (step->operation == OPERATION_SCATTER) {
		mpq_set_z(own->block, problem->n);
		if (step->share == SHARE_ONE)
			mpz_cdiv_q_ui(mpq_numref(own->block), problem->n, 2);
		mpq_mul(own->block, own->block, blocks->block);
		return;
	}
	own->dealt = problem->n;
	own->shares = phase->problem.n;
}

static enum status add_fold_phase(struct levels_plan *plan,
	const struct levels_step *step, const mpz_t going,
	const struct algorithm_options *options, struct err *err)
{
	struct levels_phase *phase = &plan->phase[plan->phases++];

	levels_phase_init(phase, step, plan->problem);
	mpq_set_ui(phase->unit, 1, 1);
	mpq_set(phase->problem.lambda, plan->problem->lambda);
	mpz_set_ui(phase->problem.n, 2);
	phase->options.name = "ring";
	if (!step->is_inside) {
		mpz_set(phase->problem.n, going);
		phase->options.name = options->name;
	}
	set_fold_blocks(phase, plan->problem, options->blocks);
	levels_phase_begin(plan, plan->phases - 1);
	if ((step->operation == OPERATION_SCATTER ? scatter_time
						  : symmetric_time)(phase->time,
		    &phase->problem, &phase->options, err) != STATUS_OK)
		return err->code;
	mpq_add(plan->time, phase->start, phase->time);
	return STATUS_OK;
}

enum status levels_fold(struct levels_plan *plan, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	int is_doubling = strcmp(options->name, "recursive-doubling") == 0;
	const struct levels_step *step =
		is_doubling ? doubling_steps : rabenseifner_steps;
	enum status status = STATUS_OK;
	mpz_t going;

	*plan = (struct levels_plan){.problem = problem,
		.operation = (enum operation)options->operation,
		.staying = (uint64_t)is_doubling};
	mpq_inits(plan->time, plan->whole.block, NULL);
	mpz_init(going);
	mpz_setbit(going, mpz_sizeinbase(problem->n, 2) - 1);
	for (size_t i = 0; i < LEVELS_STEPS && status == STATUS_OK; i++)
		if (step[i].operation != OPERATION_BROADCAST)
			status = add_fold_phase(
				plan, &step[i], going, options, err);
	if (number_read_u64(&plan->n, problem->n, 63)) {
		plan->pairs = plan->n - number_get_u64(going);
		plan->p = 2;
		plan->nodes = 1;
	}
	mpz_clear(going);
	if (status != STATUS_OK)
		levels_plan_clear(plan);
	return status;
}

uint64_t levels_share(
	const struct levels_plan *plan, uint64_t share, uint64_t shares)
{
	uint64_t first;
	mpz_t product, word;

	mpz_inits(product, word, NULL);
	number_set_u64(product, plan->n);
	number_set_u64(word, share);
	mpz_mul(product, product, word);
	number_set_u64(word, shares);
	mpz_fdiv_q(product, product, word);
	first = number_get_u64(product);
	mpz_clears(product, word, NULL);
	return first;
}
