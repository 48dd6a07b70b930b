/*
 * Under a limit on memory and numbers, an answer is refused or the same as
 * without: what the algorithms and the bounds say, from the least limit up to
 * one that is enough.
 */
#include "model/algorithm.h"

#include "model/bounds.h"
#include "test.h"

static const uint64_t LEAST = 64, ENOUGH = UINT64_C(1) << 24;

/* n, m, lambda; the processors of a node, or 0; ports. */
static const struct {
	const char *n, *m;
	unsigned long p, q, node, ports;
} problems[] = {
	{"1", "1", 3, 1, 0, 1},
	{"9", "1", 5, 2, 0, 1},
	{"14", "4", 3, 1, 0, 1},
	{"8", "1", 1, 1, 0, 1},
	{"8", "12", 1, 1, 0, 1},
	{"60", "1", 7, 3, 0, 2},
	{"12", "1", 3, 1, 4, 1},
	{"12", "5", 3, 1, 4, 1},
	{"1000000", "1", 22, 7, 0, 1},
	{"1180591620717411303424", "1", 5, 2, 0, 1},
	{"1180591620717411303424", "1180591620717411303425", 2, 1, 0, 1},
	{"1180591620717411303424", "1", 5, 2, 4, 1},
};

enum { PROBLEMS = sizeof problems / sizeof *problems };

struct asked {
	struct problem problem;
	struct nodes nodes;
};

static void asked_init(struct asked *asked, size_t i)
{
	problem_init(&asked->problem);
	mpz_init_set_ui(asked->nodes.size, problems[i].node);
	mpq_inits(asked->nodes.send, asked->nodes.latency, NULL);
	mpq_set_ui(asked->nodes.send, 1, 1);
	mpq_set_ui(asked->nodes.latency, 1, 1);
	asked->nodes.machine = NULL;
	asked->nodes.lanes = 0;
	asked->nodes.lanes_in = 0;
	mpz_set_str(asked->problem.n, problems[i].n, 10);
	mpz_set_str(asked->problem.m, problems[i].m, 10);
	mpq_set_ui(asked->problem.lambda, problems[i].p, problems[i].q);
	asked->problem.ports = problems[i].ports;
	asked->problem.nodes = problems[i].node > 0 ? &asked->nodes : NULL;
	asked->problem.max_bits = ENOUGH;
}

static void asked_clear(struct asked *asked)
{
	problem_clear(&asked->problem);
	mpz_clear(asked->nodes.size);
	mpq_clears(asked->nodes.send, asked->nodes.latency, NULL);
}

/* Finds one value of an algorithm or a bound; name describes it. */
struct finder {
	enum status (*find)(mpq_t value, const struct finder *finder,
		const struct problem *problem, struct err *err);
	const struct algorithm *row;
	const struct algorithm_options *options;
	const char *name;
	/* How the value under a limit, with less to choose from, may compare to
	 * that without. */
	enum { SAME, NO_LESS, ANY } other;
};

/* Under each limit the value is as finder->other says, or refused with a
 * reason; from the first limit that allows a value, every higher one does. */
static void check_limits(
	const struct finder *finder, const struct problem *whole)
{
	struct problem problem = *whole;
	struct err err = {0};
	mpq_t value, right;
	int is_found = 0;

	mpq_inits(value, right, NULL);
	if (finder->find(right, finder, whole, &err) != STATUS_OK) {
		CHECK_FOR(*err.msg, "%s", finder->name);
		mpq_clears(value, right, NULL);
		return;
	}
	for (uint64_t bits = LEAST; bits < ENOUGH; bits *= 2) {
		enum status status;

		problem.max_bits = bits;
		*err.msg = '\0';
		status = finder->find(value, finder, &problem, &err);
		if (status != STATUS_OK) {
			CHECK_FOR(status == STATUS_LIMIT && *err.msg,
				"%s, %d: %s", finder->name, (int)status,
				err.msg);
			CHECK_FOR(!is_found, "%s, %d", finder->name, (int)bits);
			continue;
		}
		is_found = 1;
		CHECK_FOR(finder->other == ANY || mpq_equal(value, right) ||
				  (finder->other == NO_LESS &&
					  mpq_cmp(value, right) > 0),
			"%s, %d", finder->name, (int)bits);
	}
	mpq_clears(value, right, NULL);
}

/* -- algorithms */

static enum status find_time(mpq_t value, const struct finder *finder,
	const struct problem *problem, struct err *err)
{
	return algorithm_time(value, finder->row, problem, finder->options,
		ALGORITHM_WORK / 100, err);
}

static enum status find_finish(mpq_t value, const struct finder *finder,
	const struct problem *problem, struct err *err)
{
	struct schedule *schedule;
	enum status status = algorithm_open(&schedule, finder->row,
		finder->row->model, problem, finder->options, err);

	if (status != STATUS_OK)
		return status;
	schedule_finish_time(value, &schedule->header);
	schedule_close(schedule);
	return STATUS_OK;
}

/* value = the start of the last event of processor 0's part. */
static enum status find_part(mpq_t value, const struct finder *finder,
	const struct problem *problem, struct err *err)
{
	struct part_span span;
	struct part_event event;
	struct part *part;
	enum status status;
	mpz_t rank;
	mpq_t from, to;

	mpz_init(rank);
	mpq_inits(from, to, NULL);
	mpq_set_ui(to, 1000, 1);
	span = (struct part_span){from, to};
	part_event_init(&event);
	status = algorithm_part(
		&part, finder->row, problem, finder->options, rank, &span, err);
	if (status == STATUS_OK) {
		mpq_set_z(value, part->rows);
		while (part_next(part, &event))
			mpq_add(value, value, event.start);
		part_close(part);
	}
	part_event_clear(&event);
	mpq_clears(from, to, NULL);
	mpz_clear(rank);
	return status;
}

static int is_small(const struct problem *problem)
{
	return mpz_cmp_ui(problem->n, 1000) < 0 &&
	       mpz_cmp_ui(problem->m, 1000) < 0;
}

/* Whether the algorithm is the best of several degrees, radices, lists or
 * phases. */
static int may_choose(const struct algorithm *row, enum operation operation)
{
	return row->uses & USES_DEGREE || operation == OPERATION_CENSUS ||
	       schedule_is_collective(operation);
}

static void check_algorithm(const struct algorithm *row,
	enum operation operation, const struct problem *problem)
{
	struct algorithm_options options = {.name = row->name,
		.model = (int)row->model,
		.operation = (int)operation};
	struct finder finder = {.find = find_time,
		.row = row,
		.options = &options,
		.name = row->name,
		.other = row->is_choice || row->is_search ||
					 may_choose(row, operation)
				 ? NO_LESS
				 : SAME};

	check_limits(&finder, problem);
	if (row->rank && !row->is_choice) {
		finder.find = find_part;
		finder.other = may_choose(row, operation) ? ANY : SAME;
		check_limits(&finder, problem);
	}
	if (!is_small(problem))
		return;
	finder.other = finder.other == ANY ? NO_LESS : finder.other;
	finder.find = find_finish;
	check_limits(&finder, problem);
}

static void test_algorithms(void)
{
	for (size_t i = 0; i < PROBLEMS; i++) {
		struct asked asked;

		asked_init(&asked, i);
		for (const struct algorithm *row = algorithms; row->name; row++)
			for (int o = 0; schedule_operations[o]; o++)
				if (o != OPERATION_REDUCE &&
					!(row->is_choice &&
						o != OPERATION_BROADCAST) &&
					row->model != MODEL_LOCALITY &&
					!(schedule_run_column(
						  (enum operation)o) &&
						mpz_cmp_ui(asked.problem.m, 1) >
							0) &&
					algorithm_has_on(row, &asked.problem,
						(enum operation)o) &&
					algorithm_applies(row, &asked.problem,
						row->model))
					check_algorithm(row, (enum operation)o,
						&asked.problem);
		asked_clear(&asked);
	}
}

/* -- bounds */

static enum status find_model_bound(mpq_t value, const struct finder *finder,
	const struct problem *problem, struct err *err)
{
	return operation_bound(value, (enum model)finder->options->model,
		problem, finder->options, err);
}

/* value = the sum of a list's bounds. */
static enum status find_list(mpq_t value, const struct finder *finder,
	const struct problem *problem, struct err *err)
{
	struct bound_list list = {0};
	enum status status;

	mpq_set_ui(value, 0, 1);
	status = model_bound_list(
		&list, (enum model)finder->options->model, problem, err);
	for (size_t i = 0; i < list.count && status == STATUS_OK; i++)
		mpq_add(value, value, list.bound[i].value);
	bound_list_clear(&list);
	return status;
}

static int has_bound(enum model model, enum operation operation,
	const struct problem *problem)
{
	int is_plain = operation == OPERATION_BROADCAST;

	if (model == MODEL_LOCALITY || model == MODEL_MACHINE ||
		operation == OPERATION_SUM ||
		(schedule_run_column(operation) &&
			mpz_cmp_ui(problem->m, 1) > 0))
		return 0;
	if (problem->ports > 1 || problem->nodes)
		return is_plain && model == MODEL_POSTAL;
	if (model == MODEL_LOGP)
		return is_plain &&
		       mpz_cmp_ui(mpq_denref(problem->lambda), 1) == 0;
	return is_plain || model == MODEL_POSTAL;
}

static void test_bounds(void)
{
	for (size_t i = 0; i < PROBLEMS; i++)
		for (int model = 0; schedule_models[model]; model++)
			for (int o = 0; schedule_operations[o]; o++) {
				struct algorithm_options options = {
					.model = model, .operation = o};
				struct finder finder = {
					.find = find_model_bound,
					.options = &options,
					.name = schedule_models[model]};
				struct asked asked;

				asked_init(&asked, i);
				if (has_bound((enum model)model,
					    (enum operation)o,
					    &asked.problem)) {
					check_limits(&finder, &asked.problem);
					finder.find = find_list;
					if (o == OPERATION_BROADCAST)
						check_limits(&finder,
							&asked.problem);
				}
				asked_clear(&asked);
			}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_algorithms());
	RUN(test_bounds());
	return test_done();
}
