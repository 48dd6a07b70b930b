/*
 * DTREE: processor p's children are dp+1 .. dp+d, from left to right, so its
 * parent is floor((p-1)/d), whose child number (p-1) mod d it is.  flat is that
 * of degree n-1, chain that of degree 1.
 *
 * The x-th processor of level l, from 0, has the digits of x in base d as its
 * path, so it gets message 1 at l·lambda and the sum of x's digits; message i
 * comes (i-1)·d later.  With h the last level, the latest one is the last of
 * level h-1, or that of greatest digit sum on level h.
 * Bar-Noy & Kipnis 1994, Section 4.3, with the bound of Lemma 18.
 */
#include "model/trees/trees.h"

#include "model/trees/shape.h"
#include "number/number.h"

/* For n of a limb; fewer for longer ones. */
enum { TRIES_MAX = 1 << 18 };

/* -- in words */

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

/* The sends before the rank's on its path, and the length of that.  Of degree 1
 * it is as long as the rank says, and one ancestor as good as another. */
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
 * The shape of a tree of degree d: levels 0 .. height, of which the last has
 * the given number of nodes, at least d^whole.  As d grows, height only
 * decreases, and so does whole while height stays.
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

/* Finds the rest from degree >= 2 and n >= 2. */
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

/*
 * sum = the greatest sum of digits, in base degree, of 0 .. last-1.  Such a
 * number has the first digits of last-1, then one digit less by one, then only
 * the greatest digit; or it is last-1 itself.  From the lowest digit up, head
 * is kept as if all higher ones were 0.
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
	mpq_t above, z;

	mpq_inits(above, z, NULL);
	mpz_sub_ui(mpq_numref(z), levels->degree, 1);
	mpq_add(above, problem->lambda, z);
	mpz_set_ui(mpq_numref(z), levels->height - 1);
	mpq_mul(above, above, z);
	mpz_set_ui(mpq_numref(z), levels->height);
	mpq_mul(time, problem->lambda, z);
	mpz_set(mpq_numref(z), sum);
	mpq_add(time, time, z);
	number_raise(time, above);
	mpz_sub_ui(mpq_numref(z), problem->m, 1);
	mpz_mul(mpq_numref(z), mpq_numref(z), levels->degree);
	mpq_add(time, time, z);
	mpq_clears(above, z, NULL);
}

/* time = m - 1 + (n-1)·lambda, that of a chain. */
static void chain_time(mpq_t time, const struct problem *problem)
{
	mpq_t z;

	mpq_init(z);
	mpz_sub_ui(mpq_numref(z), problem->n, 1);
	mpq_mul(time, problem->lambda, z);
	mpz_sub_ui(mpq_numref(z), problem->m, 1);
	mpq_add(time, time, z);
	mpq_clear(z);
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
	mpz_set(levels.degree, degree);
	levels_fit(&levels, problem->n);
	digit_sum(sum, &levels);
	levels_time(time, &levels, sum, problem);
	levels_clear(&levels);
	mpz_clear(sum);
}

/* -- the best degree */

static void levels_set(struct levels *levels, const mpz_t degree, const mpz_t n)
{
	mpz_set(levels->degree, degree);
	levels_fit(levels, n);
}

/*
 * Goes on to the first degree with less height, or as much and less whole, by
 * doubled steps and a bisection; to n if there is none.
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
	levels_set(levels, high, n);
	mpz_clears(low, high, step, NULL);
}

/* bound = d·m + lambda - 1, the end of the root's last send alone. */
static void root_bound(
	mpq_t bound, const struct levels *levels, const struct problem *problem)
{
	mpz_mul(mpq_numref(bound), levels->degree, problem->m);
	mpz_sub_ui(mpq_numref(bound), mpq_numref(bound), 1);
	mpz_set_ui(mpq_denref(bound), 1);
	mpq_add(bound, bound, problem->lambda);
}

/* The time if d^whole - 1 had the greatest digit sum: not too late. */
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

/* Whether the shape's degree, if it took that time, would be no better: of two
 * degrees with the same time the smaller one is. */
static int is_beaten(
	const mpq_t time, const struct levels *levels, const struct best *best)
{
	int order = mpq_cmp(time, best->time);

	return order > 0 ||
	       (order == 0 && mpz_cmp(best->degree, levels->degree) <= 0);
}

/*
 * Tries the shape's degree and goes on to the next.  In a tree of height 2
 * whose last level has fewer nodes than one family, a degree more saves at most
 * one unit of time: what the time lacks are degrees to leave out.
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
 * Tries degree by degree, until the root alone takes as long as the best.  With
 * height and whole, levels_bound only grows: once it reaches the best time, all
 * degrees of this shape are done.
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

/* Begins with the better of a chain and a star: with a large latency the star
 * rules out most of the others at once. */
static enum status find_degree(struct levels *levels, const struct best *best,
	const struct problem *problem, struct err *err)
{
	mpz_set_ui(best->degree, 1);
	chain_time(best->time, problem);
	mpz_sub_ui(levels->degree, problem->n, 1);
	levels_fit(levels, problem->n);
	try_degree(levels, best, problem);
	return scan_degrees(levels, best, problem, err);
}

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
	status = find_degree(&levels, &best, problem, err);
	levels_clear(&levels);
	return status;
}

/* A degree of n-1 or more acts as n-1; of 1, where that is 0. */
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
