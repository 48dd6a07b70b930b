/*
 * The times, schedules and parts of trees, alike for all shapes but two-tree.
 *   A schedule stores only the next send of each processor that is sending.
 * Every processor starts its messages c units apart, c being the number of
 * processor 0's children.  A reduction is the same schedule backwards, the last
 * message first; it stores the next send on each link.
 *   Example: a chain of n = 3, m = 2, lambda = 2: c = 1; 0 sends to 1 at times
 * 0 and 1, and 1 to 2 at times 2 and 3; the reduction sends from 2 to 1 at 0
 * and 1, and from 1 to 0 at 2 and 3.
 */
#include "model/trees/trees.h"

#include <string.h>

#include "base/mem.h"
#include "model/postal/open.h"
#include "model/trees/shape.h"
#include "number/number.h"

/* The most bits of n for shapes that find its digits one by one, which takes
 * quadratic time. */
enum { BITS_MAX = 1 << 16 };

enum status trees_check_digits(const struct trees_shape *shape,
	const struct problem *problem, struct err *err)
{
	if (!shape->by_digits || mpz_sizeinbase(problem->n, 2) <= BITS_MAX)
		return STATUS_OK;
	return err_limit(err, "too many processors for ", shape->name,
		": their digits take long to find");
}

static const struct trees_shape *find_shape(
	const struct algorithm_options *options)
{
	static const struct trees_shape *const shapes[] = {&trees_dtree,
		&trees_flat, &trees_chain, &trees_binary, &trees_binomial,
		&trees_knomial};
	size_t i = 0;

	while (strcmp(shapes[i]->name, options->name) != 0)
		i++;
	return shapes[i];
}

/* The degree or radix of the tree; 0 if the shape has none. */
static enum status find_degree(mpz_t degree, const struct trees_shape *shape,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum status status = trees_check_digits(shape, problem, err);

	mpz_set_ui(degree, 0);
	return status == STATUS_OK && shape->degree
		       ? shape->degree(degree, problem, options, err)
		       : status;
}

/* -- times */

void trees_set_time(mpq_t time, const mpz_t units, const mpz_t latencies,
	const struct problem *problem)
{
	mpq_set_z(time, latencies);
	mpq_mul(time, time, problem->lambda);
	mpz_addmul(mpq_numref(time), mpq_denref(time), units);
}

void trees_add_messages(
	mpq_t time, const mpz_t children, const struct problem *problem)
{
	mpz_t units;

	mpz_init(units);
	mpz_sub_ui(units, problem->m, 1);
	mpz_mul(units, units, children);
	mpz_addmul(mpq_numref(time), mpq_denref(time), units);
	mpz_clear(units);
}

void trees_set_later(mpq_t time, const mpz_t units, const mpz_t latencies,
	const struct problem *problem)
{
	mpq_t other;

	mpq_init(other);
	trees_set_time(other, units, latencies, problem);
	number_raise(time, other);
	mpq_clear(other);
}

enum status trees_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	const struct trees_shape *shape = find_shape(options);
	enum status status;
	mpz_t degree;

	mpq_set_ui(time, 0, 1);
	if (problem_is_alone(problem))
		return STATUS_OK;
	mpz_init(degree);
	status = find_degree(degree, shape, problem, options, err);
	if (status == STATUS_OK)
		shape->time(time, problem, degree);
	mpz_clear(degree);
	return status;
}

/* -- schedules */

uint64_t trees_power_below(uint64_t x)
{
	uint64_t power = 1;

	while (power <= x / 2)
		power *= 2;
	return power;
}

/* Each merge item is a processor's next send; its ranks field holds the tick at
 * which the processor started the message. */
struct trees {
	struct postal_merge own;
	struct trees_tree tree;
	uint64_t period; /* between the starts of two messages, in ticks */
};

/* Adds the first send, if any, of a processor that gets message 1 at a tick. */
static void begin_tree(struct trees *trees, uint64_t processor, uint64_t tick)
{
	struct merge_item item = {
		.tick = tick, .from = processor, .message = 1, .ranks = tick};

	item.to = trees->tree.shape->first(&trees->tree, processor);
	if (item.to < trees->tree.n)
		merge_push(&trees->own.merge, &item);
}

/* Turns the item into its processor's next send. */
static void advance_tree(struct trees *trees, struct merge_item *item)
{
	const struct trees_tree *tree = &trees->tree;

	item->to = tree->shape->next(tree, item->from, item->to);
	item->tick += trees->own.schedule.header.unit;
	if (item->to < tree->n)
		return;
	item->to = tree->shape->first(tree, item->from);
	item->ranks += trees->period;
	item->tick = item->ranks;
	item->message++;
}

static void put_tree(struct postal_merge *own, struct transmission *row)
{
	struct trees *trees = (struct trees *)own;
	const struct schedule_header *header = &trees->own.schedule.header;
	struct merge_item item = trees->own.merge.item[0];

	merge_row(row, &item);
	if (item.message == 1)
		begin_tree(trees, item.to, item.tick + header->latency);
	advance_tree(trees, &item);
	trees->own.merge.item[0] = item;
	if (item.message > header->messages)
		merge_pop(&trees->own.merge);
	else
		merge_sink(&trees->own.merge);
}

/* A row of a reduction: on each link, messages go in descending order. */
static void put_back(struct postal_merge *own, struct transmission *row)
{
	struct merge_item *item = &own->merge.item[0];

	merge_row(row, item);
	item->tick += ((struct trees *)own)->period;
	if (item->message-- == 1)
		merge_pop(&own->merge);
	else
		merge_sink(&own->merge);
}

/* Adds the first send of a link in a reduction, from the child: it mirrors the
 * broadcast's last message, whose first one is sent at the tick. */
static void push_link(
	struct trees *trees, uint64_t parent, uint64_t child, uint64_t tick)
{
	const struct schedule_header *header = &trees->own.schedule.header;
	uint64_t last = tick + (header->messages - 1) * trees->period;
	const struct merge_item item = {
		.tick = header->finish - header->latency - last,
		.from = child,
		.to = parent,
		.message = header->messages};

	merge_push(&trees->own.merge, &item);
}

/* Turns the schedule, which has not begun, into that of a reduction.  tick[p]
 * is when p has message 1; it is set before p is visited, as children have
 * higher numbers than their parents. */
static void reverse_trees(struct trees *trees)
{
	const struct trees_tree *tree = &trees->tree;
	struct schedule_header *header = &trees->own.schedule.header;
	uint64_t *tick = mem_array((size_t)tree->n, sizeof *tick);

	trees->own.put = put_back;
	header->operation = OPERATION_REDUCE;
	trees->own.merge.count = 0;
	for (uint64_t p = 0; tree->n > 1 && p < tree->n; p++) {
		uint64_t sent = tick[p];
		uint64_t child = tree->shape->first(tree, p);

		for (; child < tree->n;
			child = tree->shape->next(tree, p, child)) {
			push_link(trees, p, child, sent);
			tick[child] = sent + header->latency;
			sent += header->unit;
		}
	}
	mem_free(tick);
}

static void clear_place(struct postal_part *part)
{
	struct trees_place *place = (struct trees_place *)part;

	mpz_clears(place->rank, place->degree, place->latencies, place->sends,
		place->first, NULL);
}

/* A new place, to be filled in by the shape once the degree is known. */
static struct trees_place *new_place(const struct trees_shape *shape,
	const mpz_t rank, const struct problem *problem)
{
	struct trees_place *place = mem_array(1, sizeof *place);

	postal_part_init(&place->part);
	mpz_inits(place->degree, place->latencies, place->sends, place->first,
		NULL);
	mpz_init_set(place->rank, rank);
	place->part.clear = clear_place;
	place->part.child = shape->child;
	place->part.has_parent = mpz_sgn(rank) > 0;
	mpz_set(place->part.messages, problem->m);
	mpz_set_ui(place->part.period, 1);
	return place;
}

/* The number of processor 0's children. */
static uint64_t count_children(const struct trees_shape *shape,
	const mpz_t degree, const struct problem *problem)
{
	struct trees_place *root;
	uint64_t count;
	mpz_t rank;

	mpz_init(rank);
	root = new_place(shape, rank, problem);
	mpz_set(root->degree, degree);
	shape->place(root, problem);
	count = number_get_u64(root->part.period);
	part_close(&root->part.beats.part);
	mpz_clear(rank);
	return count;
}

/* Makes the producer of a broadcast; the header is complete but for a degree.
 */
static struct trees *new_trees(const struct schedule_header *header,
	const struct trees_shape *shape, const mpz_t degree,
	const struct problem *problem)
{
	struct trees *trees = mem_array(1, sizeof *trees);

	trees->own.schedule.header = *header;
	trees->own.schedule.ops = &postal_merge_ops;
	trees->own.put = put_tree;
	trees->tree = (struct trees_tree){
		shape, header->processors, number_get_u64(degree)};
	if (shape->has_degree)
		trees->own.schedule.header.degree = trees->tree.degree;
	if (header->processors > 1) {
		trees->period =
			count_children(shape, degree, problem) * header->unit;
		begin_tree(trees, 0, 0);
	}
	return trees;
}

enum status trees_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	const struct trees_shape *shape = find_shape(options);
	int reduces = options->operation == OPERATION_REDUCE;
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = shape->name};
	struct trees *trees;
	enum status status = problem_header(&header, problem, err);
	mpq_t time;
	mpz_t degree;

	*schedule = NULL;
	mpz_init(degree);
	mpq_init(time);
	if (status == STATUS_OK && reduces)
		/* A tick and a merge item a processor, three items while the
		 * heap grows. */
		status = limit_check_each("reversing the schedule", problem->n,
			sizeof(uint64_t) + 3 * sizeof(struct merge_item),
			problem->max_bits / 8, err);
	if (status == STATUS_OK)
		status = find_degree(degree, shape, problem, options, err);
	if (status == STATUS_OK && !problem_is_alone(problem))
		shape->time(time, problem, degree);
	if (status == STATUS_OK)
		status = problem_finish(&header, time, err);
	if (status == STATUS_OK) {
		trees = new_trees(&header, shape, degree, problem);
		*schedule = &trees->own.schedule;
		if (reduces)
			reverse_trees(trees);
	}
	mpz_clear(degree);
	mpq_clear(time);
	return status;
}

/* -- parts */

void trees_level_child(mpz_t child, struct postal_part *part, const mpz_t k)
{
	struct trees_place *place = (struct trees_place *)part;
	unsigned long bit = place->level + mpz_get_ui(k); /* child may be k */

	mpz_set_ui(child, 0);
	mpz_setbit(child, bit);
	mpz_add(child, child, place->rank);
}

/* A receive lasts one unit, up to the time from which the message is there. */
static void set_arrival(
	struct trees_place *place, const struct problem *problem)
{
	struct postal_part *part = &place->part;

	trees_set_time(part->sent, place->sends, place->latencies, problem);
	mpz_set(mpq_denref(part->received), mpq_denref(part->sent));
	mpz_sub(mpq_numref(part->received), mpq_numref(part->sent),
		mpq_denref(part->sent));
}

enum status trees_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	const struct trees_shape *shape = find_shape(options);
	struct trees_place *place = new_place(shape, rank, problem);
	enum status status;

	*part = NULL;
	status = find_degree(place->degree, shape, problem, options, err);
	if (status != STATUS_OK) {
		part_close(&place->part.beats.part);
		return status;
	}
	if (!problem_is_alone(problem))
		shape->place(place, problem);
	set_arrival(place, problem);
	*part = postal_part_begin(&place->part, span);
	return STATUS_OK;
}
