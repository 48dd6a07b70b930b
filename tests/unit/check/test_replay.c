/* check/replay against a player that goes step by step over arrays, as the
 * rules read; against check where nothing varies; its bound as that reads; and
 * the counterexample to Theorem 7.1 of Subramonian & Venkatasubramanian 1993.
 */
#include "check/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "number/random.h"
#include "core/schedule_stored.h"
#include "model/algorithm.h"
#include "model/continuous/continuous.h"
#include "model/postal/postal.h"
#include "test.h"

enum { ROWS_MAX = 600, SIDE = 40, STEPS = 2000, MEMORY = 1 << 22 };

static struct err err;

struct list {
	struct schedule_header header;
	struct transmission row[ROWS_MAX];
	size_t count;
};

static struct schedule *open_list(const struct list *list)
{
	struct transmissions copy = {NULL, 0, 0};

	for (size_t i = 0; i < list->count; i++)
		transmissions_add(&copy, &list->row[i]);
	return schedule_stored(&list->header, &copy);
}

static int list_read(struct list *list, const struct algorithm *algorithm,
	const struct problem *problem)
{
	struct schedule *schedule;
	const struct transmission *row;
	size_t count;

	list->count = 0;
	CHECK(algorithm->open(&schedule, problem, test_degree(2), &err) ==
		STATUS_OK);
	list->header = schedule->header;
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0 && list->count + count < ROWS_MAX) {
		memcpy(list->row + list->count, row, count * sizeof *row);
		list->count += count;
	}
	schedule_close(schedule);
	return count == 0;
}

/* -- the slow player */

struct player {
	const struct list *list;
	enum latencies latencies;
	uint64_t seed, trial, finish;
	int is_sent[ROWS_MAX], is_received[ROWS_MAX];
	uint64_t arrival[ROWS_MAX];
	int holds[SIDE][SIDE + 1];
};

static int is_terminal(const struct list *list, size_t i)
{
	for (size_t j = 0; j < list->count; j++)
		if (list->row[j].from == list->row[i].to &&
			list->row[j].message == list->row[i].message)
			return 0;
	return 1;
}

/* The earliest arrival in the schedule, after time and within reach, of what
 * the receiver of row i sends on. */
static uint64_t meeting(const struct list *list, size_t i, uint64_t time)
{
	uint64_t L = list->header.latency, best = time + L;

	for (size_t j = 0; j < list->count; j++) {
		uint64_t arrival = list->row[j].tick + L;

		if (list->row[j].to == list->row[i].to && arrival > time &&
			arrival < best && !is_terminal(list, j))
			best = arrival;
	}
	return best - time;
}

static uint64_t latency(const struct player *player, size_t i, uint64_t time)
{
	const struct list *list = player->list;
	uint64_t L = list->header.latency,
		 u = random_u64(player->seed, player->trial * list->count + i);

	if (player->latencies >= LATENCIES_TERMINAL_RANDOM &&
		!is_terminal(list, i))
		return L;
	switch (player->latencies) {
	case LATENCIES_RANDOM:
	case LATENCIES_TERMINAL_RANDOM:
		return 1 + u % L;
	case LATENCIES_EXTREME:
	case LATENCIES_TERMINAL_EXTREME:
		return u % 2 == 1 ? 1 : L;
	case LATENCIES_GREEDY:
		return meeting(list, i, time);
	case LATENCIES_PERIODIC:
		return (time + player->trial) / (3 * L) % 2 == 1 ? 1 : L;
	case LATENCIES_FIXED:
	case LATENCIES:
		break;
	}
	return L;
}

/* Whether row i goes before row j, both waiting at one processor. */
static int goes_first(const struct player *player, size_t i, size_t j)
{
	int x = is_terminal(player->list, i), y = is_terminal(player->list, j);

	if (player->arrival[i] != player->arrival[j])
		return player->arrival[i] < player->arrival[j];
	return x != y ? x : i < j;
}

static void receive_step(struct player *player, uint64_t p, uint64_t time)
{
	const struct list *list = player->list;
	size_t first = ROWS_MAX;

	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].to == p && player->is_sent[i] &&
			!player->is_received[i] && player->arrival[i] <= time &&
			(first == ROWS_MAX || goes_first(player, i, first)))
			first = i;
	if (first == ROWS_MAX)
		return;
	player->is_received[first] = 1;
	player->holds[p][list->row[first].message] = 1;
	player->finish = time;
}

static void send_step(struct player *player, uint64_t p, uint64_t time)
{
	const struct list *list = player->list;

	for (size_t i = 0; i < list->count; i++) {
		if (list->row[i].from != p || player->is_sent[i])
			continue;
		if (list->row[i].tick <= time &&
			(p == 0 || player->holds[p][list->row[i].message])) {
			player->is_sent[i] = 1;
			player->arrival[i] = time + latency(player, i, time);
		}
		return;
	}
}

static uint64_t play_slowly(const struct list *list, enum latencies latencies,
	uint64_t seed, uint64_t trial, uint64_t until)
{
	static struct player player;

	memset(&player, 0, sizeof player);
	player.list = list;
	player.latencies = latencies;
	player.seed = seed;
	player.trial = trial;
	for (uint64_t time = 0; time <= until; time++)
		for (int sends = 0; sends < 2; sends++)
			for (uint64_t p = 0; p < list->header.processors; p++)
				if (sends)
					send_step(&player, p, time);
				else
					receive_step(&player, p, time);
	return player.finish;
}

/* -- the bound, as it reads */

/* N_qp(z): by the numbers of q's sends, in order. */
static size_t most_of(const struct list *list, uint64_t q, uint64_t p, size_t z)
{
	size_t most = 0;

	for (size_t first = 0; first < list->count; first++) {
		size_t sends = 0, to = 0;

		for (size_t i = first; i < list->count && sends < z; i++) {
			sends += list->row[i].from == q;
			to += list->row[i].from == q && list->row[i].to == p;
		}
		most = to > most ? to : most;
	}
	return most;
}

static uint64_t wait_slowly(const struct list *list, uint64_t p)
{
	size_t all = 0, L = (size_t)list->header.latency, most = 0;

	for (size_t i = 0; i < list->count; i++)
		all += list->row[i].to == p;
	if (L >= all)
		return all > 0 ? all - 1 : 0;
	for (size_t z = L; z <= all; z++) {
		size_t sum = 0;

		for (uint64_t q = 0; q < list->header.processors; q++)
			sum += most_of(list, q, p, z);
		if (sum + L - 1 > z + most)
			most = sum + L - 1 - z;
	}
	return most;
}

/* S and R until nothing changes; then one reception a step. */
static uint64_t latest_slowly(const struct list *list)
{
	static uint64_t sent[ROWS_MAX], wait[SIDE];
	uint64_t L = list->header.latency, end = 0;
	int changes = 1;

	memset(sent, 0, sizeof sent);
	for (uint64_t p = 0; p < list->header.processors; p++)
		wait[p] = wait_slowly(list, p);
	while (changes) {
		changes = 0;
		for (size_t i = 0; i < list->count; i++) {
			const struct transmission *row = &list->row[i];
			uint64_t time = row->tick, had = UINT64_MAX;

			for (size_t j = 0; j < list->count; j++) {
				const struct transmission *to = &list->row[j];

				if (j < i && to->from == row->from &&
					time <= sent[j])
					time = sent[j] + 1;
				if (to->to == row->from &&
					to->message == row->message &&
					sent[j] + L + wait[to->to] < had)
					had = sent[j] + L + wait[to->to];
			}
			if (row->from > 0 && time < had)
				time = had;
			changes |= sent[i] != time;
			sent[i] = time;
		}
	}
	for (size_t i = 0; i < list->count; i++) {
		uint64_t time = sent[i] + L;

		for (size_t j = 0; j < list->count; j++)
			time += list->row[j].to == list->row[i].to &&
				(sent[j] > sent[i] ||
					(sent[j] == sent[i] && j > i));
		end = time > end ? time : end;
	}
	return end;
}

/* -- tests */

static void check_list(const struct list *list)
{
	struct schedule *schedule = open_list(list);
	struct replay *replay;
	uint64_t fixed, latest;

	CHECK(replay_open(&replay, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	latest = replay_latest(replay);
	fixed = replay_finish(replay, LATENCIES_FIXED, 0, 0);
	CHECK(fixed == list->header.finish);
	CHECK_FOR(latest == latest_slowly(list), "%s, n = %d, m = %d, L = %d",
		list->header.algorithm, (int)list->header.processors,
		(int)list->header.messages, (int)list->header.latency);
	for (int i = 0; i < LATENCIES; i++)
		for (uint64_t trial = 0; trial < 2; trial++) {
			uint64_t finish = replay_finish(
				replay, (enum latencies)i, 5, trial);

			CHECK(finish <= latest);
			CHECK_FOR(finish == play_slowly(list, (enum latencies)i,
						    5, trial, finish + 5),
				"%s, latencies %d, n = %d, m = %d, L = %d",
				list->header.algorithm, i,
				(int)list->header.processors,
				(int)list->header.messages,
				(int)list->header.latency);
		}
	replay_close(replay);
}

static void test_algorithms(void)
{
	static struct list list;
	struct problem problem;

	problem_init(&problem);
	problem.max_bits = 1 << 20;
	for (unsigned long n = 1; n <= 16; n += 3)
		for (unsigned long m = 1; m <= 5; m += 2)
			for (unsigned long L = 1; L <= 4; L++)
				for (int i = 0; i < 5; i++) {
					mpz_set_ui(problem.n, n);
					mpz_set_ui(problem.m, m);
					mpq_set_ui(problem.lambda, L, 1);
					if (list_read(&list, &algorithms[i],
						    &problem))
						check_list(&list);
				}
	problem_clear(&problem);
}

static uint64_t below(uint64_t limit)
{
	return (uint64_t)rand() % limit;
}

/* A send of p at the time, if it has anything for anybody; known[p][i]: from
 * when on it acts as if it had message i. */
static void draw_row(struct list *list, uint64_t known[SIDE][SIDE + 1],
	uint64_t p, uint64_t time)
{
	uint64_t to = below(list->header.processors);
	uint64_t i = 1 + below(list->header.messages);

	if (to == p || known[p][i] > time ||
		(known[to][i] < STEPS && below(20) > 0))
		return;
	list->row[list->count++] = (struct transmission){
		.tick = time, .from = p, .to = to, .message = i};
	if (known[to][i] == STEPS)
		known[to][i] = time + list->header.latency + below(3);
}

/* Everybody is sent everything, at any time; messages may wait, and it may be
 * sent on too early. */
static void draw(struct list *list)
{
	uint64_t known[SIDE][SIDE + 1], left = 1;

	*list = (struct list){.header = {.model = MODEL_LOGP,
				      .algorithm = "random",
				      .processors = 2 + below(5),
				      .messages = 1 + below(4),
				      .unit = 1,
				      .latency = 1 + below(4)}};
	for (uint64_t p = 0; p < SIDE; p++)
		for (uint64_t i = 0; i <= SIDE; i++)
			known[p][i] = p == 0 ? 0 : STEPS;
	for (uint64_t time = 0; left > 0; time++) {
		for (uint64_t p = 0; p < list->header.processors; p++)
			if (below(2) == 0)
				draw_row(list, known, p, time);
		left = 0;
		for (uint64_t p = 0; p < list->header.processors; p++)
			for (uint64_t i = 1; i <= list->header.messages; i++)
				left += known[p][i] == STEPS;
	}
}

static int is_valid(const struct list *list, enum model model, uint64_t *finish)
{
	struct list same = *list;
	struct schedule *schedule;
	struct check check;

	same.header.model = model;
	schedule = open_list(&same);
	CHECK(check_schedule(&check, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	*finish = check.finish;
	return check.violations == 0;
}

/* Schedules of no algorithm, in a tenth of which messages wait. */
static void test_random(void)
{
	static struct list list;
	int valid = 0, waiting = 0;

	srand(7);
	for (int i = 0; i < 2000; i++) {
		uint64_t finish;

		draw(&list);
		waiting -= is_valid(&list, MODEL_POSTAL, &finish);
		if (!is_valid(&list, MODEL_LOGP, &finish))
			continue;
		list.header.finish = finish;
		check_list(&list);
		valid++;
		waiting++;
	}
	CHECK(valid > 1000 && waiting > 100);
}

/*
 * Section 6 for P = 5, L = 2: item i goes from the source to one of 1, 2, 3 in
 * turn, from there to the next of them, to 4, and to the last.
 */
static void make_continuous(struct list *list, uint64_t items)
{
	*list = (struct list){.header = {.model = MODEL_LOGP,
				      .algorithm = "continuous",
				      .processors = 5,
				      .messages = items,
				      .unit = 1,
				      .latency = 2}};
	for (uint64_t i = 0; i < items; i++) {
		uint64_t root = 1 + i % 3;
		struct transmission rows[] = {
			{.tick = i, .from = 0, .to = root, .message = i + 1},
			{.tick = i + 2,
				.from = root,
				.to = 1 + (i + 1) % 3,
				.message = i + 1},
			{.tick = i + 3,
				.from = root,
				.to = 4,
				.message = i + 1},
			{.tick = i + 4,
				.from = root,
				.to = 1 + (i + 2) % 3,
				.message = i + 1}};

		memcpy(list->row + list->count, rows, sizeof rows);
		list->count += 4;
	}
	for (size_t i = 0; i < list->count; i++)
		list->row[i].line = i + 9;
}

static struct replay *open_continuous(
	enum continuous_method method, uint64_t P, uint64_t m, uint64_t L)
{
	struct schedule *schedule;
	struct replay *replay = NULL;
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, P, m, L);
	if (continuous_open_by(&schedule, method, &problem, &err) ==
		STATUS_OK) {
		CHECK(replay_open(&replay, schedule, MEMORY, &err) ==
			STATUS_OK);
		schedule_close(schedule);
	}
	problem_clear(&problem);
	return replay;
}

/* Theorem 7.1: at most (L-1) d(P-1) = 2 is added, or 3, as this schedule ends a
 * step sooner than by the paper's delay. */
static void test_theorem_7_1(void)
{
	struct replay *replay = open_continuous(CONTINUOUS_FIRST, 9, 400, 2);
	uint64_t fixed = replay_finish(replay, LATENCIES_FIXED, 0, 0);
	uint64_t worst = 0;

	/* L + B(P-1,L+1) + m - 1 steps, less one, elapsed, and less one. */
	CHECK(fixed == 2 + 8 + 399 - 2);
	for (uint64_t trial = 0; trial < 40; trial++) {
		uint64_t finish =
			replay_finish(replay, LATENCIES_RANDOM, 0, trial);

		worst = finish > worst ? finish : worst;
	}
	CHECK(worst == fixed + 4);
	CHECK(replay_latest(replay) == fixed + 13);
	replay_close(replay);
	replay = open_continuous(CONTINUOUS_FIRST, 9, 3000, 2);
	CHECK(replay_latest(replay) == fixed + 2600 + 13);
	replay_close(replay);
}

/* However it is built, no latencies make it later than the bound, which is the
 * same for twice as many messages. */
static void test_continuous(void)
{
	for (int method = 0; method <= CONTINUOUS_LATE; method++)
		for (uint64_t P = 2; P <= 17; P += 5) {
			enum continuous_method by =
				(enum continuous_method)method;
			struct replay *replay = open_continuous(by, P, 300, 3),
				      *longer = open_continuous(by, P, 600, 3);

			if (!replay || !longer)
				continue;
			for (int i = 0; i < LATENCIES; i++)
				CHECK_FOR(
					replay_finish(replay, (enum latencies)i,
						1, 1) <= replay_latest(replay),
					"%d %d", method, (int)P);
			CHECK_FOR(replay_latest(replay) + 300 ==
					  replay_latest(longer),
				"%d %d", method, (int)P);
			replay_close(replay);
			replay_close(longer);
		}
}

static void refuse(struct list *list, enum status status, const char *reason)
{
	struct schedule *schedule = open_list(list);
	struct replay *replay;

	CHECK(replay_open(&replay, schedule, MEMORY, &err) == status);
	CHECK_FOR(strcmp(err.msg, reason) == 0, "%s", err.msg);
	schedule_close(schedule);
	make_continuous(list, 2);
}

static void test_refused(void)
{
	static struct list list;

	make_continuous(&list, 2);
	list.header.model = MODEL_TELEPHONE;
	refuse(&list, STATUS_INPUT, "model telephone has no latencies to vary");
	list.header.unit = 4;
	refuse(&list, STATUS_INPUT,
		"the latency is not whole: it cannot vary in steps");
	list.header.processors = UINT64_C(1) << 60;
	refuse(&list, STATUS_LIMIT,
		"replaying so many processors and messages needs "
		"122209679488325779456 bytes of memory, more than " ERR_NAME
		"max_bits allows");
	list.row[7].tick = UINT64_C(1) << 62 | 1;
	refuse(&list, STATUS_LIMIT, "times are too large to be replayed");
}

/* What check finds wrong is not played. */
static void test_invalid(void)
{
	static struct list list;

	make_continuous(&list, 2);
	list.row[1].tick = 1;
	refuse(&list, STATUS_INPUT,
		"line 10: processor 1 sends message 1 at 1, but has it only at "
		"2");
	list.row[1].from = 4;
	refuse(&list, STATUS_INPUT,
		"line 10: processor 4 sends message 1 at 2, but has not been "
		"sent it");
	list.row[1].to = 5;
	refuse(&list, STATUS_INPUT, "line 10: no such processor");
	list.row[1].to = 1;
	refuse(&list, STATUS_INPUT, "line 10: a processor sends to itself");
	list.row[1].message = 3;
	refuse(&list, STATUS_INPUT, "line 10: no such message");
	list.row[1].message = UINT64_MAX;
	refuse(&list, STATUS_INPUT, "line 10: no such message");
	list.row[4].tick = 0;
	refuse(&list, STATUS_INPUT, "line 13: processor 0 does two sends at 0");
	list.count = 7;
	refuse(&list, STATUS_INPUT, "processor 1 never gets message 2");
	list.header.has_finish = 1;
	refuse(&list, STATUS_INPUT, "the finish is claimed to be 0, but is 7");
	/* Items 1 and 2 come to 3 at 5: either may be received first. */
	list.row[2] = (struct transmission){
		.tick = 3, .from = 1, .to = 3, .message = 1, .line = 11};
	list.row[3] = (struct transmission){
		.tick = 5, .from = 3, .to = 4, .message = 1, .line = 12};
	list.row[6] = (struct transmission){
		.tick = 6, .from = 3, .to = 4, .message = 2, .line = 15};
	refuse(&list, STATUS_INPUT,
		"line 12: processor 3 sends message 1 at 5, but has it only at "
		"6");
}

int main(void)
{
	mem_init(NULL);
	test_algorithms();
	test_random();
	test_theorem_7_1();
	test_continuous();
	test_refused();
	test_invalid();
	return test_done();
}
