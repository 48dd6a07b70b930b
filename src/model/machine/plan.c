/*
 * Plans: postal schedules whose rows start on the machine at their times, t
 * becoming t u'.
 *
 * Theorem.  Let a postal schedule have the whole latency k, and let its row at
 * t start at t u', with
 *
 *   u' >= u_2 = max(g+b, o+copy),   k u' >= e,
 *   j u' <= L  and  L+o+copy <= (j+1) u'   for a whole j,
 *
 * where j u' < L if o = 0 < copy.  Then the machine allows it.
 * Proof.  Starts are whole multiples of u', t = x u'.  The receive of the row
 * takes its processor from x u' + o + L >= (x+j) u' + o, when a send in slot
 * x+j has released it, to x u' + o + L + copy <= (x+j+1) u', when the next send
 * may begin.  Two receives of a processor have different x, and so have two
 * sends. Ports: starts differ by multiples of u' >= g+b.  A message is held
 * from x u' + e <= (x+k) u' on, when its receiver may first send it.
 *   u' = max(u_2, e/k) is the least for k.  The least k for which that is u_2
 * is ceil(e/u_2); a smaller k has coarser slots but the same e.
 *
 * A fractional latency is as good if all sends of a processor start at one
 * phase mod u' and all that it receives is held at that phase: then a receive
 * ends lambda u' - e before the next send at the earliest, and must not begin
 * before the last send is over, which holds if
 *
 *   (lambda - 1) u' <= L.
 *
 * Not all schedules have that property; so a plan is built and carried out.  If
 * nobody receives twice, u' = u and lambda = e/u: a receive ends before the
 * first send.  If nobody sends twice, in a reduction of one message, u' = w,
 * the least time between two receives, and lambda = e/w.
 */
#include "model/machine/ways.h"

#include <string.h>

#include "model/bounds.h"
#include "model/postal/bounds.h"
#include "number/number.h"

enum {
	WHOLE_TRIED = 6, /* latencies that are tried */
	WHOLE_TAKEN = 2	 /* of which so many are taken */
};

void machine_plan_send(
	struct machine_choice *choice, const struct machine_message *message)
{
	mpq_t least;

	mpq_init(least);
	machine_message_relay(least, message);
	mpq_div(choice->send, message->end, choice->lambda);
	number_raise(choice->send, least);
	mpq_clear(least);
}

int machine_plan_holds(const struct machine_choice *choice,
	const struct machine_message *message)
{
	mpq_t slots, time;
	int is_strict = mpq_sgn(message->overhead) == 0 &&
			mpq_sgn(message->copy) > 0,
	    is;

	if (!number_is_whole(choice->lambda))
		return 0;
	mpq_inits(slots, time, NULL);
	mpq_div(time, message->latency, choice->send);
	number_floor(mpq_numref(slots), time);
	is = !(is_strict && mpq_equal(slots, time));
	mpz_add_ui(mpq_numref(slots), mpq_numref(slots), 1);
	mpq_mul(slots, slots, choice->send);
	mpq_add(time, message->latency, message->overhead);
	mpq_add(time, time, message->copy);
	is &= mpq_cmp(time, slots) <= 0;
	mpq_clears(slots, time, NULL);
	return is;
}

int machine_allows_postal(const struct machine_message *message)
{
	struct machine_choice choice;
	int is;

	machine_choice_init(&choice);
	machine_message_send(choice.send, message);
	mpq_div(choice.lambda, message->end, choice.send);
	machine_message_relay(choice.time, message);
	is = mpq_cmp(choice.time, choice.send) <= 0 &&
	     machine_plan_holds(&choice, message);
	machine_choice_clear(&choice);
	return is;
}

int machine_plan_fits(const struct machine_choice *choice,
	const struct machine_message *message)
{
	mpq_t time;
	int fits;

	mpq_init(time);
	mpq_mul(time, choice->lambda, choice->send);
	mpq_sub(time, time, choice->send);
	fits = mpq_cmp(time, message->latency) <= 0;
	mpq_clear(time);
	return fits;
}

void machine_plan_time(struct machine_choice *choice, const mpq_t postal,
	const struct machine_message *message)
{
	choice->way = WAY_PLANNED;
	if (mpq_sgn(postal) == 0) {
		mpq_set_ui(choice->time, 0, 1);
		return;
	}
	mpq_sub(choice->time, postal, choice->lambda);
	mpq_mul(choice->time, choice->time, choice->send);
	mpq_add(choice->time, choice->time, message->end);
}

enum status machine_plan_least(struct machine_choice *choice, mpq_t bound,
	const struct machine_problem *asked, struct err *err)
{
	struct problem problem;
	enum status status;

	machine_set_problem(&problem, asked, choice);
	status = model_bound(bound, MODEL_POSTAL, &problem, err);
	problem_clear(&problem);
	machine_plan_time(choice, bound, asked->message);
	return status;
}

/* Takes the plan at next's latency, with next's send, if it is better than the
 * best. */
static enum status take_planned(struct machine_choice *best,
	struct machine_choice *next, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err)
{
	enum status status;
	mpq_t bound, postal;

	mpq_inits(bound, postal, NULL);
	status = machine_plan_least(next, bound, problem, err);
	if (status == STATUS_OK && machine_is_better(best, next)) {
		status = machine_find_postal(
			next, postal, bound, ranking, problem, err);
		if (status == STATUS_OK && next->algorithm) {
			machine_plan_time(next, postal, problem->message);
			if (machine_is_better(best, next))
				machine_choice_set(best, next);
		}
	}
	mpq_clears(bound, postal, NULL);
	return status;
}

enum status machine_plan_whole(struct machine_choice *best,
	struct ranking *ranking, const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err)
{
	struct machine_choice next;
	enum status status = STATUS_OK;
	unsigned tried = 0, taken = 0;
	mpz_t k;

	machine_choice_init(&next);
	mpz_init(k);
	machine_ratio(next.lambda, problem->message, machine_message_relay);
	number_ceil(k, next.lambda);
	for (; status == STATUS_OK && mpz_sgn(k) > 0 && tried < WHOLE_TRIED &&
		taken < WHOLE_TAKEN;
		tried++, mpz_sub_ui(k, k, 1)) {
		mpq_set_z(next.lambda, k);
		machine_plan_send(&next, problem->message);
		/* One processor sends nothing. */
		if (machine_rows(problem) > 0 &&
			!machine_plan_holds(&next, problem->message))
			continue;
		taken++;
		next.algorithm = algorithm;
		mpz_set_ui(next.degree, 0);
		status = take_planned(best, &next, ranking, problem, err);
	}
	machine_choice_clear(&next);
	mpz_clear(k);
	return status;
}

/* Takes the plan of exchanged.c, if it is one for this machine and better than
 * the best. */
static enum status take_exchanged(struct machine_choice *best,
	const struct machine_problem *asked, const mpq_t spacing,
	struct err *err)
{
	const __mpq_struct *end = asked->message->end;
	struct machine_choice next;
	struct problem problem;
	enum status status;

	if (mpq_cmp(end, spacing) >= 0)
		return STATUS_OK;
	machine_choice_init(&next);
	next.algorithm = algorithm_find("bcast");
	next.way = WAY_PLANNED;
	next.is_exchanged = 1;
	mpq_div(next.lambda, end, spacing);
	machine_set_problem(&problem, asked, &next);
	status = postal_least_time(next.time, &problem, err);
	mpq_mul(next.time, next.time, spacing);
	/* A message that takes no time goes from each processor to the next, as
	 * for any u/e >= n. */
	if (mpq_sgn(end) == 0)
		mpq_set_z(next.lambda, asked->n);
	else
		mpq_inv(next.lambda, next.lambda);
	mpq_set(next.send, end);
	if (status == STATUS_OK && machine_is_better(best, &next))
		machine_choice_set(best, &next);
	problem_clear(&problem);
	machine_choice_clear(&next);
	return status;
}

enum status machine_plan_single(struct machine_choice *best,
	struct ranking *ranking, const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err)
{
	void (*const spacing)(mpq_t, const struct machine_message *) =
		problem->operation == OPERATION_REDUCE ? machine_message_receive
						       : machine_message_send;
	struct machine_choice next;
	enum status status;

	machine_choice_init(&next);
	next.algorithm = algorithm;
	machine_ratio(next.lambda, problem->message, spacing);
	spacing(next.send, problem->message);
	status = take_planned(best, &next, ranking, problem, err);
	if (status == STATUS_OK &&
		(!algorithm || strcmp(algorithm->name, "bcast") == 0)) {
		spacing(next.send, problem->message);
		status = take_exchanged(best, problem, next.send, err);
	}
	machine_choice_clear(&next);
	return status;
}
