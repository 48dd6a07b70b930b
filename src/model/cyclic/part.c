/*
 * One processor's part: its lanes, and its events in the tail.  Everything is
 * built first; then a span of time costs no more than its own rows, however
 * many messages come before it.
 */
#include "model/cyclic/cyclic.h"

#include "base/mem.h"
#include "model/cyclic/lanes.h"
#include "model/cyclic/time.h"
#include "number/number.h"

/* Where events come from; of simultaneous events the first source's come first.
 */
enum { RECEIVES, TAIL_RECEIVES, SENDS, TAIL_SENDS, SOURCES };

/* An event of the tail; messages are counted from the tail's first. */
struct tail_event {
	uint64_t tick;
	uint32_t peer, item;
};

struct tail_events {
	struct tail_event *event;
	size_t count, room, next, end;
};

/* One source's next event. */
struct upcoming {
	struct part_event event;
	int is_there;
};

struct cyclic_part {
	struct part part;
	uint64_t q;
	mpz_t before;		      /* messages before the tail's */
	struct cyclic_lanes lanes[2]; /* receives, sends */
	struct tail_events tail[2];   /* likewise */
	struct upcoming upcoming[SOURCES];
};

/* An event starts when its send does; a receive, later than that by `later`. */
static void set_tail_event(struct cyclic_part *part, struct part_event *event,
	int is_send, size_t i)
{
	const struct tail_event *row = &part->tail[is_send].event[i];
	mpq_t before;

	mpq_init(before);
	mpq_set_z(before, part->before);
	event->is_send = is_send;
	number_set_u64(event->peer, row->peer);
	mpz_add_ui(event->message, part->before, row->item + 1);
	number_set_u64(mpq_numref(event->start), row->tick);
	mpz_set_ui(mpq_denref(event->start), (unsigned long)part->q);
	mpq_canonicalize(event->start);
	mpq_add(event->start, event->start, before);
	mpq_add(event->start, event->start, part->lanes[is_send].later);
	mpq_clear(before);
}

static void pull(struct cyclic_part *part, int source)
{
	int is_send = source >= SENDS;
	struct tail_events *tail = &part->tail[is_send];
	struct upcoming *upcoming = &part->upcoming[source];

	if (source == RECEIVES || source == SENDS) {
		upcoming->is_there = cyclic_lanes_next(
			&part->lanes[is_send], &upcoming->event);
		return;
	}
	upcoming->is_there = tail->next < tail->end;
	if (upcoming->is_there)
		set_tail_event(part, &upcoming->event, is_send, tail->next++);
}

static int cyclic_part_next(struct part *base, struct part_event *event)
{
	struct cyclic_part *part = (struct cyclic_part *)base;
	struct upcoming *first = NULL;

	for (int source = 0; source < SOURCES; source++) {
		struct upcoming *upcoming = &part->upcoming[source];

		if (upcoming->is_there &&
			(!first || mpq_cmp(upcoming->event.start,
					   first->event.start) < 0))
			first = upcoming;
	}
	if (!first)
		return 0;
	event->is_send = first->event.is_send;
	mpz_set(event->peer, first->event.peer);
	mpz_set(event->message, first->event.message);
	mpq_set(event->start, first->event.start);
	pull(part, (int)(first - part->upcoming));
	return 1;
}

static void cyclic_part_close(struct part *base)
{
	struct cyclic_part *part = (struct cyclic_part *)base;

	for (int is_send = 0; is_send < 2; is_send++) {
		if (part->q > 0)
			cyclic_lanes_clear(&part->lanes[is_send]);
		mem_free(part->tail[is_send].event);
	}
	for (int source = 0; source < SOURCES; source++)
		part_event_clear(&part->upcoming[source].event);
	mpz_clears(part->part.rows, part->before, NULL);
	mem_free(part);
}

static const struct part_ops cyclic_part_ops = {
	cyclic_part_next, cyclic_part_close};

static void list_event(
	struct tail_events *events, uint64_t tick, uint32_t peer, uint32_t item)
{
	events->event = mem_grow(events->event, &events->room, events->count,
		sizeof *events->event);
	events->event[events->count++] = (struct tail_event){tick, peer, item};
}

static void list_tail(struct cyclic_part *part,
	const struct periodic_tail *tail, uint32_t processor)
{
	size_t i = 0;

	for (size_t x = 0; x < tail->ticks; x++)
		for (; i < tail->tick[x].end; i++) {
			const struct periodic_link *send = &tail->send[i];

			if (send->from == processor)
				list_event(&part->tail[1], tail->tick[x].tick,
					send->to, tail->item[i]);
			if (send->to == processor)
				list_event(&part->tail[0], tail->tick[x].tick,
					send->from, tail->item[i]);
		}
}

/* Restricts the tail's events to the span. */
static void enter_tail(struct cyclic_part *part, const struct part_span *span)
{
	struct part_event *event = &part->upcoming[0].event;

	for (int is_send = 0; is_send < 2; is_send++) {
		struct tail_events *tail = &part->tail[is_send];

		for (size_t i = 0; i < tail->count; i++) {
			set_tail_event(part, event, is_send, i);
			tail->next += mpq_cmp(event->start, span->from) < 0;
			tail->end += !span->to ||
				     mpq_cmp(event->start, span->to) <= 0;
		}
		if (tail->end > tail->next)
			mpz_add_ui(part->part.rows, part->part.rows,
				tail->end - tail->next);
	}
}

static void fill_part(struct cyclic_part *part, const struct cyclic *cyclic,
	const struct problem *problem, uint32_t processor,
	const struct part_span *span)
{
	part->q = cyclic->groups.q;
	mpz_sub_ui(part->before, problem->m, cyclic->tail.items);
	list_tail(part, &cyclic->tail, processor);
	for (int is_send = 0; is_send < 2; is_send++) {
		cyclic_lanes_init(&part->lanes[is_send], &cyclic->groups,
			processor, is_send, part->before, problem->lambda);
		cyclic_lanes_enter(
			&part->lanes[is_send], span, part->part.rows);
	}
	enter_tail(part, span);
	for (int source = 0; source < SOURCES; source++)
		pull(part, source);
}

enum status cyclic_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	int is_alone = mpz_cmp_ui(problem->n, 1) == 0;
	enum status status = STATUS_OK;
	struct cyclic_part *own;
	struct cyclic cyclic;

	(void)options;
	*part = NULL;
	if (!is_alone)
		status = cyclic_find(&cyclic, problem, err);
	if (status != STATUS_OK)
		return status;
	own = mem_array(1, sizeof *own);
	own->part.ops = &cyclic_part_ops;
	mpz_inits(own->part.rows, own->before, NULL);
	for (int source = 0; source < SOURCES; source++)
		part_event_init(&own->upcoming[source].event);
	if (!is_alone) {
		fill_part(own, &cyclic, problem, (uint32_t)mpz_get_ui(rank),
			span);
		cyclic_clear(&cyclic);
	}
	*part = &own->part;
	return STATUS_OK;
}
