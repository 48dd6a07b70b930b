/*
 * The exact times: that of one message, and c units more for each further one.
 *
 * binomial: with the bits b_1 < .. < b_k, p gets it at b_k + 1 + k(lambda-1);
 * the latest is 2^q - 1, q = floor(log2(n-1)), or one that ends in ones, after
 * a bit of n-1 that it lacks, or n-1 itself.
 *
 * knomial: a subtree of k^j consecutive numbers takes j(k-2+lambda).  In one of
 * s, where k^(j-1) < s <= k^j, the root first sends to floor((s-1)/k^(j-1))
 * children; all but the last of them have subtrees of k^(j-1) numbers, the last
 * has the rest, and the root goes on with its own k^(j-1) numbers.
 */
#include "model/trees/trees.h"

#include "model/postal/postal.h"

/* The most bits of n: its digits are found one by one, in quadratic time. */
enum { BITS_MAX = 1 << 16 };

/* -- trees of DTREE's kind */

static enum status fixed_degree(mpq_t time, const struct problem *problem,
	const mpz_t degree, struct err *err)
{
	const struct algorithm_options options = {.degree = degree};

	return postal_dtree_time(time, problem, &options, err);
}

enum status trees_flat_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status;
	mpz_t degree;

	(void)options;
	mpz_init_set(degree, problem->n);
	status = fixed_degree(time, problem, degree, err);
	mpz_clear(degree);
	return status;
}

static enum status small_degree(mpq_t time, const struct problem *problem,
	unsigned long small, struct err *err)
{
	enum status status;
	mpz_t degree;

	mpz_init_set_ui(degree, small);
	status = fixed_degree(time, problem, degree, err);
	mpz_clear(degree);
	return status;
}

enum status trees_chain_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	return small_degree(time, problem, 1, err);
}

enum status trees_binary_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	return small_degree(time, problem, 2, err);
}

/* -- times of one message, then of all */

/* time = units + latencies·lambda. */
static void set_trees_time(mpq_t time, const mpz_t units, const mpz_t latencies,
	const struct problem *problem)
{
	mpq_set_z(time, latencies);
	mpq_mul(time, time, problem->lambda);
	mpz_addmul(mpq_numref(time), mpq_denref(time), units);
}

/* time += (m-1)·children. */
static void add_messages(
	mpq_t time, const mpz_t children, const struct problem *problem)
{
	mpz_t units;

	mpz_init(units);
	mpz_sub_ui(units, problem->m, 1);
	mpz_mul(units, units, children);
	mpz_addmul(mpq_numref(time), mpq_denref(time), units);
	mpz_clear(units);
}

/* The most ones in a number from 2^q to x, where q is the highest bit of x. */
static mp_bitcnt_t most_ones(const mpz_t x, mp_bitcnt_t q)
{
	mp_bitcnt_t ones = mpz_popcount(x), most = ones, above = ones;

	for (mp_bitcnt_t i = 0; i < q; i++) {
		if (!mpz_tstbit(x, i))
			continue;
		above--;
		if (above + i > most)
			most = above + i;
	}
	return most;
}

/* time = max(time, units + latencies·lambda). */
static void set_later(mpq_t time, const mpz_t units, const mpz_t latencies,
	const struct problem *problem)
{
	mpq_t other;

	mpq_init(other);
	set_trees_time(other, units, latencies, problem);
	if (mpq_cmp(other, time) > 0)
		mpq_set(time, other);
	mpq_clear(other);
}

enum status trees_binomial_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	mpz_t units, ones;
	mp_bitcnt_t q, most;

	(void)options;
	(void)err;
	mpq_set_ui(time, 0, 1);
	if (problem_is_alone(problem))
		return STATUS_OK;
	mpz_inits(units, ones, NULL);
	mpz_sub_ui(units, problem->n, 1);
	q = mpz_sizeinbase(units, 2) - 1;
	most = most_ones(units, q);
	mpz_set_ui(units, 0);
	mpz_set_ui(ones, q);
	set_later(time, units, ones, problem);
	mpz_set_ui(units, q + 1 - most);
	mpz_set_ui(ones, most);
	set_later(time, units, ones, problem);
	mpz_set_ui(units, q + 1);
	add_messages(time, units, problem);
	mpz_clears(units, ones, NULL);
	return STATUS_OK;
}

/* A subtree of `size` consecutive numbers, at first all n, whose root has the
 * message at units + latencies·lambda. step = radix^level. */
struct knomial {
	mpz_t radix, size, step, count, units, latencies, other, depth;
	unsigned long level;
};

static void knomial_init(struct knomial *knomial, const struct problem *problem,
	const struct algorithm_options *options)
{
	mpz_inits(knomial->count, knomial->units, knomial->latencies,
		knomial->other, knomial->depth, NULL);
	mpz_init_set(knomial->size, problem->n);
	mpz_init_set_ui(knomial->radix, TREES_RADIX);
	if (options->degree)
		mpz_set(knomial->radix, options->degree);
	if (mpz_cmp_ui(knomial->radix, 2) < 0)
		mpz_set_ui(knomial->radix, 2);
	mpz_init_set_ui(knomial->step, 1);
	knomial->level = 0;
	while (mpz_cmp(knomial->step, knomial->size) < 0) {
		mpz_mul(knomial->step, knomial->step, knomial->radix);
		knomial->level++;
	}
}

static void knomial_clear(struct knomial *knomial)
{
	mpz_clears(knomial->radix, knomial->size, knomial->step, knomial->count,
		knomial->units, knomial->latencies, knomial->other,
		knomial->depth, NULL);
}

/* Makes step the largest below size, and count the children at that step. */
static void find_children(struct knomial *knomial)
{
	while (mpz_cmp(knomial->step, knomial->size) >= 0) {
		mpz_divexact(knomial->step, knomial->step, knomial->radix);
		knomial->level--;
	}
	mpz_sub_ui(knomial->count, knomial->size, 1);
	mpz_tdiv_q(knomial->count, knomial->count, knomial->step);
}

/* time = the maximum of itself and the time of a complete subtree of a step
 * that begins that many units and latencies after this root has the message. */
static void add_whole(mpq_t time, struct knomial *knomial, const mpz_t after,
	unsigned long latencies, const struct problem *problem)
{
	mpz_sub_ui(knomial->other, knomial->radix, 2);
	mpz_mul_ui(knomial->other, knomial->other, knomial->level);
	mpz_add(knomial->other, knomial->other, knomial->units);
	mpz_add(knomial->other, knomial->other, after);
	mpz_add_ui(
		knomial->depth, knomial->latencies, knomial->level + latencies);
	set_later(time, knomial->other, knomial->depth, problem);
}

/* Moves to the last child of the step, whose subtree need not be complete. */
static void descend(
	mpq_t time, struct knomial *knomial, const struct problem *problem)
{
	if (knomial->level > 0)
		add_whole(time, knomial, knomial->count, 0, problem);
	mpz_submul(knomial->size, knomial->count, knomial->step);
	mpz_sub_ui(knomial->count, knomial->count, 1);
	if (mpz_sgn(knomial->count) > 0) {
		mpz_sub_ui(knomial->count, knomial->count, 1);
		add_whole(time, knomial, knomial->count, 1, problem);
		mpz_add_ui(knomial->count, knomial->count, 1);
	}
	mpz_add(knomial->units, knomial->units, knomial->count);
	mpz_add_ui(knomial->latencies, knomial->latencies, 1);
	set_later(time, knomial->units, knomial->latencies, problem);
}

enum status trees_knomial_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct knomial knomial;
	mpz_t children;

	mpq_set_ui(time, 0, 1);
	if (problem_is_alone(problem))
		return STATUS_OK;
	if (mpz_sizeinbase(problem->n, 2) > BITS_MAX)
		return err_set(err, STATUS_LIMIT,
			"too many processors for the time of knomial", NULL);
	mpz_init(children);
	knomial_init(&knomial, problem, options);
	find_children(&knomial);
	mpz_sub_ui(children, knomial.radix, 1);
	mpz_mul_ui(children, children, knomial.level);
	mpz_add(children, children, knomial.count);
	while (mpz_cmp_ui(knomial.size, 1) > 0) {
		find_children(&knomial);
		descend(time, &knomial, problem);
	}
	add_messages(time, children, problem);
	mpz_clear(children);
	knomial_clear(&knomial);
	return STATUS_OK;
}
