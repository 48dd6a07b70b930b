/*
 * One processor's part: in every round a send, and the receive of what another
 * sends then.  Sends and receives are each in the order of the list, so they
 * are merged; a receive comes before a send of its time.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"
#include "number/number.h"

/* All sends, or all receives, of the span: rounds next .. last of item at - 1,
 * and those of the items from `at` on. */
struct one_end {
	int is_send;
	size_t at;
	mpz_t next, last, start;
	const struct symmetric_times *item; /* of the next one; NULL: over */
};

struct symmetric_part {
	struct part part;
	struct symmetric_plan plan;
	mpz_t n, rank, from, to; /* the span in ticks */
	int is_endless;		 /* no `to` */
	struct one_end receive, send;
};

static const struct symmetric_run *run_of(
	const struct symmetric_part *part, const struct symmetric_times *item)
{
	return &part->plan.list.run[item->run];
}

/* value = first + step i. */
static void set_at(
	mpz_t value, const mpz_t first, const mpz_t step, const mpz_t i)
{
	mpz_set(value, first);
	mpz_addmul(value, step, i);
}

/* Whether the processor is in the run's rounds: in a scan, whose runs are of
 * one round each, nobody sends past n - 1, nor what it does not have. */
static int takes_part(const struct symmetric_part *part,
	const struct symmetric_run *run, int is_send)
{
	int takes;
	mpz_t sender;

	if (!part->plan.list.is_open)
		return 1;
	mpz_init_set(sender, part->rank);
	if (!is_send)
		mpz_sub(sender, sender, run->skip);
	takes = mpz_cmp(sender, run->distance) >= 0;
	mpz_add(sender, sender, run->skip);
	takes = takes && mpz_cmp(sender, part->n) < 0;
	mpz_clear(sender);
	return takes;
}

/* When the item's first send or receive starts: a receive takes its port as
 * long as its send, until its end. */
static void set_start(mpz_t start, struct symmetric_part *part,
	const struct symmetric_times *item, int is_send)
{
	const struct symmetric_message *message;

	mpz_set(start, item->start);
	if (is_send)
		return;
	message =
		symmetric_cost_of(&part->plan.cost, run_of(part, item)->blocks);
	mpz_add(start, start, message->end);
	mpz_sub(start, start, message->send);
}

/* count = how many of the item's rounds start less than `time` after its first
 * one, if it goes on for ever. */
static void set_passed(
	mpz_t count, const mpz_t time, const struct symmetric_times *item)
{
	if (mpz_sgn(time) <= 0)
		mpz_set_ui(count, 0);
	else if (mpz_sgn(item->period) > 0)
		mpz_cdiv_q(count, time, item->period);
	else
		mpz_set_ui(count, 1);
}

/* The rounds of the item that start in the span, by those before it and those
 * up to its end; 0 if there are none. */
static int enter_item(struct symmetric_part *part, struct one_end *end,
	const struct symmetric_times *item)
{
	int is_there;
	mpz_t rest;

	if (!takes_part(part, run_of(part, item), end->is_send))
		return 0;
	set_start(end->start, part, item, end->is_send);
	mpz_init(rest);
	mpz_sub(rest, part->from, end->start);
	set_passed(end->next, rest, item);
	mpz_sub_ui(end->last, item->times, 1);
	if (!part->is_endless) {
		mpz_sub(rest, part->to, end->start);
		mpz_add_ui(rest, rest, 1);
		set_passed(rest, rest, item);
		mpz_sub_ui(rest, rest, 1);
		if (mpz_cmp(rest, end->last) < 0)
			mpz_set(end->last, rest);
	}
	is_there = mpz_cmp(end->next, end->last) <= 0;
	mpz_clear(rest);
	return is_there;
}

/* Goes to the next item with rounds of the span. */
static void seek_item(struct symmetric_part *part, struct one_end *end)
{
	end->item = NULL;
	while (!end->item && end->at < part->plan.timing.count) {
		const struct symmetric_times *item =
			&part->plan.timing.item[end->at++];

		if (enter_item(part, end, item))
			end->item = item;
	}
	if (end->item)
		mpz_addmul(end->start, end->item->period, end->next);
}

static void count_events(struct symmetric_part *part, struct one_end *end)
{
	for (seek_item(part, end); end->item; seek_item(part, end)) {
		mpz_add(part->part.rows, part->part.rows, end->last);
		mpz_sub(part->part.rows, part->part.rows, end->next);
		mpz_add_ui(part->part.rows, part->part.rows, 1);
	}
	end->at = 0;
	seek_item(part, end);
}

static void pass_event(struct symmetric_part *part, struct one_end *end)
{
	mpz_add(end->start, end->start, end->item->period);
	if (mpz_cmp(end->next, end->last) < 0)
		mpz_add_ui(end->next, end->next, 1);
	else
		seek_item(part, end);
}

/* first = the first of the blocks or operands that a processor sends. */
static void set_first_carried(mpz_t first, const struct symmetric_run *run,
	const mpz_t round, const mpz_t sender, const mpz_t count)
{
	set_at(first, run->distance, run->distance_step, round);
	if (run->is_upper) {
		mpz_add(first, sender, first);
		return;
	}
	mpz_sub(first, sender, first);
	mpz_sub(first, first, count);
	mpz_add_ui(first, first, 1);
}

/* What a message carries. */
static void set_carried(struct part_event *event,
	const struct symmetric_part *part, const struct symmetric_run *run,
	const mpz_t round)
{
	const __mpz_struct *sender = event->is_send ? part->rank : event->peer;

	mpz_set(event->count, mpz_sgn(run->operands) > 0 && !run->is_whole
				      ? run->operands
				      : run->blocks);
	if (mpz_sgn(run->weight) > 0) {
		mpz_set(event->first, run->weight);
		mpz_set(event->radix, run->radix);
		set_at(event->digit, run->skip, run->skip_step, round);
		mpz_divexact(event->digit, event->digit, run->weight);
		return;
	}
	if (run->is_whole) {
		mpz_set_ui(event->first, 0);
		return;
	}
	set_first_carried(event->first, run, round, sender, event->count);
	if (mpz_sgn(event->first) >= 0 || !part->plan.list.is_open) {
		mpz_mod(event->first, event->first, part->n);
		return;
	}
	mpz_add(event->count, event->count, event->first);
	mpz_set_ui(event->first, 0);
}

static void describe_round(struct part_event *event,
	struct symmetric_part *part, const struct one_end *end)
{
	const struct symmetric_run *run = run_of(part, end->item);
	mpz_t round;

	mpz_init(round);
	mpz_add(round, end->item->first, end->next);
	event->is_send = end->is_send;
	set_at(event->peer, run->skip, run->skip_step, round);
	if (run->is_down == end->is_send)
		mpz_neg(event->peer, event->peer);
	mpz_add(event->peer, event->peer, part->rank);
	mpz_mod(event->peer, event->peer, part->n);
	mpz_set_ui(event->message, 1);
	set_carried(event, part, run, round);
	mpz_set(mpq_numref(event->start), end->start);
	mpz_set(mpq_denref(event->start), part->plan.cost.unit);
	mpq_canonicalize(event->start);
	mpz_set(mpq_numref(event->length),
		symmetric_cost_of(&part->plan.cost, run->blocks)->send);
	mpz_set(mpq_denref(event->length), part->plan.cost.unit);
	mpq_canonicalize(event->length);
	mpz_clear(round);
}

static int symmetric_part_next(struct part *base, struct part_event *event)
{
	struct symmetric_part *part = (struct symmetric_part *)base;
	struct one_end *end = &part->receive;

	if (!end->item ||
		(part->send.item && mpz_cmp(part->send.start, end->start) < 0))
		end = &part->send;
	if (!end->item)
		return 0;
	describe_round(event, part, end);
	pass_event(part, end);
	return 1;
}

static void symmetric_part_close(struct part *base)
{
	struct symmetric_part *part = (struct symmetric_part *)base;

	symmetric_plan_clear(&part->plan);
	mpz_clears(part->part.rows, part->n, part->rank, part->from, part->to,
		part->receive.next, part->receive.last, part->receive.start,
		part->send.next, part->send.last, part->send.start, NULL);
	mem_free(part);
}

static void set_tick_span(
	struct symmetric_part *part, const struct part_span *span)
{
	mpq_t ticks, unit;

	mpq_inits(ticks, unit, NULL);
	mpq_set_z(unit, part->plan.cost.unit);
	mpq_mul(ticks, span->from, unit);
	number_ceil(part->from, ticks);
	part->is_endless = span->to == NULL;
	if (span->to) {
		mpq_mul(ticks, span->to, unit);
		number_floor(part->to, ticks);
	}
	mpq_clears(ticks, unit, NULL);
}

enum status symmetric_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	static const struct part_ops ops = {
		symmetric_part_next, symmetric_part_close};
	struct symmetric_part *own;
	struct symmetric_plan plan;

	*part = NULL;
	if (symmetric_plan_find(&plan, problem, options, err) != STATUS_OK)
		return err->code;
	own = mem_array(1, sizeof *own);
	own->part.ops = &ops;
	own->plan = plan;
	own->plan.cost.lambda = own->plan.lambda;
	if (own->plan.whole.machine)
		own->plan.cost.blocks = &own->plan.whole;
	own->send.is_send = 1;
	mpz_inits(own->part.rows, own->from, own->to, own->receive.next,
		own->receive.last, own->receive.start, own->send.next,
		own->send.last, own->send.start, NULL);
	mpz_init_set(own->n, problem->n);
	mpz_init_set(own->rank, rank);
	set_tick_span(own, span);
	count_events(own, &own->receive);
	count_events(own, &own->send);
	*part = &own->part;
	return STATUS_OK;
}
