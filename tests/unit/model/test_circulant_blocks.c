/*
 * All-gather, reduce-scatter, all-reduce on the circulant graph: valid for
 * every n up to 300, as short as the formula, n - 1 blocks a processor; and one
 * processor's part, by the schedule and at sizes where there is none.
 */
#include "base/mem.h"
#include "check/check.h"
#include "judge/blocks.h"
#include "judge/rows.h"
#include "model/algorithm.h"
#include "model/circulant/circulant.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"
#include "test.h"

enum { MOST = 300, JUDGED = 36, BITS = 1 << 30 };

static struct err err;

static enum status open_blocks(
	struct schedule **schedule, int operation, unsigned long n)
{
	const struct algorithm_options options = {.operation = operation};

	return algorithm_open(schedule, algorithm_find("circulant"),
		MODEL_SENDRECV, test_problem_words(n, 1, 1, BITS), &options,
		&err);
}

/* For transmissions_clear. */
static struct transmissions read_rows(int operation, unsigned long n)
{
	struct transmissions list = {NULL, 0, 0};
	struct schedule *schedule;

	CHECK(open_blocks(&schedule, operation, n) == STATUS_OK);
	CHECK(judge_rows_read(&list, schedule));
	schedule_close(schedule);
	return list;
}

static void test_valid(int operation, unsigned long n)
{
	const struct algorithm *circulant = algorithm_find("circulant");
	const struct algorithm_options options = {.operation = operation};
	const struct problem *problem = test_problem_words(n, 1, 1, BITS);
	unsigned long times = operation == OPERATION_ALLREDUCE ? 2 : 1;
	unsigned long q = 0;
	struct schedule *schedule;
	struct check check;
	mpz_t rows;
	mpq_t time;

	while (1ul << q < n)
		q++;
	mpz_init(rows);
	mpq_init(time);
	CHECK(open_blocks(&schedule, operation, n) == STATUS_OK);
	CHECK(check_schedule(&check, schedule, BITS / 8, &err) == STATUS_OK);
	algorithm_rows(rows, circulant, problem, &options);
	CHECK(algorithm_time(time, circulant, problem, &options, 0, &err) ==
		STATUS_OK);
	CHECK_FOR(
		check.violations == 0 && check.redundant == 0 &&
			check.finish == times * q &&
			check.transmissions == times * q * n &&
			check.blocks == times * n * (n - 1) &&
			mpz_cmp_ui(rows, (unsigned long)check.transmissions) ==
				0 &&
			mpq_cmp_ui(time, (unsigned long)check.finish, 1) == 0 &&
			schedule->header.finish == check.finish,
		"%s %lu: %s", schedule_operations[operation], n,
		check.violation[0].reason.msg);
	schedule_close(schedule);
	mpz_clear(rows);
	mpq_clear(time);
}

static void test_judged(int operation, unsigned long n)
{
	const struct schedule_header header = {
		.operation = (enum operation)operation, .processors = n};
	struct transmissions list = read_rows(operation, n);
	uint64_t redundant;

	CHECK_FOR(judge_blocks(&header, list.row, list.count, &redundant) &&
			  redundant == 0,
		"%s %lu", schedule_operations[operation], n);
	transmissions_clear(&list);
}

/* -- one processor's part */

static struct part *open_part(int operation, const mpz_t n, const mpz_t rank,
	const mpq_t from, const mpq_t to)
{
	const struct algorithm_options options = {
		.operation = operation, .name = "circulant"};
	const struct part_span span = {from, to};
	struct part *part;
	mpz_t one;

	mpz_init_set_ui(one, 1);
	CHECK(algorithm_find("circulant")
			->rank(&part, test_problem(n, one, NULL, BITS),
				&options, rank, &span, &err) == STATUS_OK);
	mpz_clear(one);
	return part;
}

static int is_row(const struct part_event *event,
	const struct transmission *row, uint64_t peer)
{
	return mpz_cmp_ui(event->peer, (unsigned long)peer) == 0 &&
	       mpz_cmp_ui(event->message, (unsigned long)row->message) == 0 &&
	       mpz_cmp_ui(event->first, (unsigned long)row->first) == 0 &&
	       mpz_cmp_ui(event->count, (unsigned long)row->size) == 0 &&
	       mpq_cmp_ui(event->start, (unsigned long)row->tick, 1) == 0;
}

/* The part is the rows of the schedule that name the processor, from that round
 * on to that one. */
static void check_part(int operation, unsigned long n, unsigned long rank,
	unsigned long first, unsigned long last,
	const struct transmissions *list)
{
	const struct transmission *row = list->row;
	struct part_event event;
	struct part *part;
	unsigned long rows = 0;
	mpz_t z, r;
	mpq_t from, to;

	mpz_init_set_ui(z, n);
	mpz_init_set_ui(r, rank);
	mpq_inits(from, to, NULL);
	mpq_set_ui(from, first, 1);
	mpq_set_ui(to, last, 1);
	part_event_init(&event);
	part = open_part(operation, z, r, from, to);
	/* A receive comes before the send of its round. */
	for (uint64_t t = first; t <= last; t++)
		for (int sends = 0; sends < 2; sends++)
			for (size_t i = 0; i < list->count; i++) {
				uint64_t own = sends ? row[i].from : row[i].to;

				if (row[i].tick != t || own != rank)
					continue;
				rows++;
				CHECK(part_next(part, &event) &&
					event.is_send == sends &&
					is_row(&event, &row[i],
						sends ? row[i].to
						      : row[i].from));
			}
	CHECK(!part_next(part, &event));
	CHECK(mpz_cmp_ui(part->rows, rows) == 0);
	part_close(part);
	part_event_clear(&event);
	mpz_clears(z, r, NULL);
	mpq_clears(from, to, NULL);
}

static void test_parts(int operation)
{
	for (unsigned long n = 1; n <= JUDGED; n += 1 + n / 6) {
		struct transmissions list = read_rows(operation, n);

		for (unsigned long r = 0; r < n; r++) {
			check_part(operation, n, r, 0, 20, &list);
			check_part(operation, n, r, 1, 3, &list);
			check_part(operation, n, r, 4, 2, &list);
			check_part(operation, n, r, 30, 40, &list);
		}
		transmissions_clear(&list);
	}
}

/* Whether the other end of what the rank does says the same. */
static int has_other_end(int operation, const mpz_t n, const mpz_t rank,
	const struct part_event *event)
{
	struct part *other = open_part(
		operation, n, event->peer, event->start, event->start);
	struct part_event end;
	int found = 0;

	part_event_init(&end);
	while (part_next(other, &end))
		found |= end.is_send != event->is_send &&
			 mpz_cmp(end.peer, rank) == 0 &&
			 mpz_cmp(end.first, event->first) == 0 &&
			 mpz_cmp(end.count, event->count) == 0;
	part_close(other);
	part_event_clear(&end);
	return found;
}

/* Both ends of some transfers, and n - 1 blocks, at n of 1000 digits. */
static void test_large(int operation)
{
	unsigned long times = operation == OPERATION_ALLREDUCE ? 2 : 1;
	struct part *part;
	struct part_event event;
	mpz_t n, rank, blocks;
	mpq_t zero;

	mpz_inits(n, rank, blocks, NULL);
	mpq_init(zero);
	part_event_init(&event);
	mpz_ui_pow_ui(n, 10, 1000);
	mpz_add_ui(n, n, (unsigned long)operation);
	mpz_tdiv_q_ui(rank, n, 7);
	part = open_part(operation, n, rank, zero, NULL);
	for (int i = 0; part_next(part, &event); i++) {
		if (event.is_send)
			mpz_add(blocks, blocks, event.count);
		if (i % 297 == 0)
			CHECK(has_other_end(operation, n, rank, &event));
	}
	CHECK(mpz_cmp_ui(part->rows, 2 * times * 3322) == 0);
	mpz_sub_ui(n, n, 1);
	mpz_mul_ui(n, n, times);
	CHECK(mpz_cmp(blocks, n) == 0);
	part_close(part);
	part_event_clear(&event);
	mpz_clears(n, rank, blocks, NULL);
	mpq_clear(zero);
}

/* -- on a machine */

/* The schedule carried out as soon as it can be, in words: send and end of b
 * bytes are max(o, g + b - 1) and L + 2o + b - 1, for G = 1. */
static unsigned long play(const struct transmissions *list,
	const unsigned long *given, unsigned long block)
{
	const struct transmission *row = list->row;
	unsigned long idle[JUDGED] = {0}, there[JUDGED] = {0},
		      next[JUDGED] = {0}, finish = 0;

	for (size_t i = 0; i < list->count; i++) {
		unsigned long bytes = (unsigned long)row[i].size * block - 1;
		unsigned long send = given[2] + bytes, begin;

		if (i > 0 && row[i].tick > row[i - 1].tick)
			for (size_t p = 0; p < JUDGED; p++)
				there[p] = next[p];
		begin = idle[row[i].from] > there[row[i].from]
				? idle[row[i].from]
				: there[row[i].from];
		idle[row[i].from] = begin + (send > given[1] ? send : given[1]);
		next[row[i].to] = begin + given[0] + 2 * given[1] + bytes;
		if (next[row[i].to] > finish)
			finish = next[row[i].to];
	}
	return finish;
}

static void test_machine(int operation)
{
	/* L, o, g: a gap that is above all else, an overhead, neither. */
	static const unsigned long given[][3] = {
		{1, 1, 10}, {0, 5, 1}, {6, 2, 4}};
	mpq_t time;

	mpq_init(time);
	for (int i = 0; i < 9; i++) {
		struct machine machine;
		struct block_cost blocks = {.machine = &machine};
		const struct algorithm_options options = {
			.operation = operation,
			.name = "circulant",
			.blocks = &blocks};
		struct machine_point *point;
		unsigned long block = 1 + (unsigned long)i / 3 * 4;

		machine_init(&machine);
		point = &machine.point[0];
		mpq_set_ui(machine.latency, given[i % 3][0], 1);
		mpq_set_ui(point->overhead, given[i % 3][1], 1);
		mpq_set_ui(point->gap, given[i % 3][2], 1);
		mpq_set_ui(point->byte, 1, 1);
		mpq_init(blocks.block);
		mpq_set_ui(blocks.block, block, 1);
		for (unsigned long p = 1; p <= JUDGED; p += 1 + p / 3) {
			struct transmissions list = read_rows(operation, p);

			CHECK(symmetric_time(time,
				      test_problem_words(p, 1, 1, BITS),
				      &options, &err) == STATUS_OK);
			CHECK_FOR(mpq_cmp_ui(time,
					  play(&list, given[i % 3], block),
					  1) == 0,
				"%s %lu, %d", schedule_operations[operation], p,
				i);
			transmissions_clear(&list);
		}
		machine_clear(&machine);
		mpq_clear(blocks.block);
	}
	mpq_clear(time);
}

static void test_limits(void)
{
	const struct algorithm_options options = {
		.operation = OPERATION_ALLGATHER, .name = "circulant"};
	struct schedule *schedule;
	mpz_t n, one;

	mpz_init_set_ui(one, 1);
	mpz_init(n);
	mpz_ui_pow_ui(n, 2, 63);
	CHECK(circulant_open(&schedule, test_problem(n, one, NULL, BITS),
		      &options, &err) == STATUS_LIMIT);
	mpz_clears(n, one, NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	for (int operation = OPERATION_ALLGATHER;
		operation <= OPERATION_ALLREDUCE; operation++) {
		for (unsigned long n = 1; n <= MOST; n++)
			RUN(test_valid(operation, n));
		for (unsigned long n = 1; n <= JUDGED; n++)
			RUN(test_judged(operation, n));
		RUN(test_parts(operation));
		RUN(test_large(operation));
		RUN(test_machine(operation));
	}
	RUN(test_limits());
	return test_done();
}
