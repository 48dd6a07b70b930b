/*
 * The schedules of all shapes.  A processor r that owns blocks r .. r+k-1 at
 * time t sends the last b of them to r+k-b, which owns these when they arrive,
 * and continues with k-b blocks at t + u(b), without waiting.  A gather's rows
 * are these backwards: what starts at t and ends at t + e starts at X - t - e,
 * where X is the finish, and goes the other way.
 *   Example: n = 4, u = 1, e = 2, bundles of 1: 0 sends block 3 at 0, 2 at 1
 * and 1 at 2; backwards they start at 2, 1 and 0.
 */
#include "model/scatter/scatter.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "core/machine.h"
#include "number/number.h"

static void best_bundle(
	mpz_t bundle, const struct scatter_table *table, const mpz_t k)
{
	number_set_u64(bundle, scatter_table_bundle(table, number_get_u64(k)));
}

static void binomial_bundle(
	mpz_t bundle, const struct scatter_table *table, const mpz_t k)
{
	(void)table;
	mpz_set_ui(bundle, 1);
	mpz_mul_2exp(bundle, bundle, (mp_bitcnt_t)(number_ceil_log2(k) - 1));
	mpz_sub(bundle, k, bundle);
}

static void flat_bundle(
	mpz_t bundle, const struct scatter_table *table, const mpz_t k)
{
	(void)table;
	(void)k;
	mpz_set_ui(bundle, 1);
}

const struct scatter_shape *scatter_shape(
	const struct algorithm_options *options)
{
	static const struct scatter_shape shapes[] = {
		{.name = "binomial",
			.bundle = binomial_bundle,
			.time = scatter_binomial_time},
		{.name = "flat",
			.is_long = 1,
			.bundle = flat_bundle,
			.time = scatter_flat_time},
		{.name = "bundle",
			.has_table = 1,
			.bundle = best_bundle,
			.time = scatter_time}};
	const struct scatter_shape *shape = shapes;

	while (!shape->has_table &&
		(!options->name || strcmp(shape->name, options->name) != 0))
		shape++;
	return shape;
}

enum status scatter_shape_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	return scatter_shape(options)->time(time, problem, options, err);
}

/* -- schedules */

/* Blocks first .. first + count - 1, which processor `first` owns from tick on.
 */
struct owned {
	uint64_t first, count, tick;
};

struct owned_stack {
	struct owned *item;
	size_t count, capacity;
};

static void push_owned(struct owned_stack *stack, struct owned owned)
{
	if (owned.count < 2)
		return;
	stack->item = mem_grow(stack->item, &stack->capacity, stack->count,
		sizeof *stack->item);
	stack->item[stack->count++] = owned;
}

/* How long after a scatter's row the next one starts.  In a gather: from the
 * end of the next row's receive to that of this row's, which comes after it. */
static uint64_t row_spacing(const struct schedule_header *header,
	const struct transmission *row, const struct transmission *next)
{
	uint64_t from, to;

	if (header->model != MODEL_MACHINE ||
		header->operation == OPERATION_SCATTER)
		return schedule_row_send(header, row);
	to = schedule_row_receive(header, row) +
	     most_u64(schedule_row_gap(header, next),
		     schedule_row_copy(header, next));
	from = schedule_row_receive(header, next);
	return to > from ? to - from : 0;
}

/* Adds the sends of one processor. */
static void add_owner_sends(struct transmissions *list,
	struct owned_stack *stack, struct schedule_header *header,
	const struct scatter_shape *shape, const struct scatter_table *table)
{
	struct owned own = stack->item[--stack->count];
	struct transmission row = {.size = 0};
	mpz_t bundle, k;

	mpz_inits(bundle, k, NULL);
	while (own.count > 1) {
		const struct transmission before = row;
		uint64_t end;

		number_set_u64(k, own.count);
		shape->bundle(bundle, table, k);
		row = (struct transmission){.from = own.first,
			.size = number_get_u64(bundle),
			.message = 1};
		if (before.size > 0)
			own.tick += row_spacing(header, &before, &row);
		row.tick = own.tick;
		own.count -= row.size;
		row.to = row.first = own.first + own.count;
		transmissions_add(list, &row);
		end = row.tick + schedule_row_end(header, &row);
		header->finish = most_u64(header->finish, end);
		push_owned(stack, (struct owned){row.first, row.size, end});
	}
	mpz_clears(bundle, k, NULL);
}

static void mirror_rows(
	struct transmissions *list, const struct schedule_header *header)
{
	for (size_t i = 0; i < list->count; i++) {
		struct transmission *row = &list->row[i];
		uint64_t from = row->from;

		row->tick = header->finish - row->tick -
			    schedule_row_end(header, row);
		row->from = row->to;
		row->to = from;
	}
}

/* Whether all times are below 2^62, as they are if n messages of all blocks
 * take less. */
static enum status check_ticks(
	const struct schedule_header *header, struct err *err)
{
	const struct transmission all = {.size = header->processors};
	uint64_t most = most_u64(schedule_row_end(header, &all),
		row_spacing(header, &all, &all));

	if (most < ((uint64_t)1 << 62) / header->processors)
		return STATUS_OK;
	return err_limit(err, "a schedule's times must be below 2^62");
}

static enum status open_rows(struct schedule **schedule,
	struct schedule_header *header, const struct scatter_shape *shape,
	const struct scatter_table *table)
{
	struct transmissions list = {NULL, 0, 0};
	struct owned_stack stack = {NULL, 0, 0};

	push_owned(&stack, (struct owned){0, header->processors, 0});
	while (stack.count > 0)
		add_owner_sends(&list, &stack, header, shape, table);
	if (header->operation == OPERATION_GATHER)
		mirror_rows(&list, header);
	*schedule = schedule_stored(header, &list);
	(*schedule)->rows = header->processors - 1;
	mem_free(stack.item);
	return STATUS_OK;
}

/* Whether the rows finish at the table's time.  If larger messages are quicker
 * than smaller ones, the table may pad messages, and rows cannot. */
static int is_in_time(
	const struct schedule *schedule, const struct scatter_table *table)
{
	mpq_t finish, time;
	int is_same;

	mpq_inits(finish, time, NULL);
	schedule_finish_time(finish, &schedule->header);
	scatter_table_time(time, table, table->costs.n);
	is_same = mpq_equal(finish, time);
	mpq_clears(finish, time, NULL);
	return is_same;
}

static enum status refuse_padding(struct schedule **schedule, struct err *err)
{
	schedule_close(*schedule);
	*schedule = NULL;
	return err_usage(err,
		"the machine's larger messages are quicker than smaller ones: "
		"the optimum pads these, which rows cannot say");
}

enum status scatter_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	const struct scatter_shape *shape = scatter_shape(options);
	struct schedule_header header = {
		.model = options->model == MODEL_SENDRECV ? MODEL_SENDRECV
							  : MODEL_POSTAL,
		.algorithm = shape->name,
		.operation = (enum operation)options->operation,
		.has_finish = 1};
	struct scatter_table table;
	enum status status =
		problem_block_header(&header, problem, options->blocks, err);

	*schedule = NULL;
	if (status == STATUS_OK)
		status = check_ticks(&header, err);
	if (status == STATUS_OK)
		status = limit_check_each("the schedule", problem->n,
			2 * sizeof(struct transmission), problem->max_bits / 8,
			err);
	if (status != STATUS_OK || !shape->has_table)
		return status == STATUS_OK
			       ? open_rows(schedule, &header, shape, NULL)
			       : status;
	status = scatter_table_init(&table, problem, options, 0, err);
	if (status == STATUS_OK)
		status = open_rows(schedule, &header, shape, &table);
	if (status == STATUS_OK && !is_in_time(*schedule, &table))
		status = refuse_padding(schedule, err);
	scatter_table_clear(&table);
	return status;
}
