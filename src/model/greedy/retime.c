/*
 * Of the rows, retimed, those are kept that send something new.  In a pass,
 * processors and messages are numbered in the order in which they are first
 * sent to, and sent by the source.
 */
#include "model/greedy/pass.h"

#include <stdlib.h>

#include "base/mem.h"
#include "core/retimed.h"
#include "number/number.h"

struct retime {
	const struct greedy_problem *problem;
	struct greedy_send *send;
	size_t sends;
};

static void add_send_of(struct retime *retime, const struct transmission *row)
{
	retime->send[retime->sends++] =
		(struct greedy_send){row->tick, (uint32_t)row->from,
			(uint32_t)row->to, (uint32_t)row->message - 1};
}

static int compare_sends(const void *x, const void *y)
{
	const struct greedy_send *a = x, *b = y;

	return number_compare_next(
		number_compare_u64(a->tick, b->tick), a->from, b->from);
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
	struct retime retime = {.problem = problem, .send = send};
	const struct transmission *row;
	struct retimed retimed;
	size_t count = 1;
	int is_whole = 1;
	struct err err;

	retimed_init(&retimed, problem->n, problem->m, problem->unit,
		problem->latency);
	while (is_whole && count > 0) {
		is_whole = schedule_next(schedule, &row, &count, &err) ==
			   STATUS_OK;
		for (size_t i = 0; is_whole && i < count; i++) {
			struct transmission one = row[i];

			if (retimed_send(&retimed, &one))
				add_send_of(&retime, &one);
		}
	}
	retimed_clear(&retimed);
	if (!is_whole || retime.sends != greedy_sends(problem))
		return 0;
	qsort(send, retime.sends, sizeof *send, compare_sends);
	return renumber(&retime);
}
