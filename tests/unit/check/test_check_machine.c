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
	struct machine machine;
	struct schedule *schedule;
	struct problem problem;
	mpq_t send;

	mpq_init(send);
	machine_init(&machine);
	machine_message_init(&message);
	problem_init(&problem);
	problem.max_bits = MAX_BITS;
	mpz_set_ui(problem.n, 1 + random_below(chance, 14));
	mpz_set_ui(problem.m, 1 + random_below(chance, 6));
	machine_any(machine.latency, chance, 0, 60, 3);
	machine_any(machine.point->overhead, chance, 0, 6, 3);
	machine_any(machine.point->gap, chance, 0, 6, 3);
	machine_any(machine.point->byte, chance, 0, 3, 9);
	if (mpq_sgn(machine.point->overhead) == 0)
		mpq_set_ui(machine.point->gap, 1, 1);
	mpq_set_ui(send, 1 + random_below(chance, 30), 1);
	machine_message_set(&message, &machine, send);
	set_latency(&problem, send, &message);
	if (mpq_sgn(problem.lambda) > 0 && mpq_sgn(message.end) > 0) {
		CHECK(algorithm_open(&schedule, algorithm, MODEL_POSTAL,
			      &problem, &usual, &err) == STATUS_OK);
		CHECK(schedule_scaled(&schedule, schedule, send,
			      &(struct schedule_machine){"", NULL, &message},
			      &err) == STATUS_OK);
		judge_planned(schedule, chance, algorithm->name);
	}
	problem_clear(&problem);
	machine_clear(&machine);
	machine_message_clear(&message);
	mpq_clear(send);
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

static void test_words(void)
{
	static const struct {
		const char *text, *expected;
	} words[] = {
		{ROWS "0 0 1 1\n2 0 1 2\n6 1 2 1\n8 1 2 2\n", "ok"},
		{ROWS "0 0 1 1\n1 0 1 2\n6 1 2 1\n8 1 2 2\n",
			"the send port of 0 is taken twice at 1: it sends to 1 "
			"and to 1"},
		{ROWS "0 0 1 1\n1/2 0 1 2\n7 1 2 1\n9 1 2 2\n",
			"the CPU of 0 is taken twice at 1/2: it sends to 1 and "
			"to 1"},
		{ROWS "0 0 1 1\n2 0 1 2\n13/2 1 2 1\n17/2 1 2 2\n",
			"the CPU of 1 is taken twice at 7: it sends to 2 and "
			"receives from 0"},
		{ROWS "0 0 1 1\n2 0 1 2\n5 1 2 1\n8 1 2 2\n",
			"processor 1 sends message 1 at 5, but has it only at "
			"6"},
		{ROWS "0 0 1 1\n2 0 2 2\n", "processor 1 never gets message 2"},
		{HEAD "time from to message taken\n"
		      "0 0 1 1 5\n2 0 1 2 8\n6 1 2 1 11\n9 1 2 2 14\n",
			"ok"},
		{HEAD "time from to message taken\n"
		      "0 0 1 1 5\n2 0 1 2 6\n6 1 2 1 11\n9 1 2 2 14\n",
			"processor 1 takes message 2 at 6, but it is there "
			"only at 7"},
		{HEAD "time from to message taken\n"
		      "0 0 1 1 5\n2 0 1 2 8\n6 1 2 1 25/2\n9 1 2 2 14\n",
			"the receive port of 2 is taken twice at 14: it "
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
	for (int i = 0; i < 2000; i++)
		RUN(test_planned(&chance));
	return test_done();
}
