/*
 * The schedule along any tree: for each processor that is sending, only its
 * next send is stored.  It starts each message as many units after the one
 * before as processor 0 has children.
 *   A reduction has the same transmissions backwards, those of the last message
 * first; for each link the next one is stored.
 */
#include "model/trees/trees.h"

#include "base/mem.h"
#include "core/merge.h"
#include "model/postal/open.h"
#include "model/trees/shape.h"
#include "number/limit.h"
#include "number/number.h"

/* An item's rank is the tick at which its processor started its present
 * message. */
struct trees {
	struct schedule schedule;
	struct trees_shape shape;
	uint64_t period; /* from message to message, in ticks */
	struct merge merge;
	struct transmission row[POSTAL_ROWS];
};

/* A processor that gets message 1 at this tick starts to send. */
static void begin_shape(struct trees *trees, uint64_t processor, uint64_t tick)
{
	struct merge_item item = {
		.tick = tick, .from = processor, .message = 1, .ranks = tick};

	item.to = trees->shape.rule->first(&trees->shape, processor);
	if (item.to < trees->shape.n)
		merge_push(&trees->merge, &item);
}

/* Makes the item its processor's next send. */
static void advance_shape(struct trees *trees, struct merge_item *item)
{
	const struct trees_shape *shape = &trees->shape;

	item->to = shape->rule->next(shape, item->from, item->to);
	item->tick += trees->schedule.header.unit;
	if (item->to < shape->n)
		return;
	item->to = shape->rule->first(shape, item->from);
	item->ranks += trees->period;
	item->tick = item->ranks;
	item->message++;
}

static void put_shape(struct trees *trees, struct transmission *row)
{
	const struct schedule_header *header = &trees->schedule.header;
	struct merge_item item = trees->merge.item[0];

	row->tick = item.tick;
	row->from = item.from;
	row->to = item.to;
	row->message = item.message;
	if (item.message == 1)
		begin_shape(trees, item.to, item.tick + header->latency);
	advance_shape(trees, &item);
	trees->merge.item[0] = item;
	if (item.message > header->messages)
		merge_pop(&trees->merge);
	else
		merge_sink(&trees->merge);
}

static enum status trees_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct trees *trees = (struct trees *)schedule;

	(void)err;
	*rows = trees->row;
	for (*count = 0; *count < POSTAL_ROWS && trees->merge.count > 0;)
		put_shape(trees, &trees->row[(*count)++]);
	return STATUS_OK;
}

static void trees_close(struct schedule *schedule)
{
	struct trees *trees = (struct trees *)schedule;

	merge_clear(&trees->merge);
	mem_free(trees);
}

static const struct schedule_ops trees_ops = {trees_next, trees_close};

static enum status reversed_trees_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct trees *trees = (struct trees *)schedule;

	(void)err;
	*rows = trees->row;
	*count = merge_fill_back(
		&trees->merge, trees->row, POSTAL_ROWS, 1, trees->period);
	return STATUS_OK;
}

/* A link's last message; in the reduction the child sends it. */
static void push_link(
	struct trees *trees, uint64_t parent, uint64_t child, uint64_t tick)
{
	const struct schedule_header *header = &trees->schedule.header;
	uint64_t last = tick + (header->messages - 1) * trees->period;
	const struct merge_item item = {
		.tick = header->finish - header->latency - last,
		.from = child,
		.to = parent,
		.message = header->messages};

	merge_push(&trees->merge, &item);
}

/* Turns the schedule, which has not begun, into that of a reduction. Children
 * have greater numbers than their parents. */
static void reverse_trees(struct trees *trees)
{
	static const struct schedule_ops ops = {
		reversed_trees_next, trees_close};
	const struct trees_shape *shape = &trees->shape;
	struct schedule_header *header = &trees->schedule.header;
	uint64_t *tick = mem_array((size_t)shape->n, sizeof *tick);

	trees->schedule.ops = &ops;
	header->operation = OPERATION_REDUCE;
	trees->merge.count = 0;
	for (uint64_t p = 0; shape->n > 1 && p < shape->n; p++) {
		uint64_t sent = tick[p];
		uint64_t child = shape->rule->first(shape, p);

		for (; child < shape->n;
			child = shape->rule->next(shape, p, child)) {
			push_link(trees, p, child, sent);
			tick[child] = sent + header->latency;
			sent += header->unit;
		}
	}
	mem_free(tick);
}

/* A time and an item for each processor's link; two items while the heap grows.
 */
static enum status check_reversed_trees(
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t bytes;

	mpz_init(bytes);
	mpz_mul_ui(bytes, problem->n,
		sizeof(uint64_t) + 3 * sizeof(struct merge_item));
	status = limit_check_bytes(
		"reversing the schedule", bytes, problem->max_bits / 8, err);
	mpz_clear(bytes);
	return status;
}

static enum status open_tree(struct schedule **schedule,
	const struct postal_builder *builder, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	int reduces = options->operation == OPERATION_REDUCE;

	*schedule = NULL;
	if (reduces && check_reversed_trees(problem, err) != STATUS_OK)
		return err->code;
	if (postal_open(schedule, builder, problem, options, err) != STATUS_OK)
		return err->code;
	if (reduces)
		reverse_trees((struct trees *)*schedule);
	return STATUS_OK;
}

static enum status build_shape(struct schedule **schedule,
	const struct schedule_header *header, const struct trees_rule *rule,
	uint64_t radix)
{
	struct trees *trees = mem_array(1, sizeof *trees);

	trees->schedule.header = *header;
	trees->schedule.ops = &trees_ops;
	trees->shape = (struct trees_shape){rule, header->processors, radix};
	if (header->processors > 1) {
		trees->period = rule->most(&trees->shape) * header->unit;
		begin_shape(trees, 0, 0);
	}
	*schedule = &trees->schedule;
	return STATUS_OK;
}

/* -- one function for each tree */

static enum status build_flat(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	(void)err;
	return build_shape(schedule, header, &trees_flat, 0);
}

static enum status build_chain(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	(void)err;
	return build_shape(schedule, header, &trees_chain, 0);
}

static enum status build_binary(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	(void)err;
	return build_shape(schedule, header, &trees_binary, 0);
}

static enum status build_binomial(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	(void)err;
	return build_shape(schedule, header, &trees_binomial, 0);
}

/* A radix above n acts as n. */
static enum status build_knomial(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	uint64_t radix = TREES_RADIX;
	enum status status;

	(void)err;
	if (options->degree && !number_read_u64(&radix, options->degree, 63))
		radix = UINT64_MAX;
	if (radix > header->processors)
		radix = header->processors;
	if (radix < 2)
		radix = 2;
	status = build_shape(schedule, header, &trees_knomial, radix);
	if (status == STATUS_OK)
		(*schedule)->header.degree = radix;
	return status;
}

enum status trees_flat_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct postal_builder builder = {
		"flat", trees_flat_time, build_flat};

	return open_tree(schedule, &builder, problem, options, err);
}

enum status trees_chain_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct postal_builder builder = {
		"chain", trees_chain_time, build_chain};

	return open_tree(schedule, &builder, problem, options, err);
}

enum status trees_binary_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct postal_builder builder = {
		"binary", trees_binary_time, build_binary};

	return open_tree(schedule, &builder, problem, options, err);
}

enum status trees_binomial_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct postal_builder builder = {
		"binomial", trees_binomial_time, build_binomial};

	return open_tree(schedule, &builder, problem, options, err);
}

enum status trees_knomial_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct postal_builder builder = {
		"knomial", trees_knomial_time, build_knomial};

	return open_tree(schedule, &builder, problem, options, err);
}
