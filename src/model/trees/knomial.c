/*
 * knomial, of radix k: the children of processor p are p + d·s, 0 < d < k, for
 * every power s of k such that k·s divides p, the step; the largest step comes
 * first, and of one step the smallest d.  So the parent of p is p with its
 * lowest nonzero base-k digit set to 0.
 *   Example: k = 3, n = 9: 0 sends to 3, 6, 1 and 2; 3 to 4 and 5; 6 to 7
 * and 8.
 *
 * Time: a complete subtree, of k^j consecutive numbers, takes j(k-2+lambda). In
 * a subtree of s numbers, k^(j-1) < s <= k^j, the root first sends to
 * floor((s-1)/k^(j-1)) children.  All but the last of these have complete
 * subtrees of k^(j-1) numbers, the last one has the rest, and the root itself
 * keeps k^(j-1) numbers.
 *
 * Place: on the path from 0 to p one nonzero digit after another is added, from
 * the highest down.  Before a processor sends to its child with digit d at some
 * step, it sends to its children of larger steps, k-1 for each step but the
 * largest, which may have fewer, and to d-1 of the same step.
 */
#include "model/trees/trees.h"

#include "model/trees/shape.h"

/* -- the tree */

static uint64_t knomial_first(const struct trees_tree *tree, uint64_t parent)
{
	uint64_t k = tree->degree, step = 1;

	if (parent % k != 0)
		return tree->n;
	while (step <= (tree->n - 1 - parent) / k &&
		parent / (k * step) % k == 0)
		step *= k;
	return parent + step;
}

static uint64_t knomial_next(
	const struct trees_tree *tree, uint64_t parent, uint64_t child)
{
	uint64_t k = tree->degree, apart = child - parent, step = 1;

	while (step <= apart / k)
		step *= k;
	if (apart / step < k - 1 && step < tree->n - child)
		return child + step;
	return step > 1 ? parent + step / k : tree->n;
}

/* -- the time */

/* A subtree of `size` consecutive numbers, at first all n, whose root has the
 * message at units + latencies·lambda.  step = radix^level; count: the root's
 * children at that step.  other, depth: scratch. */
struct knomial {
	mpz_t radix, size, step, count, units, latencies, other, depth;
	unsigned long level;
};

static void knomial_init(struct knomial *knomial, const struct problem *problem,
	const mpz_t radix)
{
	mpz_inits(knomial->count, knomial->units, knomial->latencies,
		knomial->other, knomial->depth, NULL);
	mpz_init_set(knomial->size, problem->n);
	mpz_init_set(knomial->radix, radix);
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

/* Sets step to the largest power below size, and count. */
static void find_children(struct knomial *knomial)
{
	while (mpz_cmp(knomial->step, knomial->size) >= 0) {
		mpz_divexact(knomial->step, knomial->step, knomial->radix);
		knomial->level--;
	}
	mpz_sub_ui(knomial->count, knomial->size, 1);
	mpz_tdiv_q(knomial->count, knomial->count, knomial->step);
}

/* Raises time to the end of a complete subtree of `step` numbers, whose root
 * has the message so many units and latencies after this subtree's. */
static void add_whole(mpq_t time, struct knomial *knomial, const mpz_t after,
	unsigned long latencies, const struct problem *problem)
{
	mpz_sub_ui(knomial->other, knomial->radix, 2);
	mpz_mul_ui(knomial->other, knomial->other, knomial->level);
	mpz_add(knomial->other, knomial->other, knomial->units);
	mpz_add(knomial->other, knomial->other, after);
	mpz_add_ui(
		knomial->depth, knomial->latencies, knomial->level + latencies);
	trees_set_later(time, knomial->other, knomial->depth, problem);
}

/* Accounts for the root's own numbers and for the complete subtrees of its
 * children at this step, and moves to the last child. */
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
	trees_set_later(time, knomial->units, knomial->latencies, problem);
}

static void knomial_time(
	mpq_t time, const struct problem *problem, const mpz_t radix)
{
	struct knomial knomial;
	mpz_t children;

	mpq_set_ui(time, 0, 1);
	mpz_init(children);
	knomial_init(&knomial, problem, radix);
	find_children(&knomial);
	mpz_sub_ui(children, knomial.radix, 1);
	mpz_mul_ui(children, children, knomial.level);
	mpz_add(children, children, knomial.count);
	while (mpz_cmp_ui(knomial.size, 1) > 0) {
		find_children(&knomial);
		descend(time, &knomial, problem);
	}
	trees_add_messages(time, children, problem);
	mpz_clear(children);
	knomial_clear(&knomial);
}

/* -- the place of one */

static void knomial_child(mpz_t child, struct postal_part *part, const mpz_t k)
{
	struct trees_place *place = (struct trees_place *)part;
	unsigned long level = place->level;
	mpz_t others;

	mpz_init(others);
	if (mpz_cmp(k, place->first) < 0) {
		mpz_set(others, k);
	} else {
		mpz_sub(child, k, place->first);
		mpz_sub_ui(others, place->degree, 1);
		mpz_fdiv_qr(child, others, child, others);
		level -= 1 + mpz_get_ui(child);
	}
	mpz_add_ui(others, others, 1);
	mpz_pow_ui(child, place->degree, level);
	mpz_mul(child, child, others);
	mpz_add(child, child, place->rank);
	mpz_clear(others);
}

/* A walk up the path from the rank: `at` is the present processor; step =
 * radix^level; digits = at / step.  After find_top, level is the highest on
 * which it has children, and top how many it has there.  sends and latencies:
 * so far. */
struct climb {
	mpz_t at, digits, step, top, sends;
	unsigned long level, latencies;
};

static void climb_init(struct climb *climb, const mpz_t rank)
{
	climb->level = climb->latencies = 0;
	mpz_inits(climb->top, climb->sends, NULL);
	mpz_init_set(climb->at, rank);
	mpz_init_set(climb->digits, rank);
	mpz_init_set_ui(climb->step, 1);
}

static void climb_clear(struct climb *climb)
{
	mpz_clears(climb->at, climb->digits, climb->step, climb->top,
		climb->sends, NULL);
}

static void climb_level(struct climb *climb, const mpz_t radix)
{
	mpz_divexact(climb->digits, climb->digits, radix);
	mpz_mul(climb->step, climb->step, radix);
	climb->level++;
}

/* Moves up from a level at which the processor may have children to the highest
 * one at which it has any, and sets top. */
static void find_top(struct climb *climb, const mpz_t radix, const mpz_t n)
{
	mpz_t next;

	mpz_init(next);
	mpz_sub(climb->top, n, climb->at);
	mpz_sub_ui(climb->top, climb->top, 1);
	mpz_fdiv_q(climb->top, climb->top, climb->step);
	while (mpz_cmp(climb->top, radix) >= 0) {
		mpz_divexact(next, climb->digits, radix);
		if (!mpz_divisible_p(next, radix))
			break;
		climb_level(climb, radix);
		mpz_fdiv_q(climb->top, climb->top, radix);
	}
	if (mpz_cmp(climb->top, radix) >= 0)
		mpz_sub_ui(climb->top, radix, 1);
	mpz_clear(next);
}

/* count += the processor's children on the given level and above: radix - 1 on
 * each but the highest. */
static void add_children(mpz_t count, const struct climb *climb,
	unsigned long level, const mpz_t radix)
{
	mpz_t each;

	mpz_init(each);
	mpz_sub_ui(each, radix, 1);
	mpz_addmul_ui(count, each, climb->level - level);
	mpz_add(count, count, climb->top);
	mpz_clear(each);
}

/* Moves from a child to its parent, and counts the parent's earlier sends. */
static void climb_up(struct climb *climb, const mpz_t radix, const mpz_t n)
{
	unsigned long child;
	mpz_t digit;

	mpz_init(digit);
	while (mpz_divisible_p(climb->digits, radix))
		climb_level(climb, radix);
	child = climb->level;
	mpz_fdiv_r(digit, climb->digits, radix);
	mpz_sub(climb->digits, climb->digits, digit);
	mpz_submul(climb->at, climb->step, digit);
	find_top(climb, radix, n);
	mpz_add(climb->sends, climb->sends, digit);
	mpz_sub_ui(climb->sends, climb->sends, 1);
	climb->latencies++;
	if (climb->level > child)
		add_children(climb->sends, climb, child + 1, radix);
	mpz_clear(digit);
}

/* Finds the processor's own children, then climbs to processor 0, whose number
 * of children is the period. */
static void knomial_place(
	struct trees_place *place, const struct problem *problem)
{
	struct postal_part *part = &place->part;
	struct climb climb;

	climb_init(&climb, place->rank);
	if (mpz_divisible_p(climb.digits, place->degree)) {
		find_top(&climb, place->degree, problem->n);
		add_children(part->children, &climb, 0, place->degree);
		mpz_set(place->first, climb.top);
		place->level = climb.level;
	}
	for (int first = 1; mpz_sgn(climb.at) > 0; first = 0) {
		climb_up(&climb, place->degree, problem->n);
		if (first)
			mpz_set(part->parent, climb.at);
	}
	mpz_set_ui(part->period, 0);
	add_children(part->period, &climb, 0, place->degree);
	mpz_set_ui(place->latencies, climb.latencies);
	mpz_set(place->sends, climb.sends);
	climb_clear(&climb);
}

/* Clips the radix to n, but to 2 if n = 1. */
static enum status knomial_radix(mpz_t radix, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)err;
	mpz_set_ui(radix, TREES_RADIX);
	if (options->degree)
		mpz_set(radix, options->degree);
	if (mpz_cmp(radix, problem->n) > 0)
		mpz_set(radix, problem->n);
	if (mpz_cmp_ui(radix, 2) < 0)
		mpz_set_ui(radix, 2);
	return STATUS_OK;
}

const struct trees_shape trees_knomial = {"knomial", 1, 1, knomial_radix,
	knomial_time, knomial_first, knomial_next, knomial_place,
	knomial_child};
