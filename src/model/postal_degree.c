/*
 * The exact time of DTREE, and its best degree.
 *
 * Node p's children are dp+1 .. dp+d.  The x-th node of level l, from 0, has
 * the digits of x in base d as its path, so it gets message 1 at l·lambda and
 * the sum of x's digits; message i comes (i-1)·d later.  With h the last level,
 * the latest node is the last of level h-1, or that of greatest digit sum on
 * level h.  Bar-Noy & Kipnis 1994, Section 4.3, has the bound of Lemma 18.
 */
#include "model/postal.h"

#include "base/number.h"

enum { TRIES_MAX = 1 << 18, BITS_MAX = 1 << 16 };

/* The shape of a tree of degree d: levels 0 .. height, of which the last has
 * the given number of nodes. */
struct shape {
	mpz_t degree, last, full, rest;
	unsigned long height;
};

static void shape_init(struct shape *shape)
{
	mpz_inits(shape->degree, shape->last, shape->full, shape->rest, NULL);
	shape->height = 0;
}

static void shape_clear(struct shape *shape)
{
	mpz_clears(shape->degree, shape->last, shape->full, shape->rest, NULL);
}

/* Finds height and last from degree >= 2 and n >= 2. */
static void shape_fit(struct shape *shape, const mpz_t n)
{
	mpz_sub_ui(shape->last, n, 1);
	mpz_set(shape->full, shape->degree);
	shape->height = 1;
	while (mpz_cmp(shape->last, shape->full) > 0) {
		mpz_sub(shape->last, shape->last, shape->full);
		mpz_mul(shape->full, shape->full, shape->degree);
		shape->height++;
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
	const struct postal_problem *problem)
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
static void chain_time(mpq_t time, const struct postal_problem *problem)
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
static enum status check_size(
	const struct postal_problem *problem, struct err *err)
{
	if (mpz_sizeinbase(problem->n, 2) <= BITS_MAX)
		return STATUS_OK;
	return err_set(err, STATUS_LIMIT,
		"too many processors for the time of dtree", NULL);
}

enum status postal_time_dtree(
	mpq_t time, const struct postal_problem *problem, struct err *err)
{
	struct shape shape;
	mpz_t sum;

	if (mpz_cmp_ui(problem->n, 1) == 0) {
		mpq_set_ui(time, 0, 1);
		return STATUS_OK;
	}
	if (mpz_cmp_ui(problem->degree, 1) == 0) {
		chain_time(time, problem);
		return STATUS_OK;
	}
	if (check_size(problem, err) != STATUS_OK)
		return err->code;
	mpz_init(sum);
	shape_init(&shape);
	mpz_sub_ui(shape.degree, problem->n, 1);
	if (mpz_cmp(shape.degree, problem->degree) > 0)
		mpz_set(shape.degree, problem->degree);
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

/*
 * Raises degree to the first that needs at most height >= 1 levels: it is one
 * of those around the root, as d^h < 1 + d + ... + d^h <= (d+1)^h.
 */
static void raise_degree(
	struct shape *shape, unsigned long height, const mpz_t n)
{
	mpz_t d;

	mpz_init(d);
	mpz_sub_ui(d, n, 1);
	mpz_root(d, d, height);
	mpz_add_ui(shape->degree, shape->degree, 1);
	if (mpz_cmp(d, shape->degree) > 0)
		mpz_set(shape->degree, d);
	for (;;) {
		shape_fit(shape, n);
		if (shape->height <= height)
			break;
		mpz_add_ui(shape->degree, shape->degree, 1);
	}
	mpz_clear(d);
}

/* Whether the root's last send alone, or a last level of one node, makes this
 * degree no better than best. */
static int is_worse(mpq_t bound, const struct shape *shape, const mpq_t best,
	const struct postal_problem *problem, int *all)
{
	mpz_t zero;

	mpz_init(zero);
	mpz_mul(mpq_numref(bound), shape->degree, problem->m);
	mpz_set_ui(mpq_denref(bound), 1);
	mpq_add(bound, bound, problem->lambda);
	mpz_sub(mpq_numref(bound), mpq_numref(bound), mpq_denref(bound));
	*all = mpq_cmp(bound, best) >= 0;
	shape_time(bound, shape, zero, problem);
	mpz_clear(zero);
	return *all || mpq_cmp(bound, best) >= 0;
}

/*
 * Tries degree by degree.  While the height stays, the bound of is_worse only
 * grows: once it reaches best, the next to try is the first of less height.
 */
static enum status scan_degrees(mpz_t degree, mpq_t best, struct shape *shape,
	const struct postal_problem *problem, struct err *err)
{
	mpq_t time;
	mpz_t sum;
	unsigned long tries = 0;
	int all = 0;

	mpq_init(time);
	mpz_init(sum);
	mpz_set_ui(shape->degree, 2);
	shape_fit(shape, problem->n);
	while (mpz_cmp(shape->degree, problem->n) < 0 && tries++ < TRIES_MAX) {
		unsigned long height = shape->height;

		if (is_worse(time, shape, best, problem, &all)) {
			if (all || height == 1)
				break;
			height--;
		} else {
			digit_sum(sum, shape);
			shape_time(time, shape, sum, problem);
			if (mpq_cmp(time, best) < 0) {
				mpq_set(best, time);
				mpz_set(degree, shape->degree);
			}
		}
		raise_degree(shape, height, problem->n);
	}
	mpq_clear(time);
	mpz_clear(sum);
	if (tries > TRIES_MAX)
		return err_set(err, STATUS_LIMIT,
			"too many degrees to try for the best one of dtree",
			NULL);
	return STATUS_OK;
}

enum status postal_best_degree(mpz_t degree, mpq_t time,
	const struct postal_problem *problem, struct err *err)
{
	struct shape shape;
	enum status status;

	mpz_set_ui(degree, 1);
	chain_time(time, problem);
	if (mpz_cmp_ui(problem->n, 1) == 0)
		mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 2) <= 0)
		return STATUS_OK;
	if (check_size(problem, err) != STATUS_OK)
		return err->code;
	shape_init(&shape);
	status = scan_degrees(degree, time, &shape, problem, err);
	shape_clear(&shape);
	return status;
}
