/*
 * One processor's part in DTREE, by the path to it: the parent of p is
 * floor((p-1)/d), whose child number (p-1) mod d it is.  Of degree 1, it has p
 * ancestors, but one of them is as good as another.
 */
#include "model/postal/postal.h"

#include "base/mem.h"
#include "model/postal/part.h"
#include "number/number.h"

/* The path is as long as n has digits: a quadratic time that must stay small.
 */
enum { BITS_MAX = 1 << 16 };

struct dtree_part {
	struct postal_part part;
	mpz_t first; /* child */
};

static void dtree_child(mpz_t child, struct postal_part *part, const mpz_t k)
{
	mpz_add(child, ((struct dtree_part *)part)->first, k);
}

static void dtree_clear(struct postal_part *part)
{
	mpz_clear(((struct dtree_part *)part)->first);
}

/* sent = when the rank, which is not 0, has message 1: the sends before it on
 * its path, and a latency each. */
static void set_arrival(
	mpq_t sent, const mpz_t degree, const mpz_t rank, const mpq_t lambda)
{
	mpz_t place, at, sends;
	mpq_t depth;

	mpz_inits(place, sends, NULL);
	mpz_init_set(at, rank);
	mpq_init(depth);
	if (mpz_cmp_ui(degree, 1) == 0) {
		mpq_set_z(depth, rank);
		mpz_set_ui(at, 0);
	}
	while (mpz_sgn(at) > 0) {
		mpz_sub_ui(at, at, 1);
		mpz_fdiv_qr(at, place, at, degree);
		mpz_add(sends, sends, place);
		mpz_add_ui(mpq_numref(depth), mpq_numref(depth), 1);
	}
	mpq_mul(depth, depth, lambda);
	mpq_set_z(sent, sends);
	mpq_add(sent, sent, depth);
	mpz_clears(place, at, sends, NULL);
	mpq_clear(depth);
}

/* The degree that the tree has, from 1 to max(1, n-1). */
static void fill_dtree_part(struct dtree_part *dtree,
	const struct problem *problem, const mpz_t degree, const mpz_t rank)
{
	struct postal_part *part = &dtree->part;

	mpz_set(part->messages, problem->m);
	mpz_set(part->period, degree);
	set_arrival(part->sent, degree, rank, problem->lambda);
	part->has_parent = mpz_sgn(rank) > 0;
	if (part->has_parent) {
		mpz_sub_ui(part->parent, rank, 1);
		mpz_fdiv_q(part->parent, part->parent, degree);
	}
	mpz_set(mpq_denref(part->received), mpq_denref(part->sent));
	mpz_sub(mpq_numref(part->received), mpq_numref(part->sent),
		mpq_denref(part->sent));
	mpz_mul(dtree->first, rank, degree);
	mpz_add_ui(dtree->first, dtree->first, 1);
	mpz_sub(part->children, problem->n, dtree->first);
	if (mpz_sgn(part->children) < 0)
		mpz_set_ui(part->children, 0);
	if (mpz_cmp(part->children, degree) > 0)
		mpz_set(part->children, degree);
}

enum status postal_dtree_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct dtree_part *dtree;
	enum status status = STATUS_OK;
	mpz_t degree;
	mpq_t time;

	*part = NULL;
	if (mpz_sizeinbase(problem->n, 2) > BITS_MAX)
		return err_set(err, STATUS_LIMIT,
			"too many processors to find the place of one in the "
			"tree",
			NULL);
	mpz_init(degree);
	mpq_init(time);
	if (options->degree)
		mpz_set(degree, options->degree);
	else
		status = postal_best_degree(degree, time, problem, err);
	if (status == STATUS_OK) {
		if (mpz_cmp(degree, problem->n) >= 0)
			mpz_sub_ui(degree, problem->n, 1);
		if (mpz_sgn(degree) == 0)
			mpz_set_ui(degree, 1);
		dtree = mem_array(1, sizeof *dtree);
		postal_part_init(&dtree->part);
		mpz_init(dtree->first);
		dtree->part.child = dtree_child;
		dtree->part.clear = dtree_clear;
		fill_dtree_part(dtree, problem, degree, rank);
		*part = postal_part_begin(&dtree->part, span);
	}
	mpz_clear(degree);
	mpq_clear(time);
	return status;
}
