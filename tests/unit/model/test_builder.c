/*
 * model/optimum/builder: every schedule that it finds is valid and ends when it
 * says, at the lower bound or later, and none before the optimum; finishes that
 * it must find; its flow against another algorithm's; schedules for machines;
 * and what is too large.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "core/machine.h"
#include "model/postal/bounds.h"
#include "test.h"

static struct err err;

/* Twice the lower bound and some more, so that there is much to be found. */
static void set_upper(mpq_t upper, const struct problem *problem)
{
	CHECK(postal_lower_bound(upper, problem, &err) == STATUS_OK);
	mpq_mul_2exp(upper, upper, 1);
	mpq_add(upper, upper, problem->lambda);
}

/* -- schedules */

/* Whether the schedule that was found is valid and ends at upper. */
static int is_right(const struct builder *builder)
{
	struct schedule *schedule = builder_open(builder);
	struct check check;
	int is = 0;

	if (!CHECK(schedule != NULL))
		return 0;
	is = check_schedule(&check, schedule, (uint64_t)1 << 32, &err) ==
		     STATUS_OK &&
	     check.violations == 0 && check.redundant == 0 &&
	     check.finish == (uint64_t)builder->upper &&
	     check.finish == schedule->header.finish &&
	     check.unit == schedule->header.unit;
	schedule_close(schedule);
	return is;
}

/* Goes a step on, if by_beams without attempts. */
static int advance(struct builder *builder, int by_beams)
{
	if (by_beams && builder->way != BUILDER_BEAM) {
		builder->way = BUILDER_BEAM;
		builder_beam_begin(builder);
	}
	return builder_advance(builder);
}

/* Finds a finish below the one given with that much work, 0 if there is none:
 * each schedule on the way is judged. */
static void find_finish(mpq_t finish, const struct problem *problem,
	uint64_t work, int by_beams)
{
	struct builder *builder;
	mpq_t bound;

	mpq_init(bound);
	builder = builder_new(problem, finish);
	CHECK(postal_lower_bound(bound, problem, &err) == STATUS_OK);
	mpq_set_ui(finish, 0, 1);
	while (builder && builder->work < work && !mpq_equal(finish, bound)) {
		if (!advance(builder, by_beams))
			continue;
		builder_upper(finish, builder);
		CHECK_FOR(is_right(builder) && mpq_cmp(finish, bound) >= 0,
			"%lu %lu %g", mpz_get_ui(problem->n),
			mpz_get_ui(problem->m), mpq_get_d(problem->lambda));
	}
	builder_free(builder);
	mpq_clear(bound);
}

/* How many of some problems have a schedule that is found with that much work,
 * up to so many processors. */
static void check_judged(
	unsigned long most, uint64_t work, int by_beams, int least)
{
	static const char *const latencies[] = {"101/100", "9/8", "4/3", "3/2",
		"5/2", "23/7", "355/113", "17/2", "63/4"};
	static const unsigned long n[] = {2, 3, 4, 6, 9, 14, 25, 40, 128};
	static const unsigned long m[] = {1, 2, 3, 5, 12, 30, 100};
	int found = 0, cases = 0;
	mpq_t finish;

	mpq_init(finish);
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (size_t j = 0; j < sizeof n / sizeof *n && n[j] <= most;
			j++)
			for (size_t k = 0; k < sizeof m / sizeof *m; k++) {
				const struct problem *problem = test_problem_at(
					n[j], m[k], latencies[i]);

				set_upper(finish, problem);
				find_finish(finish, problem, work, by_beams);
				found += mpq_sgn(finish) > 0;
				cases++;
			}
	CHECK_FOR(found >= least, "%d of %d", found, cases);
	mpq_clear(finish);
}

static void test_judged(void)
{
	check_judged(128, 1 << 20, 0, 430);
	check_judged(14, 1 << 22, 1, 340);
}

/* All but the last two are at the lower bound, and other algorithms end later.
 */
static void test_finishes(void)
{
	static const struct {
		unsigned long n, m;
		const char *latency, *finish;
	} rows[] = {{11, 24, "5/2", "61/2"}, {12, 24, "5/2", "31"},
		{30, 15, "5/2", "24"}, {35, 20, "5/2", "59/2"},
		{10, 20, "3/2", "24"}, {14, 14, "3/2", "37/2"},
		{23, 16, "3/2", "43/2"}, {21, 15, "4/3", "20"},
		{20, 20, "9/8", "195/8"}, {4, 4, "3/2", "13/2"},
		{8, 4, "4/3", "22/3"}};
	mpq_t finish, least;

	mpq_inits(finish, least, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		test_mpq(least, rows[i].finish);
		mpq_set_ui(finish, 1, 2);
		mpq_add(finish, finish, least);
		find_finish(finish,
			test_problem_at(rows[i].n, rows[i].m, rows[i].latency),
			1 << 27, 0);
		CHECK_FOR(mpq_equal(finish, least), "%lu %lu %s", rows[i].n,
			rows[i].m, rows[i].latency);
	}
	mpq_clears(finish, least, NULL);
}

/* -- the exhaustive search, for up to five processors */

static void find_optimum(mpq_t time, const struct problem *problem)
{
	struct fractional *fractional;
	uint64_t done = 0;
	mpq_t lower;

	mpq_init(lower);
	set_upper(time, problem);
	fractional = fractional_new(problem, lower, time);
	while (!fractional_advance(fractional, UINT64_MAX, &done))
		continue;
	fractional_lower(time, fractional);
	fractional_free(fractional);
	mpq_clear(lower);
}

static void check_optimum(int by_beams)
{
	static const char *const latencies[] = {"9/8", "4/3", "3/2", "5/2"};
	int cases = 0, attained = 0;
	mpq_t finish, least;

	mpq_inits(finish, least, NULL);
	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long n = 3; n <= 5; n++)
			for (unsigned long m = 1; m <= 7; m++) {
				const struct problem *problem =
					test_problem_at(n, m, latencies[i]);

				find_optimum(least, problem);
				mpq_set_ui(finish, 1, 1);
				mpq_add(finish, finish, least);
				find_finish(finish, problem, 1 << 22, by_beams);
				CHECK_FOR(mpq_cmp(finish, least) >= 0,
					"%lu %lu %s", n, m, latencies[i]);
				cases++;
				attained += mpq_equal(finish, least);
			}
	CHECK_FOR(attained >= 70, "%d of %d", attained, cases);
	mpq_clears(finish, least, NULL);
}

static void test_optimum(void)
{
	check_optimum(0);
	check_optimum(1);
}

/* -- the flow, one path at a time by depth-first search, with windows and items
 * of a capacity */

enum { FREE = -1, BUSY = -2 };

static struct {
	const struct builder *builder;
	const uint64_t *held;
	int sends[BUILDER_ITEMS], windows;
	int item[18 * FRACTIONAL_PROCESSORS], got[18];
	uint64_t seen;
} plain;

static int push_item(int cell, int windows);

/* Whether the item can be sent once more, by cells of the first windows. */
static int push_more(int a, int windows)
{
	int n = plain.builder->state.n;

	if (plain.sends[a] < plain.builder->item[a].wanting) {
		plain.sends[a]++;
		return 1;
	}
	for (int cell = 0; cell < windows * n; cell++) {
		if (plain.item[cell] != a)
			continue;
		if (push_item(cell, windows))
			return 1;
		for (int other = cell / n * n; other < (cell / n + 1) * n;
			other++)
			if (plain.item[other] == FREE &&
				push_item(other, windows)) {
				plain.item[cell] = FREE;
				return 1;
			}
	}
	return 0;
}

/* Whether the cell, which sends nothing yet or gives up what it sends, can send
 * another item. */
static int push_item(int cell, int windows)
{
	int before = plain.item[cell];

	plain.item[cell] = BUSY;
	for (int a = 0; a < plain.builder->items; a++) {
		if (!(plain.held[cell] >> a & 1) || (plain.seen >> a & 1))
			continue;
		plain.seen |= (uint64_t)1 << a;
		if (push_more(a, windows)) {
			plain.item[cell] = a;
			return 1;
		}
	}
	plain.item[cell] = before;
	return 0;
}

/* Fills window w, after those before it. */
static void fill_plainly(int w)
{
	int n = plain.builder->state.n, is_more = 1;

	plain.got[w] = 0;
	while (is_more && plain.got[w] < n - 1) {
		is_more = 0;
		plain.seen = 0;
		for (int cell = w * n; cell < (w + 1) * n && !is_more; cell++)
			is_more = plain.item[cell] == FREE &&
				  push_item(cell, w + 1);
		plain.got[w] += is_more;
	}
}

static int count_plainly(const struct builder *builder, const uint64_t *held)
{
	int sum = 0;

	plain.builder = builder;
	plain.held = held;
	memset(plain.sends, 0, sizeof plain.sends);
	memset(plain.item, 0xff, sizeof plain.item);
	for (int w = 0; w < builder->flow.windows; w++) {
		fill_plainly(w);
		sum += plain.got[w];
	}
	return sum;
}

/* Whoever needs something can make use of every item that is of use; of those
 * that have a cell in the last window, nobody else can. */
static void check_needs(const struct builder *builder, int sum)
{
	static uint64_t held[18 * FRACTIONAL_PROCESSORS];
	int n = builder->state.n, last = (builder->flow.windows - 1) * n;

	for (int p = 0; p < n; p++) {
		int helps = 0, all = 1;

		for (int a = 0; a < builder->items; a++) {
			int more;

			if (builder->useless >> a & 1)
				continue;
			memcpy(held, builder->flow.held,
				(size_t)(last + n) * sizeof *held);
			held[last + p] |= (uint64_t)1 << a;
			more = count_plainly(builder, held) > sum;
			helps = helps || more;
			all = all && more;
		}
		if (builder->needs[p])
			CHECK_FOR(all, "%d", p);
		else if (builder->flow.held[last + p] != 0)
			CHECK_FOR(!helps, "%d", p);
	}
}

static int has_needs(const struct builder *builder)
{
	return memchr(builder->needs, 1, (size_t)builder->state.n) != NULL;
}

/* Compares the flows of a build's first ticks. */
static void compare_flows(const struct problem *problem, int *needy)
{
	struct builder *builder;
	mpq_t upper;

	mpq_init(upper);
	CHECK(postal_lower_bound(upper, problem, &err) == STATUS_OK);
	mpq_add(upper, upper, problem->lambda);
	builder = builder_new(problem, upper);
	for (int i = 0; i < 60 && !builder_advance(builder); i++) {
		const struct fractional_state *state = &builder->state;
		int sum;

		if (state->tick + state->latency > state->last ||
			state->lacks == 0 || !builder_list(builder))
			continue;
		builder_look(builder);
		builder_flow_set(builder);
		sum = count_plainly(builder, builder->flow.held);
		for (int w = 0; w < builder->flow.windows; w++)
			CHECK_FOR(builder->flow.got[w] == plain.got[w], "%d %d",
				state->tick, w);
		if (has_needs(builder)) {
			check_needs(builder, sum);
			++*needy;
		}
	}
	builder_free(builder);
	mpq_clear(upper);
}

static void test_flow(void)
{
	static const char *const latencies[] = {"9/8", "3/2", "5/2", "23/7"};
	int needy = 0;

	for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
		for (unsigned long n = 3; n <= 15; n += 4)
			for (unsigned long m = 2; m <= 14; m += 6)
				compare_flows(
					test_problem_at(n, m, latencies[i]),
					&needy);
	CHECK_FOR(needy > 100, "%d", needy);
}

/* -- costs of a machine */

/* L, o and g; a message's figures, of which whole ones are ticks. */
struct costs {
	int latency, overhead, gap, bytes;
};

static void set_message(
	struct machine_message *message, const struct costs *costs)
{
	machine_message_init(message);
	mpq_set_si(message->latency, costs->latency, 1);
	mpq_set_si(message->overhead, costs->overhead, 1);
	mpq_set_si(message->gap, costs->gap + costs->bytes, 1);
	mpq_set_si(message->copy, costs->overhead + costs->bytes, 1);
	mpq_set_si(message->end,
		costs->latency + 2 * costs->overhead + costs->bytes, 1);
}

static int greater(int x, int y)
{
	return x > y ? x : y;
}

static struct fractional_costs costs_of(const struct costs *costs)
{
	int copy = costs->overhead + costs->bytes;
	int gap = costs->gap + costs->bytes;

	return (struct fractional_costs){.unit = greater(costs->overhead, gap),
		.latency = costs->latency + costs->overhead + copy,
		.receive = greater(copy, gap),
		.overhead = costs->overhead,
		.arrival = costs->latency + costs->overhead,
		.copy = copy};
}

static struct schedule *open_on_machine(
	const struct builder *builder, const struct machine_message *message)
{
	const struct schedule_machine machine = {"", NULL, message};
	struct schedule *schedule = builder_open(builder);
	mpq_t send;

	mpq_init(send);
	mpq_set_si(send, builder->state.unit, 1);
	CHECK(schedule_scaled(&schedule, schedule, send, &machine, &err) ==
			STATUS_OK &&
		schedule_timed(&schedule, schedule, (uint64_t)1 << 32, &err) ==
			STATUS_OK);
	mpq_clear(send);
	return schedule;
}

static int waiting;

/* A schedule that was found, on the machine: it ends when the builder says, and
 * the machine keeps to its times. */
static void check_on_machine(
	const struct builder *builder, const struct machine_message *message)
{
	struct schedule *schedule = open_on_machine(builder, message);
	struct check check;
	int is_allowed;

	CHECK(check_schedule(&check, schedule, (uint64_t)1 << 32, &err) ==
			STATUS_OK &&
		check.violations == 0 && check.redundant == 0 &&
		check.finish == (uint64_t)builder->upper * check.unit);
	waiting += schedule->header.has_taken;
	schedule_close(schedule);
	CHECK(schedule_is_allowed(&is_allowed,
		      open_on_machine(builder, message), (uint64_t)1 << 32,
		      &err) == STATUS_OK &&
		is_allowed);
}

/* No bound of the exhaustive search says that a schedule that was found is
 * impossible, after any of its ticks. */
static void check_bounds(
	const struct builder *builder, const struct fractional_costs *costs)
{
	struct fractional_state state;

	fractional_state_init(&state, builder->state.n, builder->state.m, costs,
		builder->state.ticks);
	state.last = builder->upper - costs->latency;
	for (size_t i = 0; i < builder->founds; i++) {
		struct builder_send send = builder->found[i];

		if (send.tick > state.tick) {
			state.tick = send.tick;
			fractional_state_pass(&state);
			CHECK_FOR(!fractional_is_hopeless(&state), "%d",
				send.tick);
		}
		fractional_state_send(&state, &send.send);
	}
	CHECK(state.lacks == 0);
	fractional_state_clear(&state);
}

/* Builds for the machine; returns whether a schedule is found. */
static int build_for(unsigned long n, unsigned long m,
	const struct costs *figures, uint64_t work)
{
	struct problem problem = *test_problem_at(n, m, "1");
	struct fractional_costs costs = costs_of(figures);
	int most = (int)(n + m) * (costs.latency + costs.unit + costs.copy);
	struct builder *builder = builder_new_at(&problem, &costs, most);
	struct machine_message message;
	int found = 0;

	set_message(&message, figures);
	while (builder && builder->work < work) {
		if (!builder_advance(builder))
			continue;
		check_on_machine(builder, &message);
		check_bounds(builder, &costs);
		found = 1;
	}
	builder_free(builder);
	machine_message_clear(&message);
	return found;
}

static void test_machines(void)
{
	static const struct costs costs[] = {{1, 17, 1, 0}, {5, 3, 1, 0},
		{0, 2, 1, 0}, {4, 4, 9, 0}, {6, 2, 4, 3}, {3, 0, 2, 5},
		{0, 1, 1, 2}, {9, 1, 3, 0}, {4, 0, 3, 0}};
	int found = 0, cases = 0;

	for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
		for (unsigned long n = 2; n <= 20; n += 3)
			for (unsigned long m = 1; m <= 21; m += 5) {
				found += build_for(n, m, &costs[i], 1 << 18);
				cases++;
			}
	CHECK_FOR(found * 20 >= cases * 19, "%d of %d", found, cases);
	CHECK_FOR(waiting > 100, "%d", waiting);
}

/* -- limits */

static int is_taken_in(uint64_t max_bits)
{
	struct problem problem = *test_problem_at(11, 24, "5/2");
	struct builder *builder;
	mpq_t upper;

	mpq_init(upper);
	mpq_set_ui(upper, 40, 1);
	problem.max_bits = max_bits;
	builder = builder_new(&problem, upper);
	builder_free(builder);
	mpq_clear(upper);
	return builder != NULL;
}

static int is_taken(unsigned long n, unsigned long m, const char *latency)
{
	struct builder *builder;
	mpq_t upper;

	mpq_init(upper);
	mpq_set_ui(upper, 40, 1);
	builder = builder_new(test_problem_at(n, m, latency), upper);
	builder_free(builder);
	mpq_clear(upper);
	return builder != NULL;
}

static void test_limits(void)
{
	const uint64_t bits = 8 * ((1 << 22) + 11 * 11 * 20);

	CHECK(is_taken(1024, 16, "3/2"));
	CHECK(!is_taken(1025, 1, "3/2"));
	CHECK(!is_taken(1024, 17, "3/2"));
	CHECK(is_taken(2, 8192, "63/4"));
	CHECK(!is_taken(2, 8193, "63/4"));
	CHECK(!is_taken(2, 1, "65/4"));
	CHECK(is_taken(2, 1, "501/250"));
	CHECK(!is_taken(2, 1, "503/251"));
	CHECK(is_taken_in(bits));
	CHECK(!is_taken_in(bits - 1));
}

int main(int argc, char **argv)
{
	mem_init(NULL);
	test_choose(argc, argv);
	RUN(test_judged());
	RUN(test_finishes());
	RUN(test_optimum());
	RUN(test_flow());
	RUN(test_machines());
	RUN(test_limits());
	return test_done();
}
