/*
 * The bound on the time that varying latencies can add to a schedule: not
 * exceeded by any latencies in short schedules, nor by those that a search for
 * bad ones finds in long schedules.  The player is not that of check/replay,
 * but goes step by step.
 */
#include "base/mem.h"
#include "check/check.h"
#include "judge/late.h"
#include "judge/player.h"
#include "judge/rows.h"
#include "model/algorithm.h"
#include "test.h"

enum {
	ALL = 1 << 14, /* up to so many choices of latencies all are tried */
	CLIMBS = 6000,
	DRAWN = 20000,
	AIMS = 200,
	MEMORY = 1 << 26
};

static struct err err;
static struct player play;

/* -- schedules */

static struct schedule *open_by(const char *name, const struct problem *problem)
{
	struct algorithm_options options = {0};
	struct schedule *schedule = NULL;
	const struct algorithm *algorithm = algorithm_find(name);

	CHECK(algorithm &&
		algorithm_open(&schedule, algorithm, algorithm->model, problem,
			&options, &err) == STATUS_OK);
	return schedule;
}

/* -- the grid */

struct tally {
	unsigned long cases, met, beyond, found, bound;
};

/* The latest end found; if random is NULL, the latest of all choices of
 * latencies. */
static uint64_t worst_of(struct random *random)
{
	return random ? judge_player_climb(&play, random, CLIMBS)
		      : judge_player_worst(&play, ALL);
}

static void check_schedule_of(const char *name, uint64_t n, uint64_t m,
	uint64_t L, struct random *random, struct tally *tally)
{
	const struct problem *problem = test_problem_words(n, m, L, 1 << 24);
	struct schedule *schedule = open_by(name, problem);
	struct replay *replay;
	uint64_t fixed, latest, worst, reversed;

	CHECK(replay_open(&replay, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	fixed = replay_finish(replay, LATENCIES_FIXED, 0, 0);
	latest = replay_latest(replay);
	for (int i = 0; i < LATENCIES; i++)
		for (uint64_t trial = 0; trial < 5; trial++)
			CHECK_FOR(replay_finish(replay, (enum latencies)i, 1,
					  trial) <= latest,
				"%s -n %d -m %d -l %d", name, (int)n, (int)m,
				(int)L);
	replay_close(replay);
	schedule = open_by(name, problem);
	CHECK(judge_player_read(&play, schedule));
	schedule_close(schedule);
	CHECK(judge_player_finish(&play) == fixed);
	worst = worst_of(random);
	play.is_reversed = 1;
	reversed = worst_of(random);
	worst = reversed > worst ? reversed : worst;
	CHECK_FOR(worst <= latest, "%s -n %d -m %d -l %d", name, (int)n, (int)m,
		(int)L);
	tally->cases += worst > 0;
	tally->met += worst == latest;
	tally->found += worst > fixed ? worst - fixed : 0;
	tally->bound += worst > 0 ? latest - fixed : 0;
}

static void print_tally(const char *what, const struct tally *tally)
{
	printf("%s: %lu schedules, %lu at the bound; later in all by %lu, by "
	       "the bound %lu\n",
		what, tally->cases, tally->met, tally->found, tally->bound);
}

static const char *const names[] = {"continuous", "bcast", "repeat", "pack",
	"pipeline", "chain", "binary", "binomial", "greedy", "cyclic"};

static void check_all_latencies(void)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct tally tally = {0};

		for (uint64_t n = 2; n <= 6; n++)
			for (uint64_t m = 1; m <= (i == 1 ? 1 : 9); m++)
				for (uint64_t L = 2; L <= 4; L++)
					if ((n - 1) * m <= 14)
						check_schedule_of(names[i], n,
							m, L, NULL, &tally);
		print_tally(names[i], &tally);
	}
}

static void check_climbs(void)
{
	struct random random = {.seed = 1};

	for (uint64_t n = 3; n <= 21; n += 3)
		for (uint64_t L = 2; L <= 4; L++) {
			struct tally tally = {0};

			check_schedule_of(
				"continuous", n, 60, L, &random, &tally);
			printf("n = %d, L = %d, ", (int)n, (int)L);
			print_tally("continuous", &tally);
		}
}

/* Schedules that no algorithm builds; in some of them senders meet. */
static void check_drawn(int are_meetings, int is_dense)
{
	static struct late list;
	struct random random = {.seed = 2};
	struct tally tally = {0};

	for (int i = 0; i < DRAWN; i++) {
		struct late_meeting meeting;
		struct schedule *schedule;
		struct replay *replay;
		struct check check;
		uint64_t bound, worst;

		if (are_meetings) {
			judge_late_draw_meeting(&meeting, &random);
			judge_late_meet(&list, &meeting);
		} else {
			judge_late_draw(&list, &random, is_dense);
		}
		schedule = judge_rows_open(&list.header, list.row, list.count);
		CHECK(check_schedule(&check, schedule, MEMORY, &err) ==
			STATUS_OK);
		schedule_close(schedule);
		if (check.violations > 0)
			continue;
		schedule = judge_rows_open(&list.header, list.row, list.count);
		CHECK(replay_open(&replay, schedule, MEMORY, &err) ==
			STATUS_OK);
		schedule_close(schedule);
		bound = replay_latest(replay);
		replay_close(replay);
		judge_player_set(&play, &list.header, list.row, list.count);
		worst = judge_player_aim(&play, &random, AIMS);
		CHECK_FOR(worst <= bound, "%s %d", list.header.algorithm, i);
		tally.cases++;
		tally.met += worst == bound;
		tally.found += worst - check.finish;
		tally.bound += bound - check.finish;
	}
	print_tally(list.header.algorithm, &tally);
}

int main(void)
{
	check_drawn(0, 0);
	check_drawn(0, 1);
	check_drawn(1, 0);
	check_all_latencies();
	check_climbs();
	return test_done();
}
