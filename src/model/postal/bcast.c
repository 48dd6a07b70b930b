/*
 * Algorithms BCAST and REPEAT as streams, without a record for each processor.
 *
 * The tree of n processors is a spine of exact trees (open.h).  The root sends
 * to the first of the ranks that it gives away.  The ranks that it keeps form
 * an exact tree, as F(f(n) - 1) is a value of F; those that it gives away, at
 * most half, are split in the same way.  For each moment the spine is walked in
 * the order of ranks, and an exact tree is descended only into subtrees that
 * send at this moment, first the part that is kept, then the part given away.
 * So the rows of a moment come out by sender.
 *
 * Subtrees still to be visited are on a stack; small ones are flat lists.
 * In REPEAT each iteration is BCAST again, a period later.  All sends of an
 * iteration begin before the next iteration does: the last one begins by
 * f(n) - lambda, and the period is the next larger whole number.
 * Bar-Noy & Kipnis 1994, Sections 3 and 4.1.
 */
#include "model/postal/open.h"

#include "base/mem.h"

enum { SPINE_MAX = 64 }; /* the ranks at least halve from one to the next */

/* An exact tree with its root at base.  At start its root sends to the next
 * trunk of the spine if it is headed, and the tree then starts a unit later. */
struct trunk {
	uint64_t start, base;
	size_t tree;
	int headed;
};

/* A tree at base that is still to be visited, and the moment in its time. */
struct visit {
	uint64_t base;
	uint32_t tree, moment;
};

struct bcast {
	struct schedule schedule;
	struct postal_steps steps;
	struct postal_flat flat;
	struct trunk spine[SPINE_MAX];
	size_t spine_count;

	uint64_t period, begin, message; /* of the iteration */
	size_t moment, trunk;		 /* the next to be visited */
	uint64_t tick;			 /* of the moment, from begin */
	struct visit *stack;
	size_t depth, capacity;
	const struct postal_hop *hop, *end; /* the rest of a slice, */
	uint64_t base;			    /* shifted by base */

	struct transmission row[POSTAL_ROWS];
	size_t rows;
	size_t marked; /* rows put with the present tick and message */
};

static void build_spine(struct bcast *bcast, uint64_t n)
{
	const struct postal_step *step = bcast->steps.step;
	uint64_t start = 0, base = 0;

	while (n > 1) {
		size_t k = postal_steps_time(&bcast->steps, n);
		struct trunk *trunk = &bcast->spine[bcast->spine_count++];

		*trunk =
			(struct trunk){.start = start, .base = base, .tree = k};
		if (step[k].reach == n)
			break;
		trunk->headed = 1;
		trunk->tree = step[k].stay;
		base += step[trunk->tree].reach;
		n -= step[trunk->tree].reach;
		start += bcast->steps.latency;
	}
}

static void push(struct bcast *bcast, uint64_t base, size_t tree, size_t moment)
{
	if (bcast->depth == bcast->capacity)
		bcast->stack = mem_grow(bcast->stack, &bcast->capacity,
			bcast->depth, sizeof *bcast->stack);
	bcast->stack[bcast->depth++] =
		(struct visit){base, (uint32_t)tree, (uint32_t)moment};
}

static void put_send(struct bcast *bcast, uint64_t from, uint64_t to)
{
	struct transmission *row = &bcast->row[bcast->rows++];

	row->tick = bcast->begin + bcast->tick;
	row->from = from;
	row->to = to;
	row->message = bcast->message;
	bcast->marked++;
}

/* Copies as much of the slice as there is room for.  Once POSTAL_ROWS rows have
 * had the present tick and message, these stand in all of the buffer and need
 * not be written again. */
static void copy_slice(struct bcast *bcast)
{
	const uint64_t tick = bcast->begin + bcast->tick, base = bcast->base;
	const uint64_t message = bcast->message;
	const struct postal_hop *hop = bcast->hop;
	size_t left = (size_t)(bcast->end - hop);
	struct transmission *row = &bcast->row[bcast->rows];

	if (left > POSTAL_ROWS - bcast->rows)
		left = POSTAL_ROWS - bcast->rows;
	for (size_t i = 0; i < left; i++) {
		row[i].from = base + hop[i].from;
		row[i].to = base + hop[i].to;
	}
	if (bcast->marked < POSTAL_ROWS)
		for (size_t i = 0; i < left; i++) {
			row[i].tick = tick;
			row[i].message = message;
		}
	bcast->hop += left;
	bcast->rows += left;
	bcast->marked += left;
}

/* Puts the send of the tree's root at a moment at which only it can send. */
static void put_alone(struct bcast *bcast, const struct visit *visit)
{
	const struct postal_steps *steps = &bcast->steps;
	uint64_t after = steps->step[visit->moment].tick - steps->latency;
	uint64_t left = steps->step[visit->tree].tick - after - steps->unit;
	size_t kept = postal_steps_at(steps, left);

	put_send(bcast, visit->base, visit->base + steps->step[kept].reach);
}

/* Visits the tree on top of the stack down to a flat list or a send: the part
 * that is kept at once, while the part given away goes on the stack. */
static void visit_tree(struct bcast *bcast)
{
	const struct postal_step *step = bcast->steps.step;
	struct visit at = bcast->stack[--bcast->depth];

	for (;;) {
		size_t tree = step[at.tree].stay, given = step[at.tree].descend;
		size_t stay = step[at.moment].stay;
		size_t descend = step[at.moment].descend;

		if (at.tree < bcast->flat.trees) {
			postal_flat_slice(&bcast->flat, at.tree, at.moment,
				&bcast->hop, &bcast->end);
			bcast->base = at.base;
			return;
		}
		if (step[at.moment].alone) {
			put_alone(bcast, &at);
			return;
		}
		if (step[at.moment].descend_exact && descend <= given)
			push(bcast, at.base + step[tree].reach, given, descend);
		if (!step[at.moment].stay_exact || stay > tree)
			return;
		at.tree = (uint32_t)tree;
		at.moment = (uint32_t)stay;
	}
}

/* Visits a trunk at the present moment: puts the send to the next trunk, or
 * pushes the tree if it sends then. */
static void visit_trunk(struct bcast *bcast, const struct trunk *trunk)
{
	const struct postal_steps *steps = &bcast->steps;
	uint64_t start = trunk->start;
	size_t moment;

	if (trunk->headed && bcast->tick == start)
		put_send(bcast, trunk->base,
			trunk->base + steps->step[trunk->tree].reach);
	if (trunk->headed)
		start += steps->unit;
	if (bcast->tick < start)
		return;
	start = bcast->tick - start + steps->latency;
	moment = postal_steps_at(steps, start);
	if (steps->step[moment].tick == start && moment <= trunk->tree)
		push(bcast, trunk->base, trunk->tree, moment);
}

/* Advances to the next trunk, moment or iteration; 0 at the end, and from then
 * on. */
static int advance(struct bcast *bcast)
{
	if (bcast->trunk < bcast->spine_count) {
		visit_trunk(bcast, &bcast->spine[bcast->trunk++]);
		return 1;
	}
	bcast->trunk = 0;
	bcast->marked = 0;
	if (++bcast->moment >= bcast->steps.count) {
		if (bcast->message == bcast->schedule.header.messages) {
			bcast->spine_count = 0;
			return 0;
		}
		bcast->message++;
		bcast->begin += bcast->period;
		bcast->moment = 1;
	}
	bcast->tick =
		bcast->steps.step[bcast->moment].tick - bcast->steps.latency;
	return 1;
}

static enum status bcast_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct bcast *bcast = (struct bcast *)schedule;
	int more = bcast->spine_count > 0;

	(void)err;
	bcast->rows = 0;
	while (more && bcast->rows < POSTAL_ROWS) {
		if (bcast->hop < bcast->end)
			copy_slice(bcast);
		else if (bcast->depth > 0)
			visit_tree(bcast);
		else
			more = advance(bcast);
	}
	*rows = bcast->row;
	*count = bcast->rows;
	return STATUS_OK;
}

static void bcast_stream_clear(struct schedule *schedule)
{
	struct bcast *bcast = (struct bcast *)schedule;

	postal_steps_clear(&bcast->steps);
	postal_flat_clear(&bcast->flat);
	mem_free(bcast->stack);
}

static const struct schedule_ops bcast_ops = {bcast_next, bcast_stream_clear};

static enum status open_iterations(struct schedule **schedule,
	const struct schedule_header *header, struct err *err)
{
	struct bcast *bcast = mem_array(1, sizeof *bcast);
	uint64_t last;

	bcast->schedule.header = *header;
	bcast->schedule.ops = &bcast_ops;
	if (postal_steps_init(&bcast->steps, header->latency, header->unit, 1,
		    header->processors, err) != STATUS_OK) {
		schedule_close(&bcast->schedule);
		return err->code;
	}
	postal_flat_init(&bcast->flat, &bcast->steps);
	build_spine(bcast, header->processors);
	bcast->message = bcast->moment = 1;
	if (header->processors > 1) {
		last = bcast->steps.step[bcast->steps.count - 1].tick -
		       header->latency;
		bcast->period = (last / header->unit + 1) * header->unit;
	}
	*schedule = &bcast->schedule;
	return STATUS_OK;
}

enum status postal_bcast_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header;

	*schedule = NULL;
	if (postal_header(&header, "bcast", postal_bcast_time, problem, options,
		    err) != STATUS_OK)
		return err->code;
	if (header.ports > 1)
		return postal_ports_build(schedule, &header, err);
	header.messages = 1;
	return open_iterations(schedule, &header, err);
}

enum status postal_repeat_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header;

	*schedule = NULL;
	if (postal_header(&header, "repeat", postal_repeat_time, problem,
		    options, err) != STATUS_OK)
		return err->code;
	return open_iterations(schedule, &header, err);
}
