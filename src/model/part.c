/*
 * One processor's part in an operation.  A reduction is a broadcast read
 * backwards: what the processor receives from start on, in a broadcast of time
 * T, it sends from T - start - 1 on, to whom it had it from.
 *   A broadcast's part is given out forwards only, but its openers enter any
 * span of time: so it is opened for one window after the other, from its end,
 * and the few events of a window are stored.
 */
#include "model/algorithm.h"

#include <assert.h>

#include "base/mem.h"
#include "core/part.h"
#include "model/nodes/nodes.h"
#include "number/number.h"

/* The most events of a window, unless it is a single time. */
enum { WINDOW_ROWS = 2048 };

struct reversed_part {
	struct part part;
	const struct algorithm *algorithm;
	struct problem problem;
	struct algorithm_options options;
	mpz_t rank, degree;
	mpq_t time;	   /* T - 1 */
	mpq_t low, high;   /* the broadcast's starts still to come */
	int is_high_given; /* those at high itself have been given */
	mpq_t width;	   /* of a window with few enough events */
	struct part_event *event;
	size_t count, capacity; /* of the present window, the last first */
};

static struct part *open_window(
	const struct reversed_part *part, const mpq_t from)
{
	const struct part_span span = {from, part->high};
	struct part *window;
	struct err err;
	enum status status = part->algorithm->rank(&window, &part->problem,
		&part->options, part->rank, &span, &err);

	/* The same was opened before. */
	assert(status == STATUS_OK);
	(void)status;
	return window;
}

static void set_from(mpq_t from, const struct reversed_part *part)
{
	mpq_sub(from, part->high, part->width);
	if (mpq_cmp(from, part->low) < 0)
		mpq_set(from, part->low);
}

/* Narrows windows so that the next has about half of the events allowed. */
static void narrow(struct reversed_part *part, const mpz_t rows)
{
	mpq_t factor;

	mpq_init(factor);
	mpz_set_ui(mpq_numref(factor), WINDOW_ROWS / 2);
	mpz_set(mpq_denref(factor), rows);
	mpq_canonicalize(factor);
	mpq_sub(part->width, part->high, part->low);
	mpq_mul(part->width, part->width, factor);
	mpq_clear(factor);
}

/* Opens the last window with few enough events, or less than a unit long, where
 * each port has but one; from: its start. */
static struct part *find_window(struct reversed_part *part, mpq_t from)
{
	struct part *window;

	for (;;) {
		set_from(from, part);
		window = open_window(part, from);
		if (mpz_cmp_ui(window->rows, WINDOW_ROWS) <= 0 ||
			mpq_cmp_ui(part->width, 1, 1) < 0)
			return window;
		mpq_div_2exp(part->width, part->width, 1);
		part_close(window);
	}
}

/* Room for the events of a window. */
static void make_events(struct reversed_part *part, size_t count)
{
	size_t before = part->capacity;

	if (count <= before)
		return;
	part->event = mem_resize(part->event, count, sizeof *part->event);
	part->capacity = count;
	for (size_t i = before; i < count; i++)
		part_event_init(&part->event[i]);
}

static int is_tied(const struct part_event *x, const struct part_event *y)
{
	return x->is_send == y->is_send && mpq_equal(x->start, y->start);
}

/* The events of several ports at one time, so that they are given out in the
 * broadcast's order. */
static void turn_ties(struct reversed_part *part)
{
	struct part_event *event = part->event;
	size_t end;

	for (size_t first = 0; first < part->count; first = end) {
		end = first + 1;
		while (end < part->count && is_tied(&event[first], &event[end]))
			end++;
		for (size_t i = first, j = end; i + 1 < j; i++) {
			struct part_event last = event[--j];

			event[j] = event[i];
			event[i] = last;
		}
	}
}

static void hold_window(struct reversed_part *part)
{
	struct part *window;
	mpq_t from;

	mpq_init(from);
	window = find_window(part, from);
	make_events(part, mpz_get_ui(window->rows) + 1);
	part->count = 0;
	while (part_next(window, &part->event[part->count]))
		if (!part->is_high_given ||
			mpq_cmp(part->event[part->count].start, part->high) < 0)
			part->count++;
	if (part->problem.ports > 1)
		turn_ties(part);
	if (mpz_cmp_ui(window->rows, WINDOW_ROWS / 4) < 0)
		mpq_mul_2exp(part->width, part->width, 1);
	part_close(window);
	mpq_set(part->high, from);
	part->is_high_given = 1;
	mpq_clear(from);
}

static int reversed_next(struct part *base, struct part_event *event)
{
	struct reversed_part *part = (struct reversed_part *)base;
	const struct part_event *last;

	while (part->count == 0) {
		int order = mpq_cmp(part->high, part->low);

		if (order < 0 || (order == 0 && part->is_high_given))
			return 0;
		hold_window(part);
	}
	last = &part->event[--part->count];
	event->is_send = !last->is_send;
	mpz_set(event->peer, last->peer);
	mpz_set(event->message, last->message);
	mpq_sub(event->start, part->time, last->start);
	return 1;
}

static void reversed_close(struct part *base)
{
	struct reversed_part *part = (struct reversed_part *)base;

	for (size_t i = 0; i < part->capacity; i++)
		part_event_clear(&part->event[i]);
	mem_free(part->event);
	problem_clear(&part->problem);
	mpz_clears(part->part.rows, part->rank, part->degree, NULL);
	mpq_clears(part->time, part->low, part->high, part->width, NULL);
	mem_free(part);
}

/* The broadcast's starts that correspond to the span of the reduction. */
static void set_range(struct reversed_part *part, const struct part_span *span)
{
	mpq_sub(part->high, part->time, span->from);
	if (span->to)
		mpq_sub(part->low, part->time, span->to);
	if (mpq_sgn(part->low) < 0)
		mpq_set_ui(part->low, 0, 1);
}

/* Whether the most events that may start within a unit fit the memory. */
static enum status check_events(
	const struct reversed_part *part, struct err *err)
{
	enum { EVENT = 512 /* with its numbers */ };
	enum status status;
	mpz_t bytes;

	mpz_init_set_ui(bytes, part->problem.ports);
	if (mpz_cmp(part->part.rows, bytes) < 0)
		mpz_set(bytes, part->part.rows);
	mpz_mul_ui(bytes, bytes, EVENT);
	status = limit_check_bytes("the part of a reduction on so many ports",
		bytes, part->problem.max_bits / 8, err);
	mpz_clear(bytes);
	return status;
}

static enum status count_rows(struct reversed_part *part, struct err *err)
{
	const struct part_span span = {part->low, part->high};
	struct part *all;
	enum status status;

	if (mpq_cmp(part->high, part->low) < 0)
		return STATUS_OK;
	status = part->algorithm->rank(
		&all, &part->problem, &part->options, part->rank, &span, err);
	if (status != STATUS_OK)
		return status;
	mpz_set(part->part.rows, all->rows);
	part_close(all);
	if (check_events(part, err) != STATUS_OK)
		return err->code;
	if (mpz_cmp_ui(part->part.rows, WINDOW_ROWS) > 0)
		narrow(part, part->part.rows);
	else
		mpq_sub(part->width, part->high, part->low);
	return STATUS_OK;
}

static struct reversed_part *new_reversed(const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank)
{
	static const struct part_ops ops = {reversed_next, reversed_close};
	struct reversed_part *part = mem_array(1, sizeof *part);

	part->part.ops = &ops;
	part->algorithm = algorithm;
	part->options = *options;
	part->options.name = algorithm->name;
	part->options.operation = OPERATION_BROADCAST;
	problem_init(&part->problem);
	problem_set(&part->problem, problem);
	mpz_init(part->part.rows);
	mpz_init(part->degree);
	mpz_init_set(part->rank, rank);
	mpq_inits(part->time, part->low, part->high, part->width, NULL);
	if (options->degree) {
		mpz_set(part->degree, options->degree);
		part->options.degree = part->degree;
	}
	return part;
}

static enum status open_reversed(struct part **part,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct reversed_part *opened =
		new_reversed(algorithm, problem, options, rank);
	enum status status = algorithm_time(
		opened->time, algorithm, problem, options, UINT64_MAX, err);
	mpq_t one;

	mpq_init(one);
	mpq_set_ui(one, 1, 1);
	mpq_sub(opened->time, opened->time, one);
	mpq_clear(one);
	set_range(opened, span);
	if (status == STATUS_OK)
		status = count_rows(opened, err);
	if (status == STATUS_OK)
		*part = &opened->part;
	else
		reversed_close(&opened->part);
	return status;
}

enum status algorithm_part(struct part **part,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct algorithm_options given = *options;

	*part = NULL;
	given.name = algorithm->name;
	if (problem->nodes && nodes_algorithm_find(algorithm->name) &&
		!schedule_is_collective((enum operation)options->operation))
		return nodes_part(part, problem, &given, rank, span, err);
	if (options->operation == OPERATION_REDUCE)
		return open_reversed(
			part, algorithm, problem, options, rank, span, err);
	return algorithm->rank(part, problem, &given, rank, span, err);
}
