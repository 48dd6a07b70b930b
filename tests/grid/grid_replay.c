/*
 * The bound on what latencies that vary can add to a schedule: never exceeded
 * by all latencies of short schedules, nor by a search for bad ones in long
 * ones. The player is another than that of check/replay: step by step.
 */
#include <string.h>

#include "base/mem.h"
#include "check/replay.h"
#include "number/random.h"
#include "model/algorithm.h"
#include "test.h"

enum {
	ROWS = 1 << 14,
	ALL = 1 << 14, /* so many choices of latencies are all tried */
	PLACES = 1 << 13,
	CLIMBS = 6000,
	MEMORY = 1 << 26
};

static struct err err;

/* A schedule with the latencies of its rows; when a message is received, 0: not
 * yet, else one more. */
struct play {
	struct transmission row[ROWS];
	unsigned char latency[ROWS], is_relayed[ROWS];
	size_t rows, next[PLACES];
	uint64_t n, m, L, late; /* late: the sum of all receptions */
	uint64_t held[PLACES], arrival[ROWS];
	int is_reversed; /* of what arrives together, the last row goes first */
};

static struct play play;

static size_t place(uint64_t p, uint64_t i)
{
	return (size_t)(p * play.m + i - 1);
}

/* Whether row i goes before row j, which waits with it. */
static int goes_first(size_t i, size_t j)
{
	if (play.arrival[i] != play.arrival[j])
		return play.arrival[i] < play.arrival[j];
	if (play.is_reversed)
		return i > j;
	if (play.is_relayed[i] != play.is_relayed[j])
		return play.is_relayed[i] < play.is_relayed[j];
	return i < j;
}

/* Which row the processor receives now, ROWS: none. */
static size_t choose_row(
	const size_t *waiting, size_t count, uint64_t p, uint64_t time)
{
	size_t best = ROWS;

	for (size_t k = 0; k < count; k++) {
		size_t i = waiting[k];

		if (play.row[i].to == p && play.arrival[i] <= time &&
			(best == ROWS || goes_first(i, best)))
			best = i;
	}
	return best;
}

static size_t receive_all(size_t *waiting, size_t count, uint64_t time)
{
	for (uint64_t p = 1; p < play.n; p++) {
		size_t i = choose_row(waiting, count, p, time), k = 0;

		if (i == ROWS)
			continue;
		while (waiting[k] != i)
			k++;
		waiting[k] = waiting[--count];
		play.late += time;
		if (play.held[place(p, play.row[i].message)] == 0)
			play.held[place(p, play.row[i].message)] = time + 1;
	}
	return count;
}

/* play.next: no row before it is one that the sender still has to send. */
static size_t send_all(size_t *waiting, size_t count, uint64_t time)
{
	for (uint64_t p = 0; p < play.n; p++) {
		size_t i = play.next[p];
		const struct transmission *row = &play.row[i];

		while (i < play.rows && play.row[i].from != p)
			row = &play.row[++i];
		play.next[p] = i;
		if (i == play.rows || row->tick > time ||
			(p > 0 && (play.held[place(p, row->message)] == 0 ||
					  play.held[place(p, row->message)] >
						  time + 1)))
			continue;
		play.arrival[i] = time + play.latency[i];
		waiting[count++] = i;
		play.next[p]++;
	}
	return count;
}

/* When the last message is received. */
static uint64_t finish(void)
{
	static size_t waiting[ROWS];
	size_t count = 0, sent = 0;
	uint64_t time = 0;

	memset(play.held, 0, sizeof play.held);
	memset(play.next, 0, sizeof play.next);
	play.late = 0;
	for (;; time++) {
		size_t before;

		count = receive_all(waiting, count, time);
		before = count;
		count = send_all(waiting, count, time);
		sent += count - before;
		if (sent == play.rows && count == 0)
			return time;
	}
}

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

/* Reads the rows for the player; whether they are not too many. */
static int read_play(struct schedule *schedule)
{
	const struct transmission *row;
	size_t count;

	play.n = schedule->header.processors;
	play.m = schedule->header.messages;
	play.L = schedule->header.latency / schedule->header.unit;
	play.rows = 0;
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0 && play.rows + count <= ROWS) {
		memcpy(play.row + play.rows, row, count * sizeof *row);
		play.rows += count;
	}
	memset(play.is_relayed, 0, sizeof play.is_relayed);
	for (size_t i = 0; i < play.rows; i++)
		for (size_t j = 0; j < play.rows; j++)
			if (play.row[j].from == play.row[i].to &&
				play.row[j].message == play.row[i].message)
				play.is_relayed[i] = 1;
	memset(play.latency, (int)play.L, sizeof play.latency);
	return count == 0;
}

/* -- latencies */

/* The worst of all latencies, 0 if there are too many. */
static uint64_t worst_of_all(void)
{
	uint64_t worst = 0, choices = 1, time;

	for (size_t i = 0; i < play.rows; i++)
		if ((choices *= play.L) > ALL)
			return 0;
	for (uint64_t choice = 0; choice < choices; choice++) {
		uint64_t rest = choice;

		for (size_t i = 0; i < play.rows; i++) {
			play.latency[i] = (unsigned char)(1 + rest % play.L);
			rest /= play.L;
		}
		time = finish();
		worst = time > worst ? time : worst;
	}
	return worst;
}

/* The worst on the way to bad ones: a change of a few latencies stays if the
 * messages are not earlier in all. */
static uint64_t worst_found(struct random *random)
{
	uint64_t worst = finish(), late = play.late;

	for (unsigned climb = 0; climb < CLIMBS; climb++) {
		size_t at[3];
		unsigned char old[3];

		for (size_t k = 0; k < 3; k++) {
			at[k] = random_below(random, (uint32_t)play.rows);
			old[k] = play.latency[at[k]];
			play.latency[at[k]] =
				(unsigned char)(1 + random_below(random,
							    (uint32_t)play.L));
		}
		uint64_t time = finish();

		worst = time > worst ? time : worst;
		if (play.late >= late) {
			late = play.late;
			continue;
		}
		for (size_t k = 3; k-- > 0;)
			play.latency[at[k]] = old[k];
	}
	return worst;
}

/* -- the grid */

struct tally {
	unsigned long cases, met, beyond, found, bound;
};

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
	CHECK(read_play(schedule));
	schedule_close(schedule);
	CHECK(finish() == fixed);
	worst = random ? worst_found(random) : worst_of_all();
	play.is_reversed = 1;
	reversed = random ? worst_found(random) : worst_of_all();
	play.is_reversed = 0;
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

int main(void)
{
	check_all_latencies();
	check_climbs();
	return test_done();
}
