/*
 * Values, vectors and their steps in arrays; a step reads the old, writes the
 * new.
 */
#include "model/revolve/simulate.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "model/revolve/facts.h"

/* What a process knows of a coordinate, its own or another's; minimum has a
 * single coordinate. */
struct revolve_state {
	uint64_t x;
	int64_t step; /* at which x was computed; -1: not heard of */
};

/* Coordinates that each process keeps. */
static size_t width(const struct revolve_run *run)
{
	return run->app == REVOLVE_FIXPOINT ? run->processes : 1;
}

static enum status check_fixpoint(uint32_t processes, struct err *err)
{
	char text[NUMBER_U64_MAX + 1];

	if (processes <= REVOLVE_FIXPOINT_MAX)
		return STATUS_OK;
	text[number_u64(text, processes)] = '\0';
	return err_set(err, STATUS_LIMIT, ERR_TEXT, text,
		" processes are too many for fixpoint: more than 2^11", NULL);
}

/* Whether all messages of a run, with their estimate of steps, are few enough.
 */
static enum status check_messages(
	const struct revolve *revolve, enum revolve_app app, struct err *err)
{
	int fixpoint = app == REVOLVE_FIXPOINT;
	unsigned bits =
		fixpoint ? REVOLVE_FIXPOINT_BITS : REVOLVE_MESSAGES_BITS;
	enum status status = STATUS_OK;
	mpz_t messages;
	char *text;

	mpz_init(messages);
	revolve_spread_estimate(messages, revolve);
	mpz_mul(messages, messages, revolve->senders);
	mpz_mul_ui(messages, messages, fixpoint ? 2 : 1);
	if (mpz_cmp_ui(messages, 1UL << bits) > 0) {
		text = number_integer_text(messages);
		status = err_set(err, STATUS_LIMIT, "a run may take ", ERR_TEXT,
			text, " messages, more than ",
			fixpoint ? "2^22" : "2^26", NULL);
		mem_free(text);
	}
	mpz_clear(messages);
	return status;
}

static uint64_t least_simulation(uint64_t x, uint64_t y)
{
	return x < y ? x : y;
}

/* x_i = min over j of v_j + |i-j|: a sweep up and a sweep down. */
static void solve(struct revolve_run *run)
{
	uint64_t *x = run->answer;

	memcpy(x, run->value, run->processes * sizeof *x);
	if (run->app == REVOLVE_MINIMUM) {
		for (uint32_t i = 1; i < run->processes; i++)
			x[0] = least_simulation(x[0], x[i]);
		return;
	}
	for (uint32_t i = 1; i < run->processes; i++)
		x[i] = least_simulation(x[i], x[i - 1] + 1);
	for (uint32_t i = run->processes - 1; i > 0; i--)
		x[i - 1] = least_simulation(x[i - 1], x[i] + 1);
}

static int is_known(const struct revolve_run *run, uint32_t process)
{
	size_t w = width(run);
	const struct revolve_state *mine = &run->now[process * w];

	for (size_t j = 0; j < w; j++)
		if (mine[j].step < 0 || mine[j].x != run->answer[j])
			return 0;
	return 1;
}

static void count_known(struct revolve_run *run)
{
	run->known = 0;
	for (uint32_t i = 0; i < run->processes; i++)
		run->known += (uint32_t)is_known(run, i);
}

enum status revolve_run_init(struct revolve_run *run,
	const struct revolve *revolve, enum revolve_app app, struct err *err)
{
	enum status status;
	size_t size;

	*run = (struct revolve_run){.app = app};
	status = check_messages(revolve, app, err);
	if (status == STATUS_OK)
		status = revolve_pairs_init(&run->pairs, revolve, err);
	if (status != STATUS_OK)
		return status;
	run->processes = (uint32_t)mpz_get_ui(revolve->processes);
	if (app == REVOLVE_FIXPOINT)
		status = check_fixpoint(run->processes, err);
	if (status != STATUS_OK)
		return status;
	size = width(run) * run->processes;
	run->value = mem_array(run->processes, sizeof *run->value);
	run->answer = mem_array(run->processes, sizeof *run->answer);
	run->now = mem_array(size, sizeof *run->now);
	run->before = mem_array(size, sizeof *run->before);
	return STATUS_OK;
}

/* Each process knows its own value. */
void revolve_run_start(struct revolve_run *run)
{
	size_t w = width(run);

	for (size_t i = 0; i < w * run->processes; i++)
		run->now[i].step = -1;
	for (uint32_t i = 0; i < run->processes; i++) {
		struct revolve_state *own = &run->now[i * w + i % w];

		own->x = run->value[i];
		own->step = 0;
	}
	run->steps = run->messages = run->time = 0;
	solve(run);
	count_known(run);
}

void revolve_run_clear(struct revolve_run *run)
{
	revolve_pairs_clear(&run->pairs);
	mem_free(run->value);
	mem_free(run->answer);
	mem_free(run->now);
	mem_free(run->before);
	*run = (struct revolve_run){0};
}

/* The receiver's own coordinate, from those it has heard of. */
static void compute_again(struct revolve_run *run, uint32_t i)
{
	struct revolve_state *mine = &run->now[(size_t)i * run->processes];
	uint64_t x = run->value[i];

	for (uint32_t j = 0; j < run->processes; j++)
		if (mine[j].step >= 0)
			x = least_simulation(
				x, mine[j].x + (i > j ? i - j : j - i));
	mine[i].x = x;
	mine[i].step = (int64_t)run->steps;
}

static void receive_simulation(
	struct revolve_run *run, uint32_t from, uint32_t to)
{
	size_t w = width(run);
	const struct revolve_state *his = &run->before[from * w];
	struct revolve_state *mine = &run->now[to * w];

	if (run->app == REVOLVE_MINIMUM) {
		mine->x = least_simulation(mine->x, his->x);
		return;
	}
	for (size_t j = 0; j < w; j++)
		if (his[j].step > mine[j].step)
			mine[j] = his[j];
	compute_again(run, to);
}

void revolve_run_step(struct revolve_run *run)
{
	uint32_t size = run->pairs.size;

	assert(run->processes > 0);
	memcpy(run->before, run->now,
		width(run) * run->processes * sizeof *run->now);
	run->steps++;
	for (uint32_t i = 0; i < run->pairs.count; i++) {
		uint32_t from = revolve_process(
			run->pairs.pair[i].from, run->time, size);
		uint32_t to =
			revolve_process(run->pairs.pair[i].to, run->time, size);

		from %= run->processes;
		to %= run->processes;
		if (from == to)
			continue;
		run->messages++;
		receive_simulation(run, from, to);
	}
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
