/*
 * One processor's part: its receives, which are lambda - 1 later than they are
 * sent, and its sends, each in order, are merged.
 *
 * The broadcasts c < L have a + 1 messages or a, m = a L + r, the first r of
 * them one more.  So there are two circulant parts, and what happens in a round
 * of one of them happens in every broadcast of its kind, one after the other.
 */
#include "model/circulant/circulant.h"

#include "base/mem.h"
#include "number/number.h"

/* The broadcasts first .. last - 1, that have as many messages. */
struct kind {
	struct problem problem;
	mpz_t first, last;
	struct part *part;
	struct part_event ahead; /* the next event of the part */
	int has_ahead;
	struct part_event event; /* this round's */
	int has_event;
};

/* All receives, or all sends. */
struct one_end {
	struct kind kind[2];
	mpz_t copies;		 /* L */
	mpz_t from, from_copy;	 /* the first round, and broadcast in it */
	mpz_t to, to_copy;	 /* the last ones */
	mpz_t round, copy, stop; /* now; the last broadcast + 1 */
	int which;		 /* the kind */
	mpq_t later;		 /* than it is sent */
	struct part_event event; /* the next to be given */
	int has_event;
};

struct weave_part {
	struct part part;
	struct one_end end[2]; /* receives, sends */
};

/* copy .. stop - 1: those of the kind in that round that are in the span. */
static void set_copies(mpz_t copy, mpz_t stop, const struct one_end *end,
	const struct kind *kind, const mpz_t round)
{
	mpz_set(copy, kind->first);
	mpz_set(stop, kind->last);
	if (mpz_cmp(round, end->from) == 0 && mpz_cmp(copy, end->from_copy) < 0)
		mpz_set(copy, end->from_copy);
	if (mpz_cmp(round, end->to) == 0 && mpz_cmp(stop, end->to_copy) > 0)
		mpz_add_ui(stop, end->to_copy, 1);
}

/* -- how many events */

static enum status open_kind(struct part **part, const struct kind *kind,
	int is_send, const mpz_t rank, const mpz_t from, const mpz_t to,
	struct err *err)
{
	struct part_span span;
	enum status status;
	mpq_t first, last;

	mpq_inits(first, last, NULL);
	mpq_set_z(first, from);
	mpq_set_z(last, to);
	span = (struct part_span){first, last};
	status = circulant_part_ends(part, &kind->problem,
		is_send ? CIRCULANT_SENDS : CIRCULANT_RECEIVES, rank, &span,
		err);
	mpq_clears(first, last, NULL);
	return status;
}

/* rows += the events of rounds from .. to, in so many broadcasts. */
static enum status add_events(mpz_t rows, const struct kind *kind, int is_send,
	const mpz_t rank, const mpz_t from, const mpz_t to, const mpz_t copies,
	struct err *err)
{
	struct part *part;
	enum status status;

	if (mpz_cmp(from, to) > 0 || mpz_sgn(copies) <= 0)
		return STATUS_OK;
	status = open_kind(&part, kind, is_send, rank, from, to, err);
	if (status != STATUS_OK)
		return status;
	mpz_addmul(rows, part->rows, copies);
	part_close(part);
	return STATUS_OK;
}

/* Adds those of the first round, the last one, and the others. */
static enum status count_kind(mpz_t rows, const struct one_end *end,
	const struct kind *kind, int is_send, const mpz_t rank, struct err *err)
{
	const __mpz_struct *edge[2] = {end->from, end->to};
	int edges = mpz_cmp(end->from, end->to) == 0 ? 1 : 2;
	enum status status = STATUS_OK;
	mpz_t copy, stop, inner[2];

	mpz_inits(copy, stop, inner[0], inner[1], NULL);
	for (int i = 0; i < edges && status == STATUS_OK; i++) {
		set_copies(copy, stop, end, kind, edge[i]);
		mpz_sub(stop, stop, copy);
		status = add_events(
			rows, kind, is_send, rank, edge[i], edge[i], stop, err);
	}
	mpz_add_ui(inner[0], end->from, 1);
	mpz_sub_ui(inner[1], end->to, 1);
	mpz_sub(stop, kind->last, kind->first);
	if (status == STATUS_OK)
		status = add_events(rows, kind, is_send, rank, inner[0],
			inner[1], stop, err);
	mpz_clears(copy, stop, inner[0], inner[1], NULL);
	return status;
}

/* -- the events */

static void look_ahead(struct kind *kind)
{
	kind->has_ahead = part_next(kind->part, &kind->ahead);
}

/* Takes the event that is ahead, if it is of that round. */
static void take_event(struct kind *kind, const mpz_t round)
{
	kind->has_event = kind->has_ahead &&
			  mpz_cmp(mpq_numref(kind->ahead.start), round) == 0;
	if (!kind->has_event)
		return;
	mpz_set(kind->event.peer, kind->ahead.peer);
	mpz_set(kind->event.message, kind->ahead.message);
	look_ahead(kind);
}

/* Begins with the broadcasts of that kind in this round. */
static void begin_kind(struct one_end *end, int which)
{
	end->which = which;
	set_copies(end->copy, end->stop, end, &end->kind[which], end->round);
}

/* Goes to the next round in which something happens; returns 0 at the end. */
static int begin_round(struct one_end *end)
{
	const struct kind *first = NULL;

	for (int i = 0; i < 2; i++)
		if (end->kind[i].has_ahead &&
			(!first || mpq_cmp(end->kind[i].ahead.start,
					   first->ahead.start) < 0))
			first = &end->kind[i];
	if (!first)
		return 0;
	mpz_set(end->round, mpq_numref(first->ahead.start));
	for (int i = 0; i < 2; i++)
		take_event(&end->kind[i], end->round);
	begin_kind(end, 0);
	return 1;
}

/* Goes to a broadcast with an event; returns 0 at the end. */
static int find_event(struct one_end *end)
{
	while (!end->kind[end->which].has_event ||
		mpz_cmp(end->copy, end->stop) >= 0)
		if (end->which == 0)
			begin_kind(end, 1);
		else if (!begin_round(end))
			return 0;
	return 1;
}

/* Sets the next event to be given. */
static void next_event(struct one_end *end)
{
	struct part_event *event = &end->event;
	const struct part_event *inner;
	mpz_ptr start = mpq_numref(event->start);

	end->has_event = find_event(end);
	if (!end->has_event)
		return;
	inner = &end->kind[end->which].event;
	mpz_set(event->peer, inner->peer);
	mpz_sub_ui(event->message, inner->message, 1);
	mpz_mul(event->message, event->message, end->copies);
	mpz_add(event->message, event->message, end->copy);
	mpz_add_ui(event->message, event->message, 1);
	mpq_set_ui(event->start, 0, 1);
	mpz_mul(start, end->round, end->copies);
	mpz_add(start, start, end->copy);
	mpq_add(event->start, event->start, end->later);
	mpz_add_ui(end->copy, end->copy, 1);
}

static int weave_part_next(struct part *part, struct part_event *event)
{
	struct one_end *end = ((struct weave_part *)part)->end;
	int is_send = !end[0].has_event ||
		      (end[1].has_event && mpq_cmp(end[1].event.start,
						   end[0].event.start) < 0);

	end += is_send;
	if (!end->has_event)
		return 0;
	event->is_send = is_send;
	mpz_set(event->peer, end->event.peer);
	mpz_set(event->message, end->event.message);
	mpq_set(event->start, end->event.start);
	next_event(end);
	return 1;
}

static void clear_end(struct one_end *end)
{
	for (int i = 0; i < 2; i++) {
		struct kind *kind = &end->kind[i];

		part_close(kind->part);
		problem_clear(&kind->problem);
		part_event_clear(&kind->ahead);
		part_event_clear(&kind->event);
		mpz_clears(kind->first, kind->last, NULL);
	}
	part_event_clear(&end->event);
	mpq_clear(end->later);
	mpz_clears(end->copies, end->from, end->from_copy, end->to,
		end->to_copy, end->round, end->copy, end->stop, NULL);
}

static void weave_part_close(struct part *part)
{
	struct weave_part *own = (struct weave_part *)part;

	clear_end(&own->end[0]);
	clear_end(&own->end[1]);
	mpz_clear(own->part.rows);
	mem_free(own);
}

static const struct part_ops weave_part_ops = {
	weave_part_next, weave_part_close};

/* -- opening */

static void init_kind(struct kind *kind, const struct problem *problem,
	const mpz_t copies, int is_first)
{
	mpz_t more;

	mpz_init(more);
	problem_init(&kind->problem);
	problem_set(&kind->problem, problem);
	mpq_set_ui(kind->problem.lambda, 1, 1);
	mpz_fdiv_qr(kind->problem.m, more, problem->m, copies);
	if (is_first)
		mpz_add_ui(kind->problem.m, kind->problem.m, 1);
	mpz_inits(kind->first, kind->last, NULL);
	mpz_set(is_first ? kind->last : kind->first, more);
	if (!is_first)
		mpz_set(kind->last, copies);
	part_event_init(&kind->ahead);
	part_event_init(&kind->event);
	mpz_clear(more);
}

static void init_end(
	struct one_end *end, const struct problem *problem, int is_send)
{
	mpz_inits(end->copies, end->from, end->from_copy, end->to, end->to_copy,
		end->round, end->copy, end->stop, NULL);
	part_event_init(&end->event);
	number_ceil(end->copies, problem->lambda);
	mpq_init(end->later);
	if (!is_send) {
		mpq_set_si(end->later, -1, 1);
		mpq_add(end->later, end->later, problem->lambda);
	}
	for (int i = 0; i < 2; i++)
		init_kind(&end->kind[i], problem, end->copies, i == 0);
	end->which = 1;
}

/* Sets the span; returns 0 if nothing is in it. */
static int set_span(struct one_end *end, const struct problem *problem,
	const struct part_span *span)
{
	mpz_t first, last, to;
	mpq_t time;
	int is_empty;

	mpz_inits(first, last, to, NULL);
	mpq_init(time);
	weave_rounds(last, problem);
	mpz_sub_ui(last, last, 1);
	mpq_sub(time, span->from, end->later);
	number_ceil(first, time);
	if (mpz_sgn(first) < 0)
		mpz_set_ui(first, 0);
	if (span->to) {
		mpq_sub(time, span->to, end->later);
		number_floor(to, time);
		if (mpz_cmp(to, last) < 0)
			mpz_set(last, to);
	}
	mpz_fdiv_qr(end->from, end->from_copy, first, end->copies);
	mpz_fdiv_qr(end->to, end->to_copy, last, end->copies);
	is_empty = mpz_cmp(first, last) > 0;
	mpz_clears(first, last, to, NULL);
	mpq_clear(time);
	return !is_empty;
}

/* Counts the events in the span, and looks at the first. */
static enum status begin_end(mpz_t rows, struct one_end *end, int is_send,
	const mpz_t rank, struct err *err)
{
	enum status status = STATUS_OK;

	for (int i = 0; i < 2 && status == STATUS_OK; i++) {
		struct kind *kind = &end->kind[i];

		if (mpz_sgn(kind->problem.m) == 0 ||
			mpz_cmp(kind->first, kind->last) >= 0)
			continue;
		status = count_kind(rows, end, kind, is_send, rank, err);
		if (status == STATUS_OK)
			status = open_kind(&kind->part, kind, is_send, rank,
				end->from, end->to, err);
		if (status == STATUS_OK)
			look_ahead(kind);
	}
	if (status == STATUS_OK)
		next_event(end);
	return status;
}

enum status weave_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct weave_part *own = mem_array(1, sizeof *own);
	enum status status = STATUS_OK;

	(void)options;
	*part = NULL;
	own->part.ops = &weave_part_ops;
	mpz_init(own->part.rows);
	init_end(&own->end[0], problem, 0);
	init_end(&own->end[1], problem, 1);
	for (int i = 0; i < 2 && status == STATUS_OK; i++)
		if (set_span(&own->end[i], problem, span))
			status = begin_end(
				own->part.rows, &own->end[i], i, rank, err);
	if (status == STATUS_OK)
		*part = &own->part;
	else
		weave_part_close(&own->part);
	return status;
}
