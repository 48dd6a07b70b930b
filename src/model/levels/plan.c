/*
 * The plan of an algorithm: on the problem's nodes, or for hybrid on groups of
 * its own choice.  hybrid is an all-reduce between the one that is best for
 * short vectors and the one that is best for long ones: reduce-scatter in
 * groups of n / 2^q processors, doubling among the 2^q groups of what each
 * processor then has, all-gather in the groups.  That is in-out-in on nodes
 * whose messages inside cost as much as the others.
 */
#include "model/levels/levels.h"

#include <string.h>

#include "number/number.h"

/* The longest n for which groups are tried. */
enum { MOST_BITS = 63 };

static void set_groups(struct nodes *groups, const struct problem *problem,
	const struct algorithm_options *options)
{
	mpz_init_set(groups->size, problem->n);
	mpq_inits(groups->send, groups->latency, NULL);
	mpq_set_ui(groups->send, 1, 1);
	mpq_set(groups->latency, problem->lambda);
	groups->machine = options->blocks ? options->blocks->machine : NULL;
}

/* Moves a plan, whose phases point to their own blocks. */
static void move_plan(struct levels_plan *plan, const struct levels_plan *other)
{
	*plan = *other;
	for (size_t i = 0; i < plan->phases; i++) {
		struct levels_phase *phase = &plan->phase[i];

		if (phase->options.blocks)
			phase->options.blocks = &phase->blocks;
	}
}

/* Halves the groups again and again, as long as at least two processors stay in
 * each, and keeps the best plan. */
static enum status find_groups(struct levels_plan *best, struct nodes *groups,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct levels_plan plan;
	int is_found = 0;

	while (mpz_even_p(groups->size) && mpz_cmp_ui(groups->size, 2) > 0) {
		mpz_divexact_ui(groups->size, groups->size, 2);
		if (levels_plan_on(&plan, problem, groups, options, err) !=
			STATUS_OK) {
			if (is_found)
				levels_plan_clear(best);
			return err->code;
		}
		plan.nodes_given = NULL;
		if (is_found && mpq_cmp(plan.time, best->time) >= 0) {
			levels_plan_clear(&plan);
			continue;
		}
		if (is_found)
			levels_plan_clear(best);
		move_plan(best, &plan);
		is_found = 1;
	}
	if (is_found)
		return STATUS_OK;
	return err_usage(err,
		"hybrid: used only with an even number of processors above 2");
}

static enum status find_hybrid(struct levels_plan *plan,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct algorithm_options given = *options;
	struct nodes groups = {0};
	enum status status;

	if (mpz_sizeinbase(problem->n, 2) > MOST_BITS)
		return limit_too_many("processors", err);
	given.name = "in-out-in";
	set_groups(&groups, problem, options);
	status = find_groups(plan, &groups, problem, &given, err);
	mpz_clear(groups.size);
	mpq_clears(groups.send, groups.latency, NULL);
	return status;
}

static enum status check_plan(const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	const struct nodes *nodes = problem->nodes;

	if (!nodes)
		return err_usage(err, ERR_NAME "node is missing");
	if (!mpz_divisible_p(problem->n, nodes->size))
		return err_usage(err, ERR_NAME
			"node: the processors are not a multiple of a node's");
	if (nodes->lanes > 0)
		return err_usage(err, ERR_NAME "lanes: not used by ",
			options->name,
			": all processors of a node send outside");
	return STATUS_OK;
}

enum status levels_plan_find(struct levels_plan *plan,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum status status;

	if (strcmp(options->name, "hybrid") == 0)
		return find_hybrid(plan, problem, options, err);
	if (strcmp(options->name, "recursive-doubling") == 0 ||
		strcmp(options->name, "rabenseifner") == 0)
		return levels_fold(plan, problem, options, err);
	status = check_plan(problem, options, err);
	return status == STATUS_OK ? levels_plan_on(plan, problem,
					     problem->nodes, options, err)
				   : status;
}

enum status levels_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct levels_plan plan;
	enum status status = levels_plan_find(&plan, problem, options, err);

	if (status != STATUS_OK)
		return status;
	mpq_set(time, plan.time);
	levels_plan_clear(&plan);
	return STATUS_OK;
}
