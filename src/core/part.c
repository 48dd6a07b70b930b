/*
 * Calls to a part's producer, which fills the caller's one event again and
 * again; and parts of beats, which a heap merges by start, receives first.
 */
#include "core/part.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

void part_event_init(struct part_event *event)
{
	event->is_send = 0;
	mpz_inits(event->peer, event->message, event->first, event->count,
		event->radix, event->digit, NULL);
	mpq_inits(event->start, event->length, NULL);
	mpq_set_ui(event->length, 1, 1);
	event->carried = NULL;
}

void part_event_clear(struct part_event *event)
{
	mpz_clears(event->peer, event->message, event->first, event->count,
		event->radix, event->digit, NULL);
	mpq_clears(event->start, event->length, NULL);
	mem_free(event->carried);
}

int part_next(struct part *part, struct part_event *event)
{
	return part->ops->next(part, event);
}

void part_close(struct part *part)
{
	if (!part)
		return;
	part->ops->clear(part);
	mpz_clear(part->rows);
	mem_free(part);
}

/* -- beats */

struct part_beat *part_beats_add(struct part_beats *beats, int is_send)
{
	struct part_beat *beat;

	beats->beat = mem_grow(beats->beat, &beats->capacity, beats->count,
		sizeof *beats->beat);
	beat = &beats->beat[beats->count++];
	*beat = (struct part_beat){.is_send = is_send, .ports = 1};
	mpq_inits(beat->first, beat->period, beat->start, beat->gap, NULL);
	mpz_inits(beat->count, beat->at, beat->left, beat->place, NULL);
	mpz_init_set_ui(beat->run, 1);
	mpq_set_ui(beat->period, 1, 1);
	return beat;
}

/* i = how many events start before the time or, if with_it, at the time. */
static void count_until(
	mpz_t i, const struct part_beat *beat, const mpq_t time, int with_it)
{
	mpz_t rest;
	mpq_t after, runs;

	mpz_set_ui(i, 0);
	if (mpz_sgn(beat->count) == 0 ||
		mpq_cmp(time, beat->first) < (with_it ? 0 : 1))
		return;
	mpz_init(rest);
	mpq_inits(after, runs, NULL);
	mpq_sub(after, time, beat->first);
	mpq_div(runs, after, beat->period);
	number_floor(i, runs);
	mpq_set_z(runs, i);
	mpq_mul(runs, runs, beat->period);
	mpq_sub(after, after, runs);
	number_ceil(rest, after);
	if (with_it)
		number_floor(rest, after);
	mpz_add_ui(rest, rest, (unsigned long)with_it);
	mpz_mul_ui(rest, rest, beat->ports);
	mpz_sub_ui(rest, rest, mpz_sgn(rest) > 0 ? beat->idle : 0);
	if (mpz_cmp(rest, beat->run) > 0)
		mpz_set(rest, beat->run);
	mpz_mul(i, i, beat->run);
	mpz_add(i, i, rest);
	if (mpz_cmp(i, beat->count) > 0)
		mpz_set(i, beat->count);
	mpz_clear(rest);
	mpq_clears(after, runs, NULL);
}

static void set_beat_start(struct part_beat *beat)
{
	mpq_t later;

	mpq_init(later);
	mpz_fdiv_qr(mpq_numref(later), beat->place, beat->at, beat->run);
	mpq_mul(later, later, beat->period);
	mpq_add(beat->start, beat->first, later);
	mpz_add_ui(mpq_numref(later), beat->place, beat->idle);
	mpz_fdiv_q_ui(mpq_numref(later), mpq_numref(later), beat->ports);
	mpz_addmul(mpq_numref(beat->start), mpq_denref(beat->start),
		mpq_numref(later));
	mpq_set_z(beat->gap, beat->run);
	mpq_sub(beat->gap, beat->period, beat->gap);
	mpz_add(mpq_numref(beat->gap), mpq_numref(beat->gap),
		mpq_denref(beat->gap));
	mpq_clear(later);
}

/* start += gap, or -= gap. */
static void add_gap(struct part_beat *beat, int is_reversed)
{
	mpz_ptr ticks = mpq_numref(beat->start);

	if (number_is_whole(beat->gap))
		(is_reversed ? mpz_submul : mpz_addmul)(
			ticks, mpq_denref(beat->start), mpq_numref(beat->gap));
	else
		(is_reversed ? mpq_sub : mpq_add)(
			beat->start, beat->start, beat->gap);
}

static void step_back(struct part_beat *beat)
{
	mpz_ptr ticks = mpq_numref(beat->start);

	mpz_sub_ui(beat->at, beat->at, 1);
	if (beat->ports > 1) {
		set_beat_start(beat);
	} else if (mpz_sgn(beat->place) > 0) {
		mpz_sub_ui(beat->place, beat->place, 1);
		mpz_sub(ticks, ticks, mpq_denref(beat->start));
	} else {
		mpz_sub_ui(beat->place, beat->run, 1);
		add_gap(beat, 1);
	}
}

static void step_beat(struct part_beat *beat)
{
	mpz_ptr ticks = mpq_numref(beat->start);

	mpz_add_ui(beat->at, beat->at, 1);
	mpz_add_ui(beat->place, beat->place, 1);
	if (beat->ports > 1) {
		set_beat_start(beat);
	} else if (mpz_cmp(beat->place, beat->run) < 0) {
		mpz_add(ticks, ticks, mpq_denref(beat->start));
	} else {
		mpz_set_ui(beat->place, 0);
		add_gap(beat, 0);
	}
}

/* Whether beat x has its next event before beat y. */
static int is_beat_before(const struct part_beats *beats, size_t x, size_t y)
{
	const struct part_beat *a = &beats->beat[x], *b = &beats->beat[y];
	int order = mpq_cmp(a->start, b->start);

	if (order == 0)
		order = a->is_send - b->is_send;
	if (order == 0)
		return x < y;
	return beats->is_reversed ? order > 0 : order < 0;
}

/* Moves the beat at that place of the heap down to where it belongs. */
static void sink_beat(struct part_beats *beats, size_t at)
{
	size_t *heap = beats->heap, moved = heap[at];

	for (;;) {
		size_t child = 2 * at + 1;

		if (child + 1 < beats->heaped &&
			is_beat_before(beats, heap[child + 1], heap[child]))
			child++;
		if (child >= beats->heaped ||
			!is_beat_before(beats, heap[child], moved))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

/* On several ports, replaces event at by its mirror image among those that
 * start at the same time: so these keep their order when the beat goes
 * backwards. */
static void turn_ports(struct part_beat *beat)
{
	unsigned long port, first;
	mpz_t time;

	mpz_init(time);
	mpz_fdiv_r(time, beat->at, beat->run);
	mpz_add_ui(time, time, beat->idle);
	port = mpz_fdiv_q_ui(time, time, beat->ports);
	first = mpz_sgn(time) == 0 ? beat->idle : 0;
	mpz_add_ui(beat->at, beat->at, first + beat->ports - 1);
	mpz_sub_ui(beat->at, beat->at, port);
	mpz_sub_ui(beat->at, beat->at, port);
	mpz_clear(time);
}

static void describe_beat(struct part_event *event, struct part_beats *beats,
	struct part_beat *beat)
{
	int turns = beats->is_reversed && beat->ports > 1;

	event->is_send = beat->is_send != beats->is_reversed;
	mpq_set(event->start, beat->start);
	if (beats->is_reversed)
		mpq_sub(event->start, beats->end, event->start);
	if (turns)
		turn_ports(beat);
	beats->describe(event, beats, beat);
	if (turns)
		turn_ports(beat);
}

static int beats_next(struct part *part, struct part_event *event)
{
	struct part_beats *beats = (struct part_beats *)part;
	struct part_beat *beat;

	if (beats->heaped == 0)
		return 0;
	beat = &beats->beat[beats->heap[0]];
	describe_beat(event, beats, beat);
	(beats->is_reversed ? step_back : step_beat)(beat);
	mpz_sub_ui(beat->left, beat->left, 1);
	if (mpz_sgn(beat->left) == 0)
		beats->heap[0] = beats->heap[--beats->heaped];
	if (beats->heaped > 0)
		sink_beat(beats, 0);
	return 1;
}

static void beats_clear(struct part *part)
{
	struct part_beats *beats = (struct part_beats *)part;

	if (beats->clear)
		beats->clear(beats);
	for (size_t i = 0; i < beats->count; i++) {
		struct part_beat *beat = &beats->beat[i];

		mpq_clears(beat->first, beat->period, beat->start, beat->gap,
			NULL);
		mpz_clears(beat->run, beat->count, beat->at, beat->left,
			beat->place, NULL);
	}
	mem_free(beats->beat);
	mem_free(beats->heap);
	mpq_clear(beats->end);
}

void part_beats_init(struct part_beats *beats)
{
	static const struct part_ops ops = {beats_next, beats_clear};

	beats->part.ops = &ops;
	mpz_init(beats->part.rows);
	mpq_init(beats->end);
}

/* Finds the first event of the span, or the last one if reversed, and how many
 * events there are. */
static void enter_beat(
	struct part_beat *beat, const struct part_span *span, int is_reversed)
{
	mpz_set(beat->left, beat->count);
	if (span->to)
		count_until(beat->left, beat, span->to, 1);
	count_until(beat->at, beat, span->from, 0);
	mpz_sub(beat->left, beat->left, beat->at);
	if (mpz_sgn(beat->left) <= 0)
		return;
	if (is_reversed) {
		mpz_add(beat->at, beat->at, beat->left);
		mpz_sub_ui(beat->at, beat->at, 1);
	}
	set_beat_start(beat);
}

struct part *part_beats_begin(
	struct part_beats *beats, const struct part_span *span)
{
	beats->heap =
		mem_resize(beats->heap, beats->count + 1, sizeof *beats->heap);
	beats->heaped = 0;
	mpz_set_ui(beats->part.rows, 0);
	for (size_t i = 0; i < beats->count; i++) {
		struct part_beat *beat = &beats->beat[i];

		enter_beat(beat, span, beats->is_reversed);
		if (mpz_sgn(beat->left) <= 0)
			continue;
		mpz_add(beats->part.rows, beats->part.rows, beat->left);
		beats->heap[beats->heaped++] = i;
	}
	for (size_t at = beats->heaped / 2; at > 0; at--)
		sink_beat(beats, at - 1);
	return &beats->part;
}

void part_beats_reverse(
	struct part *part, const mpq_t end, const struct part_span *span)
{
	struct part_beats *beats = (struct part_beats *)part;
	mpq_t from, to;

	assert(part->ops->next == beats_next);
	mpq_inits(from, to, NULL);
	mpq_set(beats->end, end);
	beats->is_reversed = 1;
	mpq_sub(to, end, span->from);
	if (span->to)
		mpq_sub(from, end, span->to);
	part_beats_begin(beats, &(struct part_span){from, to});
	mpq_clears(from, to, NULL);
}
