/*
 * One processor's part: the walk of schedule.c, each time into the half that
 * contains the processor.  A receive of a gather is a send of a scatter
 * backwards.
 *   Example: n = 4, bundles of 1: the part of 2 is reached by giving block 3
 * away, then block 2; the walk ends there, because 2 has nothing to give.
 */
#include "model/scatter/scatter.h"

#include "base/mem.h"
#include "fibonacci/fibonacci.h"
#include "number/number.h"

/* A message between the processor and another one, in terms of a scatter. */
struct scatter_step {
	int is_send;
	mpz_t peer, first, count;
	mpq_t start, send, end;
};

struct scatter_own_part {
	struct part part;
	struct scatter_step *step;
	size_t at, end; /* of those still to be returned */
	size_t count, capacity;
	int is_gather;
	mpq_t finish;
};

/* The walk is at processor `first`, which owns blocks first .. first + count -
 * 1 from time on.  bundle, send, end: of the last message.  after: where
 * receives are paired, the bundle of the last message if the walk is still at
 * its sender; else 0. */
struct scatter_walk {
	const struct scatter_shape *shape;
	const struct scatter_table *table; /* or NULL */
	const struct problem *problem;
	const struct algorithm_options *options;
	int is_paired;
	mpz_t first, count, bundle, after;
	mpq_t time, send, end;
};

static void init_walk(struct scatter_walk *walk)
{
	mpz_inits(walk->first, walk->count, walk->bundle, walk->after, NULL);
	mpq_inits(walk->time, walk->send, walk->end, NULL);
	mpz_set(walk->count, walk->problem->n);
}

static void clear_walk(struct scatter_walk *walk)
{
	mpz_clears(walk->first, walk->count, walk->bundle, walk->after, NULL);
	mpq_clears(walk->time, walk->send, walk->end, NULL);
}

/* bundle = k - F(f(k) - 1), as in the table, if bytes cost nothing. */
static enum status set_free_bundle(struct scatter_walk *walk, struct err *err)
{
	const struct problem *problem = walk->problem;
	enum status status;
	mpq_t lambda, time;

	mpq_inits(lambda, time, NULL);
	scatter_cost(
		walk->send, walk->end, problem, walk->options, walk->count);
	mpq_div(lambda, walk->end, walk->send);
	status = fibonacci_time(
		time, lambda, 1, walk->count, problem->max_bits, err);
	mpz_sub(mpq_numref(time), mpq_numref(time), mpq_denref(time));
	if (status == STATUS_OK && mpq_sgn(time) > 0)
		status = fibonacci_reach(
			walk->bundle, lambda, 1, time, problem->max_bits, err);
	else
		mpz_set_ui(walk->bundle, 1);
	mpz_sub(walk->bundle, walk->count, walk->bundle);
	mpq_clears(lambda, time, NULL);
	return status;
}

/* Where receives are paired, moves time to the next message's. */
static void wait_for_pair(struct scatter_walk *walk)
{
	mpq_t time;

	if (mpz_sgn(walk->after) == 0)
		return;
	mpq_init(time);
	scatter_pair(time, walk->options, walk->after, walk->bundle);
	mpq_add(walk->time, walk->time, time);
	mpq_clear(time);
}

/* Sets the next message: its bundle and its cost. */
static enum status set_walk_message(struct scatter_walk *walk, struct err *err)
{
	enum status status = STATUS_OK;

	if (walk->shape->has_table && !walk->table)
		status = set_free_bundle(walk, err);
	else
		walk->shape->bundle(walk->bundle, walk->table, walk->count);
	wait_for_pair(walk);
	if (walk->table && !walk->is_paired)
		scatter_table_cost(walk->send, walk->end, walk->table,
			(size_t)number_get_u64(walk->bundle));
	else
		scatter_cost(walk->send, walk->end, walk->problem,
			walk->options, walk->bundle);
	return status;
}

static void add_step(struct scatter_own_part *own,
	const struct scatter_walk *walk, int is_send, const mpz_t peer,
	const mpz_t first)
{
	struct scatter_step *step;

	own->step = mem_grow(
		own->step, &own->capacity, own->count, sizeof *own->step);
	step = &own->step[own->count++];
	step->is_send = is_send;
	mpz_init_set(step->peer, peer);
	mpz_init_set(step->first, first);
	mpz_init_set(step->count, walk->bundle);
	mpq_inits(step->start, step->send, step->end, NULL);
	mpq_set(step->start, walk->time);
	mpq_set(step->send, walk->send);
	mpq_set(step->end, walk->end);
}

/* Moves the walk to the half that contains the rank, and adds the message if
 * the rank is at one of its ends. */
static void take_message(struct scatter_own_part *own,
	struct scatter_walk *walk, const mpz_t rank)
{
	mpz_t child;

	mpz_init(child);
	mpz_sub(walk->count, walk->count, walk->bundle);
	mpz_add(child, walk->first, walk->count);
	if (mpz_cmp(walk->first, rank) == 0)
		add_step(own, walk, 1, child, child);
	else if (mpz_cmp(child, rank) == 0)
		add_step(own, walk, 0, walk->first, child);
	if (mpz_cmp(rank, child) >= 0) {
		mpz_set(walk->first, child);
		mpz_set(walk->count, walk->bundle);
		mpq_add(walk->time, walk->time, walk->end);
		mpz_set_ui(walk->after, 0);
	} else if (walk->is_paired) {
		mpz_set(walk->after, walk->bundle);
	} else {
		mpq_add(walk->time, walk->time, walk->send);
	}
	mpz_clear(child);
}

/* STEP_BYTES: of a message of the part, with its numbers; WALK_MOST: the most
 * messages that a walk passes, which take some minutes. */
enum { STEP_BYTES = 4 * sizeof(struct scatter_step), WALK_MOST = 1 << 22 };

/* A long latency makes a walk long, as one processor sends to all others. */
static enum status walk_part(struct scatter_own_part *own,
	struct scatter_walk *walk, const mpz_t rank, struct err *err)
{
	uint64_t most = walk->problem->max_bits / 8 / STEP_BYTES, passed = 0;
	enum status status = STATUS_OK;

	while (mpz_cmp_ui(walk->count, 1) > 0 && status == STATUS_OK) {
		if (own->count >= most || passed++ == WALK_MOST)
			return limit_too_many("messages", err);
		status = set_walk_message(walk, err);
		if (status == STATUS_OK)
			take_message(own, walk, rank);
	}
	return status;
}

/* -- events */

/* Sets the event of a message that starts at start and ends at start + e: its
 * send takes [start, start + u], its receive [start + e - u, start + e] or, if
 * e < u, [start, start + e]. */
static void set_step_event(struct part_event *event,
	const struct scatter_own_part *own, const struct scatter_step *step)
{
	event->is_send = step->is_send != own->is_gather;
	mpz_set(event->peer, step->peer);
	mpz_set_ui(event->message, 1);
	mpz_set(event->first, step->first);
	mpz_set(event->count, step->count);
	mpq_set(event->length, step->send);
	mpq_set(event->start, step->start);
	if (own->is_gather) {
		mpq_add(event->start, event->start, step->end);
		mpq_sub(event->start, own->finish, event->start);
	}
	if (event->is_send)
		return;
	if (mpq_cmp(step->end, step->send) < 0)
		mpq_set(event->length, step->end);
	mpq_add(event->start, event->start, step->end);
	mpq_sub(event->start, event->start, event->length);
}

/* Step number i in the order of time; a gather's are taken from the last on. */
static const struct scatter_step *step_at(
	const struct scatter_own_part *own, size_t i)
{
	return &own->step[own->is_gather ? own->count - 1 - i : i];
}

static int scatter_part_next(struct part *base, struct part_event *event)
{
	struct scatter_own_part *own = (struct scatter_own_part *)base;

	if (own->at == own->end)
		return 0;
	set_step_event(event, own, step_at(own, own->at++));
	return 1;
}

static void scatter_part_clear(struct part *base)
{
	struct scatter_own_part *own = (struct scatter_own_part *)base;

	for (size_t i = 0; i < own->count; i++) {
		struct scatter_step *step = &own->step[i];

		mpz_clears(step->peer, step->first, step->count, NULL);
		mpq_clears(step->start, step->send, step->end, NULL);
	}
	mpq_clear(own->finish);
	mem_free(own->step);
}

/* Sets which events lie in the span, and how many they are. */
static void set_span(struct scatter_own_part *own, const struct part_span *span)
{
	struct part_event event;
	size_t end = own->count;

	part_event_init(&event);
	for (; own->at < end; own->at++) {
		set_step_event(&event, own, step_at(own, own->at));
		if (mpq_cmp(event.start, span->from) >= 0)
			break;
	}
	for (; span->to && end > own->at; end--) {
		set_step_event(&event, own, step_at(own, end - 1));
		if (mpq_cmp(event.start, span->to) <= 0)
			break;
	}
	part_event_clear(&event);
	own->end = end;
	mpz_init_set_ui(own->part.rows, (unsigned long)(end - own->at));
}

/* Whether a part of as many messages as the shape may need has room. */
static enum status check_part(const struct scatter_shape *shape,
	const struct problem *problem, struct err *err)
{
	return shape->is_long ? limit_check_each("the part", problem->n,
					STEP_BYTES, problem->max_bits / 8, err)
			      : STATUS_OK;
}

/* Opens the table, if it is needed; *use is then not NULL. */
static enum status open_table(struct scatter_table *table,
	const struct scatter_table **use, const struct scatter_walk *walk,
	struct err *err)
{
	if (!walk->shape->has_table ||
		scatter_is_broadcast(walk->problem, walk->options))
		return STATUS_OK;
	*use = table;
	return scatter_table_init(table, walk->problem, walk->options, 0, err);
}

enum status scatter_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	const struct scatter_shape *shape = scatter_shape(options);
	static const struct part_ops ops = {
		scatter_part_next, scatter_part_clear};
	struct scatter_own_part *own = mem_array(1, sizeof *own);
	struct scatter_walk walk = {.shape = shape,
		.problem = problem,
		.options = options,
		.is_paired = scatter_is_paired(options)};
	struct scatter_table table;
	enum status status = check_part(shape, problem, err);

	init_walk(&walk);
	own->part.ops = &ops;
	own->is_gather = options->operation == OPERATION_GATHER;
	mpq_init(own->finish);
	if (status == STATUS_OK)
		status = shape->time(own->finish, problem, options, err);
	if (status == STATUS_OK)
		status = open_table(&table, &walk.table, &walk, err);
	if (status == STATUS_OK)
		status = walk_part(own, &walk, rank, err);
	if (walk.table)
		scatter_table_clear(&table);
	set_span(own, span);
	clear_walk(&walk);
	*part = status == STATUS_OK ? &own->part : NULL;
	if (status != STATUS_OK)
		part_close(&own->part);
	return status;
}
