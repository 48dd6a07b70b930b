/*
 * An all-reduce between the two that are best for short and for long vectors:
 * reduce-scatter in groups of n / 2^q processors, doubling of what each then
 * has among the 2^q groups, all-gather in the groups.  It is in-out-in on nodes
 * whose messages inside take what the others do.
 */
#include "model/levels/levels.h"

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

enum status levels_hybrid_find(struct levels_plan *plan,
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
