/* Builds each schedule, and changes rows one at a time: leaves one out, or
 * changes what it carries or when it starts. */
#include "judge/built.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "core/machine.h"
#include "judge/collective.h"
#include "judge/part.h"
#include "judge/rows.h"
#include "model/algorithm.h"
#include "number/number.h"
#include "test.h"

/* Schedules with more rows are not given to the second judge, which compares
 * all pairs of rows. */
enum { JUDGED_ROWS = 600, BUILT_BITS = 1 << 30 };

/* The most processors of schedules on nodes whose parts are checked. */
enum { PARTS_N = 12 };

uint64_t built_schedules, built_wrong;

/* lambda, or a machine's figures and the bytes of a block.  inside: for
 * messages inside nodes, which are tried in all sizes, send and latency or a
 * machine's figures. */
static const struct built_system {
	enum model model;
	const char *lambda;
	const char *figures[MACHINE_FIGURES];
	const char *block;
	const char *inside[MACHINE_FIGURES];
	int rdma;
	int has_sizes; /* other figures for messages of three blocks or more */
} systems[BUILT_SYSTEMS] = {
	{.lambda = "1", .model = MODEL_SENDRECV},
	{.lambda = "3"},
	{.lambda = "5/2"},
	{.lambda = "3", .model = MODEL_LOGP},
	{.lambda = "5/2", .figures = {"6", "2", "4", "0"}, .block = "1"},
	{.lambda = "1",
		.figures = {"383/625", "1/2", "1/2", "33/100000"},
		.block = "1024"},
	{.lambda = "1", .figures = {"5", "17", "4", "4"}, .block = "1"},
	{.lambda = "1",
		.figures = {"383/625", "1/2", "1/2", "33/100000"},
		.block = "1024",
		.rdma = 1},
	{.lambda = "1",
		.figures = {"4", "1/2", "1/2", "1/50"},
		.block = "256",
		.has_sizes = 1},
	{.lambda = "1",
		.figures = {"5", "17", "4", "4"},
		.block = "1",
		.rdma = 1},
	{.lambda = "4", .inside = {"1/3", "3/2"}},
	{.lambda = "1",
		.figures = {"4", "1/2", "1/2", "1/50"},
		.block = "256",
		.inside = {"3/5", "1/10", "1/10", "1/300"}},
	{.lambda = "1",
		.figures = {"5", "17", "4", "4"},
		.block = "1",
		.inside = {"1", "2", "1", "3"}},
	{.lambda = "1",
		.figures = {"6", "2", "4", "1/100"},
		.block = "100",
		.inside = {"1", "2", "2", "1/300"},
		.rdma = 1},
};

struct built {
	const struct algorithm *algorithm;
	enum operation operation;
	struct schedule_header header;
	struct transmissions list;
};

static int compare_ticks(const void *x, const void *y)
{
	const struct transmission *a = x, *b = y;

	if (a->tick != b->tick)
		return a->tick < b->tick ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

/* Whether the second judge is asked; it does not know queues. */
static int is_judged(const struct built *built)
{
	return built->header.model != MODEL_LOGP && built->header.node == 0 &&
	       built->header.furthers == 0 && built->list.count <= JUDGED_ROWS;
}

/* Whether check/ finds the rows valid; *finish: when they end. */
static int is_fine(const struct built *built, uint64_t *finish)
{
	struct schedule *schedule = judge_rows_open(
		&built->header, built->list.row, built->list.count);
	struct check check;
	struct err err;

	CHECK(check_schedule(&check, schedule, BUILT_BITS / 8, &err) ==
		STATUS_OK);
	schedule_close(schedule);
	*finish = check.finish;
	return check.violations == 0;
}

static void change_row(struct built *built, struct random *chance)
{
	struct transmissions *list = &built->list;
	uint32_t n = (uint32_t)built->header.processors;
	struct transmission *row =
		&list->row[random_below(chance, (uint32_t)list->count)];

	switch (random_below(chance, 4)) {
	case 0:
		*row = list->row[--list->count];
		break;
	case 1:
		row->to = (row->to + 1 + random_below(chance, n - 1)) % n;
		break;
	case 2:
		row->tick += 1 + random_below(chance, 3);
		break;
	default:
		if (row->radix > 0 || schedule_has_parts(row))
			*row = list->row[--list->count];
		else
			row->first =
				(row->first + 1 + random_below(chance, n - 1)) %
				n;
	}
	if (list->count > 0)
		qsort(list->row, list->count, sizeof *list->row, compare_ticks);
}

static void copy_rows(struct transmissions *copy, const struct built *built)
{
	for (size_t i = 0; i < built->list.count; i++) {
		transmissions_add(copy, &built->list.row[i]);
		copy->row[i].line = i + 1;
	}
}

static void check_changed(const struct built *built, struct random *chance)
{
	struct built changed = *built;
	uint64_t finish, end;
	int fine;

	changed.list = (struct transmissions){0};
	copy_rows(&changed.list, built);
	changed.header.has_finish = 0;
	change_row(&changed, chance);
	fine = is_fine(&changed, &end);
	built_wrong += !fine;
	if (is_judged(&changed))
		CHECK_FOR(fine == judge_collective(&changed.header,
					  changed.list.row, changed.list.count,
					  &finish),
			"%s, %s, n = %d", built->algorithm->name,
			schedule_operations[built->operation],
			(int)built->header.processors);
	transmissions_clear(&changed.list);
}

/* Whether the row only saves its receiver's partner an addition: where n is no
 * power of two, rabenseifner's first row of each pair goes to the odd
 * processor, which sends back what its partner could add itself. */
static int is_spare(const struct built *built, const struct transmission *row)
{
	uint64_t n = built->header.processors;

	return strcmp(built->algorithm->name, "rabenseifner") == 0 &&
	       (n & (n - 1)) != 0 && row->tick == 0 && row->to == row->from + 1;
}

/* The schedule without one of its rows is wrong. */
static void check_missing_row(const struct built *built, struct random *chance)
{
	struct built changed = *built;
	uint64_t end;
	size_t at = random_below(chance, (uint32_t)built->list.count);

	changed.list = (struct transmissions){0};
	copy_rows(&changed.list, built);
	changed.header.has_finish = 0;
	changed.list.row[at] = changed.list.row[--changed.list.count];
	qsort(changed.list.row, changed.list.count, sizeof *changed.list.row,
		compare_ticks);
	CHECK_FOR(is_fine(&changed, &end) ==
			  is_spare(built, &built->list.row[at]),
		"%s, %s, n = %d without row %d", built->algorithm->name,
		schedule_operations[built->operation],
		(int)built->header.processors, (int)at);
	transmissions_clear(&changed.list);
}

static void check_rows(
	const struct built *built, const mpq_t time, struct random *chance)
{
	uint64_t finish, end;
	mpq_t found;

	mpq_init(found);
	schedule_finish_time(found, &built->header);
	CHECK_FOR(is_fine(built, &end) && mpq_equal(found, time) &&
			  end == built->header.finish,
		"%s, %s, n = %d, %s: %d, not %d of %d", built->algorithm->name,
		schedule_operations[built->operation],
		(int)built->header.processors,
		schedule_models[built->header.model], (int)end,
		(int)built->header.finish, (int)built->header.unit);
	if (is_judged(built))
		CHECK(judge_collective(&built->header, built->list.row,
			built->list.count, &finish));
	if (built->list.count > 0) {
		check_missing_row(built, chance);
		check_changed(built, chance);
	}
	mpq_clear(found);
}

/* Checks one algorithm and operation. */
static void check_built(const struct algorithm *algorithm,
	enum operation operation, const struct built_system *system,
	const struct problem *problem, const struct block_cost *blocks,
	struct random *chance)
{
	struct algorithm_options options = {.operation = (int)operation,
		.model = (int)system->model,
		.name = algorithm->name,
		.blocks = blocks};
	struct built built = {.algorithm = algorithm, .operation = operation};
	struct schedule *schedule;
	struct err err;
	mpq_t time;

	mpq_init(time);
	if (algorithm_open(&schedule, algorithm, system->model, problem,
		    &options, &err) != STATUS_OK) {
		mpq_clear(time);
		CHECK_FOR(0, "%s, %s: %s", algorithm->name,
			schedule_operations[operation], err.msg);
		return;
	}
	CHECK(algorithm_time(time, algorithm, problem, &options, UINT64_MAX,
		      &err) == STATUS_OK);
	built.header = schedule->header;
	CHECK(judge_rows_read(&built.list, schedule));
	check_rows(&built, time, chance);
	/* In a gather on a machine receives start when the processor is taken.
	 */
	if (problem->nodes && mpz_cmp_ui(problem->n, PARTS_N) <= 0 &&
		(operation != OPERATION_GATHER || !blocks))
		CHECK_FOR(judge_part(algorithm, problem, &options, 1),
			"%s, %s, n = %d: parts", algorithm->name,
			schedule_operations[operation],
			(int)built.header.processors);
	built_schedules++;
	transmissions_clear(&built.list);
	schedule_close(schedule);
	mpq_clear(time);
}

/* Checks an algorithm's collective operations; broadcasts and censuses have
 * tests of their own. */
static void check_operations(const struct algorithm *algorithm,
	const struct built_system *system, const struct problem *problem,
	const struct block_cost *blocks, struct random *chance)
{
	for (enum operation operation = OPERATION_SCATTER;
		operation <= OPERATION_EXSCAN; operation++)
		if (schedule_is_collective(operation) &&
			algorithm_has_on(algorithm, problem, operation))
			check_built(algorithm, operation, system, problem,
				blocks, chance);
}

/* Checks all algorithms on one system. */
static void check_algorithms(const struct built_system *system,
	const struct problem *problem, const struct block_cost *blocks,
	struct random *chance)
{
	for (const struct algorithm *row = algorithms; row->name; row++)
		if (row->open && row->time &&
			algorithm_applies(row, problem, system->model))
			check_operations(row, system, problem, blocks, chance);
}

static void read_machine(struct machine *machine, const char *const *figure)
{
	machine_init(machine);
	for (int i = 0; figure[i] && i < MACHINE_FIGURES; i++)
		test_mpq(machine_figure(machine, (enum machine_figure)i),
			figure[i]);
	machine->has_byte = 1;
}

/* Gives the machine other figures from 700 bytes on. */
static void add_sizes(struct machine *machine)
{
	struct machine_point *point = machine_add(machine);

	mpz_set_ui(point->bytes, 700);
	mpq_set_ui(point->overhead, 3, 2);
	mpq_set_ui(point->gap, 2, 1);
	mpq_set_ui(point->byte, 1, 30);
}

/* The same on nodes of every possible size. */
static void check_nodes(const struct built_system *system,
	struct problem *problem, const struct block_cost *blocks,
	struct random *chance)
{
	unsigned long n = mpz_get_ui(problem->n);
	struct machine inside = {0};
	struct nodes nodes = {0};

	mpz_init(nodes.size);
	mpq_inits(nodes.send, nodes.latency, NULL);
	problem->nodes = &nodes;
	if (blocks) {
		read_machine(&inside, system->inside);
		inside.rdma = system->rdma;
		nodes.machine = &inside;
	} else {
		test_mpq(nodes.send, system->inside[0]);
		test_mpq(nodes.latency, system->inside[1]);
	}
	for (unsigned long p = 1; p <= n; p++) {
		mpz_set_ui(nodes.size, p);
		if (n % p == 0)
			check_algorithms(system, problem, blocks, chance);
	}
	machine_clear(&inside);
	mpz_clear(nodes.size);
	mpq_clears(nodes.send, nodes.latency, NULL);
}

void built_check(uint64_t n, int index, struct random *chance)
{
	const struct built_system *system = &systems[index];
	struct machine machine = {0};
	struct block_cost cost = {.machine = &machine};
	const struct block_cost *blocks = system->block ? &cost : NULL;
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, n, 1, 1);
	problem.max_bits = BUILT_BITS;
	test_mpq(problem.lambda, system->lambda);
	mpq_init(cost.block);
	read_machine(&machine, system->figures);
	machine.rdma = system->rdma;
	if (system->has_sizes)
		add_sizes(&machine);
	if (system->block)
		test_mpq(cost.block, system->block);
	if (system->inside[0])
		check_nodes(system, &problem, blocks, chance);
	else
		check_algorithms(system, &problem, blocks, chance);
	machine_clear(&machine);
	mpq_clear(cost.block);
	problem_clear(&problem);
}
