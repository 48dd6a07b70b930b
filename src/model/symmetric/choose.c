/*
 * The list of an algorithm for an operation: the one of least time among those
 * that the algorithm's rule allows.
 */
#include "model/symmetric/symmetric.h"

#include <assert.h>
#include <string.h>

#include "number/number.h"

/* DIGITS: the most processors for which all radices of an all-to-all are
 * compared; BITS: the longest n for which balanced radices are compared by the
 * times of their lists. */
enum { DIGITS = 1 << 16, BITS = 128 };

static void add_radices(struct symmetric_search *search,
	const struct symmetric_radices *radices)
{
	if (search->operation == OPERATION_ALLTOALL)
		symmetric_alltoall(&search->base, search->problem->n, radices);
	else
		symmetric_gather_radices(
			&search->base, search->problem->n, radices);
}

/* Sets the base to the list of one radix, applied again and again. */
static void set_power(struct symmetric_search *search, const mpz_t radix)
{
	struct symmetric_radices radices = {.count = SIZE_MAX};

	mpz_init_set(radices.least, radix);
	add_radices(search, &radices);
	mpz_clear(radices.least);
}

static void set_two(struct symmetric_search *search)
{
	mpz_t two;

	mpz_init_set_ui(two, 2);
	set_power(search, two);
	mpz_clear(two);
}

static enum status find_two(struct symmetric_search *search)
{
	set_two(search);
	return symmetric_judge(search);
}

/* Radix 2, of operands for one block, or for all. */
static enum status find_doubling(struct symmetric_search *search)
{
	int is_whole = search->operation == OPERATION_ALLREDUCE;

	assert(!is_whole || mpz_popcount(search->problem->n) == 1);
	set_two(search);
	return symmetric_judge_operands(search, is_whole);
}

/* -- the best radices */

/* Fits the cost of c blocks to the costs of one and of two, as if every block
 * after the first cost the same. */
static void set_affine(
	struct symmetric_affine *affine, struct symmetric_cost *cost)
{
	const struct symmetric_message *message;
	mpz_t count;

	mpz_inits(affine->send, affine->end, affine->block, NULL);
	mpz_init_set_ui(count, 1);
	message = symmetric_cost_of(cost, count);
	mpz_mul_2exp(affine->send, message->send, 1);
	mpz_mul_2exp(affine->end, message->end, 1);
	mpz_neg(affine->block, message->end);
	mpz_set_ui(count, 2);
	message = symmetric_cost_of(cost, count);
	mpz_sub(affine->send, affine->send, message->send);
	mpz_sub(affine->end, affine->end, message->end);
	mpz_add(affine->block, affine->block, message->end);
	mpz_clear(count);
}

static void clear_affine(struct symmetric_affine *affine)
{
	mpz_clears(affine->send, affine->end, affine->block, NULL);
}

/* sum((r - 2) a + l). */
static void set_balanced_cost(mpz_t cost,
	const struct symmetric_radices *radices,
	const struct symmetric_affine *affine)
{
	mpz_sub_ui(cost, radices->least, 2);
	mpz_mul_ui(cost, cost, (unsigned long)radices->count);
	mpz_add_ui(cost, cost, (unsigned long)radices->more);
	mpz_mul(cost, cost, affine->send);
	mpz_addmul_ui(cost, affine->end, (unsigned long)radices->count);
}

/* For an n too long to time the lists of all lengths: the best length by the
 * formula. */
static enum status find_formula(struct symmetric_search *search)
{
	size_t bits = (size_t)number_ceil_log2(search->problem->n), best = 1;
	struct symmetric_radices radices = {0};
	struct symmetric_affine affine;
	mpz_t cost, least;

	set_affine(&affine, &search->ports);
	mpz_inits(radices.least, cost, least, NULL);
	for (size_t count = 1; count <= bits; count++) {
		symmetric_balance(&radices, search->problem->n, count);
		set_balanced_cost(cost, &radices, &affine);
		if (count == 1 || mpz_cmp(cost, least) < 0) {
			mpz_set(least, cost);
			best = count;
		}
	}
	symmetric_balance(&radices, search->problem->n, best);
	add_radices(search, &radices);
	mpz_clears(radices.least, cost, least, NULL);
	clear_affine(&affine);
	return symmetric_judge(search);
}

/* Balanced radices of all lengths, the longest list first; lists that cannot be
 * timed are left out if there is any other. */
static enum status find_balanced(struct symmetric_search *search)
{
	size_t bits = (size_t)number_ceil_log2(search->problem->n);
	struct symmetric_radices radices = {0};
	enum status status = STATUS_OK;

	mpz_init(radices.least);
	for (size_t count = bits; count > 0; count--) {
		symmetric_balance(&radices, search->problem->n, count);
		add_radices(search, &radices);
		status = symmetric_judge(search);
	}
	mpz_clear(radices.least);
	return search->best->runs > 0 ? STATUS_OK : status;
}

/* The best of all radices for an all-to-all, as if only ports counted. */
static enum status find_digits(struct symmetric_search *search)
{
	struct radix number[BITS];
	struct symmetric_radices radices = {.given = number};
	struct symmetric_affine affine;

	set_affine(&affine, &search->ports);
	radices.count = symmetric_alltoall_radices(
		number, mpz_get_ui(search->problem->n), &affine);
	add_radices(search, &radices);
	for (size_t i = 0; i < radices.count; i++)
		mpz_clear(number[i].value);
	clear_affine(&affine);
	return symmetric_judge(search);
}

static enum status find_given(
	struct symmetric_search *search, const struct radices *given)
{
	const struct symmetric_radices radices = {
		.count = given->count, .given = given->radix};

	add_radices(search, &radices);
	return symmetric_judge(search);
}

static enum status find_radices(struct symmetric_search *search)
{
	const struct problem *problem = search->problem;

	if (search->options->radices)
		return find_given(search, search->options->radices);
	if (mpz_sizeinbase(problem->n, 2) > BITS)
		return find_formula(search);
	if (search->operation == OPERATION_ALLTOALL &&
		mpz_cmp_ui(problem->n, DIGITS) <= 0 &&
		find_digits(search) != STATUS_OK)
		return search->err->code;
	return find_balanced(search);
}

/* -- by rule */

/* An all-reduce of a power of two may also be one of radix 2. */
static enum status find_window(struct symmetric_search *search)
{
	enum status status = STATUS_OK;

	if (search->operation == OPERATION_ALLREDUCE &&
		mpz_popcount(search->problem->n) == 1)
		status = find_doubling(search);
	return status == STATUS_OK ? symmetric_best_window(search) : status;
}

static enum status find_ring(struct symmetric_search *search)
{
	symmetric_ring(&search->base, search->problem->n);
	return symmetric_judge(search);
}

/* As direct, but each round waits for the one before. */
static enum status find_pairwise(struct symmetric_search *search)
{
	set_power(search, search->problem->n);
	for (size_t i = 0; i < search->base.runs; i++)
		search->base.run[i].follows = 1;
	return symmetric_judge(search);
}

static enum status find_circulant(struct symmetric_search *search)
{
	symmetric_circulant(&search->base, search->problem->n);
	return symmetric_judge(search);
}

static enum status find_direct(struct symmetric_search *search)
{
	set_power(search, search->problem->n);
	return symmetric_judge(search);
}

static enum status find_doubled(struct symmetric_search *search)
{
	return search->operation == OPERATION_ALLGATHER ? find_two(search)
							: find_doubling(search);
}

static enum status find_list(struct symmetric_search *search)
{
	static const struct {
		const char *name;
		enum status (*find)(struct symmetric_search *search);
	} rules[] = {{"window", find_window},
		{"census", symmetric_best_operands}, {"radix", find_radices},
		{"circulant", find_circulant}, {"ring", find_ring},
		{"direct", find_direct}, {"pairwise", find_pairwise},
		{"dissemination", find_doubling},
		{"recursive-doubling", find_doubled}, {"bruck", find_two},
		{"rabenseifner", find_two}};
	size_t i = 0;

	while (strcmp(rules[i].name, search->options->name) != 0)
		i++;
	return rules[i].find(search);
}

enum status symmetric_find(struct symmetric_list *list,
	struct symmetric_timing *timing, struct symmetric_cost *cost,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct symmetric_search search = {.problem = problem,
		.options = options,
		.operation = (enum operation)options->operation,
		.cost = cost,
		.best = list,
		.timing = timing,
		.best_cost = cost,
		.err = err};
	enum status status = STATUS_OK;

	if (problem_is_alone(problem))
		return STATUS_OK;
	symmetric_cost_init(
		&search.ports, cost->lambda, cost->blocks, SYMMETRIC_PORTS);
	symmetric_list_init(&search.base);
	symmetric_list_init(&search.made);
	status = find_list(&search);
	symmetric_list_clear(&search.base);
	symmetric_list_clear(&search.made);
	symmetric_cost_clear(&search.ports);
	return status;
}
