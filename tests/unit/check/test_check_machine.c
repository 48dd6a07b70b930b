/*
 * check/machine: schedules of whole latency on random machines, by theorem 2 of
 * fibcast's pages, are valid, and a simulator that looks at everything keeps
 * their times; with one row moved, a processor or port that is taken twice is
 * found, with its number and time.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "check/check.h"
#include "core/machine.h"
#include "core/schedule.h"
#include "judge/loggop.h"
#include "judge/machine.h"
#include "judge/rows.h"
#include "judge/says.h"
#include "model/algorithm.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 1 << 28 };

static struct err err;

/* How many planned schedules have been judged, and found taken twice after one
 * row was moved. */
static unsigned planned, taken_twice;

/* One of "the CPU of 3 is taken twice at 7", with what comes before ": it". */
static int says_clash(const char *text, const struct loggop_clash *clash,
	uint64_t unit, int is_send)
{
	char expected[200], time[SCHEDULE_TIME_MAX], who[SCHEDULE_TIME_MAX];

	schedule_time_text(time, clash->tick, unit);
	schedule_time_text(who, clash->processor, 1);
	snprintf(expected, sizeof expected, "the %s of %s is taken twice at %s",
		clash->is_cpu ? "CPU"
		: is_send     ? "send port"
			      : "receive port",
		who, time);
	return strncmp(text, expected, strlen(expected)) == 0 &&
	       text[strlen(expected)] == ':';
}

static void check_verdict(const struct schedule_header *header,
	const struct transmissions *list, const char *name)
{
	struct loggop_clash clash =
		loggop_clash(header, list->row, list->count);
	struct schedule *schedule =
		judge_rows_open(header, list->row, list->count);
	struct check check;
	int is_found = 0, has_any = 0;

	CHECK(check_schedule(&check, schedule, MAX_BITS / 8, &err) ==
		STATUS_OK);
	for (size_t i = 0; i < check.listed; i++) {
		const char *text = check.violation[i].reason.msg;

		has_any |= strncmp(text, "the ", 4) == 0 &&
			   strstr(text, " is taken twice ");
		is_found |= says_clash(text, &clash, header->unit, 0) ||
			    says_clash(text, &clash, header->unit, 1);
	}
	taken_twice += clash.is_any && is_found;
	if (check.violations == check.listed)
		CHECK_FOR(clash.is_any ? is_found : !has_any, "%s: %s", name,
			check.violation[0].reason.msg);
	schedule_close(schedule);
}

static int compare_ticks(const void *x, const void *y)
{
	const struct transmission *a = x, *b = y;

	return number_compare_u64(a->tick, b->tick);
}

/* One row starts, or is taken, at another time. */
static void move_row(const struct schedule_header *header,
	const struct transmissions *list, struct random *chance,
	const char *name)
{
	struct schedule_header moved = *header;
	struct transmissions rows = {0};
	uint64_t step = header->send / (1 + random_below(chance, 7));
	struct transmission *row;

	for (size_t i = 0; i < list->count; i++)
		transmissions_add(&rows, &list->row[i]);
	row = &rows.row[random_below(chance, (uint32_t)rows.count)];
	if (random_below(chance, 2) == 0) {
		moved.has_taken = 1;
		row->taken = schedule_taken(header, row) + step;
	} else if (random_below(chance, 2) == 0 || row->tick < step) {
		row->tick += step;
	} else {
		row->tick -= step;
	}
	qsort(rows.row, rows.count, sizeof *rows.row, compare_ticks);
	moved.has_finish = 0;
	check_verdict(&moved, &rows, name);
	transmissions_clear(&rows);
}

/* The times are kept by the simulator. */
static void check_kept(const struct schedule_header *header,
	const struct transmissions *list, const char *name)
{
	struct loggop_row *kept = mem_array(list->count + 1, sizeof *kept);
	int is_same =
		loggop_simulate(kept, header, list->row, NULL, list->count, 1);

	for (size_t i = 0; i < list->count; i++)
		is_same &=
			kept[i].start == list->row[i].tick &&
			kept[i].taken == schedule_taken(header, &list->row[i]);
	CHECK_FOR(is_same, "%s", name);
	mem_free(kept);
}

static void judge_planned(
	struct schedule *schedule, struct random *chance, const char *name)
{
	struct schedule_header header = schedule->header;
	struct transmissions list = {0};
	struct check check;

	CHECK(judge_rows_read(&list, schedule));
	schedule = judge_rows_open(&header, list.row, list.count);
	CHECK(check_schedule(&check, schedule, MAX_BITS / 8, &err) ==
		STATUS_OK);
	CHECK_FOR(check.violations == 0, "%s: %s", name,
		check.violation[0].reason.msg);
	CHECK(check.unit == header.unit && check.finish == header.finish);
	schedule_close(schedule);
	planned++;
	check_kept(&header, &list, name);
	if (list.count > 0)
		move_row(&header, &list, chance, name);
	transmissions_clear(&list);
}

/* k = floor(1 + L/u_2), less if that has a send begin with a receive. */
static void set_latency(struct problem *problem, mpq_t send,
	const struct machine_message *message)
{
	mpq_t relay, ratio;

	mpq_inits(relay, ratio, NULL);
	machine_message_relay(relay, message);
	mpq_div(ratio, message->latency, relay);
	number_floor(mpq_numref(problem->lambda), ratio);
	if (mpq_sgn(message->overhead) > 0 || mpq_sgn(message->copy) == 0 ||
		mpz_cmp_ui(mpq_denref(ratio), 1) != 0)
		mpz_add_ui(mpq_numref(problem->lambda),
			mpq_numref(problem->lambda), 1);
	mpz_set_ui(mpq_denref(problem->lambda), 1);
	if (mpq_sgn(problem->lambda) > 0)
		mpq_div(send, message->end, problem->lambda);
	if (mpq_cmp(send, relay) < 0)
		mpq_set(send, relay);
	mpq_clears(relay, ratio, NULL);
}

static void test_planned(struct random *chance)
{
	static const char *const names[] = {"greedy", "cyclic", "binomial",
		"pipeline", "dtree", "pack", "chain"};
	const struct algorithm *algorithm =
		algorithm_find(names[random_below(chance, 7)]);
	static const struct algorithm_options usual = {0};
	struct machine_message message;
	struct schedule *schedule;
	struct problem problem;
	mpq_t send;

	mpq_init(send);
	machine_message_init(&message);
	problem_init(&problem);
	problem.max_bits = MAX_BITS;
	mpz_set_ui(problem.n, 1 + random_below(chance, 14));
	mpz_set_ui(problem.m, 1 + random_below(chance, 6));
	machine_any_message(&message, chance, 60, 0);
	set_latency(&problem, send, &message);
	if (mpq_sgn(problem.lambda) > 0 && mpq_sgn(message.end) > 0) {
		CHECK(algorithm_open(&schedule, algorithm, MODEL_POSTAL,
			      &problem, &usual, &err) == STATUS_OK);
		CHECK(schedule_scaled(&schedule, schedule, send,
			      &(struct schedule_machine){"", NULL, &message},
			      &err) == STATUS_OK);
		judge_planned(schedule, chance, algorithm->name);
		schedule_close(schedule);
	}
	problem_clear(&problem);
	machine_message_clear(&message);
	mpq_clear(send);
}

static void test_all_planned(struct random *chance)
{
	while (planned < 2000)
		test_planned(chance);
	CHECK(taken_twice >= 500);
}

/* -- messages that take no time: whatever order rows stand in */

enum { PROCESSORS = 4, ROWS = 5, TICKS = 3, NEVER = 1000 };

/* Looks at all rows of each time until nothing changes. */
static int is_broadcast(const struct transmission *row)
{
	uint64_t held[PROCESSORS] = {0, NEVER, NEVER, NEVER};
	int is_valid = 1, is_changed;

	for (uint64_t tick = 0; tick < TICKS; tick++)
		do {
			is_changed = 0;
			for (size_t i = 0; i < ROWS; i++)
				if (row[i].tick == tick &&
					held[row[i].from] <= tick &&
					row[i].taken < held[row[i].to]) {
					held[row[i].to] = row[i].taken;
					is_changed = 1;
				}
		} while (is_changed);
	for (size_t i = 0; i < ROWS; i++)
		is_valid &= held[row[i].from] <= row[i].tick;
	for (size_t p = 0; p < PROCESSORS; p++)
		is_valid &= held[p] != NEVER;
	return is_valid;
}

/* Each but 0 sends once, not before it receives, and what it sends gets to 0;
 * rows beyond those are none. */
static int is_reduction(const struct transmission *row, size_t rows)
{
	size_t sent[PROCESSORS] = {rows, rows, rows, rows};

	for (size_t i = 0; i < rows; i++) {
		if (row[i].from == 0 || sent[row[i].from] < rows)
			return 0;
		sent[row[i].from] = i;
	}
	for (size_t p = 1; p < PROCESSORS; p++) {
		size_t at = p, steps = 0;

		for (; at != 0; at = (size_t)row[sent[at]].to)
			if (sent[at] == rows || steps++ == PROCESSORS)
				return 0;
		at = (size_t)row[sent[p]].to;
		if (at != 0 && row[sent[p]].taken > row[sent[at]].tick)
			return 0;
	}
	return 1;
}

/* Rows of one message, at few times; of a reduction, one of each. */
static size_t any_rows(
	struct transmission *row, struct random *chance, int is_sum)
{
	size_t rows = is_sum ? PROCESSORS - 1 : ROWS;

	for (size_t i = 0; i < rows; i++) {
		uint32_t from = random_below(chance, PROCESSORS),
			 step = 1 + random_below(chance, PROCESSORS - 1);

		if (is_sum && random_below(chance, 20) > 0)
			from = (uint32_t)i + 1;
		row[i] = (struct transmission){.from = from,
			.to = (from + step) % PROCESSORS,
			.message = 1,
			.tick = random_below(chance, TICKS)};
		row[i].taken = row[i].tick + (random_below(chance, 4) == 0);
	}
	qsort(row, rows, sizeof *row, compare_ticks);
	return rows;
}

static void test_instant(struct random *chance)
{
	struct schedule_header header = {.model = MODEL_MACHINE,
		.processors = PROCESSORS,
		.messages = 1,
		.unit = 1,
		.send = 1,
		.message = {.gap = 1},
		.has_taken = 1};
	int is_sum = random_below(chance, 2) == 0, is_refused = 0;
	struct transmission row[ROWS];
	size_t rows = any_rows(row, chance, is_sum);
	struct schedule *schedule;
	struct check check;

	header.operation = is_sum ? OPERATION_REDUCE : OPERATION_BROADCAST;
	schedule = judge_rows_open(&header, row, rows);
	CHECK(check_schedule(&check, schedule, MAX_BITS / 8, &err) ==
		STATUS_OK);
	/* Not that a port is taken twice. */
	for (size_t i = 0; i < check.listed; i++)
		is_refused |= strncmp(check.violation[i].reason.msg,
				      "processor ", 10) == 0;
	if (check.violations == check.listed)
		CHECK_FOR(is_refused == !(is_sum ? is_reduction(row, rows)
						 : is_broadcast(row)),
			"%s: %s", schedule_operations[header.operation],
			check.violation[0].reason.msg);
	schedule_close(schedule);
}

/* -- known ones */

#define HEAD                                                                   \
	"# fibcast schedule 1\n# model machine\n# processors 3\n"              \
	"# messages 2\n# machine L=4us o=1us g=2us\n# unit us\n"
#define ROWS HEAD "time from to message\n"

/* Sends take no time, receives 1: one of each begins at 7. */
#define FREE                                                                   \
	"# fibcast schedule 1\n# model machine\n# processors 3\n"              \
	"# messages 2\n# machine L=4 o=0 g=2 G=1 bytes=4\ntime from to "       \
	"message"

/* Messages take no time: each row needs the one after it. */
#define INSTANT(operation)                                                     \
	"# fibcast schedule 1\n# model machine\n" operation                    \
	"# processors 3\n# messages 1\n# machine L=0 o=0 g=1\n"                \
	"time from to message\n"

static void test_words(void)
{
	static const struct {
		const char *text, *expected;
	} words[] = {
		{ROWS "0 0 1 1\n2 0 1 2\n6 1 2 1\n8 1 2 2\n", "ok"},
		{ROWS "0 0 1 1\n1 0 1 2\n6 1 2 1\n8 1 2 2\n",
			"the send port of 0 is taken twice at 1 us: it sends "
			"to 1 "
			"and to 1"},
		{ROWS "0 0 1 1\n1/2 0 1 2\n7 1 2 1\n9 1 2 2\n",
			"the CPU of 0 is taken twice at 0.5 us: it sends to 1 "
			"and "
			"to 1"},
		{ROWS "0 0 1 1\n2 0 1 2\n13/2 1 2 1\n17/2 1 2 2\n",
			"the CPU of 1 is taken twice at 7 us: it sends to 2 "
			"and "
			"receives from 0"},
		{ROWS "0 0 1 1\n2 0 1 2\n5 1 2 1\n8 1 2 2\n",
			"processor 1 sends message 1 at 5 us, but has it only "
			"at "
			"6 us"},
		{ROWS "0 0 1 1\n2 0 2 2\n", "processor 1 never gets message 2"},
		{HEAD "time from to message taken\n"
		      "0 0 1 1 5\n2 0 1 2 8\n6 1 2 1 11\n9 1 2 2 14\n",
			"ok"},
		{HEAD "time from to message taken\n"
		      "0 0 1 1 5\n2 0 1 2 6\n6 1 2 1 11\n9 1 2 2 14\n",
			"processor 1 takes message 2 at 6 us, but it is there "
			"only at 7 us"},
		{HEAD "time from to message taken\n"
		      "0 0 1 1 5\n2 0 1 2 8\n6 1 2 1 25/2\n9 1 2 2 14\n",
			"the receive port of 2 is taken twice at 14 us: it "
			"receives from 1 and from 1"},
		{FREE "\n0 0 1 1\n3 0 1 2\n7 1 2 1\n10 1 2 2\n",
			"the CPU of 1 is taken twice at 7: it receives from 0 "
			"and sends to 2"},
		{FREE " taken\n0 0 1 1 4\n3 0 1 2 7\n7 1 2 1 11\n"
		      "10 1 2 2 14\n",
			"ok"},
		{FREE " taken\n0 0 1 1 4\n3 0 1 2 7\n15/2 1 2 1 12\n"
		      "11 1 2 2 15\n",
			"the CPU of 1 is taken twice at 15/2: it receives from "
			"0 and sends to 2"},
		{INSTANT("") "0 1 2 1\n0 0 1 1\n", "ok"},
		{INSTANT("") "0 1 2 1\n0 2 1 1\n",
			"processor 1 sends message 1 at 0, but has not been "
			"sent it"},
		{INSTANT("# operation reduce\n") "0 1 0 1\n0 2 1 1\n", "ok"},
		{INSTANT("# operation reduce\n") "0 1 2 1\n0 2 1 1\n",
			"processor 1 receives message 1 by 0, after it has "
			"sent it: operands are lost"},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char text[1000];

		strcpy(text, words[i].text);
		judge_says(text, words[i].expected);
	}
}

int main(int argc, char **argv)
{
	struct random chance = {.seed = 7};

	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_words());
	RUN(test_all_planned(&chance));
	for (int i = 0; i < 20000; i++)
		RUN(test_instant(&chance));
	return test_done();
}
