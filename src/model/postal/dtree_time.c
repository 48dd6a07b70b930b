/*
 * The exact time of DTREE, and its best degree.
 *
 * Node p's children are dp+1 .. dp+d.  The x-th node of level l, from 0, has
 * the digits of x in base d as its path, so it gets message 1 at l·lambda and
 * the sum of x's digits; message i comes (i-1)·d later.  With h the last level,
 * the latest node is the last of level h-1, or that of greatest digit sum on
 * level h.  Bar-Noy & Kipnis 1994, Section 4.3, has the bound of Lemma 18.
 */
#include "model/postal/postal.h"

#include "number/number.h"

enum {
	TRIES_MAX = 1 << 18, /* for n of a limb; fewer for longer ones */
	BITS_MAX = 1 << 16
};

/*
 * The shape of a tree of degree d: levels 0 .. height, of which the last has
 * the given number of nodes, at least d^whole.  As d grows, height only
 * decreases, and so does whole while height stays.
 */
struct shape {
	mpz_t degree, last, power, rest;
	unsigned long height, whole;
};

static void shape_init(struct shape *shape)
{
	mpz_inits(shape->degree, shape->last, shape->power, shape->rest, NULL);
	shape->height = shape->whole = 0;
}

static void shape_clear(struct shape *shape)
{
	mpz_clears(shape->degree, shape->last, shape->power, shape->rest, NULL);
}

/* Finds the rest from degree >= 2 and n >= 2. */
static void shape_fit(struct shape *shape, const mpz_t n)
{
	mpz_sub_ui(shape->last, n, 1);
	mpz_set(shape->power, shape->degree);
	shape->height = 1;
	while (mpz_cmp(shape->last, shape->power) > 0) {
		mpz_sub(shape->last, shape->last, shape->power);
		mpz_mul(shape->power, shape->power, shape->degree);
		shape->height++;
	}
	shape->whole = shape->height;
	while (mpz_cmp(shape->last, shape->power) < 0) {
		mpz_divexact(shape->power, shape->power, shape->degree);
		shape->whole--;
	}
}

/*
 * sum = the greatest sum of digits, in base degree, of 0 .. last-1.  Such a
 * number has the first digits of last-1, then one digit less by one, then only
 * the greatest digit; or it is last-1 itself.  From the lowest digit up, head
 * is kept as if all higher ones were 0.
 */
static void digit_sum(mpz_t sum, struct shape *shape)
{
	mpz_t digit, tail;

	mpz_inits(digit, tail, NULL);
	mpz_set_ui(sum, 0);
	mpz_sub_ui(shape->rest, shape->last, 1);
	for (unsigned long i = 0; mpz_sgn(shape->rest) > 0; i++) {
		mpz_fdiv_qr(shape->rest, digit, shape->rest, shape->degree);
		if (mpz_sgn(digit) > 0) {
			mpz_sub_ui(tail, shape->degree, 1);
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
static void shape_time(mpq_t time, const struct shape *shape, const mpz_t sum,
	const struct problem *problem)
{
	mpq_t above, z;

	mpq_inits(above, z, NULL);
	mpz_sub_ui(mpq_numref(z), shape->degree, 1);
	mpq_add(above, problem->lambda, z);
	mpz_set_ui(mpq_numref(z), shape->height - 1);
	mpq_mul(above, above, z);
	mpz_set_ui(mpq_numref(z), shape->height);
	mpq_mul(time, problem->lambda, z);
	mpz_set(mpq_numref(z), sum);
	mpq_add(time, time, z);
	if (mpq_cmp(above, time) > 0)
		mpq_set(time, above);
	mpz_sub_ui(mpq_numref(z), problem->m, 1);
	mpz_mul(mpq_numref(z), mpq_numref(z), shape->degree);
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

/* Digits of n are found one by one: a quadratic time that must stay small. */
static enum status check_dtree_size(
	const struct problem *problem, struct err *err)
{
	if (mpz_sizeinbase(problem->n, 2) <= BITS_MAX)
		return STATUS_OK;
	return err_set(err, STATUS_LIMIT,
		"too many processors for the time of dtree", NULL);
}

/* Of a degree >= 2, in a tree of n >= 2. */
static enum status degree_time(mpq_t time, const struct problem *problem,
	const mpz_t degree, struct err *err)
{
	struct shape shape;
	mpz_t sum;

	if (check_dtree_size(problem, err) != STATUS_OK)
		return err->code;
	mpz_init(sum);
	shape_init(&shape);
	mpz_sub_ui(shape.degree, problem->n, 1);
	if (mpz_cmp(shape.degree, degree) > 0)
		mpz_set(shape.degree, degree);
	if (mpz_cmp_ui(shape.degree, 1) == 0) {
		chain_time(time, problem);
	} else {
		shape_fit(&shape, problem->n);
		digit_sum(sum, &shape);
		shape_time(time, &shape, sum, problem);
	}
	shape_clear(&shape);
	mpz_clear(sum);
	return STATUS_OK;
}

static void shape_set(struct shape *shape, const mpz_t degree, const mpz_t n)
{
	mpz_set(shape->degree, degree);
	shape_fit(shape, n);
}

/*
 * Goes on to the first degree with less height, or as much and less whole, by
 * doubled steps and a bisection; to n if there is none.
 */
static void skip_alike(struct shape *shape, const mpz_t n)
{
	unsigned long height = shape->height, whole = shape->whole;
	mpz_t low, high, step;

	mpz_init_set(low, shape->degree);
	mpz_init_set(high, low);
	mpz_init_set_ui(step, 1);
	do {
		mpz_set(low, high);
		mpz_add(high, high, step);
		mpz_mul_2exp(step, step, 1);
		if (mpz_cmp(high, n) >= 0)
			mpz_set(high, n);
		shape_set(shape, high, n);
	} while (shape->height == height && shape->whole == whole &&
		 mpz_cmp(high, n) < 0);
	for (;;) {
		mpz_sub(step, high, low);
		if (mpz_cmp_ui(step, 1) <= 0)
			break;
		mpz_fdiv_q_2exp(step, step, 1);
		mpz_add(step, low, step);
		shape_set(shape, step, n);
		if (shape->height == height && shape->whole == whole)
			mpz_set(low, step);
		else
			mpz_set(high, step);
	}
	shape_set(shape, high, n);
	mpz_clears(low, high, step, NULL);
}

/* bound = d·m + lambda - 1, the end of the root's last send alone. */
static void root_bound(
	mpq_t bound, const struct shape *shape, const struct problem *problem)
{
	mpz_mul(mpq_numref(bound), shape->degree, problem->m);
	mpz_sub_ui(mpq_numref(bound), mpq_numref(bound), 1);
	mpz_set_ui(mpq_denref(bound), 1);
	mpq_add(bound, bound, problem->lambda);
}

/* The time if d^whole - 1 had the greatest digit sum: not too late. */
static void shape_bound(
	mpq_t bound, const struct shape *shape, const struct problem *problem)
{
	mpz_t sum;

	mpz_init(sum);
	mpz_sub_ui(sum, shape->degree, 1);
	mpz_mul_ui(sum, sum, shape->whole);
	shape_time(bound, shape, sum, problem);
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
	const mpq_t time, const struct shape *shape, const struct best *best)
{
	int order = mpq_cmp(time, best->time);

	return order > 0 ||
	       (order == 0 && mpz_cmp(best->degree, shape->degree) <= 0);
}

/*
 * Tries the shape's degree and goes on to the next.  In a tree of height 2
 * whose last level has fewer nodes than one family, a degree more saves at most
 * one unit of time: what the time lacks are degrees to leave out.
 */
static void try_degree(struct shape *shape, const struct best *best,
	const struct problem *problem)
{
	mpq_t time;
	mpz_t sum;

	mpq_init(time);
	mpz_init(sum);
	digit_sum(sum, shape);
	shape_time(time, shape, sum, problem);
	if (!is_beaten(time, shape, best)) {
		mpq_set(best->time, time);
		mpz_set(best->degree, shape->degree);
	}
	mpq_sub(time, time, best->time);
	number_floor(sum, time);
	if (shape->height > 2 || shape->whole > 0 || mpz_sgn(sum) == 0)
		mpz_set_ui(sum, 1);
	mpz_add(shape->degree, shape->degree, sum);
	mpq_clear(time);
	mpz_clear(sum);
}

/*
 * Tries degree by degree, until the root alone takes as long as the best.  With
 * height and whole, shape_bound only grows: once it reaches the best time, all
 * degrees of this shape are done.
 */
static enum status scan_degrees(struct shape *shape, const struct best *best,
	const struct problem *problem, struct err *err)
{
	size_t tries = 0, size = mpz_size(problem->n);
	size_t most = size > 1 ? TRIES_MAX / 4 / size : TRIES_MAX;
	mpq_t bound;

	mpq_init(bound);
	mpz_set_ui(shape->degree, 2);
	for (; mpz_cmp(shape->degree, problem->n) < 0; tries++) {
		shape_fit(shape, problem->n);
		root_bound(bound, shape, problem);
		if (is_beaten(bound, shape, best) || tries >= most)
			break;
		shape_bound(bound, shape, problem);
		if (is_beaten(bound, shape, best))
			skip_alike(shape, problem->n);
		else
			try_degree(shape, best, problem);
	}
	mpq_clear(bound);
	if (tries >= most)
		return err_set(err, STATUS_LIMIT,
			"too many degrees to try for the best one of dtree",
			NULL);
	return STATUS_OK;
}

/* Begins with the better of a chain and a star: with a large latency the star
 * rules out most of the others at once. */
static enum status find_degree(struct shape *shape, const struct best *best,
	const struct problem *problem, struct err *err)
{
	mpz_set_ui(best->degree, 1);
	chain_time(best->time, problem);
	mpz_sub_ui(shape->degree, problem->n, 1);
	shape_fit(shape, problem->n);
	try_degree(shape, best, problem);
	return scan_degrees(shape, best, problem, err);
}

enum status postal_best_degree(mpz_t degree, mpq_t time,
	const struct problem *problem, struct err *err)
{
	struct best best = {degree, time};
	struct shape shape;
	enum status status;

	mpz_set_ui(degree, 1);
	chain_time(time, problem);
	if (problem_is_alone(problem))
		mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 2) <= 0)
		return STATUS_OK;
	if (check_dtree_size(problem, err) != STATUS_OK)
		return err->code;
	shape_init(&shape);
	status = find_degree(&shape, &best, problem, err);
	shape_clear(&shape);
	return status;
}

static enum status best_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t degree;

	mpz_init(degree);
	status = postal_best_degree(degree, time, problem, err);
	mpz_clear(degree);
	return status;
}

enum status postal_dtree_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	const __mpz_struct *degree = options->degree;

	if (!degree)
		return best_time(time, problem, err);
	if (problem_is_alone(problem)) {
		mpq_set_ui(time, 0, 1);
		return STATUS_OK;
	}
	if (mpz_cmp_ui(degree, 1) == 0) {
		chain_time(time, problem);
		return STATUS_OK;
	}
	return degree_time(time, problem, degree, err);
}
