/*
 * The ranks that one processor of BCAST keeps, unit by unit, and its children:
 * F(x-1) as x is lowered, from the table of F or from the terms of its closed
 * form.
 */
#include "model/postal/part.h"

#include <assert.h>

#include "number/number.h"

void postal_rank_kept(mpz_t kept, const struct postal_rank *part)
{
	if (!part->table.value)
		fibonacci_terms_sum(kept, &part->terms);
	else if (part->index >= 0)
		mpz_set(kept, part->table.value[part->index]);
	else
		mpz_set_ui(kept, 0);
}

void postal_rank_unit(struct postal_rank *part)
{
	mpz_sub(mpq_numref(part->x), mpq_numref(part->x), mpq_denref(part->x));
	if (part->table.value)
		part->index -= (int64_t)part->table.b;
	else
		fibonacci_terms_unit(&part->terms);
	part->work += fibonacci_terms_cost(&part->terms);
}

void postal_rank_latency(struct postal_rank *part)
{
	mpq_sub(part->x, part->x, part->problem.lambda);
	if (part->table.value)
		part->index -= (int64_t)part->table.a;
	else
		fibonacci_terms_latency(&part->terms);
	part->work += fibonacci_terms_cost(&part->terms);
}

enum status postal_rank_point(struct postal_rank *part, struct err *err)
{
	const struct problem *problem = &part->problem;
	enum status status = STATUS_OK;
	mpq_t below;

	mpq_init(below);
	mpq_set(below, part->x);
	mpz_sub(mpq_numref(below), mpq_numref(below), mpq_denref(below));
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
	mpq_clear(below);
	return status;
}

/* Makes unit k the next.  This cannot fail, as opening the part computed more
 * than it. */
static void seek(struct postal_rank *part, const mpz_t k)
{
	enum status status;
	struct err err;

	mpq_set_z(part->x, k);
	mpq_sub(part->x, part->x_first, part->x);
	status = postal_rank_point(part, &err);
	assert(status == STATUS_OK);
	(void)status;
	mpz_set(part->next, k);
}

/* kept = the ranks that the processor keeps in unit k; the next unit is then
 * k + 1. */
static void find_kept(struct postal_rank *part, const mpz_t k)
{
	if (mpz_cmp(k, part->next) != 0)
		seek(part, k);
	postal_rank_kept(part->kept, part);
	postal_rank_unit(part);
	mpz_add_ui(part->next, part->next, 1);
}

/* Also given = the ranks that each port gives away in unit k: those kept before
 * and no longer, divided by the ports; for unit 0 they are known. */
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

/* child = the receiver of send k on several ports.  If its unit is that of the
 * send before, kept and given still hold. */
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
