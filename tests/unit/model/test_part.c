/*
 * One processor's part in each algorithm that has parts: its events are, in any
 * span of time, exactly the schedule's rows that name the processor.  In
 * problems too large for a schedule, every send is another processor's receive.
 */
#include "model/algorithm.h"
#include "model/levels/levels.h"
#include "model/nodes/nodes.h"

#include "judge/part.h"
#include "test.h"

static const uint64_t BITS = UINT64_C(1) << 28;

static struct err err;

static void check_parts(const struct algorithm *row,
	const struct problem *problem, const struct algorithm_options *options)
{
	CHECK_FOR(judge_part(row, problem, options,
			  row->processor_work > 0 ? 3 : 1),
		"%s n=%lu m=%lu l=%lu/%lu, %lu ports", row->name,
		mpz_get_ui(problem->n), mpz_get_ui(problem->m),
		mpz_get_ui(mpq_numref(problem->lambda)),
		mpz_get_ui(mpq_denref(problem->lambda)), problem->ports);
}

/* Checks all of the algorithm's operations. */
static void check_operations(const struct algorithm *row,
	const struct problem *problem, struct algorithm_options *options)
{
	options->name = row->name;
	for (int i = 0; schedule_operations[i]; i++) {
		options->operation = i;
		if (algorithm_has(row, (enum operation)i) &&
			algorithm_applies(row, problem, row->model) &&
			!(problem->ports > 1 &&
				schedule_is_by_block((enum operation)i)))
			check_parts(row, problem, options);
	}
}

static void check_degrees(
	const struct algorithm *row, const struct problem *problem)
{
	struct algorithm_options options = {0};
	mpz_t degree;

	check_operations(row, problem, &options);
	if (!(row->uses & (USES_DEGREE | USES_RADIX)))
		return;
	mpz_init(degree);
	options.degree = degree;
	for (unsigned long d = 2; d < 7; d++) {
		mpz_set_ui(degree, d);
		check_operations(row, problem, &options);
	}
	mpz_clear(degree);
}

/* Checks one port and several. */
static void check_ports(const struct algorithm *row, struct problem *problem)
{
	unsigned long most = row->uses & USES_PORTS ? 4 : 1;

	for (problem->ports = 1; problem->ports <= most; problem->ports++)
		check_degrees(row, problem);
	problem->ports = 1;
}

/* Few processors with few or many messages, or many processors with few. */
static void test_small(void)
{
	static const char *const lambdas[] = {
		"1", "2", "3/2", "5/2", "7", "11/3"};
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = BITS;
	for (const struct algorithm *row = algorithms; row->name; row++)
		for (unsigned long n = 1; row->rank && n <= 45;
			n += n > 20 ? 6 : 1)
			for (unsigned long m = 1; m <= 9; m += m > 3 ? 2 : 1) {
				if (!(row->uses & USES_MESSAGES) && m > 1)
					continue;
				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, m);
				test_mpq(problem.lambda,
					row->uses & USES_LATENCY
						? lambdas[(n + m) % 6]
						: "1");
				check_ports(row, &problem);
			}
	problem_clear(&problem);
}

/* Parts along BCAST's tree where no table fits in memory, so that the terms of
 * F are used, and with more sends than are followed one by one. */
static void test_without_tables(void)
{
	static const struct {
		const char *name;
		unsigned long n, m;
		const char *lambda;
		unsigned long ports;
	} cases[] = {
		{"bcast", 150, 1, "5/2", 1},
		{"bcast", 300, 1, "200", 1},
		{"bcast", 300, 1, "5/2", 2},
		{"bcast", 900, 1, "200", 3},
		{"repeat", 40, 3, "7/2", 1},
		{"pack", 60, 4, "3/2", 1},
		{"pipeline", 60, 4, "9", 1},
		{"pipeline", 90, 5, "3/2", 1},
		{"pipeline", 300, 40, "1", 1},
		{"pipeline", 200, 150, "4/3", 1},
	};
	struct problem problem;
	const struct algorithm_options options = {0};

	problem_init(&problem);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mpz_set_ui(problem.n, cases[i].n);
		mpz_set_ui(problem.m, cases[i].m);
		test_mpq(problem.lambda, cases[i].lambda);
		problem.ports = cases[i].ports > 1 ? cases[i].ports : 1;
		problem.max_bits = 64;
		check_parts(algorithm_find(cases[i].name), &problem, &options);
		problem.max_bits = BITS;
		check_parts(algorithm_find(cases[i].name), &problem, &options);
	}
	problem_clear(&problem);
}

/* Whether the peer's part has the other end of this event. */
static int is_met(const struct algorithm *row, const struct problem *problem,
	const struct part_event *event, const mpz_t rank)
{
	const struct algorithm_options options = {
		.operation = (int)algorithm_operation(row), .name = row->name};
	struct part_event other;
	struct part_span span;
	struct part *part;
	int found = 0;
	mpq_t at;

	mpq_init(at);
	mpq_set_ui(at, 1, 1);
	mpq_sub(at, problem->lambda, at);
	if (event->is_send)
		mpq_add(at, event->start, at);
	else
		mpq_sub(at, event->start, at);
	span = (struct part_span){at, at};
	part_event_init(&other);
	CHECK(row->rank(&part, problem, &options, event->peer, &span, &err) ==
		STATUS_OK);
	while (part_next(part, &other))
		found += other.is_send != event->is_send &&
			 mpz_cmp(other.peer, rank) == 0 &&
			 mpz_cmp(other.message, event->message) == 0;
	part_close(part);
	part_event_clear(&other);
	mpq_clear(at);
	return found == 1;
}

/* Checks the first rows of a part against the peers' parts; then those of its
 * parent, and so on up to processor 0. */
static void check_huge(const struct algorithm *row,
	const struct problem *problem, mpz_t rank, unsigned rows)
{
	const struct algorithm_options options = {
		.operation = (int)algorithm_operation(row), .name = row->name};
	struct part_event event;
	struct part_span span = {0};
	struct part *part;
	mpq_t from;
	mpz_t parent;

	part_event_init(&event);
	mpq_init(from);
	mpz_init(parent);
	span.from = from;
	for (int height = 0; height < 4; height++) {
		mpz_set_ui(parent, 0);
		CHECK(row->rank(&part, problem, &options, rank, &span, &err) ==
			STATUS_OK);
		for (unsigned i = 0; i < rows && part_next(part, &event); i++) {
			CHECK_FOR(is_met(row, problem, &event, rank),
				"%s, row %u", row->name, i);
			if (!event.is_send)
				mpz_set(parent, event.peer);
		}
		part_close(part);
		if (mpz_sgn(rank) == 0)
			break;
		mpz_set(rank, parent);
	}
	part_event_clear(&event);
	mpq_clear(from);
	mpz_clear(parent);
}

/* A reduction's events come in order, and are those of the broadcast reversed,
 * where there are more than are held at once, and where few are far apart. */
static void check_windows(const char *name, const char *n, const char *m,
	const char *lambda, unsigned long ports, unsigned long least)
{
	struct algorithm_options options = {.operation = OPERATION_REDUCE};
	const struct algorithm *row = algorithm_find(name);
	struct part_event event, before;
	struct problem problem;
	struct part_span span;
	struct part *part;
	unsigned long count = 0;
	mpq_t zero;
	mpz_t rank;

	problem_init(&problem);
	problem.max_bits = BITS;
	problem.ports = ports;
	mpq_init(zero);
	mpz_init(rank);
	test_mpz(problem.n, n);
	test_mpz(problem.m, m);
	test_mpq(problem.lambda, lambda);
	span = (struct part_span){zero, NULL};
	part_event_init(&event);
	part_event_init(&before);
	CHECK(algorithm_part(&part, row, &problem, &options, rank, &span,
		      &err) == STATUS_OK);
	for (; part_next(part, &event); count++) {
		int order = mpq_cmp(before.start, event.start);

		CHECK(count == 0 || order < 0 ||
			(order == 0 &&
				before.is_send + (ports == 1) <=
					event.is_send + (int)(ports > 1)));
		mpq_set(before.start, event.start);
		before.is_send = event.is_send;
	}
	CHECK_FOR(mpz_cmp_ui(part->rows, count) == 0 && count >= least,
		"%s: %lu", name, count);
	part_close(part);
	part_event_clear(&event);
	part_event_clear(&before);
	problem_clear(&problem);
	mpq_clear(zero);
	mpz_clear(rank);
}

static void test_windows(void)
{
	check_windows("circulant", "1000000007", "9000", "1", 1, 9000);
	check_windows("weave", "1000000007", "9000", "5/2", 1, 9000);
	check_windows("weave", "50", "3000", "1000000000000", 1, 3000);
	check_windows("pipeline", "1000000000000", "700", "5/2", 1, 1000);
	check_windows(
		"repeat", "50", "3000", "1000000000000000000000", 1, 3000);
	check_windows("chain", "2", "1", "5", 1, 1);
	check_windows("bcast", "1000000000000", "1", "5/2", 5000, 9000);
}

static void test_huge(void)
{
	struct problem problem;
	mpz_t rank;

	problem_init(&problem);
	problem.max_bits = BITS;
	mpz_init(rank);
	for (const struct algorithm *row = algorithms; row->name; row++) {
		/* Algorithms for levels have parts only on nodes. */
		if (!row->rank || row->rank == nodes_part ||
			row->uses & USES_LEVELS)
			continue;
		/* Algorithms that build or plan first hold all processors. */
		mpz_ui_pow_ui(problem.n, 10,
			row->processor_work > 0 || row->rank == levels_part
				? 3
				: 100);
		/* With a power of two no processor is folded. */
		if (algorithm_operation(row) == OPERATION_ALLREDUCE &&
			row->rank != levels_part)
			mpz_ui_pow_ui(problem.n, 2, 332);
		if (row->uses & USES_LATENCY)
			test_mpq(problem.lambda, "5/2");
		else
			mpq_set_ui(problem.lambda, 1, 1);
		mpz_set_ui(problem.m, row->uses & USES_MESSAGES ? 1000007 : 1);
		mpz_fdiv_q_ui(rank, problem.n, 7);
		check_huge(row, &problem, rank, 2);
		mpz_sub_ui(rank, problem.n, 1);
		check_huge(row, &problem, rank, 2);
	}
	mpz_clear(rank);
	problem_clear(&problem);
}

/* On nodes a message may carry as many single blocks as there are processors.
 * More than fit in memory are refused before they are listed. */
static void test_carried(void)
{
	static const struct {
		const char *order;
		enum operation operation;
		enum status part, schedule;
	} rows[] = {{"in-out", OPERATION_ALLTOALL, STATUS_LIMIT, STATUS_LIMIT},
		{"out-in", OPERATION_ALLGATHER, STATUS_LIMIT, STATUS_LIMIT},
		{"in-out", OPERATION_SCAN, STATUS_OK, STATUS_LIMIT}};
	struct nodes nodes = {.lanes = 0};
	struct problem problem;
	struct part_span span;
	mpz_t rank;
	mpq_t from;

	mpz_init(rank);
	mpq_init(from);
	problem_init(&problem);
	problem_set_words(&problem, 1000000, 1, 3);
	problem.max_bits = 1 << 22;
	problem.nodes = &nodes;
	mpz_init_set_ui(nodes.size, 2);
	mpq_inits(nodes.send, nodes.latency, NULL);
	mpq_set_ui(nodes.send, 1, 1);
	mpq_set_ui(nodes.latency, 1, 1);
	span = (struct part_span){from, NULL};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct algorithm_options options = {.name = rows[i].order,
			.operation = (int)rows[i].operation};
		struct schedule *schedule;
		struct part *part;

		CHECK(levels_part(&part, &problem, &options, rank, &span,
			      &err) == rows[i].part);
		part_close(part);
		CHECK(levels_open(&schedule, &problem, &options, &err) ==
			rows[i].schedule);
	}
	mpz_clears(nodes.size, rank, NULL);
	mpq_clears(nodes.send, nodes.latency, from, NULL);
	problem_clear(&problem);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_small());
	RUN(test_without_tables());
	RUN(test_huge());
	RUN(test_windows());
	RUN(test_carried());
	return test_done();
}
