/* Builds the schedules, and computes the bound on their end as it is defined.
 */
#include "judge/late.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t NEVER = 1 << 20;

/* -- at random */

struct draw {
	struct late *list;
	struct random *random;
	int is_dense; /* many sends to processor 1, many of them redundant */
	uint64_t free[LATE_SIDE]; /* when p can receive the next message */
	/* [p][i]: since when p acts as if it had message i. */
	uint64_t known[LATE_SIDE][LATE_SIDE + 1];
};

/* Adds a send of p at the time, if p has anything for anybody. */
static void draw_row(struct draw *draw, uint64_t p, uint64_t time)
{
	struct late *list = draw->list;
	const struct schedule_header *header = &list->header;
	uint64_t to = random_below(draw->random, (uint32_t)header->processors),
		 i = 1 + random_below(draw->random, (uint32_t)header->messages),
		 arrival = time + header->latency;

	if (draw->is_dense && random_below(draw->random, 3) == 0)
		to = 1;
	if (to == p || draw->known[p][i] > time ||
		(draw->known[to][i] < NEVER &&
			random_below(draw->random, draw->is_dense ? 3 : 20)))
		return;
	list->row[list->count++] = (struct transmission){
		.tick = time, .from = p, .to = to, .message = i};
	if (draw->is_dense && arrival < draw->free[to])
		arrival = draw->free[to];
	draw->free[to] = arrival + 1;
	if (draw->known[to][i] == NEVER)
		draw->known[to][i] = arrival + random_below(draw->random, 3);
}

static uint64_t draw_time(struct draw *draw, uint64_t time)
{
	struct late *list = draw->list;
	uint64_t left = 0;

	for (uint64_t p = 0; p < list->header.processors; p++)
		if (random_below(draw->random, 2) == 0)
			draw_row(draw, p, time);
	for (uint64_t p = 0; p < list->header.processors; p++)
		for (uint64_t i = 1; i <= list->header.messages; i++)
			left += draw->known[p][i] == NEVER;
	return left;
}

void judge_late_draw(struct late *list, struct random *random, int is_dense)
{
	uint32_t more = is_dense ? 4 : 1;
	struct draw draw = {
		.list = list, .random = random, .is_dense = is_dense};

	*list = (struct late){
		.header = {
			.model = MODEL_LOGP, .algorithm = "random", .unit = 1}};
	list->header.processors = 1 + more + random_below(random, 5 + more);
	list->header.messages = 1 + random_below(random, 4);
	list->header.latency = more + random_below(random, 4);
	for (uint64_t p = 1; p < LATE_SIDE; p++)
		for (uint64_t i = 0; i <= LATE_SIDE; i++)
			draw.known[p][i] = NEVER;
	for (uint64_t time = 0; list->count + LATE_SIDE < LATE_ROWS; time++)
		if (draw_time(&draw, time) == 0)
			break;
}

/* -- meetings */

static void add(struct late *list, uint64_t tick, uint64_t from, uint64_t to,
	uint64_t message)
{
	list->row[list->count++] = (struct transmission){
		.tick = tick, .from = from, .to = to, .message = message};
}

/* Adds the source's sends: message 1 to the senders, 2 and 1 to the detour k +
 * 1, 1 to the last, k + 3, then 2 to the senders and 2 to the processors after
 * the last.  Returns when they are over. */
static uint64_t start_meeting(struct late *list, uint64_t k)
{
	uint64_t way = k + 1, last = k + 3, time = 0;

	for (uint64_t q = 1; q <= k; q++)
		add(list, time++, 0, q, 1);
	add(list, time++, 0, way, 2);
	add(list, time++, 0, way, 1);
	add(list, time++, 0, last, 1);
	for (uint64_t q = 1; q <= k; q++) {
		add(list, time++, 0, q, 2);
		add(list, time++, 0, last + q, 2);
	}
	return time;
}

/* When p has received message 2, and everything that comes before it. */
static uint64_t receive_time(const struct late *list, uint64_t p)
{
	uint64_t L = list->header.latency, time = 0, at = 0;
	int is_received = 0;

	for (; !is_received; at++)
		for (size_t i = 0; i < list->count; i++) {
			const struct transmission *row = &list->row[i];

			if (row->to != p || row->tick != at)
				continue;
			time = time > at + L ? time : at + L;
			time++;
			is_received |= row->message == 2;
		}
	return time - 1;
}

static int compare_rows(const void *x, const void *y)
{
	const struct transmission *a = x, *b = y;

	if (a->tick != b->tick)
		return a->tick < b->tick ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

void judge_late_meet(struct late *list, const struct late_meeting *meeting)
{
	uint64_t k = meeting->k, p = k + 2, last = k + 3, start;

	*list = (struct late){.header = {.model = MODEL_LOGP,
				      .algorithm = "meeting",
				      .processors = 2 * k + 4,
				      .messages = 2,
				      .unit = 1,
				      .latency = meeting->L}};
	start = start_meeting(list, k) + meeting->L + 2;
	for (uint64_t q = 1; q <= k; q++) {
		uint64_t first = start + meeting->shift[q];

		add(list, first, q, p, 1);
		for (uint64_t i = 1; i < meeting->run[q]; i++)
			add(list, first + i, q, last + 1 + (q + i) % k, 1);
		add(list, first + meeting->run[q], q, p, 1);
	}
	add(list, start + meeting->after, k + 1, p, 2);
	add(list, receive_time(list, p), p, last, 2);
	qsort(list->row, list->count, sizeof *list->row, compare_rows);
}

/* The last sends of all senders meet message 2 if it takes L and they take 1.
 */
void judge_late_worst_meeting(
	struct late_meeting *meeting, uint64_t k, uint64_t L)
{
	*meeting =
		(struct late_meeting){.k = k, .L = L, .after = 2 * k + 2 - L};
	for (uint64_t q = 1; q <= k; q++)
		meeting->run[q] = 2 * k + 1;
}

void judge_late_draw_meeting(
	struct late_meeting *meeting, struct random *random)
{
	uint64_t k = 3 + random_below(random, 7),
		 L = k + 1 + random_below(random, (uint32_t)k);

	judge_late_worst_meeting(meeting, k, L);
	meeting->after += random_below(random, 3);
	for (uint64_t q = 1; q <= k; q++) {
		meeting->run[q] -= random_below(random, 3);
		meeting->shift[q] = random_below(random, 2);
	}
}

/* -- the bound, by its definition */

/* N_qp(z), from the numbers of q's sends in their order. */
static size_t most_of(const struct late *list, uint64_t q, uint64_t p, size_t z)
{
	size_t most = 0;

	for (size_t first = 0; first < list->count; first++) {
		size_t sends = 0, to = 0;

		if (list->row[first].from != q)
			continue;
		for (size_t i = first; i < list->count && sends < z; i++) {
			sends += list->row[i].from == q;
			to += list->row[i].from == q && list->row[i].to == p;
		}
		most = to > most ? to : most;
	}
	return most;
}

static uint64_t wait_slowly(
	const struct late *list, uint64_t p, int is_too_soon)
{
	size_t all = 0, L = (size_t)list->header.latency, most = 0;

	for (size_t i = 0; i < list->count; i++)
		all += list->row[i].to == p;
	if (L >= all)
		return all > 0 ? all - 1 : 0;
	for (size_t z = L; z <= (is_too_soon ? all : all + L - 2); z++) {
		size_t sum = 0;

		for (uint64_t q = 0; q < list->header.processors; q++)
			sum += most_of(list, q, p, z);
		sum = sum < all ? sum : all;
		if (sum + L - 1 > z + most)
			most = sum + L - 1 - z;
	}
	return most;
}

/* S of row i, from the values found so far; wait: W. */
static uint64_t sent_slowly(const struct late *list, const uint64_t *sent,
	const uint64_t *wait, size_t i)
{
	const struct transmission *row = &list->row[i];
	uint64_t time = row->tick, had = UINT64_MAX;

	for (size_t j = 0; j < list->count; j++) {
		const struct transmission *to = &list->row[j];
		uint64_t received =
			sent[j] + list->header.latency + wait[to->to];

		if (j < i && to->from == row->from && time <= sent[j])
			time = sent[j] + 1;
		if (to->to == row->from && to->message == row->message &&
			received < had)
			had = received;
	}
	return row->from > 0 && time < had ? had : time;
}

/* When the last message is received if all arrive as late as possible, and each
 * processor receives one in a step. */
static uint64_t end_slowly(const struct late *list, const uint64_t *sent)
{
	uint64_t end = 0;

	for (size_t i = 0; i < list->count; i++) {
		uint64_t time = sent[i] + list->header.latency;

		for (size_t j = 0; j < list->count; j++)
			time += list->row[j].to == list->row[i].to &&
				(sent[j] > sent[i] ||
					(sent[j] == sent[i] && j > i));
		end = time > end ? time : end;
	}
	return end;
}

uint64_t judge_late_bound(const struct late *list, int is_too_soon)
{
	static uint64_t sent[LATE_ROWS], wait[LATE_SIDE];
	int changes = 1;

	memset(sent, 0, sizeof sent);
	for (uint64_t p = 0; p < list->header.processors; p++)
		wait[p] = wait_slowly(list, p, is_too_soon);
	while (changes) {
		changes = 0;
		for (size_t i = 0; i < list->count; i++) {
			uint64_t time = sent_slowly(list, sent, wait, i);

			changes |= sent[i] != time;
			sent[i] = time;
		}
	}
	return end_slowly(list, sent);
}
