/*
 * The paper's two applications, run step by step.  Values, vectors and the
 * steps at which coordinates were computed are in arrays; a step reads the old
 * arrays, writes the new ones, and then copies the rows that it has changed.
 *
 * A coordinate never grows: a newer value is never larger.  So the new value of
 * a process's own coordinate is the least of its old value and of those that
 * follow from the coordinates just adopted: one pass over a vector both adopts
 * and computes.
 */
#include "model/revolve/facts.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/* The number of coordinates that each process keeps: 1 for minimum. */
static size_t width(const struct revolve_run *run)
{
	return run->app == REVOLVE_FIXPOINT ? run->processes : 1;
}

/* Whether the messages of a run of the estimated length, and the coordinates in
 * them, are few enough. */
static enum status check_messages(
	const struct revolve *revolve, enum revolve_app app, struct err *err)
{
	enum status status;
	mpz_t work;

	mpz_init(work);
	revolve_spread_estimate(work, revolve);
	mpz_mul(work, work, revolve->senders);
	if (app == REVOLVE_FIXPOINT)
		mpz_mul_2exp(work, work, 1);
	status = revolve_check_count(work, REVOLVE_MESSAGES_BITS,
		"a run may take ", " messages, more than 2^26", err);
	if (status == STATUS_OK && app == REVOLVE_FIXPOINT) {
		mpz_mul(work, work, revolve->processes);
		status = revolve_check_count(work, REVOLVE_COORDINATES_BITS,
			"a run may take ",
			" coordinates in messages, more than 2^29", err);
	}
	mpz_clear(work);
	return status;
}

/* The answer: the minimum, or x_i = min over j of v_j + |i-j| by a sweep up and
 * a sweep down. */
static void solve(struct revolve_run *run)
{
	uint64_t *x = run->answer;

	memcpy(x, run->value, run->processes * sizeof *x);
	if (run->app == REVOLVE_MINIMUM) {
		for (uint32_t i = 1; i < run->processes; i++)
			x[0] = least_u64(x[0], x[i]);
		return;
	}
	for (uint32_t i = 1; i < run->processes; i++)
		x[i] = least_u64(x[i], x[i - 1] + 1);
	for (uint32_t i = run->processes - 1; i > 0; i--)
		x[i - 1] = least_u64(x[i - 1], x[i] + 1);
}

static int is_known(const struct revolve_run *run, uint32_t process)
{
	size_t w = width(run);

	for (size_t j = 0, at = process * w; j < w; j++, at++)
		if (run->now.step[at] == 0 || run->now.x[at] != run->answer[j])
			return 0;
	return 1;
}

static void count_known(struct revolve_run *run)
{
	run->known = 0;
	for (uint32_t i = 0; i < run->processes; i++)
		run->known += (uint32_t)is_known(run, i);
}

static void known_init(struct revolve_known *known, size_t size)
{
	known->x = mem_array(size, sizeof *known->x);
	known->step = mem_array(size, sizeof *known->step);
}

static void known_clear(struct revolve_known *known)
{
	mem_free(known->x);
	mem_free(known->step);
}

/* Copies count coordinates from the first on. */
static void known_copy(struct revolve_known *to,
	const struct revolve_known *from, size_t first, size_t count)
{
	memcpy(to->x + first, from->x + first, count * sizeof *to->x);
	memcpy(to->step + first, from->step + first, count * sizeof *to->step);
}

enum status revolve_run_init(struct revolve_run *run,
	const struct revolve *revolve, enum revolve_app app, struct err *err)
{
	enum status status = STATUS_OK;
	size_t size;

	*run = (struct revolve_run){.app = app};
	if (app == REVOLVE_FIXPOINT)
		status = revolve_check_count(revolve->processes,
			REVOLVE_FIXPOINT_BITS, "",
			" processes are too many for fixpoint: more than 2^11",
			err);
	if (status == STATUS_OK)
		status = check_messages(revolve, app, err);
	if (status == STATUS_OK)
		status = revolve_pairs_init(&run->pairs, revolve, err);
	if (status != STATUS_OK)
		return status;
	run->processes = (uint32_t)mpz_get_ui(revolve->processes);
	size = width(run) * run->processes;
	run->value = mem_array(run->processes, sizeof *run->value);
	run->answer = mem_array(run->processes, sizeof *run->answer);
	known_init(&run->now, size);
	known_init(&run->before, size);
	return STATUS_OK;
}

/* At first each process knows only its own value. */
void revolve_run_start(struct revolve_run *run)
{
	size_t w = width(run), all = w * run->processes;

	memset(run->now.step, 0, all * sizeof *run->now.step);
	for (uint32_t i = 0; i < run->processes; i++) {
		run->now.x[i * w + i % w] = run->value[i];
		run->now.step[i * w + i % w] = 1;
	}
	known_copy(&run->before, &run->now, 0, all);
	run->steps = run->messages = run->time = 0;
	solve(run);
	count_known(run);
}

void revolve_run_clear(struct revolve_run *run)
{
	revolve_pairs_clear(&run->pairs);
	mem_free(run->value);
	mem_free(run->answer);
	known_clear(&run->now);
	known_clear(&run->before);
	*run = (struct revolve_run){0};
}

/* The receiver adopts the coordinates that are newer at the sender, and lowers
 * its own coordinate accordingly. */
static void receive_vector(struct revolve_run *run, uint32_t from, uint32_t to)
{
	size_t n = run->processes;
	const uint64_t *his = run->before.x + from * n;
	const uint32_t *his_step = run->before.step + from * n;
	uint64_t *mine = run->now.x + to * n, x = mine[to];
	uint32_t *my_step = run->now.step + to * n;

	for (uint32_t j = 0; j < n; j++)
		if (his_step[j] > my_step[j]) {
			my_step[j] = his_step[j];
			mine[j] = his[j];
			x = least_u64(x, his[j] + (to > j ? to - j : j - to));
		}
	mine[to] = x;
	my_step[to] = (uint32_t)run->steps + 1;
}

static void receive_simulation(
	struct revolve_run *run, uint32_t from, uint32_t to)
{
	run->messages++;
	if (run->app == REVOLVE_FIXPOINT)
		receive_vector(run, from, to);
	else
		run->now.x[to] = least_u64(run->now.x[to], run->before.x[from]);
}

/* The real process at the label now. */
static uint32_t process_at(const struct revolve_run *run, uint32_t label)
{
	return revolve_process(label, run->time, run->pairs.size) %
	       run->processes;
}

/* Copies now to before: for minimum, whose rows are short, all rows; for
 * fixpoint those of the receivers, only once if one has received twice. */
static void keep_step(struct revolve_run *run)
{
	size_t w = width(run);

	if (w == 1) {
		known_copy(&run->before, &run->now, 0, run->processes);
		return;
	}
	for (uint32_t i = 0; i < run->pairs.count; i++) {
		size_t to = process_at(run, run->pairs.pair[i].to);
		size_t own = to * w + to;

		if (run->before.step[own] != run->now.step[own])
			known_copy(&run->before, &run->now, to * w, w);
	}
}

void revolve_run_step(struct revolve_run *run)
{
	uint32_t size = run->pairs.size;

	assert(run->processes > 0 && run->steps < UINT32_MAX - 1);
	run->steps++;
	for (uint32_t i = 0; i < run->pairs.count; i++) {
		uint32_t from = process_at(run, run->pairs.pair[i].from);
		uint32_t to = process_at(run, run->pairs.pair[i].to);

		if (from != to)
			receive_simulation(run, from, to);
	}
	keep_step(run);
	run->time = run->time + 1 == size ? 0 : run->time + 1;
	count_known(run);
}

int revolve_run_bound(
	mpz_t steps, const struct revolve *revolve, enum revolve_app app)
{
	if (!revolve_property(steps, revolve, REVOLVE_SPREAD))
		return 0;
	if (app == REVOLVE_FIXPOINT)
		mpz_mul_ui(steps, steps, 2);
	return 1;
}
