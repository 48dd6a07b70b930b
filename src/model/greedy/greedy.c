/*
 * Makes many passes, keeps the best, and turns its sends into rows.
 *
 * The first few passes differ only in their random numbers.  The best of them
 * is then improved: a pass repeats its sends up to a random tick and continues
 * from there with other random numbers.  The new pass replaces the best if it
 * ends no later and its total lateness, that of all sends after the aim, is no
 * greater.  Most such passes are given up soon, when it is clear that their
 * lateness will be greater.
 *
 * Sending as soon as possible is not always best where the latency is not
 * whole: a receiver whose receives begin a fraction of a unit later than they
 * might keeps that delay, or misses a receive.  So in a quarter of the
 * improving passes one random receiver is left out at the tick from which the
 * pass continues; not where a unit has many ticks, as the fractions may then be
 * small.  At latency 4/3, seven processors get seven messages by 10; without
 * such passes they get them by 31/3.
 *
 * Every second pass weighs a copy of a message by how often its holder can
 * still send it before the aim; the others count copies.  Weighing is better
 * for long latencies; for others neither is better throughout.
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
	FRESH = 3,	   /* passes from scratch */
	IMPROVEMENTS = 32, /* passes for each send */
	SEED = 6,  /* of the improvements' first ticks; chosen by experiment */
	WAITS = 4, /* a receiver waits in one improvement of so many, */
	WAITS_UNIT = 8 /* unless a unit has more ticks, where none gained */
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
};

/* The rule of the s-th pass, s >= 1. */
static struct greedy_rule rule_of(uint64_t s)
{
	return (struct greedy_rule){.seed = s,
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
		const struct greedy_rule rule = rule_of(s);
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

/* Repeats the best pass up to a random tick and continues anew, again and
 * again. */
static void improve(struct best *best, struct greedy_pass *pass)
{
	uint32_t sends = (uint32_t)greedy_sends(&pass->problem);
	struct random random = {.seed = SEED};
	uint64_t unit = pass->problem.unit;
	uint64_t last = FRESH + (uint64_t)IMPROVEMENTS * sends;

	for (uint64_t s = FRESH + 1;
		s <= last && is_open(best, pass) && is_hopeful(best, pass);
		s++) {
		struct greedy_rule rule = rule_of(s);
		uint64_t until = best->send[random_below(&random, sends)].tick;

		rule.waits =
			unit > 1 && unit <= WAITS_UNIT && s / 4 % WAITS == 0;
		if (greedy_pass_run(
			    pass, &rule, &best->limits, best->send, until))
			exchange_best(best, &pass->send, limits_of(pass));
	}
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

/* Improves the best of some passes and of schedules for the whole latency
 * below. */
static void begin(struct best *best, struct greedy_pass *pass,
	const struct problem *problem)
{
	try_fresh(best, pass, 2, FRESH - 1);
	if (is_open(best, pass))
		try_whole(best, pass, problem);
	improve(best, pass);
}

/*
 * Leaves the sends of the best pass in pass->send.  The first pass is always
 * made, others until one ends by the aim, the work is spent, or the best is
 * far above the known time.
 * problem: the pass's problem as given.
 * Returns 0 if a time would be 2^62 or more.
 */
static int make_passes(struct greedy_pass *pass, const struct problem *problem,
	const struct algorithm_options *options)
{
	uint64_t work = options->work > 0 ? options->work : usual_work;
	struct best best = {.limits = {no_limit, UINT64_MAX},
		.known = tick_of_known(&pass->problem, options->known)};
	struct greedy_rule rule = rule_of(1);

	if (!greedy_pass_run(pass, &rule, &best.limits, NULL, 0))
		return 0;
	best.send = mem_array(pass->sends, sizeof *best.send);
	exchange_best(&best, &pass->send, limits_of(pass));
	best.work = work;
	if (options->work == 0 && greedy_sends(&pass->problem) > MANY_SENDS)
		best.work = work / 8 * 5;
	begin(&best, pass, problem);
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

/* aim = the counting bound less the latency, in ticks. */
static enum status set_aim(struct greedy_problem *given,
	const struct problem *problem, struct err *err)
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
		status = set_aim(&given, problem, err);
		if (status == STATUS_OK)
			status = find_rows(
				&list, &header, &given, problem, options, err);
	}
	if (status == STATUS_OK)
		*schedule = schedule_stored(&header, &list);
	return status;
}

void greedy_work(mpz_t work, const struct problem *problem)
{
	enum { NEAR = 1000000, FAR_WORK = 800 };

	problem_transmissions(work, problem);
	mpz_sub_ui(work, work, NEAR);
	if (mpz_sgn(work) < 0)
		mpz_set_ui(work, 0);
	mpz_mul_ui(work, work, FAR_WORK);
}
