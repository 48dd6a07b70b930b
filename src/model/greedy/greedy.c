/*
 * The problem in ticks, the best of many passes, and its sends as rows.
 *
 * First a few passes with different random numbers.  Then the best so far is
 * improved: a pass repeats it up to some tick, drawn at random, and goes on
 * from there with other random numbers; it is kept if it ends no later and its
 * sends after the aim are no later together.  Most such passes are given up
 * soon, when too many of the receivers can no longer be served by the aim.
 *
 * To send as soon as one can is not always best where the latency is not whole:
 * a receiver that begins to receive a fraction of a unit later than it might
 * does so from then on, or misses a receive.  So, unless the fraction may be
 * small, in a quarter of these passes a receiver, drawn at random, waits at
 * the tick from which the pass goes on: at 5/2, six processors get seven
 * messages by 12, which is optimal; without such passes this ends at 25/2.
 *
 * Every second pass weighs a copy of a message by what its holder can still do
 * with it, the others count copies: the former is better for long latencies;
 * for others it varies.
 *
 * Where the latency is not whole and sends are few, the end depends much on
 * where improving began.  There is then half as much work again, and most of it
 * goes into new beginnings: a few passes from scratch, of which the best is
 * improved with a share of the work, and so on.  At 9/8, eleven processors get
 * sixteen messages by 155/8; from a single beginning by 157/8.
 *
 * With latencies between 1 and 2 the processors drift apart, and messages have
 * to take long ways between those who receive early in a unit and those who
 * receive late.  If all keep in step, that is, at latency 1, nothing is lost
 * but the wait for a message that is sent on at once.  So the schedules for
 * latency 1 in rounds, with their sends as early as their order allows, are
 * some to start from, those on circulant graphs with other skips, too; and at
 * every latency that is not whole, that of cyclic for the whole latency below,
 * as there all keep in step.
 */
#include "model/greedy/greedy.h"

#include "base/mem.h"
#include "number/number.h"
#include "core/schedule.h"
#include "model/circulant/circulant.h"
#include "model/cyclic/cyclic.h"
#include "model/greedy/pass.h"
#include "model/postal/counting.h"
#include "model/rounds/rounds.h"

/* Ticks stay below 2^62, so that the sum of two fits a word. */
enum { TICK_BITS = 62, SEND_BYTES = 100, PROCESSOR_BYTES = 96 };

/* The operations that passes may take unless told otherwise: some 50 ms; those
 * that improve many sends, which few passes do, five eighths of it. */
static const uint64_t usual_work = 5 << 20;
enum { MANY_SENDS = 1 << 12 };

/* So that processors and messages are below 2^32. */
static const uint64_t max_bytes = UINT64_C(1) << 36;

/* -- passes */

/* Passes from scratch; improvements, for each send of a pass, twice as many if
 * there is a goal; the seed of where they begin, with which a few more problems
 * come out at the bound than with others; in one improvement of so many a
 * receiver waits, unless a unit has more ticks, for which that gained nothing.
 */
enum { FRESH = 3, IMPROVEMENTS = 32, SEED = 6, WAITS = 4, WAITS_UNIT = 8 };

/* Parts of the work after which what is far above what is known is given up,
 * unless the latency is so many units. */
enum { LITTLE = 32, MUCH = 4, LONG = 8 };

static const uint64_t no_limit = ((uint64_t)1 << 62) - 1;

/* The best so far, all of its sends, and how good it is; the work in all, and
 * the tick at which the last send of a schedule that is known begins; the seed
 * of all passes, and how many improve each send. */
struct best {
	struct greedy_send *send;
	struct greedy_limits limits;
	uint64_t work, known, seed, improvements;
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

/* Keeps the sends of the pass, and leaves it room for others. */
static void keep(struct best *best, struct greedy_pass *pass)
{
	struct greedy_send *send = best->send;
	size_t sends = greedy_sends(&pass->problem);

	best->send = pass->send;
	pass->send = send;
	best->limits.latest = best->send[sends - 1].tick;
	best->limits.lateness = greedy_lateness(&pass->problem, best->send);
}

/* Keeps the sends of the pass if they are better. */
static void keep_better(struct best *best, struct greedy_pass *pass)
{
	uint64_t last = pass->send[greedy_sends(&pass->problem) - 1].tick;

	if (last < best->limits.latest ||
		(last == best->limits.latest &&
			greedy_lateness(&pass->problem, pass->send) <
				best->limits.lateness))
		keep(best, pass);
}

/* A schedule for n and m at another latency, if it could be opened. */
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

/* Schedules for the whole latency below, if the latency is not whole. */
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
		status = circulant_open(&schedule, &whole, &none, &err);
		try_other(best, pass, status, schedule);
		for (unsigned j = 1; j <= CIRCULANT_ROUNDINGS; j++) {
			status = circulant_rounded_open(
				&schedule, &whole, j, &err);
			try_other(best, pass, status, schedule);
		}
	}
	problem_clear(&whole);
}

/* The passes from scratch of that many rules, from the first-th on. */
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

/* Whether it can still come near what is known: of those of grid_ranking, none
 * with a short latency ended earlier than that which was farther off so late;
 * with long ones passes go on to improve by much. */
static int is_hopeful(const struct best *best, const struct greedy_pass *pass)
{
	uint64_t unit = pass->problem.unit, work = pass->work;
	int is_open_end = work < best->work / LITTLE ||
			  pass->problem.latency / unit >= LONG;
	uint64_t above = is_open_end		    ? no_limit
			 : work < best->work / MUCH ? unit
						    : unit - unit / 4;

	return best->limits.latest <= above ||
	       best->limits.latest - above <= best->known;
}

static void improve(struct best *best, struct greedy_pass *pass)
{
	uint32_t sends = (uint32_t)greedy_sends(&pass->problem);
	struct random random = {.seed = SEED + best->seed};
	uint64_t unit = pass->problem.unit;
	uint64_t last = FRESH + best->improvements * sends;

	for (uint64_t s = FRESH + 1;
		s <= last && is_open(best, pass) && is_hopeful(best, pass);
		s++) {
		struct greedy_rule rule = rule_of(best, s);
		uint64_t until = best->send[random_below(&random, sends)].tick;

		rule.waits =
			unit > 1 && unit <= WAITS_UNIT && s / 4 % WAITS == 0;
		if (greedy_pass_run(
			    pass, &rule, &best->limits, best->send, until))
			keep(best, pass);
	}
}

/* -- new beginnings */

/* How many there are, and how many passes from scratch each has; the most
 * sends, and ticks of a unit, as for more of them the next latency with fewer
 * does as well. */
enum {
	BEGINNINGS = 5,
	BEGUN_FRESH = 30,
	BEGUN_SENDS = 1 << 10,
	BEGUN_UNIT = 16
};

static int begins_again(const struct greedy_problem *problem)
{
	return problem->unit > 1 && problem->unit <= BEGUN_UNIT &&
	       greedy_sends(problem) <= BEGUN_SENDS;
}

/* Takes the place of the best if it is better. */
static void exchange_if_better(struct best *best, struct best *other)
{
	struct best before = *best;

	if (other->limits.latest > best->limits.latest ||
		(other->limits.latest == best->limits.latest &&
			other->limits.lateness >= best->limits.lateness))
		return;
	best->send = other->send;
	best->limits = other->limits;
	other->send = before.send;
}

/* Improves other schedules, each with its share of the work. */
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
		exchange_if_better(best, &other);
	}
	mem_free(other.send);
}

/* The last tick at which a send may begin to end by the time that is known. */
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

/* The first beginning: a schedule to start from, or passes and schedules for
 * the whole latency below. */
static void begin(struct best *best, struct greedy_pass *pass,
	const struct problem *problem, const struct algorithm_options *options)
{
	if (!options->start) {
		try_fresh(best, pass, 2, FRESH - 1);
		if (is_open(best, pass))
			try_whole(best, pass, problem);
	} else if (greedy_retime(pass->send, &pass->problem, options->start)) {
		keep(best, pass);
	}
	improve(best, pass);
}

/*
 * Leaves the sends of the best in pass->send.  The first pass is always made,
 * others until one ends by the aim, pass->work reaches work, or all are far
 * above what is known; then, without a goal, others begin.  More work makes no
 * pass worse.
 * problem: the same as the pass's.
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
		.improvements =
			options->goal ? 2 * IMPROVEMENTS : IMPROVEMENTS};
	struct greedy_rule rule = rule_of(&best, 1);

	if (!greedy_pass_run(pass, &rule, &best.limits, NULL, 0))
		return 0;
	best.send = mem_array(pass->sends, sizeof *best.send);
	keep(&best, pass);
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

static enum status check_memory(const struct problem *problem, struct err *err)
{
	uint64_t bytes = problem->max_bits / 8;
	enum status status;
	mpz_t needed;

	mpz_init(needed);
	problem_transmissions(needed, problem);
	mpz_mul_ui(needed, needed, SEND_BYTES);
	mpz_addmul_ui(needed, problem->n, PROCESSOR_BYTES);
	status = limit_check_bytes("the schedule", needed,
		bytes < max_bytes ? bytes : max_bytes, err);
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
	*header = (struct schedule_header){.model = MODEL_POSTAL,
		.algorithm = "greedy",
		.processors = number_get_u64(problem->n),
		.messages = number_get_u64(problem->m),
		.unit = number_get_u64(mpq_denref(problem->lambda)),
		.latency = number_get_u64(mpq_numref(problem->lambda)),
		.has_finish = 1};
	return STATUS_OK;
}

/* aim = the counting bound, or the goal above that, less the latency, in ticks.
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
		mpz_mul(mpq_numref(bound), mpq_numref(bound),
			mpq_denref(problem->lambda));
		mpz_divexact(mpq_numref(bound), mpq_numref(bound),
			mpq_denref(bound));
		if (mpz_sizeinbase(mpq_numref(bound), 2) > TICK_BITS)
			status = err_limit(
				err, "a schedule's times must be below 2^62");
		else
			given->aim = number_get_u64(mpq_numref(bound));
	}
	if (status == STATUS_OK && goal) {
		uint64_t tick = tick_of_known(given, goal);

		given->aim = given->aim > tick ? given->aim : tick;
	}
	mpq_clear(bound);
	return status;
}

/* The sends as rows. */
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
	enum status status = check_memory(problem, err);

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
