/*
 * One processor's part along a library's tree, whatever n: its path from
 * processor 0 is read from its digits.
 *   binary: the place in a level of 2^l is l bits, of which the highest is 1
 * for the second child of the parent, and so on up. binomial: p with k bits,
 * the highest in place b, has message 1 after k latencies and b + 1 - k sends.
 *   knomial: each digit d that is not 0 is a child of the processor without it
 * and all below it; before it its parent sends to the children of farther
 * steps, radix-1 for each step except the farthest, which may have fewer, and
 * to d-1 of its own step.
 */
#include "model/trees/trees.h"

#include "base/mem.h"
#include "model/postal/part.h"
#include "model/postal/postal.h"
#include "number/number.h"

enum { BITS_MAX = 1 << 16 };

struct tree_part {
	struct postal_part part;
	mpz_t rank, radix;
	mpz_t top;	     /* knomial: children at the farthest step, */
	unsigned long level; /* radix^level; or binomial: of the first child */
};

/* -- what they share */

static void tree_clear(struct postal_part *part)
{
	struct tree_part *tree = (struct tree_part *)part;

	mpz_clears(tree->rank, tree->radix, tree->top, NULL);
}

static struct tree_part *new_part(
	const struct problem *problem, const mpz_t rank)
{
	struct tree_part *tree = mem_array(1, sizeof *tree);

	postal_part_init(&tree->part);
	tree->part.clear = tree_clear;
	tree->part.has_parent = mpz_sgn(rank) > 0;
	mpz_set(tree->part.messages, problem->m);
	mpz_set_ui(tree->part.period, 1);
	mpz_inits(tree->radix, tree->top, NULL);
	mpz_init_set(tree->rank, rank);
	return tree;
}

/* Message 1 arrives after that many latencies and sends. */
static struct part *begin(struct tree_part *tree, unsigned long latencies,
	const mpz_t sends, const mpq_t lambda, const struct part_span *span)
{
	struct postal_part *part = &tree->part;

	mpq_set_ui(part->sent, latencies, 1);
	mpq_mul(part->sent, part->sent, lambda);
	mpz_addmul(mpq_numref(part->sent), mpq_denref(part->sent), sends);
	mpz_set(mpq_denref(part->received), mpq_denref(part->sent));
	mpz_sub(mpq_numref(part->received), mpq_numref(part->sent),
		mpq_denref(part->sent));
	return postal_part_begin(part, span);
}

static unsigned long bits(const mpz_t x)
{
	return mpz_sgn(x) > 0 ? (unsigned long)mpz_sizeinbase(x, 2) : 0;
}

/* -- flat and chain: DTREE's */

static enum status fixed_degree(struct part **part,
	const struct problem *problem, const mpz_t degree, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	const struct algorithm_options options = {.degree = degree};

	return postal_dtree_part(part, problem, &options, rank, span, err);
}

enum status trees_flat_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	(void)options;
	return fixed_degree(part, problem, problem->n, rank, span, err);
}

enum status trees_chain_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	enum status status;
	mpz_t degree;

	(void)options;
	mpz_init_set_ui(degree, 1);
	status = fixed_degree(part, problem, degree, rank, span, err);
	mpz_clear(degree);
	return status;
}

/* Child k is 2^(level + k) away. */
static void level_child(mpz_t child, struct postal_part *part, const mpz_t k)
{
	struct tree_part *tree = (struct tree_part *)part;

	mpz_set_ui(child, 0);
	mpz_setbit(child, tree->level + mpz_get_ui(k));
	mpz_add(child, child, tree->rank);
}

/* -- binary */

enum status trees_binary_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct tree_part *tree = new_part(problem, rank);
	mpz_t place, child, k;

	(void)options;
	(void)err;
	mpz_inits(place, child, k, NULL);
	mpz_add_ui(place, rank, 1);
	tree->level = bits(place) - 1;
	mpz_clrbit(place, tree->level);
	if (tree->level > 0) {
		mpz_set(tree->part.parent, rank);
		mpz_set_ui(k, 0);
		mpz_setbit(k, tree->level - 1);
		if (mpz_tstbit(place, tree->level - 1))
			mpz_mul_2exp(k, k, 1);
		mpz_sub(tree->part.parent, rank, k);
	}
	tree->part.child = level_child;
	for (unsigned long i = 0; i < 2; i++) {
		mpz_set_ui(k, i);
		level_child(child, &tree->part, k);
		if (mpz_cmp(child, problem->n) < 0)
			mpz_set_ui(tree->part.children, i + 1);
	}
	if (mpz_cmp_ui(problem->n, 2) > 0)
		mpz_set_ui(tree->part.period, 2);
	mpz_set_ui(k, (unsigned long)mpz_popcount(place));
	*part = begin(tree, tree->level, k, problem->lambda, span);
	mpz_clears(place, child, k, NULL);
	return STATUS_OK;
}

/* -- binomial */

enum status trees_binomial_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	struct tree_part *tree = new_part(problem, rank);
	unsigned long ones = (unsigned long)mpz_popcount(rank);
	mpz_t others;

	(void)options;
	(void)err;
	mpz_init(others);
	tree->part.child = level_child;
	tree->level = bits(rank);
	mpz_sub(others, problem->n, rank);
	mpz_sub_ui(others, others, 1);
	if (bits(others) > tree->level)
		mpz_set_ui(tree->part.children, bits(others) - tree->level);
	mpz_sub_ui(others, problem->n, 1);
	if (bits(others) > 0)
		mpz_set_ui(tree->part.period, bits(others));
	mpz_set(tree->part.parent, rank);
	if (tree->level > 0)
		mpz_clrbit(tree->part.parent, tree->level - 1);
	mpz_set_ui(others, tree->level - ones);
	*part = begin(tree, ones, others, problem->lambda, span);
	mpz_clear(others);
	return STATUS_OK;
}

/* -- knomial */

static void knomial_child(mpz_t child, struct postal_part *part, const mpz_t k)
{
	struct tree_part *tree = (struct tree_part *)part;
	unsigned long level = tree->level;
	mpz_t others;

	mpz_init(others);
	if (mpz_cmp(k, tree->top) < 0) {
		mpz_set(others, k);
	} else {
		mpz_sub(child, k, tree->top);
		mpz_sub_ui(others, tree->radix, 1);
		mpz_fdiv_qr(child, others, child, others);
		level -= 1 + mpz_get_ui(child);
	}
	mpz_add_ui(others, others, 1);
	mpz_pow_ui(child, tree->radix, level);
	mpz_mul(child, child, others);
	mpz_add(child, child, tree->rank);
	mpz_clear(others);
}

/*
 * The children of p, whose lowest nonzero digit is in place zeros: top of them
 * at step radix^*level, and radix-1 at each smaller step.  step is radix^zeros
 * at first, and becomes radix^*level.  Returns 0 if there are none.
 */
static int find_top(mpz_t top, unsigned long *level, mpz_t step, const mpz_t p,
	unsigned long zeros, const struct tree_part *tree, const mpz_t n)
{
	mpz_t others;

	mpz_set_ui(top, 0);
	*level = 0;
	if (zeros == 0)
		return 0;
	mpz_init(others);
	mpz_sub(others, n, p);
	mpz_sub_ui(others, others, 1);
	*level = zeros;
	do {
		--*level;
		mpz_divexact(step, step, tree->radix);
	} while (*level > 0 && mpz_cmp(step, others) > 0);
	mpz_fdiv_q(top, others, step);
	if (mpz_cmp(top, tree->radix) >= 0)
		mpz_sub_ui(top, tree->radix, 1);
	mpz_clear(others);
	return 1;
}

/* Counts the children of a processor whose farthest step is at that level. */
static void count_children(mpz_t count, const mpz_t top, unsigned long level,
	const struct tree_part *tree)
{
	mpz_sub_ui(count, tree->radix, 1);
	mpz_mul_ui(count, count, level);
	mpz_add(count, count, top);
}

/* A walk up the path: at is a processor on it, without the digits below zeros.
 */
struct climb {
	mpz_t at, step, digit, top, count, sends;
	unsigned long zeros, latencies;
};

static void climb_init(struct climb *climb, const mpz_t rank)
{
	*climb = (struct climb){.zeros = 0};
	mpz_inits(climb->digit, climb->top, climb->count, climb->sends, NULL);
	mpz_init_set(climb->at, rank);
	mpz_init_set_ui(climb->step, 1);
}

static void climb_clear(struct climb *climb)
{
	mpz_clears(climb->at, climb->step, climb->digit, climb->top,
		climb->count, climb->sends, NULL);
}

/* Finds how many zeros at ends in, at most as many as n permits. */
static void find_zeros(
	struct climb *climb, const struct tree_part *tree, const mpz_t n)
{
	mpz_t digits;

	mpz_init(digits);
	mpz_fdiv_q(digits, climb->at, climb->step);
	while (mpz_cmp(climb->step, n) < 0 &&
		mpz_divisible_p(digits, tree->radix)) {
		mpz_divexact(digits, digits, tree->radix);
		mpz_mul(climb->step, climb->step, tree->radix);
		climb->zeros++;
	}
	mpz_fdiv_r(climb->digit, digits, tree->radix);
	mpz_clear(digits);
}

/* Moves from a child to its parent, counting the sends before the child's. */
static void climb_up(
	struct climb *climb, const struct tree_part *tree, const mpz_t n)
{
	unsigned long child = climb->zeros, level;
	mpz_t step;

	mpz_submul(climb->at, climb->digit, climb->step);
	mpz_sub_ui(climb->digit, climb->digit, 1);
	mpz_add(climb->sends, climb->sends, climb->digit);
	climb->latencies++;
	find_zeros(climb, tree, n);
	mpz_init_set(step, climb->step);
	find_top(climb->top, &level, step, climb->at, climb->zeros, tree, n);
	if (level > child) {
		count_children(
			climb->count, climb->top, level - child - 1, tree);
		mpz_add(climb->sends, climb->sends, climb->count);
	}
	mpz_clear(step);
}

/* First its own children, then its path. */
static struct part *knomial_open(struct tree_part *tree,
	const struct problem *problem, const struct part_span *span)
{
	struct postal_part *part = &tree->part;
	struct part *opened;
	struct climb climb;
	unsigned long level;
	mpz_t step;

	climb_init(&climb, tree->rank);
	find_zeros(&climb, tree, problem->n);
	mpz_init_set(step, climb.step);
	if (find_top(tree->top, &tree->level, step, climb.at, climb.zeros, tree,
		    problem->n))
		count_children(part->children, tree->top, tree->level, tree);
	for (int first = 1; mpz_sgn(climb.at) > 0; first = 0) {
		climb_up(&climb, tree, problem->n);
		if (first)
			mpz_set(part->parent, climb.at);
	}
	/* Now at processor 0, whose children set the pace. */
	mpz_set(step, climb.step);
	if (find_top(climb.top, &level, step, climb.at, climb.zeros, tree,
		    problem->n))
		count_children(part->period, climb.top, level, tree);
	opened = begin(
		tree, climb.latencies, climb.sends, problem->lambda, span);
	mpz_clear(step);
	climb_clear(&climb);
	return opened;
}

enum status trees_knomial_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	struct tree_part *tree;

	*part = NULL;
	if (mpz_sizeinbase(problem->n, 2) > BITS_MAX)
		return err_set(err, STATUS_LIMIT,
			"too many processors to find the place of one in the "
			"tree",
			NULL);
	tree = new_part(problem, rank);
	tree->part.child = knomial_child;
	mpz_set_ui(tree->radix, TREES_RADIX);
	if (options->degree)
		mpz_set(tree->radix, options->degree);
	if (mpz_cmp(tree->radix, problem->n) > 0)
		mpz_set(tree->radix, problem->n);
	if (mpz_cmp_ui(tree->radix, 2) < 0)
		mpz_set_ui(tree->radix, 2);
	*part = knomial_open(tree, problem, span);
	return STATUS_OK;
}
