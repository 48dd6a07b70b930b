/*
 * Algorithm ROOT as a schedule, in the strict accounting.
 *
 * The first group broadcasts on its own; then come the writes; then all other
 * groups broadcast at once.  Those of size s do the same, shifted by s each;
 * the last one may be shorter.  So three lists of O(sqrt p) rows suffice: of
 * the first group, of any full one, and of the last.  Rows of the same time are
 * returned group by group.
 *   For a nondecreasing l, no other numbering of the processors is better if an
 * access is charged for a run of consecutive processors that contains its whole
 * group: a group of k is in no run shorter than k, so no access costs less than
 * l(k), and the recursion is monotone in its costs.  If an access is charged
 * only for the run between its two ends, other numberings are better:
 * tests/grid/grid_locality.c.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Algorithm 3.1,
 * corrected: there are m = ceil(p/s) groups, and the first processor of a group
 * reads its cell, as an access in a group of one, as soon as it has been
 * written.
 */
#include "model/locality/locality.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

enum { ROOT_ROWS = 256 };

/* The rows of a group, relative to its first processor and to its start. */
struct group {
	struct transmission *row;
	size_t count, capacity;
};

enum phase { PHASE_FIRST, PHASE_WRITE, PHASE_GROUPS, PHASE_END };

struct root {
	struct schedule schedule;
	char *cost;
	struct locality_accesses accesses;
	uint64_t s, m; /* group size; number of groups, 0 for p <= 2 */
	struct group first, full, last;

	enum phase phase;
	uint64_t begin; /* of the writes, then of the other groups */
	uint64_t i;	/* the next group at this time */
	size_t at;	/* its next row */
	size_t full_at, full_end, last_at, last_end; /* rows at this time */
	uint64_t tick;

	struct transmission row[ROOT_ROWS];
	size_t rows;
};

static void put_access(struct group *group, uint64_t tick, uint64_t from,
	uint64_t to, uint64_t size, enum access access)
{
	group->row = mem_grow(
		group->row, &group->capacity, group->count, sizeof *group->row);
	group->row[group->count++] = (struct transmission){.tick = tick,
		.from = from,
		.to = to,
		.message = 1,
		.size = size,
		.access = access};
}

/*
 * Adds the rows of size processors from offset on, which start at tick; returns
 * the tick at which they end.  knows: whether the first processor knows the
 * item, or only its cell holds it.
 */
static uint64_t build_group(const struct root *root, struct group *group,
	uint64_t offset, uint64_t size, int knows, uint64_t tick)
{
	uint64_t s, m, end, last;

	if (!knows) {
		put_access(group, tick, offset, offset, 1, ACCESS_READ);
		tick += locality_ticks(&root->accesses, 1);
	}
	if (size == 1)
		return tick;
	if (size == 2) {
		put_access(group, tick, offset, offset + 1, 2, ACCESS_READ);
		return tick + locality_ticks(&root->accesses, 2);
	}
	s = locality_group_size(size);
	m = locality_group_count(size, s);
	tick = build_group(root, group, offset, s, 1, tick);
	for (uint64_t i = 1; i < m; i++)
		put_access(group, tick, offset + i - 1, offset + i * s, size,
			ACCESS_WRITE);
	end = tick += locality_ticks(&root->accesses, size);
	for (uint64_t i = 1; i < m; i++) {
		last = build_group(root, group, offset + i * s,
			i < m - 1 ? s : size - i * s, 0, tick);
		if (last > end)
			end = last;
	}
	return end;
}

static int compare_root_rows(const void *a, const void *b)
{
	const struct transmission *x = a, *y = b;

	return number_compare_next(
		number_compare_u64(x->tick, y->tick), x->from, y->from);
}

static uint64_t build_sorted(
	const struct root *root, struct group *group, uint64_t size, int knows)
{
	uint64_t end = build_group(root, group, 0, size, knows, 0);

	if (group->count > 0)
		qsort(group->row, group->count, sizeof *group->row,
			compare_root_rows);
	return end;
}

/* -- Returning rows. */

/* Puts a copy of this row, shifted by offset and in time. */
static void hand_out(struct root *root, const struct transmission *row,
	uint64_t offset, uint64_t later)
{
	struct transmission *out = &root->row[root->rows++];

	*out = *row;
	out->tick += later;
	out->from += offset;
	out->to += offset;
}

static void next_first(struct root *root)
{
	if (root->at < root->first.count) {
		hand_out(root, &root->first.row[root->at++], 0, 0);
		return;
	}
	root->phase = root->m > 1 ? PHASE_WRITE : PHASE_END;
	root->i = 1;
}

static void next_write(struct root *root)
{
	uint64_t n = root->schedule.header.processors, i = root->i++;

	if (i < root->m) {
		root->row[root->rows++] =
			(struct transmission){.tick = root->begin,
				.from = i - 1,
				.to = i * root->s,
				.message = 1,
				.size = n,
				.access = ACCESS_WRITE};
		return;
	}
	root->begin += locality_ticks(&root->accesses, n);
	root->phase = PHASE_GROUPS;
	root->i = root->m; /* no groups are pending yet */
}

static uint64_t tick_at(const struct group *group, size_t at)
{
	return at < group->count ? group->row[at].tick : UINT64_MAX;
}

static size_t end_of_tick(const struct group *group, size_t at, uint64_t tick)
{
	while (tick_at(group, at) == tick)
		at++;
	return at;
}

/* Advances to the next tick at which a group has a row. */
static void next_tick(struct root *root)
{
	uint64_t full, last;

	root->full_at = root->full_end;
	root->last_at = root->last_end;
	full = tick_at(&root->full, root->full_at);
	last = tick_at(&root->last, root->last_at);
	root->tick = full < last ? full : last;
	if (root->tick == UINT64_MAX) {
		root->phase = PHASE_END;
		return;
	}
	root->full_end = end_of_tick(&root->full, root->full_at, root->tick);
	root->last_end = end_of_tick(&root->last, root->last_at, root->tick);
	root->i = root->full_end > root->full_at ? 1 : root->m - 1;
	root->at = root->i < root->m - 1 ? root->full_at : root->last_at;
}

static void next_group(struct root *root)
{
	int is_last = root->i == root->m - 1;
	const struct group *group = is_last ? &root->last : &root->full;
	size_t end = is_last ? root->last_end : root->full_end;

	if (root->i >= root->m) {
		next_tick(root);
	} else if (root->at < end) {
		hand_out(root, &group->row[root->at++], root->i * root->s,
			root->begin);
	} else {
		root->i++;
		root->at =
			root->i < root->m - 1 ? root->full_at : root->last_at;
	}
}

static enum status root_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct root *root = (struct root *)schedule;

	(void)err;
	root->rows = 0;
	while (root->rows < ROOT_ROWS && root->phase != PHASE_END) {
		if (root->phase == PHASE_FIRST)
			next_first(root);
		else if (root->phase == PHASE_WRITE)
			next_write(root);
		else
			next_group(root);
	}
	*rows = root->row;
	*count = root->rows;
	return STATUS_OK;
}

static void root_clear(struct schedule *schedule)
{
	struct root *root = (struct root *)schedule;

	mem_free(root->cost);
	mem_free(root->first.row);
	mem_free(root->full.row);
	mem_free(root->last.row);
}

static const struct schedule_ops root_ops = {root_next, root_clear};

/* -- Opening. */

static void build_groups(struct root *root)
{
	uint64_t n = root->schedule.header.processors;

	if (n <= 2) {
		build_sorted(root, &root->first, n, 1);
		return;
	}
	root->s = locality_group_size(n);
	root->m = locality_group_count(n, root->s);
	root->begin = build_sorted(root, &root->first, root->s, 1);
	if (root->m > 2)
		build_sorted(root, &root->full, root->s, 0);
	build_sorted(root, &root->last, n - (root->m - 1) * root->s, 0);
}

/* W(p) = W(s) + m - 1 + (m - 2) W(s) + W(last), the number of writes. */
static void count_writes(mpz_t count, const mpz_t p)
{
	mpz_t s, last, full;

	mpz_set_ui(count, 0);
	if (mpz_cmp_ui(p, 2) <= 0)
		return;
	mpz_inits(s, last, full, NULL);
	locality_partition(s, last, p);
	count_writes(full, s);
	count_writes(count, last);
	mpz_sub(last, p, last);
	mpz_divexact(last, last, s); /* m - 1 */
	mpz_addmul(count, full, last);
	mpz_add(count, count, last);
	mpz_clears(s, last, full, NULL);
}

/* Refuses p processors if the three lists take too much memory: they have a row
 * for each write, and at most one for each processor's read. */
static enum status check_root_memory(
	const mpz_t p, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpz_t s, last, rows, writes;

	if (mpz_cmp_ui(p, 2) <= 0)
		return STATUS_OK;
	mpz_inits(s, last, rows, writes, NULL);
	locality_partition(s, last, p);
	count_writes(writes, s);
	mpz_add(rows, writes, s);
	mpz_mul_2exp(rows, rows, 1);
	count_writes(writes, last);
	mpz_add(rows, rows, writes);
	mpz_add(rows, rows, last);
	status = limit_check_each("the schedule", rows,
		sizeof(struct transmission), max_bits / 8, err);
	mpz_clears(s, last, rows, writes, NULL);
	return status;
}

enum status locality_root_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct root *root = mem_array(1, sizeof *root);
	struct schedule_header *header = &root->schedule.header;
	struct locality locality;
	enum status status;

	*schedule = NULL;
	*header = (struct schedule_header){.model = MODEL_LOCALITY,
		.algorithm = "root",
		.messages = 1,
		.has_finish = 1};
	root->schedule.ops = &root_ops;
	header->cost = root->cost = cost_copy_text(options->cost);
	locality_init(&locality, options->cost, NULL, problem->max_bits);
	status = locality_accesses_find(
		&root->accesses, &locality, problem->n, err);
	locality_clear(&locality);
	if (status == STATUS_OK)
		status = check_root_memory(problem->n, problem->max_bits, err);
	if (status == STATUS_OK) {
		header->processors = number_get_u64(problem->n);
		header->unit = root->accesses.unit;
		header->finish = root->accesses.finish;
		build_groups(root);
		*schedule = &root->schedule;
	} else {
		schedule_close(&root->schedule);
	}
	return status;
}

void locality_root_rows(mpz_t count, const struct problem *problem,
	const struct algorithm_options *options)
{
	(void)options;
	count_writes(count, problem->n);
	mpz_add(count, count, problem->n);
	mpz_sub_ui(count, count, 1);
}
