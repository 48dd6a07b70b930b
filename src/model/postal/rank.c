/*
 * One processor's part in BCAST: the splits are followed to its rank, and only
 * there.  Who owns s ranks keeps F(x-1), F(x-2), .. of them, x = f(s); so rank
 * r, counted from the owner's, is in what the k-th send gives away, with k the
 * least for which F(x-k) <= r.  That part has F(x-k+1) - F(x-k) = F(x-k+1-
 * lambda) ranks but for the first send from n that are no value of F.
 *
 * For moderate lambda F is a table.  Else it is known at x-1, x-2, .. from its
 * terms, and a part beyond many sends is found from f(r+1), as F(x-k) <= r just
 * when x - k < f(r+1).  Each part at least halves r, so that there are at most
 * log2 n of them.
 * Bar-Noy & Kipnis 1994, Section 3.
 *
 * Example: n = 14, lambda = 5/2, rank 9: x = 15/2, F(13/2) = 9 <= 9: the first
 * send reaches the rank itself.
 */
#include "model/postal/postal.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

enum {
	STEPS = 64,	     /* sends to look at before f(r+1) is sought */
	TABLE_MAX = 1 << 22, /* the longest table */
	TABLE_SHARE = 2	     /* of the memory */
};

/*
 * The ranks of one owner: size of them, x = f(size); offset: the rank sought,
 * from the owner on; kept = F(x-1); is_value: size = F(x).  part->start is when
 * the owner is free.
 */
struct walk {
	const struct problem *problem;
	struct postal_rank *part;
	mpz_t base, size, offset, kept;
	int is_value;
};

static void set_kept(mpz_t kept, const struct postal_rank *part)
{
	if (!part->table.value)
		fibonacci_terms_sum(kept, &part->terms);
	else if (part->index >= 0)
		mpz_set(kept, part->table.value[part->index]);
	else
		mpz_set_ui(kept, 0);
}

/* From x to x - 1; to x - lambda. */
static void step_unit(struct postal_rank *part)
{
	mpz_sub(mpq_numref(part->x), mpq_numref(part->x), mpq_denref(part->x));
	if (part->table.value)
		part->index -= (int64_t)part->table.b;
	else
		fibonacci_terms_unit(&part->terms);
}

static void step_latency(struct postal_rank *part, const mpq_t lambda)
{
	mpq_sub(part->x, part->x, lambda);
	if (part->table.value)
		part->index -= (int64_t)part->table.a;
	else
		fibonacci_terms_latency(&part->terms);
}

/* What is known of F, for a new x. */
static enum status set_point(struct postal_rank *part,
	const struct problem *problem, struct err *err)
{
	enum status status = STATUS_OK;
	mpq_t below, one;

	mpq_inits(below, one, NULL);
	mpq_set_ui(one, 1, 1);
	mpq_sub(below, part->x, one);
	if (part->table.value) {
		mpz_mul(mpq_numref(below), mpq_numref(below),
			mpq_denref(problem->lambda));
		mpz_divexact(mpq_numref(below), mpq_numref(below),
			mpq_denref(below));
		part->index = mpq_sgn(below) < 0
				      ? -1
				      : (int64_t)mpz_get_ui(mpq_numref(below));
	} else {
		fibonacci_terms_clear(&part->terms);
		if (mpq_sgn(below) >= 0)
			status = fibonacci_terms_init(&part->terms,
				problem->lambda, below, problem->max_bits, err);
	}
	mpq_clears(below, one, NULL);
	return status;
}

/* x = f(size), in the table or without it. */
static enum status measure_rank(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	const struct fibonacci_table *table = &part->table;
	size_t low = 0, high = table->size;
	enum status status = STATUS_OK;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (mpz_cmp(table->value[middle], walk->size) >= 0)
			high = middle;
		else
			low = middle + 1;
	}
	if (table->value) {
		mpz_set_ui(mpq_numref(part->x), low);
		mpz_set_ui(mpq_denref(part->x), table->b);
		mpq_canonicalize(part->x);
	} else {
		status = fibonacci_time(part->x, walk->problem->lambda,
			walk->size, walk->problem->max_bits, err);
	}
	return status == STATUS_OK ? set_point(part, walk->problem, err)
				   : status;
}

/* The sends are done until the one whose part has the offset. */
static enum status skip(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	enum status status;
	mpq_t time;
	mpz_t sends;

	mpq_init(time);
	mpz_init(sends);
	mpz_add_ui(walk->kept, walk->offset, 1);
	status = fibonacci_time(time, walk->problem->lambda, walk->kept,
		walk->problem->max_bits, err);
	if (status == STATUS_OK) {
		mpq_sub(time, part->x, time);
		number_floor(sends, time);
		mpq_set_z(time, sends);
		mpq_sub(part->x, part->x, time);
		mpq_add(part->start, part->start, time);
		status = set_point(part, walk->problem, err);
	}
	mpz_clear(sends);
	mpq_clear(time);
	return status;
}

/* The owner's first part with the offset, all before it being sent. */
static enum status approach(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	enum status status;

	for (unsigned steps = 0;; steps++) {
		set_kept(walk->kept, part);
		if (mpz_cmp(walk->kept, walk->offset) <= 0)
			return STATUS_OK;
		walk->is_value = 1;
		if (!part->table.value && steps == STEPS)
			break;
		mpz_swap(walk->size, walk->kept);
		step_unit(part);
		mpz_add(mpq_numref(part->start), mpq_numref(part->start),
			mpq_denref(part->start));
	}
	status = skip(walk, err);
	if (status == STATUS_OK)
		set_kept(walk->kept, part);
	return status;
}

/* The owner sends to the first of the part, who owns it from then on. */
static enum status hand_over(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	mpq_srcptr lambda = walk->problem->lambda;

	part->has_parent = 1;
	mpz_set(part->parent, walk->base);
	mpq_set(part->sent, part->start);
	mpq_add(part->start, part->start, lambda);
	mpz_add(walk->base, walk->base, walk->kept);
	mpz_sub(walk->offset, walk->offset, walk->kept);
	if (walk->is_value) {
		step_latency(part, lambda);
		return STATUS_OK;
	}
	mpz_sub(walk->size, walk->size, walk->kept);
	return measure_rank(walk, err);
}

/* The sends left, floor(x - lambda) + 1 or none. */
static void count_sends(struct postal_rank *part, const mpq_t lambda)
{
	mpq_t left;

	mpq_init(left);
	mpq_sub(left, part->x, lambda);
	number_floor(part->sends, left);
	mpz_add_ui(part->sends, part->sends, 1);
	if (mpz_sgn(part->sends) < 0)
		mpz_set_ui(part->sends, 0);
	mpq_clear(left);
}

static enum status find_rank(struct walk *walk, struct err *err)
{
	enum status status = measure_rank(walk, err);

	while (status == STATUS_OK && mpz_sgn(walk->offset) > 0) {
		status = approach(walk, err);
		if (status == STATUS_OK)
			status = hand_over(walk, err);
	}
	return status;
}

/* A table of F up to n, if it is short, as lambda's a then is; without it, F is
 * found from its terms where it is needed. */
static void try_table(struct postal_rank *part, const struct problem *problem)
{
	struct err err;
	mpq_t longest;

	mpq_init(longest);
	if (fibonacci_time(longest, problem->lambda, problem->n,
		    problem->max_bits, &err) == STATUS_OK) {
		mpz_mul(mpq_numref(longest), mpq_numref(longest),
			mpq_denref(problem->lambda));
		mpz_fdiv_q(mpq_numref(longest), mpq_numref(longest),
			mpq_denref(longest));
		if (mpz_cmp_ui(mpq_numref(longest), TABLE_MAX) <= 0 &&
			fibonacci_table_init(&part->table, problem->lambda,
				problem->n, problem->max_bits / TABLE_SHARE,
				&err) != STATUS_OK)
			fibonacci_table_clear(&part->table);
	}
	mpq_clear(longest);
}

enum status postal_rank_init(struct postal_rank *part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, struct err *err)
{
	struct walk walk = {.problem = problem, .part = part};
	enum status status = STATUS_OK;

	(void)options;
	assert(mpz_sgn(rank) >= 0 && mpz_cmp(rank, problem->n) < 0);
	*part = (struct postal_rank){0};
	mpz_inits(part->parent, part->sends, part->kept, NULL);
	mpz_init_set(part->rank, rank);
	mpq_inits(part->sent, part->start, part->x, NULL);
	mpz_inits(walk.base, walk.kept, NULL);
	mpz_init_set(walk.size, problem->n);
	mpz_init_set(walk.offset, rank);
	if (!problem_is_alone(problem)) {
		try_table(part, problem);
		status = find_rank(&walk, err);
	}
	if (status == STATUS_OK)
		count_sends(part, problem->lambda);
	else
		postal_rank_clear(part);
	mpz_clears(walk.base, walk.size, walk.offset, walk.kept, NULL);
	return status;
}

int postal_rank_next(struct postal_rank *part, mpz_t peer, mpq_t start)
{
	if (mpz_sgn(part->sends) == 0)
		return 0;
	set_kept(part->kept, part);
	mpz_add(peer, part->rank, part->kept);
	mpq_set(start, part->start);
	step_unit(part);
	mpz_add(mpq_numref(part->start), mpq_numref(part->start),
		mpq_denref(part->start));
	mpz_sub_ui(part->sends, part->sends, 1);
	return 1;
}

void postal_rank_clear(struct postal_rank *part)
{
	fibonacci_table_clear(&part->table);
	fibonacci_terms_clear(&part->terms);
	mpz_clears(part->parent, part->sends, part->kept, part->rank, NULL);
	mpq_clears(part->sent, part->start, part->x, NULL);
}
