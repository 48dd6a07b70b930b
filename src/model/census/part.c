/*
 * One processor's part in a census: in every step it sends to a processor some
 * way ahead, and, latency - 1 later, receives from the one as far behind.
 * Sends and receives are each in the order of the steps, so they are merged.
 */
#include "model/census/census.h"

#include "base/mem.h"

/* The sends, or the receives, still to come: at .. end-1. */
struct census_queue {
	size_t at, end;
};

struct census_part {
	struct part part;
	struct census census;
	mpz_t n, rank;
	mpq_t delay; /* of a receive: latency - 1 */
	struct census_queue sends, receives;
};

static void set_start(
	mpq_t start, const struct census_part *part, size_t step, int is_send)
{
	mpq_set_ui(start, part->census.step[step].start, 1);
	if (!is_send)
		mpq_add(start, start, part->delay);
}

/* Whether the next event is a send; not at the end of both. */
static int is_send_next(struct census_part *part)
{
	mpq_t sent, received;
	int is_send;

	if (part->sends.at == part->sends.end ||
		part->receives.at == part->receives.end)
		return part->sends.at < part->sends.end;
	mpq_inits(sent, received, NULL);
	set_start(sent, part, part->sends.at, 1);
	set_start(received, part, part->receives.at, 0);
	is_send = mpq_cmp(sent, received) < 0;
	mpq_clears(sent, received, NULL);
	return is_send;
}

static int census_part_next(struct part *base, struct part_event *event)
{
	struct census_part *part = (struct census_part *)base;
	const struct census_step *step;
	size_t at;

	if (part->sends.at == part->sends.end &&
		part->receives.at == part->receives.end)
		return 0;
	event->is_send = is_send_next(part);
	at = event->is_send ? part->sends.at++ : part->receives.at++;
	step = &part->census.step[at];
	if (event->is_send)
		mpz_add(event->peer, part->rank, step->ahead);
	else
		mpz_sub(event->peer, part->rank, step->ahead);
	mpz_mod(event->peer, event->peer, part->n);
	mpz_set_ui(event->message, 1);
	census_first(event->first, step,
		event->is_send ? part->rank : event->peer, part->n);
	mpz_set(event->count, step->count);
	set_start(event->start, part, at, event->is_send);
	return 1;
}

static void census_part_close(struct part *base)
{
	struct census_part *part = (struct census_part *)base;

	census_clear(&part->census);
	mpz_clears(part->part.rows, part->n, part->rank, NULL);
	mpq_clear(part->delay);
	mem_free(part);
}

/* Restricts the queue to the span. */
static void set_queue(struct census_queue *queue,
	const struct census_part *part, const struct part_span *span,
	int is_send)
{
	mpq_t start;

	mpq_init(start);
	queue->at = 0;
	queue->end = part->census.steps;
	for (; queue->at < queue->end; queue->at++) {
		set_start(start, part, queue->at, is_send);
		if (mpq_cmp(start, span->from) >= 0)
			break;
	}
	for (; span->to && queue->at < queue->end; queue->end--) {
		set_start(start, part, queue->end - 1, is_send);
		if (mpq_cmp(start, span->to) <= 0)
			break;
	}
	mpq_clear(start);
}

enum status census_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	static const struct part_ops ops = {
		census_part_next, census_part_close};
	struct census_part *own;
	struct census census;
	mpq_t one;

	(void)options;
	*part = NULL;
	if (census_init(&census, problem, err) != STATUS_OK)
		return err->code;
	own = mem_array(1, sizeof *own);
	own->part.ops = &ops;
	own->census = census;
	mpz_init_set(own->n, problem->n);
	mpz_init_set(own->rank, rank);
	mpq_init(own->delay);
	mpq_init(one);
	mpq_set_ui(one, 1, 1);
	mpq_sub(own->delay, problem->lambda, one);
	mpq_clear(one);
	set_queue(&own->sends, own, span, 1);
	set_queue(&own->receives, own, span, 0);
	mpz_init_set_ui(own->part.rows,
		(unsigned long)(own->sends.end - own->sends.at +
				own->receives.end - own->receives.at));
	*part = &own->part;
	return STATUS_OK;
}
