/*
 * One processor's part in BCAST: the splits are followed to its rank, and only
 * there.  Who owns s ranks keeps F(x-1), F(x-2), .. of them, x = f(s); so rank
 * r, counted from the owner's, is in what the k-th send gives away, with k the
 * least for which F(x-k) <= r.  That part has F(x-k+1) - F(x-k) = F(x-k+1-
 * lambda) ranks but for the first send from n that are no value of F.
 *   On p ports the k-th sends give away p parts of F(x-k+1-lambda) ranks; at
 * first as many as there are, of n that are no value of F, the last one less.
 *
 * For moderate lambda F is a table.  Else it is known at x-1, x-2, .. from its
 * terms, and a part beyond many sends is found from f(r+1), as F(x-k) <= r just
 * when x - k < f(r+1).  Each part at least halves r, so that there are at most
 * log2 n of them.
 * Bar-Noy & Kipnis 1994, Section 3.
 *
 * Example: n = 14, lambda = 5/2, rank 9: x = 15/2, F(13/2) = 9 <= 9: the first
 * send reaches the rank itself.
 *
 * Mirrored (PIPELINE-2), the parts that owner and recipient take are exchanged,
 * their times are not: counted from the last rank back, rank n-1-r goes the
 * same way, but what was given away is kept now, and what was kept, given away.
 * Who keeps has at most half each time, so that sends are few: they are listed.
 */
#include "model/postal/part.h"

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

/* The rest of the owner's ranks, if they are kept, begins with the child. */
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
				problem->lambda, problem->ports, below,
				problem->max_bits, err);
	}
	mpq_clears(below, one, NULL);
	return status;
}

static enum status skip_sends(struct walk *walk, struct err *err);

/* Whether most sends of x are of more ranks than there are up to the one
 * sought: nothing needs to be known of F there. */
static int is_far(const struct walk *walk)
{
	return mpz_sgn(walk->offset) > 0 &&
	       mpz_sizeinbase(walk->offset, 2) + STEPS <
		       mpz_sizeinbase(walk->size, 2);
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
			walk->problem->ports, walk->size,
			walk->problem->max_bits, err);
	}
	if (status != STATUS_OK)
		return status;
	return !table->value && is_far(walk)
		       ? skip_sends(walk, err)
		       : set_point(part, walk->problem, err);
}

/* Most sends are done until the one whose part has the offset: all but two. */
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
		status = set_point(part, walk->problem, err);
	}
	mpz_clear(sends);
	mpq_clear(time);
	return status;
}

/* Mirrored: the owner's ranks but for the first few, up to the one sought, are
 * given away at part->start, which makes another the owner. */
static void give_all(struct walk *walk)
{
	struct postal_rank *part = walk->part;

	clear_children(part);
	part->has_parent = 1;
	mpq_set(part->sent, part->start);
	mpz_sub(part->parent, part->rank, walk->size);
	mpz_add(part->parent, part->parent, walk->kept);
}

/* The owner's first part with the offset, all before it being sent. */
static enum status approach(struct walk *walk, struct err *err)
{
	struct postal_rank *part = walk->part;
	enum status status = STATUS_OK;

	for (unsigned steps = 0; status == STATUS_OK; steps++) {
		set_kept(walk->kept, part);
		if (mpz_cmp(walk->kept, walk->offset) <= 0)
			break;
		if (part->is_mirrored)
			give_all(walk);
		walk->is_value = 1;
		mpz_swap(walk->size, walk->kept);
		step_unit(part);
		mpz_add(mpq_numref(part->start), mpq_numref(part->start),
			mpq_denref(part->start));
		if (!part->table.value && steps == STEPS)
			status = skip_sends(walk, err);
	}
	return status;
}

/* given = the ranks of a part that the owner gives away now, but for a last one
 * that is less: F(x - lambda). */
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

/* Of what is given away, the part with the rank sought: kept is then the ranks
 * before it, and size ends with it. */
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

/* The owner sends to the first of the part, who owns it from then on. */
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
		step_latency(part, lambda);
		return STATUS_OK;
	}
	return measure_rank(walk, err);
}

/* The sends left, floor(x - lambda) + 1 or none; the units left to send in. */
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

/* All sends of the rank sought, who owns size: on all ports in each unit left,
 * at first of what there is. */
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
	set_kept(walk->kept, part);
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

/* Mirrored: the rank sought is the last of size, and they are given away until
 * it is alone.  x and start are then of no use. */
static void give_rest(struct walk *walk)
{
	struct postal_rank *part = walk->part;
	mpq_t units;

	if (!walk->is_value && mpz_cmp_ui(walk->size, 1) > 0) {
		set_kept(walk->kept, part);
		give_all(walk);
		mpz_swap(walk->size, walk->kept);
		step_unit(part);
		mpz_add(mpq_numref(part->start), mpq_numref(part->start),
			mpq_denref(part->start));
	}
	if (mpz_cmp_ui(walk->size, 1) == 0)
		return;
	count_sends(part, walk->problem->lambda);
	mpq_init(units);
	mpq_set_z(units, part->sends);
	mpq_add(part->start, part->start, units);
	mpq_set_ui(units, 1, 1);
	mpq_sub(part->start, part->start, units);
	mpq_clear(units);
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

/* A table of F up to n, if it is short, as lambda's a then is; without it, F is
 * found from its terms where it is needed. */
static void try_table(struct postal_rank *part, const struct problem *problem)
{
	struct err err;
	mpq_t longest;

	mpq_init(longest);
	if (fibonacci_time(longest, problem->lambda, problem->ports, problem->n,
		    problem->max_bits, &err) == STATUS_OK) {
		mpz_mul(mpq_numref(longest), mpq_numref(longest),
			mpq_denref(problem->lambda));
		mpz_fdiv_q(mpq_numref(longest), mpq_numref(longest),
			mpq_denref(longest));
		if (mpz_cmp_ui(mpq_numref(longest), TABLE_MAX) <= 0 &&
			fibonacci_table_init(&part->table, problem->lambda,
				problem->ports, problem->n,
				problem->max_bits / TABLE_SHARE,
				&err) != STATUS_OK)
			fibonacci_table_clear(&part->table);
	}
	mpq_clear(longest);
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
	part->problem.max_bits = problem->max_bits;
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

/* Makes the sends of unit k the next.  What was computed once is so again, in
 * less. */
static void seek(struct postal_rank *part, const mpz_t k)
{
	enum status status;
	struct err err;

	mpq_set_z(part->x, k);
	mpq_sub(part->x, part->x_first, part->x);
	status = set_point(part, &part->problem, &err);
	assert(status == STATUS_OK);
	(void)status;
	mpz_set(part->next, k);
}

/* kept = what the processor keeps in unit k; the next is the one after. */
static void find_kept(struct postal_rank *part, const mpz_t k)
{
	if (mpz_cmp(k, part->next) != 0)
		seek(part, k);
	set_kept(part->kept, part);
	step_unit(part);
	mpz_add_ui(part->next, part->next, 1);
}

/* The same on several ports, with what each gives away: all that was kept
 * before and no longer; for the first unit it was found before. */
static void find_kept_and_given(struct postal_rank *part, const mpz_t k)
{
	mpz_t before;

	mpz_init(before);
	mpz_sub_ui(before, k, 1);
	if (mpz_sgn(k) > 0 && mpz_cmp(k, part->next) != 0)
		find_kept(part, before);
	mpz_set(before, part->kept);
	find_kept(part, k);
	if (mpz_sgn(k) > 0) {
		mpz_sub(part->given, before, part->kept);
		mpz_divexact_ui(part->given, part->given, part->problem.ports);
	} else {
		mpz_set(part->given, part->first_given);
	}
	mpz_clear(before);
}

/* Unless the unit is that of the child before. */
static void child_of_port(mpz_t child, struct postal_rank *part, const mpz_t k)
{
	unsigned long ports = part->problem.ports, port;
	mpz_t unit;

	mpz_init(unit);
	mpz_add_ui(unit, k, part->idle);
	port = mpz_fdiv_q_ui(unit, unit, ports);
	if (mpz_sgn(unit) == 0)
		port -= part->idle;
	mpz_add_ui(child, unit, 1);
	if (mpz_cmp(child, part->next) != 0)
		find_kept_and_given(part, unit);
	mpz_add(child, part->rank, part->kept);
	mpz_addmul_ui(child, part->given, port);
	mpz_clear(unit);
}

void postal_rank_child(mpz_t child, struct postal_rank *part, const mpz_t k)
{
	if (part->is_mirrored) {
		mpz_set(child, part->child[mpz_get_ui(k)].rank);
	} else if (part->problem.ports > 1) {
		child_of_port(child, part, k);
	} else {
		find_kept(part, k);
		mpz_add(child, part->rank, part->kept);
	}
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
