/* Scales the schedule of each algorithm that is valid on the machine, and lets
 * check/ judge it. */
#include "judge/machine.h"

#include "check/check.h"
#include "core/machine.h"
#include "core/schedule.h"
#include "model/algorithm.h"
#include "model/bounds.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BYTES = 1 << 24 };

void machine_any(mpq_t value, struct random *chance, unsigned least,
	unsigned below, unsigned parts)
{
	uint32_t denominator = 1 + random_below(chance, parts);

	mpq_set_ui(value, least + random_below(chance, below), denominator);
	mpq_canonicalize(value);
}

void machine_any_message(struct machine_message *message, struct random *chance,
	unsigned latency, int is_rdma)
{
	struct machine machine;
	mpq_t size;

	machine_init(&machine);
	mpq_init(size);
	machine_any(machine.latency, chance, 0, latency, 3);
	machine_any(machine.point->overhead, chance, 0, 6, 3);
	machine_any(machine.point->gap, chance, 0, 6, 3);
	machine_any(machine.point->byte, chance, 0, 3, 9);
	if (mpq_sgn(machine.point->overhead) == 0)
		mpq_set_ui(machine.point->gap, 1, 1);
	machine.rdma = is_rdma;
	mpq_set_ui(size, 1 + random_below(chance, 30), 1);
	machine_message_set(message, &machine, size);
	machine_clear(&machine);
	mpq_clear(size);
}

/* Checks the scaled schedule and its finish, by the definition of u. */
static void check_scaled(struct schedule *schedule, const mpq_t send,
	const mpq_t time, const mpq_t bound, const char *name)
{
	struct schedule *scaled;
	struct check check;
	struct err err;
	mpq_t finish, expected;

	mpq_inits(finish, expected, NULL);
	CHECK_FOR(schedule_scaled(&scaled, schedule, send, NULL, &err) ==
			  STATUS_OK,
		"%s", name);
	CHECK(check_schedule(&check, scaled, MAX_BYTES, &err) == STATUS_OK);
	CHECK_FOR(check.violations == 0, "%s: %s", name,
		check.violation[0].reason.msg);
	number_set_u64(mpq_numref(finish), check.finish);
	number_set_u64(mpq_denref(finish), check.unit);
	mpq_canonicalize(finish);
	mpq_mul(expected, time, send);
	CHECK_FOR(mpq_equal(finish, expected), "%s", name);
	mpq_mul(expected, bound, send);
	CHECK_FOR(mpq_cmp(finish, expected) >= 0, "%s", name);
	schedule_close(scaled);
	mpq_clears(finish, expected, NULL);
}

static void check_all(
	const struct problem *problem, const mpq_t send, const mpq_t bound)
{
	static const struct algorithm_options usual = {0};
	struct schedule *schedule;
	struct err err;
	mpq_t time;

	mpq_init(time);
	for (const struct algorithm *row = algorithms; row->name; row++) {
		if (row->is_choice ||
			!algorithm_has(row, OPERATION_BROADCAST) ||
			!algorithm_applies(row, problem, MODEL_POSTAL))
			continue;
		CHECK_FOR(algorithm_time(time, row, problem, &usual,
				  ALGORITHM_WORK, &err) == STATUS_OK,
			"%s", row->name);
		CHECK(algorithm_open(&schedule, row, MODEL_POSTAL, problem,
			      &usual, &err) == STATUS_OK);
		check_scaled(schedule, send, time, bound, row->name);
	}
	mpq_clear(time);
}

void machine_check_problem(
	struct random *chance, unsigned processors, unsigned messages)
{
	struct machine machine;
	struct problem problem;
	struct err err;
	mpq_t size, send, bound;

	machine_init(&machine);
	problem_init(&problem);
	mpq_inits(size, send, bound, NULL);
	problem.max_bits = 8 * (uint64_t)MAX_BYTES;
	mpz_set_ui(problem.n, 1 + random_below(chance, processors));
	mpz_set_ui(problem.m, 1 + random_below(chance, messages));
	machine_any(machine.point->overhead, chance, 0, 5, 4);
	machine_any(machine.point->gap, chance, 1, 6, 5);
	machine_any(machine.point->byte, chance, 0, 4, 9);
	machine_any(machine.latency, chance, 0, 30, 5);
	mpq_add(machine.latency, machine.latency, machine.point->gap);
	/* The messages together have m + 1 to m + 199 `messages' bytes. */
	mpq_set_ui(size, 1 + random_below(chance, 199 * messages), 1);
	mpz_set(mpq_denref(size), problem.m);
	mpz_add(mpq_numref(size), mpq_numref(size), problem.m);
	mpq_canonicalize(size);
	machine_send(send, &machine, size);
	machine_end(problem.lambda, &machine, size);
	mpq_div(problem.lambda, problem.lambda, send);
	CHECK(mpq_cmp_ui(problem.lambda, 1, 1) >= 0);
	CHECK(model_bound(bound, MODEL_POSTAL, &problem, &err) == STATUS_OK);
	check_all(&problem, send, bound);
	mpq_clears(size, send, bound, NULL);
	problem_clear(&problem);
	machine_clear(&machine);
}
