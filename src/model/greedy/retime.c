/*
 * Retimes the rows of a schedule (core/retimed.h), drops those that send
 * nothing new, sorts them by time and sender, and renumbers them as in a pass:
 * there, processors are numbered in the order in which they first receive,
 * messages in the order in which the source first sends them.
 *
 * Example: n = 3, m = 1 at latency 1: 0 sends to 2 at time 0, to 1 at time 1.
 * Processor 2 becomes 1, and 1 becomes 2.
 */
#include "model/greedy/pass.h"

#include <stdlib.h>

#include "base/mem.h"
#include "core/retimed.h"
#include "number/number.h"

static int compare_sends(const void *x, const void *y)
{
	const struct greedy_send *a = x, *b = y;

	return number_compare_next(
		number_compare_u64(a->tick, b->tick), a->from, b->from);
}

/* Numbers from 1, in `message' and `processor'; the source stays 0.  Returns 0
 * if the source repeats a message before it has sent all. */
static int renumber(
	struct greedy_send *send, const struct greedy_problem *problem)
{
	uint32_t *message = mem_array(problem->m, sizeof *message);
	uint32_t *processor = mem_array(problem->n, sizeof *processor);
	uint32_t fresh = 0, next = 0;
	int is_usual = 1;

	for (size_t k = greedy_sends(problem); k-- > 0 && is_usual; send++) {
		if (send->from == 0 && fresh < problem->m) {
			is_usual = message[send->message] == 0;
			message[send->message] = ++fresh;
		}
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
	const struct transmission *row;
	struct retimed retimed;
	size_t sends = 0, count;
	int is_read;
	struct err err;

	retimed_init(&retimed, problem->n, problem->m, problem->unit,
		problem->latency);
	while ((is_read = schedule_next(schedule, &row, &count, &err) ==
			  STATUS_OK) &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			struct transmission one = row[i];

			if (retimed_send(&retimed, &one))
				send[sends++] = (struct greedy_send){one.tick,
					(uint32_t)one.from, (uint32_t)one.to,
					(uint32_t)one.message - 1};
		}
	retimed_clear(&retimed);
	if (!is_read || sends != greedy_sends(problem))
		return 0;
	qsort(send, sends, sizeof *send, compare_sends);
	return renumber(send, problem);
}
