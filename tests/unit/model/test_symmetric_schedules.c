/*
 * Schedules that are lists of rounds, for n up to 64, on machines and without:
 * they are valid, according to a judge that shares nothing with check up to n =
 * 16 and according to check beyond, and end when they say; one wrong row is
 * found in each; and processors' parts are their rows.
 */
#include "check/check.h"
#include "judge/collective.h"
#include "judge/rows.h"
#include "model/algorithm.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"
#include "test.h"

enum { MACHINES = 6, MOST = 64, JUDGED = 16, BITS = 1 << 30 };

static struct err err;

/* L, o, g, G. */
static const char *const figures[MACHINES][4] = {
	{".6128", ".5", ".5", ".00033"}, {"6", "2", "4", "1/100"},
	{"10", "1", "1", "1/50"}, {"5", "17", "4", "4"},
	{"500", "2", "2", ".001"}, {"3", "0", "1", "1/3"}};

static const char *const sizes[] = {"1", "100", "4096"};

/* What a schedule is asked for. */
struct asked {
	const struct algorithm *row;
	struct problem problem;
	struct algorithm_options options;
	struct machine machine;
	struct block_cost blocks;
};

static void read_number(mpq_t value, const char *text)
{
	CHECK(number_parse(value, text, 1000, &err) == STATUS_OK);
}

static void init_asked(struct asked *asked, size_t machine, const char *bytes)
{
	problem_init(&asked->problem);
	asked->problem.max_bits = BITS;
	machine_init(&asked->machine);
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		read_number(
			machine_figure(&asked->machine, (enum machine_figure)i),
			figures[machine][i]);
	asked->blocks = (struct block_cost){.machine = &asked->machine};
	mpq_init(asked->blocks.block);
	read_number(asked->blocks.block, bytes);
	asked->options = (struct algorithm_options){.blocks = &asked->blocks};
}

static void clear_asked(struct asked *asked)
{
	problem_clear(&asked->problem);
	machine_clear(&asked->machine);
	mpq_clear(asked->blocks.block);
}

/* Valid according to the judge of few processors, or to check. */
static int is_valid(const struct schedule_header *header,
	const struct transmissions *list, uint64_t *finish)
{
	struct schedule *schedule;
	struct check check;

	if (header->processors <= JUDGED)
		return judge_collective(header, list->row, list->count, finish);
	schedule = judge_rows_open(header, list->row, list->count);
	CHECK(check_schedule(&check, schedule, BITS / 8, &err) == STATUS_OK);
	schedule_close(schedule);
	*finish = header->finish;
	return check.violations == 0;
}

/* Sends a row to another processor, if there is a third; whether that is found
 * out. */
static int is_noticed(const struct schedule_header *header,
	struct transmissions *list, size_t at)
{
	uint64_t n = header->processors, to = list->row[at].to, finish;
	int noticed;

	list->row[at].to = (to + 1) % n;
	if (list->row[at].to == list->row[at].from)
		list->row[at].to = (to + 2) % n;
	noticed = !is_valid(header, list, &finish);
	list->row[at].to = to;
	return noticed;
}

static void check_rows(
	struct asked *asked, struct schedule *schedule, size_t at)
{
	const struct schedule_header *header = &schedule->header;
	const char *operation = schedule_operations[header->operation];
	unsigned long n = (unsigned long)header->processors;
	struct transmissions list = {NULL, 0, 0};
	uint64_t finish = 0;
	mpz_t rows;

	mpz_init(rows);
	CHECK(judge_rows_read(&list, schedule));
	CHECK_FOR(is_valid(header, &list, &finish) && finish == header->finish,
		"%s %s n=%lu", asked->row->name, operation, n);
	algorithm_rows(rows, asked->row, &asked->problem, &asked->options);
	CHECK(mpz_cmp_ui(rows, (unsigned long)list.count) == 0);
	if (n > 2)
		CHECK_FOR(is_noticed(header, &list, at % list.count),
			"%s %s n=%lu row %zu", asked->row->name, operation, n,
			at % list.count);
	transmissions_clear(&list);
	mpz_clear(rows);
}

/* at: the row that is changed, mod the number of rows. */
static void check_asked(struct asked *asked, size_t at)
{
	struct schedule *schedule;
	mpq_t time, end;

	if (!CHECK(asked->row->open(&schedule, &asked->problem, &asked->options,
			   &err) == STATUS_OK))
		return;
	mpq_inits(time, end, NULL);
	CHECK(algorithm_time(time, asked->row, &asked->problem, &asked->options,
		      UINT64_MAX, &err) == STATUS_OK);
	schedule_finish_time(end, &schedule->header);
	CHECK(mpq_equal(time, end));
	check_rows(asked, schedule, at);
	schedule_close(schedule);
	mpq_clears(time, end, NULL);
}

/* All operations of all such algorithms for n processors. */
static void check_all(struct asked *asked, unsigned long n)
{
	mpz_set_ui(asked->problem.n, n);
	for (asked->row = algorithms; asked->row->name; asked->row++)
		for (int i = 0; schedule_operations[i]; i++) {
			asked->options.operation = i;
			asked->options.name = asked->row->name;
			if (asked->row->rows == symmetric_rows &&
				!asked->row->other &&
				algorithm_has(asked->row, (enum operation)i) &&
				algorithm_applies(asked->row, &asked->problem,
					MODEL_POSTAL))
				check_asked(asked, 7 * n + (size_t)i);
		}
}

/* All small n, and some of the others in turn. */
static int is_chosen(unsigned long n, size_t turn)
{
	return n <= 5 || (n + turn) % 11 == 0;
}

static void test_machines(void)
{
	for (size_t i = 0; i < MACHINES; i++)
		for (size_t s = 0; s < 3; s++) {
			struct asked asked;

			init_asked(&asked, i, sizes[s]);
			for (unsigned long n = 1; n <= MOST; n++)
				if (is_chosen(n, 3 * i + s))
					check_all(&asked, n);
			clear_asked(&asked);
		}
}

static void test_latencies(void)
{
	static const char *const lambdas[] = {
		"1", "2", "5/2", "3", "7", "31/3"};

	for (size_t l = 0; l < 6; l++) {
		struct asked asked;

		init_asked(&asked, 0, "1");
		asked.options.blocks = NULL;
		read_number(asked.problem.lambda, lambdas[l]);
		for (unsigned long n = 1; n <= MOST; n++)
			if (is_chosen(n, l))
				check_all(&asked, n);
		clear_asked(&asked);
	}
}

/* -- one processor's part on a machine, by the rows that name it */

static void check_parts(struct asked *asked, unsigned long rank)
{
	const struct part_span span = {asked->problem.lambda, NULL};
	struct transmissions list = {NULL, 0, 0};
	struct schedule *schedule;
	struct part_event event;
	struct part *part;
	size_t sends = 0, expected = 0;
	mpq_t tick;
	mpz_t r;

	mpq_init(tick);
	mpz_init_set_ui(r, rank);
	part_event_init(&event);
	CHECK(asked->row->open(&schedule, &asked->problem, &asked->options,
		      &err) == STATUS_OK);
	CHECK(judge_rows_read(&list, schedule));
	CHECK(asked->row->rank(&part, &asked->problem, &asked->options, r,
		      &span, &err) == STATUS_OK);
	for (size_t i = 0; i < list.count; i++) {
		number_set_u64(mpq_numref(tick), list.row[i].tick);
		number_set_u64(mpq_denref(tick), schedule->header.unit);
		mpq_canonicalize(tick);
		if (list.row[i].from != rank || mpq_cmp(tick, span.from) < 0)
			continue;
		expected++;
		while (part_next(part, &event) && !event.is_send)
			continue;
		sends += event.is_send && mpq_equal(event.start, tick) &&
			 mpz_cmp_ui(event.peer,
				 (unsigned long)list.row[i].to) == 0 &&
			 mpz_cmp_ui(event.first,
				 (unsigned long)list.row[i].first) == 0 &&
			 mpz_cmp_ui(event.count,
				 (unsigned long)list.row[i].size) == 0;
	}
	CHECK_FOR(sends == expected, "%s %s %lu: %zu of %zu", asked->row->name,
		schedule_operations[asked->options.operation], rank, sends,
		expected);
	part_close(part);
	transmissions_clear(&list);
	schedule_close(schedule);
	part_event_clear(&event);
	mpq_clear(tick);
	mpz_clear(r);
}

static void test_parts(void)
{
	struct asked asked;

	for (size_t i = 0; i < MACHINES; i++) {
		init_asked(&asked, i, "100");
		mpz_set_ui(asked.problem.n, 16);
		for (asked.row = algorithms; asked.row->name; asked.row++)
			for (int op = 0; schedule_operations[op]; op++) {
				asked.options.operation = op;
				asked.options.name = asked.row->name;
				if (asked.row->rows != symmetric_rows ||
					asked.row->other ||
					!algorithm_has(
						asked.row, (enum operation)op))
					continue;
				check_parts(&asked, 0);
				check_parts(&asked, 11);
			}
		clear_asked(&asked);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_machines());
	RUN(test_latencies());
	RUN(test_parts());
	return test_done();
}
