/*
 * A second judge of logp schedules, for tests: it plays a schedule step by step
 * under every order in which an adversary could break ties, and has nothing in
 * common with check/check.
 */
#ifndef FIBCAST_QUEUE_JUDGE_H
#define FIBCAST_QUEUE_JUDGE_H

#include "core/schedule.h"

enum { ROWS = 6, SIDE = 4, STEPS = 24 };

/* A small schedule; rank[i] breaks the ties of row i. */
struct play {
	uint64_t n, m, latency;
	struct transmission row[ROWS];
	int rank[ROWS];
	size_t count;
};

/* held[p][i]: since when p has message i; STEPS: never. */
struct outcome {
	uint64_t held[SIDE][SIDE + 1];
	uint64_t finish;
};

static void start(struct outcome *outcome)
{
	outcome->finish = 0;
	for (int p = 0; p < SIDE; p++)
		for (int i = 0; i <= SIDE; i++)
			outcome->held[p][i] = p == 0 ? 0 : STEPS;
}

/* The waiting row that p receives at the time, or ROWS. */
static size_t choose(const struct play *play, const int *is_received,
	uint64_t p, uint64_t time)
{
	size_t best = ROWS;

	for (size_t i = 0; i < play->count; i++) {
		const struct transmission *row = &play->row[i];

		if (row->to != p || is_received[i] ||
			row->tick + play->latency > time)
			continue;
		if (best == ROWS || row->tick < play->row[best].tick ||
			(row->tick == play->row[best].tick &&
				play->rank[i] < play->rank[best]))
			best = i;
	}
	return best;
}

static void simulate(struct outcome *outcome, const struct play *play)
{
	int is_received[ROWS] = {0};

	start(outcome);
	for (uint64_t time = 0; time < STEPS; time++)
		for (uint64_t p = 0; p < play->n; p++) {
			size_t i = choose(play, is_received, p, time);
			uint64_t *held;

			if (i == ROWS)
				continue;
			is_received[i] = 1;
			outcome->finish = time;
			held = &outcome->held[p][play->row[i].message];
			if (*held > time)
				*held = time;
		}
}

/* Whether every row can be sent, and everybody has everything in the end. */
static int is_valid(const struct play *play, const struct outcome *outcome)
{
	for (size_t i = 0; i < play->count; i++) {
		const struct transmission *row = &play->row[i];

		if (row->from == row->to ||
			outcome->held[row->from][row->message] > row->tick)
			return 0;
		for (size_t j = 0; j < i; j++)
			if (play->row[j].from == row->from &&
				play->row[j].tick == row->tick)
				return 0;
	}
	for (uint64_t p = 0; p < play->n; p++)
		for (uint64_t i = 1; i <= play->m; i++)
			if (outcome->held[p][i] == STEPS)
				return 0;
	return 1;
}

/* Whether the play is valid with ranks fixed below, and any from at on. */
static int is_always_valid(struct play *play, size_t at, uint64_t *finish)
{
	struct outcome outcome;

	if (at == play->count) {
		simulate(&outcome, play);
		*finish = outcome.finish;
		return is_valid(play, &outcome);
	}
	for (size_t i = at; i < play->count; i++) {
		int rank = play->rank[i], all;

		play->rank[i] = play->rank[at];
		play->rank[at] = rank;
		all = is_always_valid(play, at + 1, finish);
		play->rank[at] = play->rank[i];
		play->rank[i] = rank;
		if (!all)
			return 0;
	}
	return 1;
}

#endif
