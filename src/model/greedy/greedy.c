/*
 * Makes many passes, keeps the best, and turns its sends into rows.
 *
 * The first few passes differ only in their random numbers.  The best of them
 * is then improved: a pass repeats its sends up to a random tick and continues
 * from there with other random numbers.  The new pass replaces the best if it
 * ends no later and its total lateness, that of all sends after the aim, is no
 * greater.  Most such passes are given up soon, when it is clear that their
 * lateness will be greater.  If there is much work, the lateness of each may be
 * greater than that of the one before by a random part of a quarter of a unit,
 * as the way to a better schedule may lead over worse ones.
 *
 * Sending as soon as possible is not always best where the latency is not
 * whole: a receiver whose receives begin a fraction of a unit later than they
 * might keeps that delay, or misses a receive.  So in a quarter of the
 * improving passes one random receiver is left out at the tick from which the
 * pass continues; not where a unit has many ticks, as the fractions may then be
 * small.  At latency 5/2, six processors get seven messages by 12, the optimum;
 * without such passes they get them by 25/2.
 *
 * Every second pass weighs a copy of a message by how often its holder can
 * still send it before the aim; the others count copies.  Weighing is better
 * for long latencies; for others neither is better throughout.
 *
 * Where the latency is not whole and sends are few, the finish depends strongly
 * on the schedule that improving started from.  The work is then half as much
 * again, and most of it goes into new beginnings: each makes some passes from
 * scratch and improves the best of them with its share of the work.  At latency
 * 9/8, eleven processors get sixteen messages by 155/8; from a single beginning
 * by 157/8.
 *
 * At latencies between 1 and 2 the processors drift apart, and messages take
 * long ways between those that receive early in a unit and those that receive
 * late.  Schedules for latency 1 keep all processors in step; carried
 * out at the longer latency, they lose time only where a message is sent on at
 * once.  So schedules for latency 1 in rounds, also on circulant graphs with
 * various skips, are tried with their sends as early as their order allows.  At
 * every latency that is not whole, so is cyclic's schedule for the whole
 * latency below, where all processors keep in step, too.
 */
#include "model/greedy/greedy.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "core/schedule.h"
#include "model/circulant/circulant.h"
#include "model/cyclic/cyclic.h"
#include "model/greedy/pass.h"
#include "model/postal/counting.h"
#include "model/rounds/rounds.h"

/* Ticks stay below 2^62, so that the sum of two fits a word.  Memory is about
 * SEND_BYTES for each send, when they become rows, and at most PROCESSOR_BYTES
 * for each processor. */
enum {
	TICK_BITS = 62,
	SEND_BYTES = sizeof(struct greedy_send) + sizeof(struct transmission),
	PROCESSOR_BYTES = 96
};

/* The work where the options set none, in operations: about 50 ms.  With more
 * than MANY_SENDS sends, which few passes can improve, it is 5/8 of this. */
static const uint64_t usual_work = 5 << 20;
enum { MANY_SENDS = 1 << 12 };

/* With this limit there are fewer than 2^32 processors and, if there are two or
 * more processors, fewer than 2^32 messages. */
static const uint64_t max_bytes = UINT64_C(1) << 36;

/* -- passes */

enum {
	FRESH = 3, /* passes from scratch */
	/* Passes for each send; with a goal twice as many, and with patience
	 * half as many for each usual_work begun. */
	IMPROVEMENTS = 32,
	SEED = 6,  /* of the improvements' first ticks; chosen by experiment */
	WAITS = 4, /* a receiver waits in one improvement of so many, */
	WAITS_UNIT = 8, /* unless a unit has more ticks, where none gained */
	WORSE = 4,	/* with patience, by which part of a unit a pass may be
			 * worse than the one before, */
	WORSE_MAX = 1 << 30 /* or by how many ticks */
};

/* Improving is given up after 1/LITTLE of the work if the best is more than a
 * unit above the known time, and after 1/MUCH if it is more than 3/4 of a unit
 * above, rounded up to ticks; but not at latencies of LONG units or more. */
enum { LITTLE = 32, MUCH = 4, LONG = 8 };

static const uint64_t no_limit = ((uint64_t)1 << TICK_BITS) - 1;

struct best {
	struct greedy_send *send;    /* all sends of the best pass so far */
	struct greedy_limits limits; /* its last tick and lateness */
	uint64_t work;		     /* that pass->work may reach */
	uint64_t known; /* the tick of the last send of a known schedule */
	uint64_t seed;	/* of all passes */
	uint64_t improvements; /* passes for each send */
	int is_patient;
};

/* The rule of the s-th pass, s >= 1. */
static struct greedy_rule rule_of(const struct best *best, uint64_t s)
{
	return (struct greedy_rule){.seed = (best->seed << 32) + s,
		.noise = s / 2 % 2 ? 16 : 4,
		.by_reach = (int)(s % 2)};
}

static int is_open(const struct best *best, const struct greedy_pass *pass)
{
	return best->limits.latest > pass->problem.aim &&
	       pass->work < best->work;
}

static int is_better(
	const struct greedy_limits *x, const struct greedy_limits *y)
{
	return x->latest < y->latest ||
	       (x->latest == y->latest && x->lateness < y->lateness);
}

static struct greedy_limits limits_of(const struct greedy_pass *pass)
{
	return (struct greedy_limits){
		pass->send[greedy_sends(&pass->problem) - 1].tick,
		greedy_lateness(&pass->problem, pass->send)};
}

/* Exchanges the best sends for others with the limits given. */
static void exchange_best(struct best *best, struct greedy_send **send,
	struct greedy_limits limits)
{
	struct greedy_send *before = best->send;

	best->send = *send;
	best->limits = limits;
	*send = before;
}

/* Keeps the sends of the pass if they are better. */
static void keep_better(struct best *best, struct greedy_pass *pass)
{
	const struct greedy_limits limits = limits_of(pass);

	if (is_better(&limits, &best->limits))
		exchange_best(best, &pass->send, limits);
}

/* Tries a schedule for the same n and m at another latency, and closes it.
 * status: whether it could be opened. */
static void try_other(struct best *best, struct greedy_pass *pass,
	enum status status, struct schedule *schedule)
{
	if (status != STATUS_OK)
		return;
	pass->work += 4 * greedy_sends(&pass->problem);
	if (greedy_retime(pass->send, &pass->problem, schedule))
		keep_better(best, pass);
	schedule_close(schedule);
}

/* Tries schedules for the whole latency below, if the latency is not whole. */
static void try_whole(struct best *best, struct greedy_pass *pass,
	const struct problem *problem)
{
	const struct algorithm_options none = {.model = MODEL_POSTAL};
	struct schedule *schedule = NULL;
	enum status status;
	struct problem whole;
	struct err err;

	if (problem_is_whole(problem))
		return;
	problem_init(&whole);
	problem_set(&whole, problem);
	number_floor(mpq_numref(whole.lambda), problem->lambda);
	mpz_set_ui(mpq_denref(whole.lambda), 1);
	status = cyclic_open(&schedule, &whole, &none, &err);
	try_other(best, pass, status, schedule);
	if (mpq_cmp_ui(whole.lambda, 1, 1) == 0) {
		status = sendrecv_open(&schedule, &whole, &none, &err);
		try_other(best, pass, status, schedule);
		for (unsigned j = 0; j <= CIRCULANT_ROUNDINGS; j++) {
			status = circulant_rounded_open(
				&schedule, &whole, j, &err);
			try_other(best, pass, status, schedule);
		}
	}
	problem_clear(&whole);
}

/* Makes passes from scratch by the rules first, first + 1, .., `count' of them.
 */
static void try_fresh(
	struct best *best, struct greedy_pass *pass, uint64_t first, int count)
{
	for (uint64_t s = first; count-- > 0 && is_open(best, pass); s++) {
		const struct greedy_rule rule = rule_of(best, s);
		const struct greedy_limits limits = {
			best->limits.latest, UINT64_MAX};

		if (greedy_pass_run(pass, &rule, &limits, NULL, 0))
			keep_better(best, pass);
	}
}

/* Whether the best may still come near the known time.  In tests/grid's
 * grid_ranking, none with a short latency that was as far above it after that
 * much work ever got below it; at long latencies, late passes still improve
 * much. */
static int is_hopeful(const struct best *best, const struct greedy_pass *pass)
{
	uint64_t unit = pass->problem.unit, work = pass->work;
	int is_open_end = work < best->work / LITTLE ||
			  pass->problem.latency / unit >= LONG;
	uint64_t above = is_open_end		    ? no_limit
			 : work < best->work / MUCH ? unit
						    : unit - unit / 4;

	return best->limits.latest <= best->known + above;
}

/* best = other, unless that is worse; sends: of each. */
static void copy_best(struct best *best, const struct best *other, size_t sends)
{
	if (is_better(&best->limits, &other->limits))
		return;
	memcpy(best->send, other->send, sends * sizeof *best->send);
	best->limits = other->limits;
}

/* The most a pass may be worse than the last one kept. */
static struct greedy_limits limits_of_next(const struct best *best,
	const struct best *kept, uint64_t unit, struct random *random)
{
	uint32_t most = (uint32_t)least_u64(unit / WORSE, WORSE_MAX);

	if (!best->is_patient)
		return kept->limits;
	return (struct greedy_limits){no_limit,
		kept->limits.lateness + random_below(random, most + 1)};
}

/* Repeats the last pass kept, at first the best, up to a random tick, and
 * continues anew, again and again. */
static void improve(struct best *best, struct greedy_pass *pass)
{
	uint32_t sends = (uint32_t)greedy_sends(&pass->problem);
	struct random random = {.seed = SEED + best->seed};
	uint64_t unit = pass->problem.unit;
	uint64_t last = FRESH + best->improvements * sends;
	struct best kept = *best;

	kept.send = mem_array(sends, sizeof *kept.send);
	memcpy(kept.send, best->send, sends * sizeof *kept.send);
	for (uint64_t s = FRESH + 1;
		s <= last && is_open(best, pass) && is_hopeful(best, pass);
		s++) {
		struct greedy_rule rule = rule_of(best, s);
		uint64_t until = kept.send[random_below(&random, sends)].tick;
		const struct greedy_limits limits =
			limits_of_next(best, &kept, unit, &random);

		rule.waits =
			unit > 1 && unit <= WAITS_UNIT && s / 4 % WAITS == 0;
		if (!greedy_pass_run(pass, &rule, &limits, kept.send, until))
			continue;
		exchange_best(&kept, &pass->send, limits_of(pass));
		copy_best(best, &kept, sends);
	}
	mem_free(kept.send);
}

/* -- new beginnings */

/* With more than BEGUN_UNIT ticks in a unit there are none: the schedule for
 * the next longer latency with fewer ticks is as good. */
enum {
	BEGINNINGS = 5,
	BEGUN_FRESH = 30,     /* passes from scratch for each */
	BEGUN_SENDS = 1 << 9, /* the most sends of a problem that has them */
	BEGUN_UNIT = 16
};

static int begins_again(const struct greedy_problem *problem)
{
	return problem->unit > 1 && problem->unit <= BEGUN_UNIT &&
	       greedy_sends(problem) <= BEGUN_SENDS;
}

/* Improves schedules from new beginnings, each with its share of the work. */
static void begin_again(struct best *best, struct greedy_pass *pass)
{
	uint64_t share = best->work > pass->work
				 ? (best->work - pass->work) / BEGINNINGS
				 : 0;
	struct best other = *best;

	other.send =
		mem_array(greedy_sends(&pass->problem), sizeof *other.send);
	other.work = pass->work;
	for (int i = 0; i < BEGINNINGS && is_open(best, pass); i++) {
		other.seed++;
		other.work += share;
		other.limits = (struct greedy_limits){no_limit, UINT64_MAX};
		try_fresh(&other, pass, 1, BEGUN_FRESH);
		improve(&other, pass);
		if (is_better(&other.limits, &best->limits))
			exchange_best(best, &other.send, other.limits);
	}
	mem_free(other.send);
}

/* The last tick at which a send can begin and arrive by the known time; no
 * limit if known is NULL or large. */
static uint64_t tick_of_known(
	const struct greedy_problem *given, mpq_srcptr known)
{
	uint64_t tick = no_limit;
	mpz_t z;

	if (!known)
		return tick;
	mpz_init(z);
	number_set_u64(z, given->unit);
	mpz_mul(z, z, mpq_numref(known));
	mpz_fdiv_q(z, z, mpq_denref(known));
	if (number_read_u64(&tick, z, 62))
		tick = tick < given->latency ? 0 : tick - given->latency;
	mpz_clear(z);
	return tick;
}

/* Improves the options' start or, if there is none, the best of some passes and
 * schedules for the whole latency below. */
static void begin(struct best *best, struct greedy_pass *pass,
	const struct problem *problem, const struct algorithm_options *options)
{
	if (!options->start) {
		try_fresh(best, pass, 2, FRESH - 1);
		if (is_open(best, pass))
			try_whole(best, pass, problem);
	} else if (greedy_retime(pass->send, &pass->problem, options->start)) {
		exchange_best(best, &pass->send, limits_of(pass));
	}
	improve(best, pass);
}

/*
 * Leaves the sends of the best pass in pass->send.  The first pass is always
 * made, others until one ends by the aim, the work is spent, or the best is
 * far above the known time.  Then, without a goal, there are new beginnings.
 * problem: the pass's problem as given.
 * Returns 0 if a time would be 2^62 or more.
 */
static int make_passes(struct greedy_pass *pass, const struct problem *problem,
	const struct algorithm_options *options)
{
	int again = !options->goal && begins_again(&pass->problem);
	uint64_t work = options->work > 0 ? options->work : usual_work;
	struct best best = {.limits = {no_limit, UINT64_MAX},
		.known = tick_of_known(&pass->problem, options->known),
		.seed = options->seed,
		.improvements = options->goal ? 2 * IMPROVEMENTS : IMPROVEMENTS,
		.is_patient = options->is_patient};
	struct greedy_rule rule = rule_of(&best, 1);

	if (best.is_patient)
		best.improvements = IMPROVEMENTS / 2 * (1 + work / usual_work);
	if (!greedy_pass_run(pass, &rule, &best.limits, NULL, 0))
		return 0;
	best.send = mem_array(pass->sends, sizeof *best.send);
	exchange_best(&best, &pass->send, limits_of(pass));
	best.work = again ? work / 2 : work;
	if (options->work == 0 && greedy_sends(&pass->problem) > MANY_SENDS)
		best.work = work / 8 * 5;
	begin(&best, pass, problem, options);
	if (again) {
		best.work = work + work / 2;
		begin_again(&best, pass);
	}
	mem_free(pass->send);
	pass->send = best.send;
	return 1;
}

/* -- the problem and its rows */

static enum status check_greedy_memory(
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t needed;

	mpz_init(needed);
	problem_transmissions(needed, problem);
	mpz_mul_ui(needed, needed, SEND_BYTES);
	mpz_addmul_ui(needed, problem->n, PROCESSOR_BYTES);
	status = limit_check_bytes("the schedule", needed,
		least_u64(problem->max_bits / 8, max_bytes), err);
	mpz_clear(needed);
	return status;
}

static enum status fill_header(struct schedule_header *header,
	const struct problem *problem, struct err *err)
{
	if (mpz_sizeinbase(problem->m, 2) > TICK_BITS ||
		mpz_sizeinbase(mpq_numref(problem->lambda), 2) > TICK_BITS)
		return err_limit(
			err, "a schedule's numbers must be below 2^62");
	*header = (struct schedule_header){
		.model = MODEL_POSTAL, .algorithm = "greedy", .has_finish = 1};
	return problem_header(header, problem, err);
}

/* aim = the counting bound or, if later, the goal, less the latency, in ticks.
 */
static enum status set_aim(struct greedy_problem *given,
	const struct problem *problem, mpq_srcptr goal, struct err *err)
{
	enum status status;
	mpq_t bound;

	mpq_init(bound);
	status = postal_counting_bound(bound, problem, err);
	if (status == STATUS_OK) {
		mpq_sub(bound, bound, problem->lambda);
		if (!number_read_ticks(
			    &given->aim, bound, given->unit, TICK_BITS))
			status = err_limit(
				err, "a schedule's times must be below 2^62");
	}
	if (status == STATUS_OK && goal)
		given->aim = most_u64(given->aim, tick_of_known(given, goal));
	mpq_clear(bound);
	return status;
}

static void list_rows(struct transmissions *list,
	const struct greedy_send *send, size_t sends)
{
	list->row = mem_array(sends, sizeof *list->row);
	list->capacity = sends;
	for (size_t i = 0; i < sends; i++) {
		const struct transmission row = {.tick = send[i].tick,
			.from = send[i].from,
			.to = send[i].to,
			.message = (uint64_t)send[i].message + 1};

		transmissions_add(list, &row);
	}
}

static enum status find_rows(struct transmissions *list,
	struct schedule_header *header, const struct greedy_problem *given,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct greedy_pass pass;
	struct greedy_send *send;
	size_t sends = greedy_sends(given);
	int is_made;

	greedy_pass_init(&pass, given);
	is_made = make_passes(&pass, problem, options);
	send = pass.send;
	pass.send = NULL;
	greedy_pass_clear(&pass); /* the rows need the memory */
	if (is_made) {
		header->finish = send[sends - 1].tick + given->latency;
		list_rows(list, send, sends);
	}
	mem_free(send);
	return is_made ? STATUS_OK
		       : err_limit(
				 err, "a schedule's times must be below 2^62");
}

enum status greedy_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header = {0};
	struct greedy_problem given;
	struct transmissions list = {NULL, 0, 0};
	enum status status = check_greedy_memory(problem, err);

	*schedule = NULL;
	if (status == STATUS_OK)
		status = fill_header(&header, problem, err);
	if (status != STATUS_OK)
		return status;
	if (header.processors > 1) {
		given = (struct greedy_problem){
			.n = (uint32_t)header.processors,
			.m = (uint32_t)header.messages,
			.unit = header.unit,
			.latency = header.latency};
		status = set_aim(&given, problem, options->goal, err);
		if (status == STATUS_OK)
			status = find_rows(
				&list, &header, &given, problem, options, err);
	}
	if (status == STATUS_OK)
		*schedule = schedule_stored(&header, &list);
	return status;
}
