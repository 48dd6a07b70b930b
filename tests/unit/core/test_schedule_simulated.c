/*
 * core/schedule_simulated against a simulator that looks at everything.  When
 * LogGOPSim ends: machine.bats.
 */
#include "core/schedule.h"

#include "base/mem.h"
#include "check/check.h"
#include "core/machine.h"
#include "format/machine.h"
#include "format/schedule/schedule.h"
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

/* Whether something begins at the row's receiver while the row's message waits
 * there. */
static int is_passed_over(const struct schedule_header *header,
	const struct transmissions *list, const struct transmission *row)
{
	uint64_t arrival = row->tick + schedule_row_arrival(header, row);

	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *other = &list->row[i];
		uint64_t taken = schedule_taken(header, other);

		if (other->from == row->to && other->tick >= arrival &&
			other->tick < row->taken)
			return 1;
		if (other != row && other->to == row->to && taken >= arrival &&
			taken < row->taken)
			return 1;
	}
	return 0;
}

/* Whether a send that takes no time starts where the row's receive does. */
static int meets_send(const struct schedule_header *header,
	const struct transmissions *list, const struct transmission *row)
{
	if (header->message.overhead > 0 || header->message.copy == 0)
		return 0;
	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].from == row->to &&
			list->row[i].tick == schedule_taken(header, row))
			return 1;
	return 0;
}

/* Whether the row's message waits at its receiver. */
static int waits(
	const struct schedule_header *header, const struct transmission *row)
{
	return schedule_taken(header, row) >
	       row->tick + schedule_row_arrival(header, row);
}

/* Whether each message that waits is taken before anything else begins. */
static int is_orderly(
	const struct schedule_header *header, const struct transmissions *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *row = &list->row[i];

		if (meets_send(header, list, row) ||
			(waits(header, row) &&
				is_passed_over(header, list, row)))
			return 0;
	}
	return 1;
}

/* The machine takes each message when it can, not a tick later. */
static void check_later(
	const struct schedule_header *header, const struct transmissions *list)
{
	int is_allowed;

	for (size_t i = 0; i < list->count; i++) {
		struct transmission *row = &list->row[i];

		CHECK(schedule_taken(header, row) >=
			row->tick + schedule_row_arrival(header, row));
		if (!waits(header, row))
			continue;
		row->taken++;
		CHECK(schedule_is_allowed(&is_allowed,
			      schedule_lent(header, list), MAX_BITS,
			      &err) == STATUS_OK &&
			!is_allowed);
		row->taken--;
	}
}

static int orderly;

/* Messages wait, or start with a send, where the schedule says so; if it did
 * not, it would be wrong.  If they do not, or only until what is under way has
 * ended, the machine allows it. */
static void check_taken(const struct schedule_header *header,
	const struct transmissions *list, const char *name)
{
	struct schedule_header prompt = *header;
	struct check check;
	struct schedule *schedule;
	int is_allowed;

	CHECK(schedule_is_allowed(&is_allowed, schedule_lent(header, list),
		      MAX_BITS, &err) == STATUS_OK);
	CHECK_FOR(is_allowed == is_orderly(header, list), "%s", name);
	orderly += is_allowed && header->has_taken;
	if (is_allowed)
		check_later(header, list);
	prompt.has_taken = 0;
	schedule = judge_rows_open(&prompt, list->row, list->count);
	CHECK(check_schedule(&check, schedule, MAX_BITS / 8, &err) ==
		STATUS_OK);
	CHECK_FOR((check.violations > 0) == header->has_taken, "%s", name);
	schedule_close(schedule);
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
	check_taken(&header, &found, name);
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

/* -- known ones */

static const struct {
	const char *model, *machine, *rows, *expected;
} cases[] = {
	/* as soon as possible: earlier than the schedule, and later */
	{"postal\n# processors 3\n# latency 9\n", "L=2 o=1 g=1",
		"0 0 1 1\n1 0 2 1\n", "5/1: 0 0 1 1 3, 1 0 2 1 4,"},
	{"machine\n# processors 3\n# machine L=2 o=1 g=3\n", NULL,
		"0 0 1 1\n1 0 2 1\n", "7/1: 0 0 1 1 3, 3 0 2 1 6,"},
	{"machine\n# processors 3\n# machine L=2 o=1 g=3\n", NULL,
		"0 0 1 1\n3 0 2 1\n", "7/1: 0 0 1 1 3, 3 0 2 1 6, allowed"},
	/* a receive that waits; one that starts with a send of no time, and
	 * neither takes any */
	{"machine\n# processors 3\n# messages 2\n# machine L=2 o=1 g=1\n", NULL,
		"0 0 1 1\n4 1 2 1\n5 0 2 2\n",
		"8/1: 0 0 1 1 3, 1 0 2 2 4, 4 1 2 1 7, allowed"},
	{"machine\n# processors 4\n# messages 2\n# machine L=2 o=0 g=3\n", NULL,
		"0 0 1 1\n2 1 2 1\n3 0 1 2\n5 1 3 1\n",
		"7/1: 0 0 1 1 2, 2 1 2 1 4, 3 0 1 2 5, 5 1 3 1 7, allowed"},
	{"machine\n# processors 4\n# messages 2\n# machine L=2 o=0 g=4 G=1 "
	 "bytes=4\n",
		NULL, "0 0 1 1\n3 1 2 1\n4 0 1 2\n7 1 3 1\n",
		"11/1: 0 0 1 1 2, 3 1 2 1 5, 5 0 1 2 7, 8 1 3 1 10,"},
	{"machine\n# processors 5\n# machine L=0 o=0 g=4 G=1 bytes=2\n", NULL,
		"0 0 1 1\n1 1 3 1\n5 0 2 1\n6 1 4 1\n6 2 1 1\n",
		"waits 7/1: 0 0 1 1 0, 1 1 3 1 1, 5 0 2 1 5, 6 1 4 1 6, 6 2 1 "
		"1 6,"},
	/* messages of no time, whose rows stand in the reverse order */
	{"machine\n# processors 3\n# machine L=0 o=0 g=1\n", NULL,
		"0 1 2 1\n0 0 1 1\n", "0/1: 0 0 1 1 0, 0 1 2 1 0, allowed"},
	{"machine\n# operation reduce\n# processors 3\n# machine L=0 o=0 g=1\n",
		NULL, "0 1 0 1\n0 2 1 1\n",
		"0/1: 0 1 0 1 0, 0 2 1 1 0, allowed"},
	/* what cannot be sent: it never comes, or only later, as what comes
	 * earlier in logp is received first; 0 has all */
	{"machine\n# processors 3\n# machine L=2 o=1 g=3\n", NULL, "0 1 2 1\n",
		"processor 1 can never send message 1: it has not received it"},
	{"logp\n# processors 4\n# messages 2\n# latency 2\n", "L=2 o=1 g=1",
		"0 0 1 1\n1 0 2 2\n3 1 3 1\n3 2 3 2\n5 3 1 2\n",
		"processor 3 can never send message 2: it has not received it"},
	{"logp\n# processors 4\n# messages 2\n# latency 2\n", "L=2 o=1 g=1",
		"0 0 1 1\n1 0 2 2\n3 1 3 1\n3 2 3 2\n6 3 1 2\n",
		"13/1: 0 0 1 1 3, 1 0 2 2 4, 4 1 3 1 7, 5 2 3 2 8, 9 3 1 2 "
		"12,"},
	{"postal\n# processors 4\n# messages 2\n# latency 2\n", "L=2 o=1 g=1",
		"0 0 1 1\n1 0 2 2\n3 1 3 1\n3 2 3 2\n5 3 1 2\n",
		"13/1: 0 0 1 1 3, 1 0 2 2 4, 4 1 3 1 7, 5 2 3 2 8, 9 3 1 2 "
		"12,"},
	{"postal\n# processors 3\n# latency 2\n", "L=2 o=1 g=1",
		"0 0 1 1\n0 1 0 1\n2 1 2 1\n",
		"processor 1 can never send message 1: it has not received it"},
	/* units that get finer */
	{"postal\n# processors 3\n# latency 2\n", "L=2 o=1 g=1",
		"0 0 1 1\n3/2 1 2 1\n",
		"processor 1 can never send message 1: it has not received it"},
	{"postal\n# processors 4\n# latency 2\n", "L=2 o=1 g=1",
		"0 0 1 1\n5/2 0 2 1\n8/3 1 3 1\n",
		"8/1: 0 0 1 1 3, 1 0 2 1 4, 4 1 3 1 7,"},
	{"logp\n# processors 4\n# messages 3\n# latency 2\n", "L=2 o=1 g=1",
		"0 0 1 1\n0 0 1 2\n1/2 0 1 3\n3 1 2 3\n",
		"processor 1 can never send message 3: it has not received it"},
	{"logp\n# operation reduce\n# processors 4\n# messages 3\n# latency "
	 "2\n",
		"L=2 o=1 g=1", "0 1 0 1\n0 1 0 2\n1/2 1 0 3\n3 0 2 3\n",
		"6/1: 0 0 2 3 3, 0 1 0 1 3, 1 1 0 2 4, 2 1 0 3 5,"},
	/* nodes and fractions are forgotten on a machine */
	{"postal\n# processors 4\n# latency 9/2\n# node 2\n# inside 1\n",
		"L=2 o=1 g=1", "0 0 2 1\n1 0 1 1\n9/2 2 3 1\n",
		"8/1: 0 0 2 1 3, 1 0 1 1 4, 4 2 3 1 7,"},
	{"machine\n# processors 4\n# machine L=2 o=1 g=1\n# node 2\n# "
	 "inside-machine L=1 o=1 g=1\n",
		NULL, "0 0 2 1\n1 0 1 1\n4 2 3 1\n",
		"its messages take different figures: --machine names one "
		"machine for all"},
	{"machine\n# operation sum\n# processors 3\n# messages 8\n# machine "
	 "L=2 o=0 g=1\n",
		NULL, "1 2 0 1\n2 1 0 1\n",
		"a sum cannot be replayed: its additions, which take time, are "
		"not among its rows"},
	/* a send needs all of a sum that has come, of that message */
	{"postal\n# operation reduce\n# processors 4\n# messages 2\n# latency "
	 "2\n",
		"L=2 o=1 g=2", "0 2 1 1\n1 3 1 1\n1 2 1 2\n3 1 0 1\n4 1 0 2\n",
		"waits 12/1: 0 2 1 1 3, 0 3 1 1 5, 2 2 1 2 7, 6 1 0 1 9, 8 1 0 "
		"2 11,"},
};

/* "finish 4: 0 0 1 1 3, 1 0 2 1 4": each row with when it is taken; whether
 * messages wait; whether the machine allows the schedule itself. */
static void say_simulated(char *text, const struct schedule *simulated,
	const struct transmissions *list)
{
	const struct schedule_header *header = &simulated->header;

	text += sprintf(text, "%s%d/%d:", header->has_taken ? "waits " : "",
		(int)header->finish, (int)header->unit);
	for (size_t i = 0; i < list->count; i++)
		text += sprintf(text, " %d %d %d %d %d,",
			(int)list->row[i].tick, (int)list->row[i].from,
			(int)list->row[i].to, (int)list->row[i].message,
			(int)schedule_taken(header, &list->row[i]));
}

static struct schedule *open_case(size_t i, FILE **file)
{
	static char text[500];
	struct schedule *schedule = NULL;

	snprintf(text, sizeof text,
		"# fibcast schedule 1\n# model %stime from to message\n%s",
		cases[i].model, cases[i].rows);
	*file = fmemopen(text, strlen(text), "r");
	CHECK(*file &&
		schedule_reader_open(&schedule, *file, &err) == STATUS_OK);
	return schedule;
}

static void check_case(size_t i)
{
	struct machine_message message;
	struct schedule_machine on = {"L=2 o=1", "us", &message};
	struct machine machine = {0};
	struct transmissions list = {0};
	struct schedule *schedule, *simulated;
	char said[500] = "";
	int is_allowed;
	FILE *file;
	mpz_t bytes;
	mpq_t size;

	mpz_init(bytes);
	mpq_init(size);
	mpq_set_ui(size, 1, 1);
	machine_message_init(&message);
	CHECK(machine_text_parse(&machine, bytes,
		      cases[i].machine ? cases[i].machine : "L=0 o=0 g=1",
		      &err) == STATUS_OK);
	machine_message_set(&message, &machine, size);
	schedule = open_case(i, &file);
	if (schedule_simulated(&simulated, schedule,
		    cases[i].machine ? &on : NULL, MAX_BITS,
		    &err) == STATUS_OK) {
		CHECK(judge_rows_read(&list, simulated));
		CHECK(simulated->header.has_finish == 1 &&
			simulated->header.node == 0);
		CHECK(!cases[i].machine ||
			(strcmp(simulated->header.machine, on.text) == 0 &&
				strcmp(simulated->header.time_unit, "us") ==
					0));
		say_simulated(said, simulated, &list);
		schedule_close(simulated);
	} else {
		strcpy(said, err.msg);
	}
	fclose(file);
	if (!cases[i].machine) {
		schedule = open_case(i, &file);
		if (schedule_is_allowed(&is_allowed, schedule, MAX_BITS,
			    &err) == STATUS_OK &&
			is_allowed)
			strcat(said, " allowed");
		fclose(file);
	}
	CHECK_FOR(strcmp(said, cases[i].expected) == 0, "%s\nis not\n%s", said,
		cases[i].expected);
	transmissions_clear(&list);
	machine_clear(&machine);
	machine_message_clear(&message);
	mpz_clear(bytes);
	mpq_clear(size);
}

/* Rows of 3 processors and 2 messages on a machine: with that memory, in
 * bytes, and these times. */
static enum status carry_out(
	size_t rows, uint64_t bytes, uint64_t latency, uint64_t block)
{
	static const struct transmission row[] = {
		{.to = 1, .message = 1, .size = 3},
		{.to = 2, .message = 2, .size = 1}};
	const struct schedule_header header = {.model = MODEL_MACHINE,
		.operation = OPERATION_ALLGATHER,
		.processors = 3,
		.messages = 2,
		.unit = 1,
		.send = 1,
		.latency = latency,
		.message = {.gap = 1, .block = block}};
	struct schedule *simulated;
	enum status status = schedule_simulated(&simulated,
		judge_rows_open(&header, row, rows), NULL, 8 * bytes, &err);

	if (status == STATUS_OK)
		schedule_close(simulated);
	return status;
}

/* Ends that are stated apart become one row; figures that differ have no
 * machine for all. */
static void test_header(void)
{
	static const struct transmission row[] = {
		{.to = 1, .message = 1, .kind = KIND_SEND},
		{.to = 1, .message = 1, .kind = KIND_RECEIVE}};
	struct schedule_header header = {.model = MODEL_MACHINE,
		.processors = 2,
		.messages = 1,
		.unit = 1,
		.send = 1,
		.message = {.gap = 1},
		.has_kind = 1,
		.has_taken = 1};
	struct transmissions list = {0};
	struct schedule *simulated;

	CHECK(schedule_simulated(&simulated, judge_rows_open(&header, row, 2),
		      NULL, MAX_BITS, &err) == STATUS_OK);
	CHECK(judge_rows_read(&list, simulated));
	CHECK(!simulated->header.has_kind && !simulated->header.has_taken);
	CHECK(list.count == 1 && list.row[0].kind == KIND_BOTH);
	schedule_close(simulated);
	transmissions_clear(&list);
	header.furthers = 1;
	CHECK(schedule_simulated(&simulated, judge_rows_open(&header, row, 2),
		      NULL, MAX_BITS, &err) == STATUS_INPUT);
	header.furthers = 0;
	header.node = 1;
	CHECK(schedule_simulated(&simulated, judge_rows_open(&header, row, 2),
		      NULL, MAX_BITS, &err) == STATUS_INPUT);
}

/* In its own time a schedule ends when the run does, whatever it says. */
static void check_timed(const struct schedule_header *header, uint64_t finish)
{
	const struct transmission row = {.to = 1, .message = 1};
	struct schedule *timed;

	CHECK(schedule_timed(&timed, judge_rows_open(header, &row, 1), MAX_BITS,
		      &err) == STATUS_OK);
	CHECK(timed->header.has_finish == 1);
	CHECK_FOR(timed->header.finish == finish, "%d",
		(int)timed->header.finish);
	schedule_close(timed);
}

static void test_timed(void)
{
	struct schedule_header header = {.model = MODEL_MACHINE,
		.processors = 2,
		.messages = 1,
		.unit = 1,
		.send = 1,
		.latency = 4,
		.message = {.latency = 2, .overhead = 1, .gap = 1, .copy = 1}};

	check_timed(&header, 4);
	header.has_finish = 1;
	header.finish = 99;
	check_timed(&header, 4);
	header.latency = 0;
	header.message = (struct schedule_message){.gap = 1};
	check_timed(&header, 0);
}

/* Processor 1 receives long after it has sent, though rows alternate; so no
 * send needs a receive, and all is as the schedule says. */
static void test_order(void)
{
	enum { MESSAGES = 150, LATENCY = 1000 };
	static struct transmission row[2 * MESSAGES];
	const struct schedule_header header = {.model = MODEL_MACHINE,
		.operation = OPERATION_REDUCE,
		.processors = 3,
		.messages = MESSAGES,
		.unit = 1,
		.send = 1,
		.latency = LATENCY,
		.message = {.latency = LATENCY, .gap = 1}};
	int is_allowed;

	for (uint64_t i = 0; i < MESSAGES; i++) {
		row[2 * i] = (struct transmission){
			.tick = i, .from = 2, .to = 1, .message = i + 1};
		row[2 * i + 1] = (struct transmission){
			.tick = i, .from = 1, .message = i + 1};
	}
	CHECK(schedule_is_allowed(&is_allowed,
		      judge_rows_open(&header, row, 2 * MESSAGES), MAX_BITS,
		      &err) == STATUS_OK);
	CHECK(is_allowed);
}

/* Two send as fast as one can receive: half of all messages come to wait, which
 * takes no longer than if none did. */
static void test_waiting(void)
{
	enum { SENDS = 30000 };
	static struct transmission row[2 * SENDS];
	const struct schedule_header header = {.model = MODEL_MACHINE,
		.operation = OPERATION_REDUCE,
		.processors = 3,
		.messages = 1,
		.unit = 1,
		.send = 1,
		.latency = 4,
		.message = {.latency = 2, .overhead = 1, .gap = 1, .copy = 1}};
	struct schedule *simulated;

	for (uint64_t i = 0; i < 2 * SENDS; i++)
		row[i] = (struct transmission){
			.tick = i / 2, .from = 1 + i % 2, .message = 1};
	CHECK(schedule_simulated(&simulated,
		      judge_rows_open(&header, row, 2 * SENDS), NULL, MAX_BITS,
		      &err) == STATUS_OK);
	CHECK(simulated->header.finish == 3 + 2 * SENDS);
	schedule_close(simulated);
}

static void test_limits(void)
{
	const uint64_t most = (UINT64_C(1) << 60) - 1;

	CHECK(carry_out(0, 3 * 64 + 2 * 24, 0, 0) == STATUS_OK);
	CHECK(carry_out(0, 3 * 64 + 2 * 24 - 1, 0, 0) == STATUS_LIMIT);
	CHECK(carry_out(2, 2 * 512 + 3 * 64 + 2 * 24, 0, 0) == STATUS_OK);
	CHECK(carry_out(2, 2 * 512 + 3 * 64 + 2 * 24 - 1, 0, 0) ==
		STATUS_LIMIT);
	CHECK(carry_out(2, MAX_BITS, most - 1, 0) == STATUS_OK);
	CHECK(carry_out(2, MAX_BITS, most, 0) == STATUS_LIMIT);
	CHECK(carry_out(2, MAX_BITS, 2, most / 4) == STATUS_OK);
	CHECK(carry_out(2, MAX_BITS, 3, most / 4) == STATUS_LIMIT);
}

int main(int argc, char **argv)
{
	struct random chance = {.seed = 2};

	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_limits());
	RUN(test_header());
	RUN(test_timed());
	RUN(test_order());
	RUN(test_waiting());
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		RUN(check_case(i));
	for (int i = 0; i < 600; i++)
		RUN(test_random(&chance));
	CHECK_FOR(orderly > 50, "%d", orderly);
	return test_done();
}
