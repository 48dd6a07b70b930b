/*
 * One processor's part: in every round a send, and the receive of what another
 * processor sends in that round.  Rounds at equal distances in time are a beat.
 */
#include "model/symmetric/symmetric.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

struct symmetric_part {
	struct part_beats beats; /* which: the item of the timing */
	struct symmetric_plan plan;
	mpz_t n, rank;
};

static const struct symmetric_run *run_of(
	const struct symmetric_part *part, const struct symmetric_times *item)
{
	return &part->plan.list.run[item->run];
}

/* time = that many ticks. */
static void set_ticks(
	mpq_t time, const mpz_t ticks, const struct symmetric_part *part)
{
	mpz_set(mpq_numref(time), ticks);
	mpz_set(mpq_denref(time), part->plan.cost.unit);
	mpq_canonicalize(time);
}

/* value = first + step i. */
static void set_at(
	mpz_t value, const mpz_t first, const mpz_t step, const mpz_t i)
{
	mpz_set(value, first);
	mpz_addmul(value, step, i);
}

/* Whether the processor sends, or receives, in the run's rounds.  In a scan,
 * whose runs are single rounds, nobody sends past n - 1 or what it does not
 * have. */
static int takes_part(const struct symmetric_part *part,
	const struct symmetric_run *run, int is_send)
{
	int takes;
	mpz_t sender;

	if (!symmetric_is_open(&part->plan))
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

/* length = how long a send lasts from its start, or a receive up to its end.  A
 * receive lasts as long as the send, but does not start before it. */
static void set_length(
	mpz_t length, const struct symmetric_message *message, int is_send)
{
	int is_cut = !is_send && mpz_cmp(message->end, message->send) < 0;

	mpz_set(length, is_cut ? message->end : message->send);
}

/* start = that of the item's first send or receive. */
static void set_start(mpz_t start, struct symmetric_part *part,
	const struct symmetric_times *item, int is_send)
{
	const struct symmetric_message *message;

	mpz_set(start, item->start);
	if (is_send)
		return;
	message =
		symmetric_cost_of(&part->plan.cost, run_of(part, item)->blocks);
	set_length(start, message, is_send);
	mpz_sub(start, message->end, start);
	mpz_add(start, start, item->start);
}

static void add_item(struct symmetric_part *part, size_t i, int is_send)
{
	const struct symmetric_times *item = &part->plan.timing.item[i];
	struct part_beat *beat;
	mpz_t start;

	if (!takes_part(part, run_of(part, item), is_send))
		return;
	mpz_init(start);
	set_start(start, part, item, is_send);
	beat = part_beats_add(&part->beats, is_send);
	beat->which = i;
	set_ticks(beat->first, start, part);
	mpz_set(beat->count, item->times);
	if (mpz_sgn(item->period) > 0)
		set_ticks(beat->period, item->period, part);
	mpz_clear(start);
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

/* Sets what the message carries. */
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
	if (mpz_sgn(event->first) >= 0 || !symmetric_is_open(&part->plan)) {
		mpz_mod(event->first, event->first, part->n);
		return;
	}
	mpz_add(event->count, event->count, event->first);
	mpz_set_ui(event->first, 0);
}

static void describe_round(struct part_event *event, struct part_beats *beats,
	const struct part_beat *beat)
{
	struct symmetric_part *part = (struct symmetric_part *)beats;
	const struct symmetric_times *item =
		&part->plan.timing.item[beat->which];
	const struct symmetric_run *run = run_of(part, item);
	mpz_t round;

	mpz_init(round);
	mpz_add(round, item->first, beat->at);
	set_at(event->peer, run->skip, run->skip_step, round);
	if (run->is_down == beat->is_send)
		mpz_neg(event->peer, event->peer);
	mpz_add(event->peer, event->peer, part->rank);
	mpz_mod(event->peer, event->peer, part->n);
	mpz_set_ui(event->message, 1);
	set_carried(event, part, run, round);
	set_length(round, symmetric_cost_of(&part->plan.cost, run->blocks),
		event->is_send);
	set_ticks(event->length, round, part);
	mpz_clear(round);
}

static void clear_symmetric(struct part_beats *beats)
{
	struct symmetric_part *part = (struct symmetric_part *)beats;

	symmetric_plan_clear(&part->plan);
	mpz_clears(part->n, part->rank, NULL);
}

/* Whether memory allows a beat for the sends and one for the receives of each
 * of the plan's items. */
static enum status check_beats(const struct symmetric_plan *plan,
	const struct problem *problem, struct err *err)
{
	enum { NUMBERS = 13, NUMBER_BYTES = 32 };

	return limit_check_parts("a part in so many rounds",
		(const struct limit_part[LIMIT_PARTS]){
			{sizeof(struct part_beat) + sizeof(size_t) +
					(size_t)NUMBERS * NUMBER_BYTES,
				plan->timing.count, 2}},
		most_u64(problem->max_bits / 8, SYMMETRIC_FREE), err);
}

enum status symmetric_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct symmetric_part *own;
	struct symmetric_plan plan;

	*part = NULL;
	if (symmetric_plan_find(&plan, problem, options, err) != STATUS_OK)
		return err->code;
	if (check_beats(&plan, problem, err) != STATUS_OK) {
		symmetric_plan_clear(&plan);
		return err->code;
	}
	own = mem_array(1, sizeof *own);
	part_beats_init(&own->beats);
	own->beats.describe = describe_round;
	own->beats.clear = clear_symmetric;
	own->plan = plan;
	own->plan.cost.lambda = own->plan.lambda;
	if (own->plan.whole.machine)
		own->plan.cost.blocks = &own->plan.whole;
	mpz_init_set(own->n, problem->n);
	mpz_init_set(own->rank, rank);
	for (size_t i = 0; i < plan.timing.count; i++)
		for (int is_send = 0; is_send < 2; is_send++)
			add_item(own, i, is_send);
	*part = part_beats_begin(&own->beats, span);
	return STATUS_OK;
}
