/*
 * core/schedule_simulated against a simulator that looks at everything.  When
 * LogGOPSim ends: machine.bats.
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

/* -- latencies that vary */

static uint64_t choose_flight(const void *flight, uint64_t i, uint64_t tick)
{
	(void)tick;
	return ((const uint64_t *)flight)[i];
}

/* The machine's schedule with an L of its own for each message, by both. */
static void check_varied(const struct schedule_header *header,
	const struct transmissions *list, struct random *chance,
	const char *name)
{
	size_t count = list->count;
	uint64_t *flight = mem_array(count + 1, sizeof *flight),
		 *held = mem_array(count + 1, sizeof *held), end = 0, finish;
	struct loggop_row *row = mem_array(count + 1, sizeof *row);
	const struct schedule_flights flights = {choose_flight, flight};

	for (size_t i = 0; i < count; i++) {
		uint32_t parts = 1 + random_below(chance, 4);

		flight[i] = header->message.latency / parts;
		held[i] = schedule_taken(header, &list->row[i]) +
			  schedule_receive(header);
	}
	CHECK(loggop_vary(row, header, list->row, held, count, flight));
	for (size_t i = 0; i < count; i++)
		if (end < row[i].taken + schedule_receive(header))
			end = row[i].taken + schedule_receive(header);
	CHECK(schedule_varied(&finish, schedule_lent(header, list), &flights,
		      MAX_BITS, &err) == STATUS_OK);
	CHECK_FOR(finish == end, "%s", name);
	mem_free(flight);
	mem_free(held);
	mem_free(row);
}

/* Carries the schedule out by both; what comes out is one of the machine. */
static void check_simulated(struct schedule *schedule,
	const struct machine_message *message, struct random *chance,
	const char *name)
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
	check_varied(&header, &found, chance, name);
	schedule_close(schedule);
	transmissions_clear(&list);
	transmissions_clear(&found);
	mem_free(expected);
	mem_free(held);
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
		int is_rdma = random_below(chance, 4) == 0;

		machine_any_message(&message, chance, 20, is_rdma);
		CHECK(algorithm_open(&schedule, algorithm, MODEL_POSTAL,
			      &problem, &options, &err) == STATUS_OK);
		if (options.operation == OPERATION_BROADCAST &&
			random_below(chance, 3) == 0)
			CHECK(schedule_reversed(&schedule, schedule, MAX_BITS,
				      &err) == STATUS_OK);
		check_simulated(schedule, &message, chance, algorithm->name);
	}
	problem_clear(&problem);
	machine_message_clear(&message);
}

int main(int argc, char **argv)
{
	struct random chance = {.seed = 2};

	test_choose(argc, argv);
	mem_init(NULL);
	for (int i = 0; i < 600; i++)
		RUN(test_random(&chance));
	return test_done();
}
