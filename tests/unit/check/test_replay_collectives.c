/*
 * Replays of operations in which a send needs all that has come before it, set
 * against a player that goes step by step over all rows; and never later than
 * replay_latest says.
 */
#include "base/mem.h"
#include "check/check.h"
#include "judge/rows.h"
#include "model/algorithm.h"
#include "number/random.h"
#include "test.h"

enum { SEED = 7, TRIALS = 6 };

static struct err err;

/* What was played of a row. */
struct played {
	uint64_t arrival, received;
	int is_sent, is_received, is_sent_on;
};

struct play {
	const struct transmission *row;
	struct played *played;
	size_t rows;
	uint64_t L, n, trial;
	enum latencies latencies;
};

/* Whether a send has to wait for a receive, by the schedule. */
static int needs(const struct play *play, size_t send, size_t received)
{
	return play->row[received].message == play->row[send].message &&
	       play->row[received].to == play->row[send].from &&
	       play->row[received].tick + play->L <= play->row[send].tick;
}

static uint64_t latency_of(const struct play *play, size_t i)
{
	uint64_t u = random_u64(SEED, play->trial * play->rows + i);

	if (play->latencies == LATENCIES_RANDOM)
		return 1 + u % play->L;
	if (play->latencies == LATENCIES_EXTREME)
		return u % 2 ? 1 : play->L;
	if (play->latencies == LATENCIES_TERMINAL_EXTREME &&
		!play->played[i].is_sent_on)
		return u % 2 ? 1 : play->L;
	return play->L;
}

/* Of what has arrived at p and waits, what came first, then what it never sends
 * on, then the first row. */
static size_t first_waiting(const struct play *play, uint64_t p, uint64_t now)
{
	size_t first = SIZE_MAX;

	for (size_t i = 0; i < play->rows; i++) {
		const struct played *x = &play->played[i], *y;

		if (play->row[i].to != p || !x->is_sent || x->is_received ||
			x->arrival > now)
			continue;
		y = &play->played[first == SIZE_MAX ? i : first];
		if (first == SIZE_MAX || x->arrival < y->arrival ||
			(x->arrival == y->arrival &&
				x->is_sent_on < y->is_sent_on))
			first = i;
	}
	return first;
}

/* The sends of p, in its order: the first that is left, if it may start. */
static void send_next(struct play *play, uint64_t p, uint64_t now)
{
	for (size_t i = 0; i < play->rows; i++) {
		if (play->row[i].from != p || play->played[i].is_sent)
			continue;
		for (size_t k = 0; k < play->rows; k++)
			if (needs(play, i, k) && !play->played[k].is_received)
				return;
		if (play->row[i].tick > now)
			return;
		play->played[i].is_sent = 1;
		play->played[i].arrival = now + latency_of(play, i);
		return;
	}
}

static uint64_t play_all(struct play *play)
{
	size_t left = play->rows;
	uint64_t now = 0;

	for (size_t i = 0; i < play->rows; i++) {
		play->played[i] = (struct played){.arrival = 0};
		for (size_t k = 0; k < play->rows; k++)
			play->played[i].is_sent_on |=
				play->row[k].from == play->row[i].to &&
				play->row[k].message == play->row[i].message;
	}
	for (; left > 0; now++)
		for (uint64_t p = 0; p < play->n; p++) {
			size_t first = first_waiting(play, p, now);

			if (first != SIZE_MAX) {
				play->played[first].is_received = 1;
				left--;
			}
			send_next(play, p, now);
		}
	return now > 0 ? now - 1 : 0;
}

/* Rows of the schedule are played in all these ways. */
static void check_replay(struct schedule *schedule, const char *name)
{
	static const enum latencies ways[] = {LATENCIES_FIXED, LATENCIES_RANDOM,
		LATENCIES_EXTREME, LATENCIES_TERMINAL_EXTREME};
	struct transmissions list = {0};
	struct play play = {.L = schedule->header.latency,
		.n = schedule->header.processors};
	struct replay *replay;

	CHECK(judge_rows_read(&list, schedule));
	play.row = list.row;
	play.rows = list.count;
	play.played = mem_array(list.count + 1, sizeof *play.played);
	schedule = judge_rows_open(&schedule->header, list.row, list.count);
	CHECK(replay_open(&replay, schedule, 1 << 26, &err) == STATUS_OK);
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
		for (play.trial = 0; play.trial < TRIALS; play.trial++) {
			uint64_t finish = replay_finish(
				replay, ways[w], SEED, play.trial);

			play.latencies = ways[w];
			CHECK_FOR(finish == play_all(&play),
				"%s, n = %d, way %d", name, (int)play.n,
				(int)w);
			CHECK_FOR(finish <= replay_latest(replay), "%s", name);
		}
	replay_close(replay);
	schedule_close(schedule);
	mem_free(play.played);
	transmissions_clear(&list);
}

static void test_operation(const struct algorithm *row,
	enum operation operation, const struct problem *problem)
{
	const struct algorithm_options options = {.operation = (int)operation};
	struct schedule *schedule;

	CHECK(algorithm_open(&schedule, row, MODEL_POSTAL, problem, &options,
		      &err) == STATUS_OK);
	check_replay(schedule, row->name);
	schedule_close(schedule);
}

static void test_replays(void)
{
	for (const struct algorithm *row = algorithms; row->name; row++)
		for (uint64_t n = 1; n <= 9; n++)
			for (int o = OPERATION_SCATTER; o <= OPERATION_EXSCAN;
				o++) {
				const struct problem *problem =
					test_problem_words(
						n, 1, 1 + n % 4, 1 << 26);

				if (row->open &&
					algorithm_has(row, (enum operation)o) &&
					algorithm_applies(
						row, problem, MODEL_POSTAL))
					test_operation(row, (enum operation)o,
						problem);
			}
}

/* Reductions have several messages, and what is sent needs all of them. */
static void test_reductions(void)
{
	for (unsigned long n = 2; n < 9; n++) {
		const struct algorithm_options options = {
			.operation = OPERATION_REDUCE};
		struct schedule *schedule, *sum;
		const struct problem *problem =
			test_problem_words(n, 3, 3, 1 << 26);

		CHECK(algorithm_open(&schedule, algorithm_find("pipeline"),
			      MODEL_POSTAL, problem, &options,
			      &err) == STATUS_OK);
		CHECK(schedule_reversed(&sum, schedule, 1 << 26, &err) ==
			STATUS_OK);
		check_replay(sum, "reduce");
		schedule_close(sum);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_replays());
	RUN(test_reductions());
	return test_done();
}
