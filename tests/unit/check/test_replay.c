/* check/replay against a player that goes step by step over arrays, as the
 * rules read; against check where nothing varies; its bound as that reads; and
 * the counterexample to Theorem 7.1 of Subramonian & Venkatasubramanian 1993.
 */
#include "check/check.h"

#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "judge/late.h"
#include "judge/player.h"
#include "model/algorithm.h"
#include "model/continuous/continuous.h"
#include "model/postal/postal.h"
#include "number/number.h"
#include "test.h"

enum { MEMORY = 1 << 22 };

static struct err err;
static struct player player;

/* In ticks, for LATENCIES_SAMPLE. */
static uint64_t sample[3];

/* Reads all rows, in the unit that they then have; whether there is room. */
static int list_pull(struct late *list, struct schedule *schedule)
{
	const struct transmission *row;
	size_t count;

	list->count = 0;
	list->header = schedule->header;
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0 && list->count + count < LATE_ROWS) {
		memcpy(list->row + list->count, row, count * sizeof *row);
		list->count += count;
	}
	schedule_close(schedule);
	return count == 0;
}

static int list_read(struct late *list, const struct algorithm *algorithm,
	const struct problem *problem)
{
	struct schedule *schedule;

	CHECK(algorithm_open(&schedule, algorithm, algorithm->model, problem,
		      test_degree(2), &err) == STATUS_OK);
	return list_pull(list, schedule);
}

static struct schedule *open_list(const struct late *list)
{
	struct transmissions copy = {NULL, 0, 0};

	for (size_t i = 0; i < list->count; i++)
		transmissions_add(&copy, &list->row[i]);
	return schedule_stored(&list->header, &copy);
}

/* -- the slow player's latencies */

static struct {
	enum latencies latencies;
	uint64_t seed, trial;
} chosen;

/* The earliest arrival in the schedule, after time and within reach, of what
 * the receiver of row i sends on. */
static uint64_t meeting(const struct player *by, size_t i, uint64_t time)
{
	uint64_t L = by->L, best = time + L;

	for (size_t j = 0; j < by->rows; j++) {
		uint64_t arrival = by->row[j].tick + L;

		if (by->row[j].to == by->row[i].to && arrival >= time + by->S &&
			arrival < best && by->is_relayed[j])
			best = arrival;
	}
	return best - time;
}

static uint64_t latency(const struct player *by, size_t i, uint64_t time)
{
	uint64_t L = by->L, S = by->S, step = number_gcd_u64(L, S),
		 u = random_u64(chosen.seed, chosen.trial * by->rows + i);

	if (chosen.latencies >= LATENCIES_TERMINAL_RANDOM &&
		chosen.latencies < LATENCIES && by->is_relayed[i])
		return L;
	switch (chosen.latencies) {
	case LATENCIES_RANDOM:
	case LATENCIES_TERMINAL_RANDOM:
		return S + u % ((L - S) / step + 1) * step;
	case LATENCIES_EXTREME:
	case LATENCIES_TERMINAL_EXTREME:
		return u % 2 == 1 ? S : L;
	case LATENCIES_GREEDY:
		return meeting(by, i, time);
	case LATENCIES_PERIODIC:
		return (time + S * chosen.trial) / (3 * L) % 2 == 1 ? S : L;
	case LATENCIES_SAMPLE:
		return sample[u % 3];
	case LATENCIES_FIXED:
	case LATENCIES:
		break;
	}
	return L;
}

static uint64_t play_slowly(const struct late *list, enum latencies latencies,
	uint64_t seed, uint64_t trial)
{
	chosen.latencies = latencies;
	chosen.seed = seed;
	chosen.trial = trial;
	judge_player_set(&player, &list->header, list->row, list->count);
	player.choose = latency;
	return judge_player_finish(&player);
}

/* -- tests */

/* Least, greatest and in between. */
static void set_sample(struct replay *replay, const struct late *list)
{
	uint64_t send = schedule_send(&list->header);
	mpq_t latency[3];

	sample[0] = send;
	sample[1] = list->header.latency;
	sample[2] = (sample[0] + sample[1]) / 2;
	for (int i = 0; i < 3; i++) {
		mpq_init(latency[i]);
		mpq_set_ui(latency[i], (unsigned long)sample[i],
			(unsigned long)send);
		mpq_canonicalize(latency[i]);
	}
	CHECK(replay_sample(replay, latency, 3, &err) == STATUS_OK);
	for (int i = 0; i < 3; i++)
		mpq_clear(latency[i]);
}

static void check_list(const struct late *list)
{
	struct schedule *schedule = open_list(list);
	struct replay *replay;
	uint64_t fixed, latest;

	CHECK(replay_open(&replay, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	latest = replay_latest(replay);
	fixed = replay_finish(replay, LATENCIES_FIXED, 0, 0);
	CHECK(fixed == list->header.finish);
	CHECK_FOR(latest == judge_late_bound(list, 0) ||
			  list->header.unit > 1 ||
			  list->header.operation != OPERATION_BROADCAST,
		"%s, n = %d, m = %d, L = %d", list->header.algorithm,
		(int)list->header.processors, (int)list->header.messages,
		(int)list->header.latency);
	set_sample(replay, list);
	for (int i = 0; i <= LATENCIES_SAMPLE; i++)
		for (uint64_t trial = 0; trial < 2; trial++) {
			uint64_t finish = replay_finish(
				replay, (enum latencies)i, 5, trial);

			CHECK(finish <= latest);
			CHECK_FOR(finish == play_slowly(list, (enum latencies)i,
						    5, trial),
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
	static struct late list;
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

/* The bound of a schedule, and the worst of some attacks on it. */
static void attack(const struct late *list, struct random *random,
	uint64_t *bound, uint64_t *worst)
{
	struct schedule *schedule = open_list(list);
	struct replay *replay;

	CHECK(replay_open(&replay, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	*bound = replay_latest(replay);
	replay_close(replay);
	judge_player_set(&player, &list->header, list->row, list->count);
	*worst = judge_player_aim(&player, random, 150);
	CHECK_FOR(*worst <= *bound, "%s: %d > %d", list->header.algorithm,
		(int)*worst, (int)*bound);
}

/* Fractional latencies, and other operations: whatever is attacked. */
static void test_operation(const char *name, enum operation operation,
	unsigned latency, unsigned parts)
{
	static struct late list;
	const struct algorithm *algorithm = algorithm_find(name);
	struct algorithm_options options = {.operation = (int)operation};
	struct random random = {.seed = latency};
	struct schedule *schedule;
	struct problem problem;
	uint64_t bound, worst;

	problem_init(&problem);
	problem.max_bits = 1 << 20;
	mpz_set_ui(problem.n, 3 + random_below(&random, 10));
	mpz_set_ui(problem.m, operation == OPERATION_CENSUS ? 1 : 4);
	mpq_set_ui(problem.lambda, latency, parts);
	mpq_canonicalize(problem.lambda);
	CHECK(algorithm_open(&schedule, algorithm, MODEL_POSTAL, &problem,
		      &options, &err) == STATUS_OK);
	if (operation == OPERATION_REDUCE)
		CHECK(schedule_reversed(&schedule, schedule, 1 << 28, &err) ==
			STATUS_OK);
	if (list_pull(&list, schedule)) {
		check_list(&list);
		attack(&list, &random, &bound, &worst);
	}
	problem_clear(&problem);
}

static void test_operations(void)
{
	static const char *const names[] = {
		"greedy", "pipeline", "dtree", "binomial", "chain"};

	for (unsigned parts = 1; parts <= 4; parts++)
		for (unsigned latency = parts; latency <= 4 * parts;
			latency += parts > 1 ? parts - 1 : 1) {
			for (size_t i = 0; i < 5; i++) {
				test_operation(names[i], OPERATION_BROADCAST,
					latency, parts);
				test_operation(names[i], OPERATION_REDUCE,
					latency, parts);
			}
			test_operation(
				"census", OPERATION_CENSUS, latency, parts);
		}
}

static int is_valid(const struct late *list, enum model model, uint64_t *finish)
{
	struct late same = *list;
	struct schedule *schedule;
	struct check check;

	same.header.model = model;
	schedule = open_list(&same);
	CHECK(check_schedule(&check, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	*finish = check.finish;
	return check.violations == 0;
}

/* In ticks of half a unit, though none needs them. */
static void refine_list(struct late *list)
{
	CHECK(schedule_refine(&list->header, 2));
	for (size_t i = 0; i < list->count; i++)
		list->row[i].tick *= 2;
}

/* Schedules of no algorithm, in a tenth of which messages wait. */
static void test_random(void)
{
	static struct late list;
	struct random random = {.seed = 7};
	int valid = 0, waiting = 0;

	for (int i = 0; i < 2000; i++) {
		uint64_t finish;

		judge_late_draw(&list, &random, 0);
		waiting -= is_valid(&list, MODEL_POSTAL, &finish);
		if (!is_valid(&list, MODEL_LOGP, &finish))
			continue;
		list.header.finish = finish;
		if (i % 5 == 0)
			refine_list(&list);
		check_list(&list);
		valid++;
		waiting++;
	}
	CHECK(valid > 1000 && waiting > 100);
}

/* -- adversaries */

/* Where k senders have sent to a processor twice with a long time between, and
 * all meet a message that came another way, the bound is met: here by latencies
 * of 1 for those that come last and L for the others.  10 to 40 processors. */
static void test_meetings(void)
{
	static struct late list;

	for (uint64_t k = 3; k <= 18; k++) {
		struct late_meeting meeting;
		struct schedule *schedule;
		struct replay *replay;
		uint64_t finish, worst, p = k + 2;

		judge_late_worst_meeting(&meeting, k, 2 * k);
		judge_late_meet(&list, &meeting);
		CHECK(is_valid(&list, MODEL_LOGP, &finish));
		judge_player_set(&player, &list.header, list.row, list.count);
		for (size_t i = list.count;
			list.row[--i].to != p || list.row[i].message == 1;)
			if (list.row[i].to == p)
				player.latency[i] = 1;
		worst = judge_player_finish(&player);
		schedule = open_list(&list);
		CHECK(replay_open(&replay, schedule, MEMORY, &err) ==
			STATUS_OK);
		schedule_close(schedule);
		CHECK_FOR(replay_latest(replay) == worst, "k = %d", (int)k);
		CHECK_FOR(worst > judge_late_bound(&list, 1), "k = %d", (int)k);
		replay_close(replay);
	}
}

/* Schedules drawn at random and meetings with slack, attacked: the bound holds,
 * is met by some, and would be passed if z ended sooner. */
static void test_attacks(void)
{
	static struct late list;
	struct random random = {.seed = 11};
	int met = 0, passed = 0, valid = 0;

	for (int i = 0; i < 300; i++) {
		struct late_meeting meeting;
		uint64_t finish, bound, worst;

		if (i % 2 == 0) {
			judge_late_draw_meeting(&meeting, &random);
			judge_late_meet(&list, &meeting);
		} else {
			judge_late_draw(&list, &random, 1);
		}
		if (!is_valid(&list, MODEL_LOGP, &finish))
			continue;
		attack(&list, &random, &bound, &worst);
		/* Many sends of one to another are looked at together. */
		CHECK(i % 2 == 0 ? bound == judge_late_bound(&list, 0)
				 : bound >= judge_late_bound(&list, 0));
		valid++;
		met += worst == bound;
		passed += worst > judge_late_bound(&list, 1);
	}
	CHECK_FOR(valid > 200 && met > 50 && passed > 10,
		"%d valid, %d met, %d passed", valid, met, passed);
}

/*
 * Section 6 for P = 5, L = 2: item i goes from the source to one of 1, 2, 3 in
 * turn, from there to the next of them, to 4, and to the last.
 */
static void make_continuous(struct late *list, uint64_t items)
{
	*list = (struct late){.header = {.model = MODEL_LOGP,
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

static void refuse(struct late *list, enum status status, const char *reason)
{
	struct schedule *schedule = open_list(list);
	struct replay *replay;

	CHECK(replay_open(&replay, schedule, MEMORY, &err) == status);
	CHECK_FOR(strcmp(err.msg, reason) == 0, "%s", err.msg);
	schedule_close(schedule);
	make_continuous(list, 2);
}

#define LEVELS                                                                 \
	"a schedule with nodes, or with several ports, cannot be replayed"

static void test_refused(void)
{
	static struct late list;

	make_continuous(&list, 2);
	list.header.model = MODEL_TELEPHONE;
	refuse(&list, STATUS_INPUT, "model telephone has no latencies to vary");
	list.header.unit = 4;
	refuse(&list, STATUS_INPUT, "the latency is less than a send takes");
	list.header.ports = 2;
	refuse(&list, STATUS_INPUT, LEVELS);
	list.header.node = 1;
	refuse(&list, STATUS_INPUT, LEVELS);
	list.header.furthers = 1;
	refuse(&list, STATUS_INPUT,
		"its messages take different figures: --machine names one "
		"machine for all");
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
	static struct late list;

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
	refuse(&list, STATUS_INPUT, "line 10: there is no processor 5");
	list.row[1].to = 1;
	refuse(&list, STATUS_INPUT, "line 10: processor 1 sends to itself");
	list.row[1].message = 3;
	refuse(&list, STATUS_INPUT, "line 10: there is no message 3");
	list.row[1].message = UINT64_MAX;
	refuse(&list, STATUS_INPUT,
		"line 10: there is no message 18446744073709551615");
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

/* One row, of a machine or not: with that memory, latency and tick. */
static enum status open_one(
	enum model model, uint64_t bytes, uint64_t latency, uint64_t tick)
{
	static struct late list;
	struct schedule *schedule;
	struct replay *replay;
	enum status status;

	list = (struct late){.header = {.model = model,
				     .processors = 2,
				     .messages = 1,
				     .unit = 1,
				     .send = model == MODEL_MACHINE,
				     .latency = latency,
				     .message = {.gap = 1, .latency = latency}},
		.count = 1};
	list.row[0] =
		(struct transmission){.tick = tick, .to = 1, .message = 1};
	schedule = open_list(&list);
	status = replay_open(&replay, schedule, bytes, &err);
	schedule_close(schedule);
	if (status == STATUS_OK)
		replay_close(replay);
	return status;
}

/* Memory and times at their limits. */
static void test_limits(void)
{
	const uint64_t latest = UINT64_MAX / 4, rows = 2 * (80 + 13) + 160,
		       played = 512 + 2 * 64 + 24;

	CHECK(open_one(MODEL_POSTAL, rows, 2, 0) == STATUS_OK);
	CHECK(open_one(MODEL_POSTAL, rows - 1, 2, 0) == STATUS_LIMIT);
	CHECK(open_one(MODEL_MACHINE, played, 2, 0) == STATUS_OK);
	CHECK(open_one(MODEL_MACHINE, played - 1, 2, 0) == STATUS_LIMIT);
	CHECK(open_one(MODEL_MACHINE, UINT64_C(1) << 61, 2, 0) == STATUS_OK);
	CHECK(open_one(MODEL_POSTAL, MEMORY, 2, latest) == STATUS_OK);
	CHECK(open_one(MODEL_POSTAL, MEMORY, 2, latest + 1) == STATUS_LIMIT);
	CHECK(open_one(MODEL_POSTAL, MEMORY, latest / 2, 0) == STATUS_OK);
	CHECK(open_one(MODEL_POSTAL, MEMORY, latest / 2 + 1, 0) ==
		STATUS_LIMIT);
}

#define NOT(latency, least, most)                                              \
	"'" latency "' is not a latency from " least " to " most " in whole "  \
	"ticks"

/* What a machine lets vary: the least and most latency as they are refused, and
 * the finish with the least. */
static void test_machine(void)
{
	static const struct {
		uint64_t send, end;
		struct schedule_message message;
		const char *sample, *said;
		uint64_t finish;
	} cases[] = {
		{4, 6, {.latency = 4, .overhead = 1, .gap = 4, .copy = 1},
			"5/2", NOT("5/2", "1", "2"), 0},
		{4, 6, {.latency = 4, .overhead = 1, .gap = 4, .copy = 1},
			"5/4", NOT("5/4", "1", "2"), 0},
		{4, 6, {.latency = 4, .overhead = 1, .gap = 4, .copy = 1},
			"1/2", NOT("1/2", "1", "2"), 0},
		{4, 6, {.latency = 4, .overhead = 1, .gap = 4, .copy = 1}, "1",
			"", 14},
		{4, 6, {.latency = 4, .overhead = 1, .gap = 4, .copy = 1},
			"3/2", "", 15},
		{9, 6, {.latency = 4, .overhead = 1, .gap = 9, .copy = 1},
			"3/2", NOT("3/2", "2", "2"), 0},
		{9, 6, {.latency = 4, .overhead = 1, .gap = 9, .copy = 1}, "2",
			"", 16},
		{1, 9, {.latency = 5, .overhead = 2, .gap = 1, .copy = 2}, "3",
			NOT("3", "0", "5/2"), 0},
		{1, 9, {.latency = 5, .overhead = 2, .gap = 1, .copy = 2}, "0",
			"", 14},
	};
	static struct late list;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct schedule *schedule;
		struct replay *replay;
		mpq_t sampled;

		list = (struct late){.header = {.model = MODEL_MACHINE,
					     .processors = 3,
					     .messages = 1,
					     .unit = 2,
					     .send = cases[i].send,
					     .latency = cases[i].end,
					     .message = cases[i].message},
			.row = {{.to = 1, .message = 1},
				{.tick = 10, .from = 1, .to = 2, .message = 1}},
			.count = 2};
		schedule = open_list(&list);
		CHECK(replay_open(&replay, schedule, MEMORY, &err) ==
			STATUS_OK);
		schedule_close(schedule);
		CHECK(replay_finish(replay, LATENCIES_FIXED, 0, 0) ==
			10 + cases[i].end);
		mpq_init(sampled);
		test_mpq(sampled, cases[i].sample);
		if (replay_sample(replay, &sampled, 1, &err) == STATUS_OK) {
			*err.msg = '\0';
			CHECK(replay_finish(replay, LATENCIES_SAMPLE, 0, 0) ==
				cases[i].finish);
		}
		CHECK_FOR(strcmp(err.msg, cases[i].said) == 0, "%s", err.msg);
		mpq_clear(sampled);
		replay_close(replay);
	}
}

/* L = 5 from 0 on in steps of 2, by random latencies: each of 5, 3, 1 and 0 is
 * drawn, and no other. */
static void test_steps(void)
{
	static struct late list = {.header = {.model = MODEL_MACHINE,
					   .processors = 2,
					   .messages = 1,
					   .unit = 1,
					   .send = 2,
					   .latency = 8,
					   .message = {.latency = 5,
						   .overhead = 1,
						   .gap = 2,
						   .copy = 2}},
		.row = {{.to = 1, .message = 1}},
		.count = 1};
	struct schedule *schedule = open_list(&list);
	struct replay *replay;
	unsigned finishes = 0;

	CHECK(replay_open(&replay, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	for (uint64_t trial = 0; trial < 99; trial++)
		finishes |=
			1u << replay_finish(replay, LATENCIES_RANDOM, 0, trial);
	CHECK_FOR(finishes == (1 << 8 | 1 << 6 | 1 << 4 | 1 << 3), "%x",
		finishes);
	replay_close(replay);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_algorithms());
	RUN(test_operations());
	RUN(test_random());
	RUN(test_meetings());
	RUN(test_attacks());
	RUN(test_theorem_7_1());
	RUN(test_continuous());
	RUN(test_refused());
	RUN(test_limits());
	RUN(test_machine());
	RUN(test_steps());
	RUN(test_invalid());
	return test_done();
}
