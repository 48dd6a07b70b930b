/*
 * Receives and sends are two sequences, each with a formula for its i-th start
 * and its inverse, which finds where a span begins; they are merged by start.
 */
#include "model/postal/part.h"

#include "base/mem.h"
#include "number/number.h"

static void init_beat(struct postal_beat *beat)
{
	beat->ports = 1;
	mpq_init(beat->first);
	mpz_inits(beat->run, beat->period, beat->count, beat->at, beat->end,
		NULL);
}

static void clear_beat(struct postal_beat *beat)
{
	mpq_clear(beat->first);
	mpz_clears(beat->run, beat->period, beat->count, beat->at, beat->end,
		NULL);
}

/* i = how many events start before the time, or at it, if that is asked for. */
static void count_until(
	mpz_t i, const struct postal_beat *beat, const mpq_t time, int with_it)
{
	mpz_t rest;
	mpq_t after;

	mpz_set_ui(i, 0);
	if (mpz_sgn(beat->count) == 0 ||
		mpq_cmp(time, beat->first) < (with_it ? 0 : 1))
		return;
	mpz_init(rest);
	mpq_init(after);
	mpq_sub(after, time, beat->first);
	if (with_it) {
		number_floor(rest, after);
		mpz_add_ui(rest, rest, 1);
	} else {
		number_ceil(rest, after);
	}
	/* Those of whole numbers below rest. */
	mpz_fdiv_qr(i, rest, rest, beat->period);
	mpz_mul_ui(rest, rest, beat->ports);
	mpz_sub_ui(rest, rest, mpz_sgn(rest) > 0 ? beat->idle : 0);
	if (mpz_cmp(rest, beat->run) > 0)
		mpz_set(rest, beat->run);
	mpz_mul(i, i, beat->run);
	mpz_add(i, i, rest);
	if (mpz_cmp(i, beat->count) > 0)
		mpz_set(i, beat->count);
	mpz_clear(rest);
	mpq_clear(after);
}

static void begin_beat(struct postal_beat *beat, const struct part_span *span)
{
	count_until(beat->at, beat, span->from, 0);
	if (span->to)
		count_until(beat->end, beat, span->to, 1);
	else
		mpz_set(beat->end, beat->count);
	if (mpz_cmp(beat->end, beat->at) < 0)
		mpz_set(beat->end, beat->at);
}

/* The next event's run, place in it, and start; 0: there is none. */
static int look(mpz_t run, mpz_t place, mpq_t start, struct postal_beat *beat)
{
	if (mpz_cmp(beat->at, beat->end) >= 0)
		return 0;
	mpz_fdiv_qr(run, place, beat->at, beat->run);
	mpz_add_ui(mpq_numref(start), place, beat->idle);
	mpz_fdiv_q_ui(mpq_numref(start), mpq_numref(start), beat->ports);
	mpz_addmul(mpq_numref(start), run, beat->period);
	mpz_set(mpq_denref(start), mpq_denref(beat->first));
	mpz_mul(mpq_numref(start), mpq_numref(start), mpq_denref(start));
	mpz_add(mpq_numref(start), mpq_numref(start), mpq_numref(beat->first));
	return 1;
}

/* Whether the next receive is there, and before the next send. */
static int is_receive_next(struct postal_part *part, struct part_event *event)
{
	mpq_t send;
	int is_next;

	if (mpz_cmp(part->receives.at, part->receives.end) >= 0)
		return 0;
	mpq_init(send);
	is_next = !look(part->k, part->message, send, &part->sends);
	look(part->message, part->k, event->start, &part->receives);
	is_next = is_next || mpq_cmp(event->start, send) <= 0;
	mpq_clear(send);
	return is_next;
}

static int part_receive(struct postal_part *part, struct part_event *event)
{
	event->is_send = 0;
	mpz_set(event->peer, part->parent);
	mpz_add_ui(event->message, part->message, 1);
	mpz_add_ui(part->receives.at, part->receives.at, 1);
	return 1;
}

static int postal_part_next(struct part *base, struct part_event *event)
{
	struct postal_part *part = (struct postal_part *)base;

	if (is_receive_next(part, event))
		return part_receive(part, event);
	if (!look(part->message, part->k, event->start, &part->sends))
		return 0;
	if (part->is_train)
		mpz_swap(part->message, part->k);
	event->is_send = 1;
	part->child(event->peer, part, part->k);
	mpz_add_ui(event->message, part->message, 1);
	mpz_add_ui(part->sends.at, part->sends.at, 1);
	return 1;
}

void postal_part_free(struct postal_part *part)
{
	if (part->clear)
		part->clear(part);
	mpz_clears(part->part.rows, part->parent, part->messages,
		part->children, part->period, part->k, part->message, NULL);
	mpq_clears(part->received, part->sent, NULL);
	clear_beat(&part->receives);
	clear_beat(&part->sends);
	mem_free(part);
}

static void postal_part_close(struct part *base)
{
	postal_part_free((struct postal_part *)base);
}

static const struct part_ops postal_part_ops = {
	postal_part_next, postal_part_close};

void postal_part_init(struct postal_part *part)
{
	part->part.ops = &postal_part_ops;
	mpz_inits(part->part.rows, part->parent, part->messages, part->children,
		part->period, part->k, part->message, NULL);
	mpq_inits(part->received, part->sent, NULL);
	init_beat(&part->receives);
	init_beat(&part->sends);
}

struct part *postal_part_begin(
	struct postal_part *part, const struct part_span *span)
{
	struct postal_beat *receives = &part->receives, *sends = &part->sends;

	mpq_set(receives->first, part->received);
	mpq_set(sends->first, part->sent);
	sends->ports = part->ports > 1 ? part->ports : 1;
	sends->idle = part->idle;
	if (part->has_parent)
		mpz_set(receives->count, part->messages);
	mpz_mul(sends->count, part->messages, part->children);
	mpz_set_ui(receives->run, 1);
	if (part->is_train) {
		mpz_set_ui(receives->period, 1);
		mpz_set(sends->run, part->messages);
		mpz_set(sends->period, part->messages);
	} else {
		mpz_set(receives->period, part->period);
		mpz_set(sends->run, part->children);
		mpz_set(sends->period, part->period);
	}
	begin_beat(receives, span);
	begin_beat(sends, span);
	mpz_sub(part->part.rows, receives->end, receives->at);
	mpz_add(part->part.rows, part->part.rows, sends->end);
	mpz_sub(part->part.rows, part->part.rows, sends->at);
	return &part->part;
}
