/*
 * Row by row: a send begins when its sender and its receiver are free and the
 * message is there.  In a pass, processors and messages are numbered in the
 * order in which they are first sent to, and sent by the source.
 */
#include "model/greedy/pass.h"

#include <stdlib.h>

#include "base/mem.h"

struct retime {
	const struct greedy_problem *problem;
	struct greedy_send *send;
	size_t sends;
	/* By processor: when it can send, and be sent to. */
	uint64_t *sends_from, *gets_from;
	uint64_t *held_from; /* [processor·m + message]; 0: never */
};

static uint64_t later_tick(uint64_t x, uint64_t y)
{
	return x > y ? x : y;
}

static void retime_row(struct retime *retime, const struct transmission *row)
{
	const struct greedy_problem *problem = retime->problem;
	uint32_t from = (uint32_t)row->from, to = (uint32_t)row->to;
	uint32_t message = (uint32_t)row->message - 1;
	size_t m = problem->m;
	uint64_t *held = &retime->held_from[to * m + message];
	uint64_t tick =
		later_tick(retime->sends_from[from], retime->gets_from[to]);

	if (to == 0 || *held > 0)
		return;
	tick = later_tick(tick, retime->held_from[from * m + message]);
	retime->send[retime->sends++] =
		(struct greedy_send){tick, from, to, message};
	retime->sends_from[from] = retime->gets_from[to] = tick + problem->unit;
	*held = tick + problem->latency;
}

static int compare_sends(const void *x, const void *y)
{
	const struct greedy_send *a = x, *b = y;

	if (a->tick != b->tick)
		return a->tick < b->tick ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

/* Returns 0 if the source sends something again before it has sent all. */
static int number_messages(const struct retime *retime, uint32_t *number)
{
	uint32_t fresh = 0, m = retime->problem->m;

	for (size_t k = 0; k < retime->sends && fresh < m; k++) {
		const struct greedy_send *send = &retime->send[k];

		if (send->from != 0)
			continue;
		if (number[send->message] > 0)
			return 0;
		number[send->message] = ++fresh;
	}
	return fresh == m;
}

/* Numbers from 1, the processors' from the source's, 0. */
static int renumber(struct retime *retime)
{
	uint32_t *message = mem_array(retime->problem->m, sizeof *message);
	uint32_t *processor = mem_array(retime->problem->n, sizeof *processor);
	uint32_t next = 0;
	int is_usual = number_messages(retime, message);

	for (size_t k = 0; k < retime->sends && is_usual; k++) {
		struct greedy_send *send = &retime->send[k];

		if (processor[send->to] == 0)
			processor[send->to] = ++next;
		send->from = processor[send->from];
		send->to = processor[send->to];
		send->message = message[send->message] - 1;
	}
	mem_free(message);
	mem_free(processor);
	return is_usual;
}

int greedy_retime(struct greedy_send *send,
	const struct greedy_problem *problem, struct schedule *schedule)
{
	size_t n = problem->n, m = problem->m, count = 1;
	struct retime retime = {.problem = problem, .send = send};
	const struct transmission *row;
	int is_whole = 1;
	struct err err;

	retime.sends_from = mem_array(n, sizeof *retime.sends_from);
	retime.gets_from = mem_array(n, sizeof *retime.gets_from);
	retime.held_from = mem_array(n * m, sizeof *retime.held_from);
	while (is_whole && count > 0) {
		is_whole = schedule_next(schedule, &row, &count, &err) ==
			   STATUS_OK;
		for (size_t i = 0; is_whole && i < count; i++)
			retime_row(&retime, &row[i]);
	}
	mem_free(retime.sends_from);
	mem_free(retime.gets_from);
	mem_free(retime.held_from);
	if (!is_whole || retime.sends != greedy_sends(problem))
		return 0;
	qsort(send, retime.sends, sizeof *send, compare_sends);
	return renumber(&retime);
}
