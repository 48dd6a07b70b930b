/*
 * One processor's part in BCAST: the splits of ranks are followed only to its
 * own rank.  An owner of s ranks keeps F(x-1), F(x-2), .. of them in turn,
 * x = f(s).  So rank r, counted from the owner's, is in the part that the k-th
 * send gives away, for the least k with F(x-k) <= r.  That part has
 * F(x-k+1) - F(x-k) = F(x-k+1-lambda) ranks, or fewer in the first send if s is
 * not a value of F.
 *   On p ports the k-th sends give away p parts of F(x-k+1-lambda) ranks each;
 * if s is not a value of F, there are perhaps fewer parts in the first sends,
 * and the last of these may be smaller.
 *
 * F is a table where that is short for the values wanted.  Otherwise F(x-1),
 * F(x-2), .. are computed from the terms of its closed form, and a part after
 * many sends is found from f(r+1), as F(x-k) <= r exactly if x - k < f(r+1).
 * Each part at least halves r, so there are at most log2 n parts.
 * Bar-Noy & Kipnis 1994, Section 3.
 *
 * Example: n = 14, lambda = 5/2, rank 9: x = 15/2, F(13/2) = 9 <= 9: the first
 * send reaches the rank itself.
 *
 * Mirrored (PIPELINE-2), owner and recipient exchange their parts, but not
 * their times.  Counted back from the last rank, rank n-1-r takes the same
 * path, on which the parts given away become the parts kept, and the reverse.
 * A sender then keeps at most half each time, so its sends are few, and they
 * are listed.
 */
#include "model/postal/part.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

enum {
	STEPS = 64,	       /* sends to follow before f(r+1) is computed */
	TABLE_MAX = 1 << 22,   /* the longest table */
	TABLE_SHORT = 1 << 12, /* the longest if few values are wanted */
	TABLE_FEW = 1 << 10,   /* n for which few are wanted */
	TABLE_BIT = 8,	/* for each bit of n, how many values of the table in a
			 * unit of time are worth it */
	TABLE_SHARE = 2 /* the table may take 1/TABLE_SHARE of memory */
};

/*
 * The ranks of one owner: size of them, x = f(size).  offset: the rank sought,
 * counted from the owner; kept = F(x-1); is_value: whether size = F(x).  The
 * owner is free from part->start on.
 */
struct walk {
	const struct problem *problem;
	struct postal_rank *part;
	mpz_t base, size, offset, kept;
	int is_value;
};

/* Appends the child that is kept ranks after the processor. */
static void list_child(struct postal_rank *part, const mpz_t kept)
{
	part->child = mem_resize(
		part->child, part->children + 1, sizeof *part->child);
	mpz_init(part->child[part->children].rank);
	mpz_add(part->child[part->children++].rank, part->rank, kept);
}

static void clear_children(struct postal_rank *part)
{
	for (size_t i = 0; i < part->children; i++)
		mpz_clear(part->child[i].rank);
	mem_free(part->child);
	part->child = NULL;
	part->children = 0;
}

static enum status skip_sends(struct walk *walk, struct err *err);

/* Whether the rank sought is beyond more than STEPS sends, so near the owner
 * that most of F is not needed. */
static int is_far(const struct walk *walk)
{
	return mpz_sgn(walk->offset) > 0 &&
	       mpz_sizeinbase(walk->offset, 2) + STEPS <
		       mpz_sizeinbase(walk->size, 2);
}

/* Sets x = f(size), from the table if there is one. */
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
			walk->problem->ports, walk->size,
			walk->problem->max_bits, err);
	}
	if (status != STATUS_OK)
		return status;
	return !table->value && is_far(walk) ? skip_sends(walk, err)
					     : postal_rank_point(part, err);
}

/* Advances to two sends before the one that gives away the rank sought. */
static enum status skip_sends(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	enum status status;
	mpq_t time;
	mpz_t sends;

	mpq_init(time);
	mpz_init(sends);
	mpz_add_ui(walk->kept, walk->offset, 1);
	status = fibonacci_time(time, walk->problem->lambda,
		walk->problem->ports, walk->kept, walk->problem->max_bits, err);
	if (status == STATUS_OK) {
		mpq_sub(time, part->x, time);
		number_floor(sends, time);
		mpz_sub_ui(sends, sends, 2);
		if (mpz_sgn(sends) < 0)
			mpz_set_ui(sends, 0);
		mpq_set_z(time, sends);
		mpq_sub(part->x, part->x, time);
		mpq_add(part->start, part->start, time);
		status = postal_rank_point(part, err);
	}
	mpz_clear(sends);
	mpq_clear(time);
	return status;
}

/* Mirrored: at part->start the owner keeps the first size - kept of its ranks
 * and gives the others away, to the first of these.  In the last call that is
 * the rank sought, and the owner is its parent. */
static void give_all(struct walk *walk)
{
	struct postal_rank *part = walk->part;

	clear_children(part);
	part->has_parent = 1;
	mpq_set(part->sent, part->start);
	mpz_sub(part->parent, part->rank, walk->size);
	mpz_add(part->parent, part->parent, walk->kept);
}

/* The owner's next send, which does not give away the rank sought. */
static void keep_rank(struct walk *walk)
{
	struct postal_rank *part = walk->part;

	if (part->is_mirrored)
		give_all(walk);
	walk->is_value = 1;
	mpz_swap(walk->size, walk->kept);
	postal_rank_unit(part);
	mpz_add(mpq_numref(part->start), mpq_numref(part->start),
		mpq_denref(part->start));
}

/* Advances to the send that gives away the rank sought. */
static enum status approach(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	enum status status = STATUS_OK;

	for (unsigned steps = 0; status == STATUS_OK; steps++) {
		postal_rank_kept(walk->kept, part);
		if (mpz_cmp(walk->kept, walk->offset) <= 0)
			break;
		keep_rank(walk);
		status = fibonacci_terms_check(
			part->work, walk->problem->max_bits, err);
		if (status != STATUS_OK)
			break;
		if (!part->table.value && steps == STEPS)
			status = skip_sends(walk, err);
	}
	return status;
}

/* given = F(x - lambda), the ranks that the owner gives away on a port now; the
 * last port may give away fewer. */
static enum status set_port_given(
	mpz_t given, struct walk *walk, struct err *err)
{
	const struct problem *problem = walk->problem;
	enum status status;
	mpq_t time;

	if (walk->is_value) {
		mpz_sub(given, walk->size, walk->kept);
		mpz_divexact_ui(given, given, problem->ports);
		return STATUS_OK;
	}
	mpq_init(time);
	mpq_sub(time, walk->part->x, problem->lambda);
	status = fibonacci_reach(given, problem->lambda, problem->ports, time,
		problem->max_bits, err);
	mpq_clear(time);
	return status;
}

/* Chooses the port that gives away the rank sought: kept becomes the number of
 * ranks before its part, and size ends with the part. */
static enum status choose_part(struct walk *walk, struct err *err)
{
	enum status status;
	mpz_t given, before;

	mpz_inits(given, before, NULL);
	status = set_port_given(given, walk, err);
	if (status == STATUS_OK) {
		mpz_sub(before, walk->offset, walk->kept);
		mpz_fdiv_q(before, before, given);
		mpz_addmul(walk->kept, before, given);
		mpz_add(before, walk->kept, given);
		walk->is_value = mpz_cmp(before, walk->size) <= 0;
		if (walk->is_value)
			mpz_swap(walk->size, before);
	}
	mpz_clears(given, before, NULL);
	return status;
}

/* The owner sends to the first rank of the part with the rank sought, which is
 * then its owner. */
static enum status hand_over(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	mpq_srcptr lambda = walk->problem->lambda;

	if (walk->problem->ports > 1 && choose_part(walk, err) != STATUS_OK)
		return err->code;
	mpz_sub(walk->size, walk->size, walk->kept);
	mpz_sub(walk->offset, walk->offset, walk->kept);
	if (part->is_mirrored) {
		if (part->children == 0)
			mpq_set(part->first, part->start);
		list_child(part, walk->size);
	} else {
		part->has_parent = 1;
		mpz_set(part->parent, walk->base);
		mpq_set(part->sent, part->start);
		mpz_add(walk->base, walk->base, walk->kept);
	}
	mpq_add(part->start, part->start, lambda);
	if (walk->is_value) {
		postal_rank_latency(part);
		return STATUS_OK;
	}
	return measure_rank(walk, err);
}

/* sends = max(0, floor(x - lambda) + 1), the units left to send in. */
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

/* All sends of the rank sought, the owner of size ranks: on all ports in each
 * unit left, in the first unit perhaps on fewer. */
static enum status set_sends(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	unsigned long ports = walk->problem->ports;
	enum status status;

	count_sends(part, walk->problem->lambda);
	mpq_set(part->first, part->start);
	mpq_set(part->x_first, part->x);
	if (ports == 1 || mpz_sgn(part->sends) == 0)
		return STATUS_OK;
	postal_rank_kept(walk->kept, part);
	status = set_port_given(part->given, walk, err);
	if (status != STATUS_OK)
		return status;
	mpz_set(part->first_given, part->given);
	mpz_sub(walk->size, walk->size, walk->kept);
	mpz_cdiv_q(walk->size, walk->size, part->given);
	part->idle = ports - mpz_get_ui(walk->size);
	mpz_mul_ui(part->sends, part->sends, ports);
	mpz_sub_ui(part->sends, part->sends, part->idle);
	return STATUS_OK;
}

/* Mirrored: the rank sought is the last of size ranks, which are given away
 * until it is alone; only the last send, which is to it, matters.  x and start
 * are not used after this. */
static void give_rest(struct walk *walk)
{
	struct postal_rank *part = walk->part;

	if (!walk->is_value && mpz_cmp_ui(walk->size, 1) > 0) {
		postal_rank_kept(walk->kept, part);
		keep_rank(walk);
	}
	if (mpz_cmp_ui(walk->size, 1) == 0)
		return;
	count_sends(part, walk->problem->lambda);
	mpz_sub_ui(part->sends, part->sends, 1);
	mpz_addmul(
		mpq_numref(part->start), mpq_denref(part->start), part->sends);
	mpz_set_ui(walk->size, 2);
	mpz_set_ui(walk->kept, 1);
	give_all(walk);
}

static enum status find_rank(struct walk *walk, struct err *err)
{
	enum status status = measure_rank(walk, err);

	while (status == STATUS_OK && mpz_sgn(walk->offset) > 0) {
		status = approach(walk, err);
		if (status == STATUS_OK)
			status = hand_over(walk, err);
	}
	if (status == STATUS_OK && walk->part->is_mirrored)
		give_rest(walk);
	else if (status == STATUS_OK)
		status = set_sends(walk, err);
	return status;
}

/* The longest table that is worth its work.  The part takes one value of F for
 * each send, of which there are fewer than n, and at most one in a unit of
 * time; from terms, a value takes up to log2 n additions. */
static unsigned long longest_table(const struct problem *problem)
{
	unsigned long bits = mpz_sizeinbase(problem->n, 2);

	return mpz_cmp_ui(problem->n, TABLE_FEW) < 0 ||
			       mpz_cmp_ui(mpq_denref(problem->lambda),
				       TABLE_BIT * bits) > 0
		       ? TABLE_SHORT
		       : TABLE_MAX;
}

/* Makes a table of F up to n if it is short enough and fits in memory; without
 * it, F is computed from its terms where it is needed. */
static void try_table(struct postal_rank *part, const struct problem *problem)
{
	struct err err;
	enum status status = fibonacci_table_init(&part->table, problem->lambda,
		problem->ports, problem->n, longest_table(problem) + 1,
		problem->max_bits / TABLE_SHARE, &err);

	(void)status;
}

static void init_part(struct postal_rank *part, const struct problem *problem,
	int is_mirrored, const mpz_t rank)
{
	*part = (struct postal_rank){.is_mirrored = is_mirrored};
	mpz_inits(part->parent, part->sends, part->kept, part->next,
		part->given, part->first_given, NULL);
	mpz_init_set(part->rank, rank);
	mpq_inits(part->sent, part->start, part->x, part->first, part->x_first,
		NULL);
	problem_init(&part->problem);
	problem_set(&part->problem, problem);
}

enum status postal_rank_init(struct postal_rank *part,
	const struct problem *problem, int is_mirrored, const mpz_t rank,
	struct err *err)
{
	struct walk walk = {.problem = problem, .part = part};
	enum status status = STATUS_OK;

	assert(mpz_sgn(rank) >= 0 && mpz_cmp(rank, problem->n) < 0);
	init_part(part, problem, is_mirrored, rank);
	mpz_inits(walk.base, walk.kept, NULL);
	mpz_init_set(walk.size, problem->n);
	mpz_init_set(walk.offset, rank);
	if (is_mirrored) {
		mpz_sub(walk.offset, problem->n, rank);
		mpz_sub_ui(walk.offset, walk.offset, 1);
	}
	if (!problem_is_alone(problem)) {
		try_table(part, problem);
		status = find_rank(&walk, err);
	}
	if (status != STATUS_OK)
		postal_rank_clear(part);
	else if (is_mirrored)
		mpz_set_ui(part->sends, (unsigned long)part->children);
	mpz_clears(walk.base, walk.size, walk.offset, walk.kept, NULL);
	return status;
}

void postal_rank_clear(struct postal_rank *part)
{
	fibonacci_table_clear(&part->table);
	fibonacci_terms_clear(&part->terms);
	clear_children(part);
	mpz_clears(part->parent, part->sends, part->kept, part->rank,
		part->next, part->given, part->first_given, NULL);
	mpq_clears(part->sent, part->start, part->x, part->first, part->x_first,
		NULL);
	problem_clear(&part->problem);
}
