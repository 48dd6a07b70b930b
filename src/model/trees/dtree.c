/*
 * DTREE: processor p's children are dp+1 .. dp+d, from left to right; so its
 * parent is floor((p-1)/d), and it is child number (p-1) mod d of it, from 0.
 * flat is DTREE of degree n-1, chain of degree 1.
 *
 * The path to the x-th processor of level l, from 0, is x's l digits in base d:
 * each says how many children an ancestor serves before the next one on the
 * path.  So message 1 comes at l·lambda plus the sum of the digits, and message
 * i (i-1)·d later.  h is the last level: the last processor to get a message is
 * the last one of level h-1, or the one of greatest digit sum on level h.
 *   Example: d = 2, n = 6: levels 0; 1 2; 3 4 5.  Processor 5 is x = 2 of level
 * 2, digits 1 0, and gets message 1 at 2 lambda + 1.
 *
 * Bar-Noy & Kipnis 1994, Section 4.3, with the bound of Lemma 18.
 */
#include "model/trees/trees.h"

#include "model/trees/shape.h"
#include "number/number.h"

/* The most degrees tried for n of one limb; fewer for longer n. */
enum { TRIES_MAX = 1 << 18 };

/* -- the tree */

static uint64_t dtree_first(const struct trees_tree *tree, uint64_t parent)
{
	return parent > (tree->n - 2) / tree->degree
		       ? tree->n
		       : tree->degree * parent + 1;
}

static uint64_t dtree_next(
	const struct trees_tree *tree, uint64_t parent, uint64_t child)
{
	return child == tree->degree * (parent + 1) ? tree->n : child + 1;
}

/* -- the place of one */

static void dtree_child(mpz_t child, struct postal_part *part, const mpz_t k)
{
	mpz_add(child, ((struct trees_place *)part)->first, k);
}

/* Sets latencies, the length of the path to the rank, and sends, the sum of the
 * digits along it.  In a chain these are the rank and 0: no climbing there. */
static void climb_dtree(struct trees_place *place)
{
	mpz_t at, digit;

	mpz_init_set(at, place->rank);
	mpz_init(digit);
	if (mpz_cmp_ui(place->degree, 1) == 0) {
		mpz_set(place->latencies, at);
		mpz_set_ui(at, 0);
	}
	while (mpz_sgn(at) > 0) {
		mpz_sub_ui(at, at, 1);
		mpz_fdiv_qr(at, digit, at, place->degree);
		mpz_add(place->sends, place->sends, digit);
		mpz_add_ui(place->latencies, place->latencies, 1);
	}
	mpz_clears(at, digit, NULL);
}

static void dtree_place(
	struct trees_place *place, const struct problem *problem)
{
	struct postal_part *part = &place->part;

	climb_dtree(place);
	mpz_set(part->period, place->degree);
	mpz_sub_ui(part->parent, place->rank, 1);
	mpz_fdiv_q(part->parent, part->parent, place->degree);
	mpz_mul(place->first, place->rank, place->degree);
	mpz_add_ui(place->first, place->first, 1);
	mpz_sub(part->children, problem->n, place->first);
	if (mpz_sgn(part->children) < 0)
		mpz_set_ui(part->children, 0);
	if (mpz_cmp(part->children, place->degree) > 0)
		mpz_set(part->children, place->degree);
}

/* -- the time of a degree */

/*
 * The levels 0 .. height of a tree of degree d.  The last one has `last` nodes,
 * and d^whole <= last.  As d grows, height never grows, nor does whole while
 * height stays the same.
 */
struct levels {
	mpz_t degree, last, power, rest;
	unsigned long height, whole;
};

static void levels_init(struct levels *levels)
{
	mpz_inits(levels->degree, levels->last, levels->power, levels->rest,
		NULL);
	levels->height = levels->whole = 0;
}

static void levels_clear(struct levels *levels)
{
	mpz_clears(levels->degree, levels->last, levels->power, levels->rest,
		NULL);
}

/* Sets the other fields from the degree; degree >= 2, n >= 2. */
static void levels_fit(struct levels *levels, const mpz_t n)
{
	mpz_sub_ui(levels->last, n, 1);
	mpz_set(levels->power, levels->degree);
	levels->height = 1;
	while (mpz_cmp(levels->last, levels->power) > 0) {
		mpz_sub(levels->last, levels->last, levels->power);
		mpz_mul(levels->power, levels->power, levels->degree);
		levels->height++;
	}
	levels->whole = levels->height;
	while (mpz_cmp(levels->last, levels->power) < 0) {
		mpz_divexact(levels->power, levels->power, levels->degree);
		levels->whole--;
	}
}

static void levels_set(struct levels *levels, const mpz_t degree, const mpz_t n)
{
	mpz_set(levels->degree, degree);
	levels_fit(levels, n);
}

/* sum = the greatest digit sum, in base degree, of the numbers 0 .. last-1.  It
 * is that of last-1 itself or of a number that begins like last-1, continues
 * with a digit less by one, and ends in greatest digits.  Digits are added from
 * the lowest up; after each, sum is the greatest for the digits so far.
 */
static void digit_sum(mpz_t sum, struct levels *levels)
{
	mpz_t digit, tail;

	mpz_inits(digit, tail, NULL);
	mpz_set_ui(sum, 0);
	mpz_sub_ui(levels->rest, levels->last, 1);
	for (unsigned long i = 0; mpz_sgn(levels->rest) > 0; i++) {
		mpz_fdiv_qr(levels->rest, digit, levels->rest, levels->degree);
		if (mpz_sgn(digit) > 0) {
			mpz_sub_ui(tail, levels->degree, 1);
			mpz_mul_ui(tail, tail, i);
			mpz_sub_ui(tail, tail, 1);
			if (mpz_cmp(tail, sum) > 0)
				mpz_set(sum, tail);
		}
		mpz_add(sum, sum, digit);
	}
	mpz_clears(digit, tail, NULL);
}

/* time = (m-1)d + max((h-1)(lambda+d-1), h·lambda + sum). */
static void levels_time(mpq_t time, const struct levels *levels,
	const mpz_t sum, const struct problem *problem)
{
	mpz_t units, latencies;

	mpz_inits(units, latencies, NULL);
	mpz_set_ui(latencies, levels->height);
	trees_set_time(time, sum, latencies, problem);
	mpz_sub_ui(latencies, latencies, 1);
	mpz_sub_ui(units, levels->degree, 1);
	mpz_mul(units, units, latencies);
	trees_set_later(time, units, latencies, problem);
	trees_add_messages(time, levels->degree, problem);
	mpz_clears(units, latencies, NULL);
}

/* time = m - 1 + (n-1)·lambda, that of a chain. */
static void chain_time(mpq_t time, const struct problem *problem)
{
	mpz_t units, latencies;

	mpz_inits(units, latencies, NULL);
	mpz_sub_ui(units, problem->m, 1);
	mpz_sub_ui(latencies, problem->n, 1);
	trees_set_time(time, units, latencies, problem);
	mpz_clears(units, latencies, NULL);
}

static void degree_time(
	mpq_t time, const struct problem *problem, const mpz_t degree)
{
	struct levels levels;
	mpz_t sum;

	if (mpz_cmp_ui(degree, 1) == 0) {
		chain_time(time, problem);
		return;
	}
	mpz_init(sum);
	levels_init(&levels);
	levels_set(&levels, degree, problem->n);
	digit_sum(sum, &levels);
	levels_time(time, &levels, sum, problem);
	levels_clear(&levels);
	mpz_clear(sum);
}

/* -- the best degree */

/*
 * Moves to the first degree with another height or another whole, or to n, by
 * doubling steps and then bisecting.
 */
static void skip_alike(struct levels *levels, const mpz_t n)
{
	unsigned long height = levels->height, whole = levels->whole;
	mpz_t low, high, step;

	mpz_init_set(low, levels->degree);
	mpz_init_set(high, low);
	mpz_init_set_ui(step, 1);
	do {
		mpz_set(low, high);
		mpz_add(high, high, step);
		mpz_mul_2exp(step, step, 1);
		if (mpz_cmp(high, n) >= 0)
			mpz_set(high, n);
		levels_set(levels, high, n);
	} while (levels->height == height && levels->whole == whole &&
		 mpz_cmp(high, n) < 0);
	for (;;) {
		mpz_sub(step, high, low);
		if (mpz_cmp_ui(step, 1) <= 0)
			break;
		mpz_fdiv_q_2exp(step, step, 1);
		mpz_add(step, low, step);
		levels_set(levels, step, n);
		if (levels->height == height && levels->whole == whole)
			mpz_set(low, step);
		else
			mpz_set(high, step);
	}
	mpz_set(levels->degree, high);
	mpz_clears(low, high, step, NULL);
}

/* bound = d·m - 1 + lambda, when the root's last send arrives. */
static void root_bound(
	mpq_t bound, const struct levels *levels, const struct problem *problem)
{
	mpz_mul(mpq_numref(bound), levels->degree, problem->m);
	mpz_sub_ui(mpq_numref(bound), mpq_numref(bound), 1);
	mpz_set_ui(mpq_denref(bound), 1);
	mpq_add(bound, bound, problem->lambda);
}

/* A lower bound on the time: d^whole - 1, whose digits are the greatest, is one
 * of the numbers 0 .. last-1. */
static void levels_bound(
	mpq_t bound, const struct levels *levels, const struct problem *problem)
{
	mpz_t sum;

	mpz_init(sum);
	mpz_sub_ui(sum, levels->degree, 1);
	mpz_mul_ui(sum, sum, levels->whole);
	levels_time(bound, levels, sum, problem);
	mpz_clear(sum);
}

/* The best degree so far, and its time. */
struct best {
	mpz_ptr degree;
	mpq_ptr time;
};

/* Whether the present degree, if it took that time, would be no better than the
 * best: of degrees of the same time the smallest counts as best. */
static int is_beaten(
	const mpq_t time, const struct levels *levels, const struct best *best)
{
	int order = mpq_cmp(time, best->time);

	return order > 0 ||
	       (order == 0 && mpz_cmp(best->degree, levels->degree) <= 0);
}

/*
 * Tries the present degree and moves to the next.  With height <= 2 and whole =
 * 0, raising the degree by one saves at most one unit of time.  So if the time
 * is s units above the best, the next s - 1 degrees can be skipped.
 */
static void try_degree(struct levels *levels, const struct best *best,
	const struct problem *problem)
{
	mpq_t time;
	mpz_t sum;

	mpq_init(time);
	mpz_init(sum);
	digit_sum(sum, levels);
	levels_time(time, levels, sum, problem);
	if (!is_beaten(time, levels, best)) {
		mpq_set(best->time, time);
		mpz_set(best->degree, levels->degree);
	}
	mpq_sub(time, time, best->time);
	number_floor(sum, time);
	if (levels->height > 2 || levels->whole > 0 || mpz_sgn(sum) == 0)
		mpz_set_ui(sum, 1);
	mpz_add(levels->degree, levels->degree, sum);
	mpq_clear(time);
	mpz_clear(sum);
}

/*
 * Tries degree by degree, until the root alone takes as long as the best time.
 * While height and whole stay the same, levels_bound grows with the degree:
 * once it reaches the best time, no degree with these is better.
 */
static enum status scan_degrees(struct levels *levels, const struct best *best,
	const struct problem *problem, struct err *err)
{
	size_t tries = 0, size = mpz_size(problem->n);
	size_t most = size > 1 ? TRIES_MAX / 4 / size : TRIES_MAX;
	mpq_t bound;

	mpq_init(bound);
	mpz_set_ui(levels->degree, 2);
	for (; mpz_cmp(levels->degree, problem->n) < 0; tries++) {
		levels_fit(levels, problem->n);
		root_bound(bound, levels, problem);
		if (is_beaten(bound, levels, best) || tries >= most)
			break;
		levels_bound(bound, levels, problem);
		if (is_beaten(bound, levels, best))
			skip_alike(levels, problem->n);
		else
			try_degree(levels, best, problem);
	}
	mpq_clear(bound);
	if (tries >= most)
		return err_limit(err,
			"too many degrees to try for the best one of dtree");
	return STATUS_OK;
}

/* The search begins with a chain and a star: at a large latency the star rules
 * out most other degrees at once. */
enum status trees_best_degree(mpz_t degree, mpq_t time,
	const struct problem *problem, struct err *err)
{
	struct best best = {degree, time};
	struct levels levels;
	enum status status;

	mpz_set_ui(degree, 1);
	chain_time(time, problem);
	if (problem_is_alone(problem))
		mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 2) <= 0)
		return STATUS_OK;
	if (trees_check_digits(&trees_dtree, problem, err) != STATUS_OK)
		return err->code;
	levels_init(&levels);
	mpz_sub_ui(levels.degree, problem->n, 1);
	levels_fit(&levels, problem->n);
	try_degree(&levels, &best, problem);
	status = scan_degrees(&levels, &best, problem, err);
	levels_clear(&levels);
	return status;
}

/* Clips a degree to n-1, or to 1 if n = 1. */
static void clip_degree(mpz_t degree, const mpz_t n)
{
	if (mpz_cmp(degree, n) >= 0)
		mpz_sub_ui(degree, n, 1);
	if (mpz_sgn(degree) == 0)
		mpz_set_ui(degree, 1);
}

static enum status dtree_degree(mpz_t degree, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status;
	mpq_t time;

	if (options->degree) {
		mpz_set(degree, options->degree);
		clip_degree(degree, problem->n);
		return STATUS_OK;
	}
	mpq_init(time);
	status = trees_best_degree(degree, time, problem, err);
	mpq_clear(time);
	return status;
}

static enum status flat_degree(mpz_t degree, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	(void)err;
	mpz_set(degree, problem->n);
	clip_degree(degree, problem->n);
	return STATUS_OK;
}

static enum status chain_degree(mpz_t degree, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)problem;
	(void)options;
	(void)err;
	mpz_set_ui(degree, 1);
	return STATUS_OK;
}

const struct trees_shape trees_dtree = {"dtree", 1, 1, dtree_degree,
	degree_time, dtree_first, dtree_next, dtree_place, dtree_child};
const struct trees_shape trees_flat = {"flat", 0, 0, flat_degree, degree_time,
	dtree_first, dtree_next, dtree_place, dtree_child};
const struct trees_shape trees_chain = {"chain", 0, 0, chain_degree,
	degree_time, dtree_first, dtree_next, dtree_place, dtree_child};
