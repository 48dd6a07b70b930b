/*
 * Schedules of every collective operation, made here by hand: rings, direct
 * ones, doubling, digits, trees; on postal systems, in rounds, on machines
 * whose messages take the longer the more blocks they have.  check/ says of
 * each, and of each with something changed, what a second judge says.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "check/check.h"
#include "judge/collective.h"
#include "judge/rows.h"
#include "number/random.h"
#include "test.h"

enum { CHANGED = 12, MOST = 26 };

static struct random random_state = {2027, 0};

static uint64_t below(uint64_t limit)
{
	return random_below(&random_state, (uint32_t)limit);
}

/* -- systems */

/* Messages of one block, and what each further one adds. */
struct made {
	struct schedule_header header;
	struct schedule_parts parts;
	struct transmissions list;
	uint64_t tick; /* of the next round */
};

static struct made made_for(
	enum operation operation, uint64_t n, unsigned system)
{
	static const struct schedule_message messages[] = {
		{6, 2, 4, 2, 0, 0, 0, 0}, {6, 2, 4, 3, 1, 1, 0, 0},
		{3, 5, 4, 7, 2, 2, 0, 0}, {10, 1, 9, 1, 3, 0, 0, 0}};
	struct made made = {.header = {.operation = operation,
				    .processors = n,
				    .messages = 1,
				    .unit = 1}};
	struct schedule_header *header = &made.header;

	if (system == 0) {
		header->model = MODEL_SENDRECV;
	} else if (system < 4) {
		header->model = MODEL_POSTAL;
		header->unit = system == 3 ? 2 : 1;
		header->latency = system == 3 ? 5 : system;
	} else {
		header->model = MODEL_MACHINE;
		header->message = messages[system - 4];
		header->latency = header->message.latency +
				  header->message.overhead +
				  header->message.copy;
		if (system == 7) /* it copies by itself */
			header->latency += 6;
		if (!schedule_is_by_block(operation))
			header->message.block = header->message.block_copy = 0;
	}
	return made;
}

enum { SYSTEMS = 8 };

/* -- rows */

static void add_row(struct made *made, uint64_t tick, uint64_t from,
	uint64_t to, uint64_t first, uint64_t size)
{
	const struct transmission row = {.tick = tick,
		.from = from,
		.to = to,
		.message = 1,
		.first = first,
		.size = size};

	transmissions_add(&made->list, &row);
}

static uint64_t row_end(const struct made *made, uint64_t size)
{
	const struct transmission row = {.size = size};

	return made->header.model == MODEL_SENDRECV
		       ? made->header.unit
		       : schedule_row_end(&made->header, &row);
}

/* Everybody sends to the one `way` on the run that ends `back` before it; the
 * next round starts when all has come. */
static void add_round(
	struct made *made, uint64_t way, uint64_t back, uint64_t size)
{
	uint64_t n = made->header.processors;

	for (uint64_t p = 0; p < n; p++)
		add_row(made, made->tick, p, (p + way) % n,
			(p + 2 * n - back - size + 1) % n, size);
	made->tick += row_end(made, size);
}

static void add_digit_round(
	struct made *made, uint64_t weight, uint32_t radix, uint32_t digit)
{
	uint64_t n = made->header.processors;
	uint64_t size = schedule_digit_blocks(n, weight, radix, digit);

	if (size == 0)
		return;
	for (uint64_t p = 0; p < n; p++) {
		const struct transmission row = {.tick = made->tick,
			.from = p,
			.to = (p + digit * weight) % n,
			.message = 1,
			.first = weight,
			.size = size,
			.radix = radix,
			.digit = digit};

		transmissions_add(&made->list, &row);
	}
	made->tick += row_end(made, size);
}

/* Adds a row of the parts from `since` on, which carry so many blocks. */
static void add_list(struct made *made, uint64_t from, uint64_t to,
	size_t since, uint64_t size)
{
	const struct transmission row = {.tick = made->tick,
		.from = from,
		.to = to,
		.message = 1,
		.first = since,
		.size = size,
		.digit = (uint32_t)(made->parts.count - since)};

	if (size == 0)
		return;
	transmissions_add(&made->list, &row);
	made->tick += row_end(made, size);
}

static void add_part(struct made *made, uint64_t first, uint64_t size)
{
	struct schedule_parts *parts = &made->parts;

	parts->part = mem_grow(parts->part, &parts->capacity, parts->count,
		sizeof *parts->part);
	parts->part[parts->count++] = (struct schedule_part){first, size};
}

/* An all-to-all by way of processor 0, one message after the other: what each
 * has for others goes there, then on to them. */
static void make_star(struct made *made)
{
	uint64_t n = made->header.processors;
	size_t since;

	for (uint64_t i = 1; i < n; i++) {
		since = made->parts.count;
		for (uint64_t j = 0; j < n; j++)
			if (j != i)
				add_part(made, i, j);
		add_list(made, i, 0, since, made->parts.count - since);
	}
	for (uint64_t j = 1; j < n; j++) {
		since = made->parts.count;
		for (uint64_t i = 0; i < n; i++)
			if (i != j)
				add_part(made, i, j);
		add_list(made, 0, j, since, made->parts.count - since);
	}
}

static void make_alltoall(struct made *made)
{
	uint64_t n = made->header.processors;

	if (below(3) == 0) {
		make_star(made);
		return;
	}
	for (uint64_t weight = 1; weight < n;) {
		uint32_t radix = 2 + (uint32_t)below(n + 1);

		for (uint32_t digit = 1; digit < radix; digit++)
			add_digit_round(made, weight, radix, digit);
		weight *= radix;
	}
}

/* A scatter in which processor 1 gets and passes on all odd blocks. */
static void make_odd_scatter(struct made *made)
{
	uint64_t n = made->header.processors, odd = 0;
	size_t since = made->parts.count;

	for (uint64_t b = 1; b < n; b += 2, odd++)
		add_part(made, b, 1);
	add_list(made, 0, 1, since, odd);
	for (uint64_t b = 2; b < n; b++) {
		since = made->parts.count;
		add_part(made, b, 1);
		add_list(made, b % 2, b, since, 1);
	}
}

/* All-gathers: around the ring, directly, or twice as much each time. */
static void make_gathered(struct made *made)
{
	uint64_t n = made->header.processors, way = below(3);

	for (uint64_t w = 1; w < n; w += way == 2 ? w : 1) {
		if (way == 0)
			add_round(made, 1, w - 1, 1);
		else if (way == 1)
			add_round(made, w, 0, 1);
		else
			add_round(made, w, 0, w < n - w ? w : n - w);
	}
}

/* The all-gather backwards: rows of the opposite direction. */
static void turn_back(struct made *made)
{
	for (size_t i = 0; i < made->list.count; i++) {
		struct transmission *row = &made->list.row[i];
		uint64_t from = row->from;

		row->tick = made->tick - row->tick - row_end(made, row->size);
		row->from = row->to;
		row->to = from;
	}
}

static void make_scan(struct made *made)
{
	uint64_t n = made->header.processors;

	for (uint64_t w = 1; w < n; w *= 2) {
		for (uint64_t p = 0; p + w < n; p++) {
			uint64_t first = p + 1 > w ? p + 1 - w : 0;

			add_row(made, made->tick, p, p + w, first,
				p - first + 1);
		}
		made->tick += row_end(made, 1);
	}
}

/* Windows that grow twofold, and what is left in the end. */
static void make_census(struct made *made)
{
	uint64_t n = made->header.processors, w = 1;

	while (2 * w <= n) {
		add_round(made, w, 0, w);
		w *= 2;
	}
	/* The rest is one operand after the other, with what came directly. */
	for (; w < n; w++)
		add_round(made, w, 0, 1);
}

/* A processor has so many blocks from its own on, and halves them. */
static void make_tree(
	struct made *made, uint64_t root, uint64_t count, uint64_t tick)
{
	while (count > 1) {
		uint64_t part = 1 + below(count - 1);

		add_row(made, tick, root, root + count - part,
			root + count - part, part);
		tick += row_end(made, part);
		make_tree(made, root + count - part, part, tick);
		count -= part;
	}
	if (tick > made->tick)
		made->tick = tick;
}

static void make_scatter(struct made *made)
{
	if (below(3) == 0)
		make_odd_scatter(made);
	else
		make_tree(made, 0, made->header.processors, 0);
}

static void make_gather(struct made *made)
{
	make_scatter(made);
	turn_back(made);
}

static void make_reduce_scatter(struct made *made)
{
	make_gathered(made);
	turn_back(made);
}

static void make_allreduce(struct made *made)
{
	make_reduce_scatter(made);
	make_gathered(made);
}

static void (*const make[])(struct made *made) = {
	[OPERATION_SCATTER] = make_scatter,
	[OPERATION_GATHER] = make_gather,
	[OPERATION_ALLGATHER] = make_gathered,
	[OPERATION_REDUCE_SCATTER] = make_reduce_scatter,
	[OPERATION_ALLREDUCE] = make_allreduce,
	[OPERATION_ALLTOALL] = make_alltoall,
	[OPERATION_CENSUS] = make_census,
	[OPERATION_BARRIER] = make_gathered,
	[OPERATION_SCAN] = make_scan,
	[OPERATION_EXSCAN] = make_scan,
};

/* -- what both judges say */

/* A copy of the list in time order; of equal ones the order is kept. */
static int compare_ticks(const void *x, const void *y)
{
	const struct transmission *a = x, *b = y;

	if (a->tick != b->tick)
		return a->tick < b->tick ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static struct transmissions sorted(const struct transmissions *list)
{
	struct transmissions copy = {0};

	for (size_t i = 0; i < list->count; i++) {
		transmissions_add(&copy, &list->row[i]);
		copy.row[i].line = i + 1;
	}
	if (copy.count > 0)
		qsort(copy.row, copy.count, sizeof *copy.row, compare_ticks);
	return copy;
}

static const char *name_of(const struct made *made)
{
	return schedule_operations[made->header.operation];
}

/* Whether check says that it is valid; the second judge must say the same. */
static int are_agreed(const struct made *made)
{
	struct schedule_header header = made->header;
	struct transmissions list = sorted(&made->list);
	struct schedule *schedule;
	struct check check;
	struct err err;
	uint64_t finish;
	int is_valid, is_fine;

	header.parts = &made->parts;
	schedule = judge_rows_open(&header, list.row, list.count);
	CHECK(check_schedule(&check, schedule, 1 << 26, &err) == STATUS_OK);
	is_fine = check.violations == 0;
	is_valid = judge_collective(&header, list.row, list.count, &finish);
	CHECK_FOR(is_fine == is_valid, "%s, n = %d, %s: %s", name_of(made),
		(int)made->header.processors,
		schedule_models[made->header.model],
		is_fine ? "valid" : check.violation[0].reason.msg);
	if (is_valid)
		CHECK_FOR(check.finish == finish, "%s", name_of(made));
	schedule_close(schedule);
	transmissions_clear(&list);
	return is_fine;
}

/* -- changes */

static void change_run(struct made *made, struct transmission *row)
{
	uint64_t n = made->header.processors;

	if (row->radix > 0) {
		row->digit = 1 + (uint32_t)below(row->radix - 1);
		row->size = schedule_digit_blocks(
			n, row->first, row->radix, row->digit);
		return;
	}
	if (row->digit > 0) {
		row->size -= row->size > 1;
		row->digit = (uint32_t)row->size;
		return;
	}
	if (below(2) == 0)
		row->first = (row->first + 1 + below(n)) % n;
	else
		row->size = 1 + below(n);
}

/* Something of one row, or of two. */
static void change(struct made *made)
{
	struct transmissions *list = &made->list;
	struct transmission *row = &list->row[below(list->count)];
	struct transmission *other = &list->row[below(list->count)];
	uint64_t n = made->header.processors, first = row->first;
	uint64_t size = row->size;
	uint32_t digit = row->digit;

	switch (below(7)) {
	case 0:
		*row = list->row[--list->count];
		break;
	case 1:
		row->to = (row->to + 1 + below(n)) % n;
		break;
	case 2:
		row->from = (row->from + 1 + below(n)) % n;
		break;
	case 3:
		row->tick += 1 + below(4);
		break;
	case 4:
		row->tick -= row->tick > 0;
		break;
	case 5:
		change_run(made, row);
		break;
	default:
		if (row->radix > 0)
			return;
		row->first = other->first;
		row->size = other->size;
		row->digit = other->digit;
		other->first = first;
		other->size = size;
		other->digit = digit;
	}
}

/* Rounds start at whole ones only. */
static int may_be_judged(const struct made *made)
{
	for (size_t i = 0; i < made->list.count; i++)
		if (made->list.row[i].radix > 0 && made->list.row[i].size == 0)
			return 0;
	return 1;
}

static void test_one(
	enum operation operation, uint64_t n, unsigned system, unsigned *wrong)
{
	struct made made = made_for(operation, n, system);

	make[operation](&made);
	CHECK_FOR(are_agreed(&made), "%s, n = %d, system %u", name_of(&made),
		(int)n, system);
	for (int i = 0; i < CHANGED && made.list.count > 0; i++) {
		struct made changed = made;

		changed.list = sorted(&made.list);
		for (uint64_t k = 1 + below(2); k > 0; k--)
			if (changed.list.count > 0)
				change(&changed);
		if (may_be_judged(&changed))
			*wrong += !are_agreed(&changed);
		transmissions_clear(&changed.list);
	}
	transmissions_clear(&made.list);
	mem_free(made.parts.part);
}

static void test_all(void)
{
	for (enum operation operation = OPERATION_SCATTER;
		operation <= OPERATION_EXSCAN; operation++) {
		unsigned wrong = 0;

		for (uint64_t n = 1; n <= MOST; n += n < 10 ? 1 : 1 + below(8))
			for (unsigned system = 0; system < SYSTEMS; system++)
				test_one(operation, n, system, &wrong);
		CHECK_FOR(wrong > 500, "%s: %u", schedule_operations[operation],
			wrong);
	}
}

/* A row left out is missed: nothing of these is sent in vain. */
static void test_each_row(void)
{
	for (enum operation operation = OPERATION_SCATTER;
		operation <= OPERATION_EXSCAN; operation++) {
		struct made made = made_for(operation, 8, 1);

		make[operation](&made);
		for (size_t i = 0; i < made.list.count; i++) {
			struct made less = made;

			less.list = sorted(&made.list);
			less.list.row[i] = less.list.row[--less.list.count];
			CHECK_FOR(!are_agreed(&less), "%s without row %d",
				name_of(&made), (int)i);
			transmissions_clear(&less.list);
		}
		transmissions_clear(&made.list);
		mem_free(made.parts.part);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_all());
	RUN(test_each_row());
	return test_done();
}
