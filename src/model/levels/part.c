/* One processor's part: its parts in the phases, one after the other. */
#include "model/levels/levels.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

struct levels_part {
	struct part part;
	struct levels_plan plan;
	uint64_t rank;
	struct part *of[LEVELS_STEPS]; /* NULL: none there */
	size_t at;
};

/* Finds the group of a processor, and its number in the group. */
static void find_member(uint64_t *group, uint64_t *member,
	const struct levels_plan *plan, const struct levels_step *step,
	uint64_t rank)
{
	uint64_t node, place;

	assert(plan->p > 0);
	node = rank / plan->p;
	place = rank % plan->p;
	*group = step->is_inside ? node : place;
	*member = step->is_inside ? place : node;
	if (step->is_mirrored)
		*member = plan->p - 1 - place;
	if (step->is_apart)
		*member = 0;
	if (!step->is_fold || step->is_inside)
		return;
	*group = rank < 2 * plan->pairs && place != plan->staying;
	*member = rank < 2 * plan->pairs ? node : rank - plan->pairs;
}

/* The processor whose d-th message to another node comes to the rank. */
static uint64_t apart_sender(
	const struct levels_plan *plan, uint64_t rank, uint64_t d)
{
	uint64_t nodes = 1 + (d - 1) / plan->p, places = (d - 1) % plan->p;
	uint64_t node = (rank / plan->p + plan->nodes - nodes) % plan->nodes;

	return node * plan->p + (rank + plan->p - places) % plan->p;
}

/* Sets the group's row of which the event is the sending or the receiving end.
 */
static void set_group_row(struct transmission *of,
	const struct part_event *event, uint64_t member)
{
	uint64_t peer = number_get_u64(event->peer);

	*of = (struct transmission){.from = event->is_send ? member : peer,
		.to = event->is_send ? peer : member,
		.first = number_get_u64(event->first),
		.size = number_get_u64(event->count),
		.radix = (uint32_t)number_get_u64(event->radix),
		.digit = (uint32_t)number_get_u64(event->digit)};
}

/* Sets what the event carries: its parts as text, unless it is one run. */
static void set_event_carried(struct part_event *event,
	const struct schedule_header *header, const struct transmission *row)
{
	mpz_set_ui(event->radix, 0);
	number_set_u64(event->first, row->first);
	number_set_u64(event->count, row->size);
	mem_free(event->carried);
	event->carried = schedule_parts_text(header, row);
}

static void describe_event(struct part_event *event,
	const struct levels_part *own, const struct levels_phase *phase)
{
	const struct levels_plan *plan = &own->plan;
	struct schedule_parts parts = {0};
	const struct schedule_header header = {
		.operation = plan->operation, .parts = &parts};
	struct transmission of, row;
	uint64_t group, member;

	find_member(&group, &member, plan, phase->step, own->rank);
	set_group_row(&of, event, member);
	if (phase->step->is_apart) {
		uint64_t members = (plan->nodes - 1) * plan->p + 1;

		group = event->is_send ? own->rank
				       : apart_sender(plan, own->rank,
						 (of.to + members - of.from) %
							 members);
	}
	levels_row(&row, &parts, plan, phase, group, &of);
	number_set_u64(event->peer, event->is_send ? row.to : row.from);
	set_event_carried(event, &header, &row);
	mpq_mul(event->start, event->start, phase->unit);
	mpq_add(event->start, event->start, phase->start);
	mpq_mul(event->length, event->length, phase->unit);
	mem_free(parts.part);
}

static int levels_part_next(struct part *base, struct part_event *event)
{
	struct levels_part *own = (struct levels_part *)base;

	for (; own->at < own->plan.phases; own->at++)
		if (own->of[own->at] && part_next(own->of[own->at], event)) {
			describe_event(event, own, &own->plan.phase[own->at]);
			return 1;
		}
	return 0;
}

static void levels_part_clear(struct part *base)
{
	struct levels_part *own = (struct levels_part *)base;

	for (size_t i = 0; i < LEVELS_STEPS; i++)
		part_close(own->of[i]);
	levels_plan_clear(&own->plan);
}

/* Whether what a message of the phase carries fits into the memory: single
 * blocks of all members, unless these follow each other. */
static enum status check_carried(const struct levels_plan *plan,
	const struct levels_phase *phase, struct err *err)
{
	const struct levels_step *step = phase->step;
	int follow = step->operation != OPERATION_ALLTOALL &&
		     step->is_inside == (step->share == SHARE_ONE);

	if (follow || step->is_fold || step->is_apart)
		return STATUS_OK;
	return limit_check_each("what a message carries",
		step->share == SHARE_ALL ? plan->problem->n : phase->problem.n,
		sizeof(struct schedule_part), plan->problem->max_bits / 8, err);
}

/* Opens the part of a phase, with the span in the phase's time. */
static enum status open_phase_part(struct levels_part *own, size_t i,
	const struct part_span *span, struct err *err)
{
	const struct levels_phase *phase = &own->plan.phase[i];
	enum status status = STATUS_OK;
	uint64_t group, member;
	struct part_span within;
	mpz_t number;
	mpq_t from, to;

	find_member(&group, &member, &own->plan, phase->step, own->rank);
	if (group >= levels_groups(&own->plan, phase))
		return STATUS_OK;
	if (check_carried(&own->plan, phase, err) != STATUS_OK)
		return err->code;
	mpz_init(number);
	mpq_inits(from, to, NULL);
	number_set_u64(number, member);
	mpq_sub(from, span->from, phase->start);
	mpq_div(from, from, phase->unit);
	if (span->to) {
		mpq_sub(to, span->to, phase->start);
		mpq_div(to, to, phase->unit);
	}
	if (mpq_sgn(from) < 0)
		mpq_set_ui(from, 0, 1);
	within = (struct part_span){from, span->to ? to : NULL};
	if (!span->to || mpq_sgn(to) >= 0)
		status = levels_phase_part(
			&own->of[i], phase, number, &within, err);
	if (status == STATUS_OK && own->of[i])
		mpz_add(own->part.rows, own->part.rows, own->of[i]->rows);
	mpz_clear(number);
	mpq_clears(from, to, NULL);
	return status;
}

enum status levels_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	static const struct part_ops ops = {
		levels_part_next, levels_part_clear};
	struct levels_part *own = mem_array(1, sizeof *own);
	enum status status =
		levels_plan_find(&own->plan, problem, options, err);

	*part = NULL;
	if (status != STATUS_OK) {
		mem_free(own);
		return status;
	}
	own->part.ops = &ops;
	mpz_init(own->part.rows);
	if (own->plan.p == 0 || own->plan.nodes == 0 ||
		!number_read_u64(&own->rank, rank, 63))
		status = limit_too_many("processors", err);
	for (size_t i = 0; i < own->plan.phases && status == STATUS_OK; i++)
		status = open_phase_part(own, i, span, err);
	if (status == STATUS_OK)
		*part = &own->part;
	else
		part_close(&own->part);
	return status;
}
