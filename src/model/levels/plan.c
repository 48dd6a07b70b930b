/*
 * The plan of an algorithm: on the nodes that there are, or of hybrid, an
 * all-reduce between the two that are best for short and for long vectors:
 * reduce-scatter in groups of n / 2^q processors, doubling of what each then
 * has among the 2^q groups, all-gather in the groups.  That is in-out-in on
 * nodes whose messages inside take what the others do.
 */
#include "model/levels/levels.h"

#include <string.h>

#include "number/number.h"

/* Of n, up to which sizes of groups are tried. */
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

/* Halves the groups again and again, and keeps the best size; at least two
 * processors stay in each. */
static enum status find_size(mpz_t best, struct nodes *groups,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum status status = STATUS_OK;
	struct levels_plan plan;
	int is_found = 0;
	mpq_t least;

	mpq_init(least);
	while (mpz_even_p(groups->size) && mpz_cmp_ui(groups->size, 2) > 0 &&
		status == STATUS_OK) {
		mpz_divexact_ui(groups->size, groups->size, 2);
		status = levels_plan_on(&plan, problem, groups, options, err);
		if (status != STATUS_OK)
			break;
		if (!is_found || mpq_cmp(plan.time, least) < 0) {
			is_found = 1;
			mpq_set(least, plan.time);
			mpz_set(best, groups->size);
		}
		levels_plan_clear(&plan);
	}
	mpq_clear(least);
	if (status != STATUS_OK || is_found)
		return status;
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
	mpz_t best;

	if (mpz_sizeinbase(problem->n, 2) > MOST_BITS)
		return limit_too_many("processors", err);
	given.name = "in-out-in";
	mpz_init(best);
	set_groups(&groups, problem, options);
	status = find_size(best, &groups, problem, &given, err);
	mpz_set(groups.size, best);
	if (status == STATUS_OK)
		status = levels_plan_on(plan, problem, &groups, &given, err);
	if (status == STATUS_OK)
		plan->nodes_given = NULL;
	mpz_clears(best, groups.size, NULL);
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
			"node: the processors are no multiple of a node's");
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
