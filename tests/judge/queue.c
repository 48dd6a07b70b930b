/* Plays the schedule under every order of ties. */
#include "judge/queue.h"

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

void judge_queue_simulate(struct outcome *outcome, const struct play *play)
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

/* Whether every row can be sent, and everybody has everything at the end. */
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

int judge_queue_is_always_valid(struct play *play, size_t at, uint64_t *finish)
{
	struct outcome outcome;

	if (at == play->count) {
		judge_queue_simulate(&outcome, play);
		*finish = outcome.finish;
		return is_valid(play, &outcome);
	}
	for (size_t i = at; i < play->count; i++) {
		int rank = play->rank[i], all;

		play->rank[i] = play->rank[at];
		play->rank[at] = rank;
		all = judge_queue_is_always_valid(play, at + 1, finish);
		play->rank[at] = play->rank[i];
		play->rank[i] = rank;
		if (!all)
			return 0;
	}
	return 1;
}
