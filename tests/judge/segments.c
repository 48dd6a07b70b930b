/* Scans all numbers of segments one by one, and builds and judges what is
 * found.
 */
#include "judge/segments.h"

#include "check/check.h"
#include "judge/machine.h"
#include "model/bounds.h"
#include "model/segments.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 1 << 24 };

static struct err err;

/* A random machine of one point or two.  The first has L + 2o >= g, so that
 * lambda can be below 1 only for the second.  G is anything from 0 to more than
 * g. */
static void set_machine(
	struct machine *machine, struct random *chance, unsigned bytes)
{
	struct machine_point *point = machine->point;

	machine->has_byte = 1;
	machine_any(point->overhead, chance, 0, 4, 3);
	machine_any(point->gap, chance, 1, 5, 4);
	machine_any(point->byte, chance, 0, 9, 9);
	machine_any(machine->latency, chance, 20, 20, 2);
	if (random_below(chance, 3) > 0)
		return;
	point = machine_add(machine);
	mpz_set_ui(point->bytes, 2 + random_below(chance, bytes));
	machine_any(point->overhead, chance, 0, 6, 3);
	machine_any(point->gap, chance, 1, 7, 4);
	machine_any(point->byte, chance, 0, 9, 9);
}

/* Bound (B) of model/machine/bound.c, by trying each number of the source's
 * sends, and by finding one by one the times at which processors can know
 * anything. */
static void work_bound(mpq_t bound, const struct machine_message *message,
	unsigned n, unsigned m)
{
	mpq_t first[64], send, next, work, last;

	mpq_inits(send, next, work, last, NULL);
	machine_message_send(send, message);
	for (unsigned i = 1; i < n; i++)
		mpq_init(first[i]);
	/* first[i]: the least time by which i processors besides the source can
	 * know anything. */
	for (unsigned i = 1; i < n; i++) {
		unsigned sent[64] = {0};

		for (unsigned k = 1; k <= i; k++) {
			unsigned from = 0;

			for (unsigned j = 0; j < k; j++) {
				mpq_set_ui(next, sent[j], 1);
				mpq_mul(next, next, send);
				mpq_add(next, next, message->end);
				if (j > 0)
					mpq_add(next, next, first[j]);
				if (j == 0 || mpq_cmp(next, last) < 0) {
					mpq_set(last, next);
					from = j;
				}
			}
			sent[from]++;
			mpq_set(first[k], last);
		}
	}
	for (unsigned i = 1; i < n; i++) {
		mpq_add(work, work, first[i]);
		mpq_sub(work, work, message->end);
		mpq_add(work, work, message->overhead);
		mpq_add(work, work, message->latency);
		for (unsigned k = 0; k < m; k++) {
			mpq_add(work, work, message->copy);
			mpq_add(work, work, message->overhead);
		}
	}
	for (unsigned j = 1;; j++) {
		mpq_sub(work, work, message->overhead);
		mpq_set_ui(next, n - 1, 1);
		mpq_div(next, work, next);
		mpq_set_ui(last, j - 1, 1);
		mpq_mul(last, last, send);
		mpq_add(last, last, message->end);
		if (mpq_cmp(next, last) < 0)
			mpq_set(next, last);
		mpq_add(last, last, send);
		if (mpq_cmp(next, last) < 0)
			break;
	}
	if (mpq_cmp(bound, next) < 0)
		mpq_set(bound, next);
	mpq_set(last, first[n - 1]);
	machine_message_receive(next, message);
	for (unsigned k = 1; k < m; k++)
		mpq_add(last, last, next);
	if (mpq_cmp(bound, last) < 0)
		mpq_set(bound, last);
	for (unsigned i = 1; i < n; i++)
		mpq_clear(first[i]);
	mpq_clears(send, next, work, last, NULL);
}

/* What a message of `size' bytes takes, with the figures for that size rounded
 * up. */
static void set_share(struct machine_message *message,
	const struct machine *machine, const mpq_t size)
{
	mpq_t whole, less;

	mpq_inits(whole, less, NULL);
	mpz_cdiv_q(mpq_numref(whole), mpq_numref(size), mpq_denref(size));
	machine_message_set(message, machine, whole);
	mpq_sub(less, whole, size);
	mpq_mul(less, less, machine_at(machine, whole)->byte);
	mpq_sub(message->gap, message->gap, less);
	mpq_sub(message->copy, message->copy, less);
	mpq_sub(message->end, message->end, less);
	mpq_clears(whole, less, NULL);
}

/* Finds the least bound and the least planned time of all m. */
static void scan_all(struct machine_choice *best, mpq_t bound,
	const struct machine *machine, const mpz_t n, unsigned bytes)
{
	struct machine_message message;
	struct ranking ranking;
	struct problem problem;
	mpq_t size, value, send;
	mpz_t all;

	machine_message_init(&message);
	ranking_init(&ranking);
	problem_init(&problem);
	mpq_inits(size, value, send, NULL);
	mpz_init_set_ui(all, bytes);
	problem.max_bits = MAX_BITS;
	mpz_set(problem.n, n);
	for (unsigned m = 1; m <= bytes; m++) {
		struct machine_problem asked = {.n = n,
			.m = problem.m,
			.message = &message,
			.flags = RANKING_UNBUILT,
			.work = ALGORITHM_WORK,
			.max_bits = MAX_BITS};

		mpz_set_ui(problem.m, m);
		mpq_set_ui(size, bytes, m);
		mpq_canonicalize(size);
		set_share(&message, machine, size);
		machine_message_send(send, &message);
		mpq_div(problem.lambda, message.end, send);
		CHECK(model_bound(value, MODEL_POSTAL, &problem, &err) ==
			STATUS_OK);
		mpq_mul(value, value, send);
		if (mpz_cmp_ui(n, 1) > 0)
			work_bound(value, &message, (unsigned)mpz_get_ui(n), m);
		if (m == 1 || mpq_cmp(value, bound) < 0)
			mpq_set(bound, value);
		segments_message(&message, machine, all, problem.m);
		CHECK(machine_find_planned(best, &ranking, &asked, &err) ==
			STATUS_OK);
	}
	machine_message_clear(&message);
	ranking_clear(&ranking);
	problem_clear(&problem);
	mpq_clears(size, value, send, NULL);
	mpz_clear(all);
}

/* The choice's schedule is valid on the machine, and takes the choice's time.
 */
static void check_choice(const struct machine_choice *choice,
	const struct machine_problem *asked)
{
	const char *name = choice->algorithm->name;
	struct schedule *schedule;
	struct check check;
	mpq_t finish;

	mpq_init(finish);
	CHECK_FOR(machine_open(&schedule, choice, asked,
			  &(struct schedule_machine){"", NULL, asked->message},
			  &err) == STATUS_OK,
		"%s", name);
	CHECK(check_schedule(&check, schedule, MAX_BITS, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0, "%s: %s", name,
		check.violation[0].reason.msg);
	number_set_u64(mpq_numref(finish), check.finish);
	number_set_u64(mpq_denref(finish), check.unit);
	mpq_canonicalize(finish);
	CHECK_FOR(mpq_equal(finish, choice->time), "%s", name);
	schedule_close(schedule);
	mpq_clear(finish);
}

static void check_found(const struct segments *segments,
	const struct machine *machine, const mpz_t n, const mpz_t bytes)
{
	struct machine_message message;
	const struct machine_problem asked = {.n = n,
		.m = segments->count,
		.message = &message,
		.max_bits = MAX_BITS};

	machine_message_init(&message);
	segments_message(&message, machine, bytes, segments->count);
	check_choice(&segments->best, &asked);
	machine_message_clear(&message);
}

void segments_check(struct random *chance, unsigned processors, unsigned bytes)
{
	struct machine machine = {0};
	struct machine_choice best;
	struct segments segments;
	mpq_t bound;
	mpz_t n, all;

	machine_init(&machine);
	set_machine(&machine, chance, bytes);
	segments_init(&segments);
	machine_choice_init(&best);
	mpq_init(bound);
	mpz_init_set_ui(n, processors);
	mpz_init_set_ui(all, bytes);
	scan_all(&best, bound, &machine, n, bytes);
	CHECK(segments_find(&segments,
		      &(struct segments_problem){&machine, n, all,
			      OPERATION_BROADCAST, RANKING_UNBUILT,
			      ALGORITHM_WORK, 4 * SEGMENTS_WORK, MAX_BITS},
		      &err) == STATUS_OK);
	CHECK_FOR(mpq_cmp(segments.best.time, best.time) <= 0, "n %u, %u bytes",
		processors, bytes);
	CHECK_FOR(mpq_equal(segments.bound, bound), "n %u, %u bytes",
		processors, bytes);
	CHECK(mpq_cmp(segments.bound, segments.best.time) <= 0);
	check_found(&segments, &machine, n, all);
	mpq_clear(bound);
	mpz_clears(n, all, NULL);
	machine_choice_clear(&best);
	segments_clear(&segments);
	machine_clear(&machine);
}

/* The best choice is the best of all algorithms' times, none of which is below
 * the bound. */
static void check_choices(const struct machine_problem *asked)
{
	struct machine_choice one, best, found;
	struct ranking ranking;
	mpq_t bound;

	ranking_init(&ranking);
	machine_choice_init(&one);
	machine_choice_init(&best);
	machine_choice_init(&found);
	mpq_init(bound);
	for (const struct algorithm *row = algorithms; row->name; row++) {
		if (!machine_has(row, asked))
			continue;
		one.algorithm = NULL;
		CHECK(machine_find(&one, &ranking, row, asked, &err) ==
			STATUS_OK);
		if (!one.algorithm)
			continue;
		check_choice(&one, asked);
		if (!best.algorithm || mpq_cmp(one.time, best.time) < 0) {
			best.algorithm = row;
			mpq_set(best.time, one.time);
		}
	}
	CHECK(machine_find_best(&found, &ranking, asked, &err) == STATUS_OK);
	CHECK(mpq_equal(found.time, best.time));
	CHECK(machine_bound(bound, asked, &err) == STATUS_OK);
	CHECK(mpq_cmp(bound, best.time) <= 0);
	mpq_clear(bound);
	machine_choice_clear(&one);
	machine_choice_clear(&best);
	machine_choice_clear(&found);
	ranking_clear(&ranking);
}

void segments_check_choices(
	struct random *chance, unsigned processors, unsigned messages)
{
	static const enum operation operations[] = {
		OPERATION_BROADCAST, OPERATION_REDUCE, OPERATION_CENSUS};
	struct machine machine = {0};
	struct machine_message message;
	mpz_t n, m, bytes;

	machine_init(&machine);
	machine_message_init(&message);
	set_machine(&machine, chance, 100);
	machine.rdma = (int)random_below(chance, 2);
	mpz_init_set_ui(n, processors);
	mpz_init_set_ui(m, messages);
	mpz_init_set_ui(bytes, messages + random_below(chance, 500));
	segments_message(&message, &machine, bytes, m);
	for (int i = 0; i < 3; i++) {
		if (operations[i] == OPERATION_CENSUS)
			mpz_set_ui(m, 1);
		check_choices(&(struct machine_problem){.n = n,
			.m = m,
			.message = &message,
			.operation = operations[i],
			.flags = random_below(chance, 2) ? RANKING_LIBRARY : 0,
			.work = ALGORITHM_WORK,
			.max_bits = MAX_BITS});
	}
	mpz_clears(n, m, bytes, NULL);
	machine_message_clear(&message);
	machine_clear(&machine);
}

/* time = the least for 1 to `most' segments, each number by itself. */
static void scan_segments(mpq_t time, const struct machine *machine,
	const mpz_t n, const mpz_t bytes, unsigned most)
{
	struct machine_message message;
	struct machine_choice choice;
	struct ranking ranking;
	mpz_t m;

	machine_message_init(&message);
	machine_choice_init(&choice);
	ranking_init(&ranking);
	mpz_init(m);
	for (unsigned i = 1; i <= most; i++) {
		mpz_set_ui(m, i);
		segments_message(&message, machine, bytes, m);
		choice.algorithm = NULL;
		CHECK(machine_find_best(&choice, &ranking,
			      &(struct machine_problem){.n = n,
				      .m = m,
				      .message = &message,
				      .work = ALGORITHM_WORK,
				      .max_bits = MAX_BITS},
			      &err) == STATUS_OK);
		if (i == 1 || mpq_cmp(choice.time, time) < 0)
			mpq_set(time, choice.time);
	}
	mpz_clear(m);
	machine_message_clear(&message);
	machine_choice_clear(&choice);
	ranking_clear(&ranking);
}

int segments_check_scan(struct random *chance)
{
	struct machine machine = {0};
	struct segments segments;
	unsigned doublings = random_below(chance, 9);
	mpz_t n, bytes;
	mpq_t least;
	int is_above;

	machine_init(&machine);
	segments_init(&segments);
	mpq_init(least);
	machine.has_byte = 1;
	machine_any(machine.point->overhead, chance, 0, 6, 4);
	machine_any(machine.point->gap, chance, 1, 8, 4);
	machine_any(machine.point->byte, chance, 0, 9, 2000);
	machine_any(machine.latency, chance, 2, 60, 4);
	mpz_init_set_ui(n, 2 + random_below(chance, 39));
	mpz_init_set_ui(bytes, 256UL << doublings);
	scan_segments(least, &machine, n, bytes, 64);
	CHECK(segments_find(&segments,
		      &(struct segments_problem){&machine, n, bytes,
			      OPERATION_BROADCAST, RANKING_UNBUILT,
			      ALGORITHM_WORK, SEGMENTS_WORK, MAX_BITS},
		      &err) == STATUS_OK);
	is_above = mpq_get_d(segments.best.time) > 1.001 * mpq_get_d(least);
	mpq_clear(least);
	mpz_clears(n, bytes, NULL);
	segments_clear(&segments);
	machine_clear(&machine);
	return is_above;
}
