/* Plays a schedule by the queue rule, step by step. */
#include "judge/continuous.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

enum status judge_continuous_open(struct schedule **schedule,
	enum continuous_method way, unsigned long P, unsigned long m,
	unsigned long L, struct err *err)
{
	return continuous_open_by(schedule, way,
		test_problem_words(P, m, L, (uint64_t)1 << 33), err);
}

int judge_continuous_read(struct judge *judge, struct schedule *schedule)
{
	const struct schedule_header *header = &schedule->header;
	const struct transmission *rows;
	size_t count = 1, room = 0;
	struct err err;

	*judge = (struct judge){.P = (int)header->processors,
		.m = (int)header->messages,
		.L = (int)header->latency,
		.claim = header->finish};
	while (count > 0) {
		if (schedule_next(schedule, &rows, &count, &err) != STATUS_OK)
			return 0;
		while (judge->rows + count > room) {
			room = 2 * room + 256;
			judge->row = mem_resize(
				judge->row, room, sizeof *judge->row);
		}
		if (count > 0)
			memcpy(judge->row + judge->rows, rows,
				count * sizeof *rows);
		judge->rows += count;
	}
	schedule_close(schedule);
	return 1;
}

void judge_continuous_clear(struct judge *judge)
{
	mem_free(judge->row);
	mem_free(judge->known);
}

static int *judge_known(const struct judge *judge, uint64_t p, uint64_t i)
{
	return &judge->known[p * ((uint64_t)judge->m + 1) + i];
}

/* Whether rows are in order, numbers in range, nobody sends twice in a step,
 * and the source sends item i at i - 1 and never again. */
static int judge_form(const struct judge *judge)
{
	int fine = judge->rows == (size_t)judge->m * (size_t)(judge->P - 1);

	for (size_t i = 0; i < judge->rows; i++) {
		const struct transmission *row = &judge->row[i];

		fine = fine && row->from < (uint64_t)judge->P && row->to >= 1 &&
		       row->to < (uint64_t)judge->P && row->from != row->to &&
		       row->message >= 1 && row->message <= (uint64_t)judge->m;
		if (row->from == 0)
			fine = fine && row->tick == row->message - 1;
		if (i > 0)
			fine = fine &&
			       (row->tick > row[-1].tick ||
				       (row->tick == row[-1].tick &&
					       row->from > row[-1].from));
	}
	return fine;
}

/*
 * Every receiver takes one of the items that have arrived in each step, first
 * those sent first; items sent in the same step all count as received when the
 * last of them is.
 */
static int judge_receive(const struct judge *judge, int *waits)
{
	size_t P = (size_t)judge->P;
	int *last = mem_array(P, sizeof *last),
	    *slot = mem_array(P, sizeof *slot);
	int *count = mem_array(P, sizeof *count), fine = 1;
	size_t begin = 0, end;

	*waits = 0;
	for (size_t p = 0; p < P; p++)
		last[p] = -1;
	for (; begin < judge->rows; begin = end) {
		int arrival = (int)judge->row[begin].tick + judge->L;

		for (end = begin;
			end < judge->rows &&
			judge->row[end].tick == judge->row[begin].tick;
			end++)
			count[judge->row[end].to]++;
		for (size_t i = begin; i < end; i++) {
			const struct transmission *row = &judge->row[i];
			int *known = judge_known(judge, row->to, row->message);

			if (count[row->to] > 0) {
				slot[row->to] = last[row->to] + 1 > arrival
							? last[row->to] + 1
							: arrival;
				last[row->to] =
					slot[row->to] + count[row->to] - 1;
				count[row->to] = 0;
			}
			fine = fine && *known == JUDGE_NEVER;
			*known = last[row->to];
			if (last[row->to] - arrival > *waits)
				*waits = last[row->to] - arrival;
		}
	}
	mem_free(last);
	mem_free(slot);
	mem_free(count);
	return fine;
}

struct verdict judge_continuous_play(struct judge *judge)
{
	size_t room = (size_t)judge->P * ((size_t)judge->m + 1);
	struct verdict verdict = {.valid = judge_form(judge)};

	judge->known = mem_array(room, sizeof *judge->known);
	for (size_t i = 0; i < room; i++)
		judge->known[i] = JUDGE_NEVER;
	verdict.valid = verdict.valid && judge_receive(judge, &verdict.waits);
	for (size_t i = 0; verdict.valid && i < judge->rows; i++) {
		const struct transmission *row = &judge->row[i];

		if (row->from > 0 && *judge_known(judge, row->from,
					     row->message) > (int)row->tick)
			verdict.valid = 0;
	}
	for (uint64_t p = 1; p < (uint64_t)judge->P; p++)
		for (uint64_t i = 1; i <= (uint64_t)judge->m; i++) {
			int known = *judge_known(judge, p, i);

			if (known > verdict.finish)
				verdict.finish = known;
			if (known + 2 - (int)i > verdict.delay)
				verdict.delay = known + 2 - (int)i;
		}
	verdict.valid =
		verdict.valid && judge->claim == (uint64_t)verdict.finish;
	return verdict;
}

struct verdict judge_continuous_case(enum continuous_method way,
	unsigned long P, unsigned long m, unsigned long L)
{
	struct verdict verdict = {0};
	struct schedule *schedule;
	struct judge judge;
	struct err err;

	if (judge_continuous_open(&schedule, way, P, m, L, &err) != STATUS_OK)
		return verdict;
	if (judge_continuous_read(&judge, schedule))
		verdict = judge_continuous_play(&judge);
	judge_continuous_clear(&judge);
	return verdict;
}

int judge_continuous_two_steps(unsigned long nodes)
{
	unsigned long f = 1, next = 1;
	int i = 1;

	for (; f < nodes; i++) {
		unsigned long sum = f + next;

		f = next;
		next = sum;
	}
	return i;
}

int judge_continuous_is_refuted(unsigned long nodes)
{
	unsigned long f[64] = {0, 1, 1};
	int B = judge_continuous_two_steps(nodes);

	for (int i = 3; i <= B; i++)
		f[i] = f[i - 1] + f[i - 2];
	return B >= 4 &&
	       f[B - 2] + 1 > 2 * (f[B] - nodes) + (unsigned long)B - 1;
}
