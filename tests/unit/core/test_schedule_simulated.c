/*
 * core/schedule_simulated against a simulator that looks at everything, and
 * against LogGOPSim's own times.
 */
#include "core/schedule.h"

#include "base/mem.h"
#include "check/check.h"
#include "core/machine.h"
#include "judge/loggop.h"
#include "judge/machine.h"
#include "judge/rows.h"
#include "model/algorithm.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 1 << 28 };

static struct err err;

/* -- random schedules */

/* When each row's receive ends by its schedule. */
static uint64_t *held_of(
	const struct schedule_header *header, const struct transmissions *list)
{
	uint64_t *held = mem_array(list->count + 1, sizeof *held);

	for (size_t i = 0; i < list->count; i++)
		held[i] = list->row[i].tick + header->latency;
	return held;
}

/* The same rows, as both carry them out. */
static void check_alike(const struct transmissions *list,
	const struct loggop_row *expected, const struct transmissions *found,
	const struct schedule_header *header, const char *name)
{
	int is_same = list->count == found->count;

	for (size_t i = 0; i < found->count && is_same; i++) {
		int is_there = 0;

		for (size_t j = 0; j < list->count && !is_there; j++)
			is_there =
				found->row[i].from == list->row[j].from &&
				found->row[i].to == list->row[j].to &&
				found->row[i].message == list->row[j].message &&
				found->row[i].tick == expected[j].start &&
				schedule_taken(header, &found->row[i]) ==
					expected[j].taken;
		is_same = is_there;
	}
	CHECK_FOR(is_same, "%s", name);
}

/* Carries the schedule out by both; what comes out is one of the machine. */
static void check_simulated(struct schedule *schedule,
	const struct machine_message *message, const char *name)
{
	struct schedule_header header = schedule->header;
	struct transmissions list = {0}, found = {0};
	struct schedule *simulated;
	struct loggop_row *expected;
	struct check check;
	uint64_t *held;

	CHECK(judge_rows_read(&list, schedule));
	held = held_of(&header, &list);
	expected = mem_array(list.count + 1, sizeof *expected);
	CHECK(schedule_simulated(&simulated,
		      judge_rows_open(&header, list.row, list.count),
		      &(struct schedule_machine){"", NULL, message}, MAX_BITS,
		      &err) == STATUS_OK);
	CHECK(judge_rows_read(&found, simulated));
	CHECK(loggop_simulate(
		expected, &simulated->header, list.row, held, list.count, 0));
	check_alike(&list, expected, &found, &simulated->header, name);
	header = simulated->header;
	schedule_close(simulated);
	simulated = judge_rows_open(&header, found.row, found.count);
	CHECK(check_schedule(&check, simulated, MAX_BITS / 8, &err) ==
		STATUS_OK);
	CHECK_FOR(check.violations == 0, "%s: %s", name,
		check.violation[0].reason.msg);
	schedule_close(simulated);
	schedule_close(schedule);
	transmissions_clear(&list);
	transmissions_clear(&found);
	mem_free(expected);
	mem_free(held);
}

static void set_random_message(
	struct machine_message *message, struct random *chance)
{
	struct machine machine;
	mpq_t size;

	machine_init(&machine);
	mpq_init(size);
	machine_any(machine.latency, chance, 0, 20, 3);
	machine_any(machine.point->overhead, chance, 0, 6, 3);
	machine_any(machine.point->gap, chance, 0, 6, 3);
	machine_any(machine.point->byte, chance, 0, 3, 9);
	if (mpq_sgn(machine.point->overhead) == 0)
		mpq_set_ui(machine.point->gap, 1, 1);
	machine.rdma = random_below(chance, 4) == 0;
	mpq_set_ui(size, 1 + random_below(chance, 30), 1);
	machine_message_set(message, &machine, size);
	machine_clear(&machine);
	mpq_clear(size);
}

static void test_random(struct random *chance)
{
	static const char *const names[] = {"greedy", "cyclic", "binomial",
		"pipeline", "dtree", "weave", "chain", "pack", "census"};
	const struct algorithm *algorithm =
		algorithm_find(names[random_below(chance, 9)]);
	struct algorithm_options options = {0};
	struct machine_message message;
	struct schedule *schedule;
	struct problem problem;

	machine_message_init(&message);
	problem_init(&problem);
	problem.max_bits = MAX_BITS;
	mpz_set_ui(problem.n, 1 + random_below(chance, 12));
	mpz_set_ui(problem.m, 1 + random_below(chance, 5));
	machine_any(problem.lambda, chance, 3, 12, 3);
	if (algorithm_has(algorithm, OPERATION_CENSUS)) {
		options.operation = OPERATION_CENSUS;
		mpz_set_ui(problem.m, 1);
	}
	if (mpq_cmp_ui(problem.lambda, 1, 1) > 0) {
		set_random_message(&message, chance);
		CHECK(algorithm_open(&schedule, algorithm, MODEL_POSTAL,
			      &problem, &options, &err) == STATUS_OK);
		if (options.operation == OPERATION_BROADCAST &&
			random_below(chance, 3) == 0)
			CHECK(schedule_reversed(&schedule, schedule, MAX_BITS,
				      &err) == STATUS_OK);
		check_simulated(schedule, &message, algorithm->name);
	}
	problem_clear(&problem);
	machine_message_clear(&message);
}

/* -- LogGOPSim's own times */

struct known {
	const char *algorithm;
	unsigned n, m, bytes;
	const char *L, *o, *g, *G;
	enum operation operation;
	const char *end, *rdma;
};

#define NET "383/625", "1/2", "1/2", "33/100000"
#define KI 1024

/* Of algorithms whose schedules are what their definition says. */
static const struct known knowns[] = {
	{"bcast", 64, 1, KI, NET, 0, "920153/100000", "920153/100000"},
	{"binomial", 64, 8, 64 * KI, NET, 0, "1002639/6250", "1002639/6250"},
	{"chain", 13, 16, 64 * KI, NET, 0, "912049/10000", "1376801/20000"},
	{"binary", 20, 8, 16 * KI, NET, 0, "414543/12500", "144807/5000"},
	{"dtree", 20, 5, 8000, "5", "1", "4", "3/1000", 0, "67579/500",
		"67579/500"},
	{"two-tree", 20, 6, 6000, "5", "1", "4", "3/1000", 0, "24591/200",
		"122961/1000"},
	{"weave", 10, 4, 4096, "30", "5", "20", "2/25", 0, "5292/5", "5292/5"},
	{"pipeline", 8, 9, 90000, "500", "2", "2", "1/1000", 0, "609991/500",
		"574973/500"},
	{"bcast", 100, 1, 0, "6", "2", "4", "0", 0, "50", "50"},
	{"flat", 8, 3, 0, "5", "3", "4", "0", 0, "91", "91"},
	{"census", 32, 1, 0, "5", "3", "4", "0", OPERATION_CENSUS, "58", "58"},
	{"census", 33, 1, 0, "6", "2", "4", "0", OPERATION_CENSUS, "50", "50"},
	{"binomial", 16, 3, 3000, NET, OPERATION_REDUCE, "126351/10000",
		"1164609/100000"},
	{"knomial", 27, 4, 4000, NET, 0, "636409/25000", "636409/25000"},
	{"pack", 14, 3, 0, "6", "2", "4", "0", 0, "66", "66"},
};

/* The machine, and lambda = e/u for messages of B/m bytes. */
static void set_known(struct problem *problem, struct machine *machine,
	const struct known *known)
{
	mpq_t size, send;

	mpq_inits(size, send, NULL);
	test_mpq(machine->latency, known->L);
	test_mpq(machine->point->overhead, known->o);
	test_mpq(machine->point->gap, known->g);
	test_mpq(machine->point->byte, known->G);
	mpz_set_ui(problem->n, known->n);
	mpz_set_ui(problem->m, known->m);
	problem->max_bits = MAX_BITS;
	mpq_set_ui(size, 1, 1);
	if (known->bytes > 0)
		mpq_set_ui(size, known->bytes, known->m);
	mpq_canonicalize(size);
	machine_send(send, machine, size);
	machine_end(problem->lambda, machine, size);
	mpq_div(problem->lambda, problem->lambda, send);
	mpq_clears(size, send, NULL);
}

static void check_end(struct schedule *schedule, struct machine *machine,
	const struct known *known, const char *end)
{
	struct machine_message message;
	struct schedule *simulated;
	mpq_t expected, found;
	char *text;

	mpq_inits(expected, found, NULL);
	machine_message_init(&message);
	mpq_set_ui(expected, (known->bytes + known->m - 1) / known->m, 1);
	if (known->bytes == 0)
		mpq_set_ui(expected, 1, 1);
	machine_message_set(&message, machine, expected);
	CHECK(schedule_simulated(&simulated, schedule,
		      &(struct schedule_machine){"", NULL, &message}, MAX_BITS,
		      &err) == STATUS_OK);
	number_set_u64(mpq_numref(found), simulated->header.finish);
	number_set_u64(mpq_denref(found), simulated->header.unit);
	mpq_canonicalize(found);
	test_mpq(expected, end);
	text = number_text(found);
	CHECK_FOR(mpq_equal(found, expected), "%s -n %u -m %u %s: %s, not %s",
		known->algorithm, known->n, known->m,
		machine->rdma ? "rdma" : "", text, end);
	mem_free(text);
	schedule_close(simulated);
	machine_message_clear(&message);
	mpq_clears(expected, found, NULL);
}

static void test_known(const struct known *known, int rdma)
{
	const struct algorithm *algorithm = algorithm_find(known->algorithm);
	struct algorithm_options options = {.operation = (int)known->operation};
	struct machine machine;
	struct problem problem;
	struct schedule *schedule;
	mpz_t degree;

	mpz_init_set_ui(degree, 4);
	if (algorithm->uses & USES_RADIX)
		options.degree = degree;
	machine_init(&machine);
	problem_init(&problem);
	set_known(&problem, &machine, known);
	machine.rdma = rdma;
	CHECK(algorithm_open(&schedule, algorithm, MODEL_POSTAL, &problem,
		      &options, &err) == STATUS_OK);
	if (known->operation == OPERATION_REDUCE)
		CHECK(schedule_reversed(&schedule, schedule, MAX_BITS, &err) ==
			STATUS_OK);
	check_end(schedule, &machine, known, rdma ? known->rdma : known->end);
	problem_clear(&problem);
	machine_clear(&machine);
	mpz_clear(degree);
}

int main(int argc, char **argv)
{
	struct random chance = {.seed = 2};

	test_choose(argc, argv);
	mem_init(NULL);
	for (int i = 0; i < 600; i++)
		RUN(test_random(&chance));
	for (size_t i = 0; i < 2 * (sizeof knowns / sizeof *knowns); i++)
		RUN(test_known(&knowns[i / 2], (int)(i % 2)));
	return test_done();
}
