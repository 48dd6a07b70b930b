/*
 * The order in which the tries, for one number of messages or several, are
 * carried out.
 *
 * A try has a lower bound.  How far above its bound it comes out depends on its
 * kind: the latency of a plan, or for a schedule carried out as soon as
 * possible the algorithm and which of its latencies it is.  So a try is
 * expected above its bound by as much as the try of its kind whose number of
 * messages is nearest came out above its own, less if these numbers are further
 * apart; the first plan of a kind is expected at its bound.  The try with the
 * least expected time is next.
 *   All numbers here are whole, so that the order is the same everywhere.
 */
#include "model/machine/ways.h"

#include "base/mem.h"
#include "number/number.h"

/* For a schedule carried out as soon as possible, one message more or fewer may
 * change what it is above the bound by one part in so many. */
enum { SOON_LUCK = 4 };

/* A time is counted in 2^-SCORE_BITS of the unit of all tries; no ratio is more
 * than MOST_EXCESS. */
enum { SCORE_BITS = 32, MOST_EXCESS = 8 * MACHINE_RATIO };

/* The part of a try's work that its formula takes. */
enum { FORMULA_SHARE = 16 };

static const uint64_t failed = UINT64_MAX;

uint64_t machine_score(const mpq_t time, const mpq_t unit)
{
	uint64_t score = UINT64_C(1) << (SCORE_BITS + 8);
	mpq_t ratio;

	if (mpq_sgn(time) == 0 || mpq_sgn(unit) == 0)
		return mpq_sgn(time) == 0 ? 0 : score;
	mpq_init(ratio);
	mpq_div(ratio, time, unit);
	mpq_mul_2exp(ratio, ratio, SCORE_BITS);
	number_floor(mpq_numref(ratio), ratio);
	if (mpz_sizeinbase(mpq_numref(ratio), 2) <= SCORE_BITS + 8)
		score = number_get_u64(mpq_numref(ratio));
	mpq_clear(ratio);
	return score;
}

void machine_tries_init(struct machine_tries *tries)
{
	*tries = (struct machine_tries){.item = NULL};
	mpq_init(tries->unit);
}

void machine_tries_clear(struct machine_tries *tries)
{
	for (size_t i = 0; i < tries->count; i++) {
		machine_choice_clear(&tries->item[i].choice);
		mpz_clear(tries->item[i].m);
	}
	mem_free(tries->item);
	fibonacci_jumps_clear(&tries->jumps);
	mpq_clear(tries->unit);
}

static uint64_t expected(const struct machine_try *one)
{
	return one->least + (one->least * one->excess / MACHINE_RATIO);
}

/* Whether the try may be better than a time of that score; if nothing is known
 * of its kind, its bound alone decides. */
static int is_promising(const struct machine_tries *tries,
	const struct machine_try *one, uint64_t score)
{
	uint64_t above;

	if (one->is_tried || one->excess == failed ||
		(tries->is_planned && one->choice.way != WAY_PLANNED))
		return 0;
	above = one->near == 0 ? 0 : expected(one) - one->least;
	return one->least + (above >> tries->hope) < score;
}

struct machine_try *machine_next(const struct machine_tries *tries,
	const struct machine_choice *best, const mpz_t m, uint64_t left)
{
	struct machine_try *next = NULL;
	uint64_t score = UINT64_MAX;

	if (tries->count > 0 && best->algorithm)
		score = machine_score(best->time, tries->unit);
	for (size_t i = 0; i < tries->count; i++) {
		struct machine_try *one = &tries->item[i];

		if (one->work <= left && (!m || mpz_cmp(one->m, m) == 0) &&
			is_promising(tries, one, score) &&
			(!next || expected(one) < expected(next)))
			next = one;
	}
	return next;
}

static int is_alike(
	const struct machine_try *one, const struct machine_try *other)
{
	if (one->choice.way != other->choice.way ||
		one->choice.algorithm != other->choice.algorithm)
		return 0;
	return one->choice.way == WAY_PLANNED
		       ? mpq_equal(one->choice.lambda, other->choice.lambda)
		       : one->soon == other->soon;
}

/* The lesser number of messages divided by the greater, as a ratio. */
static uint64_t nearness(const mpz_t m, const mpz_t other)
{
	int is_less = mpz_cmp(m, other) < 0;
	uint64_t near;
	mpz_t z;

	mpz_init(z);
	mpz_mul_ui(z, is_less ? m : other, MACHINE_RATIO);
	mpz_fdiv_q(z, z, is_less ? other : m);
	near = number_get_u64(z);
	mpz_clear(z);
	return near;
}

/* Whether a failure of one speaks against the other: not if processors are to
 * be left out, as sometimes others can send what they send, nor if a search
 * found nothing better. */
static int is_as_hard(
	const struct machine_try *one, const struct machine_try *other)
{
	return is_alike(one, other) && !one->choice.algorithm->is_search &&
	       one->choice.spare == 0 && other->choice.spare == 0;
}

/* Updates what is expected of the tries of one's kind, as one came out so far
 * above its bound; after two failures such plans are not tried any more. */
static void expect_others(struct machine_tries *tries,
	const struct machine_try *one, uint64_t excess)
{
	unsigned failures = 0;

	for (size_t i = 0; i < tries->count; i++)
		failures += tries->item[i].is_failed &&
			    is_as_hard(one, &tries->item[i]);
	for (size_t i = 0; i < tries->count; i++) {
		struct machine_try *other = &tries->item[i];
		uint64_t near;

		if (other->is_tried || !is_alike(one, other))
			continue;
		near = nearness(one->m, other->m);
		if (failures > 1 && is_as_hard(one, other)) {
			other->excess = failed;
		} else if (!one->is_failed && near > other->near) {
			other->near = near;
			other->excess = excess * near / MACHINE_RATIO;
			if (one->choice.way == WAY_SOON)
				other->excess -= other->excess / SOON_LUCK;
		}
	}
}

/* How far above its bound the try came out, as a ratio. */
static uint64_t excess_of(const struct machine_tries *tries,
	const struct machine_try *one, const mpq_t time)
{
	uint64_t score = machine_score(time, tries->unit), excess;

	if (one->is_failed || score <= one->least)
		return 0;
	excess = (score - one->least) * MACHINE_RATIO / (one->least + 1);
	return excess < MOST_EXCESS ? excess : MOST_EXCESS;
}

/* Builds the try's plan, if that would be better than the best, and finds out
 * whether the machine allows it. */
static enum status carry_plan_out(struct machine_choice *next, int *is_allowed,
	const struct machine_choice *best, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err)
{
	enum status status;
	mpq_t postal;

	*is_allowed = 1;
	mpq_init(postal);
	status = machine_find_postal(next, postal, NULL, ranking, problem, err);
	if (status == STATUS_OK && next->algorithm && !next->is_most) {
		machine_plan_time(next, postal, problem->message);
		if (machine_is_better(best, next) &&
			(next->spare > 0 ||
				!machine_plan_holds(next, problem->message)))
			status = machine_carry_out(
				next, is_allowed, problem, err);
	} else {
		*is_allowed = 0;
	}
	mpq_clear(postal);
	return status;
}

/* Builds a schedule for the machine that is better than the best, or than the
 * one known, and carries it out. */
static enum status build_and_carry_out(struct machine_choice *next,
	int *is_done, const struct machine_choice *best,
	const struct machine_problem *problem, struct err *err)
{
	const __mpq_struct *known =
		best->algorithm ? best->time : problem->known;
	enum status status = machine_build(next, problem, known, err);

	*is_done = status == STATUS_OK;
	return status;
}

/* The same as soon as possible, unless a formula says that the postal time, in
 * units of u, is no better than the best: nobody sends sooner than u apart, and
 * no message is there sooner than after u.  A reduction may end sooner, as what
 * is late in a broadcast is early in its reverse, but can be earlier. */
static enum status carry_soon_out(struct machine_choice *next, int *is_done,
	const struct machine_choice *best, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err)
{
	enum status status = STATUS_OK;
	mpq_t postal;

	*is_done = 1;
	if (next->algorithm->is_search)
		return build_and_carry_out(next, is_done, best, problem, err);
	if (!machine_is_formula(next->algorithm))
		return machine_carry_out(next, is_done, problem, err);
	mpq_init(postal);
	status = machine_find_postal(next, postal, NULL, ranking, problem, err);
	*is_done = status == STATUS_OK && next->algorithm;
	if (*is_done) {
		machine_message_send(next->time, problem->message);
		mpq_mul(next->time, next->time, postal);
		*is_done = problem->operation == OPERATION_REDUCE ||
			   machine_is_sooner(problem->message) ||
			   machine_is_better(best, next);
	}
	mpq_clear(postal);
	return *is_done ? machine_carry_out(next, is_done, problem, err)
			: status;
}

enum status machine_try(struct machine_choice *best, int *is_taken,
	struct machine_tries *tries, struct machine_try *one,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err)
{
	struct machine_choice next;
	enum status status;
	int is_allowed;

	machine_choice_init(&next);
	machine_choice_set(&next, &one->choice);
	status = next.way == WAY_PLANNED ? carry_plan_out(&next, &is_allowed,
						   best, ranking, problem, err)
					 : carry_soon_out(&next, &is_allowed,
						   best, ranking, problem, err);
	one->is_tried = 1;
	one->is_failed = status != STATUS_OK || !is_allowed;
	if (one->is_failed && next.way == WAY_SOON &&
		machine_is_formula(next.algorithm))
		one->work /= FORMULA_SHARE;
	*is_taken = !one->is_failed && machine_is_better(best, &next);
	if (*is_taken)
		machine_choice_set(best, &next);
	expect_others(tries, one, excess_of(tries, one, next.time));
	machine_choice_clear(&next);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}
