/*
 * Schedules built for the machine (optimum/builder.h), whose processors cannot
 * send and receive at once, as postal schedules may ask of them.  What is built
 * is carried out in both ways, and the better one counts.
 *
 * The builder counts in ticks.  With long ticks all that processors do falls
 * into few slots, and no time is lost between; but times are rounded up.  So
 * ticks are, by turns, shorter and shorter parts of the time between two
 * receives, until one would be shorter than the greatest time of which all
 * others are multiples: that is the last.
 *
 * A reduction is built as the broadcast that it is if time runs backwards: then
 * a send takes its processor as long as a receive does, and the other way
 * round.
 *
 * Example: L = 1, o = 17, g = 1, n = 8, m = 2: the other algorithms of
 * compare take 138 or more; what is built takes 121, which is the lower bound.
 */
#include "model/machine/ways.h"

#include "base/mem.h"
#include "model/optimum/builder.h"
#include "model/optimum/optimum.h"
#include "number/number.h"

/* The times that are counted in ticks. */
enum { UNIT, END, RECEIVE, OVERHEAD, ARRIVAL, COPY, TIMES };

/* is_backwards: for a reduction. */
static void find_times(mpq_t time[TIMES], const struct machine_message *message,
	int is_backwards)
{
	machine_message_send(time[UNIT], message);
	machine_message_receive(time[RECEIVE], message);
	mpq_set(time[END], message->end);
	mpq_set(time[OVERHEAD], message->overhead);
	mpq_add(time[ARRIVAL], message->overhead, message->latency);
	mpq_set(time[COPY], message->copy);
	if (!is_backwards)
		return;
	mpq_swap(time[UNIT], time[RECEIVE]);
	number_raise(time[RECEIVE], time[UNIT]);
	mpq_swap(time[OVERHEAD], time[COPY]);
	mpq_sub(time[ARRIVAL], message->end, message->overhead);
}

/* tick = the greatest common divisor of the times; that of 0 and x is x. */
static void find_divisor(mpq_t tick, mpq_t time[TIMES])
{
	mpz_t common;

	mpz_init_set_ui(common, 1);
	for (int i = 0; i < TIMES; i++)
		mpz_lcm(common, common, mpq_denref(time[i]));
	mpq_set_ui(tick, 0, 1);
	for (int i = 0; i < TIMES; i++) {
		mpz_divexact(mpq_denref(tick), common, mpq_denref(time[i]));
		mpz_mul(mpq_denref(tick), mpq_denref(tick),
			mpq_numref(time[i]));
		mpz_gcd(mpq_numref(tick), mpq_numref(tick), mpq_denref(tick));
	}
	mpz_set(mpq_denref(tick), common);
	mpq_canonicalize(tick);
	mpz_clear(common);
}

/* Sets the length of a tick: so small a part of the time between two receives,
 * or the divisor, unless that is smaller; whether it is the divisor. */
static int set_tick(mpq_t tick, mpq_t time[TIMES], unsigned long parts)
{
	mpq_t part;
	int is_divisor;

	mpq_init(part);
	mpq_set_ui(part, 1, parts);
	mpq_mul(part, part, time[RECEIVE]);
	find_divisor(tick, time);
	is_divisor = mpq_cmp(tick, part) >= 0;
	if (!is_divisor)
		mpq_set(tick, part);
	mpq_clear(part);
	return is_divisor;
}

/* The time in ticks, rounded up; -1 if it is too long. */
static int count_ticks(const mpq_t time, const mpq_t tick)
{
	mpz_t one;
	int ticks;
	mpq_t ratio;

	mpz_init_set_ui(one, 1);
	mpq_init(ratio);
	mpq_div(ratio, time, tick);
	ticks = fractional_ticks(ratio, one);
	mpq_clear(ratio);
	mpz_clear(one);
	return ticks;
}

/* What is built in one turn. */
struct build {
	struct fractional_costs costs;
	int upper;    /* for the builder; 0: times are too long */
	int is_exact; /* no time is rounded */
	mpq_t send;   /* what the builder's unit takes */
	mpq_t bound;  /* no time is below it */
	uint64_t work;
};

/* The builder's first schedules may end a third later than the bound, as it
 * finds these sooner, and better ones from there.  What it finds thus does not
 * depend on what is known. */
enum { LOOSER = 3 };

/* Sets costs and upper, the bound, made longer by as much as rounding does a
 * message, and looser; is_exact and send. */
static void set_build(struct build *build, const struct machine_problem *asked,
	unsigned long parts)
{
	mpq_t time[TIMES], tick, longer;
	int ticks[TIMES], is_long = 0;

	mpq_inits(tick, longer, NULL);
	for (int i = 0; i < TIMES; i++)
		mpq_init(time[i]);
	find_times(time, asked->message, asked->operation == OPERATION_REDUCE);
	build->is_exact = set_tick(tick, time, parts);
	for (int i = 0; i < TIMES; i++) {
		ticks[i] = count_ticks(time[i], tick);
		is_long |= ticks[i] < 0;
	}
	build->costs = (struct fractional_costs){ticks[UNIT], ticks[END],
		ticks[RECEIVE], ticks[OVERHEAD], ticks[ARRIVAL], ticks[COPY]};
	mpq_set_si(build->send, ticks[UNIT], 1);
	mpq_mul(build->send, build->send, tick);
	mpq_set_si(longer, ticks[END], 1);
	mpq_mul(longer, longer, build->bound);
	mpq_div(longer, longer, time[END]);
	mpq_set_ui(tick, 1, 1);
	build->upper = is_long ? 0 : count_ticks(longer, tick) + 1;
	build->upper += build->upper / LOOSER;
	for (int i = 0; i < TIMES; i++)
		mpq_clear(time[i]);
	mpq_clears(tick, longer, NULL);
}

/* A third of a look: with all of it, 150 problems on six machines with 5 to 33
 * processors and 3 to 12 messages ended earlier by .1 % on average. */
enum { BUILD_WORK = OPTIMUM_LOOK / 3 };

uint64_t machine_build_work(uint64_t work)
{
	return work > ALGORITHM_WORK ? work : BUILD_WORK;
}

/* Sets next's header and rows to what the builder has found. */
static enum status set_found(struct machine_choice *next,
	const struct builder *builder, struct err *err)
{
	struct schedule *schedule = builder_open(builder);
	enum status status;

	next->header = schedule->header;
	next->header.algorithm = next->algorithm->name;
	status = transmissions_pull(&next->built, schedule, UINT64_MAX, err);
	schedule_close(schedule);
	return status;
}

/* Carries out what the builder has found, in both ways, and takes it if it is
 * better. */
static enum status take_found(struct machine_choice *best,
	const struct builder *builder, const struct build *build,
	const struct machine_problem *asked, struct err *err)
{
	struct machine_choice next;
	enum status status;
	int is_allowed;

	machine_choice_init(&next);
	next.algorithm = best->algorithm;
	mpq_set(next.send, build->send);
	status = set_found(&next, builder, err);
	for (int way = WAY_PLANNED; way <= WAY_SOON && status == STATUS_OK;
		way++) {
		next.way = (enum machine_way)way;
		status = machine_carry_out(&next, &is_allowed, asked, err);
		if (status == STATUS_OK && is_allowed &&
			mpq_cmp(next.time, best->time) < 0)
			machine_choice_set(best, &next);
	}
	machine_choice_clear(&next);
	return status;
}

static enum status build_once(struct machine_choice *best,
	const struct build *build, const struct machine_problem *asked,
	struct err *err)
{
	struct builder *builder = NULL;
	struct problem problem;
	enum status status = STATUS_OK;

	problem_init(&problem);
	problem.max_bits = asked->max_bits;
	mpz_set(problem.n, asked->n);
	mpz_set(problem.m, asked->m);
	if (build->upper > 0)
		builder = builder_new_at(&problem, &build->costs, build->upper);
	while (builder && builder->work < build->work / BUILDER_STEP &&
		mpq_cmp(best->time, build->bound) > 0 && status == STATUS_OK)
		if (builder_advance(builder))
			status = take_found(best, builder, build, asked, err);
	builder_free(builder);
	problem_clear(&problem);
	return status;
}

enum status machine_build(struct machine_choice *best,
	const struct machine_problem *asked, const mpq_t known, struct err *err)
{
	static const unsigned long parts[] = {1, 2, 4, 8, 16};
	size_t turns = sizeof parts / sizeof *parts;
	uint64_t work = machine_build_work(asked->work);
	struct build build = {.is_exact = 0};
	enum status status;

	mpq_inits(build.send, build.bound, NULL);
	status = machine_bound(build.bound, asked, err);
	mpq_set(best->time, known);
	for (size_t i = 0; i < turns && !build.is_exact && status == STATUS_OK;
		i++) {
		set_build(&build, asked, parts[i]);
		build.work = build.is_exact ? work : work / (turns - i);
		work -= build.work;
		status = build_once(best, &build, asked, err);
	}
	mpq_clears(build.send, build.bound, NULL);
	if (status == STATUS_OK && best->built.count == 0)
		return err_limit(err, "no schedule is found that is better");
	return status;
}
