/*
 * One processor's part in a plan: its part in the postal schedule, event by
 * event, in the machine's time.  A message sent at t, in units of the plan's
 * send, is held e after t of these; its receive is said to last as long as a
 * send, u, up to then.  Receives keep their order, and so do sends; a receive
 * may change places with the send next to it.
 */
#include "model/machine/ways.h"

#include "base/mem.h"

struct machine_part {
	struct part part;
	struct part *from;
	struct part_event held; /* the next event, if has_held */
	int has_held;
	mpq_t send, unit, shift; /* send; length of an event; what is added to
				    the start of a receive */
	mpq_t low, high;	 /* the span */
	int has_high;
};

/* Moves an event of the postal schedule to the machine's time. */
static void place_event(
	const struct machine_part *part, struct part_event *event)
{
	mpq_mul(event->start, event->start, part->send);
	if (!event->is_send)
		mpq_add(event->start, event->start, part->shift);
	mpq_set(event->length, part->unit);
}

static void swap_events(struct part_event *x, struct part_event *y)
{
	struct part_event z = *x;

	*x = *y;
	*y = z;
}

/* The next event in order, whether in the span or not. */
static int next_placed(struct machine_part *part, struct part_event *event)
{
	if (!part->has_held) {
		part->has_held = part_next(part->from, &part->held);
		if (!part->has_held)
			return 0;
		place_event(part, &part->held);
	}
	if (part_next(part->from, event)) {
		place_event(part, event);
		if (mpq_cmp(part->held.start, event->start) <= 0)
			swap_events(&part->held, event);
		return 1;
	}
	swap_events(&part->held, event);
	part->has_held = 0;
	return 1;
}

static int machine_part_next(struct part *base, struct part_event *event)
{
	struct machine_part *part = (struct machine_part *)base;

	while (next_placed(part, event))
		if (mpq_cmp(event->start, part->low) >= 0 &&
			!(part->has_high &&
				mpq_cmp(event->start, part->high) > 0))
			return 1;
	return 0;
}

static void machine_part_clear(struct part *base)
{
	struct machine_part *part = (struct machine_part *)base;

	part_close(part->from);
	part_event_clear(&part->held);
	mpq_clears(part->send, part->unit, part->shift, part->low, part->high,
		NULL);
}

static const struct part_ops machine_part_ops = {
	machine_part_next, machine_part_clear};

/* shift = e - u - (lambda - 1) send, as a receive of the postal schedule starts
 * at t + lambda - 1. */
static void set_part_times(struct machine_part *part,
	const struct machine_choice *choice,
	const struct machine_message *message)
{
	mpq_set(part->send, choice->send);
	machine_message_send(part->unit, message);
	mpq_mul(part->shift, choice->lambda, choice->send);
	mpq_sub(part->shift, message->end, part->shift);
	mpq_add(part->shift, part->shift, choice->send);
	mpq_sub(part->shift, part->shift, part->unit);
}

/* Sets a span of the postal schedule in which all events asked for start, a
 * send more on either side. */
static void widen_span(struct part_span *span, mpq_t from, mpq_t to,
	const struct machine_part *part)
{
	mpq_t more;

	mpq_init(more);
	mpq_abs(more, part->shift);
	mpq_add(more, more, part->send);
	mpq_sub(from, part->low, more);
	mpq_div(from, from, part->send);
	if (mpq_sgn(from) < 0)
		mpq_set_ui(from, 0, 1);
	mpq_add(to, part->high, more);
	mpq_div(to, to, part->send);
	*span = (struct part_span){from, part->has_high ? to : NULL};
	mpq_clear(more);
}

static enum status open_postal_part(struct machine_part *part,
	const struct machine_choice *choice,
	const struct machine_problem *asked, const mpz_t rank, struct err *err)
{
	const struct algorithm_options options = {
		.degree = mpz_sgn(choice->degree) > 0 ? choice->degree : NULL,
		.operation = (int)asked->operation};
	struct part_span span;
	struct problem problem;
	enum status status;
	mpq_t from, to;

	mpq_inits(from, to, NULL);
	widen_span(&span, from, to, part);
	machine_set_problem(&problem, asked, choice);
	status = algorithm_part(&part->from, choice->algorithm, &problem,
		&options, rank, &span, err);
	problem_clear(&problem);
	mpq_clears(from, to, NULL);
	return status;
}

enum status machine_part(struct part **opened,
	const struct machine_choice *choice,
	const struct machine_problem *problem, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct machine_part *part = mem_array(1, sizeof *part);
	enum status status;

	part->part.ops = &machine_part_ops;
	mpz_init(part->part.rows);
	part_event_init(&part->held);
	mpq_inits(part->send, part->unit, part->shift, part->low, part->high,
		NULL);
	set_part_times(part, choice, problem->message);
	mpq_set(part->low, span->from);
	part->has_high = span->to != NULL;
	if (span->to)
		mpq_set(part->high, span->to);
	status = open_postal_part(part, choice, problem, rank, err);
	if (status == STATUS_OK)
		mpz_set(part->part.rows, part->from->rows);
	*opened = status == STATUS_OK ? &part->part : NULL;
	if (status != STATUS_OK)
		part_close(&part->part);
	return status;
}
