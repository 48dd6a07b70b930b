/*
 * One processor's part of each algorithm that has them: row for row what its
 * schedule says of the processor, in any span of time.  In problems too large
 * for a schedule, what one sends another receives.
 */
#include "model/algorithm.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

enum { ROWS_MAX = 20000 };

static const uint64_t BITS = UINT64_C(1) << 28;

static struct err err;

/* A row of the schedule as one end sees it; start in ticks. */
struct seen {
	uint64_t start, peer, message;
	int is_send;
};

struct seens {
	struct seen *row;
	size_t count;
};

static int compare_seen(const void *x, const void *y)
{
	const struct seen *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->is_send - b->is_send;
}

static void see(struct seens *seens, uint64_t start, uint64_t peer,
	uint64_t message, int is_send)
{
	seens->row =
		mem_resize(seens->row, seens->count + 1, sizeof *seens->row);
	seens->row[seens->count++] =
		(struct seen){start, peer, message, is_send};
}

/* What each processor does, by the schedule: n lists, sorted. */
static struct seens *read_schedule(struct schedule *schedule)
{
	const struct schedule_header *header = &schedule->header;
	struct seens *seens =
		mem_array((size_t)header->processors, sizeof *seens);
	const struct transmission *row;
	uint64_t later =
		header->latency > 0 ? header->latency - header->unit : 0;
	size_t count;

	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			see(&seens[row[i].from], row[i].tick, row[i].to,
				row[i].message, 1);
			see(&seens[row[i].to], row[i].tick + later, row[i].from,
				row[i].message, 0);
		}
	for (uint64_t r = 0; r < header->processors; r++)
		if (seens[r].count > 0)
			qsort(seens[r].row, seens[r].count,
				sizeof *seens[r].row, compare_seen);
	return seens;
}

static int is_same(
	const struct part_event *event, const struct seen *seen, uint64_t unit)
{
	mpq_t start;
	int same;

	mpq_init(start);
	number_set_u64(mpq_numref(start), seen->start);
	number_set_u64(mpq_denref(start), unit);
	mpq_canonicalize(start);
	same = mpq_equal(start, event->start) &&
	       event->is_send == seen->is_send &&
	       mpz_cmp_ui(event->peer, (unsigned long)seen->peer) == 0 &&
	       mpz_cmp_ui(event->message, (unsigned long)seen->message) == 0;
	mpq_clear(start);
	return same;
}

/* The part in the span of ticks is just those rows of the list. */
static int is_part(const struct algorithm *row, const struct problem *problem,
	const struct algorithm_options *options, uint64_t rank,
	const struct seens *seens, uint64_t unit, uint64_t from, uint64_t to)
{
	struct part_event event;
	struct part_span span;
	struct part *part;
	size_t i = 0, count = 0;
	mpq_t first, last;
	mpz_t r;
	int same;

	mpq_inits(first, last, NULL);
	mpz_init(r);
	number_set_u64(mpq_numref(first), from);
	number_set_u64(mpq_numref(last), to);
	number_set_u64(mpq_denref(first), unit);
	number_set_u64(mpq_denref(last), unit);
	mpq_canonicalize(first);
	mpq_canonicalize(last);
	number_set_u64(r, rank);
	span = (struct part_span){first, to == UINT64_MAX ? NULL : last};
	part_event_init(&event);
	same = row->rank(&part, problem, options, r, &span, &err) == STATUS_OK;
	while (i < seens->count && seens->row[i].start < from)
		i++;
	for (; same && part_next(part, &event); i++, count++)
		same = i < seens->count && seens->row[i].start <= to &&
		       is_same(&event, &seens->row[i], unit);
	same = same && (i == seens->count || seens->row[i].start > to) &&
	       mpz_cmp_ui(part->rows, (unsigned long)count) == 0;
	part_close(part);
	part_event_clear(&event);
	mpq_clears(first, last, NULL);
	mpz_clear(r);
	return same;
}

static void check_parts(const struct algorithm *row,
	const struct problem *problem, const struct algorithm_options *options)
{
	struct schedule *schedule;
	struct seens *seens;
	uint64_t unit, finish, n;

	if (!CHECK(row->open(&schedule, problem, options, &err) == STATUS_OK))
		return;
	unit = schedule->header.unit;
	finish = schedule->header.finish;
	n = schedule->header.processors;
	seens = read_schedule(schedule);
	for (uint64_t r = 0; r < n; r++) {
		uint64_t from = finish * (r % 5) / 6;
		uint64_t to = from + finish * (r % 3) / 4;

		CHECK_FOR(is_part(row, problem, options, r, &seens[r], unit, 0,
				  UINT64_MAX) &&
				  is_part(row, problem, options, r, &seens[r],
					  unit, from, to),
			"%s n=%lu m=%lu l=%lu/%lu r=%lu", row->name,
			mpz_get_ui(problem->n), mpz_get_ui(problem->m),
			mpz_get_ui(mpq_numref(problem->lambda)),
			mpz_get_ui(mpq_denref(problem->lambda)),
			(unsigned long)r);
		mem_free(seens[r].row);
	}
	mem_free(seens);
	schedule_close(schedule);
}

static void check_degrees(
	const struct algorithm *row, const struct problem *problem)
{
	struct algorithm_options options = {0};
	mpz_t degree;

	check_parts(row, problem, &options);
	if (!(row->uses & (USES_DEGREE | USES_RADIX)))
		return;
	mpz_init(degree);
	options.degree = degree;
	for (unsigned long d = 2; d < 7; d++) {
		mpz_set_ui(degree, d);
		check_parts(row, problem, &options);
	}
	mpz_clear(degree);
}

/* Few processors and any messages, or many and few. */
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
				check_degrees(row, &problem);
			}
	problem_clear(&problem);
}

/* Parts of BCAST's kind by the terms of F, where no table may be made, past the
 * sends that are looked at one by one. */
static void test_without_tables(void)
{
	static const struct {
		const char *name;
		unsigned long n, m;
		const char *lambda;
	} cases[] = {
		{"bcast", 150, 1, "5/2"},
		{"bcast", 300, 1, "200"},
		{"repeat", 40, 3, "7/2"},
		{"pack", 60, 4, "3/2"},
		{"pipeline", 60, 4, "9"},
		{"pipeline", 90, 5, "3/2"},
		{"pipeline", 300, 40, "1"},
		{"pipeline", 200, 150, "4/3"},
	};
	struct problem problem;
	const struct algorithm_options options = {0};

	problem_init(&problem);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mpz_set_ui(problem.n, cases[i].n);
		mpz_set_ui(problem.m, cases[i].m);
		test_mpq(problem.lambda, cases[i].lambda);
		problem.max_bits = 64;
		check_parts(algorithm_find(cases[i].name), &problem, &options);
		problem.max_bits = BITS;
		check_parts(algorithm_find(cases[i].name), &problem, &options);
	}
	problem_clear(&problem);
}

/* Whether the peer receives, or has sent, just what the event says. */
static int is_met(const struct algorithm *row, const struct problem *problem,
	const struct part_event *event, const mpz_t rank)
{
	static const struct algorithm_options options = {0};
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

/* The first rows of a part, each met by its other end; then those of the
 * parent, and so on up to processor 0. */
static void check_huge(const struct algorithm *row,
	const struct problem *problem, mpz_t rank, unsigned rows)
{
	static const struct algorithm_options options = {0};
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

static void test_huge(void)
{
	struct problem problem;
	mpz_t rank;

	problem_init(&problem);
	problem.max_bits = BITS;
	mpz_init(rank);
	mpz_ui_pow_ui(problem.n, 10, 100);
	for (const struct algorithm *row = algorithms; row->name; row++) {
		if (!row->rank)
			continue;
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

int main(void)
{
	test_small();
	test_without_tables();
	test_huge();
	return test_done();
}
