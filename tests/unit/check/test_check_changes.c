/* Schedules of every model, as they are built and with a row or several
 * changed: check/check says of each what a judge by definition says. */
#include <string.h>

#include <stdlib.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "judge/check.h"
#include "judge/queue.h"
#include "model/symmetric/symmetric.h"
#include "model/locality/locality.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "model/rounds/rounds.h"
#include "model/telephone/telephone.h"
#include "test.h"

enum { TRIALS = 1500, CHANGED = 24 };

static struct err err;

static uint64_t below(uint64_t limit)
{
	return (uint64_t)rand() % limit;
}

/* -- schedules as they are built */

static enum status open_rounds(struct schedule **schedule, enum model model)
{
	enum status status;
	mpz_t n, m;

	/* More messages, now and then, than a word has bits. */
	mpz_init_set_ui(n, 1 + (unsigned long)below(7));
	mpz_init_set_ui(m, 1 + (unsigned long)below(4));
	if (below(20) == 0 && mpz_cmp_ui(n, 3) < 0)
		mpz_add_ui(m, m, 60 + (unsigned long)below(140));
	if (model == MODEL_TELEPHONE)
		status = search_open_begun(schedule, telephone_begin,
			test_problem(n, m, NULL, 1 << 20), test_degree(1),
			&err);
	else if (model == MODEL_TELEGRAPH)
		status = search_open_begun(schedule, telegraph_begin,
			test_problem(n, m, NULL, 1 << 20), test_degree(1),
			&err);
	else
		status = sendrecv_open(schedule,
			test_problem(n, m, NULL, 1 << 20), test_degree(1),
			&err);
	mpz_clears(n, m, NULL);
	return status;
}

static enum status open_locality(struct schedule **schedule)
{
	struct cost *cost;
	enum status status;
	struct algorithm_options options = {0};
	uint64_t n = 1 + below(12);

	CHECK(cost_parse(&cost, JUDGE_COST, 1 << 20, &err) == STATUS_OK);
	options.cost = cost;
	status = locality_root_open(
		schedule, test_problem_words(n, 1, 1, 1 << 20), &options, &err);
	cost_free(cost);
	return status;
}

/* In logp only what the slow judge can play. */
static enum status open_postal(struct schedule **schedule, enum model model)
{
	static const char *const lambdas[] = {"1", "3", "2", "5/2", "10/3"};
	uint64_t few = model == MODEL_LOGP;
	const struct algorithm *row;
	struct problem problem;
	enum status status;

	problem_init(&problem);
	problem.max_bits = 1 << 20;
	mpz_set_ui(problem.n, 1 + (unsigned long)below(few ? SIDE : 9));
	mpz_set_ui(problem.m, 1 + (unsigned long)below(few ? 2 : 4));
	test_mpq(problem.lambda, lambdas[below(few ? 3 : 5)]);
	row = &algorithms[below(5)];
	status = algorithm_open(schedule, row, row->model, &problem,
		test_degree(1 + (unsigned long)below(3)), &err);
	problem_clear(&problem);
	return status;
}

/* A collective operation, by an algorithm that has it. */
static enum status open_blocks(struct schedule **schedule, enum model model)
{
	const struct problem *problem = test_problem_words(1 + below(9), 1,
		model == MODEL_SENDRECV ? 1 : 1 + below(3), 1 << 20);
	struct algorithm_options options = {0};
	const struct algorithm *row;
	uint64_t rows = 0;

	while (algorithms[rows].name)
		rows++;
	do {
		options.operation =
			OPERATION_SCATTER +
			(int)below(OPERATION_EXSCAN + 1 - OPERATION_SCATTER);
		row = algorithms + below(rows);
	} while (!row->open ||
		 /* Its rows' parts do not outlive it. */
		 strcmp(row->name, "hybrid") == 0 ||
		 !schedule_is_collective((enum operation)options.operation) ||
		 !algorithm_has(row, (enum operation)options.operation) ||
		 !algorithm_applies(row, problem, model));
	return algorithm_open(schedule, row, model, problem, &options, &err);
}

/* In rounds with latency 1. */
static enum status open_census(struct schedule **schedule, enum model model)
{
	static const struct algorithm_options counted = {
		.operation = OPERATION_CENSUS, .name = "census"};
	static const char *const lambdas[] = {"1", "3", "2", "5/2", "10/3"};
	struct problem problem;
	enum status status;

	problem_init(&problem);
	problem.max_bits = 1 << 20;
	mpz_set_ui(problem.n, 1 + (unsigned long)below(9));
	if (model == MODEL_POSTAL)
		test_mpq(problem.lambda, lambdas[below(5)]);
	status = symmetric_open(schedule, &problem, &counted, &err);
	if (model != MODEL_POSTAL)
		(*schedule)->header.latency = 0;
	problem_clear(&problem);
	return status;
}

static enum status open_any(
	struct schedule **schedule, enum model model, int by_block)
{
	if (by_block)
		return open_blocks(schedule, model);
	if ((model == MODEL_POSTAL || model == MODEL_SENDRECV) && below(4) == 0)
		return open_census(schedule, model);
	if (model == MODEL_POSTAL || model == MODEL_LOGP)
		return open_postal(schedule, model);
	if (model == MODEL_LOCALITY)
		return open_locality(schedule);
	return open_rounds(schedule, model);
}

static void build(struct judged *list, enum model model, int by_block)
{
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;

	*list = (struct judged){.count = 0};
	CHECK(open_any(&schedule, model, by_block) == STATUS_OK);
	if (schedule->header.operation == OPERATION_BROADCAST &&
		model != MODEL_LOGP && model != MODEL_LOCALITY && below(2) == 0)
		CHECK(schedule_reversed(&schedule, schedule, 1 << 26, &err) ==
			STATUS_OK);
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count && list->count < JUDGE_ROWS; i++)
			list->row[list->count++] = row[i];
	list->schedule.header = schedule->header;
	list->schedule.header.model = model;
	list->schedule.header.algorithm = NULL;
	if (model == MODEL_LOCALITY)
		list->schedule.header.cost = JUDGE_COST;
	schedule_close(schedule);
}

/* -- and changed */

static size_t rows_max(enum model model)
{
	return model == MODEL_LOGP ? ROWS : JUDGE_ROWS - CHANGED;
}

/* Moves a row to where its time belongs. */
static void settle(struct judged *list, size_t i)
{
	struct transmission row = list->row[i];

	for (; i > 0 && list->row[i - 1].tick > row.tick; i--)
		list->row[i] = list->row[i - 1];
	for (; i + 1 < list->count && list->row[i + 1].tick < row.tick; i++)
		list->row[i] = list->row[i + 1];
	list->row[i] = row;
}

static void drop(struct judged *list, size_t i)
{
	for (; i + 1 < list->count; i++)
		list->row[i] = list->row[i + 1];
	list->count--;
}

static void change_header(struct schedule_header *header)
{
	uint64_t random = below(4);

	if (random == 0)
		header->has_finish = 0;
	else if (random == 1)
		header->finish += below(2);
	else if (random == 2 && header->model == MODEL_POSTAL)
		header->latency += below(2);
	else if (random == 3 && header->processors < SIDE)
		header->processors++;
}

static void change_place(
	struct transmission *row, const struct schedule_header *header)
{
	switch (below(6)) {
	case 0:
		row->to = below(header->processors + 1);
		break;
	case 1:
		row->from = below(header->processors);
		break;
	case 2:
		row->message = below(header->messages + 2);
		break;
	case 3:
		row->size = below(header->processors + 2);
		if (row->radix > 0)
			row->digit = 1 + (uint32_t)below(row->radix);
		break;
	case 4:
		row->first = below(header->processors + 1);
		break;
	default:
		if (header->model == MODEL_LOCALITY)
			row->access = (enum access)below(3);
	}
}

/* One that the slow judge can still play. */
static uint64_t later(uint64_t tick, const struct schedule_header *header)
{
	uint64_t changed = tick + below(2 * header->unit + 1);

	if (below(2) == 0 && changed >= header->unit)
		changed -= header->unit;
	return header->model == MODEL_LOGP && changed > STEPS / 3 ? tick
								  : changed;
}

static void change(struct judged *list)
{
	const struct schedule_header *header = &list->schedule.header;
	size_t i = list->count > 0 ? (size_t)below(list->count) : 0;

	if (list->count == 0 || below(8) == 0) {
		change_header(&list->schedule.header);
		return;
	}
	switch (below(5)) {
	case 0:
		drop(list, i);
		break;
	case 1:
		if (list->count < rows_max(header->model)) {
			list->row[list->count] = list->row[i];
			i = list->count++;
		}
		list->row[i].tick = later(list->row[i].tick, header);
		settle(list, i);
		break;
	case 2:
	case 3:
		change_place(&list->row[i], header);
		break;
	default:
		list->row[i].tick = later(list->row[i].tick, header);
		if (below(10) > 0)
			settle(list, i);
	}
}

/* With a unit so many times as fine, the same schedule. */
static void refine(struct judged *list, uint64_t factor)
{
	list->coarse = factor;
	judge_check_scale(list, 1);
	for (size_t i = 0; i < list->count; i++)
		list->row[i].tick *= factor;
	list->coarse = 1 + below(2) * (factor - 1);
}

static int is_playable(const struct judged *list)
{
	const struct schedule_header *header = &list->schedule.header;

	if (list->count > rows_max(header->model))
		return 0;
	for (size_t i = 0; header->model == MODEL_LOGP && i < list->count; i++)
		if (list->row[i].tick / header->unit > STEPS / 3)
			return 0;
	return 1;
}

static void check_model(enum model model, int by_block)
{
	int valid_count = 0, wrong_count = 0;

	for (int i = 0; i < TRIALS; i++) {
		struct judged original, list;
		int valid;

		build(&original, model, by_block);
		if (!is_playable(&original))
			continue;
		CHECK_FOR(judge_check_agrees(&original, &valid) && valid,
			"%s, %d", schedule_models[model], i);
		if (i % 3 > 0)
			refine(&original, 1 + (uint64_t)i % 3);
		for (int j = 0; j < CHANGED; j++) {
			list = original;
			for (uint64_t k = 1 + below(3); k > 0; k--)
				change(&list);
			CHECK_FOR(judge_check_agrees(&list, &valid),
				"%s, %d, %d", schedule_models[model], i, j);
			valid_count += valid;
			wrong_count += !valid;
		}
	}
	CHECK_FOR(valid_count > 300 && wrong_count > 1000, "%s: %d, %d",
		schedule_models[model], valid_count, wrong_count);
}

/* The unit gets finer after the first row: what was noted keeps its time. */
static void test_finer(void)
{
	static const struct {
		enum model model;
		uint64_t first, then, finish; /* in thirds */
		uint64_t from, violations;
		const char *reason;
	} cases[] = {
		{MODEL_TELEPHONE, 6, 5, 9, 0, 2,
			"the send at 5/3 is earlier than the one before it"},
		{MODEL_POSTAL, 6, 5, 12, 0, 2,
			"the send at 5/3 is earlier than the one before it"},
		{MODEL_POSTAL, 0, 1, 7, 1, 1,
			"processor 1 sends message 1 at 1/3, but has it only "
			"at 2"},
		{MODEL_LOCALITY, 6, 5, 15, 0, 2,
			"the access at 5/3 is earlier than the one before it"},
		{MODEL_LOCALITY, 6, 8, 17, 0, 1,
			"cell 0 takes part in two accesses at once: one lasts "
			"until 5, one starts at 8/3"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct judged list = {
			.schedule = {.header = {.model = cases[i].model,
					     .processors = 3,
					     .messages = 1,
					     .unit = 3,
					     .latency = 6,
					     .cost = "k"},
				.ops = &judge_check_ops},
			.row = {{.tick = cases[i].first,
					.to = 1,
					.message = 1,
					.size = 3,
					.access = ACCESS_READ},
				{.tick = cases[i].then,
					.from = cases[i].from,
					.to = 2,
					.message = 1,
					.size = 3,
					.access = ACCESS_READ}},
			.count = 2,
			.coarse = 3};
		struct check check;

		judge_check_begin(&list);
		CHECK(check_schedule(&check, &list.schedule, JUDGE_MEMORY,
			      &err) == STATUS_OK);
		CHECK(check.violations == cases[i].violations);
		CHECK_FOR(strcmp(check.violation[0].reason.msg,
				  cases[i].reason) == 0,
			"%s", check.violation[0].reason.msg);
		CHECK(check.unit == 3 && check.finish == cases[i].finish);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_finer());
	srand(3);
	/* Of machines there is test_check_machine.c. */
	for (int model = 0; model < MODEL_MACHINE; model++)
		RUN(check_model((enum model)model, 0));
	RUN(check_model(MODEL_SENDRECV, 1));
	RUN(check_model(MODEL_POSTAL, 1));
	return test_done();
}
