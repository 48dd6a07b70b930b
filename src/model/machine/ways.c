/*
 * The ways from an algorithm's postal schedules to the machine's.
 *
 * Theorem.  Let a postal schedule have the whole latency k, and let it start
 * its row at t at t·u', with
 *
 *   u' >= u_2 = max(g+b, o+copy),   k u' >= e,
 *   j u' <= L  and  L+o+copy <= (j+1) u'   for a whole j,
 *
 * where j u' < L if o = 0 < copy.  Then the machine allows it.
 * Proof.  Starts are whole multiples of u', t = x u'.  The receive of the row
 * takes its processor from x u' + o + L >= (x+j) u' + o, when a send in slot
 * x+j has let it go, until x u' + o + L + copy <= (x+j+1) u', when the next may
 * begin.  Two receives of a processor have different x, and so have two sends.
 * Ports: starts differ by multiples of u' >= g+b.  A message is held from x u'
 * + e <= (x+k) u' on, when its receiver may first send it. u' = max(u_2, e/k)
 * is the least for k; the least k for which that is u_2 is ceil(e/u_2), and a
 * smaller one has coarser slots but the same e.
 *
 * At fractional latencies a receive may run into a send: such a schedule is
 * built and tried, if its time would be better than what is known.
 * Where nobody receives twice, u' = u and lambda = e/u: a receive ends before
 * the first send.
 */
#include "model/machine/machine.h"

#include "base/mem.h"
#include "core/schedule.h"
#include "model/bounds.h"
#include "number/number.h"

enum {
	WHOLE_TRIED = 6,	    /* latencies, of which */
	WHOLE_TAKEN = 2,	    /* are taken */
	DENOMINATORS = 8,	    /* of fractional latencies, the largest; */
	NEAREST = 2 * DENOMINATORS, /* two of each are looked at */
	FRACTIONS = 5,		    /* as many are tried, */
	NEAR_WHOLE = 12,	    /* below which whole ones are too coarse */
	SIMULATED = 100000	    /* transmissions at most */
};

const char *const machine_ways[] = {"planned", "as-soon-as-possible", NULL};

void machine_choice_init(struct machine_choice *choice)
{
	*choice = (struct machine_choice){.algorithm = NULL};
	mpz_init(choice->degree);
	mpq_inits(choice->lambda, choice->send, choice->time, NULL);
}

void machine_choice_clear(struct machine_choice *choice)
{
	mpz_clear(choice->degree);
	mpq_clears(choice->lambda, choice->send, choice->time, NULL);
}

static void set_choice(
	struct machine_choice *choice, const struct machine_choice *other)
{
	choice->algorithm = other->algorithm;
	choice->way = other->way;
	choice->is_most = other->is_most;
	mpz_set(choice->degree, other->degree);
	mpq_set(choice->lambda, other->lambda);
	mpq_set(choice->send, other->send);
	mpq_set(choice->time, other->time);
}

/* -- trying a schedule */

static void set_problem(struct problem *problem,
	const struct machine_problem *asked, const mpq_t lambda)
{
	problem_init(problem);
	problem->max_bits = asked->max_bits;
	mpz_set(problem->n, asked->n);
	mpz_set(problem->m, asked->m);
	mpq_set(problem->lambda, lambda);
}

static enum status open_postal(struct schedule **schedule,
	const struct machine_choice *choice,
	const struct machine_problem *asked, struct err *err)
{
	struct algorithm_options options = {
		.degree = mpz_sgn(choice->degree) > 0 ? choice->degree : NULL,
		.operation = (int)asked->operation};
	struct problem problem;
	enum status status;

	set_problem(&problem, asked, choice->lambda);
	status = algorithm_open(schedule, choice->algorithm, MODEL_POSTAL,
		&problem, &options, err);
	if (status == STATUS_OK && asked->operation == OPERATION_REDUCE)
		status = schedule_reversed(
			schedule, *schedule, asked->max_bits, err);
	problem_clear(&problem);
	return status;
}

enum status machine_open(struct schedule **schedule,
	const struct machine_choice *choice,
	const struct machine_problem *problem,
	const struct schedule_machine *machine, struct err *err)
{
	enum status status = open_postal(schedule, choice, problem, err);

	if (status != STATUS_OK)
		return status;
	return choice->way == WAY_PLANNED
		       ? schedule_scaled(schedule, *schedule, choice->send,
				 machine, err)
		       : schedule_simulated(schedule, *schedule, machine,
				 problem->max_bits, err);
}

/* Whether the machine allows what is planned. */
static enum status try_plan(int *is_allowed,
	const struct machine_choice *choice,
	const struct machine_problem *problem, struct err *err)
{
	const struct schedule_machine machine = {"", NULL, problem->message};
	struct schedule *schedule;
	enum status status =
		machine_open(&schedule, choice, problem, &machine, err);

	*is_allowed = 0;
	return status == STATUS_OK ? schedule_is_allowed(is_allowed, schedule,
					     problem->max_bits, err)
				   : status;
}

/* Sets the time of what is carried out as soon as possible. */
static enum status try_simulation(struct machine_choice *choice,
	const struct machine_problem *problem, struct err *err)
{
	const struct schedule_machine machine = {"", NULL, problem->message};
	struct schedule *schedule;
	enum status status =
		machine_open(&schedule, choice, problem, &machine, err);

	if (status != STATUS_OK)
		return status;
	number_set_u64(mpq_numref(choice->time), schedule->header.finish);
	number_set_u64(mpq_denref(choice->time), schedule->header.unit);
	mpq_canonicalize(choice->time);
	schedule_close(schedule);
	return STATUS_OK;
}

/* -- choosing */

/* The best so far, of which one is tried with another latency. */
struct trial {
	struct machine_choice *best, next;
	const struct machine_problem *problem;
	struct ranking *ranking;     /* of all algorithms, or NULL */
	struct machine_tries *tries; /* to list what is not tried, or NULL */
	mpq_t postal;  /* the time of next, in units of one send */
	uint64_t rows; /* UINT64_MAX: 2^64 or more */
	int by_relay;  /* next is at the latency e/u_2 */
	int is_taken;  /* the best has become another */
};

static int is_better(const struct trial *trial)
{
	return !trial->best->algorithm ||
	       mpq_cmp(trial->next.time, trial->best->time) < 0;
}

static void take_if_better(struct trial *trial)
{
	if (!is_better(trial))
		return;
	set_choice(trial->best, &trial->next);
	trial->is_taken = 1;
}

/* The postal time of the algorithm with the degree that is asked for. */
static enum status find_with_degree(struct trial *trial,
	const struct algorithm *algorithm, const struct problem *problem,
	struct err *err)
{
	const struct machine_problem *asked = trial->problem;
	const struct algorithm_options options = {
		.degree = asked->degree, .operation = (int)asked->operation};
	enum status status = algorithm_time(
		trial->postal, algorithm, problem, &options, asked->work, err);

	trial->next.algorithm = status == STATUS_OK ? algorithm : NULL;
	mpz_set(trial->next.degree, asked->degree);
	return status;
}

/* The postal time of the algorithm, or of the best of all, at next's latency;
 * next.algorithm is NULL if none is found. */
static enum status find_postal(
	struct trial *trial, const struct algorithm *algorithm, struct err *err)
{
	const struct machine_problem *asked = trial->problem;
	struct problem problem;
	enum status status;

	set_problem(&problem, asked, trial->next.lambda);
	trial->next.is_most = 0;
	if (algorithm && asked->degree) {
		status = find_with_degree(trial, algorithm, &problem, err);
		problem_clear(&problem);
		return status;
	}
	if (algorithm)
		status = ranking_find_one(trial->ranking, algorithm, &problem,
			asked->operation, asked->work, err);
	else
		status = ranking_find(trial->ranking, &problem, MODEL_POSTAL,
			asked->operation, 1, asked->flags | RANKING_UNSEARCHED,
			asked->work, err);
	problem_clear(&problem);
	trial->next.algorithm = NULL;
	if (status == STATUS_OK && trial->ranking->count > 0 &&
		trial->ranking->candidate[0].is_known) {
		const struct candidate *first = &trial->ranking->candidate[0];

		trial->next.algorithm = first->algorithm;
		trial->next.is_most = first->is_most;
		mpz_set(trial->next.degree, first->degree);
		mpq_set(trial->postal, first->time);
	}
	return status;
}

/* next.time = that of the postal schedule, planned with next.send: the last
 * start and e. */
static void set_planned_time(struct trial *trial)
{
	struct machine_choice *next = &trial->next;

	next->way = WAY_PLANNED;
	if (mpq_sgn(trial->postal) == 0) {
		mpq_set_ui(next->time, 0, 1);
		return;
	}
	mpq_sub(next->time, trial->postal, next->lambda);
	mpq_mul(next->time, next->time, next->send);
	mpq_add(next->time, next->time, trial->problem->message->end);
}

/* Sets next.send for next.lambda: the least that the latency and relays allow.
 */
static void set_planned_send(struct trial *trial)
{
	mpq_t least;

	mpq_init(least);
	machine_message_relay(least, trial->problem->message);
	mpq_div(trial->next.send, trial->problem->message->end,
		trial->next.lambda);
	if (mpq_cmp(trial->next.send, least) < 0)
		mpq_set(trial->next.send, least);
	mpq_clear(least);
}

/* Whether the theorem holds for next's send. */
static int is_planned(const struct trial *trial)
{
	const struct machine_message *message = trial->problem->message;
	mpq_t slots, time;
	int is_strict = mpq_sgn(message->overhead) == 0 &&
			mpq_sgn(message->copy) > 0,
	    is;

	mpq_inits(slots, time, NULL);
	mpq_div(time, message->latency, trial->next.send);
	number_floor(mpq_numref(slots), time);
	is = !(is_strict && mpq_equal(slots, time));
	mpz_add_ui(mpq_numref(slots), mpq_numref(slots), 1);
	mpq_mul(slots, slots, trial->next.send);
	mpq_add(time, message->latency, message->overhead);
	mpq_add(time, time, message->copy);
	is &= mpq_cmp(time, slots) <= 0;
	mpq_clears(slots, time, NULL);
	return is;
}

/* e/u_2, or e/u, at least 1. */
static void set_ratio(mpq_t ratio, const struct machine_message *message,
	void (*spacing)(mpq_t time, const struct machine_message *message))
{
	spacing(ratio, message);
	mpq_div(ratio, message->end, ratio);
	if (mpq_cmp_ui(ratio, 1, 1) < 0)
		mpq_set_ui(ratio, 1, 1);
}

static enum status try_whole(
	struct trial *trial, const struct algorithm *algorithm, struct err *err)
{
	mpq_ptr lambda = trial->next.lambda;
	enum status status = STATUS_OK;
	unsigned tried = 0, taken = 0;
	mpq_t ratio;
	mpz_t k;

	mpq_init(ratio);
	mpz_init(k);
	set_ratio(ratio, trial->problem->message, machine_message_relay);
	number_ceil(k, ratio);
	for (; status == STATUS_OK && mpz_sgn(k) > 0 && tried < WHOLE_TRIED &&
		taken < WHOLE_TAKEN;
		tried++, mpz_sub_ui(k, k, 1)) {
		mpq_set_z(lambda, k);
		set_planned_send(trial);
		if (!is_planned(trial))
			continue;
		taken++;
		status = find_postal(trial, algorithm, err);
		if (status != STATUS_OK || !trial->next.algorithm)
			continue;
		set_planned_time(trial);
		take_if_better(trial);
	}
	mpq_clear(ratio);
	mpz_clear(k);
	return status;
}

/* The fractions, one a denominator and side, that are nearest to the ratio,
 * whole ones left out: the least distance first. */
static size_t list_fractions(mpq_t fraction[NEAREST], const mpq_t ratio)
{
	size_t count = 0;
	mpq_t scaled, distance[NEAREST];

	mpq_init(scaled);
	for (unsigned long b = 2; b <= DENOMINATORS; b++)
		for (unsigned long above = 0; above < 2; above++) {
			mpq_ptr next = fraction[count];
			size_t at = 0;

			mpq_set_ui(scaled, b, 1);
			mpq_mul(scaled, scaled, ratio);
			number_floor(mpq_numref(next), scaled);
			mpz_add_ui(mpq_numref(next), mpq_numref(next), above);
			mpz_set_ui(mpq_denref(next), b);
			mpq_canonicalize(next);
			if (mpz_cmp_ui(mpq_denref(next), b) != 0 ||
				mpq_cmp_ui(next, 1, 1) < 0)
				continue;
			mpq_init(distance[count]);
			mpq_sub(distance[count], next, ratio);
			mpq_abs(distance[count], distance[count]);
			for (at = count;
				at > 0 &&
				mpq_cmp(distance[at], distance[at - 1]) < 0;
				at--) {
				mpq_swap(distance[at], distance[at - 1]);
				mpq_swap(fraction[at], fraction[at - 1]);
			}
			count++;
		}
	for (size_t i = 0; i < count; i++)
		mpq_clear(distance[i]);
	mpq_clear(scaled);
	return count;
}

/* Nanoseconds of a row that is carried out, and of one of greedy, which takes
 * longer at fractional latencies than its table says, as cyclic's plans do. */
enum { ROW_WORK = 500, PLAN_FACTOR = 3, GREEDY_WORK = 50000 };

/* Lists next, with what it takes. */
static void add_try(struct trial *trial)
{
	struct machine_tries *tries = trial->tries;
	struct machine_try *one;
	struct problem problem;
	uint64_t work;

	set_problem(&problem, trial->problem, trial->next.lambda);
	work = algorithm_work(trial->next.algorithm, &problem);
	problem_clear(&problem);
	if (work > UINT64_MAX / 16)
		return;
	work *= PLAN_FACTOR;
	if (trial->next.algorithm->send_work > 0)
		work = trial->rows * GREEDY_WORK;
	tries->item = mem_grow(tries->item, &tries->capacity, tries->count,
		sizeof *tries->item);
	one = &tries->item[tries->count++];
	*one = (struct machine_try){.by_relay = trial->by_relay};
	machine_choice_init(&one->choice);
	set_choice(&one->choice, &trial->next);
	mpz_init_set(one->m, trial->problem->m);
	one->work = work + trial->rows * ROW_WORK;
}

/* Sets next's time to the least that a plan with its latency could have. */
static enum status set_least_time(struct trial *trial, struct err *err)
{
	struct problem problem;
	enum status status;

	set_problem(&problem, trial->problem, trial->next.lambda);
	status = model_bound(trial->postal, MODEL_POSTAL, &problem, err);
	problem_clear(&problem);
	set_planned_time(trial);
	return status;
}

/* Builds what is planned at next's latency, if it is better than the best, and
 * takes it if the machine allows it; *is_allowed is then set. */
static enum status try_planned(struct trial *trial,
	const struct algorithm *algorithm, int *is_allowed, struct err *err)
{
	enum status status = find_postal(trial, algorithm, err);

	*is_allowed = 1;
	if (status != STATUS_OK || !trial->next.algorithm ||
		trial->next.is_most)
		return status;
	set_planned_time(trial);
	if (!is_better(trial))
		return STATUS_OK;
	status = try_plan(is_allowed, &trial->next, trial->problem, err);
	if (status == STATUS_OK && *is_allowed)
		take_if_better(trial);
	return status;
}

/* Lists it, or tries it, if it may be better. */
static enum status try_fraction(struct trial *trial,
	const struct algorithm *algorithm, const mpq_t lambda, struct err *err)
{
	enum status status;
	int is_allowed;

	mpz_set_ui(trial->next.degree, 0);
	mpq_set(trial->next.lambda, lambda);
	set_planned_send(trial);
	status = set_least_time(trial, err);
	if (status != STATUS_OK || !is_better(trial))
		return status;
	if (!trial->tries)
		return try_planned(trial, algorithm, &is_allowed, err);
	trial->next.algorithm = algorithm;
	add_try(trial);
	return STATUS_OK;
}

static enum status try_fractions(
	struct trial *trial, const struct algorithm *algorithm, struct err *err)
{
	mpq_t fraction[NEAREST], ratio;
	enum status status = STATUS_OK;
	size_t count;

	mpq_init(ratio);
	for (size_t i = 0; i < NEAREST; i++)
		mpq_init(fraction[i]);
	set_ratio(ratio, trial->problem->message, machine_message_relay);
	count = trial->rows <= SIMULATED && mpq_cmp_ui(ratio, NEAR_WHOLE, 1) < 0
			? list_fractions(fraction, ratio)
			: 0;
	for (size_t i = 0; i < count && i < FRACTIONS && status == STATUS_OK;
		i++)
		status = try_fraction(trial, algorithm, fraction[i], err);
	for (size_t i = 0; i < NEAREST; i++)
		mpq_clear(fraction[i]);
	mpq_clear(ratio);
	return status;
}

/* Whether the algorithm has a schedule for next's latency. */
static int algorithm_is_postal(
	const struct trial *trial, const struct algorithm *algorithm)
{
	struct problem problem;
	int is;

	set_problem(&problem, trial->problem, trial->next.lambda);
	is = algorithm_applies(algorithm, &problem, MODEL_POSTAL);
	problem_clear(&problem);
	return is;
}

/* As soon as possible, at that latency, unless the postal time, in units of u,
 * is no better than the best: nobody sends sooner than u apart. */
static enum status try_soon(struct trial *trial,
	const struct algorithm *algorithm, const mpq_t lambda, struct err *err)
{
	struct machine_choice *next = &trial->next;
	enum status status = STATUS_OK;

	mpq_set(next->lambda, lambda);
	mpz_set_ui(next->degree, 0);
	if (trial->problem->degree)
		mpz_set(next->degree, trial->problem->degree);
	next->algorithm = algorithm;
	next->is_most = 0;
	next->way = WAY_SOON;
	if (!algorithm_is_postal(trial, algorithm))
		return STATUS_OK;
	if (algorithm->time || algorithm->uses & (USES_DEGREE | USES_RADIX)) {
		status = find_postal(trial, algorithm, err);
		next->way = WAY_SOON;
		if (status != STATUS_OK || !next->algorithm)
			return status;
		machine_message_send(next->time, trial->problem->message);
		mpq_mul(next->time, next->time, trial->postal);
		if (!is_better(trial))
			return STATUS_OK;
	}
	status = try_simulation(next, trial->problem, err);
	if (status == STATUS_OK)
		take_if_better(trial);
	return status;
}

static enum status try_both_soon(
	struct trial *trial, const struct algorithm *algorithm, struct err *err)
{
	enum status status;
	mpq_t one, other;

	if (trial->rows > SIMULATED)
		return STATUS_OK;
	mpq_inits(one, other, NULL);
	set_ratio(one, trial->problem->message, machine_message_send);
	set_ratio(other, trial->problem->message, machine_message_relay);
	status = try_soon(trial, algorithm, one, err);
	if (status == STATUS_OK && !algorithm->is_library &&
		!mpq_equal(one, other))
		status = try_soon(trial, algorithm, other, err);
	mpq_clears(one, other, NULL);
	return status;
}

/* One message: each processor receives once, at e/u. */
static enum status try_single(
	struct trial *trial, const struct algorithm *algorithm, struct err *err)
{
	enum status status;

	set_ratio(trial->next.lambda, trial->problem->message,
		machine_message_send);
	machine_message_send(trial->next.send, trial->problem->message);
	status = find_postal(trial, algorithm, err);
	if (status != STATUS_OK || !trial->next.algorithm)
		return status;
	set_planned_time(trial);
	take_if_better(trial);
	return STATUS_OK;
}

static void trial_init(struct trial *trial, struct machine_choice *best,
	struct ranking *ranking, const struct machine_problem *problem)
{
	mpz_t rows;

	*trial = (struct trial){
		.best = best, .ranking = ranking, .problem = problem};
	machine_choice_init(&trial->next);
	mpq_init(trial->postal);
	mpz_init(rows);
	mpz_sub_ui(rows, problem->n, 1);
	mpz_mul(rows, rows, problem->m);
	trial->rows = number_fits_u64(rows) ? number_get_u64(rows) : UINT64_MAX;
	mpz_clear(rows);
}

static void trial_clear(struct trial *trial)
{
	machine_choice_clear(&trial->next);
	mpq_clear(trial->postal);
}

static int is_single(const struct machine_problem *problem)
{
	return problem->operation == OPERATION_BROADCAST &&
	       mpz_cmp_ui(problem->m, 1) == 0;
}

/* A time that is not found is none. */
static enum status forgive(enum status status)
{
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

enum status machine_find(struct machine_choice *choice, struct ranking *ranking,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err)
{
	struct trial trial;
	enum status status;

	trial_init(&trial, choice, ranking, problem);
	if (is_single(problem)) {
		status = try_single(&trial, algorithm, err);
	} else if (algorithm->is_library && trial.rows <= SIMULATED) {
		status = try_both_soon(&trial, algorithm, err);
	} else {
		status = forgive(try_whole(&trial, algorithm, err));
		if (status == STATUS_OK && algorithm->time)
			status = forgive(try_fractions(&trial, algorithm, err));
		if (status == STATUS_OK)
			status = forgive(try_both_soon(&trial, algorithm, err));
	}
	trial_clear(&trial);
	return forgive(status);
}

enum status machine_find_planned(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err)
{
	struct trial trial;
	enum status status;

	trial_init(&trial, choice, ranking, problem);
	status = is_single(problem) ? try_single(&trial, NULL, err)
				    : try_whole(&trial, NULL, err);
	trial_clear(&trial);
	return forgive(status);
}

/* As soon as possible, at one latency. */
static void list_soon(struct trial *trial, const mpq_t lambda,
	const mpq_t bound, const char *name)
{
	trial->next.algorithm = algorithm_find(name);
	trial->next.way = WAY_SOON;
	mpz_set_ui(trial->next.degree, 0);
	mpq_set(trial->next.lambda, lambda);
	mpq_set(trial->next.time, bound);
	if (is_better(trial))
		add_try(trial);
}

/* Schedules of latencies with a small denominator are found sooner and are as
 * good: ratio is rounded to a multiple of 1/16, 1/4 from 2 on, 1/2 from 4 on,
 * and to a whole one from 16 on. */
static void round_ratio(mpq_t ratio)
{
	unsigned long parts = mpq_cmp_ui(ratio, 16, 1) >= 0  ? 1
			      : mpq_cmp_ui(ratio, 4, 1) >= 0 ? 2
			      : mpq_cmp_ui(ratio, 2, 1) >= 0 ? 4
							     : 16;

	mpz_mul_ui(mpq_numref(ratio), mpq_numref(ratio), parts);
	number_divide_round(
		mpq_numref(ratio), mpq_numref(ratio), mpq_denref(ratio));
	mpz_set_ui(mpq_denref(ratio), parts);
	mpq_canonicalize(ratio);
}

/* A census has an algorithm of its own. */
static enum status list_all(
	struct trial *trial, const mpq_t bound, struct err *err)
{
	static const char *const names[] = {"cyclic", "greedy"};
	int is_census = trial->problem->operation == OPERATION_CENSUS;
	enum status status = STATUS_OK;
	mpq_t ratio[2];

	mpq_inits(ratio[0], ratio[1], NULL);
	set_ratio(ratio[0], trial->problem->message, machine_message_send);
	set_ratio(ratio[1], trial->problem->message, machine_message_relay);
	if (!is_census)
		status = try_fractions(trial, algorithm_find("cyclic"), err);
	round_ratio(ratio[0]);
	round_ratio(ratio[1]);
	for (int i = 0; i < 2 - mpq_equal(ratio[0], ratio[1]); i++) {
		trial->by_relay = i;
		for (int j = 0; j < 2 - is_census; j++)
			list_soon(trial, ratio[i], bound,
				is_census ? "census" : names[j]);
	}
	mpq_clears(ratio[0], ratio[1], NULL);
	return status;
}

enum status machine_list(struct machine_tries *tries,
	const struct machine_choice *best, const mpq_t bound,
	const struct machine_problem *problem, struct err *err)
{
	struct machine_choice known;
	enum status status = STATUS_OK;
	struct trial trial;

	machine_choice_init(&known);
	set_choice(&known, best);
	trial_init(&trial, &known, NULL, problem);
	trial.tries = tries;
	if (!is_single(problem) && trial.rows <= SIMULATED)
		status = list_all(&trial, bound, err);
	trial_clear(&trial);
	machine_choice_clear(&known);
	return forgive(status);
}

static int is_alike(
	const struct machine_try *one, const struct machine_try *other)
{
	if (one->choice.way != other->choice.way ||
		one->choice.algorithm != other->choice.algorithm)
		return 0;
	return one->choice.way == WAY_PLANNED
		       ? mpq_equal(one->choice.lambda, other->choice.lambda)
		       : one->by_relay == other->by_relay;
}

/* The ratio of the try alike whose m is nearest, the nearer to 1 the further
 * that is; below 0: such plans have failed twice. */
static double expected_ratio(
	const struct machine_tries *tries, const struct machine_try *one)
{
	double m = mpz_get_d(one->m), nearest = -1, ratio = 1;
	int failed = 0;

	for (size_t i = 0; i < tries->count; i++) {
		const struct machine_try *other = &tries->item[i];
		double apart = mpz_get_d(other->m) / m;

		if (!other->is_tried || !is_alike(one, other))
			continue;
		failed += other->ratio == 0;
		apart = apart < 1 ? 1 / apart : apart;
		if (other->ratio > 0 && (nearest < 0 || apart < nearest)) {
			nearest = apart;
			ratio = 1 + (other->ratio - 1) / apart;
		}
	}
	return failed > 1 ? -1 : ratio;
}

struct machine_try *machine_next(const struct machine_tries *tries,
	const struct machine_choice *best, uint64_t left)
{
	double least = best->algorithm ? mpq_get_d(best->time) : -1;
	struct machine_try *next = NULL;

	for (size_t i = 0; i < tries->count; i++) {
		struct machine_try *one = &tries->item[i];
		double time;

		if (one->is_tried || one->work > left)
			continue;
		time = expected_ratio(tries, one) * mpq_get_d(one->choice.time);
		if (time >= 0 && (least < 0 || time < least)) {
			least = time;
			next = one;
		}
	}
	return next;
}

void machine_tries_clear(struct machine_tries *tries)
{
	for (size_t i = 0; i < tries->count; i++) {
		machine_choice_clear(&tries->item[i].choice);
		mpz_clear(tries->item[i].m);
	}
	mem_free(tries->item);
	*tries = (struct machine_tries){0};
}

enum status machine_try(struct machine_choice *best, int *is_taken,
	struct machine_try *one, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err)
{
	enum status status;
	struct trial trial;
	int is_allowed = 1;

	one->is_tried = 1;
	trial_init(&trial, best, ranking, problem);
	set_choice(&trial.next, &one->choice);
	if (one->choice.way == WAY_PLANNED) {
		status = try_planned(
			&trial, one->choice.algorithm, &is_allowed, err);
	} else {
		status = try_simulation(&trial.next, problem, err);
		if (status == STATUS_OK)
			take_if_better(&trial);
	}
	*is_taken = trial.is_taken;
	one->ratio = status == STATUS_OK && is_allowed
			     ? mpq_get_d(trial.next.time) /
				       mpq_get_d(one->choice.time)
			     : 0;
	trial_clear(&trial);
	return forgive(status);
}

/* Tries what is listed, with problem->work. */
static enum status try_listed(struct machine_choice *choice,
	struct machine_tries *tries, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err)
{
	uint64_t left = problem->work;
	enum status status = STATUS_OK;
	struct machine_try *next;
	int is_taken;

	while (status == STATUS_OK &&
		(next = machine_next(tries, choice, left)) != NULL) {
		left -= next->work;
		status = machine_try(
			choice, &is_taken, next, ranking, problem, err);
	}
	return status;
}

enum status machine_find_best(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err)
{
	struct machine_tries tries = {0};
	enum status status =
		machine_find_planned(choice, ranking, problem, err);
	mpq_t bound;

	mpq_init(bound);
	if (status == STATUS_OK)
		status = machine_bound(bound, problem, err);
	if (status == STATUS_OK)
		status = machine_list(&tries, choice, bound, problem, err);
	if (status == STATUS_OK)
		status = try_listed(choice, &tries, ranking, problem, err);
	machine_tries_clear(&tries);
	mpq_clear(bound);
	if (status == STATUS_OK && !choice->algorithm)
		return err_set(err, STATUS_LIMIT,
			"no algorithm's time could be found", NULL);
	return status;
}
