/*
 * The best schedule of one algorithm, and of all: the best of each one's best,
 * so that asking about all finds the same as asking about each.
 */
#include "model/machine/ways.h"

#include "model/algorithm.h"

/* A time that cannot be found does not count. */
static enum status forgive(enum status status)
{
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

/* The degrees at which trees are carried out as soon as possible, besides the
 * one that the formula says is best. */
enum { DEGREES = 16 };

/* Lists what may be better than the choice: of a tree also for each of these
 * degrees, unless one is asked for. */
static enum status list_degrees(struct machine_tries *tries,
	const struct machine_choice *choice, const mpq_t bound,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err)
{
	struct machine_problem one = *problem;
	enum status status =
		machine_list(tries, choice, bound, algorithm, problem, err);
	mpz_t degree;

	if (problem->degree || !(algorithm->uses & (USES_DEGREE | USES_RADIX)))
		return status;
	mpz_init_set_ui(degree, algorithm->uses & USES_RADIX ? 2 : 1);
	one.degree = degree;
	for (; status == STATUS_OK && mpz_cmp(degree, problem->n) < 0 &&
		mpz_cmp_ui(degree, DEGREES) <= 0;
		mpz_add_ui(degree, degree, 1))
		status = machine_list(
			tries, choice, bound, algorithm, &one, err);
	mpz_clear(degree);
	return status;
}

/* Carries out the tries in their order, as far as the problem's work goes. */
static enum status try_listed(struct machine_choice *choice,
	struct machine_tries *tries, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err)
{
	uint64_t left = problem->work;
	enum status status = STATUS_OK;

	for (size_t i = 0; i < tries->count && status == STATUS_OK; i++) {
		struct machine_try *one = &tries->item[i];
		struct machine_problem asked = *problem;
		int is_taken;

		if (one->work > left ||
			!machine_is_better(choice, &one->choice))
			continue;
		left -= one->work;
		if (mpz_sgn(one->choice.degree) > 0)
			asked.degree = one->choice.degree;
		status = machine_try(
			choice, &is_taken, tries, one, ranking, &asked, err);
	}
	return status;
}

static enum status find_several(struct machine_choice *choice,
	struct ranking *ranking, const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err)
{
	uint64_t rows = machine_rows(problem);
	struct machine_tries tries;
	enum status status = STATUS_OK;
	mpq_t bound;

	machine_tries_init(&tries);
	mpq_init(bound);
	if (!algorithm->is_search &&
		(!algorithm->is_library || rows == 0 || rows > MACHINE_ROWS))
		status = forgive(machine_plan_whole(
			choice, ranking, algorithm, problem, err));
	if (status == STATUS_OK)
		status = machine_bound(bound, problem, err);
	if (status == STATUS_OK)
		status = list_degrees(
			&tries, choice, bound, algorithm, problem, err);
	if (status == STATUS_OK)
		status = try_listed(choice, &tries, ranking, problem, err);
	machine_tries_clear(&tries);
	mpq_clear(bound);
	return forgive(status);
}

enum status machine_find(struct machine_choice *choice, struct ranking *ranking,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err)
{
	return machine_is_single(problem)
		       ? forgive(machine_plan_single(
				 choice, ranking, algorithm, problem, err))
		       : find_several(choice, ranking, algorithm, problem, err);
}

enum status machine_find_planned(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err)
{
	return forgive(machine_is_single(problem)
			       ? machine_plan_single(
					 choice, ranking, NULL, problem, err)
			       : machine_plan_whole(
					 choice, ranking, NULL, problem, err));
}

int machine_has(
	const struct algorithm *row, const struct machine_problem *problem)
{
	int has_library = problem->flags & RANKING_LIBRARY ||
			  (problem->operation <= OPERATION_REDUCE &&
				  machine_is_sooner(problem->message));

	return row->name && !row->is_choice &&
	       !(row->is_search &&
		       (machine_is_single(problem) ||
			       machine_is_sooner(problem->message))) &&
	       row->models >> MODEL_POSTAL & 1 &&
	       (has_library || !row->is_library) &&
	       algorithm_has(row, problem->operation);
}

enum status machine_find_best(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err)
{
	enum status status = STATUS_OK;
	struct machine_problem asked = *problem;
	struct machine_choice one;

	machine_choice_init(&one);
	for (const struct algorithm *row = algorithms;
		row < algorithms_end && status == STATUS_OK; row++) {
		if (!machine_has(row, problem))
			continue;
		one.algorithm = NULL;
		asked.known = choice->algorithm ? choice->time : NULL;
		status = machine_find(&one, ranking, row, &asked, err);
		if (one.algorithm && machine_is_better(choice, &one))
			machine_choice_set(choice, &one);
	}
	machine_choice_clear(&one);
	if (status == STATUS_OK && !choice->algorithm)
		return err_limit(err, "no algorithm's time could be found");
	return status;
}
